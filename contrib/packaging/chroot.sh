#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# chroot.sh: a stranger's machine: a Debian with nothing but what the packages ask for, in chroot/ of the current directory
# (made by mmdebstrap, once), where Debian's packages of deb/ are installed beside other libraries of the kind, and
# debian/tests/job is run by a user without rights; then, in a fresh copy, the tarball is built and a program of three
# lines against what it installed. Needs root.
#
#   contrib/packaging/chroot.sh [--suite NAME] [--only STEPS]     STEPS: of packages,beside,tarball
set -u
here=$(cd "$(dirname "$0")" && pwd)
suite=bookworm only=packages,beside,tarball
while [ $# -gt 0 ]; do
  case $1 in
  --suite) suite=$2; shift 2 ;;
  --only) only=$2; shift 2 ;;
  *) sed -n '4,9s/^# \{0,1\}//p' "$0"; exit 2 ;;
  esac
done
if [ "$(id -u)" != 0 ] || ! command -v mmdebstrap >/dev/null; then
  echo "chroot.sh: needs root, and mmdebstrap: apt-get install mmdebstrap" >&2
  exit 77
fi
if ! ls deb/*.deb >/dev/null 2>&1; then
  echo "chroot.sh: no packages in deb/: make deb" >&2
  exit 77
fi
wants() { case ,$only, in *,$1,*) ;; *) return 1 ;; esac; }
failed=0
verdict() { # STATUS WHAT LOG
  if [ "$1" = 0 ]; then echo "ok $2"; else echo "not ok $2"; tail -n 25 "$3" | sed 's/^/  | /'; failed=1; fi
}
mkdir -p chroot
base=chroot/$suite.tar root=$PWD/chroot/root
if [ ! -s "$base" ]; then
  mmdebstrap --format=tar --variant=apt --include=ca-certificates "$suite" "$base.part.tar" >chroot/mmdebstrap.log 2>&1 &&
    mv "$base.part.tar" "$base" || { tail -n 20 chroot/mmdebstrap.log; exit 1; }
fi

fresh() {
  rm -rf --one-file-system "$root" && mkdir "$root" && tar -xf "$base" -C "$root" &&
    cp /etc/resolv.conf "$root/etc/resolv.conf" && cp -rL /etc/apt/apt.conf.d/. "$root/etc/apt/apt.conf.d/"
}
# inside COMMAND: in a namespace of its own, with /proc, /dev and a /dev/shm as small as a container's.
inside() {
  unshare --mount --pid --fork --ipc --uts --kill-child bash -c 'root=$1 && shift && mount --bind "$root" "$root" && cd "$root" &&
    mount -t proc proc proc && mount --rbind /dev dev && mount --make-rslave dev && mount -t tmpfs -o size=64m shm dev/shm &&
    exec chroot . env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp DEBIAN_FRONTEND=noninteractive "$@"' - "$root" "$@"
}
user() { inside setpriv --reuid 1000 --regid 1000 --clear-groups "$@"; }

if wants packages || wants beside; then
  fresh && mkdir "$root/debs" && cp deb/*.deb "$root/debs" && cp "$here/debian/tests/job" "$root/debs/job"
  depends=$(sed -n 's/^Depends: //p' "$here/debian/tests/control" | tr ',' '\n' | sed 's/ *|.*//; s/ //g' | grep -v hydrant)
  inside sh -c "apt-get update && apt-get install -y --no-install-recommends /debs/*.deb $(echo $depends)" >chroot/install.log 2>&1
  verdict $? "the packages are installed, with what they ask for and no more" chroot/install.log
fi
if wants packages; then
  user sh /debs/job >chroot/job.log 2>&1
  status=$?
  grep '^ok' chroot/job.log
  verdict $status "programs are built and run with the installed packages" chroot/job.log
fi
if wants beside; then
  # Others that start jobs, carry messages or compile coarrays.
  inside apt-get install -y --no-install-recommends libopenmpi-dev openmpi-bin libmpich-dev mpich libcoarrays-dev \
    libcoarrays-openmpi-dev libucx-dev libfabric-dev libscotch-dev >chroot/beside.log 2>&1
  verdict $? "they stand beside other libraries" chroot/beside.log
  inside apt-get remove -y libhydrant0 hydrant-doc >>chroot/beside.log 2>&1 &&
    [ -z "$(find "$root/usr" -path "*hydrant*" ! -path '*/dpkg/*' -type f)" ]
  verdict $? "and are removed without a trace" chroot/beside.log
fi
if wants tarball; then
  tarball=$(ls deb/hydrant_*.orig.tar.gz | tail -n 1)
  fresh && mkdir -m 1777 "$root/work" && cp "$tarball" "$root/work/hydrant.tar.gz" && cp "$here/stranger.sh" "$root/work/"
  inside sh -c "apt-get update && apt-get install -y --no-install-recommends gcc g++ make cmake pkg-config libhwloc-dev \
    libssl-dev nettle-dev" >chroot/needs.log 2>&1
  verdict $? "what README.md asks for is installed" chroot/needs.log
  user sh /work/stranger.sh >chroot/stranger.log 2>&1
  status=$?
  grep '^ok' chroot/stranger.log
  verdict $status "the tarball is built, and a program by pkg-config, CMake and make" chroot/stranger.log
fi
rm -rf --one-file-system "$root"
exit $failed
