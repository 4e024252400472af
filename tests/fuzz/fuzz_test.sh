#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# fuzz_test.sh: the fuzz targets, on their seeds and some thousand mutations of these, and for some
# seconds with libFuzzer where clang has it, two targets at a time. Run in the build tree. Prints
# `N passed, N failed`.
#
#   tests/fuzz/fuzz_test.sh [TARGET...]   (default: all that were built)
#     fasta       reader of FASTA and FASTQ; with libFuzzer by `make fuzz-fasta`
#     args        arguments of gasnetrun
#     env         values of environment variables
#     vis_wire    descriptions in VIS messages
#     pm_text     commands of PMI-1 and PMI-2
#     agent_msg   what gasnetrun and its agents tell each other
#     hosts       lists of hosts
#     udp_packet  datagrams of the udp conduit
#   and, with messages that are right but for what grammar.h breaks:
#     root        gasnetrun, whose agents are broken
#     agent       an agent, whose gasnetrun and ranks are broken
#     manager     a rank that comes up by a broken PMI or exchange
#     firehose    three nodes of firehose, of which one is broken
#     message     messages of ofi, mpi and ibv, and their credits; ibv's hellos; offers of addresses
#     worker      the ticket of a worker and its sealed link, with the secret and without
#     udp_peer    two engines of the udp conduit, with the job's key broken, without it disturbed
#
# Environment: FUZZ_SEED (default 1, printed); FUZZ_COUNT, mutations of each seed (default: the
# target's); HYD_FUZZ_SECONDS of libFuzzer for each target (default: the target's; 0: none);
# FUZZ_WITHOUT, targets to leave out.
set -u
src=${srcdir:-$(cd "$(dirname "$0")/../.." && pwd)}
seed=${FUZZ_SEED:-1}
tmp=$(mktemp -d "${TMPDIR:-/tmp}/fuzz.XXXXXX") || exit 99
trap 'rm -rf "$tmp"' EXIT
verdict() { # STATUS TEXT
  if [ "$1" = 0 ]; then echo "ok $2"; else echo "not ok $2"; fi
}

# What a target is made of: of the library; mutations of each seed; seconds of libFuzzer, which are more
# for what comes from other machines (`make check-fuzz`: 40 for each target); its further options.
udp="$(echo conduits/udp/seal{,_openssl,_ipsec_none}.c \
  conduits/udp/{wire,proto,sessions,queue,send,packets,blocks,acks,path,recv,direct,cc}.c)"
declare -A files=(
  [args]="contrib/tools/gasnetrun/run_args.c contrib/tools/gasnetrun/run_prog.c core/watch/trace_parts.c"
  [env]="core/env/env.c core/tools/signal_names.c core/tools/tools_parse.c"
  [vis_wire]="vis/fragment.c vis/pieces.c vis/copy.c"
  [pm_text]="core/boot/pmi_text.c"
  [agent_msg]="contrib/tools/gasnetrun/agent_msg.c"
  [root]="$(echo contrib/tools/gasnetrun/{root{,_agents,_io,_input,_end,_dump,_rows},link,loop,agent_msg,hosts}.c) \
    contrib/tools/gasnetrun/words.c contrib/tools/gasnetrun/ssh_cmd.c"
  [agent]="$(echo contrib/tools/gasnetrun/{agent_io,agent_input,pmi_server,link,loop,agent_msg}.c) core/boot/pmi_text.c"
  [manager]="$(echo core/boot/{pm,pm_pmi,pm_exchange,pmi_text,told_values}.c)"
  [firehose]="$(cd "$src" && echo firehose/*.c)"
  [message]="conduits/ip/offer.c"
  [worker]="contrib/tools/gasnetrun/seal.c contrib/tools/gasnetrun/ticket.c"
  [udp_peer]="$udp"
  [hosts]="contrib/tools/gasnetrun/hosts.c contrib/tools/gasnetrun/words.c contrib/tools/gasnetrun/ssh_cmd.c"
  [udp_packet]="$udp"
)
declare -A count=([fasta]=2000 [args]=1500 [env]=1500 [vis_wire]=3000 [pm_text]=1500 [agent_msg]=1500 [hosts]=1500 \
  [udp_packet]=300 [root]=300 [agent]=300 [manager]=300 [udp_peer]=300 [firehose]=30 [message]=1000 [worker]=200)
