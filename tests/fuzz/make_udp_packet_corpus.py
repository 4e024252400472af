#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes the seeds of udp_packet_fuzz.c: datagrams as conduits/udp/wire.h describes them.

  make_udp_packet_corpus.py DIRECTORY
"""
import os
import struct
import sys

REQUESTS, REPLIES = 0, 1
CHANNEL, DATA, ACK_NOW, BULK, FIRST, ECHO, SACK = 1, 2, 4, 8, 16, 32, 64
SHORT, MEDIUM, LONG, PUT, GET, ANSWER = range(6)
ADDRESSES = (0, 0, 1, 1, 3, 2)
NONE, NOT_TAKEN, RIGHT, AEAD = 1, 2, 4, 8  # choices


def head(size, flags=DATA, seq=0, ack=(0, 0), limit=(64, 64), nsack=0, number=1):
    return struct.pack("<4IQ2I2I2IIHBBQ", 0x31555948, 5, 1, 0, number, *ack, *limit, 7, 0, seq, size, flags,
                       nsack, 0)


def record(kind, at=0, payload=b"", args=(), nbytes=None):
    n = len(payload) if nbytes is None else nbytes
    r = struct.pack("<BBBBI", kind, 9, len(args), 0, n)
    r += struct.pack("<%dQ" % ADDRESSES[kind], *range(1, 1 + ADDRESSES[kind]))
    r += struct.pack("<%di" % len(args), *args)
    r += b"\0" * (-len(r) % 8)
    if kind == MEDIUM:
        r += b"\0" * (-(at + len(r)) % 16)
    return r + payload + b"\0" * (-len(payload) % 8)


def packet(body, sack=(), **more):
    words = struct.pack("<%dQ" % len(sack), *sack)
    return head(len(body) + len(words), nsack=len(sack), **more) + body + words


def many():
    body = b""
    for kind in range(6):
        body += record(kind, len(body), b"" if kind in (SHORT, GET) else b"abcdefghi", (1, 2, 3),
                       8 if kind == GET else None)
    return body


def long_message(kind, n=3000):
    first = record(kind, 0, b"", (1,), n)
    payload = bytes(i % 251 for i in range(n))
    room = 1120 - len(first)
    parts = [first + payload[:room]] + [payload[i:i + 1120] for i in range(room, n, 1120)]
    return [packet(p, flags=DATA | BULK | (FIRST if i == 0 else 0), seq=i, number=i + 1)
            for i, p in enumerate(parts)]


def seeds():
    for kind in range(6):
        payload = b"" if kind in (SHORT, GET) else b"payload"
        yield "kind%d" % kind, [packet(record(kind, 0, payload, (1, -1), 8 if kind == GET else None))]
    yield "many", [packet(many())]
    yield "reply", [packet(many(), flags=DATA | CHANNEL | ACK_NOW)]
    yield "later", [packet(many(), seq=2), packet(many(), seq=1, number=2), packet(many(), seq=0, number=3)]
    yield "far", [packet(many(), seq=255), packet(many(), seq=256, number=2)]
    for kind in (MEDIUM, LONG, PUT, ANSWER):
        parts = long_message(kind)
        yield "long%d" % kind, parts
        yield "turned%d" % kind, parts[::-1]
        yield "cut%d" % kind, parts[:-1]
    yield "huge", [packet(record(MEDIUM, 0, b"x" * 1000, (), 0xffffffff), flags=DATA | BULK | FIRST)]
    yield "ack", [packet(b"", flags=ECHO, ack=(1, 0)), packet(b"", flags=ACK_NOW, ack=(4, 0), number=2)]
    yield "sack", [packet(b"", sack=(0xfe, 1), flags=0), packet(b"", sack=(1, 2, 3, 4), flags=SACK, number=2)]
    yield "short", [b"", b"\0" * 10, packet(many())[:64]]


def main(directory):
    os.makedirs(directory, exist_ok=True)
    for name, packets in seeds():
        for choices, suffix, tag in ((NONE, "", 0), (NONE | NOT_TAKEN, "_later", 0),
                                     (RIGHT | AEAD, "_aead", 16), (RIGHT, "_mac", 16)):
            if suffix and name.startswith(("kind", "cut")):
                continue
            with open(os.path.join(directory, name + suffix), "wb") as f:
                f.write(bytes([choices]))
                for p in packets:
                    p += b"\0" * tag
                    f.write(struct.pack("<H", len(p)) + p)


main(sys.argv[1])
