#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# kinds/run.sh: device memory of CUDA, over the fake driver of this directory; and what programs see where
# there is no device, no driver or no module. With --real: over the driver of this machine. Run in the
# build tree. Prints `N passed, N failed`; 77 if the library was built without the kind.
set -u
program=tests/unit/kinds/cuda_uva
module=$PWD/core/kinds/.libs
fake=$PWD/tests/unit/kinds/fake
[ -f "$module/hyd_kind_cuda_uva.so" ] && [ -x $program ] || { echo "no CUDA kind in this build"; exit 77; }
passed=0 failed=0
try() { # LABEL VARIABLE=... -- ARGUMENT...
  local label=$1 setting=() out
  shift
  while [ $# -gt 0 ] && [ "$1" != -- ]; do setting+=("$1"); shift; done
  shift
  if out=$(env GASNET_QUIET=1 GASNET_KIND_PATH="$module" "${setting[@]}" timeout 100 $program "$@" 2>&1); then
    passed=$((passed + 1)); echo "ok $label"
  else
    failed=$((failed + 1)); echo "not ok $label"; echo "$out" | sed 's/^/#   /' | head -10
  fi
}
fatal() { # LABEL PATTERN VARIABLE=... -- ARGUMENT...: ends with a fatal error that says so
  local label=$1 pattern=$2 out
  shift 2
  out=$(try "$label" "$@") # counts in a shell of its own
  if echo "$out" | grep -q "FATAL ERROR.*$pattern"; then
    passed=$((passed + 1)); echo "ok $label"
  else
    failed=$((failed + 1)); echo "not ok $label"; echo "$out" | head -10
  fi
}
driver="LD_LIBRARY_PATH=$fake${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
[ "${1-}" = --real ] && driver=KINDS_REAL=1
for n in 1 2 4; do
  for group in 0 1; do
    try "$n ranks, groups of $group" $driver GASNET_PSHM_NODES=$n GASNET_SUPERNODE_MAXSIZE=$group --
  done
done
try "4 ranks, no copies by the kernel" $driver GASNET_PSHM_NODES=4 GASNET_NO_CMA=1 --
try "2 ranks, template conduit" $driver GASNET_PSHM_NODES=2 GASNET_SUPERNODE_MAXSIZE=1 GASNET_CONDUIT=template --
fatal "kind with a segment" "gex_MK_Destroy: 1 segments of the kind" $driver -- live 0
fatal "source outside of the device segment" "8 bytes, is outside the segment of endpoint 1;" $driver -- outside 0
if [ "${1-}" != --real ]; then
  try "no device" $driver FAKE_CUDA=nodevice -- unavailable 10002
  try "no unified addresses" $driver FAKE_CUDA=noua -- unavailable 10003
  try "no module" GASNET_KIND_PATH=/nonexistent -- unavailable 10002
  ldconfig -p 2>/dev/null | grep -q libcuda.so.1 || try "no driver" A=1 -- unavailable 10002
fi
echo "$passed passed, $failed failed"
[ $failed = 0 ]
