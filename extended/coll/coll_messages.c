/* SPDX-License-Identifier: BSD-3-Clause
 *
 * coll_messages.c: the collectives as steps of the engine (coll.h).
 *
 * Broadcast and reduction use a binomial tree (core/oob/binomial_tree.h): child k's subtree holds
 * the members from r + 2^k on, so combining one's own data with the children's in ascending order
 * of k keeps rank order. Data is passed on as it arrives. Large data is broadcast along a chain, in
 * which each link carries it once. Reductions to all have four algorithms: up and down the tree,
 * the two by rounds (coll_rounds.c), and parts: each member combines a part of all members' data,
 * and sends all the result. coll_choice.h says which is taken when.
 */
#include "core/oob/binomial_tree.h"
#include "extended/coll/coll.h"

#include "core/base/err.h"

enum { SLOT_BROADCAST = 1, SLOT_GATHER, SLOT_HANDOVER };
enum { SLOT_ROUND = 32, SLOT_CHILD = 64, SLOT_PART = 128, SLOT_SUM = 192 }; /* + a number */

/* A member's number in a tree whose root is member `top`; and the member with number r. */
static gex_Rank_t number_of(const struct hyd_team *t, gex_Rank_t top) {
  gex_Rank_t rank = t->pub.rank, size = t->pub.size;
  return rank >= top ? rank - top : rank + size - top;
}
static gex_Rank_t member_of(const struct hyd_team *t, gex_Rank_t top, gex_Rank_t r) {
  gex_Rank_t size = t->pub.size, left = size - top;
  return r < left ? top + r : r - left;
}

/* Combines so_far with the next child's data; returns the result, or NULL if it has to wait. */
static const char *combine_child(struct hyd_coll *c, char *right) {
  if (c->combine) return c->combine(c);
  c->fn(c->so_far, right, c->count, c->fn_data);
  return right;
}

static size_t padded_bytes(const struct hyd_coll *c) { return (c->bytes + 63) & ~(size_t)63; }

/* --- barrier: in round k a message to the member 2^k on, and one from 2^k back --- */

int hyd_coll_barrier(struct hyd_coll *c) {
  gex_Rank_t rank = c->team->pub.rank, size = c->team->pub.size;
  for (; c->state < hyd_tree_levels(size); c->state++) {
    uint32_t distance = (uint32_t)1 << c->state, slot = SLOT_ROUND + (uint32_t)c->state;
    if (c->n_in == c->state) {
      hyd_coll_send(c, (gex_Rank_t)(((uint64_t)rank + distance) % size), slot, NULL, 0,
                    HYD_COLL_HELD);
      hyd_coll_receive(c, (gex_Rank_t)(((uint64_t)rank + size - distance) % size), slot, NULL, 0,
                       HYD_COLL_HELD);
    }
    if (!hyd_coll_arrived(&c->in[c->state])) return 0;
  }
  return 1;
}

/* --- broadcast ------------------------------------------------------------ */

/* Makes the streams that carry `buf` from member `top` to all; returns the stream that comes in
 * here, or NULL. In a chain each member is the parent of the next one. */
static struct hyd_stream_in *spread_from(struct hyd_coll *c, gex_Rank_t top, void *buf,
                                         size_t bytes) {
  gex_Rank_t r = number_of(c->team, top), size = c->team->pub.size;
  int chain = hyd_coll_choose_broadcast(hyd_coll_network_of(c), size, bytes) == HYD_COLL_CHAIN;
  struct hyd_stream_in *in = NULL;
  if (r)
    in = hyd_coll_receive(c, member_of(c->team, top, chain ? r - 1 : hyd_tree_parent(r)),
                          SLOT_BROADCAST, buf, bytes, HYD_COLL_IN_PLACE);
  for (int k = chain ? 0 : hyd_tree_levels(size) - 1; k >= 0; k--)
    if (chain ? r + 1 < size : hyd_tree_has_child(size, r, k))
      hyd_coll_send(c, member_of(c->team, top, r + ((gex_Rank_t)1 << k)), SLOT_BROADCAST, buf,
                    bytes, HYD_COLL_IN_PLACE)
          ->after = in;
  return in;
}

