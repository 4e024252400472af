#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# run.sh: strict's rules: a client that breaks one is ended, with a line that names it; one that keeps it is served, by
# tcp;ofi_rxm, too; in each profile what is offered works as the man pages say; and fi_pingpong runs. Run in the build
# tree.
#
#   tests/net/strictfi/run.sh [options]
#     --only GLOBS    cases with these names, as 'local-*,pingpong'
#     --list          the names
#     --logs DIR      keep there what failed cases said
#
# SEED: of what is left to chance (1). Status: 0, 1 if a case failed, 77: there is no libfabric here.
set -u
# shellcheck source=tests/net/cases.sh
. "$(dirname "$0")/../cases.sh"
cases_options "$@"
build=$build/tests/net/strictfi
[ -n "$list" ] || [ -f "$build/.libs/strict-fi.so" ] || { echo 'skip: strict was not built'; exit 77; }
cases_begin strictfi FI
export FI_PROVIDER_PATH=$build/.libs FI_STRICT_SEED=${SEED:-1} FI_UNIVERSE_SIZE=4 FI_TCP_IFACE=lo

client() { # PROVIDER ARGUMENTS...; the shell, too, says what has aborted
  { FI_PROVIDER=${1%;*} timeout -k 5 60 "$build/client" "${@:2}" "$1" >"$tmp/out" 2>&1; } 2>/dev/null
  status=$?
}
breaks() { # CASE PROFILE RULE: abort with that rule; RULE 0: the call is refused
  FI_STRICT_LIKE=$2 client strict "$1" bad
  if [ "$3" = 0 ]; then ended_with 3; else ended_with 134 && says "strictfi: rule $3 "; fi
}
keeps() { # CASE PROFILE PROVIDER
  FI_STRICT_LIKE=$2 client "$3" "$1" good
  ended_with 0
}
functional() { # PROFILE PROVIDER: what libfabric's man pages promise, test by test
  { FI_STRICT_LIKE=$1 FI_PROVIDER=${2//;/,} timeout -k 5 100 "$build/functional" "$2" >"$tmp/out" 2>&1; } 2>/dev/null
  status=$?
  ended_with 0 && says '^ok messages' && ! says '^not ok'
}
pingpong() {
  command -v fi_pingpong >/dev/null || { echo 'there is no fi_pingpong' >"$tmp/out"; return 77; }
  export FI_PROVIDER=strict
  in_background timeout 60 fi_pingpong -p strict -e rdm -I 100 -B 47993
  await 10 listens 47993
  timeout 60 fi_pingpong -p strict -e rdm -I 100 -P 47993 127.0.0.1 >"$tmp/out" 2>&1 && says '^64k' &&
    wait "${jobs[-1]}"
}
listens() { grep -q ":$(printf %04X "$1") 0\{8\}:0000 0A" /proc/net/tcp; } # PORT

while read -r name like rule; do
  run "$name-broken" breaks "$name" "$like" "$rule"
  run "$name-kept" keeps "$name" "$like" strict
  run "$name-kept-tcp" keeps "$name" "$like" 'tcp;ofi_rxm'
done <<END
local efa-direct 1
allocated verbs 2
key verbs 3
origin cxi 4
endpoint cxi 5
access verbs 6
context efa-direct 7
context-written efa-direct 7
iov opx 8
buffer efa 9
size cxi 0
overrun tcp 11
room tcp 0
peer efa 13
more tcp 14
thread tcp 15
option tcp 16
multi tcp 17
repost tcp 17
closed verbs 18
asked tcp 0
END
for like in tcp verbs efa efa-direct cxi opx worst; do run "functional-$like" functional $like strict; done
run functional-kept-tcp functional tcp 'tcp;ofi_rxm' # the tests, by another provider
run pingpong pingpong
cases_end
