#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# without.sh: builds and tests of a machine that lacks optional packages. For each word of PACKAGE... those packages'
# files are hidden under /usr (an overlay in a mount namespace of its own); there configure must name what is missing,
# and the build, the tests of rooms and installation, and short conformance of smp and udp must pass, in
# builds/without-* of the current directory.
#   PACKAGE  a Debian package, or several with a plus sign; mix1 to mix6: half of the optional ones, so that each of
#            them is missing in a mix where another one is there; `bare`: all of them, and no ofi, mpi and ibv, which is
#            the state of the machine of somebody who has followed README.md's `Required'. Default: the mixes, and bare.
# Needs root, or user namespaces. Prints `N passed, N failed`. `make check-without` calls it; .ci/run calls it for
# `bare`.
#
#   tests/builds/without.sh [--jobs N] [PACKAGE...]
set -u
PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin # without what a user has installed at home
src=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=tests/builds/cache.sh
. "$src/tests/builds/cache.sh"
jobs=2
# mixes that hide it, package, and configure's line for it (empty: configure does not look for it). Of what configure
# looks for, each row has another three of the six mixes: so for every two a mix lacks the first and has the second.
optional='
123 libssl-dev          udp (libssl-dev, nettle-dev) *no
124 nettle-dev          udp (libssl-dev, nettle-dev) *no
235 libipsec-mb-dev     udp: fast tags (libipsec-mb-dev) *no
134 libibverbs-dev      ibv (libibverbs-dev, librdmacm-dev) *no
136 librdmacm-dev       ibv (libibverbs-dev, librdmacm-dev) *no
145 libfabric-dev       ofi (libfabric-dev, .*) *no
135 libopenmpi-dev      mpi (libopenmpi-dev, libmpich-dev) *yes mpicc.mpich$
345 libmpich-dev        mpi (libopenmpi-dev, libmpich-dev) *yes mpicc.openmpi$
125 libjansson-dev      gasnet-bench (libjansson-dev) *no
126 libamdhip64-dev     HIP memory (libamdhip64-dev) *no
146 libze-dev           Level Zero memory (libze-dev) *no
156 systemtap-sdt-dev   USDT probes (systemtap-sdt-dev) *no
234 libdw-dev           stack traces: lines (libdw-dev) *no
236 zlib1g-dev          example kmer (zlib1g-dev) *no
245 m4                  examples of ANL macros (m4) *no
246 libcmocka-dev       unit tests (libcmocka-dev) *no
256 libpmix-dev         tests of PMIx (libpmix-dev) *no
346 python3-cffi+python3-cffi-backend   Python package (python3-cffi) *no
356 gfortran+gfortran-12   tests of Fortran (gfortran) *no
456 rustc               tests of Rust (rustc) *no
126 python3-numpy
234 pandoc
345 gnuplot-nox
156 cmake
146 clang+clang-14
235 procps
356 iproute2
'
here=$PWD passed=0 failed=0
usage() { sed -n '4,15s/^# \{0,1\}//p' "$0"; exit 2; }
verdict() { # STATUS WHAT LOG
  if [ "$1" = 0 ]; then
    passed=$((passed + 1)); echo "ok $2"
  else
    failed=$((failed + 1)); echo "not ok $2"
    tail -n 25 "$3" | sed 's/^/#   /'
  fi
}

