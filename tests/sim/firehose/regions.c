/* SPDX-License-Identifier: BSD-3-Clause
 *
 * regions.c: what merge.h says, and the bound on registrations, case by case: two nodes, whose
 * interfaces count and know each registration by its key. Memory is in mappings that no pin may go
 * beyond.
 */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "firehose/firehose.h"
#include "tests/sim/firehose/mail.h"
#include "contrib/tools/sim/firehose/nic.h"
#include "contrib/tools/sim/rng.h"

#define BUCKET 4096u
#define NODES 2
#define MEMORY 1024u

static struct net {
  struct fh *fh[NODES];
  struct nic nic[NODES];
  int number[NODES]; /* each is the ctx of its node */
  struct mails mails;
  uint64_t mapping;   /* buckets; 0: all memory is one */
  uint64_t unwatched; /* buckets from this one on cannot be watched; 0: all can */
  uint64_t cost;      /* buckets pinned so far */
  unsigned sent;
} net;

static uint64_t base_of(uint32_t node) { return 0x1000u * (node + 1); }
static uintptr_t at(uint32_t node, uint64_t bucket) { return (base_of(node) + bucket) * BUCKET; }
static uint32_t node_of(const void *ctx) { return (uint32_t)(*(const int *)ctx); }

/* --- the library's client ------------------------------------------------- */

static int pin(void *ctx, uintptr_t addr, size_t len, struct fh_pinned *out) {
  uint64_t first = addr / BUCKET - base_of(node_of(ctx)), last = first + len / BUCKET - 1;
  if (net.mapping && first / net.mapping != last / net.mapping) return EFAULT;
  net.cost += len / BUCKET;
  out->name = nic_pin(&net.nic[node_of(ctx)], addr / BUCKET, len / BUCKET);
  if (out->name) out->key = nic_key(out->name);
  return out->name ? 0 : ENOMEM;
}

static void unpin(void *ctx, uintptr_t addr, size_t len, const struct fh_pinned *pinned) {
  nic_unpin(&net.nic[node_of(ctx)], pinned->name, addr / BUCKET, len / BUCKET);
}

static int watch(void *ctx, uintptr_t addr, size_t len) {
  return net.unwatched && addr + len > at(node_of(ctx), net.unwatched) ? EINVAL : 0;
}

static void send(void *ctx, uint32_t to, const void *bytes, size_t len) {
  mails_put(&net.mails, node_of(ctx), to, bytes, len);
  net.sent++;
}

static int deliver(void) { return mails_deliver(&net.mails, net.fh); }

static void poll(void *ctx) {
  (void)ctx;
  deliver();
}

static void settle_down(void) {
  for (int k = 0; k < 4; k++) {
    while (deliver()) {
    }
    for (uint32_t i = 0; i < NODES; i++) fh_poll(net.fh[i]);
  }
}

static const struct fh_ops ops = {
    .pin = pin, .unpin = unpin, .watch = watch, .send = send, .poll = poll};

struct sizes {
  uint64_t f, maxvictim;
  uint32_t max_regions, da_limit;
  const struct fh_prepinned *prepinned; /* of node 1 */
};

static void open_net(struct sizes s) {
  memset(&net, 0, sizeof net);
  mails_open(&net.mails);
  for (uint32_t i = 0; i < NODES; i++) {
    struct fh_config c = fh_config_default;
    c.node = i;
    c.nodes = NODES;
    c.bucket = BUCKET;
    c.m = s.f * BUCKET;
    c.maxvictim = s.maxvictim * BUCKET;
    c.regions = 1;
    c.max_regions = s.max_regions;
    c.ahead = 0;
    if (s.da_limit) c.da_limit = s.da_limit;
    c.ops = &ops;
    c.ctx = &net.number[i];
    c.prepinned = i == 1 ? s.prepinned : NULL;
    c.nprepinned = i == 1 && s.prepinned;
    net.number[i] = (int)i;
    nic_open(&net.nic[i], base_of(i), MEMORY, s.f + s.maxvictim);
    if (s.max_regions) net.nic[i].regions_limit = s.max_regions;
    assert_non_null(net.fh[i] = fh_open(&c, NULL));
  }
}

