/* SPDX-License-Identifier: BSD-3-Clause
 *
 * segments.c: the table of this rank's exports and imports. A handle holds an index in the table
 * and the entry's generation, so that a released handle is not taken for a later one.
 */
#include <stdlib.h>
#include <string.h>

#include "contrib/layers/netvm/nv.h"

#define PLACES (1u << 16)

static uint32_t place_of(hyd_nv_seg_t seg) { return (seg & (PLACES - 1)) - 1; }
static hyd_nv_seg_t handle_of(uint32_t place) {
  return hyd_nv_the.segments[place].generation << 16 | (place + 1);
}

struct hyd_nv_segment *hyd_nv_segment(hyd_nv_seg_t seg) {
  struct hyd_nv *nv = &hyd_nv_the;
  uint32_t place = place_of(seg);
  struct hyd_nv_segment *s = place < nv->segments_room ? &nv->segments[place] : NULL;
  return s && s->use != HYD_NV_NOTHING && s->generation == seg >> 16 ? s : NULL;
}

static int free_place(const char *call, uint32_t *place_p) {
  struct hyd_nv *nv = &hyd_nv_the;
  uint32_t room = nv->segments_room, more = room ? 2 * room : 64;
  struct hyd_nv_segment *s;
  for (uint32_t i = 0; i < room; i++)
    if (nv->segments[i].use == HYD_NV_NOTHING) return *place_p = i, GASNET_OK;
  if (more >= PLACES) return hyd_nv_fail(GASNET_ERR_RESOURCE, call, "more than 32,768 segments");
  if ((s = realloc(nv->segments, more * sizeof *s)) == NULL)
    return hyd_nv_fail(GASNET_ERR_RESOURCE, call, "out of memory");
  memset(s + room, 0, (more - room) * sizeof *s);
  nv->segments = s;
  nv->segments_room = more;
  *place_p = room;
  return GASNET_OK;
}

static hyd_nv_seg_t take_place(uint32_t place, enum hyd_nv_use use,
                               const struct hyd_paged_range *range) {
  struct hyd_nv_segment *s = &hyd_nv_the.segments[place];
  s->use = use;
  s->range = *range;
  return handle_of(place);
}

static void leave_place(struct hyd_nv_segment *s) {
  s->use = HYD_NV_NOTHING;
  s->generation = (s->generation + 1) & 0xffff;
}

static int check_out(const char *call, const void *out) {
  if (out) return hyd_nv_check_ready(call);
  return hyd_nv_fail(GASNET_ERR_BAD_ARG, call, "a pointer for the result is NULL");
}

static int check_rank(const char *call, gex_Rank_t rank) {
  if (rank < hyd_nv_the.ranks) return GASNET_OK;
  return hyd_nv_fail(GASNET_ERR_BAD_ARG, call, "rank %u; expected 0 to %u", rank,
                     hyd_nv_the.ranks - 1);
}

/* --- exports --------------------------------------------------------------------------------- */

static int check_own(const char *call, const void *addr, size_t n) {
  const struct hyd_nv *nv = &hyd_nv_the;
  uintptr_t first = (uintptr_t)nv->arena + nv->head, at = (uintptr_t)addr;
  size_t size = nv->bytes - nv->head;
  if (n && at >= first && at - first <= size && n <= size - (at - first)) return GASNET_OK;
  return hyd_nv_fail(GASNET_ERR_BAD_ARG, call,
                     "%zu bytes at %p; expected some of the arena, [%p, +%zu)", n, addr,
                     (void *)first, size);
}

static int overlaps(const struct hyd_nv_segment *s, uint64_t offset, size_t n) {
  return s->use == HYD_NV_EXPORTED && offset < s->range.offset + s->range.size &&
         s->range.offset < offset + n;
}

static int check_no_overlap(const char *call, const void *addr, size_t n) {
  const struct hyd_nv *nv = &hyd_nv_the;
  uint64_t offset = (uint64_t)((const char *)addr - nv->arena);
  for (uint32_t i = 0; i < nv->segments_room; i++)
    if (overlaps(&nv->segments[i], offset, n))
      return hyd_nv_fail(GASNET_ERR_BAD_ARG, call, "%zu bytes at %p overlap export 0x%x", n, addr,
                         handle_of(i));
  return GASNET_OK;
}

