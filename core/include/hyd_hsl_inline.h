/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hyd_hsl_inline.h: handler-safe locks (gex-core.md section 19, gasnet1-core.md 11.3).
 *
 * The only lock that a handler may block on. A three-state futex word: 0 free, 1 held, 2 held with
 * sleepers. PAR and PARSYNC take it inline when it is free; SEQ, whose handlers run on the one
 * client thread, needs no lock, and the checking library sees every call. Not for direct inclusion.
 */
#ifndef HYD_HSL_INLINE_H
#define HYD_HSL_INLINE_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gex_hsl_s {
  uint32_t hyd_word;           /* state; A: acquire CAS/exchange pairs with the release in unlock */
  uint32_t hyd_magic;          /* HYD_HSL_LIVE while initialised; checked by libgasnet-debug */
  void *hyd_owner;             /* holding thread, debug only; written by the holder */
  struct gex_hsl_s *hyd_below; /* lock that the holder took before, debug only */
} gex_HSL_t;
#define HYD_HSL_LIVE 0x48534c31u
#define GEX_HSL_INITIALIZER                                                                        \
  { 0, HYD_HSL_LIVE, 0, 0 }

void hyd_hsl_init(gex_HSL_t *hsl);
void hyd_hsl_destroy(gex_HSL_t *hsl);
void hyd_hsl_lock(gex_HSL_t *hsl);
int hyd_hsl_trylock(gex_HSL_t *hsl);
void hyd_hsl_unlock(gex_HSL_t *hsl);

#if HYD_CLIENT_DEBUG
#define HYD_HSL_KIND 2 /* checked */
#elif HYD_THREAD_MODE != 1
#define HYD_HSL_KIND 1 /* a real lock */
#else
#define HYD_HSL_KIND 0 /* no other thread to lock out */
#endif

static inline void gex_HSL_Init(gex_HSL_t *hsl) { hyd_hsl_init(hsl); }
static inline void gex_HSL_Destroy(gex_HSL_t *hsl) { hyd_hsl_destroy(hsl); }

static inline int hyd_hsl_take(gex_HSL_t *hsl) {
  uint32_t expected = 0;
  return __atomic_compare_exchange_n(&hsl->hyd_word, &expected, 1, 0, __ATOMIC_ACQUIRE,
                                     __ATOMIC_RELAXED);
}

static inline void gex_HSL_Lock(gex_HSL_t *hsl) {
  if (HYD_HSL_KIND == 2 || (HYD_HSL_KIND == 1 && !hyd_hsl_take(hsl))) hyd_hsl_lock(hsl);
}

/* GASNET_OK, or GASNET_ERR_NOT_READY if another thread holds it. */
static inline int gex_HSL_Trylock(gex_HSL_t *hsl) {
  if (HYD_HSL_KIND == 2) return hyd_hsl_trylock(hsl);
  if (HYD_HSL_KIND == 1 && !hyd_hsl_take(hsl)) return hyd_hsl_trylock(hsl);
  return GASNET_OK;
}

static inline void gex_HSL_Unlock(gex_HSL_t *hsl) {
  uint32_t expected = 1;
  if (HYD_HSL_KIND == 2 ||
      (HYD_HSL_KIND == 1 && !__atomic_compare_exchange_n(&hsl->hyd_word, &expected, 0, 0,
                                                         __ATOMIC_RELEASE, __ATOMIC_RELAXED)))
    hyd_hsl_unlock(hsl);
}

#ifdef __cplusplus
}
#endif
#endif
