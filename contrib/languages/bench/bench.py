#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""bench.py: what bench.c measures, with the Python package."""
import array
import sys
import time

import hydrant


def each(n, body):
    start = time.perf_counter_ns()
    for i in range(1, n + 1):
        body(i)
    return (time.perf_counter_ns() - start) / n


def main(job):
    words = job.segment(1 << 16).array(1, "Q")
    pongs, peer = [0], job.size - 1

    @job.reply(args=1)
    def pong(_, a):
        pongs[0] += a

    @job.request(args=1)
    def ping(token, a):
        token.reply(pong, a)

    def trip(i):
        ping(peer, 1)
        while pongs[0] != i:
            job.poll()

    job.barrier()
    puts, trips = [], []
    value = array.array("Q", [7])
    for _ in range(30 if job.rank == 0 else 0):
        puts.append(each(1000, lambda i: words.put(peer, value)))
        pongs[0] = 0
        trips.append(each(200, trip))
    job.barrier()
    if job.rank == 0:
        print(f"put8 {min(puts):.2f}\nround-trip {min(trips):.1f}")
        sys.stdout.flush()


with hydrant.Job() as the_job:
    main(the_job)
