#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# run.sh: the ofi conduit over libfabric's software providers. Run in the build tree.
#
#   tests/net/ofi/run.sh [options]
#     --whole         the whole conformance suite over each provider, and all ways in which jobs end
#     --only GLOB     cases with these names
#     --list          the names
#
# Ranks do not share memory, and each case asserts by the conduit's counts that messages, puts and gets went by
# libfabric. Status: 0, 1 if a case failed, 77: this build has no ofi conduit, or libfabric offers nothing here.
set -u
here=$(cd "$(dirname "$0")" && pwd)
build=${abs_top_builddir:-$PWD}
whole= limit=900 per_test=240 only='*' list= passed=0 failed=0
while [ $# -gt 0 ]; do
  case $1 in
  --whole) whole=1 limit=3600 per_test=1200; shift ;;
  --only) only=$2; shift 2 ;;
  --list) list=1; shift ;;
  *) sed -n '4,12s/^# \{0,1\}//p' "$0"; exit 2 ;;
  esac
done
suite=$build/tests/conform/conform-par-fast-rel
[ -f "$build/.libs/hyd_conduit_ofi.so" ] && [ -x "$suite" ] || { echo 'skip: there is no ofi conduit in this build'; exit 77; }
tmp=$(mktemp -d "${TMPDIR:-/tmp}/ofi.XXXXXX") || exit 99
jobs=()
trap 'kill ${jobs[@]+"${jobs[@]}"} 2>/dev/null; rm -rf "$tmp"' EXIT
for v in $(compgen -e | grep -E '^(GASNET|FI)_'); do unset "$v"; done
export GASNET_CONDUIT=ofi GASNET_SUPERNODE_MAXSIZE=1 GASNET_NO_CMA=1 GASNET_CONDUIT_PATH=$build/.libs CONFORM_TIMEOUT=$per_test

# The lists of addresses, providers and cases are short: a case is a function.
run() { # NAME FUNCTION ARGUMENTS...
  local name=$1
  shift
  # shellcheck disable=SC2254
  case $name in $only) ;; *) return ;; esac
  [ -z "$list" ] || { echo "$name"; return; }
  : >"$tmp/out"
  if "$@"; then
    passed=$((passed + 1)); echo "ok $name"
  else
    failed=$((failed + 1)); echo "not ok $name"
    grep -a "strictfi:" "$tmp/out" | tail -2; tail -8 "$tmp/out" | cut -c1-300 | sed 's/^/#   /'
  fi
}

# count WHAT: the least number of `WHAT` that a rank has said at its end; empty: none did.
count() { sed -n "s/^ofi conduit: rank [0-9]*: .*[ (]\([0-9]*\) $1.*/\1/p; s/^ofi conduit: rank [0-9]*: \([0-9]*\) $1.*/\1/p" "$tmp/out" | sort -n | head -1; }
went_by_libfabric() { # RANKS: each rank sent messages, puts and gets, and no fewer puts than the client
  local what n
  [ "$(grep -c '^ofi conduit: rank [0-9]*: [0-9]* messages' "$tmp/out")" = "$1" ] || { echo 'no counts' >>"$tmp/out"; return 1; }
  ! grep -q '^ofi conduit: rank [0-9]*: .* [1-9][0-9]* dropped' "$tmp/out" || { echo 'messages were dropped' >>"$tmp/out"; return 1; }
  for what in messages puts gets; do
    n=$(count "$what")
    [ "${n:-0}" -gt 40 ] || { echo "only ${n:-0} $what" >>"$tmp/out"; return 1; }
  done
}
conforms() { # RANKS ENV... -- ARGUMENTS...: the suite passes
  local ranks=$1 set=()
  shift
  while [ "$1" != -- ]; do set+=("$1"); shift; done
  shift
  env GASNET_PSHM_NODES="$ranks" GASNET_OFI_COUNTS=1 ${set[@]+"${set[@]}"} timeout -k 5 "$limit" "$suite" "$@" >"$tmp/out" 2>&1 &&
    grep -q '^[0-9]* passed, 0 failed' "$tmp/out" && went_by_libfabric "$ranks"
}
some='--only g1_rma --only g1_am_forms --only gex_am_lc'
few='--only g1_am_medium_payloads --only g1_am_long_payloads --only g1_am_long_max --only g1_am_sources --only gex_am_lc_event --only gex_am_lc_big --only g1_put_nb --only g1_get_bulk'
# shellcheck disable=SC2086
some_conform() { local n=$1; shift; conforms "$n" "$@" -- $some; }
# shellcheck disable=SC2086
few_conform() { local n=$1; shift; conforms "$n" "$@" -- $few; }

