#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# gups_cli_test.sh: the gups example as its user meets it: no word is wrong in any way, on any number of
# ranks, over shared memory and over messages; lost updates are found; and one clear line and a status
# for what can be wrong.
#
# Environment: GUPS, the program (default ./gups).
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/cli.sh"
cli_begin "${GUPS:-./gups}"

wrong() { awk -v way="$1" '$1 == way { print $5 }' out; } # words, in the table's row
rows() { sed -n '3,$p' out | awk '{ print $1 }' | tr '\n' ' '; }

# ---- right answers ---------------------------------------------------------------------------

# Of put and get so few updates are under way at a time, and words so many, that few meet.
for n in 1 2 3 4 8; do
  run $n -n 14 -b 8
  [ $status -eq 0 ] && [ ! -s err ] && [ "$(rows)" = "atomics messages putget " ] &&
    [ "$(wrong atomics)" = 0 ] && [ "$(wrong messages)" = 0 ] &&
    [ "$(wrong putget)" -le $((16384 * n / 100)) ]
  verdict $? "$n ranks: the three ways, no word wrong by atomics and messages"
done
run 1 -n 10 -b 1 -w putget
[ $status -eq 0 ] && [ "$(wrong putget)" = 0 ]
verdict $? "one rank, one update at a time: none is lost by put and get"
for conduit in smp template; do
  GASNET_SUPERNODE_MAXSIZE=1 GASNET_CONDUIT=$conduit run 4 -n 10 -b 20 -w atomics -w messages
  [ $status -eq 0 ] && [ "$(rows)" = "atomics messages " ] && [ "$(wrong atomics)$(wrong messages)" = 00 ]
  verdict $? "conduit $conduit, every rank for itself: no word wrong"
done
for batch in 1 7 1000 65536; do
  run 3 -n 10 -u 5 -b $batch -w messages
  [ $status -eq 0 ] && [ "$(wrong messages)" = 0 ] && grep -q '^3072 words (0.0 MB) on 3 ranks, 15360 updates' out
  verdict $? "messages in batches of $batch: no word wrong"
done

# ---- the check finds what is lost ------------------------------------------------------------

# One in 64 of 4096 x 4 updates of each rank is left out; nearly each makes a word wrong.
for way in atomics messages putget; do
  run 2 -n 12 -b 8 -w $way --lose 64
  [ $status -eq 1 ] && [ "$(wrong $way)" -gt 400 ] && [ "$(wrong $way)" -le 700 ] && grep -q "FAILED" out &&
    [ "$(cat err)" = "gups: the check failed: updates were lost or wrong" ]
  verdict $? "$way: lost updates are found"
done
run 2 -n 12 -w atomics --lose 32768
[ $status -eq 0 ] && [ "$(wrong atomics)" = 0 ]
verdict $? "none is lost if there are fewer than --lose"
run 2 -n 12 -w messages --lose 16384
[ $status -eq 1 ] && [ "$(wrong messages)" -ge 1 ] && [ "$(wrong messages)" -le 2 ]
verdict $? "one lost update of each rank is found"

# ---- the report ------------------------------------------------------------------------------

run 2 -n 12 -w atomics
[ $status -eq 0 ] && [ "$(wc -l <out)" -eq 3 ] &&
  grep -q '^8192 words (0.1 MB) on 2 ranks, 32768 updates in batches of 64$' out &&
  awk '$1 == "atomics" { updates = $3 * $2 * 1e9; exit !(updates > 29000 && updates < 36000) }' out
verdict $? "the table: words, updates; rate times time is the number of updates"
run 2 -n 14 -b 8 --progress
[ $status -eq 0 ] && grep -q 'gups: \[#\{30\}\] 100 %' err
verdict $? "--progress draws a bar to its end"
run 2 -n 14 -b 8 --no-progress
[ $status -eq 0 ] && [ ! -s err ]
verdict $? "--no-progress draws none"
prints_usage 2

# ---- one clear line --------------------------------------------------------------------------

refused 2 2 '-n 0: expected a whole number from 1 to 30' 'no words' -n 0
refused 2 2 '-n 31: expected a whole number' 'too many words' -n 31
refused 2 2 '-u x: expected a whole number' 'updates in words' -u x
refused 2 2 '-b -1: expected a whole number' 'a negative batch' -b -1
refused 2 2 '-w rma: expected atomics, messages or putget' 'an unknown way' -w rma
refused 2 2 '--frob: unknown option' 'an unknown option' --frob
refused 2 2 '-q: unknown option' 'an unknown letter' -q
refused 2 2 '-n: a value is missing' 'a missing value' -n
refused 2 2 'file: no argument is expected' 'an argument' file
refused 5 2 '-n: the whole table would be more than 2^32 words' 'a table too large' -n 30
export GASNET_MAX_SEGSIZE=1MB/P
refused 2 1 '-n: 1048576 words of each rank need segments of 8 MB; there are at most 1 MB' 'a small segment' -n 20
unset GASNET_MAX_SEGSIZE
full_disk 2 -n 8

cli_end
