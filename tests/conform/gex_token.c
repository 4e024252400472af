/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_token.c: limits of messages, what a token tells, what a handler may call (gex-core 7.2, 13,
 * 14).
 *
 * Every rank tells every other its limits, so that symmetry (AML-4) and agreement (AML-3) can be
 * checked from both ends.
 */
#include "gex_support.h"

typedef size_t (*max_fn)(gex_TM_t, gex_Rank_t, const gex_Event_t *, gex_Flags_t, unsigned);
#define WRAP(name)                                                                                 \
  static size_t name(gex_TM_t tm, gex_Rank_t rank, const gex_Event_t *lc, gex_Flags_t flags,       \
                     unsigned nargs) {                                                             \
    return gex_AM_##name(tm, rank, lc, flags, nargs);                                              \
  }
WRAP(MaxRequestMedium)
WRAP(MaxReplyMedium)
WRAP(MaxRequestLong)
WRAP(MaxReplyLong)
static const max_fn queries[4] = {MaxRequestMedium, MaxReplyMedium, MaxRequestLong, MaxReplyLong};

static size_t lub(int kind) {
  switch (kind) {
  case 0: return gex_AM_LUBRequestMedium();
  case 1: return gex_AM_LUBReplyMedium();
  case 2: return gex_AM_LUBRequestLong();
  default: return gex_AM_LUBReplyLong();
  }
}

static int is_request(int kind) { return kind % 2 == 0; }

/* AML-5 (>= 512, monotone, stable), AML-6 (LUB) of one query with one lc_opt and flags. */
static void check_series(int kind, gex_TM_t tm, gex_Rank_t rank, const gex_Event_t *lc,
                         gex_Flags_t flags) {
  size_t before = (size_t)-1, here;
  unsigned n;
  for (n = 0; n <= gex_AM_MaxArgs(); n++) {
    here = queries[kind](tm, rank, lc, flags, n);
    CHECK(here >= 512);
    CHECK(here <= before);
    if (!(flags & (GEX_FLAG_AM_PREPARE_LEAST_CLIENT | GEX_FLAG_AM_PREPARE_LEAST_ALLOC)))
      CHECK(here >= lub(kind));
    CHECK(queries[kind](tm, rank, lc, flags, n) == here);
    before = here;
  }
}

static void test_series(void) {
  static gex_Event_t some;
  const gex_Event_t *lcs[] = {GEX_EVENT_NOW, &some, 0, GEX_EVENT_GROUP};
  gex_Rank_t ranks[] = {0, conform_rank(), conform_next(), conform_size() - 1, GEX_RANK_INVALID};
  gex_TM_t pair = gex_TM_Pair(conform_ep(), 0);
  int kind, lc, r;
  CHECK(gex_AM_MaxArgs() >= 16);
  for (kind = 0; kind < 4; kind++) {
    CHECK(lub(kind) >= 512);
    for (lc = 0; lc < (is_request(kind) ? 4 : 3); lc++)
      for (r = 0; r < 5; r++) {
        check_series(kind, conform_tm(), ranks[r], lcs[lc], 0);
        check_series(kind, conform_tm(), ranks[r], lcs[lc], GEX_FLAG_IMMEDIATE);
        check_series(kind, pair, ranks[r], lcs[lc], 0);
      }
    for (r = 0; r < 5; r++) {
      check_series(kind, conform_tm(), ranks[r], &some, GEX_FLAG_AM_PREPARE_LEAST_CLIENT);
      check_series(kind, conform_tm(), ranks[r], 0, GEX_FLAG_AM_PREPARE_LEAST_ALLOC);
    }
  }
}

/* AML-4: a TM-pair names the same endpoint and gets the same answer; a least over all is a
 * least. */
static void test_pair(void) {
  gex_TM_t pair = gex_TM_Pair(conform_ep(), 0);
  gex_Rank_t r;
  unsigned n;
  int kind;
  for (kind = 0; kind < 4; kind++)
    for (n = 0; n <= 16; n += 4) {
      size_t least = (size_t)-1;
      for (r = 0; r < conform_size(); r++) {
        size_t one = queries[kind](conform_tm(), r, GEX_EVENT_NOW, 0, n);
        CHECK(queries[kind](pair, r, GEX_EVENT_NOW, 0, n) == one);
        if (one < least) least = one;
      }
      CHECK(queries[kind](conform_tm(), GEX_RANK_INVALID, GEX_EVENT_NOW, 0, n) <= least);
      CHECK(queries[kind](pair, GEX_RANK_INVALID, GEX_EVENT_NOW, 0, n) ==
            queries[kind](conform_tm(), GEX_RANK_INVALID, GEX_EVENT_NOW, 0, n));
    }
}

