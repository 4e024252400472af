#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# processors.sh: builds for other processors with Debian's cross compilers, each in build-PROCESSOR/ of the current
# directory, and runs there under qemu-user: the unit tests, some seeds of the simulators, and conformance tests of smp
# with 2 ranks: all where words are big-endian (s390x) or pages of 64 KB (ppc64le-64k, as most such machines have, by
# pages.c), else those of a few groups, since qemu-user orders memory as the host does. By name only: ppc64le,
# aarch64-64k.
# Libraries of the processor come from Debian's packages (sysroot.sh). `make check-processors` calls it.
#
#   tests/builds/processors.sh [--jobs N] [--only STEPS] [PROCESSOR...]     STEPS: of build,unit,sim,conform
#
# Tests of things that qemu-user cannot do are left out by name below.
set -u
src=$(cd "$(dirname "$0")/../.." && pwd)
jobs=2 only=build,unit,sim,conform failed=0 passed=0 chosen=
while [ $# -gt 0 ]; do
  case $1 in
  --jobs) jobs=$2; shift 2 ;;
  --only) only=$2; shift 2 ;;
  -*) sed -n '4,15s/^# \{0,1\}//p' "$0"; exit 2 ;;
  *) chosen="$chosen $1"; shift ;;
  esac
done

# processor; Debian's name for it; GNU's name; qemu's name; the first release of Debian that has it; conformance;
# options of qemu
processors='
aarch64     arm64   aarch64-linux-gnu     aarch64 bookworm few
aarch64-64k arm64   aarch64-linux-gnu     aarch64 bookworm all -p 65536 -E LD_PRELOAD=./pages.so
ppc64le     ppc64el powerpc64le-linux-gnu ppc64le bookworm few
ppc64le-64k ppc64el powerpc64le-linux-gnu ppc64le bookworm all -p 65536 -E LD_PRELOAD=./pages.so
riscv64     riscv64 riscv64-linux-gnu     riscv64 trixie   few
s390x       s390x   s390x-linux-gnu       s390x   bookworm all
'
few="--only g1_job --only g1_am --only g1_rma --only g1_vis --only gex_am_lc --only gex_rma --only gex_ad"
few="$few --only gex_coll"
# The emulator has no process_vm_writev: large Longs to memory that is not mapped.
not_there="--skip gex_ep_am_ways"

# PATTERN REASON: what is not run.
left_out() {
  case $1 in
  tests/unit/fh_watch_*) echo "userfaultfd: qemu-user has none" ;;
  tests/unit/backtrace_test | tests/unit/tools_backtrace*) echo \
    "frames of the emulated processor are not the debugger's" ;;
  tests/unit/tools_env_test | tests/unit/tools_fatal_test) echo \
    "qemu-user adds a line of its own to what a process that aborts says" ;;
  tests/unit/udp_socket_test) echo "a datagram for memory that is not there: qemu-user takes none behind it" ;;
  tests/unit/optlib_test) echo "it starts itself again, which the kernel does for the host's programs only" ;;
  tests/unit/near_test) echo "/proc/self/numa_maps: it is of the emulator's memory" ;;
  tests/unit/tools_misc_test) echo "the clock source that /sys names is of another processor" ;;
  tests/unit/ibv_*) echo "rdma devices: ioctls that qemu-user does not know" ;;
  *) return 1 ;;
  esac
}

