#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# vis_test.sh: the fuzz target of the descriptions in VIS messages: on the seeds and some thousand
# mutations of them, and for some seconds with libFuzzer where clang has it.
# Environment: FUZZ_SEED (default 1, printed), HYD_FUZZ_SECONDS (default 5).
set -u
src=${srcdir:-.}
seed=${FUZZ_SEED:-1} seconds=${HYD_FUZZ_SECONDS:-5}
tmp=$(mktemp -d "${TMPDIR:-/tmp}/vis_fuzz.XXXXXX") || exit 99
trap 'rm -rf "$tmp"' EXIT
passed=0 failed=0
verdict() {
  if [ "$1" = 0 ]; then passed=$((passed + 1)); echo "ok $2"; else failed=$((failed + 1)); echo "not ok $2"; fi
}
# libfuzzer: builds and runs it; 77: this clang has no libFuzzer.
libfuzzer() {
  command -v clang >/dev/null || return 77
  clang -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined -D_GNU_SOURCE=1 \
    -DHYD_DEBUG=0 -DGASNET_NDEBUG=1 -Icore "-I$src" "-I$src/core" "-I$src/extended" "-I$src/vis" \
    -o "$tmp/fuzz" "$src/tests/fuzz/vis_wire_fuzz.c" "$src/vis/wire.c" "$src/vis/side.c" \
    "$src/vis/copy.c" >"$tmp/build" 2>&1 ||
    { grep -q 'clang_rt.fuzzer' "$tmp/build" && return 77; cat "$tmp/build"; return 1; }
  mkdir -p "$tmp/found" "$tmp/bad"
  timeout -k 5 $((seconds + 60)) "$tmp/fuzz" -seed="$seed" -max_total_time="$seconds" -max_len=1024 \
    -artifact_prefix="$tmp/bad/" "$tmp/found" "$src/tests/fuzz/vis_wire_corpus" >"$tmp/log" 2>&1 ||
    { tail -40 "$tmp/log"; for f in "$tmp"/bad/*; do echo "input: $f"; od -c "$f" | head -20; done; return 1; }
  grep -E 'DONE|Done' "$tmp/log" | tail -1
}
timeout -k 5 120 ./tests/fuzz/vis_wire_replay "$seed" 3000 "$src/tests/fuzz/vis_wire_corpus"
verdict $? "vis_wire: seeds and mutations"
echo "libFuzzer, seed $seed"
libfuzzer
status=$?
[ $status = 77 ] || verdict $status "vis_wire: libFuzzer"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
