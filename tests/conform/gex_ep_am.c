/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_ep_am.c: active messages between endpoints of which one is not the primordial one, or neither
 * is (gex-core 10.1, 12 to 17, PAIR-3): each has handlers of its own, replies go to the endpoint
 * that asked, and longs to the segment of the endpoint. Both tables have the index H_EP_DATA, with
 * data of the client that say whose it is; and H_PING and H_BUMP, which the other groups have at
 * the primordial one.
 */
#include "gex_ep.h"

#include <stddef.h>

/* A segment has parts for longs of the previous rank, of this one, and for replies. */
enum { PART = 3 << 17, SIZE = 3 * PART, MOST = 200000 };
enum { H_MANY_DATA = 250, H_MANY, H_NOTHING, H_EP }; /* handlers of the second endpoint alone */
/* `how` of a message: the ends that are second endpoints, what the reply is. */
enum { TO = 1, FROM = 2, SHORT = 4, MEDIUM = 8, LONG = 16, NEGOTIATED = 32 };
static gex_EP_t eps[2];
static char *own; /* the second one's segment */
static conform_count_t answered;

static const size_t sizes[] = {0, 1, 8, 47, 48, 49, 100, 1000, 8000, MOST};
enum { SIZES = sizeof sizes / sizeof *sizes };

/* --- handlers ------------------------------------------------------------- */

/* The endpoint that has received it is the one that was meant, and so is its table. */
static void check_token(gex_Token_t token, int how, int is_long) {
  gex_Token_Info_t info;
  gex_TI_t got = gex_Token_Info(token, &info, GEX_TI_ALL);
  int here;
  CHECK_EQ(got & (GEX_TI_SRCRANK | GEX_TI_EP), GEX_TI_SRCRANK | GEX_TI_EP);
  if (!(got & GEX_TI_IS_REQ) || !(got & GEX_TI_ENTRY)) return;
  here = info.gex_is_req ? (how & TO) != 0 : (how & FROM) != 0;
  CHECK(info.gex_ep == eps[here]);
  CHECK(info.gex_entry->gex_cdata == &eps[here]);
  if (got & GEX_TI_IS_LONG) CHECK_EQ(info.gex_is_long, is_long);
}

static void negotiated_reply(gex_Token_t token, const void *buf, size_t n, int how,
                             gex_AM_Arg_t seed, gex_AM_Arg_t hi, gex_AM_Arg_t lo) {
  int is_long = (how & LONG) != 0, client = n && seed & 1;
  const void *from = client ? buf : 0;
  gex_Event_t *lc = client ? GEX_EVENT_NOW : 0;
  gex_AM_SrcDesc_t sd = is_long ? gex_AM_PrepareReplyLong(token, from, n, n, 0, lc, 0, 4)
                                : gex_AM_PrepareReplyMedium(token, from, n, n, lc, 0, 4);
  if (n && !client) memcpy(gex_AM_SrcDescAddr(sd), buf, n);
  if (is_long)
    gex_AM_CommitReplyLong4(sd, H_EP_DATA, n, gex_ptr(hi, lo), how, seed, hi, lo);
  else
    gex_AM_CommitReplyMedium4(sd, H_EP_DATA, n, how, seed, hi, lo);
}

static void reply(gex_Token_t token, const void *buf, size_t n, int how, gex_AM_Arg_t seed,
                  gex_AM_Arg_t hi, gex_AM_Arg_t lo) {
  if (how & NEGOTIATED)
    negotiated_reply(token, buf, n, how, seed, hi, lo);
  else if (how & SHORT)
    CHECK_EQ(gex_AM_ReplyShort4(token, H_EP, 0, how, seed, hi, lo), 0);
  else if (how & MEDIUM)
    CHECK_EQ(gex_AM_ReplyMedium4(token, H_EP_DATA, buf, n, GEX_EVENT_NOW, 0, how, seed, hi, lo), 0);
  else if (how & LONG)
    CHECK_EQ(gex_AM_ReplyLong4(token, H_EP_DATA, buf, n, gex_ptr(hi, lo), GEX_EVENT_NOW, 0, how,
                               seed, hi, lo),
             0);
}

