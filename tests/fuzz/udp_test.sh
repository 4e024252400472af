#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# udp_test.sh: the fuzz target of the udp conduit's datagrams: on the seeds and some hundred mutations of
# each, and for some seconds with libFuzzer where clang has it.
# Environment: FUZZ_SEED (default 1, printed), FUZZ_COUNT (default 300), HYD_FUZZ_SECONDS (default 5).
set -u
src=${srcdir:-.}
seed=${FUZZ_SEED:-1} seconds=${HYD_FUZZ_SECONDS:-5}
tmp=$(mktemp -d "${TMPDIR:-/tmp}/udp_fuzz.XXXXXX") || exit 99
trap 'rm -rf "$tmp"' EXIT
passed=0 failed=0
verdict() {
  if [ "$1" = 0 ]; then passed=$((passed + 1)); echo "ok $2"; else failed=$((failed + 1)); echo "not ok $2"; fi
}
# libfuzzer: builds and runs it; 77: this clang has no libFuzzer.
libfuzzer() {
  command -v clang >/dev/null || return 77
  clang -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined -D_GNU_SOURCE=1 "-I$src" \
    -o "$tmp/fuzz" "$src/tests/fuzz/udp_packet_fuzz.c" "$src/conduits/udp/"{wire,seal,proto,send,recv,cc}.c \
    -lcrypto >"$tmp/build" 2>&1 ||
    { grep -q 'clang_rt.fuzzer' "$tmp/build" && return 77; cat "$tmp/build"; return 1; }
  mkdir -p "$tmp/found" "$tmp/bad"
  ASAN_OPTIONS=allocator_may_return_null=1:max_allocation_size_mb=64:detect_leaks=1 \
    timeout -k 5 $((seconds + 60)) "$tmp/fuzz" -seed="$seed" -max_total_time="$seconds" -max_len=4096 \
    -malloc_limit_mb=0 -rss_limit_mb=0 \
    -artifact_prefix="$tmp/bad/" "$tmp/found" "$src/tests/fuzz/udp_packet_corpus" >"$tmp/log" 2>&1 ||
    { tail -40 "$tmp/log"; for f in "$tmp"/bad/*; do echo "input: $f"; od -c "$f" | head -20; done; return 1; }
  grep -E 'DONE|Done' "$tmp/log" | tail -1
}
timeout -k 5 120 ./tests/fuzz/udp_packet_replay "$seed" "${FUZZ_COUNT:-300}" "$src/tests/fuzz/udp_packet_corpus"
verdict $? "udp_packet: seeds and mutations"
echo "libFuzzer, seed $seed"
libfuzzer
status=$?
[ $status = 77 ] || verdict $status "udp_packet: libFuzzer"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
