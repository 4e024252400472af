/* SPDX-License-Identifier: BSD-3-Clause
 *
 * section.c: sections of arrays, and copies between two of them.
 */
#include <stdlib.h>
#include <string.h>

#include "contrib/layers/caf/section.h"

void hyd_caf_section_add(struct caf_section *s, size_t count, ptrdiff_t stride, ptrdiff_t *list) {
  if (count == 1) {
    if (list) s->base += list[0];
    free(list);
    return;
  }
  s->count[s->rank] = count;
  s->stride[s->rank] = stride;
  s->list[s->rank++] = list;
}

static void place_section(struct caf_section *s, const struct gfc_desc *d, char *base, int kind) {
  s->base = base;
  s->elem = (struct caf_elem){d->elem_len, d->type, kind};
  s->rank = 0;
}

void hyd_caf_section_of(struct caf_section *s, const struct gfc_desc *d, char *base, int kind) {
  place_section(s, d, base, kind);
  for (int i = 0; i < d->rank; i++)
    hyd_caf_section_add(s, gfc_extent(&d->dim[i]), d->dim[i].stride * gfc_span(d), NULL);
}

static ptrdiff_t subscript(const void *vector, size_t i, int kind) {
  switch (kind) {
  case 1: return ((const int8_t *)vector)[i];
  case 2: return ((const int16_t *)vector)[i];
  case 4: return ((const int32_t *)vector)[i];
  case 8: return (ptrdiff_t)((const int64_t *)vector)[i];
  default: return (ptrdiff_t)((const __int128 *)vector)[i];
  }
}

ptrdiff_t *hyd_caf_offsets(const void *vector, size_t n, int kind, ptrdiff_t lower,
                           ptrdiff_t stride) {
  ptrdiff_t *list = malloc((n ? n : 1) * sizeof *list);
  for (size_t i = 0; list && i < n; i++) list[i] = (subscript(vector, i, kind) - lower) * stride;
  return list;
}

bool hyd_caf_section_of_vectors(struct caf_section *s, const struct gfc_desc *d,
                                const struct gfc_vector *v, char *base, int kind) {
  place_section(s, d, base, kind);
  for (int i = 0; i < d->rank; i++) {
    ptrdiff_t stride = d->dim[i].stride * gfc_span(d), lower = d->dim[i].lower;
    if (v[i].n) {
      ptrdiff_t *list = hyd_caf_offsets(v[i].v.vector, v[i].n, v[i].v.kind, lower, stride);
      if (list == NULL) return hyd_caf_section_done(s), false;
      hyd_caf_section_add(s, v[i].n, 0, list);
    } else {
      ptrdiff_t step = v[i].t.stride ? v[i].t.stride : 1,
                n = (v[i].t.upper - v[i].t.lower) / step + 1;
      if ((v[i].t.upper - v[i].t.lower) * (step < 0 ? -1 : 1) < 0) n = 0;
      s->base += (v[i].t.lower - lower) * stride;
      hyd_caf_section_add(s, (size_t)n, step * stride, NULL);
    }
  }
  return true;
}

void hyd_caf_section_done(struct caf_section *s) {
  for (int i = 0; i < s->rank; i++) free(s->list[i]);
  s->rank = 0;
}

void hyd_caf_section_packed(struct caf_section *s, char *base, const struct caf_elem *elem,
                            const struct caf_section *shape) {
  ptrdiff_t stride = (ptrdiff_t)elem->size;
  s->base = base;
  s->elem = *elem;
  s->rank = 0;
  for (int i = 0; i < shape->rank; i++) {
    hyd_caf_section_add(s, shape->count[i], stride, NULL);
    stride *= (ptrdiff_t)shape->count[i];
  }
}

void hyd_caf_section_spread(struct caf_section *s, const struct caf_section *shape) {
  s->rank = 0;
  for (int i = 0; i < shape->rank; i++) hyd_caf_section_add(s, shape->count[i], 0, NULL);
}

