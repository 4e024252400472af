/* SPDX-License-Identifier: BSD-3-Clause
 *
 * beside.c: the library's loops, and what measures them beside others.
 */
#define GASNET_SEQ 1
#include "contrib/tools/bench/beside/beside.h"

#include <gasnet_coll.h>
#include <gasnetex.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define ROUNDS 50 /* short ones, that some are undisturbed */
#define SEGMENT ((uintptr_t)HYD_BESIDE_HUGE)

static gex_TM_t team;
static int rank;
static volatile int replies;
static char *remote, *local, buffer[HYD_BESIDE_HUGE];

/* --- handlers --------------------------------------------------------------- */

static void on_reply(gex_Token_t token) {
  (void)token;
  replies++;
}
static void on_request(gex_Token_t token) { gex_AM_ReplyShort0(token, 200, 0); }
static void on_medium_reply(gex_Token_t token, void *at, size_t n) {
  (void)token;
  (void)at;
  (void)n;
  replies++;
}
static void on_medium(gex_Token_t token, void *at, size_t n) {
  gex_AM_ReplyMedium0(token, 202, at, n, GEX_EVENT_NOW, 0);
}
static void on_long(gex_Token_t token, void *at, size_t n) {
  (void)at;
  (void)n;
  gex_AM_ReplyShort0(token, 200, 0);
}
static gex_AM_Entry_t handlers[] = {
    {200, (gex_AM_Fn_t)on_reply, GEX_FLAG_AM_REQREP | GEX_FLAG_AM_SHORT, 0, NULL, NULL},
    {201, (gex_AM_Fn_t)on_request, GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_SHORT, 0, NULL, NULL},
    {202, (gex_AM_Fn_t)on_medium_reply, GEX_FLAG_AM_REPLY | GEX_FLAG_AM_MEDIUM, 0, NULL, NULL},
    {203, (gex_AM_Fn_t)on_medium, GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_MEDIUM, 0, NULL, NULL},
    {204, (gex_AM_Fn_t)on_long, GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_LONG, 0, NULL, NULL}};

/* --- loops of rank 0 -------------------------------------------------------- */

static void await_reply(int before) { GASNET_BLOCKUNTIL(replies != before); }

void hyd_beside_short(int times) {
  for (int i = 0; i < times; i++) {
    int before = replies;
    gex_AM_RequestShort0(team, 1, 201, 0);
    await_reply(before);
  }
}

void hyd_beside_medium(int times) {
  for (int i = 0; i < times; i++) {
    int before = replies;
    gex_AM_RequestMedium0(team, 1, 203, buffer, HYD_BESIDE_MEDIUM, GEX_EVENT_NOW, 0);
    await_reply(before);
  }
}

void hyd_beside_long(int times) {
  for (int i = 0; i < times; i++) {
    int before = replies;
    gex_Event_t sent;
    gex_AM_RequestLong0(team, 1, 204, local, HYD_BESIDE_LARGE, remote, &sent, 0);
    await_reply(before);
    gex_Event_Wait(sent);
  }
}

void hyd_beside_put(int times) {
  for (int i = 0; i < times; i++) gex_RMA_PutBlocking(team, 1, remote, buffer, 8, 0);
}

void hyd_beside_get(int times) {
  for (int i = 0; i < times; i++) gex_RMA_GetBlocking(team, buffer, 1, remote, 8, 0);
}

static void puts_of(size_t n, int times) {
  for (; times > 0; times--) {
    for (int i = 0; i < HYD_BESIDE_BATCH; i++)
      gex_RMA_PutNBI(team, 1, remote, local, n, GEX_EVENT_DEFER, 0);
    gex_NBI_Wait(GEX_EC_PUT, 0);
  }
}

static void gets_of(size_t n, int times) {
  for (; times > 0; times--) {
    for (int i = 0; i < HYD_BESIDE_BATCH; i++) gex_RMA_GetNBI(team, local, 1, remote, n, 0);
    gex_NBI_Wait(GEX_EC_GET, 0);
  }
}

void hyd_beside_puts(int times) { puts_of(HYD_BESIDE_LARGE, times); }
void hyd_beside_gets(int times) { gets_of(HYD_BESIDE_LARGE, times); }
void hyd_beside_huge_puts(int times) { puts_of(HYD_BESIDE_HUGE, times); }
void hyd_beside_huge_gets(int times) { gets_of(HYD_BESIDE_HUGE, times); }

