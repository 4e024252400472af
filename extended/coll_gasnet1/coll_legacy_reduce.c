/* SPDX-License-Identifier: BSD-3-Clause
 *
 * coll_legacy_reduce.c: reductions and scans of GASNet-1, element by element, as steps of the
 * engine.
 *
 * The elements of local images are combined first, in their order. A reduction is then the engine's
 * (coll_messages.c), with the client's function.
 *
 * Scans double distances: when distance d is done, a member has the combination of itself and the
 * 2d - 1 members before it. Then each member sends its result to the next one, whose prefix it is.
 */
#include "extended/coll_gasnet1/coll_legacy.h"

#include "core/base/err.h"
#include "core/oob/binomial_tree.h"

enum { SLOT_PREFIX = 64 }; /* of scans; below: the number of a round */

static void combine_elements(const struct hyd_legacy *op, void *results, const void *left,
                             const void *right) {
  const struct hyd_legacy_reduction *r = &op->red;
  r->fn.fnptr(results, r->elems, left, r->elems, right, r->elem_size, (int)r->fn.flags, r->fn_arg);
}

static size_t padded_bytes(const struct hyd_legacy *op) { return (op->nbytes + 63) & ~(size_t)63; }

/* Allocates n buffers, one after the other. */
static char *make_buffers(struct hyd_legacy *op, size_t n) {
  size_t bytes;
  if (__builtin_mul_overflow(padded_bytes(op), n, &bytes) ||
      (op->red.temp = aligned_alloc(64, bytes)) == NULL)
    hyd_fatal(op->kind->name[0], "out of memory for %zu times %zu bytes", n, op->nbytes);
  return op->red.temp;
}

/* Combines the elements of all local images; into spare[0] if there are several. */
static void combine_images(struct hyd_legacy *op) {
  const char *so_far = op->src[0];
  for (gasnet_image_t j = 1; j < op->count; j++, so_far = op->red.spare[0])
    combine_elements(op, op->red.spare[0], so_far, op->src[j]);
  op->red.so_far = so_far;
}

/* --- reduce --------------------------------------------------------------- */

/* A result may take the place of its left operand, but not of its right one (K25). */
static void combine_child(struct hyd_legacy *op) {
  const struct hyd_coll *c = op->c;
  combine_elements(op, op->red.spare[0], c->so_far, c->in[c->state - 1].buf);
}

static const char *combine_next(struct hyd_coll *c) {
  struct hyd_legacy *op = hyd_legacy_of(c);
  return hyd_legacy_do(op, combine_child) ? op->red.spare[0] : NULL;
}

static int step_reduce(struct hyd_coll *c) {
  struct hyd_legacy *op = hyd_legacy_of(c);
  if (op->nbytes == 0) return 1;
  if (op->red.temp == NULL) op->red.spare[0] = make_buffers(op, 1);
  if (c->combine == NULL) {
    if (op->count == 1)
      op->red.so_far = op->src[0];
    else if (!hyd_legacy_do(op, combine_images))
      return 0;
    c->root = op->root_node;
    c->src = op->red.so_far;
    c->dst = hyd_legacy_at_root(op) ? hyd_legacy_root_dst(op) : NULL;
    c->bytes = op->nbytes;
    c->ordered = (op->red.fn.flags & GASNET_COLL_NONCOMM) != 0;
    c->combine = combine_next;
  }
  return hyd_coll_reduce(c);
}

const struct hyd_legacy_kind hyd_legacy_reduce = {.name = {"gasnet_coll_reduce",
                                                           "gasnet_coll_reduceM"},
                                                  .step = step_reduce};

/* --- scan ----------------------------------------------------------------- */

enum { TOTAL, ROUND, JOIN, PREFIX, LOCAL, OVER };

/* Combines the result of the nodes before, which has come, with this node's. */
static void join_prefix(struct hyd_legacy *op) {
  combine_elements(op, op->red.awaited->buf, op->red.awaited->buf, op->red.so_far);
  op->red.so_far = op->red.awaited->buf;
}

static void scan_images(struct hyd_legacy *op) {
  char *before = op->red.awaited ? op->red.awaited->buf : NULL, *free_one = op->red.spare[0],
       *other = op->red.spare[1];
  for (gasnet_image_t j = 0; j < op->count; j++) {
    char *with = free_one;
    if (before)
      combine_elements(op, with, before, op->src[j]);
    else
      memcpy(with, op->src[j], op->nbytes);
    if (op->flags & GASNET_COLL_INCLUSIVE_SCAN)
      memcpy(op->dst[j], with, op->nbytes);
    else if (before)
      memcpy(op->dst[j], before, op->nbytes);
    free_one = before ? before : other;
    before = with;
  }
}

/* Allocates two spare buffers, one for each round, and one for the prefix. */
static void begin_scan(struct hyd_coll *c, struct hyd_legacy *op) {
  size_t each = padded_bytes(op);
  char *buf = make_buffers(op, (size_t)hyd_tree_levels(c->team->pub.size) + 3);
  op->red.spare[0] = buf;
  op->red.spare[1] = buf + each;
  op->red.distance = 1;
}

/* Sends the combination so far to the node d further on, and receives that of the node d back. */
static void trade_results(struct hyd_coll *c, struct hyd_legacy *op, uint32_t d, uint32_t slot) {
  gex_Rank_t rank = c->team->pub.rank;
  char *buf = op->red.spare[0] + (size_t)(2 + c->n_in) * padded_bytes(op);
  if (d < c->team->pub.size - rank)
    hyd_coll_send(c, rank + d, slot, op->red.so_far, op->nbytes, HYD_COLL_HELD);
  op->red.awaited =
      rank >= d ? hyd_coll_receive(c, rank - d, slot, buf, op->nbytes, HYD_COLL_HELD) : NULL;
}

/* Goes on within a state; returns 1 if the next state was reached. */
static int advance_scan(struct hyd_coll *c, struct hyd_legacy *op) {
  switch (c->state) {
  case TOTAL:
    if (!hyd_legacy_do(op, combine_images)) return 0;
    c->state = ROUND;
    return 1;
  case ROUND:
    if (op->red.distance >= c->team->pub.size) {
      trade_results(c, op, 1, SLOT_PREFIX);
      c->state = PREFIX;
      return 1;
    }
    trade_results(c, op, op->red.distance, (uint32_t)__builtin_ctz(op->red.distance));
    op->red.distance <<= 1;
    c->state = op->red.awaited ? JOIN : ROUND;
    return 1;
  case JOIN:
    if (!hyd_coll_arrived(op->red.awaited) || !hyd_legacy_do(op, join_prefix)) return 0;
    c->state = ROUND;
    return 1;
  case PREFIX:
    if ((op->red.awaited && !hyd_coll_arrived(op->red.awaited)) || !hyd_coll_all_sent(c)) return 0;
    c->state = LOCAL;
    return 1;
  default:
    if (!hyd_legacy_do(op, scan_images)) return 0;
    c->state = OVER;
    return 1;
  }
}

static int step_scan(struct hyd_coll *c) {
  struct hyd_legacy *op = hyd_legacy_of(c);
  if (op->nbytes == 0) return 1;
  if (c->state == TOTAL && op->red.temp == NULL) begin_scan(c, op);
  while (c->state != OVER)
    if (!advance_scan(c, op)) return 0;
  return 1;
}

const struct hyd_legacy_kind hyd_legacy_scan = {.name = {"gasnet_coll_scan", "gasnet_coll_scanM"},
                                                .step = step_scan};
