#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# hosts_test.sh: the fuzz targets of PMI commands, agents' messages and lists of hosts: for some
# seconds with libFuzzer where clang has it, else on the seeds and some thousand mutations of them.
# Environment: FUZZ_SEED (default 1, printed), HYD_FUZZ_SECONDS for each target (default 5).
set -u
src=${srcdir:-.}
seed=${FUZZ_SEED:-1} seconds=${HYD_FUZZ_SECONDS:-5}
tmp=$(mktemp -d "${TMPDIR:-/tmp}/hosts_fuzz.XXXXXX") || exit 99
trap 'rm -rf "$tmp"' EXIT
passed=0 failed=0
verdict() {
  if [ "$1" = 0 ]; then passed=$((passed + 1)); echo "ok $2"; else failed=$((failed + 1)); echo "not ok $2"; fi
}
# libfuzzer TARGET SOURCE...: builds and runs it; 77: this clang has no libFuzzer.
libfuzzer() {
  local target=$1 files=() f
  shift
  command -v clang >/dev/null || return 77
  for f; do files+=("$src/$f"); done
  clang -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined -D_GNU_SOURCE=1 \
    -DHYD_DEBUG=0 -DGASNET_NDEBUG=1 '-DPACKAGE_VERSION="2025.8.0"' -Icore "-I$src" "-I$src/core" \
    "-I$src/extended" "-I$src/vis" -o "$tmp/$target" "$src/tests/fuzz/${target}_fuzz.c" "${files[@]}" >"$tmp/build" 2>&1 ||
    { grep -q 'clang_rt.fuzzer' "$tmp/build" && return 77; cat "$tmp/build"; return 1; }
  mkdir -p "$tmp/found-$target" "$tmp/bad"
  timeout -k 5 $((seconds + 60)) "$tmp/$target" -seed="$seed" -max_total_time="$seconds" -max_len=1024 \
    -artifact_prefix="$tmp/bad/" "$tmp/found-$target" "$src/tests/fuzz/${target}_corpus" >"$tmp/log" 2>&1 ||
    { tail -40 "$tmp/log"; for f in "$tmp"/bad/*; do echo "input: $f"; od -c "$f" | head -20; done; return 1; }
  grep -E 'DONE|Done' "$tmp/log" | tail -1
}
for target in pm_text agent_msg hosts; do
  timeout -k 5 120 ./tests/fuzz/${target}_replay "$seed" 1500 "$src/tests/fuzz/${target}_corpus"
  verdict $? "$target: seeds and mutations"
done
echo "libFuzzer, seed $seed"
run() { # TARGET SOURCE...
  libfuzzer "$@"
  local status=$?
  [ $status = 77 ] || verdict $status "$1: libFuzzer"
}
run pm_text core/launch/pm_text.c
run agent_msg core/launch/agent_msg.c
run hosts core/launch/hosts.c core/launch/ssh_cmd.c
echo "$passed passed, $failed failed"
[ $failed = 0 ]
