/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hyd_rma_inline.h: one-sided put and get, events, and the mapped path (gex-rma.md).
 *
 * Between processes that share memory a put or get is: look up the peer's mapping, check that the
 * range lies in it, add, copy. That, and nothing else, is inlined here, so that the compiler sees a
 * constant size. Every other case (peer not mapped, address outside the mapping, sub-teams not yet
 * known to the header, statistics or checking switched on) is one call into the library.
 *
 * The map is written by the library before the team or segment is handed out and is constant
 * afterwards. Not for direct inclusion.
 */
#ifndef HYD_RMA_INLINE_H
#define HYD_RMA_INLINE_H

#ifdef __cplusplus
extern "C" {
#endif

/* Where the bytes of one rank's segment lie in this process: `size` bytes from `lo` on, in the
 * rank's addresses, are at `base` here, and lim is size - HYD_RMA_SMALL. A rank that is not mapped
 * has lo = 2^63 and lim = 0: no user address is that far up. */
struct hyd_map {
  uintptr_t lo, lim, base;
};
#define HYD_RMA_SMALL 64u /* constant sizes up to this are checked with one comparison */

/* The first members of every team: all that inline code reads. */
struct hyd_tm_pub {
  const struct hyd_map *map; /* of rank 0; an empty one while every operation is to be seen; ... */
  size_t step; /* ... and so many bytes further on, modulo 2^64, that of the next rank */
  gex_Rank_t size, rank;
};

/* The job as inline code sees it. tm0 always points to a team; before init, to one with no
 * members. */
struct hyd_world {
  const struct hyd_tm_pub *tm0;
  gex_Rank_t rank, size;
  int legacy;    /* GASNet-1 calls allowed (gex-core.md 22.4) */
  int vis_armed; /* peer completions that wait for their VIS put; atomic */
};
extern struct hyd_world hyd_world;

/* The map of (tm,rank) if it holds `n` bytes at `addr`, whose offset is then *off_p; or NULL: take
 * the library call. A TM-pair that can be used is a team to this code too. The last bytes of a
 * segment may take the library call though they are mapped. */
static inline const struct hyd_map *hyd_mapped(gex_TM_t tm, gex_Rank_t rank, const void *addr,
                                               size_t n, uintptr_t *off_p) {
  const struct hyd_tm_pub *t = (const struct hyd_tm_pub *)tm;
  const struct hyd_map *m;
  uintptr_t off;
  if (__builtin_expect(rank >= t->size, 0)) return 0;
  m = (const struct hyd_map *)((uintptr_t)t->map + rank * t->step);
  *off_p = off = (uintptr_t)addr - m->lo;
  if (__builtin_constant_p(n) && n <= HYD_RMA_SMALL)
    return __builtin_expect(n && off <= m->lim, 1) ? m : 0;
  /* n - 1: nothing to copy takes the library call, which looks at no address */
  if (n - 1 >= m->lim + HYD_RMA_SMALL || off > m->lim + HYD_RMA_SMALL - n) return 0;
  return m;
}

static inline void *hyd_at(const struct hyd_map *m, uintptr_t off) {
  return (void *)(m->base + off);
}

/* Ordering at the edge of a completed copy: a put is visible before what follows it, a get's bytes
 * are read before what follows uses them. Pair with any synchronisation the peer learns by. */
static inline void hyd_put_done(void) { __atomic_thread_fence(__ATOMIC_RELEASE); }
static inline void hyd_get_done(void) { __atomic_thread_fence(__ATOMIC_ACQUIRE); }

/* Marks an optional leaf event as complete. */
static inline void hyd_lc_done(gex_Event_t *lc_opt) {
  if ((uintptr_t)lc_opt > 3) *lc_opt = GEX_EVENT_INVALID;
}

/* ---- library side -------------------------------------------------------- */

#define HYD_RMA_BLOCKING 0 /* how completion is observed */
#define HYD_RMA_NB 1
#define HYD_RMA_NBI 2
gex_Event_t hyd_rma_put(int how, gex_TM_t tm, gex_Rank_t rank, void *dest, const void *src,
                        size_t nbytes, gex_Event_t *lc_opt, gex_Flags_t flags);
gex_Event_t hyd_rma_get(int how, gex_TM_t tm, void *dest, gex_Rank_t rank, const void *src,
                        size_t nbytes, gex_Flags_t flags);
gex_Event_t hyd_rma_put_val(int how, gex_TM_t tm, gex_Rank_t rank, void *dest,
                            gex_RMA_Value_t value, size_t nbytes, gex_Flags_t flags);
gex_RMA_Value_t hyd_rma_get_val(gex_TM_t tm, gex_Rank_t rank, const void *src, size_t nbytes,
                                gex_Flags_t flags);
int hyd_event_test(gex_Event_t ev);
void hyd_event_wait(gex_Event_t ev);

/* ---- put: to `dest` of (tm,rank), from local `src` (RMA-1..8, LC-1..4) --- */

/* 1 = it is done: the peer is mapped. */
static inline int hyd_put_mapped(gex_TM_t tm, gex_Rank_t rank, void *dest, const void *src,
                                 size_t nbytes) {
  uintptr_t off;
  const struct hyd_map *m = hyd_mapped(tm, rank, dest, nbytes, &off);
  if (!m) return 0;
  memcpy(hyd_at(m, off), src, nbytes);
  hyd_put_done();
  return 1;
}

static inline int gex_RMA_PutBlocking(gex_TM_t tm, gex_Rank_t rank, void *dest, const void *src,
                                      size_t nbytes, gex_Flags_t flags) {
  if (hyd_put_mapped(tm, rank, dest, src, nbytes)) return 0;
  return hyd_rma_put(HYD_RMA_BLOCKING, tm, rank, dest, src, nbytes, GEX_EVENT_NOW, flags) !=
         GEX_EVENT_INVALID;
}

static inline gex_Event_t gex_RMA_PutNB(gex_TM_t tm, gex_Rank_t rank, void *dest, const void *src,
                                        size_t nbytes, gex_Event_t *lc_opt, gex_Flags_t flags) {
  if (!hyd_put_mapped(tm, rank, dest, src, nbytes))
    return hyd_rma_put(HYD_RMA_NB, tm, rank, dest, src, nbytes, lc_opt, flags);
  hyd_lc_done(lc_opt);
  return GEX_EVENT_INVALID;
}

static inline int gex_RMA_PutNBI(gex_TM_t tm, gex_Rank_t rank, void *dest, const void *src,
                                 size_t nbytes, gex_Event_t *lc_opt, gex_Flags_t flags) {
  if (hyd_put_mapped(tm, rank, dest, src, nbytes)) return 0;
  return hyd_rma_put(HYD_RMA_NBI, tm, rank, dest, src, nbytes, lc_opt, flags) != GEX_EVENT_INVALID;
}

/* ---- get: to local `dest`, from `src` of (tm,rank) ----------------------- */

static inline int hyd_get_mapped(gex_TM_t tm, void *dest, gex_Rank_t rank, const void *src,
                                 size_t nbytes) {
  uintptr_t off;
  const struct hyd_map *m = hyd_mapped(tm, rank, src, nbytes, &off);
  if (!m) return 0;
  memcpy(dest, hyd_at(m, off), nbytes);
  hyd_get_done();
  return 1;
}

static inline int gex_RMA_GetBlocking(gex_TM_t tm, void *dest, gex_Rank_t rank, const void *src,
                                      size_t nbytes, gex_Flags_t flags) {
  if (hyd_get_mapped(tm, dest, rank, src, nbytes)) return 0;
  return hyd_rma_get(HYD_RMA_BLOCKING, tm, dest, rank, src, nbytes, flags) != GEX_EVENT_INVALID;
}

static inline gex_Event_t gex_RMA_GetNB(gex_TM_t tm, void *dest, gex_Rank_t rank, const void *src,
                                        size_t nbytes, gex_Flags_t flags) {
  if (hyd_get_mapped(tm, dest, rank, src, nbytes)) return GEX_EVENT_INVALID;
  return hyd_rma_get(HYD_RMA_NB, tm, dest, rank, src, nbytes, flags);
}

static inline int gex_RMA_GetNBI(gex_TM_t tm, void *dest, gex_Rank_t rank, const void *src,
                                 size_t nbytes, gex_Flags_t flags) {
  if (hyd_get_mapped(tm, dest, rank, src, nbytes)) return 0;
  return hyd_rma_get(HYD_RMA_NBI, tm, dest, rank, src, nbytes, flags) != GEX_EVENT_INVALID;
}

/* ---- by value: the low `nbytes` (1..8) bytes (VAL-1..3) ------------------ */

/* Words at any address: one load or store each, whatever memcpy has become (X1.9). */
struct hyd_word2 {
  uint16_t v;
} __attribute__((packed, may_alias));
struct hyd_word4 {
  uint32_t v;
} __attribute__((packed, may_alias));
struct hyd_word8 {
  uint64_t v;
} __attribute__((packed, may_alias));

static inline void hyd_store_value(void *here, gex_RMA_Value_t value, size_t nbytes) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  memcpy(here, (const char *)&value + sizeof value - nbytes, nbytes);
#else
  switch (nbytes) {
  case 1: *(unsigned char *)here = (unsigned char)value; break;
  case 2: ((struct hyd_word2 *)here)->v = (uint16_t)value; break;
  case 4: ((struct hyd_word4 *)here)->v = (uint32_t)value; break;
  case 8: ((struct hyd_word8 *)here)->v = value; break;
  default: memcpy(here, &value, nbytes);
  }
#endif
}