static struct fh_stats stats(uint32_t node) {
  struct fh_stats s;
  fh_get_stats(net.fh[node], &s);
  return s;
}

/* What the library counts is what there is. */
static void check_counts(void) {
  for (uint32_t i = 0; i < NODES; i++) {
    assert_int_equal(stats(i).regions, net.nic[i].regions);
    assert_int_equal(stats(i).most_regions >= net.nic[i].most_regions, 1);
    assert_int_equal(stats(i).pinned_bytes, net.nic[i].pinned * BUCKET);
  }
}

static void close_net(void) {
  settle_down();
  check_counts();
  for (uint32_t i = 0; i < NODES; i++) {
    fh_close(net.fh[i]);
    nic_close(&net.nic[i]);
    if (net.nic[i].wrong) fail_msg("node %u: %s", i, net.nic[i].wrong);
  }
}

/* --- asking: node 0, for its memory (of = 0) or the other's --------------- */

static int is_right(const struct fh_request *r, uint64_t bucket, uint64_t n) {
  return nic_key_reaches(&net.nic[r->node], r->key, base_of(r->node) + bucket, n);
}

static int ask(uint32_t of, struct fh_request *r, uint64_t bucket, uint64_t n) {
  if (of) return fh_remote_pin(net.fh[0], of, at(of, bucket), n * BUCKET, r, NULL, 0);
  return fh_local_pin(net.fh[0], at(0, bucket), n * BUCKET, r);
}

static void get(uint32_t of, struct fh_request *r, uint64_t bucket, uint64_t n) {
  assert_int_equal(ask(of, r, bucket, n), 0);
  assert_true(is_right(r, bucket, n));
}

static void release(struct fh_request *r) { fh_release(net.fh[0], r); }

static void use(uint32_t of, uint64_t bucket, uint64_t n) {
  struct fh_request r;
  get(of, &r, bucket, n);
  release(&r);
}

static int try_it(uint32_t of, struct fh_request *r, uint64_t bucket, uint64_t n) {
  if (of) return fh_try_remote_pin(net.fh[0], of, at(of, bucket), n * BUCKET, r);
  return fh_try_local_pin(net.fh[0], at(0, bucket), n * BUCKET, r);
}

static int is_hit(uint32_t of, uint64_t bucket, uint64_t n) {
  struct fh_request r;
  int rc = try_it(of, &r, bucket, n);
  if (rc) assert_int_equal(rc, EAGAIN);
  if (rc) return 0;
  assert_true(is_right(&r, bucket, n));
  release(&r);
  return 1;
}

static void done(struct fh_request *r, void *arg) {
  assert_int_equal(r->status, 0);
  ++*(unsigned *)arg;
}

static int ask_nb(uint32_t of, struct fh_request *r, uint64_t bucket, uint64_t n,
                  unsigned *granted) {
  if (of)
    return fh_remote_pin_nb(net.fh[0], of, at(of, bucket), n * BUCKET, r, NULL, 0, done, granted);
  return fh_local_pin_nb(net.fh[0], at(0, bucket), n * BUCKET, r, done, granted);
}

/* --- merging -------------------------------------------------------------- */

static void stream(uint32_t of) {
  open_net((struct sizes){.f = 256, .maxvictim = 256});
  for (uint64_t b = 0; b < 48; b++) use(of, b, 1);
  settle_down();
  assert_int_equal(net.nic[of].regions, 1);
  for (uint64_t n = 1; n <= 48; n++)
    for (uint64_t b = 0; b + n <= 48; b++) assert_true(is_hit(of, b, n));
  assert_int_equal(stats(of).merged, 47);
  close_net();
}

static void test_stream(void **state) {
  (void)state;
  stream(0);
}

static void test_stream_elsewhere(void **state) {
  (void)state;
  stream(1);
}

/* Each page is pinned anew a few times, however long the stream is; backwards, too. */
static void test_long_stream(void **state) {
  (void)state;
  for (int backwards = 0; backwards < 2; backwards++) {
    open_net((struct sizes){.f = 16, .maxvictim = 4 * MEMORY});
    for (uint64_t b = 0; b < MEMORY; b += 4) use(0, backwards ? MEMORY - 4 - b : b, 4);
    assert_in_range(net.nic[0].regions, 1, 12);
    assert_in_range(net.cost, MEMORY, 24 * MEMORY);
    for (uint64_t b = 0; b < MEMORY; b += 4) assert_true(is_hit(0, b, 4));
    close_net();
  }
}

