# SPDX-License-Identifier: BSD-3-Clause
"""cases_misuse.py: what wrong calls and bad settings give: one clear line and a clean end, or an error
code, or nothing bad; and in no build harm to a peer."""
import re

from faultlib import Case

RANKS = 3
NOT_INIT, RESOURCE, BAD_ARG, NOT_READY, MISMATCH = range(10001, 10006)


# --- what may happen ------------------------------------------------------------------------------

def fatal(call, *rest, rank=0):
    """One FATAL ERROR line with rank, place, call, and the expressions of rest; the whole job ends."""
    return ("fatal", call, rest, rank)


def code(*values):
    """The call returns one of these everywhere where it is made, and the job goes on."""
    return ("code", set(map(str, values)), None, None)


def child(*status):
    return ("code", {f"child {s}" for s in status}, None, None)


FINE = ("fine", None, None, None)  # the job goes on to its end as if nothing were wrong
ANY = ("any", None, None, None)    # ends, with any status, and does no harm
SKIP = ("skip", None, None, None)  # undefined, and may well not end


def guards(job, need):
    """Problems with the guards; need: ranks that must have reported."""
    seen = dict(re.findall(r"^guard (\d+) (ok|broken at)", job.stdout, re.M))
    problems = [f"guard of rank {r} is broken" for r, what in seen.items() if what != "ok"]
    return problems + [f"rank {r} did not report its guard" for r in need if str(r) not in seen]


def returned(job):
    return re.findall(r"^returned (.*)$", job.stdout, re.M)


def fatal_check(call, rest, rank, preinit, guarded, variant):
    """The release library names no line of its own; a client of GASNet-1 sees the name that it used."""
    place = r", \S+:\d+" if variant == "dbg" else r"(, (misuse\w*|fault)\.c:\d+)?"
    if call == "active message":  # delivered in a call of the client's, which is where it is
        place = rf"({place})?" if variant == "rel" else r", \S*(misuse\w*|fault)\.c:\d+"
    named = rf"(gasnet_\w+ \({call}\)|{call})"
    def check(job):
        lines = [s for s in job.stderr.splitlines() if "FATAL ERROR" in s]
        if len(lines) != 1:
            return [f"{len(lines)} lines with FATAL ERROR, expected 1"]
        who = r"on \S+" if preinit else rf"rank {rank}/{job.case.ranks} on \S+"
        problems = []
        for expression in (rf"^\*\*\* FATAL ERROR \({who}{place}\): {named}: ",) + rest:
            if not re.search(expression, lines[0]):
                problems.append(f"the line lacks /{expression}/")
        return problems + guards(job, guarded)
    return check


def code_check(values, count):
    def check(job):
        got = [v for v in returned(job) if v != "after all"]
        problems = [] if len(got) == count else [f"{len(got)} calls returned, expected {count}"]
        problems += [f"returned {v}, expected one of {values}" for v in got if v not in values]
        return problems + guards(job, range(job.case.ranks) if count != 1 or not job.preinit else [])
    return check


def misuse(name, variant, expected, **more):
    """A Case for `do=name`."""
    kind, what, rest, rank = expected
    options = dict(GASNET_EXITTIMEOUT="0.1")
    options.update(more.pop("env", {}))
    preinit, guarded = more.pop("preinit", False), more.pop("guarded", None)
    calls, args = more.pop("calls", 1), more.pop("args", [])
    case = Case(f"{more.pop('label', name)}-{variant}", f"misuse-{variant}", [f"do={name}"] + args,
                ranks=RANKS, out=[], err=[], env=options, **more)
    if kind == "fatal":
        others = [r for r in range(RANKS) if r != rank]
        case.status = 134
        case.never = ["fatal signal"]
        case.check = fatal_check(what, rest, rank, preinit, others if guarded is None else guarded, variant)
    elif kind == "code":
        case.status = 0
        case.never = ["FATAL ERROR"] if not next(iter(what)).startswith("child") else []
        def check(job, values=what, count=calls):
            job.preinit = preinit
            return code_check(values, count)(job)
        case.check = check
    elif kind == "fine":
        case.status = 0
        case.never = ["FATAL ERROR"]
        case.check = lambda job: guards(job, [] if preinit else range(RANKS))
    else:
        case.status = None
        case.check = lambda job: guards(job, [])
    return case


# --- the table: name, debug, release --------------------------------------------------------------

HANDLER = r"called in a request handler"
REPLY = r"called in a reply handler"
HELD = r"holding a handler-safe lock"
OUTSIDE = r"outside.* segment"
EXPECT = r"expected"

