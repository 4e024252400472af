# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
#
# judge.sh: sourced by goals.sh of conduits that are set beside what is below them (beside.h).
figures=$(mktemp) || exit 99
trap 'rm -f "$figures"' EXIT
# judge TITLE BELOW CONDUIT GOALS COMMAND...: GOALS are lines ROW:FACTOR:EXTRA. The goal is FACTOR times what is below
# takes, and EXTRA more, which is a number or `copy', what a copy of 4 KB takes; for bandwidth at least, for times at
# most. Status: 1, a goal was missed, or nothing could be measured.
judge() {
  title=$1 below=$2 conduit=$3 goals=$4
  shift 4
  if ! timeout 300 env "$@" >"$figures" 2>&1; then
    echo "$title: no figures"; tail -3 "$figures"
    return 1
  fi
  echo "$title"
  awk -F '\t' -v below="$below" -v conduit="$conduit" -v goals="$goals" '
    BEGIN {
      n = split(goals, line, "\n")
      for (i = 1; i <= n; i++) { split(line[i], g, ":"); factor[g[1]] = g[2]; extra[g[1]] = g[3] }
    }
    NF != 4 { next }
    $1 == "copy of 4 KB" { copy = $2; next }
    {
      said = ""
      if ($1 in factor) {
        goal = factor[$1] * $2 + (extra[$1] == "copy" ? copy : extra[$1])
        met = $4 == "us" ? $3 <= goal : $3 >= goal
        said = sprintf("goal %.2f: %s", goal, met ? "met" : "MISSED")
        if (!met) bad = 1
      }
      printf "  %-30s %s %8.2f  %s %8.2f %-5s %5.2f  %s\n", $1, below, $2, conduit, $3, $4, $3 / $2, said
    } END { exit bad }' "$figures"
}
