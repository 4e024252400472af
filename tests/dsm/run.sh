#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# run.sh: the shared memory on real ranks: litmus tests by each protocol and kind of fault, on smp, on udp with and
# without shared memory between ranks; mistakes, which end the job with one line; the ANL macros. Run in the build tree.
# Prints a line for each run, and `N passed, N failed`.
#
#   run.sh [--all]     --all: every number of ranks, conduit, protocol, kind of fault and option
set -u
top=${abs_top_builddir:-$PWD}
all=0 passed=0 failed=0 skipped=0
[ "${1:-}" != --all ] || all=1
dir=$(mktemp -d "${TMPDIR:-/tmp}/dsm test.XXXXXX") || exit 99
trap 'rm -rf "$dir"' EXIT
trap 'exit 99' HUP INT TERM
nets=(smp)
"$top/gasnetrun" -c udp -n 1 true >"$dir/out" 2>&1 && nets+=(udp udp1) # udp1: each rank a neighbourhood of its own

verdict() { # STATUS TEXT
  if [ "$1" -eq 0 ]; then
    passed=$((passed + 1)); echo "ok - $2"
  else
    failed=$((failed + 1)); echo "not ok - $2"
    sed -n '/^ok/d;1,30s/^/#   /p' "$dir/out"
  fi
}

# job NET RANKS NAME=VALUE... PROGRAM ARGUMENT...: output in out; $status
job() {
  local net=$1 ranks=$2
  shift 2
  local -a settings=(HYD_NOTHING=)
  while [[ $1 == *=* ]]; do settings+=("$1"); shift; done
  [ "$net" != udp1 ] || settings+=(GASNET_SUPERNODE_MAXSIZE=1)
  env "${settings[@]}" timeout -k 5 100 "$top/gasnetrun" -c "${net%1}" -n "$ranks" "$@" >"$dir/out" 2>&1 </dev/null
  status=$?
}

litmus() { # NET RANKS NAME=VALUE...
  job "$@" "$top/tests/dsm/litmus"
  [ $status -eq 0 ] && grep -q '^22 passed, 0 failed$' "$dir/out"
  verdict $? "litmus: $*"
}

mistake() { # NAME PATTERN: of the one line, beside that of the launcher
  job smp 2 "${@:3}" "$top/tests/dsm/litmus" --misuse "$1"
  [ $status -ne 0 ] && [ $status -ne 124 ] && grep -q "$2" "$dir/out"
  verdict $? "mistake: $1"
}

job smp 1 HYD_DSM_FAULTS=uffd "$top/tests/dsm/litmus"
kinds=(sigsegv uffd)
if [ $status -ne 0 ]; then
  kinds=(sigsegv) skipped=$((skipped + 1))
  echo "ok - uffd # SKIP $(grep -o 'userfaultfd.*' "$dir/out" | head -1)"
fi

if [ $all = 1 ]; then
  for ranks in 1 2 3 4 7; do for net in "${nets[@]}"; do for p in async ardmar auto; do for kind in "${kinds[@]}"; do
    for more in HYD_DSM_RELEASE={wait,version} HYD_DSM_WRITES=signal HYD_DSM_HOME_PAGES=readonly HYD_DSM_TWINS=2 \
      HYD_DSM_BLOCK={16384,65536}; do
      litmus "$net" "$ranks" HYD_DSM_PROTOCOL=$p HYD_DSM_FAULTS="$kind" "$more"
    done; done; done; done; done
  job smp 2 HYD_DSM_FAULTS=uffd "$top/tests/dsm/litmus" --misuse alternate
  [ "${#kinds[@]}" = 1 ] || verdict $status "uffd: access that alternates page by page"
  mistake alternate 'alternates more often than the kernel allows' HYD_DSM_FAULTS=sigsegv
else
  for net in smp "${nets[@]:2}"; do for p in async ardmar; do for kind in "${kinds[@]}"; do
    litmus "$net" 3 HYD_DSM_PROTOCOL=$p HYD_DSM_FAULTS="$kind"
  done; done; done
  [ "${#nets[@]}" = 1 ] || litmus udp 3 HYD_DSM_PROTOCOL=async
  for ranks in 1 2 4 7; do litmus smp $ranks; done
  litmus "${nets[-1]}" 2
  for more in HYD_DSM_RELEASE=version HYD_DSM_WRITES=signal HYD_DSM_HOME_PAGES=readonly HYD_DSM_TWINS=2 \
    HYD_DSM_BLOCK=65536; do
    litmus smp 3 HYD_DSM_PROTOCOL=ardmar "$more"
    litmus "${nets[-1]}" 2 HYD_DSM_PROTOCOL=async "$more"
  done
