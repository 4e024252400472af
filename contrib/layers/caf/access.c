/* SPDX-License-Identifier: BSD-3-Clause
 *
 * access.c: coindexed access to coarrays: get, send, sendget (libcaf.md 3.4).
 *
 * An access of one element without conversion in mapped memory is a load or a store here; all other
 * accesses go through sections.
 */
#include <stdlib.h>
#include <string.h>

#include "contrib/layers/caf/access.h"
#include "contrib/layers/caf/entries.h"
#include "contrib/layers/caf/stats.h"

const struct caf_place *hyd_caf_place(const struct caf_token *token, int image, void **team_handle,
                                      uint32_t *rank_p, const struct caf_status *status,
                                      const char *statement) {
  const struct caf_team *team = team_handle ? hyd_caf_team(team_handle) : hyd_caf.current;
  if (token == NULL) {
    hyd_caf_fail(status, GFC_STAT_ERROR, "%s: the coarray is not allocated", statement);
    return NULL;
  }
  if (image < 1 || (uint32_t)image > team->size) {
    hyd_caf_fail(status, GFC_STAT_ERROR, "%s: image %d; expected 1 to %u", statement, image,
                 team->size);
    return NULL;
  }
  *rank_p = team->jobrank[image - 1];
  const struct caf_place *place = &token->place[*rank_p];
  if (place->owner == NULL) {
    hyd_caf_fail(status, GFC_STAT_ERROR, "%s: image %d does not have the coarray", statement,
                 image);
    return NULL;
  }
  return place;
}

bool hyd_caf_element(struct caf_word words[CAF_ELEMENT_WORDS], const struct caf_token *token,
                     size_t index, int image, const struct caf_status *status,
                     const char *statement) {
  size_t bytes = CAF_ELEMENT_WORDS * sizeof(uint32_t);
  uint32_t rank;
  if (image == 0) image = (int)hyd_caf.current->me + 1;
  const struct caf_place *place = hyd_caf_place(token, image, NULL, &rank, status, statement);
  if (place == NULL) return false;
  if ((index + 1) * bytes > token->size) {
    hyd_caf_fail(status, GFC_STAT_ERROR, "%s: element %zu of %zu", statement, index + 1,
                 token->size / bytes);
    return false;
  }
  for (size_t i = 0; i < CAF_ELEMENT_WORDS; i++)
    words[i] = hyd_caf_word(rank, place, index * bytes + i * sizeof(uint32_t));
  return true;
}

/* The offset of an access, corrected: for a scalar complex coarray the compiler passes the distance
 * to a temporary (libcaf.md 7.2, 1). */
static size_t corrected_offset(const struct caf_token *token, size_t offset,
                               const struct gfc_desc *d) {
  return d->rank == 0 && d->elem_len == token->size && offset != 0 ? 0 : offset;
}

static bool remote_section(struct caf_section *s, const struct caf_token *token,
                           const struct gfc_desc *d, const struct gfc_vector *v, char *memory,
                           size_t offset, int kind, const struct caf_status *status,
                           const char *statement) {
  ptrdiff_t low, high;
  char *base = memory + corrected_offset(token, offset, d);
  if (v) {
    if (!hyd_caf_section_of_vectors(s, d, v, base, kind)) {
      hyd_caf_fail(status, GFC_STAT_ALLOCATION, "%s: not enough memory for the subscripts",
                   statement);
      return false;
    }
  } else {
    hyd_caf_section_of(s, d, base, kind);
  }
  if (hyd_caf_section_elements(s) == 0) return true;
  hyd_caf_section_hull(s, &low, &high);
  if (s->base + low >= memory && s->base + high <= memory + token->size) return true;
  if (d->rank == 0 && s->base >= memory &&
      s->base < memory + token->size) { /* 7.2, 2: a substring's length is too large */
    s->elem.size = (size_t)(memory + token->size - s->base);
    return true;
  }
  hyd_caf_section_done(s);
  hyd_caf_fail(status, GFC_STAT_ERROR, "%s: elements outside of the coarray's %zu bytes", statement,
               token->size);
  return false;
}

