/* SPDX-License-Identifier: BSD-3-Clause
 *
 * byref.c: access by reference: get_by_ref, send_by_ref, sendget_by_ref, is_present (libcaf.md
 * 3.5).
 *
 * The walk begins in this image. It also ends here if the memory is this image's own, or if no
 * pointer on the way leads out of the target's segment; then the access continues like any
 * coindexed access. Else the target walks, in a message handler.
 */
#include <stdlib.h>
#include <string.h>

#include "contrib/layers/caf/access.h"
#include "contrib/layers/caf/entries.h"
#include "contrib/layers/caf/refs.h"
#include "contrib/layers/caf/stats.h"

/* One side of a statement. */
struct side {
  const struct caf_token *token;
  const struct gfc_ref *refs;
  struct caf_status status;
  const char *statement;
  uint32_t rank;
  const struct caf_place *place;
  int image, type, kind;
};

static bool find_side(struct side *s, void *token, int image, const struct gfc_ref *refs, int type,
                      int kind, int *stat, const char *statement) {
  *s = (struct side){.token = token,
                     .refs = refs,
                     .status.stat = stat,
                     .statement = statement,
                     .image = image,
                     .type = type,
                     .kind = kind};
  s->place = hyd_caf_place(token, image, NULL, &s->rank, &s->status, statement);
  return s->place != NULL;
}

static void succeed(const struct side *s) { hyd_caf_succeed_at(&s->status, s->rank, s->statement); }

static void fail(const struct side *s, int result) {
  hyd_caf_fail(&s->status, GFC_STAT_ERROR, "%s: at image %d %s", s->statement, s->image,
               hyd_caf_walk_text(result));
}

static void report_no_memory(const struct side *s) { fail(s, CAF_WALK_MEMORY); }

static int walk(const struct side *s, struct caf_walk *w, const struct caf_shape *grow) {
  const struct caf_segment *segment = &hyd_caf.segment[s->rank];
  bool here = s->rank == hyd_caf.rank;
  *w = (struct caf_walk){.base = s->place->mapped ? s->place->mapped : s->place->owner,
                         .bounds = s->token->bounds,
                         .here = here,
                         .readable = s->place->mapped != NULL,
                         .grow = grow,
                         .low = segment->owner,
                         .high = segment->owner + segment->size,
                         .shift = segment->mapped - segment->owner};
  return hyd_caf_walk(w, s->refs, s->type, s->kind);
}

/* --- at the target --- */

static char *make_answer(const struct caf_walk *w, int result, size_t n, size_t *size_p) {
  struct caf_ref_answer a = {.result = result,
                             .present = w->present,
                             .item_size = w->found.elem.size,
                             .shape = w->shape};
  char *answer = malloc(sizeof a + n);
  *size_p = answer ? sizeof a + n : 0;
  if (answer) memcpy(answer, &a, sizeof a);
  return answer;
}

static int walk_here(const char *request, struct caf_walk *w, const struct caf_ref_head **head,
                     const char **data) {
  const struct gfc_desc *bounds;
  struct gfc_ref *refs = hyd_caf_refs_read(request, head, &bounds, data);
  *w = (struct caf_walk){.base = (*head)->base,
                         .bounds = bounds,
                         .here = true,
                         .readable = true,
                         .grow = (*head)->may_grow ? &(*head)->shape : NULL};
  int result = refs ? hyd_caf_walk(w, refs, (*head)->type, (*head)->kind) : CAF_WALK_MEMORY;
  free(refs);
  return result;
}

void hyd_caf_serve_get(const char *request, size_t n, char **answer_p, size_t *answer_n_p) {
  const struct caf_ref_head *head;
  const char *data;
  struct caf_walk w;
  struct caf_section packed;
  (void)n;
  int result = walk_here(request, &w, &head, &data);
  size_t bytes = result ? 0 : hyd_caf_section_elements(&w.found) * w.found.elem.size;
  *answer_p = make_answer(&w, result, bytes, answer_n_p);
  if (*answer_p && bytes) {
    hyd_caf_section_packed(&packed, *answer_p + sizeof(struct caf_ref_answer), &w.found.elem,
                           &w.found);
    hyd_caf_copy(&packed, &w.found);
  }
  if (result == CAF_WALK_OK) hyd_caf_section_done(&w.found);
}

