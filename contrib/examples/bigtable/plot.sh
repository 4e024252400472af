#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# plot.sh: the throughput of bigtable against the part of the table that is resident, as an SVG by gnuplot.
#
#   plot.sh PROGRAM RANKS FILE.svg [OPTION...]      options of bigtable
set -eu
[ $# -ge 3 ] || { sed -n '4,6s/^# \{0,1\}//p' "$0"; exit 2; }
program=$1 ranks=$2 file=$3
shift 3
kinds=$(dirname "$program")/core/kinds/.libs
if [ -d "$kinds" ]; then export GASNET_KIND_PATH=${GASNET_KIND_PATH:-$(realpath "$kinds")}; fi
data=$(mktemp "${TMPDIR:-/tmp}/bigtable.XXXXXX")
trap 'rm -f "$data"' EXIT
for resident in 100 75 50 25 10; do
  GASNET_PSHM_NODES=${GASNET_PSHM_NODES:-$ranks} "$program" "$@" -r $resident |
    awk -v r=$resident '$1 == "fill" { f = $3 } $1 == "read" { print r, f, $3 }' | tee -a "$data" >&2
done
gnuplot <<END
set terminal svg size 640,420 dynamic font 'sans,12'
set output '$file'
set title 'bigtable: $ranks ranks $*' noenhanced
set xlabel 'resident, % of the table'
set ylabel '1000 keys/s'
set logscale y
set yrange [*:*]
set key left top
plot '$data' using 1:2 with linespoints title 'fill', '' using 1:3 with linespoints title 'read'
END
