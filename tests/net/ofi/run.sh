#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# run.sh: the ofi conduit over libfabric's software providers. Run in the build tree.
#
#   tests/net/ofi/run.sh [options]
#     --whole         also the conformance suite as a whole: over each of four providers in each of four builds (seq and
#                     par, FAST and EVERYTHING) once, so that each pair of provider, build and 1 to 4 ranks is among
#                     them; over the strict provider in each profile, and 20 seeds of a short form of it; k-mer counts
#                     on four hosts; all ways in which jobs end. About an hour of two cores
#     --only GLOBS    cases with these names, as 'whole-*,ends-*'
#     --list          the names
#     --logs DIR      keep there what failed cases said
#
# Ranks do not share memory, and each case asserts by the conduit's counts that messages, puts and gets went by
# libfabric. Status: 0, 1 if a case failed, 77: this build has no ofi conduit, or libfabric offers nothing here.
set -u
# shellcheck source=tests/net/cases.sh
. "$(dirname "$0")/../cases.sh"
cases_options "$@"
limit=900 per_test=240
[ -z "$whole" ] || limit=3600 per_test=1800
suite=$build/tests/conform/conform-par-fast-rel strict_dir=$build/tests/net/strictfi/.libs
[ -n "$list" ] || { [ -f "$build/.libs/hyd_conduit_ofi.so" ] && [ -x "$suite" ]; } ||
  { echo 'skip: there is no ofi conduit in this build'; exit 77; }
cases_begin ofi 'GASNET|FI'
export GASNET_CONDUIT=ofi GASNET_SUPERNODE_MAXSIZE=1 GASNET_NO_CMA=1 GASNET_CONDUIT_PATH=$build/.libs \
  CONFORM_TIMEOUT=$per_test

# count WHAT: the least number of `WHAT` that a rank has said at its end; empty: none did.
count() {
  sed -n "s/^ofi conduit: rank [0-9]*: \(.*[ (]\)\{0,1\}\([0-9][0-9]*\) $1.*/\2/p" "$tmp/out" | sort -n | head -1
}
went_by_libfabric() { # RANKS: each rank sent messages, puts and gets, and no fewer puts than the client
  local what n
  [ "$(grep -c '^ofi conduit: rank [0-9]*: [0-9]* messages' "$tmp/out")" = "$1" ] ||
    { echo 'no counts' >>"$tmp/out"; return 1; }
  ! grep -q '^ofi conduit: rank [0-9]*: .* [1-9][0-9]* dropped' "$tmp/out" ||
    { echo 'messages were dropped' >>"$tmp/out"; return 1; }
  for what in messages puts gets; do
    n=$(count "$what")
    [ "${n:-0}" -gt 40 ] || { echo "only ${n:-0} $what" >>"$tmp/out"; return 1; }
  done
}
# RANKS [NAME=VALUE...] [ARGUMENTS...]: the suite passes. On a busy machine it takes a while until ranks have said
# goodbye.
conforms() {
  local ranks=$1 set=()
  shift
  while [[ ${1-} == *=* ]]; do set+=("$1"); shift; done
  env GASNET_PSHM_NODES="$ranks" GASNET_OFI_COUNTS=1 GASNET_EXITTIMEOUT=30 ${set[@]+"${set[@]}"} timeout -k 5 "$limit" \
    "$suite" "$@" >"$tmp/out" 2>&1 &&
    says '^[0-9]* passed, 0 failed' && { [ "$ranks" = 1 ] || went_by_libfabric "$ranks"; }
}
tests() { printf -- ' --only %s' "$@"; }
some=$(tests g1_rma g1_am_forms gex_am_lc)
few=$(tests g1_am_medium_payloads g1_am_long_payloads g1_am_long_max g1_am_sources gex_am_lc_event gex_am_lc_big \
  g1_put_nb g1_get_bulk)
fewest=$(tests g1_put g1_get_bulk g1_am_medium_payloads)
vis=$(tests gex_vis_vector gex_vis_indexed gex_vis_strided gex_vis_events gex_vis_edges gex_vis_where)
# shellcheck disable=SC2086
some_conform() { conforms "$@" $some; }
# shellcheck disable=SC2086
few_conform() { conforms "$@" $few; }
# shellcheck disable=SC2086
fewest_conform() { conforms "$@" $fewest; }
not_started() { refused 1 "$1" env GASNET_PSHM_NODES=2 "${@:2}" "$suite" --only g1_startup; } # TEXT [NAME=VALUE...]

# --- providers, sizes and ways -------------------------------------------------