void hyd_caf_serve_present(const char *request, size_t n, char **answer_p, size_t *answer_n_p) {
  const struct caf_ref_head *head;
  const char *data;
  struct caf_walk w;
  (void)n;
  int result = walk_here(request, &w, &head, &data);
  if (result == CAF_WALK_OK) hyd_caf_section_done(&w.found);
  *answer_p = make_answer(&w, result, 0, answer_n_p);
}

/* Describes the received data; a scalar is spread over all elements. */
static bool data_section(struct caf_section *from, const struct caf_elem *elem, char *data,
                         const struct caf_shape *shape, const struct caf_section *to) {
  struct caf_section dense = {.base = data, .elem = *elem};
  for (int i = 0; i < shape->rank; i++) hyd_caf_section_add(&dense, shape->extent[i], 0, NULL);
  hyd_caf_section_packed(from, data, elem, &dense);
  if (shape->rank == 0) hyd_caf_section_spread(from, to);
  return hyd_caf_same_shape(to, from);
}

void hyd_caf_serve_put(const char *request, size_t n, char **answer_p, size_t *answer_n_p) {
  const struct caf_ref_head *head;
  const char *data;
  struct caf_walk w;
  struct caf_section from;
  (void)n;
  int result = walk_here(request, &w, &head, &data);
  if (result == CAF_WALK_OK) {
    struct caf_elem elem = {head->other_size, head->other_type, head->other_kind};
    if (data_section(&from, &elem, (char *)data, &head->shape, &w.found))
      hyd_caf_copy(&w.found, &from);
    else
      result = CAF_WALK_SHAPE;
    hyd_caf_section_done(&w.found);
  }
  *answer_p = make_answer(&w, result, 0, answer_n_p);
}

/* --- at the caller --- */

static char *write_request(const struct side *s, struct caf_ref_head *head, size_t *size_p) {
  head->base = s->place->owner;
  head->type = s->type;
  head->kind = s->kind;
  return hyd_caf_refs_write(head, s->token->bounds, s->refs, size_p);
}

/* Sends a put without STAT=, for which this image does not wait. */
static void put_later(const struct side *s, struct caf_ref_head *head, const void *data, size_t n) {
  size_t size;
  char *message = write_request(s, head, &size);
  if (message == NULL) {
    report_no_memory(s);
    return;
  }
  hyd_caf_send_later(s->rank, CAF_OP_PUT_REFERENCE, message, size, data, n);
  free(message);
}

/* Calls the target, after the messages sent to it before. False, after reporting an error. The
 * caller frees answer->data. */
static bool ask_target(const struct side *s, int op, struct caf_ref_head *head, const void *data,
                       size_t n, struct caf_answer *answer) {
  size_t size;
  char *message = write_request(s, head, &size);
  if (message == NULL) return report_no_memory(s), false;
  hyd_caf_call_behind(s->rank, op, message, size, data, n, answer);
  free(message);
  const struct caf_ref_answer *a = (const void *)answer->data;
  if (answer->n < sizeof *a) return free(answer->data), report_no_memory(s), false;
  if (op == CAF_OP_PRESENT || a->result == CAF_WALK_OK) return true;
  int result = a->result;
  free(answer->data);
  fail(s, result);
  return false;
}

static void put_section(const struct side *s, struct caf_section *from,
                        const struct caf_shape *shape, bool may_grow) {
  struct caf_walk w;
  int result = walk(s, &w, may_grow ? shape : NULL);
  if (result != CAF_WALK_ELSEWHERE &&
      hyd_caf_later_to(s->rank)) { /* puts in flight may allocate components */
    if (result == CAF_WALK_OK) hyd_caf_section_done(&w.found);
    hyd_caf_complete_later();
    result = walk(s, &w, may_grow ? shape : NULL);
  }
  if (result == CAF_WALK_OK) {
    if (shape->rank == 0) hyd_caf_section_spread(from, &w.found);
    if (!hyd_caf_same_shape(&w.found, from))
      fail(s, CAF_WALK_SHAPE);
    else if (hyd_caf_section_elements(&w.found))
      hyd_caf_put_from(s->rank, s->place->mapped, &w.found, from, &s->status, s->statement);
    hyd_caf_section_done(&w.found);
    return;
  }
  if (result != CAF_WALK_ELSEWHERE) {
    fail(s, result);
    return;
  }
  struct caf_ref_head head = {.other_type = from->elem.type,
                              .other_kind = from->elem.kind,
                              .other_size = from->elem.size,
                              .may_grow = may_grow,
                              .shape = *shape};
  struct caf_answer answer;
  struct caf_section packed;
  size_t n = hyd_caf_section_elements(from) * from->elem.size;
  char *data = hyd_caf_section_contiguous(from) ? from->base : malloc(n + 1);
  if (data == NULL) {
    report_no_memory(s);
    return;
  }
  if (data != from->base) {
    hyd_caf_section_packed(&packed, data, &from->elem, from);
    hyd_caf_copy(&packed, from);
  }
  hyd_caf_complete_unordered();
  hyd_caf_forget_ahead();
  if (s->status.stat == NULL)
    put_later(s, &head, data, n);
  else if (ask_target(s, CAF_OP_PUT, &head, data, n, &answer))
    free(answer.data);
  if (data != from->base) free(data);
}