refused() { # TEXT ENV...: one line, which says that
  local text=$1
  shift
  env GASNET_PSHM_NODES=2 "$@" timeout -k 5 60 "$suite" --only g1_startup >"$tmp/out" 2>&1
  [ $? = 1 ] && [ "$(wc -l <"$tmp/out")" = 1 ] && grep -Eq -- "$text" "$tmp/out"
}

waiting() { # ENV...: a job of two ranks that are busy with each other, in the background
  env GASNET_PSHM_NODES=2 GASNET_OFI_LIST_DEVICES=1 "$@" timeout -k 5 90 "$build/tests/fault/exits-par-rel" act=none \
    others=traffic >"$tmp/job" 2>&1 </dev/null &
  jobs+=($!)
  for _ in $(seq 300); do
    [ "$(grep -c 'used is' "$tmp/job")" = 2 ] && return 0
    sleep 0.1
  done
  return 1
}
# The job's processes: timeout's child is the supervisor, whose children are the ranks.
supervisor() { ps -o pid= --ppid "${jobs[-1]}" | tr -d ' ' | head -1; }
rank_of_job() { ps -o pid= --ppid "$(supervisor)" | tr -d ' ' | tail -1; }
ended() { # STATUS TEXT...: the job ends so, and says all of that
  local want=$1 status text
  shift
  wait "${jobs[-1]}"
  status=$?
  cp "$tmp/job" "$tmp/out"
  echo "status $status" >>"$tmp/out"
  [ $status = "$want" ] || return 1
  for text in "$@"; do grep -Eq -- "$text" "$tmp/job" || return 1; done
}
stopped_rank() {
  waiting GASNET_REQUESTTIMEOUT_MAX=1000000 || return 1
  kill -STOP "$(rank_of_job)"
  ended 134 'gives no sign of life'
}
killed_rank() { # and it leaves no name of shared memory behind
  local ranks rank
  waiting "$@" || return 1
  ranks=$(ps -o pid= --ppid "$(supervisor)")
  kill -KILL "$(rank_of_job)"
  ended 137 'SIGKILL' && ! grep -q 'FATAL ERROR' "$tmp/job" || return 1
  for rank in $ranks; do [ ! -e "/dev/shm/$rank:0:0" ] || { echo "/dev/shm/$rank:0:0 is left" >>"$tmp/out"; return 1; }; done
}
strangers() { # they are dropped, told of once, and the job goes on
  local address
  waiting GASNET_OFI_PROVIDER='tcp;ofi_rxm' || return 1
  address=$(grep -o 'fi_sockaddr_in://[0-9.:]*' "$tmp/job" | head -1)
  timeout -k 5 60 "$build/tests/net/ofi/stranger" 'tcp;ofi_rxm' "$address" >"$tmp/out" 2>&1 || return 1
  for _ in $(seq 100); do grep -q 'secret was dropped' "$tmp/job" && break; sleep 0.1; done
  kill -TERM "$(supervisor)"
  ended 143 'without the job.s secret was dropped' && [ "$(grep -c 'secret was dropped' "$tmp/job")" = 1 ]
}
two_jobs() {
  local one
  GASNET_PSHM_NODES=2 timeout -k 5 300 "$suite" --only g1_rma >"$tmp/one" 2>&1 &
  one=$!
  jobs+=("$one")
  few_conform 2 && wait "$one" && grep -q '^[0-9]* passed, 0 failed' "$tmp/one"
}
ends() { FAULT_CONDUIT=$1 "$here/../../fault/run.sh" --group exits --only "$2" >"$tmp/out" 2>&1; }
no_interface() { # a name space where nothing is up but shared memory
  env GASNET_PSHM_NODES=2 GASNET_OFI_LIST_DEVICES=1 unshare -rn timeout 60 "$suite" --only g1_startup >"$tmp/out" 2>&1 &&
    grep -q 'left out is tcp;ofi_rxm on lo: its network interface is down' "$tmp/out" && grep -q 'used is shm' "$tmp/out"
}
two_interfaces='ip link set lo up; ip link add v0 type veth peer name v1; ip addr add 10.9.0.1/24 dev v0; exec "$@"' # v0 is down
one_is_down() { # libfabric does not offer it, so that the other is used; the error of a job that wants it names it
  env GASNET_PSHM_NODES=2 GASNET_OFI_LIST_DEVICES=1 unshare -rn sh -c "$two_interfaces" - timeout 60 "$suite" --only g1_startup \
    >"$tmp/out" 2>&1 && grep -q 'used is tcp;ofi_rxm on lo' "$tmp/out" &&
    refused 'GASNET_OFI_DEVICE=v0, which is down' GASNET_OFI_DEVICE=v0 unshare -rn sh -c "$two_interfaces" -
}