size_t hyd_caf_section_elements(const struct caf_section *s) {
  size_t n = 1;
  for (int i = 0; i < s->rank; i++) n *= s->count[i];
  return n;
}

bool hyd_caf_section_contiguous(const struct caf_section *s) {
  ptrdiff_t stride = (ptrdiff_t)s->elem.size;
  for (int i = 0; i < s->rank; i++) {
    if (s->list[i] || s->stride[i] != stride) return false;
    stride *= (ptrdiff_t)s->count[i];
  }
  return true;
}

void hyd_caf_section_hull(const struct caf_section *s, ptrdiff_t *low_p, ptrdiff_t *high_p) {
  ptrdiff_t low = 0, high = 0;
  for (int i = 0; i < s->rank; i++) {
    ptrdiff_t least = 0, most = 0;
    if (s->list[i]) {
      least = most = s->list[i][0];
      for (size_t k = 1; k < s->count[i]; k++) {
        if (s->list[i][k] < least) least = s->list[i][k];
        if (s->list[i][k] > most) most = s->list[i][k];
      }
    } else {
      ptrdiff_t last = s->stride[i] * ((ptrdiff_t)s->count[i] - 1);
      *(last < 0 ? &least : &most) = last;
    }
    low += least;
    high += most;
  }
  *low_p = low;
  *high_p = high + (ptrdiff_t)s->elem.size;
}

bool hyd_caf_sections_overlap(const struct caf_section *a, const struct caf_section *b) {
  ptrdiff_t al, ah, bl, bh;
  hyd_caf_section_hull(a, &al, &ah);
  hyd_caf_section_hull(b, &bl, &bh);
  return a->base + al < b->base + bh && b->base + bl < a->base + ah;
}

bool hyd_caf_same_shape(const struct caf_section *a, const struct caf_section *b) {
  if (a->rank != b->rank) return false;
  for (int i = 0; i < a->rank; i++)
    if (a->count[i] != b->count[i]) return false;
  return true;
}

/* --- copies --- */

/* A copy between two sections of one shape, prepared for the loops. */
struct walk {
  const struct caf_section *to, *from;
  struct caf_section t, f; /* with joined dimensions; their lists belong to `to` and `from` */
  size_t n;                /* contiguous bytes that are copied at once; 0: elements are converted */
};

static bool joins(const struct caf_section *s, int d, const struct caf_section *lower) {
  return !s->list[d] && !lower->list[lower->rank - 1] &&
         s->stride[d] == lower->stride[lower->rank - 1] * (ptrdiff_t)lower->count[lower->rank - 1];
}

static void append_dim(struct caf_section *s, const struct caf_section *of, int d) {
  s->count[s->rank] = of->count[d];
  s->stride[s->rank] = of->stride[d];
  s->list[s->rank++] = of->list[d];
}

/* Initialises only the fields in use, since sections are large. */
static void begin_section(struct caf_section *s, const struct caf_section *of) {
  s->base = of->base;
  s->elem = of->elem;
  s->rank = 0;
}

/* Joins dimensions that one stride covers on both sides; contiguous dimensions become the piece
 * that is copied at once. */
static void prepare_walk(struct walk *w) {
  begin_section(&w->t, w->to);
  begin_section(&w->f, w->from);
  w->n = hyd_caf_same_elem(&w->to->elem, &w->from->elem) ? w->to->elem.size : 0;
  for (int d = 0; d < w->to->rank; d++) {
    if (w->n && w->t.rank == 0 && !w->to->list[d] && !w->from->list[d] &&
        w->to->stride[d] == (ptrdiff_t)w->n && w->from->stride[d] == (ptrdiff_t)w->n) {
      w->n *= w->to->count[d];
    } else if (w->t.rank && joins(w->to, d, &w->t) && joins(w->from, d, &w->f)) {
      w->t.count[w->t.rank - 1] *= w->to->count[d];
      w->f.count[w->f.rank - 1] *= w->from->count[d];
    } else {
      append_dim(&w->t, w->to, d);
      append_dim(&w->f, w->from, d);
    }
  }
}

