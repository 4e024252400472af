/* SPDX-License-Identifier: BSD-3-Clause
 *
 * g1_am.c: the seven message families of GASNet-1, each with 0 to 16 arguments, in the numbered and
 * in the un-suffixed form, from every rank to every rank.
 *
 * A message's arguments, payload and destination follow from (family, M, sender, receiver), so that
 * a handler knows what must arrive without being told. A short request is answered by a short
 * reply with the same M, and so on; requests and replies share the 34 handlers.
 */
#include "conform.h"

enum { H_SHORT = 132, H_PAYLOAD = 149, MAX_M = 16 };
enum { SHORT, MEDIUM, LONG, LONG_ASYNC, FAMILIES };
enum { SLOT = 32 << 10, ASYNC_AT = 8 << 10, REPLY_AT = 4 << 20 };

/* The un-suffixed forms are in use. Changed only while no message is under way. */
static int variadic;
static conform_count_t requests_seen[FAMILIES][MAX_M + 1], replies_seen[FAMILIES][MAX_M + 1];

static size_t payload_size(int family, int m, int is_reply) {
  return (size_t)(1 + m * (family == MEDIUM ? 61 : 173) + 5 * is_reply);
}

static uint64_t payload_seed(int family, int m, gasnet_node_t from, int is_reply) {
  return (uint64_t)family * 1000003u + (uint64_t)m * 1009u + from * 31u + (uint64_t)is_reply * 7u;
}

static gasnet_handlerarg_t argument(int family, int m, int k, gasnet_node_t from, int is_reply) {
  uint64_t x = payload_seed(family == LONG_ASYNC ? LONG : family, m, from, is_reply);
  x = (x + (uint64_t)k * 0x9e3779b9u) * 0xff51afd7ed558ccdu;
  return (gasnet_handlerarg_t)(uint32_t)(x >> 29);
}

/* Where on `to` a long message from `from` goes. Deliberately unaligned. */
static char *long_dest(int family, int m, gasnet_node_t from, gasnet_node_t to, int is_reply) {
  return (char *)conform_seg(to) + (is_reply ? REPLY_AT : 0) + (size_t)from * SLOT +
         (family == LONG_ASYNC ? ASYNC_AT : 0) + (size_t)m * 3;
}

static void send_reply(gasnet_token_t token, int family, int m, gasnet_node_t to);

/* All that the 34 handlers do. */
static void on_message(gasnet_token_t token, int family, char *buf, size_t n, int m,
                       const gasnet_handlerarg_t *args) {
  gex_Token_Info_t info;
  gasnet_node_t from = GEX_RANK_INVALID;
  int k, is_reply;
  memset(&info, 0, sizeof info);
  gex_Token_Info(token, &info, GEX_TI_IS_REQ | GEX_TI_IS_LONG);
  is_reply = !info.gex_is_req;
  CHECK_EQ(gasnet_AMGetMsgSource(token, &from), GASNET_OK);
  CHECK(from < gasnet_nodes());
  if (family != SHORT) {
    family = info.gex_is_long ? LONG : MEDIUM;
    if (family == LONG && buf == long_dest(LONG_ASYNC, m, from, gasnet_mynode(), is_reply))
      family = LONG_ASYNC;
    if (family != MEDIUM) CHECK(buf == long_dest(family, m, from, gasnet_mynode(), is_reply));
    CHECK_EQ(n, payload_size(family, m, is_reply));
    CHECK_EQ(conform_differs(buf, n, payload_seed(family, m, from, is_reply)), -1);
  }
  for (k = 0; k < m; k++) CHECK_EQ(args[k], argument(family, m, k, from, is_reply));
  if (is_reply) {
    conform_add(&replies_seen[family][m], 1);
  } else {
    conform_add(&requests_seen[family][m], 1);
    send_reply(token, family, m, from);
  }
}

/* Lists of M parameters, of their names, and of the M values to send. */
#define ARG(k) gasnet_handlerarg_t a##k
#define P0
#define P1 , ARG(0)
#define P2 P1, ARG(1)
#define P3 P2, ARG(2)
#define P4 P3, ARG(3)
#define P5 P4, ARG(4)
#define P6 P5, ARG(5)
#define P7 P6, ARG(6)
#define P8 P7, ARG(7)
#define P9 P8, ARG(8)
#define P10 P9, ARG(9)
#define P11 P10, ARG(10)
#define P12 P11, ARG(11)
#define P13 P12, ARG(12)
#define P14 P13, ARG(13)
#define P15 P14, ARG(14)
#define P16 P15, ARG(15)
#define N0 0
#define N1 a0
#define N2 N1, a1
#define N3 N2, a2
#define N4 N3, a3
#define N5 N4, a4
#define N6 N5, a5
#define N7 N6, a6
#define N8 N7, a7
#define N9 N8, a8
#define N10 N9, a9
#define N11 N10, a10
#define N12 N11, a11
#define N13 N12, a12
#define N14 N13, a13
#define N15 N14, a14
#define N16 N15, a15
#define V0
#define V1 , v[0]
#define V2 V1, v[1]
#define V3 V2, v[2]
#define V4 V3, v[3]
#define V5 V4, v[4]
#define V6 V5, v[5]
#define V7 V6, v[6]
#define V8 V7, v[7]
#define V9 V8, v[8]
#define V10 V9, v[9]
#define V11 V10, v[10]
#define V12 V11, v[11]
#define V13 V12, v[12]
#define V14 V13, v[13]
#define V15 V14, v[14]
#define V16 V15, v[15]
/* clang-format off */
#define FOR_ALL_M(X) \
  X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15) X(16)
