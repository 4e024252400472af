/* SPDX-License-Identifier: BSD-3-Clause
 *
 * alloc.c: memory of the region. A counter at rank 0 holds the end of the allocated part; each rank
 * keeps its freed memory for itself, in lists by size and kind of home.
 */
#include <stdlib.h>
#include <string.h>

#include "contrib/layers/dsm/dsm.h"

#define LINE 64u

static size_t rounded(size_t n, size_t to) { return (n + to - 1) / to * to; }

/* Takes [*at, *at + bytes) from the unallocated part; 0: the region is full. */
static int take_bytes(struct hyd_dsm *d, size_t bytes, size_t align, size_t *at) {
  void *word = hyd_dsm_word_of(d, 0, d->at.counters, HYD_DSM_TOP);
  uint64_t top = hyd_dsm_op(d, 0, word, GEX_OP_GET, 0, 0), was;
  for (;; top = was) {
    *at = rounded(top, align);
    if (bytes > d->at.region || *at > d->at.region - bytes) return 0;
    was = hyd_dsm_op(d, 0, word, GEX_OP_FCAS, top, *at + bytes);
    if (was == top) return 1;
  }
}

static struct hyd_dsm_piece *reuse(struct hyd_dsm *d, size_t bytes, enum hyd_dsm_home where,
                                   uint32_t rank) {
  for (struct hyd_dsm_piece *p = d->pieces; p; p = p->next)
    if (p->is_free && p->bytes == bytes && p->where == where && p->rank == rank) return p;
  return NULL;
}

static struct hyd_dsm_piece *fresh(struct hyd_dsm *d, size_t bytes, enum hyd_dsm_home where,
                                   uint32_t rank) {
  size_t block = d->options.block, align = bytes >= block ? block : LINE, at;
  struct hyd_dsm_piece *p = malloc(sizeof *p);
  if (where != HYD_DSM_FIRST_TOUCH) align = block;
  if (p == NULL || !take_bytes(d, rounded(bytes, align == block ? block : LINE), align, &at)) {
    free(p);
    return NULL;
  }
  if (where != HYD_DSM_FIRST_TOUCH)
    hyd_dsm_set_homes(d, (uint32_t)(at / block), (uint32_t)(rounded(bytes, block) / block), where,
                      rank);
  *p = (struct hyd_dsm_piece){d->pieces, d->view + at, bytes, where, rank, 0, NULL};
  d->pieces = p;
  return p;
}

void *hyd_dsm_alloc_for(const void *caller, size_t bytes, enum hyd_dsm_home where, uint32_t rank) {
  struct hyd_dsm *d = hyd_dsm_started("hyd_dsm_alloc");
  struct hyd_dsm_piece *p;
  if (bytes == 0) bytes = 1;
  if (where != HYD_DSM_AT_RANK) rank = 0;
  if (rank >= d->ranks)
    hyd_dsm_fatal("hyd_dsm_alloc: home at rank %u; expected 0 to %u", rank, d->ranks - 1);
  if ((p = reuse(d, bytes, where, rank)) == NULL) {
    p = fresh(d, bytes, where, rank);
    if (p) p->caller = caller;
    return p ? p->at : NULL;
  }
  p->is_free = 0;
  p->caller = caller;
  return memset(p->at, 0, p->bytes);
}

void *hyd_dsm_alloc(size_t bytes, enum hyd_dsm_home where, uint32_t rank) {
  return hyd_dsm_alloc_for(__builtin_return_address(0), bytes, where, rank);
}

void hyd_dsm_free(void *at) {
  struct hyd_dsm *d;
  if (at == NULL) return;
  d = hyd_dsm_started("hyd_dsm_free");
  for (struct hyd_dsm_piece *p = d->pieces; p; p = p->next)
    if (p->at == at && !p->is_free) {
      p->is_free = 1;
      return;
    }
  hyd_dsm_fatal("hyd_dsm_free(%p): expected what hyd_dsm_alloc of this rank returned", at);
}
