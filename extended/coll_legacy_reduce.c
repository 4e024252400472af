/* SPDX-License-Identifier: BSD-3-Clause
 *
 * coll_legacy_reduce.c: reductions and scans of GASNet-1, element by element, as steps of the
 * engine.
 *
 * Local images' elements are combined first, in their order. Reductions then go up the binomial
 * tree: children in ascending order keep the order of nodes, if node 0 is the tree's top, and it is
 * for functions that do not commute; it hands the result over to the root. Scans double: when
 * distance d is done, a node has the combination of itself and the 2d - 1 nodes before; then each
 * passes its result one node on, as what lies before that node's first image.
 */
#include "extended/coll_legacy.h"

#include "core/base/err.h"
#include "extended/coll_tree.h"

enum { SLOT_HANDOVER = 64, SLOT_PREFIX }; /* below: the number of a child, or of a round */

static void combine(const struct hyd_legacy *op, void *results, const void *left,
                    const void *right) {
  op->fn.fnptr(results, op->elems, left, op->elems, right, op->elem_size, (int)op->fn.flags,
               op->fn_arg);
}

/* `n` buffers, one after the other. */
static char *buffers(struct hyd_coll *c, const struct hyd_legacy *op, size_t n) {
  size_t bytes;
  if (__builtin_mul_overflow(hyd_legacy_padded(op->nbytes), n, &bytes) ||
      (c->temp = aligned_alloc(64, bytes)) == NULL)
    hyd_fatal(op->kind->name, "out of memory for %zu times %zu bytes", n, op->nbytes);
  return c->temp;
}

/* All local images' elements; into `to` where there are several. */
static const char *combine_images(const struct hyd_legacy *op, char *to) {
  const char *so_far = op->src[0];
  for (gasnet_image_t j = 1; j < op->count; j++, so_far = to) combine(op, to, so_far, op->src[j]);
  return so_far;
}

/* --- reduce --------------------------------------------------------------- */

static gex_Rank_t top_of(const struct hyd_legacy *op) {
  return op->fn.flags & GASNET_COLL_NONCOMM ? 0 : op->root_node;
}

static void listen(struct hyd_coll *c, struct hyd_legacy *op) {
  const struct hyd_team *t = c->team;
  gex_Rank_t top = top_of(op), r = hyd_tree_number(t, top);
  size_t each = hyd_legacy_padded(op->nbytes);
  char *buf;
  for (int k = 0; k < hyd_tree_levels(t->pub.size); k++)
    c->kids += hyd_tree_has_child(t->pub.size, r, k);
  op->spare[0] = buf = buffers(c, op, (size_t)c->kids + 1);
  for (int k = 0, i = 0; i < c->kids; k++)
    if (hyd_tree_has_child(t->pub.size, r, k))
      hyd_coll_receive(c, hyd_tree_member(t, top, r + ((gex_Rank_t)1 << k)), (uint32_t)k,
                       buf + (size_t)++i * each, op->nbytes);
}

static void combine_all(struct hyd_legacy *op) {
  const char *so_far = combine_images(op, op->spare[0]);
  for (int i = 0; i < op->c->kids; i++, so_far = op->spare[0])
    combine(op, op->spare[0], so_far, op->c->in[i].buf);
  op->so_far = so_far;
}

/* To the parent; at the top, to the root. */
static void pass_on(struct hyd_coll *c, const struct hyd_legacy *op) {
  gex_Rank_t top = top_of(op), r = hyd_tree_number(c->team, top);
  if (r)
    hyd_coll_send(c, hyd_tree_member(c->team, top, hyd_tree_parent(r)), (uint32_t)__builtin_ctz(r),
                  op->so_far, op->nbytes);
  else if (top != op->root_node)
    hyd_coll_send_in_place(c, op->root_node, SLOT_HANDOVER, op->so_far, op->nbytes);
  else if (hyd_legacy_root_dst(op) != op->so_far)
    memcpy(hyd_legacy_root_dst(op), op->so_far, op->nbytes);
  if (r && hyd_legacy_at_root(op))
    hyd_coll_receive_in_place(c, top, SLOT_HANDOVER, hyd_legacy_root_dst(op), op->nbytes);
}

enum { LISTEN, HEAR, COMBINE, FINISH };

