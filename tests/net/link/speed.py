# SPDX-License-Identifier: BSD-3-Clause
"""speed.py: the rows of gasnet-bench's worker udp-seldom (a rank that polls seldom), between two network namespaces.

  speed.py [--dir BUILD] [--rounds N] [--mtu N] [--frames COMMANDS] [--env NAME=VALUE]... [--json]

Over cables with segmentation offload, or with --frames over frame_link's real frames after these commands, as
--frames 'delay 50;rate 2000;queue 300000'. `make link-speed` calls it, with options from LINK_FLAGS. Root only."""
import argparse
import json
import os
import shutil
import statistics
import sys
import tempfile

sys.dont_write_bytecode = True
here = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [here] + [os.path.join(os.path.dirname(here), other) for other in ("launch", "hosts")]
import launchlib  # noqa: E402
import links  # noqa: E402
import nets  # noqa: E402


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("--dir", default=".")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--mtu", type=int, default=1500)
    parser.add_argument("--frames")
    parser.add_argument("--env", action="append", default=[])
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


def join(world, options):
    """Two hosts, and by which addresses their ranks reach each other."""
    if options.frames is None:
        world.nets = nets.Nets(world, 2)
        world.nets.hub.say("ip", "link", "set", "hub", "mtu", options.mtu)
        for i, net in enumerate(world.nets.net):
            world.nets.hub.say("ip", "link", "set", f"port{i}", "mtu", options.mtu)
            net.say("ip", "link", "set", "eth0", "mtu", options.mtu)
        return nets.NET
    links.make_tun()
    world.nets = links.Link(world)
    world.nets.mtu(options.mtu)
    for command in filter(None, options.frames.split(";")):
        world.nets.tell(command)
    return links.NET


def measure(world, options):
    net = join(world, options)
    env = {"GASNET_WORKERIP": net + "0/24", "HYDRANT_BENCH_AT": net + "2",
           "LD_LIBRARY_PATH": world.build + "/.libs:" + os.environ.get("LD_LIBRARY_PATH", ""),
           **dict(pair.split("=", 1) for pair in options.env)}
    job = world.nets.run(2, "-E", "HYDRANT_BENCH_AT", "--", "--worker", "udp-seldom", options.rounds, env=env,
                         limit=300)
    if job.wait():
        sys.exit(f"speed.py: {job.said()}")
    return [json.loads(line) for line in job.out.splitlines() if line.startswith("{")]


def table(records):
    print(f"{'median of MB/s, and of the ratio to a receiver that polls':60}")
    for r in records:
        ratio = f"{statistics.median(r['r']):8.3f}" if "r" in r else ""
        print(f"{r['name']:40} {statistics.median(r['v']):10.1f} {ratio}")


def main():
    options = parse()
    tmp = tempfile.mkdtemp(prefix="launch.", dir=os.environ.get("TMPDIR", "/tmp"))
    build = os.path.abspath(options.dir)
    shared = os.path.exists(build + "/.libs/gasnet-bench")  # then the other is libtool's script
    world = launchlib.World(build, tmp, [".libs/gasnet-bench" if shared else "gasnet-bench"])
    try:
        records = measure(world, options)
    except nets.Refused as e:
        sys.exit(f"speed.py: no network namespaces here: {e}")
    finally:
        world.clean_up()
        nets.stop(world)
        shutil.rmtree(tmp, ignore_errors=True)
    if options.json:
        print("\n".join(json.dumps(r) for r in records))
    else:
        table(records)


if __name__ == "__main__":
    main()