run tcp some_conform 2 GASNET_OFI_PROVIDER='tcp;ofi_rxm'
run net some_conform 2 GASNET_OFI_PROVIDER=net
run shm some_conform 3 GASNET_OFI_PROVIDER=shm
run rxd some_conform 2 GASNET_OFI_PROVIDER='udp;ofi_rxd'
run sockets fewest_conform 2 GASNET_OFI_PROVIDER=sockets
run longs-wait few_conform 2 GASNET_OFI_LONGS=wait
run longs-fetch few_conform 2 GASNET_OFI_LONGS=fetch
run puts-flush few_conform 2 GASNET_OFI_PUTS=flush GASNET_OFI_RMA_INJECT_LIMIT=8
run puts-each few_conform 2 GASNET_OFI_PUTS=each
run puts-net some_conform 2 GASNET_OFI_PUTS=flush GASNET_OFI_PROVIDER=net
run memory-local few_conform 2 GASNET_OFI_MEMORY=local GASNET_OFI_NUM_BBUFS=4 GASNET_OFI_MAX_REQUEST_BUFFS=4
run memory-segment few_conform 2 GASNET_OFI_MEMORY=segment
run single-receives few_conform 2 GASNET_OFI_RECEIVE_BUFF_SIZE=recv GASNET_OFI_CREDITS=1
run small-mediums few_conform 2 GASNET_OFI_MAX_MEDIUM=4032 GASNET_OFI_INJECT_LIMIT=0 GASNET_OFI_RMA_INJECT_LIMIT=0
run large-mediums few_conform 2 GASNET_OFI_MAX_MEDIUM=65000 GASNET_OFI_NUM_RECEIVE_BUFFS=2 \
  GASNET_OFI_RECEIVE_BUFF_SIZE=128K
# shellcheck disable=SC2046,SC2086
parts() { # NAME=VALUE...: mediums go in several messages, which wait for room
  conforms 2 GASNET_OFI_PROVIDER=shm "$@" $few $(tests g1_am_flood gex_am_flood gex_am_lc) &&
    [ "$(count 'in parts')" -gt 40 ]
}
run parts parts
run parts-small parts GASNET_OFI_AM_INJECT_LIMIT=1100
run no-thread few_conform 2 GASNET_OFI_THREAD=0
network_atomics() {
  conforms 2 GASNET_OFI_ATOMICS=1 --only g1_rma --only gex_ad_cas_once && [ "$(count atomics)" -gt 0 ]
}
run atomics network_atomics

# Pieces of 5,000 bytes, which a medium could hold, go by put and get, several of them as one operation.
# shellcheck disable=SC2046
pieces() { # NAME=VALUE...
  conforms 2 "$@" $(tests gex_vis_strided_rows g1_rma) && [ "$(count 'of several pieces')" -gt 0 ]
}
run pieces-tcp pieces GASNET_OFI_PROVIDER='tcp;ofi_rxm'
run pieces-shm pieces GASNET_OFI_PROVIDER=shm
# The suite's transfers of all kinds, each piece by put and get.
# shellcheck disable=SC2086
single() { # NAME=VALUE...
  conforms 2 GASNET_VIS_ALGORITHM=single "$@" $vis &&
    [ "$(count 'of several pieces')" -gt 99 ]
}
run pieces-all-tcp single GASNET_OFI_PROVIDER='tcp;ofi_rxm'
run pieces-all-shm single GASNET_OFI_PROVIDER=shm

# What libfabric reads of its settings: ours, but the user's where there are any.
defaults() {
  local says_so=(FI_LOG_LEVEL=info FI_LOG_PROV=core)
  fewest_conform 2 "${says_so[@]}" && says 'read .* var mr_cache_monitor=disabled' &&
    says 'read .* var mr_cache_max_count=0$' &&
    says 'read .* var universe_size=2$' && fewest_conform 2 "${says_so[@]}" FI_UNIVERSE_SIZE=7 \
    FI_MR_CACHE_MAX_COUNT=33 &&
    says 'read .* var universe_size=7$' && says 'read .* var mr_cache_max_count=33$' &&
    ! grep -qE 'universe_size=2$|mr_cache_max_count=0$' "$tmp/out"
}
run defaults defaults

# --- the strict provider ---------------------------------------------------------

