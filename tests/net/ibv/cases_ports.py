# SPDX-License-Identifier: BSD-3-Clause
"""cases_ports.py: which port a rank uses, when there are several: rxe1 on a network of its own, rxe2 with IPv6 only,
rxe3 whose interface is down. What a job sent by a port, the device counts itself.

Devices of one machine do not reach each other by soft-RoCE, which looks for the target's queue pairs only on the device
that sent. So ranks that take different ports can be seen to do so, but not to talk."""
import contextlib
import os
import re
import subprocess

from cases_memlock import limited, lines
from launchlib import need
from machines import NATIVE
from parts import ONE

DEVICES = {"rxe1": ("d1", "10.88.0.1/24"), "rxe2": ("d2", "fd00:88::1/64"), "rxe3": ("d3", "10.89.0.1/24")}
SAME_NET = "10.77.0.77/24"  # as rxe0's
LISTED = {"GASNET_IBV_LIST_PORTS": "1"}


def do(*words, check=True):
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    need(not check or done.returncode == 0, f"{' '.join(words)}: {done.stderr}")
    return done.stdout


def start(_world):
    if NATIVE:
        return "only in emulated machines"
    for device, (interface, address) in DEVICES.items():
        do("ip", "link", "add", interface, "type", "dummy")
        with open(f"/proc/sys/net/ipv6/conf/{interface}/addr_gen_mode", "w", encoding="ascii") as f:
            f.write("0")
        do("ip", "addr", "add", address, "dev", interface, *(["nodad"] if ":" in address else []))
        do("ip", "link", "set", interface, "up")
        do("rdma", "link", "add", device, "type", "rxe", "netdev", interface)
    do("ip", "link", "set", "d3", "down")
    return None


def stop(_world):
    for device, (interface, _) in () if NATIVE else DEVICES.items():
        do("rdma", "link", "delete", device, check=False)
        do("ip", "link", "del", interface, check=False)


# --- what can be seen ---

def sent():
    """Packets that each device has sent."""
    found = {}
    for device in ["rxe0", *DEVICES]:
        with open(f"/sys/class/infiniband/{device}/ports/1/hw_counters/sent_pkts", encoding="ascii") as f:
            found[device] = int(f.read())
    return found


def users(before):
    return {d for d, n in sent().items() if n > before[d]}


def lists(job):
    """{rank: {device: verdict}}"""
    tables = {}
    for line in job.err.splitlines():
        head = re.match(r"ibv conduit: rank (\d+) on \S+: ports$", line)
        row = re.match(r"  (\w+) +1 (?:active|down) .*\S  +(\S[^:]*)$", line)
        if head:
            table = tables[int(head[1])] = {}
        elif row:
            table[row[1]] = row[2]
    return tables


def uses(device, n=2, words=("putget",), **env):
    """A job that works, and all of it by this device."""
    def fn(world):
        before = sent()
        world.expect(ONE.go(world, n, *words, **env), 0, f"^{n} ranks: all bytes are right$")
        need(users(before) == {device}, f"used {users(before)}, expected {device}")
    return fn


def fails(text, *words, n=2, status=1, **env):
    def fn(world):
        world.expect(ONE.go(world, n, *(words or ("hello",)), **env), status, None, text)
    return fn


# --- cases ---

def listed(world):
    """Only the ranks that are asked; every port, and why it is not used."""
    job = world.expect(ONE.go(world, 3, "hello", GASNET_IBV_LIST_PORTS_NODES="0,2", **LISTED), 0)
    expected = {"rxe0": "used", "rxe1": "another network", "rxe2": "another network", "rxe3": "not active"}
    need(lists(job) == {0: expected, 2: expected}, f"{lists(job)}; {job.said()}")
    need(re.search(r"rxe1 +1 active RoCE IPv4 .* d1 +10\.88\.0\.1 ", job.err),
         f"its first address is fe80::...; {job.said()}")
    job = world.expect(ONE.go(world, 2, "hello", GASNET_IBV_PORTS="rxe1", **LISTED), 0)
    need(lists(job)[1]["rxe1"] == "used" and lists(job)[1]["rxe0"] == "not in GASNET_IBV_PORTS", job.said())
    need("ibv conduit" not in world.expect(ONE.go(world, 2, "hello"), 0).err, "a list without being asked")