static void shape_of(struct caf_shape *shape, const struct gfc_desc *d) {
  shape->rank = d->rank;
  for (int i = 0; i < d->rank; i++) shape->extent[i] = gfc_extent(&d->dim[i]);
}

/* The elements that a walk has found: in place, or copied here. */
struct found {
  struct caf_walk w;
  char *data; /* answer from malloc; NULL: the elements are in place, at w.found */
  bool mapped;
};

static bool fetch_found(const struct side *s, struct found *f) {
  struct caf_ref_head head = {0};
  struct caf_answer answer;
  struct caf_section dense = {0};
  f->data = NULL;
  f->mapped = s->place->mapped != NULL;
  if (f->mapped) hyd_caf_settle(s->rank); /* the walk reads the image's memory */
  int result = walk(s, &f->w, NULL);
  if (result == CAF_WALK_OK) return hyd_caf_settle(s->rank), true;
  if (result != CAF_WALK_ELSEWHERE) return fail(s, result), false;
  hyd_caf_complete_unordered();
  if (!ask_target(s, CAF_OP_GET, &head, NULL, 0, &answer)) return false;
  const struct caf_ref_answer *a = (const void *)answer.data;
  struct caf_elem elem = {a->item_size, s->type, s->kind};
  f->w.shape = a->shape;
  for (int i = 0; i < a->shape.rank; i++) hyd_caf_section_add(&dense, a->shape.extent[i], 0, NULL);
  hyd_caf_section_packed(&f->w.found, answer.data + sizeof *a, &elem, &dense);
  f->data = answer.data;
  f->mapped = true;
  return true;
}

static void free_found(struct found *f) {
  hyd_caf_section_done(&f->w.found);
  free(f->data);
}

/* Gives an allocatable left-hand side the shape of the data assigned to it. */
static bool give_shape(struct gfc_desc *d, const struct caf_shape *shape,
                       const struct caf_elem *elem) {
  size_t n = 1;
  bool fits = d->base != NULL;
  for (int i = 0; i < shape->rank && i < d->rank; i++) {
    fits = fits && gfc_extent(&d->dim[i]) == shape->extent[i];
    n *= shape->extent[i];
  }
  if (fits || d->rank != shape->rank) return true;
  if (d->elem_len == 0) d->elem_len = elem->size;
  void *memory = realloc(d->base, n * d->elem_len + 1);
  if (memory == NULL) return false;
  ptrdiff_t stride = 1, offset = 0;
  for (int i = 0; i < d->rank; i++) {
    d->dim[i] = (struct gfc_dim){stride, 1, (ptrdiff_t)shape->extent[i]};
    offset -= stride;
    stride *= (ptrdiff_t)shape->extent[i];
  }
  d->base = memory;
  d->offset = (size_t)offset;
  d->span = (ptrdiff_t)d->elem_len;
  return true;
}

