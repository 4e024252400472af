/* SPDX-License-Identifier: BSD-3-Clause
 *
 * refs.c: see refs.h.
 */
#include <stdlib.h>
#include <string.h>

#include "contrib/layers/caf/refs.h"

static size_t padded_size(size_t n) { return (n + 7) & ~(size_t)7; }

static size_t vector_bytes(const struct gfc_ref *ref, int i) {
  return ref->a.mode[i] == GFC_MODE_VECTOR ? ref->a.dim[i].v.n * (size_t)ref->a.dim[i].v.kind : 0;
}

static int dimensions(const struct gfc_ref *ref) {
  return ref->type == GFC_REF_COMPONENT ? 0 : gfc_ref_rank(ref);
}

/* The size of a reference without its vectors; only the dimensions in use count. */
static size_t ref_bytes(const struct gfc_ref *ref) {
  if (ref->type == GFC_REF_COMPONENT) return offsetof(struct gfc_ref, c) + sizeof ref->c;
  return offsetof(struct gfc_ref, a.dim) + (size_t)dimensions(ref) * sizeof ref->a.dim[0];
}

static size_t message_bytes(const struct gfc_ref *refs, uint32_t *n) {
  size_t size = 0;
  for (*n = 0; refs; refs = refs->next, ++*n) {
    size += padded_size(ref_bytes(refs));
    for (int i = 0; i < dimensions(refs); i++) size += padded_size(vector_bytes(refs, i));
  }
  return size;
}

static char *write(char *to, const void *from, size_t n) {
  memcpy(to, from, n);
  return to + padded_size(n);
}

char *hyd_caf_refs_write(struct caf_ref_head *head, const struct gfc_desc *bounds,
                         const struct gfc_ref *refs, size_t *size_p) {
  head->refs_size = (uint32_t)message_bytes(refs, &head->refs);
  head->bounds_size = bounds ? (uint32_t)gfc_desc_size(bounds) : 0;
  *size_p = padded_size(sizeof *head) + padded_size(head->bounds_size) + head->refs_size;
  char *message = calloc(1, *size_p), *to = message;
  if (message == NULL) return NULL;
  to = write(to, head, sizeof *head);
  if (bounds) to = write(to, bounds, head->bounds_size);
  for (; refs; refs = refs->next) {
    to = write(to, refs, ref_bytes(refs));
    for (int i = 0; i < dimensions(refs); i++)
      if (vector_bytes(refs, i)) to = write(to, refs->a.dim[i].v.vector, vector_bytes(refs, i));
  }
  return message;
}

struct gfc_ref *hyd_caf_refs_read(const char *message, const struct caf_ref_head **head_p,
                                  const struct gfc_desc **bounds_p, const char **data_p) {
  const struct caf_ref_head *head = *head_p = (const void *)message;
  const char *from = message + padded_size(sizeof *head);
  struct gfc_ref *refs = calloc(head->refs, sizeof *refs);
  *bounds_p = head->bounds_size ? (const void *)from : NULL;
  from += padded_size(head->bounds_size);
  *data_p = from + head->refs_size;
  for (uint32_t k = 0; refs && k < head->refs; k++) {
    struct gfc_ref *ref = &refs[k];
    memcpy(ref, from,
           offsetof(struct gfc_ref,
                    c)); /* the type, and then the modes, give the reference's length */
    if (ref->type != GFC_REF_COMPONENT) memcpy(ref, from, offsetof(struct gfc_ref, a.dim));
    size_t n = ref_bytes(ref);
    memcpy(ref, from, n);
    from += padded_size(n);
    ref->next = k + 1 < head->refs ? ref + 1 : NULL;
    for (int i = 0; i < dimensions(ref); i++) {
      if (vector_bytes(ref, i) == 0) continue;
      ref->a.dim[i].v.vector = from;
      from += padded_size(vector_bytes(ref, i));
    }
  }
  return refs;
}
