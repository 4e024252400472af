#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# without.sh: builds and tests of a machine that lacks optional packages. For each word of PACKAGE... those packages'
# files are hidden under /usr (an overlay in a mount namespace of its own); there configure must name what is missing,
# and the build, the tests of rooms and installation, and short conformance of smp and udp must pass, in
# builds/without-* of the current directory.
#   PACKAGE  a Debian package, or several with a plus sign; `bare`: all the optional ones, and no ofi, mpi and ibv,
#            which is the
#            state of the machine of somebody who has followed README.md's `Required'. Default: each optional package,
#            and bare.
# Needs root, or user namespaces. Prints `N passed, N failed`. `make check-without` calls it; .ci/run calls it for
# `bare`.
#
#   tests/builds/without.sh [--jobs N] [PACKAGE...]
set -u
PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin # without what a user has installed at home
src=$(cd "$(dirname "$0")/../.." && pwd)
jobs=2
# package, and configure's line for it (empty: configure does not look for it)
optional='
libssl-dev          udp (libssl-dev, nettle-dev) *no
nettle-dev          udp (libssl-dev, nettle-dev) *no
libipsec-mb-dev     udp: fast tags (libipsec-mb-dev) *no
libibverbs-dev      ibv (libibverbs-dev, librdmacm-dev) *no
librdmacm-dev       ibv (libibverbs-dev, librdmacm-dev) *no
libfabric-dev       ofi (libfabric-dev, .*) *no
libopenmpi-dev      mpi (libopenmpi-dev, libmpich-dev) *yes mpicc.mpich$
libmpich-dev        mpi (libopenmpi-dev, libmpich-dev) *yes mpicc.openmpi$
libopenmpi-dev+libmpich-dev   mpi (libopenmpi-dev, libmpich-dev) *no
libjansson-dev      gasnet-bench (libjansson-dev) *no
libamdhip64-dev     HIP memory (libamdhip64-dev) *no
libze-dev           Level Zero memory (libze-dev) *no
systemtap-sdt-dev   USDT probes (systemtap-sdt-dev) *no
libdw-dev           stack traces: lines (libdw-dev) *no
zlib1g-dev          example kmer (zlib1g-dev) *no
m4                  examples of ANL macros (m4) *no
libcmocka-dev       unit tests (libcmocka-dev) *no
libpmix-dev         tests of PMIx (libpmix-dev) *no
python3-cffi+python3-cffi-backend   Python package (python3-cffi) *no
gfortran+gfortran-12   tests of Fortran (gfortran) *no
rustc               tests of Rust (rustc) *no
python3-numpy
pandoc
gnuplot-nox
cmake
clang+clang-14
procps
iproute2
'
here=$PWD passed=0 failed=0
usage() { sed -n '4,17s/^# \{0,1\}//p' "$0"; exit 2; }
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

lines_of() { awk -v p="$1" '$1 == p { $1 = ""; sub(/^ /, ""); print }' <<<"$optional"; }
names() { awk 'NF { print $1 }' <<<"$optional"; }
one() {
  case $1 in
  bare)
    tree bare "$(names | tr '+\n' '  ' | sed 's/\(libssl\|nettle\)-dev//g')" \
      "$(awk 'NF > 1 && !/^lib(ssl|openmpi|mpich)-dev |^nettle/ { $1 = ""; sub(/^ /, ""); print }' <<<"$optional" |
      sort -u)" \
      --disable-ofi --disable-mpi --disable-ibv ;;
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
# shellcheck disable=SC2046
[ $# -gt 0 ] || set -- $(names) bare
is_installed() {
  local p
  for p in ${1//+/ }; do dpkg -s "$p" >/dev/null 2>&1 || return; done
}
for name; do
  [ "$name" = bare ] || is_installed "$name" || { echo "skip $name: not installed here"; continue; }
  one "$name"
  cd "$here" || exit
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
