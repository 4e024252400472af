/* SPDX-License-Identifier: BSD-3-Clause
 *
 * work_netvm_control.c: round trips of notifications and channels, of which half the time is
 * reported; atomics, locks, queues, semaphores: tables 27 to 31, figures 26 to 28 of the thesis; R6
 * to R8.
 */
#include "work_netvm.h"

enum { PING = 40, LOCK = 4096, QUEUE = 4128, SEMAPHORE = 4160, WORD = 4224, BIG = 8192 };

static unsigned char message[4096];
static volatile uint64_t handled;
static hyd_nv_channel_t channel[2]; /* to, from */
static uint64_t turn;

/* --- round trips ----------------------------------------------------------------------------- */

/* A rank's part of a round trip, which rank 0 begins. */
typedef void nvb_way(struct nvb *b, size_t n, int begins);

static void by_word(struct nvb *b, size_t n, int begins) {
  volatile uint64_t *mine = (volatile uint64_t *)(b->arena + WORD + n - 8);
  uint64_t *words = (uint64_t *)(void *)message;
  uint64_t now = ++turn;
  words[(n - 8) / 8] = now;
  if (begins)
    gex_RMA_PutBlocking(b->w->tm, (gex_Rank_t)(1 - b->w->rank), b->theirs + WORD, message, n, 0);
  while (*mine != now) gasnet_AMPoll();
  if (!begins)
    gex_RMA_PutBlocking(b->w->tm, (gex_Rank_t)(1 - b->w->rank), b->theirs + WORD, message, n, 0);
}
static void notify(struct nvb *b, size_t n) {
  hyd_nv_writeFN(b->seg[1 - b->w->rank], WORD, message, n, PING);
}
static void by_spin(struct nvb *b, size_t n, int begins) {
  if (begins) notify(b, n);
  hyd_nv_notfSpin(PING, HYD_NV_FOREVER);
  if (!begins) notify(b, n);
}
static void by_wait(struct nvb *b, size_t n, int begins) {
  if (begins) notify(b, n);
  hyd_nv_notfWait(PING, HYD_NV_FOREVER);
  if (!begins) notify(b, n);
}
static void on_ping(uint32_t notf, void *arg) {
  (void)notf, (void)arg;
  handled++;
}
static void by_handler(struct nvb *b, size_t n, int begins) {
  uint64_t before = handled; /* read before this rank's turn begins */
  if (begins) notify(b, n);
  while (handled == before) hyd_nv_poll();
  if (!begins) notify(b, n);
}
static void by_channel(struct nvb *b, size_t n, int begins) {
  void *msg;
  size_t got;
  (void)b;
  if (begins) hyd_nv_send(channel[0], message, n);
  hyd_nv_recv(channel[1], &msg, &got, HYD_NV_FOREVER);
  if (!begins) hyd_nv_send(channel[0], message, n);
}

/* Half a round trip, in ns; called by all ranks. */
static double time_trips(struct nvb *b, nvb_way *way, size_t n) {
  double start;
  hyd_bw_sync();
  start = hyd_bn_now();
  for (int i = 0; i < b->count; i++) way(b, n, b->w->rank == 0);
  return (hyd_bn_now() - start) / b->count / 2;
}

static void way_row(struct nvb *b, const char *name, nvb_way *way, const char *ref, nvb_way *other,
                    size_t n) {
  struct hyd_bn_set s = {0}, ratio = {0};
  int armed = way == by_handler;
  for (int round = -1; round < b->batches; round++) {
    double before = time_trips(b, other, n), ns, after;
    if (armed) hyd_nv_notfArm(PING, on_ping, NULL);
    ns = time_trips(b, way, n);
    hyd_bw_sync();
    if (armed) hyd_nv_notfDisarm(PING);
    after = time_trips(b, other, n);
    if (round < 0) continue;
    hyd_bn_add(&s, ns);
    hyd_bn_add(&ratio, ns / ((before + after) / 2));
  }
  if (b->w->rank == 0) hyd_bw_report(b->w, name, (long)n, "ns", &s, ref, &ratio);
  hyd_bn_clear(&s), hyd_bn_clear(&ratio);
  hyd_bw_sync();
}

static void open_channels(struct nvb *b) {
  hyd_nv_unexport(b->seg[b->w->rank]);
  hyd_nv_export(2, b->arena, 65536, &b->seg[b->w->rank]);
  hyd_bw_need(hyd_nv_channelReceiver(3, b->arena + 65536, 8, 4096, &channel[1]) == GASNET_OK,
              "hyd_nv_channelReceiver");
  hyd_bw_sync();
  hyd_bw_need(hyd_nv_import((gex_Rank_t)(1 - b->w->rank), 2, &b->seg[1 - b->w->rank]) ==
                      GASNET_OK &&
                  hyd_nv_channelSender((gex_Rank_t)(1 - b->w->rank), 3, &channel[0]) == GASNET_OK,
              "hyd_nv_channelSender");
  hyd_bw_sync();
}

static void way_rows(struct nvb *b) {
  for (size_t n = 8; n <= 4096; n *= 512) {
    way_row(b, "notification, spin", by_spin, "write", by_word, n);
    way_row(b, "notification, block", by_wait, "write", by_word, n);
    way_row(b, "notification, handler", by_handler, "write", by_word, n);
    way_row(b, "channel", by_channel, "writeN", by_spin, n);
    way_row(b, "write, one way", by_word, "writeN", by_spin, n);
  }
}

/* --- notifications that are pending already -------------------------------------------------- */

