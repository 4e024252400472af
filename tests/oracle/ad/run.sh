#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# run.sh: random atomics against the oracle, under every setting that changes how they are carried
# out, two jobs at a time at most.
#
#   tests/oracle/ad/run.sh [options]; HYD_AD_SEEDS of the environment is what --seeds is by default, else 40
# shellcheck disable=SC1091,SC2034,SC2154
name=ad seeds=${HYD_AD_SEEDS:-40}
. "$(dirname "$0")/../harness.sh"

# Which ranks are mapped to each other: all, some (the others reach the same numbers by message), none,
# and none on the other conduit.
all_settings() {
  each 1 1 "$near"
  each 1 4 "$near"
  each 2 1 "$near"
  each 2 3 "$near"
  each 4 2 "$near"
  each 4 2 GASNET_SUPERNODE_MAXSIZE=2
  each 3 3 GASNET_SUPERNODE_MAXSIZE=2
  each 2 1 "$far"
  each 2 3 "$far"
  each 4 1 "$far"
  each 2 2 "$other"
  each 3 2 GASNET_CONDUIT=template GASNET_SUPERNODE_MAXSIZE=2
  each 3 2 GASNET_SUPERNODE_MAXSIZE=2 "GASNET_STATSFILE=$logs/stats.%"
}
quick_settings() { all_settings; }

# Every operation of the runs with statistics was counted, by category and by way.
counted() {
  grep -h ' AD_' "$logs"/stats.? >"$logs/counted" 2>&1
  awk '
    $2 ~ /^AD_(SET|GET|RMW)$/ { sum[$2] += $4; all += $4 }
    $2 ~ /^AD_(CPU|AM)$/ { sum[$2] += $4; done += $4 }
    END {
      for (name in sum) names += sum[name] > 0
      exit !(names == 5 && all == done)
    }' "$logs/counted"
}
more_checks() {
  [ "$only" = '*' ] || return
  counted
  verdict "the statistics do not count every operation" "$logs/counted"
}

oracle_main "$@"
