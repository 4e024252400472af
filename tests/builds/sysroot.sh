#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# sysroot.sh: the optional libraries, and libc, of another processor, from Debian's packages, in a folder of their own:
# nothing of the machine is changed, and no rights are needed. What is there already is kept.
#
#   tests/builds/sysroot.sh ARCHITECTURE SUITE DIRECTORY     as: s390x bookworm build-s390x/sysroot
#
# Headers of libc and Linux are left out: they come with the cross compiler.
set -eu
[ $# = 3 ] || { sed -n '4,9s/^# \{0,1\}//p' "$0"; exit 2; }
arch=$1 suite=$2 root=$3
packages="libhwloc-dev libssl-dev nettle-dev libcmocka-dev libjansson-dev zlib1g-dev"
[ ! -e "$root/complete" ] || exit 0

mkdir -p "$root/apt/lists/partial" "$root/apt/archives/partial"
root=$(cd "$root" && pwd) apt=$root/apt
: >"$apt/status"
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian $suite main" \
  >"$apt/sources.list"
get() {
  apt-get -qq -o APT::Architecture="$arch" -o APT::Architectures="$arch" -o APT::Install-Recommends=0 \
    -o Dir::Etc::sourcelist="$apt/sources.list" -o Dir::Etc::sourceparts=/dev/null -o Dir::State="$apt" \
    -o Dir::State::status="$apt/status" -o Dir::Cache="$apt" -o APT::Sandbox::User= -o Acquire::Languages=none \
    -o Debug::NoLocking=1 "$@"
}
get update
# shellcheck disable=SC2086
get install -y --download-only $packages

mkdir -p "$root/usr/lib" "$root/usr/lib64"
ln -sfn usr/lib "$root/lib"
ln -sfn usr/lib64 "$root/lib64"
for deb in "$apt"/archives/*.deb; do
  case ${deb##*/} in
  lib*-dev-bin_* | libc6-dev_* | libcrypt-dev_* | linux-libc-dev_* | libperl* | libdb* | libgdbm* | libltdl*) ;;
  lib* | nettle-dev_* | zlib1g*) dpkg-deb --fsys-tarfile "$deb" | tar -x -C "$root" --keep-directory-symlink \
    --exclude ./usr/share ;;
  esac
done
# A link to an absolute path means one in here.
find "$root" -type l -lname '/*' | while read -r link; do
  ln -sfn "$root$(readlink "$link")" "$link"
done
rm -rf "$apt"
: >"$root/complete"
