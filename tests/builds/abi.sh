#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# abi.sh: what programs that were compiled against the shared library rely on, compared with the dumps that are
# committed (contrib/packaging/abi): calls, and the layouts of the types that public headers define, which inline code
# reads. Such a change needs another HYD_ABI_VERSION or soname, as hydrant-abi(7) says, and then new dumps. Reads .libs/
# of the current directory, built with -g. `make check-dist` calls it.
#
#   tests/builds/abi.sh [--dump]     --dump: write the dumps (make abi-dump)
set -u
src=$(cd "$(dirname "$0")/../.." && pwd)
dump=
case ${1-} in
'') ;;
--dump) dump=1 ;;
*) sed -n '4,10s/^# \{0,1\}//p' "$0"; exit 2 ;;
esac
skip() { echo "skipped: $1"; exit 77; }
command -v abidw >/dev/null || skip "no abidw: apt-get install abigail-tools"
library=.libs/libgasnet.so
[ -e $library ] || skip "no shared library here"
readelf -S $library | grep -q debug_info || skip "$library was built without -g"
! nm -D $library | grep -q '__asan_init\|__tsan_init\|__ubsan' || skip "sanitizers change layouts"

inline=$(sed -n 's/^#define HYD_ABI_VERSION \([0-9]*\)u$/\1/p' "$src/core/include/hyd_modes.h")
soname=$(readelf -d $library | sed -n 's/.*SONAME.*\.so\.\([0-9]*\).*/\1/p')
kept=$src/contrib/packaging/abi version=$soname-$inline-$(uname -m)
tmp=$(mktemp -d "${TMPDIR:-/tmp}/hyd-abi.XXXXXX") || exit 99
trap 'rm -rf "$tmp"' EXIT
variable() { make -s --eval "hyd-print: ; @echo \$($1)" hyd-print; }

# Only what public headers define: the rest is ours to change.
mkdir "$tmp/headers"
for header in $(variable hyd_public_headers) $(variable hyd_tools_headers); do
  case $header in *.h) cp "$src/$header" "$tmp/headers/" || exit 99 ;; esac
done
dumped() { # LIBRARY: its dump, on standard output
  abidw --suppressions "$kept/ignored.suppr" --headers-dir "$tmp/headers" --drop-private-types \
    --exported-interfaces-only --no-corpus-path --no-comp-dir-path --no-show-locs --no-parameter-names \
    --no-write-default-sizes --no-elf-needed "$1"
}
dumped $library >"$tmp/calls" || exit 1

# Inline code reads some types behind opaque pointers, which no call names. A library with a variable of each type names
# all.
types=$(sed -nE 's/^struct ([a-z]\w*) \{.*/struct \1/p; s/^\} (\w+_t);$/\1/p' "$tmp"/headers/*.h | sort -u)
{
  for name in gasnet gasnet_vis gasnet_coll gasnet_ratomic gasnet_mk gasnet_tools hyd_boot hyd_fault hyd_paged; do
    echo "#include <$name.h>"; done
  while read -r type; do echo "$type hyd_layout_${type#struct };"; done <<<"$types"
} >"$tmp/layouts.c"
# shellcheck disable=SC2046
$(variable CC) $(variable HYD_CLIENT_CPPFLAGS) -DGASNET_PAR=1 -g -fPIC -shared -o "$tmp/layouts.so" "$tmp/layouts.c" &&
  dumped "$tmp/layouts.so" >"$tmp/layouts" || exit 1
for type in hyd_world hyd_tm_pub hyd_map hyd_ad_pub hyd_client_cfg gex_hsl_s; do
  grep -q "class-decl name='$type'.*size-in-bits" "$tmp/layouts" ||
    { echo "not ok struct $type is not in the dump"; exit 1; }
done

if [ -n "$dump" ]; then
  rm -f "$kept"/*-"$(uname -m)".abi
  for part in calls layouts; do cp "$tmp/$part" "$kept/$part-$version.abi" &&
    echo "written: $kept/$part-$version.abi"; done
  exit
fi
if [ ! -e "$kept/calls-$version.abi" ]; then
  ls "$kept"/*-"$(uname -m)".abi >/dev/null 2>&1 || skip "no dump for this processor: make abi-dump"
  echo "not ok soname $soname with HYD_ABI_VERSION $inline has no dump: make abi-dump, and commit it"
  exit 1
fi
# What is only added breaks no program.
for part in calls layouts; do
  abidiff --suppressions "$kept/ignored.suppr" --no-added-syms "$kept/$part-$version.abi" "$tmp/$part" \
    >>"$tmp/differences"
  status=$?
  [ $((status & 3)) = 0 ] || { echo "abidiff, $part: status $status"; exit 1; }
done
if ! grep -Eiq 'summary:.*[1-9][0-9]* (removed|changed)' "$tmp/differences"; then
  echo "ok soname $soname, HYD_ABI_VERSION $inline: what programs were compiled against is as before"
else
  echo "not ok programs that were compiled against soname $soname, HYD_ABI_VERSION $inline, would break:"
  sed 's/^/  | /' "$tmp/differences" | head -n 60
  echo "  a layout of inline code: change HYD_ABI_VERSION and HYDRANT_INLINE_ in core/libgasnet.map;"
  echo "  a public call: the soname (hyd_version in core/libs.include) and HYDRANT_; then make abi-dump"
  exit 1
fi
