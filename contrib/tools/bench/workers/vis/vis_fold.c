/* SPDX-License-Identifier: BSD-3-Clause
 *
 * vis_fold.c: metadata that describes contiguous memory in a roundabout way, against the contiguous
 * put and get of the same bytes. Every form runs in the same loop, over the same addresses; each
 * window of calls lies between two windows of contiguous ones.
 */
#include "work_vis.h"

/* PIECE: lists of one piece; PIECES: of several that follow each other. */
enum form {
  CONTIGUOUS,
  STRIDED,
  INDEXED_PIECE,
  VECTOR_PIECE,
  INDEXED_PIECES,
  VECTOR_PIECES,
  FORMS
};
static const char *const form_name[FORMS] = {NULL,
                                             "strided",
                                             "indexed, 1 piece",
                                             "vector, 1 piece",
                                             "indexed, adjacent",
                                             "vector, adjacent"};

/* The same bytes as a section of two levels, and as a list. */
struct folded {
  size_t bytes, elemsz, count[2], pieces, piece;
  ptrdiff_t stride[2];
};

#define PIECES 64
struct lists {
  void *addr[PIECES];
  gex_Memvec_t vec[PIECES];
};

static void fill_lists(struct lists *l, char *at, size_t pieces, size_t piece) {
  for (size_t i = 0; i < pieces; i++, at += piece) {
    l->addr[i] = at;
    l->vec[i].gex_addr = at;
    l->vec[i].gex_len = piece;
  }
}

static void contiguous(const struct hyd_bv_case *c, const struct folded *f) {
  if (c->put)
    gex_RMA_PutBlocking(c->tm, c->peer, c->remote, c->local, f->bytes, 0);
  else
    gex_RMA_GetBlocking(c->tm, c->local, c->peer, c->remote, f->bytes, 0);
}

static void strided(const struct hyd_bv_case *c, const struct folded *f) {
  if (c->put)
    gex_VIS_StridedPutBlocking(c->tm, c->peer, c->remote, f->stride, c->local, f->stride, f->elemsz,
                               f->count, 2, 0);
  else
    gex_VIS_StridedGetBlocking(c->tm, c->local, f->stride, c->peer, c->remote, f->stride, f->elemsz,
                               f->count, 2, 0);
}

static void indexed(const struct hyd_bv_case *c, size_t n, size_t len, const struct lists *local,
                    const struct lists *remote) {
  if (c->put)
    gex_VIS_IndexedPutBlocking(c->tm, c->peer, n, remote->addr, len, n, local->addr, len, 0);
  else
    gex_VIS_IndexedGetBlocking(c->tm, n, local->addr, len, c->peer, n, remote->addr, len, 0);
}

static void vector(const struct hyd_bv_case *c, size_t n, const struct lists *local,
                   const struct lists *remote) {
  if (c->put)
    gex_VIS_VectorPutBlocking(c->tm, c->peer, n, remote->vec, n, local->vec, 0);
  else
    gex_VIS_VectorGetBlocking(c->tm, n, local->vec, c->peer, n, remote->vec, 0);
}

/* ns for each of `count` calls. Lists are made before the clock runs and always name the same
 * memory; so does the contiguous call they are compared with. */
static double time_window(enum form form, const struct hyd_bv_case *c, const struct folded *f,
                          int count) {
  struct lists local, remote;
  bool one = form == INDEXED_PIECE || form == VECTOR_PIECE;
  size_t n = one ? 1 : f->pieces, len = one ? f->bytes : f->piece;
  fill_lists(&local, c->local, n, len);
  fill_lists(&remote, c->remote, n, len);
  double start = hyd_bn_now();
  for (int i = 0; i < count; i++) {
    if (form == CONTIGUOUS)
      contiguous(c, f);
    else if (form == STRIDED)
      strided(c, f);
    else if (form == INDEXED_PIECE || form == INDEXED_PIECES)
      indexed(c, n, len, &local, &remote);
    else
      vector(c, n, &local, &remote);
  }
  return (hyd_bn_now() - start) / count;
}

static void forms(struct hyd_bw *w, struct hyd_bv_case *c, const struct folded *f) {
  struct hyd_bw_series s[FORMS] = {0};
  int count = f->bytes < 4096 ? 1000 : 20;
  for (int round = -3; round < w->amount; round++) {
    for (int form = 1; form < FORMS; form++) {
      double before = time_window(CONTIGUOUS, c, f, count);
      double ns = time_window((enum form)form, c, f, count);
      double after = time_window(CONTIGUOUS, c, f, count);
      if (round < 0) continue;
      hyd_bw_add(&s[form], ns, ns / ((before + after) / 2));
    }
  }
  for (int form = 1; form < FORMS; form++) {
    char name[64];
    snprintf(name, sizeof name, "%s folded, %s", c->put ? "put" : "get", form_name[form]);
    hyd_bw_report(w, name, (long)f->bytes, "ns", &s[form].value, "contiguous", &s[form].ratio);
    hyd_bw_clear(&s[form]);
  }
}

void hyd_bv_fold(struct hyd_bw *w, struct hyd_bv_case c) {
  static const struct folded sizes[] = {
      {64, 8, {4, 2}, 8, 8, {8, 32}},
      {65536, 64, {32, 32}, 64, 1024, {64, 2048}},
  };
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    for (int get = 0; get < 2; get++) {
      c.put = !get;
      forms(w, &c, &sizes[i]);
    }
}