TABLE = [
    ("am-args-17", fatal("gasnet_AMRequestShort", "17", EXPECT), None),
    ("am-args-negative", fatal("gasnet_AMRequestShort", "-1", EXPECT), None),
    ("am-args-other", fatal("active message", "2 arguments", "handler 210", rank=1), None),
    ("am-category-other",
     fatal("active message", r"a Medium request of \d+ arguments? from rank 0 does not fit handler 210 "
                              r"\(.*\), which is registered for a Short (request|reply|request or reply) of \d+ "
                              r"arguments?$", rank=1), ANY),
    ("am-index-free", fatal("active message", "handler 200", "rank 0", rank=1), None),
    ("am-index-free-self", fatal("active message", "handler 200", EXPECT), None),
    ("am-medium-oversize", fatal("gex_AM_RequestMedium", "[0-9]+ bytes", EXPECT), None),
    ("am-medium-huge", fatal("gex_AM_RequestMedium", "18446744073709551615", EXPECT), None),
    ("am-long-oversize", fatal("gex_AM_RequestLong", "[0-9]+ bytes", EXPECT), None),
    ("am-rank-end", fatal("gex_AM_RequestShort", "rank 3", EXPECT), None),
    ("am-rank-minus", fatal("gex_AM_RequestShort", "rank 4294967295", EXPECT), None),
    ("am-rank-medium", fatal("gex_AM_RequestMedium", "rank 1000000", EXPECT), None),
    ("am-rank-long", fatal("gex_AM_RequestLong", "rank 77", EXPECT), None),
    ("am-long-end", fatal("gex_AM_(Request)?Long", "64 bytes", OUTSIDE, "rank 1"), None),
    ("am-long-before", fatal("gex_AM_(Request)?Long", "64 bytes", OUTSIDE, "rank 1"), None),
    ("am-long-wrap", fatal("gex_AM_(Request)?Long", "0xfffffffffffffff0", OUTSIDE), None),
    ("am-long-null", fatal("gex_AM_(Request)?Long", "64 bytes", OUTSIDE), None),
    ("am-long-stack", fatal("gex_AM_(Request)?Long", "64 bytes", OUTSIDE), None),
    ("am-long-self-end", fatal("gex_AM_(Request)?Long", "64 bytes", OUTSIDE, "rank 0"), None),
    ("am-source-null", fatal("gex_AM_RequestMedium", "NULL", "8 bytes"), ANY),
    ("am-lc-null", fatal("gex_AM_RequestMedium", "lc_opt", EXPECT), ANY),
    ("am-flags", fatal("gex_AM_RequestShort", "0x40000000", EXPECT), ANY),
    ("am-team-invalid", fatal("gex_AM_RequestShort", "GEX_TM_INVALID"), ANY),
    ("reply-twice", fatal("gex_AM_ReplyShort", "second", EXPECT), None),
    ("reply-in-reply", fatal("gex_AM_ReplyShort", REPLY, EXPECT), None),
    ("reply-outside", fatal("gex_AM_ReplyShort", "token is NULL", EXPECT), None),
    ("reply-oversize", fatal("gex_AM_ReplyMedium", "[0-9]+ bytes", EXPECT), None),
    ("reply-args-17", fatal("gasnet_AMReplyShort", "17", EXPECT), None),
    ("reply-long-end", fatal("gex_AM_(Reply)?Long", "64 bytes", OUTSIDE), None),
    ("handler-request", fatal("gex_AM_RequestShort", HANDLER), ANY),
    ("handler-reply-request", fatal("gex_AM_RequestShort", REPLY), ANY),
    ("handler-poll", fatal("gasnet_AMPoll", HANDLER), ANY),
    ("handler-reply-poll", fatal("gasnet_AMPoll", REPLY), ANY),
    ("handler-put", fatal("gex_RMA_PutBlocking", HANDLER), ANY),
    ("handler-get", fatal("gex_RMA_GetBlocking", HANDLER), ANY),
    ("handler-barrier", fatal("gasnet_barrier_notify", HANDLER), ANY),
    ("handler-nbi", fatal("gex_NBI_Wait", HANDLER), ANY),
    ("handler-blockuntil", fatal("GASNET_BLOCKUNTIL", HANDLER), SKIP),
    ("put-rank", fatal("gex_RMA_PutBlocking", "rank 3", EXPECT), None),
    ("put-rank-nb", fatal("gex_RMA_PutNB", "rank 1000000", EXPECT), None),
    ("get-rank", fatal("gex_RMA_GetBlocking", "rank 4294967295", EXPECT), None),
    ("val-rank", fatal("gex_RMA_Put(Blocking|BlockingVal|Val)", "rank 3", EXPECT), None),
    ("put-end", fatal("gex_RMA_PutBlocking", "8 bytes", OUTSIDE, "rank 1", EXPECT), None),
    ("put-end-bulk", fatal("gex_RMA_PutNBI", "200 bytes", OUTSIDE), None),
    ("put-after", fatal("gex_RMA_PutBlocking", "1 bytes", OUTSIDE), None),
    ("put-before", fatal("gex_RMA_PutBlocking", "8 bytes", OUTSIDE), None),
    ("put-wrap", fatal("gex_RMA_PutBlocking", "0xfffffffffffffffc", OUTSIDE), None),
    ("put-dest-null", fatal("gex_RMA_PutBlocking", r"\(nil\)|NULL", OUTSIDE), None),
    ("put-huge", fatal("gex_RMA_PutBlocking", "18446744073709547519 bytes", OUTSIDE), None),
    ("put-stack", fatal("gex_RMA_PutBlocking", OUTSIDE), None),
    ("get-end", fatal("gex_RMA_GetBlocking", "8 bytes", OUTSIDE), None),
    ("get-end-nb", fatal("gex_RMA_GetNB", "200 bytes", OUTSIDE), None),
    ("val-end", fatal("gex_RMA_Put(Blocking|BlockingVal|Val)", "8 bytes", OUTSIDE), None),
    ("get-val-end", fatal("gex_RMA_Get(Blocking|BlockingVal|Val)", "8 bytes", OUTSIDE), None),
    ("memset-end", fatal("gasnet_memset", "8 bytes", OUTSIDE), None),
    ("memset-rank", fatal("gasnet_memset", "rank 3", EXPECT), None),
    ("put-null", fatal("gex_RMA_PutBlocking", "NULL", "8 bytes"), ANY),
    ("put-null-nbi", fatal("gex_RMA_PutNBI", "NULL", "100 bytes"), ANY),
    ("get-null", fatal("gex_RMA_GetBlocking", "NULL", "8 bytes"), ANY),
    ("val-size-0", fatal("gex_RMA_Put\\w*Val", "0 bytes", EXPECT), None),
    ("val-size-9", fatal("gex_RMA_Put\\w*Val", "9 bytes", EXPECT), None),
    ("get-val-size-9", fatal("gex_RMA_Get\\w*Val", "9 bytes", EXPECT), None),
    ("put-lc-null", fatal("gex_RMA_PutNB", "lc_opt", EXPECT), ANY),
    ("event-no-op", fatal("gex_Event_Wait", "GEX_EVENT_NO_OP", EXPECT), ANY),
    ("event-twice", fatal("gex_Event_Wait", "event", "before"), ANY),
    ("event-test-after", fatal("gex_Event_Test", "event", "before"), ANY),
    ("event-all-after", fatal("gex_Event_WaitAll", "event", "before"), ANY),
    ("region-nested", fatal("gex_NBI_BeginAccessRegion", "nest"), None),
    ("region-not-open", fatal("gex_NBI_EndAccessRegion", "region"), None),
    ("region-wait", fatal("gex_NBI_Wait", "region"), ANY),
    ("region-try", fatal("gex_NBI_Test", "region"), ANY),
    ("nbi-mask-0", fatal("gex_NBI_Wait", "0x0"), ANY),
    ("barrier-flags", fatal("gasnet_barrier_notify", "0x4000", EXPECT), ANY),
    ("barrier-no-team", fatal("gex_Coll_BarrierNB", EXPECT), None),
    ("barrier-wait-alone", fatal("gasnet_barrier_wait", EXPECT), None),
    ("barrier-try-alone", fatal("gasnet_barrier_try", EXPECT), None),
    ("hsl-1-nested-hold", fatal("gasnet_hold_interrupts", "nest"), ANY),
    ("hsl-2-resume", fatal("gasnet_resume_interrupts", "section"), ANY),
    ("hsl-3-init-again", fatal("gex_HSL_Init", "0x[0-9a-f]+"), ANY),
    ("hsl-4-destroy-twice", fatal("gex_HSL_Destroy", "0x[0-9a-f]+", "initialised"), ANY),
    ("hsl-5-unlock", fatal("gex_HSL_Unlock", "0x[0-9a-f]+", "held"), ANY),
    ("hsl-6-order", fatal("gex_HSL_Unlock", "0x[0-9a-f]+", "last"), ANY),
    ("hsl-7-recursive", fatal("gex_HSL_Lock", "0x[0-9a-f]+", "held by this thread"), SKIP),
    ("hsl-8-trylock", fatal("gex_HSL_Trylock", "0x[0-9a-f]+", "held by this thread"), ANY),
    ("hsl-9-poll", fatal("gasnet_AMPoll", HELD), ANY),
    ("hsl-10-poll-section", fatal("gasnet_AMPoll", "no-interrupt section"), ANY),
    ("hsl-11-handler", fatal("active message", "handler 142", HELD), ANY),
    ("hsl-12-reply", fatal("gex_AM_ReplyShort", HELD), ANY),
    ("hsl-13-request", fatal("gex_AM_RequestShort", HELD), ANY),
    ("hsl-put", fatal("gex_RMA_PutBlocking", HELD), ANY),
    ("hsl-blockuntil", fatal("GASNET_BLOCKUNTIL", HELD), SKIP),
    ("hsl-barrier", fatal("gasnet_barrier_notify", HELD), ANY),
    ("hsl-not-initialised", fatal("gex_HSL_Lock", "0x[0-9a-f]+", "initialised"), ANY),
    ("hsl-destroy-held", fatal("gex_HSL_Destroy", "0x[0-9a-f]+", "held"), ANY),
    ("hsl-unlock-foreign", fatal("gex_HSL_Unlock", "0x[0-9a-f]+", "held"), ANY),
    ("client-twice", fatal("gex_Client_Init", "second"), None),
    ("segment-twice", fatal("gex_Segment_Attach", "second"), None),
    ("register-null", fatal("gex_EP_RegisterHandlers", "index 230", "NULL"), None),
    ("register-flags", fatal("gex_EP_RegisterHandlers", "index 230", EXPECT), None),
    ("register-args", fatal("gex_EP_RegisterHandlers", "17 arguments", EXPECT), None),
    ("bound-rank", fatal("gex_Segment_QueryBound", "rank 9", EXPECT), None),
]
AD = "gex_AD_Op(NB|NBI)_"
ATOMICS = [  # the same with ranks mapped and not, where both is possible
    ("ad-dt-0", fatal("gex_AD_Create", "dt 0x0", EXPECT), None),
    ("ad-dt-two", fatal("gex_AD_Create", "dt 0x3", EXPECT), None),
    ("ad-dt-user", fatal("gex_AD_Create", "dt 0x40", EXPECT), None),
    ("ad-ops-0", fatal("gex_AD_Create", "ops 0x0", EXPECT), None),
    ("ad-ops-fp", fatal("gex_AD_Create", "0x20000 ", "DBL", EXPECT), None),
    ("ad-ops-user", fatal("gex_AD_Create", "0x40000000", "I64", EXPECT), None),
    ("ad-ops-reserved", fatal("gex_AD_Create", "0x2000 ", EXPECT), None),
    ("ad-create-flags", fatal("gex_AD_Create", "flags 0x5", EXPECT), FINE),
    ("ad-create-no-tm", fatal("gex_AD_Create", "GEX_TM_INVALID", EXPECT), None),
    ("ad-create-pair", fatal("gex_AD_Create", "TM-pair", EXPECT), None),
    ("ad-create-nowhere", fatal("gex_AD_Create", "NULL", EXPECT), None),
    ("ad-invalid", fatal(AD + "U64", "GEX_AD_INVALID", EXPECT), ANY),
    ("ad-query-invalid", fatal("gex_AD_QueryDT", "GEX_AD_INVALID", EXPECT), ANY),
    ("ad-destroyed", fatal(AD + "U64", "destroyed"), SKIP),
    ("ad-destroy-twice", fatal("gex_AD_Destroy", "destroyed"), SKIP),
    ("ad-opcode-0", fatal(AD + "U64", "opcode 0x0", EXPECT), None),
    ("ad-opcode-two", fatal(AD + "U64", "opcode 0x8000008", EXPECT), None),
    ("ad-opcode-other", fatal(AD + "U64", "opcode 0x2000000", EXPECT), None),
    ("ad-opcode-constant", fatal(AD + "U64", "opcode 0x2000000", EXPECT), None),
    ("ad-opcode-two-constant", fatal(AD + "U64", "opcode 0x40008", EXPECT), None),
    ("ad-type-other", fatal(AD + "U32", "GEX_DT_U64", "expected GEX_DT_U32"), None),
    ("ad-type-sign", fatal(AD + "I64", "GEX_DT_U64", "expected GEX_DT_I64"), None),
    ("ad-rank-3", fatal(AD + "U64", "rank 3", EXPECT), None),
    ("ad-rank-huge", fatal(AD + "U64", "rank 4294967295", EXPECT), None),
    ("ad-jobrank-3", fatal(AD + "U64", "jobrank 3", EXPECT), None),
    ("ad-addr-end", fatal(AD + "U64", "8 bytes", OUTSIDE, "rank 1", EXPECT), None),
    ("ad-addr-before", fatal(AD + "U64", OUTSIDE, EXPECT), None),
    ("ad-addr-null", fatal(AD + "U64", OUTSIDE, EXPECT), None),
    ("ad-addr-top", fatal(AD + "U64", OUTSIDE, EXPECT), None),
    ("ad-addr-stack", fatal(AD + "U64", OUTSIDE, EXPECT), None),
    ("ad-addr-nbi", fatal(AD + "U64", OUTSIDE, EXPECT), None),
    ("ad-odd-4", fatal(AD + "U64", "not aligned", "multiple of 8"), None),
    ("ad-odd-1", fatal(AD + "U64", "not aligned", "multiple of 8"), None),
    ("ad-odd-end", fatal(AD + "U64", "not aligned", "multiple of 8"), None),
    ("ad-odd-loop", fatal(AD + "U64", "not aligned", "multiple of 8"), None),
    ("ad-odd-float", fatal(AD + "FLT", "not aligned", "multiple of 4"), None),
    ("ad-result-null", fatal(AD + "U64", "result_p is NULL", EXPECT), ANY),
    ("ad-flags-odd", fatal(AD + "U64", "flags 0x400", EXPECT), ANY),
    ("ad-flags-both", fatal(AD + "U64", "flags 0x1800", EXPECT), ANY),
    ("ad-my-rank", fatal(AD + "U64", "GEX_FLAG_AD_MY_RANK", "rank 1", EXPECT), ANY),
    ("ad-handler", fatal(AD + "U64", HANDLER), ANY),
    ("ad-handler-create", fatal("gex_AD_Create", HANDLER), ANY),
    ("ad-hsl", fatal(AD + "U64", HELD), ANY),
]
FAR = {"GASNET_SUPERNODE_MAXSIZE": "1"}
BOUND = r"outside the segment of endpoint 1 of rank 1"
UNKNOWN = r"no segment that is known here at its endpoint"
LACKS_AM = r"endpoint 1, which rank 1 made without GEX_EP_CAPABILITY_AM; expected"
PAIRS = [  # with neighbours mapped and not
    ("ep-put-end", fatal("gex_RMA_PutBlocking", "8 bytes", BOUND, EXPECT), None),
    ("ep-put-after", fatal("gex_RMA_PutBlocking", "1 bytes", BOUND), None),
    ("ep-put-before", fatal("gex_RMA_PutBlocking", "8 bytes", BOUND), None),
    ("ep-put-wrap", fatal("gex_RMA_PutBlocking", "0xfffffffffffffffc", BOUND), None),
    ("ep-put-huge", fatal("gex_RMA_PutBlocking", "18446744073709547520 bytes", BOUND), None),
    ("ep-put-null", fatal("gex_RMA_PutBlocking", r"\(nil\)", BOUND), None),
    ("ep-put-other-rank", fatal("gex_RMA_PutBlocking", "endpoint 1 of rank 2"), None),
    ("ep-put-self-end", fatal("gex_RMA_PutBlocking", "2 bytes", "endpoint 1 of rank 0"), None),
    ("ep-put-unpublished", fatal("gex_RMA_PutBlocking", "rank 1", UNKNOWN + " 2", EXPECT), None),
    ("ep-put-index-3", fatal("gex_RMA_PutBlocking", UNKNOWN + " 3", EXPECT), None),
    ("ep-put-index-last", fatal("gex_RMA_PutBlocking", UNKNOWN, EXPECT), None),
    ("ep-put-index-huge", fatal("gex_RMA_PutBlocking", "endpoint 65535 of rank 1; expected 0 to"), None),
    ("ep-put-rank", fatal("gex_RMA_PutBlocking", "rank 3", EXPECT), None),
    ("ep-put-rank-huge", fatal("gex_RMA_PutBlocking", "rank 4294967295", EXPECT), None),
    ("ep-put-nb-end", fatal("gex_RMA_PutNB", "8 bytes", BOUND), None),
    ("ep-get-end", fatal("gex_RMA_GetBlocking", "8 bytes", BOUND), None),
    ("ep-val-end", fatal("gex_RMA_PutNBI", "8 bytes", BOUND), None),
    ("ep-get-val-end", fatal("gex_RMA_GetBlocking", "8 bytes", BOUND), None),
    ("ep-to-primordial-end", fatal("gex_RMA_PutBlocking", "8 bytes", OUTSIDE, "rank 1"), None),
    ("ep-put-destroyed", fatal("gex_RMA_PutBlocking", "rank 0", UNKNOWN + " 1"), None),
    ("ep-am-to", fatal("active message", "rank 0", LACKS_AM, rank=1), None),
    ("ep-am-from", fatal("gex_AM_RequestMedium", "endpoint 1 .*capabilities 0x1", EXPECT), None),
    ("ep-am-index-huge", fatal("gex_AM_RequestShort", "endpoint 40000 of rank 1", EXPECT), None),
    ("ep-am-long", fatal("active message", "rank 0", LACKS_AM, rank=1), None),
    ("ep-am-long-end", fatal("gex_AM_RequestLong", "8 bytes", "outside", "endpoint 1 of rank 1"), None),
    ("ep-am-unknown", fatal("active message", "endpoint 5, which rank 1 has not made", EXPECT, rank=1), None),
    ("ep-am-arguments", fatal("active message", r"of 1 argument .* handler 200 \(none\)", rank=1), None),
    ("ep-am-handler", fatal("active message", "handler 201", EXPECT, rank=1), None),
    ("ep-am-limit", fatal("gex_AM_MaxRequestMedium", "endpoint 1 .*capabilities 0x1"), ANY),
    ("ep-npam", fatal(r"gex_AM_\*RequestMedium", "endpoint 1 .*capabilities 0x1", EXPECT), None),
    ("ep-npam-long-end", fatal(r"gex_AM_\*RequestLong", "8 bytes", "outside", "endpoint 1 of rank 1"), None),
    ("ep-vis", fatal("gex_VIS_IndexedPutBlocking", "endpoint 1 .*capabilities 0x1", EXPECT), None),
    ("ep-vis-end", fatal(r"gex_VIS_IndexedPutBlocking \(destination entry 1\)", "outside the segment of endpoint 1"),
     None),
    ("ep-vis-strided-end", fatal("gex_VIS_StridedPutBlocking", "the destination reaches", EXPECT), None),
    ("ep-vis-unpublished", fatal("gex_VIS_IndexedPutBlocking", "rank 1", UNKNOWN + " 2", EXPECT), None),
    ("ep-barrier", fatal("gex_Coll_BarrierNB", EXPECT), None),
    ("ep-publish-pair", fatal("gex_EP_PublishBoundSegment", "TM-pair", EXPECT), None),
]
TABLE += [  # endpoints, segments and kinds as objects
    ("ep-publish-flags", fatal("gex_EP_PublishBoundSegment", "flags 0x1", EXPECT), SKIP),
    ("ep-publish-null", fatal("gex_EP_PublishBoundSegment", "1 endpoints", EXPECT), None),
    ("ep-publish-none", fatal("gex_EP_PublishBoundSegment", r"eps\[0\]"), None),
    ("ep-create-null", fatal("gex_EP_Create", EXPECT), None),
    ("ep-create-flags", fatal("gex_EP_Create", EXPECT), FINE),
    ("ep-segment-null", fatal("gex_Segment_Create", EXPECT), None),
    ("ep-segment-flags", fatal("gex_Segment_Create", "flags 0x1", EXPECT), FINE),
    ("ep-segment-client", fatal("gex_Segment_Create", EXPECT), None),
    ("ep-destroy-attached", fatal("gex_Segment_Destroy", "attached", EXPECT), None),
    ("ep-destroy-none", fatal("gex_Segment_Destroy", "nil", EXPECT), None),
    ("ep-destroy-twice", fatal("gex_Segment_Destroy", "not a segment", EXPECT), None),
    ("ep-handler-create", fatal("gex_EP_Create", HANDLER), ANY),
    ("mk-host", fatal("gex_MK_Create", "HOST", EXPECT), None),
    ("mk-null", fatal("gex_MK_Create", EXPECT), None),
    ("mk-no-args", fatal("gex_MK_Create", EXPECT), None),
    ("mk-destroy-host", fatal("gex_MK_Destroy", "GEX_MK_HOST", EXPECT), None),
    ("mk-destroy-none", fatal("gex_MK_Destroy", "GEX_MK_INVALID", EXPECT), None),
]
COLLECTIVE = [  # made by all ranks, each gets a code
    ("barrier-names", code(MISMATCH)), ("barrier-one-name", code(MISMATCH)),
    ("barrier-mismatch-flag", code(MISMATCH)), ("attach-odd", code(BAD_ARG)),
    ("attach-large", code(BAD_ARG)), ("attach-twice", code(NOT_INIT)),
    ("seginfo-preattach", code(NOT_INIT)), ("register-reserved", code(RESOURCE, BAD_ARG)),
    ("register-double", code(RESOURCE, BAD_ARG)), ("register-many", code(RESOURCE, BAD_ARG)),
    ("register-negative", code(RESOURCE, BAD_ARG)),
]
SINGLE = [  # made by rank 0, and the job goes on
    ("token-null", code(BAD_ARG)), ("init-twice", code(NOT_INIT)), ("waitmode", code(BAD_ARG)),
    ("seginfo-negative", code(BAD_ARG)), ("nodeinfo-negative", code(BAD_ARG)),
    ("hsl-14-lock-long", code(14)), ("hsl-15-trylock-long", code(15)),
    ("hsl-16-section-long", code(16)),
    ("fork-exit", child(3)), ("fork-_exit", child(4)), ("fork-gasnet_exit", child(5)),
    ("fork-exec", child(6)), ("fork-segv", child(139)), ("fork-abort", child(134)),
    ("fork-term", child(143)), ("fork-put", child(134)), ("fork-am", child(134)),
    ("fork-barrier", child(134)), ("fork-poll", child(134, 3)),
]
EARLY = "before gex_Client_Init or gasnet_init"


