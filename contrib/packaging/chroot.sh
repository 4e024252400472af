#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# chroot.sh: a stranger's machine: a Debian with nothing but what is asked for, in chroot/ of the current directory.
# There:
#   packages    Debian's packages of deb/ are installed, and debian/tests/job is run by a user without rights
#   beside      ... beside other libraries of the kind, and are removed without a trace
#   tarball     what README.md says, from the tarball, by a user without rights: programs by pkg-config, CMake and make
#   container   the commands of Containerfile, as they are written
#   quickstart  ./quickstart of the tarball on Debian 13 and Ubuntu
# Needs root, and mmdebstrap, which makes each Debian once: to be made again, remove chroot/*.tar.
#
#   contrib/packaging/chroot.sh [--only STEPS] [--suites SUITES]     SUITES: those of quickstart, as trixie,noble
set -u
here=$(cd "$(dirname "$0")" && pwd)
suites=trixie,noble only=packages,beside,tarball,container,quickstart
while [ $# -gt 0 ]; do
  case $1 in
  --suites) suites=$2; shift 2 ;;
  --only) only=$2; shift 2 ;;
  *) sed -n '4,13s/^# \{0,1\}//p' "$0"; exit 2 ;;
  esac
done
if [ "$(id -u)" != 0 ] || ! command -v mmdebstrap >/dev/null; then
  echo "chroot.sh: needs root, and mmdebstrap: apt-get install mmdebstrap" >&2
  exit 77
fi
tarball=$(ls deb/hydrant_*.orig.tar.gz 2>/dev/null | tail -n 1)
if [ -z "$tarball" ] || ! ls deb/*.deb >/dev/null 2>&1; then
  echo "chroot.sh: no packages in deb/: make deb" >&2
  exit 77
fi
mkdir -p chroot && root=$PWD/chroot/root
failed=0 looked=0
wants() { case ,$only, in *,$1,*) echo "# $(date +%T) $1" ;; *) return 1 ;; esac; }
verdict() { # STATUS WHAT LOG
  looked=$((looked + 1))
  if [ "$1" = 0 ]; then echo "ok $2"; else echo "not ok $2"; tail -n 25 "$3" | sed 's/^/  | /'; failed=1; fi
}

# base SUITE: makes chroot/SUITE.tar. Ubuntu's archive is signed by a key that Debian 12 does not have, but Debian 13
# has.
base() {
  local tar=chroot/$1.tar key=chroot/ubuntu-archive-keyring.gpg options=()
  [ ! -s "$tar" ] || return 0
  case $1 in
  bookworm | trixie) options=("$1" "$tar.part.tar") ;;
  *)
    if [ ! -s $key ]; then
      fresh trixie && inside sh \
        -c 'cd /tmp && apt-get update && apt-get download ubuntu-keyring && dpkg-deb -x ubuntu-keyring_*.deb .' &&
        cp "$root/tmp/usr/share/keyrings/ubuntu-archive-keyring.gpg" $key || return
    fi
    options=(--keyring="$PWD/$key" '--components=main,universe' "$1" "$tar.part.tar" http://archive.ubuntu.com/ubuntu) \
      ;;
  esac
  mmdebstrap --format=tar --variant=apt --include=ca-certificates "${options[@]}" && mv "$tar.part.tar" "$tar"
}
fresh() { # SUITE: that Debian, and nothing else, in chroot/root
  base "$1" >chroot/base.log 2>&1 || { tail -n 20 chroot/base.log; return 1; }
  rm -rf --one-file-system "$root" && mkdir "$root" && tar -xf "chroot/$1.tar" -C "$root" &&
    cp /etc/resolv.conf "$root/etc/resolv.conf"
}
# inside COMMAND: in a namespace of its own, with /proc, /dev and a /dev/shm as small as a container's.
inside() {
  unshare --mount --pid --fork --ipc --uts --kill-child bash -c '
    root=$1 && shift && mount --bind "$root" "$root" && cd "$root" && mount -t proc proc proc &&
    mount --rbind /dev dev && mount --make-rslave dev && mount -t tmpfs -o size=64m shm dev/shm &&
    exec chroot . env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp DEBIAN_FRONTEND=noninteractive \
      "$@"' - "$root" "$@"
}
user() { inside setpriv --reuid 1000 --regid 1000 --clear-groups "$@"; }
install() { inside sh -c "apt-get update && apt-get install -y --no-install-recommends $*"; }
# programs COMMAND...: by a user, with the lines of what works.
programs() { # WHAT LOG COMMAND...
  local what=$1 log=$2 status
  shift 2
  user "$@" >"$log" 2>&1
  status=$?
  grep '^ok' "$log"
  verdict $status "$what" "$log"
}
# container: does what Containerfile says in chroot/root; the stage before it is kept in chroot/stage.
container() {
  local what rest account=root
  rm -rf --one-file-system "$root" chroot/stage
  while read -r what rest; do
    echo "$what $rest"
    case "$what $rest" in
    'FROM debian:12'*) { [ ! -e "$root" ] || mv "$root" chroot/stage; } && fresh bookworm ;;
    'COPY . '*) mkdir "$root${rest#. }" && tar -xf "$tarball" -C "$root${rest#. }" --strip-components 1 ;;
    'COPY --from=build /usr/local /usr/local') cp -a chroot/stage/usr/local/. "$root/usr/local/" ;;
    'RUN '*) inside sh -c "$rest" ;;
    'USER '*) account=$rest ;;
    'CMD '*) inside setpriv --reuid "$account" --clear-groups sh -c "$rest" ;;
    *) false ;;
    esac </dev/null || return
  done < <(sed -e '/^#/d' -e ':more' -e '/\\$/{N;s/\\\n//;b more' -e '}' "$here/Containerfile")
  rm -rf --one-file-system chroot/stage
}

if wants packages || wants beside; then
  fresh bookworm && mkdir "$root/debs" && cp deb/*.deb "$here/debian/tests/job" "$root/debs/"
  depends=$(sed -n 's/^Depends: //p' "$here/debian/tests/control" | tr ',' '\n' | sed 's/ *|.*//; s/ //g' |
    grep -v hydrant)
  install '/debs/*.deb' $depends >chroot/install.log 2>&1
  verdict $? "the packages are installed, with what they ask for and no more" chroot/install.log
