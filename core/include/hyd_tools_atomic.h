/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hyd_tools_atomic.h: memory fences and atomic integers of gasnet_tools.h (spec gasnet-tools.md
 * sections 3 and 4), inline on the compiler's __atomic builtins.
 *
 * Six families share one definition: {weak, strong} x {default width, 32, 64 bits}. The weak ones
 * are truly atomic in THREAD_SAFE mode only; otherwise their read-modify-write operations are plain
 * additions. A fence flag is honoured by an order at least as strong: loads and stores take acquire
 * and release and a full fence where these do not reach; read-modify-writes are always seq_cst.
 * Included by gasnet_tools.h only.
 */
#ifndef HYD_TOOLS_ATOMIC_H
#define HYD_TOOLS_ATOMIC_H

/* --- fences --------------------------------------------------------------- */
static inline void gasnett_compiler_fence(void) { __asm__ __volatile__("" : : : "memory"); }

static inline void gasnett_local_mb(void) { __sync_synchronize(); }
static inline void gasnett_local_wmb(void) { __sync_synchronize(); } /* also orders later loads */
#if defined(__x86_64__) || defined(__i386__)
static inline void gasnett_local_rmb(void) { gasnett_compiler_fence(); } /* loads are in order */
#else
static inline void gasnett_local_rmb(void) { __atomic_thread_fence(__ATOMIC_ACQUIRE); }
#endif

#ifdef GASNETT_THREAD_SAFE
static inline void gasnett_weak_mb(void) { gasnett_local_mb(); }
static inline void gasnett_weak_wmb(void) { gasnett_local_wmb(); }
static inline void gasnett_weak_rmb(void) { gasnett_local_rmb(); }
#else
static inline void gasnett_weak_mb(void) { gasnett_compiler_fence(); }
static inline void gasnett_weak_wmb(void) { gasnett_compiler_fence(); }
static inline void gasnett_weak_rmb(void) { gasnett_compiler_fence(); }
#endif

#if defined(__x86_64__) || defined(__i386__)
static inline void gasnett_spinloop_hint(void) { __asm__ __volatile__("pause" : : : "memory"); }
#elif defined(__aarch64__) || defined(__arm__)
static inline void gasnett_spinloop_hint(void) { __asm__ __volatile__("yield" : : : "memory"); }
#else
static inline void gasnett_spinloop_hint(void) { gasnett_compiler_fence(); }
#endif

#ifndef GASNETT_LITE_MODE
/* --- fence flags of the atomic operations: ABI, equal to GEX_FLAG_AD_REL and _ACQ where named so
 * --- */
#define GASNETT_ATOMIC_NONE 0x00
#define GASNETT_ATOMIC_RMB_PRE 0x01
#define GASNETT_ATOMIC_WMB_PRE 0x02
#define GASNETT_ATOMIC_RMB_POST 0x04
#define GASNETT_ATOMIC_WMB_POST 0x08
#define GASNETT_ATOMIC_RMB_POST_IF_TRUE 0x10
#define GASNETT_ATOMIC_RMB_POST_IF_FALSE 0x20
#define GASNETT_ATOMIC_MB_PRE (GASNETT_ATOMIC_RMB_PRE | GASNETT_ATOMIC_WMB_PRE)
#define GASNETT_ATOMIC_MB_POST (GASNETT_ATOMIC_RMB_POST | GASNETT_ATOMIC_WMB_POST)
#define GASNETT_ATOMIC_REL GASNETT_ATOMIC_WMB_PRE
#define GASNETT_ATOMIC_ACQ GASNETT_ATOMIC_RMB_POST
#define GASNETT_ATOMIC_ACQ_IF_TRUE GASNETT_ATOMIC_RMB_POST_IF_TRUE
#define GASNETT_ATOMIC_ACQ_IF_FALSE GASNETT_ATOMIC_RMB_POST_IF_FALSE
#define HYD_TOOLS_ATOMIC_ANY_POST 0x3C

