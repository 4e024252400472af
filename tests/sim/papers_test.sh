#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# papers_test.sh: the figures of the papers on Firehose in small: programs compute what they should, no limit is
# exceeded, every figure has its data, and a second run says the same; not of fig8, whose threads run in real time.
# Whether goals are met is not asked of small sizes.
set -u
program=${abs_top_builddir:-$PWD}/contrib/tools/bench/papers/papers
dir=$(mktemp -d) || exit 99
trap 'rm -rf "$dir"' EXIT
"$program" --quick --dir "$dir/one" >"$dir/out" 2>&1
status=$?
figures=$("$program" --help | sed -n 's/^  \([a-z0-9]*\) .*/\1/p')
again=$(grep -vx fig8 <<<"$figures")
"$program" --quick --dir "$dir/two" $(printf -- '--only %s ' $again) >/dev/null 2>&1
for f in $figures; do
  [ -s "$dir/one/$f.dat" ] && continue
  echo "papers_test.sh: $f.dat is not there"
  status=1
done
for f in $again; do
  cmp -s "$dir/one/$f.dat" "$dir/two/$f.dat" && continue
  echo "papers_test.sh: $f.dat is another each time"
  status=1
done
if [ $status != 0 ] || [ -z "$figures" ]; then
  cat "$dir/out"
  echo "papers_test.sh: status $status"
  exit 1
fi
