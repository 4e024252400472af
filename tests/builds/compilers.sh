#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# compilers.sh: the library, gasnetrun, gasnet-bench, the examples, the unit tests and a conformance program with each
# compiler that is installed (gcc-N, clang-N) but that of the build tree in the current directory, with which the suite
# runs; with musl-gcc the library, gasnet-sim and two examples; out of tree, in builds/ of the current directory. Fails
# if a compiler warns. The unit tests are run. `make check-compilers` calls it.
#
#   tests/builds/compilers.sh [--jobs N] [--no-run] [NAME...]     NAME: of a compiler; no-conduits: GCC without udp, ibv
set -u
src=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=tests/builds/cache.sh
. "$src/tests/builds/cache.sh"
jobs=2 run=1 passed=0 failed=0
while [ $# -gt 0 ]; do
  case $1 in
  --jobs) jobs=$2; shift 2 ;;
  --no-run) run= ; shift ;;
  -*) sed -n '4,9s/^# \{0,1\}//p' "$0"; exit 2 ;;
  *) break ;;
  esac
done

# musl's headers come first; those of the kernel, and of the libraries that are looked for at run time, are the
# system's. No library is linked, as those of the system are built for another C library: configure finds no others.
musl_world() {
  local arch into=builds/musl-world/include dir
  arch=$(gcc -print-multiarch)
  mkdir -p "$into" builds/musl-world/pkgconfig
  for dir in linux asm-generic hwloc.h nettle $arch/asm; do ln -sfn "/usr/include/$dir" "$into/"; done
  for dir in hwloc openssl; do # in two places
    mkdir -p "$into/$dir"
    ln -sfn /usr/include/$dir/* "/usr/include/$arch/$dir"/* "$into/$dir/" 2>/dev/null
  done
  ln -sf "/usr/lib/$arch/pkgconfig"/{hwloc,libcrypto,nettle}.pc builds/musl-world/pkgconfig/
}

# No cmocka, and no hwloc for gasnetrun, is built for musl: jobs of the examples instead.
musl_jobs() {
  local job
  for job in ./stencil3d ./gups; do GASNET_QUIET=1 GASNET_PSHM_NODES=2 timeout 120 $job || return 1; done
}

found() {
  local c suites
  suites=$(sed -n 's/^CC = *//p' Makefile 2>/dev/null)
  suites=$(place_of "${suites##* }")
  for c in $(compgen -c | grep -E '^(gcc|clang)-[0-9]+$' | sort -u -V) musl-gcc; do
    command -v "$c" >/dev/null && [ "$(place_of "$c")" != "$suites" ] && echo "$c"
  done
}
place_of() { readlink -f "$(command -v "${1:-none}")"; }

# Programs that need nothing but the library.
targets="libgasnet.la libgasnet-debug.la"
more="gasnetrun gasnet-bench gasnet-sim kmer stencil3d gups"
tests="hyd-unit-programs tests/conform/conform-par-fast-rel"

one() {
  local name=$1 cc=$1 more=$more tests=$tests run_tests="make -s check-units" options=()
  case $name in
  no-conduits) cc=gcc options=(--disable-udp --disable-ibv) ;;
  musl-gcc)
    musl_world
    cc="$cc -idirafter $PWD/builds/musl-world/include" more="gasnet-sim stencil3d gups" tests= run_tests=musl_jobs
    options=(--disable-ibv PKG_CONFIG_LIBDIR="$PWD/builds/musl-world/pkgconfig") ;;
  esac
  mkdir -p "builds/$name" && cd "builds/$name" || return 1
  if [ ! -e Makefile ]; then
    "$src/configure" -q CC="$launcher$cc" ${options[@]+"${options[@]}"} >configure.log 2>&1 ||
      { tail -n 5 configure.log; return 1; }
  fi
  make -k -j"$jobs" $targets $more $tests >make.log 2>&1 || { grep -E 'error|\*\*\*' make.log | head -n 20; return 1; }
  ! grep 'warning:' make.log || return 1
  [ -z "$run" ] || $run_tests >units.log 2>&1 || { tail -n 20 units.log; return 1; }
}

[ $# -gt 0 ] || set -- $(found)
[ $# -gt 0 ] || { echo "skip: no other compiler is here; apt-get install clang musl-tools"; exit 77; }
compile_once
for name; do
  if (one "$name"); then passed=$((passed + 1)); echo "ok $name"; else failed=$((failed + 1)); echo "not ok $name"; fi
done
echo "$passed passed, $failed failed"
exit $((failed > 0))