fi

job smp 2 "$top/tests/dsm/litmus" --misuse early
[ $status -ne 0 ] && [ $status -ne 124 ] && grep -q 'hyd_dsm: hyd_dsm_lock before hyd_dsm_init; expected' "$dir/out"
verdict $? "mistake: a call before hyd_dsm_init"
expected='hyd_dsm: rank [01]:'
mistake large "$expected a region of .* takes a segment of .*GASNET_MAX_SEGSIZE"
mistake outside "$expected access to byte .* of the region, of which .* are allocated"
mistake unlock "$expected hyd_dsm_unlock.*: expected a lock that this rank holds"
mistake lock-twice "$expected hyd_dsm_lock.*: expected a lock that this rank does not hold"
mistake no-lock "$expected hyd_dsm_lock(0): expected a lock of hyd_dsm_lock_new"
mistake barriers "$expected the ranks are in different barriers"
mistake some-barrier "$expected the ranks are in different barriers"
mistake odd-atomic "$expected hyd_dsm_fetch_add_u64.*: expected 8 aligned bytes of the region"
mistake private-atomic "$expected hyd_dsm_fetch_add_u64.*: expected 8 aligned bytes of the region"
mistake free-unknown "$expected hyd_dsm_free.*: expected what hyd_dsm_alloc of this rank returned"
mistake free-twice "$expected hyd_dsm_free.*: expected what hyd_dsm_alloc of this rank returned"
for net in smp "${nets[@]:2}"; do for killed in 0-first 2-last 1-holder; do
  job "$net" 3 "$top/tests/dsm/litmus" --misuse "killed-${killed#*-}"
  [ $status -ne 0 ] && [ $status -ne 124 ] && grep -q "rank ${killed%-*}/3 .* died of \(signal 9\|SIGKILL\)" "$dir/out"
  verdict $? "a rank is killed: $net, the ${killed#*-}"
done; done
mistake null 'Caught a fatal signal: SIGSEGV'
job smp 2 "$top/tests/dsm/litmus" --misuse fork
grep -q 'hyd_dsm: a process that was forked touched the shared region' "$dir/out"
verdict $? "mistake: fork"
for setting in HYD_DSM_PROTOCOL=rdma HYD_DSM_FAULTS=x HYD_DSM_WRITES=x HYD_DSM_TWINS=0 HYD_DSM_BLOCK=5000 \
  HYD_DSM_STATS=yes HYD_DSM_AHEAD=65 HYD_DSM_GLOBALS=x HYD_DSM_VARIABLES=x; do
  job smp 2 "$setting" "$top/tests/dsm/litmus"
  [ $status -eq 1 ] && [ "$(grep -c "$expected ${setting%=*}=.*; expected" "$dir/out")" -eq 1 ]
  verdict $? "environment: $setting"
done
job smp 2 HYD_DSM_WRITES=kernel HYD_DSM_FAULTS=sigsegv "$top/tests/dsm/litmus"
[ $status -eq 1 ] && grep -q "$expected HYD_DSM_WRITES=kernel: .*; expected Linux 6.7" "$dir/out"
verdict $? "environment: HYD_DSM_WRITES=kernel, and faults by sigsegv"
job smp 2 HYD_DSM_WRITES=kernel HYD_DSM_STATS=1 "$top/tests/dsm/litmus"
if grep -q "$expected HYD_DSM_WRITES=kernel: .*; expected Linux 6.7" "$dir/out"; then
  skipped=$((skipped + 1))
  echo "ok - writes that the kernel notes # SKIP $(grep -o 'HYD_DSM_WRITES=kernel: [^;]*' "$dir/out" | head -1)"
else
  [ $status -eq 0 ] && grep -Eq '^writes noted +[1-9]' "$dir/out"
  verdict $? "writes that the kernel notes"