/* Around a read-modify-write. On x86 the locked instruction is a full fence already. */
#if defined(__x86_64__) || defined(__i386__)
static inline void hyd_tools_rmw_fence(int wanted) { (void)wanted; }
#else
static inline void hyd_tools_rmw_fence(int wanted) {
  if (wanted) __sync_synchronize();
}
#endif

/* Client storage of any type of the right size may be cast to these. */
typedef uint32_t __attribute__((__may_alias__)) hyd_tools_u32_t;
typedef uint64_t __attribute__((__may_alias__)) hyd_tools_u64_t;

/* NAME_t and its operations on `uint_t` (cell type `cell_t`); `strong` is a constant. */
#define HYD_TOOLS_ATOMIC_FAMILY(name, uint_t, cell_t, strong)                                      \
  typedef struct {                                                                                 \
    cell_t hyd_v;                                                                                  \
  } __attribute__((__aligned__(sizeof(uint_t)))) name##_t;                                         \
  static inline uint_t name##_read(const name##_t *p, int flags) {                                 \
    if ((strong) && (flags & GASNETT_ATOMIC_MB_PRE)) gasnett_local_mb();                           \
    return (flags & HYD_TOOLS_ATOMIC_ANY_POST) ? __atomic_load_n(&p->hyd_v, __ATOMIC_ACQUIRE)      \
                                               : __atomic_load_n(&p->hyd_v, __ATOMIC_RELAXED);     \
  }                                                                                                \
  static inline void name##_set(name##_t *p, uint_t v, int flags) {                                \
    if (flags & GASNETT_ATOMIC_MB_PRE)                                                             \
      __atomic_store_n(&p->hyd_v, v, __ATOMIC_RELEASE);                                            \
    else                                                                                           \
      __atomic_store_n(&p->hyd_v, v, __ATOMIC_RELAXED);                                            \
    if ((strong) && (flags & GASNETT_ATOMIC_MB_POST)) gasnett_local_mb();                          \
  }                                                                                                \
  static inline uint_t name##_add(name##_t *p, uint_t op, int flags) {                             \
    uint_t v;                                                                                      \
    if (!(strong)) return p->hyd_v = (uint_t)(p->hyd_v + op);                                      \
    hyd_tools_rmw_fence(flags &GASNETT_ATOMIC_MB_PRE);                                             \
    v = __atomic_add_fetch(&p->hyd_v, op, __ATOMIC_SEQ_CST);                                       \
    hyd_tools_rmw_fence(flags &HYD_TOOLS_ATOMIC_ANY_POST);                                         \
    return v;                                                                                      \
  }                                                                                                \
  static inline uint_t name##_swap(name##_t *p, uint_t newv, int flags) {                          \
    uint_t v;                                                                                      \
    if (!(strong)) return v = p->hyd_v, p->hyd_v = newv, v;                                        \
    hyd_tools_rmw_fence(flags &GASNETT_ATOMIC_MB_PRE);                                             \
    v = __atomic_exchange_n(&p->hyd_v, newv, __ATOMIC_SEQ_CST);                                    \
    hyd_tools_rmw_fence(flags &HYD_TOOLS_ATOMIC_ANY_POST);                                         \
    return v;                                                                                      \
  }                                                                                                \
  static inline int name##_compare_and_swap(name##_t *p, uint_t oldv, uint_t newv, int flags) {    \
    int done;                                                                                      \
    if (!(strong)) return p->hyd_v == oldv ? (p->hyd_v = newv, 1) : 0;                             \
    hyd_tools_rmw_fence(flags &GASNETT_ATOMIC_MB_PRE);                                             \
    done = __atomic_compare_exchange_n(&p->hyd_v, &oldv, newv, 0, __ATOMIC_SEQ_CST,                \
                                       __ATOMIC_SEQ_CST);                                          \
    hyd_tools_rmw_fence(flags &HYD_TOOLS_ATOMIC_ANY_POST);                                         \
    return done;                                                                                   \
  }                                                                                                \
  static inline uint_t name##_subtract(name##_t *p, uint_t op, int flags) {                        \
    return name##_add(p, (uint_t)(0 - op), flags);                                                 \
  }                                                                                                \
  static inline void name##_increment(name##_t *p, int flags) { (void)name##_add(p, 1, flags); }   \
  static inline void name##_decrement(name##_t *p, int flags) {                                    \
    (void)name##_subtract(p, 1, flags);                                                            \
  }                                                                                                \
  static inline int name##_decrement_and_test(name##_t *p, int flags) {                            \
    return name##_subtract(p, 1, flags) == 0;                                                      \
  }

