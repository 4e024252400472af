#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# udp_away_test.sh: ranks on udp that do not poll: their messages go out, puts and gets reach them, and
# they are not taken for dead; but one that is stopped is dead after GASNET_REQUESTTIMEOUT_MAX.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/cli.sh"
cli_begin "./tests/unit/udp_away"
export GASNET_CONDUIT=udp GASNET_SUPERNODE_MAXSIZE=1 GASNET_PSHM_NODES=2 GASNET_QUIET=1

away() { # SECONDS MODE...
  local limit=$1
  shift
  timeout -k 5 "$limit" "$program" "$@" >out 2>err
  status=$?
}
away 30 held
[ $status -eq 0 ] && grep -q '^done$' out
verdict $? "a flood arrives although its sender has gone to look at its memory"
away 30 get
[ $status -eq 0 ] && grep -q '^done$' out
verdict $? "puts and gets reach a rank that is away"
GASNET_UDP_SECURITY=umac GASNET_HANG_SECONDS=1 GASNET_REQUESTTIMEOUT_MAX=1000000 away 30 compute 3
[ $status -eq 0 ] && grep -q '^done$' out
verdict $? "a rank that computes for longer than GASNET_REQUESTTIMEOUT_MAX is not given up"
grep -Eq '^rank 1/2 \(pid [0-9]+\) and rank 0 by udp: (.*window.*tags of UMAC-64|busy)' err
verdict $? "a report of a hang has the conduit's line for the peer"

insecure='GASNET_UDP_SECURITY=none: packets are not authenticated'
GASNET_UDP_SECURITY=none GASNET_QUIET=0 away 30 get
[ $status -eq 0 ] && [ "$(grep -c "$insecure" err)" -eq 1 ]
verdict $? "packets without a tag are told of, once a job"
GASNET_UDP_SECURITY=none away 30 get
[ $status -eq 0 ] && ! [ -s err ]
verdict $? "not if GASNET_QUIET is set"
GASNET_QUIET=0 away 30 get
[ $status -eq 0 ] && ! grep -q 'GASNET_UDP_SECURITY' err
verdict $? "nor by default"
GASNET_UDP_PORTS=5000- away 30 get
[ $status -eq 1 ] && grep -q 'GASNET_UDP_PORTS=5000-; expected the first and the last port' err
verdict $? "a range of ports that is none is refused"
GASNET_UDP_PORTS=47210 away 30 get
[ $status -ne 0 ] && grep -q 'all of the ports 47210 to 47210 at .* are taken; expected two' err
verdict $? "too few ports for the ranks of a host are told of"
GASNET_UDP_PORTS=47211-47230 away 60 get
[ $status -eq 0 ] && grep -q '^done$' out
verdict $? "a range of ports will do"
GASNET_UDP_MTU=399 away 30 get
[ $status -eq 1 ] && grep -q 'GASNET_UDP_MTU=399; expected 400 to 65507' err
verdict $? "a datagram that is too small for anything is refused"
GASNET_UDP_MTU=400 away 60 get
[ $status -eq 0 ] && grep -q '^done$' out
verdict $? "the least datagrams will do"
GASNET_UDP_THREAD=0 GASNET_REQUESTTIMEOUT_MAX=1000000 away 30 compute 3
[ $status -ne 0 ] && grep -q 'no answer from rank 0 .*GASNET_REQUESTTIMEOUT_MAX' err
verdict $? "it is without the thread, with a line that says so"

# Both wait in the barrier at the end, or for the stopped one: nothing is on the way.
GASNET_REQUESTTIMEOUT_MAX=2000000 timeout -k 5 40 "$program" compute 1000 >out 2>err &
job=$!
sleep 1
victim=$(pgrep -P "$(pgrep -P $job | head -1)" 2>/dev/null | head -1)
[ -n "$victim" ] || victim=$(pgrep -P $job | head -1)
kill -STOP "$victim"
wait $job
status=$?
[ $status -ne 0 ] && [ $status -ne 124 ] && grep -q 'no answer from rank 0 .*GASNET_REQUESTTIMEOUT_MAX' err
verdict $? "a rank that is stopped is given up by one that waits for it"
cli_end
