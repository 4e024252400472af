#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# sanitize.sh: builds the library with AddressSanitizer and UndefinedBehaviorSanitizer, then with
# ThreadSanitizer, and runs the unit tests and the short conformance matrix with each.
#
#   tests/sanitize.sh [--dir DIR] [--results FILE] [--build] [address|thread]...
#     --dir DIR        build there, in asan/ and tsan/ (default: ./build)
#     --build          build only: what runs the tests later finds the trees built
#     --results FILE   add "passed failed skipped" of each tree to FILE
#
# Exit status 0 if none failed.
set -u
dir=build results= build_only= which=()
while [ $# -gt 0 ]; do
  case $1 in
  --dir) dir=$2; shift 2 ;;
  --results) results=$2; shift 2 ;;
  --build) build_only=1; shift ;;
  address | thread) which+=("$1"); shift ;;
  *) sed -n '3,12s/^# \{0,1\}//p' "$0"; exit 2 ;;
  esac
done
[ ${#which[@]} -gt 0 ] || which=(address thread)
top=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$dir" && dir=$(cd "$dir" && pwd) || exit 99
results=${results:-$dir/sanitize-results}
touch "$results"
# The sources by a relative path, because configure refuses an absolute one with a blank in it.
source=$top
case $top in *[[:space:]]*) source=$(realpath --relative-to="$dir/asan" "$top") ;; esac
cores=$(nproc 2>/dev/null || echo 2)
export ASAN_OPTIONS="detect_leaks=0:abort_on_error=0:${ASAN_OPTIONS-}"
export UBSAN_OPTIONS="print_stacktrace=1:${UBSAN_OPTIONS-}"
# The dump of a running rank and the end of a crashing one do in a signal handler what they can.
export TSAN_OPTIONS="halt_on_error=1:report_signal_unsafe=0:second_deadlock_stack=1:${TSAN_OPTIONS-}"
export CONFORM_TIMEOUT="${CONFORM_TIMEOUT:-300}" # of one test: instrumented, the long ones take minutes
export SIM_SEEDS=${SIM_SEEDS:-300} HYD_AD_SEEDS=${HYD_AD_SEEDS:-16}
export HYD_FUZZ_SECONDS=1 # libFuzzer has sanitizers of its own, and has run
status=0

# tree NAME SANITIZERS PROGRAMS [OPTION...]: configures, builds and checks one tree: the programs of a
# goal of tests/run.mk, with options of run.sh.
tree() {
  local name=$1 list=$2 programs=$3 here="$dir/$1"
  shift 3
  mkdir -p "$here" && cd "$here" || exit 99
  echo "--- building with -fsanitize=$list in $here ---"
  if [ ! -f config.status ] || [ "$top/configure" -nt config.status ]; then
    "$source/configure" -q --disable-shared --enable-sanitize="$list" CFLAGS='-O1 -g1' \
      >configure.out 2>&1 || { tail -30 configure.out; return 1; }
  fi
  if ! make -j"$cores" "$programs" >make.out 2>&1; then
    tail -40 make.out
    return 1
  fi
  [ -z "$build_only" ] || return 0
  make -s hyd-check-reduced CHECK_FLAGS="--label $name --results '$results' $*"
}

for w in "${which[@]}"; do
  before=$(wc -l <"$results" 2>/dev/null || echo 0)
  case $w in
  address) # libFuzzer's programs have sanitizers of their own, and have run; huge allocations take minutes here
    HYD_FUZZ_SECONDS=0 FUZZ_WITHOUT=udp_packet tree asan address,undefined hyd-quick-programs --without \
      "'tests/papers/* tests/sim/planner/*'" # figures and tables, of engines that other tests drive
    ;;
  thread) # not what has one thread
    tree tsan thread hyd-threaded-programs --without "'tests/*_test.sh tests/sim/* tests/papers/* tests/firehose/run.sh tests/firehose/cases'" --configs "'par-*'"
    ;;
  esac || status=1
  # A tree that did not come as far as to count is a failure, too.
  [ -n "$build_only" ] || [ "$(wc -l <"$results" 2>/dev/null || echo 0)" -gt "$before" ] || echo "0 1 0" >>"$results"
done
exit $status
