/* SPDX-License-Identifier: BSD-3-Clause
 *
 * walk.c: see walk.h.
 */
#include <stdlib.h>
#include <string.h>

#include "contrib/layers/caf/caf.h"
#include "contrib/layers/caf/walk.h"

const char *hyd_caf_walk_text(int result) {
  switch (result) {
  case CAF_WALK_NOT_ALLOCATED: return "a component is not allocated or not associated";
  case CAF_WALK_BOUNDS: return "a subscript is out of bounds";
  case CAF_WALK_SHAPE: return "the shapes of both sides differ";
  case CAF_WALK_MEMORY: return "not enough memory";
  default: return "the reference cannot be followed";
  }
}

/* Translates a pointer of the target image to an address in this process. */
static int follow(const struct caf_walk *w, void *pointer, char **p) {
  if (pointer == NULL) return CAF_WALK_NOT_ALLOCATED;
  *p = pointer;
  if (w->here) return CAF_WALK_OK;
  if ((char *)pointer < w->low || (char *)pointer >= w->high) return CAF_WALK_ELSEWHERE;
  *p += w->shift;
  return CAF_WALK_OK;
}

/* Evaluates the triplet of dimension i: its first subscript, count and step. */
static int triplet(const struct gfc_dim *dim, const struct gfc_ref *ref, int i, ptrdiff_t *first,
                   size_t *count, ptrdiff_t *step) {
  const union gfc_ref_dim *r = &ref->a.dim[i];
  int mode = ref->a.mode[i];
  ptrdiff_t s = gfc_ref_step(ref, i), last;
  bool down = s < 0;
  /* A bound that the program left out is the dimension's lower bound for the first subscript, its
   * upper bound for the last one, whatever the sign of the step. */
  *first = mode == GFC_MODE_FULL || mode == GFC_MODE_OPEN_START ? dim->lower : r->s.start;
  last = mode == GFC_MODE_FULL || mode == GFC_MODE_OPEN_END ? dim->upper
         : mode == GFC_MODE_SINGLE                          ? *first
                                                            : r->s.end;
  *step = s;
  *count = (down ? last > *first : last < *first) ? 0 : (size_t)((last - *first) / s + 1);
  if (*count == 0) return CAF_WALK_OK;
  last = *first + s * (ptrdiff_t)(*count - 1);
  ptrdiff_t low = down ? last : *first, high = down ? *first : last;
  return low < dim->lower || high > dim->upper ? CAF_WALK_BOUNDS : CAF_WALK_OK;
}

static void add_dim(struct caf_walk *w, size_t count, ptrdiff_t stride, ptrdiff_t *list) {
  if (w->shape.rank < GFC_MAX_RANK) w->shape.extent[w->shape.rank++] = count;
  hyd_caf_section_add(&w->found, count, stride, list);
}

static int subscripts(const struct gfc_dim *dim, const union gfc_ref_dim *r, ptrdiff_t stride,
                      ptrdiff_t **list) {
  *list = hyd_caf_offsets(r->v.vector, r->v.n, r->v.kind, dim->lower, stride);
  if (*list == NULL) return CAF_WALK_MEMORY;
  ptrdiff_t last = (ptrdiff_t)(gfc_extent(dim)) * stride;
  for (size_t i = 0; i < r->v.n; i++) {
    ptrdiff_t at = (*list)[i];
    if (stride && (at / stride < 0 || (stride > 0 ? at >= last : at <= last))) {
      free(*list);
      return CAF_WALK_BOUNDS;
    }
  }
  return CAF_WALK_OK;
}

static int described(struct caf_walk *w, const struct gfc_ref *ref, const struct gfc_desc *d) {
  for (int i = 0; i < d->rank && ref->a.mode[i] != GFC_MODE_NONE; i++) {
    ptrdiff_t stride = d->dim[i].stride * gfc_span(d), first, step, *list = NULL;
    size_t count = ref->a.dim[i].v.n;
    int result;
    if (ref->a.mode[i] == GFC_MODE_VECTOR) {
      result = subscripts(&d->dim[i], &ref->a.dim[i], stride, &list);
      if (result == CAF_WALK_OK) add_dim(w, count, 0, list);
    } else {
      result = triplet(&d->dim[i], ref, i, &first, &count, &step);
      w->found.base += count ? (first - d->dim[i].lower) * stride : 0;
      if (result == CAF_WALK_OK && ref->a.mode[i] != GFC_MODE_SINGLE)
        add_dim(w, count, step * stride, NULL);
    }
    if (result != CAF_WALK_OK) return result;
  }
  return CAF_WALK_OK;
}

/* Adds the elements of a reference to an array without descriptor; subscripts count from 0, in
 * elements. */
static int without_descriptor(struct caf_walk *w, const struct gfc_ref *ref) {
  ptrdiff_t item = (ptrdiff_t)ref->item_size;
  for (int i = 0; i < GFC_MAX_RANK && ref->a.mode[i] != GFC_MODE_NONE; i++) {
    const union gfc_ref_dim *r = &ref->a.dim[i];
    if (ref->a.mode[i] == GFC_MODE_VECTOR) return CAF_WALK_SHAPE;
    w->found.base += r->s.start * item;
    if (ref->a.mode[i] == GFC_MODE_SINGLE) continue; /* a single subscript has no end */
    ptrdiff_t stride = gfc_ref_step(ref, i), n = (r->s.end - r->s.start) / stride + 1;
    add_dim(w, (r->s.end - r->s.start) * (stride < 0 ? -1 : 1) < 0 ? 0 : (size_t)n, stride * item,
            NULL);
  }
  return CAF_WALK_OK;
}