declare -A seconds=([args]=5 [env]=5 [vis_wire]=5 [pm_text]=8 [agent_msg]=8 [hosts]=8 [udp_packet]=8 \
  [root]=5 [agent]=5 [manager]=5 [udp_peer]=5 [firehose]=5 [message]=5 [worker]=5)
declare -A options=([udp_packet]="-max_len=4096 -malloc_limit_mb=0 -rss_limit_mb=0" [root]="-close_fd_mask=3")
declare -A corpus=([root]=choices [agent]=choices [manager]=choices [udp_peer]=choices [firehose]=choices \
  [message]=choices [worker]=choices)
declare -A libs=([udp_packet]="-lcrypto -lnettle" [udp_peer]="-lcrypto -lnettle" [firehose]=-lpthread \
  [worker]=-lcrypto)
all="root agent manager worker firehose message udp_peer udp_packet agent_msg hosts pm_text fasta args env vis_wire"

replay() { # TARGET
  local status
  timeout -k 5 120 "./tests/fuzz/$1_replay" "$seed" "${FUZZ_COUNT:-${count[$1]}}" \
    "$src/tests/fuzz/${corpus[$1]:-$1}_corpus" >"$tmp/$1.replay" 2>&1
  status=$?
  if [ $status = 0 ]; then grep -aE '^seed|passed$' "$tmp/$1.replay"; else tail -30 "$tmp/$1.replay"; fi
  verdict $status "$1: seeds and mutations"
}

# build TARGET: 77: this clang has no libFuzzer.
build() {
  local sources=() f
  command -v clang >/dev/null || return 77
  for f in ${files[$1]}; do sources+=("$src/$f"); done
  clang -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined -D_GNU_SOURCE=1 -DHYD_DEBUG=0 \
    -DGASNET_NDEBUG=1 -DHYD_USDT=0 '-DHYD_CONDUIT_NAMES=" smp template"' '-DPACKAGE_VERSION="2025.8.0"' \
    -Icore/include "-I$src" "-I$src/core/include" "-I$src/extended/include" "-I$src/vis" "-I$src/conduits" \
    -o "$tmp/$1" "$src/tests/fuzz/$1_fuzz.c" \
    "${sources[@]}" ${libs[$1]:-} >"$tmp/$1.build" 2>&1 ||
    { grep -q 'clang_rt.fuzzer' "$tmp/$1.build" && return 77; cat "$tmp/$1.build"; return 1; }
}

# search TARGET: runs what was built.
search() {
  local f time=${HYD_FUZZ_SECONDS:-${seconds[$1]}}
  mkdir -p "$tmp/found-$1" "$tmp/bad-$1"
  ASAN_OPTIONS=allocator_may_return_null=1:max_allocation_size_mb=64:detect_leaks=1 timeout -k 5 $((time + 60)) \
    "$tmp/$1" -seed="$seed" -max_total_time="$time" -max_len=1024 ${options[$1]:-} \
    -artifact_prefix="$tmp/bad-$1/" "$tmp/found-$1" "$src/tests/fuzz/${corpus[$1]:-$1}_corpus" >"$tmp/$1.log" 2>&1 ||
    { tail -40 "$tmp/$1.log"; for f in "$tmp/bad-$1"/*; do echo "input: $f"; od -c "$f" | head -20; done; return 1; }
  grep -E 'DONE|Done' "$tmp/$1.log" | tail -1
}

run() { # TARGET
  local status
  replay "$1"
  [ -n "${files[$1]+set}" ] && [ "${HYD_FUZZ_SECONDS:-1}" != 0 ] || return
  build "$1" && search "$1"
  status=$?
  [ $status = 77 ] || verdict $status "$1: libFuzzer, seed $seed"
}

targets=()
for target in "${@:-$all}"; do
  for t in $target; do
    [ -n "${count[$t]:-}" ] || { sed -n '4,30s/^# \{0,1\}//p' "$0"; exit 2; }
    [ -e "tests/fuzz/${t}_replay" ] || { [ $# -gt 0 ] && { echo "not built: $t"; exit 2; }; continue; }
    [[ " ${FUZZ_WITHOUT:-} " == *" $t "* ]] || targets+=("$t")
  done
done
for t in "${targets[@]}"; do
  while [ "$(jobs -rp | wc -l)" -ge 2 ]; do wait -n; done
  run "$t" >"$tmp/$t.said" 2>&1 &
done
wait
for t in "${targets[@]}"; do cat "$tmp/$t.said"; done | tee "$tmp/said"
passed=$(grep -c '^ok ' "$tmp/said") failed=$(grep -c '^not ok ' "$tmp/said")
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