void _gfortran_caf_get_by_ref(void *token, int image, struct gfc_desc *dst, struct gfc_ref *refs,
                              int dst_kind, int src_kind, bool tmp, bool dst_reallocatable,
                              int *stat, int src_type) {
  struct side s;
  struct found f;
  struct caf_section to;
  CAF_BEGIN_ACCESS(since);
  size_t n = 0;
  (void)tmp;
  if (!find_side(&s, token, image, refs, src_type, src_kind, stat, "coindexed get by reference") ||
      !fetch_found(&s, &f))
    return;
  succeed(&s);
  if (dst_reallocatable && !give_shape(dst, &f.w.shape, &f.w.found.elem)) {
    report_no_memory(&s);
  } else if (dst->base == NULL) {
    hyd_caf_fail(&s.status, GFC_STAT_ERROR, "%s: the left-hand side is not allocated", s.statement);
  } else {
    hyd_caf_section_of(&to, dst, dst->base, dst_kind);
    if (f.w.shape.rank == 0) hyd_caf_section_spread(&f.w.found, &to);
    n = hyd_caf_section_elements(&to) * to.elem.size;
    if (!hyd_caf_same_shape(&to, &f.w.found))
      fail(&s, CAF_WALK_SHAPE);
    else if (n)
      hyd_caf_get_to(s.rank, f.mapped, &to, &f.w.found, &s.status, s.statement);
  }
  free_found(&f);
  CAF_STAT_END(CAF_K_GET_REF, since, n);
}

void _gfortran_caf_send_by_ref(void *token, int image, struct gfc_desc *src, struct gfc_ref *refs,
                               int dst_kind, int src_kind, bool tmp, bool dst_reallocatable,
                               int *stat, int dst_type) {
  struct side s;
  struct caf_section from;
  struct caf_shape shape;
  CAF_BEGIN_ACCESS(since);
  (void)tmp;
  if (!find_side(&s, token, image, refs, dst_type, dst_kind, stat, "coindexed put by reference"))
    return;
  succeed(&s);
  hyd_caf_section_of(&from, src, src->base, src_kind);
  shape_of(&shape, src);
  size_t n = hyd_caf_section_elements(&from) * from.elem.size;
  put_section(&s, &from, &shape, dst_reallocatable);
  CAF_STAT_END(CAF_K_PUT_REF, since, n);
}

void _gfortran_caf_sendget_by_ref(void *dst_token, int dst_image, struct gfc_ref *dst_refs,
                                  void *src_token, int src_image, struct gfc_ref *src_refs,
                                  int dst_kind, int src_kind, bool tmp, int *dst_stat,
                                  int *src_stat, int dst_type, int src_type) {
  struct side to, from;
  struct found f;
  struct caf_section packed;
  CAF_BEGIN_ACCESS(since);
  (void)tmp;
  if (!find_side(&from, src_token, src_image, src_refs, src_type, src_kind, src_stat,
                 "coindexed assignment by reference") ||
      !find_side(&to, dst_token, dst_image, dst_refs, dst_type, dst_kind, dst_stat,
                 "coindexed assignment by reference") ||
      !fetch_found(&from, &f))
    return;
  succeed(&from);
  succeed(&to);
  size_t n = hyd_caf_section_elements(&f.w.found) * f.w.found.elem.size;
  char *data = malloc(n + 1); /* the sides may overlap, or be at two images */
  if (data) {
    hyd_caf_section_packed(&packed, data, &f.w.found.elem, &f.w.found);
    if (n) hyd_caf_get_to(from.rank, f.mapped, &packed, &f.w.found, &from.status, from.statement);
    put_section(&to, &packed, &f.w.shape, true);
  } else {
    report_no_memory(&from);
  }
  free(data);
  free_found(&f);
  CAF_STAT_END(CAF_K_BOTH_REF, since, n);
}

int _gfortran_caf_is_present(void *token, int image, struct gfc_ref *refs) {
  struct side s;
  struct caf_walk w;
  struct caf_ref_head head = {0};
  struct caf_answer answer;
  CAF_BEGIN_ACCESS(since);
  if (!find_side(&s, token, image, refs, GFC_DERIVED, 0, NULL,
                 "ALLOCATED of a coindexed component"))
    return 0;
  if (s.place->mapped) hyd_caf_settle(s.rank);
  hyd_caf_complete_unordered();
  int result = walk(&s, &w, NULL);
  if (result == CAF_WALK_OK) hyd_caf_section_done(&w.found);
  if (result != CAF_WALK_ELSEWHERE) return result == CAF_WALK_OK && w.present;
  if (!ask_target(&s, CAF_OP_PRESENT, &head, NULL, 0, &answer)) return 0;
  const struct caf_ref_answer *a = (const void *)answer.data;
  int present = a->result == CAF_WALK_OK && a->present;
  free(answer.data);
  CAF_STAT_END(CAF_K_GET_REF, since, 0);
  return present;
}
