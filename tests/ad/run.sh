#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# run.sh: random atomics against the oracle, under every setting that changes how they are carried
# out, two jobs at a time at most; sums the batches.
#
#   tests/ad/run.sh [options]
#     --dir DIR      where the programs are (default: tests/ad of the current directory)
#     --seeds N      for each setting (default: HYD_AD_SEEDS of the environment, else 40)
#     --base S       the first of them (default: 1); each setting has seeds of its own
#     --jobs N       1 or 2 jobs at a time (default: 2)
#
# A setting that fails is printed with the command that does it again. Exit status: 0 if no batch
# failed, 77 if there is no program to run.
set -u
set -o pipefail
dir= seeds=${HYD_AD_SEEDS:-40} base=1 jobs=2 limit=330
while [ $# -gt 0 ]; do
  case $1 in
  --dir) dir=$2; shift 2 ;;
  --seeds) seeds=$2; shift 2 ;;
  --base) base=$2; shift 2 ;;
  --jobs) jobs=$2; shift 2 ;;
  *) sed -n '3,15s/^# \{0,1\}//p' "$0"; exit 2 ;;
  esac
done
if [ -z "$dir" ]; then
  dir=${abs_top_builddir:-$PWD}/tests/ad
  [ -d "$dir" ] || dir=$(cd "$(dirname "$0")" && pwd)
fi
for v in $(compgen -e | grep '^GASNET_'); do unset "$v"; done
export GASNET_QUIET=1
programs=()
for p in fast-rel fast-dbg everything-rel; do
  [ ! -x "$dir/oracle-$p" ] || programs+=("$p")
done
if [ ${#programs[@]} = 0 ]; then
  echo "run.sh: no program in $dir (make check builds them)"
  exit 77
fi
[ "$jobs" = 1 ] || jobs=2
logs=$(mktemp -d "${TMPDIR:-/tmp}/ad.XXXXXX") || exit 99
trap 'rm -rf "$logs"' EXIT

# Which ranks are mapped to each other: all, some (the others reach the same numbers by message), none,
# and none on the other conduit. A line for each setting: "ranks threads variable=value...".
settings() {
  echo "1 1 X=1"
  echo "1 4 X=1"
  echo "2 1 X=1"
  echo "2 3 X=1"
  echo "4 2 X=1"
  echo "4 2 GASNET_SUPERNODE_MAXSIZE=2"
  echo "3 3 GASNET_SUPERNODE_MAXSIZE=2"
  echo "2 1 GASNET_SUPERNODE_MAXSIZE=1"
  echo "2 3 GASNET_SUPERNODE_MAXSIZE=1"
  echo "4 1 GASNET_SUPERNODE_MAXSIZE=1"
  echo "2 2 GASNET_CONDUIT=template GASNET_SUPERNODE_MAXSIZE=1"
  echo "3 2 GASNET_CONDUIT=template GASNET_SUPERNODE_MAXSIZE=2"
  echo "3 2 GASNET_SUPERNODE_MAXSIZE=2 GASNET_STATSFILE=$logs/stats.%"
}

# one NUMBER PROGRAM RANKS THREADS SETTING...: leaves "passed failed" in sums.NUMBER.
one() {
  local number=$1 program=$2 ranks=$3 threads=$4 log="$logs/log.$1" rc passed failed
  shift 4
  timeout -k 10 "$limit" env GASNET_PSHM_NODES="$ranks" "$@" "$dir/oracle-$program" --threads "$threads" \
    --seeds "$seeds" --base $((base + number * seeds)) >"$log" 2>&1 </dev/null
  rc=$?
  read -r passed failed <<<"$(sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed, 0 skipped$/\1 \2/p' "$log")"
  if [ -z "${failed:-}" ] || { [ $rc != 0 ] && [ "$failed" = 0 ]; }; then
    passed=0 failed=1
  fi
  echo "$passed $failed" >"$logs/sums.$number"
  [ "$failed" != 0 ] || return
  echo "not ok $failed failed, status $rc: GASNET_PSHM_NODES=$ranks $* $dir/oracle-$program --threads" \
    "$threads --seeds $seeds --base $((base + number * seeds))"
  grep -v '^[0-9]* passed' "$log" | head -12 | sed 's/^/#   /'
}

# A result that was falsified is noticed.
spoiled() {
  ! GASNET_PSHM_NODES=2 timeout -k 10 60 "$dir/oracle-${programs[0]}" --seeds 4 --spoil \
    >"$logs/spoiled" 2>&1 </dev/null && grep -q '^4 passed, 4 failed' "$logs/spoiled"
}

# Every operation of the runs with statistics was counted, by category and by way.
counted() {
  grep -h ' AD_' "$logs"/stats.? >"$logs/counted" 2>&1
  awk '
    $2 ~ /^AD_(SET|GET|RMW)$/ { sum[$2] += $4; all += $4 }
    $2 ~ /^AD_(CPU|AM)$/ { sum[$2] += $4; done += $4 }
    END {
      for (name in sum) names += sum[name] > 0
      exit !(names == 5 && all == done)
    }' "$logs/counted"
}

verdict() { # TEXT FILE: of the last command
  if [ $? = 0 ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "not ok $1"
    head -5 "$2" | sed 's/^/#   /'
  fi
}

number=0
while read -r line; do
  for p in "${programs[@]}"; do
    number=$((number + 1))
    while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do wait -n 2>/dev/null || sleep 0.05; done
    # shellcheck disable=SC2086
    one $number "$p" $line &
  done
done <<<"$(settings)"
wait
reported=$(find "$logs" -name 'sums.*' | wc -l)
read -r passed failed <<<"$(cat "$logs"/sums.* | awk '{p += $1; f += $2} END {print p + 0, f + 0}')"
failed=$((failed + number - reported))
spoiled
verdict "a falsified result was not noticed" "$logs/spoiled"
counted
verdict "the statistics do not count every operation" "$logs/counted"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