/* What cannot be one registration for long is a quarter of what there is. */
static void test_largest_union(void **state) {
  (void)state;
  open_net((struct sizes){.f = 16, .maxvictim = 64});
  for (uint64_t b = 0; b < 64; b++) use(0, b, 1);
  assert_int_equal(net.nic[0].regions, 4);
  for (uint64_t b = 0; b < 64; b += 16) assert_true(is_hit(0, b, 16));
  use(0, 100, 60); /* more than that if it is asked for */
  assert_true(is_hit(0, 100, 60));
  close_net();
}

/* An old neighbour is left alone, unless there are many registrations of those that there may
 * be. */
static void test_old_neighbours(void **state) {
  (void)state;
  for (int few = 0; few < 2; few++) {
    open_net((struct sizes){.f = 64, .maxvictim = 256, .max_regions = few ? 24 : 0});
    for (uint64_t b = 0; b < 20; b++) use(0, 10 * b, 1);
    net.cost = 0;
    use(0, 1, 1);
    assert_int_equal(net.cost, few ? 2 : 1);
    assert_int_equal(net.nic[0].regions, few ? 20 : 21);
    close_net();
  }
}

static void straddle(uint32_t of) {
  struct fh_request a, b;
  open_net((struct sizes){.f = 64, .maxvictim = 64});
  get(of, &a, 0, 4);
  get(of, &b, 4, 4); /* the first is in use: it stays by itself */
  assert_int_equal(net.nic[of].regions, 2);
  release(&a);
  release(&b);
  assert_false(is_hit(of, 3, 2));
  use(of, 3, 2);
  settle_down();
  assert_int_equal(net.nic[of].regions, 1);
  for (uint64_t k = 0; k < 8; k++) assert_true(is_hit(of, k, 8 - k));
  close_net();
}

static void test_straddle(void **state) {
  (void)state;
  for (uint32_t of = 0; of < NODES; of++) straddle(of);
}

/* In use it stays, with its key; it is not kept if a larger one has all of it, and is if not. */
static void in_use(uint32_t of) {
  struct fh_request a, b;
  open_net((struct sizes){.f = 64, .maxvictim = 64});
  get(of, &a, 2, 4);
  get(of, &b, 4, 4);
  assert_true(is_right(&a, 2, 4));
  release(&b);
  get(of, &b, 0, 10);
  settle_down();
  assert_true(is_right(&a, 2, 4)); /* superseded, but in use */
  assert_int_equal(net.nic[of].regions, 2);
  release(&a);
  settle_down();
  assert_int_equal(net.nic[of].regions, 1);
  assert_int_equal(net.nic[of].pinned, 10);
  assert_true(is_hit(of, 2, 4));
  release(&b);
  close_net();
}

static void test_in_use(void **state) {
  (void)state;
  for (uint32_t of = 0; of < NODES; of++) in_use(of);
}

/* A smaller one, made later for another node, hides what has it all: that is found, and not made
 * anew. */
static void test_hidden(void **state) {
  struct fh_request r;
  (void)state;
  open_net((struct sizes){.f = 64, .maxvictim = 64});
  use(0, 0, 10);
  assert_int_equal(fh_remote_pin(net.fh[1], 0, at(0, 2), 2 * BUCKET, &r, NULL, 0), 0);
  assert_int_equal(net.nic[0].regions, 2);
  net.cost = 0;
  use(0, 3, 5);
  use(0, 2, 6);
  assert_int_equal(net.cost, 0);
  assert_true(nic_key_reaches(&net.nic[0], r.key, base_of(0) + 2, 2));
  fh_release(net.fh[1], &r);
  close_net();
}