/* Four loads, then four stores, so that loads of remote memory overlap. */
#define STRIDED_LOOP(T)                                                                            \
  for (; n >= 4; n -= 4, to += 4 * ts, from += 4 * fs) {                                           \
    T a, b, c, d;                                                                                  \
    memcpy(&a, from, sizeof a);                                                                    \
    memcpy(&b, from + fs, sizeof b);                                                               \
    memcpy(&c, from + 2 * fs, sizeof c);                                                           \
    memcpy(&d, from + 3 * fs, sizeof d);                                                           \
    memcpy(to, &a, sizeof a);                                                                      \
    memcpy(to + ts, &b, sizeof b);                                                                 \
    memcpy(to + 2 * ts, &c, sizeof c);                                                             \
    memcpy(to + 3 * ts, &d, sizeof d);                                                             \
  }                                                                                                \
  for (size_t i = 0; i < n; i++, to += ts, from += fs) {                                           \
    T v;                                                                                           \
    memcpy(&v, from, sizeof v);                                                                    \
    memcpy(to, &v, sizeof v);                                                                      \
  }                                                                                                \
  break

static void copy_strided(char *to, ptrdiff_t ts, const char *from, ptrdiff_t fs, size_t n,
                         size_t piece) {
  switch (piece) {
  case 1: STRIDED_LOOP(uint8_t);
  case 2: STRIDED_LOOP(uint16_t);
  case 4: STRIDED_LOOP(uint32_t);
  case 8: STRIDED_LOOP(uint64_t);
  case 16: STRIDED_LOOP(unsigned __int128);
  default:
    for (size_t i = 0; i < n; i++, to += ts, from += fs) memcpy(to, from, piece);
  }
}

static void copy_piece(const struct walk *w, char *to, const char *from) {
  if (w->n)
    memcpy(to, from, w->n);
  else
    hyd_caf_convert(to, &w->t.elem, from, &w->f.elem);
}

static void copy_dims(const struct walk *w, int d, char *to, const char *from) {
  const ptrdiff_t *tl = w->t.list[d], *fl = w->f.list[d];
  if (d == 0 && w->n && !tl && !fl) {
    copy_strided(to, w->t.stride[0], from, w->f.stride[0], w->t.count[0], w->n);
    return;
  }
  for (size_t i = 0; i < w->t.count[d]; i++) {
    char *t = to + (tl ? tl[i] : w->t.stride[d] * (ptrdiff_t)i);
    const char *f = from + (fl ? fl[i] : w->f.stride[d] * (ptrdiff_t)i);
    if (d == 0)
      copy_piece(w, t, f);
    else
      copy_dims(w, d - 1, t, f);
  }
}

void hyd_caf_copy(const struct caf_section *to, const struct caf_section *from) {
  struct walk w;
  w.to = to;
  w.from = from;
  if (hyd_caf_section_elements(to) == 0) return;
  prepare_walk(&w);
  if (w.t.rank)
    copy_dims(&w, w.t.rank - 1, w.t.base, w.f.base);
  else
    copy_piece(&w, w.t.base, w.f.base);
}

bool hyd_caf_copy_safely(const struct caf_section *to, const struct caf_section *from) {
  struct caf_section temporary;
  size_t n = hyd_caf_section_elements(from);
  if (n == 0) return true;
  if (!hyd_caf_sections_overlap(to, from)) return hyd_caf_copy(to, from), true;
  char *memory = malloc(n * from->elem.size + 1);
  if (memory == NULL) return false;
  hyd_caf_section_packed(&temporary, memory, &from->elem, from);
  hyd_caf_copy(&temporary, from);
  hyd_caf_copy(to, &temporary);
  free(memory);
  return true;
}