def both(table):
    """Cases of the checking and of the release library."""
    for name, debug, release in table:
        yield misuse(name, "dbg", debug)
        if release is not SKIP:
            yield misuse(name, "rel", release or debug)


def table_cases():
    yield from both(TABLE)
    for variant in ("dbg", "rel"):
        for name, expected in COLLECTIVE:
            yield misuse(name, variant, expected, calls=RANKS)
        for name, expected in SINGLE:
            yield misuse(name, variant, expected)
        yield misuse("barrier-name-changed", variant, code(0, MISMATCH), calls=RANKS)
        yield misuse("barrier-notify-twice", variant,
                     fatal("gasnet_barrier_notify", "second", EXPECT), guarded=[])


def near_and_far(table):
    for name, debug, release in table:
        for variant, expected in (("dbg", debug), ("rel", debug if release is None else release)):
            if expected is not SKIP:
                yield misuse(name, variant, expected)
                yield misuse(name, variant, expected, env=FAR, label=f"{name}-far")


def endpoint_cases():
    yield from near_and_far(PAIRS)


def atomics_cases():
    yield from near_and_far(ATOMICS)
    yield misuse("ad-my-nbrhd", "dbg", fatal(AD + "U64", "GEX_FLAG_AD_MY_NBRHD", "rank 1", EXPECT), env=FAR)
    yield misuse("ad-my-nbrhd", "rel", ANY, env=FAR)
    yield misuse("am-category-other", "rel",
                 fatal("active message", "rank 0 sent a Medium of 1 argument", "handler 210", rank=1),
                 env={**FAR, "GASNET_CONDUIT": "udp"}, label="am-category-from-network")
    yield misuse("ad-destroy-pending", "dbg", fatal("gex_AD_Destroy", "1 operations", EXPECT), env=FAR)
    yield misuse("ad-create-differs", "dbg", fatal("gex_AD_Create", "number 1", "rank 1", "every rank"),
                 guarded=[])
    yield misuse("ad-create-differs", "rel", ANY)
    for variant in ("dbg", "rel"):
        yield misuse("ad-preinit", variant, fatal("gex_AD_Create", EARLY), preinit=True, guarded=[])
        yield misuse("ad-no-segment", variant, fatal(AD + "U64", "segment"), guarded=[])


