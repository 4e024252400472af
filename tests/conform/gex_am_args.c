/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_am_args.c: the six families of fixed-payload messages and the four of negotiated-payload
 * messages with every number of arguments, by the numbered and by the counting names (gex-core 15,
 * 17, AMH-3).
 *
 * For each M there is a short and a payload handler. A request is answered by the same kind of
 * message with M other values; the handler tells request from reply by its token. Values depend on
 * M, on the position and on the direction, and include the extremes of the type.
 */
#include "gex_support.h"

static gex_AM_Arg_t value(int m, int reply, int i) {
  static const gex_AM_Arg_t extremes[] = {INT32_MIN, INT32_MAX, -1, 0};
  if ((m + i) % 5 == 0) return extremes[(m + i + reply) / 5 % 4];
  return (gex_AM_Arg_t)(2654435761u * (uint32_t)(1000 * reply + 17 * m + i + 1));
}

static void check_values(int m, int reply, const gex_AM_Arg_t *v) {
  int i;
  for (i = 0; i < m; i++) CHECK_EQ(v[i], value(m, reply, i));
}

/* How requests and replies are sent; from NEGOTIATED on there are no short ones. */
enum style { NUMBERED, COUNTING, NEGOTIATED, NEG_COUNTING, NEG_V2, NEG_V2_COUNTING, STYLES };
static enum style style;

/* Bytes with m arguments; -1: as many as m makes them. */
static int same_length = -1;
static size_t length_of(int m) {
  return same_length >= 0 ? (size_t)same_length : m % 4 == 3 ? 0 : (size_t)(m * 61 + 1);
}

/* M parameters, M names, and M values f(i), each with a leading comma. */
#define P0
#define P1 , gex_AM_Arg_t a0
#define P2 P1, gex_AM_Arg_t a1
#define P3 P2, gex_AM_Arg_t a2
#define P4 P3, gex_AM_Arg_t a3
#define P5 P4, gex_AM_Arg_t a4
#define P6 P5, gex_AM_Arg_t a5
#define P7 P6, gex_AM_Arg_t a6
#define P8 P7, gex_AM_Arg_t a7
#define P9 P8, gex_AM_Arg_t a8
#define P10 P9, gex_AM_Arg_t a9
#define P11 P10, gex_AM_Arg_t a10
#define P12 P11, gex_AM_Arg_t a11
#define P13 P12, gex_AM_Arg_t a12
#define P14 P13, gex_AM_Arg_t a13
#define P15 P14, gex_AM_Arg_t a14
#define P16 P15, gex_AM_Arg_t a15
#define V0
#define V1 , a0
#define V2 V1, a1
#define V3 V2, a2
#define V4 V3, a3
#define V5 V4, a4
#define V6 V5, a5
#define V7 V6, a6
#define V8 V7, a7
#define V9 V8, a8
#define V10 V9, a9
#define V11 V10, a10
#define V12 V11, a11
#define V13 V12, a12
#define V14 V13, a13
#define V15 V14, a14
#define V16 V15, a15
#define F0(f)
#define F1(f) , f(0)
#define F2(f) F1(f), f(1)
#define F3(f) F2(f), f(2)
#define F4(f) F3(f), f(3)
#define F5(f) F4(f), f(4)
#define F6(f) F5(f), f(5)
#define F7(f) F6(f), f(6)
#define F8(f) F7(f), f(7)
#define F9(f) F8(f), f(8)
#define F10(f) F9(f), f(9)
#define F11(f) F10(f), f(10)
#define F12(f) F11(f), f(11)
#define F13(f) F12(f), f(12)
#define F14(f) F13(f), f(13)
#define F15(f) F14(f), f(14)
#define F16(f) F15(f), f(15)
/* clang-format off */
#define EACH(X) \
  X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15) X(16)
/* clang-format on */

#define REQ(i) value(m, 0, i)
#define REP(i) value(m, 1, i)
#define NOW GEX_EVENT_NOW

