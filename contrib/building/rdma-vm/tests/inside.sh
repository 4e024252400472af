#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# inside.sh: what check.sh runs inside a machine: inside.sh one|two|netns|speed [--verbose]. Prints `ok NAME`,
# `not ok NAME` or `skip NAME`, and `end of GROUP` when nothing is left to do.
set -u
group=$1 verbose=${2:-}
devices=(/sys/class/infiniband/*)
dev=${devices[0]##*/}
iwarp=
[ "$(cat "/sys/class/infiniband/$dev/node_type")" != "4: RNIC" ] || iwarp=1
ip=10.77.0.1
gid=0
for i in 0 1 2 3; do # the entry of the IPv4 address
  case $(cat "/sys/class/infiniband/$dev/ports/1/gids/$i" 2>/dev/null) in
  0000:0000:0000:0000:0000:ffff:*) gid=$i; break ;;
  esac
done

verdict() { # STATUS NAME LOG...
  local status=$1 name=$2
  shift 2
  if [ "$status" = 0 ]; then echo "ok $name"; else echo "not ok $name"; fi
  [ "$status" = 0 ] && [ -z "$verbose" ] || tail -n 12 "$@" </dev/null | sed 's/^/#   /'
}
has() { command -v "$1" >/dev/null || { echo "skip $1: is missing"; return 1; }; }

# pair NAME SERVER CLIENT: both end well. Servers take seconds until they listen: the client tries again.
pair() {
  local server rc=1 rs
  has "${3%% *}" || return
  timeout 90 sh -c "$2" >/tmp/server.log 2>&1 &
  server=$!
  for _ in 1 2 3 4 5 6 7 8; do
    sleep 1
    timeout 60 sh -c "exec $3" >/tmp/client.log 2>&1
    rc=$?
    { [ $rc = 0 ] || ! kill -0 $server; } 2>/dev/null && break
  done
  [ $rc = 0 ] || kill $server 2>/dev/null
  wait $server
  rs=$?
  [ $rc = 0 ] && [ $rs = 0 ]
  verdict $? "$1" /tmp/client.log /tmp/server.log
}
# perftest NAME PREFIX ADDRESS WORDS...: -R, which iWARP needs, fails now and then in perftest 4.5.
perftest() {
  local name=$1 prefix=$2 address=$3 way="-x $gid"
  shift 3
  [ -z "$iwarp" ] || way=-R
  pair "$dev $name" "$prefix $* $way -d $dev -F" "$* $way -d $dev -F $address"
}

programs() { # PREFIX ADDRESS: of ibverbs-utils, rdmacm-utils and perftest
  local prefix=$1 address=$2 p
  if [ -z "$iwarp" ]; then
    for p in ibv_rc_pingpong ibv_srq_pingpong ibv_ud_pingpong; do
      pair "$dev $p" "$prefix $p -d $dev -g $gid" "$p -d $dev -g $gid $address"
    done
  fi
  pair "$dev rping" "$prefix rping -s -a $address -C 20" "rping -c -a $address -C 20"
  perftest "write 8 B" "$prefix" "$address" ib_write_lat -s 8 -n 200
  perftest "read 8 B" "$prefix" "$address" ib_read_lat -s 8 -n 200
  perftest "write 64 KB" "$prefix" "$address" ib_write_bw -s 65536 -n 200
  [ -n "$iwarp" ] || perftest "fetch-add" "$prefix" "$address" ib_atomic_lat -A FETCH_AND_ADD -n 200
}

one() {
  if [ -n "${RDMA_VM_MEMORY_PROGRAM:-}" ]; then "$RDMA_VM_MEMORY_PROGRAM"; else echo "skip memory: no C compiler"; fi
  grep -q ACTIVE "/sys/class/infiniband/$dev/ports/1/state"
  verdict $? "$dev is active" "/sys/class/infiniband/$dev/ports/1/state"
  programs "" $ip
}

two() {
  [ "$(ssh node1 'echo $(hostname) $RDMA_VM_NODE $RDMA_VM_NODES $(ulimit -l)')" = "node1 1 2 unlimited" ]
  verdict $? "ssh"
  ssh node1 'exit 3'
  [ $? = 3 ]
  verdict $? "ssh: status"
  programs "ssh node1" 10.77.0.2
  tc qdisc add dev eth0 root netem loss 5% 2>/tmp/server.log && ssh node1 tc qdisc add dev eth0 root netem loss 5%
  verdict $? "netem" /tmp/server.log
  [ -n "$iwarp" ] || pair "$dev ibv_rc_pingpong, 5 % lost" "ssh node1 ibv_rc_pingpong -d $dev -g $gid" \
    "ibv_rc_pingpong -d $dev -g $gid 10.77.0.2"
  head -c 2000000 /dev/zero | ssh node1 'cat >/dev/null'
  tc -s qdisc show dev eth0 | grep -q 'dropped [1-9]'
  verdict $? "packets were lost"
}

# Devices of network namespaces: neither can be moved (6.1, 6.12); siw serves all of them in the shared mode.
netns() {
  mount -t tmpfs none /run/netns 2>/dev/null || { mkdir -p /run/netns; mount -t tmpfs none /run/netns; }
  rdma system set netns exclusive
  ip netns add a
  rdma dev set "$dev" netns a 2>/tmp/server.log
  [ $? != 0 ]
  verdict $? "$dev cannot be moved to a namespace" /tmp/server.log
}

speed() {
  local t
  for t in "ib_write_lat -s 8 -n 500" "ib_read_lat -s 8 -n 500" "ib_send_lat -s 8 -n 500" \
    "ib_write_bw -s 65536 -n 500" "ib_read_bw -s 65536 -n 500" "ib_atomic_lat -n 500"; do
    # shellcheck disable=SC2086
    perftest "$t" "" $ip $t
    grep -A1 '#bytes' /tmp/client.log | tail -1 | tr -s ' \t' ' '
  done
}

$group
echo "end of $group"
