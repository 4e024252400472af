/* SPDX-License-Identifier: BSD-3-Clause
 *
 * coll_legacy_move.c: the collectives of GASNet-1 that move data, as steps of the engine (coll.h).
 *
 * Broadcast goes by the engine's tree to one image of each node. The other collectives are grids of
 * transfers from image i to image j, each a stream of its own.
 *
 * Order. Transfers between two nodes go in the order of the grid. A node goes by distance: it sends
 * to the node one further on, then two further on, and receives from the node one back, then two
 * back. It makes as many transfers at a time as a collective has streams; of large blocks it sends
 * one, so that no link and no socket has to serve many at a time, and names the places of all that
 * come, so that no sender has to wait for its receiver's turn.
 *
 * That cannot block: of all transfers that are not made yet, the first in this order is among the
 * next ones at both its ends.
 */
#include "extended/coll_gasnet1/coll_legacy.h"

#include "core/base/err.h"

#define LARGE_BLOCK ((size_t)16 << 10)

/* --- broadcast ------------------------------------------------------------ */

static void copy_block(void *dst, const void *src, size_t n) {
  if (dst != src && n) memcpy(dst, src, n);
}

/* Copies what the first local image has to the others. */
static void copy_to_images(const struct hyd_legacy *op, size_t bytes) {
  for (gasnet_image_t j = 1; j < op->count; j++) copy_block(op->dst[j], op->dst[0], bytes);
}

static int step_broadcast(struct hyd_coll *c) {
  struct hyd_legacy *op = hyd_legacy_of(c);
  if (c->state == 0) {
    c->root = op->root_node;
    c->dst = op->dst[0];
    c->src = hyd_legacy_at_root(op) ? op->src[op->root - op->mine] : NULL;
    c->bytes = op->nbytes;
  }
  if (!hyd_coll_broadcast(c)) return 0;
  copy_to_images(op, op->nbytes);
  return 1;
}

/* --- grids ---------------------------------------------------------------- */

struct range {
  gasnet_image_t first, count;
};
struct grid {
  struct range from, to;
};

static struct range images_at(const struct hyd_legacy *op, gex_Rank_t rank,
                              enum hyd_legacy_whom whom) {
  gasnet_image_t first = hyd_legacy_first(op, rank);
  switch (whom) {
  case HYD_LEGACY_ALL: return (struct range){first, hyd_legacy_first(op, rank + 1) - first};
  case HYD_LEGACY_FIRST: return (struct range){first, 1};
  default: return (struct range){op->root, rank == op->root_node};
  }
}

static struct grid grid_between(const struct hyd_legacy *op, gex_Rank_t from, gex_Rank_t to) {
  return (struct grid){images_at(op, from, op->kind->from), images_at(op, to, op->kind->to)};
}

static char *source(const struct hyd_legacy *op, gasnet_image_t i, gasnet_image_t j) {
  return (char *)op->src[i - op->mine] + (op->kind->src_blocks ? j * op->nbytes : 0);
}
static char *destination(const struct hyd_legacy *op, gasnet_image_t i, gasnet_image_t j) {
  return (char *)op->dst[j - op->mine] + (op->kind->dst_blocks ? i * op->nbytes : 0);
}

/* Makes the transfers between images of this node. */
static void move_locally(const struct hyd_legacy *op) {
  gex_Rank_t rank = op->team->team->pub.rank;
  struct grid g = grid_between(op, rank, rank);
  for (gasnet_image_t i = g.from.first; i < g.from.first + g.from.count; i++)
    for (gasnet_image_t j = g.to.first; j < g.to.first + g.to.count; j++)
      copy_block(destination(op, i, j), source(op, i, j), op->nbytes);
}

/* The member that is d further on, or d back. */
static gex_Rank_t at_distance(const struct hyd_legacy *op, gex_Rank_t d, int back) {
  gex_Rank_t rank = op->team->team->pub.rank, size = op->team->team->pub.size;
  if (back) return rank >= d ? rank - d : rank + (size - d);
  return d < size - rank ? rank + d : d - (size - rank);
}

struct transfer {
  gasnet_image_t i, j;
  gex_Rank_t peer;
  uint32_t slot; /* differs among all transfers to the same node */
};