@contextlib.contextmanager
def same_network():
    """rxe0 and rxe1 have addresses of one, and do not reach each other: that is soft-RoCE's fault."""
    do("ip", "addr", "add", SAME_NET, "dev", "d1")
    do("ip", "addr", "del", DEVICES["rxe1"][1], "dev", "d1")
    try:
        yield
    finally:
        do("ip", "addr", "add", DEVICES["rxe1"][1], "dev", "d1")
        do("ip", "addr", "del", SAME_NET, "dev", "d1")


def in_vain(world, n, **env):
    return world.expect(ONE.go(world, n, "hello", GASNET_REQUESTTIMEOUT_MAX="3000000", **env), 134, None,
                        "no answer from rank")


def in_turn(world):
    """Ranks of a host take ports of one network in turn."""
    with same_network():
        job = in_vain(world, 4, **LISTED)
    used = {rank: [d for d, v in table.items() if v == "used"] for rank, table in lists(job).items()}
    need(used == {0: ["rxe0"], 1: ["rxe1"], 2: ["rxe0"], 3: ["rxe1"]}, f"{used}; {job.said()}")


def asks_again(world):
    """So often as it is told to: 2 ms apart, or twice."""
    counts = []
    with same_network():
        for microseconds in ("2000", "2000000"):
            before = sum(sent().values())
            in_vain(world, 2, GASNET_CONNECT_RETRANS_MIN=microseconds, GASNET_CONNECT_RETRANS_MAX=microseconds)
            counts.append(sum(sent().values()) - before)
    need(counts[0] > 5 * counts[1] > 0, f"packets sent: {counts}")


def by_place(world):
    """The variable for the part of the machine where the rank is, and a note of it."""
    env = {"GASNET_IBV_PORTS": "rxe0", "GASNET_IBV_PORTS_0": "rxe1"}
    before = sent()
    job = world.expect(ONE.go(world, 2, "putget", **env), 0, None, "rank 1 uses GASNET_IBV_PORTS_0=rxe1")
    need(users(before) == {"rxe1"}, f"used {users(before)}; {job.said()}")
    job = world.expect(ONE.go(world, 2, "hello", GASNET_IBV_PORTS_VERBOSE="0", **env), 0)
    need("IBV_PORTS" not in job.err, f"a note; {job.said()}")


def other_kind(world):
    """A rank with IPv4 and one with IPv6."""
    if len(os.sched_getaffinity(0)) < 2:
        return
    fails("rank 0 has a port of RoCE IPv4 .10.77.0.1., rank 1 one of RoCE IPv6 .fd00:88::1., which cannot reach each "
          "other",
          GASNET_BIND="1", GASNET_IBV_PORTS_TYPE="Core", GASNET_IBV_PORTS_0="rxe0", GASNET_IBV_PORTS_1="rxe2")(world)


def smaller_packets(world):
    """A sixteenth of the bytes in a packet: many times the packets."""
    counts = []
    for mtu in ("0", "-1", "256"):
        before = sent()["rxe0"]
        world.expect(ONE.go(world, 2, "putget", GASNET_MAX_MTU=mtu), 0)
        counts.append(sent()["rxe0"] - before)
    need(counts[2] > 3 * counts[0] and counts[2] > 3 * counts[1], f"packets with 0, -1, 256: {counts}")


def sizes(text, **env):
    """In effect, and the job works with it."""
    def fn(world):
        job = ONE.go(world, 3, "putget", GASNET_VERBOSEENV="1", **env)
        world.expect(job, 0, "^3 ranks: all bytes are right$", "^ibv conduit: rank 0 uses port 1 of rxe0 .*" + text)
    return fn


