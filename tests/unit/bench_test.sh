#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# bench_test.sh: gasnet-bench says at once that gnuplot is missing, and its suites udp and firehose measure all that
# their goals need. Whether they are met depends on the machine, and is not asked here.
set -u
program=${abs_top_builddir:-$PWD}/gasnet-bench
if [ ! -x "$program" ]; then
  echo "bench_test.sh: no $program: jansson is missing"
  exit 77
fi
if ! "$program" --help | grep -q '^  udp '; then
  echo 'bench_test.sh: the udp conduit is not built'
  exit 77
fi
if [ "$(nproc)" -lt 2 ]; then
  echo 'bench_test.sh: only one core'
  exit 77
fi
# A plot without gnuplot fails before anything is measured.
real=${program%/*}/.libs/gasnet-bench
[ -x "$real" ] || real=$program
said=$(LD_LIBRARY_PATH=${program%/*}/.libs PATH=/nonexistent "$real" --quick --plot /nonexistent/x.svg rma 2>&1)
status=$?
if [ $status != 2 ] || ! grep -q 'gnuplot, which is not there' <<<"$said" || grep -q '^rma' <<<"$said"; then
  echo "bench_test.sh: --plot without gnuplot: status $status, '$said'"
  exit 1
fi
python=$(command -v python3)
for script in peers/peers.py growth/growth.py waits/waits.py; do
  [ -n "$python" ] || break
  said=$(PATH=/nonexistent "$python" "$(dirname "$0")/../../contrib/tools/bench/$script" --picture \
    /nonexistent/x.svg 2>&1)
  if [ $? != 2 ] || ! grep -q 'needs gnuplot' <<<"$said"; then
    echo "bench_test.sh: $script --picture without gnuplot: '$said'"
    exit 1
  fi
done
out=$("$program" --quick --json --goals=udp,firehose goals)
status=$?
goals=$(grep -c '"bound"' <<<"$out")
figures=$(grep -c '"figure"' <<<"$out")
if [ $status -gt 1 ] || ! grep -q '"complete": true' <<<"$out" || [ "$goals" = 0 ] ||
  [ "$goals" != "$figures" ]; then
  echo "$out"
  echo "bench_test.sh: status $status, $figures figures for $goals goals"
  exit 1
fi