static void on_short(gex_Token_t token, gex_AM_Arg_t how, gex_AM_Arg_t seed, gex_AM_Arg_t hi,
                     gex_AM_Arg_t lo) {
  check_token(token, how, 0);
  if (gex_is_request(token))
    reply(token, 0, 0, how, seed, hi, lo);
  else
    conform_add(&answered, 1);
}

/* Where requests put their payload that come from `source` to this rank. */
static char *own_place(int how, gex_Rank_t source) {
  char *base = how & TO ? own : gex_at(conform_rank(), AREA_PREV);
  return base + (source == conform_rank()) * PART;
}

static void on_data(gex_Token_t token, void *buf, size_t n, gex_AM_Arg_t how, gex_AM_Arg_t seed,
                    gex_AM_Arg_t hi, gex_AM_Arg_t lo) {
  int is_long = gex_is_long(token);
  check_token(token, how, is_long);
  CHECK_EQ(conform_differs(buf, n, (uint32_t)seed), -1);
  if (gex_is_request(token)) {
    if (is_long && n) CHECK(buf == own_place(how, gex_source(token)));
    reply(token, buf, n, how, seed, hi, lo);
    return;
  }
  if (is_long && n) CHECK(buf == gex_ptr(hi, lo));
  conform_add(&answered, 1);
}

/* AMH-3: sixteen arguments, the most there are. */
static void on_many(gex_Token_t token, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
                    gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
                    gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10,
                    gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13, gex_AM_Arg_t a14,
                    gex_AM_Arg_t a15) {
  const gex_AM_Arg_t got[16] = {a0, a1, a2,  a3,  a4,  a5,  a6,  a7,
                                a8, a9, a10, a11, a12, a13, a14, a15};
  int i;
  for (i = 0; i < 16; i++) CHECK_EQ(got[i], a0 - 1000000 * i);
  if (!gex_is_request(token))
    conform_add(&answered, 1);
  else
    CHECK_EQ(gex_AM_ReplyShort16(token, H_MANY, 0, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11,
                                 a12, a13, a14, a15),
             0);
}
static void on_many_data(gex_Token_t token, void *buf, size_t n, gex_AM_Arg_t a0, gex_AM_Arg_t a1,
                         gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
                         gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9,
                         gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13,
                         gex_AM_Arg_t a14, gex_AM_Arg_t a15) {
  CHECK_EQ(conform_differs(buf, n, 99), -1);
  on_many(token, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15);
}
static void on_nothing(gex_Token_t token) {
  (void)token;
  conform_add(&answered, 1);
}

/* A short request of the primordial endpoint; a short reply from there. */
static void on_ping(gex_Token_t token, gex_AM_Arg_t counter) {
  check_token(token, TO, 0);
  CHECK_EQ(gex_AM_ReplyShort1(token, H_BUMP, 0, counter), 0);
}
static void on_bump(gex_Token_t token, gex_AM_Arg_t counter) {
  check_token(token, FROM, 0);
  CHECK_EQ(counter, C_EP);
  conform_add(&answered, 1);
}

gex_AM_Entry_t conform_gex_ep_am_handlers[] = {{H_EP_DATA, (gex_AM_Fn_t)on_data,
                                                GEX_FLAG_AM_MEDLONG | GEX_FLAG_AM_REQREP, 4,
                                                &eps[0], "ep"},
                                               {0, 0, 0, 0, 0, 0}};

/* --- sending -------------------------------------------------------------- */