/* What another node has stays good for it, whatever is made around it. */
static void test_held(void **state) {
  struct fh_request r;
  (void)state;
  open_net((struct sizes){.f = 64, .maxvictim = 64});
  assert_int_equal(fh_remote_pin(net.fh[1], 0, at(0, 2), 2 * BUCKET, &r, NULL, 0), 0);
  fh_release(net.fh[1], &r);
  use(0, 0, 16);
  assert_int_equal(net.nic[0].regions, 2);
  net.sent = 0;
  assert_int_equal(fh_remote_pin_nb(net.fh[1], 0, at(0, 2), 2 * BUCKET, &r, "n", 1, NULL, NULL),
                   EINPROGRESS);
  while (net.sent < 6 && deliver()) {
  }
  assert_int_equal(net.sent, 2); /* there and back */
  assert_true(nic_key_reaches(&net.nic[0], r.key, base_of(0) + 2, 2));
  fh_release(net.fh[1], &r);
  close_net();
}

/* --- where there is no union ---------------------------------------------- */

/* Neighbours that cannot be one: each is lost at most once, and then both are there for good. */
static void ping_pong(uint32_t of, uint64_t a, uint64_t b) {
  use(of, a, 4);
  use(of, b, 4);
  use(of, a, 4);
  use(of, b, 4);
  settle_down();
  net.cost = 0;
  for (int k = 0; k < 10; k++) use(of, k & 1 ? a : b, 4);
  assert_int_equal(net.cost, 0);
  assert_int_equal(net.nic[of].regions, 2);
}

static void test_mappings(void **state) {
  (void)state;
  for (uint32_t of = 0; of < NODES; of++) {
    open_net((struct sizes){.f = 64, .maxvictim = 64});
    net.mapping = 8;
    ping_pong(of, 4, 8);
    ping_pong(of, 8, 4);
    assert_int_equal(ask(of, &(struct fh_request){0}, 6, 4),
                     EFAULT); /* what is asked for across both */
    close_net();
  }
}

/* What is pinned for one use does not cost its neighbours. */
static void test_unwatched(void **state) {
  (void)state;
  for (uint32_t of = 0; of < NODES; of++) {
    open_net((struct sizes){.f = 64, .maxvictim = 64});
    net.unwatched = 8;
    for (int k = 0; k < 2; k++) {
      use(of, 4, 4);
      use(of, 8, 4);
      settle_down();
      assert_false(is_hit(of, 8, 4));
    }
    use(of, 4, 4);
    net.cost = 0;
    for (int k = 0; k < 5; k++) {
      use(of, 8, 4);
      settle_down();
      assert_true(is_hit(of, 4, 4));
    }
    assert_int_equal(net.cost, 5 * 4);
    close_net();
  }
}

static void test_prepinned(void **state) {
  const struct fh_prepinned pre = {at(1, 8), 8 * BUCKET, 77};
  struct fh_request r;
  (void)state;
  open_net((struct sizes){.f = 64, .maxvictim = 64, .prepinned = &pre});
  for (int k = 0; k < 2; k++) {
    use(1, 4, 4);
    assert_int_equal(ask(1, &r, 8, 2), 0);
    assert_int_equal(r.key, 77);
    release(&r);
    use(1, 16, 4);
  }
  settle_down();
  assert_false(nic_reaches(&net.nic[1], base_of(1) + 8, 1) ||
               nic_reaches(&net.nic[1], base_of(1) + 15, 1));
  assert_int_equal(ask(1, &r, 8, 2), 0);
  assert_int_equal(r.key, 77);
  release(&r);
  close_net();
}

/* --- splitting ------------------------------------------------------------ */

static void remap(uint32_t of, uint64_t bucket, uint64_t n) {
  nic_remap(&net.nic[of], base_of(of) + bucket, n);
  fh_gone(net.fh[of], at(of, bucket), at(of, bucket + n));
  fh_settle(net.fh[of]);
}

/* The registration goes as a whole, when its transfers have ended; then there is one for each piece
 * that is used. */
