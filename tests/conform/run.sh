#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# run.sh: runs the conformance programs with several numbers of ranks and conduits, two jobs at a
# time at most, and sums their tests.
#
#   tests/conform/run.sh [options] [-- arguments for the programs, as --only NAME]
#     --dir DIR        where the programs are (default: tests/conform of the current directory)
#     --config GLOB    only these, as 'par-*-dbg' (default: all)
#     --ranks LIST     numbers of ranks, as '1,2,8' (default: 1,2,3,4,8 for par-fast-rel, 1,3 for
#                      seq-fast-dbg, 4 for parsync-everything-rel, 2 for par-everything-dbg; else 2
#                      for release, 3 for checking programs)
#     --conduit LIST   of smp, alone, template, udp (default: these four), ofi, ofi:PROVIDER; alone is smp
#                      without shared memory between ranks; all but smp run only par-fast-rel on 2 ranks,
#                      and template, udp and ofi also seq-everything-dbg on 3. With --config or --ranks every
#                      program on every conduit, on all of the ranks: --config '*' is the whole matrix
#     --jobs N         1 or 2 jobs at a time (default: 2)
#     --extra WHICH    yes, no: also the runs with special settings (default: yes, unless arguments follow --);
#                      only: these alone
#     --quick          par-fast-rel on 3 ranks, seq-fast-dbg on 1 and 3, parsync-everything-rel
#                      on 2, all on smp; the first two also alone, on 2, as far as messages take the
#                      place of shared memory there
#     --logs DIR       keep logs there (default: a temporary directory, removed if all pass)
#     --timeout SEC    for one job (default: 600)
#
# A job that dies counts as one failure for the test that was running; the job is then started again
# after that test. Exit status: 0 if no test failed, 2 if NAME is no test's, 77 if there is no program to run.
set -u
set -o pipefail

dir= config='*' ranks= conduits=udp,template,alone,smp jobs=2 extra= quick= logs= limit=600 selected=
while [ $# -gt 0 ]; do
  case $1 in
  --dir) dir=$2; shift 2 ;;
  --config) config=$2; selected=1; shift 2 ;;
  --ranks) ranks=$2; selected=1; shift 2 ;;
  --conduit) conduits=$2; shift 2 ;;
  --jobs) jobs=$2; shift 2 ;;
  --extra) extra=$2; shift 2 ;;
  --quick) quick=1; shift ;;
  --logs) logs=$2; shift 2 ;;
  --timeout) limit=$2; shift 2 ;;
  --) shift; break ;;
  *) sed -n '3,27s/^# \{0,1\}//p' "$0"; exit 2 ;;
  esac