RAILS = {"": {}, "-parts": {"GASNET_PUT_STRIPE_SZ": "100K", "GASNET_GET_STRIPE_SZ": "5000"},
         "-few-requests": {"GASNET_PUT_STRIPE_SZ": "4K", "GASNET_NETWORKDEPTH_PP": "3"}}


def most_queue_pairs(job):
    """Reliable ones that are connected at a time, while the job runs."""
    most = 0
    while job.process.poll() is None:
        said = do("rdma", "resource", "show", "qp", check=False)
        most = max(most, len(re.findall(r"type RC state RTS", said)))
    return most


def rails(**env):
    """Right bytes, by three queue pairs in each direction, otherwise by one; and soft-RoCE's for long reads."""
    apart = 0 if NATIVE else 1

    def fn(world):
        for n, expected in (("3", 2 * (3 + apart)), ("0", 2 * (1 + apart))):
            job = ONE.go(world, 2, "putget", 4, GASNET_NUM_QPS=n, **env)
            most = most_queue_pairs(job)
            world.expect(job, 0, "^2 ranks: all bytes are right$")
            need(most == expected, f"{most} queue pairs with GASNET_NUM_QPS={n}, expected {expected}")
    return fn


TWO_PORTS = {"GASNET_IBV_PORTS": "rxe0+rxe1"}
UNEQUAL = {"GASNET_BIND": "1", "GASNET_IBV_PORTS_TYPE": "Core", "GASNET_IBV_PORTS_0": "rxe0+rxe1",
           "GASNET_IBV_PORTS_1": "rxe0"}


def rails_by(*devices, **env):
    """Right bytes, and these devices, and no others, move hundreds of packets of them each."""
    def fn(world):
        before = sent()
        world.expect(ONE.go(world, 2, "putget", 4, **env), 0, "^2 ranks: all bytes are right$")
        moved = {d: n - before[d] for d, n in sent().items()}
        need(all((n > 500) == (d in devices) and (n == 0) == (d not in devices) for d, n in moved.items()),
             f"packets by device: {moved}, expected {devices}")
    return fn


def rails_listed(world):
    job = world.expect(ONE.go(world, 2, "hello", GASNET_IBV_PORTS="rxe0+rxe1+rxe2", GASNET_IBV_LIST_PORTS="1"), 0)
    expected = {"rxe0": "used", "rxe1": "for large transfers", "rxe2": "another network",
                "rxe3": "not in GASNET_IBV_PORTS"}
    need(lists(job) == {0: expected, 1: expected}, f"{lists(job)}; {job.said()}")
    job = world.expect(ONE.go(world, 2, "hello", GASNET_VERBOSEENV="1", **TWO_PORTS), 0)
    need("rank 0 divides large transfers among rxe0:1 rxe1:1" in job.err, job.said())


def rails_unequal(world):
    """As many ports as each rank has."""
    if len(os.sched_getaffinity(0)) >= 2:
        rails_by("rxe0", **UNEQUAL)(world)


def rails_crossed(world):
    """Rank 0's second port does not reach rank 1's."""
    if len(os.sched_getaffinity(0)) >= 2:
        fails("rank [01]: what was sent .* at rxe[01] port 1; expected lists of ports of which the first reaches the "
              "first",
              "putget", status=134, GASNET_QP_TIMEOUT="14", GASNET_QP_RETRY_COUNT="2",
              **dict(UNEQUAL, GASNET_IBV_PORTS_1="rxe1+rxe0"))(world)


def rails_limited(world):
    """Where less may be pinned than there is, twice: right bytes all the same, and a line about it at most."""
    for kilobytes in (512, 5000, 8192, 20000):
        job = ONE.go(world, 2, "putget", before=limited(kilobytes), GASNET_QUIET="0", **TWO_PORTS)
        world.expect(job, 0, "^2 ranks: all bytes are right$")
        need(len(lines(job)) <= 1, f"{kilobytes} KB: more than one line; {job.said()}")


