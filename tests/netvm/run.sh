#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# netvm/run.sh: the features of network virtual memory that programs see (contrib/layers/netvm), on smp and on udp
# without shared memory, with packets lost and reordered, and with faults of user mode only. Run in the build tree.
# --long: more of each. Prints `N passed, N failed`; 77 if the library was built without paged segments.
set -u
program=tests/netvm/.libs/features
[ -x $program ] || program=tests/netvm/features
export GASNET_KIND_PATH=$PWD/core/kinds/.libs GASNET_QUIET=1 \
  LD_LIBRARY_PATH=$PWD/.libs${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
[ -f "$GASNET_KIND_PATH/hyd_kind_netvm.so" ] && [ -x $program ] || { echo "no paged kind in this build"; exit 77; }
rounds=40 features=20 limit=100
[ "${1-}" = --long ] && rounds=2000 limit=900
passed=0 failed=0
try() { # LABEL RANKS VARIABLE=... -- COMMAND...
  local label=$1 setting=(GASNET_PSHM_NODES=$2) out rc
  shift 2
  while [ "$1" != -- ]; do setting+=("$1"); shift; done
  shift
  [ $limit = 100 ] || echo "# $((passed + failed + 1)): $label, at most $limit s"
  out=$(env "${setting[@]}" timeout -k 5 $limit "$@" -n $rounds 2>&1); rc=$?
  if [ $rc = 0 ] && [ "$(echo "$out" | grep -c '^ok ')" = $features ]; then
    passed=$((passed + 1)); echo "ok $label"
  else
    failed=$((failed + 1)); echo "not ok $label: status $rc"; echo "$out" | grep -v '^ok' | sed 's/^/#   /' | head -12
  fi
}
udp="GASNET_CONDUIT=udp GASNET_SUPERNODE_MAXSIZE=1"
try "smp, 1 rank" 1 -- $program
try "smp, 2 ranks" 2 -- $program
try "smp, 4 ranks" 4 -- $program
try "smp, 3 ranks by messages" 3 GASNET_SUPERNODE_MAXSIZE=1 -- $program
try "udp, 2 ranks" 2 $udp -- $program
try "udp, 3 ranks, packets lost and reordered" 3 $udp GASNET_UDP_FAULTS=drop=2,reorder=10,seed=3 -- $program
# Not where that user may not read the library, as below /root.
plain="setpriv --reuid=65534 --regid=65534 --clear-groups --bounding-set=-all --inh-caps=-all"
if [ "$(id -u)" = 0 ] && [ "$(cat /proc/sys/vm/unprivileged_userfaultfd 2>/dev/null)" = 0 ] &&
  $plain test -x "$PWD/$program"; then
  try "smp, 2 ranks, faults of user mode only" 2 -- $plain $program
fi
echo "$passed passed, $failed failed"
[ $failed = 0 ]
