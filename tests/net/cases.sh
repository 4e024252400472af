# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash disable=SC2034
#
# cases.sh: what the scripts of tests/net/ofi, mpi and strictfi source, in which a case is a function: options, a
# directory of their own, jobs in the background that end with the script, and a verdict for each case.
set -u
here=$(cd "$(dirname "$0")" && pwd) build=${abs_top_builddir:-$PWD}
whole= only='*' list= logs= passed=0 failed=0 skipped=0 status=0 jobs=() chosen=

# cases_options ARGUMENTS...: those that the comment of the script explains, which follows its line 3.
cases_options() {
  while [ $# -gt 0 ]; do
    case $1 in
    --whole) whole=1; shift ;;
    --only) only=${2-}; shift 2 || exit 2 ;;
    --list) list=1; shift ;;
    --logs) logs=${2-}; shift 2 && mkdir -p "$logs" || exit 2 ;;
    *) sed -n '4,/^set /{/^set /d;s/^# \{0,1\}//p}' "$0"; exit 2 ;;
    esac
  done
}

# cases_begin NAME PREFIXES: variables with these prefixes (a|b) are not the user's any more.
cases_begin() {
  local v
  tmp=$(mktemp -d "${TMPDIR:-/tmp}/$1.XXXXXX") || exit 99
  trap 'kill ${jobs[@]+"${jobs[@]}"} 2>/dev/null; rm -rf "$tmp"' EXIT
  trap 'exit 143' HUP INT TERM
  for v in $(compgen -e | grep -E "^($2)_"); do unset "$v"; done
}

is_chosen() { # NAME
  local glob globs
  IFS=, read -ra globs <<<"$only"
  for glob in "${globs[@]}"; do
    # shellcheck disable=SC2053
    [[ $1 != $glob ]] || return 0
  done
  return 1
}

# run NAME FUNCTION ARGUMENTS...: what it says is in $tmp/out; status 77: it cannot run here.
run() {
  local name=$1 began=$SECONDS took=
  shift
  is_chosen "$name" || return 0
  chosen=1
  [ -z "$list" ] || { echo "$name"; return 0; }
  : >"$tmp/out"
  "$@"
  status=$?
  [ -z "$whole" ] || took=" # $((SECONDS - began)) s"
  case $status in
  0) passed=$((passed + 1)); echo "ok $name$took" ;;
  77) skipped=$((skipped + 1)); echo "skip $name: $(tail -1 "$tmp/out")" ;;
  *)
    failed=$((failed + 1)); echo "not ok $name$took"
    [ -z "$logs" ] || cp "$tmp/out" "$logs/$name"
    { grep -aE 'strictfi: rule|FATAL ERROR|^not ok' "$tmp/out" | tail -4; tail -8 "$tmp/out"; } | cut -c1-300 |
      sed 's/^/#   /'
    ;;
  esac
}

says() { grep -Eq -- "$1" "$tmp/out" || { echo "it does not say: $1" >>"$tmp/out"; return 1; }; }

# ended_with STATUS: of $status; else why not.
ended_with() { [ "$status" = "$1" ] || { echo "status $status, expected $1" >>"$tmp/out"; return 1; }; }

# refused STATUS TEXT COMMAND...: one line, which says that.
refused() {
  local want=$1 text=$2
  shift 2
  timeout -k 5 200 "$@" >"$tmp/out" 2>&1
  status=$?
  [ "$(wc -l <"$tmp/out")" = 1 ] && says "$text" && ended_with "$want"
}

# await SECONDS COMMAND...: until that is so.
await() {
  local n=$(($1 * 10))
  shift
  for ((; n > 0; n--)); do "$@" && return 0; sleep 0.1; done
  return 1
}

# in_background COMMAND...: what it says goes to $tmp/job.
in_background() {
  "$@" >"$tmp/job" 2>&1 </dev/null &
  jobs+=($!)
}
# The status of the last one, and what it said, as of a case.
job_ended() {
  wait "${jobs[-1]}"
  status=$?
  cp "$tmp/job" "$tmp/out"
}

cases_end() { # ends the script
  local more=
  [ -n "$chosen" ] || { echo "--only $only: no case here is named so; --list prints the names" >&2; exit 2; }
  [ -z "$list" ] || exit 0
  [ $skipped = 0 ] || more=", $skipped skipped"
  echo "$passed passed, $failed failed$more"
  [ $((passed + failed)) -gt 0 ] || exit 77
  exit $((failed > 0))
}
