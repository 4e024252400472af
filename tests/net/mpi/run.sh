#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# run.sh: the mpi conduit under the launcher of each MPI that it was built for. Run in the build tree.
#
#   tests/net/mpi/run.sh [options]
#     --whole         also the conformance suite as a whole, in each of four builds (seq and par, FAST and EVERYTHING)
#                     by 1 to 4 ranks, each pair of these under one of the MPIs; k-mer counts on one host and on four;
#                     more ways in which jobs end. About half an hour of a core
#     --only GLOBS    cases with these names, as 'mpich-*,openmpi-kmer'
#     --list          the names
#     --logs DIR      keep there what failed cases said
#
# Ranks do not share memory, and each case asserts by the conduit's counts that messages went by MPI. Status: 0, 1 if a
# case failed, 77: this build has no mpi conduit, or no launcher of its MPIs is here.
set -u
# shellcheck source=tests/net/cases.sh
. "$(dirname "$0")/../cases.sh"
cases_options "$@"
par=$build/tests/conform/conform-par-fast-rel seq=$build/tests/conform/conform-seq-fast-dbg
mpis=()
launcher() { sed -n "s/^$1_RUN = //p" "$build/Makefile"; }
for m in openmpi mpich; do
  [ -f "$build/.libs/hyd_conduit_mpi_$m.so" ] && command -v "$(launcher $m)" >/dev/null && mpis+=("$m")
done
[ ${#mpis[@]} -gt 0 ] && [ -x "$par" ] ||
  { echo 'skip: this build has no mpi conduit (libopenmpi-dev, libmpich-dev), or there is no mpirun'; exit 77; }
cases_begin mpi 'GASNET|AMMPI|OMPI|PMI|PMIX|MPIR|UCX|HYDRA'
export GASNET_CONDUIT=mpi GASNET_SUPERNODE_MAXSIZE=1 GASNET_NO_CMA=1 GASNET_CONDUIT_PATH=$build/.libs \
  CONFORM_TIMEOUT=240 GASNET_QUIET=1
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 \
  OMPI_MCA_mpi_yield_when_idle=1 HOME=$tmp

# job MPI RANKS [NAME=VALUE...] PROGRAM ARGUMENTS...: its status; what it says is in $tmp/out.
job() {
  local mpi=$1 ranks=$2 set=()
  launched_by=$mpi
  shift 2
  while [[ $1 == *=* ]]; do set+=("$1"); shift; done
  env ${set[@]+"${set[@]}"} timeout -k 5 ${limit:-300} "$(launcher "$mpi")" -np "$ranks" "$@" >"$tmp/out" 2>&1 \
    </dev/null
  status=$?
  return $status
}
went_by_mpi() { # RANKS LEAST WHAT: each rank sent and received that many messages by that MPI, each of them
  [ "$(grep -c "^mpi conduit: rank [0-9]*: by $3" "$tmp/out")" = "$1" ] ||
    { echo "not $1 counts" >>"$tmp/out"; return 1; }
  sed -n 's/^mpi conduit: rank .*credits: \([0-9]*\) messages .* sent, \([0-9]*\) received.*/\1 \2/p' "$tmp/out" |
    awk -v least="$2" -v out="$tmp/out" '{ sent += $1; got += $2; if ($1 < least || $2 < least) few = 1 }
      END {
        if (few || sent != got) print "few messages, or lost ones: " sent " sent, " got " received" >>out
        exit few || sent != got
      }'
}
people() { case $1 in openmpi) echo 'Open MPI' ;; *) echo MPICH ;; esac; }
conforms() { # MPI RANKS [NAME=VALUE...] PROGRAM ARGUMENTS...
  local least=40
  [ "$2" -gt 1 ] || least=0
  job "$1" "$2" GASNET_MPI_COUNTS=1 "${@:3}" && says '^[0-9]* passed, 0 failed' || return 1
  [ "$2" = 1 ] || went_by_mpi "$2" $least "$(people "$1")"
}
some='--only g1_rma --only g1_am_forms --only gex_am_lc'
few='--only g1_am_medium_payloads --only g1_am_long_payloads --only g1_am_long_max --only g1_am_sources'
few="$few --only gex_am_lc_event --only g1_put_nb --only g1_get_bulk"
# shellcheck disable=SC2086
some_conform() { conforms "$@" $some; }
# shellcheck disable=SC2086
few_conform() { conforms "$@" $few; }

