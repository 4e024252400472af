/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cost.c: what being watched costs: nanoseconds of this process's time for a put of 8 bytes to
 * mapped memory, one event, and a message to the same rank, two. For people: `make check-watch`
 * prints it.
 */
#include <gasnetex.h>
#include <stdio.h>
#include <time.h>

enum { TIMES = 1000000, REPEATS = 5, H_NOTHING = 150 };

static void nothing(gex_Token_t t) { (void)t; }

static double now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static gex_TM_t tm;
static void *base;

static void put(void) {
  long word = 1;
  for (int i = 0; i < TIMES; i++) gex_RMA_PutBlocking(tm, 0, base, &word, 8, 0);
}

static void message(void) {
  for (int i = 0; i < TIMES; i++) gex_AM_RequestShort(tm, 0, H_NOTHING, 0);
}

/* The best of some. */
static double ns_of(void (*work)(void)) {
  double best = 1e30;
  for (int i = 0; i < REPEATS; i++) {
    double from = now_ns(), ns;
    work();
    ns = (now_ns() - from) / TIMES;
    if (ns < best) best = ns;
  }
  return best;
}

int main(int argc, char **argv) {
  static gex_AM_Entry_t table[] = {{H_NOTHING, (gex_AM_Fn_t)nothing,
                                    GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST, 0, NULL, "nothing"}};
  gex_Client_t client;
  gex_EP_t ep;
  gex_Segment_t segment;
  if (gex_Client_Init(&client, &ep, &tm, "cost", &argc, &argv, 0) ||
      gex_EP_RegisterHandlers(ep, table, 1) || gex_Segment_Attach(&segment, tm, 1 << 16))
    return 1;
  gex_EP_QueryBoundSegmentNB(tm, 0, &base, NULL, NULL, 0);
  printf("put %.1f ns, message to the same rank %.1f ns\n", ns_of(put), ns_of(message));
  gasnet_exit(0);
}
