/* SPDX-License-Identifier: BSD-3-Clause
 *
 * work_ibv_any.c: puts to memory that is pinned already: of the segment (FAST), or anywhere (EVERYTHING), where firehose
 * has just been told so by the put before. The suite runs both jobs in turn and compares.
 */
#include "work_ibv.h"

#define ENOUGH_S 60

static void put_64k(struct ibv_run *r) { gex_RMA_PutBlocking(r->w->tm, 1, r->theirs, r->inside, IBV_KB64, 0); }

static const struct ibv_op ops[] = {{"", 8, 50, hyd_ibv_put_8, NULL, NULL}, {"", IBV_KB64, 8, put_64k, NULL, NULL}};

void hyd_bw_ibv_any(struct hyd_bw *w, int argc, char **argv) {
  struct hyd_bn_set us[2] = {{0}};
  struct ibv_run r;
  hyd_ibv_join(&r, w, argc, argv);
  hyd_ibv_memory(&r);
  double end = hyd_bn_now() + ENOUGH_S * 1e9;
  for (int round = -2; round < w->amount && hyd_ibv_again(&r, end); round++)
    for (int i = 0; i < 2; i++) {
      double t = hyd_ibv_window(&r, &ops[i]);
      if (round >= 0) hyd_bn_add(&us[i], t / 1e3);
    }
  for (int i = 0; i < 2 && w->rank == 0; i++) hyd_bw_report(w, "put", ops[i].bytes, "us", &us[i], NULL, NULL);
}