run tcp some_conform 2 GASNET_OFI_PROVIDER='tcp;ofi_rxm'
run net some_conform 2 GASNET_OFI_PROVIDER=net
run shm some_conform 3 GASNET_OFI_PROVIDER=shm
run rxd some_conform 2 GASNET_OFI_PROVIDER='udp;ofi_rxd'
run sockets conforms 2 GASNET_OFI_PROVIDER=sockets -- --only g1_put --only g1_get_bulk --only g1_am_medium_payloads
run longs-wait few_conform 2 GASNET_OFI_LONGS=wait
run longs-fetch few_conform 2 GASNET_OFI_LONGS=fetch
run memory-local few_conform 2 GASNET_OFI_MEMORY=local GASNET_OFI_NUM_BBUFS=4 GASNET_OFI_MAX_REQUEST_BUFFS=4
run memory-segment few_conform 2 GASNET_OFI_MEMORY=segment
run single-receives few_conform 2 GASNET_OFI_RECEIVE_BUFF_SIZE=recv GASNET_OFI_CREDITS=1
run small-mediums few_conform 2 GASNET_OFI_MAX_MEDIUM=4032 GASNET_OFI_INJECT_LIMIT=0 GASNET_OFI_RMA_INJECT_LIMIT=0
run large-mediums few_conform 2 GASNET_OFI_MAX_MEDIUM=65000 GASNET_OFI_NUM_RECEIVE_BUFFS=2 GASNET_OFI_RECEIVE_BUFF_SIZE=128K
run no-thread few_conform 2 GASNET_OFI_THREAD=0
# The endpoint of the first choice cannot be enabled: all ranks take the next one.
strict_next() {
  conforms 2 FI_PROVIDER_PATH="$build/tests/net/strictfi/.libs" FI_PROVIDER=strict,tcp FI_STRICT_ENABLE_FAILS=1 \
    GASNET_OFI_LIST_DEVICES=1 -- --only g1_put --only g1_get_bulk --only g1_am_medium_payloads &&
    grep -q 'used is tcp' "$tmp/out"
}
# Over the strict provider, by profile and seed; GASNET_SUPERNODE_MAXSIZE etc. as for the others.
strict() { # PROFILE SEED RANKS ENV... -- ARGUMENTS...
  local like=$1 seed=$2 ranks=$3
  shift 3
  conforms "$ranks" FI_PROVIDER_PATH="$build/tests/net/strictfi/.libs" FI_PROVIDER=strict GASNET_OFI_PROVIDER=strict \
    FI_STRICT_LIKE="$like" FI_STRICT_SEED="$seed" "$@"
}
# shellcheck disable=SC2086
strict_some() { strict "$1" "$2" 2 -- --only g1_put_nb --only g1_get_bulk --only g1_am_long_payloads --only g1_am_sources --only gex_am_lc_big; }
strict_seeds() { local seed; for seed in $(seq 20); do strict_some "$1" "$seed" || { echo "FI_STRICT_SEED=$seed" >>"$tmp/out"; return 1; }; done; }
# An endpoint that has less than was offered: single receives, shorter mediums.
strict_less() {
  strict tcp 1 2 FI_STRICT_LESS=1 GASNET_OFI_LIST_DEVICES=1 -- --only g1_put_nb --only g1_get_bulk --only g1_am_medium_payloads \
    --only g1_am_long_payloads && grep -q 'single receives, mediums of 4000,' "$tmp/out"
}
profiles='tcp verbs efa efa-direct cxi opx worst'
if [ -f "$build/tests/net/strictfi/.libs/strict-fi.so" ]; then
  for like in $profiles; do run "strict-$like" strict_some "$like" 1; done
  run strict-next-choice strict_next
  run strict-less strict_less