static void spin_pending(struct nvb *b, size_t n, int i) {
  (void)b, (void)n, (void)i;
  hyd_nv_notfSpin(PING, HYD_NV_FOREVER);
}
static void wait_pending(struct nvb *b, size_t n, int i) {
  (void)b, (void)n, (void)i;
  hyd_nv_notfWait(PING, HYD_NV_FOREVER);
}
static void test_pending(struct nvb *b, size_t n, int i) {
  uint64_t pending;
  (void)b, (void)n, (void)i;
  hyd_nv_notfTest(PING, &pending);
}
static void ack_pending(struct nvb *b, size_t n, int i) {
  (void)b, (void)n, (void)i;
  hyd_nv_notfAck(PING);
}

/* Measures rank 0 with signals of its own writes. `takes`: the operation acknowledges one. */
static void pending_row(struct nvb *b, const char *name, nvb_operation *op, int takes) {
  struct hyd_bn_set s = {0};
  for (int round = -1; b->w->rank == 0 && round < b->batches; round++) {
    double ns;
    for (int i = 0; i < b->count; i++) hyd_nv_writeFN(b->seg[0], WORD, NULL, 0, PING);
    ns = nvb_batch(b, op, 0);
    for (int i = 0; !takes && i < b->count; i++) hyd_nv_notfAck(PING);
    if (round >= 0) hyd_bn_add(&s, ns);
  }
  if (b->w->rank == 0) hyd_bw_report(b->w, name, -1, "ns", &s, NULL, NULL);
  hyd_bn_clear(&s);
  hyd_bw_sync();
}

static void pending_rows(struct nvb *b) {
  pending_row(b, "pending: notfSpin", spin_pending, 1);
  pending_row(b, "pending: notfWait", wait_pending, 1);
  pending_row(b, "pending: notfTest", test_pending, 0);
  pending_row(b, "pending: notfAck", ack_pending, 1);
}

/* --- operations of rank 0 on rank 1's memory ------------------------------------------------- */

#define AT(b) (b)->seg[1]

static void cas(struct nvb *b, size_t n, int i) {
  uint32_t old;
  (void)n, (void)i;
  hyd_nv_cswap(AT(b), WORD, 0, 0, &old);
}
static void read4(struct nvb *b, size_t n, int i) {
  (void)n, (void)i;
  hyd_nv_readF(AT(b), WORD, message, 4);
}
static void fetch_add(struct nvb *b, size_t n, int i) {
  (void)n, (void)i;
  hyd_nv_incr(AT(b), WORD + 64, NULL);
}
static void signal_free(struct nvb *b, size_t n, int i) {
  (void)n, (void)i;
  hyd_nv_Ssignal(AT(b), SEMAPHORE);
}
static void wait_free(struct nvb *b, size_t n, int i) {
  (void)n, (void)i;
  hyd_nv_Swait(AT(b), SEMAPHORE);
}
static void remove_none(struct nvb *b, size_t n, int i) {
  (void)n, (void)i;
  hyd_nv_removeQ(AT(b), QUEUE);
}
static void queue_trip(struct nvb *b, size_t n, int i) { /* two operations at the home */
  (void)n, (void)i;
  hyd_nv_insertQ(AT(b), QUEUE);
  hyd_nv_removeQ(AT(b), QUEUE);
  hyd_nv_waitQ(AT(b), QUEUE);
}
static void lock_trip(struct nvb *b, size_t n, int i) { /* the same */
  (void)n, (void)i;
  hyd_nv_acquire(AT(b), LOCK);
  hyd_nv_release(AT(b), LOCK);
}
static void cas_twice(struct nvb *b, size_t n, int i) {
  cas(b, n, i);
  cas(b, n, i);
}

static void prepare_objects(struct nvb *b) {
  if (b->w->rank == 1) memset(b->arena + LOCK, 0, BIG - LOCK);
  hyd_bw_sync();
  if (b->w->rank == 0) {
    hyd_nv_initQ(AT(b), SEMAPHORE, 0);
    hyd_nv_initQ(AT(b), QUEUE, 0);
  }
  hyd_bw_sync();
}

/* Measures a lock that both ranks always want. */
static void handover_row(struct nvb *b) {
  struct hyd_bn_set s = {0}, ratio = {0};
  for (int round = -1; round < b->batches; round++) {
    double way = time_trips(b, by_word, 8), start;
    hyd_bw_sync();
    start = hyd_bn_now();
    for (int i = 0; i < b->count; i++) lock_trip(b, 0, i);
    hyd_bw_sync();
    start = (hyd_bn_now() - start) / b->count / 2;
    if (round < 0) continue;
    hyd_bn_add(&s, start);
    hyd_bn_add(&ratio, start / way);
  }
  if (b->w->rank == 0)
    hyd_bw_report(b->w, "lock: hand-over, 2 ranks", -1, "ns", &s, "one way", &ratio);
  hyd_bn_clear(&s), hyd_bn_clear(&ratio);
  hyd_bw_sync();
}

void nvb_control(struct nvb *b) {
  open_channels(b);
  way_rows(b);
  pending_rows(b);
  prepare_objects(b);
  nvb_against(b, "compare-and-swap", cas, "read", read4, 4);
  nvb_against(b, "fetch-and-add", fetch_add, "cas", cas, 4);
  nvb_against(b, "Ssignal, none waits", signal_free, "cas", cas, 4);
  nvb_against(b, "Swait, passes", wait_free, "cas", cas, 4);
  nvb_against(b, "removeQ, empty", remove_none, "cas", cas, 4);
  nvb_against(b, "insertQ + removeQ + waitQ", queue_trip, "2 cas", cas_twice, 4);
  nvb_against(b, "acquire + release", lock_trip, "2 cas", cas_twice, 4);
  handover_row(b);
}