def index_cases():
    for index in (1, 2, 4, 5, 7, 127):
        for how, call in (("am-index", "RequestShort"), ("am-index-long", "RequestLong"),
                          ("am-index-medium", "RequestMedium"), ("reply-index", "ReplyMedium")):
            for variant in ("rel",) if index != 5 else ("rel", "dbg"):
                yield misuse(how, variant, fatal("gex_AM_" + call, f"index {index}", EXPECT),
                             args=[f"index={index}"], label=f"{how}-{index}")


def early_cases():
    for variant in ("dbg", "rel"):
        for name, call in (("poll-preinit", "gasnet_AMPoll"), ("am-preinit", "gex_AM_RequestShort"),
                           ("put-preinit", "gex_RMA_PutBlocking"),
                           ("get-preinit", "gex_RMA_GetBlocking"),
                           ("barrier-preinit", "gasnet_barrier_notify")):
            yield misuse(name, variant, fatal(call, EARLY), preinit=True, guarded=[])
        yield misuse("client-null", variant, fatal("gex_Client_Init", EXPECT), preinit=True, guarded=[])
        yield misuse("attach-preinit", variant, code(NOT_INIT), preinit=True)
        yield misuse("names-preinit", variant, code("GASNET_ERR_NOT_INIT"), preinit=True)
        yield misuse("put-no-segment", variant, fatal("gex_RMA_PutBlocking", "segment"), guarded=[])
        yield misuse("long-no-segment", variant, fatal("gex_AM_(Request)?Long", "segment"), guarded=[])
    yield misuse("client-flags", "dbg", fatal("gex_Client_Init", EXPECT), preinit=True, guarded=[])
    yield misuse("client-flags", "rel", FINE, preinit=True)
    here = r"misuse_job\.c:\d+"  # the client's place
    for name, call in (("poll-preinit", "gasnet_AMPoll"), ("am-preinit", "gex_AM_RequestShort"),
                       ("rank-preinit", "gasnet_mynode"), ("size-preinit", "gex_System_QueryJobSize"),
                       ("team-preinit", "gex_TM_QueryRank"), ("wait-preinit", "gex_Event_Wait"),
                       ("hold-preinit", "gasnet_hold_interrupts"), ("lock-preinit", "gex_HSL_Lock"),
                       ("medium-preinit", "gex_AM_RequestMedium"), ("until-preinit", "GASNET_BLOCKUNTIL"),
                       ("source-preinit", "gasnet_AMGetMsgSource")):
        yield misuse(name, "dbg", fatal(call, EARLY, here), preinit=True, guarded=[], label=f"{name}-place")
    between = "between gasnet_init and gasnet_attach"
    for name, call in (("poll-preattach", "gasnet_AMPoll"), ("am-preattach", "gex_AM_RequestShort"),
                       ("put-preattach", "gex_RMA_PutBlocking"),
                       ("get-preattach", "gex_RMA_GetBlocking"),
                       ("barrier-preattach", "gasnet_barrier_notify")):
        yield misuse(name, "dbg", fatal(call, between), guarded=[])
        yield misuse(name, "rel", ANY)


