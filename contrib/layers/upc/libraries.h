/* SPDX-License-Identifier: BSD-3-Clause
 *
 * libraries.h: the optional parts of UPC's library in C: types, collectives, atomics, non-blocking
 * copies, castability, the clock (libupc.md 4.2). The values are those of include/upc_types.h,
 * which programs see; tests/upc compares them.
 */
#ifndef HYD_UPC_LIBRARIES_H
#define HYD_UPC_LIBRARIES_H
#include <stddef.h>
#include <stdint.h>

#include "contrib/layers/upc/pts.h"

typedef int upc_type_t, upc_flag_t, upc_atomichint_t;
typedef unsigned long upc_op_t;

enum {
  UPC_CHAR = 1,
  UPC_UCHAR,
  UPC_SHORT,
  UPC_USHORT,
  UPC_INT,
  UPC_UINT,
  UPC_LONG,
  UPC_ULONG,
  UPC_LLONG,
  UPC_ULLONG,
  UPC_INT8,
  UPC_UINT8,
  UPC_INT16,
  UPC_UINT16,
  UPC_INT32,
  UPC_UINT32,
  UPC_INT64,
  UPC_UINT64,
  UPC_FLOAT,
  UPC_DOUBLE,
  UPC_LDOUBLE,
  UPC_PTS,
  UPC_TYPES
};
enum {
  UPC_IN_ALLSYNC = 1,
  UPC_IN_MYSYNC = 2,
  UPC_IN_NOSYNC = 4,
  UPC_OUT_ALLSYNC = 8,
  UPC_OUT_MYSYNC = 16,
  UPC_OUT_NOSYNC = 32
};
#define UPC_ADD (1UL << 0)
#define UPC_MULT (1UL << 1)
#define UPC_AND (1UL << 2)
#define UPC_OR (1UL << 3)
#define UPC_XOR (1UL << 4)
#define UPC_LOGAND (1UL << 5)
#define UPC_LOGOR (1UL << 6)
#define UPC_MIN (1UL << 7)
#define UPC_MAX (1UL << 8)
#define UPC_GET (1UL << 9)
#define UPC_SET (1UL << 10)
#define UPC_CSWAP (1UL << 11)
#define UPC_SUB (1UL << 12)
#define UPC_INC (1UL << 13)
#define UPC_DEC (1UL << 14)
#define UPC_FUNC (1UL << 16)
#define UPC_NONCOMM_FUNC (1UL << 17)
enum { UPC_ATOMIC_PERFORMANCE_NOT_FAST, UPC_ATOMIC_PERFORMANCE_FAST };

typedef struct {
  int guaranteedCastable, probablyCastable;
} upc_thread_info_t;
enum { UPC_CASTABLE_ALL = 15 };

/* upc_castable.h, upc_tick.h */
void *upc_cast(pts_t p);
upc_thread_info_t upc_thread_info(size_t thread);
uint64_t upc_ticks_now(void);
uint64_t upc_ticks_to_ns(uint64_t ticks);

/* upc_nb.h */
typedef unsigned long upc_handle_t;
upc_handle_t upc_memcpy_nb(pts_t to, pts_t from, size_t n);
upc_handle_t upc_memget_nb(void *to, pts_t from, size_t n);
upc_handle_t upc_memput_nb(pts_t to, const void *from, size_t n);
upc_handle_t upc_memset_nb(pts_t to, int value, size_t n);
int upc_sync_attempt(upc_handle_t handle);
void upc_sync(upc_handle_t handle);
void upc_memcpy_nbi(pts_t to, pts_t from, size_t n);
void upc_memget_nbi(void *to, pts_t from, size_t n);
void upc_memput_nbi(pts_t to, const void *from, size_t n);
void upc_memset_nbi(pts_t to, int value, size_t n);
int upc_synci_attempt(void);
void upc_synci(void);

/* upc_atomic.h */
pts_t upc_all_atomicdomain_alloc(upc_type_t type, upc_op_t ops, upc_atomichint_t hint);
void upc_all_atomicdomain_free(pts_t domain);
int upc_atomic_isfast(upc_type_t type, upc_op_t ops, pts_t target);
int upc_atomic_query(upc_type_t type, upc_op_t ops, pts_t target);
void upc_atomic_strict(pts_t domain, void *fetch, upc_op_t op, pts_t target, const void *operand1,
                       const void *operand2);
void upc_atomic_relaxed(pts_t domain, void *fetch, upc_op_t op, pts_t target, const void *operand1,
                        const void *operand2);

/* upc_collective.h */
void upc_all_broadcast(pts_t dst, pts_t src, size_t nb, upc_flag_t flags);
void upc_all_scatter(pts_t dst, pts_t src, size_t nb, upc_flag_t flags);
void upc_all_gather(pts_t dst, pts_t src, size_t nb, upc_flag_t flags);
void upc_all_gather_all(pts_t dst, pts_t src, size_t nb, upc_flag_t flags);
void upc_all_exchange(pts_t dst, pts_t src, size_t nb, upc_flag_t flags);
void upc_all_permute(pts_t dst, pts_t src, pts_t perm, size_t nb, upc_flag_t flags);
void upc_all_sort(pts_t array, size_t elem, size_t n, size_t block, int (*compare)(pts_t, pts_t),
                  upc_flag_t flags);
void upc_coll_init(void);

/* X(letters, type, integer?): the types of reductions. */
#define UPC_REDUCTIONS(X)                                                                          \
  X(C, signed char, 1)                                                                             \
  X(UC, unsigned char, 1)                                                                          \
  X(S, short, 1)                                                                                   \
  X(US, unsigned short, 1)                                                                         \
  X(I, int, 1)                                                                                     \
  X(UI, unsigned, 1)                                                                               \
  X(L, long, 1)                                                                                    \
  X(UL, unsigned long, 1)                                                                          \
  X(F, float, 0)                                                                                   \
  X(D, double, 0)                                                                                  \
  X(LD, long double, 0)
#define UPC_DECLARE_REDUCTION(letters, type, integer)                                              \
  void upc_all_reduce##letters(pts_t dst, pts_t src, upc_op_t op, size_t n, size_t block,          \
                               type (*func)(type, type), upc_flag_t flags);                        \
  void upc_all_prefix_reduce##letters(pts_t dst, pts_t src, upc_op_t op, size_t n, size_t block,   \
                                      type (*func)(type, type), upc_flag_t flags);
UPC_REDUCTIONS(UPC_DECLARE_REDUCTION)

#endif
