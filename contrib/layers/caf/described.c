/* SPDX-License-Identifier: BSD-3-Clause
 *
 * described.c: see described.h.
 */
#include <string.h>

#include "contrib/layers/caf/described.h"

enum { SAME_FRAME = 1 << 16 };

static void copy_desc(struct caf_argument *a, const struct gfc_desc *d) {
  *a = (struct caf_argument){.kind = 1};
  memcpy(&a->desc, d, gfc_desc_size(d));
  a->desc.d.span = gfc_span(d);
}

/* An argument without memory gets extent 0: the dimensions of a component that is not allocated are
 * undefined. */
static void empty_if_absent(struct caf_argument *a) {
  struct gfc_desc *d = &a->desc.d;
  if (d->base) return;
  d->rank = 1;
  d->dim[0] = (struct gfc_dim){1, 1, 0};
}

/* Whether p is a temporary of a caller: these lie above this function's frame, while longer-lived
 * variables lie below. */
static bool is_on_stack(const void *p) {
  return (uintptr_t)p > (uintptr_t)__builtin_frame_address(0);
}

/* Whether the descriptor may be of an array component in a type with allocatable components: the
 * compiler leaves its span and offset uninitialised, on the stack. Other descriptors with such
 * bounds have offset -1. */
static bool may_be_component(const struct gfc_desc *d) {
  return d->rank == 1 && d->dim[0].lower == 1 && d->dim[0].stride == 1 && is_on_stack(d);
}

/* The word that glibc's malloc keeps before each piece of memory: its size, and whether the piece
 * before is in use. The word is always on a mapped page; it belongs to another object if no piece
 * begins at `after`. */
__attribute__((no_sanitize("address", "thread"))) static size_t size_word(const char *after) {
  return *(const size_t *)(const void *)(after - sizeof(size_t));
}

/* Whether malloc has returned p for a request of this many bytes. */
static bool is_allocated_for(const char *p, size_t bytes) {
  enum { PAGE = 4096, UNIT = 16, IN_USE = 1, IS_MAPPED = 2, FLAGS = 7, LEAST = 2 * UNIT };
  if ((uintptr_t)p % UNIT || (uintptr_t)p % PAGE == 0 || is_on_stack(p)) return false;
  size_t word = size_word(p), size = word & ~(size_t)FLAGS;
  size_t wanted = (bytes + sizeof word + UNIT - 1) / UNIT * UNIT;
  if (word & IS_MAPPED) return size >= wanted && size - wanted <= PAGE;
  if (wanted < LEAST) wanted = LEAST;
  if (size != wanted && size != wanted + UNIT) return false;
  const char *next = p + size, *last = p + (bytes ? bytes - 1 : 0);
  bool is_mapped = (uintptr_t)(next - 1) / PAGE == (uintptr_t)last / PAGE;
  return !is_mapped || (size_word(next) & IN_USE);
}

/* The alignment of the described part; the size of a type that has it is a multiple. */
static ptrdiff_t alignment_of(const struct gfc_desc *d) {
  if (d->type == GFC_DERIVED || d->type == GFC_CHARACTER) return 1;
  return (ptrdiff_t)(d->type == GFC_COMPLEX ? d->elem_len / 2 : d->elem_len);
}

/* The span of a descriptor that may be of a component. Parts of elements (a pointer to x%k) have
 * the span that the descriptor says; a stale span is mostly that of an intrinsic type, left by an
 * earlier descriptor, or another value, which need not be aligned. */
static ptrdiff_t likely_span(const struct gfc_desc *d) {
  ptrdiff_t widest = 2 * (ptrdiff_t)sizeof(double), size = (ptrdiff_t)d->elem_len;
  bool stale = d->offset != (size_t)-1 || d->span <= widest || d->span % alignment_of(d) ||
               is_allocated_for(d->base, gfc_extent(&d->dim[0]) * d->elem_len);
  return stale ? size : gfc_span(d);
}

/* The inner descriptor, or NULL: a character component of such a type is described by a descriptor
 * whose base is another descriptor. */
static const struct gfc_desc *inner(const struct gfc_desc *d) {
  const struct gfc_desc *in = d->base;
  if (d->type != GFC_CHARACTER || !may_be_component(d) || d->dim[0].upper != 1) return NULL;
  if ((uintptr_t)in % sizeof(void *) || !is_on_stack(in)) return NULL;
  ptrdiff_t distance = (const char *)in - (const char *)d;
  if (distance > SAME_FRAME || distance < -SAME_FRAME) return NULL;
  bool same = in->elem_len == d->elem_len && in->span == (ptrdiff_t)d->elem_len;
  return same && in->rank == 0 && in->type == GFC_CHARACTER && in->version == 0 ? in : NULL;
}

void hyd_caf_describe_broadcast(struct caf_argument *a, const struct gfc_desc *d) {
  const struct gfc_desc *in = inner(d);
  copy_desc(a, in ? in : d);
  if (in == NULL && may_be_component(d)) a->desc.d.span = likely_span(d);
  a->is_token = d->type == GFC_VOID;
  a->deferred = in && d->elem_len == 0;
  if (!a->deferred) empty_if_absent(a);
}

/* The elem_len of a substring is that of the whole string. The kind is derived from elem_len and
 * length; a substring counts as kind 1. */
void hyd_caf_describe_reduced(struct caf_argument *a, const struct gfc_desc *d, int length) {
  copy_desc(a, d);
  if (d->type == GFC_CHARACTER && length > 0 && (size_t)length <= d->elem_len) {
    a->length = (size_t)length;
    if (d->elem_len == 4 * a->length)
      a->kind = 4;
    else if (d->rank == 0)
      a->desc.d.elem_len = a->length;
  }
  empty_if_absent(a);
}
