#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# run_ranks.sh: the engines over a tree on many simulated ranks, seed by seed; options are those of
# sim-ranks. Environment: SIM_SEEDS (default 10000; a fourth of them are run), SIM_SEED_BASE (default 1).
set -u
seeds=${SIM_SEEDS:-10000}
exec "${abs_top_builddir:-$PWD}/tests/sim/sim-ranks" --seeds $(((seeds + 3) / 4)) --seed-base "${SIM_SEED_BASE:-1}" "$@"
