/* SPDX-License-Identifier: BSD-3-Clause
 *
 * transfer.c: puts and gets to images whose memory is not mapped. Puts are in flight until this
 * image's next image control statement, or until an access that conflicts with them: a later put or
 * a get of the same bytes (libcaf.md 5.1).
 *
 * The first small puts of a segment are ordered messages (later.c): SYNC IMAGES with their target,
 * or EVENT POST there, follows them and need not wait. Further puts are RMA puts, which are all
 * completed by one wait.
 */
#include <stdlib.h>
#include <string.h>

#include "contrib/layers/caf/caf.h"
#include "contrib/layers/caf/stats.h"
#include "contrib/layers/caf/walk.h"
#include "contrib/layers/common/puts.h"

enum {
  ORDERED_PUTS = 16,   /* puts of a segment that may be messages */
  ORDERED_BYTES = 1024,
  KEPT_BYTES = 16 << 20
};

static struct {
  struct hyd_puts puts;
  void **kept; /* packed data of puts in flight */
  size_t kept_n, kept_room, kept_bytes;
  bool any;
  bool operations;  /* some puts in flight are RMA puts */
  uint32_t ordered; /* puts by message since this image last released others, or was idle */
} record = {.puts = HYD_PUTS_INITIALIZER};

static void forget_puts(void) {
  for (size_t i = 0; i < record.kept_n; i++) free(record.kept[i]);
  record.kept_n = record.kept_bytes = 0;
  record.any = record.operations = false;
  hyd_puts_forget(&record.puts);
}

void hyd_caf_complete_transfers(void) {
  if (!record.any) return;
  if (record.operations) {
    uint64_t since = hyd_caf_stats_since(false);
    gex_NBI_Wait(GEX_EC_PUT, 0);
    hyd_caf_stats_wait(since);
  }
  hyd_caf_complete_later();
  forget_puts();
}

void hyd_caf_complete_all_puts(void) {
  hyd_caf_complete_transfers();
  hyd_caf_complete_later();
  record.ordered = 0;
  hyd_caf.puts = false;
}

void hyd_caf_complete_unordered(void) {
  if (record.operations) hyd_caf_complete_transfers();
}

bool hyd_caf_release_behind(uint32_t rank) {
  if (!hyd_caf.puts) return false;
  if (record.operations || !hyd_caf_later_only_to(rank)) {
    hyd_caf_complete_all_puts();
    return false;
  }
  record.ordered = 0;
  return true;
}

static bool conflicts(uint32_t rank, const char *low, const char *high) {
  return record.any && hyd_puts_conflict(&record.puts, rank, low, high);
}

void hyd_caf_complete_puts_of(uint32_t rank, const char *low, const char *high) {
  if (conflicts(rank, low, high)) hyd_caf_complete_transfers();
}

/* Decides whether a put of n bytes becomes a message; begins a new record if no put is in flight.
 * Messages to an image are in order, so such a put conflicts with RMA puts only. */
static bool choose_ordered(size_t n) {
  if (record.any && !record.operations && hyd_caf_later_idle()) {
    forget_puts();
    record.ordered = 0;
  }
  return n <= ORDERED_BYTES && record.ordered < ORDERED_PUTS;
}

/* Prepares a put to the range: completes puts that conflict, and records it. */
static void announce(uint32_t rank, char *low, char *high, bool ordered) {
  hyd_caf_forget_ahead_of(rank, low, high);
  bool matters = record.operations || !ordered;
  if (matters && conflicts(rank, low, high)) hyd_caf_complete_transfers();
  if (!hyd_puts_add(&record.puts, rank, low, high)) {
    hyd_caf_complete_transfers();
    hyd_puts_add(&record.puts, rank, low, high);
  }
  record.any = hyd_caf.puts = true;
  if (ordered)
    record.ordered++;
  else
    record.operations = true;
}

/* --- puts as messages --- */

struct section_head {
  char *base;
  uint64_t size; /* bytes of an element */
  uint64_t rank;
  struct section_dim {
    uint64_t count;
    int64_t stride;
  } dim[GFC_MAX_RANK];
};

static size_t head_bytes(const struct section_head *h) {
  return offsetof(struct section_head, dim) + h->rank * sizeof h->dim[0];
}

static void put_ordered(uint32_t rank, const struct caf_section *to, const void *packed, size_t n) {
  struct section_head h;
  h.base = to->base;
  h.size = to->elem.size;
  h.rank = (uint64_t)to->rank;
  for (int i = 0; i < to->rank; i++) h.dim[i] = (struct section_dim){to->count[i], to->stride[i]};
  hyd_caf_send_later(rank, CAF_OP_PUT_SECTION, &h, head_bytes(&h), packed, n);
}

void hyd_caf_serve_section(const char *request) {
  const struct section_head *h = (const void *)request;
  struct caf_section to = {.base = h->base, .elem = {h->size, GFC_DERIVED, 0}}, from;
  for (uint64_t i = 0; i < h->rank; i++)
    hyd_caf_section_add(&to, h->dim[i].count, (ptrdiff_t)h->dim[i].stride, NULL);
  hyd_caf_section_packed(&from, (char *)request + head_bytes(h), &to.elem, &to);
  hyd_caf_copy(&to, &from);
}

/* --- contiguous bytes --- */

static void fail_no_memory(const char *statement, size_t n) {
  hyd_caf_fail(&(struct caf_status){0}, GFC_STAT_ALLOCATION, "%s: not enough memory for %zu bytes",
               statement, n);
}