static inline gex_RMA_Value_t hyd_load_value(const void *here, size_t nbytes) {
  gex_RMA_Value_t value = 0;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  memcpy((char *)&value + sizeof value - nbytes, here, nbytes);
#else
  switch (nbytes) {
  case 1: value = *(const unsigned char *)here; break;
  case 2: value = ((const struct hyd_word2 *)here)->v; break;
  case 4: value = ((const struct hyd_word4 *)here)->v; break;
  case 8: value = ((const struct hyd_word8 *)here)->v; break;
  default: memcpy(&value, here, nbytes);
  }
#endif
  return value;
}

static inline int hyd_put_val_mapped(gex_TM_t tm, gex_Rank_t rank, void *dest,
                                     gex_RMA_Value_t value, size_t nbytes) {
  uintptr_t off;
  const struct hyd_map *m = 0;
  if (nbytes - 1 < sizeof value) m = hyd_mapped(tm, rank, dest, nbytes, &off);
  if (!m) return 0;
  hyd_store_value(hyd_at(m, off), value, nbytes);
  hyd_put_done();
  return 1;
}

static inline int gex_RMA_PutBlockingVal(gex_TM_t tm, gex_Rank_t rank, void *dest,
                                         gex_RMA_Value_t value, size_t nbytes, gex_Flags_t flags) {
  if (hyd_put_val_mapped(tm, rank, dest, value, nbytes)) return 0;
  return hyd_rma_put_val(HYD_RMA_BLOCKING, tm, rank, dest, value, nbytes, flags) !=
         GEX_EVENT_INVALID;
}

