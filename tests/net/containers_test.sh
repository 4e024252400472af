#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# containers_test.sh: jobs as containers have them, by namespaces, bubblewrap and podman: a user without rights and the
# system calls that default filters refuse; a /dev/shm of 64 MB with segments that would not fit there; hosts that have
# IPv6 only. Needs namespaces, for a part of it root.
set -u
top=$(cd "$(dirname "$0")/../.." && pwd)
build=${abs_top_builddir:-$PWD}
cd "$build" || exit 99
[ -x gups ] && [ -x gasnetrun ] || { echo "no gups or gasnetrun here"; exit 77; }
unshare --user --map-root-user --mount true 2>/dev/null || { echo "no namespaces here"; exit 77; }
tmp=$(mktemp -d "${TMPDIR:-/tmp}/hyd-containers.XXXXXX") || exit 99
trap 'rm -rf "$tmp"' EXIT
passed=0 failed=0
verdict() { # STATUS TEXT
  if [ "$1" = 0 ]; then passed=$((passed + 1)); echo "ok $2"; else
    failed=$((failed + 1)); echo "not ok $2"; tail -n 10 "$tmp/said" | sed 's/^/#   /'
  fi
}
export GASNET_QUIET=1
job() { timeout 120 ./gasnetrun "$@" >"$tmp/said" 2>&1 && grep -Eq '^(putget|atomics) ' "$tmp/said"; }
export -f job
export tmp
in_namespaces() { # FLAGS COMMAND
  unshare $1 --user --map-root-user --pid --fork --mount-proc --ipc --uts --mount --kill-child bash -c "$2"
}

confined="python3 $top/tests/net/confined.py"
$confined true 2>"$tmp/said" || { cat "$tmp/said"; confined=; }
if [ -n "$confined" ]; then
  $confined python3 -c 'import ctypes, errno, platform
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall(310 if platform.machine() == "x86_64" else 270, 1, 0, 0, 0, 0, 0)
raise SystemExit(ctypes.get_errno() != errno.EPERM)' >"$tmp/said" 2>&1
  verdict $? "the filter refuses process_vm_readv"
  in_namespaces '' "$confined bash -c 'job -c smp -n 3 ./gups'"
  verdict $? "smp, rootless, with the default filter of containers"
  in_namespaces '' "GASNET_SUPERNODE_MAXSIZE=1 $confined bash -c 'job -c smp -n 2 ./gups'"
  verdict $? "smp without mapped memory, so that the refused calls would be used"
  in_namespaces '' "$confined bash -c 'GASNET_BIND=1 job -c smp -n 2 ./gups'"
  verdict $? "binding, where memory policies are refused"
fi
in_namespaces '' "mount -t tmpfs -o size=64m shm /dev/shm && job -c smp -n 4 ./gups -n 22 -u 1 -w atomics"
verdict $? "segments of 128 MB beside a /dev/shm of 64 MB"
# Rootless bubblewrap: a file system that is read only, its own processes and net, that filter, and that /dev/shm.
rootless=
[ "$(id -u)" != 0 ] || rootless="setpriv --reuid 65534 --regid 65534 --clear-groups"
bubble() {
  $rootless bwrap --unshare-all --die-with-parent --ro-bind / / --proc /proc --dev /dev --size $((64 << 20)) --tmpfs \
    /dev/shm --tmpfs /tmp --seccomp 9 "$@" 9<"$tmp/filter" >"$tmp/said" 2>&1
}
if command -v bwrap >/dev/null && python3 "$top/tests/net/confined.py" --print >"$tmp/filter" &&
  bubble test -x ./gups; then
  bubble timeout 120 ./gasnetrun -c smp -n 3 ./gups -n 22 -u 1 -w atomics && grep -q '^atomics ' "$tmp/said"
  verdict $? "smp in rootless bubblewrap, with the filter, segments of 96 MB and 64 MB of /dev/shm"
  GASNET_SUPERNODE_MAXSIZE=1 bubble timeout 120 ./gasnetrun -c udp -n 2 ./gups && grep -q '^putget ' "$tmp/said"
  verdict $? "udp in rootless bubblewrap, which has nothing but the loopback"
  bubble timeout 120 ./gasnetrun doctor
  verdict $? "gasnetrun doctor there"
else
  echo "skipped: bubblewrap is not here (Debian: bubblewrap), or may not read $build"
