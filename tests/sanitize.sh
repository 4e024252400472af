#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# sanitize.sh: builds the library and some of the tests with AddressSanitizer and UndefinedBehaviorSanitizer, or with
# ThreadSanitizer, in DIR/asan or DIR/tsan (default: ./build). `make check CHECK_FLAGS='--sanitize address,thread'`
# calls it, and runs the tests there (tests/lib/parts.py).
#
#   tests/sanitize.sh [--dir DIR] address|thread
set -u
dir=build
[ "${1-}" != --dir ] || { dir=$2; shift 2; }
case ${1-} in
# gcc takes several times as long to optimise with AddressSanitizer as it does without; ThreadSanitizer's programs are
# slow.
address) name=asan list=address,undefined level=-O0 programs=hyd-quick-programs ;;
thread) name=tsan list=thread level=-O1 programs=hyd-threaded-programs ;;
*) sed -n '4,8s/^# \{0,1\}//p' "$0"; exit 2 ;;
esac
top=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$dir/$name" && cd "$dir/$name" || exit 99
# The sources by a relative path, because configure refuses an absolute one with a blank in it.
source=$top
case $top in *[[:space:]]*) source=$(realpath --relative-to=. "$top") ;; esac
echo "--- building with -fsanitize=$list in $PWD ---"
if [ ! -f config.status ] || [ "$top/configure" -nt config.status ]; then
  CONFIG_SHELL=/bin/sh /bin/sh "$source/configure" -q --disable-shared --enable-sanitize="$list" \
    CFLAGS="$level -g1" >configure.out 2>&1 ||
    { tail -30 configure.out; exit 1; }
fi
make -j"$(nproc 2>/dev/null || echo 2)" "$programs" >make.out 2>&1 || { tail -40 make.out; exit 1; }
