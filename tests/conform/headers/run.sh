#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# headers/run.sh: the public headers, seen by the compilers: each compiles alone, in C99, C11, C23,
# C++11 and C++17, with gcc and clang, without a warning, in every mode; contradictory macros are
# refused; every name of the contract is there.
#
#   tests/conform/headers/run.sh [--dir DIR] [--quick] [--full] [--jobs N]
#
# Without options it looks at the source tree it lies in and at core/include/gasnet_config.h of the current
# (build) directory. --dir: an installed include directory instead. --quick: gcc only, C11 and C++11.
# --full: every standard with both compilers, in place of C99, C11, C++11 with gcc, C23, C++17 with clang.
# Needs no library. Prints `N passed, N failed`.
set -u
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../../.." && pwd)
build=${abs_top_builddir:-$PWD}
include=() quick= full= jobs=2
while [ $# -gt 0 ]; do
  case $1 in
  --dir) include=(-I"$2"); shift 2 ;;
  --quick) quick=1; shift ;;
  --full) full=1; shift ;;
  --jobs) jobs=$2; shift 2 ;;
  *) sed -n '3,14s/^# \{0,1\}//p' "$0"; exit 2 ;;
  esac
done
if [ ${#include[@]} = 0 ]; then
  [ -f "$build/core/include/gasnet_config.h" ] ||
    { echo "no core/include/gasnet_config.h in $build: run configure there"; exit 77; }
  include=(-I"$top/core/include" -I"$top/extended/include" -I"$top/vis" -I"$build/core/include")
fi
tmp=$(mktemp -d "${TMPDIR:-/tmp}/headers.XXXXXX") || exit 99
trap 'rm -rf "$tmp"' EXIT
cp "$here/macros.c" "$here/vis.c" "$here/ad.c" "$tmp" # their path may have blanks
flags=(-Wall -Wextra -pedantic -Werror -D_GNU_SOURCE=1 -D_REENTRANT)
printf '%s\n' "${flags[@]}" "${include[@]}" | sed 's/.*/"&"/' >"$tmp/flags"

# Which headers are public: all gasnet*.h of the tree or of the directory.
public=()
for i in "${include[@]}"; do
  for h in "${i#-I}"/gasnet*.h; do [ -f "$h" ] && public+=("${h##*/}"); done
done
[ ${#public[@]} -gt 0 ] || { echo "no headers"; exit 77; }

# --- each alone, in parallel: a job is one line "LABEL<tab>COMMAND..." --------------------------------
compilers() {
  echo gcc
  [ -z "$quick" ] && command -v clang >/dev/null && echo clang
}
standards() { # of a compiler; gcc has all where there is no clang
  if [ -n "$quick" ]; then echo c11 c++11
  elif [ -n "$full" ] || [ "$(compilers)" = gcc ]; then echo c99 c11 c2x c++11 c++17
  elif [ $1 = gcc ]; then echo c99 c11 c++11
  else echo c2x c++17
  fi
}
modes_of() { # what must be defined for a header, in which ways
  case $1 in
  gasnet_fwd.h | gasnet_config.h | gasnet_portable_platform.h | gasnet_basic.h) echo none seq ;;
  gasnet_tools.h) echo none safe single lite ;;
  *) echo seq par parsync seq-debug par-debug everything ;;
  esac
}
macros() {
  case $1 in
  none) ;;
  safe) echo -DGASNETT_THREAD_SAFE=1 ;;
  single) echo -DGASNETT_THREAD_SINGLE=1 ;;
  lite) echo -DGASNETT_LITE_MODE=1 ;;
  seq) echo -DGASNET_SEQ ;;
  par) echo -DGASNET_PAR=1 ;;
  parsync) echo -DGASNET_PARSYNC=1 ;;
  seq-debug) echo -DGASNET_SEQ=1 -DGASNET_DEBUG=1 ;;
  par-debug) echo -DGASNET_PAR=1 -DGASNET_DEBUG=1 ;;
  everything) echo -DGASNET_PAR=1 -DGASNET_SEGMENT_EVERYTHING=1 ;;
  esac
}
driver() { # compiler and language
  case $1/$2 in
  gcc/c++*) echo g++ -x c++ -std=$2 ;;
  clang/c++*) echo clang++ -x c++ -std=$2 -Wno-unused-command-line-argument ;;
  */*) echo $1 -x c -std=$2 ;;
  esac
}
# Orders in which gasnet_vis.h and what it needs may be included: macros FIRST, SECOND, THIRD of vis.c.
orders() {
  printf '%s\n' 'gasnet_vis.h' 'gasnetex.h gasnet_vis.h' 'gasnet.h' 'gasnet.h gasnet_vis.h' \
    'gasnet_vis.h gasnet.h' 'gasnetex.h gasnet.h gasnet_vis.h' 'gasnetex.h gasnet_vis.h gasnet.h'
}
include_macros() { # HEADER...
  local name
  for name in FIRST SECOND THIRD; do
    [ $# = 0 ] || echo "-D$name=<$1>"
    [ $# = 0 ] || shift
  done
}
list_vis_jobs() {
  local cc std mode order
  orders | while read -r order; do
    for cc in $(compilers); do
      for std in $(standards $cc); do
        for mode in seq seq-debug par-debug; do
          echo "order $order $mode $cc $std|$(driver $cc $std) -fsyntax-only @$tmp/flags $(macros \
            $mode) $(include_macros $order | tr '\n' ' ') $tmp/vis.c"
        done
      done
    done
  done
}
# The same for gasnet_ratomic.h, and optimised: that is when opcodes are seen to be constants.
ad_orders() {
  printf '%s\n' 'gasnet_ratomic.h' 'gasnetex.h gasnet_ratomic.h' 'gasnet.h gasnet_ratomic.h' \
    'gasnet_ratomic.h gasnet.h' 'gasnet_vis.h gasnet_ratomic.h gasnet_tools.h'
}
list_ad_jobs() {
  local cc std mode order optimised
  ad_orders | while read -r order; do
    for cc in $(compilers); do
      for std in $(standards $cc); do
        for mode in seq par-debug; do
          optimised=-O2
          case $mode in *debug) optimised=-O0 ;; esac
          echo "order $order $mode $cc $std|$(driver $cc $std) -c $optimised -o /dev/null @$tmp/flags $(macros \
            $mode) $(include_macros $order | tr '\n' ' ') $tmp/ad.c"
        done
      done
    done
  done
}
list_jobs() {
  local h cc std mode
  for h in $(printf '%s\n' "${public[@]}" | sort -u); do
    printf '#include <%s>\n#include <%s>\nextern int hyd_test_not_empty;\n' $h $h >"$tmp/alone_$h.c"
    for cc in $(compilers); do
      for std in $(standards $cc); do
        for mode in $(modes_of $h); do
          echo "alone $h $mode $cc $std|$(driver $cc $std) -fsyntax-only @$tmp/flags $(macros $mode) $tmp/alone_$h.c"
        done
      done
    done
  done
  for cc in $(compilers); do
    for std in $(standards $cc); do
      for mode in SEQ PAR PARSYNC; do
        echo "macros $mode $cc $std|$(driver $cc \
          $std) -fsyntax-only @$tmp/flags -DGASNET_$mode -DWANT_MODE=$mode $tmp/macros.c"
        strict="-Wno-pedantic -DSTRICT_PROTOTYPES -DGASNET_$mode=1 -DWANT_MODE=$mode -DGASNET_DEBUG=1 -DWANT_DEBUG"
        echo "macros $mode strict $cc $std|$(driver $cc $std) -fsyntax-only @$tmp/flags $strict $tmp/macros.c"
      done
    done
  done
}
run_job() {
  local label=${1%%|*} command=${1#*|} out
  if out=$($command 2>&1); then
    echo "ok $label"
  else
    printf 'not ok %s\n%s\n' "$label" "$(echo "$out" | head -5 | sed 's/^/#   /')"
  fi
}
{ list_jobs; list_vis_jobs; list_ad_jobs; } >"$tmp/jobs"
for ((share = 0; share < jobs; share++)); do # every so many lines
  awk "NR % $jobs == $share" "$tmp/jobs" | while read -r job; do run_job "$job"; done >"$tmp/results.$share" &
done
wait
cat "$tmp"/results.* >"$tmp/results"

# --- what must be refused, and how ------------------------------------------------------------------
result() { # OK? LABEL [DETAIL]
  if [ "$1" = 0 ]; then echo "ok $2"; else printf 'not ok %s\n#   %s\n' "$2" "${3-}"; fi >>"$tmp/results"
}
refused() { # LABEL PATTERN HEADER FLAGS...: a #error whose text has the pattern
  local label=$1 pattern=$2 header=$3 out
  shift 3
  printf '#include <%s>\n' $header >"$tmp/r.c"
  if out=$(gcc -std=c11 -fsyntax-only "@$tmp/flags" "$@" "$tmp/r.c" 2>&1); then
    result 1 "refused $label" "was accepted"
  else
    echo "$out" | grep -q "error: #error.*$pattern"
    result $? "refused $label" "$(echo "$out" | head -1)"
  fi
}
accepted() { # LABEL FLAGS...: gasnet.h compiles
  local label=$1 out
  shift
  printf '#include <gasnet.h>\n' >"$tmp/r.c"
  out=$(gcc -std=c11 -fsyntax-only "@$tmp/flags" "$@" "$tmp/r.c" 2>&1)
  result $? "accepted $label" "$(echo "$out" | head -1)"
}
for h in gasnet.h gasnetex.h; do
  refused "$h without a mode" GASNET_SEQ $h
  refused "$h with two modes" GASNET_SEQ $h -DGASNET_SEQ=1 -DGASNET_PAR=1
  refused "$h with PAR and PARSYNC" GASNET_PARSYNC $h -DGASNET_PAR -DGASNET_PARSYNC
  refused "$h with three modes" GASNET_SEQ $h -DGASNET_SEQ=1 -DGASNET_PAR=1 -DGASNET_PARSYNC=1
  refused "$h with two segment kinds" GASNET_SEGMENT $h -DGASNET_SEQ -DGASNET_SEGMENT_FAST=1 \
    -DGASNET_SEGMENT_EVERYTHING=1
  refused "$h with DEBUG and NDEBUG" GASNET_NDEBUG $h -DGASNET_SEQ -DGASNET_DEBUG=1 -DGASNET_NDEBUG=1
  refused "$h with DEBUG and optimisation" GASNET_DEBUG $h -DGASNET_SEQ -DGASNET_DEBUG=1 -O2
  refused "$h with DEBUG and standard NDEBUG" GASNET_DEBUG $h -DGASNET_SEQ -DGASNET_DEBUG=1 -DNDEBUG
done
accepted "DEBUG, optimised on purpose" -DGASNET_SEQ -DGASNET_DEBUG=1 -O2 -DGASNET_DEBUG_ALLOW_OPTIMIZE=1
accepted "a redundant NDEBUG" -DGASNET_SEQ -DGASNET_NDEBUG=1
accepted "a redundant segment kind" -DGASNET_SEQ -DGASNET_SEGMENT_FAST=1
accepted "the standard NDEBUG" -DGASNET_PAR -DNDEBUG -O2
refused "tools with two modes" GASNETT_ gasnet_tools.h -DGASNETT_THREAD_SAFE=1 -DGASNETT_THREAD_SINGLE=1
refused "tools with a job mode but without gasnetex.h" GASNET gasnet_tools.h -DGASNET_PAR=1
refused "SAFE tools in SEQ" GASNETT_THREAD gasnet.h -DGASNET_SEQ=1 -DGASNETT_THREAD_SAFE=1
refused "LITE tools with gasnet.h" GASNETT_LITE gasnet.h -DGASNET_PAR=1 -DGASNETT_LITE_MODE=1

# Several files of one program may include everything; calls have C linkage in C++.
many() {
  printf '#include <gasnet.h>\nint f%s(void);\nint f%s(void) { return gasnet_AMPoll(); }\n' 1 1 >"$tmp/t1.c"
  printf '#include <gasnet.h>\nint f%s(void);\nint f%s(void) { return gasnet_AMPoll(); }\n' 2 2 >"$tmp/t2.cc"
  gcc -std=c11 -c -O1 "@$tmp/flags" -DGASNET_PAR "$tmp/t1.c" -o "$tmp/t1.o" &&
    g++ -std=c++11 -c -O1 "@$tmp/flags" -DGASNET_PAR "$tmp/t2.cc" -o "$tmp/t2.o" &&
    gcc -r -nostdlib "$tmp/t1.o" "$tmp/t2.o" -o "$tmp/both.o" &&
    nm "$tmp/t2.o" | grep -q ' U gasnet_AMPoll$'
}
many >"$tmp/many.out" 2>&1
result $? "two files, C and C++, link together; C linkage" "$(head -1 "$tmp/many.out")"

# --- every name -------------------------------------------------------------------------------------
{
  for h in gasnet.h gasnet_vis.h gasnet_coll.h gasnet_ratomic.h gasnet_mk.h gasnet_tools.h; do
    printf '%s\n' "${public[@]}" | grep -qx $h && echo "#include <$h>"
  done
} >"$tmp/all.c"
gcc -std=gnu11 -E -dD "@$tmp/flags" -DGASNET_PAR=1 -DGASNET_SEGMENT_FAST=1 "$tmp/all.c" >"$tmp/all.i" 2>"$tmp/all.err"
result $? "all headers together" "$(head -1 "$tmp/all.err")"
sed -n 's/^#define \([A-Za-z_0-9]*\).*/\1/p' "$tmp/all.i" >"$tmp/visible"
grep -v '^#' "$tmp/all.i" | grep -o '[A-Za-z_][A-Za-z_0-9]*' >>"$tmp/visible"
sort -u "$tmp/visible" -o "$tmp/visible"
later=$(grep -v '^#' "$here/later.txt")
declare -A visible
while read -r name; do visible[$name]=1; done <"$tmp/visible"
grep -hv '^#' "$top/contrib/spec/names.txt" "$here/names1.txt" | sort -u | while read -r name; do
  skip=
  for p in $later; do
    # shellcheck disable=SC2254
    case $name in $p) skip=1; break ;; esac
  done
  if [ -n "$skip" ]; then
    echo "skip name $name (a later issue)"
  elif [ "${visible[$name]-}" ]; then
    echo "ok name $name"
  else
    echo "not ok name $name"
  fi
done >>"$tmp/results"

grep -A5 '^not ok' "$tmp/results" | grep '^not ok\|^#' | head -${HEADERS_SHOW:-60}
echo "$(grep -c '^skip ' "$tmp/results") skipped"
echo "$(grep -c '^ok ' "$tmp/results") passed, $(grep -c '^not ok ' "$tmp/results") failed"
! grep -q '^not ok ' "$tmp/results"
