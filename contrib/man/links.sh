#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# links.sh: which page tells of each public call and of each name of gasnetrun, as lines NAME.SECTION PAGE: what
# `make install` makes, so that `man gasnet_put` works. By the call's family, else the page that names it.
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
for program in gasnetrun_smp gasnetrun_udp gasnetrun_ibv gasnetrun_ofi gasnetrun_mpi amudprun; do echo "$program.1 gasnetrun.1"; done
echo "hydrant.1 hydrant.7"
sed 's/.*/&.3 hyd_dsm.3/' "$top/contrib/dsm/exports.sym" | grep '^hyd_dsm_'
sed 's/.*/&.3 netvm.3/' "$top/contrib/netvm/exports.sym"
cd "$top/contrib/man"
# gasnet_ffi.h has all that can be called, made from the public headers; names.txt what only C can.
{
  grep -ohE '\b(gex|GEX|gasnett?|GASNETT?|hyd)_[A-Za-z0-9_]+\(' "$top/contrib/lang/ffi/gasnet_ffi.h" | tr -d '('
  grep -hE '^(gex_[A-Z]|gasnet_[A-Za-z]|gasnett_[A-Za-z]|GASNET_BLOCKUNTIL$)' "$top/contrib/spec/names.txt" \
    "$top/tests/conform/headers/names1.txt" | grep -v '_t$' | grep -vxFf "$top/tests/conform/headers/later.txt"
  grep -ohE '\b(hyd_fault|hyd_note|hyd_paged)_[a-z_]+\(' "$top"/core/include/hyd_{fault,note,paged}.h | tr -d '('
} | sort -u |
  awk -v pages='gasnet_am gasnet_rma gasnet-vis gasnet_ratomic gasnet-coll gasnet_barrier gasnet_hsl gasnet_mk gasnet_exit
    gasnet_tools gasnet_core' '
  BEGIN {
    n = split(pages, page)
    for (i = 1; i <= n; i++) { file = page[i] ".7.md"; while ((getline line < file) > 0) text[i] = text[i] "\n" line }
  }
  function family(name) {
    if (name ~ /^gasnett_|^GASNETT_/) return "gasnet_tools"
    if (name ~ /^gasnet_ffi_/) return "gasnet-languages"
    if (name ~ /^hyd_paged_/) return "netvm"
    if (name ~ /^hyd_(fault|note)_/) return "gasnet_exit"
    if (name ~ /^gex_AM_|^gasnet_AM/) return "gasnet_am"
    if (name ~ /^gex_(RMA|Event|NBI)_|^gasnet_(put|get|memset|wait_sync|try_sync)(_?nb|_val|_bulk|nbi_|$)|_nbi_accessregion$/) return "gasnet_rma"
    if (name ~ /^gex_VIS_|^gasnet_(put|get)[vis](_|$)/) return "gasnet-vis"
    if (name ~ /^gex_(AD|OP)_|^GEX_OP_/) return "gasnet_ratomic"
    if (name ~ /^gex_Coll_|^gasnet_coll_/) return "gasnet-coll"
    if (name ~ /^gasnet_barrier/) return "gasnet_barrier"
    if (name ~ /^gex_HSL_|^gasnet_hsl|BLOCKUNTIL/) return "gasnet_hsl"
    if (name ~ /^gex_MK_/) return "gasnet_mk"
    for (i = 1; i <= n; i++) if (text[i] ~ ("[^A-Za-z0-9_]" name "[^A-Za-z0-9_]")) return page[i]
    return "gasnet_core"
  }
  { print $1 ".3", family($1) ".7" }'
