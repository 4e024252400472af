#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# check.sh: the manual is complete: every exported gex_ and gasnet_ symbol and every gasnett_ one has a page, every
# public name is declared on one page as the headers declare it and leads to that page, gasnet_env(7) has exactly the
# variables of core/env/env.def with their defaults, and the pages that are installed are those of the sources. Run in
# the build tree. Prints `N passed, N failed`.
set -u
shopt -s lastpipe
top=$(cd "$(dirname "$0")/../../.." && pwd)
pages="$top/contrib/doc/man"
passed=0 failed=0
verdict() { # TEXT: fails if standard input is not empty
  local said
  said=$(cat)
  if [ -z "$said" ]; then passed=$((passed + 1)); echo "ok $1"; else
    failed=$((failed + 1)); echo "not ok $1"; echo "$said" | sed 's/^/#   /' | head -40
  fi
}

# Words of the pages, with names like gex_AM_RequestShortM standing for all their numbers. In a
# definition, `foo_a, ..._b` is not understood: every name is written out.
words=$(cat "$pages"/*.md | tr -c 'A-Za-z0-9_' '\n' | sort -u)
library=$(ls .libs/libgasnet.so .libs/libgasnet-debug.so .libs/libgasnet_tools.so 2>/dev/null)
if [ -n "$library" ]; then
  for l in $library; do
    for prefix in gex_ gasnet_ gasnett_; do
      case $l/$prefix in */libgasnet_tools.so/g[ae][sx]*_) [ $prefix = gasnett_ ] || continue ;; esac
      comm -23 <(nm -D --defined-only --without-symbol-versions "$l" | awk '{print $3}' | grep "^$prefix" | sort -u) \
        <(echo "$words") |
        verdict "${l##*/}: every $prefix symbol has a page"
    done
  done
fi

python3 "$pages/declare.py" --check |
  verdict "pages have the headers' declarations, and every public name is declared on one of them"

sed -n 's/^HYD_ENV(\([A-Z_0-9]*\), [A-Z]*, "\([^"]*\)".*/GASNET_\1 \2/p' "$top/core/env/env.def" |
  while read -r name value; do
    grep -oE "\*\*$name\*\* \([a-z ]*, default [^)]*\)" "$pages/gasnet_env.7.md" |
      grep -q "default ${value:-none})" || echo "$name: default ${value:-none}"
  done | verdict "gasnet_env(7) has every variable of env.def, with its default"
grep -oE '\*\*GASNET_[A-Z_]*\*\* \([a-z ]*, default' "$pages/gasnet_env.7.md" | tr -dc 'A-Z_\n' | sed 's/GASNET_//' |
  while read -r name; do
    grep -q "^HYD_ENV($name," "$top/core/env/env.def" || echo "$name"
  done | verdict "gasnet_env(7) has no variable that is not read"

# A term is a line of its own behind an empty line: of one over several lines pandoc keeps the last, and one that
# stands at the end of a paragraph becomes a part of it.
awk 'FNR == 1 { before = last = "" }
  /^:   / && (last ~ /^[ ]/ || last == "" || before != "") { print FILENAME ":" FNR - 1 ": " last }
  { before = last; last = $0 }' "$pages"/*.md "$top"/contrib/doc/manual/*.md | sed "s|^$top/||" |
    verdict "each defined term is one line behind an empty one"

# References between pages lead somewhere.
grep -ohE '\*\*[a-z_-]+\*\*\([137]\)' "$pages"/*.md | tr -d '*' | sort -u | sed 's/(\(.\))/.\1.md/' |
  grep -vxE '(gnuplot.1|exit.3|exec.3|pthread_exit.3).md' | # of others
  while read -r f; do [ -f "$pages/$f" ] || echo "$f"; done |
  verdict "pages that are referred to are there"

# Each call leads to a page that is there, and no name is a page already.
links=$(bash "$pages/links.sh")
while read -r name page; do
  [ -f "$pages/$page.md" ] || echo "$name leads to $page, which is not there"
  [ ! -f "$pages/$name.md" ] || echo "$name is a page itself"
done <<<"$links" | verdict "man gasnet_put, and each other call, leads to a page"
cut -d' ' -f1 <<<"$links" | sort | uniq -d | verdict "each name leads to one page"
while read -r name page; do
  grep -qx "$name.3 $page" <<<"$links" || echo "$name does not lead to $page"
done <<'END' | verdict "man gasnet_exit, and others that several pages mention, leads to the page that documents it"
gasnet_exit gasnet_exit.7
gasnet_attach gasnet_core.7
gex_TM_QueryRank gasnet_core.7
gex_Segment_Create gasnet_core.7
gex_TM_Pair gasnet_core.7
gex_AM_Entry_t gasnet_am.7
gex_EP_RegisterHandlers gasnet_am.7
gex_Event_t gasnet_rma.7
gasnet_coll_reduceM_nb gasnet-coll.7
gex_VIS_StridedPutNB gasnet-vis.7
gasnett_print_backtrace_ifenabled gasnet_tools.7
hyd_note_set gasnet_exit.7
END
# What can be called, by the libraries that were built, against the links; and what links name, against the headers.
calls=$(sed -n 's/^\([^ ]*\)\.3 .*/\1/p' <<<"$links" | sort -u)
if [ -n "$library" ]; then
  {
    nm -D --defined-only --without-symbol-versions .libs/libgasnet.so .libs/libgasnet-ffi.so .libs/libgasnet_tools.so \
      2>/dev/null |
      awk '{print $3}' | grep -E '^(gex|GEX|gasnett?|GASNETT?|hyd_(fault|paged))_|^hyd_note_set$'
    grep -hE '^hyd_(dsm|nv)_' "$top"/contrib/layers/{dsm,netvm}/exports.sym
  } | sort -u | comm -23 - <(echo "$calls") | verdict "man finds every public call"
fi
ffi=contrib/languages/ffi/gasnet_ffi.h # made by make, or a release's
[ -e $ffi ] || ffi=$top/$ffi
headers=$(cat "$ffi" "$top"/{core/include,extended/include,vis,contrib/layers/dsm,contrib/layers/netvm}/*.h |
  tr -c 'A-Za-z0-9_' '\n' | sort -u)
comm -23 <(echo "$calls") <(echo "$headers") | verdict "every name that man finds is in a public header"

# The pages that are installed are those of the sources; pandoc, if it is the one that made them, makes them again.
for f in "$pages"/*.md; do
  grep -qF "Made by contrib/doc/man/make.sh from ${f##*/}, cksum $(cksum <"$f")," "${f%.md}" 2>/dev/null ||
    echo "${f%.md} is missing or not made from ${f##*/} as it is; expected: make man-pages"
done | verdict "every page was made from its source"
if command -v pandoc >/dev/null; then
  for f in "$pages"/*.md; do
    page=$(bash "$pages/make.sh" "$f" 2>&1) || { echo "$f"; continue; }
    made=$(sed -n '2s/.* with pandoc //p' "${f%.md}")
    [ "$made" != "$(sed -n '2s/.* with pandoc //p' <<<"$page")" ] || diff "${f%.md}" - <<<"$page" | head -5
  done | verdict "pandoc makes every page again"
fi
echo "$passed passed, $failed failed"
[ $failed = 0 ]