/* Checks that shapes are equal. A scalar is spread over all elements. */
static bool match(struct caf_section *from, const struct caf_section *to,
                  const struct caf_status *status, const char *statement) {
  if (from->rank == 0) hyd_caf_section_spread(from, to);
  if (hyd_caf_same_shape(to, from)) return true;
  if (hyd_caf_section_elements(to) == 0 || hyd_caf_section_elements(from) == 0) return false;
  hyd_caf_fail(status, GFC_STAT_ERROR, "%s: the shapes of both sides differ", statement);
  return false;
}

static void report_no_memory(const struct caf_status *status, const char *statement) {
  hyd_caf_fail(status, GFC_STAT_ALLOCATION, "%s: not enough memory", statement);
}

void hyd_caf_put_from(uint32_t rank, bool mapped, struct caf_section *to,
                      const struct caf_section *from, const struct caf_status *status,
                      const char *statement) {
  size_t n = hyd_caf_section_elements(to) * to->elem.size;
  struct caf_section packed;
  if (mapped) {
    if (!hyd_caf_copy_safely(to, from)) report_no_memory(status, statement);
    return;
  }
  bool plain = hyd_caf_section_contiguous(to);
  if (plain && hyd_caf_section_contiguous(from) && hyd_caf_same_elem(&to->elem, &from->elem)) {
    hyd_caf_put(rank, to->base, from->base, n);
    return;
  }
  char *data = malloc(n);
  if (data == NULL) {
    report_no_memory(status, statement);
    return;
  }
  hyd_caf_section_packed(&packed, data, &to->elem, to);
  hyd_caf_copy(&packed, from);
  if (plain) {
    hyd_caf_put(rank, to->base, data, n);
    free(data);
  } else {
    hyd_caf_put_section(rank, to, data, n);
  }
}

void hyd_caf_get_to(uint32_t rank, bool mapped, const struct caf_section *to,
                    struct caf_section *from, const struct caf_status *status,
                    const char *statement) {
  size_t n = hyd_caf_section_elements(from) * from->elem.size;
  struct caf_section packed;
  if (mapped) {
    if (!hyd_caf_copy_safely(to, from)) report_no_memory(status, statement);
    return;
  }
  bool plain = hyd_caf_section_contiguous(from);
  bool direct = hyd_caf_section_contiguous(to) && hyd_caf_same_elem(&to->elem, &from->elem);
  char *data = direct ? to->base : malloc(n);
  if (data == NULL) {
    report_no_memory(status, statement);
    return;
  }
  if (plain)
    hyd_caf_get(rank, data, from->base, n);
  else
    hyd_caf_get_section(rank, data, from);
  if (direct) return;
  hyd_caf_section_packed(&packed, data, &from->elem, from);
  hyd_caf_copy(to, &packed);
  free(data);
}

/* Not inlined, so that the fast paths stay short. */
__attribute__((noinline)) static void send_section(struct caf_token *token, size_t offset,
                                                   int image, struct gfc_desc *dest,
                                                   struct gfc_vector *v, struct gfc_desc *src,
                                                   int dst_kind, int src_kind, int *stat,
                                                   void **team) {
  struct caf_status status = {.stat = stat};
  struct caf_section to, from;
  uint32_t rank;
  CAF_BEGIN_ACCESS(since);
  const char *statement = "coindexed put";
  const struct caf_place *place = hyd_caf_place(token, image, team, &rank, &status, statement);
  if (place == NULL) return;
  hyd_caf_settle(rank);
  char *memory = place->mapped ? place->mapped : place->owner;
  if (!remote_section(&to, token, dest, v, memory, offset, dst_kind, &status, statement)) return;
  hyd_caf_section_of(&from, src, src->base, src_kind);
  hyd_caf_succeed_at(&status, rank, statement);
  if (match(&from, &to, &status, statement) && hyd_caf_section_elements(&to))
    hyd_caf_put_from(rank, place->mapped, &to, &from, &status, statement);
  CAF_STAT_END(CAF_K_PUT, since, hyd_caf_section_elements(&to) * to.elem.size);
  hyd_caf_section_done(&to);
}

