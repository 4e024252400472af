#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# check.sh: rdma-vm itself: that a command's status, output and files come through, and what works in its machines.
#
#   contrib/building/rdma-vm/check.sh [options]
#     --group LIST   of command,rxe,siw,two,netns,speed (default: the first four)
#     --verbose      also what the programs say
#
# command: statuses, output, -w, time limit, end. rxe, siw: one machine with that device. two: two machines, ssh, a
# network that loses packets. netns: devices in network namespaces. speed: perftest's table; nothing can fail.
# Prints `N passed, N failed, N skipped`; status 0, 1 if one failed, 77 if nothing could run. Minutes.
set -u
here=$(cd "$(dirname "$0")" && pwd)
vm=$here/rdma-vm
groups=command,rxe,siw,two verbose=
while [ $# -gt 0 ]; do
  case $1 in
  --group) groups=$2; shift 2 ;;
  --verbose) verbose=1; shift ;;
  *) sed -n '3,13s/^# \{0,1\}//p' "$0"; exit 2 ;;
  esac
done
passed=0 failed=0 skipped=0
tmp=$(mktemp -d "${TMPDIR:-/tmp}/rdma-vm-check.XXXXXX") || exit 99
trap 'rm -rf "$tmp"' EXIT
word=$(timeout 300 "$vm" -- true 2>&1) || { echo "skip: ${word##*$'\n'}"; exit 77; }

verdict() { # STATUS TEXT
  if [ "$1" = 0 ]; then
    passed=$((passed + 1)); echo "ok $2"
  else
    failed=$((failed + 1)); echo "not ok $2"
    tail -15 "$tmp/out" "$tmp/err" | sed 's/^/#   /'
  fi
}
# gives STATUS TEXT OPTION-OR-WORD...: rdma-vm ends with that status.
gives() {
  local want=$1 text=$2 got
  shift 2
  timeout -k 10 300 "$vm" "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
  got=$?
  [ $got = "$want" ] || echo "status $got, expected $want" >>"$tmp/err"
  [ $got = "$want" ]
  verdict $? "$text"
}
# inside GROUP OPTION...: the tests of tests/inside.sh, which print their verdicts themselves.
inside() {
  local group=$1 p f s
  shift
  timeout -k 10 1200 "$vm" -t 1100 "$@" -- "$here/tests/inside.sh" "$group" ${verbose:+--verbose} 2>&1 </dev/null |
    tee "$tmp/out"
  p=$(grep -c '^ok ' "$tmp/out") f=$(grep -c '^not ok ' "$tmp/out") s=$(grep -c '^skip ' "$tmp/out")
  passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
  grep -q '^end of ' "$tmp/out" || { : >"$tmp/err"; verdict 1 "$group: comes to its end"; }
}

check_command() {
  local shared="$tmp/a 'shared' directory" script
  mkdir "$shared"
  # shellcheck disable=SC2016
  script='echo "out $1"; echo "err $2" >&2; echo kept >"$3/kept"; echo lost >"$4/lost"; ulimit -l; pwd; exit 42'
  gives 42 "status comes through" -w "$shared" -- sh -c "$script" sh "it's" '$HOME "*"' "$shared" "$tmp"
  grep -qx "out it's" "$tmp/out" && grep -qx unlimited "$tmp/out" && grep -qx "$PWD" "$tmp/out" &&
    [ "$(cat "$tmp/err")" = 'err $HOME "*"' ]
  verdict $? "output comes through, apart; words are quoted"
  [ "$(cat "$shared/kept" 2>&1)" = kept ] && [ ! -e "$tmp/lost" ]
  verdict $? "what is written stays below -w, and only there"
  gives 139 "death of a signal" -- sh -c 'kill -SEGV $$'
  gives 127 "no such program" -- /nonexistent
  gives 124 "time limit" -t 6 -- sleep 100
  gives 2 "bad usage" -p nothing -- true
  head -c 100000 /dev/zero >"$tmp/zero"
  gives 125 "a kernel that is none" -k "$tmp/zero" -t 3 -- true
  check_end
}
check_end() {
  local pid left
  TMPDIR=$tmp "$vm" -- sleep 100 >"$tmp/out" 2>"$tmp/err" </dev/null &
  pid=$!
  for _ in $(seq 600); do compgen -G "$tmp/rdma-vm.*/ctl/ready.0" >"$tmp/out" && break; sleep 0.1; done
  left=$(pgrep -f "path=$tmp/rdma-vm" | wc -l)
  kill $pid
  wait $pid
  [ $? = 143 ] && [ "$left" != 0 ] && ! pgrep -f "path=$tmp/rdma-vm" >"$tmp/out" &&
    ! compgen -G "$tmp/rdma-vm.*" >>"$tmp/out"
  verdict $? "SIGTERM leaves neither QEMU nor files"
}

cc -O1 -o "$tmp/memory" "$here/tests/memory.c" 2>"$tmp/err" && export RDMA_VM_MEMORY_PROGRAM=$tmp/memory
has_siw() { "$vm" -p siw -- true >"$tmp/out" 2>"$tmp/err"; }
for g in ${groups//,/ }; do
  case $g in
  command) check_command ;;
  rxe) inside one ;;
  siw) if has_siw; then inside one -p siw; else skipped=$((skipped + 1)); echo "skip siw: $(tail -1 "$tmp/err")"; fi ;;
  two)
    inside two -n 2
    gives 125 "a panic of the other machine ends the run" -n 2 -t 100 -- \
      sh -c 'ssh node1 "echo c >/proc/sysrq-trigger"; sleep 90' ;;
  netns) inside netns ;;
  speed) inside speed ;;
  *) echo "check.sh: no group $g" >&2; exit 2 ;;
  esac
done
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
