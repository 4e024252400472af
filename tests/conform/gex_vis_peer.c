/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_vis_peer.c: peer completion: a handler at the target runs once for each armed put, with its
 * payload, when the put's data is there (gex-vis 4; checklist 7).
 *
 * Every put of a round goes to a place of its own at the target. What the target's handler must
 * find there follows from the round's number, which is in the payload where that is long enough,
 * and which all ranks agree on by a barrier where it is not.
 */
#include "gex_vis.h"

#include <sched.h>

enum { PLACES = 48, ROOM = 4096, NO_ROUND = 4 };
static struct vis_shape shapes[VIS_KINDS]; /* the same on every rank */
static uint32_t round_now;

static const struct vis_shape *shape_of(uint32_t round) { return &shapes[round % VIS_KINDS]; }

static void make_shapes(void) {
  struct rng r = {conform_rand_common()};
  do vis_make_vector(&shapes[VIS_VECTOR], &r, ROOM);
  while (!shapes[VIS_VECTOR].total);
  do vis_make_indexed(&shapes[VIS_INDEXED], &r, ROOM);
  while (!shapes[VIS_INDEXED].total);
  do vis_make_strided(&shapes[VIS_STRIDED], &r, ROOM, 4);
  while (!shapes[VIS_STRIDED].total);
}

static void free_shapes(void) {
  int k;
  for (k = 0; k < VIS_KINDS; k++) vis_free(&shapes[k]);
}

static char *place(gex_Rank_t at, int from_self, uint32_t round) {
  return gex_at(at, from_self ? AREA_SELF : AREA_PREV) + (size_t)(round % PLACES) * ROOM;
}

/* What the target's window holds after the put of this round. */
static unsigned char *expected(uint32_t round) {
  const struct vis_shape *s = shape_of(round);
  unsigned char *want = memset(vis_alloc(s->dst.window), 0x5a, s->dst.window);
  unsigned char *src = vis_alloc(s->src.window);
  conform_fill(src, s->src.window, round);
  vis_expect(s, want, src);
  free(src);
  return want;
}

/* The payload: the round's number, as far as it goes, then a pattern. */
static void fill_payload(unsigned char *payload, size_t n, uint32_t round) {
  conform_fill(payload, n, round + 1000);
  if (n >= NO_ROUND) memcpy(payload, &round, sizeof round);
}

static void check_token(gex_Token_t token) {
  gex_Token_Info_t info;
  CHECK(gex_Token_Info(token, &info, GEX_TI_ALL) & GEX_TI_SRCRANK);
  CHECK(info.gex_srcrank == conform_prev() || info.gex_srcrank == conform_rank());
  if (gex_Token_Info(token, &info, GEX_TI_IS_REQ) & GEX_TI_IS_REQ) CHECK(!info.gex_is_req);
  if (gex_Token_Info(token, &info, GEX_TI_IS_LONG) & GEX_TI_IS_LONG) CHECK(!info.gex_is_long);
}

/* Tests that only count arrivals: handler indices are few, so it is the same handler. The payload
 * is "peer", or nothing. All ranks change over together. */
static conform_count_t counting;
static void count(const void *buf, size_t n) {
  CHECK(n == 0 || (n == 5 && !strcmp(buf, "peer")));
  conform_add(&gex_count[C_VIS_COUNT], 1);
}
static void set_counting(int on) {
  conform_barrier();
  conform_set(&counting, on);
  conform_barrier();
}

/* PC-1, PC-5: payload and data. */
static void peer_handler(gex_Token_t token, void *buf, size_t n) {
  uint32_t round = __atomic_load_n(&round_now, __ATOMIC_ACQUIRE);
  unsigned char payload[128], *want;
  int from_self = gex_source(token) == conform_rank();
  check_token(token);
  if (conform_get(&counting)) {
    count(buf, n);
    return;
  }
  CHECK(n < sizeof payload);
  if (n >= NO_ROUND) memcpy(&round, buf, sizeof round);
  fill_payload(payload, n, round);
  CHECK(!memcmp(payload, buf, n));
  want = expected(round);
  CHECK(!memcmp(want, place(conform_rank(), from_self, round), shape_of(round)->dst.window));
  free(want);
  conform_add(&gex_count[C_VIS_PEER], 1);
}

/* A put of this round, not yet begun: the target's window holds only guards. */
static void prepare(struct vis_op *op, uint32_t round, gex_Rank_t peer, enum vis_form form) {
  const struct vis_shape *s = shape_of(round);
  char *guards = memset(vis_alloc(s->dst.window), 0x5a, s->dst.window);
  memset(op, 0, sizeof *op);
  op->shape = s;
  op->form = form;
  op->put = 1;
  op->tm = conform_tm();
  op->peer = peer;
  op->dst = place(peer, peer == conform_rank(), round);
  op->src = vis_alloc(s->src.window);
  conform_fill(op->src, s->src.window, round);
  gex_RMA_PutBlocking(conform_tm(), peer, op->dst, guards, s->dst.window, 0);
  free(guards);
}