fi
# Rootless podman with its own filter and /dev/shm, and no image: the root is empty, and has this machine's programs.
# Root makes it a user without rights; where control groups are of both versions, which crun refuses, with those of
# version 2 alone.
pod() { # COMMAND: by sh, in a container
  local ours='[ "$(stat -fc %T /sys/fs/cgroup)" = cgroup2fs ] ||
      { umount -l /sys/fs/cgroup; mount -t cgroup2 none /sys/fs/cgroup; } &&
    cd / && setpriv --reuid 65534 --regid 65534 --clear-groups "$@"' own=(bash -c '"$@"')
  [ -z "$rootless" ] || own=(unshare --mount --pid --fork --kill-child --mount-proc bash -c "$ours")
  "${own[@]}" - env -u DBUS_SESSION_BUS_ADDRESS HOME="$tmp/pod/home" XDG_RUNTIME_DIR="$tmp/pod/run" timeout 200 podman \
    --log-level error run --rm --cgroups=disabled --network=none -v /usr:/usr:ro -v /etc:/etc:ro -v "$build:$build:ro" \
    -w "$build" -e GASNET_QUIET=1 --rootfs "$tmp/pod/root" sh -c "$1" >"$tmp/said" 2>&1
}
mkdir -p "$tmp"/pod/{home,run} "$tmp"/pod/root/{usr,etc,proc,sys,dev,tmp,run} &&
  ln -s usr/{bin,lib,lib64,sbin} "$tmp/pod/root"
awk 'BEGIN {
    srand(1)
    print ">generated"
    for (i = 0; i < 500; i++) { l = ""; for (j = 0; j < 60; j++) l = l substr("ACGT", int(4 * rand()) + 1, 1); print l }
  }' >"$tmp/pod/root/tmp/genome.fa"
[ -z "$rootless" ] || { chmod 711 "$tmp"; chown -R 65534:65534 "$tmp/pod"; }
echo "no podman" >"$tmp/said"
if command -v podman >/dev/null && pod 'test -x ./gups'; then
  pod 'grep "^Seccomp:.*2" /proc/self/status && [ "$(df -k --output=size /dev/shm | tail -n 1)" -le 65536 ]'
  verdict $? "rootless podman has a filter, and a /dev/shm of 64 MB"
  pod './gasnetrun -c smp -n 3 ./gups -n 22 -u 1 -w atomics' && grep -q '^atomics ' "$tmp/said"
  verdict $? "smp in rootless podman, segments of 96 MB"
  pod 'GASNET_SUPERNODE_MAXSIZE=1 ./gasnetrun -c udp -n 2 ./gups -w messages' && grep -q '^messages ' "$tmp/said"
  verdict $? "udp in rootless podman, which has nothing but the loopback"
  if [ -x kmer ]; then
    pod './gasnetrun -c smp -n 4 ./kmer -k 21 --check /tmp/genome.fa &&
      ./gasnetrun -c udp -n 3 ./kmer -k 21 --check /tmp/genome.fa' &&
      [ "$(grep -c '^agrees with the serial count' "$tmp/said")" = 2 ]
    verdict $? "k-mers in rootless podman, on smp and on udp"
  fi
else
  echo "skipped: rootless podman does not work here (Debian: podman, uidmap): $(tail -n 1 "$tmp/said")"
fi
only_v6='ip link set lo up && ip -4 address flush dev lo && ip link add v0 type veth peer name v1 &&
  ip link set v0 up && ip link set v1 up && ip address add fd00:68:79:64::1/64 dev v0 nodad'
if command -v ip >/dev/null && in_namespaces --net "ip link add v0 type veth peer name v1" 2>/dev/null; then
  in_namespaces --net "$only_v6 && job -c udp -n 2 ./gups"
  verdict $? "udp on a host with IPv6 only"
  in_namespaces --net "$only_v6 && GASNET_SUPERNODE_MAXSIZE=1 job -c udp -n 3 ./gups"
  verdict $? "udp between hosts with IPv6 only"
fi
for address in 4:127.0.0.1 6:::1; do
  command -v ip >/dev/null && in_namespaces --net "ip link set lo up" 2>/dev/null || continue
  in_namespaces --net "ip link set lo up && ip -$((10 - ${address%%:*})) address flush dev lo &&
    GASNET_SUPERNODE_MAXSIZE=1 job -c udp -n 3 ./gups"
  verdict $? "udp without shared memory on a host with nothing but ${address#*:}"
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
