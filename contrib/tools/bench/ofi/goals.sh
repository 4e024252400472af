#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# goals.sh: make goals GOALS=ofi: conduit ofi next to plain loops of libfabric's calls (contrib/spec/ofi.md 9.2), over
# its providers for one host, on the loopback; of udp;ofi_rxd the latencies alone. Run in the build tree. Status: 1, a
# goal was missed.
#
#   contrib/tools/bench/ofi/goals.sh [PROVIDER...]
set -u
. "$(dirname "$0")/../beside/judge.sh"
missed=0
export GASNET_CONDUIT=ofi GASNET_SUPERNODE_MAXSIZE=1 GASNET_NO_CMA=1 GASNET_CONDUIT_PATH="$PWD/.libs" GASNET_QUIET=1
[ $# -gt 0 ] || set -- shm 'tcp;ofi_rxm' net 'udp;ofi_rxd' start
program=contrib/tools/bench/ofi/ofi-goals
of_all='AM Medium 4 KB round trip:1.10:copy
AM Long 64 KB and reply:1.10:0
puts of 64 KB, 32 at a time:0.95:0
gets of 64 KB, 32 at a time:0.95:0
puts of 1 MB, 32 at a time:0.95:0
gets of 1 MB, 32 at a time:0.95:0'
of_ip='AM Short round trip:1.10:0
put 8 B, blocking:1.05:0
get 8 B, blocking:1.05:0'
# measure PROVIDER DEVICE GOALS [ROWS]
measure() {
  judge "$1" libfabric ofi "$3" GASNET_PSHM_NODES=2 GASNET_OFI_PROVIDER="$1" GASNET_OFI_DEVICE="$2" "$program" \
    "${4:-}" || missed=1
}
# 64 ranks on this host are there after 2 s.
start() {
  local begin=$EPOCHREALTIME
  GASNET_PSHM_NODES=64 GASNET_OFI_PROVIDER='tcp;ofi_rxm' GASNET_OFI_DEVICE=lo timeout 60 "$program" start || begin=0
  awk -v begin="$begin" -v end="$EPOCHREALTIME" 'BEGIN {
      printf "64 ranks by tcp;ofi_rxm: %.2f s, goal 2: %s\n", end - begin, end - begin <= 2 ? "met" : "MISSED"
      exit end - begin > 2 }' || missed=1
}
for provider; do
  case $provider in
  start) start ;;
  shm) measure shm '' "AM Short round trip:1:0.3
$of_all" ;;
  *rxd) measure "$provider" lo '' 'AM Short'; measure "$provider" lo '' '8 B' ;;
  *) measure "$provider" lo "$of_ip
$of_all" ;;
  esac
done
exit $missed