wants() { case ,$only, in *,$1,*) ;; *) return 1 ;; esac; }
# judge WHAT COMMAND...: says whether it passes, and its log if it fails.
judge() {
  local what=$1 to=$log/${1//[\/ ]/-}.log status
  shift
  SECONDS=0
  timeout -k 10 900 "$@" >"$to" 2>&1 </dev/null
  status=$?
  if [ $status = 0 ]; then
    echo "ok $processor: $what # $SECONDS s"
  else
    echo "not ok $processor: $what: status $status # $SECONDS s"
    tail -n 15 "$to" | sed 's/^/  | /'
  fi
}
# said WHAT COMMAND...: the same in the background, when there is room.
said() {
  while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do wait -n; done
  judge "$@" >"$log/${1//[\/ ]/-}.said" &
}
# What those in the background have said.
all_said() {
  wait
  cat "$log"/*.said 2>/dev/null
  passed=$((passed + $(cat "$log"/*.said | grep -c '^ok ')))
  failed=$((failed + $(cat "$log"/*.said | grep -c '^not ok ')))
  rm -f "$log"/*.said
}

# build DEBIAN GNU SUITE: in the current directory.
build() {
  local root=$PWD/sysroot libs
  libs=$root/usr/lib/$2
  bash "$src/tests/builds/sysroot.sh" "$1" "$3" "$root" &&
    { [ -e Makefile ] || env -u CC -u CXX PKG_CONFIG_SYSROOT_DIR="$root" \
      PKG_CONFIG_LIBDIR="$libs/pkgconfig:$root/usr/share/pkgconfig" "$src/configure" -q --host="$2" --disable-static \
      CPPFLAGS="-I$root/usr/include/$2 -I$root/usr/include" \
      LDFLAGS="-L$libs -Wl,-rpath-link,$libs -Wl,--allow-shlib-undefined"; } &&
    make -j"$jobs" libgasnet.la gasnetrun gasnet-sim libcaf_hydrant.la libhydrant_dsm.la tests/sim/sim-udp \
      tests/conform/conform-par-fast-rel hyd-unit-programs >"$log/build.log" 2>&1 ||
    { tail -n 30 "$log/build.log"; return 1; }
  "$2-gcc" -O1 -shared -fPIC -o pages.so "$src/tests/builds/pages.c" && ! grep 'warning:' "$log/build.log"
}

# Emulated, the kernel's calls for another process's memory and for barriers are those of the host, or missing.
export GASNET_QUIET=1
run() { # all|few QEMU...
  local groups= test why
  [ "$1" = all ] || groups=$few
  shift
  local emulated="./libtool --silent --mode=execute $* -L $PWD/sysroot"
  if wants unit; then
    for test in $(make -s hyd-unit-names); do
      if why=$(left_out "$test"); then
        echo "left out $processor: $test: $why"
      else
        said "$test" $emulated "$test"
      fi
    done
  fi
  if wants sim; then
    said tests/sim/sim-udp $emulated tests/sim/sim-udp --seeds 30 --seed-base 1
  fi
  if wants conform; then
    GASNET_PSHM_NODES=2 said "tests/conform/conform-par-fast-rel with 2" $emulated tests/conform/conform-par-fast-rel \
      $groups $not_there
  fi
  all_said
}

here=$PWD missing=
: "${chosen:=aarch64 ppc64le-64k riscv64 s390x}"
while read -r processor debian gnu qemu suite conform options; do
  [[ -n $processor && " $chosen " == *" $processor "* ]] || continue
  needs=
  command -v "$gnu-gcc" >/dev/null || needs="$needs gcc-$gnu"
  command -v "$gnu-g++" >/dev/null || needs="$needs g++-$gnu"
  command -v "qemu-$qemu" >/dev/null || needs="$needs qemu-user"
  missing=$missing$needs
  [ -z "$needs" ] || continue
  built=build-${processor%-64k}
  mkdir -p "$here/$built" && cd "$here/$built" || exit 99
  log=$PWD/logs${options:+-64k}
  mkdir -p "$log"
  if wants build && ! build "$debian" "$gnu" "$suite" </dev/null; then
    echo "not ok $processor: build"
    failed=$((failed + 1))
    continue
  fi
  run "$conform" "qemu-$qemu" $options </dev/null
done <<<"$processors"
if [ -n "$missing" ]; then
  echo "skipped: processors without: apt-get install $(tr ' ' '\n' <<<"$missing" | grep . | sort -u | tr '\n' ' ')" >&2
  [ $((passed + failed)) -gt 0 ] || exit 77
fi
[ $((passed + failed)) -gt 0 ] || { echo "processors.sh:$chosen $only: nothing is named so" >&2; exit 2; }
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
