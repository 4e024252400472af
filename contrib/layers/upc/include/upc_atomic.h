/* SPDX-License-Identifier: BSD-3-Clause
 *
 * upc_atomic.h: atomic operations on shared memory, in domains of one type and some operations.
 */
#ifndef HYD_UPC_ATOMIC_H
#define HYD_UPC_ATOMIC_H
#include <upc_types.h>

#define UPC_GET_OP 9
#define UPC_SET_OP 10
#define UPC_CSWAP_OP 11
#define UPC_SUB_OP 12
#define UPC_INC_OP 13
#define UPC_DEC_OP 14
#define UPC_GET (1UL << UPC_GET_OP)
#define UPC_SET (1UL << UPC_SET_OP)
#define UPC_CSWAP (1UL << UPC_CSWAP_OP)
#define UPC_SUB (1UL << UPC_SUB_OP)
#define UPC_INC (1UL << UPC_INC_OP)
#define UPC_DEC (1UL << UPC_DEC_OP)

typedef int upc_atomichint_t;
#define UPC_ATOMIC_HINT_DEFAULT 0
#define UPC_ATOMIC_HINT_LATENCY 1
#define UPC_ATOMIC_HINT_THROUGHPUT 2
#define UPC_ATOMIC_PERFORMANCE_NOT_FAST 0
#define UPC_ATOMIC_PERFORMANCE_FAST 1

extern upc_atomicdomain_t *upc_all_atomicdomain_alloc(upc_type_t type, upc_op_t ops,
                                                      upc_atomichint_t hint);
extern void upc_all_atomicdomain_free(upc_atomicdomain_t *domain);
extern int upc_atomic_isfast(upc_type_t type, upc_op_t ops, shared void *target);
extern int upc_atomic_query(upc_type_t type, upc_op_t ops, shared void *target);

/* fetch: gets the old value, or NULL. operand2: the new value of UPC_CSWAP, whose operand1 is the
 * expected one; else NULL. The strict form is a fence, the operation, and a fence. */
extern void upc_atomic_strict(upc_atomicdomain_t *domain, void *__restrict__ fetch, upc_op_t op,
                              shared void *__restrict__ target, const void *__restrict__ operand1,
                              const void *__restrict__ operand2);
extern void upc_atomic_relaxed(upc_atomicdomain_t *domain, void *__restrict__ fetch, upc_op_t op,
                               shared void *__restrict__ target, const void *__restrict__ operand1,
                               const void *__restrict__ operand2);

#endif
