/* SPDX-License-Identifier: BSD-3-Clause
 *
 * work_ibv_any.c: puts to memory that is pinned already: of the segment (FAST), or anywhere
 * (EVERYTHING), where firehose has just been told so by the put before. The suite runs both jobs in
 * turn and compares. Raw writes in between say how fast the machine was for each of the jobs.
 */
#include "work_ibv.h"

#define ENOUGH_S 60

static void put_64k(struct ibv_run *r) {
  gex_RMA_PutBlocking(r->w->tm, 1, r->theirs, r->inside, IBV_KB64, 0);
}
static void raw_write(struct ibv_run *r) { hyd_bn_verbs_write(&r->verbs); }

#define RAW                                                                                        \
  { "raw write", 8, 25, raw_write, NULL, NULL }
static const struct ibv_pair pairs[] = {{{"put", 8, 25, hyd_bi_put_8, NULL, NULL}, RAW, IBV_US},
                                        {{"put", IBV_KB64, 8, put_64k, NULL, NULL}, RAW, IBV_US}};

void hyd_bw_ibv_any(struct hyd_bw *w, int argc, char **argv) {
  struct ibv_run r;
  hyd_bi_join(&r, w, argc, argv);
  hyd_bi_memory(&r);
  hyd_bi_verbs(&r);
  hyd_bi_compare(&r, pairs, sizeof pairs / sizeof *pairs, ENOUGH_S);
}
