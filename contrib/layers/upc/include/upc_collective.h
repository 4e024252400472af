/* SPDX-License-Identifier: BSD-3-Clause
 *
 * upc_collective.h: collectives. All threads call with equal arguments. `nb`: bytes of a block; an
 * array of blocks, one for each thread, begins at thread 0.
 */
#ifndef HYD_UPC_COLLECTIVE_H
#define HYD_UPC_COLLECTIVE_H
#include <stddef.h>
#include <upc_types.h>

#define UPC_FUNC (1UL << 16)
#define UPC_NONCOMM_FUNC (1UL << 17)

/* One block to all threads; a block of one thread's array to each, and back. */
extern void upc_all_broadcast(shared void *dst, shared const void *src, size_t nb,
                              upc_flag_t flags);
extern void upc_all_scatter(shared void *dst, shared const void *src, size_t nb, upc_flag_t flags);
extern void upc_all_gather(shared void *dst, shared const void *src, size_t nb, upc_flag_t flags);
/* All blocks to each thread; block i of thread j to block j of thread i; block of i to perm[i]. */
extern void upc_all_gather_all(shared void *dst, shared const void *src, size_t nb,
                               upc_flag_t flags);
extern void upc_all_exchange(shared void *dst, shared const void *src, size_t nb, upc_flag_t flags);
extern void upc_all_permute(shared void *dst, shared const void *src, shared const int *perm,
                            size_t nb, upc_flag_t flags);
/* Sorts in place. Not in the specification; thread 0 does the work. */
extern void upc_all_sort(shared void *array, size_t elem, size_t nelems, size_t blk,
                         int (*compare)(shared void *, shared void *), upc_flag_t flags);
extern void upc_coll_init(void); /* does nothing */

/* dst = src[0] op src[1] ..; dst[i] = src[0] op .. op src[i]. func: for UPC_FUNC and
 * UPC_NONCOMM_FUNC, else NULL. */
#define HYD_UPC_REDUCE(letters, type)                                                              \
  extern void upc_all_reduce##letters(shared void *dst, shared const void *src, upc_op_t op,       \
                                      size_t nelems, size_t blk, type (*func)(type, type),         \
                                      upc_flag_t flags);                                           \
  extern void upc_all_prefix_reduce##letters(shared void *dst, shared const void *src,             \
                                             upc_op_t op, size_t nelems, size_t blk,               \
                                             type (*func)(type, type), upc_flag_t flags);
HYD_UPC_REDUCE(C, signed char)
HYD_UPC_REDUCE(UC, unsigned char)
HYD_UPC_REDUCE(S, signed short)
HYD_UPC_REDUCE(US, unsigned short)
HYD_UPC_REDUCE(I, signed int)
HYD_UPC_REDUCE(UI, unsigned int)
HYD_UPC_REDUCE(L, signed long)
HYD_UPC_REDUCE(UL, unsigned long)
HYD_UPC_REDUCE(F, float)
HYD_UPC_REDUCE(D, double)
HYD_UPC_REDUCE(LD, long double)

#endif
