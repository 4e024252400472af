#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# run_jobs.sh: jobs of many ranks of the real library in one process, seed by seed; options are those of
# sim-jobs. Environment: SIM_SEEDS (default 10000; a twentieth of them are run), SIM_SEED_BASE (default 1).
set -u
seeds=${SIM_SEEDS:-10000}
program=${abs_top_builddir:-$PWD}/tests/sim/sim-jobs
if [ ! -x "$program" ]; then
  echo "run_jobs.sh: no $program: it needs the static library (--enable-static)"
  exit 77
fi
exec "$program" --seeds $(((seeds + 19) / 20)) --seed-base "${SIM_SEED_BASE:-1}" "$@"