static int set_up(void) {
  gex_AM_Entry_t entries[] = {
      {H_EP_DATA, (gex_AM_Fn_t)on_data, GEX_FLAG_AM_MEDLONG | GEX_FLAG_AM_REQREP, 4, &eps[1], "ep"},
      {H_EP, (gex_AM_Fn_t)on_short, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQREP, 4, &eps[1], 0},
      {H_PING, (gex_AM_Fn_t)on_ping, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST, 1, &eps[1], 0},
      {H_BUMP, (gex_AM_Fn_t)on_bump, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REPLY, 1, &eps[1], 0},
      {H_MANY_DATA, (gex_AM_Fn_t)on_many_data, GEX_FLAG_AM_MEDLONG | GEX_FLAG_AM_REQUEST, 16, 0, 0},
      {H_MANY, (gex_AM_Fn_t)on_many, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQREP, 16, 0, 0},
      {H_NOTHING, (gex_AM_Fn_t)on_nothing, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST, 0, 0, 0}};
  if (eps[1] != GEX_EP_INVALID) return 1;
  eps[0] = conform_ep();
  eps[1] = gex_ep_capable(GEX_EP_CAPABILITY_RMA | GEX_EP_CAPABILITY_AM, SIZE, entries,
                          sizeof entries / sizeof *entries);
  if (eps[1] != GEX_EP_INVALID) own = gex_Segment_QueryAddr(gex_EP_QuerySegment(eps[1]));
  conform_barrier();
  return eps[1] != GEX_EP_INVALID;
}

/* What joins the ends of `how`: the caller's endpoint, and that of the other rank. */
static gex_TM_t pair(int how) {
  return gex_TM_Pair(eps[(how & FROM) != 0], gex_EP_QueryIndex(eps[(how & TO) != 0]));
}

static char *place(int is_second, gex_Rank_t rank, int part) {
  size_t offset = (size_t)part * PART;
  return is_second ? gex_ep_base(eps[1], rank) + offset : gex_at(rank, AREA_PREV + offset);
}
static char *request_place(int how, gex_Rank_t to) {
  return place((how & TO) != 0, to, to == conform_rank());
}
static char *reply_place(int how) { return place((how & FROM) != 0, conform_rank(), 2); }

static void request(gex_TM_t tm, gex_Rank_t to, int kind, const char *buf, size_t n, int how,
                    gex_AM_Arg_t seed, gex_Event_t *lc) {
  char *dest = request_place(how, to), *back = reply_place(how);
  gex_AM_Arg_t hi = gex_hi(back), lo = gex_lo(back);
  if (kind == SHORT)
    CHECK_EQ(gex_AM_RequestShort4(tm, to, H_EP, 0, how, seed, hi, lo), 0);
  else if (kind == MEDIUM)
    CHECK_EQ(gex_AM_RequestMedium4(tm, to, H_EP_DATA, buf, n, lc, 0, how, seed, hi, lo), 0);
  else
    CHECK_EQ(gex_AM_RequestLong4(tm, to, H_EP_DATA, buf, n, dest, lc, 0, how, seed, hi, lo), 0);
}

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

/* The longest that goes there as `kind`, and comes back as `back`. */
static size_t limit(gex_TM_t tm, gex_Rank_t to, int kind, int back) {
  size_t n = MOST;
  if (kind == MEDIUM) n = least(n, gex_AM_MaxRequestMedium(tm, to, GEX_EVENT_NOW, 0, 4));
  if (kind == LONG) n = least(n, gex_AM_MaxRequestLong(tm, to, GEX_EVENT_NOW, 0, 4));
  if (back & MEDIUM) n = least(n, gex_AM_MaxReplyMedium(tm, to, GEX_EVENT_NOW, 0, 4));
  if (back & LONG) n = least(n, gex_AM_MaxReplyLong(tm, to, GEX_EVENT_NOW, 0, 4));
  /* The kernel alone takes longer replies to memory of the program (gasnet_core(7)). */
  return getenv("GASNET_NO_CMA") ? least(n, 65536) : n;
}

static void finish(int n) {
  conform_wait_until(conform_get(&answered) >= n);
  conform_add(&answered, -n);
}

