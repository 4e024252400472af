/* SPDX-License-Identifier: BSD-3-Clause
 *
 * work_udp_memory.c: what a rank of a job by datagrams has allocated: all of its process, before
 * anything has been sent; and more for each peer while it talks with all of them.
 */
#include <malloc.h>

#include "work_udp.h"

enum { H_DROP = GEX_AM_INDEX_BASE };

#define BYTES ((size_t)1 << 20)
#define PIECE 4096
#define PIECES 1024

static void on_drop(gex_Token_t token, void *buf, size_t n) { (void)token, (void)buf, (void)n; }
static gex_AM_Entry_t handler[] = {
    {H_DROP, (gex_AM_Fn_t)on_drop, GEX_FLAG_AM_MEDIUM | GEX_FLAG_AM_REQUEST, 0, NULL, "drop"}};

double hyd_bw_allocated(void) {
  struct mallinfo2 m = mallinfo2();
  return (double)m.uordblks + (double)m.hblkhd;
}

void hyd_bw_udp_memory(struct hyd_bw *w, int argc, char **argv) {
  hyd_bw_init(w, argc, argv);
  hyd_bw_attach(w, 65536);
  double bytes = hyd_bw_allocated();
  hyd_bw_sync();
  hyd_bw_report_one(w, "allocated", "B", bytes);
}

static void note_most(double *most) {
  double now = hyd_bw_allocated();
  if (now > *most) *most = now;
}

/* Each rank puts to all, and sends messages of a medium size. */
static void talk(struct hyd_bw *w, unsigned char **theirs, double *most) {
  for (int r = 0; r < w->size; r++)
    if (r != w->rank)
      gex_RMA_PutNBI(w->tm, (gex_Rank_t)r, theirs[r], w->mine + HYD_BW_HEAD, BYTES, GEX_EVENT_DEFER,
                     0);
  for (int i = 0; i < PIECES; i++) {
    for (int r = 0; r < w->size; r++)
      if (r != w->rank)
        gex_AM_RequestMedium0(w->tm, (gex_Rank_t)r, H_DROP, w->mine + HYD_BW_HEAD, PIECE,
                              GEX_EVENT_NOW, 0);
    note_most(most);
  }
  gex_NBI_Wait(GEX_EC_PUT, 0);
}

void hyd_bw_udp_active(struct hyd_bw *w, int argc, char **argv) {
  unsigned char *theirs[64];
  hyd_bw_init(w, argc, argv);
  hyd_bw_need(w->size <= 64, "a job of at most 64 ranks");
  hyd_bw_register(w, handler, 1);
  hyd_bw_attach(w, HYD_BW_HEAD + BYTES);
  double before = hyd_bw_allocated(), most = 0;
  for (int r = 0; r < w->size; r++) theirs[r] = hyd_bw_owner(w, r) + HYD_BW_HEAD;
  hyd_bw_sync();
  for (int i = 0; i < w->amount; i++) {
    talk(w, theirs, &most);
    hyd_bw_sync();
  }
  hyd_bw_report_one(w, "per active peer, at most", "KB", (most - before) / (w->size - 1) / 1024);
  hyd_bw_report_one(w, "per active peer, afterwards", "KB",
                    (hyd_bw_allocated() - before) / (w->size - 1) / 1024);
}