def callers():
    """More threads that call than a client was compiled for, seen by the checking library."""
    seq = r"called by another thread than the one that called init.*GASNET_SEQ"
    for do, said in (("second", r"callers\.c:\d+\): gasnet_AMPoll: " + seq),
                     ("second-am", r"callers\.c:\d+\): gasnet_AMRequestShort \(gex_AM_RequestShort\): " + seq),
                     ("second-coll", r"gasnet_coll_broadcast: " + seq)):
        yield Case(f"callers-{do}-seq", "callers-seq-dbg", [f"do={do}"], out=[], status=134, err=[said],
                   never=["fatal signal"])
    place = r"gasnet_\w+ at \S*callers\.c:\d+; expected one at a time .*GASNET_PARSYNC"
    yield Case("callers-two-parsync", "callers-parsync-dbg", ["do=two"], out=[], status=134, never=["fatal signal"],
               err=[r"callers\.c:\d+\): gasnet_\w+: called while another thread is in " + place])
    for do in ("second", "second-am", "turns"):
        yield Case(f"callers-{do}-parsync", "callers-parsync-dbg", [f"do={do}"], out=[])


# --- settings -------------------------------------------------------------------------------------

def setting(name, variable, value, *expressions, variant="rel", **more):
    """A bad setting: exactly one line that names it, status 1 and so no core file, and no rank starts."""
    def check(job):
        lines = job.stderr.splitlines()
        fatal_lines = [s for s in lines if "FATAL ERROR" in s]
        problems = []
        if len(fatal_lines) != 1:
            problems.append(f"{len(fatal_lines)} FATAL ERROR lines, expected 1")
        for e in (variable, "expected") + expressions:
            if not any(re.search(e, s) for s in fatal_lines):
                problems.append(f"no line has /{e}/")
        if job.status != 1:
            problems.append(f"status {job.status}, expected 1")
        return problems
    return Case(f"{name}-{variant}", f"misuse-{variant}", ["do=nothing"], ranks=RANKS, out=[], err=[],
                status=None, env={variable: value}, check=check, **more)


