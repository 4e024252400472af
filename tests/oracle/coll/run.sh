#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# run.sh: random collectives against the oracle, under every setting that changes how they are carried
# out, two jobs at a time at most. --quick: a few settings, of FAST only.
#
#   tests/oracle/coll/run.sh [options]; HYD_COLL_SEEDS of the environment is what --seeds is by default, else 16
# shellcheck disable=SC1091,SC2034,SC2154
name=coll seeds=${HYD_COLL_SEEDS:-16}
. "$(dirname "$0")/../harness.sh"

messages=GASNET_COLL_SHARED=0 pairs=GASNET_SUPERNODE_MAXSIZE=2

# A network of which only bytes cost anything: chains, halving or parts carry data of any size. One of which
# only hops do: doubling. Processor time alone: trees.
figures() {
  echo "$messages GASNET_COLL_LATENCY=$1 GASNET_COLL_OVERHEAD=$2 GASNET_COLL_BYTE=$3 GASNET_COLL_COMBINE=$4"
}
bytes=$(figures 0 0 1 0) hops=$(figures 1000 0 0 0) work=$(figures 0 0 0 1)

# All ranks share memory, or two by two, or none does; or they do, but collectives go by message. Ranks
# that outnumber the cores sleep sooner, and with GASNET_WAIT=block at once.
all_settings() {
  local n
  for n in 1 2 3 4 5 6 7 8; do
    say $n 1 "$near"
    say $n 1 "$messages"
    say $n $((n % 3 + 1)) "$far"
    say $n $(((n + 1) % 3 + 1)) "$near"
    say $n 1 "$bytes"
    say $n 1 "$hops"
    say $n 2 "$work"
  done
  for n in 2 3 5; do
    say $n 2 "$pairs"
    say $n 1 "$near GASNET_WAIT=block"
    say $n 2 "$messages GASNET_WAIT=spin"
    say $n 1 "$apart GASNET_WAIT=block"
    say $n 1 "$other"
    say $n 2 "GASNET_CONDUIT=template $pairs"
  done
}

quick_settings() {
  programs=(fast-rel fast-dbg)
  say 2 2 "$near"
  say 3 1 "$near"
  say 4 2 "$messages"
  say 5 1 "$bytes"
  say 4 1 "$bytes"
  say 7 1 "$hops"
  say 3 2 "$far"
  say 5 1 "$pairs"
  say 2 1 "$near GASNET_WAIT=block"
  say 3 1 "$other"
}

oracle_main "$@"
