# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
#
# cli.sh: what tests of the examples from outside share, which source it: a directory of their own, runs
# within a minute, verdicts as TAP, and the ending. First cli_begin, last cli_end.
set -u
count=0 failed=0

# cli_begin PATH: of the program, which is $program from now on; goes to a new directory.
cli_begin() {
  program=$1
  case $program in /*) ;; *) program=$PWD/$program ;; esac
  test -x "$program" || { echo "1..0 # SKIP no program $program"; exit 77; }
  dir=$(mktemp -d "${TMPDIR:-/tmp}/${program##*/} test.XXXXXX") || exit 99
  trap 'rm -rf "$dir"' EXIT
  trap 'exit 99' HUP INT TERM
  cd "$dir" || exit 99
}

verdict() { # STATUS TEXT
  local f
  count=$((count + 1))
  if [ "$1" -eq 0 ]; then
    echo "ok $count - $2"
  else
    failed=$((failed + 1))
    echo "not ok $count - $2"
    for f in out err; do sed -n "1,12s/^/#   $f: /p" $f; done
  fi
}
skip() { # TEXT WHY
  count=$((count + 1))
  echo "ok $count - $1 # SKIP $2"
}

# run RANKS ARGUMENT...: results in out, err, $status; without the line that says which rank ended the job
run() {
  local n=$1
  shift
  GASNET_QUIET=1 GASNET_PSHM_NODES=$n timeout -k 5 60 "$program" "$@" >out 2>err </dev/null
  status=$?
}

# refused RANKS STATUS PATTERN WHAT ARGUMENT...: nothing on stdout, one line that matches on stderr
refused() {
  local n=$1 want=$2 pattern=$3 what=$4
  shift 4
  run "$n" "$@"
  [ $status -eq "$want" ] && [ "$(wc -l <err)" -eq 1 ] &&
    grep -q "^${program##*/}: $pattern" err && [ ! -s out ]
  verdict $? "$what: one line, status $want"
}

# full_disk RANKS ARGUMENT...
full_disk() {
  local n=$1
  shift
  GASNET_QUIET=1 GASNET_PSHM_NODES=$n timeout -k 5 60 "$program" "$@" >/dev/full 2>err </dev/null
  status=$?
  : >out
  [ $status -eq 1 ] && [ "$(wc -l <err)" -eq 1 ] && grep -q 'could not be written' err
  verdict $? "a full disk under stdout: one line, status 1"
}

# prints_usage RANKS: if asked for
prints_usage() {
  run "$1" --help
  [ $status -eq 0 ] && [ "$(grep -c '^usage:' out)" -eq 1 ] && [ ! -s err ]
  verdict $? "--help prints the usage once"
}

cli_end() {
  echo "1..$count"
  echo "# $((count - failed)) passed, $failed failed"
  [ $failed -eq 0 ]
}
