/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_bind.c: a program of its own for clients that bind the primordial endpoint to a segment of
 * gex_Segment_Create and publish it, in place of gex_Segment_Attach (gex-core 10.3, AMBIG-4): all
 * that takes remote addresses works as with an attached one, among those that were told. Even ranks
 * have memory of the library, odd ones their own, which no peer can map. In EVERYTHING, where all
 * memory is reached anyway, queries report the segment.
 *
 * Runs itself on 3 ranks unless told otherwise; with an argument, as many as its launcher started.
 * The first failure ends the job.
 */
#include <gasnetex.h>

#include <gasnet_ratomic.h>
#include <gasnet_vis.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(cond)                                                                                \
  do {                                                                                             \
    if (!(cond)) fail(__LINE__, #cond);                                                            \
  } while (0)

enum { BYTES = 5 << 20, PLACE = 1 << 20, BIG = 300000, ROW = 48, PITCH = 96, ROWS = 500, MOST = 5 };
enum { H_LONG = 200, H_ANSWER };

static gex_Client_t client;
static gex_EP_t ep;
static gex_TM_t tm;
static gex_Segment_t segment;
static gex_Rank_t me, size;
static char *base[MOST]; /* of all ranks */
static char out[BIG], in[BIG];

static void fail(int line, const char *what) {
  fprintf(stderr, "%s:%d: rank %u: failed: %s\n", __FILE__, line, (unsigned)me, what);
  fflush(stderr);
  abort();
}

static void barrier(void) { gex_Event_Wait(gex_Coll_BarrierNB(tm, 0)); }

/* --- messages whose payload goes to the segment, there and back ----------- */

static volatile int answers;
static size_t longest(void) {
  return gex_AM_LUBRequestLong() < BIG ? gex_AM_LUBRequestLong() : BIG;
}

static void on_long(gex_Token_t token, void *buf, size_t n, gex_AM_Arg_t hi, gex_AM_Arg_t lo) {
  char *back = (char *)(uintptr_t)((uint64_t)(uint32_t)hi << 32 | (uint32_t)lo);
  size_t most = n > 65536 && getenv("GASNET_NO_CMA")
                    ? 65536
                    : n; /* the kernel alone takes longer ones there */
  CHECK(((char *)buf)[0] == 'l' && ((char *)buf)[n - 1] == 'l');
  CHECK((char *)buf >= base[me] && (char *)buf + n <= base[me] + BYTES);
  CHECK(most <= gex_Token_MaxReplyLong(token, GEX_EVENT_NOW, 0, 0));
  gex_AM_ReplyLong0(token, H_ANSWER, buf, most, back, GEX_EVENT_NOW, 0);
}
static void on_answer(gex_Token_t token, void *buf, size_t n) {
  (void)token;
  CHECK(((char *)buf)[0] == 'l' && ((char *)buf)[n - 1] == 'l');
  answers++;
}
static gex_AM_Entry_t handlers[] = {{H_LONG, (gex_AM_Fn_t)on_long,
                                     GEX_FLAG_AM_LONG | GEX_FLAG_AM_REQUEST, 2, 0, "long"},
                                    {H_ANSWER, (gex_AM_Fn_t)on_answer,
                                     GEX_FLAG_AM_LONG | GEX_FLAG_AM_REPLY, 0, 0, "answer"}};

static void longs(gex_Rank_t peer, size_t n) {
  char *there = base[peer] + PLACE + me * BIG, *back = base[me] + PLACE + (MOST + peer) * BIG;
  memset(out, 'l', n);
  answers = 0;
  gex_AM_RequestLong2(tm, peer, H_LONG, out, n, there, GEX_EVENT_NOW, 0,
                      (gex_AM_Arg_t)((uint64_t)(uintptr_t)back >> 32),
                      (gex_AM_Arg_t)(uint32_t)(uintptr_t)back);
  GASNET_BLOCKUNTIL(answers == 1);
}

/* --- put, get, atomics, VIS ----------------------------------------------- */

static void put_and_get(gex_Rank_t peer, size_t n) {
  char *there = base[peer] + PLACE + me * BIG;
  gex_Event_t event;
  size_t i;
  for (i = 0; i < n; i++) out[i] = (char)(i * 7 + n + me);
  gex_RMA_PutBlocking(tm, peer, there, out, n, 0);
  memset(in, 0, n);
  gex_RMA_GetBlocking(tm, in, peer, there, n, 0);
  CHECK(!memcmp(in, out, n));
  for (i = 0; i < n; i++) out[i] ^= 0x55;
  event = gex_RMA_PutNB(tm, peer, there, out, n, GEX_EVENT_DEFER, 0);
  gex_Event_Wait(event);
  event = gex_RMA_GetNB(tm, in, peer, there, n, 0);
  gex_Event_Wait(event);
  CHECK(!memcmp(in, out, n));
}

static void values(gex_Rank_t peer) {
  char *there = base[peer] + PLACE + me * BIG;
  gex_RMA_PutBlockingVal(tm, peer, there, 0x1234567u + me, 8, 0);
  CHECK(gex_RMA_GetBlockingVal(tm, peer, there, 8, 0) == 0x1234567u + me);
}

static void strided(gex_Rank_t peer) {
  ptrdiff_t there = PITCH, here = ROW;
  size_t rows = ROWS, i;
  char *to = base[peer] + PLACE + me * BIG;
  for (i = 0; i < ROW * ROWS; i++) out[i] = (char)(i * 3 + me);
  gex_VIS_StridedPutBlocking(tm, peer, to, &there, out, &here, ROW, &rows, 1, 0);
  memset(in, 0, ROW * ROWS);
  gex_VIS_StridedGetBlocking(tm, in, &here, peer, to, &there, ROW, &rows, 1, 0);
  CHECK(!memcmp(in, out, ROW * ROWS));
}

/* Each rank adds to a word of all. */
static void atomics(void) {
  gex_AD_t ad;
  gex_Rank_t r;
  uint64_t seen, sum = 0;
  memset(base[me], 0, 8);
  barrier();
  gex_AD_Create(&ad, tm, GEX_DT_U64, GEX_OP_FADD | GEX_OP_GET, 0);
  for (r = 0; r < size; r++)
    gex_Event_Wait(gex_AD_OpNB_U64(ad, &seen, r, base[r], GEX_OP_FADD, me + 1, 0, 0));
  barrier();
  for (r = 0; r < size; r++) {
    gex_Event_Wait(gex_AD_OpNB_U64(ad, &seen, r, base[r], GEX_OP_GET, 0, 0, 0));
    for (sum = 0; sum < size; sum++) seen -= sum + 1;
    CHECK(seen == 0);
  }
  barrier();
  gex_AD_Destroy(ad);
}

static void everything_with(gex_Rank_t peer) {
  values(peer);
  put_and_get(peer, 1);
  put_and_get(peer, 4000);
  put_and_get(peer, BIG);
  strided(peer);
  longs(peer, 100);
  longs(peer, longest());
}

/* --- binding -------------------------------------------------------------- */

static char *own(void) {
  char *memory = malloc(BYTES + 64);
  CHECK(memory != 0);
  return memory + (64 - (uintptr_t)memory % 64) % 64;
}

static void bind(void) {
  gex_Segment_t other;
  CHECK(gex_Segment_Create(&segment, client, me % 2 ? own() : 0, BYTES, GEX_MK_HOST, 0) ==
        GASNET_OK);
  CHECK(gex_EP_QuerySegment(ep) == GEX_SEGMENT_INVALID);
  CHECK(gex_EP_BindSegment(ep, segment, 0) == GASNET_OK);
  CHECK(gex_EP_QuerySegment(ep) == segment);
  gex_System_SetVerboseErrors(0);
  CHECK(gex_Segment_Create(&other, client, 0, BYTES, GEX_MK_HOST, 0) == GASNET_OK);
  CHECK(gex_EP_BindSegment(ep, other, 0) == GASNET_ERR_BAD_ARG);
  gex_System_SetVerboseErrors(1);
  gex_Segment_Destroy(other, 0);
}

/* 1: it is known here where the peer's segment lies, and that is where it lies. */
static int knows(gex_Rank_t peer) {
  void *there = 0, *here = 0;
  uintptr_t n = 1;
  gex_Event_Wait(gex_EP_QueryBoundSegmentNB(tm, peer, &there, &here, &n, 0));
  if (n == 0) return 0;
  CHECK(n == BYTES);
  base[peer] = there;
  if (peer == me) CHECK(there == gex_Segment_QueryAddr(segment) && here == there);
  if (here) CHECK(*(char *)here == 'a' + (char)peer);
  return 1;
}

/* First ranks of one parity among themselves, then all; the second time changes nothing. */
static void publish(void) {
  gex_TM_t like_me;
  gex_Rank_t r;
  gex_TM_Split(&like_me, tm, (int)(me % 2), (int)me, 0, 0, GEX_FLAG_TM_NO_SCRATCH);
  memset(gex_Segment_QueryAddr(segment), 'a' + (int)me, BYTES);
  for (r = 0; r < size; r++) CHECK(knows(r) == (r == me));
  barrier();
  CHECK(gex_EP_PublishBoundSegment(like_me, &ep, 1, 0) == GASNET_OK);
  for (r = 0; r < size; r++) CHECK(knows(r) == (r % 2 == me % 2));
  barrier();
  for (r = me % 2; r < size; r += 2) everything_with(r);
  barrier();
  gex_TM_Destroy(like_me, 0, 0);
  memset(gex_Segment_QueryAddr(segment), 'a' + (int)me, BYTES);
  barrier();
  CHECK(gex_EP_PublishBoundSegment(tm, &ep, 1, 0) == GASNET_OK);
  CHECK(gex_EP_PublishBoundSegment(tm, &ep, 1, 0) == GASNET_OK);
  for (r = 0; r < size; r++) CHECK(knows(r));
  barrier();
}

int main(int argc, char **argv) {
  gex_Rank_t r;
  if (argc < 2) setenv("GASNET_PSHM_NODES", "3", 0);
  CHECK(gex_Client_Init(&client, &ep, &tm, "bind", &argc, &argv, 0) == GASNET_OK);
  me = gex_System_QueryJobRank();
  size = gex_System_QueryJobSize();
  CHECK(size <= MOST);
  CHECK(gex_EP_RegisterHandlers(ep, handlers, 2) == GASNET_OK);
  bind();
  publish();
  for (r = 0; r < size; r++) everything_with((me + r) % size);
  atomics();
  barrier();
  gex_Segment_Destroy(segment, 0); /* what is left are messages without place (SEG-12) */
  CHECK(!knows(me));
  barrier();
  if (me == 0) printf("ok gex_bind on %u ranks\n", (unsigned)size);
  gasnet_exit(0);
}