static void complete(struct vis_op *op, unsigned char *payload, size_t n) {
  if (vis_op_local(op)) { /* PC-3: the payload too */
    memset(payload, 0xee, n);
    memset(op->src, 0xee, op->shape->src.window);
  }
  vis_op_finish(op);
  memset(payload, 0xee, n);
  CHECK(!op->bad);
  free(op->src);
}

/* PC-1, PC-3: payloads of all sizes; every kind and form of put. */
static void test_sizes(void) {
  static const size_t sizes[] = {0, 1, 4, 64, 126, 127};
  enum { SIZES = sizeof sizes / sizeof *sizes };
  unsigned char payload[128];
  struct vis_op op;
  uint32_t round, rounds = SIZES * VIS_PUT_FORMS * 2;
  make_shapes();
  for (round = 0; round < rounds; round++) {
    size_t n = sizes[round % SIZES];
    gex_Rank_t peer = round / SIZES % 2 ? conform_rank() : conform_next();
    prepare(&op, round, peer, (enum vis_form)(round / SIZES / 2 % VIS_PUT_FORMS));
    __atomic_store_n(&round_now, round, __ATOMIC_RELEASE);
    conform_barrier();
    fill_payload(payload, n, round);
    gex_VIS_SetPeerCompletionHandler(H_VIS_PEER, n ? payload : 0, n, 0);
    vis_op_start(&op);
    complete(&op, payload, n);
    GEX_TAKE(C_VIS_PEER, 1);
    conform_barrier();
  }
  CHECK(GEX_VIS_MAX_PEERCOMPLETION >= 127);
  gex_check_settled(C_VIS_PEER);
  free_shapes();
}

/* PC-2, PC-5: many at once, each with its own payload; while the target sleeps, too. */
static void body_many(void) {
  static unsigned char payload[PLACES][127];
  static struct vis_op op[PLACES];
  uint32_t i;
  for (i = 0; i < PLACES; i++) prepare(&op[i], i, conform_next(), VIS_NB_LEAF);
  for (i = 0; i < PLACES; i++) {
    fill_payload(payload[i], 127, i);
    gex_VIS_SetPeerCompletionHandler(H_VIS_PEER, payload[i], 127, 0);
    vis_op_start(&op[i]);
  }
  for (i = PLACES; i-- > 0;) complete(&op[i], payload[i], 127);
}
static void test_many(void) {
  make_shapes();
  conform_barrier();
  vis_in_turns(body_many);
  GEX_TAKE(C_VIS_PEER, PLACES);
  gex_check_settled(C_VIS_PEER);
  free_shapes();
}

static void plain_put(void) { /* a VIS put of some bytes to the next rank */
  static const ptrdiff_t to[1] = {16}, from[1] = {8};
  static const size_t count[1] = {10};
  char *area = gex_area(conform_next());
  char src[80] = "whatever";
  gex_TM_t tm = conform_tm();
  CHECK_EQ(gex_VIS_StridedPutBlocking(tm, conform_next(), area, to, src, from, 8, count, 1, 0), 0);
}

/* PC-2: once; disarmed by handler 0; replaced by arming again; not for puts that are not VIS. */
static void test_arming(void) {
  static const char never[100] = "this payload must not arrive";
  char *area = gex_area(conform_next()), byte = 1;
  int i;
  set_counting(1);
  for (i = 0; i < 20; i++) {
    gex_VIS_SetPeerCompletionHandler(H_VIS_PEER, never, sizeof never, 0);
    gex_VIS_SetPeerCompletionHandler(0, (void *)8, ~(size_t)0, 0);
    plain_put(); /* disarmed */
    gex_VIS_SetPeerCompletionHandler(0, 0, 0, 0);
    plain_put(); /* disarmed though nothing was armed */
    gex_VIS_SetPeerCompletionHandler(H_VIS_PEER, never, sizeof never, 0);
    gex_VIS_SetPeerCompletionHandler(H_VIS_PEER, "peer", 5, 0);
    gex_RMA_PutBlocking(conform_tm(), conform_next(), area, &byte, 1, 0);
    gex_Event_Wait(gex_RMA_PutNB(conform_tm(), conform_next(), area, &byte, 1, GEX_EVENT_NOW, 0));
    gasnet_AMPoll();
    plain_put(); /* the second handler */
    plain_put(); /* not armed any more */
  }
  GEX_TAKE(C_VIS_COUNT, 20);
  gex_check_settled(C_VIS_COUNT);
  gex_check_settled(C_VIS_PEER);
  set_counting(0);
}

