#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# run.sh: strict's rules: who breaks one is ended, with a line that names it; who keeps it is served, by
# tcp;ofi_rxm, too. Run in the build tree. Status: 0, 1 if a case failed, 77: there is no libfabric here.
set -u
build=${abs_top_builddir:-$PWD}/tests/net/strictfi
[ -f "$build/.libs/strict-fi.so" ] || { echo 'skip: strict was not built'; exit 77; }
for v in $(compgen -e | grep -E '^FI_'); do unset "$v"; done
export FI_PROVIDER_PATH=$build/.libs FI_STRICT_SEED=${SEED:-1} FI_UNIVERSE_SIZE=4 FI_TCP_IFACE=lo
tmp=$(mktemp) passed=0 failed=0
trap 'rm -f "$tmp"' EXIT
said() { if [ "$2" = 0 ]; then passed=$((passed + 1)); echo "ok $1"; else failed=$((failed + 1)); echo "not ok $1"; tail -3 "$tmp" | sed 's/^/#   /'; fi; }
# The shell says of what has aborted.
client() { { timeout -k 5 60 "$build/client" "$@" >"$tmp" 2>&1; } 2>/dev/null; }
breaks() { # CASE PROFILE RULE: abort with that rule; RULE 0: the call is refused
  FI_PROVIDER=strict FI_STRICT_LIKE=$2 client "$1" bad strict
  local status=$?
  if [ "$3" = 0 ]; then [ $status = 3 ]; else [ $status = 134 ] && grep -q "strictfi: rule $3 " "$tmp"; fi
  said "$1-broken" $?
}
keeps() { # CASE PROFILE
  FI_PROVIDER=strict FI_STRICT_LIKE=$2 client "$1" good strict
  said "$1-kept" $?
  FI_PROVIDER=tcp client "$1" good 'tcp;ofi_rxm'
  said "$1-kept-tcp" $?
}
# Case, profile, rule.
while read -r name like rule; do
  breaks "$name" "$like" "$rule"
  keeps "$name" "$like"
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
closed verbs 18
asked tcp 0
END
pingpong() {
  command -v fi_pingpong >/dev/null || return 0
  FI_PROVIDER=strict timeout 60 fi_pingpong -p strict -e rdm -I 100 -B 47993 >/dev/null 2>&1 &
  sleep 1
  FI_PROVIDER=strict timeout 60 fi_pingpong -p strict -e rdm -I 100 -P 47993 127.0.0.1 >"$tmp" 2>&1 && grep -q '^64k' "$tmp"
}
pingpong
said pingpong $?
echo "$passed passed, $failed failed"
[ $failed = 0 ]
