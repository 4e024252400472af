#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# stencil_cli_test.sh: the stencil example as its user meets it: agreement with the serial run for
# domains and grids of ranks of all shapes, the same answer from all of them, over shared memory and
# over messages with every algorithm, and one clear line and a status for what can be wrong.
#
# Environment: STENCIL, the program (default ./stencil3d).
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/cli.sh"
cli_begin "${STENCIL:-./stencil3d}"

answer() { sed -n 's/.*all cells //p' out; }
agrees() { [ $status -eq 0 ] && [ ! -s err ] && grep -qx 'agrees with the serial run' out; }

# ---- right answers ---------------------------------------------------------------------------

# SIZE STEPS GRID...: each grid agrees with the serial run, and all with each other
domain() {
  local size=$1 steps=$2 want= grid n
  shift 2
  for grid; do
    n=$((${grid//x/*}))
    run $n -n $size -s $steps -g $grid --check
    agrees && [ "$(answer)" = "${want:-$(answer)}" ]
    verdict $? "$size, $steps steps, ranks $grid: agrees with the serial run and with the others"
    want=${want:-$(answer)}
  done
}
domain 24 7 1x1x1 2x1x1 1x2x1 1x1x2 2x2x1 1x2x2 2x1x2 4x1x1 1x4x1 1x1x4 2x2x2
domain 17x10x13 6 1x1x1 3x1x1 1x3x1 1x1x3 5x1x1 2x3x1 1x2x3
domain 1x1x9 5 1x1x1 1x1x3
domain 9x1x2 5 3x1x2 9x1x1
domain 3x3x3 4 3x1x1 3x3x1 1x3x3

run 1 -n 20x24x28 -s 9
want=$(answer)
for n in 2 3 4 6 8; do
  run $n -n 20x24x28 -s 9 --check
  agrees && [ "$(answer)" = "$want" ]
  verdict $? "the grid of $n ranks is chosen: the same answer as one rank"
done
for algorithm in auto pack single; do
  for most in 0 1; do
    export GASNET_VIS_ALGORITHM=$algorithm GASNET_SUPERNODE_MAXSIZE=$most
    run 4 -n 20x24x28 -s 9 -g 4x1x1 --check
    agrees && [ "$(answer)" = "$want" ]
    verdict $? "cells one by one, algorithm $algorithm, GASNET_SUPERNODE_MAXSIZE=$most"
    run 4 -n 20x24x28 -s 9 --check
    agrees && [ "$(answer)" = "$want" ]
    verdict $? "chosen grid, algorithm $algorithm, GASNET_SUPERNODE_MAXSIZE=$most"
  done
done
unset GASNET_VIS_ALGORITHM GASNET_SUPERNODE_MAXSIZE

run 2 -n 8 -s 0 --check
agrees
verdict $? "no step at all agrees, too"
run 4 -n 10 -s 3 -g 2x2x1
[ $status -eq 0 ] && grep -qx 'a step exchanges 3200 bytes, 1600 of them cell by cell' out &&
  grep -q '^a step takes [0-9.]* us' out && grep -qx '10 x 10 x 10 cells, 3 steps, 4 ranks as 2 x 2 x 1' out
verdict $? "the report: size, grid, time of a step, exchanged bytes"
prints_usage 2

# ---- one clear line --------------------------------------------------------------------------

refused 2 2 '-n 0: expected cells' 'no cells' -n 0
refused 2 2 '-n 4x4: expected cells' 'two dimensions' -n 4x4
refused 2 2 '-n 4x4x4x4: expected cells' 'four dimensions' -n 4x4x4x4
refused 1 2 '-n -5: expected cells' 'a negative size' -n -5
refused 2 2 '-s two: expected a whole number' 'steps in words' -s two
refused 4 2 '--grid 2x2: expected ranks along' 'a grid of two dimensions' -g 2x2
refused 4 2 '--grid 2x2x2: expected as many ranks as the job has, 4' 'a grid of more ranks' -g 2x2x2
refused 5 2 '-n: 4 x 2 x 2 cells are too few for 5 ranks' 'too few cells' -n 4x2x2
refused 4 2 '-n: 3 x 9 x 9 cells are too few for 4 ranks' 'too few cells for the grid' -n 3x9x9 -g 4x1x1
refused 2 2 '--frob: unknown option' 'an unknown option' --frob
refused 2 2 '-q: unknown option' 'an unknown letter' -q
refused 2 2 '-n: a value is missing' 'a missing value' -n
refused 2 2 'file: no argument is expected' 'an argument' file
export GASNET_MAX_SEGSIZE=1MB/P
refused 2 1 '64 x 64 x 64 cells on 2 ranks need segments of .* MB; there are at most 1 MB' 'a small segment'
unset GASNET_MAX_SEGSIZE
full_disk 2 -n 8 -s 1

cli_end