# Credits bound what a rank that does not poll is sent: with one, and two receives, everything still arrives.
narrow() {
  few_conform "$1" 3 GASNET_NETWORKDEPTH=1 GASNET_MPI_RECEIVES=2 GASNET_MPI_SENDS=4 "$par" && says '2 credits' &&
    bounded 2 && says "$full"
}
full=' [1-9][0-9]* times no room'
bounded() { # as many as that, and no more
  says " $1 unanswered at most" && ! grep -Ev " [0-$1] unanswered at most" "$tmp/out" | grep -q unanswered
}
flood() { # MPI RANKS TESTS...: more than there are credits for
  conforms "$1" "$2" "$par" "${@:3}" && says "$full"
}
# Names of variables that users of other libraries know.
second_names() { few_conform "$1" 3 AMMPI_NETWORKDEPTH=2 AMMPI_CREDITS_SLACK=1 "$seq" && says ' 4 credits'; }
most_credits() { few_conform "$1" 4 AMMPI_CREDITS_PP=5 AMMPI_NETWORKDEPTH=1 "$par" && says ' 5 credits'; }
no_shared_memory() { # MPI's own
  case $1 in
  openmpi) few_conform "$1" 2 OMPI_MCA_btl=tcp,self OMPI_MCA_btl_tcp_if_include=lo OMPI_MCA_pml=ob1 "$par" ;;
  *) few_conform "$1" 2 MPIR_CVAR_NOLOCAL=1 UCX_TLS=tcp,self UCX_NET_DEVICES=lo "$par" ;;
  esac
}

# --- clients that use MPI themselves -----------------------------------------

halo() { # MPI STATUS VARIANT ARGUMENTS...
  local mpi=$1 want=$2 variant=$3
  shift 3
  job "$mpi" 3 GASNET_MPI_COUNTS=1 "$build/tests/net/mpi/halo$variant-$mpi" steps=20 "$@"
  [ $? = "$want" ] && says 'halo and table agree: 3 ranks' && went_by_mpi 3 40 "$(people "$mpi")"
}
threads() { # both levels: what MPI was asked for is what the conduit has
  halo "$1" 0 -seq level=0 && says 'threads SINGLE' && halo "$1" 0 -seq level=1 && says 'threads FUNNELED' &&
    halo "$1" 0 '' level=3 talk=1 && says 'threads MULTIPLE' &&
    job "$1" 2 GASNET_MPI_COUNTS=1 GASNET_MPI_THREAD=multiple "$par" --only g1_put_nb && says 'threads MULTIPLE'
}
# Whether the job has ended with this status. MPICH's launcher kills the ranks that have not ended yet, and may take its
# status from one of them.
has_ended() { { [ $launched_by.$status = mpich.9 ] && [ "$1" != 0 ]; } || ended_with "$1"; }
one_line() { # STATUS TEXT: of the library's, so many ranks there are
  has_ended "$1" && says "$2" && [ "$(grep -c 'FATAL ERROR' "$tmp/out")" = 1 ]
}
low_level() {
  job "$1" 3 "$build/tests/net/mpi/halo-$1" level=1; one_line 1 \
    'level FUNNELED.*GASNET_PAR; expected MPI_THREAD_SERIALIZED'
}
by_other() { # a program of this MPI under the launcher of the other
  local other=mpich
  [ "$1" = openmpi ] || other=openmpi
  job "$other" 3 "$build/tests/net/mpi/halo-$1"
  one_line 1 "linked with $(people "$1"), but it was started by the mp[a-z]* of $(people \
    "$other"), .*expected the mp[a-z]* of $(people "$1")" || return 1
  job "$other" 3 GASNET_MPI_LIBRARY="$1" "$par" --only g1_startup
  one_line 1 "GASNET_MPI_LIBRARY is $(people "$1"), but it was started by"
}
unseen_launcher() { # one whose variables are not known: the sizes differ
  case $1 in
  openmpi) env -u PMIX_RANK SLURM_PROCID=0 SLURM_STEP_NUM_TASKS=4 GASNET_MPI_LIBRARY=openmpi timeout 200 "$par" --only \
    g1_startup >"$tmp/out" 2>&1 ;;
  *) env SLURM_PROCID=0 SLURM_STEP_NUM_TASKS=4 GASNET_MPI_LIBRARY=mpich timeout 200 "$par" --only g1_startup \
    >"$tmp/out" 2>&1 ;;
  esac
  status=$?
  one_line 1 'SLURM_STEP_NUM_TASKS=4, but to this MPI the job has 1 rank'
}
# MPICH's launcher kills the job's proxies while the text of MPI_Abort may still be on its way: what it says is Open
# MPI's case alone.
client_aborts() {
  limit=60 job "$1" 3 "$build/tests/net/mpi/halo-$1" end=mpi-abort code=11
  has_ended 11 && { [ "$1" = mpich ] || says 'MPI_ABORT was invoked.* 1|ORTE_ERROR_LOG'; }
}
library_aborts() {
  limit=60 job "$1" 3 "$build/tests/net/mpi/halo-$1" end=fatal; ended_badly 'FATAL ERROR rank 1/3.*the end of rank 1'
}
ended_badly() {
  [ $status != 0 ] && [ $status != 124 ] && says "$1" || { echo "status $status" >>"$tmp/out"; return 1; }
}
late() {
  limit=200 job "$1" 3 "$build/tests/net/mpi/halo-$1" end=late; ended_badly 'a message to rank [0-9] after MPI_Finalize'
}
early() {
  limit=200 job "$1" 2 "$build/tests/net/mpi/halo-$1" end=early; ended_badly 'other ranks have not come to it within'
}

