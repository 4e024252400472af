/* SPDX-License-Identifier: BSD-3-Clause
 *
 * traffic.c: a program on the public interface, for two ranks whose network gets worse and better.
 *
 *   traffic FILE MOST [sleep US | compute US]
 *
 * Round after round each rank puts, gets, sends Mediums and Longs of 8 to MOST (at most 1 MB) bytes
 * to and from the next one, with other bytes each time, and checks all of them. Rank 0 says "round
 * N" after each, and after the first that found that FILE exists "N rounds: all bytes are right";
 * then all end. The last rank sleeps or computes so many microseconds between two looks at the
 * network. Status 9: wrong bytes.
 */
#include <gasnetex.h>

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define MB ((size_t)1 << 20)

#define SOME ((size_t)260000) /* bytes of many puts, and of longs */

/* What the segment has room for, each from the rank before. */
enum { AREA_PUT, AREA_LONG, AREAS };
enum { H_MEDIUM = GEX_AM_INDEX_BASE, H_LONG, H_REPLY, H_WORD };

static size_t sizes[] = {8, 100, 1000, 2000, 8000, 65000, 0}; /* and MOST */
enum { SIZES = sizeof sizes / sizeof *sizes };

static gex_Client_t client;
static gex_EP_t ep;
static gex_TM_t team;
static gex_Segment_t segment;
static gex_Rank_t me, size;
static atomic_ulong replies, words, wrong;
static atomic_int is_last;
static unsigned long rounds;
static struct { unsigned sleep_us, compute_us; } between;

/* --- bytes ---------------------------------------------------------------- */

static unsigned char value(gex_Rank_t from, unsigned long round, size_t i) {
  return (unsigned char)(i * 31 + i / 4096 + from * 7 + round * 13 + 1);
}

static void fill(unsigned char *p, size_t n, size_t at) {
  for (size_t i = 0; i < n; i++) p[i] = value(me, rounds, at + i);
}

static void check(const unsigned char *p, size_t n, size_t at, gex_Rank_t from, const char *what) {
  for (size_t i = 0; i < n; i++)
    if (p[i] != value(from, rounds, at + i)) {
      fprintf(stderr, "traffic: round %lu, %s from %u to %u: byte %zu is %u\n", rounds, what, from,
              me, at + i, p[i]);
      atomic_fetch_add(&wrong, 1);
      return;
    }
}

/* --- handlers ------------------------------------------------------------- */

static gex_Rank_t source(gex_Token_t token) {
  gex_Token_Info_t info;
  gex_Token_Info(token, &info, GEX_TI_SRCRANK);
  return info.gex_srcrank;
}

static void on_medium(gex_Token_t token, void *bytes, size_t n, gex_AM_Arg_t at) {
  check(bytes, n, (size_t)at, source(token), "medium");
  gex_AM_ReplyMedium1(token, H_REPLY, bytes, n, GEX_EVENT_NOW, 0, at);
}

static void on_long(gex_Token_t token, void *bytes, size_t n, gex_AM_Arg_t at) {
  check(bytes, n, (size_t)at, source(token), "long");
  gex_AM_ReplyMedium1(token, H_REPLY, bytes, 0, GEX_EVENT_NOW, 0, at);
}

static void on_reply(gex_Token_t token, void *bytes, size_t n, gex_AM_Arg_t at) {
  (void)token;
  check(bytes, n, (size_t)at, me, "reply");
  atomic_fetch_add(&replies, 1);
}

/* After each round: whether that was the last. */
static void on_word(gex_Token_t token, gex_AM_Arg_t last) {
  (void)token;
  atomic_store(&is_last, last);
  atomic_fetch_add(&words, 1);
}

static gex_AM_Entry_t handlers[] = {
    {H_MEDIUM, (gex_AM_Fn_t)on_medium, GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_MEDIUM, 1, NULL, "medium"},
    {H_LONG, (gex_AM_Fn_t)on_long, GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_LONG, 1, NULL, "long"},
    {H_REPLY, (gex_AM_Fn_t)on_reply, GEX_FLAG_AM_REPLY | GEX_FLAG_AM_MEDIUM, 1, NULL, "reply"},
    {H_WORD, (gex_AM_Fn_t)on_word, GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_SHORT, 1, NULL, "word"}};

/* --- waiting -------------------------------------------------------------- */

static uint64_t now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

static void look(void) {
  uint64_t end = now_us() + between.compute_us;
  if (between.sleep_us) usleep(between.sleep_us);
  while (between.compute_us && now_us() < end) continue;
  gasnet_AMPoll();
}

static void finish(gex_Event_t event) {
  while (gex_Event_Test(event) != GASNET_OK) look();
}

