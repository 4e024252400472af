#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# gex_bind.sh: gex-bind (gex_bind.c) on every conduit that any machine has, in every way to a neighbour's memory: mapped
# or by the kernel, and by messages alone; in FAST with both libraries, and in EVERYTHING.
set -u
dir=${abs_top_builddir:-$PWD}/tests/conform
passed=0 failed=0
export GASNET_QUIET=1

programs="gex-bind gex-bind-dbg gex-bind-everything"
# try NAME VARIABLE=VALUE...: each of them.
try() {
  local name=$1 program out
  shift
  for program in $programs; do
    if out=$(env "$@" timeout 60 "$dir/$program" 2>&1) && [ "$out" = "ok gex_bind on 3 ranks" ]; then
      passed=$((passed + 1))
    else
      failed=$((failed + 1))
      printf 'not ok %s %s\n%s\n' "$program" "$name" "$out"
    fi
  done
}

try smp GASNET_CONDUIT=smp
try smp-without-kernel GASNET_CONDUIT=smp GASNET_NO_CMA=1
try smp-alone GASNET_CONDUIT=smp GASNET_SUPERNODE_MAXSIZE=1
try template GASNET_CONDUIT=template GASNET_SUPERNODE_MAXSIZE=1
try udp GASNET_CONDUIT=udp GASNET_SUPERNODE_MAXSIZE=1
try udp-neighbours GASNET_CONDUIT=udp GASNET_SUPERNODE_MAXSIZE=2
programs=gex-bind-everything
[ ! -e "$dir/../../.libs/hyd_conduit_ofi.so" ] || try ofi GASNET_CONDUIT=ofi GASNET_SUPERNODE_MAXSIZE=1
echo "$passed passed, $failed failed"
[ $failed = 0 ]
