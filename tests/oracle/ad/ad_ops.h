/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ad_ops.h: atomics of every type behind one call, and what they must do, computed anew. For the
 * conformance suite and the oracle. Numbers are given as their bits, in the low bytes of a
 * uint64_t.
 */
#ifndef AD_OPS_H
#define AD_OPS_H

#include <gasnet_ratomic.h>

enum ad_type { AD_I32, AD_U32, AD_I64, AD_U64, AD_FLT, AD_DBL, AD_TYPES };
enum { AD_OPS = 25 };

struct ad_op_info {
  gex_OP_t op;
  const char *name;
  int operands;
};
extern const struct ad_op_info ad_ops[AD_OPS];
extern const char *const ad_type_name[AD_TYPES];

const char *ad_op_name(gex_OP_t op);
static inline gex_DT_t ad_dt(enum ad_type t) { return (gex_DT_t)1 << t; }
size_t ad_size(enum ad_type t);
int ad_is_fp(enum ad_type t);
int ad_legal(enum ad_type t, gex_OP_t op); /* gex-coll-atomics B.3 */
int ad_fetches(gex_OP_t op);
gex_OP_t ad_all(enum ad_type t); /* every operation of the type */

/* The value after an operation on `old`. */
uint64_t ad_model(enum ad_type t, gex_OP_t op, uint64_t old, uint64_t a, uint64_t b);
/* The bits of a whole number, as the type has it. */
uint64_t ad_number(enum ad_type t, int n);

struct ad_call {
  gex_AD_t ad;
  enum ad_type type;
  gex_OP_t op;
  int constant; /* whether the compiler sees the opcode */
  gex_Rank_t rank;
  void *addr;
  uint64_t a, b;
  gex_Flags_t flags;
  void *result;
};
gex_Event_t ad_nb(const struct ad_call *c);
int ad_nbi(const struct ad_call *c);

#endif