done
program_args=("$@")
[ "$jobs" = 1 ] || jobs=2
[ -z "$quick" ] || conduits=alone,smp # what takes longest first
[ -n "$extra" ] || { [ $# -gt 0 ] && extra=no || extra=yes; }
if [ -z "$dir" ]; then
  dir=${abs_top_builddir:-$PWD}/tests/conform
  [ -d "$dir" ] || dir=$(cd "$(dirname "$0")" && pwd)
fi
keep=$logs
[ -n "$logs" ] || logs=$(mktemp -d "${TMPDIR:-/tmp}/conform.XXXXXX") || exit 99
mkdir -p "$logs/sums" || exit 99
trap 'kill $(jobs -p) 2>/dev/null; exit 143' TERM INT HUP

# What a rank finds in its environment (g1_environment).
export CONFORM_ENV_PROBE='a value, with spaces = and %20 signs' CONFORM_ENV_EMPTY=
export GASNET_QUIET=1
# Freed memory stays with the process: to map and unmap it is half of what the large tests cost.
export MALLOC_MMAP_THRESHOLD_=33554432 MALLOC_TRIM_THRESHOLD_=1000000000
unset GASNET_PSHM_NODES GASNET_SUPERNODE_MAXSIZE GASNET_CONDUIT GASNET_MAX_SEGSIZE

# one LABEL COMMAND...: runs a job to its end, restarting after a test that killed it; leaves
# "passed failed skipped" in sums/LABEL.
one() {
  local label=$1 log="$logs/$1.log" after=() tries=0 last rc passed failed skipped
  shift
  : >"$log"
  while :; do
    timeout -k 10 "$limit" "$@" ${after[@]+"${after[@]}"} >"$log.part" 2>&1 </dev/null
    rc=$?
    cat "$log.part" >>"$log"
    grep -q '^[0-9]* passed, [0-9]* failed, [0-9]* skipped$' "$log.part" && break
    last=$(sed -n 's/^# start //p' "$log.part" | tail -1)
    if [ -z "$last" ] || [ $((tries += 1)) -gt 8 ]; then
      echo "not ok job-did-not-start status $rc" >>"$log"
      break
    fi
    echo "not ok $last the job ended with status $rc" >>"$log"
    after=(--after "$last")
  done
  if [ $rc -ne 0 ] && ! grep -q '^not ok' "$log"; then
    echo "not ok exit-status $rc although all tests passed" >>"$log"
  fi
  rm -f "$log.part"
  passed=$(grep -c '^ok ' "$log")
  failed=$(grep -c '^not ok ' "$log")
  skipped=$(grep -c '^skip ' "$log")
  echo "$passed $failed $skipped" >"$logs/sums/$label"
  printf '%-44s %4d passed %3d failed %3d skipped  %s\n' "$label" "$passed" "$failed" "$skipped" \
    "$([ "$failed" = 0 ] || sed -n 's/^not ok \([^ ]*\).*/\1/p' "$log" | head -4 | tr '\n' ' ')"
}

started=0
# start LABEL COMMAND...: the same in the background, when there is room.
start() {
  started=$((started + 1))
  while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do wait -n 2>/dev/null || sleep 0.1; done
  one "$@" &
}

configs() {
  local c
  for c in {seq,par,parsync}-{fast,everything}-{rel,dbg}; do
    # shellcheck disable=SC2254
    case $c in $config) [ -x "$dir/conform-$c" ] && echo "$c" ;; esac
  done
}

# A name that is no test's: said once, in place of by each job.
for c in $(configs); do
  "$dir/conform-$c" --list ${program_args[@]+"${program_args[@]}"} >/dev/null || exit
  break
done

# How a program of the given configuration is to be run on this conduit: default numbers of ranks.
ranks_for() {
  local conduit=$1 c=$2
  if [ -n "$quick" ]; then
    case $c-$conduit in
    par-fast-rel-smp) echo 3 ;;
    seq-fast-dbg-smp) echo 1 3 ;;
    parsync-everything-rel-smp) echo 2 ;;
    par-fast-rel-alone | seq-fast-dbg-alone) echo 2 ;;
    esac
  elif [ -n "$selected" ]; then
    echo "${ranks:-1,2,3,4,8}" | tr , ' '
  else
    case $c-$conduit in
    par-fast-rel-smp) echo 1 2 3 4 8 ;;
    seq-fast-dbg-smp) echo 1 3 ;;
    parsync-everything-rel-smp) echo 4 ;;
    par-everything-dbg-smp) echo 2 ;;
    *-rel-smp | par-fast-rel-*) echo 2 ;;
    *-dbg-smp | seq-everything-dbg-template | seq-everything-dbg-udp | seq-everything-dbg-ofi*) echo 3 ;;
    esac
  fi
}

settings() {
  case $1 in
  smp) echo X=1 ;;
  alone) echo GASNET_SUPERNODE_MAXSIZE=1 ;;
  template) echo GASNET_CONDUIT=template GASNET_SUPERNODE_MAXSIZE=1 ;;
  udp) echo GASNET_CONDUIT=udp GASNET_SUPERNODE_MAXSIZE=1 ;;
  ofi) echo GASNET_CONDUIT=ofi GASNET_SUPERNODE_MAXSIZE=1 GASNET_OFI_COUNTS=1 GASNET_NO_CMA=1 ;;
  ofi:*) echo GASNET_CONDUIT=ofi GASNET_SUPERNODE_MAXSIZE=1 GASNET_OFI_COUNTS=1 GASNET_NO_CMA=1 \
    "GASNET_OFI_PROVIDER=${1#ofi:}" ;;
  *) echo "run.sh: unknown conduit $1" >&2; exit 2 ;;
  esac
}

# Arguments for the programs on a conduit: the short matrix runs alone only what goes other ways then.
arguments_for() {
  local g
  if [ -n "$quick" ] && [ "$1" = alone ]; then
    for g in g1_{am_flood,rma,val,barrier,threads} gex_{progress,barrier,rma,nbi,threads,vis_events} \
      gex_{ad_contend,coll,reduce_user,npam}; do
      echo "--only $g"
    done
  fi
}