static void test_split(void **state) {
  struct fh_request old, new;
  (void)state;
  open_net((struct sizes){.f = 64, .maxvictim = 64});
  get(0, &old, 0, 10);
  remap(0, 4, 2);
  assert_true(is_right(&old, 0, 4) && is_right(&old, 6, 4)); /* under way */
  for (uint64_t b = 0; b < 10; b++) assert_false(is_hit(0, b, 1));
  get(0, &new, 1, 2);
  assert_true(new.key != old.key &&is_right(&new, 0, 4)); /* the piece, and just that */
  assert_false(nic_reaches(&net.nic[0], base_of(0) + 4, 1));
  release(&new);
  assert_int_equal(net.nic[0].pinned, 14);
  check_counts();
  release(&old);
  settle_down();
  assert_int_equal(net.nic[0].pinned, 4);
  assert_true(is_hit(0, 0, 4));
  assert_false(is_hit(0, 6, 1));
  use(0, 9, 1);
  assert_true(is_hit(0, 6, 4));
  assert_int_equal(net.nic[0].regions, 2);
  use(0, 4, 2); /* and when the hole is used it is one again */
  assert_true(is_hit(0, 0, 10));
  assert_int_equal(net.nic[0].regions, 1);
  close_net();
}

static void test_split_elsewhere(void **state) {
  struct fh_request old;
  (void)state;
  open_net((struct sizes){.f = 64, .maxvictim = 64});
  get(1, &old, 0, 10);
  remap(1, 4, 2);
  for (uint64_t b = 0; b < 10; b++) assert_false(is_hit(1, b, 1));
  use(1, 0, 4);
  use(1, 6, 4);
  assert_true(is_right(&old, 0, 4) && is_right(&old, 6, 4));
  release(&old);
  settle_down();
  assert_true(is_hit(1, 0, 4) && is_hit(1, 6, 4));
  assert_false(is_hit(1, 4, 1) || is_hit(1, 3, 2));
  assert_int_equal(net.nic[1].pinned, 8);
  assert_int_equal(net.nic[1].regions, 2);
  close_net();
}

/* A piece that has gone meanwhile, or for which there is only room by victims, belongs to no
 * request business. */
static void test_pieces_end(void **state) {
  struct fh_request r;
  (void)state;
  open_net((struct sizes){.f = 16, .maxvictim = 64});
  use(0, 0, 10);
  remap(0, 9, 1);
  remap(0, 4, 1);
  use(0, 1, 1);
  assert_int_equal(net.nic[0].pinned, 1);
  use(0, 30, 12);
  remap(0, 30, 1);
  get(0, &r, 60, 62);
  use(0, 200, 12);
  use(0, 31, 1);
  assert_false(is_hit(0, 31, 2));
  release(&r);
  close_net();
}

/* --- the bound ------------------------------------------------------------ */

static void test_bound(void **state) {
  struct fh_request r[5];
  unsigned granted = 0;
  (void)state;
  open_net((struct sizes){.f = 64, .maxvictim = 64, .max_regions = 4});
  for (uint64_t b = 0; b < 100; b++)
    use(0, b * 3 % 97 * 10, 1); /* the interface says if there are more than 4 */
  assert_int_equal(net.nic[0].regions, 4);
  assert_int_equal(stats(0).most_regions, 4);
  for (uint64_t k = 0; k < 4; k++) get(0, &r[k], k * 10, 1);
  assert_int_equal(ask_nb(0, &r[4], 50, 1, &granted), EINPROGRESS);
  settle_down();
  assert_int_equal(granted, 0);
  release(&r[2]);
  settle_down();
  assert_int_equal(granted, 1);
  for (int k = 0; k < 5; k++)
    if (k != 2) release(&r[k]);
  close_net();
}

/* The others' share leaves one to this node; and each other node has its own. */
static void test_bound_of_others(void **state) {
  struct fh_request r[3], own;
  unsigned granted = 0;
  (void)state;
  open_net((struct sizes){.f = 64, .maxvictim = 64, .max_regions = 3});
  for (uint64_t b = 0; b < 100; b++) use(1, b * 3 % 97 * 10, 1);
  settle_down();
  assert_in_range(net.nic[1].regions, 2, 3);
  get(1, &r[0], 0, 1);
  get(1, &r[1], 20, 1);
  assert_int_equal(ask_nb(1, &r[2], 40, 1, &granted), EINPROGRESS);
  settle_down();
  assert_int_equal(granted, 0); /* two are its share */
  for (uint64_t b = 0; b < 50; b++) {
    assert_int_equal(fh_local_pin(net.fh[1], at(1, 100 + 7 * b), BUCKET, &own), 0);
    fh_release(net.fh[1], &own);
  }
  release(&r[1]);
  settle_down();
  assert_int_equal(granted, 1);
  release(&r[0]);
  release(&r[2]);
  close_net();
}