__attribute__((noinline)) static void get_section(struct caf_token *token, size_t offset, int image,
                                                  struct gfc_desc *src, struct gfc_vector *v,
                                                  struct gfc_desc *dest, int src_kind, int dst_kind,
                                                  int *stat) {
  struct caf_status status = {.stat = stat};
  struct caf_section to, from;
  uint32_t rank;
  CAF_BEGIN_ACCESS(since);
  const char *statement = "coindexed get";
  const struct caf_place *place = hyd_caf_place(token, image, NULL, &rank, &status, statement);
  if (place == NULL) return;
  hyd_caf_settle(rank);
  char *memory = place->mapped ? place->mapped : place->owner;
  if (!remote_section(&from, token, src, v, memory, offset, src_kind, &status, statement)) return;
  hyd_caf_section_of(&to, dest, dest->base, dst_kind);
  hyd_caf_succeed_at(&status, rank, statement);
  bool spreads = from.rank == 0 && to.rank && !place->mapped;
  struct caf_elem elem = from.elem;
  if (match(&from, &to, &status, statement) && hyd_caf_section_elements(&from)) {
    char *value = spreads ? malloc(elem.size) : NULL;
    if (value) { /* one element is copied to many */
      hyd_caf_get(rank, value, from.base, elem.size);
      from.base = value;
      hyd_caf_copy(&to, &from);
      free(value);
    } else if (spreads) {
      report_no_memory(&status, statement);
    } else {
      hyd_caf_get_to(rank, place->mapped, &to, &from, &status, statement);
    }
  }
  CAF_STAT_END(CAF_K_GET, since, hyd_caf_section_elements(&to) * to.elem.size);
  hyd_caf_section_done(&from);
}

/* The place of the coarray if the access is of one element of the same type on both sides, in the
 * current team; else NULL. */
static inline const struct caf_place *scalar_place(const struct caf_token *token, size_t offset,
                                                   int image, const struct gfc_desc *there,
                                                   const struct gfc_desc *here, int there_kind,
                                                   int here_kind, uint32_t *rank_p) {
  const struct caf_team *team = hyd_caf.current;
  size_t n = there->elem_len;
  if ((uint32_t)image - 1u >= team->size || token == NULL || hyd_caf.careful) return NULL;
  /* Reads rank and type byte by byte, as the compiler has just stored them: a wider load would wait
   * for these stores. */
  if (there->rank | here->rank || there->type != here->type || n != here->elem_len) return NULL;
  if (there_kind != here_kind || n > token->size || offset > token->size - n) return NULL;
  return &token->place[*rank_p = team->jobrank[image - 1]];
}

static inline void copy_scalar(void *to, const void *from, size_t n) {
  switch (n) {
  case 4: memcpy(to, from, 4); return;
  case 8: memcpy(to, from, 8); return;
  default: memmove(to, from, n);
  }
}

static inline void succeed(int *stat, uint32_t rank) {
  if (stat) hyd_caf_succeed_at(&(struct caf_status){.stat = stat}, rank, "coindexed access");
}