void hyd_caf_put(uint32_t rank, char *to, const void *from, size_t n) {
  bool ordered = choose_ordered(n);
  announce(rank, to, to + n, ordered);
  if (ordered) {
    struct caf_section bytes;
    bytes.base = to;
    bytes.elem = (struct caf_elem){n, GFC_DERIVED, 0};
    bytes.rank = 0;
    put_ordered(rank, &bytes, from, n);
    return;
  }
  gex_RMA_PutNBI(hyd_caf.all, rank, to, from, n, GEX_EVENT_NOW, 0);
}

struct bytes_head {
  char *from;
  uint64_t n;
};

void hyd_caf_serve_bytes(const char *request, size_t n, char **answer_p, size_t *answer_n_p) {
  const struct bytes_head *h = (const void *)request;
  int32_t result = CAF_WALK_OK;
  (void)n;
  *answer_n_p = sizeof result + h->n;
  if ((*answer_p = malloc(*answer_n_p)) == NULL) fail_no_memory("coindexed get", h->n);
  memcpy(*answer_p, &result, sizeof result);
  memcpy(*answer_p + sizeof result, h->from, h->n);
}

static void get_behind(uint32_t rank, void *to, char *from, size_t n) {
  struct bytes_head h = {from, n};
  struct caf_answer answer;
  hyd_caf_call_behind(rank, CAF_OP_GET_BYTES, &h, sizeof h, NULL, 0, &answer);
  memcpy(to, answer.data + sizeof(int32_t), n);
  free(answer.data);
}

/* Gets bytes. If puts to them are in flight and all are messages, gets by a message that follows
 * the puts. */
void hyd_caf_get_now(uint32_t rank, void *to, char *from, size_t n) {
  if (conflicts(rank, from, from + n)) {
    if (!record.operations && n <= ORDERED_BYTES) {
      get_behind(rank, to, from, n);
      return;
    }
    hyd_caf_complete_transfers();
  }
  gex_RMA_GetBlocking(hyd_caf.all, to, rank, from, n, 0);
}

void hyd_caf_get(uint32_t rank, void *to, char *from, size_t n) {
  if (!hyd_caf_get_ahead(rank, to, from, n)) hyd_caf_get_now(rank, to, from, n);
}

/* --- sections --- */

static void keep_packed(void *packed, size_t n) {
  if (record.kept_n == record.kept_room) {
    size_t room = record.kept_room ? 2 * record.kept_room : 64;
    void **more = realloc(record.kept, room * sizeof *more);
    if (more == NULL) {
      hyd_caf_complete_transfers();
      free(packed);
      return;
    }
    record.kept = more;
    record.kept_room = room;
  }
  record.kept[record.kept_n++] = packed;
  if ((record.kept_bytes += n) > KEPT_BYTES) hyd_caf_complete_transfers();
}

/* The addresses of all elements, for transfers with vector subscripts; from malloc. */
static void **addresses(const struct caf_section *s) {
  size_t n = hyd_caf_section_elements(s), i = 0;
  size_t index[GFC_MAX_RANK] = {0};
  void **list = malloc(n * sizeof *list);
  while (list && i < n) {
    char *p = s->base;
    for (int d = 0; d < s->rank; d++)
      p += s->list[d] ? s->list[d][index[d]] : s->stride[d] * (ptrdiff_t)index[d];
    list[i++] = p;
    for (int d = 0; d < s->rank && ++index[d] == s->count[d]; d++) index[d] = 0;
  }
  return list;
}

static bool has_list(const struct caf_section *s) {
  for (int d = 0; d < s->rank; d++)
    if (s->list[d]) return true;
  return false;
}

static void packed_strides(const struct caf_section *s, ptrdiff_t *strides) {
  ptrdiff_t stride = (ptrdiff_t)s->elem.size;
  for (int d = 0; d < s->rank; d++) {
    strides[d] = stride;
    stride *= (ptrdiff_t)s->count[d];
  }
}

void hyd_caf_put_section(uint32_t rank, const struct caf_section *to, void *packed, size_t n) {
  ptrdiff_t low, high, strides[GFC_MAX_RANK];
  hyd_caf_section_hull(to, &low, &high);
  bool ordered = !has_list(to) && choose_ordered(n);
  announce(rank, to->base + low, to->base + high, ordered);
  if (ordered) {
    put_ordered(rank, to, packed, n);
    free(packed);
    return;
  }
  if (has_list(to)) {
    void **list = addresses(to), *source = packed;
    if (list == NULL) fail_no_memory("coindexed put", n);
    gex_VIS_IndexedPutBlocking(hyd_caf.all, rank, n / to->elem.size, list, to->elem.size, 1,
                               &source, n, 0);
    free(list);
  } else {
    packed_strides(to, strides);
    gex_VIS_StridedPutNBI(hyd_caf.all, rank, to->base, to->stride, packed, strides, to->elem.size,
                          to->count, (size_t)to->rank, 0);
  }
  keep_packed(packed, n);
}

void hyd_caf_get_section(uint32_t rank, void *packed, const struct caf_section *from) {
  ptrdiff_t low, high, strides[GFC_MAX_RANK];
  size_t n = hyd_caf_section_elements(from) * from->elem.size;
  hyd_caf_section_hull(from, &low, &high);
  hyd_caf_complete_puts_of(rank, from->base + low, from->base + high);
  if (has_list(from)) {
    void **list = addresses(from);
    if (list == NULL) fail_no_memory("coindexed get", n);
    gex_VIS_IndexedGetBlocking(hyd_caf.all, 1, &packed, n, rank, n / from->elem.size, list,
                               from->elem.size, 0);
    free(list);
  } else {
    packed_strides(from, strides);
    gex_VIS_StridedGetBlocking(hyd_caf.all, packed, strides, rank, from->base, from->stride,
                               from->elem.size, from->count, (size_t)from->rank, 0);
  }
}