strict() { # PROFILE SEED [NAME=VALUE...] [ARGUMENTS...]: with receive buffers that come back often
  conforms 2 FI_PROVIDER_PATH="$strict_dir" FI_PROVIDER=strict GASNET_OFI_PROVIDER=strict FI_STRICT_LIKE="$1" \
    FI_STRICT_SEED="$2" GASNET_OFI_NUM_RECEIVE_BUFFS=2 GASNET_OFI_RECEIVE_BUFF_SIZE=32K "${@:3}"
}
# shellcheck disable=SC2046
strict_some() { strict "$@" $(tests g1_put_nb g1_get_bulk g1_am_long_payloads g1_am_sources gex_am_lc_big); }
strict_everything() { # memory outside of segments, by firehose
  local suite=$build/tests/conform/conform-par-everything-rel; strict_some "$1" 1
}
strict_seeds() { # PROFILE
  local seed
  for seed in $(seq 20); do strict_some "$1" "$seed" || { echo "FI_STRICT_SEED=$seed" >>"$tmp/out"; return 1; }; done
}
# shellcheck disable=SC2046
strict_pieces() { # PROFILE
  strict "$1" 1 GASNET_VIS_ALGORITHM=single $(tests gex_vis_vector gex_vis_leaf gex_vis_lc g1_am_medium_payloads)
}
# The endpoint of the first choice cannot be enabled: all ranks take the next one.
strict_next() {
  fewest_conform 2 FI_PROVIDER_PATH="$strict_dir" FI_PROVIDER=strict,tcp FI_STRICT_ENABLE_FAILS=1 \
    GASNET_OFI_LIST_DEVICES=1 && says 'used is tcp'
}
# An endpoint that has less than was offered, as after an upgrade: single receives, shorter mediums.
strict_less() {
  strict_some tcp 1 FI_STRICT_LESS=1 GASNET_OFI_LIST_DEVICES=1 && says 'single receives, mediums of 3984,'
}
# Memory that is replaced all the time, read-only memory, little room for registrations (tests/net/ibv/torture.c).
torture() { # SUFFIX PROFILE SEED ROUNDS
  local suite=$build/tests/net/ibv/torture$1
  env GASNET_PSHM_NODES=2 GASNET_OFI_COUNTS=1 GASNET_EXITTIMEOUT=30 GASNET_FIREHOSE_M=2MB \
    GASNET_FIREHOSE_MAXVICTIM_M=1536KB GASNET_FIREHOSE_MAXREGIONS=6 FI_PROVIDER_PATH="$strict_dir" FI_PROVIDER=strict \
    GASNET_OFI_PROVIDER=strict FI_STRICT_LIKE="$2" FI_STRICT_SEED="$3" timeout -k 5 "$limit" "$suite" "$3" "$4" 4 \
    >"$tmp/out" 2>&1 &&
    says "^2 ranks, seed $3: all bytes of $4 rounds are right" && went_by_libfabric 2
}
profiles='tcp verbs efa efa-direct cxi opx worst'
if [ -n "$list" ] || [ -f "$strict_dir/strict-fi.so" ]; then
  for like in $profiles; do run "strict-$like" strict_some "$like" 1; done
  for like in verbs cxi; do run "strict-$like-everything" strict_everything "$like"; done
  for like in verbs worst; do run "torture-$like" torture -everything "$like" 1 10; done
  for like in tcp verbs; do run "strict-$like-pieces" strict_pieces "$like"; done
  for like in tcp verbs efa; do run "strict-$like-flush" strict_some "$like" 1 GASNET_OFI_PUTS=flush; done
  # shellcheck disable=SC2046
  run strict-flood strict tcp 1 $(tests g1_flood_short g1_put_nb g1_get_bulk) # queues are as long as they need to be
  run strict-next-choice strict_next
  run strict-less strict_less
fi

# --- paged segments (netvm(7)): libfabric and the kernel get none of their addresses --------

