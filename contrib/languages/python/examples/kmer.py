#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""kmer.py -k K FILE: counts the words of K letters of a FASTA file, as contrib/examples/kmer does, in Python.

Ranks take the records in turn. Each word goes, many in a message, to the rank that its hash names, whose handler counts
it.

    gasnetrun -n 4 python3 kmer.py -k 21 reads.fa"""
import argparse
import array
import collections
import sys

import hydrant

CODE = {**dict(zip("ACGT", range(4))), **dict(zip("acgt", range(4)))}
TOP, BATCH = 5, 512


def records(name):
    """The letters of each record of the file."""
    letters = None
    with open(name, encoding="ascii") as f:
        for line in f:
            if line.startswith(">"):
                if letters is not None:
                    yield "".join(letters)
                letters = []
            elif letters is not None:
                letters.append(line.strip())
    if letters is None:
        raise ValueError(f"{name}: no line begins with >: not FASTA")
    yield "".join(letters)


def words(letters, k):
    """The words of a record as numbers of two bits a letter, or their reverse complements where these are less."""
    mask, high = (1 << 2 * k) - 1, 2 * (k - 1)
    forward = reverse = filled = 0
    for letter in letters:
        code = CODE.get(letter)
        if code is None:
            filled = 0
            continue
        forward = (forward << 2 | code) & mask
        reverse = reverse >> 2 | (3 - code) << high
        filled += 1
        if filled >= k:
            yield min(forward, reverse)


def owner_of(word, ranks):
    return ((word ^ word >> 31) * 0x9E3779B97F4A7C15 >> 32 & 0xFFFFFFFF) % ranks


class Counter:
    """This rank's part of the counts, and what is under way to others."""

    def __init__(self, job):
        self.job, self.table = job, collections.Counter()
        self.batches = [array.array("Q") for _ in range(job.size)]
        self.sent = self.acknowledged = 0

        @job.reply()
        def ack(_):
            self.acknowledged += 1

        @job.request(payload=True)
        def batch(token, data):
            self.table.update(data.cast("Q"))
            token.reply(ack)
        self.batch = batch
        self.room = min(BATCH, batch.room // 8)
        job.barrier()

    def count(self, word):
        owner = owner_of(word, self.job.size)
        self.batches[owner].append(word)
        if len(self.batches[owner]) == self.room:
            self.flush(owner)

    def flush(self, owner):
        if self.batches[owner]:
            self.sent += 1
            self.batch(owner, self.batches[owner])
            self.batches[owner] = array.array("Q")

    def finish(self):
        for owner in range(self.job.size):
            self.flush(owner)
        self.job.wait_until(lambda: self.acknowledged == self.sent)
        self.job.barrier()


def text(word, k):
    return "".join("ACGT"[word >> 2 * i & 3] for i in reversed(range(k)))


def main(job):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-k", type=int, required=True, choices=range(1, 32), metavar="K", help="from 1 to 31")
    parser.add_argument("file")
    options = parser.parse_args()
    counter = Counter(job)
    for i, letters in enumerate(records(options.file)):
        if i % job.size == job.rank:
            for word in words(letters, options.k):
                counter.count(word)
    counter.finish()
    total = job.reduce(sum(counter.table.values()))
    distinct = job.reduce(len(counter.table))
    top = sorted(counter.table.items(), key=lambda e: (-e[1], e[0]))[:TOP]
    top = sorted(sum(job.gather(top), []), key=lambda e: (-e[1], e[0]))[:TOP]
    if job.rank == 0:
        print(f"  k-mers     {total}\n  distinct   {distinct}\n\nmost frequent (with the other strand)")
        for word, n in top:
            print(f"  {text(word, options.k)}  {n}")
        sys.stdout.flush()


if __name__ == "__main__":
    with hydrant.Job(name="kmer.py") as the_job:
        main(the_job)
