#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# run.sh: the udp conduit's engine on a simulated network, seed by seed; options are those of sim-udp.
# Environment: SIM_SEEDS (default 10000), SIM_SEED_BASE (default 1).
set -u
program=${abs_top_builddir:-$PWD}/tests/sim/sim-udp
if [ ! -x "$program" ]; then
  echo "run.sh: no $program: the udp conduit is not built"
  exit 77
fi
exec "$program" --seeds "${SIM_SEEDS:-10000}" --seed-base "${SIM_SEED_BASE:-1}" "$@"
