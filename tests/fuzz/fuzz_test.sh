#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# fuzz_test.sh: the fuzz targets, on their seeds and some thousand mutations of these, and for some
# seconds with libFuzzer where clang has it. Run in the build tree. Prints `N passed, N failed`.
#
#   tests/fuzz/fuzz_test.sh [TARGET...]   (default: all)
#     fasta      reader of FASTA and FASTQ; with libFuzzer by `make fuzz-fasta`
#     args       arguments of gasnetrun
#     env        values of environment variables
#     vis_wire   descriptions in VIS messages
#
# Environment: FUZZ_SEED (default 1, printed); FUZZ_COUNT, mutations of each seed (default: the
# target's); HYD_FUZZ_SECONDS of libFuzzer for each target (default 5).
set -u
src=${srcdir:-$(cd "$(dirname "$0")/../.." && pwd)}
seed=${FUZZ_SEED:-1} seconds=${HYD_FUZZ_SECONDS:-5}
tmp=$(mktemp -d "${TMPDIR:-/tmp}/fuzz.XXXXXX") || exit 99
trap 'rm -rf "$tmp"' EXIT
passed=0 failed=0
verdict() { # STATUS TEXT
  if [ "$1" = 0 ]; then passed=$((passed + 1)); echo "ok $2"; else failed=$((failed + 1)); echo "not ok $2"; fi
}

replay() { # TARGET COUNT
  timeout -k 5 120 "./tests/fuzz/$1_replay" "$seed" "${FUZZ_COUNT:-$2}" "$src/tests/fuzz/$1_corpus"
  verdict $? "$1: seeds and mutations"
}

# build TARGET SOURCE...: 77: this clang has no libFuzzer.
build() {
  local target=$1 files=() f
  shift
  command -v clang >/dev/null || return 77
  for f; do files+=("$src/$f"); done
  clang -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined -D_GNU_SOURCE=1 \
    -DHYD_DEBUG=0 -DGASNET_NDEBUG=1 '-DHYD_CONDUIT_NAMES=" smp template"' -Icore "-I$src" \
    "-I$src/core" "-I$src/extended" "-I$src/vis" -o "$tmp/$target" \
    "$src/tests/fuzz/${target}_fuzz.c" "${files[@]}" >"$tmp/build" 2>&1 ||
    { grep -q 'clang_rt.fuzzer' "$tmp/build" && return 77; cat "$tmp/build"; return 1; }
}

# search TARGET: runs what was built.
search() {
  local f
  mkdir -p "$tmp/found-$1" "$tmp/bad"
  timeout -k 5 $((seconds + 60)) "$tmp/$1" -seed="$seed" -max_total_time="$seconds" -max_len=1024 \
    -artifact_prefix="$tmp/bad/" "$tmp/found-$1" "$src/tests/fuzz/$1_corpus" >"$tmp/log" 2>&1 ||
    { tail -40 "$tmp/log"; for f in "$tmp"/bad/*; do echo "input: $f"; od -c "$f" | head -20; done; return 1; }
  grep -E 'DONE|Done' "$tmp/log" | tail -1
}

libfuzzer() { # TARGET SOURCE...
  local status
  build "$@" && search "$1"
  status=$?
  [ $status = 77 ] || verdict $status "$1: libFuzzer, seed $seed"
}

fasta() { replay fasta 2000; }
args() {
  replay args 1500
  libfuzzer args core/launch/run_args.c core/launch/run_prog.c
}
env() {
  replay env 1500
  libfuzzer env core/env.c core/tools/signal_names.c core/tools/tools_parse.c
}
vis_wire() {
  replay vis_wire 3000
  libfuzzer vis_wire vis/wire.c vis/side.c vis/copy.c
}

[ $# -gt 0 ] || set -- fasta args env vis_wire
for target; do
  case $target in
  fasta | args | env | vis_wire) $target ;;
  *) sed -n '4,15s/^# \{0,1\}//p' "$0"; exit 2 ;;
  esac
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
