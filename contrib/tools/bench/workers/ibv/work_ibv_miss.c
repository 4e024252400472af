/* SPDX-License-Identifier: BSD-3-Clause
 *
 * work_ibv_miss.c: puts of 64 KB to anywhere. With fewer firehoses than pieces, which the job's
 * environment says, a walk over the pieces misses every time, and moves one firehose each. That is
 * set against what it cannot do without: a round trip, a registration, and the put itself, each in
 * a window of its own.
 *
 * And the strategies of pinning: puts of 64 KB to random pieces of a working set that grows.
 */
#include <stdlib.h>
#include <string.h>

#include "work_ibv.h"

#define ENOUGH_S 60
#define COUNT 8                 /* of a window */
#define AREA ((size_t)32 << 20) /* at rank 1 */
#define PIECES (AREA / IBV_KB64)
#define KEPT ((size_t)8 << 20) /* may be pinned for rank 0: GASNET_FIREHOSE_M of the suite */
#define PUTS 32                /* of a sample of a strategy */

static unsigned char *area; /* at rank 1: its address is rank 0's, too */
static size_t next;

static void share_area(struct ibv_run *r) {
  if (r->w->rank == 1) {
    area = aligned_alloc(IBV_KB64, AREA);
    hyd_bw_need(area != NULL, "memory for the pieces");
    memset(area, 1, AREA);
  }
  unsigned char *mine = area, *theirs = NULL;
  hyd_bi_exchange(r, &mine, &theirs, sizeof mine);
  if (r->w->rank == 0) area = theirs;
}

static void put_piece(struct ibv_run *r, size_t piece) {
  gex_RMA_PutBlocking(r->w->tm, 1, area + piece * IBV_KB64, r->inside, IBV_KB64, 0);
}

static void put_next(struct ibv_run *r) { put_piece(r, next++ % PIECES); }
static void put_same(struct ibv_run *r) { put_piece(r, next % PIECES); }
static void put_twice(struct ibv_run *r, int count) { /* the first of a window must hit, too */
  if (r->w->rank == 0 && count) put_same(r);
}
static void registration(struct ibv_run *r) {
  hyd_bn_verbs_register(&r->verbs, r->outside, IBV_KB64);
}

enum { MISS, TRIP, REGISTRATION, HIT, PARTS };
static const struct ibv_op part[PARTS] = {{"miss", IBV_KB64, COUNT, put_next, NULL, NULL},
                                          {"trip", -1, COUNT, hyd_bi_short_trip, NULL, NULL},
                                          {"registration", IBV_KB64, COUNT, registration, NULL,
                                           NULL},
                                          {"hit", IBV_KB64, COUNT, put_same, NULL, NULL}};
static const struct ibv_op warm = {"", IBV_KB64, 1, NULL, NULL, put_twice};

void hyd_bw_ibv_miss(struct hyd_bw *w, int argc, char **argv) {
  struct hyd_bn_set us[PARTS] = {{0}}, sum = {0}, ratio = {0};
  static const char *const name[PARTS] = {"miss of 64 KB", "of it: round trip",
                                          "of it: registration", "of it: hit"};
  struct ibv_run r;
  hyd_bi_join(&r, w, argc, argv);
  hyd_bi_memory(&r);
  hyd_bi_verbs(&r);
  share_area(&r);
  double end = hyd_bn_now() + ENOUGH_S * 1e9;
  for (int round = -2; round < w->amount && hyd_bi_again(&r, end); round++) {
    double t[PARTS];
    for (int i = 0; i < PARTS; i++) {
      if (i == HIT) hyd_bi_window(&r, &warm);
      t[i] = hyd_bi_window(&r, &part[i]) / 1e3;
    }
    if (round < 0 || w->rank) continue;
    for (int i = 0; i < PARTS; i++) hyd_bn_add(&us[i], t[i]);
    hyd_bn_add(&sum, t[TRIP] + t[REGISTRATION] + t[HIT]);
    hyd_bn_add(&ratio, t[MISS] / (t[TRIP] + t[REGISTRATION] + t[HIT]));
  }
  if (w->rank) return;
  hyd_bw_report_against(w, name[MISS], IBV_KB64, "us", &us[MISS], "parts", &ratio, &sum);
  for (int i = 1; i < PARTS; i++)
    hyd_bw_report(w, name[i], part[i].bytes, "us", &us[i], NULL, NULL);
}

/* ---- strategies ---------------------------------------------------------- */

static size_t working_set; /* pieces */

static void put_random(struct ibv_run *r) {
  static uint64_t state = 1;
  state = state * 6364136223846793005u + 1442695040888963407u;
  put_piece(r, (state >> 33) % working_set);
}

static const struct ibv_op puts_all = {"", IBV_KB64, PUTS, put_random, NULL, NULL};

/* Memory that stays pinned must fit into the limit. */
static size_t most_pieces(const char *strategy) {
  return (strategy && strcmp(strategy, "rendezvous") == 0 ? KEPT : AREA) / IBV_KB64;
}

/* The strategy is for the library to read, and names the row. */
void hyd_bw_ibv_pinning(struct hyd_bw *w, int argc, char **argv) {
  const char *strategy = getenv("GASNET_FIREHOSE_STRATEGY");
  struct ibv_run r;
  hyd_bi_join(&r, w, argc, argv);
  hyd_bi_memory(&r);
  share_area(&r);
  double end = hyd_bn_now() + ENOUGH_S * 1e9;
  for (working_set = 16; working_set <= most_pieces(strategy); working_set *= 2) {
    struct hyd_bn_set us = {0};
    for (int i = -1; i < w->amount && hyd_bi_again(&r, end); i++) {
      double t = hyd_bi_window(&r, &puts_all);
      if (i >= 0) hyd_bn_add(&us, t / 1e3);
    }
    if (w->rank == 0)
      hyd_bw_report(w, strategy ? strategy : "firehose", (long)(working_set * IBV_KB64), "us", &us,
                    NULL, NULL);
    hyd_bn_clear(&us);
  }
}
