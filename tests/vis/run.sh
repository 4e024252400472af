#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# run.sh: random VIS operations against the oracle, under every setting that changes how they are
# carried out, two jobs at a time at most; sums the batches.
#
#   tests/vis/run.sh [options]
#     --dir DIR      where the programs are (default: tests/vis of the current directory)
#     --seeds N      for each setting (default: HYD_VIS_SEEDS of the environment, else 50)
#     --base S       the first of them (default: 1); each setting has seeds of its own
#     --only GLOB    settings whose line matches, as '*pack*'
#     --quick        twelve settings instead of all, of FAST only
#     --jobs N       1 or 2 jobs at a time (default: 2)
#     --list         the settings, without running anything
#
# A setting that fails is printed with the command that does it again. Exit status: 0 if no batch
# failed, 77 if there is no program to run.
set -u
set -o pipefail
dir= seeds=${HYD_VIS_SEEDS:-50} base=1 only='*' quick= jobs=2 list= limit=330
while [ $# -gt 0 ]; do
  case $1 in
  --dir) dir=$2; shift 2 ;;
  --seeds) seeds=$2; shift 2 ;;
  --base) base=$2; shift 2 ;;
  --only) only=$2; shift 2 ;;
  --quick) quick=1; shift ;;
  --jobs) jobs=$2; shift 2 ;;
  --list) list=1; shift ;;
  *) sed -n '3,17s/^# \{0,1\}//p' "$0"; exit 2 ;;
  esac
done
if [ -z "$dir" ]; then
  dir=${abs_top_builddir:-$PWD}/tests/vis
  [ -d "$dir" ] || dir=$(cd "$(dirname "$0")" && pwd)
fi
for v in $(compgen -e | grep '^GASNET_'); do unset "$v"; done
export GASNET_QUIET=1
if [ ! -x "$dir/oracle-fast-rel" ] && [ -z "$list" ]; then
  echo "run.sh: no program in $dir (make check builds them)"
  exit 77
fi
[ "$jobs" = 1 ] || jobs=2
logs=$(mktemp -d "${TMPDIR:-/tmp}/vis.XXXXXX") || exit 99
trap 'rm -rf "$logs"' EXIT

# How far ranks are apart: mapped to each other; not mapped, but the kernel copies in EVERYTHING
# mode; only messages between them; these on the other conduit.
near=GASNET_SUPERNODE_MAXSIZE=0 far=GASNET_SUPERNODE_MAXSIZE=1
apart='GASNET_SUPERNODE_MAXSIZE=1 GASNET_NO_CMA=1'
other='GASNET_CONDUIT=template GASNET_SUPERNODE_MAXSIZE=1'

# say RANKS THREADS VARIABLE=VALUE...: a setting, with the programs in turn.
programs=(fast-rel fast-dbg everything-rel) turn=0
say() {
  echo "${programs[$turn]}" "$@"
  turn=$(((turn + 1) % ${#programs[@]}))
}

all_settings() {
  local algorithm where chunk pipe contig p
  for algorithm in auto local pack single; do
    for where in "$near" "$apart"; do
      for chunk in '' GASNET_VIS_MAXCHUNK=1 GASNET_VIS_MAXCHUNK=100 GASNET_VIS_MAXCHUNK=1G; do
        for pipe in 0 1; do
          for contig in 0 1; do
            say 2 1 "GASNET_VIS_ALGORITHM=$algorithm $where $chunk GASNET_VIS_AMPIPE=$pipe" \
              "GASNET_VIS_REMOTECONTIG=$contig"
          done
        done
      done
    done
    for p in fast-dbg everything-rel; do
      for where in "$near" "$far" "$apart"; do
        echo "$p 2 4 GASNET_VIS_ALGORITHM=$algorithm $where"
        echo "$p 3 1 GASNET_VIS_ALGORITHM=$algorithm $where"
      done
    done
    say 2 1 "GASNET_VIS_ALGORITHM=$algorithm $other"
  done
  say 1 4 "$near"
  say 2 1 "$apart GASNET_VIS_PUT_MAXCHUNK=1 GASNET_VIS_GET_MAXCHUNK=1G"
  say 2 1 "$apart GASNET_VIS_PUT_MAXCHUNK=500 GASNET_VIS_GET_MAXCHUNK=1"
}

quick_settings() {
  local algorithm
  programs=(fast-rel fast-dbg)
  for algorithm in auto pack single; do
    say 2 1 "GASNET_VIS_ALGORITHM=$algorithm $near"
    say 2 1 "GASNET_VIS_ALGORITHM=$algorithm $far GASNET_VIS_MAXCHUNK=100"
    say 2 3 "GASNET_VIS_ALGORITHM=$algorithm $far"
  done
  say 2 3 "$near"
  say 3 1 "$far GASNET_VIS_MAXCHUNK=1"
  say 2 1 "$other"
}

# one NUMBER PROGRAM RANKS THREADS SETTING...: runs a setting; leaves "passed failed skipped" in
# sums.NUMBER.
one() {
  local number=$1 program="$dir/oracle-$2" ranks=$3 threads=$4 log="$logs/log.$1" rc
  local passed failed skipped
  shift 4
  timeout -k 10 "$limit" env GASNET_PSHM_NODES="$ranks" "$@" "$program" --threads "$threads" \
    --seeds "$seeds" --base $((base + number * seeds)) >"$log" 2>&1 </dev/null
  rc=$?
  read -r passed failed skipped <<<"$(sed -n \
    's/^\([0-9]*\) passed, \([0-9]*\) failed, \([0-9]*\) skipped$/\1 \2 \3/p' "$log")"
  if [ -z "${skipped:-}" ] || { [ $rc != 0 ] && [ "$failed" = 0 ]; }; then
    passed=0 failed=1 skipped=0
  fi
  echo "$passed $failed $skipped" >"$logs/sums.$number"
  [ "$failed" != 0 ] || return
  echo "not ok $failed failed, status $rc: GASNET_PSHM_NODES=$ranks $* $program" \
    "--threads $threads --seeds $seeds --base $((base + number * seeds))"
  grep -v '^[0-9]* passed' "$log" | head -12 | sed 's/^/#   /'
}

settings=$([ -n "$quick" ] && quick_settings || all_settings)
number=0 started=0
while read -r line; do
  number=$((number + 1))
  # shellcheck disable=SC2254
  case $line in $only) ;; *) continue ;; esac
  if [ -n "$list" ]; then echo "$line"; continue; fi
  while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do wait -n 2>/dev/null || sleep 0.05; done
  started=$((started + 1))
  # shellcheck disable=SC2086
  one $number $line &
done <<<"$settings"
wait
[ -z "$list" ] || exit 0
reported=$(find "$logs" -name 'sums.*' | wc -l)
read -r passed failed skipped <<<"$(cat "$logs"/sums.* 2>/dev/null |
  awk '{p += $1; f += $2; s += $3} END {print p + 0, f + 0, s + 0}')"
failed=$((failed + started - reported))
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