/* AML-3, AML-4 across processes: what I say about you is what you say about me. */
static void test_symmetric(void) {
  gex_Rank_t r;
  int kind;
  for (kind = 0; kind < 4; kind++) {
    for (r = 0; r < conform_size(); r++) {
      size_t to = queries[kind](conform_tm(), r, GEX_EVENT_NOW, 0, 5);
      size_t all = queries[kind](conform_tm(), GEX_RANK_INVALID, GEX_EVENT_NOW, 0, 5);
      gex_tell(r, C_LIMITS, 0, gex_hi((void *)to), gex_lo((void *)to), gex_hi((void *)all),
               gex_lo((void *)all));
    }
    GEX_TAKE(C_LIMITS, conform_size());
    for (r = 0; r < conform_size(); r++) {
      size_t back = (size_t)gex_ptr(gex_told[r][0], gex_told[r][1]);
      size_t all = (size_t)gex_ptr(gex_told[r][2], gex_told[r][3]);
      CHECK_EQ(back, queries[kind](conform_tm(), r, GEX_EVENT_NOW, 0, 5));
      CHECK_EQ(all, queries[kind](conform_tm(), GEX_RANK_INVALID, GEX_EVENT_NOW, 0, 5));
    }
    gex_check_settled(C_LIMITS);
  }
}

/* gex-core 0: an entry point may be a macro but evaluates each argument once. */
static void test_once(void) {
  int a = 0, b = 0, c = 0, d = 0, e = 0;
  gex_Rank_t me = conform_rank();
  CHECK(gex_AM_MaxRequestMedium((a++, conform_tm()), (b++, me), (c++, GEX_EVENT_NOW), (d++, 0),
                                (unsigned)e++) >= 512);
  CHECK(a == 1 && b == 1 && c == 1 && d == 1 && e == 1);
  CHECK(gex_AM_MaxReplyLong((a++, conform_tm()), (b++, me), (c++, GEX_EVENT_NOW), (d++, 0),
                            (unsigned)e++) >= 512);
  CHECK(a == 2 && b == 2 && c == 2 && d == 2 && e == 2);
  CHECK_EQ(gex_AM_RequestShort((a++, conform_tm()), (b++, me), (gex_AM_Index_t)(c++, H_BUMP),
                               (gex_Flags_t)(d++, 0), (e++, C_TOKEN)),
           0);
  CHECK(a == 3 && b == 3 && c == 3 && d == 3 && e == 3);
  GEX_TAKE(C_TOKEN, 1);
  gex_check_settled(C_TOKEN);
}

/* The limits that a token gives its request handler agree with those of the pair of endpoints. */
static void limits_handler(gex_Token_t token, gex_AM_Arg_t counter) {
  static gex_Event_t some;
  const gex_Event_t *lcs[] = {GEX_EVENT_NOW, &some};
  gex_Rank_t from = gex_source(token);
  gex_TM_t tm = conform_tm();
  unsigned n;
  int i;
  for (i = 0; i < 2; i++)
    for (n = 0; n <= gex_AM_MaxArgs(); n++) {
      CHECK_EQ(gex_Token_MaxReplyMedium(token, lcs[i], 0, n),
               gex_AM_MaxReplyMedium(tm, from, lcs[i], 0, n));
      CHECK_EQ(gex_Token_MaxReplyLong(token, lcs[i], 0, n),
               gex_AM_MaxReplyLong(tm, from, lcs[i], 0, n));
      CHECK(gex_Token_MaxReplyMedium(token, lcs[i], GEX_FLAG_IMMEDIATE, n) >= 512);
      CHECK(gex_Token_MaxReplyLong(token, 0, GEX_FLAG_AM_PREPARE_LEAST_ALLOC, n) >= 512);
    }
  CHECK_EQ(gex_AM_ReplyShort1(token, H_BUMP, 0, counter), 0);
}

static void test_token_limits(void) {
  gex_Rank_t r;
  for (r = 0; r < conform_size(); r++)
    CHECK_EQ(gex_AM_RequestShort1(conform_tm(), r, H_LIMITS, 0, C_LIMITS), 0);
  GEX_TAKE(C_LIMITS, conform_size());
  gex_check_settled(C_LIMITS);
}