main_runs() {
  local conduit c n
  for conduit in ${conduits//,/ }; do
    for c in $(configs); do
      for n in $(ranks_for "$conduit" "$c"); do
        # shellcheck disable=SC2046
        start "$c-$conduit-$n" env $(settings "$conduit") GASNET_PSHM_NODES="$n" \
          "$dir/conform-$c" $(arguments_for "$conduit") ${program_args[@]+"${program_args[@]}"}
      done
    done
  done
}

# Runs in which a setting changes what is seen: the segment bound in every notation, the largest
# segment on all ranks at once, VIS algorithms that are not chosen by themselves, ranks that are
# neighbours of some and not of others, collectives that leave shared memory alone, EVERYTHING without
# the kernel's copies, transfers above 4 GiB.
extra_runs() {
  local p="$dir/conform-par-fast-rel" i=0 spec bytes vis_groups=() g
  for g in g1_vis gex_vis_{vector,indexed,strided,events,peer,edges,where}; do
    vis_groups+=(--only "$g")
  done
  [ -x "$p" ] || return
  while read -r spec bytes; do
    start "segsize-$((i += 1))" env GASNET_PSHM_NODES=2 GASNET_MAX_SEGSIZE="$spec" \
      CONFORM_EXPECT_MAXSEG="$bytes" "$p" --only g1_segment_bound --only g1_segment_limits
  done <<'SIZES'
16MB 16777216
16m/P 16777216
0x1000000 16777216
16384KB/p 16777216
0.03125GB 33554432
33554432/P 33554432
SIZES
  for spec in seq-fast-rel parsync-fast-rel par-fast-rel; do
    p="$dir/conform-$spec"
    [ -x "$p" ] && start "segment-max-$spec" env GASNET_PSHM_NODES=3 CONFORM_SEGMENT=max "$p" \
      --only g1_job --only g1_rma
  done
  for spec in pack single; do
    start "vis-$spec" env GASNET_PSHM_NODES=3 GASNET_VIS_ALGORITHM=$spec "$p" "${vis_groups[@]}"
    start "vis-$spec-apart" env GASNET_PSHM_NODES=2 GASNET_VIS_ALGORITHM=$spec \
      GASNET_SUPERNODE_MAXSIZE=1 GASNET_NO_CMA=1 "$dir/conform-seq-everything-dbg" "${vis_groups[@]}"
  done
  for spec in seq-fast-dbg par-fast-rel; do
    p="$dir/conform-$spec"
    [ -x "$p" ] && start "atomics-in-pairs-$spec" env GASNET_PSHM_NODES=4 GASNET_SUPERNODE_MAXSIZE=2 "$p" \
      --only gex_ad_contend --only gex_ad_order --only gex_ad_domain
  done
  for spec in seq-fast-dbg par-fast-rel; do
    p="$dir/conform-$spec"
    [ -x "$p" ] && start "collectives-by-messages-$spec" env GASNET_PSHM_NODES=8 GASNET_COLL_SHARED=0 "$p" \
      --only gex_coll --only gex_team --only gex_reduce --only gex_reduce_user --only gex_barrier
  done
  p="$dir/conform-par-everything-rel"
  start "par-fast-rel-template-by-twos-4" env GASNET_CONDUIT=template GASNET_SUPERNODE_MAXSIZE=2 \
    GASNET_PSHM_NODES=4 "$dir/conform-par-fast-rel"
  [ ! -x "$p" ] || start "par-everything-rel-no-cma-2" env GASNET_NO_CMA=1 GASNET_PSHM_NODES=2 "$p"
  big_runs
}

# Alone, one after the other, as each takes 9 GiB of memory.
big_runs() {
  local spec
  for spec in par-fast-rel par-everything-rel; do
    [ -n "$selected" ] || [ $spec = par-fast-rel ] || continue
    wait
    [ ! -x "$dir/conform-$spec" ] || start "above-4-gib-$spec" env GASNET_PSHM_NODES=2 \
      GASNET_MAX_SEGSIZE=4200MB CONFORM_SEGMENT=max CONFORM_TIMEOUT=300 "$dir/conform-$spec" \
      --only gex_big
  done
  wait
  start "ten-million-pieces-apart" env GASNET_PSHM_NODES=2 GASNET_SUPERNODE_MAXSIZE=1 \
    GASNET_MAX_SEGSIZE=4200MB CONFORM_SEGMENT=max CONFORM_TIMEOUT=300 "$dir/conform-par-fast-rel" \
    --only gex_big_list
  wait
}

[ "$extra" = only ] || main_runs
[ "$extra" = no ] || [ -n "$quick" ] || extra_runs
wait
if [ $started = 0 ]; then
  echo "run.sh: no program in $dir (make check builds them)"
  exit 77
fi
reported=$(ls "$logs/sums" 2>/dev/null | wc -l)
total=$(cat "$logs"/sums/* 2>/dev/null | awk '{p += $1; f += $2; s += $3} END {print p + 0, f + 0, s + 0}')
read -r passed failed skipped <<<"$total"
if [ "$reported" != $started ]; then
  echo "run.sh: the results of $((started - reported)) of $started jobs are lost"
  failed=$((failed + started - reported))
fi
if [ "$failed" != 0 ]; then
  echo "logs: $logs"
elif [ -z "$keep" ]; then
  rm -rf "$logs"
fi
echo "$skipped skipped"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
