/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rooms.c: a job that goes through every protocol for which ranks share memory: full rings,
 * mailboxes, slots of collectives, barriers, teams, atomics, bells of sleepers, locks, leaving. The
 * driver kills or stops its processes meanwhile.
 *
 *   rounds=N  how often (default 2)
 *   ms=N      and again until rank 0 has worked so long
 *   until=go  and again until the driver has written to rank 0; then no rank leaves before another
 *             byte
 */
#include "fault.h"

#include <gasnet_coll.h>
#include <gasnet_ratomic.h>
#include <gasnet_vis.h>

enum { H_ASK = 150, H_DONE, H_DATA, H_CAME, H_WAKE };
enum { SHORTS = 600, MEDIUMS = 60, LONGS = 10, BULK = 100000, SLEEP_MS = 4 };

static gex_Client_t client;
static gex_EP_t ep;
static gex_TM_t tm;
static gex_Segment_t segment;
static gex_AD_t domain;
static gex_Rank_t me, size, peer;
static char *there; /* in the peer's segment */
static gasnett_atomic_t replies, woken;
static gex_HSL_t lock = GEX_HSL_INITIALIZER;
static volatile int round_is_over;
static int waits_for_driver;
static char buffer[BULK], got[BULK];

/* --- handlers ------------------------------------------------------------- */

static void done(gex_Token_t token) {
  (void)token;
  gasnett_atomic_increment(&replies, 0);
}
static void came(gex_Token_t token, void *p, size_t n) {
  (void)token, (void)p, (void)n;
  gasnett_atomic_increment(&replies, 0);
}
static void ask(gex_Token_t token) { gex_AM_ReplyShort(token, H_DONE, 0); }
static void data(gex_Token_t token, void *p, size_t n) {
  (void)p;
  gex_HSL_Lock(&lock);
  gex_HSL_Unlock(&lock);
  gex_AM_ReplyMedium(token, H_CAME, buffer, n < 512 ? n : 512, GEX_EVENT_NOW, 0);
}
static void wake(gex_Token_t token) {
  (void)token;
  gasnett_atomic_increment(&woken, 0);
}

#define SHORT (GEX_FLAG_AM_REQREP | GEX_FLAG_AM_SHORT)
#define BYTES (GEX_FLAG_AM_REQREP | GEX_FLAG_AM_MEDLONG)
static gex_AM_Entry_t table[] = {{H_ASK, (gex_AM_Fn_t)ask, SHORT, 0, NULL, NULL},
                                 {H_DONE, (gex_AM_Fn_t)done, SHORT, 0, NULL, NULL},
                                 {H_DATA, (gex_AM_Fn_t)data, BYTES, 0, NULL, NULL},
                                 {H_CAME, (gex_AM_Fn_t)came, BYTES, 0, NULL, NULL},
                                 {H_WAKE, (gex_AM_Fn_t)wake, SHORT, 0, NULL, NULL}};

/* --- protocols ------------------------------------------------------------ */

static void wait_for_replies(uint32_t count) {
  GASNET_BLOCKUNTIL(gasnett_atomic_read(&replies, 0) == count);
  gasnett_atomic_set(&replies, 0, 0);
}

static void prepared(size_t n) {
  gex_AM_SrcDesc_t sd = gex_AM_PrepareRequestMedium(tm, peer, NULL, n, n, NULL, 0, 0);
  memset(gex_AM_SrcDescAddr(sd), 1, n);
  gex_AM_CommitRequestMedium0(sd, H_DATA, n);
}

static void messages(void) {
  static const size_t sizes[] = {8, 500, 4000};
  for (int i = 0; i < SHORTS; i++) gex_AM_RequestShort(tm, peer, H_ASK, 0);
  wait_for_replies(SHORTS);
  for (int i = 0; i < MEDIUMS; i++) {
    gex_AM_RequestMedium(tm, peer, H_DATA, buffer, sizes[i % 3], GEX_EVENT_NOW, 0);
    prepared(sizes[i % 3]);
  }
  wait_for_replies(2 * MEDIUMS);
  for (int i = 0; i < LONGS; i++)
    gex_AM_RequestLong(tm, peer, H_DATA, buffer, 4000, there, GEX_EVENT_NOW, 0);
  wait_for_replies(LONGS);
}

static void transfers(void) {
  static const ptrdiff_t stride = 16;
  static const size_t count = 8;
  gex_RMA_PutNBI(tm, peer, there, buffer, BULK, GEX_EVENT_DEFER, 0);
  gex_NBI_Wait(GEX_EC_ALL, 0);
  gex_Event_Wait(gex_RMA_GetNB(tm, got, peer, there, BULK, 0));
  gex_RMA_PutBlockingVal(tm, peer, there, 1, 8, 0);
  gex_VIS_StridedPutBlocking(tm, peer, there, &stride, buffer, &stride, 8, &count, 1, 0);
  for (int i = 0; i < 50; i++)
    gex_AD_OpNBI_U64(domain, NULL, peer, there + BULK, GEX_OP_ADD, 1, 0, 0);
  gex_NBI_Wait(GEX_EC_ALL, 0);
}

