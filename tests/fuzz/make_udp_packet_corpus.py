#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes the seeds of udp_packet_fuzz.c: datagrams as conduits/udp/wire.h describes them.

  make_udp_packet_corpus.py DIRECTORY
"""
import os
import struct
import sys

REQUESTS, REPLIES, TRANSFERS, ANSWERS = range(4)  # classes; a channel is 2 * class + bulk
DATA, PAD, ACK_NOW, ACK_SOON, ECHO, PROMPT = 1, 2, 4, 8, 16, 32
SHORT, MEDIUM, LONG, PUT, GET, ANSWER = range(6)
CLASS = (REQUESTS, REQUESTS, REQUESTS, TRANSFERS, TRANSFERS, ANSWERS)
ADDRESSES = (0, 0, 1, 1, 3, 2)
NONE, NOT_TAKEN, RIGHT, AEAD, GMAC = 1, 2, 4, 8, 16  # choices
QUANTUM = 16


def head(size, flags=DATA, channel=0, seq=0, ack=(0,) * 8, nranges=0, number=1, seen=0, padded=0):
    return struct.pack("<4IQ5IHBBBBH8I8BI", 0x32555948, 5, 1, 0, number, seen, padded, 7, 0, seq, size, flags, channel,
                       nranges, 0, 64, *ack, *(8,) * 8, 0)


def pad(b):
    return b + b"\0" * (-len(b) % QUANTUM)


def record(kind, payload=b"", args=(), nbytes=None):
    n = len(payload) if nbytes is None else nbytes
    r = struct.pack("<BBBBI", kind, 9, len(args), 0, n)
    r += struct.pack("<%dQ" % ADDRESSES[kind], *range(1, 1 + ADDRESSES[kind]))
    return pad(r + struct.pack("<%di" % len(args), *args)) + pad(payload)


def packet(body, ranges=(), **more):
    words = b"".join(struct.pack("<2I", *r) for r in ranges)  # a range's channel is in the last bits of its beginning
    return head(len(body) + len(words), nranges=len(ranges), **more) + body + words


def many(kinds=(SHORT, MEDIUM, LONG)):
    return b"".join(record(kind, b"" if kind in (SHORT, GET) else b"abcdefghi", (1, 2, 3), 8 if kind == GET else None)
                    for kind in kinds)


def pieces(stream, channel, size):
    """The stream in packets of bodies of that size."""
    return [packet(stream[i:i + size], channel=channel, seq=i, number=n + 1)
            for n, i in enumerate(range(0, len(stream), size))]


def seeds():
    for kind in range(6):
        payload = b"" if kind in (SHORT, GET) else b"payload"
        yield "kind%d" % kind, [packet(record(kind, payload, (1, -1), 8 if kind == GET else None),
                                       channel=2 * CLASS[kind])]
    small = many()
    yield "many", [packet(small)]
    yield "reply", [packet(small, channel=2 * REPLIES, flags=DATA | ACK_NOW)]
    yield "transfers", [packet(many((PUT, GET, PUT)), channel=2 * TRANSFERS)]
    yield "crumbs", pieces(small, 0, QUANTUM)
    yield "turned_crumbs", pieces(small, 0, 2 * QUANTUM)[::-1]
    yield "overlap", [packet(small[16:], seq=16), packet(small[:64], number=2), packet(small[32:], seq=32, number=3),
                      packet(small, number=4)]
    yield "far", [packet(small, seq=65520), packet(small, seq=1 << 31, number=2),
                  packet(small, seq=0xfffffff0, number=3)]
    for kind in (MEDIUM, LONG, PUT, ANSWER):
        stream = record(kind, bytes(i % 251 for i in range(3000)), (1,))
        parts = pieces(stream, 2 * CLASS[kind] + 1, 1104)
        yield "long%d" % kind, parts
        yield "turned%d" % kind, parts[::-1]
        yield "cut%d" % kind, parts[:-1]
        yield "again%d" % kind, parts[1:] + pieces(stream, 2 * CLASS[kind] + 1, 512)
    yield "huge", [packet(record(MEDIUM, b"x" * 1000, (), 0xffffffff), channel=1)]
    yield "ack", [packet(b"", flags=ECHO | PROMPT, ack=(0, 0, 0, 0, 16, 0, 0, 0), seen=1),
                  packet(b"", flags=ACK_NOW, ack=(0, 0, 0, 0, 64, 10016, 0, 0), seen=3, number=2)]
    yield "ranges", [packet(b"", ranges=((16 | 4, 32), (64 | 4, 128)), flags=0),
                     packet(b"", ranges=((16 | 4, 32), (1104 | 5, 2208), (3312 | 5, 4416), (4416 | 5, 5520)), flags=0,
                            seen=9, number=2),
                     packet(b"", ranges=((64 | 5, 16), (5, 0xffffffff), (15, 16)), flags=0, number=3)]
    yield "pad", [packet(b"\0" * 700, flags=PAD | ACK_NOW), packet(b"", flags=0, padded=1, seen=1, number=2)]
    yield "short", [b"", b"\0" * 10, packet(small)[:64]]


def main(directory):
    os.makedirs(directory, exist_ok=True)
    for name, packets in seeds():
        for choices, suffix, tag in ((NONE, "", 0), (NONE | NOT_TAKEN, "_later", 0),
                                     (RIGHT | AEAD, "_aead", 16), (RIGHT | GMAC, "_gmac", 16),
                                     (RIGHT, "_umac", 8)):
            if suffix and name.startswith(("kind", "cut")):
                continue
            with open(os.path.join(directory, name + suffix), "wb") as f:
                f.write(bytes([choices]))
                for p in packets:
                    p += b"\0" * tag
                    f.write(struct.pack("<H", len(p)) + p)


main(sys.argv[1])
