#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# upc_vis_test.sh: contrib/layers/upc on jobs of several sizes, over shared memory and over messages, with the
# library that checks and the one that does not; the header by itself in C and C++. Run in the build
# tree. Prints `N passed, N failed`.
set -u
top=$(cd "$(dirname "$0")/../.." && pwd)
dir=tests/unit
passed=0 failed=0
verdict() { # STATUS TEXT
  if [ "$1" = 0 ]; then
    passed=$((passed + 1)); echo "ok $2"
  else
    failed=$((failed + 1)); echo "not ok $2"
    echo "$out" | head -12 | sed 's/^/#   /'
  fi
}
job() { # THREADS MAXSIZE PROGRAM ARGUMENT...: its last line is `... as expected`
  local n=$1 most=$2
  shift 2
  out=$(GASNET_PSHM_NODES=$n GASNET_SUPERNODE_MAXSIZE=$most timeout -k 5 60 "$@" 2>&1 </dev/null) &&
    [ "${out%as expected}" != "$out" ]
}
[ -x $dir/upc_vis_check ] || { echo "1..0 # SKIP no program $dir/upc_vis_check"; exit 77; }

for library in "" _debug; do
  for way in "0 shared memory" "1 messages"; do
    most=${way%% *}
    for n in 3 4; do
      job $n $most $dir/upc_vis_examples$library
      verdict $? "the three examples, $n threads, ${way#* }${library/_/, }"
    done
    for n in 1 2 4; do
      job $n $most $dir/upc_vis_check$library 90 $((n + 10 * most))
      verdict $? "random lists and sections, $n threads, ${way#* }${library/_/, }"
    done
  done
done
out=$(GASNET_QUIET=1 GASNET_PSHM_NODES=2 timeout -k 5 60 $dir/upc_vis_examples 2>&1 </dev/null)
[ $? = 2 ] && [ "$out" = "upc_vis_examples: at least 3 threads are needed" ]
verdict $? "the examples say that they need 3 threads"

tmp=$(mktemp -d "${TMPDIR:-/tmp}/upc.XXXXXX") || exit 99
trap 'rm -rf "$tmp"' EXIT
printf '#include <hyd_upc_vis.h>\n#include <hyd_upc_vis.h>\nextern int hyd_test_not_empty;\n' >"$tmp/alone.c"
for language in "gcc -x c -std=c99" "gcc -x c -std=c11" "g++ -x c++ -std=c++11"; do
  for mode in -DGASNET_SEQ=1 "-DGASNET_PAR=1 -DGASNET_DEBUG=1"; do
    out=$($language -Wall -Wextra -pedantic -Werror -D_GNU_SOURCE=1 -I"$top/core/include" -I"$top/extended/include" \
      -I"$top/vis" -I"$top/contrib/layers/upc" -Icore/include $mode -fsyntax-only "$tmp/alone.c" 2>&1)
    verdict $? "hyd_upc_vis.h alone: $language $mode"
  done
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