# --- ends ----------------------------------------------------------------------

exits() { # MPI STATUS ARGUMENTS...
  local mpi=$1 want=$2
  shift 2
  limit=200 job "$mpi" 3 GASNET_MPI_COUNTS=1 "$build/tests/fault/exits-par-rel" "$@"
  has_ended "$want"
}
all_exits() {
  exits "$1" 7 who=all code=7 && went_by_mpi 3 1 "$(people "$1")" && exits "$1" 0 who=all code=0 &&
    went_by_mpi 3 1 "$(people "$1")" &&
    exits "$1" 4 who=all act=return code=4 && exits "$1" 0 who=all act=return code=0
}
one_exits() { # others are told, wherever they are
  exits "$1" 5 who=last code=5 others=barrier && exits "$1" 6 who=0 code=6 others=spin &&
    exits "$1" 3 who=last code=3 others=traffic
}
# Another thread ends the rank; exit within exit; children; a signal's handler. (MPI's threads keep a process whose main
# thread has ended, and its launchers take exec for a rank that never ended.)
unusual_exits() {
  exits "$1" 5 who=all act=handover code=5 && exits "$1" 5 act=handover code=5 && exits "$1" 5 act=again code=5 &&
    exits "$1" 5 act=orphan code=5 && exits "$1" 6 who=all fork=exit code=6 && exits "$1" 6 who=all fork=exec code=6 &&
    exits "$1" 9 who=last when=alarm self=poll code=9 &&
    exits "$1" 9 who=last when=alarm self=barrier others=poll code=9
}
# Threads send while their rank leaves: what comes too late is dropped. A call in a destructor is one line.
late_calls() {
  local program=$build/tests/fault/late-rel
  limit=60 job "$1" 3 "$program" when=threads what=am by=exit code=0 && limit=60 job "$1" 3 "$program" when=threads \
    what=am by=exit code=0 &&
    limit=60 job "$1" 2 "$program" when=thread what=poll || return 1
  limit=60 job "$1" 2 "$program" what=put
  ended_badly 'a call needs rank [01], but this rank has left the job'
}
leaves_in_peace() { # the others do not come: they are ended, and nothing has failed
  GASNET_EXITTIMEOUT=0.3 exits "$1" 0 who=0 code=0 others=sleep || [ "$launched_by.$status" = mpich.9 ] || return 1
  ! says 'MPI_ABORT was invoked'
}
waiting() { # MPI: ranks that are busy with each other, in the background
  in_background timeout -k 5 300 "$(launcher "$1")" -np 3 "$build/tests/fault/exits-par-rel" act=none others=traffic
  await 30 three_ranks && sleep 1
}
three_ranks() { [ "$(ranks_of_job | wc -w)" = 3 ]; }
below() { local p; for p in $(ps -o pid= --ppid "$1"); do echo "$p"; below "$p"; done; }
ranks_of_job() {
  local p; for p in $(below "${jobs[-1]}"); do grep -aq exits-par-rel "/proc/$p/cmdline" 2>/dev/null &&
    ! grep -aq mpirun "/proc/$p/cmdline" && echo "$p"; done
}
no_rank_left() { # PIDS
  await 10 all_gone "$1" || { echo "a rank is left" >>"$tmp/out"; return 1; }
}
all_gone() { local p; for p in $1; do [ ! -e "/proc/$p/exe" ] || return 1; done; }
killed_rank() {
  local ranks
  waiting "$1" || return 1
  ranks=$(ranks_of_job)
  kill -KILL "$(echo "$ranks" | tail -1)"
  job_ended
  [ $status != 0 ] && says '[Kk]illed|signal 9|KILLED|EXIT CODE: 9' && no_rank_left "$ranks"
}
killed_launcher() {
  local ranks
  waiting "$1" || return 1
  ranks=$(ranks_of_job)
  kill -TERM "${jobs[-1]}"
  job_ended
  [ $status != 0 ] && no_rank_left "$ranks"
}
stopped_rank() { # goes on
  local rank
  waiting "$1" || return 1
  rank=$(ranks_of_job | tail -1)
  kill -STOP "$rank"
  sleep 0.5
  kill -CONT "$rank"
  sleep 0.5
  three_ranks || { cp "$tmp/job" "$tmp/out"; return 1; }
  kill -TERM "${jobs[-1]}"
  job_ended
  return 0
}
# Ranks on hosts of their own, which MPI's launcher reaches as by ssh; without GASNET_SUPERNODE_MAXSIZE, so that ranks
# of one host would not go by MPI.
on_hosts() { # MPI RANKS PROGRAM ARGUMENTS...
  launched_by=$1
  timeout -k 5 300 python3 "$here/hosts.py" "$@" >"$tmp/out" 2>&1
  status=$?
  return $status
}
two_hosts() {
  on_hosts "$1" 2 "$build/tests/net/mpi/halo-$1" steps=20 code=3
  [ $status = 77 ] && return 77
  has_ended 3 && says 'halo and table agree: 2 ranks' && went_by_mpi 2 40 "$(people "$1")"
}
two_jobs() {
  in_background timeout -k 5 300 "$(launcher "$1")" -np 2 "$par" --only g1_rma
  few_conform "$1" 2 "$par" && wait "${jobs[-1]}" && grep -q '^[0-9]* passed, 0 failed' "$tmp/job"
}

