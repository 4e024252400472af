/* SPDX-License-Identifier: BSD-3-Clause
 *
 * threads.c: a job whose ranks have THREADS client threads, each of which does EACH puts and sends
 * EACH messages, while the job is watched (stats_test.py): what they count must be all, also of
 * threads that have ended.
 */
#include <gasnetex.h>
#include <gasnet_coll.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 4, EACH = 500, H_BULK = 150 };

static gex_TM_t tm;
static gex_Rank_t to;
static char *there;
static atomic_int came;

static void bulk(gex_Token_t t, void *buf, size_t n) {
  (void)t, (void)buf, (void)n;
  atomic_fetch_add_explicit(&came, 1, memory_order_relaxed);
}

static void *work(void *arg) {
  char here[64] = {0};
  for (int i = 0; i < EACH; i++) {
    gex_RMA_PutBlocking(tm, to, there + (size_t)arg * 64, here, 64, 0);
    gex_AM_RequestMedium(tm, to, H_BULK, here, 32, GEX_EVENT_NOW, 0);
  }
  return NULL;
}

int main(int argc, char **argv) {
  gex_AM_Entry_t table[] = {
      {H_BULK, (gex_AM_Fn_t)bulk, GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_MEDIUM, 0, NULL, "bulk"}};
  pthread_t thread[THREADS];
  gex_Segment_t segment;
  gex_Client_t client;
  gex_EP_t ep;
  void *base;
  gex_Client_Init(&client, &ep, &tm, "threads", &argc, &argv, 0);
  gex_Segment_Attach(&segment, tm, 1 << 16);
  gex_EP_RegisterHandlers(ep, table, 1);
  to = (gex_TM_QueryRank(tm) + 1) % gex_TM_QuerySize(tm);
  gex_Event_Wait(gex_EP_QueryBoundSegmentNB(tm, to, &base, NULL, NULL, 0));
  there = base;
  gex_Event_Wait(gex_Coll_BarrierNB(tm, 0));
  for (size_t i = 0; i < THREADS; i++) pthread_create(&thread[i], NULL, work, (void *)i);
  for (size_t i = 0; i < THREADS; i++) pthread_join(thread[i], NULL);
  GASNET_BLOCKUNTIL(atomic_load_explicit(&came, memory_order_relaxed) == THREADS * EACH);
  gex_Event_Wait(gex_Coll_BarrierNB(tm, 0));
  gasnet_exit(0);
}