fi
job smp 2 HYD_DSM_STATS=1 "$top/tests/dsm/litmus"
[ $status -eq 0 ] && grep -Eq '^pages fetched +[1-9]' "$dir/out" &&
  grep -Eq '^[0-9]+ +[0-9]+ +2 +[0-9]+ +[0-9]+ of [0-9]+ bytes, allocated by rank 0 at .*litmus\+0x' "$dir/out"
verdict $? "statistics"
job smp 2 HYD_DSM_STATS=1 HYD_DSM_PROTOCOL=ardmar "$top/contrib/layers/dsm/bench/dsm-bench" 50
[ $status -eq 0 ] && grep -Eq '^fetched ahead +[1-9]' "$dir/out"
verdict $? "pages that are touched in order come ahead"
job smp 2 HYD_DSM_STATS=1 HYD_DSM_PROTOCOL=ardmar HYD_DSM_AHEAD=0 "$top/contrib/layers/dsm/bench/dsm-bench" 50
[ $status -eq 0 ] && grep -Eq '^fetched ahead +0 ' "$dir/out"
verdict $? "HYD_DSM_AHEAD=0: none"
"$top/contrib/layers/dsm/papers/dsm-papers" --dir "$dir/papers" >"$dir/out" 2>&1 &&
  [ "$(grep -c ' met$' "$dir/out")" = 4 ] &&
  ! grep -q MISSED "$dir/out" && [ -s "$dir/papers/fig8.dat" ]
verdict $? "figure 8 of the paper, on its machines"
for protocol in async ardmar; do
  job smp 3 HYD_DSM_PROTOCOL=$protocol "$top/contrib/layers/dsm/bench/dsm-bench" --handlers
  [ $status -eq 0 ] && [ "$(grep -c ' met$' "$dir/out")" = 2 ]
  verdict $? "handlers for a fetch: $protocol"
done

# waits NAME PATTERN: the time-out says what is waited for; the job is then ended
waits() {
  local i job
  GASNET_HANG_SECONDS=0.5 HYD_DSM_PROTOCOL=async timeout -k 3 60 "$top/gasnetrun" -n 2 "$top/tests/dsm/litmus" \
    --misuse "$1" \
    >"$dir/out" 2>&1 </dev/null &
  job=$!
  for ((i = 0; i < 300; i++)); do
    grep -q "$2" "$dir/out" && break
    sleep 0.1
  done
  kill $job
  wait $job 2>/dev/null
  [ $i -lt 300 ]
  verdict $? "time-out: $1"
}
waits wait-lock 'rank 1/2: hyd_dsm: waits for lock 1, after rank 0$'
waits wait-page 'rank 0/2: hyd_dsm: waits for page 3 (byte [0-9]* of the region) of rank 1$'

job smp 2 HYD_DSM_TRACE="$dir/none" "$top/tests/dsm/litmus"
[ $status -ne 0 ] && grep -q "$expected HYD_DSM_TRACE: .*none/[01]: No such file.*; expected a directory" "$dir/out"
verdict $? "environment: HYD_DSM_TRACE"

if [ -x "$top/tests/dsm/anl-macros" ]; then
  for net in "${nets[@]}"; do
    for ranks in 1 2 3 7; do
      [ $all = 1 ] || [ "$net" = smp ] || [ $ranks = 3 ] || continue
      job "$net" $ranks "$top/tests/dsm/anl-macros"
      [ $status -eq 0 ] && grep -q '^0 wrong$' "$dir/out"
      verdict $? "ANL macros: $net $ranks"
    done
  done
  input=$top/tests/dsm/anl-input # or libtool's script, which says nothing of the program
  [ ! -x "$top/tests/dsm/.libs/anl-input" ] || input=$top/tests/dsm/.libs/anl-input
  for how in '-c smp' "-c ${nets[1]:-smp} -label" '-spawner=fork'; do
    # shellcheck disable=SC2086
    seq 7 9 | LD_LIBRARY_PATH=$top/.libs${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} timeout -k 5 60 "$top/gasnetrun" $how \
      -n 3 "$input" \
      >"$dir/out" 2>&1
    [ $? -eq 0 ] && grep -q '^\(\[0\] \)*21 8$' "$dir/out"
    verdict $? "standard input before MAIN_INITENV: all ranks have it, and main the rest ($how)"
  done
fi
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