# --- gasnetrun, settings, the build --------------------------------------------

by_gasnetrun() {
  GASNET_MPI_LIBRARY=$1 GASNET_MPI_COUNTS=1 timeout 200 "$build/gasnetrun" -c mpi -n 3 "$par" --only g1_put_nb \
    >"$tmp/out" 2>&1 &&
    went_by_mpi 3 40 "$(people "$1")" || return 1
  local program=$build/tests/net/mpi/.libs/halo-$1 # not libtool's script, which names no MPI
  export LD_LIBRARY_PATH=$build/.libs
  GASNET_MPI_COUNTS=1 timeout 200 "$build/gasnetrun" -c mpi -n 3 "$program" code=0 >"$tmp/out" 2>&1 &&
    went_by_mpi 3 40 "$(people "$1")" || return 1
  timeout 200 "$build/gasnetrun" -c mpi -n 2 "$program" code=6 >"$tmp/out" 2>&1
  status=$?
  unset LD_LIBRARY_PATH
  [ $status = 6 ]
}
refusals() {
  refused 1 'conduit mpi does not fork ranks; expected .*gasnetrun -c mpi' env GASNET_PSHM_NODES=2 "$par" &&
    refused 1 'spawner ssh, and conduit mpi; expected mpi or pmi' env GASNET_MPI_SPAWNER=ssh "$par" &&
    refused 1 'GASNET_MPI_THREAD=lots; expected SINGLE, FUNNELED, SERIALIZED or MULTIPLE' env GASNET_MPI_THREAD=lots \
    "$par" &&
    refused 1 'GASNET_MPI_LIBRARY=lam; expected openmpi or mpich' env GASNET_MPI_LIBRARY=lam "$par" &&
    refused 2 'conduit mpi does not start ranks so; expected mpi or pmi' "$build/gasnetrun" -c mpi -spawner=fork -n 2 \
    "$par" &&
    refused 2 'conduit mpi does not start ranks so' "$build/gasnetrun" -c mpi -spawner=ssh -H localhost -n 2 "$par" &&
    refused 2 'hosts are chosen by the process manager' "$build/gasnetrun" -c mpi -spawner=mpi -H a,b -n 2 "$par" &&
    refused 127 'MPIRUN_CMD: cannot run nosuchrun' env MPIRUN_CMD='nosuchrun %N %C' "$build/gasnetrun" -c mpi -n 2 \
    "$par" &&
    refused 1 'hyd_conduit_mpi_[a-z]*.so.*expected the module' env GASNET_CONDUIT_PATH=/nowhere "$par"
}
# Ranks that differ would wait for each other.
other_credits() {
  local text='#!/bin/sh\nexport GASNET_NETWORKDEPTH=$((${OMPI_COMM_WORLD_RANK:-$PMI_RANK} + 3))\nexec "$@"\n'
  # shellcheck disable=SC2059
  printf "$text" >"$tmp/each" && chmod +x "$tmp/each"
  limit=200 job "$1" 2 "$tmp/each" "$par" --only g1_startup
  ended_badly 'has [0-9]* credits, this rank [0-9]*; expected one GASNET_NETWORKDEPTH'
}
# MPI is in its modules alone, and these call only what is two-sided and collective.
build_is_clean() {
  local f
  for f in "$build"/.libs/libgasnet*.so "$build"/.libs/hyd_conduit_[!m]*.so; do
    [ ! -f "$f" ] || ! readelf -d "$f" | grep -i 'NEEDED.*libmpi' >>"$tmp/out" || return 1
  done
  ! grep -iE -- '-lmpi|/(open)?mpi(ch)?/' "$build"/mpi-conduit/*.mak "$build"/mpi-conduit/*.pc >>"$tmp/out" || return 1
  grep -q 'LD_REQUIRES_MPI = 0' "$build/mpi-conduit/mpi-par.mak" || return 1
  for f in "$build"/.libs/hyd_conduit_mpi_*.so; do
    ! nm -D --undefined-only "$f" |
      grep -E 'MPI_(I?m?probe|Cancel|Put|Get$|R?get|R?put|Win_|Accumulate|Recv_init|Send_init|Start)' >>"$tmp/out" ||
      return 1
  done
}

# gasnet-mpi(7)'s example, by the commands that are there.
example() { # MPI
  local page=$here/../../../contrib/doc/man/gasnet-mpi.7.md bin=$tmp/bin-$1
  case $build in
  *' '*) echo "the page's command takes no blank in the path of a build tree" >"$tmp/out"; return 77 ;;
  esac
  mkdir -p "$bin"
  printf '#!/bin/sh\nexec %s "$@"\n' "mpicc.$1" >"$bin/mpicc"
  printf '#!/bin/sh\nexec %s "$@"\n' "$(launcher "$1")" >"$bin/mpirun"
  chmod +x "$bin"/mpi*
  sed -n '/^# AN EXAMPLE/,/^# BESIDE/s/^    //p' "$page" >"$bin/text"
  sed '/^\$ /,$d' "$bin/text" >"$bin/example.c"
  (cd "$bin" && PATH=$bin:$PATH PKG_CONFIG_PATH=$build/mpi-conduit timeout 120 bash -e <(sed -n 's/^\$ //p' text)) \
    >"$tmp/out" 2>&1 &&
    says "$(sed -n '/^rank /p' "$bin/text")" && [ "$(grep -c "^mpi conduit: rank [01]: by $(people "$1")" "$tmp/out")" \
    = 2 ]
}

# As many words as by shared memory, and as one process counts (--check); without what MPI's launcher says.
words() { grep -v -e ' ranks\{0,1\} on ' -e ' s, .* messages ' -e '^mpi conduit' -e '^\[' -e agrees -e '^$'; }
kmers() { # MPI COMMAND...: which starts four ranks of what follows
  local mpi=$1 alone arguments=(-k 11 --query ACGTACGTACG "$tmp/long.fa")
  [ -x "$build/kmer" ] || { echo 'kmer was not built' >"$tmp/out"; return 77; }
  awk 'BEGIN { srand(8); print ">long"; l = "ACGT"
    for (i = 0; i < 20000; i++) { s = ""; for (j = 0; j < 80; j++) s = s substr(l, int(rand() * 4) + 1, 1); print s }
  }' >"$tmp/long.fa"
  alone=$(GASNET_CONDUIT=smp GASNET_PSHM_NODES=4 "$build/kmer" "${arguments[@]}" | words)
  "${@:2}" "$build/kmer" --check "${arguments[@]}" || return
  went_by_mpi 4 40 "$(people "$mpi")" || return 1
  [ -n "$alone" ] && [ "$alone" = "$(words <"$tmp/out")" ] || { printf 'alone:\n%s\n' "$alone" >>"$tmp/out"; return 1; }
}

bound() { job "$1" 3 "$build/tests/conform/gex-bind-everything" launched && says '^ok gex_bind on 3 ranks'; }
run build build_is_clean
run refusals refusals
for m in "${mpis[@]}"; do
  run "$m-par-2" some_conform "$m" 2 "$par"
  run "$m-seq-3" second_names "$m"
  run "$m-par-4" most_credits "$m"
  run "$m-narrow" narrow "$m"
  run "$m-bound-segment" bound "$m"
  run "$m-no-shared-memory" no_shared_memory "$m"
  run "$m-halo" halo "$m" 3 '' end=exit code=3
  run "$m-halo-gasnet-first" halo "$m" 4 -seq first=gasnet end=finalise code=4
  run "$m-threads" threads "$m"
  run "$m-low-level" low_level "$m"
  run "$m-client-aborts" client_aborts "$m"
  run "$m-library-aborts" library_aborts "$m"
  run "$m-all-exit" all_exits "$m"
  run "$m-one-exits" one_exits "$m"
  run "$m-late-calls" late_calls "$m"
  run "$m-leaves-in-peace" leaves_in_peace "$m"
  run "$m-killed-rank" killed_rank "$m"
  run "$m-gasnetrun" by_gasnetrun "$m"
  run "$m-two-hosts" two_hosts "$m"
  run "$m-example" example "$m"
  [ ${#mpis[@]} = 1 ] || run "$m-by-the-other" by_other "$m"
done
[ -n "$whole" ] || cases_end
export CONFORM_TIMEOUT=1800
limit=3600
for m in "${mpis[@]}"; do
  run "$m-late" late "$m"
  run "$m-killed-launcher" killed_launcher "$m"
  run "$m-unusual-exits" unusual_exits "$m"
  run "$m-halo-finalise-exit" halo "$m" 5 '' end=finalise-exit code=5
  run "$m-other-credits" other_credits "$m"
  run "$m-unseen-launcher" unseen_launcher "$m"
  run "$m-par-1" few_conform "$m" 1 "$par"
  run "$m-early" early "$m"
  run "$m-flood" flood "$m" 3 --only g1_many_outstanding
  run "$m-flood-pollers" flood "$m" 4 --only gex_flood_pollers
  run "$m-two-jobs" two_jobs "$m"
  run "$m-stopped-rank" stopped_rank "$m"
  run "$m-kmer" kmers "$m" job "$m" 4 GASNET_MPI_COUNTS=1
  run "$m-kmer-four-hosts" kmers "$m" on_hosts "$m" 4
done
n=0
for config in par-fast-rel seq-fast-dbg par-everything-rel seq-everything-dbg; do
  for ranks in 1 2 3 4; do
    m=${mpis[(n + ranks) % ${#mpis[@]}]}
    run "$m-whole-$config-$ranks" conforms "$m" "$ranks" "$build/tests/conform/conform-$config"
  done
  n=$((n + 1))
done
cases_end
