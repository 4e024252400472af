#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# run.sh: the whole test suite of a build tree, which is the current directory; `make check` calls it.
#
#   tests/run.sh [--only LIST] [--reduced] [--without GLOBS] [--configs GLOB] [--label TEXT] [--results FILE] [TEST...]
#     TEST...          unit tests: programs of the build tree, scripts of the source tree
#     --only LIST      of unit,headers,conform,vis,coll,fault,launch,hosts,link,ibv,install,fuzz (default: all)
#     --reduced        conformance, VIS and collectives in their short forms; unit tests; nothing else
#     --without GLOBS  not the unit tests of these names
#     --configs GLOB   of the short conformance matrix only these, as 'par*'
#     --label TEXT     put before the name of every test
#     --results FILE   add "passed failed skipped" of this run to FILE
#
# Prints one line for each part, the output of those that fail, and as the last line
# `N passed, N failed`, with `, N skipped` if any. Exit status 0 if none failed. Logs stay in
# check-logs/ of the build tree.
set -u
only=unit,headers,conform,vis,coll,fault,launch,hosts,link,ibv,install,fuzz reduced= without= configs='*' label= results=
while [ $# -gt 0 ]; do
  case $1 in
  --only) only=$2; shift 2 ;;
  --reduced) reduced=1 only=unit,conform,vis,coll; shift ;;
  --without) without=$2; shift 2 ;;
  --configs) configs=$2; shift 2 ;;
  --label) label="$2 "; shift 2 ;;
  --results) results=$2; shift 2 ;;
  --*) sed -n '3,18s/^# \{0,1\}//p' "$0"; exit 2 ;;
  *) break ;;
  esac
done
top=$(cd "$(dirname "$0")/.." && pwd)
srcdir=${srcdir:-$top}
export srcdir abs_top_builddir="$PWD"
unset MAKEFLAGS MFLAGS MAKELEVEL
for v in $(compgen -e | grep '^GASNET_'); do unset "$v"; done
logs=$PWD/check-logs
rm -rf "$logs"
mkdir -p "$logs" || exit 99
passed=0 failed=0 skipped=0 number=0

# count LOG STATUS: sets p, f, s from what the test said, or from its status alone.
count() {
  local said
  p=0 f=0 s=0
  if [ "$2" = 77 ]; then
    s=1
    return
  fi
  said=$(grep -E '^(# )?[0-9]+ passed, [0-9]+ failed' "$1" | tail -1 | tr -dc '0-9,\n' | tr ',' ' ')
  if [ -n "$said" ]; then
    read -r p f s <<<"$said"
    s=${s:-$(sed -n 's/^\([0-9]*\) skipped$/\1/p' "$1" | tail -1)}
    s=${s:-0}
  elif grep -q '^\[ *\(PASSED\|FAILED\) *\] [0-9]* test' "$1"; then # cmocka
    p=$(sed -n 's/^\[ *PASSED *\] \([0-9]*\) test.*/\1/p' "$1" | awk '{n += $1} END {print n + 0}')
    f=$(sed -n 's/^\[ *FAILED *\] \([0-9]*\) test.*/\1/p' "$1" | awk '{n += $1} END {print n + 0}')
    s=$(sed -n 's/^\[ *SKIPPED *\] \([0-9]*\) test.*/\1/p' "$1" | awk '{n += $1} END {print n + 0}')
  elif [ "$2" = 0 ]; then
    p=1
  fi
  [ "$2" = 0 ] || [ "$f" != 0 ] || f=1 # it ended badly although it counted no failure
}

# report NAME LOG STATUS SECONDS: counts a part that has ended, and prints its line.
report() {
  local name=$1 log=$2 status=$3 more=
  count "$log" "$status"
  passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
  [ "$s" = 0 ] || more=", $s skipped"
  [ "$status" != 124 ] && [ "$status" != 137 ] || more="$more, stopped after a time limit"
  printf '%-52s %5d passed, %d failed%s  (%d s)\n' "$label$name" "$p" "$f" "$more" "$4"
  [ "$status" != 77 ] || sed 's/^/    /' "$log" | tail -3
  [ "$f" = 0 ] || { grep -E '^not ok|FAILED|rror' "$log" | head -40; echo ...; tail -60 "$log"; } | sed 's/^/    /'
}

