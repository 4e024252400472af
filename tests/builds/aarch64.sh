#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# aarch64.sh: builds for another processor with Debian's cross compiler, in build-aarch64/ of the
# current directory, and runs there under qemu-user: the unit tests, some seeds of the simulators,
# and the conformance tests of smp with 1 and 2 ranks. `make check-aarch64` calls it.
#
#   tests/builds/aarch64.sh [--jobs N] [--only STEPS]     STEPS: of build,unit,sim,conform
#
# What qemu-user cannot do is left out by name below.
set -u
src=$(cd "$(dirname "$0")/../.." && pwd)
jobs=2 only=build,unit,sim,conform failed=0 passed=0
while [ $# -gt 0 ]; do
  case $1 in
  --jobs) jobs=$2; shift 2 ;;
  --only) only=$2; shift 2 ;;
  *) sed -n '4,11s/^# \{0,1\}//p' "$0"; exit 2 ;;
  esac
done
host=aarch64-linux-gnu
pc=/usr/lib/$host/pkgconfig

missing=
command -v $host-gcc >/dev/null || missing="$missing gcc-$host"
command -v $host-g++ >/dev/null || missing="$missing g++-$host"
command -v qemu-aarch64 >/dev/null || missing="$missing qemu-user"
command -v pkg-config >/dev/null || missing="$missing pkgconf"
for row in hwloc:libhwloc-dev libcrypto:libssl-dev nettle:nettle-dev cmocka:libcmocka-dev jansson:libjansson-dev \
  zlib:zlib1g-dev; do
  [ -e "$pc/${row%:*}.pc" ] || [ -e "/usr/share/pkgconfig/${row%:*}.pc" ] || missing="$missing ${row#*:}:arm64"
done
if [ -n "$missing" ]; then
  echo "aarch64.sh: to install: dpkg --add-architecture arm64 && apt-get update && apt-get install$missing" >&2
  exit 77
fi

# PATTERN REASON: what is not run.
left_out() {
  case $1 in
  tests/unit/fh_watch_*) echo "userfaultfd: qemu-user has none" ;;
  tests/unit/backtrace_test | tests/unit/tools_backtrace*) echo \
    "frames of the emulated processor are not the debugger's" ;;
  tests/unit/tools_env_test | tests/unit/tools_fatal_test) echo \
    "qemu-user adds a line of its own to what a process that aborts says" ;;
  tests/unit/ibv_*) echo "rdma devices: ioctls that qemu-user does not know" ;;
  *) return 1 ;;
  esac
}

mkdir -p build-aarch64 && cd build-aarch64 || exit 99
wants() { case ,$only, in *,$1,*) ;; *) return 1 ;; esac; }
said() { # COMMAND... of one line; its log if it fails
  local what=$1
  shift
  if timeout -k 10 900 "$@" >"$log/${what//\//-}.log" 2>&1 </dev/null; then
    passed=$((passed + 1))
    echo "ok $what"
  else
    echo "not ok $what: status $?"
    tail -n 15 "$log/${what//\//-}.log" | sed 's/^/  | /'
    failed=$((failed + 1))
  fi
}
emulated="./libtool --silent --mode=execute qemu-aarch64"
log=$PWD/logs
mkdir -p "$log"

if wants build; then
  [ -e Makefile ] || PKG_CONFIG_LIBDIR=$pc:/usr/share/pkgconfig "$src/configure" -q --host=$host || exit 1
  make -j"$jobs" libgasnet.la gasnetrun gasnet-sim hyd-unit-programs tests/sim/sim-udp \
    tests/conform/conform-par-fast-rel \
    >"$log/build.log" 2>&1 || { tail -n 30 "$log/build.log"; exit 1; }
  grep 'warning:' "$log/build.log" && failed=$((failed + 1))
fi

# Emulated, the kernel's calls for another process's memory and for barriers are those of the host, or missing.
export GASNET_QUIET=1
if wants unit; then
  for test in $(make -s hyd-unit-names); do
    if why=$(left_out "$test"); then
      echo "left out $test: $why"
    else
      said "$test" $emulated "$test"
    fi
  done
fi
if wants sim; then
  said tests/sim/sim-udp $emulated tests/sim/sim-udp --seeds 30 --seed-base 1
fi
if wants conform; then
  for ranks in 1 2; do
    GASNET_PSHM_NODES=$ranks said "tests/conform/conform-par-fast-rel with $ranks" \
      $emulated tests/conform/conform-par-fast-rel
  done
fi
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