static void settle(void) {
  int i;
  conform_barrier();
  for (i = 0; i < 20; i++) gasnet_AMPoll();
  CHECK_EQ(conform_get(&answered), 0);
}

/* One message there and back. */
static void trip(gex_TM_t tm, gex_Rank_t to, int kind, int how, size_t n) {
  static char buf[MOST];
  gex_AM_Arg_t seed = (gex_AM_Arg_t)conform_rand();
  gex_Event_t event = GEX_EVENT_INVALID;
  int with_event = seed & 2;
  if (kind == SHORT) n = 0;
  conform_fill(buf, n, (uint32_t)seed);
  request(tm, to, kind, buf, n, how, seed, with_event ? &event : GEX_EVENT_NOW);
  if (n && with_event && kind != SHORT) gex_Event_Wait(event);
  memset(buf, 0xee, n);
  finish(1);
  if (how & LONG) CHECK_EQ(conform_differs(reply_place(how), n, (uint32_t)seed), -1);
}

/* FP-1, FP-4, FP-5, FP-9, FP-10, TOK-2, NP-1: every kind of message between both endpoints, there
 * and back. */
static void test_ways(void) {
  static const int backs[] = {SHORT, MEDIUM, LONG, MEDIUM | NEGOTIATED, LONG | NEGOTIATED};
  int ends, kind, b, i;
  if (!set_up()) return;
  for (ends = 1; ends < 4; ends++)
    for (kind = SHORT; kind <= LONG; kind *= 2)
      for (b = 0; b < 5; b++)
        for (i = 0; i < 2 * SIZES; i++) {
          gex_Rank_t to = i % 2 ? conform_rank() : conform_next();
          gex_TM_t tm = pair(ends);
          if ((kind == SHORT || backs[b] == SHORT) && ends != (TO | FROM)) continue;
          trip(tm, to, kind, ends | backs[b], least(sizes[i / 2], limit(tm, to, kind, backs[b])));
        }
  settle();
}

/* A short, whose reply is a short for H_BUMP. */
static int ping(int ends, gex_Rank_t to, gex_Flags_t flags) {
  return gex_AM_RequestShort1(pair(ends), to, H_PING, flags, C_EP);
}
/* Waits for their replies, which go to the endpoint that sent the ping. */
static void finish_pings(int from_second, int from_first) {
  finish(from_second);
  GEX_TAKE(C_EP, from_first);
}

static void test_shorts(void) {
  int ends, i;
  if (!set_up()) return;
  for (ends = 1; ends < 4; ends++)
    for (i = 0; i < 20; i++) {
      CHECK_EQ(ping(ends, i % 2 ? conform_rank() : conform_next(), 0), 0);
      finish_pings((ends & FROM) != 0, (ends & FROM) == 0);
    }
  settle();
  gex_check_settled(C_EP);
}

/* AMH-3: no argument, and sixteen. */
static void test_args(void) {
  static char buf[6000];
  gex_Rank_t to[2] = {conform_next(), conform_rank()};
  gex_TM_t tm;
  int i, t;
  if (!set_up()) return;
  tm = pair(TO | FROM);
  conform_fill(buf, sizeof buf, 99);
#define MANY(a)                                                                                    \
  a, a - 1000000, a - 2000000, a - 3000000, a - 4000000, a - 5000000, a - 6000000, a - 7000000,    \
      a - 8000000, a - 9000000, a - 10000000, a - 11000000, a - 12000000, a - 13000000,            \
      a - 14000000, a - 15000000
  for (t = 0; t < 2; t++)
    for (i = 0; i < 60; i++) {
      size_t n = (size_t)(i < 50 ? i : i * 100);
      char *dest = request_place(TO, to[t]);
      CHECK_EQ(gex_AM_RequestShort0(tm, to[t], H_NOTHING, 0), 0);
      CHECK_EQ(CONFORM_CALL(gex_AM_RequestShort16, (tm, to[t], H_MANY, 0, MANY(i))), 0);
      CHECK_EQ(CONFORM_CALL(gex_AM_RequestMedium16,
                            (tm, to[t], H_MANY_DATA, buf, n, GEX_EVENT_NOW, 0, MANY(i))),
               0);
      CHECK_EQ(CONFORM_CALL(gex_AM_RequestLong16,
                            (tm, to[t], H_MANY_DATA, buf, n, dest, GEX_EVENT_NOW, 0, MANY(i))),
               0);
      finish(4); /* three replies, and the message without arguments that comes to this rank */
    }
  settle();
}