/* PC-6, V2: puts that move nothing, or one piece. */
static void arm(void) { gex_VIS_SetPeerCompletionHandler(H_VIS_PEER, "peer", 5, 0); }
static void test_nothing(void) {
  static const size_t none[2] = {3, 0}, sizes[2] = {0, 0};
  static const ptrdiff_t strides[2] = {8, 80};
  gex_TM_t tm = conform_tm();
  gex_Rank_t to = conform_next();
  char *area = gex_area(to), src[64] = "0";
  gex_Memvec_t empty[2] = {{0, 0}, {area, 0}};
  set_counting(1);
  arm();
  CHECK_EQ(gex_VIS_VectorPutBlocking(tm, to, 0, 0, 0, 0, 0), 0);
  arm();
  gex_Event_Wait(gex_VIS_VectorPutNB(tm, to, 2, empty, 1, empty, 0));
  arm();
  gex_Event_Wait(gex_VIS_IndexedPutNB(tm, to, 0, 0, 8, 0, 0, 16, 0));
  arm();
  CHECK_EQ(gex_VIS_IndexedPutNBI(tm, to, 2, 0, 0, 0, 0, 16, 0), 0);
  gex_NBI_Wait(GEX_EC_PUT, 0);
  arm();
  gex_Event_Wait(gex_VIS_StridedPutNB(tm, to, area, strides, src, strides, 8, none, 2,
                                      GEX_FLAG_ENABLE_LEAF_LC));
  arm();
  CHECK_EQ(gex_VIS_StridedPutBlocking(tm, to, area, strides, src, strides, 0, sizes, 2, 0), 0);
  arm();
  CHECK_EQ(gex_VIS_StridedPutBlocking(tm, to, area, 0, src, 0, 64, 0, 0, 0), 0);
  gex_VIS_SetPeerCompletionHandler(H_VIS_PEER, 0, 0, 0);
  CHECK_EQ(gex_VIS_VectorPutBlocking(tm, to, 0, 0, 0, 0, 0), 0);
  GEX_TAKE(C_VIS_COUNT, 8);
  gex_check_settled(C_VIS_COUNT);
  set_counting(0);
}

/* PC-5: data of many messages, some of them large. */
static void test_large(void) {
  enum { ROUNDS = 6 };
  static const size_t count[2] = {1000, 14};
  static const ptrdiff_t to[2] = {25, 30000}, from[2] = {24, 24000};
  unsigned char payload[8];
  struct vis_op op;
  uint32_t round;
  vis_section(&shapes[0], 24, 2, count, to, from);
  for (round = 0; round < ROUNDS; round++) {
    uint32_t number = round * VIS_KINDS * PLACES; /* always the first shape and place */
    prepare(&op, number, conform_next(), (enum vis_form)round);
    fill_payload(payload, 8, number);
    conform_barrier();
    gex_VIS_SetPeerCompletionHandler(H_VIS_PEER, payload, 8, 0);
    vis_op_start(&op);
    complete(&op, payload, 8);
    GEX_TAKE(C_VIS_PEER, 1);
    conform_barrier();
  }
  gex_check_settled(C_VIS_PEER);
  vis_free(&shapes[0]);
}

/* PC-1: arming is the thread's own. All arm, then all put, then thread 0 puts once more. */
enum { THREADS = 4, THREAD_ROUNDS = PLACES / THREADS };
static conform_count_t armed;
static void arm_and_put(int i, void *arg) {
  unsigned char payload[127];
  struct vis_op op;
  uint32_t k;
  (void)arg;
  for (k = 0; k < THREAD_ROUNDS; k++) {
    uint32_t round = k * THREADS + (uint32_t)i;
    prepare(&op, round, conform_next(), VIS_NB);
    fill_payload(payload, 127, round);
    if (i) gex_VIS_SetPeerCompletionHandler(H_VIS_PEER, payload, 127, 0);
    conform_add(&armed, 1);
    while (conform_get(&armed) < (int)(k + 1) * THREADS) sched_yield();
    vis_op_start(&op); /* thread 0 has armed nothing, whatever the others have */
    complete(&op, payload, 127);
  }
}
static void test_threads(void) {
  make_shapes();
  conform_set(&armed, 0);
  conform_barrier();
  conform_threads(THREADS, arm_and_put, 0);
  GEX_TAKE(C_VIS_PEER, THREAD_ROUNDS * (THREADS - 1));
  gex_check_settled(C_VIS_PEER);
  free_shapes();
}

gex_AM_Entry_t conform_gex_vis_peer_handlers[] = {{H_VIS_PEER, (gex_AM_Fn_t)peer_handler,
                                                   GEX_FLAG_AM_MEDIUM | GEX_FLAG_AM_REPLY, 0, 0,
                                                   "peer"},
                                                  {0, 0, 0, 0, 0, 0}};

const struct conform_test conform_gex_vis_peer[] = {
    {"gex_vis_peer_sizes", "gex-vis PC-1, PC-3, PC-5", test_sizes, 0},
    {"gex_vis_peer_many", "gex-vis PC-2, PC-3, PC-5", test_many, 0},
    {"gex_vis_peer_arming", "gex-vis PC-1, PC-2", test_arming, 0},
    {"gex_vis_peer_nothing", "gex-vis PC-6, V2", test_nothing, 0},
    {"gex_vis_peer_large", "gex-vis PC-5", test_large, 0},
    {"gex_vis_peer_threads", "gex-vis PC-1", test_threads, CONFORM_PAR_ONLY},
    {0, 0, 0, 0}};