static inline int gex_RMA_PutNBIVal(gex_TM_t tm, gex_Rank_t rank, void *dest, gex_RMA_Value_t value,
                                    size_t nbytes, gex_Flags_t flags) {
  if (hyd_put_val_mapped(tm, rank, dest, value, nbytes)) return 0;
  return hyd_rma_put_val(HYD_RMA_NBI, tm, rank, dest, value, nbytes, flags) != GEX_EVENT_INVALID;
}

static inline gex_Event_t gex_RMA_PutNBVal(gex_TM_t tm, gex_Rank_t rank, void *dest,
                                           gex_RMA_Value_t value, size_t nbytes,
                                           gex_Flags_t flags) {
  if (hyd_put_val_mapped(tm, rank, dest, value, nbytes)) return GEX_EVENT_INVALID;
  return hyd_rma_put_val(HYD_RMA_NB, tm, rank, dest, value, nbytes, flags);
}

static inline gex_RMA_Value_t gex_RMA_GetBlockingVal(gex_TM_t tm, gex_Rank_t rank, const void *src,
                                                     size_t nbytes, gex_Flags_t flags) {
  uintptr_t off;
  const struct hyd_map *m = 0;
  gex_RMA_Value_t value;
  if (nbytes - 1 < sizeof value) m = hyd_mapped(tm, rank, src, nbytes, &off);
  if (!m) return hyd_rma_get_val(tm, rank, src, nbytes, flags);
  value = hyd_load_value(hyd_at(m, off), nbytes);
  hyd_get_done();
  return value;
}

/* ---- events (gex-rma.md section 4) --------------------------------------- */

/* Test runs no handlers and returns GASNET_OK or GASNET_ERR_NOT_READY; of many that fail in a row
 * some make the progress that needs none. Wait polls. A successful sync consumes a root event.
 * Array forms overwrite each completed entry with GEX_EVENT_INVALID. */
static inline int gex_Event_Test(gex_Event_t event) {
  return event == GEX_EVENT_INVALID ? GASNET_OK : hyd_event_test(event);
}
static inline void gex_Event_Wait(gex_Event_t event) {
  if (event != GEX_EVENT_INVALID) hyd_event_wait(event);
}
int gex_Event_TestSome(gex_Event_t *pevent, size_t numevents, gex_Flags_t flags);
void gex_Event_WaitSome(gex_Event_t *pevent, size_t numevents, gex_Flags_t flags);
int gex_Event_TestAll(gex_Event_t *pevent, size_t numevents, gex_Flags_t flags);
void gex_Event_WaitAll(gex_Event_t *pevent, size_t numevents, gex_Flags_t flags);
gex_Event_t gex_Event_QueryLeaf(gex_Event_t root, gex_EC_t event_category);

/* The calling thread's implicit operations; regions do not nest (EC-1..5, AR-1..3). */
void gex_NBI_BeginAccessRegion(gex_Flags_t flags);
gex_Event_t gex_NBI_EndAccessRegion(gex_Flags_t flags);
int gex_NBI_Test(gex_EC_t event_mask, gex_Flags_t flags);
void gex_NBI_Wait(gex_EC_t event_mask, gex_Flags_t flags);

#ifdef __cplusplus
}
#endif
#endif
