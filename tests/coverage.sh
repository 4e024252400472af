#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# coverage.sh: which lines and branches of the library the tests run: builds it with --coverage in DIR (default:
# ./coverage), runs unit tests, conformance, oracles, faults, the simulators and the launcher there, and prints a table
# by room, which is a directory, and what is not covered. `make coverage` calls it. Needs gcc and gcov.
#
#   tests/coverage.sh [--dir DIR] [--only LIST] [--report] TEST...
#     --only LIST   parts of the suite (tests/run.py --help)
#     --report      run nothing: the table, of what has been run
#
# A rank's counts are written when the rank ends by _exit or by a signal of its own (coverage_exit.c); counts of
# ranks that another process kills are lost.
set -u
dir=coverage only=unit,conform,oracle,sim,fault,launch report=
while [ $# -gt 0 ]; do
  case $1 in
  --dir) dir=$2; shift 2 ;;
  --only) only=$2; shift 2 ;;
  --report) report=1; shift ;;
  --*) sed -n '4,13s/^# \{0,1\}//p' "$0"; exit 2 ;;
  *) break ;;
  esac
done
command -v gcov >/dev/null || { echo "coverage.sh: gcov is missing (apt-get install gcc)"; exit 77; }
top=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$dir" && cd "$dir" || exit 99
if [ -z "$report" ]; then
  echo "--- building in $PWD ---"
  gcc -c -o coverage_exit.o "$top/tests/coverage_exit.c" || exit 1
  [ -f config.status ] || "$top/configure" -q --disable-shared CFLAGS='-O0 -g --coverage -fprofile-update=atomic' \
    LDFLAGS='-Wl,--wrap=_exit,--wrap=abort,--wrap=raise,--wrap=kill' LIBS="$PWD/coverage_exit.o" >configure.out 2>&1 ||
    { tail -30 configure.out; exit 1; }
  make -j"$(nproc)" hyd-coverage-programs >make.out 2>&1 || { tail -40 make.out; exit 1; }
  find . -name '*.gcda' -delete
  GCOV_ERROR_FILE=/dev/null srcdir=$top SIM_SEEDS=${SIM_SEEDS:-300} HYD_AD_SEEDS=8 HYD_VIS_SEEDS=8 HYD_COLL_SEEDS=4 \
    python3 "$top/tests/run.py" --only "$only" --without \
    'tests/conform/headers tests/unit/bench* tests/sim/papers_test.sh' "$@"
fi
echo "--- coverage, by room ---"
python3 "$top/tests/lib/coverage.py" "$top" .