static bool is_whole(const struct gfc_ref *ref) {
  for (int i = 0; i < gfc_ref_rank(ref); i++)
    if (ref->a.mode[i] != GFC_MODE_FULL || gfc_ref_step(ref, i) != 1) return false;
  return ref->next == NULL;
}

static bool has_shape(const struct gfc_desc *d, const struct caf_shape *shape) {
  for (int i = 0; i < d->rank; i++)
    if (gfc_extent(&d->dim[i]) != shape->extent[i]) return false;
  return true;
}

static size_t elements(const struct caf_shape *shape) {
  size_t n = 1;
  for (int i = 0; i < shape->rank; i++) n *= shape->extent[i];
  return n;
}

static void describe_array(struct gfc_desc *d, const struct caf_shape *shape, size_t item,
                           int type) {
  ptrdiff_t stride = 1, offset = 0;
  for (int i = 0; i < shape->rank; i++) {
    d->dim[i] = (struct gfc_dim){stride, 1, (ptrdiff_t)shape->extent[i]};
    offset -= stride;
    stride *= (ptrdiff_t)shape->extent[i];
  }
  d->offset = (size_t)offset;
  d->elem_len = item;
  d->version = 0;
  d->attribute = 0;
  d->rank = (signed char)shape->rank;
  d->type = (signed char)type;
  d->span = (ptrdiff_t)item;
}

/* Allocates a whole array component that has no memory, or whose shape differs from the data
 * assigned to it. If it has no memory, the rest of its descriptor is undefined. */
static int grow_array(const struct caf_walk *w, struct gfc_desc *d, const struct gfc_ref *ref,
                      char *location, int type) {
  if (w->grow == NULL || w->grow->rank == 0 || w->grow->rank != gfc_ref_rank(ref) || !is_whole(ref))
    return CAF_WALK_OK;
  if (d->base && has_shape(d, w->grow)) return CAF_WALK_OK;
  size_t n = elements(w->grow) * ref->item_size;
  void *memory = realloc(d->base, n ? n : 1);
  if (memory == NULL) return CAF_WALK_MEMORY;
  d->base = memory;
  describe_array(d, w->grow, ref->item_size, type);
  hyd_caf_component_memory(location, memory, n);
  return CAF_WALK_OK;
}

static int grow_scalar(const struct caf_walk *w, void **pointer, const struct gfc_ref *ref,
                       char *location) {
  if (w->grow == NULL || *pointer || ref->next) return CAF_WALK_OK;
  if ((*pointer = calloc(1, ref->item_size ? ref->item_size : 1)) == NULL) return CAF_WALK_MEMORY;
  hyd_caf_component_memory(location, *pointer, ref->item_size);
  return CAF_WALK_OK;
}

/* Follows a component that is allocatable or a pointer: at `location` lies a descriptor if an array
 * reference follows, else a pointer. */
static int through_pointer(struct caf_walk *w, const struct gfc_ref *ref,
                           const struct gfc_desc **array, char *location, int type) {
  char *p = w->found.base;
  int result = CAF_WALK_OK;
  bool is_array = ref->next && ref->next->type == GFC_REF_ARRAY;
  if (w->found.rank) return CAF_WALK_SHAPE; /* not Fortran */
  if (!w->readable) return CAF_WALK_ELSEWHERE;
  if (is_array) {
    struct gfc_desc *d = (struct gfc_desc *)(void *)p;
    if (w->here) result = grow_array(w, d, ref->next, location, type);
    *array = d;
  } else if (w->here) {
    result = grow_scalar(w, (void **)(void *)p, ref, location);
  }
  if (result != CAF_WALK_OK) return result;
  void *pointer;
  memcpy(&pointer, p, sizeof pointer); /* base is a descriptor's first member */
  w->present = pointer != NULL;
  if (pointer == NULL && w->grow && !w->here) return CAF_WALK_ELSEWHERE;
  return follow(w, pointer, &w->found.base);
}

int hyd_caf_walk(struct caf_walk *w, const struct gfc_ref *refs, int type, int kind) {
  const struct gfc_desc *array = w->bounds;
  w->found = (struct caf_section){.base = w->base};
  w->shape.rank = 0;
  w->present = true;
  for (const struct gfc_ref *ref = refs; ref; ref = ref->next) {
    int result = CAF_WALK_OK;
    if (ref->type == GFC_REF_COMPONENT) {
      char *location = w->found.base + ref->c.token_offset;
      w->found.base += ref->c.offset;
      array = NULL;
      if (ref->c.token_offset) result = through_pointer(w, ref, &array, location, type);
    } else if (ref->type == GFC_REF_ARRAY) {
      result = array ? described(w, ref, array) : CAF_WALK_NOT_ALLOCATED;
    } else {
      result = without_descriptor(w, ref);
    }
    if (result != CAF_WALK_OK) {
      hyd_caf_section_done(&w->found);
      return result;
    }
    w->found.elem = (struct caf_elem){ref->item_size, type, kind};
  }
  return CAF_WALK_OK;
}
