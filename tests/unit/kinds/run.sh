#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# kinds/run.sh: device memory of CUDA, HIP and Level Zero, each over the fake driver of this directory; and what
# programs see where there is no device, no driver or no module. With --real: over the drivers of this machine. Run
# in the build tree. Prints `N passed, N failed`; 77 if the library was built without these kinds.
set -u
module=$PWD/core/kinds/.libs
fake=$PWD/tests/unit/kinds/fake
passed=0 failed=0
try() { # LABEL VARIABLE=... -- ARGUMENT...
  local label="$kind: $1" setting=() out
  shift
  while [ $# -gt 0 ] && [ "$1" != -- ]; do setting+=("$1"); shift; done
  shift
  if out=$(env GASNET_QUIET=1 GASNET_KIND_PATH="$module" "${setting[@]}" timeout 100 "$program" "$@" 2>&1); then
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
    passed=$((passed + 1)); echo "ok $kind: $label"
  else
    failed=$((failed + 1)); echo "not ok $kind: $label"; echo "$out" | head -10
  fi
}
# no_device: the driver of this machine is missing, or finds no device.
no_device() { GASNET_QUIET=1 GASNET_PSHM_NODES=1 timeout 100 "$program" >/dev/null 2>&1; [ $? = 77 ]; }
driver="LD_LIBRARY_PATH=$fake${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
[ "${1-}" = --real ] && driver=KINDS_REAL=1
for kind in cuda_uva hip ze; do
  program=tests/unit/kinds/$kind
  if [ ! -f "$module/hyd_kind_$kind.so" ] || [ ! -x $program ]; then echo "no kind $kind in this build"; continue; fi
  if [ "$driver" = KINDS_REAL=1 ] && no_device; then echo "no device for kind $kind"; continue; fi
  for n in 1 2 4; do
    for group in 0 1; do
      try "$n ranks, groups of $group" "$driver" GASNET_PSHM_NODES=$n GASNET_SUPERNODE_MAXSIZE=$group --
    done
  done
  try "4 ranks, no copies by the kernel" "$driver" GASNET_PSHM_NODES=4 GASNET_NO_CMA=1 --
  try "2 ranks, template conduit" "$driver" GASNET_PSHM_NODES=2 GASNET_SUPERNODE_MAXSIZE=1 GASNET_CONDUIT=template --
  try "threads copy" "$driver" -- threads "$module"
  fatal "kind with a segment" "gex_MK_Destroy: 1 segments of the kind" "$driver" -- live 0
  fatal "source outside of the device segment" "8 bytes, is outside the segment of endpoint 1;" "$driver" -- outside 0
  [ "${1-}" != --real ] || continue
  try "no device" "$driver" FAKE_DRIVER=nodevice -- unavailable 10002
  [ $kind != cuda_uva ] || try "no unified addresses" "$driver" FAKE_DRIVER=noua -- unavailable 10003
  try "no module" GASNET_KIND_PATH=/nonexistent -- unavailable 10002
  ! no_device || try "no driver" A=1 -- unavailable 10002
done
[ $((passed + failed)) -gt 0 ] || exit 77
echo "$passed passed, $failed failed"
[ $failed = 0 ]