/* TOK-1..3: every mask alone and all together; the same with a lock held. */
static void check_token(gex_Token_t token, int is_req, int is_long, gex_AM_Index_t index,
                        gex_Rank_t from) {
  static gex_HSL_t lock = GEX_HSL_INITIALIZER;
  gex_TI_t mask, got;
  for (mask = 0; mask <= GEX_TI_ALL; mask++) {
    gex_Token_Info_t info;
    memset(&info, 0xa5, sizeof info);
    if (mask & 1) gex_HSL_Lock(&lock);
    got = gex_Token_Info(token, &info, mask);
    if (mask & 1) gex_HSL_Unlock(&lock);
    CHECK_EQ(got & mask, mask); /* all five are announced by GASNET_SUPPORTS_TI_* */
    if (got & GEX_TI_SRCRANK) CHECK_EQ(info.gex_srcrank, from);
    if (got & GEX_TI_EP) CHECK(info.gex_ep == conform_ep());
    if (got & GEX_TI_IS_REQ) CHECK_EQ(info.gex_is_req, is_req);
    if (got & GEX_TI_IS_LONG) CHECK_EQ(info.gex_is_long, is_long);
    if (got & GEX_TI_ENTRY) CHECK_EQ(info.gex_entry->gex_index, index);
  }
}

/* medium or long (kind: 0 short 1 medium 2 long; sender) */
static void token_handler(gex_Token_t token, void *buf, size_t n, gex_AM_Arg_t kind,
                          gex_AM_Arg_t from) {
  void *back = gex_slot((gex_Rank_t)from, conform_rank());
  CHECK_EQ(gex_source(token), from);
  check_token(token, 1, kind == 2, H_TOKEN, (gex_Rank_t)from);
  if (kind == 2)
    CHECK_EQ(gex_AM_ReplyLong1(token, H_TOKEN_BACK, buf, n, back, GEX_EVENT_NOW, 0, kind), 0);
  else
    CHECK_EQ(gex_AM_ReplyMedium1(token, H_TOKEN_BACK, buf, n, GEX_EVENT_NOW, 0, kind), 0);
}

static void token_back_handler(gex_Token_t token, void *buf, size_t n, gex_AM_Arg_t kind) {
  (void)buf;
  CHECK_EQ(n, 100);
  check_token(token, 0, kind == 2, H_TOKEN_BACK, gex_source(token));
  conform_add(&gex_count[C_TOKEN], 1);
}

static void test_token(void) {
  char buf[100];
  gex_Rank_t r;
  memset(buf, 1, sizeof buf);
  for (r = 0; r < conform_size(); r++) {
    CHECK_EQ(gex_AM_RequestMedium2(conform_tm(), r, H_TOKEN, buf, 100, GEX_EVENT_NOW, 0, 1,
                                   (gex_AM_Arg_t)conform_rank()),
             0);
    CHECK_EQ(gex_AM_RequestLong2(conform_tm(), r, H_TOKEN, buf, 100,
                                 gex_slot(r, conform_rank()) + SLOT_BYTES / 2, GEX_EVENT_NOW, 0, 2,
                                 (gex_AM_Arg_t)conform_rank()),
             0);
  }
  GEX_TAKE(C_TOKEN, 2 * conform_size());
  gex_check_settled(C_TOKEN);
}

static void context_handler(gex_Token_t token, gex_AM_Arg_t counter) {
  check_token(token, 1, 0, H_CONTEXT, gex_source(token));
  conform_add(&gex_count[counter], 1);
}

static void test_token_short(void) {
  CHECK_EQ(gex_AM_RequestShort1(conform_tm(), conform_next(), H_CONTEXT, 0, C_CONTEXT), 0);
  CHECK_EQ(gex_AM_RequestShort1(conform_tm(), conform_rank(), H_CONTEXT, 0, C_CONTEXT), 0);
  GEX_TAKE(C_CONTEXT, 2);
  gex_check_settled(C_CONTEXT);
}