/* AML-1, AML-3..6: limits of pairs. */
static void test_limits(void) {
  int ends;
  if (!set_up()) return;
  for (ends = 1; ends < 4; ends++) {
    gex_TM_t tm = pair(ends);
    CHECK(gex_AM_MaxRequestMedium(tm, conform_next(), GEX_EVENT_NOW, 0, 16) >= 512);
    CHECK(gex_AM_MaxReplyMedium(tm, GEX_RANK_INVALID, GEX_EVENT_NOW, 0, 16) >= 512);
    CHECK(gex_AM_MaxRequestLong(tm, GEX_RANK_INVALID, GEX_EVENT_NOW, 0, 16) >= 512);
    CHECK(gex_AM_MaxRequestMedium(tm, conform_next(), GEX_EVENT_NOW, 0, 0) >=
          gex_AM_LUBRequestMedium());
    CHECK(gex_AM_MaxReplyLong(tm, conform_next(), GEX_EVENT_NOW, 0, 0) >= gex_AM_LUBReplyLong());
  }
}

/* FP-7, FP-8: many at a time, among messages of the primordial endpoints; also with IMMEDIATE. */
static void test_flood(void) {
  int n = 3000 / (int)conform_size(), i, sent[2] = {0, 0}; /* by either endpoint */
  static char buf[300];
  gex_Rank_t r;
  if (!set_up()) return;
  conform_fill(buf, sizeof buf, 7);
  for (i = 0; i < n; i++)
    for (r = 0; r < conform_size(); r++) {
      int ends = i % 4, tries = 0; /* 0: from primordial to primordial */
      if (i % 5 == 0 && ends) {
        request(pair(ends), r, MEDIUM, buf, sizeof buf, ends | MEDIUM, 7, GEX_EVENT_NOW);
        sent[1]++; /* its reply counts as one to the second */
        continue;
      }
      while (ping(ends, r, i % 7 ? 0 : GEX_FLAG_IMMEDIATE)) conform_try_pause(tries++);
      sent[(ends & FROM) != 0]++;
    }
  finish_pings(sent[1], sent[0]);
  settle();
  gex_check_settled(C_EP);
}

/* NP-1, NP-2, NP-7, NP-11: negotiated requests. */
static void negotiated(gex_TM_t tm, gex_Rank_t to, int is_long, int client, size_t n, int how) {
  static char buf[MOST];
  gex_AM_Arg_t seed = (gex_AM_Arg_t)conform_rand();
  char *dest = request_place(how, to), *back = reply_place(how);
  const void *from = client ? buf : 0;
  gex_Event_t *lc = client ? GEX_EVENT_NOW : 0;
  int tries;
  for (tries = 0; tries < 2; tries++) { /* the first is cancelled */
    gex_AM_SrcDesc_t sd = is_long ? gex_AM_PrepareRequestLong(tm, to, from, n, n, 0, lc, 0, 4)
                                  : gex_AM_PrepareRequestMedium(tm, to, from, n, n, lc, 0, 4);
    CHECK_EQ(gex_AM_SrcDescSize(sd), n);
    conform_fill(gex_AM_SrcDescAddr(sd), n, (uint32_t)seed);
    if (tries == 0 && is_long)
      CHECK_EQ(gex_AM_CancelRequestLong(sd, 0), 0);
    else if (tries == 0)
      CHECK_EQ(gex_AM_CancelRequestMedium(sd, 0), 0);
    else if (is_long)
      gex_AM_CommitRequestLong4(sd, H_EP_DATA, n, dest, how, seed, gex_hi(back), gex_lo(back));
    else
      gex_AM_CommitRequestMedium4(sd, H_EP_DATA, n, how, seed, gex_hi(back), gex_lo(back));
  }
  finish(1);
}
static void test_negotiated(void) {
  int ends, i, way;
  if (!set_up()) return;
  for (ends = 1; ends < 4; ends++)
    for (way = 0; way < 8; way++)
      for (i = 0; i < SIZES; i++) {
        int is_long = way & 1, how = ends | NEGOTIATED | (way & 2 ? LONG : MEDIUM);
        gex_TM_t tm = pair(ends);
        gex_Rank_t to = i % 2 ? conform_rank() : conform_next();
        size_t n = least(sizes[i], limit(tm, to, is_long ? LONG : MEDIUM, how));
        if (n) negotiated(tm, to, is_long, way & 4, least(n, 60000), how);
      }
  settle();
}

