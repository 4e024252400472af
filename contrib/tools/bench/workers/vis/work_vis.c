/* SPDX-License-Identifier: BSD-3-Clause
 *
 * work_vis.c: sections and lists by gex_VIS_* between two ranks that share memory, against loops
 * written by hand over the mapped memory. Rank 0 works, rank 1 waits in a barrier.
 *
 * Of the loops by hand the one that is fastest for this very case is found first. Each window of
 * calls then lies between two windows of that loop, with the same rows from and to the same places.
 */
#include "work_vis.h"

#define SEGMENT ((size_t)32 << 20)
#define WINDOW 40e3 /* ns */

static void measure_row(struct hyd_bw *w, const char *name, size_t bytes, struct hyd_bv_case *c,
                        double payload, hyd_bv_move *vis, hyd_bv_move *hand, int repeats) {
  struct hyd_bw_series s = {0};
  int rounds = repeats > 1 ? w->amount : w->amount / 4 + 10;
  for (int round = -3; round < rounds; round++) {
    double before = hyd_bv_window(hand, c, repeats);
    double ns = hyd_bv_window(vis, c, repeats);
    double after = hyd_bv_window(hand, c, repeats);
    if (round < 0) continue;
    hyd_bw_add(&s, payload / ns * 1e3, (before + after) / 2 / ns);
  }
  hyd_bw_report(w, name, (long)bytes, "MB/s", &s.value, "by hand", &s.ratio);
  hyd_bw_clear(&s);
}

static hyd_bv_move *best_by_hand(hyd_bv_move *const *hand, struct hyd_bv_case *c, int repeats) {
  struct hyd_bn_set time[HYD_BV_HANDS] = {{0}};
  int best = 0;
  for (int round = 0; round < 21; round++)
    for (int h = 0; h < HYD_BV_HANDS; h++) hyd_bn_add(&time[h], hyd_bv_window(hand[h], c, repeats));
  for (int h = 1; h < HYD_BV_HANDS; h++)
    if (hyd_bn_median(&time[h]) < hyd_bn_median(&time[best])) best = h;
  for (int h = 0; h < HYD_BV_HANDS; h++) hyd_bn_clear(&time[h]);
  return hand[best];
}

/* ---- sections ------------------------------------------------------------ */

static void section(struct hyd_bw *w, const char *name, struct hyd_bv_case *c) {
  char full[64];
  double payload = (double)(c->row * c->count[0] * (c->levels > 1 ? c->count[1] : 1));
  for (int get = 0; get < 2; get++) {
    c->put = !get;
    int repeats = hyd_bv_repeats(hyd_bv_section_by_hand[0], c, WINDOW);
    hyd_bv_move *hand = best_by_hand(hyd_bv_section_by_hand, c, repeats);
    memset(get ? c->local : c->mapped, 0xa5, c->row);
    hyd_bv_section_by_vis(c);
    hyd_bw_need(hyd_bv_section_moved(c), "gex_VIS_Strided (the data are wrong)");
    snprintf(full, sizeof full, "%s %s", get ? "get" : "put", name);
    measure_row(w, full, c->row, c, payload, hyd_bv_section_by_vis, hand, repeats);
  }
}

/* Rows far apart: every fifth here, every third there; in 3-D 16 rows of planes of 20 and of 18. */
static void rows(struct hyd_bw *w, struct hyd_bv_case c, size_t row, size_t payload,
                 size_t levels) {
  char name[40];
  size_t all = payload / row;
  c.row = row;
  c.levels = levels;
  c.count[0] = levels == 1 ? all : 16;
  c.count[1] = levels == 1 ? 1 : all / 16;
  c.local_stride[0] = (ptrdiff_t)(5 * row);
  c.remote_stride[0] = (ptrdiff_t)(3 * row);
  c.local_stride[1] = 20 * c.local_stride[0];
  c.remote_stride[1] = 18 * c.remote_stride[0];
  snprintf(name, sizeof name, "%zu-D rows, %zu KB", levels + 1, payload >> 10);
  section(w, name, &c);
}

/* Single words: a column of matrices 127 and 131 words wide. */
static void column(struct hyd_bw *w, struct hyd_bv_case c, size_t height) {
  char name[40];
  c.row = 8;
  c.levels = 1;
  c.count[0] = height;
  c.local_stride[0] = 127 * 8;
  c.remote_stride[0] = 131 * 8;
  snprintf(name, sizeof name, "column, %zu rows", height);
  section(w, name, &c);
}