/* --- the library ------------------------------------------------------------ */

static void pin_rank(void) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET((size_t)rank % (size_t)sysconf(_SC_NPROCESSORS_ONLN), &set);
  (void)sched_setaffinity(0, sizeof set, &set);
}

void hyd_beside_start(const char *name, int *argc, char ***argv) {
  gex_Client_t client;
  gex_EP_t ep;
  gex_Segment_t segment;
  void *base;
  if (gex_Client_Init(&client, &ep, &team, name, argc, argv, 0)) exit(1);
  if (gex_EP_RegisterHandlers(ep, handlers, sizeof handlers / sizeof handlers[0])) exit(1);
  if (gex_Segment_Attach(&segment, team, SEGMENT)) exit(1);
  rank = (int)gex_TM_QueryRank(team);
  gex_Event_Wait(
      gex_EP_QueryBoundSegmentNB(team, gex_TM_QuerySize(team) - 1, &base, NULL, NULL, 0));
  remote = base;
  local = gex_Segment_QueryAddr(segment);
  memset(local, 1, SEGMENT); /* pages that are there */
  memset(buffer, 1, sizeof buffer);
  pin_rank();
  hyd_beside_sync();
}

int hyd_beside_rank(void) { return rank; }
void hyd_beside_sync(void) { gex_Event_Wait(gex_Coll_BarrierNB(team, 0)); }

void hyd_beside_end(void) {
  hyd_beside_sync();
  gasnet_exit(0);
}

void hyd_beside_exchange(const void *mine, void *other, size_t n) {
  char *both = malloc(2 * n);
  if (both == NULL) gasnet_exit(1);
  for (gex_Rank_t from = 0; from < 2; from++)
    gex_Event_Wait(gex_Coll_BroadcastNB(team, from, both + from * n, mine, n, 0));
  memcpy(other, both + (rank == 0) * n, n);
  free(both);
}

/* --- measuring -------------------------------------------------------------- */

static double now_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

double hyd_beside_raw(const struct hyd_beside_row *r) {
  double begin = now_seconds();
  r->raw(r->times);
  return (now_seconds() - begin) / r->times;
}

/* Rank 1 polls until rank 0 says that it is at its end. */
static double ours(const struct hyd_beside_row *r) {
  static int ends;
  double begin = now_seconds();
  if (rank == 1) {
    await_reply(ends++);
    return 0;
  }
  r->ours(r->times);
  begin = (now_seconds() - begin) / r->times;
  gex_AM_RequestShort0(team, 1, 200, 0);
  return begin;
}

static void keep_least(double *least, double seconds) {
  if (*least == 0 || seconds < *least) *least = seconds;
}

static void print_row(const struct hyd_beside_row *r, double raw, double our) {
  double scale = r->bytes ? 1e-9 : 1e6;
  printf("%s\t%.3f\t%.3f\t%s\n", r->name, scale * (r->bytes ? r->bytes / raw : raw),
         scale * (r->bytes ? r->bytes / our : our), r->unit);
}

static void in_turns(const struct hyd_beside_row *r, double *raw, double *our) {
  hyd_beside_sync();
  keep_least(raw, hyd_beside_raw(r));
  hyd_beside_sync();
  keep_least(our, ours(r));
}

void hyd_beside_run(const struct hyd_beside_row *rows, size_t n, const double *before,
                    const char *only) {
  double *raw = calloc(2 * n, sizeof *raw), *our = raw + n;
  if (raw == NULL || gex_TM_QuerySize(team) != 2) {
    fprintf(stderr, "%u ranks; expected 2\n", (unsigned)gex_TM_QuerySize(team));
    gasnet_exit(2);
  }
  for (size_t i = 0; before && i < n; i++) raw[i] = before[i];
  for (int round = 0; round < ROUNDS; round++)
    for (size_t i = 0; i < n; i++)
      if (only == NULL || strstr(rows[i].name, only)) in_turns(&rows[i], &raw[i], &our[i]);
  for (size_t i = 0; rank == 0 && i < n; i++)
    if (our[i] > 0) print_row(&rows[i], raw[i], our[i]);
  fflush(stdout);
  free(raw);
  hyd_beside_end();
}
