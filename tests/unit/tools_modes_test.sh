#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tools_modes_test.sh: the modes of gasnet_tools.h as a client meets them: what #error refuses, what
# the linker refuses (gasnet-tools.md T1.2 to T1.4), and that LITE needs no library. Runs in the top build directory
# with srcdir and CC in the environment.
set -u
: "${CC:=cc}" "${srcdir:=.}"
[ -r core/include/gasnet_config.h ] ||
  { echo "core/include/gasnet_config.h is not here: run in the build tree"; exit 77; }
dir=$(mktemp -d "${TMPDIR:-/tmp}/tools_modes.XXXXXX") || exit 99
trap 'rm -rf "$dir"' EXIT
failed=0 passed=0
note() { # ok|not ok, what
  if [ "$1" = ok ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "FAILED: $2"; fi
}
compile() { # output, flags, source text
  printf '%s\n' "$3" >"$dir/$1.c"
  # shellcheck disable=SC2086
  $CC -I"$srcdir/core/include" -Icore/include $2 -Wall -Wextra -Werror -c "$dir/$1.c" -o "$dir/$1.o" >"$dir/log" 2>&1
}
accepts() { if compile x "$1" "$2"; then note ok; else note no "compile $1: $2"; cat "$dir/log"; fi; }
refuses() {
  if compile x "$1" "$2"; then note no "accepted $1: $2"
  elif grep -q '#error' "$dir/log"; then note ok
  else note no "no #error for $1: $2"; cat "$dir/log"; fi
}
inc='#include "gasnet_tools.h"'
main="$inc
int main(void) { return 0; }"
other="$inc
extern int tools_other; int tools_other = 1;"

refuses "-DGASNETT_THREAD_SAFE -DGASNETT_THREAD_SINGLE" "$inc"
refuses "-DGASNETT_LITE_MODE -DGASNETT_THREAD_SINGLE" "$inc"
refuses "-DGASNET_SEQ" "$inc"
refuses "-DGASNET_PAR -DHYD_GASNETEX_H -DGASNETT_THREAD_SINGLE" "$inc"
refuses "-DGASNET_SEQ -DHYD_GASNETEX_H -DGASNETT_THREAD_SAFE" "$inc"
refuses "-DGASNET_SEQ -DHYD_GASNETEX_H -DGASNETT_LITE_MODE" "$inc"
model() {
  printf '%s\n%s\n' "$inc" \
    "extern int x[sizeof(_STRINGIFY(GASNETT_THREAD_MODEL) \"$2\") == sizeof(\"$2$2\") && $1 == 1 ? 1 : -1];"
}
accepts "-D_REENTRANT" "$(model GASNETT_THREAD_SAFE PAR)"
accepts "-U_REENTRANT" "$(model GASNETT_THREAD_SINGLE SEQ)"
accepts "-U_REENTRANT -DPTHREAD_MUTEX_INITIALIZER=1 -DGASNETT_THREAD_SINGLE" "$(model GASNETT_THREAD_SINGLE SEQ)"
accepts "-DGASNETT_LITE_MODE" "$(model GASNETT_LITE_MODE LITE)"
accepts "-DGASNET_PARSYNC -DHYD_GASNETEX_H" "$(model GASNETT_THREAD_SINGLE SEQ)"
accepts "-DGASNET_PAR -DHYD_GASNETEX_H -DGASNETT_THREAD_SAFE" "$(model GASNETT_THREAD_SAFE PAR)"

# GNU ld and gold see objects of unlike mode; lld does not look, and LTO of clang hides it.
links() { # yes|no, flags of one, flags of the other
  compile a "$2" "$main" && compile b "$3" "$other" || { note no "compile for link"; return; }
  if $CC "$dir/a.o" "$dir/b.o" -o "$dir/prog" >"$dir/log" 2>&1; then got=yes; else got=no; fi
  if [ $got = "$1" ]; then note ok; else note no "link of [$2] with [$3]: $got"; cat "$dir/log"; fi
  if [ "$1" = no ] && ! grep -q 'hyd_objects_' "$dir/log"; then note no "message"; cat "$dir/log"; fi
}
links yes "-DGASNETT_THREAD_SAFE" "-DGASNETT_THREAD_SAFE"
links yes "-DGASNETT_THREAD_SINGLE" "-DGASNETT_THREAD_SINGLE"
links yes "-DGASNETT_THREAD_SAFE" "-DGASNETT_LITE_MODE"
if $CC -Wl,--version 2>/dev/null | grep -qi '^\(GNU ld\|GNU gold\)'; then
  links no "-DGASNETT_THREAD_SAFE" "-DGASNETT_THREAD_SINGLE"
  links no "-DGASNETT_THREAD_SAFE" "-DGASNET_PARSYNC -DHYD_GASNETEX_H"
  links no "-DGASNET_NDEBUG" "-DGASNET_DEBUG"
else
  echo "the linker is neither GNU ld nor gold: unlike objects are not tried"
fi

# A LITE object links and runs without any library of ours.
lite='#include "gasnet_tools.h"
GASNETT_IDENT(lite_ident, "$Lite: yes $")
int main(void) {
  gasnett_tick_t start = gasnett_ticks_now();
  gasnett_local_mb(); gasnett_weak_rmb(); gasnett_spinloop_hint();
  if (gasnett_nsleep(1000) || gasnett_ticks_to_ns(gasnett_ticks_now() - start) < 1000) return 1;
  return !(gasnett_tick_granularityus() > 0 && gasnett_tick_overheadus() > 0);
}'
if compile lite "-DGASNETT_LITE_MODE" "$lite" && $CC "$dir/lite.o" -o "$dir/lite" && "$dir/lite"; then
  note ok
else
  note no "LITE program"
fi
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