int hyd_coll_broadcast(struct hyd_coll *c) {
  if (c->state == 0) {
    c->state = 1;
    if (c->bytes == 0) return 1;
    if (c->team->pub.rank == c->root && c->dst != c->src) memcpy(c->dst, c->src, c->bytes);
    spread_from(c, c->root, c->dst, c->bytes);
  }
  return c->n_in == 0 || hyd_coll_arrived(&c->in[0]);
}

/* --- reductions ----------------------------------------------------------- */

static void listen_to_children(struct hyd_coll *c, gex_Rank_t top) {
  gex_Rank_t r = number_of(c->team, top);
  char *buf;
  for (int k = 0; k < hyd_tree_levels(c->team->pub.size); k++)
    c->kids += hyd_tree_has_child(c->team->pub.size, r, k);
  if (c->kids) buf = hyd_coll_space(c, (size_t)c->kids * padded_bytes(c));
  for (int k = 0, i = 0; i < c->kids; k++)
    if (hyd_tree_has_child(c->team->pub.size, r, k))
      hyd_coll_receive(c, member_of(c->team, top, r + ((gex_Rank_t)1 << k)),
                       SLOT_CHILD + (uint32_t)k, buf + (size_t)i++ * padded_bytes(c), c->bytes,
                       HYD_COLL_HELD);
}

/* Combines the children's data, and sends the result to the parent. Returns 1 if so_far is
 * complete. */
static int collect_from_children(struct hyd_coll *c, gex_Rank_t top) {
  gex_Rank_t r = number_of(c->team, top);
  if (c->state == 0) {
    listen_to_children(c, top);
    c->so_far = c->src;
    c->state = 1;
  }
  for (; c->state <= c->kids; c->state++) {
    struct hyd_stream_in *s = &c->in[c->state - 1];
    const char *sum = hyd_coll_arrived(s) ? combine_child(c, s->buf) : NULL;
    if (sum == NULL) return 0;
    c->so_far = sum;
  }
  if (c->state == c->kids + 1) {
    c->state++;
    if (r)
      hyd_coll_send(c, member_of(c->team, top, hyd_tree_parent(r)),
                    SLOT_CHILD + (uint32_t)__builtin_ctz(r), c->so_far, c->bytes, HYD_COLL_HELD);
  }
  return 1;
}

static void store_result(struct hyd_coll *c) {
  if (c->so_far != c->dst) memcpy(c->dst, c->so_far, c->bytes);
}

/* If ranks must be combined in order, the tree's top is member 0, which hands the result over to
 * the root. */
int hyd_coll_reduce(struct hyd_coll *c) {
  gex_Rank_t rank = c->team->pub.rank, top = c->ordered ? 0 : c->root;
  if (!collect_from_children(c, top)) return 0;
  if (c->state == c->kids + 2) {
    c->state++;
    if (top == c->root && rank == top)
      store_result(c);
    else if (rank == top)
      hyd_coll_send(c, c->root, SLOT_HANDOVER, c->so_far, c->bytes, HYD_COLL_IN_PLACE);
    else if (rank == c->root && top != c->root)
      hyd_coll_receive(c, top, SLOT_HANDOVER, c->dst, c->bytes, HYD_COLL_IN_PLACE);
  }
  return c->n_in == c->kids || hyd_coll_arrived(&c->in[c->kids]);
}

/* --- reduction to all, each member a part --- */

static size_t part_begin(const struct hyd_coll *c, gex_Rank_t m) {
  return hyd_coll_part(c->count, c->bytes / c->count, m, c->team->pub.size);
}
static size_t part_bytes(const struct hyd_coll *c, gex_Rank_t m) {
  return part_begin(c, m + 1) - part_begin(c, m);
}

/* This rank's part of member m's data. */
static char *my_part_of(const struct hyd_coll *c, gex_Rank_t m) {
  gex_Rank_t me = c->team->pub.rank;
  if (m == me) return (char *)(uintptr_t)c->src + part_begin(c, me);
  return c->temp + (m - (m > me)) * part_bytes(c, me);
}

static void exchange_parts(struct hyd_coll *c) {
  gex_Rank_t me = c->team->pub.rank, size = c->team->pub.size;
  hyd_coll_space(c, size * part_bytes(c, me) + 1);
  for (gex_Rank_t i = 1; i < size; i++) { /* not all to the same at a time */
    gex_Rank_t to = (me + i) % size, from = (me + size - i) % size;
    hyd_coll_receive(c, from, SLOT_PART + from, my_part_of(c, from), part_bytes(c, me),
                     HYD_COLL_IN_PLACE);
    hyd_coll_send(c, to, SLOT_PART + me, (const char *)c->src + part_begin(c, to),
                  part_bytes(c, to), HYD_COLL_IN_PLACE);
  }
}