def no_effect(world):
    job = ONE.go(world, 2, "hello", GASNET_VERBOSEENV="1", GASNET_RBUF_SPARES="5000")
    world.expect(job, 0, None, "GASNET_RBUF_SPARES=5000 is without effect")
    job = ONE.go(world, 2, "hello", GASNET_QUIET="0", GASNET_USE_XRC="1", GASNET_USE_SRQ="0")
    world.expect(job, 0, None, "GASNET_USE_XRC=1: the ibv conduit has no XRC")
    need("GASNET_USE_SRQ=0" in job.err, job.said())


def warnings(world):
    """Of on-demand paging, which soft-RoCE does not have; or none."""
    for env, expected in (({}, True), ({"GASNET_ODP_VERBOSE": "0"}, False), ({"GASNET_PHYSMEM_WARN": "0"}, False)):
        job = world.expect(ONE.go(world, 2, "hello", GASNET_QUIET="0", GASNET_USE_ODP="1", **env), 0)
        need(("no on-demand paging" in job.err) == expected, f"{env}: {job.said()}")


# --- connections ---

def written(path):
    """{rank: peers} of a file of connections with numbers below ten."""
    found = {}
    with open(path, encoding="ascii") as f:
        for line in f:
            m = re.match(r"(\d): (.*)$", line)
            if m:
                found[int(m[1])] = [r for w in m[2].split() for r in range(int(w[0]), int(w[-1]) + 1)]
    return found


def all_of(n):
    return {r: [p for p in range(n) if p != r] for r in range(n)}


def static(world):
    """All are connected though no rank sends anything; on demand they are not."""
    out = os.path.join(world.tmp, "map")
    for env, complete in (({}, False), ({"GASNET_CONNECT_STATIC": "1"}, True), ({"GASNET_CONNECT_DYNAMIC": "0"}, True)):
        world.expect(ONE.go(world, 5, "returns", 0, GASNET_CONNECTFILE_OUT=out, **env), 0)
        need((written(out) == all_of(5)) == complete, f"{env}: {written(out)}")


def file_of_connections(world):
    """What a job has needed is all that it needs the next time, from one file or one of each rank."""
    for name in ("map", "map.%"):
        out = os.path.join(world.tmp, name)
        world.expect(ONE.go(world, 3, "putget", GASNET_CONNECTFILE_OUT=out, GASNET_CONNECTFILE_BASE="16"), 0)
        files = [out.replace("%", str(r)) for r in range(3)] if "%" in name else [out]
        found = {r: peers for f in files for r, peers in written(f).items()}
        need(found == all_of(3), f"{files}: {found}")
        again = {"GASNET_CONNECTFILE_IN": out, "GASNET_CONNECT_DYNAMIC": "0"}
        world.expect(ONE.go(world, 3, "putget", **again), 0, "^3 ranks: all bytes are right$")


def missing_connection(world):
    only = world.file("pairs", "size: 3\n0: 1\n")
    fails(r"rank \d is not connected to rank \d, and GASNET_CONNECT_DYNAMIC=0; expected a connection", "putget", n=3,
          GASNET_CONNECTFILE_IN=only, GASNET_CONNECT_DYNAMIC="0")(world)
    world.expect(ONE.go(world, 3, "putget", GASNET_CONNECTFILE_IN=only), 0)


def bad_file(world):
    wrong = world.file("wrong", "size: 3\n0: 1\n\n1: 3\n")
    fails("GASNET_CONNECTFILE_IN: .*wrong: line 4: \"1: 3\"; expected", n=3, GASNET_CONNECTFILE_IN=wrong)(world)
    fails("GASNET_CONNECTFILE_IN: .*nowhere.1: No such file", n=3,
          GASNET_CONNECTFILE_IN=world.tmp + "/nowhere.%")(world)


SHORT = ("first", "listed", "chosen", "no-device", "other-kind", "small", "rails-ports")


def cases(world):
    for name, fn in all_cases():
        if world.whole or name in SHORT:
            yield name, fn


