# SPDX-License-Identifier: BSD-3-Clause
"""cases_coll.py: the part of cases_misuse.py for teams, collectives and negotiated-payload messages."""
from cases_misuse import ANY, EXPECT, HANDLER, HELD, OUTSIDE, REPLY, fatal, misuse

SPLIT, CREATE, DESTROY = "gex_TM_Split", "gex_TM_Create", "gex_TM_Destroy"
BROADCAST, TO_ALL = "gex_Coll_BroadcastNB", "gex_Coll_ReduceToAllNB"
REQUEST, LONG = r"gex_AM_\*RequestMedium", r"gex_AM_\*RequestLong"
REPLY_MEDIUM = r"gex_AM_\*ReplyMedium"
BETWEEN = "between Prepare and Commit"

# name, debug, release (None: the same)
TABLE = [
    ("tm-destroy-primordial", fatal(DESTROY, "primordial", EXPECT), None),
    ("tm-destroy-pair", fatal(DESTROY, "TM-pair", EXPECT), None),
    ("tm-destroy-flags", fatal(DESTROY, "flags", EXPECT), None),
    ("tm-split-color", fatal(SPLIT, "color -1", EXPECT), None),
    ("tm-split-invalid", fatal(SPLIT, "GEX_TM_INVALID", EXPECT), None),
    ("tm-split-pair", fatal(SPLIT, "TM-pair", EXPECT), None),
    ("tm-split-flags", fatal(SPLIT, "flags", EXPECT), None),
    ("tm-split-handler", fatal(SPLIT, HANDLER), ANY),
    ("tm-split-empty-scratch", fatal(SPLIT, "0 bytes", EXPECT), None),
    ("tm-split-stack-scratch", fatal(SPLIT, OUTSIDE), None),
    ("tm-split-end-scratch", fatal(SPLIT, OUTSIDE), None),
    ("tm-create-rank", fatal(CREATE, r"args\[0\]", r"rank 9\b", EXPECT), None),
    ("tm-create-jobrank", fatal(CREATE, r"args\[0\]", r"rank 1\b", EXPECT), None),
    ("tm-create-endpoint", fatal(CREATE, r"args\[0\]", r"endpoint 1\b", EXPECT), None),
    ("tm-create-two", fatal(CREATE, "num_new_tms is 2", EXPECT), None),
    ("tm-create-no-mode", fatal(CREATE, "flags", EXPECT), None),
    ("tm-create-two-modes", fatal(CREATE, "flags", EXPECT), None),
    ("tm-create-no-addresses", fatal(CREATE, "scratch_addrs", "NULL"), None),
    ("tm-create-stack-scratch", fatal(CREATE, OUTSIDE), None),
    ("tm-create-outsider", fatal(CREATE, "caller", r"\b2 members"), None),
    ("coll-root", fatal(BROADCAST, "root 3", EXPECT), None),
    ("coll-flags", fatal(BROADCAST, "flags", EXPECT), None),
    ("coll-null", fatal(BROADCAST, "dst is NULL"), None),
    ("coll-pair", fatal(BROADCAST, "TM-pair", EXPECT), None),
    ("coll-invalid", fatal(BROADCAST, "GEX_TM_INVALID", EXPECT), None),
    ("coll-barrier-pair", fatal("gex_Coll_BarrierNB", "TM-pair", EXPECT), None),
    ("coll-handler", fatal(BROADCAST, HANDLER), ANY),
    ("coll-hsl", fatal(BROADCAST, HELD), ANY),
    ("coll-differ", fatal("gex_Coll", "16", "32", "differ", rank=1), None),
    ("reduce-op", fatal(TO_ALL, "op 0x10", EXPECT), None),
    ("reduce-two-ops", fatal(TO_ALL, "op 0x48", EXPECT), None),
    ("reduce-fp", fatal(TO_ALL, "dt 0x20", EXPECT), None),
    ("reduce-size", fatal(TO_ALL, "dt_sz 8", EXPECT), None),
    ("reduce-type", fatal(TO_ALL, "dt 0x0", EXPECT), None),
    ("reduce-user-type", fatal(TO_ALL, "dt 0x40", EXPECT), None),
    ("reduce-no-function", fatal(TO_ALL, "user_op is NULL"), None),
    ("reduce-nothing", fatal(TO_ALL, "dt_cnt 0", EXPECT), None),
    ("reduce-huge", fatal(TO_ALL, "4611686018427387903"), None),
    ("reduce-root", fatal("gex_Coll_ReduceToOneNB", "root 7", EXPECT), None),
    ("np-twice", fatal(REQUEST, "used up", EXPECT), None),
    ("np-cancelled", fatal(REQUEST, "used up", EXPECT), None),
    ("np-none", fatal(REQUEST, "GEX_AM_SRCDESC_NO_OP", EXPECT), None),
    ("np-cancel-none", fatal(LONG, "GEX_AM_SRCDESC_NO_OP", EXPECT), None),
    ("np-address-none", fatal("gex_AM_SrcDescAddr", "GEX_AM_SRCDESC_NO_OP", EXPECT), None),
    ("np-family", fatal(LONG, REQUEST, EXPECT), None),
    ("np-cancel-family", fatal(REPLY_MEDIUM, REQUEST, EXPECT), None),
    ("np-nested", fatal(REQUEST, BETWEEN), fatal(REQUEST, "prepared one already", EXPECT)),
    ("np-put", fatal("gex_RMA_GetBlocking", BETWEEN), ANY),
    ("np-request", fatal("(gasnet|gex)_AM_?RequestShort", BETWEEN), ANY),
    ("np-poll", fatal("gasnet_AMPoll", BETWEEN), ANY),
    ("np-more", fatal(REQUEST, r"\b101 bytes", EXPECT), None),
    ("np-args", fatal(REQUEST, "1 arguments", EXPECT), None),
    ("np-index", fatal(REQUEST, r"handler index 7\b", EXPECT), None),
    ("np-commit-flags", fatal(REQUEST, "commit_flags", EXPECT), None),
    ("np-least", fatal(REQUEST, "200", "100", EXPECT), None),
    ("np-limit", fatal(REQUEST, "9223372036854775807", EXPECT), None),
    ("np-rank", fatal(REQUEST, r"rank 3\b", EXPECT), None),
    ("np-invalid", fatal(REQUEST, "GEX_TM_INVALID", EXPECT), ANY),
    ("np-17", fatal(REQUEST, "17 arguments", EXPECT), None),
    ("np-lc", fatal(REQUEST, "lc_opt", EXPECT), None),
    ("np-no-lc", fatal(REQUEST, "lc_opt", EXPECT), None),
    ("np-defer", fatal(LONG, "lc_opt", EXPECT), None),
    ("np-flags", fatal(REQUEST, "flags", EXPECT), None),
    ("np-place", fatal(LONG, "dest_addr", EXPECT), None),
    ("np-outside", fatal(LONG, "segment of rank 1"), None),
    ("np-reply-reply", fatal(REPLY_MEDIUM, REPLY), None),
    ("np-reply-twice", fatal(REPLY_MEDIUM, "second reply"), None),
    ("np-handler", fatal(REQUEST, HANDLER), ANY),
    ("np-hsl", fatal(REQUEST, HELD), ANY),
]


def table_cases():
    for name, debug, release in TABLE:
        yield misuse(name, "dbg", debug)
        yield misuse(name, "rel", release or debug)