/* 7.2: every call that restricted context allows, once in a handler and once with a lock held. */
static void restricted_calls(void) {
  gex_RankInfo_t *info;
  gex_Rank_t n, i;
  gex_EP_t ep;
  void *owner;
  int verbose = gex_System_GetVerboseErrors();
  gex_System_SetVerboseErrors(verbose ? 1 : 0);
  CHECK(gasnet_mynode() == gex_System_QueryJobRank() &&
        gasnet_nodes() == gex_System_QueryJobSize());
  gasnet_QueryGexObjects(0, &ep, 0, 0);
  CHECK(ep == conform_ep());
  gex_System_QueryNbrhdInfo(&info, &n, &i);
  CHECK_EQ(info[i].gex_jobrank, conform_rank());
  gex_System_QueryHostInfo(&info, &n, &i);
  CHECK_EQ(info[i].gex_jobrank, conform_rank());
  gex_System_QueryMyPosition(&n, &i, 0, 0);
  CHECK(i < n);
  CHECK(gex_System_QueryMaxThreads() >= 1);
  CHECK(gex_System_QueryHiddenAMConcurrencyLevel() >= 0);
  gex_EP_SetCData(conform_ep(), &n);
  CHECK(gex_EP_QueryCData(conform_ep()) == &n);
  gex_EP_SetCData(conform_ep(), 0);
  CHECK(gex_Client_QueryCData(conform_client()) == 0);
  CHECK(gex_TM_QueryCData(conform_tm()) == 0);
  CHECK(gex_Client_QueryName(conform_client()) != 0);
  CHECK(gex_Client_QueryFlags(conform_client()) & GEX_FLAG_USES_GASNET1);
  CHECK(gex_EP_QueryClient(conform_ep()) == conform_client());
  CHECK(gex_EP_QuerySegment(conform_ep()) == conform_segment());
  CHECK_EQ(gex_EP_QueryIndex(conform_ep()), 0);
  CHECK(gex_TM_QueryEP(conform_tm()) == conform_ep());
  CHECK(gex_TM_QueryRank(conform_tm()) < gex_TM_QuerySize(conform_tm()));
  CHECK(gex_TM_Pair(conform_ep(), 0) != conform_tm());
  CHECK(gex_AM_LUBRequestMedium() >= 512);
  CHECK(gex_AM_MaxReplyLong(conform_tm(), 0, GEX_EVENT_NOW, 0, 0) >= 512);
  if (!CONFORM_EVERYTHING) {
    CHECK(gex_EP_QueryBoundSegmentNB(conform_tm(), conform_rank(), &owner, 0, 0,
                                     GEX_FLAG_IMMEDIATE) == GEX_EVENT_INVALID);
    CHECK(owner == conform_seg(conform_rank()));
    CHECK(gex_Segment_QueryAddr(conform_segment()) == owner);
  }
}

void (*gex_restricted_also)(void);
static void restricted_handler(gex_Token_t token, gex_AM_Arg_t counter) {
  gex_HSL_t lock;
  restricted_calls();
  if (gex_restricted_also) gex_restricted_also();
  gex_HSL_Init(&lock);
  gex_HSL_Lock(&lock);
  restricted_calls();
  gex_HSL_Unlock(&lock);
  CHECK_EQ(gex_HSL_Trylock(&lock), GASNET_OK);
  gex_HSL_Unlock(&lock);
  gex_HSL_Destroy(&lock);
  CHECK_EQ(gex_AM_ReplyShort1(token, H_BUMP, 0, counter), 0);
}

static void test_restricted(void) {
  CHECK_EQ(gex_AM_RequestShort1(conform_tm(), conform_next(), H_RESTRICTED, 0, C_CONTEXT), 0);
  GEX_TAKE(C_CONTEXT, 1);
  gex_check_settled(C_CONTEXT);
}

gex_AM_Entry_t conform_gex_token_handlers[] = {
    {H_CONTEXT, (gex_AM_Fn_t)context_handler, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST, 1, 0, "ctx"},
    {H_TOKEN, (gex_AM_Fn_t)token_handler, GEX_FLAG_AM_MEDLONG | GEX_FLAG_AM_REQUEST, 2, 0, "tok"},
    {H_TOKEN_BACK, (gex_AM_Fn_t)token_back_handler, GEX_FLAG_AM_MEDLONG | GEX_FLAG_AM_REPLY, 1, 0,
     0},
    CONFORM_ENTRY(H_LIMITS, limits_handler, GEX_FLAG_AM_SHORT, 1),
    CONFORM_ENTRY(H_RESTRICTED, restricted_handler, GEX_FLAG_AM_SHORT, 1),
    {0, 0, 0, 0, 0, 0}};

const struct conform_test conform_gex_token[] = {
    {"gex_limits_series", "gex-core AML-1, AML-2, AML-5, AML-6", test_series, 0},
    {"gex_limits_pair", "gex-core AML-3, AML-4, PAIR-4", test_pair, 0},
    {"gex_limits_symmetric", "gex-core AML-3, AML-4, CTX-2", test_symmetric, 0},
    {"gex_limits_once", "gex-core 0", test_once, 0},
    {"gex_limits_token", "gex-core 13", test_token_limits, 0},
    {"gex_token_info", "gex-core TOK-1, TOK-2, TOK-3", test_token, 0},
    {"gex_token_short", "gex-core TOK-1, TOK-2", test_token_short, 0},
    {"gex_restricted_calls", "gex-core 7.2", test_restricted, 0},
    {0, 0, 0, 0}};
