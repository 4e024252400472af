/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cost.c: what goals.py compares: nanoseconds for a put of 8 bytes to mapped memory, for a message
 * to another rank and back, and for one to the same rank. Two ranks; each figure is the best of
 * some.
 */
#include <gasnetex.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

enum { TIMES = 100000, REPEATS = 10, H_NOTHING = 150, H_ASK, H_ANSWER };

static gex_TM_t tm;
static void *base;
static volatile int answers;

static void on_nothing(gex_Token_t t) { (void)t; }
static void on_ask(gex_Token_t t) { gex_AM_ReplyShort(t, H_ANSWER, 0); }
static void on_answer(gex_Token_t t) { (void)t, answers++; }

static double now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void put_words(int times) {
  long word = 1;
  for (int i = 0; i < times; i++) gex_RMA_PutBlocking(tm, 1, base, &word, 8, 0);
}

static void round_trip(int times) {
  for (int i = 0; i < times; i++) {
    int before = answers;
    gex_AM_RequestShort(tm, 1, H_ASK, 0);
    while (answers == before) gasnet_AMPoll();
  }
}

static void message(int times) {
  for (int i = 0; i < times; i++) gex_AM_RequestShort(tm, 0, H_NOTHING, 0);
}

static double ns_of(void (*work)(int), int times) {
  double best = 1e30;
  work(times / 10);
  for (int i = 0; i < REPEATS; i++) {
    double from = now_ns(), ns;
    work(times);
    ns = (now_ns() - from) / times;
    if (ns < best) best = ns;
  }
  return best;
}

int main(int argc, char **argv) {
  static gex_AM_Entry_t table[] = {{H_NOTHING, (gex_AM_Fn_t)on_nothing,
                                    GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST, 0, NULL, "nothing"},
                                   {H_ASK, (gex_AM_Fn_t)on_ask,
                                    GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST, 0, NULL, "ask"},
                                   {H_ANSWER, (gex_AM_Fn_t)on_answer,
                                    GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REPLY, 0, NULL, "answer"}};
  gex_Client_t client;
  gex_EP_t ep;
  gex_Segment_t segment;
  if (gex_Client_Init(&client, &ep, &tm, "cost", &argc, &argv, 0) ||
      gex_EP_RegisterHandlers(ep, table, 3) || gex_Segment_Attach(&segment, tm, 1 << 16))
    return 1;
  gex_Event_Wait(gex_EP_QueryBoundSegmentNB(tm, 1, &base, NULL, NULL, 0));
  if (gex_TM_QueryRank(tm) == 0)
    printf("put %.2f round-trip %.2f message %.2f\n", ns_of(put_words, 10 * TIMES),
           ns_of(round_trip, TIMES), ns_of(message, 3 * TIMES));
  gasnet_barrier_notify(0, GASNET_BARRIERFLAG_ANONYMOUS);
  while (gasnet_barrier_try(0, GASNET_BARRIERFLAG_ANONYMOUS) == GASNET_ERR_NOT_READY)
    gasnet_AMPoll(); /* rank 1 does not sleep */
  gasnet_exit(0);
}
