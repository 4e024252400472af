# SPDX-License-Identifier: BSD-3-Clause
"""cases_vis.py: the part of cases_misuse.py for vector, indexed and strided transfers."""
import re

from cases_misuse import ANY, EARLY, EXPECT, FINE, HANDLER, HELD, OUTSIDE, RANKS, both, fatal, guards, misuse
from faultlib import Case

VECTOR, INDEXED, STRIDED = "gex_VIS_Vector", "gex_VIS_Indexed", "gex_VIS_Strided"
ENTRY = r"( \([^)]*\))?"  # the entry may stand behind the call's name
G1_GET = "(gasnet_gets_bulk|gex_VIS_StridedGetBlocking)"


def entry(call, which, *rest):
    """A message about one entry of a list."""
    return fatal(call + ENTRY, rf"entry {which}\b", *rest)


def entries(call, first, second):
    return fatal(call, "overlap", rf"\b{first}\b", rf"\b{second}\b")


# name, debug, release (None: the same)
TABLE = [
    ("vis-size-vector", fatal(VECTOR + "GetBlocking", r"\b35\b", r"\b40\b"), ANY),
    ("vis-size-vector-count", fatal(VECTOR + "GetBlocking", r"\b32\b", r"\b40\b"), ANY),
    ("vis-size-indexed", fatal(INDEXED + "GetBlocking", r"\b24\b", r"\b16\b"), ANY),
    ("vis-size-one-side", fatal(VECTOR + "GetBlocking", r"\b40\b", r"\b0\b"), ANY),
    ("vis-overlap-vector", entries(VECTOR + "GetBlocking", 1, 3), ANY),
    ("vis-overlap-indexed", entries(INDEXED + "GetNBI", 2, 4), ANY),
    ("vis-overlap-strided", fatal(STRIDED + "GetBlocking", "overlap", r"\b7\b"), ANY),
    ("vis-overlap-strided-zero", fatal(STRIDED + "GetBlocking", "overlap", r"\b0\b"), ANY),
    ("vis-end-vector", entry(VECTOR + "PutBlocking", 3, OUTSIDE, "rank 1"), None),
    ("vis-end-vector-get", entry(VECTOR + "GetBlocking", 4, OUTSIDE, "rank 1"), None),
    ("vis-before-vector", entry(VECTOR + "PutBlocking", 0, OUTSIDE, "rank 1"), None),
    ("vis-null-vector", entry(VECTOR + "PutBlocking", 2), None),
    ("vis-wrap-vector", entry(VECTOR + "PutBlocking", 1, OUTSIDE), None),
    ("vis-huge-vector", entry(VECTOR + "PutBlocking", 1, OUTSIDE), None),
    ("vis-total-vector", fatal(VECTOR + "PutBlocking", "more than a size_t holds"), None),
    ("vis-total-indexed", fatal(INDEXED + "PutBlocking", "more than a size_t holds"), None),
    ("vis-total-strided", fatal(STRIDED + "PutBlocking", "more than a size_t holds"), None),
    ("vis-end-indexed", entry(INDEXED + "PutNB", 2, OUTSIDE, "rank 1"), None),
    ("vis-stack-indexed-get", entry(INDEXED + "GetNBI", 0, OUTSIDE, "rank 1"), None),
    ("vis-end-strided", fatal(STRIDED + "PutBlocking", "segment of rank 1", EXPECT), None),
    ("vis-before-strided", fatal(STRIDED + "PutBlocking", "segment of rank 1", EXPECT), None),
    ("vis-wrap-strided", fatal(STRIDED + "PutBlocking", "segment of rank 1", EXPECT), None),
    ("vis-end-strided-get", fatal(STRIDED + "GetNB", "segment of rank 1", EXPECT), None),
    ("vis-rank-vector", fatal(VECTOR + "PutBlocking", r"rank 3\b", EXPECT), None),
    ("vis-rank-indexed", fatal(INDEXED + "PutNBI", "rank 4294967295", EXPECT), None),
    ("vis-rank-strided", fatal(STRIDED + "GetNB", r"rank 77\b", EXPECT), None),
    ("vis-team-invalid", fatal(VECTOR + "GetBlocking", "GEX_TM_INVALID"), ANY),
    ("vis-no-list-vector", fatal(VECTOR + "GetBlocking", "destination", "NULL", r"\b3\b"), ANY),
    ("vis-no-list-indexed", fatal(INDEXED + "GetBlocking", "source", "NULL", r"\b3\b"), ANY),
    ("vis-null-entry", entry(VECTOR + "GetBlocking", 4, "NULL"), ANY),
    ("vis-no-strides", fatal(STRIDED + "GetBlocking", "strides", "NULL"), ANY),
    ("vis-no-counts", fatal(STRIDED + "GetBlocking", "count", "NULL"), ANY),
    ("vis-null-strided", fatal(STRIDED + "GetBlocking", "NULL"), ANY),
    ("vis-absurd-levels", fatal(STRIDED + "GetBlocking", "1099511627776", EXPECT), ANY),
    ("vis-absurd-counts", fatal(STRIDED + "GetBlocking", "count"), ANY),
    ("vis-handler", fatal(VECTOR + "GetBlocking", HANDLER), ANY),
    ("vis-hsl", fatal(VECTOR + "GetBlocking", HELD), ANY),
    ("vis-flags-get", fatal(VECTOR + "GetNB", "flags", EXPECT), ANY),
    ("vis-flags-blocking", fatal(VECTOR + "PutBlocking", "flags", EXPECT), ANY),
    ("vis-g1-short", fatal(G1_GET, r"strides\[0\]", r"\b7\b", EXPECT), ANY),
    ("vis-g1-nested", fatal(G1_GET, r"strides\[1\]", r"\b23\b", EXPECT), ANY),
    ("vis-g1-transposed", fatal(G1_GET, r"strides\[1\]", r"\b8\b", EXPECT), ANY),
    ("vis-peer-long", fatal("gex_VIS_SetPeerCompletionHandler", r"\b128\b", EXPECT), None),
    ("vis-peer-flags", fatal("gex_VIS_SetPeerCompletionHandler", "flags", EXPECT), FINE),
    ("vis-peer-free", fatal("active message", "handler 200", rank=1), None),
]

