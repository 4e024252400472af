#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# abi.sh: what programs that were compiled against the shared library rely on, compared with the dump that is committed
# (contrib/packaging/abi): calls, and the layouts that inline code reads. Such a change needs another HYD_ABI_VERSION or soname,
# as hydrant-abi(7) says, and then a new dump. Reads .libs/ of the current directory, built with -g. `make check-dist`
# calls it.
#
#   tests/builds/abi.sh [--dump]     --dump: write the dump (make abi-dump)
set -u
src=$(cd "$(dirname "$0")/../.." && pwd)
dump=
case ${1-} in
'') ;;
--dump) dump=1 ;;
*) sed -n '4,9s/^# \{0,1\}//p' "$0"; exit 2 ;;
esac
skip() { echo "skipped: $1"; exit 77; }
command -v abidw >/dev/null || skip "no abidw: apt-get install abigail-tools"
library=.libs/libgasnet.so
[ -e $library ] || skip "no shared library here"
readelf -S $library | grep -q debug_info || skip "$library was built without -g"
! nm -D $library | grep -q '__asan_init\|__tsan_init\|__ubsan' || skip "sanitizers change layouts"

inline=$(sed -n 's/^#define HYD_ABI_VERSION \([0-9]*\)u$/\1/p' "$src/core/include/hyd_modes.h")
soname=$(readelf -d $library | sed -n 's/.*SONAME.*\.so\.\([0-9]*\).*/\1/p')
kept=$src/contrib/packaging/abi/libgasnet.so.$soname-$inline-$(uname -m).abi
tmp=$(mktemp -d "${TMPDIR:-/tmp}/hyd-abi.XXXXXX") || exit 99
trap 'rm -rf "$tmp"' EXIT

# Only what public headers define: the rest is ours to change.
mkdir "$tmp/headers"
for list in hyd_public_headers hyd_tools_headers; do make -s --eval "hyd-print: ; @echo \$($list)" hyd-print; done |
  tr ' ' '\n' | grep '\.h$' >"$tmp/names" || exit 99
for header in $(cat "$tmp/names"); do cp "$src/$header" "$tmp/headers/"; done
abidw --suppressions "$src/contrib/packaging/abi/ignored.suppr" --headers-dir "$tmp/headers" --drop-private-types --no-corpus-path --no-comp-dir-path --no-show-locs \
  --load-all-types --no-parameter-names --no-write-default-sizes --no-elf-needed --out-file "$tmp/now.abi" $library || exit 1

# Each layout that inline code reads is in it.
for type in hyd_world hyd_tm_pub hyd_map hyd_ad_pub hyd_client_cfg gex_hsl_s; do
  grep -q "class-decl name='$type'.*size-in-bits" "$tmp/now.abi" || { echo "not ok struct $type is not in the dump"; exit 1; }
done
if [ -n "$dump" ]; then
  mkdir -p "${kept%/*}" && rm -f "${kept%/*}"/*-"$(uname -m)".abi && cp "$tmp/now.abi" "$kept" && echo "written: $kept"
  exit
fi
if [ ! -e "$kept" ]; then
  ls "${kept%/*}"/*-"$(uname -m)".abi >/dev/null 2>&1 || skip "no dump for this processor: make abi-dump"
  echo "not ok soname $soname with HYD_ABI_VERSION $inline has no dump: make abi-dump, and commit it"
  exit 1
fi
# Also types that no exported call names, as inline code reads them through opaque pointers. What is only added breaks no
# program, and what the dump only declares has no layout: which of our own types are named somewhere is no program's.
declared=$(sed -n "s/.*<class-decl name='\([^']\{1,\}\)'.*is-declaration-only='yes'.*/\1/p" "$kept" | sort -u |
  grep -vxF "$(grep -v "is-declaration-only='yes'" "$kept" | sed -n "s/.*<class-decl name='\([^']\{1,\}\)'.*/\1/p")" | paste -sd'|' -)
{ cat "$src/contrib/packaging/abi/ignored.suppr" && printf '\n[suppress_type]\n  name_regexp = ^(%s)$\n' "$declared"; } >"$tmp/ignored.suppr"
abidiff --suppressions "$tmp/ignored.suppr" --non-reachable-types --no-added-syms "$kept" "$tmp/now.abi" >"$tmp/differences"
status=$?
if [ $((status & 3)) = 0 ] && ! grep -Eiq 'summary:.*[1-9][0-9]* (removed|changed)' "$tmp/differences"; then
  echo "ok soname $soname, HYD_ABI_VERSION $inline: what programs were compiled against is as before"
else
  echo "not ok programs that were compiled against soname $soname, HYD_ABI_VERSION $inline, would break:"
  sed 's/^/  | /' "$tmp/differences" | head -n 60
  echo "  a layout of inline code: change HYD_ABI_VERSION and HYDRANT_INLINE_ in core/libgasnet.map;"
  echo "  a public call: the soname (hyd_version in core/libs.include) and HYDRANT_; then make abi-dump"
  exit 1
fi
