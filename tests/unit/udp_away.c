/* SPDX-License-Identifier: BSD-3-Clause
 *
 * udp_away.c: two ranks, of which one does not poll while the other wants something of it. Each
 * way, the first argument, ends by itself only if the udp conduit's attending thread (attend.c)
 * does its work:
 * - held: rank 0 sends a flood of messages, then looks at a word of its segment and does nothing
 *   else; rank 1 puts into the word when all have come;
 * - get: the same without messages: rank 1 gets, adds, puts, many times, then ends it;
 * - compute: rank 0 computes for the seconds of the second argument; rank 1 has requests on the way
 *   to it.
 */
#include <gasnetex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define FLOOD 3000
#define ROUNDS 200

static gex_Client_t client;
static gex_EP_t ep;
static gex_TM_t tm;
static gex_Segment_t segment;
static uint32_t *word[2];
static volatile uint32_t came;

static void on_message(gex_Token_t token) {
  (void)token;
  came++;
}

static void barrier(void) { gex_Event_Wait(gex_Coll_BarrierNB(tm, 0)); }

/* Without the library. */
static void look_until(uint32_t value) {
  volatile uint32_t *mine = word[0];
  while (*mine != value) {
    struct timespec pause = {0, 100000};
    nanosleep(&pause, NULL);
  }
}

static void put(uint32_t value) { gex_RMA_PutBlocking(tm, 0, word[0], &value, sizeof value, 0); }

static void held(int rank) {
  if (rank == 0) {
    for (int i = 0; i < FLOOD; i++) gex_AM_RequestShort0(tm, 1, GEX_AM_INDEX_BASE, 0);
    look_until(1);
  } else {
    GASNET_BLOCKUNTIL(came == FLOOD);
    put(1);
  }
}

static void get(int rank) {
  if (rank == 0) {
    look_until(ROUNDS);
    return;
  }
  for (int i = 0; i < ROUNDS; i++) {
    uint32_t value;
    gex_RMA_GetBlocking(tm, &value, 0, word[0], sizeof value, 0);
    put(value + 1);
  }
}

static void compute(int rank, double seconds) {
  struct timespec t;
  double end;
  if (rank == 1) {
    for (int i = 0; i < 10; i++) gex_AM_RequestShort0(tm, 0, GEX_AM_INDEX_BASE, 0);
    return;
  }
  clock_gettime(CLOCK_MONOTONIC, &t);
  end = (double)t.tv_sec + (double)t.tv_nsec * 1e-9 + seconds;
  while ((double)t.tv_sec + (double)t.tv_nsec * 1e-9 < end) clock_gettime(CLOCK_MONOTONIC, &t);
  GASNET_BLOCKUNTIL(came == 10);
}

int main(int argc, char **argv) {
  gex_AM_Entry_t handler = {
      GEX_AM_INDEX_BASE, (gex_AM_Fn_t)on_message, GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_SHORT, 0, NULL,
      "message"};
  const char *mode = argc > 1 ? argv[1] : "";
  int rank;
  if (gex_Client_Init(&client, &ep, &tm, "udp_away", &argc, &argv, 0)) return 3;
  if (gex_EP_RegisterHandlers(ep, &handler, 1) || gex_Segment_Attach(&segment, tm, GASNET_PAGESIZE))
    return 3;
  rank = (int)gex_TM_QueryRank(tm);
  for (gex_Rank_t i = 0; i < 2; i++)
    gex_Event_Wait(gex_EP_QueryBoundSegmentNB(tm, i, (void **)&word[i], NULL, NULL, 0));
  *word[rank] = 0;
  barrier();
  if (strcmp(mode, "held") == 0)
    held(rank);
  else if (strcmp(mode, "get") == 0)
    get(rank);
  else
    compute(rank, argc > 2 ? atof(argv[2]) : 1);
  barrier();
  if (rank == 0) puts("done");
  gasnet_exit(0);
  return 0;
}