# hidden PACKAGES COMMAND...: COMMAND where the files of PACKAGES are not.
# shellcheck disable=SC2016,SC2086
hidden() {
  local packages=$1 user=
  shift
  [ "$(id -u)" = 0 ] || user=--map-root-user
  unshare --mount $user bash -c '
    top=$1 packages=$2
    shift 2
    mount -t tmpfs none "$top" && mkdir "$top/up" "$top/work" &&
      mount -t overlay -o "lowerdir=/usr,upperdir=$top/up,workdir=$top/work" overlay /usr || exit
    for p in $packages; do dpkg -L "$p" 2>/dev/null; done | while read -r file; do
      if [ -d "$file" ] && [ ! -L "$file" ]; then continue; fi
      case $file in /usr/* | /bin/* | /lib/*) rm -f "$file" ;; esac
    done
    for p in $packages; do dpkg -L "$p" 2>/dev/null; done | sort -r | while read -r file; do
      [ -d "$file" ] || continue
      rm -rf "$file/__pycache__"
      rmdir "$file" # a directory without files would be a module of Python still
    done 2>/dev/null
    exec "$@"' - "$mount" "$packages" "$@"
}

# step WHAT COMMAND...: in the tree, where the packages are hidden; its log is WHAT.log
step() {
  local what=$1 status
  shift
  hidden "$packages" "$@" >"$what.log" 2>&1
  status=$?
  [ $status != 77 ] || return 0
  verdict $status "without $name: $what" "$what.log"
  return $status
}

summary() { sed -n '/^hydrant/,$p' configure.log; }
# says LINE: what is missing is in configure's list.
says() {
  summary | grep -q -- "$1"
  verdict $? "without $name: configure says '$1'" configure.log
}

# tree NAME PACKAGES LINES OPTION...
tree() {
  local name=$1 packages=$2 lines=$3 line
  shift 3
  mkdir -p "builds/without-$name" && cd "builds/without-$name" || exit
  step configure "$src/configure" -q --enable-memory-kinds "$@" || return
  while read -r line; do [ -z "$line" ] || says "$line"; done <<<"$lines"
  step make make -j"$jobs" || return
  ! grep 'warning:' make.log >warnings.log
  verdict $? "without $name: no warning" warnings.log
  step rooms python3 "$src/tests/unit/layers_test.py"
  step installation bash "$src/tests/install/run.sh"
  step programs make -j"$jobs" tests/conform/conform-par-fast-rel || return
  for conduit in smp udp; do
    [ ! -d $conduit-conduit ] ||
      step "conformance-$conduit" bash "$src/tests/conform/run.sh" --config par-fast-rel --ranks 2 --conduit $conduit \
      --extra no
  done
}

rows_of() { awk -v n="$1" 'NF && ($2 == n || n == "bare" || index($1, n))' <<<"$optional"; } # of a package, a mix, bare
names() { rows_of "$1" | awk '{ print $2 }'; }
# What configure says of a mix: without both MPIs, other words than without one of them.
lines_of() {
  rows_of "$1" | awk 'NF > 2 { name = $2; $1 = $2 = ""; sub(/^ */, ""); line[name] = $0 }
    END {
      if ("libopenmpi-dev" in line && "libmpich-dev" in line) {
        sub(/\*yes.*/, "*no", line["libopenmpi-dev"])
        delete line["libmpich-dev"]
      }
      for (name in line) print line[name]
    }' | sort -u
}
one() {
  case $1 in
  bare)
    tree bare "$(names bare | tr '+\n' '  ' | sed 's/\(libssl\|nettle\)-dev//g')" \
      "$(lines_of bare | grep -v -e '^udp (' -e '^mpi')" --disable-ofi --disable-mpi --disable-ibv ;;
  mix?)
    echo "# $1: without $(names "${1#mix}" | tr '\n' ' ')"
    tree "$1" "$(names "${1#mix}" | tr '+\n' '  ')" "$(lines_of "${1#mix}")" ;;
  *) tree "$1" "${1//+/ }" "$(lines_of "$1")" ;;
  esac
}

while [ $# -gt 0 ]; do
  case $1 in
  --jobs) jobs=$2; shift 2 ;;
  -*) usage ;;
  *) break ;;
  esac
done
mount=$(mktemp -d "${TMPDIR:-/tmp}/hyd-without.XXXXXX") || exit 99
trap 'rmdir "$mount"' EXIT
hidden "" true 2>/dev/null ||
  { echo "skip: no overlay of /usr can be mounted here; root can, or who may make user namespaces"; exit 77; }
[ $# -gt 0 ] || set -- mix{1..6} bare
compile_once
[ -n "${CC-}" ] || export CC="${launcher}gcc" CXX="${launcher}g++"
is_installed() {
  local p
  for p in ${1//+/ }; do dpkg -s "$p" >/dev/null 2>&1 || return; done
}
for name; do
  case $name in
  bare | mix[1-6]) ;;
  *) is_installed "$name" || { echo "skip $name: not installed here"; continue; } ;;
  esac
  one "$name"
  cd "$here" || exit
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