/* More is used of the memory where there are few registrations: unions may be larger then. */
static void test_bound_merges(void **state) {
  (void)state;
  open_net((struct sizes){.f = 48, .maxvictim = 16, .max_regions = 4});
  for (int k = 0; k < 3; k++)
    for (uint64_t b = 0; b < 40; b++) use(0, b, 1);
  assert_in_range(net.nic[0].pinned, 32, 64);
  assert_int_equal(net.nic[0].regions <= 4, 1);
  close_net();
}

/* A request that waits with precedence is served though there are always hits on what lies across
 * its request. */
static void winner(uint32_t of) {
  struct fh_request held, a, b, r;
  unsigned granted = 0;
  open_net((struct sizes){.f = 64, .maxvictim = 64, .max_regions = of ? 3 : 2, .da_limit = 2});
  get(of, &a, 0, 4);
  get(of, &held, 20, 1);
  assert_int_equal(ask_nb(of, &r, 2, 4, &granted), EINPROGRESS);
  settle_down();
  assert_int_equal(try_it(of, &b, 0, 4), EAGAIN);
  release(&a);
  settle_down();
  assert_int_equal(granted, 1);
  assert_true(is_right(&r, 2, 4));
  release(&r);
  release(&held);
  close_net();
}

static void test_winner(void **state) {
  (void)state;
  for (uint32_t of = 0; of < NODES; of++) winner(of);
}

/* The last message comes first. */
static void overtake(void) {
  struct mail **link = &net.mails.head, *m;
  while ((*link)->next) link = &(*link)->next;
  m = *link;
  *link = NULL;
  m->next = net.mails.head;
  net.mails.head = m;
  if (m->next == NULL)
    net.mails.end = &m->next;
  else
    net.mails.end = link;
  assert_true(deliver());
}

/* A request that comes before what was given back for it does not take what is this node's own: it
 * is asked anew. */
static void test_overtaken(void **state) {
  struct fh_request a, b, c, own;
  unsigned granted = 0, granted_own = 0;
  (void)state;
  open_net((struct sizes){.f = 64, .maxvictim = 64, .max_regions = 3});
  get(1, &a, 2, 4);
  get(1, &b, 0, 10);
  release(&a);
  fh_poll(net.fh[0]);
  assert_non_null(net.mails.head); /* the superseded one is on its way back */
  assert_int_equal(ask_nb(1, &c, 40, 1, &granted), EINPROGRESS);
  overtake();
  assert_int_equal(fh_local_pin_nb(net.fh[1], at(1, 60), BUCKET, &own, done, &granted_own), 0);
  settle_down();
  assert_int_equal(granted, 1);
  assert_true(is_right(&c, 40, 1));
  fh_release(net.fh[1], &own);
  release(&b);
  release(&c);
  close_net();
}

static void test_too_few(void **state) {
  struct fh_config c = fh_config_default;
  const char *why;
  (void)state;
  c.nodes = 3;
  c.m = c.maxvictim = 64 * c.bucket;
  c.ops = &ops;
  c.regions = 1;
  c.max_regions = 2;
  assert_null(fh_open(&c, &why));
  assert_string_equal(why, "there are fewer registrations than nodes");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_stream),          cmocka_unit_test(test_stream_elsewhere),
      cmocka_unit_test(test_long_stream),     cmocka_unit_test(test_largest_union),
      cmocka_unit_test(test_straddle),        cmocka_unit_test(test_in_use),
      cmocka_unit_test(test_hidden),          cmocka_unit_test(test_mappings),
      cmocka_unit_test(test_unwatched),       cmocka_unit_test(test_prepinned),
      cmocka_unit_test(test_split),           cmocka_unit_test(test_split_elsewhere),
      cmocka_unit_test(test_pieces_end),      cmocka_unit_test(test_bound),
      cmocka_unit_test(test_bound_of_others), cmocka_unit_test(test_bound_merges),
      cmocka_unit_test(test_winner),          cmocka_unit_test(test_overtaken),
      cmocka_unit_test(test_too_few),         cmocka_unit_test(test_held),
      cmocka_unit_test(test_old_neighbours),
  };
  return cmocka_run_group_tests_name("firehose: regions", tests, NULL, NULL);
}
