/* SPDX-License-Identifier: BSD-3-Clause
 *
 * work_vis_am.c: the same between two ranks that share no memory, so that everything goes through
 * active messages (the launcher starts this job with GASNET_SUPERNODE_MAXSIZE=1). Pieces of 64
 * bytes are compared with a put or get for each, all in flight at once, and with one contiguous put
 * or get of the same bytes. Rank 0 works, rank 1 waits in a barrier and serves.
 */
#include "work_vis.h"

#define PIECE 64
#define SEGMENT ((size_t)8 << 20)
#define PATIENCE 3e9 /* ns for a comparison; on a busy machine there are fewer rounds then */
#define FEWEST 10

static void singles(const struct hyd_bv_case *c) {
  for (size_t i = 0; i < c->count[0]; i++) {
    char *local = c->local + (ptrdiff_t)i * c->local_stride[0];
    char *remote = c->remote + (ptrdiff_t)i * c->remote_stride[0];
    if (c->put)
      gex_RMA_PutNBI(c->tm, c->peer, remote, local, PIECE, GEX_EVENT_DEFER, 0);
    else
      gex_RMA_GetNBI(c->tm, local, c->peer, remote, PIECE, 0);
  }
  gex_NBI_Wait(c->put ? GEX_EC_PUT : GEX_EC_GET, 0);
}

static void contiguous(const struct hyd_bv_case *c) {
  size_t n = c->count[0] * PIECE;
  if (c->put)
    gex_RMA_PutBlocking(c->tm, c->peer, c->remote, c->local, n, 0);
  else
    gex_RMA_GetBlocking(c->tm, c->local, c->peer, c->remote, n, 0);
}

/* A put of rows, read back by a contiguous get of all that lies between them. */
static bool arrived(const struct hyd_bv_case *c) {
  size_t span = (c->count[0] - 1) * (size_t)c->remote_stride[0] + PIECE;
  char *copy = malloc(span);
  bool same = copy != NULL;
  if (!copy) return false;
  gex_RMA_GetBlocking(c->tm, copy, c->peer, c->remote, span, 0);
  for (size_t i = 0; i < c->count[0]; i++)
    same &= !memcmp(copy + (ptrdiff_t)i * c->remote_stride[0],
                    c->local + (ptrdiff_t)i * c->local_stride[0], PIECE);
  free(copy);
  return same;
}

/* One row for each thing to compare with. */
static void compare_moves(struct hyd_bw *w, const struct hyd_bv_case *c, const char *kind,
                          hyd_bv_move *vis) {
  static const char *const names[2] = {"pieces", "whole"};
  hyd_bv_move *const others[2] = {singles, contiguous};
  struct hyd_bn_set value = {0}, ratio[2] = {{0}};
  double payload = (double)(c->count[0] * PIECE);
  double end = hyd_bn_now() + PATIENCE;
  int repeats = hyd_bv_repeats(vis, c, 50e3);
  for (int round = -2; round < w->amount && (round < FEWEST || hyd_bn_now() < end); round++)
    for (int k = 0; k < 2; k++) {
      double before = hyd_bv_window(others[k], c, k ? repeats : 1);
      double ns = hyd_bv_window(vis, c, repeats);
      double after = hyd_bv_window(others[k], c, k ? repeats : 1);
      if (round < 0) continue;
      hyd_bn_add(&value, payload / ns * 1e3);
      hyd_bn_add(&ratio[k], (before + after) / 2 / ns);
    }
  for (int k = 0; k < 2; k++) {
    char name[64];
    snprintf(name, sizeof name, "%s %s, %zu KB, to %s", c->put ? "put" : "get", kind,
             (size_t)payload >> 10, names[k]);
    hyd_bw_report(w, name, PIECE, "MB/s", &value, k ? "contiguous" : "single", &ratio[k]);
    hyd_bn_clear(&ratio[k]);
  }
  hyd_bn_clear(&value);
}

static void pieces(struct hyd_bw *w, struct hyd_bv_case c, size_t payload) {
  c.row = PIECE;
  c.levels = 1;
  c.pieces = c.count[0] = payload / PIECE;
  c.local_stride[0] = 5 * PIECE;
  c.remote_stride[0] = 3 * PIECE;
  c.local_list = hyd_bv_random_list(c.local, SEGMENT, PIECE, c.pieces);
  c.remote_list = hyd_bv_random_list(c.remote, SEGMENT, PIECE, c.pieces);
  for (int get = 0; get < 2; get++) {
    c.put = !get;
    hyd_bv_section_by_vis(&c);
    hyd_bw_need(arrived(&c), "gex_VIS_Strided through messages (the data are wrong)");
    compare_moves(w, &c, "strided", hyd_bv_section_by_vis);
    compare_moves(w, &c, "indexed", hyd_bv_list_by_vis);
  }
  free(c.local_list), free(c.remote_list);
}

void hyd_bw_vis_am(struct hyd_bw *w, int argc, char **argv) {
  hyd_bw_init(w, argc, argv);
  hyd_bw_attach(w, HYD_BW_HEAD + SEGMENT);
  hyd_bw_pin(w);
  for (size_t i = HYD_BW_HEAD; i < w->bytes; i++) w->mine[i] = (unsigned char)(i * 37 >> 4);
  hyd_bw_sync();
  if (w->rank) return; /* to the last barrier, where it serves */
  struct hyd_bv_case c = {.tm = w->tm,
                          .peer = 1,
                          .local = (char *)w->mine + HYD_BW_HEAD,
                          .remote = (char *)hyd_bw_owner(w, 1) + HYD_BW_HEAD};
  pieces(w, c, 64 << 10);
  pieces(w, c, 1 << 20);
}
