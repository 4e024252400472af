#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# run.sh: firehose on simulated nodes, seed by seed; options are those of sim-firehose. Environment: SIM_SEEDS
# (default 2500; `make check-sim` runs any number), SIM_SEED_BASE (default 1).
set -u
exec "${abs_top_builddir:-$PWD}/tests/sim/firehose/sim-firehose" --seeds "${SIM_SEEDS:-2500}" --seed-base \
  "${SIM_SEED_BASE:-1}" "$@"
