#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# quickstart_test.sh: quickstart where there is no apt-get: it names what is missing for dnf, zypper, pacman and apk,
# and has a row for each package that it may want.
set -u
top=$(cd "$(dirname "$0")/../.." && pwd)
tmp=$(mktemp -d "${TMPDIR:-/tmp}/hyd-quickstart.XXXXXX") || exit 99
trap 'rm -rf "$tmp"' EXIT
passed=0 failed=0
verdict() { # STATUS TEXT
  if [ "$1" = 0 ]; then passed=$((passed + 1)); echo "ok $2"; else failed=$((failed + 1)); echo "not ok $2"; sed \
    's/^/#   /' "$tmp/said"; fi
}
mkdir "$tmp/bin"
for tool in sh awk tr sort paste dirname nproc id sed head grep; do ln -s "$(command -v $tool)" "$tmp/bin/$tool"; done
bare() { # MANAGER: quickstart on a machine with that and nothing else
  rm -f "$tmp/bin/"{dnf,zypper,pacman,apk}
  [ -z "$1" ] || ln -s /bin/true "$tmp/bin/$1"
  env -i PATH="$tmp/bin" "$tmp/bin/sh" "$top/quickstart" >"$tmp/said" 2>&1
}
for row in "dnf:dnf install -y .*hwloc-devel .*pkgconf-pkg-config" "zypper:zypper install -y .*libnettle-devel" \
  "pacman:pacman -S --needed .*gcc hwloc" "apk:apk add .*g[+][+] gcc hwloc-dev"; do
  bare "${row%%:*}"
  [ $? = 1 ] && grep -q "^  ${row#*:}" "$tmp/said"
  verdict $? "${row%%:*}: what is missing"
done
bare ''
[ $? = 1 ] && grep -q 'names at Debian' "$tmp/said" && grep -q 'libhwloc-dev' "$tmp/said"
verdict $? "no manager of packages that it knows"
sed -n "/^names='/,/^'/p" "$top/quickstart" | awk 'NF > 1 { print $1 }' >"$tmp/rows"
sed -nE 's/^ *need_(command|file|library) (.[^'"'"']*.|[^ ]+) ([^ ]+)$/\3/p; s/.*missing (bowtie2-examples).*/\1/p' \
  "$top/quickstart" |
  sort -u | while read -r package; do grep -qx -- "$package" "$tmp/rows" || echo "$package"; done >"$tmp/said"
[ ! -s "$tmp/said" ]
verdict $? "each package has its names elsewhere"
awk 'NF && NF != 5' <(sed -n "/^names='/,/^'/p" "$top/quickstart" | grep -v "^names=\|^'") >"$tmp/said"
[ ! -s "$tmp/said" ]
verdict $? "each row has four names"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
