#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# dropin.sh: the library as runtimes get it that build it themselves (client-usage.md 2.1): what they look for in the
# tarball, what they ask of config.status and of make in the directories of the build tree. In the suite, with the build
# tree that is there. --build: the tarball is unpacked, configured with all of their options, built as they do, and a
# program is built in place and with what is installed. Run in the build tree. Prints `N passed, N failed`.
set -u
here=$(cd "$(dirname "$0")" && pwd)
build=${abs_top_builddir:-$PWD}
cd "$build" || exit 99
[ -f Makefile ] && [ -f libgasnet.la ] || { echo "no build tree in $build"; exit 77; }
whole=
[ "${1-}" != --build ] || whole=1
tmp=$(mktemp -d "${TMPDIR:-/tmp}/hyd-dropin.XXXXXX") || exit 99
trap 'chmod -R u+w "$tmp"; rm -rf "$tmp"' EXIT
passed=0 failed=0
try() { # TEXT COMMAND...
  local text=$1
  shift
  if "$@" >"$tmp/log" 2>&1; then
    passed=$((passed + 1)); echo "ok $text"
  else
    failed=$((failed + 1)); echo "not ok $text"; tail -n 15 "$tmp/log" | sed 's/^/#   /'
  fi
}
unset MAKEFLAGS MFLAGS PKG_CONFIG_PATH
for v in $(compgen -e | grep '^GASNET_'); do unset "$v"; done

top=$tmp/tree
looks_like_gasnet() { # in the tree TOP
  local docs=("$top"/docs/GASNet-EX.*) name
  for name in configure gasnet_config.h.in gasnetex.h gasnet.h; do
    [ -f "$top/$name" ] || { echo "no $name"; return 1; }
  done
  [ -x "$top/configure" ] && [ ${#docs[@]} = 1 ] && grep EX_SPEC_VERSION_MAJOR "${docs[0]}" | head -n 1 |
    grep -o ' [0-9][0-9]*' &&
    grep EX_SPEC_VERSION_MINOR "${docs[0]}" | head -n 1 | grep -o ' [0-9][0-9]*'
}
fills_template() { # config.status of the current directory, with the variables that clients name
  local name
  for name in PERL CONDUITS EXESUFFIX CC_FAMILY CXX_FAMILY CC_SUBFAMILY CXX_SUBFAMILY GASNET_THREAD_DEFINES \
    GASNET_THREAD_LIBS; do
    echo "$name=<@$name@>"
  done >"$tmp/template"
  CONFIG_FILES="$tmp/filled:$tmp/template" CONFIG_HEADERS='' CONFIG_COMMANDS='' CONFIG_LINKS='' ./config.status &&
    cat "$tmp/filled" &&
    ! grep '@' "$tmp/filled" && grep -q '^CONDUITS=<smp' "$tmp/filled" &&
    grep -Eq '^CC_FAMILY=<(GNU|CLANG)>$' "$tmp/filled" &&
    grep -Eq '^CXX_FAMILY=<(GNU|CLANG)>$' "$tmp/filled" && ! grep '_LIBS=<>\|_DEFINES=<>\|PERL=<>' "$tmp/filled"
}
program() { # FRAGMENT: client1, built with it, on two ranks
  rm -rf "$tmp/client" && cp -r "$here/client1" "$tmp/client" && chmod -R u+w "$tmp/client" && cd "$tmp/client" &&
    make FRAGMENT="${1// /\\ }" && GASNET_PSHM_NODES=2 timeout -k 5 60 ./client1 | grep '^client1: 2 ranks agree$'
}

if [ -z "$whole" ]; then
  try "make distdir" make -s distdir top_distdir="$top" distdir="$top"
  try "the headers and texts that clients look for are at the top" looks_like_gasnet
  try "config.status fills clients' templates" fills_template
  try "make in the directory of a conduit: its fragment" make -C smp-conduit smp-par.mak
else
  tarball=$(realpath "${2:-$(ls hydrant-*.tar.gz)}") || exit 99
  name=$(tar -tf "$tarball" | head -n 1)
  top=$tmp/${name%%/*}
  try "the tarball has one top directory" tar -xf "$tarball" -C "$tmp"
  try "the headers and texts that clients look for are at the top" looks_like_gasnet
  mkdir "$tmp/bld" && cd "$tmp/bld" || exit 99
  try "configure, from another directory, with clients' options" env GASNET_CONFIGURE_ARGS=--disable-mpi \
    "$top/configure" --prefix="$tmp/inst" --with-cc=gcc --with-cxx=g++ --with-cflags='-O2 -fPIC' \
    --with-cxxflags='-O2 -fPIC' --with-mpi-cflags= --disable-debug --enable-smp --enable-udp --disable-ibv \
    --disable-ofi --disable-mpi --disable-ucx --disable-aries --disable-auto-conduit-detect --enable-seq --enable-par \
    --disable-parsync --enable-pthreads --enable-segment-fast --disable-segment-everything --disable-aligned-segments \
    --enable-pshm --disable-mpi-compat --with-max-segsize=64MB/P \
    --with-max-pthreads-per-node=64 --disable-kind-hip --with-maxeps=4 --with-ofi-provider=tcp \
    --with-host-detect=gethostid --enable-stats --enable-trace --enable-frobnication
  try "config.status fills clients' templates" fills_template
  for what in "smp-conduit smp-par.mak" "smp-conduit par" "udp-conduit seq" "other/amudp amudprun"; do
    # shellcheck disable=SC2086
    set -- $what
    try "make -C $1 $2" make -s -j2 -C "$1" "$2"
  done
  try "a program, in place" program "$tmp/bld/smp-conduit/smp-par.mak"
  cd "$tmp/bld" || exit 99
  try "make install prefix=" make -s install prefix="$tmp/elsewhere"
  try "a program, with what is installed" program "$tmp/elsewhere/include/smp-conduit/smp-seq.mak"
fi
echo "$passed passed, $failed failed"
[ $failed = 0 ]
