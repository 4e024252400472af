#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# bench_ibv_test.sh: what gasnet-bench makes of the figures of an emulated machine, of which a script takes the place
# here: best windows are compared, medians shown beside; what was not measured is not missed; no machine is said in one
# line.
set -u
program=${abs_top_builddir:-$PWD}/gasnet-bench
skip() {
  echo "bench_ibv_test.sh: $*"
  exit 77
}
[ -x "$program" ] || skip "no $program: jansson is missing"
[ -e "${program%/*}/gasnet-bench-ibv" ] || skip 'the ibv conduit is not built'
[ -z "$(ls /sys/class/infiniband 2>/dev/null)" ] || skip 'this machine has an RDMA device, and would be measured'
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0
expect() { # WHAT PATTERN < TEXT
  grep -qE -- "$2" "$work/out" && return
  failed=1
  echo "bench_ibv_test.sh: $1: expected $2 in:"
  cat "$work/out"
}
goals() { # MACHINE STATUS
  HYD_RDMA_VM=$1 timeout 60 "$program" --goals=ibv goals >"$work/out" 2>&1
  local status=$?
  [ $status = "$2" ] && return
  failed=1
  echo "bench_ibv_test.sh: status $status, expected $2"
}

cat >"$work/vm" <<'END'
#!/bin/bash
row() { printf '{"suite":"ibv","name":"%s","bytes":%s,"ranks":2,"unit":"%s","ref":"%s","v":%s,"r":%s,"a":%s}\n' "$@"; }
row "put, blocking" 8 us "raw write" '[30,22,44]' '[1.5,1.1,2.2]' '[20,25,30]'
row "put stream, perftest" 1048576 MB/s x '[90,50]' '[0.9,0.5]' '[100,10]'
row "put: work requests" 8 "" "" '[1,1,7]' '[]' '[]'
END
chmod +x "$work/vm"
goals "$work/vm" 1
expect 'best by best, at most' '^put 8 B +1\.1 +<= 1\.1 +raw +median 1\.5 +met$'
expect 'best by best, at least' '^put stream 1 MB +0\.9 +>= 0\.95 .*MISSED$'
expect 'a count' '^put 8 B: work requests +1 .*met$'
expect 'what was not measured' '^get 8 B +none .*not measured$'
expect 'the sum' '^2 met, 1 missed, [0-9]+ not measured$'

sed -i '/put stream/d' "$work/vm"
goals "$work/vm" 77
expect 'nothing missed' '^2 met, 0 missed, [0-9]+ not measured$'

echo 'exit 5' >>"$work/vm"
goals "$work/vm" 77
expect 'a failed machine' '^gasnet-bench: ibv: .*ended with status 5, after 2 rows$'

goals "$work/none" 77
expect 'no machine' '^gasnet-bench: ibv: no RDMA device here, .*HYD_RDMA_VM$'
expect 'nothing measured' '^0 met, 0 missed, [0-9]+ not measured$'
if grep -q MISSED "$work/out"; then failed=1; echo 'ibv.sh: missed, though nothing was measured'; fi
[ "$(grep -c '^gasnet-bench:' "$work/out")" = 1 ] || { failed=1; echo 'ibv.sh: more than a line:'; cat "$work/out"; }

# The emulated machine's kernel: fetched if there is none; the one command that does so, if that fails.
vm=$(cd "$(dirname "$0")/../../contrib/building/rdma-vm" && pwd)
mkdir "$work/kit"
cp "$vm/rdma-vm" "$work/kit/"
kernel() { # STATUS-OF-FETCH OPTION...
  printf '#!/bin/sh\necho "asked to $1"; exit %s\n' "$1" >"$work/kit/rdma-vm-kernel"
  chmod +x "$work/kit/rdma-vm-kernel"
  shift
  RDMA_VM_CACHE=$work/cache timeout 60 "$work/kit/rdma-vm" "$@" -- true >"$work/out" 2>&1
}
if ! kernel 1 && ! grep -q 'please install' "$work/out"; then
  expect 'the command' '^rdma-vm: no kernel: run .*/rdma-vm-kernel fetch '
  if grep -q 'asked' "$work/out"; then failed=1; echo 'ibv.sh: fetched without -f'; fi
  kernel 1 -f
  expect 'it is fetched' '^asked to fetch$'
  expect 'the command after a failure' '^rdma-vm: no kernel: run .*/rdma-vm-kernel fetch '
fi
exit $failed