def settings():
    for value in ("0", "-1", "1000000000", "99999999999999999999", "four", "4x", "3.5", " "):
        yield setting(f"nodes={value}", "GASNET_PSHM_NODES", value)
    for variable, value in (("GASNET_QUIET", "maybe"), ("GASNET_BACKTRACE", "2"),
                            ("GASNET_MAX_THREADS", "abc"), ("GASNET_MAX_THREADS", "0"),
                            ("GASNET_MAX_THREADS", "100000"),
                            ("GASNET_HANG_SECONDS", "-1"), ("GASNET_HANG_SECONDS", "soon"),
                            ("GASNET_EXITTIMEOUT", "nan"), ("GASNET_WAIT", "never"),
                            ("GASNET_CONDUIT", "carrier-pigeon"), ("GASNET_MAX_SEGSIZE", "lots"),
                            ("GASNET_MAX_SEGSIZE", "-5"), ("GASNET_SUPERNODE_MAXSIZE", "x"),
                            ("GASNET_NO_CMA", "perhaps"), ("GASNET_SMP_SPAWNER", "teleport"),
                            ("GASNET_UDP_SECURITY", "much"), ("GASNET_UDP_GMAC", "quick"),
                            ("GASNET_HWLOC_QUERY", "core"),
                            ("GASNET_CONNECT", "hope"),
                            ("GASNET_VIS_ALGORITHM", "quickly"), ("GASNET_VIS_AMPIPE", "maybe"),
                            ("GASNET_VIS_REMOTECONTIG", "2"), ("GASNET_VIS_MAXCHUNK", "-5"),
                            ("GASNET_VIS_PUT_MAXCHUNK", "some"),
                            ("GASNET_VIS_GET_MAXCHUNK", "1.5.2")):
        yield setting(f"{variable}={value}", variable, value, re.escape(value))


