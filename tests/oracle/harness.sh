# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash disable=SC2034,SC2154
#
#     --dir DIR      where the programs are (default: the test's directory in the current one)
#     --seeds N      for each setting
#     --base S       the first of them (default: 1); each setting has seeds of its own
#     --only GLOB    settings whose line matches, as '*WAIT=block*'
#     --quick        few settings instead of all
#     --jobs N       1 or 2 jobs at a time (default: 2)
#     --list         the settings, without running anything
#
# Sums the batches. A setting that fails is printed with the command that does it again. Exit status:
# 0 if no batch failed, 77 if there is no program to run.
#
# harness.sh: what tests/{vis,ad,coll}/run.sh share, which source it: random operations against an oracle
# (oracle.h) under every setting that changes how they are carried out. They set `name`, of their
# directory, and `seeds`; have functions all_settings and quick_settings, which print settings, one a
# line, as "PROGRAM RANKS THREADS VARIABLE=VALUE...", with `say` and `each`; perhaps more_checks; and end
# with `oracle_main "$@"`.
set -u
set -o pipefail
harness=${BASH_SOURCE[0]}
dir='' base=1 only='*' quick='' jobs=2 list='' limit=330 passed=0 failed=0

usage() {
  sed -n '/^# shellcheck/d; 4,/^[^#]/s/^# \{0,1\}//p' "$0"
  sed -n '4,/^# harness/s/^# \{0,1\}//p' "$harness" | sed '$d'
  exit 2
}

parse() {
  while [ $# -gt 0 ]; do
    case $1 in
    --dir) dir=$2; shift 2 ;;
    --seeds) seeds=$2; shift 2 ;;
    --base) base=$2; shift 2 ;;
    --only) only=$2; shift 2 ;;
    --quick) quick=1; shift ;;
    --jobs) jobs=$2; shift 2 ;;
    --list) list=1; shift ;;
    *) usage ;;
    esac
  done
  [ "$jobs" = 1 ] || jobs=2
  [ -z "$dir" ] || return
  dir=${abs_top_builddir:-$PWD}/tests/oracle/$name
  [ -d "$dir" ] || dir=$(cd "$(dirname "$0")" && pwd)
}

# Finds the programs that were built: $there; makes $logs.
prepare() {
  local p v
  for v in $(compgen -e | grep '^GASNET_'); do unset "$v"; done
  export GASNET_QUIET=1
  there=()
  for p in fast-rel fast-dbg everything-rel; do
    [ ! -x "$dir/oracle-$p" ] || there+=("$p")
  done
  if [ ${#there[@]} = 0 ] && [ -z "$list" ]; then
    echo "run.sh: no program in $dir (make check builds them)"
    exit 77
  fi
  logs=$(mktemp -d "${TMPDIR:-/tmp}/$name.XXXXXX") || exit 99
  trap 'rm -rf "$logs"' EXIT
  # shellcheck disable=SC2046
  trap 'kill $(cat "$logs"/pid.*) 2>/dev/null; exit 99' HUP INT TERM # no job is left behind
}

# How far ranks are apart: mapped to each other; not mapped, but the kernel copies in EVERYTHING
# mode; only messages between them; these on the other conduit.
near=GASNET_SUPERNODE_MAXSIZE=0 far=GASNET_SUPERNODE_MAXSIZE=1
apart='GASNET_SUPERNODE_MAXSIZE=1 GASNET_NO_CMA=1'
other='GASNET_CONDUIT=template GASNET_SUPERNODE_MAXSIZE=1'

# say RANKS THREADS VARIABLE=VALUE...: a setting, with the programs in turn; each: with every one that
# there is.
programs=(fast-rel fast-dbg everything-rel) turn=0
say() {
  echo "${programs[$turn]}" "$@"
  turn=$(((turn + 1) % ${#programs[@]}))
}
each() {
  local p
  for p in "${there[@]}"; do echo "$p" "$@"; done
}

# one NUMBER PROGRAM RANKS THREADS SETTING...: runs a setting; leaves "passed failed" in sums.NUMBER.
one() {
  local number=$1 program="$dir/oracle-$2" ranks=$3 log="$logs/log.$1" rc passed failed
  local options="--threads $4 --seeds $seeds --base $((base + $1 * seeds))"
  shift 4
  # shellcheck disable=SC2086
  timeout -k 10 "$limit" env GASNET_PSHM_NODES="$ranks" "$@" "$program" $options \
    >"$log" 2>&1 </dev/null &
  echo $! >"$logs/pid.$number"
  wait $!
  rc=$?
  rm -f "$logs/pid.$number"
  read -r passed failed <<<"$(sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p' "$log")"
  if [ -z "${failed:-}" ] || { [ $rc != 0 ] && [ "$failed" = 0 ]; }; then
    passed=0 failed=1
  fi
  echo "$passed $failed" >"$logs/sums.$number"
  [ "$failed" != 0 ] || return
  echo "not ok $failed failed, status $rc: GASNET_PSHM_NODES=$ranks $* $program $options"
  grep -v '^[0-9]* passed' "$log" | head -12 | sed 's/^/#   /'
}

# Starts all settings that are wanted, and waits for them.
run_settings() {
  local number=0 started=0 reported line
  while read -r line; do
    number=$((number + 1))
    # shellcheck disable=SC2254
    case $line in $only) ;; *) continue ;; esac
    started=$((started + 1))
    if [ -n "$list" ]; then echo "$line"; continue; fi
    while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do wait -n 2>/dev/null || sleep 0.05; done
    # shellcheck disable=SC2086
    one $number $line &
  done
  wait
  [ $started != 0 ] || { echo "--only $only: no setting is named so; --list prints them" >&2; exit 2; }
  [ -z "$list" ] || exit 0
  reported=$(find "$logs" -name 'sums.*' | wc -l)
  read -r passed failed <<<"$(cat "$logs"/sums.* 2>/dev/null |
    awk '{p += $1; f += $2} END {print p + 0, f + 0}')"
  failed=$((failed + started - reported))
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

# What was falsified in each batch is noticed, and said how to do it again.
spoiled() {
  ! GASNET_PSHM_NODES=2 timeout -k 10 60 "$dir/oracle-${there[0]}" --seeds 4 --spoil \
    >"$logs/spoiled" 2>&1 </dev/null || return 1
  sed -n 's/.*again with --seeds 1 --base \([0-9]*\) .*/\1/p' "$logs/spoiled" | sort -u >"$logs/again"
  [ "$(wc -l <"$logs/again")" = 4 ]
}

oracle_main() {
  parse "$@"
  prepare
  if [ -n "$quick" ]; then quick_settings; else all_settings; fi >"$logs/settings"
  run_settings <"$logs/settings"
  spoiled
  verdict "what was falsified was not noticed" "$logs/spoiled"
  if [ "$(type -t more_checks)" = function ]; then more_checks; fi
  echo "$passed passed, $failed failed"
  [ "$failed" = 0 ]
}