/* The same from and to contiguous memory here, as a program that packs would want it. */
static void packed_column(struct hyd_bw *w, struct hyd_bv_case c, size_t height) {
  c.row = 8;
  c.levels = 1;
  c.count[0] = height;
  c.local_stride[0] = 8;
  c.remote_stride[0] = 131 * 8;
  section(w, "column, here contiguous", &c);
}

/* The face of a cube that has a layer of ghost cells around it: n x n words, one of each row. */
static void face(struct hyd_bw *w, struct hyd_bv_case c, size_t n) {
  char name[40];
  c.row = 8;
  c.levels = 2;
  c.count[0] = c.count[1] = n;
  c.local_stride[0] = c.remote_stride[0] = (ptrdiff_t)(8 * (n + 2));
  c.local_stride[1] = c.remote_stride[1] = (ptrdiff_t)(8 * (n + 2) * (n + 2));
  snprintf(name, sizeof name, "face, %zu x %zu", n, n);
  section(w, name, &c);
}

/* ---- lists --------------------------------------------------------------- */

static void list(struct hyd_bw *w, const char *name, struct hyd_bv_case *c) {
  int repeats = hyd_bv_repeats(hyd_bv_list_by_hand[0], c, WINDOW);
  hyd_bv_move *hand = best_by_hand(hyd_bv_list_by_hand, c, repeats);
  hyd_bv_list_by_vis(c);
  hyd_bw_need(hyd_bv_list_moved(c), "gex_VIS_Indexed (the data are wrong)");
  measure_row(w, name, c->row, c, (double)(c->row * c->pieces), hyd_bv_list_by_vis, hand, repeats);
}

/* Random pieces of a region, from and to random places or one run here. */
static void lists(struct hyd_bw *w, struct hyd_bv_case c, size_t piece, size_t region) {
  char name[64];
  size_t n = 4096;
  void **local = hyd_bv_random_list(c.local, region, piece, n),
       **mapped = malloc(n * sizeof *mapped);
  void **remote = hyd_bv_random_list(c.remote, region, piece, n);
  hyd_bw_need(mapped != NULL, "memory for lists");
  for (size_t i = 0; i < n; i++) mapped[i] = c.mapped + ((char *)remote[i] - c.remote);
  c.row = piece;
  c.pieces = n;
  c.remote_list = remote;
  c.mapped_list = mapped;
  for (int run = 0; run < 2; run++) {
    c.local_list = run ? NULL : local;
    for (int get = 0; get < 2; get++) {
      c.put = !get;
      snprintf(name, sizeof name, "%s %s, %zu MB", get ? "get" : "put",
               run ? get ? "gathered" : "scattered" : "random pieces", region >> 20);
      list(w, name, &c);
    }
  }
  free(local), free(remote), free(mapped);
}

void hyd_bw_vis(struct hyd_bw *w, int argc, char **argv) {
  static const size_t row[] = {64, 256, 1024}, payload[] = {4 << 10, 64 << 10, 4 << 20};
  hyd_bw_init(w, argc, argv);
  hyd_bw_attach(w, HYD_BW_HEAD + SEGMENT);
  hyd_bw_pin(w);
  for (size_t i = HYD_BW_HEAD; i < w->bytes; i++) w->mine[i] = (unsigned char)(i * 37 >> 4);
  hyd_bw_sync();
  if (w->rank) return; /* to the last barrier */
  struct hyd_bv_case c = {.tm = w->tm,
                          .peer = 1,
                          .put = true,
                          .local = (char *)w->mine + HYD_BW_HEAD,
                          .remote = (char *)hyd_bw_owner(w, 1) + HYD_BW_HEAD,
                          .mapped = (char *)hyd_bw_local(w, 1) + HYD_BW_HEAD};
  for (size_t levels = 1; levels <= 2; levels++)
    for (size_t p = 0; p < sizeof payload / sizeof *payload; p++)
      for (size_t r = 0; r < sizeof row / sizeof *row; r++)
        if (levels == 1 || payload[p] / row[r] >= 64) rows(w, c, row[r], payload[p], levels);
  column(w, c, 1024);
  column(w, c, 16384);
  packed_column(w, c, 1024);
  face(w, c, 64);
  for (size_t piece = 8; piece <= 64; piece *= 8)
    for (size_t region = 1 << 20; region <= 16 << 20; region <<= 4) lists(w, c, piece, region);
  hyd_bv_fold(w, c);
}