/* All but one rank sleep until that one wakes them. */
static void sleepers(gex_Rank_t waker) {
  if (me == waker) {
    fault_sleep_ms(SLEEP_MS);
    for (gex_Rank_t i = 0; i < size; i++) gex_AM_RequestShort(tm, i, H_WAKE, 0);
  }
  GASNET_BLOCKUNTIL(gasnett_atomic_read(&woken, 0) > 0);
  gasnett_atomic_decrement(&woken, 0);
}

static void barriers(gex_Rank_t late) {
  if (me == late) fault_sleep_ms(SLEEP_MS);
  gasnet_barrier_notify(7, 0);
  gasnet_barrier_wait(7, 0);
  gex_Event_Wait(gex_Coll_BarrierNB(tm, 0));
  gasnet_barrier_notify(0, GASNET_BARRIERFLAG_ANONYMOUS);
  while (gasnet_barrier_try(0, GASNET_BARRIERFLAG_ANONYMOUS) == GASNET_ERR_NOT_READY)
    gasnet_AMPoll();
}

static void collectives(gex_TM_t team) {
  uint64_t mine = me, sum[64];
  for (int i = 0; i < 20; i++)
    gex_Event_Wait(
        gex_Coll_ReduceToAllNB(team, sum, &mine, GEX_DT_U64, 8, 1, GEX_OP_ADD, 0, NULL, 0));
  gex_Event_Wait(gex_Coll_BroadcastNB(team, 0, got, buffer, 20000, 0));
  gex_Event_Wait(gex_Coll_BarrierNB(team, 0));
}

static void teams(void) {
  gex_TM_t half;
  gex_TM_Split(&half, tm, (int)(me % 2), (int)me, 0, 0, GEX_FLAG_TM_NO_SCRATCH);
  collectives(half);
  gex_TM_Destroy(half, NULL, 0);
}

/* A second thread that takes the lock and sends, until the round is over. */
static void *beside(void *arg) {
  while (!round_is_over) {
    gex_HSL_Lock(&lock);
    gex_HSL_Unlock(&lock);
    gasnet_AMPoll();
    gex_RMA_GetBlockingVal(tm, peer, there, 8, 0);
    fault_sleep_ms(1);
  }
  return arg;
}

static void go_through(int turn) {
  pthread_t thread;
  round_is_over = 0;
  if (pthread_create(&thread, NULL, beside, NULL)) fault_die("pthread_create");
  messages();
  transfers();
  sleepers((gex_Rank_t)turn % size);
  barriers((gex_Rank_t)(turn + 1) % size);
  collectives(tm);
  teams();
  round_is_over = 1;
  pthread_join(thread, NULL);
}

static void join(int argc, char **argv) {
  if (gex_Client_Init(&client, &ep, &tm, "rooms", &argc, &argv, 0) != GASNET_OK) fault_die("init");
  gex_EP_RegisterHandlers(ep, table, sizeof table / sizeof table[0]);
  if (gex_Segment_Attach(&segment, tm, 1 << 20) != GASNET_OK) fault_die("attach");
  me = gex_System_QueryJobRank();
  size = gex_System_QueryJobSize();
  peer = (me + 1) % size;
  gex_Event_Wait(gex_EP_QueryBoundSegmentNB(tm, peer, (void **)&there, NULL, NULL, 0));
  gex_AD_Create(&domain, tm, GEX_DT_U64, GEX_OP_ADD, 0);
  gex_Event_Wait(gex_Coll_BarrierNB(tm, 0));
}

/* Rank 0 decides for all ranks. */
static int is_time_left(uint64_t until) {
  int left = 0;
  if (me == 0)
    left = waits_for_driver ? !fault_may_go() : gasnett_ticks_to_ns(gasnett_ticks_now()) < until;
  gex_Event_Wait(gex_Coll_BroadcastNB(tm, 0, &left, &left, sizeof left, 0));
  return left;
}

static void work(void) {
  int rounds = fault_opt_int("rounds", 2), turn = 0;
  uint64_t until =
      gasnett_ticks_to_ns(gasnett_ticks_now()) + (uint64_t)fault_opt_int("ms", 0) * 1000000;
  while (turn < rounds || is_time_left(until)) go_through(turn++);
}

int main(int argc, char **argv) {
  fault_options(argc, argv);
  waits_for_driver = fault_opt_is("until", "go");
  join(argc, argv);
  fault_say("ready");
  work();
  gex_AD_Destroy(domain);
  gex_Event_Wait(gex_Coll_BarrierNB(tm, 0));
  fault_output();
  fault_say("leaving");
  if (waits_for_driver) fault_wait_go();
  gasnet_exit(fault_opt_int("code", 0));
}