static int reduce(struct hyd_coll *c) {
  struct hyd_legacy *op = hyd_legacy_of(c);
  if (op->nbytes == 0) return 1;
  if (c->state == LISTEN) {
    listen(c, op);
    c->state = HEAR;
  }
  for (int i = 0; c->state == HEAR && i < c->kids; i++)
    if (!hyd_coll_arrived(&c->in[i])) return 0;
  if (c->state == HEAR) c->state = COMBINE;
  if (c->state == COMBINE) {
    if (!hyd_legacy_do(op, combine_all)) return 0;
    c->state = FINISH;
    pass_on(c, op);
  }
  return c->n_in == c->kids || hyd_coll_arrived(&c->in[c->kids]);
}

const struct hyd_legacy_kind hyd_legacy_reduce = {.name = "gasnet_coll_reduce", .step = reduce};

/* --- scan ----------------------------------------------------------------- */

enum { TOTAL, ROUND, JOIN, PREFIX, LOCAL, OVER };

static void total(struct hyd_legacy *op) { op->so_far = combine_images(op, op->spare[0]); }

/* What came is of the nodes before. */
static void join(struct hyd_legacy *op) {
  combine(op, op->awaited->buf, op->awaited->buf, op->so_far);
  op->so_far = op->awaited->buf;
}

static void scan_images(struct hyd_legacy *op) {
  char *before = op->awaited ? op->awaited->buf : NULL, *free_one = op->spare[0],
       *other = op->spare[1];
  for (gasnet_image_t j = 0; j < op->count; j++) {
    char *with = free_one;
    if (before)
      combine(op, with, before, op->src[j]);
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

/* The buffers: two of our own, one for each round and one for the prefix. */
static void begin_scan(struct hyd_coll *c, struct hyd_legacy *op) {
  size_t each = hyd_legacy_padded(op->nbytes);
  char *buf = buffers(c, op, (size_t)hyd_tree_levels(c->team->pub.size) + 3);
  op->spare[0] = buf;
  op->spare[1] = buf + each;
  op->distance = 1;
}

/* Sends the combination so far to the node `d` on, and has that of the node `d` back come. */
static void trade(struct hyd_coll *c, struct hyd_legacy *op, uint32_t d, uint32_t slot) {
  gex_Rank_t rank = c->team->pub.rank;
  char *buf = op->spare[0] + (size_t)(2 + c->n_in) * hyd_legacy_padded(op->nbytes);
  if (d < c->team->pub.size - rank) hyd_coll_send(c, rank + d, slot, op->so_far, op->nbytes);
  op->awaited = rank >= d ? hyd_coll_receive(c, rank - d, slot, buf, op->nbytes) : NULL;
}

/* One round, as far as it goes; 1 = on with the next thing. */
static int advance(struct hyd_coll *c, struct hyd_legacy *op) {
  switch (c->state) {
  case TOTAL:
    if (!hyd_legacy_do(op, total)) return 0;
    c->state = ROUND;
    return 1;
  case ROUND:
    if (op->distance >= c->team->pub.size) {
      trade(c, op, 1, SLOT_PREFIX);
      c->state = PREFIX;
      return 1;
    }
    trade(c, op, op->distance, (uint32_t)__builtin_ctz(op->distance));
    op->distance <<= 1;
    c->state = op->awaited ? JOIN : ROUND;
    return 1;
  case JOIN:
    if (!hyd_coll_arrived(op->awaited) || !hyd_legacy_do(op, join)) return 0;
    c->state = ROUND;
    return 1;
  case PREFIX:
    if ((op->awaited && !hyd_coll_arrived(op->awaited)) || !hyd_coll_all_sent(c)) return 0;
    c->state = LOCAL;
    return 1;
  default:
    if (!hyd_legacy_do(op, scan_images)) return 0;
    c->state = OVER;
    return 1;
  }
}

static int scan(struct hyd_coll *c) {
  struct hyd_legacy *op = hyd_legacy_of(c);
  if (op->nbytes == 0) return 1;
  if (c->state == TOTAL && c->temp == NULL) begin_scan(c, op);
  while (c->state != OVER)
    if (!advance(c, op)) return 0;
  return 1;
}

const struct hyd_legacy_kind hyd_legacy_scan = {.name = "gasnet_coll_scan", .step = scan};
