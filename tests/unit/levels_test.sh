#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# levels_test.sh: collectives of ranks that share memory by groups: the results are right, and only the
# first rank of each group sends to other groups.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/cli.sh"
cli_begin "./tests/unit/levels"
export GASNET_CONDUIT=udp GASNET_QUIET=1 GASNET_STATSFILE=stats-%

# right RANKS GROUP WHAT ARGUMENT...
right() {
  local n=$1 what=$3
  export GASNET_SUPERNODE_MAXSIZE=$2
  shift 3
  rm -f stats-*
  run "$n" "$@"
  [ $status -eq 0 ] && [ "$(grep -c 'is right' out)" -eq "$n" ]
  verdict $? "$what"
}
# Ranks that have sent by the network, in order.
senders() {
  local r list=
  for r in "$@"; do
    grep -qE 'AM_CONDUIT: +[1-9]' "stats-$r" && list+=" $r"
  done
  echo "${list# }"
}

right 6 3 "two groups of three" job
[ "$(senders 0 1 2 3 4 5)" = "0 3" ]
verdict $? "their first ranks alone send between them"
right 5 2 "two groups of two, and a rank alone" job
[ "$(senders 0 1 2 3 4)" = "0 2 4" ]
verdict $? "the same"
right 6 3 "a team in reverse"
right 5 2 "a team in reverse, with a rank alone"
right 3 1 "no groups" job
cli_end