def files_left(name, *names):
    def drive(job):
        job.expected_files |= set(names)
    return drive


def odd_settings():
    """Bad or unknown settings that must not hurt."""
    def nothing(name, variable, value, **more):
        return Case(name, "misuse-rel", ["do=nothing"], ranks=RANKS, out=[], status=0,
                    env={variable: value}, check=lambda job: guards(job, range(RANKS)), **more)
    yield nothing("unknown-variable", "GASNET_NO_SUCH_THING", "%&!")
    yield nothing("empty-variable", "GASNET_HANG_SECONDS", "")
    misspelt = r"\AWARNING: GASNET_MAX_SEGSZIE is not read by this library; did you mean GASNET_MAX_SEGSIZE\?\n\Z"
    yield Case("misspelt-variable", "misuse-rel", ["do=nothing"], ranks=RANKS, out=[], err=[misspelt],
               env={"GASNET_QUIET": None, "GASNET_MAX_SEGSZIE": "1MB", "GASNET_NO_SUCH_THING": "1"})
    yield nothing("misspelt-variable-quiet", "GASNET_MAX_SEGSZIE", "1MB")
    yield nothing("stats-full-disk", "GASNET_STATSFILE", "/dev/full",
                  err=["WARNING.*GASNET_STATSFILE.*/dev/full"], never=["FATAL"])
    yield nothing("stats-no-directory", "GASNET_STATSFILE", "/nonexistent/stats.%",
                  err=["WARNING.*GASNET_STATSFILE.*/nonexistent"], never=["FATAL"])
    for text in ("100000TB", "1/1", "8000000TB/P"):
        yield Case(f"segment-of-{text.replace('/', '_')}", "misuse-rel", ["do=attach-max"],
                   ranks=RANKS, out=[], status={0, 134}, err=[], never=["fatal signal"],
                   env={"GASNET_MAX_SEGSIZE": text}, check=one_result)
    yield misuse("threads", "rel", fatal("thread start", "GASNET_MAX_THREADS", "expected at most 4"),
                 env={"GASNET_MAX_THREADS": "4"})
    yield misuse("threads", "dbg", fatal("thread start", "GASNET_MAX_THREADS", "expected at most 4"),
                 env={"GASNET_MAX_THREADS": "4"})


def one_result(job):
    """All ranks got it, or all got a code; or a fatal line."""
    got = returned(job)
    if "FATAL ERROR" in job.stderr:
        return []
    if len(got) != RANKS or len(set(got)) != 1 or got[0] not in ("0", str(RESOURCE), str(BAD_ARG)):
        return [f"ranks got {got}"]
    return []


def cases(_have):
    from cases_vis import table_cases as vis_cases  # which itself uses what is above
    from cases_coll import table_cases as coll_cases
    for group in (table_cases, endpoint_cases, atomics_cases, index_cases, early_cases, callers, settings, odd_settings,
                  vis_cases, coll_cases):
        yield from group()
