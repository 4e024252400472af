#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# papers.sh: the figures of the paper on ARDMAR: records the applications' traces over smp, measures page fetches on
# this machine, and has dsm-papers show it all. Run in the build tree.
#
#   papers.sh [--dir DIR] [--scale test|small|paper] [--keep]    defaults: papers/dsm, paper; --keep: the traces stay in
#                                                                DIR,
#                                                                and those of an earlier call are used again
set -u
dir=papers/dsm scale=paper keep=0
while [ $# -gt 0 ]; do
  case $1 in
  --dir) dir=$2; shift ;;
  --scale) scale=$2; shift ;;
  --keep) keep=1 ;;
  *) sed -n '4,9s/^# \{0,1\}//p' "$0"; exit 2 ;;
  esac
  shift
done
mkdir -p "$dir" || exit 1
work=$(mktemp -d "${TMPDIR:-/tmp}/dsm-papers.XXXXXX") || exit 1
if [ $keep = 1 ]; then
  rm -rf "$work" "$dir/new"
  work=$dir
fi
trap '[ "$work" = "$dir" ] || rm -rf "$work"' EXIT

record() { # APPLICATION HOMES RANKS [PROTOCOL [NUMBER]]
  local to=$work/$1.$2.$3${4:+.${5:-$4}}
  [ ! -d "$to" ] || return 0
  echo "papers.sh: recording $1, homes $2, $3 ranks${4:+, $4}" >&2
  mkdir "$work/new" || exit 1
  HYD_DSM_TRACE=$work/new HYD_DSM_PROTOCOL=${4:-ardmar} HYD_DSM_HOME_PAGES=$2 timeout -k 5 600 ./gasnetrun -c smp \
    -n "$3" "contrib/layers/dsm/apps/$1-dsm" -p "$3" --scale "$scale" >"$work/out" 2>&1 &&
    mv "$work/new" "$to" && return
  echo "papers.sh: $1 with $3 ranks failed:" >&2
  cat "$work/out" >&2
  exit 1
}
for app in radix barnes is fft3d water; do
  for ranks in 1 2 4 8 16; do for homes in tracked readonly; do
    record $app $homes $ranks
  done; done
  record $app tracked 16 async # whose faults are counted
  for number in 1 2; do record $app tracked 16 ardmar $number; done
done

measure() { # CONDUIT PROTOCOL RANKS
  local us
  us=$(HYD_DSM_PROTOCOL=$2 GASNET_SUPERNODE_MAXSIZE=$([ "$1" = smp ]; echo $?) timeout -k 5 300 ./gasnetrun -c "$1" \
    -n "$3" contrib/layers/dsm/bench/dsm-bench --fetch 2>/dev/null) && echo "$1 $2 $3 $us"
}
many='2 4 8 16'
[ "$scale" != test ] || many=2
for conduit in smp udp; do for protocol in async ardmar; do for ranks in $many; do
  echo "papers.sh: measuring $conduit, $protocol, $ranks ranks" >&2
  measure $conduit $protocol $ranks
done; done; done >"$work/measured"
if [ "$scale" != test ]; then
  echo "papers.sh: measuring ibv in an emulated machine" >&2
  sh "$(dirname "$0")/../../../../tests/net/ibv/run.sh" --whole --group dsm --only 'dsm.fetch-*' --limit 800 |
    tee "$work/ibv" | sed -un '/ok \|^skip/s/^/papers.sh: /p' >&2
  grep '^ibv ' "$work/ibv" >>"$work/measured"
fi
contrib/layers/dsm/papers/dsm-papers --dir "$dir" --traces "$work" --measured "$work/measured"
