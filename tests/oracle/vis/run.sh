#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# run.sh: random VIS operations against the oracle, under every setting that changes how they are
# carried out, two jobs at a time at most. --quick: twelve settings instead of all, of FAST only.
#
#   tests/oracle/vis/run.sh [options]; HYD_VIS_SEEDS of the environment is what --seeds is by default, else 50
# shellcheck disable=SC1091,SC2034,SC2154
name=vis seeds=${HYD_VIS_SEEDS:-50}
. "$(dirname "$0")/../harness.sh"

all_settings() {
  local algorithm where chunk pipe contig p
  for algorithm in auto local pack single; do
    for where in "$near" "$apart"; do
      for chunk in '' GASNET_VIS_MAXCHUNK=1 GASNET_VIS_MAXCHUNK=100 GASNET_VIS_MAXCHUNK=1G; do
        for pipe in 0 1; do
          for contig in 0 1; do
            say 2 1 "GASNET_VIS_ALGORITHM=$algorithm $where $chunk GASNET_VIS_AMPIPE=$pipe" \
              "GASNET_VIS_REMOTECONTIG=$contig"
          done
        done
      done
    done
    for p in fast-dbg everything-rel; do
      for where in "$near" "$far" "$apart"; do
        echo "$p 2 4 GASNET_VIS_ALGORITHM=$algorithm $where"
        echo "$p 3 1 GASNET_VIS_ALGORITHM=$algorithm $where"
      done
    done
    say 2 1 "GASNET_VIS_ALGORITHM=$algorithm $other"
  done
  say 1 4 "$near"
  say 2 1 "$apart GASNET_VIS_PUT_MAXCHUNK=1 GASNET_VIS_GET_MAXCHUNK=1G"
  say 2 1 "$apart GASNET_VIS_PUT_MAXCHUNK=500 GASNET_VIS_GET_MAXCHUNK=1"
}

quick_settings() {
  local algorithm
  programs=(fast-rel fast-dbg)
  for algorithm in auto pack single; do
    say 2 1 "GASNET_VIS_ALGORITHM=$algorithm $near"
    say 2 1 "GASNET_VIS_ALGORITHM=$algorithm $far GASNET_VIS_MAXCHUNK=100"
    say 2 3 "GASNET_VIS_ALGORITHM=$algorithm $far"
  done
  say 2 3 "$near"
  say 3 1 "$far GASNET_VIS_MAXCHUNK=1"
  say 2 1 "$other"
}

oracle_main "$@"