/* Combines in rank order, from the last member on: the operator writes to its right operand alone.
 */
static void combine_parts(struct hyd_coll *c) {
  gex_Rank_t me = c->team->pub.rank, m = c->team->pub.size - 1;
  char *out = (char *)c->dst + part_begin(c, me), *sum = m == me ? out : my_part_of(c, m);
  size_t n = part_bytes(c, me);
  if (m == me && c->dst != c->src) memcpy(out, my_part_of(c, me), n);
  while (n && m-- > 0) c->fn(my_part_of(c, m), sum, n / (c->bytes / c->count), c->fn_data);
  if (sum != out) memcpy(out, sum, n);
}

static void exchange_sums(struct hyd_coll *c) {
  gex_Rank_t me = c->team->pub.rank, size = c->team->pub.size;
  for (gex_Rank_t i = 1; i < size; i++) {
    gex_Rank_t to = (me + i) % size, from = (me + size - i) % size;
    hyd_coll_receive(c, from, SLOT_SUM + from, (char *)c->dst + part_begin(c, from),
                     part_bytes(c, from), HYD_COLL_IN_PLACE);
    hyd_coll_send(c, to, SLOT_SUM + me, (char *)c->dst + part_begin(c, me), part_bytes(c, me),
                  HYD_COLL_IN_PLACE);
  }
}

static int reduce_all_in_parts(struct hyd_coll *c) {
  if (c->state == 0) {
    exchange_parts(c);
    c->state = 1;
  }
  if (c->state == 1) {
    if (!hyd_coll_all_arrived(c)) return 0;
    combine_parts(c);
    exchange_sums(c);
    c->state = 2;
  }
  return hyd_coll_all_arrived(c);
}

static int reduce_all_by_tree(struct hyd_coll *c) {
  if (!collect_from_children(c, 0)) return 0;
  if (c->state == c->kids + 2) {
    c->state++;
    if (c->team->pub.rank == 0) store_result(c);
    spread_from(c, 0, c->dst, c->bytes);
  }
  return c->n_in == c->kids || hyd_coll_arrived(&c->in[c->kids]);
}

int hyd_coll_reduce_all(struct hyd_coll *c) {
  if (c->algorithm == HYD_COLL_NOT_CHOSEN)
    c->algorithm = hyd_coll_choose_reduce_all(hyd_coll_network_of(c), c->team->pub.size, c->bytes);
  switch (c->algorithm) {
  case HYD_COLL_DOUBLING: return hyd_coll_reduce_all_by_doubling(c);
  case HYD_COLL_HALVING: return hyd_coll_reduce_all_by_halving(c);
  case HYD_COLL_PARTS_OF_ALL: return reduce_all_in_parts(c);
  default: return reduce_all_by_tree(c);
  }
}

/* --- exchange: the bytes of all members to all, through member 0 ---------- */

static void begin_gather(struct hyd_coll *c) {
  gex_Rank_t rank = c->team->pub.rank, size = c->team->pub.size;
  struct hyd_stream_in *in;
  memcpy((char *)c->dst + rank * c->bytes, c->src, c->bytes);
  if (rank) {
    hyd_coll_send(c, 0, SLOT_GATHER, c->src, c->bytes, HYD_COLL_HELD)->base = rank * c->bytes;
    c->out[0].eager = c->bytes; /* member 0 has one stream for all members, which makes no call */
    return;
  }
  in = hyd_coll_receive(c, 0, SLOT_GATHER, c->dst, size * c->bytes, HYD_COLL_HELD);
  in->got += c->bytes; /* this rank's */
  in->call = 0;
}

int hyd_coll_exchange(struct hyd_coll *c) {
  gex_Rank_t rank = c->team->pub.rank, size = c->team->pub.size;
  if (c->state == 0) {
    c->state = 1;
    begin_gather(c);
  }
  if (c->state == 1) {
    if (rank == 0 && !hyd_coll_arrived(&c->in[0])) return 0;
    c->state = 2;
    spread_from(c, 0, c->dst, size * c->bytes);
  }
  return rank == 0 || hyd_coll_arrived(&c->in[0]);
}
