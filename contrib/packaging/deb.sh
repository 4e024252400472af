#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# deb.sh: Debian's packages from a tarball, in deb/ of the current directory, and what lintian says of them. `make deb`
# calls it. Fails if lintian has an error or a warning, or if a package has a file of one that is installed here.
#
#   contrib/packaging/deb.sh [--no-build] [--install] TARBALL     --no-build: only the checks; --install: what is needed
set -u
here=$(cd "$(dirname "$0")" && pwd)
build=1 install=
while [ $# -gt 0 ]; do
  case $1 in
  --no-build) build= ; shift ;;
  --install) install=1; shift ;;
  -*) sed -n '4,8s/^# \{0,1\}//p' "$0"; exit 2 ;;
  *) break ;;
  esac
done
tarball=$(realpath "${1:?a tarball is expected}") || exit 2
version=$(basename "$tarball" .tar.gz) version=${version#hydrant-}
revision=$(sed -n '1s/.*(.*-\(.*\)).*/\1/p' "$here/debian/changelog")
if [ "$(sed -n '1s/.*(\(.*\)-.*/\1/p' "$here/debian/changelog")" != "$version" ]; then
  echo "deb.sh: debian/changelog is of another version than $version" >&2
  exit 1
fi
needed="debhelper dpkg-dev lintian fakeroot"
if [ -n "$install" ]; then
  apt-get install -y --no-install-recommends $needed || exit 1
fi
for program in dh dpkg-buildpackage lintian; do
  command -v $program >/dev/null && continue
  echo "deb.sh: no $program; to install: apt-get install $needed" >&2
  exit 77
done
mkdir -p deb && cd deb || exit 99
failed=0
verdict() { # STATUS WHAT
  if [ "$1" = 0 ]; then echo "ok $2"; else echo "not ok $2"; failed=1; fi
}

if [ -n "$build" ]; then
  rm -rf ./*
  cp "$tarball" "hydrant_$version.orig.tar.gz" && tar -xf "$tarball" && cp -r "$here/debian" "hydrant-$version/" ||
    exit 1
  (cd "hydrant-$version" && dpkg-buildpackage -us -uc) >build.log 2>&1 && rm -rf "hydrant-$version" ||
    tail -n 30 build.log
fi
changes=$(echo "hydrant_$version-${revision}"_*.changes)
[ -e "$changes" ]
verdict $? "dpkg-buildpackage"
# The first upload closes no bug, as there is none yet; and the authors have no public address yet.
lintian --allow-root --fail-on error,warning --suppress-tags \
  initial-upload-closes-no-bugs,bogus-mail-host,bogus-mail-host-in-debian-changelog "$changes" >lintian.log 2>&1
status=$?
grep '^[EW]:' lintian.log | head -n 40
[ $status = 0 ]
verdict $? "lintian: no errors, no warnings"
for package in *.deb; do dpkg-deb -c "$package" | awk '!/^d/ { print $6 }' | sed 's,^\.,,'; done >files
xargs -a files dpkg-query -S 2>/dev/null | grep -Ev '^[a-z0-9-]*hydrant' >conflicts
cat conflicts
[ ! -s conflicts ]
verdict $? "no file is another package's"
for package in *.deb; do dpkg-deb -c "$package" | awk '!/^d/ { print $6 }'; done | sort | uniq -d >twice
cat twice
[ ! -s twice ]
verdict $? "no file is in two of the packages"
exit $failed
