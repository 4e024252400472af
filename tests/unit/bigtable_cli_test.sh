#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# bigtable_cli_test.sh: the example of a table larger than memory as its user meets it: every key is found, over shared
# memory and over messages; lost keys are found out; pages came and went; and one clear line and a status for what can
# be wrong.
#
# Environment: BIGTABLE, the program (default ./bigtable).
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/cli.sh"
export GASNET_KIND_PATH=$PWD/core/kinds/.libs GASNET_QUIET=1 \
  LD_LIBRARY_PATH=$PWD/.libs${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
[ -f "$GASNET_KIND_PATH/hyd_kind_netvm.so" ] || { echo "1..0 # SKIP no paged kind in this build"; exit 77; }
cli_begin "${BIGTABLE:-./bigtable}"

moved() { sed -n 's/^pages brought in: [0-9]*, evicted: \([0-9]*\);.*/\1/p' out; }

for n in 1 2 4; do
  run $n -m 2
  [ $status -eq 0 ] && [ ! -s err ] && grep -q 'keys wrong or missing: 0$' out && [ "$(moved)" -gt $((300 * n)) ]
  verdict $? "$n ranks: every key is right, and pages came and went"
done
GASNET_CONDUIT=udp GASNET_SUPERNODE_MAXSIZE=1 run 2 -m 1
if grep -q 'no conduit' err; then
  skip "2 ranks over udp" "no udp in this build"
else
  [ $status -eq 0 ] && [ ! -s err ] && grep -q 'missing: 0$' out
  verdict $? "2 ranks over udp: every key is right"
fi
run 2 -m 1 -r 100 -b 1
[ $status -eq 0 ] && [ "$(moved)" = 0 ]
verdict $? "all of it resident: nothing is evicted"
run 2 -m 1 -l 95 -b 200
[ $status -eq 0 ] && grep -q '^31128 keys in 2 MB on 2 ranks, 25 % of it resident' out
verdict $? "nearly full"
run 2 -m 1 --lose 1000
[ $status -eq 1 ] && grep -q 'missing: 22  FAILED' out &&
  [ "$(cat err)" = "bigtable: the check failed: keys are missing or wrong" ]
verdict $? "lost keys are found out"
run 2 -m 1 --progress
[ $status -eq 0 ] && grep -q 'bigtable: \[#\{30\}\] 100 %' err
verdict $? "--progress draws a bar to its end"
prints_usage 2
refused 2 2 '-m 0: expected a whole number from 1 to' 'no table' -m 0
refused 2 2 '-r 101: expected a whole number from 1 to 100' 'more than all' -r 101
refused 2 2 '-l x: expected a whole number' 'a load in words' -l x
refused 2 2 '-b 5000: expected a whole number' 'a batch too large' -b 5000
refused 2 2 '--frob: unknown option' 'an unknown option' --frob
refused 2 2 '-m: a value is missing' 'a missing value' -m
refused 2 2 'file: no argument is expected' 'an argument' file
run 1 -m 1 -d /nonexistent
[ $status -eq 1 ] && grep -q '/nonexistent' err
verdict $? "no such directory"
full_disk 2 -m 1

cli_end