#ifdef GASNETT_THREAD_SAFE
#define HYD_TOOLS_WEAK_IS_STRONG 1
#else
#define HYD_TOOLS_WEAK_IS_STRONG 0
#endif
HYD_TOOLS_ATOMIC_FAMILY(gasnett_atomic, uint32_t, hyd_tools_u32_t, HYD_TOOLS_WEAK_IS_STRONG)
HYD_TOOLS_ATOMIC_FAMILY(gasnett_atomic32, uint32_t, hyd_tools_u32_t, HYD_TOOLS_WEAK_IS_STRONG)
HYD_TOOLS_ATOMIC_FAMILY(gasnett_atomic64, uint64_t, hyd_tools_u64_t, HYD_TOOLS_WEAK_IS_STRONG)
HYD_TOOLS_ATOMIC_FAMILY(gasnett_strongatomic, uint32_t, hyd_tools_u32_t, 1)
HYD_TOOLS_ATOMIC_FAMILY(gasnett_strongatomic32, uint32_t, hyd_tools_u32_t, 1)
HYD_TOOLS_ATOMIC_FAMILY(gasnett_strongatomic64, uint64_t, hyd_tools_u64_t, 1)

/* --- values, limits, static initialisers ---------------------------------- */
typedef uint32_t gasnett_atomic_val_t;
typedef int32_t gasnett_atomic_sval_t;
typedef uint32_t gasnett_strongatomic_val_t;
typedef int32_t gasnett_strongatomic_sval_t;

static inline gasnett_atomic_sval_t gasnett_atomic_signed(gasnett_atomic_val_t v) {
  return (gasnett_atomic_sval_t)v;
}
static inline gasnett_strongatomic_sval_t
gasnett_strongatomic_signed(gasnett_strongatomic_val_t v) {
  return (gasnett_strongatomic_sval_t)v;
}

#define GASNETT_HAVE_ATOMIC_ADD_SUB 1
#define GASNETT_HAVE_ATOMIC_CAS 1
#define GASNETT_HAVE_STRONGATOMIC_ADD_SUB 1
#define GASNETT_HAVE_STRONGATOMIC_CAS 1
#define GASNETT_ATOMIC_MAX 0xFFFFFFFFU
#define GASNETT_ATOMIC_SIGNED_MAX 0x7FFFFFFF
#define GASNETT_ATOMIC_SIGNED_MIN (-0x7FFFFFFF - 1)
#define GASNETT_STRONGATOMIC_MAX GASNETT_ATOMIC_MAX
#define GASNETT_STRONGATOMIC_SIGNED_MAX GASNETT_ATOMIC_SIGNED_MAX
#define GASNETT_STRONGATOMIC_SIGNED_MIN GASNETT_ATOMIC_SIGNED_MIN

#define gasnett_atomic_init(v)                                                                     \
  { (uint32_t)(v) }
#define gasnett_atomic32_init(v)                                                                   \
  { (uint32_t)(v) }
#define gasnett_atomic64_init(v)                                                                   \
  { (uint64_t)(v) }
#define gasnett_strongatomic_init(v)                                                               \
  { (uint32_t)(v) }
#define gasnett_strongatomic32_init(v)                                                             \
  { (uint32_t)(v) }
#define gasnett_strongatomic64_init(v)                                                             \
  { (uint64_t)(v) }
#endif /* not LITE */

#endif
