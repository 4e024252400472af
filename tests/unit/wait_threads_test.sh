#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# wait_threads_test.sh: threads that wait sleep, and few of them are woken in vain: as the library counts it, not by
# the clock. Run in the build tree.
set -u
tmp=$(mktemp -d "${TMPDIR:-/tmp}/wait_threads.XXXXXX") || exit 99
trap 'rm -rf "$tmp"' EXIT
passed=0 failed=0
pin= # more threads than processors, on any machine
taskset -c 0,1 true 2>/dev/null && pin='taskset -c 0,1'
sum() { awk -v what="$1" '$2 == what { n += $NF } END { print n + 0 }' "$tmp/stats"; }
for how in smp udp; do
  for ranks in 2 4; do
    [ $how = smp ] || ./gasnetrun --version | grep -q " $how" || continue
    # shellcheck disable=SC2086
    GASNET_QUIET=1 GASNET_CONDUIT=$how GASNET_SUPERNODE_MAXSIZE=$([ $how = udp ] && echo 1 || echo 0) \
      GASNET_PSHM_NODES=$ranks GASNET_STATSFILE=- timeout 60 $pin tests/unit/wait_threads >"$tmp/out" 2>"$tmp/stats"
    status=$? waits=$(sum WAITS) sleeps=$(sum SLEEPS)
    if [ $status = 0 ] && [ "$waits" -gt 0 ] && [ "$sleeps" -lt $((40 * waits)) ]; then
      passed=$((passed + 1))
      echo "ok $how, $ranks ranks of 10 threads: $waits waits, $sleeps sleeps"
    else
      failed=$((failed + 1))
      echo "not ok $how, $ranks ranks of 10 threads: status $status; $waits waits, $sleeps sleeps;" \
        "expected 40 for each at most"
    fi
  done
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