kinds=$build/tests/unit/kinds
[ -x "$kinds/.libs/netvm" ] && kinds=$kinds/.libs
paged() { # RANKS PROGRAM ARGUMENTS...
  env GASNET_PSHM_NODES="$1" GASNET_KIND_PATH="$build/core/kinds/.libs" GASNET_OFI_PROVIDER='tcp;ofi_rxm' \
    NETVM_CALLS=1 LD_PRELOAD="$tmp/netvm_file.so" NETVM_GATE="$tmp/gate" LD_LIBRARY_PATH="$build/.libs" \
    timeout -k 5 300 "${@:2}" >"$tmp/out" 2>&1
}
# shellcheck disable=SC2046
paged_conform() {
  CONFORM_SEGMENT=paged paged 2 "$suite" $(tests gex_rma gex_vis_strided gex_vis_events gex_ad gex_am_lc gex_nbi)
}
# Without the capability to serve faults of system calls, which a user does not have: what the network brings goes
# round.
paged_unprivileged() {
  local without=()
  [ "$(id -u)" != 0 ] || without=(setpriv --bounding-set=-sys_ptrace)
  CONFORM_SEGMENT=paged paged 2 "${without[@]}" "$suite" $(tests gex_am_lc)
}
if [ -n "$list" ] || { [ -f "$build/core/kinds/.libs/hyd_kind_netvm.so" ] &&
  [ -f "$build/tests/unit/kinds/netvm_file.so" ]; }; then
  [ -n "$list" ] || ln -s "$build/tests/unit/kinds/netvm_file.so" "$tmp/" # LD_PRELOAD takes no blanks
  run paged-absent paged 3 "$kinds/netvm_absent" wait "$tmp/gate" "$tmp/held"
  touch "$tmp/gate"
  run paged paged 2 "$kinds/netvm" course 50
  run paged-mixed paged 2 "$kinds/netvm_absent" mixed
  run paged-conform paged_conform
  run paged-unprivileged paged_unprivileged
fi

# --- what is refused -------------------------------------------------------------

# A network namespace: as its user's root only where one must be, since that writes to /proc, which may be read-only.
in_net=(unshare -n)
unshare -n true 2>/dev/null || in_net=(unshare -rn)
can_net() { "${in_net[@]}" true >"$tmp/out" 2>&1 || return 77; }
no_interface() { # a name space where nothing is up but shared memory
  can_net || return
  env GASNET_PSHM_NODES=2 GASNET_OFI_LIST_DEVICES=1 "${in_net[@]}" timeout 60 "$suite" --only g1_startup \
    >"$tmp/out" 2>&1 &&
    says 'left out is tcp;ofi_rxm on lo: its network interface is down' && says 'used is shm'
}
# v0 is down
two_interfaces='ip link set lo up; ip link add v0 type veth peer name v1; ip addr add 10.9.0.1/24 dev v0; exec "$@"'
one_is_down() { # libfabric does not offer it, so that the other is used; the error of a job that wants it names it
  can_net || return
  env GASNET_PSHM_NODES=2 GASNET_OFI_LIST_DEVICES=1 "${in_net[@]}" sh -c "$two_interfaces" - timeout 60 "$suite" \
    --only g1_startup \
    >"$tmp/out" 2>&1 && says 'used is tcp;ofi_rxm on lo' &&
    not_started 'GASNET_OFI_DEVICE=v0, which is down' GASNET_OFI_DEVICE=v0 "${in_net[@]}" sh -c "$two_interfaces" -
}
run no-provider not_started 'GASNET_OFI_PROVIDER=nosuch' GASNET_OFI_PROVIDER=nosuch
run no-device not_started 'GASNET_OFI_DEVICE=eth77.*expected another' GASNET_OFI_DEVICE=eth77
run filtered not_started 'FI_PROVIDER=nosuch' FI_PROVIDER=nosuch
run bad-longs not_started 'GASNET_OFI_LONGS=teleport; expected auto, fetch, put or wait' GASNET_OFI_LONGS=teleport
run no-interface no_interface
run one-is-down one_is_down

# --- two jobs, strangers, ends -----------------------------------------------------

