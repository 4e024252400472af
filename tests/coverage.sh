#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# coverage.sh: which lines and branches of the library the tests run: builds it for coverage in DIR (default:
# ./coverage), runs unit tests, conformance, oracles, faults, simulators, the launcher and conduits that are modules
# there, and prints a table by room, which is a directory, and what is not covered. `make coverage` calls it.
# Needs clang, llvm-profdata and llvm-cov.
#
#   tests/coverage.sh [--dir DIR] [--only LIST] [--report] TEST...
#     --only LIST   parts of the suite (tests/run.py --help)
#     --report      run nothing: the table, of what has been run
#
# Counters are mapped files (%c), one of each program and library for all its processes (%m): what is counted stays
# however a process ends, by _exit or a signal, and modules count as the library does.
set -u
dir=coverage only=unit,conform,oracle,sim,fault,launch,ofi,mpi,strictfi report=
while [ $# -gt 0 ]; do
  case $1 in
  --dir) dir=$2; shift 2 ;;
  --only) only=$2; shift 2 ;;
  --report) report=1; shift ;;
  --*) sed -n '4,14s/^# \{0,1\}//p' "$0"; exit 2 ;;
  *) break ;;
  esac
done
for tool in clang llvm-profdata llvm-cov; do
  command -v $tool >/dev/null || { echo "coverage.sh: $tool is missing (apt-get install clang llvm)"; exit 77; }
done
top=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$dir" && cd "$dir" || exit 99
if [ -z "$report" ]; then
  echo "--- building in $PWD ---"
  counted="-fprofile-instr-generate=$PWD/counts/%m%c.profraw -fprofile-update=atomic -fcoverage-mapping"
  counted="$counted -mllvm -runtime-counter-relocation"
  [ -f config.status ] || "$top/configure" -q --disable-static CC="${CCACHE:-} clang $counted" CFLAGS='-O1 -g' \
    >configure.out 2>&1 || { tail -30 configure.out; exit 1; }
  make -j"$(nproc)" hyd-coverage-programs >make.out 2>&1 || { tail -40 make.out; exit 1; }
  rm -rf counts && mkdir counts
  srcdir=$top SIM_SEEDS=${SIM_SEEDS:-300} HYD_AD_SEEDS=8 HYD_VIS_SEEDS=8 HYD_COLL_SEEDS=4 \
    python3 "$top/tests/run.py" --only "$only" --without \
    'tests/conform/headers tests/unit/bench* tests/sim/papers_test.sh' "$@"
fi
echo "--- coverage, by room ---"
python3 "$top/tests/lib/coverage.py" "$top" .