/* Gives the next transfer out, or in; returns 0 if there are no more. */
static int next_transfer(const struct hyd_legacy *op, struct hyd_legacy_cursor *at, int in,
                         struct transfer *t_p) {
  gex_Rank_t rank = op->team->team->pub.rank, size = op->team->team->pub.size;
  for (; at->distance < size; at->distance++, at->index = 0) {
    gex_Rank_t peer = at_distance(op, at->distance, in);
    struct grid g = in ? grid_between(op, peer, rank) : grid_between(op, rank, peer);
    uint64_t n = at->index;
    if (n >= (uint64_t)g.from.count * g.to.count) continue;
    at->index++;
    t_p->i = g.from.first + (gasnet_image_t)(n / g.to.count);
    t_p->j = g.to.first + (gasnet_image_t)(n % g.to.count);
    t_p->peer = peer;
    t_p->slot = t_p->i * g.to.count + (uint32_t)(n % g.to.count);
    return 1;
  }
  return 0;
}

/* How many blocks a node sends at a time. */
static int at_a_time(const struct hyd_legacy *op) {
  return op->nbytes > LARGE_BLOCK ? 1 : HYD_COLL_STREAMS;
}

/* Make streams for the next transfers, when those before are done; return 0 if none are left. */
static int receive_more(struct hyd_coll *c, struct hyd_legacy *op) {
  struct transfer t;
  for (c->n_in = 0; c->n_in < HYD_COLL_STREAMS && next_transfer(op, &op->in_at, 1, &t);)
    hyd_coll_receive(c, t.peer, t.slot, destination(op, t.i, t.j), op->nbytes, HYD_COLL_IN_PLACE);
  return c->n_in;
}
static int send_more(struct hyd_coll *c, struct hyd_legacy *op) {
  struct transfer t;
  for (c->n_out = 0; c->n_out < at_a_time(op) && next_transfer(op, &op->out_at, 0, &t);)
    hyd_coll_send(c, t.peer, t.slot, source(op, t.i, t.j), op->nbytes, HYD_COLL_IN_PLACE);
  return c->n_out;
}

static int step_move(struct hyd_coll *c) {
  struct hyd_legacy *op = hyd_legacy_of(c);
  int more_in = 1, more_out = 1;
  if (op->nbytes == 0) return 1;
  if (c->state == 0) {
    c->state = 1;
    op->in_at = op->out_at = (struct hyd_legacy_cursor){1, 0};
    move_locally(op);
  }
  while (more_in && hyd_coll_all_arrived(c)) more_in = receive_more(c, op);
  if (hyd_coll_all_sent(c)) more_out = send_more(c, op);
  if (more_in || more_out) return 0;
  if (op->kind->to == HYD_LEGACY_FIRST)
    copy_to_images(op, op->nbytes * hyd_legacy_first(op, c->team->pub.size));
  return 1;
}

static int step_exchange(struct hyd_coll *c) {
  struct hyd_legacy *op = hyd_legacy_of(c);
  if (op->nbytes && hyd_legacy_has_single_images(op) &&
      hyd_coll_choose_exchange(hyd_coll_network_of(c), c->team->pub.size, op->nbytes) ==
          HYD_COLL_BRUCK)
    return hyd_legacy_bruck(c, op);
  return step_move(c);
}

#define NAMES(name)                                                                                \
  { "gasnet_coll_" name, "gasnet_coll_" name "M" }
const struct hyd_legacy_kind hyd_legacy_broadcast = {
    NAMES("broadcast"), step_broadcast, HYD_LEGACY_ROOT, HYD_LEGACY_ALL, 0, 0};
const struct hyd_legacy_kind hyd_legacy_scatter = {NAMES("scatter"), step_move, HYD_LEGACY_ROOT,
                                                   HYD_LEGACY_ALL,   1,         0};
const struct hyd_legacy_kind hyd_legacy_gather = {NAMES("gather"), step_move, HYD_LEGACY_ALL,
                                                  HYD_LEGACY_ROOT, 0,         1};
const struct hyd_legacy_kind hyd_legacy_gather_all = {
    NAMES("gather_all"), step_move, HYD_LEGACY_ALL, HYD_LEGACY_FIRST, 0, 1};
const struct hyd_legacy_kind hyd_legacy_exchange = {
    NAMES("exchange"), step_exchange, HYD_LEGACY_ALL, HYD_LEGACY_ALL, 1, 1};