two_jobs() {
  in_background env GASNET_PSHM_NODES=2 timeout -k 5 300 "$suite" --only g1_rma
  few_conform 2 && wait "${jobs[-1]}" && grep -q '^[0-9]* passed, 0 failed' "$tmp/job"
}
# The job's processes: timeout's child is the supervisor, whose children are the ranks.
supervisor() { ps -o pid= --ppid "${jobs[-1]}" | tr -d ' ' | head -1; }
ranks_of_job() { ps -o pid= --ppid "$(supervisor)" | tr -d ' '; }
has_ranks() { [ "$(ranks_of_job | wc -l)" = "$1" ]; }
job_says() { [ "$(grep -c "$2" "$tmp/job")" = "$1" ]; } # TIMES TEXT
waiting() { # NAME=VALUE...: a job of two ranks that are busy with each other
  in_background env GASNET_PSHM_NODES=2 GASNET_OFI_LIST_DEVICES=1 "$@" timeout -k 5 90 \
    "$build/tests/fault/exits-par-rel" act=none others=traffic
  await 30 job_says 2 'used is' && await 10 has_ranks 2 || { cp "$tmp/job" "$tmp/out"; return 1; }
}
stopped_rank() {
  waiting GASNET_REQUESTTIMEOUT_MAX=1000000 || return 1
  kill -STOP "$(ranks_of_job | tail -1)"
  job_ended
  ended_with 134 && says 'gives no sign of life'
}
killed_rank() { # and it leaves no name of shared memory behind
  local ranks rank
  waiting "$@" || return 1
  ranks=$(ranks_of_job)
  kill -KILL "${ranks##*$'\n'}"
  job_ended
  ended_with 137 && says SIGKILL && ! grep -q 'FATAL ERROR' "$tmp/out" || return 1
  for rank in $ranks; do [ ! -e "/dev/shm/$rank:0:0" ] ||
    { echo "/dev/shm/$rank:0:0 is left" >>"$tmp/out"; return 1; }; done
}
strangers() { # they are dropped, told of once, and the job goes on
  waiting GASNET_OFI_PROVIDER='tcp;ofi_rxm' || return 1
  timeout -k 5 60 "$build/tests/net/ofi/stranger" 'tcp;ofi_rxm' "$(grep -o 'fi_sockaddr_in://[0-9.:]*' "$tmp/job" |
    head -1)" >"$tmp/out" 2>&1 || return 1
  await 10 grep -q 'secret was dropped' "$tmp/job"
  kill -TERM "$(supervisor)"
  job_ended
  ended_with 143 && says 'without the job.s secret was dropped' && job_says 1 'secret was dropped'
}
run two-jobs two_jobs
run strangers strangers
run stopped-rank stopped_rank
run killed-rank killed_rank
run killed-rank-shm killed_rank GASNET_OFI_PROVIDER=shm

# --- hosts: network namespaces, root only -----------------------------------------

# Words are counted as by shared memory, and all ranks say that their messages went by libfabric.
kmers() { # PROVIDER
  NETS_CONDUIT=ofi:$1 "$here/../hosts/run.sh" --group programs --only programs.kmer-alone >"$tmp/out" 2>&1
}
run kmer-four-hosts kmers 'tcp;ofi_rxm'
one_host_without() {
  NETS_CONDUIT='ofi:' "$here/../hosts/run.sh" --group programs --only programs.without-provider >"$tmp/out" 2>&1
}
run one-host-without one_host_without
addresses() {
  NETS_CONDUIT='ofi:' "$here/../hosts/run.sh" --group addresses --only \
    addresses.same-bridge,addresses.link-local,addresses.firewall-there >"$tmp/out" 2>&1
}
run addresses addresses

# --- as a whole --------------------------------------------------------------------

ends() { FAULT_CONDUIT=$1 "$here/../../fault/run.sh" --group exits >"$tmp/out" 2>&1; }
whole() { # BUILD RANKS [NAME=VALUE...]
  local suite=$build/tests/conform/conform-$1
  conforms "${@:2}"
}
whole_strict() { local suite=$build/tests/conform/conform-$1; strict "$2" 1; } # BUILD PROFILE
[ -n "$whole" ] || cases_end
builds=(par-fast-rel seq-fast-dbg par-everything-rel seq-everything-dbg) n=0
for provider in 'tcp;ofi_rxm' net shm 'udp;ofi_rxd'; do
  without=()
  [ "$provider" != shm ] || without=(--skip g1_many_outstanding) # with which it stops on a busy machine: gasnet-ofi(7)
  for i in 0 1 2 3; do # a Latin square
    ranks=$(((i + n) % 4 + 1))
    run "whole-$provider-${builds[$i]}-$ranks" whole "${builds[$i]}" $ranks GASNET_OFI_PROVIDER="$provider" \
      ${without[@]+"${without[@]}"}
  done
  n=$((n + 1))
done
for like in $profiles; do
  run "seeds-$like" strict_seeds "$like"
  case $like in # where memory is registered: also what is outside of segments
  verbs | cxi) config=par-everything-rel ;;
  efa-direct | worst) config=seq-everything-dbg ;;
  efa) config=seq-fast-dbg ;;
  *) config=par-fast-rel ;;
  esac
  run "whole-strict-$like" whole_strict "$config" "$like"
done
for like in verbs efa efa-direct cxi worst; do
  for seed in 2 3 4; do
    run "torture-$like-$seed" torture '' "$like" $seed 40
    run "torture-$like-everything-$seed" torture -everything "$like" $seed 40
  done
done
for provider in net 'udp;ofi_rxd' sockets; do run "kmer-four-hosts-$provider" kmers "$provider"; done
for provider in 'tcp;ofi_rxm' shm; do run "ends-$provider" ends "ofi:$provider"; done
cases_end