void _gfortran_caf_send(void *token, size_t offset, int image, struct gfc_desc *dest,
                        struct gfc_vector *dst_vector, struct gfc_desc *src, int dst_kind,
                        int src_kind, bool tmp, int *stat, void **team) {
  uint32_t rank;
  (void)tmp;
  if (dst_vector == NULL && team == NULL) {
    const struct caf_place *place =
        scalar_place(token, offset, image, dest, src, dst_kind, src_kind, &rank);
    if (place && place->mapped) {
      copy_scalar(place->mapped + offset, src->base, src->elem_len);
      succeed(stat, rank);
      return;
    }
    if (place && place->owner && !omp_in_parallel) {
      hyd_caf_put(rank, place->owner + offset, src->base, src->elem_len);
      succeed(stat, rank);
      return;
    }
  }
  if (hyd_caf.stats && dest->rank == 0 && dst_vector == NULL)
    hyd_caf_stats_element(CAF_K_PUT, __builtin_return_address(0));
  send_section(token, offset, image, dest, dst_vector, src, dst_kind, src_kind, stat, team);
}

void _gfortran_caf_get(void *token, size_t offset, int image, struct gfc_desc *src,
                       struct gfc_vector *src_vector, struct gfc_desc *dest, int src_kind,
                       int dst_kind, bool tmp, int *stat) {
  uint32_t rank;
  (void)tmp;
  if (src_vector == NULL) {
    const struct caf_place *place =
        scalar_place(token, offset, image, src, dest, src_kind, dst_kind, &rank);
    if (place && place->mapped) {
      copy_scalar(dest->base, place->mapped + offset, dest->elem_len);
      succeed(stat, rank);
      return;
    }
  }
  if (hyd_caf.stats && src->rank == 0 && src_vector == NULL)
    hyd_caf_stats_element(CAF_K_GET, __builtin_return_address(0));
  get_section(token, offset, image, src, src_vector, dest, src_kind, dst_kind, stat);
}

/* Gets into a packed temporary of the source's type, then puts. */
void _gfortran_caf_sendget(void *dst_token, size_t dst_offset, int dst_image, struct gfc_desc *dest,
                           struct gfc_vector *dst_vector, void *src_token, size_t src_offset,
                           int src_image, struct gfc_desc *src, struct gfc_vector *src_vector,
                           int dst_kind, int src_kind, bool tmp, int *stat) {
  struct caf_status status = {.stat = stat};
  struct caf_section to, from, packed;
  uint32_t dst_rank, src_rank;
  CAF_BEGIN_ACCESS(since);
  const char *statement = "coindexed assignment";
  (void)tmp;
  const struct caf_place *there =
      hyd_caf_place(src_token, src_image, NULL, &src_rank, &status, statement);
  const struct caf_place *place =
      there ? hyd_caf_place(dst_token, dst_image, NULL, &dst_rank, &status, statement) : NULL;
  if (place == NULL) return;
  hyd_caf_settle(src_rank);
  hyd_caf_settle(dst_rank);
  if (!remote_section(&from, src_token, src, src_vector,
                      there->mapped ? there->mapped : there->owner, src_offset, src_kind, &status,
                      statement))
    return;
  if (!remote_section(&to, dst_token, dest, dst_vector,
                      place->mapped ? place->mapped : place->owner, dst_offset, dst_kind, &status,
                      statement)) {
    hyd_caf_section_done(&from);
    return;
  }
  hyd_caf_succeed_at(&status, src_rank, statement);
  if (stat && *stat == 0) hyd_caf_succeed_at(&status, dst_rank, statement);
  size_t n = hyd_caf_section_elements(&from) * from.elem.size;
  char *data = malloc(n + 1);
  if (data == NULL) {
    report_no_memory(&status, statement);
  } else if (n) {
    hyd_caf_section_packed(&packed, data, &from.elem, &from);
    hyd_caf_get_to(src_rank, there->mapped, &packed, &from, &status, statement);
    if (match(&packed, &to, &status, statement))
      hyd_caf_put_from(dst_rank, place->mapped, &to, &packed, &status, statement);
  }
  free(data);
  CAF_STAT_END(CAF_K_BOTH, since, n);
  hyd_caf_section_done(&from);
  hyd_caf_section_done(&to);
}
