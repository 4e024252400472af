#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# rpm.sh: the RPM packages from a tarball, in rpm/ of the current directory, by the rpmbuild that is here, also
# Debian's: so what the spec requires is not asked for. Fails if a package is missing, or if a file is in two.
#
#   contrib/packaging/rpm.sh TARBALL
set -u
tarball=$(realpath "${1:?a tarball is expected}") || exit 2
if ! command -v rpmbuild >/dev/null; then
  echo "rpm.sh: no rpmbuild; to install: apt-get install rpm" >&2
  exit 77
fi
rm -rf rpm && mkdir -p rpm || exit 99
failed=0
verdict() { # STATUS WHAT
  if [ "$1" = 0 ]; then echo "ok $2"; else echo "not ok $2"; failed=1; fi
}
rpmbuild -tb --nodeps --define "_topdir $PWD/rpm" --define 'debug_package %{nil}' "$tarball" >rpm/build.log 2>&1
status=$?
[ $status = 0 ] || tail -n 20 rpm/build.log
verdict $status "rpmbuild"
for package in hydrant hydrant-libs hydrant-devel hydrant-doc hydrant-ibv hydrant-ofi hydrant-caf; do
  ls rpm/RPMS/*/"$package"-[0-9]*.rpm >/dev/null || failed=1
done
verdict $failed "each package"
find rpm/RPMS -name '*.rpm' -exec rpm -qp --qf '[%{FILEMODES:perms} %{FILENAMES}\n]' {} \; | grep -v '^d' | sort |
  uniq -d >rpm/twice
cat rpm/twice
[ "$(grep -vc '/LICENSE$' rpm/twice)" = 0 ]
verdict $? "no file is in two of the packages"
exit $failed
