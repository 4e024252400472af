/* SPDX-License-Identifier: BSD-3-Clause
 *
 * mix.c: two ranks that get, put and send to each other at once, for some seconds: in flight there
 * are always gets and puts of up to some packets, and messages among them. What gets bring is
 * checked. For networks that lose packets.
 *
 *   mix SECONDS SEED
 */
#include <gasnetex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define FLIGHTS 16
#define SOURCE (1u << 20) /* bytes at the head of the segment, never written to */
#define PLACE 65536u      /* each transfer's */
#define GET_MOST 30000u
#define PUT_MOST 16000u
#define MESSAGE_MOST 2000u
enum { H_MESSAGE = GEX_AM_INDEX_BASE, H_OVER };

struct flight {
  gex_Event_t event;
  unsigned size, from; /* size: of a get, else 0 */
  char *place;
};

static gex_TM_t team;
static char *here, *there;
static unsigned long ngets, nputs, messages, wrong;
static volatile int over;

static void on_message(gex_Token_t token, void *bytes, size_t n) {
  (void)token, (void)bytes, (void)n;
}
static void on_over(gex_Token_t token) {
  (void)token;
  over = 1;
}

static char expected(unsigned at) { return (char)(at * 7 + (at >> 8) * 13 + 1); }

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static unsigned up_to(unsigned most) { return 1 + (unsigned)rand() % most; }

static void check(const struct flight *f) {
  for (unsigned i = 0; i < f->size; i++)
    if (f->place[i] != expected(f->from + i)) {
      wrong++;
      return;
    }
}

static void get(struct flight *f) {
  f->size = up_to(GET_MOST);
  f->from = up_to(SOURCE - f->size);
  memset(f->place, 0, f->size);
  f->event = gex_RMA_GetNB(team, f->place, !gex_TM_QueryRank(team), there + f->from, f->size, 0);
  ngets++;
}

static void put(struct flight *f) {
  char *to = there + (f->place - here) + FLIGHTS * (size_t)PLACE;
  f->size = 0;
  f->event = gex_RMA_PutNB(team, !gex_TM_QueryRank(team), to, f->place, up_to(PUT_MOST),
                           GEX_EVENT_DEFER, 0);
  nputs++;
}

static void send_some(void) {
  static char bytes[MESSAGE_MOST];
  for (unsigned n = (unsigned)rand() % 3; n; n--, messages++)
    gex_AM_RequestMedium(team, !gex_TM_QueryRank(team), H_MESSAGE, bytes, up_to(MESSAGE_MOST),
                         GEX_EVENT_NOW, 0);
}

static void go_on(struct flight *f) {
  if (gex_Event_Test(f->event) != GASNET_OK) return;
  check(f);
  if (rand() % 3)
    get(f);
  else
    put(f);
  send_some();
}

static void start(int *argc, char ***argv) {
  gex_AM_Entry_t table[] = {{H_MESSAGE, (gex_AM_Fn_t)on_message,
                             GEX_FLAG_AM_MEDIUM | GEX_FLAG_AM_REQUEST, 0, NULL, "message"},
                            {H_OVER, (gex_AM_Fn_t)on_over, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST,
                             0, NULL, "over"}};
  gex_Client_t client;
  gex_EP_t ep;
  gex_Segment_t segment;
  void *base;
  gex_Client_Init(&client, &ep, &team, "mix", argc, argv, 0);
  gex_Segment_Attach(&segment, team, SOURCE + 2 * FLIGHTS * (size_t)PLACE);
  gex_EP_RegisterHandlers(ep, table, 2);
  here = gex_Segment_QueryAddr(segment);
  gex_Event_Wait(gex_EP_QueryBoundSegmentNB(team, !gex_TM_QueryRank(team), &base, NULL, NULL, 0));
  there = base;
}

int main(int argc, char **argv) {
  struct flight flight[FLIGHTS];
  start(&argc, &argv);
  if (argc != 3 || gex_TM_QuerySize(team) != 2) {
    fprintf(stderr, "mix SECONDS SEED, with two ranks\n");
    gasnet_exit(2);
  }
  srand((unsigned)atoi(argv[2]) * 2 + gex_TM_QueryRank(team));
  for (unsigned i = 0; i < SOURCE; i++) here[i] = expected(i);
  for (size_t i = 0; i < FLIGHTS; i++)
    flight[i] = (struct flight){GEX_EVENT_INVALID, 0, 0, here + SOURCE + i * PLACE};
  gex_Event_Wait(gex_Coll_BarrierNB(team, 0));
  for (double end = now() + atof(argv[1]); now() < end; gasnet_AMPoll())
    for (int i = 0; i < FLIGHTS; i++) go_on(&flight[i]);
  for (int i = 0; i < FLIGHTS; i++) gex_Event_Wait(flight[i].event);
  gex_AM_RequestShort(team, !gex_TM_QueryRank(team), H_OVER, 0);
  GASNET_BLOCKUNTIL(over);
  gex_Event_Wait(gex_Coll_BarrierNB(team, 0));
  printf("rank %u: %lu gets, %lu puts, %lu messages, %lu wrong\n", gex_TM_QueryRank(team), ngets,
         nputs, messages, wrong);
  gasnet_exit(wrong != 0);
}