# Where the peer's memory is not mapped, a production library may leave it to the peer to refuse.
APART = ("vis-end-vector", "vis-end-vector-get", "vis-before-vector", "vis-wrap-vector",
         "vis-end-indexed", "vis-stack-indexed-get", "vis-end-strided",
         "vis-before-strided", "vis-wrap-strided", "vis-end-strided-get")


def refused(job, guarded=True):
    """One line about a segment, by whichever rank; all others have what they had."""
    lines = [s for s in job.stderr.splitlines() if "FATAL ERROR" in s]
    if len(lines) != 1:
        return [f"{len(lines)} lines with FATAL ERROR, expected 1"]
    problems = []
    for expression in (r"segment", r"gex_VIS_?\w*"):
        if not re.search(expression, lines[0]):
            problems.append(f"the line lacks /{expression}/")
    who = re.search(r"rank (\d+)/", lines[0])
    if not who:
        return problems + ["the line lacks its rank"]
    return problems + guards(job, [r for r in range(RANKS) if guarded and r != int(who[1])])


def apart(name, variant, label, env, guarded=True):
    settings = dict(GASNET_EXITTIMEOUT="0.1", GASNET_SUPERNODE_MAXSIZE="1", **env)
    return Case(f"{name}-{label}-{variant}", f"misuse-{variant}", [f"do={name}"], ranks=RANKS, out=[],
                err=[], env=settings, status=134, never=["fatal signal"],
                check=lambda job: refused(job, guarded))


def table_cases():
    yield from both(TABLE)
    for variant in ("dbg", "rel"):
        yield misuse("vis-preinit", variant, fatal(VECTOR + "PutBlocking", EARLY), preinit=True,
                     guarded=[])
    yield misuse("vis-no-segment", "dbg", fatal(VECTOR + "PutBlocking" + ENTRY, "segment"),
                 guarded=[])
    yield apart("vis-no-segment", "rel", "apart", {}, guarded=False)
    for name in APART:
        yield apart(name, "dbg", "apart", {})
        for algorithm in ("pack", "single"):
            yield apart(name, "rel", algorithm, {"GASNET_VIS_ALGORITHM": algorithm})
