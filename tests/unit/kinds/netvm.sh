#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# kinds/netvm.sh: paged segments: the course on smp and udp, with and without privilege, the features of the paper by
# their numbers, the conformance suite on paged segments, files that are slow, full, fail or are only read, an owner
# that is killed, dumps, and where userfaultfd is refused. Run in the build tree. --long: more of each, and all of the
# suite but for what cannot be there. Prints `N passed, N failed`; 77 if the library was built without the kind.
set -u
at=tests/unit/kinds/.libs
[ -x $at/netvm ] || at=tests/unit/kinds
program=$at/netvm keyed=$at/netvm_keyed absent=$at/netvm_absent
export GASNET_KIND_PATH=$PWD/core/kinds/.libs GASNET_QUIET=1 \
  LD_LIBRARY_PATH=$PWD/.libs${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
[ -f "$GASNET_KIND_PATH/hyd_kind_netvm.so" ] && [ -x $program ] || { echo "no paged kind in this build"; exit 77; }
rounds=400 limit=300 deaths=20
[ "${1-}" = --long ] && rounds=20000 limit=1200 deaths=1000
dir=$(mktemp -d /var/tmp/netvm.XXXXXX) || exit 99
trap 'rm -rf "$dir"' EXIT
passed=0 failed=0
start() { [ $limit = 300 ] || echo "# $((passed + failed + 1)): $1, at most $limit s"; }
verdict() { # LABEL 0|1 LOG
  if [ "$2" = 0 ]; then
    passed=$((passed + 1)); echo "ok $1"
  else
    failed=$((failed + 1)); echo "not ok $1"
    { grep -E '^not ok|FATAL ERROR' <<<"$3" | head -4; tail -6 <<<"$3"; } | sed 's/^/#   /'
  fi
}
try() { # LABEL VARIABLE=... -- COMMAND...
  local label=$1 setting=() out rc
  start "$label"
  shift
  while [ "$1" != -- ]; do setting+=("$1"); shift; done
  shift
  out=$(env "${setting[@]}" timeout $limit "$@" 2>&1); rc=$?
  verdict "$label" $rc "$out"
}
fatal() { # LABEL PATTERN VARIABLE=... -- COMMAND...: the job ends, and one line says so
  local label=$1 pattern=$2 setting=() out rc
  start "$label"
  shift 2
  while [ "$1" != -- ]; do setting+=("$1"); shift; done
  shift
  out=$(env "${setting[@]}" timeout $limit "$@" 2>&1); rc=$?
  [ $rc != 0 ] && [ $rc != 124 ] && [ "$(echo "$out" | grep -c "$pattern")" = 1 ]
  verdict "$label" $? "status $rc; $out"
}
udp="GASNET_CONDUIT=udp GASNET_SUPERNODE_MAXSIZE=1"
for n in 1 2 4; do
  try "smp, $n ranks" GASNET_PSHM_NODES=$n -- $program course $rounds
done
try "smp, 3 ranks by pairs" GASNET_PSHM_NODES=3 -- $program course $rounds pair
try "smp, 3 ranks by messages" GASNET_PSHM_NODES=3 GASNET_SUPERNODE_MAXSIZE=1 -- $program course $rounds
try "udp, 3 ranks" GASNET_PSHM_NODES=3 $udp -- $program course $rounds
try "udp, 2 ranks by pairs" GASNET_PSHM_NODES=2 $udp -- $program course $rounds pair
try "udp, 2 ranks, packets lost" GASNET_PSHM_NODES=2 $udp GASNET_UDP_FAULTS=drop=2,reorder=5,seed=7 -- $program course \
  100
threads=$at/netvm_threads
try "smp, 3 ranks of 4 threads" GASNET_PSHM_NODES=3 -- $threads $rounds
try "udp, 3 ranks of 4 threads" GASNET_PSHM_NODES=3 $udp -- $threads $rounds
# Not where that user may not read the library, as below /root.
plain="setpriv --reuid=65534 --regid=65534 --clear-groups --bounding-set=-all --inh-caps=-all"
refused() { # LABEL WRAPPER...: one line for each rank says what to do, and the program goes on
  local label=$1 out rc
  shift
  out=$(GASNET_PSHM_NODES=2 timeout $limit "$@" $program refused 2>&1); rc=$?
  [ $rc = 0 ] && [ "$(echo "$out" | grep -c 'userfaultfd is refused; expected Linux 5.19 .* seccomp profile')" = 2 ] &&
    [ "$(echo "$out" | wc -l)" = 3 ]
  verdict "$label" $? "status $rc; $out"
}
if [ "$(id -u)" = 0 ] && [ "$(cat /proc/sys/vm/unprivileged_userfaultfd 2>/dev/null)" = 0 ] &&
  $plain test -x "$PWD/$program"; then
  try "smp, 2 ranks, faults of user mode only" GASNET_PSHM_NODES=2 -- $plain $program course $rounds
  try "udp, 2 ranks, faults of user mode only" GASNET_PSHM_NODES=2 $udp -- $plain $program course $rounds
  try "from paged memory to other and back, faults of user mode only" GASNET_PSHM_NODES=2 $udp -- $plain $absent mixed
  refused "userfaultfd refused, without privilege" $plain tests/fault/confine userfaultfd=EPERM --
fi
try "wrong settings and addresses" A=1 -- $program misuse
refused "userfaultfd refused" tests/fault/confine userfaultfd=EPERM --
refused "no userfaultfd" tests/fault/confine userfaultfd=ENOSYS --
try "no module" GASNET_KIND_PATH=/nonexistent -- $program refused
try "a named file is written at the end" GASNET_PSHM_NODES=2 -- $program keep "$dir/kept" 4711
try "and read again" GASNET_PSHM_NODES=2 -- $program kept "$dir/kept" 4711
short="shortened by another process"
fatal "a file that was shortened: a page is read" "cannot read page [0-9]*: the file was $short" GASNET_PSHM_NODES=1 \
  -- $program cut "$dir/cut.read" read
fatal "a file that was shortened: a page is written" "cannot write page [0-9]*: the file was $short" \
  GASNET_PSHM_NODES=1 -- $program cut "$dir/cut.write" write
out=$(GASNET_PSHM_NODES=1 timeout $limit $program cut "$dir/cut.end" end 2>&1)
[ "$(echo "$out" | grep -c "paged segment: .*cut.end.0 was $short; its last pages are lost")" = 1 ]
verdict "a file that was shortened: the end says so" $? "$out"
features() { # CONDUIT VARIABLE=...
  local conduit=$1 f
  shift
  for f in F5 F7 F8 F9 F10 F11 F13 F15; do try "$f, $conduit" GASNET_PSHM_NODES=3 "$@" -- $keyed $f; done
  try "read-only, $conduit" GASNET_PSHM_NODES=2 "$@" -- $keyed read-only "$dir/ro.$conduit"
  fatal "a put to a read-only segment, $conduit" "the paged segment of rank 0 is read-only" GASNET_PSHM_NODES=2 "$@" \
    -- $keyed put "$dir/ro.$conduit"
  fatal "a long to a read-only segment, $conduit" "the paged segment of rank 0 is read-only" GASNET_PSHM_NODES=2 "$@" \
    -- $keyed long "$dir/ro.$conduit"
  fatal "a store to a read-only segment, $conduit" "Caught a fatal signal: SIGSEGV" GASNET_PSHM_NODES=2 "$@" -- \
    $keyed store "$dir/ro.$conduit"
}
features smp
features udp $udp
try "F13, packets lost and out of order" GASNET_PSHM_NODES=3 $udp GASNET_UDP_FAULTS=drop=2,reorder=20,seed=3 -- $keyed \
  F13
counted() { # LABEL VARIABLE=...: statistics have hits and bounces
  local label=$1 out
  shift
  out=$(env GASNET_PSHM_NODES=2 GASNET_STATSFILE="$dir/stats.%" "$@" timeout $limit $keyed F5 2>&1) &&
    cat "$dir"/stats.* | grep -Eq "PAGED_HIT cnt: +[1-9]" && cat "$dir"/stats.* | grep -Eq "PAGED_BOUNCE: +1 "
  verdict "$label" $? "$out; $(grep -h PAGED "$dir"/stats.*)"
  rm -f "$dir"/stats.*
}
counted "statistics, smp"
counted "statistics, udp" $udp
once() { # LABEL VARIABLE=...: what waited was copied once: as many bytes as were kept
  local label=$1 out bytes
  shift
  out=$(env GASNET_PSHM_NODES=2 GASNET_STATSFILE="$dir/stats.%" "$@" timeout $limit $absent copied 2>&1) &&
    bytes=$(cat "$dir"/stats.* |
    awk -F/ '/PAGED_BOUNCE:.*sz/ {kept += $NF} /PAGED_COPY:.*sz/ {copied += $NF} END {print kept, copied}') &&
    [ "$bytes" = "5120 5120" ]
  verdict "$label" $? "$out; $(grep -h PAGED "$dir"/stats.*)"
  rm -f "$dir"/stats.*
}
once "F5, one copy, smp"
once "F5, one copy, udp" $udp
try "F10, clients die with pages" A=1 -- tests/unit/kinds/netvm_death "$GASNET_KIND_PATH/hyd_kind_netvm.so" \
  "$dir/deaths" $deaths
shim=$dir/netvm_file.so # a link: LD_PRELOAD takes no blanks, and the build tree may have some
if [ -f "$PWD/tests/unit/kinds/netvm_file.so" ] && ln -s "$PWD/tests/unit/kinds/netvm_file.so" "$shim"; then
  held() { # LABEL PROGRAM COMMAND VARIABLE=...: a page is held back until the gate is there
    local label=$1 prog=$2 what=$3
    shift 3
    rm -f "$dir/gate" "$dir/held".*
    try "$label" GASNET_PSHM_NODES=${ranks:-3} LD_PRELOAD="$shim" NETVM_GATE="$dir/gate" "$@" -- $prog $what \
      "$dir/gate" "$dir/held"
  }
  held "F6, other pages while one is held back, smp" $program slow
  held "F6, other pages while one is held back, udp" $program slow $udp
  held "F6, absent ones, smp" $keyed F6
  held "F6, absent ones, udp" $keyed F6 $udp
  try "no system call gets paged memory, smp" GASNET_PSHM_NODES=2 LD_PRELOAD="$shim" NETVM_CALLS=1 -- $program course 50
  try "no system call gets paged memory, udp" GASNET_PSHM_NODES=2 LD_PRELOAD="$shim" NETVM_CALLS=1 $udp -- $program \
    course 50
  for how in "smp A=1" "smp by messages GASNET_SUPERNODE_MAXSIZE=1" "udp GASNET_UDP_MTU=32000 $udp"; do
    try "from paged memory to other and back, ${how%% [A-Z]*}" GASNET_PSHM_NODES=2 LD_PRELOAD="$shim" NETVM_CALLS=1 \
      $(echo "$how" | grep -o "[A-Z_]*=.*") -- $absent mixed
  done
  for how in wait flood answers; do
    ranks=3
    [ $how = flood ] && ranks=4 # two senders
    held "messages to absent memory, $how, smp" $absent $how
    held "messages to absent memory, $how, smp by messages" $absent $how GASNET_SUPERNODE_MAXSIZE=1
    held "messages to absent memory, $how, udp" $absent $how $udp
  done
  held "F10, revoked while a put waits, smp" $keyed revoked
  held "F10, revoked while a put waits, udp" $keyed revoked $udp
  held "F7, one is held back, smp" $keyed F7
  held "F7, one is held back, udp" $keyed F7 $udp
  shown() { # LABEL VARIABLE=...: dumps say which page is waited for
    local label=$1 i pid rc
    shift
    rm -f "$dir/gate" "$dir/held".*
    env GASNET_PSHM_NODES=2 GASNET_HANG_SECONDS=1 LD_PRELOAD="$shim" NETVM_GATE="$dir/gate" "$@" timeout 100 $keyed \
      waits "$dir/held" >"$dir/out" 2>&1 &
    pid=$!
    for i in $(seq 600); do
      grep -q "a transfer of rank 1 waits .* for the page at offset 0x0 of rank 0" "$dir/out" && break
      sleep 0.1
    done
    touch "$dir/gate"
    wait $pid; rc=$?
    [ $i -lt 600 ] && [ $rc = 0 ]
    verdict "$label" $? "status $rc; $(cat "$dir/out")"
  }
  shown "a dump says which page is waited for, smp"
  shown "a dump says which page is waited for, udp" $udp
  # The owner is killed while its page is waited for.
  killed() { # LABEL VARIABLE=...
    local label=$1 pid rc owner=
    shift
    rm -f "$dir/gate" "$dir/held".*
    env GASNET_PSHM_NODES=2 LD_PRELOAD="$shim" NETVM_GATE="$dir/gate" NETVM_PID="$dir/pid" "$@" timeout 60 $keyed \
      waits "$dir/held" >"$dir/out" 2>&1 &
    pid=$!
    for _ in $(seq 600); do [ -s "$dir/pid" ] && break; sleep 0.1; done
    owner=$(cat "$dir/pid" 2>/dev/null)
    [ -n "$owner" ] && kill -9 "$owner"
    wait $pid; rc=$?
    [ -n "$owner" ] && [ $rc != 0 ] && [ $rc != 124 ] && grep -q "died of SIGKILL\|SIGKILL" "$dir/out"
    verdict "$label" $? "status $rc; $(cat "$dir/out")"
    rm -f "$dir/pid"
  }
  killed "the owner is killed, smp"
  killed "the owner is killed, udp" $udp
  try "stores while pages are written back" GASNET_PSHM_NODES=3 LD_PRELOAD=$shim NETVM_LAZY=300 -- $program course 400
  for how in "smp A=1" "udp $udp"; do
    try "a kernel before 6.6, ${how%% *}" GASNET_PSHM_NODES=2 LD_PRELOAD="$shim" NETVM_OLD=1 ${how#* } -- $program \
      course $rounds
  done
  fatal "the device is full" "cannot write page [0-9]*: no space left" GASNET_PSHM_NODES=1 LD_PRELOAD=$shim \
    NETVM_WRITE=28@40 -- $program course $rounds
  fatal "the file cannot be read" "cannot read page [0-9]*: input/output error" GASNET_PSHM_NODES=1 LD_PRELOAD=$shim \
    NETVM_READ=5@90 -- $program course $rounds
fi
suite=tests/conform/conform-par-fast-rel
if [ -x $suite ]; then
  only=()
  for group in gex_rma gex_nbi gex_event gex_am_args gex_am_lc gex_order gex_vis_vector gex_vis_indexed \
    gex_vis_strided gex_vis_events gex_vis_peer gex_ad gex_npam gex_ep_am; do only+=(--only $group); done
  also=()
  if [ "${1-}" = --long ]; then
    only=()
    # Without gasnet_attach, and (smp) without neighbours' memory that is mapped.
    for test in g1_attach_hook g1_segment_info gex_segment_own; do only+=(--skip $test); done
    for test in g1_direct_access gex_segment_bound gex_segment_mapped; do also+=(--skip $test); done
  fi
  try "conformance, smp" GASNET_PSHM_NODES=2 CONFORM_SEGMENT=paged -- $suite "${only[@]}" "${also[@]}"
  try "conformance, udp" GASNET_PSHM_NODES=2 $udp CONFORM_SEGMENT=paged -- $suite "${only[@]}"
fi
echo "$passed passed, $failed failed"
[ $failed = 0 ]