# part NAME LIMIT COMMAND...: runs one part of the suite, LIMIT seconds at most.
part() {
  local name=$1 limit=$2 start=$SECONDS
  shift 2
  number=$((number + 1))
  timeout -k 20 "$limit" "$@" >"$logs/$number.log" 2>&1 </dev/null
  report "$name" "$logs/$number.log" $? $((SECONDS - start))
}

# beside NAME LIMIT COMMAND...: starts a part that runs beside the following ones, to `beside_ends`.
beside_parts=()
beside() {
  number=$((number + 1))
  timeout -k 20 "$2" "${@:3}" >"$logs/$number.log" 2>&1 </dev/null &
  beside_parts+=("$!|$number|$SECONDS|$1")
}
beside_ends() {
  local pid n start name
  while IFS='|' read -r pid n start name; do
    wait "$pid"
    report "$name" "$logs/$n.log" $? $((SECONDS - start))
  done < <([ ${#beside_parts[@]} = 0 ] || printf '%s\n' "${beside_parts[@]}")
  beside_parts=()
}
trap 'kill $(jobs -p) 2>/dev/null; exit 143' TERM INT HUP

is_left_out() {
  local glob
  set -f
  # shellcheck disable=SC2254
  for glob in $without; do case $1 in $glob) set +f; return 0 ;; esac; done
  set +f
  return 1
}

wants() { case ,$only, in *,"$1",*) return 0 ;; esac; return 1; }

# script NAME LIMIT PATH [ARGUMENT...]: a part that may not be there yet.
script() {
  local name=$1 limit=$2 path="$srcdir/$3"
  shift 3
  [ ! -f "$path" ] || part "$name" "$limit" bash "$path" "$@"
}

if wants unit; then
  for t; do
    is_left_out "$t" && continue
    case $t in tests/fuzz/*) [ -n "$reduced" ] || continue ;; esac
    [ -z "$reduced" ] || [ "$t" != contrib/man/check.sh ] || continue
    case $t in
    *.sh) part "$t" 400 bash "$srcdir/$t" ;;
    *) part "$t" 240 "./$t" ;;
    esac
  done
fi
! wants headers || script tests/conform/headers 300 tests/conform/headers/run.sh
if wants conform; then
  if [ -n "$reduced" ]; then
    script tests/conform 900 tests/conform/run.sh --quick --config "$configs" --logs "$logs/conform"
  else
    script tests/conform 2400 tests/conform/run.sh --logs "$logs/conform"
  fi
fi
for t in vis coll; do
  ! wants $t || script tests/$t 400 tests/$t/run.sh ${reduced:+--quick}
done
# Fuzzing takes what others leave of the processors; faults, launchers, hosts and bad networks mostly wait.
! wants fuzz || beside tests/fuzz/fuzz_test.sh 600 nice -n 19 bash "$srcdir/tests/fuzz/fuzz_test.sh"
! wants fault || beside tests/fault 600 bash "$srcdir/tests/fault/run.sh" --jobs 4
! wants link || beside tests/link 300 bash "$srcdir/tests/link/run.sh"
! wants launch || script tests/launch 300 tests/launch/run.sh
! wants hosts || script tests/hosts 400 tests/hosts/run.sh
beside_ends
# Of 1000 s 700 are for the machines. The group loss, which takes minutes, is for make check-ibv.
! wants ibv || script tests/ibv 1000 tests/ibv/run.sh --group one,ends,memlock,ports,torture,two,link,cm
! wants install || script tests/install 600 tests/install/run.sh

[ -z "$results" ] || echo "$passed $failed $skipped" >>"$results"
line="$passed passed, $failed failed"
[ $skipped = 0 ] || line="$line, $skipped skipped"
echo "$line"
[ $failed = 0 ] && [ $passed -gt 0 ]
