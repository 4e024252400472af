#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# sim.sh: the engine of the shared memory under the simulator, seed by seed; options are those of sim-dsm. And the
# simulator finds out a transport that delivers a page before its version, and one that does not wait for diffs.
# Environment: SIM_SEEDS (default 10000; a tenth of them are run), SIM_SEED_BASE (default 1).
set -u
sim=${abs_top_builddir:-$PWD}/tests/dsm/sim-dsm
seeds=${SIM_SEEDS:-10000}
for which in page settle; do
  "$sim" --naive $which 150 || { echo "not ok - nothing found what a naive transport ($which) does"; exit 1; }
done
exec "$sim" --seeds $(((seeds + 9) / 10)) --seed-base "${SIM_SEED_BASE:-1}" "$@"