/* TM-9: a team whose members are such endpoints, in reverse. */
static void test_team(void) {
  gex_EP_Location_t list[GEX_MAX_RANKS];
  gex_TM_t tm = GEX_TM_INVALID;
  gex_Rank_t i, n = conform_size();
  if (!set_up()) return;
  for (i = 0; i < n; i++) {
    list[i].gex_rank = n - 1 - i;
    list[i].gex_ep_index = gex_EP_QueryIndex(eps[1]);
  }
  gex_TM_Create(&tm, 1, conform_tm(), list, n, 0, 0,
                GEX_FLAG_TM_NO_SCRATCH | GEX_FLAG_RANK_IS_JOBRANK);
  for (i = 0; i < n; i++) {
    CHECK(gex_AM_MaxRequestMedium(tm, i, GEX_EVENT_NOW, 0, 4) >= 512);
    CHECK_EQ(gex_AM_RequestShort4(tm, i, H_EP, 0, TO | FROM | SHORT, (gex_AM_Arg_t)i, 0, 0), 0);
    CHECK_EQ(gex_AM_RequestMedium4(tm, i, H_EP_DATA, &i, 0, GEX_EVENT_NOW, 0, TO | FROM | MEDIUM, 5,
                                   0, 0),
             0);
  }
  finish(2 * (int)n);
  gex_TM_Destroy(tm, 0, 0);
  settle();
}

/* THR-1: from several threads. */
static void talk(int t, void *arg) {
  int i;
  (void)arg;
  for (i = 0; i < 300; i++)
    CHECK_EQ(ping((i + t) % 4, (conform_rank() + (gex_Rank_t)i) % conform_size(), 0), 0);
}
static void test_threads(void) {
  if (!set_up()) return;
  conform_threads(4, talk, 0);
  finish_pings(600, 600);
  settle();
  gex_check_settled(C_EP);
}

const struct conform_test conform_gex_ep_am[] = {
    {"gex_ep_am_ways", "gex-core PAIR-3, FP-1, FP-4, FP-5, FP-9, FP-10, TOK-2", test_ways, 0},
    {"gex_ep_am_shorts", "gex-core PAIR-3, FP-1, FP-9, FP-10, TOK-2", test_shorts, 0},
    {"gex_ep_am_args", "gex-core AMH-3, AMREG-6", test_args, 0},
    {"gex_ep_am_limits", "gex-core AML-1, AML-3, AML-5, AML-6", test_limits, 0},
    {"gex_ep_am_flood", "gex-core FP-1, FP-7, FP-8", test_flood, 0},
    {"gex_ep_am_negotiated", "gex-core NP-1, NP-2, NP-7, NP-11", test_negotiated, 0},
    {"gex_ep_am_team", "gex-core TM-9", test_team, 0},
    {"gex_ep_am_threads", "gex-core THR-1", test_threads, CONFORM_PAR_ONLY},
    {0, 0, 0, 0}};
