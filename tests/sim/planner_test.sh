#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# planner_test.sh: gasnet-sim's numbers against closed formulas, its bounds up to 65,536 ranks, its command line.
# Run in the build tree. Prints `N passed, N failed`.
set -u
shopt -s lastpipe
sim=${abs_top_builddir:-$PWD}/gasnet-sim
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
passed=0 failed=0
verdict() { # TEXT: fails if standard input is not empty
  local said
  said=$(cat)
  if [ -z "$said" ]; then passed=$((passed + 1)); echo "ok $1"; else
    failed=$((failed + 1)); echo "not ok $1"; echo "$said" | sed 's/^/#   /' | head -20
  fi
}

# Rows of the JSON, a line each: op ranks latency_ns rounds limit messages wire_bytes table
rows() {
  "$sim" "$@" --json | awk '
    function field(name,   s) {
      if (!match($0, "\"" name "\": [^,}]*")) return 0
      s = substr($0, RSTART, RLENGTH); sub(/^[^:]*: "?/, "", s); sub(/"$/, "", s); return s
    }
    /"op":/ { print field("op"), field("ranks"), field("latency_ns"), field("rounds"), field("rounds_limit"),
              field("messages"), field("wire_bytes"), field("table_bytes_per_host") }'
}
net=(--L 10us --o 1us --g 0.1us --G 0.8ns/B)

# One hop: two overheads, the latency, and the bytes but the first. A datagram is 96 of head, a record, 8 of
# tag; a record with four arguments has 32 bytes, one of a collective with 8 bytes of payload 48.
rows --op barrier --ranks 2..1024 "${net[@]}" | awk '
  { k = log($2) / log(2); hop = 2 * 1000 + 10000 + 135 * 0.8
    if (sqrt(($3 - 2 * k * hop) ^ 2) > 1 || $4 != int(2 * k + 0.5) || $6 != 2 * ($2 - 1) || $7 != 136 * $6) print }
  END { if (NR != 10) print NR " rows; expected 10" }' |
    verdict "barrier: 2 log2 N hops, 2 (N - 1) messages of 136 bytes"
rows --op broadcast,reduce --ranks 2..1024 --bytes 8 "${net[@]}" | awk '
  { k = log($2) / log(2); hop = 2 * 1000 + 10000 + 151 * 0.8
    if (sqrt(($3 - k * hop) ^ 2) > 1 || $6 != $2 - 1 || $7 != 152 * $6) print }
  END { if (NR != 20) print NR " rows; expected 20" }' |
    verdict "broadcast, reduce: log2 N hops, N - 1 messages of 152 bytes"
rows --op reduce-all --ranks 2..1024 --bytes 8 "${net[@]}" | awk '
  { k = log($2) / log(2); hop = 2 * 1000 + 10000 + 151 * 0.8
    if (sqrt(($3 - k * hop) ^ 2) > 1 || sqrt(($6 - $2 * k) ^ 2) > 0.1) print }' |
  verdict "reduce-all of 2^k ranks: k hops, N k messages"
rows --op startup,meeting --ranks 2..1024 --L 7us --o 0 --g 0 --G 0 | awk '
  { k = log($2) / log(2); if (sqrt(($3 - 2 * k * 7000) ^ 2) > 1 || $6 != 2 * ($2 - 1)) print }' |
  verdict "startup, meeting: 2 log2 N latencies where nothing else costs"
rows --op am --bytes 0 "${net[@]}" | awk '
  { if (sqrt(($3 - 2 * (12000 + 119 * 0.8)) ^ 2) > 1 || $6 != 2 || $7 != 240) print }' |
  verdict "am: two hops of 120 bytes"
rows --op reduce-all --ranks 2..64 --L 0 --o 1us --g 0 --G 0 --cores 1 --turn 0 | awk '
  { k = log($2) / log(2); if (sqrt(($3 - 2 * $2 * k * 1000) ^ 2) > 1) print }' |
  verdict "one core for all: its time is the sum of all overheads"
rows --op reduce-all --ranks 64 --L 0 --o 1us --g 0 --G 0 --cores 1 --turn 1us |
  awk '$3 < 64 * 6 * 2000 + 64 * 1000 { print }' |
  verdict "and of giving it away"
rows --op put --bytes 1000000 --G 10Gbit/s --L 0 --o 0 --g 0 | awk '
  { n = $6 - 1; if (n != int((1000016 + 1359) / 1360) || $7 != 1000016 + 104 * (n + 1) || $3 < 0.8 * 1000016 ||
    $3 > 0.8 * ($7 + 200)) print }' | verdict "put of 1 MB: as many datagrams as it needs, at the rate of the wire"

rows --op barrier,startup,meeting --ranks 1,2,3,5,7,9,63,64,65,1000,4095,4097,65535,65536 | awk '
  { n = 0; for (p = 1; p < $2; p *= 2) n++
    if ($4 > 2 * n || $5 != 2 * n || $6 > 2 * ($2 - 1) * ($1 == "startup" ? 64 : 1) || $8 > 64 * $2) print }
  END { if (NR != 42) print NR " rows; expected 42" }' |
  verdict "any number of ranks: at most 2 ceil(log2 N) rounds, 64 N bytes of addresses"

{ "$sim" --op all --ranks 2..64 >"$work/table" 2>&1 || echo "status $?"; } | verdict "all operations"
awk 'NR > 2 { n++ } END { if (n != 6 * 6 + 3) print n " rows; expected 39" }' "$work/table" | verdict "a row for each"
"$sim" --op all --ranks 50 --jitter 30us --seed 4 >"$work/one"
"$sim" --op all --ranks 50 --jitter 30us --seed 4 >"$work/two"
"$sim" --op all --ranks 50 --jitter 30us --seed 5 >"$work/three"
cmp "$work/one" "$work/two" 2>&1 | verdict "a seed always gives the same"
if cmp -s "$work/one" "$work/three"; then echo same; fi | verdict "another seed gives something else"

for bad in '--op nonsense' '--op barrier,' '--ranks 0' '--ranks 65537' '--ranks 9..3' '--ranks x' '--L -1us' \
  '--L 5parsec' '--G 1e' '--bytes -1' '--mtu 10' '--record 0' '--cores 0' '--turn x' '--seed x' '--unknown' 'word'; do
  said=$("$sim" $bad 2>&1 >/dev/null)
  rc=$?
  [ $rc = 2 ] && [ -n "$said" ] || echo "gasnet-sim $bad: status $rc, says '$said'"
done | verdict "what is wrong on the command line is said, status 2"
{ "$sim" --help | grep -q -- '--plot FILE' || echo missing; } | verdict "--help"
{ "$sim" --version | grep -q '^gasnet-sim (Hydrant)' || echo missing; } | verdict "--version"
if command -v gnuplot >/dev/null; then
  "$sim" --op barrier,startup --ranks 2..256 --plot "$work/a'b.svg" >/dev/null
  { grep -q '</svg>' "$work/a'b.svg" || echo "no plot"; grep -q 'cores; 20.*gasnet-sim' "$work/a'b.svg" ||
    echo "no machine, date and version"; } 2>&1 | verdict "a plot"
else
  said=$("$sim" --ranks 4 --plot "$work/x.svg" 2>&1 >/dev/null)
  { case $said in *gnuplot*) ;; *) echo "says '$said'" ;; esac; } | verdict "says that gnuplot is missing"
fi
echo "$passed passed, $failed failed"
[ $failed = 0 ]