def all_cases():
    yield "first", uses("rxe0")
    yield "listed", listed
    yield "chosen", uses("rxe1", GASNET_IBV_PORTS="rxe1")
    yield "chosen-port", uses("rxe1", GASNET_IBV_PORTS="rxe1:1+rxe3")
    yield "ipv6", uses("rxe2", GASNET_IBV_PORTS="rxe2")
    yield "no-device", fails("this host has no rxe7; expected some of rxe0:1, rxe1:1, rxe2:1, rxe3:1",
                             GASNET_IBV_PORTS="rxe7")
    yield "no-port", fails("this host has no rxe1:2; expected some of", GASNET_IBV_PORTS="rxe0+rxe1:1,2")
    yield "no-list", fails("GASNET_IBV_PORTS: \"one\"; expected a port's number", GASNET_IBV_PORTS="rxe1:one")
    yield "down", fails("no port can be used: .*rxe3:1: not active", GASNET_IBV_PORTS="rxe3")
    yield "in-turn", in_turn
    yield "asks-again", asks_again
    yield "by-place", by_place
    yield "by-no-place", fails("GASNET_IBV_PORTS_TYPE=Sofa; expected a type", GASNET_IBV_PORTS_TYPE="Sofa")
    yield "other-kind", other_kind
    yield "mtu", smaller_packets
    yield "mtu-wrong", fails("GASNET_MAX_MTU=100; expected", GASNET_MAX_MTU="100")
    yield "bucket-wrong", fails("GASNET_FIREHOSE_BUCKET=0; expected a power of two", GASNET_FIREHOSE_BUCKET="0")
    yield "regions-too-few", fails("GASNET_FIREHOSE_MAXREGIONS=1; expected 0, or one for each of 2 ranks",
                                   GASNET_FIREHOSE_MAXREGIONS="1")
    yield "timeout-wrong", fails("GASNET_QP_TIMEOUT=32; expected an integer from 0 to 31", GASNET_QP_TIMEOUT="32")
    yield "small", sizes("inline data of 32, 3 work requests of a queue pair, 1 queue pairs for a peer, 2 credits, 79 "
                         "receive and 16 send",
                         GASNET_INLINESEND_LIMIT="0", GASNET_NETWORKDEPTH_PP="3", GASNET_AM_CREDITS_PP="2",
                         GASNET_RBUF_COUNT="79", GASNET_BBUF_COUNT="16")
    yield "large", sizes("inline data of 256, 511 work requests of a queue pair, 8 queue pairs for a peer, 100 "
                         "credits, 3000 receive and 500 send",
                         GASNET_INLINESEND_LIMIT="1000", GASNET_NETWORKDEPTH_PP="500", GASNET_AM_CREDITS_PP="100",
                         GASNET_RBUF_COUNT="3000", GASNET_BBUF_COUNT="500", GASNET_NUM_QPS="20")
    for name, env in RAILS.items():
        yield "rails" + name, rails(**env)
    yield "rails-ports", rails_by("rxe0", "rxe1", **TWO_PORTS)
    yield "rails-ports-more", rails_by("rxe0", "rxe1", GASNET_NUM_QPS="5", GASNET_PUT_STRIPE_SZ="20K", **TWO_PORTS)
    yield "rails-ports-asleep", rails_by("rxe0", "rxe1", GASNET_WAIT="block", **TWO_PORTS)
    yield "rails-ports-one", rails_by("rxe0", GASNET_NUM_QPS="1", **TWO_PORTS)
    yield "rails-ports-cm", rails_by("rxe0", GASNET_CONNECT="cm", **TWO_PORTS)
    yield "rails-ports-unequal", rails_unequal
    yield "rails-ports-crossed", rails_crossed
    yield "rails-ports-limited", rails_limited
    yield "rails-ports-listed", rails_listed
    yield "no-effect", no_effect
    yield "warnings", warnings
    yield "static", static
    yield "connectfile", file_of_connections
    yield "connectfile-missing", missing_connection
    yield "connectfile-wrong", bad_file