static void barrier(void) { finish(gex_Coll_BarrierNB(team, 0)); }

/* --- a round -------------------------------------------------------------- */

static unsigned char *area(gex_Rank_t rank, int which) {
  void *base;
  gex_Event_Wait(gex_EP_QueryBoundSegmentNB(team, rank, &base, NULL, NULL, 0));
  return (unsigned char *)base + (size_t)which * MB;
}

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

/* All sizes that fit, one behind the other; gets of them, while the other rank does the same. */
static void put_and_get(gex_Rank_t to, const unsigned char *from, unsigned char *back) {
  unsigned char *there = area(to, AREA_PUT);
  memset(back, 0, MB);
  for (int i = 0; i < SIZES; i++) {
    finish(gex_RMA_PutNB(team, to, there, from, sizes[i], GEX_EVENT_DEFER, 0));
    finish(gex_RMA_GetNB(team, back, to, there, sizes[i], 0));
    check(back, sizes[i], 0, me, "get of what was put");
  }
}

static void put_many(gex_Rank_t to, const unsigned char *from) {
  unsigned char *there = area(to, AREA_PUT);
  for (size_t at = 0; at < SOME; at += sizes[5])
    gex_RMA_PutNBI(team, to, there + at, from + at, sizes[5], GEX_EVENT_DEFER, 0);
  while (gex_NBI_Test(GEX_EC_ALL, 0) != GASNET_OK) look();
}

static unsigned long send_longs(gex_Rank_t to, const unsigned char *from) {
  size_t most = gex_AM_MaxRequestLong(team, to, GEX_EVENT_NOW, 0, 1);
  unsigned long sent = 0;
  for (size_t at = 0; at < SOME; at += most, sent++)
    gex_AM_RequestLong1(team, to, H_LONG, (void *)(from + at), least(SOME - at, most),
                        area(to, AREA_LONG) + at, GEX_EVENT_NOW, 0, (gex_AM_Arg_t)at);
  return sent;
}

static unsigned long send_mediums(gex_Rank_t to, const unsigned char *from) {
  size_t most = gex_AM_MaxRequestMedium(team, to, GEX_EVENT_NOW, 0, 1);
  for (int i = 0; i < SIZES; i++)
    gex_AM_RequestMedium1(team, to, H_MEDIUM, (void *)from, least(sizes[i], most), GEX_EVENT_NOW, 0,
                          0);
  return SIZES;
}

static void one_round(unsigned char *bytes, unsigned char *back) {
  static unsigned long sent;
  gex_Rank_t to = (me + 1) % size, from = (me + size - 1) % size;
  fill(bytes, MB, 0);
  put_and_get(to, bytes, back);
  put_many(to, bytes);
  sent += send_longs(to, bytes) + send_mediums(to, bytes);
  while (atomic_load(&replies) < sent) look();
  barrier();
  check(area(me, AREA_PUT), sizes[SIZES - 1], 0, from, "put");
  check(area(me, AREA_LONG), SOME, 0, from, "bytes of longs");
}

static void say_word(const char *file) {
  int last = access(file, F_OK) == 0;
  printf("round %lu\n", rounds);
  fflush(stdout);
  for (gex_Rank_t i = 0; i < size; i++) gex_AM_RequestShort1(team, i, H_WORD, 0, last);
}

/* No rank begins a round before all have checked what the one before left in their segments. */
static void run(const char *file) {
  unsigned char *bytes = malloc(MB), *back = malloc(MB);
  while (!atomic_load(&is_last)) {
    one_round(bytes, back);
    rounds++;
    if (me == 0) say_word(file);
    barrier();
    while (atomic_load(&words) < rounds) look();
  }
  free(bytes);
  free(back);
  if (me == 0 && atomic_load(&wrong) == 0) printf("%lu rounds: all bytes are right\n", rounds);
}

int main(int argc, char **argv) {
  gex_Client_Init(&client, &ep, &team, "traffic", &argc, &argv, 0);
  me = gex_TM_QueryRank(team);
  size = gex_TM_QuerySize(team);
  if (argc != 3 && argc != 5) gasnet_exit(2);
  sizes[SIZES - 1] = least((size_t)atol(argv[2]), MB);
  if (argc == 5 && me == size - 1)
    *(strcmp(argv[3], "sleep") == 0 ? &between.sleep_us : &between.compute_us) =
        (unsigned)atoi(argv[4]);
  gex_EP_RegisterHandlers(ep, handlers, sizeof handlers / sizeof handlers[0]);
  gex_Segment_Attach(&segment, team, AREAS * MB);
  barrier();
  run(argv[1]);
  gasnet_exit(atomic_load(&wrong) ? 9 : 0);
}