fi
if wants packages; then
  programs "programs are built and run with the installed packages" chroot/job.log sh /debs/job
fi
if wants beside; then
  # Others that start jobs, carry messages or compile coarrays.
  inside apt-get install -y --no-install-recommends libopenmpi-dev openmpi-bin libmpich-dev mpich libcoarrays-dev \
    libcoarrays-openmpi-dev libucx-dev libfabric-dev libscotch-dev >chroot/beside.log 2>&1
  verdict $? "they stand beside other libraries" chroot/beside.log
  inside apt-get remove -y 'libhydrant*' 'libcaf-hydrant*' 'hydrant-*' >>chroot/beside.log 2>&1 &&
    [ -z "$(find "$root/usr" -path "*hydrant*" ! -path '*/dpkg/*' -type f)" ]
  verdict $? "and are removed without a trace" chroot/beside.log
fi
if wants tarball; then
  fresh bookworm && mkdir -m 1777 "$root/work" "$root/where" && cp "$tarball" "$root/work/hydrant.tar.gz" &&
    cp "$here/stranger.sh" "$here/debian/tests/job" "$root/work/"
  install gcc g++ make cmake pkg-config libhwloc-dev libssl-dev nettle-dev zlib1g-dev >chroot/needs.log 2>&1
  verdict $? "what README.md asks for is installed" chroot/needs.log
  programs "the tarball is built and installed, and programs against it" chroot/stranger.log sh /work/stranger.sh
fi
if wants container; then
  container >chroot/container.log 2>&1 && grep -q '^agrees with the serial count' chroot/container.log
  verdict $? "the commands of Containerfile build the library and count k-mers" chroot/container.log
fi
if wants quickstart; then
  for suite in $(echo "$suites" | tr , ' '); do
    fresh "$suite" && mkdir "$root/hydrant" && tar -xf "$tarball" -C "$root/hydrant" --strip-components 1 &&
      inside sh -c 'apt-get update && cd /hydrant && ./quickstart' >"chroot/quickstart.$suite.log" 2>&1 &&
      grep -q '^agrees with the serial count' "chroot/quickstart.$suite.log"
    verdict $? "./quickstart on $(sed -n 's/^PRETTY_NAME=//p' "$root/etc/os-release")" "chroot/quickstart.$suite.log"
  done
fi
rm -rf --one-file-system "$root"
[ $looked -gt 0 ] || { echo "chroot.sh: $only: no step is named so" >&2; exit 2; }
exit $failed