/* clang-format on */

#define HANDLERS(M)                                                                                \
  static void short_##M(gasnet_token_t token P##M) {                                               \
    gasnet_handlerarg_t args[] = {N##M};                                                           \
    on_message(token, SHORT, 0, 0, M, args);                                                       \
  }                                                                                                \
  static void payload_##M(gasnet_token_t token, void *buf, size_t n P##M) {                        \
    gasnet_handlerarg_t args[] = {N##M};                                                           \
    on_message(token, MEDIUM, buf, n, M, args);                                                    \
  }
FOR_ALL_M(HANDLERS)

struct message {
  gasnet_node_t to;
  void *src;
  size_t n;
  void *dst;
  gasnet_handlerarg_t v[MAX_M];
};

#define REQUESTS(M)                                                                                \
  static int request_##M(int family, const struct message *q) {                                    \
    const gasnet_handlerarg_t *v = q->v;                                                           \
    (void)v;                                                                                       \
    switch (family + FAMILIES * variadic) {                                                        \
    case SHORT: return CONFORM_CALL(gasnet_AMRequestShort##M, (q->to, H_SHORT + M V##M));          \
    case MEDIUM:                                                                                   \
      return CONFORM_CALL(gasnet_AMRequestMedium##M, (q->to, H_PAYLOAD + M, q->src, q->n V##M));   \
    case LONG:                                                                                     \
      return CONFORM_CALL(gasnet_AMRequestLong##M,                                                 \
                          (q->to, H_PAYLOAD + M, q->src, q->n, q->dst V##M));                      \
    case LONG_ASYNC:                                                                               \
      return CONFORM_CALL(gasnet_AMRequestLongAsync##M,                                            \
                          (q->to, H_PAYLOAD + M, q->src, q->n, q->dst V##M));                      \
    case FAMILIES + SHORT:                                                                         \
        return CONFORM_CALL(gasnet_AMRequestShort, (q->to, H_SHORT + M, M V##M));                  \
    case FAMILIES + MEDIUM:                                                                        \
      return CONFORM_CALL(gasnet_AMRequestMedium, (q->to, H_PAYLOAD + M, q->src, q->n, M V##M));   \
    case FAMILIES + LONG:                                                                          \
      return CONFORM_CALL(gasnet_AMRequestLong,                                                    \
                          (q->to, H_PAYLOAD + M, q->src, q->n, q->dst, M V##M));                   \
    default:                                                                                       \
      return CONFORM_CALL(gasnet_AMRequestLongAsync,                                               \
                          (q->to, H_PAYLOAD + M, q->src, q->n, q->dst, M V##M));                   \
    }                                                                                              \
  }                                                                                                \
  static int reply_##M(gasnet_token_t token, int family, const struct message *q) {                \
    const gasnet_handlerarg_t *v = q->v;                                                           \
    (void)v;                                                                                       \
    switch (family + FAMILIES * variadic) {                                                        \
    case SHORT: return CONFORM_CALL(gasnet_AMReplyShort##M, (token, H_SHORT + M V##M));            \
    case MEDIUM:                                                                                   \
      return CONFORM_CALL(gasnet_AMReplyMedium##M, (token, H_PAYLOAD + M, q->src, q->n V##M));     \
    case LONG:                                                                                     \
    case LONG_ASYNC:                                                                               \
      return CONFORM_CALL(gasnet_AMReplyLong##M,                                                   \
                          (token, H_PAYLOAD + M, q->src, q->n, q->dst V##M));                      \
    case FAMILIES + SHORT: return CONFORM_CALL(gasnet_AMReplyShort, (token, H_SHORT + M, M V##M)); \
    case FAMILIES + MEDIUM:                                                                        \
      return CONFORM_CALL(gasnet_AMReplyMedium, (token, H_PAYLOAD + M, q->src, q->n, M V##M));     \
    default:                                                                                       \
      return CONFORM_CALL(gasnet_AMReplyLong,                                                      \
                          (token, H_PAYLOAD + M, q->src, q->n, q->dst, M V##M));                   \
    }                                                                                              \
  }
FOR_ALL_M(REQUESTS)

#define REQUEST_OF(M) request_##M,
static int (*const request_of[])(int, const struct message *) = {FOR_ALL_M(REQUEST_OF)};
#define REPLY_OF(M) reply_##M,
static int (*const reply_of[])(gasnet_token_t, int, const struct message *) = {FOR_ALL_M(REPLY_OF)};

static void prepare(struct message *q, int family, int m, gasnet_node_t to, int is_reply,
                    char *space) {
  int k;
  q->to = to;
  q->n = payload_size(family, m, is_reply);
  q->src = space;
  q->dst = long_dest(family, m, gasnet_mynode(), to, is_reply);
  conform_fill(space, q->n, payload_seed(family, m, gasnet_mynode(), is_reply));
  for (k = 0; k < MAX_M; k++) q->v[k] = argument(family, m, k, gasnet_mynode(), is_reply);
}

static void send_reply(gasnet_token_t token, int family, int m, gasnet_node_t to) {
  char space[4096];
  struct message q;
  prepare(&q, family, m, to, 1, space);
  CHECK_EQ(reply_of[m](token, family, &q), GASNET_OK);
}

static void clear_seen(void) {
  memset(requests_seen, 0, sizeof requests_seen);
  memset(replies_seen, 0, sizeof replies_seen);
}

/* Every rank sends one request of every M to every rank and waits for the answers. */
static void run_family(int family) {
  int m, expected = (int)conform_size();
  gasnet_node_t to;
  for (m = 0; m <= MAX_M; m++) {
    char *space[2];
    space[0] = malloc(2 * 4096);
    space[1] = space[0] + 4096;
    for (to = 0; to < gasnet_nodes(); to++) {
      struct message q;
      prepare(&q, family, m, to, 0, space[0] + (family == LONG_ASYNC ? 1 : 0));
      CHECK_EQ(request_of[m](family, &q), GASNET_OK);
      /* C10.4: the source may be changed as soon as the call returns, except LongAsync's. */
      if (family != LONG_ASYNC) memset(q.src, 0x5a, q.n);
    }
    conform_wait_until(conform_get(&replies_seen[family][m]) >= expected);
    free(space[0]);
  }
}

static void run_families(int form, int first, int last) {
  int family, m;
  clear_seen();
  variadic = form;
  conform_barrier();
  for (family = first; family <= last; family++) run_family(family);
  conform_barrier();
  gasnet_AMPoll();
  conform_barrier();
  for (family = first; family <= last; family++)
    for (m = 0; m <= MAX_M; m++) {
      CHECK_EQ(conform_get(&requests_seen[family][m]), conform_size());
      CHECK_EQ(conform_get(&replies_seen[family][m]), conform_size());
    }
  variadic = 0;
}

static void numbered_short(void) { run_families(0, SHORT, SHORT); }
static void numbered_medium(void) { run_families(0, MEDIUM, MEDIUM); }
static void numbered_long(void) { run_families(0, LONG, LONG); }
static void numbered_long_async(void) { run_families(0, LONG_ASYNC, LONG_ASYNC); }
static void counted_short(void) { run_families(1, SHORT, SHORT); }
static void counted_medium(void) { run_families(1, MEDIUM, MEDIUM); }
static void counted_long(void) { run_families(1, LONG, LONG); }
static void counted_long_async(void) { run_families(1, LONG_ASYNC, LONG_ASYNC); }

#define ENTRIES(M)                                                                                 \
  CONFORM_ENTRY(H_SHORT + M, short_##M, GEX_FLAG_AM_SHORT, M),                                     \
      CONFORM_ENTRY(H_PAYLOAD + M, payload_##M, GEX_FLAG_AM_MEDLONG, M),
gex_AM_Entry_t conform_g1_am_handlers[] = {FOR_ALL_M(ENTRIES){0, 0, 0, 0, 0, 0}};

const struct conform_test conform_g1_am[] = {
    {"g1_am_short_M", "gasnet1-core 10.3, C10.1, C10.11, C10.16", numbered_short, 0},
    {"g1_am_medium_M", "gasnet1-core 10.3, C10.4, C10.12, C10.16", numbered_medium, 0},
    {"g1_am_long_M", "gasnet1-core 10.3, C10.8, C10.12, C10.16", numbered_long, 0},
    {"g1_am_longasync_M", "gasnet1-core 10.3, C10.10", numbered_long_async, 0},
    {"g1_am_short_counted", "gasnet1-core 10.3 un-suffixed forms", counted_short, 0},
    {"g1_am_medium_counted", "gasnet1-core 10.3 un-suffixed forms", counted_medium, 0},
    {"g1_am_long_counted", "gasnet1-core 10.3 un-suffixed forms", counted_long, 0},
    {"g1_am_longasync_counted", "gasnet1-core 10.3 un-suffixed forms", counted_long_async, 0},
    {0, 0, 0, 0}};