fi
network_atomics() { conforms 2 GASNET_OFI_ATOMICS=1 -- --only g1_rma --only gex_ad_cas_once && [ "$(count atomics)" -gt 0 ]; }
run atomics network_atomics
# Paged segments (netvm(7)): libfabric and the kernel get none of their addresses.
kinds=$build/tests/unit/kinds
[ -x "$kinds/.libs/netvm" ] && kinds=$kinds/.libs
paged() { # RANKS PROGRAM ARGUMENTS...
  local ranks=$1
  shift
  env GASNET_PSHM_NODES="$ranks" GASNET_KIND_PATH="$build/core/kinds/.libs" GASNET_OFI_PROVIDER='tcp;ofi_rxm' NETVM_CALLS=1 \
    LD_PRELOAD="$build/tests/unit/kinds/netvm_file.so" NETVM_GATE="$tmp/gate" LD_LIBRARY_PATH="$build/.libs" \
    timeout -k 5 300 "$@" >"$tmp/out" 2>&1
}
if [ -f "$build/core/kinds/.libs/hyd_kind_netvm.so" ] && [ -f "$build/tests/unit/kinds/netvm_file.so" ]; then
  run paged-absent paged 3 "$kinds/netvm_absent" wait "$tmp/gate" "$tmp/held"
  touch "$tmp/gate"
  run paged paged 2 "$kinds/netvm" course 50
  run paged-mixed paged 2 "$kinds/netvm_absent" mixed
  paged_conform() { CONFORM_SEGMENT=paged paged 2 "$suite" --only gex_rma --only gex_vis --only gex_ad --only gex_am_lc --only gex_nbi; }
  run paged-conform paged_conform
fi
run two-jobs two_jobs
run no-provider refused 'GASNET_OFI_PROVIDER=nosuch' GASNET_OFI_PROVIDER=nosuch
run no-device refused 'GASNET_OFI_DEVICE=eth77.*expected another' GASNET_OFI_DEVICE=eth77
run filtered refused 'FI_PROVIDER=nosuch' FI_PROVIDER=nosuch
run bad-longs refused 'GASNET_OFI_LONGS=teleport; expected auto, fetch, put or wait' GASNET_OFI_LONGS=teleport
run no-interface no_interface
run one-is-down one_is_down
run strangers strangers
run stopped-rank stopped_rank
run killed-rank killed_rank
run killed-rank-shm killed_rank GASNET_OFI_PROVIDER=shm
if [ -n "$whole" ]; then
  for provider in 'tcp;ofi_rxm' net shm 'udp;ofi_rxd'; do
    for ranks in 2 3 4; do [ "$provider $ranks" != 'shm 4' ] || continue; run "whole-$provider-$ranks" conforms $ranks GASNET_OFI_PROVIDER="$provider" --; done
  done
  for like in $profiles; do
    run "seeds-$like" strict_seeds "$like"
    run "whole-strict-$like" strict "$like" 1 2 --
  done
  suite=$build/tests/conform/conform-seq-everything-dbg
  for like in verbs efa-direct cxi worst; do run "everything-strict-$like" strict "$like" 1 2 --; done
  for provider in 'tcp;ofi_rxm' net shm; do run "everything-$provider" conforms 3 GASNET_OFI_PROVIDER="$provider" --; done
  for provider in 'tcp;ofi_rxm' shm; do run "ends-$provider" ends "ofi:$provider" 'exits.*'; done
fi
[ -z "$list" ] || exit 0
echo "$passed passed, $failed failed"
[ $failed = 0 ]
