/* SPDX-License-Identifier: BSD-3-Clause
 *
 * coll_legacy_bruck.c: an exchange of small blocks among nodes of one image each, in ceil(log2 n)
 * rounds (Bruck). A block that goes d nodes on takes the steps that are the bits of d: in round k
 * each node sends all blocks with this bit that it has to the node 2^k on, as one stream.
 *
 * Each block thus travels several times. It is taken where that costs less than a message for each.
 */
#include "extended/coll_gasnet1/coll_legacy.h"

#include "core/oob/binomial_tree.h"

struct bruck {
  gex_Rank_t n, me;
  size_t bytes; /* of a block */
  char *work;   /* block d: on its way to the node d further on than where it began */
};

static struct bruck bruck_of(const struct hyd_coll *c, const struct hyd_legacy *op) {
  return (struct bruck){c->team->pub.size, c->team->pub.rank, op->nbytes, c->temp};
}

/* How many blocks go in round k. */
static size_t blocks_in_round(gex_Rank_t n, int k) {
  uint64_t bit = (uint64_t)1 << k, rest = n & (2 * bit - 1);
  return (n - rest) / 2 + (rest > bit ? rest - bit : 0);
}

static size_t round_bytes(const struct bruck *b, int k) {
  return (blocks_in_round(b->n, k) * b->bytes + 63) & ~(size_t)63;
}

/* Returns the space of round k: the bytes that it sends, and behind them those that it receives.
 * The spaces of the rounds lie behind the blocks in `work`. */
static char *round_space(const struct bruck *b, int k) {
  char *at = b->work + ((b->n * b->bytes + 63) & ~(size_t)63);
  for (int i = 0; i < k; i++) at += 2 * round_bytes(b, i);
  return at;
}

static gex_Rank_t node_on(const struct bruck *b, uint64_t d) {
  return (gex_Rank_t)((b->me + d) % b->n);
}

static void begin_exchange(struct hyd_coll *c, struct hyd_legacy *op) {
  struct bruck b = bruck_of(c, op);
  int rounds = hyd_tree_levels(b.n);
  const char *src = op->src[0];
  b.work = hyd_coll_space(c, (size_t)(round_space(&b, rounds) - b.work));
  for (gex_Rank_t d = 0; d < b.n; d++)
    memcpy(b.work + d * b.bytes, src + node_on(&b, d) * b.bytes, b.bytes);
  for (int k = 0; k < rounds; k++)
    hyd_coll_receive(c, node_on(&b, b.n - ((uint64_t)1 << k)), (uint32_t)k,
                     round_space(&b, k) + round_bytes(&b, k), blocks_in_round(b.n, k) * b.bytes,
                     HYD_COLL_HELD);
}

/* Copies the blocks of round k from `work` to `packed`, or back. */
static void move_blocks(const struct bruck *b, int k, char *packed, int back) {
  for (gex_Rank_t d = 0; d < b->n; d++) {
    char *block = b->work + d * b->bytes;
    if (!(d >> k & 1)) continue;
    if (back)
      memcpy(block, packed, b->bytes);
    else
      memcpy(packed, block, b->bytes);
    packed += b->bytes;
  }
}

static void send_blocks(struct hyd_coll *c, const struct bruck *b, int k) {
  char *packed = round_space(b, k);
  move_blocks(b, k, packed, 0);
  hyd_coll_send(c, node_on(b, (uint64_t)1 << k), (uint32_t)k, packed,
                blocks_in_round(b->n, k) * b->bytes, HYD_COLL_HELD);
}

/* Block d came from the node d back. */
static void store_blocks(const struct bruck *b, char *dst) {
  for (gex_Rank_t d = 0; d < b->n; d++)
    memcpy(dst + node_on(b, b->n - d) * b->bytes, b->work + d * b->bytes, b->bytes);
}

/* Round k has the states 2 k, before it is begun, and 2 k + 1. */
int hyd_legacy_bruck(struct hyd_coll *c, struct hyd_legacy *op) {
  struct bruck b;
  if (c->temp == NULL) begin_exchange(c, op);
  b = bruck_of(c, op);
  for (; c->state < 2 * hyd_tree_levels(b.n); c->state++) {
    struct hyd_stream_in *in = &c->in[c->state / 2];
    if (c->state % 2 == 0)
      send_blocks(c, &b, c->state / 2);
    else if (hyd_coll_arrived(in))
      move_blocks(&b, c->state / 2, in->buf, 1);
    else
      return 0;
  }
  if (c->state == 2 * hyd_tree_levels(b.n)) {
    store_blocks(&b, op->dst[0]);
    c->state++;
  }
  return 1;
}