int hyd_nv_export(uint64_t name, void *addr, size_t n, hyd_nv_seg_t *seg_p) {
  const char *call = "hyd_nv_export";
  struct hyd_paged_range range;
  uint32_t place;
  int rc = check_out(call, seg_p);
  if (rc || (rc = check_own(call, addr, n)) || (rc = check_no_overlap(call, addr, n)) ||
      (rc = free_place(call, &place)))
    return rc;
  rc = hyd_paged_export(hyd_nv_the.segment, name, addr, n, &range);
  if (rc)
    return hyd_nv_fail(rc, call, "name %llu: %s", (unsigned long long)name,
                       rc == GASNET_ERR_RESOURCE ? "too many exports"
                                                 : "is that of another export");
  *seg_p = take_place(place, HYD_NV_EXPORTED, &range);
  return GASNET_OK;
}

static int check_use(const char *call, hyd_nv_seg_t seg, enum hyd_nv_use use,
                     struct hyd_nv_segment **s_p) {
  int rc = hyd_nv_check_ready(call);
  if (rc) return rc;
  *s_p = hyd_nv_segment(seg);
  if (*s_p && (*s_p)->use == use) return GASNET_OK;
  return hyd_nv_fail(GASNET_ERR_BAD_ARG, call, "segment 0x%x; expected one of %s", seg,
                     use == HYD_NV_EXPORTED ? "hyd_nv_export" : "hyd_nv_import");
}

int hyd_nv_unexport(hyd_nv_seg_t seg) {
  const char *call = "hyd_nv_unexport";
  struct hyd_nv_segment *s;
  int rc = check_use(call, seg, HYD_NV_EXPORTED, &s);
  if (rc) return rc;
  rc = hyd_paged_unexport(&s->range);
  leave_place(s);
  return rc ? hyd_nv_fail(rc, call, "segment 0x%x is not exported", seg) : GASNET_OK;
}

static int lookup(enum hyd_nv_use use, gex_Rank_t rank, const void *addr, hyd_nv_seg_t *seg_p,
                  uint64_t *offset_p) {
  const struct hyd_nv *nv = &hyd_nv_the;
  uint64_t at = (uint64_t)((uintptr_t)addr - (uintptr_t)nv->peer[rank].arena);
  for (uint32_t i = 0; i < nv->segments_room; i++) {
    const struct hyd_nv_segment *s = &nv->segments[i];
    if (s->use != use || s->range.rank != rank || at - s->range.offset >= s->range.size) continue;
    *seg_p = handle_of(i);
    *offset_p = at - s->range.offset;
    return 1;
  }
  return 0;
}

int hyd_nv_exportLookup(const void *addr, hyd_nv_seg_t *seg_p, uint64_t *offset_p) {
  const char *call = "hyd_nv_exportLookup";
  int rc = check_out(call, seg_p && offset_p ? seg_p : NULL);
  if (rc || lookup(HYD_NV_EXPORTED, hyd_nv_the.rank, addr, seg_p, offset_p)) return rc;
  return hyd_nv_fail(GASNET_ERR_BAD_ARG, call, "address %p is in no export", addr);
}

/* --- imports --------------------------------------------------------------------------------- */

int hyd_nv_import(gex_Rank_t rank, uint64_t name, hyd_nv_seg_t *seg_p) {
  const char *call = "hyd_nv_import";
  struct hyd_paged_range range;
  uint32_t place;
  int rc = check_out(call, seg_p);
  if (rc || (rc = hyd_nv_check_may_wait(call)) || (rc = check_rank(call, rank)) ||
      (rc = free_place(call, &place)))
    return rc;
  rc = hyd_paged_import(hyd_nv_the.tm, rank, name, &range);
  if (rc)
    return hyd_nv_fail(rc, call, "rank %u exports no name %llu", rank, (unsigned long long)name);
  *seg_p = take_place(place, HYD_NV_IMPORTED, &range);
  return GASNET_OK;
}

int hyd_nv_unimport(hyd_nv_seg_t seg) {
  struct hyd_nv_segment *s;
  int rc = check_use("hyd_nv_unimport", seg, HYD_NV_IMPORTED, &s);
  if (rc == GASNET_OK) leave_place(s);
  return rc;
}

int hyd_nv_importLookup(gex_Rank_t rank, const void *addr, hyd_nv_seg_t *seg_p,
                        uint64_t *offset_p) {
  const char *call = "hyd_nv_importLookup";
  int rc = check_out(call, seg_p && offset_p ? seg_p : NULL);
  if (rc || (rc = check_rank(call, rank)) || lookup(HYD_NV_IMPORTED, rank, addr, seg_p, offset_p))
    return rc;
  return hyd_nv_fail(GASNET_ERR_BAD_ARG, call, "address %p of rank %u is in no import", addr, rank);
}

uint64_t hyd_nv_size(hyd_nv_seg_t seg) {
  struct hyd_nv_segment *s = hyd_nv_the.control ? hyd_nv_segment(seg) : NULL;
  return s ? s->range.size : 0;
}
