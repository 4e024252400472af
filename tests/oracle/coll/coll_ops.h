/* SPDX-License-Identifier: BSD-3-Clause
 *
 * coll_ops.h: what reductions are of, their elements, and what must come of them, computed
 * serially. For the oracle and the conformance suite.
 *
 * Integers are any bits; numbers of floating point are small and whole, so that their sums and
 * products are the same in whatever order. The client's operators work on the bytes of an element:
 * the one without order adds them up; the one in order takes pairs (p,q) of them for the maps x ->
 * p*x + q and composes these, which is associative but not commutative; of an odd last byte it
 * keeps the left one.
 */
#ifndef COLL_OPS_H
#define COLL_OPS_H

#include <gasnet_coll.h>

#include "../ad/ad_ops.h"
#include "../rng.h"

struct coll_kind {
  enum ad_type type; /* AD_TYPES: GEX_DT_USER */
  gex_OP_t op;
  size_t size; /* of an element */
};

enum { COLL_OPS = 7 };
extern const gex_OP_t coll_ops[COLL_OPS]; /* the built-in ones */

static inline gex_DT_t coll_dt(const struct coll_kind *k) {
  return k->type == AD_TYPES ? GEX_DT_USER : ad_dt(k->type);
}
static inline int coll_is_user(const struct coll_kind *k) {
  return k->op == GEX_OP_USER || k->op == GEX_OP_USER_NC;
}
/* The alignment that elements have at the client, and operands must have (USR-5). */
size_t coll_alignment(const struct coll_kind *k);

/* A random kind, of elements of at most `most` bytes. */
struct coll_kind coll_kind_make(struct rng *r, size_t most);
/* What one rank contributes. */
void coll_fill(const struct coll_kind *k, void *elements, size_t count, struct rng *r);
/* right[i] = left[i] o right[i]. */
void coll_combine(const struct coll_kind *k, const void *left, void *right, size_t count);

/* The client's operator, which is the same under two names, and its cdata. */
struct coll_cdata {
  uint32_t magic;
  const struct coll_kind *kind;
  int bad; /* calls that should not have come like that */
};
struct coll_cdata coll_cdata(const struct coll_kind *k);
void coll_user(const void *left, void *right, size_t count, const void *cdata);
void coll_user_too(const void *left, void *right, size_t count, const void *cdata);

#endif
