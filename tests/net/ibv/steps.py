#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Which functions the instructions of an operation are in.

In an emulated machine: GASNET_CONDUIT=ibv GASNET_SUPERNODE_MAXSIZE=1 GASNET_PSHM_NODES=2 COUNT_STEPS=FILE \\
  LD_PRELOAD=.libs/count_verbs.so .libs/gasnet-bench-ibv --worker ibv-counts 48; then here: steps.py FILE 68 put
(68: the operations counted, with 20 that warm up)."""
import collections
import subprocess
import sys


def read(file, kind):
    """Places and how often each was stepped over, by object."""
    objects = collections.defaultdict(list)
    for line in open(file):
        name, path, offset, times = line.rsplit(None, 3)
        if name == kind:
            objects[path].append((offset, int(times)))
    return objects


def functions(objects):
    total = collections.Counter()
    for path, places in objects.items():
        command = ["addr2line", "-f", "-s", "-e", path] + [offset for offset, _ in places]
        said = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.split("\n")
        for i, (_, times) in enumerate(places):
            total[path.rsplit("/", 1)[-1], said[2 * i], said[2 * i + 1].split(":")[0]] += times
    return total


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    total, operations = functions(read(sys.argv[1], sys.argv[3])), float(sys.argv[2])
    for place, times in total.most_common():
        print("%8.1f %s" % (times / operations, " ".join(place)))
    print("%8.1f in all" % (sum(total.values()) / operations))


main()