/* Commits a descriptor of M arguments by the names of the style. */
#define COMMITS(M, way, WAY)                                                                       \
  static void commit_##way##_##M(gex_AM_SrcDesc_t sd, int is_long, size_t n, void *dest) {         \
    const int m = M, h = H_MEDLONG0 + M;                                                           \
    (void)m;                                                                                       \
    if (is_long && style == NEGOTIATED)                                                            \
      CONFORM_CALL(gex_AM_Commit##way##Long##M, (sd, h, n, dest F##M(WAY)));                       \
    else if (is_long && style == NEG_COUNTING)                                                     \
      CONFORM_CALL(gex_AM_Commit##way##Long, (sd, h, n, dest F##M(WAY)));                          \
    else if (is_long && style == NEG_V2)                                                           \
      CHECK_EQ(CONFORM_CALL(gex_AM_Commit##way##Long##M##_v2, (sd, h, n, dest, 0 F##M(WAY))), 0);  \
    else if (is_long)                                                                              \
      CHECK_EQ(CONFORM_CALL(gex_AM_Commit##way##Long_v2, (sd, h, n, dest, 0 F##M(WAY))), 0);       \
    else if (style == NEGOTIATED)                                                                  \
      CONFORM_CALL(gex_AM_Commit##way##Medium##M, (sd, h, n F##M(WAY)));                           \
    else if (style == NEG_COUNTING)                                                                \
      CONFORM_CALL(gex_AM_Commit##way##Medium, (sd, h, n F##M(WAY)));                              \
    else if (style == NEG_V2)                                                                      \
      CHECK_EQ(CONFORM_CALL(gex_AM_Commit##way##Medium##M##_v2, (sd, h, n, 0 F##M(WAY))), 0);      \
    else                                                                                           \
      CHECK_EQ(CONFORM_CALL(gex_AM_Commit##way##Medium_v2, (sd, h, n, 0 F##M(WAY))), 0);           \
  }
#define NEGOTIATES(M)                                                                              \
  COMMITS(M, Request, REQ)                                                                         \
  COMMITS(M, Reply, REP)                                                                           \
  static void reply_negotiated_##M(gex_Token_t token, int is_long, const void *buf, size_t n,      \
                                   void *dest) {                                                   \
    gex_AM_SrcDesc_t sd = is_long ? gex_AM_PrepareReplyLong(token, 0, n, n, dest, 0, 0, M)         \
                                  : gex_AM_PrepareReplyMedium(token, 0, n, n, 0, 0, M);            \
    memcpy(gex_AM_SrcDescAddr(sd), buf, n);                                                        \
    commit_Reply_##M(sd, is_long, n, dest);                                                        \
  }                                                                                                \
  static void send_negotiated_##M(gex_TM_t tm, gex_Rank_t to, const void *buf, void *dest) {       \
    const size_t n = length_of(M);                                                                 \
    gex_AM_SrcDesc_t sd = gex_AM_PrepareRequestMedium(tm, to, 0, n, n, 0, 0, M);                   \
    memcpy(gex_AM_SrcDescAddr(sd), buf, n);                                                        \
    commit_Request_##M(sd, 0, n, 0);                                                               \
    sd = gex_AM_PrepareRequestLong(tm, to, 0, n, n, dest, 0, 0, M);                                \
    memcpy(gex_AM_SrcDescAddr(sd), buf, n);                                                        \
    commit_Request_##M(sd, 1, n, dest);                                                            \
  }
EACH(NEGOTIATES)

/* Handlers with M arguments. */
#define HANDLERS(M)                                                                                \
  static void short_##M(gex_Token_t token P##M) {                                                  \
    const gex_AM_Arg_t v[] = {0 V##M};                                                             \
    const int m = M, h = H_SHORT0 + M;                                                             \
    (void)m;                                                                                       \
    if (!gex_is_request(token)) {                                                                  \
      check_values(M, 1, v + 1);                                                                   \
      conform_add(&gex_count[C_ARGS], 1);                                                          \
      return;                                                                                      \
    }                                                                                              \
    check_values(M, 0, v + 1);                                                                     \
    if (style == COUNTING)                                                                         \
      CHECK_EQ(CONFORM_CALL(gex_AM_ReplyShort, (token, h, 0 F##M(REP))), 0);                       \
    else                                                                                           \
      CHECK_EQ(CONFORM_CALL(gex_AM_ReplyShort##M, (token, h, 0 F##M(REP))), 0);                    \
  }                                                                                                \
  static void medlong_##M(gex_Token_t token, void *buf, size_t n P##M) {                           \
    const gex_AM_Arg_t v[] = {0 V##M};                                                             \
    const int m = M, h = H_MEDLONG0 + M, is_long = gex_is_long(token);                             \
    void *dest = gex_slot(gex_source(token), conform_rank());                                      \
    (void)m;                                                                                       \
    check_payload(token, M, buf, n);                                                               \
    if (!gex_is_request(token)) {                                                                  \
      check_values(M, 1, v + 1);                                                                   \
      conform_add(&gex_count[C_ARGS], 1);                                                          \
      return;                                                                                      \
    }                                                                                              \
    check_values(M, 0, v + 1);                                                                     \
    if (style >= NEGOTIATED)                                                                       \
      reply_negotiated_##M(token, is_long, buf, n, dest);                                          \
    else if (style == COUNTING && is_long)                                                         \
      CHECK_EQ(CONFORM_CALL(gex_AM_ReplyLong, (token, h, buf, n, dest, NOW, 0 F##M(REP))), 0);     \
    else if (style == COUNTING)                                                                    \
      CHECK_EQ(CONFORM_CALL(gex_AM_ReplyMedium, (token, h, buf, n, NOW, 0 F##M(REP))), 0);         \
    else if (is_long)                                                                              \
      CHECK_EQ(CONFORM_CALL(gex_AM_ReplyLong##M, (token, h, buf, n, dest, NOW, 0 F##M(REP))), 0);  \
    else                                                                                           \
      CHECK_EQ(CONFORM_CALL(gex_AM_ReplyMedium##M, (token, h, buf, n, NOW, 0 F##M(REP))), 0);      \
  }

/* Payload and, for a long message, its place: requests land in the second half of the slot. */
static void check_payload(gex_Token_t token, int m, const void *buf, size_t n) {
  const char *slot = gex_slot(conform_rank(), gex_source(token));
  CHECK_EQ(n, length_of(m));
  CHECK_EQ(conform_differs(buf, n, (uint64_t)m), -1);
  if (gex_is_long(token))
    CHECK((const char *)buf == slot + (gex_is_request(token) ? SLOT_BYTES / 2 : 0));
}

/* One request of each category with M arguments; three replies come. */
#define SENDERS(M)                                                                                 \
  static void send_numbered_##M(gex_TM_t tm, gex_Rank_t to, const void *buf, void *dest) {         \
    const int m = M, h = H_MEDLONG0 + M;                                                           \
    const size_t n = length_of(M);                                                                 \
    (void)m;                                                                                       \
    CHECK_EQ(CONFORM_CALL(gex_AM_RequestShort##M, (tm, to, H_SHORT0 + M, 0 F##M(REQ))), 0);        \
    CHECK_EQ(CONFORM_CALL(gex_AM_RequestMedium##M, (tm, to, h, buf, n, NOW, 0 F##M(REQ))), 0);     \
    CHECK_EQ(CONFORM_CALL(gex_AM_RequestLong##M, (tm, to, h, buf, n, dest, NOW, 0 F##M(REQ))), 0); \
  }                                                                                                \
  static void send_counting_##M(gex_TM_t tm, gex_Rank_t to, const void *buf, void *dest) {         \
    const int m = M, h = H_MEDLONG0 + M;                                                           \
    const size_t n = length_of(M);                                                                 \
    (void)m;                                                                                       \
    CHECK_EQ(CONFORM_CALL(gex_AM_RequestShort, (tm, to, H_SHORT0 + M, 0 F##M(REQ))), 0);           \
    CHECK_EQ(CONFORM_CALL(gex_AM_RequestMedium, (tm, to, h, buf, n, NOW, 0 F##M(REQ))), 0);        \
    CHECK_EQ(CONFORM_CALL(gex_AM_RequestLong, (tm, to, h, buf, n, dest, NOW, 0 F##M(REQ))), 0);    \
  }

EACH(HANDLERS)
EACH(SENDERS)

typedef void (*sender)(gex_TM_t, gex_Rank_t, const void *, void *);
#define IN_NUMBERED(M) send_numbered_##M,
#define IN_COUNTING(M) send_counting_##M,
#define IN_NEGOTIATED(M) send_negotiated_##M,
static const sender senders[3][17] = {{EACH(IN_NUMBERED)},
                                      {EACH(IN_COUNTING)},
                                      {EACH(IN_NEGOTIATED)}};

/* The slot of one target holds one long payload at a time: the next request to it waits for the
 * replies to the last. */
static void send_all(gex_TM_t tm, enum style how) {
  char buf[17 * 61];
  gex_Rank_t r;
  int m;
  style = how;
  conform_barrier();
  for (m = 0; m <= 16; m++) {
    conform_fill(buf, length_of(m), (uint64_t)m);
    for (r = 0; r < conform_size(); r++)
      senders[how < NEGOTIATED ? how : NEGOTIATED][m](tm, r, buf,
                                                      gex_slot(r, conform_rank()) + SLOT_BYTES / 2);
    memset(buf, 0, sizeof buf); /* NOW: the source is ours again */
    GEX_TAKE(C_ARGS, (how < NEGOTIATED ? 3 : 2) * conform_size());
  }
  gex_check_settled(C_ARGS);
}

static void test_numbered(void) { send_all(conform_tm(), NUMBERED); }
static void test_counting(void) { send_all(conform_tm(), COUNTING); }
/* About a cache line, where arguments and payload meet. */
static void test_lengths(void) {
  int n;
  for (n = 32; n <= 68; n++) {
    same_length = n;
    send_all(conform_tm(), NUMBERED);
    conform_barrier(); /* nothing of this length is under way when it changes */
  }
  same_length = -1;
}
static void test_pair(void) { send_all(gex_TM_Pair(conform_ep(), 0), NUMBERED); }
static void test_negotiated(void) {
  int how;
  for (how = NEGOTIATED; how < STYLES; how++) send_all(conform_tm(), (enum style)how);
  send_all(gex_TM_Pair(conform_ep(), 0), NEG_V2);
}

gex_AM_Entry_t conform_gex_am_args_handlers[] = {
#define ENTRIES(M)                                                                                 \
  CONFORM_ENTRY(H_SHORT0 + M, short_##M, GEX_FLAG_AM_SHORT, M),                                    \
      CONFORM_ENTRY(H_MEDLONG0 + M, medlong_##M, GEX_FLAG_AM_MEDLONG, M),
    EACH(ENTRIES){0, 0, 0, 0, 0, 0}};

const struct conform_test conform_gex_am_args[] = {
    {"gex_am_numbered", "gex-core 15, AMH-2, AMH-3", test_numbered, 0},
    {"gex_am_counting", "gex-core 15, AMH-2, AMH-3", test_counting, 0},
    {"gex_am_lengths", "gex-core 15, AMH-3", test_lengths, 0},
    {"gex_am_negotiated", "gex-core 17, NP-7, NP-10, AMH-3", test_negotiated, 0},
    {"gex_am_pair", "gex-core PAIR-3, PAIR-4", test_pair, 0},
    {0, 0, 0, 0}};
