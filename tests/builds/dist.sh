#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# dist.sh: the tarball of what is committed. Two clones, in different directories, at different times
# and with different umasks, pack the same bytes; each file of the repository is in the tarball; and
# what is unpacked builds, installs and cleans up (make distcheck, with a few of the tests), also as
# clients do that build it themselves (tests/install/dropin.sh). Then the binary interface against its
# dump (abi.sh); the HTML manual, its links, and how it looks in Chromium; traces and statistics with
# Chromium and promtool (make check-watch); packages (deb.sh, rpm.sh); and Debian's and the tarball in
# a Debian with nothing else in it (chroot.sh). In dist/ of the current directory. `make check-dist` calls it.
#
#   tests/builds/dist.sh [--jobs N] [--only STEPS]     STEPS: of same,files,build,dropin,abi,html,watch,deb,rpm,chroot
{ # read as a whole: it runs for long, and may be edited meanwhile
set -u
src=$(cd "$(dirname "$0")/../.." && pwd)
jobs=2 only=same,files,build,dropin,abi,html,watch,deb,rpm,chroot
while [ $# -gt 0 ]; do
  case $1 in
  --jobs) jobs=$2; shift 2 ;;
  --only) only=$2; shift 2 ;;
  *) sed -n '4,12s/^# \{0,1\}//p' "$0"; exit 2 ;;
  esac
done
if ! commit=$(git -C "$src" rev-parse HEAD 2>/dev/null); then
  echo "dist.sh: $src is no clone of the repository" >&2
  exit 77
fi
wants() { case ,$only, in *,$1,*) echo "# $(date +%T) $1" ;; *) return 1 ;; esac; }
passed=0 failed=0 skipped=0
verdict() { # STATUS WHAT
  if [ "$1" = 0 ]; then passed=$((passed + 1)); echo "ok $2"; else failed=$((failed + 1)); echo "not ok $2"; fi
}
mkdir -p dist && cd dist || exit 99
top=$PWD
# What a script says by its exit status; 77: something is missing here, which it has said.
checked() { # WHAT COMMAND...
  local what=$1
  shift
  "$@"
  local status=$?
  if [ $status = 77 ]; then skipped=$((skipped + 1)); else verdict $status "$what"; fi
}

# The tarball of a clone in DIR, made with UMASK.
pack() {
  local dir=$1
  rm -rf "$dir"
  (umask "$2" && git clone -q "$src" "$dir" && cd "$dir" && git checkout -q "$commit" && ./autogen.sh && mkdir build &&
    cd build &&
    ../configure -q && make -s dist) >"$1.log" 2>&1 || { tail -n 20 "$1.log"; return 1; }
}

if wants same; then
  pack first 022 && sleep 2 && pack a-second-one 077 &&
    cmp first/build/hydrant-*.tar.xz a-second-one/build/hydrant-*.tar.xz &&
    cmp first/build/hydrant-*.tar.gz a-second-one/build/hydrant-*.tar.gz &&
    cmp <(xz -dc first/build/hydrant-*.tar.xz) <(gzip -dc first/build/hydrant-*.tar.gz)
  verdict $? "two tarballs are the same bytes, and .gz has what .xz has"
fi
tarball=$(echo "$top"/first/build/hydrant-*.tar.xz)
clone=$top/first # the scripts that fit the tarball, whatever is edited meanwhile

if wants files; then
  name=$(basename "$tarball" .tar.xz)
  # What only developers of the repository need.
  git -C first ls-files | grep -v -E '^(\.gitignore|\.ci/|\.github/)' | sort >tracked
  tar -tf "$tarball" | sed -n "s,^$name/,,p" | grep -v '/$' | sort >packed
  comm -23 tracked packed >missing
  cat missing
  [ ! -s missing ]
  verdict $? "all files are in the tarball"
fi

if wants build; then
  units="tests/unit/ring_test tests/unit/mailbox_test tests/unit/layers_test.py tests/unit/citations_test.py \
    tests/unit/driver_test.py contrib/doc/man/check.sh"
  (cd first/build && make -j"$jobs" distcheck check_LTLIBRARIES= \
    check_PROGRAMS="tests/unit/ring_test tests/unit/mailbox_test" \
    HYD_UNIT_TESTS="$units" CHECK_FLAGS="--only unit") >build.log 2>&1 || { tail -n 30 build.log; false; }
  verdict $? "what is unpacked builds, passes some tests, installs and cleans up"
fi
if wants dropin; then
  checked "the tarball as clients build it" env -C .. bash "$clone/tests/install/dropin.sh" --build "${tarball%.xz}.gz"
fi
if wants abi; then
  checked "the binary interface is that of the dump" env -C .. bash "$clone/tests/builds/abi.sh"
fi
if wants html; then
  make -C .. -s check-html >html.log 2>&1 || { tail -n 20 html.log; false; }
  verdict $? "the manual as HTML: programs, links"
fi
if wants watch; then
  for program in promtool chromedriver chromium; do
    command -v $program >/dev/null || echo "skipped: what $program sees; apt-get install prometheus chromium-driver"
  done
  make -C .. -s check-watch >watch.log 2>&1 && ! grep '^not ok' watch.log || { grep -A 10 '^not ok' watch.log |
    head -n 40; false; }
  verdict $? "traces, their page and statistics"
fi
if wants deb; then
  checked "Debian's packages" env DEB_BUILD_OPTIONS="parallel=$jobs" bash "$clone/contrib/packaging/deb.sh" \
    "${tarball%.xz}.gz"
fi
if wants rpm; then
  checked "RPM packages" env RPM_BUILD_NCPUS="$jobs" bash "$clone/contrib/packaging/rpm.sh" "${tarball%.xz}.gz"
fi
if wants chroot; then
  checked "packages and tarball in a Debian with nothing else" bash "$clone/contrib/packaging/chroot.sh"
fi
echo "# $(date +%T) end"
[ $((passed + failed + skipped)) -gt 0 ] || { echo "dist.sh: $only: no step is named so" >&2; exit 2; }
echo "$passed passed, $failed failed, $skipped skipped"
exit $((failed > 0))
}
