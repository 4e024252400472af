/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cases.c: what firehose.h says, case by case; each row of the paper's table 3 among them. Messages are delivered
 * when a case says so; a hook runs in the middle of a pin.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "firehose/firehose.h"
#include "tests/firehose/nic.h"
#include "tests/sim/rng.h"

#define BUCKET 4096u
#define NODES 3
#define MEMORY 64u

struct mail {
  struct mail *next;
  uint32_t from, to;
  size_t len;
  unsigned char bytes[];
};

static struct net {
  struct fh *fh[NODES];
  struct nic nic[NODES];
  int number[NODES]; /* each is the ctx of its node */
  struct mail *head, **end;
  uint64_t clock;
  int unwatched; /* memory cannot be watched */
  unsigned sent, pins, refuse, notes; /* refuse: so many pins fail with `error` */
  int error;
  void (*in_pin)(void);
  char note[FH_NOTE_MAX];
} net;

static uint64_t base_of(uint32_t node) { return 0x1000u * (node + 1); }
static uintptr_t at(uint32_t node, uint64_t bucket) { return (base_of(node) + bucket) * BUCKET; }
static uint32_t node_of(const void *ctx) { return (uint32_t)(*(const int *)ctx); }

/* --- the library's client ------------------------------------------------------------------------------------ */

static int pin(void *ctx, uintptr_t addr, size_t len, struct fh_pinned *out) {
  void (*hook)(void) = net.in_pin;
  if (!nic_has(&net.nic[node_of(ctx)], addr / BUCKET, len / BUCKET)) return EFAULT;
  net.pins++;
  net.in_pin = NULL;
  if (hook) hook();
  if (net.refuse) return net.refuse--, net.error;
  out->name = nic_pin(&net.nic[node_of(ctx)], addr / BUCKET, len / BUCKET);
  out->key = addr;
  return out->name ? 0 : EFAULT;
}

static void unpin(void *ctx, uintptr_t addr, size_t len, const struct fh_pinned *pinned) {
  nic_unpin(&net.nic[node_of(ctx)], pinned->name, addr / BUCKET, len / BUCKET);
}

static int watch(void *ctx, uintptr_t addr, size_t len) {
  (void)ctx, (void)addr, (void)len;
  return net.unwatched ? EINVAL : 0;
}

static void send(void *ctx, uint32_t to, const void *bytes, size_t len) {
  struct mail *m = malloc(sizeof *m + len);
  assert_non_null(m);
  *m = (struct mail){NULL, node_of(ctx), to, len};
  memcpy(m->bytes, bytes, len);
  *net.end = m;
  net.end = &m->next;
  net.sent++;
}

static int deliver(void) {
  struct mail *m = net.head;
  if (m == NULL) return 0;
  if ((net.head = m->next) == NULL) net.end = &net.head;
  assert_int_equal(fh_input(net.fh[m->to], m->from, m->bytes, m->len), 0);
  free(m);
  return 1;
}

static void deliver_all(void) {
  while (deliver()) {
  }
}

static void poll(void *ctx) {
  (void)ctx;
  deliver();
}

static void at_target(void *ctx, uint32_t from, uintptr_t addr, size_t len, const void *note, size_t size) {
  (void)from;
  net.notes++;
  memcpy(net.note, note, size);
  assert_true(nic_reaches(&net.nic[node_of(ctx)], addr / BUCKET, len / BUCKET));
}

static uint64_t now(void *ctx) {
  (void)ctx;
  return net.clock;
}

static const struct fh_ops ops = {
    .now = now, .pin = pin, .unpin = unpin, .watch = watch, .send = send, .poll = poll, .at_target = at_target};

struct sizes {
  uint64_t f, maxvictim;
  int regions;
  uint32_t da_limit;
  const struct fh_prepinned *prepinned; /* of node 1 */
  enum fh_strategy strategy;
  uint64_t ahead; /* buckets */
  size_t message;
};

static void open_net(struct sizes s) {
  memset(&net, 0, sizeof net);
  net.end = &net.head;
  for (uint32_t i = 0; i < NODES; i++) {
    struct fh_config c = fh_config_default;
    c.node = i;
    c.nodes = NODES;
    c.bucket = BUCKET;
    c.m = s.f * (NODES - 1) * BUCKET;
    c.maxvictim = s.maxvictim * BUCKET;
    c.regions = s.regions;
    c.da_limit = s.da_limit ? s.da_limit : 8;
    c.strategy = s.strategy;
    c.ahead = s.ahead * BUCKET;
    if (s.message) c.message = s.message;
    c.ops = &ops;
    c.ctx = &net.number[i];
    c.prepinned = i == 1 ? s.prepinned : NULL;
    c.nprepinned = i == 1 && s.prepinned;
    net.number[i] = (int)i;
    nic_open(&net.nic[i], base_of(i), MEMORY, s.f * (NODES - 1) + s.maxvictim);
    assert_non_null(net.fh[i] = fh_open(&c, NULL));
  }
}

static void close_net(void) {
  deliver_all();
  for (uint32_t i = 0; i < NODES; i++) {
    fh_close(net.fh[i]);
    nic_close(&net.nic[i]);
    if (net.nic[i].wrong) fail_msg("node %u: %s", i, net.nic[i].wrong);
  }
}

/* --- asking -------------------------------------------------------------------------------------------------- */

static unsigned called;
static int last_status;

static void done(struct fh_request *r, void *arg) {
  called++;
  last_status = r->status;
  if (arg) ++*(unsigned *)arg;
}

static int remote(struct fh_request *r, uint32_t to, uint64_t bucket, uint64_t n, unsigned *granted) {
  return fh_remote_pin_nb(net.fh[0], to, at(to, bucket), n * BUCKET, r, NULL, 0, done, granted);
}

static int local(struct fh_request *r, uint64_t bucket, uint64_t n, unsigned *granted) {
  return fh_local_pin_nb(net.fh[0], at(0, bucket), n * BUCKET, r, done, granted);
}

static struct fh_stats stats(uint32_t node) {
  struct fh_stats s;
  fh_get_stats(net.fh[node], &s);
  return s;
}

/* A firehose of node 0 on a bucket of node 1, in use by nobody. */
static void use(uint64_t bucket) {
  struct fh_request r;
  assert_int_equal(fh_remote_pin(net.fh[0], 1, at(1, bucket), BUCKET, &r, NULL, 0), 0);
  fh_release(net.fh[0], &r);
}

static int is_hit(uint64_t bucket) {
  struct fh_request r;
  int rc = fh_try_remote_pin(net.fh[0], 1, at(1, bucket), BUCKET, &r);
  if (rc == 0) fh_release(net.fh[0], &r);
  else assert_int_equal(rc, EAGAIN);
  return rc == 0;
}

static int setup(void **state) {
  (void)state;
  called = 0;
  last_status = -1;
  return 0;
}

/* --- the interface ------------------------------------------------------------------------------------------- */

static void test_miss_then_hits(void **state) {
  struct fh_request r;
  unsigned granted = 0;
  (void)state;
  open_net((struct sizes){.f = 8, .maxvictim = 8});
  assert_int_equal(fh_try_remote_pin(net.fh[0], 1, at(1, 3) + 100, 8, &r), EAGAIN);
  assert_int_equal(remote(&r, 1, 3, 2, &granted), EINPROGRESS);
  assert_int_equal(granted, 0);
  deliver_all();
  assert_int_equal(granted, 1);
  assert_true(r.addr == at(1, 3) && r.len == 2 * BUCKET && r.node == 1 && nic_reaches(&net.nic[1], base_of(1) + 3, 2));
  fh_release(net.fh[0], &r);
  net.sent = 0;
  for (int i = 0; i < 5; i++) assert_true(is_hit(3) && is_hit(4));
  assert_int_equal(net.sent, 0);
  assert_int_equal(stats(1).pins, 1);
  close_net();
}

static void test_pending_hits_send_nothing(void **state) {
  struct fh_request r[3];
  unsigned granted = 0;
  (void)state;
  open_net((struct sizes){.f = 8, .maxvictim = 8});
  assert_int_equal(remote(&r[0], 1, 3, 2, &granted), EINPROGRESS);
  assert_int_equal(remote(&r[1], 1, 3, 1, &granted), EINPROGRESS);
  assert_int_equal(remote(&r[2], 1, 4, 1, &granted), EINPROGRESS);
  assert_int_equal(net.sent, 1);
  deliver_all();
  assert_int_equal(granted, 3);
  for (int i = 0; i < 3; i++) fh_release(net.fh[0], &r[i]);
  close_net();
}

static void test_partial(void **state) {
  struct fh_request r;
  (void)state;
  open_net((struct sizes){.f = 8, .maxvictim = 8});
  assert_int_equal(fh_partial_remote_pin(net.fh[0], 1, at(1, 0), 8 * BUCKET, &r), EAGAIN);
  use(1), use(3), use(4), use(6);
  assert_int_equal(fh_partial_remote_pin(net.fh[0], 1, at(1, 0), 8 * BUCKET, &r), 0);
  assert_true(r.addr == at(1, 3) && r.len == 2 * BUCKET);
  fh_release(net.fh[0], &r);
  close_net();
}

static void test_sizes(void **state) {
  struct fh_request r;
  (void)state;
  open_net((struct sizes){.f = 4, .maxvictim = 3});
  assert_int_equal(fh_remote_max(net.fh[0], 1), 3 * BUCKET + 1);
  assert_int_equal(fh_local_max(net.fh[0]), 2 * BUCKET + 1);
  assert_int_equal(remote(&r, 1, 0, 5, NULL), EMSGSIZE);
  assert_int_equal(local(&r, 0, 4, NULL), EMSGSIZE);
  assert_int_equal(remote(&r, 0, 0, 1, NULL), EINVAL);
  assert_int_equal(remote(&r, NODES, 0, 1, NULL), EINVAL);
  assert_int_equal(fh_remote_pin(net.fh[0], 1, at(1, 1) - 1, fh_remote_max(net.fh[0], 1), &r, NULL, 0), 0);
  fh_release(net.fh[0], &r);
  assert_int_equal(fh_local_pin(net.fh[0], at(0, 1) - 1, fh_local_max(net.fh[0]), &r), 0);
  fh_release(net.fh[0], &r);
  close_net();
}

static void test_lazy_unpinning(void **state) {
  struct fh_request r;
  (void)state;
  open_net((struct sizes){.f = 1, .maxvictim = 4}); /* 6 buckets in all */
  for (uint64_t b = 0; b < 6; b++) {
    assert_int_equal(fh_local_pin(net.fh[0], at(0, b), 1, &r), 0);
    fh_release(net.fh[0], &r);
  }
  assert_int_equal(stats(0).unpins, 0);
  for (uint64_t b = 0; b < 6; b++) { /* all are hits, which marks them as used; then the oldest goes first */
    assert_int_equal(fh_try_local_pin(net.fh[0], at(0, b), 1, &r), 0);
    fh_release(net.fh[0], &r);
  }
  assert_int_equal(fh_local_pin(net.fh[0], at(0, 7), 1, &r), 0);
  fh_release(net.fh[0], &r);
  assert_int_equal(stats(0).unpins, 1);
  assert_int_equal(fh_try_local_pin(net.fh[0], at(0, 0), 1, &r), EAGAIN);
  close_net();
}

static void test_revived(void **state) {
  struct fh_request r;
  (void)state;
  open_net((struct sizes){.f = 4, .maxvictim = 4});
  assert_int_equal(fh_local_pin(net.fh[1], at(1, 5), 1, &r), 0);
  fh_release(net.fh[1], &r);
  net.pins = 0;
  use(5);
  assert_int_equal(net.pins, 0);
  assert_int_equal(stats(1).revived, 1);
  close_net();
}

static void test_prepinned(void **state) {
  const struct fh_prepinned pre = {at(1, 8), 8 * BUCKET, 77};
  struct fh_request r;
  (void)state;
  open_net((struct sizes){.f = 4, .maxvictim = 1, .prepinned = &pre});
  assert_int_equal(fh_local_pin(net.fh[1], at(1, 8), 8 * BUCKET, &r), EMSGSIZE); /* still bounded */
  assert_int_equal(fh_local_pin(net.fh[1], at(1, 9), BUCKET, &r), 0);
  assert_int_equal(r.key, 77);
  fh_release(net.fh[1], &r);
  for (uint64_t b = 8; b < 16; b++) use(b); /* moves, but no pins */
  assert_int_equal(net.pins, 0);
  close_net();
}

static void test_note(void **state) {
  struct fh_request r;
  (void)state;
  open_net((struct sizes){.f = 4, .maxvictim = 4});
  for (int hit = 0; hit < 2; hit++) {
    unsigned granted = 0;
    assert_int_equal(fh_remote_pin_nb(net.fh[0], 1, at(1, 2), 2 * BUCKET, &r, "note", 5, done, &granted), EINPROGRESS);
    deliver();
    assert_int_equal(net.notes, hit + 1);
    assert_int_equal(granted, 0);
    deliver_all();
    assert_int_equal(granted, 1);
    assert_string_equal(net.note, "note");
    fh_release(net.fh[0], &r);
  }
  close_net();
}

static void test_regions(void **state) {
  struct fh_request r, s;
  (void)state;
  open_net((struct sizes){.f = 8, .maxvictim = 16, .regions = 1});
  assert_int_equal(fh_remote_pin(net.fh[0], 1, at(1, 2), 4 * BUCKET, &r, NULL, 0), 0);
  assert_int_equal(r.key, at(1, 2)); /* one registration, by whose key all of it goes */
  assert_int_equal(fh_try_remote_pin(net.fh[0], 1, at(1, 3), 2 * BUCKET, &s), 0);
  assert_int_equal(s.key, r.key);
  fh_release(net.fh[0], &s);
  assert_int_equal(fh_try_remote_pin(net.fh[0], 1, at(1, 4), 3 * BUCKET, &s), EAGAIN);
  fh_release(net.fh[0], &r);
  close_net();
}

/* --- table 3 ------------------------------------------------------------------------------------------------- */

/* "Competing threads can hit on a firehose that was used as a replacement." */
static void test_replacement_is_no_hit(void **state) {
  struct fh_request r;
  (void)state;
  open_net((struct sizes){.f = 2, .maxvictim = 8});
  use(0), use(1);
  assert_true(is_hit(0)); /* used again, so 1 is the victim, though it came later */
  assert_int_equal(remote(&r, 1, 9, 1, NULL), EINPROGRESS);
  assert_false(is_hit(1));
  assert_true(is_hit(0));
  deliver_all();
  assert_true(is_hit(9));
  fh_release(net.fh[0], &r);
  close_net();
}

/* "Hitting on a PENDING_UNCOMMITTED firehose would not create a reliable estimation." */
static void test_who_waits_is_no_hit(void **state) {
  struct fh_request all, a, b;
  unsigned granted = 0;
  (void)state;
  open_net((struct sizes){.f = 2, .maxvictim = 8});
  assert_int_equal(fh_remote_pin(net.fh[0], 1, at(1, 0), 2 * BUCKET, &all, NULL, 0), 0);
  assert_int_equal(remote(&a, 1, 5, 2, &granted), EINPROGRESS);
  assert_int_equal(remote(&b, 1, 6, 1, &granted), EINPROGRESS);
  deliver_all();
  assert_int_equal(granted, 0);
  net.sent = 0;
  fh_release(net.fh[0], &all);
  fh_poll(net.fh[0]);
  deliver_all();
  fh_poll(net.fh[0]);
  deliver_all();
  assert_int_equal(granted, 2); /* the second hits what the first has brought */
  assert_int_equal(stats(0).moves, 2);
  fh_release(net.fh[0], &a);
  fh_release(net.fh[0], &b);
  close_net();
}

static struct fh_request meanwhile;
static unsigned meanwhile_granted, pins_meanwhile;

static void ask_meanwhile(void) {
  assert_int_equal(fh_local_pin_nb(net.fh[0], at(0, 4), BUCKET, &meanwhile, done, &meanwhile_granted), EINPROGRESS);
  pins_meanwhile = net.pins;
}

/* "Hitting on a PENDING local page cannot count for a hit." */
static void test_local_pending_is_no_hit(void **state) {
  struct fh_request r;
  (void)state;
  open_net((struct sizes){.f = 2, .maxvictim = 8});
  meanwhile_granted = 0;
  net.in_pin = ask_meanwhile;
  assert_int_equal(local(&r, 3, 2, NULL), 0);
  assert_int_equal(pins_meanwhile, 1);
  assert_int_equal(meanwhile_granted, 1); /* served after the pin, without a poll */
  assert_int_equal(net.pins, 1);
  fh_release(net.fh[0], &meanwhile);
  fh_release(net.fh[0], &r);
  close_net();
}

static void move_meanwhile(void) {
  while (net.head && net.head->to == 1) deliver();
  pins_meanwhile = net.sent;
}

/* "Requests to pin local memory hit a PENDING page and AM handlers can't poll or rollback." */
static void test_handler_meets_pending(void **state) {
  struct fh_request r, mine;
  unsigned granted = 0;
  (void)state;
  open_net((struct sizes){.f = 2, .maxvictim = 8});
  assert_int_equal(remote(&r, 1, 4, 1, &granted), EINPROGRESS);
  net.in_pin = move_meanwhile;
  assert_int_equal(fh_local_pin(net.fh[1], at(1, 3), 2 * BUCKET, &mine), 0);
  assert_int_equal(pins_meanwhile, 1); /* no answer while it was being pinned ... */
  assert_int_equal(net.sent, 2);       /* ... but at once after that */
  deliver_all();
  assert_int_equal(granted, 1);
  assert_int_equal(net.pins, 1);
  fh_release(net.fh[0], &r);
  fh_release(net.fh[1], &mine);
  close_net();
}

/* "Before a node reaches steady-state, no firehoses are mapped and available for replacement." */
static void test_unused_firehoses_first(void **state) {
  (void)state;
  open_net((struct sizes){.f = 4, .maxvictim = 8});
  for (uint64_t b = 0; b < 4; b++) use(b);
  assert_int_equal(stats(0).moved, 0);
  use(4);
  assert_int_equal(stats(0).moved, 1);
  close_net();
}

/* --- deadlock avoidance -------------------------------------------------------------------------------------- */

/* Small requests come and go without a gap; the large one is served all the same. */
static void test_large_request_is_served(void **state) {
  struct fh_request large, small[2];
  unsigned granted = 0;
  uint64_t next = 10;
  int rounds = 0;
  (void)state;
  open_net((struct sizes){.f = 8, .maxvictim = 20, .da_limit = 4});
  for (int i = 0; i < 2; i++) assert_int_equal(fh_remote_pin(net.fh[0], 1, at(1, next++), 1, &small[i], NULL, 0), 0);
  assert_int_equal(remote(&large, 1, 0, 8, &granted), EINPROGRESS);
  while (!granted && rounds++ < 100) {
    fh_release(net.fh[0], &small[rounds % 2]);
    fh_poll(net.fh[0]);
    deliver_all();
    if (granted) break;
    /* the same bucket again: a hit keeps it in use, unless it is drained for the large one */
    if (fh_try_remote_pin(net.fh[0], 1, small[rounds % 2].addr, 1, &small[rounds % 2])) small[rounds % 2].n = 0;
  }
  assert_int_equal(granted, 1);
  assert_int_equal(stats(0).won, 1);
  fh_release(net.fh[0], &large);
  fh_release(net.fh[0], &small[(rounds + 1) % 2]);
  close_net();
}

/* More victims than one message can name. */
static void test_many_small_for_a_large(void **state) {
  struct fh_request r;
  unsigned granted = 0;
  (void)state;
  open_net((struct sizes){.f = 32, .maxvictim = 8, .regions = 1, .message = FH_MESSAGE_MIN});
  for (uint64_t b = 0; b < 64; b += 2) use(b);
  assert_int_equal(remote(&r, 1, 1, 30, &granted), EINPROGRESS);
  for (int k = 0; k < 10 && !granted; k++) {
    fh_poll(net.fh[0]);
    deliver_all();
  }
  assert_int_equal(granted, 1);
  assert_true(nic_reaches(&net.nic[1], base_of(1) + 1, 30));
  fh_release(net.fh[0], &r);
  close_net();
}

static void test_nobody_overtakes_a_winner(void **state) {
  struct fh_request held, large, small;
  unsigned large_granted = 0, small_granted = 0;
  (void)state;
  open_net((struct sizes){.f = 4, .maxvictim = 8, .da_limit = 1});
  assert_int_equal(fh_remote_pin(net.fh[2], 1, at(1, 60), 1, &held, NULL, 0), 0); /* nothing is to be stolen */
  fh_release(net.fh[2], &held);
  use(20); /* one firehose is idle, enough for a small request */
  assert_int_equal(fh_remote_pin(net.fh[0], 1, at(1, 0), 3 * BUCKET, &held, NULL, 0), 0);
  assert_int_equal(remote(&large, 1, 8, 4, &large_granted), EINPROGRESS);
  assert_int_equal(remote(&small, 1, 30, 1, &small_granted), EINPROGRESS);
  fh_poll(net.fh[0]);
  deliver_all();
  assert_int_equal(large_granted, 0);
  assert_int_equal(small_granted, 0);
  fh_release(net.fh[0], &held);
  deliver_all();
  assert_int_equal(large_granted, 1);
  assert_int_equal(small_granted, 0);
  fh_release(net.fh[0], &large);
  deliver_all();
  assert_int_equal(small_granted, 1);
  fh_release(net.fh[0], &small);
  close_net();
}

/* --- shares -------------------------------------------------------------------------------------------------- */

static void test_stealing(void **state) {
  struct fh_request r;
  (void)state;
  open_net((struct sizes){.f = 8, .maxvictim = 8});
  for (int round = 0; round < 12; round++)
    for (uint64_t b = 0; b < 14; b++) use(b);
  assert_true(stats(1).stolen >= 4);
  net.sent = 0;
  for (uint64_t b = 0; b < 14; b++) use(b);
  assert_true(net.sent < 14); /* most of its 14 are hits now, though f is 8 */
  /* The other node is sure of its share, at once. */
  for (uint64_t b = 40; b < 48; b++) {
    assert_int_equal(fh_remote_pin(net.fh[2], 1, at(1, b), 1, &r, NULL, 0), 0);
    fh_release(net.fh[2], &r);
  }
  assert_int_equal(stats(2).moved, 0);
  deliver_all();
  assert_int_equal(stats(1).stolen, 0);
  close_net();
}

static void test_silent_peers_cost_little(void **state) {
  (void)state;
  open_net((struct sizes){.f = 8, .maxvictim = 8});
  assert_true(fh_peer_bytes(net.fh[0], 2) <= 64);
  use(0);
  assert_true(fh_peer_bytes(net.fh[0], 2) <= 64);
  close_net();
}

/* --- failures ------------------------------------------------------------------------------------------------ */

/* Who waits for the same move asks for itself then: memory of its own may be all right. */
static void test_pin_fails_there(void **state) {
  struct fh_request r, s;
  (void)state;
  open_net((struct sizes){.f = 4, .maxvictim = 8});
  net.refuse = 1;
  net.error = EFAULT;
  assert_int_equal(remote(&r, 1, 2, 2, NULL), EINPROGRESS);
  assert_int_equal(remote(&s, 1, 3, 1, NULL), EINPROGRESS); /* waits for the same move */
  deliver_all();
  assert_int_equal(called, 2);
  assert_int_equal(r.status, EFAULT);
  assert_int_equal(s.status, 0);
  assert_true(nic_reaches(&net.nic[1], base_of(1) + 3, 1));
  fh_release(net.fh[0], &s);
  assert_int_equal(fh_remote_pin(net.fh[0], 1, at(1, 2), 2 * BUCKET, &r, NULL, 0), 0);
  fh_release(net.fh[0], &r);
  close_net();
}

static void test_too_much_is_pinned(void **state) {
  struct fh_request r;
  (void)state;
  open_net((struct sizes){.f = 1, .maxvictim = 8});
  for (uint64_t b = 0; b < 4; b++) {
    assert_int_equal(fh_local_pin(net.fh[0], at(0, b), 1, &r), 0);
    fh_release(net.fh[0], &r);
  }
  net.refuse = 2;
  net.error = ENOMEM;
  assert_int_equal(fh_local_pin(net.fh[0], at(0, 10), 1, &r), 0); /* after two victims were unpinned */
  assert_int_equal(stats(0).unpins, 2);
  fh_release(net.fh[0], &r);
  net.refuse = 1000;
  assert_int_equal(fh_local_pin(net.fh[0], at(0, 20), 1, &r), ENOMEM);
  net.refuse = 0;
  assert_int_equal(fh_local_pin(net.fh[0], at(0, 20), 1, &r), 0);
  fh_release(net.fh[0], &r);
  close_net();
}

static void drop_mail(void) {
  while (net.head) {
    struct mail *m = net.head;
    net.head = m->next;
    free(m);
  }
  net.end = &net.head;
}

static void test_lost(void **state) {
  struct fh_request r, s;
  (void)state;
  open_net((struct sizes){.f = 2, .maxvictim = 2});
  assert_int_equal(fh_remote_pin(net.fh[2], 1, at(1, 40), 2 * BUCKET, &s, NULL, 0), 0);
  use(0);
  assert_int_equal(remote(&r, 1, 5, 2, NULL), EINPROGRESS);
  drop_mail();
  fh_lost(net.fh[0], 1);
  assert_int_equal(last_status, EHOSTDOWN);
  assert_false(is_hit(0));
  assert_int_equal(remote(&r, 1, 5, 1, NULL), EHOSTDOWN);
  fh_release(net.fh[2], &s);
  drop_mail();
  fh_lost(net.fh[1], 2); /* what it held is free again: room for as much as before */
  fh_lost(net.fh[1], 0);
  assert_int_equal(fh_local_pin(net.fh[1], at(1, 20), 2 * BUCKET, &r), 0);
  fh_release(net.fh[1], &r);
  for (uint64_t b = 0; b < 6; b++) {
    assert_int_equal(fh_local_pin(net.fh[1], at(1, b), 1, &r), 0);
    fh_release(net.fh[1], &r);
  }
  assert_false(nic_reaches(&net.nic[1], base_of(1) + 40, 1));
  close_net();
}

/* Whatever comes is taken apart without harm, and what is no message is refused. */
static void test_garbage(void **state) {
  struct sim_rng g = sim_stream(1, 1);
  unsigned char bytes[200];
  (void)state;
  open_net((struct sizes){.f = 4, .maxvictim = 8});
  use(0);
  for (int i = 0; i < 200000; i++) {
    size_t len = sim_below(&g, sizeof bytes);
    for (size_t k = 0; k < len; k++) bytes[k] = (unsigned char)(sim_chance(&g, 700000) ? 0 : sim_next(&g));
    if (len > 3) fh_input(net.fh[1], 0, bytes, len);
    if (len > 3) bytes[0] = 0x46, bytes[1] = 0x48, bytes[3] = 0, bytes[2] = (unsigned char)sim_between(&g, 0, 7);
    fh_input(net.fh[1], 2, bytes, len);
    drop_mail();
  }
  assert_int_equal(fh_input(net.fh[1], 1, bytes, 100), EPROTO); /* its own */
  assert_int_equal(fh_input(net.fh[1], NODES, bytes, 100), EPROTO);
  assert_true(net.nic[1].pinned <= net.nic[1].limit);
  net.nic[1].wrong = NULL; /* pins outside of the emulated memory were asked for, and refused there */
  close_net();
}

/* --- memory that goes ---------------------------------------------------------------------------------------- */

static void remap(uint32_t node, uint64_t bucket, uint64_t n) {
  nic_remap(&net.nic[node], base_of(node) + bucket, n);
  fh_gone(net.fh[node], at(node, bucket), at(node, bucket + n));
}

static void test_gone_locally(void **state) {
  struct fh_request r, s;
  (void)state;
  open_net((struct sizes){.f = 4, .maxvictim = 8});
  assert_int_equal(fh_local_pin(net.fh[0], at(0, 2), 3 * BUCKET, &r), 0); /* a transfer is going on */
  remap(0, 3, 1);
  assert_int_equal(fh_try_local_pin(net.fh[0], at(0, 3), 1, &s), EAGAIN);
  assert_int_equal(fh_try_local_pin(net.fh[0], at(0, 4), 1, &s), 0);
  fh_release(net.fh[0], &s);
  assert_int_equal(fh_local_pin(net.fh[0], at(0, 3), 1, &s), 0);
  assert_true(nic_reaches(&net.nic[0], base_of(0) + 3, 1));
  assert_true(fh_is_settled(net.fh[0])); /* nobody else was concerned */
  fh_release(net.fh[0], &r);
  fh_release(net.fh[0], &s);
  assert_int_equal(stats(0).stale, 1);
  close_net();
}

static void test_gone_for_others(void **state) {
  struct fh_request r;
  (void)state;
  open_net((struct sizes){.f = 4, .maxvictim = 8});
  use(3), use(4);
  remap(1, 3, 1);
  assert_false(fh_is_settled(net.fh[1]));
  fh_settle(net.fh[1]);
  assert_true(fh_is_settled(net.fh[1]));
  assert_false(is_hit(3));
  assert_true(is_hit(4));
  assert_int_equal(fh_remote_pin(net.fh[0], 1, at(1, 3), 1, &r, NULL, 0), 0);
  assert_true(nic_reaches(&net.nic[1], base_of(1) + 3, 1));
  fh_release(net.fh[0], &r);
  close_net();
}

/* The word that memory has gone overtakes the firehose on it. */
static void test_gone_on_the_way(void **state) {
  struct fh_request r;
  struct mail *moved;
  unsigned granted = 0;
  (void)state;
  open_net((struct sizes){.f = 4, .maxvictim = 8});
  assert_int_equal(remote(&r, 1, 3, 1, &granted), EINPROGRESS);
  deliver(); /* it is pinned there; the answer is on its way */
  moved = net.head;
  net.head = NULL;
  net.end = &net.head;
  remap(1, 3, 1);
  fh_settle(net.fh[1]);
  *net.end = moved;
  net.end = &moved->next;
  moved->next = NULL;
  deliver_all();
  assert_int_equal(granted, 1);
  assert_true(nic_reaches(&net.nic[1], base_of(1) + 3, 1));
  fh_release(net.fh[0], &r);
  close_net();
}

static void remap_meanwhile(void) { remap(0, 4, 1); }

static void test_gone_while_pinned(void **state) {
  struct fh_request r;
  (void)state;
  open_net((struct sizes){.f = 4, .maxvictim = 8});
  net.in_pin = remap_meanwhile;
  assert_int_equal(fh_local_pin(net.fh[0], at(0, 3), 3 * BUCKET, &r), 0);
  assert_true(nic_reaches(&net.nic[0], base_of(0) + 3, 3));
  fh_release(net.fh[0], &r);
  close_net();
}

/* What cannot be watched is pinned for as long as it is used, here and there, and no longer. */
static void test_unwatched(void **state) {
  struct fh_request r, s;
  (void)state;
  open_net((struct sizes){.f = 4, .maxvictim = 8});
  net.unwatched = 1;
  assert_int_equal(fh_local_pin(net.fh[0], at(0, 3), 2 * BUCKET, &r), 0);
  assert_true(nic_reaches(&net.nic[0], base_of(0) + 3, 2));
  assert_int_equal(fh_try_local_pin(net.fh[0], at(0, 3), 1, &s), EAGAIN);
  fh_release(net.fh[0], &r);
  fh_poll(net.fh[0]);
  assert_int_equal(net.nic[0].pinned, 0);
  assert_int_equal(fh_remote_pin(net.fh[0], 1, at(1, 3), 2 * BUCKET, &r, "note", 5), 0);
  assert_true(nic_reaches(&net.nic[1], base_of(1) + 3, 2));
  assert_false(is_hit(3));
  fh_release(net.fh[0], &r);
  fh_poll(net.fh[0]);
  deliver_all();
  assert_int_equal(net.nic[1].pinned, 0);
  close_net();
}

/* What was pinned for one use may be other memory when the next asks, and nobody says so: SysV memory, detached. */
static void test_unwatched_is_not_joined(void **state) {
  struct fh_request r, s;
  (void)state;
  open_net((struct sizes){.f = 4, .maxvictim = 8});
  net.unwatched = 1;
  assert_int_equal(remote(&r, 1, 3, 1, NULL), EINPROGRESS);
  net.clock = 5;
  assert_int_equal(deliver(), 1); /* pinned there; the answer is on its way */
  nic_remap(&net.nic[1], base_of(1) + 3, 1);
  assert_int_equal(remote(&s, 1, 3, 1, NULL), EINPROGRESS);
  deliver_all();
  assert_int_equal(called, 2);
  assert_int_equal(stats(0).waited_ns, 5); /* of the first: the second came when it was 5 */
  assert_true(nic_reaches(&net.nic[1], base_of(1) + 3, 1));
  fh_release(net.fh[0], &s);
  fh_release(net.fh[0], &r);
  fh_poll(net.fh[0]);
  deliver_all();
  assert_int_equal(net.nic[1].pinned, 0);
  close_net();
}

/* --- strategies ---------------------------------------------------------------------------------------------- */

static void test_unpin(void **state) {
  struct fh_request r;
  (void)state;
  for (int regions = 0; regions < 2; regions++) {
    open_net((struct sizes){.f = 8, .maxvictim = 8, .regions = regions, .strategy = FH_STRATEGY_UNPIN});
    assert_int_equal(fh_local_pin(net.fh[0], at(0, 3), 2 * BUCKET, &r), 0);
    assert_true(nic_reaches(&net.nic[0], base_of(0) + 3, 2));
    fh_release(net.fh[0], &r);
    assert_int_equal(fh_remote_pin(net.fh[0], 1, at(1, 3), 2 * BUCKET, &r, NULL, 0), 0);
    assert_true(nic_reaches(&net.nic[1], base_of(1) + 3, 2));
    fh_release(net.fh[0], &r);
    fh_poll(net.fh[0]);
    deliver_all();
    assert_int_equal(net.nic[0].pinned + net.nic[1].pinned, 0);
    assert_int_equal(stats(0).unwatched, 0);
    close_net();
  }
}

/* Whatever was pinned stays, and what does not fit is refused, here and there; more than the share is not lent. */
static void test_rendezvous(void **state) {
  struct fh_request r;
  (void)state;
  open_net((struct sizes){.f = 4, .maxvictim = 4, .strategy = FH_STRATEGY_RENDEZVOUS});
  for (uint64_t b = 0; b < 4; b++) use(b);
  assert_int_equal(fh_remote_pin(net.fh[0], 1, at(1, 9), BUCKET, &r, NULL, 0), ENOMEM);
  assert_int_equal(fh_remote_pin(net.fh[0], 1, at(1, 3), 2 * BUCKET, &r, NULL, 0), ENOMEM);
  for (uint64_t b = 0; b < 4; b++) assert_true(is_hit(b));
  for (uint64_t b = 0; b < 12; b += 4) {
    assert_int_equal(fh_local_pin(net.fh[0], at(0, b), 4 * BUCKET, &r), 0);
    fh_release(net.fh[0], &r);
  }
  assert_int_equal(fh_local_pin(net.fh[0], at(0, 10), 4 * BUCKET, &r), ENOMEM);
  assert_int_equal(fh_try_local_pin(net.fh[0], at(0, 8), 4 * BUCKET, &r), 0);
  fh_release(net.fh[0], &r);
  assert_int_equal(stats(0).unpins + stats(1).unpins, 0);
  close_net();
}

static void test_strategy_names(void **state) {
  (void)state;
  for (int i = FH_STRATEGY_FIREHOSE; i <= FH_STRATEGY_ODP; i++)
    assert_int_equal(fh_strategy_named(fh_strategy_name((enum fh_strategy)i)), i);
  assert_int_equal(fh_strategy_named("Pin-All"), FH_STRATEGY_PIN_ALL);
  assert_int_equal(fh_strategy_named("pin"), -1);
  assert_null(fh_strategy_name((enum fh_strategy)(FH_STRATEGY_ODP + 1)));
}

/* --- ahead --------------------------------------------------------------------------------------------------- */

static uint64_t misses_of_a_walk(uint64_t from, uint64_t to) {
  uint64_t before = stats(0).remote_misses;
  for (uint64_t b = from; b < to; b++) use(b), deliver_all();
  return stats(0).remote_misses - before;
}

/* The second miss brings a window of 2 buckets; the first use of each brings the next, of 4, 8, 8 … One that reaches
 * beyond memory is dropped. */
static void test_ahead(void **state) {
  (void)state;
  for (int regions = 0; regions < 2; regions++) {
    open_net((struct sizes){.f = 64, .maxvictim = 8, .regions = regions, .ahead = 16});
    assert_int_equal(misses_of_a_walk(0, 28), 2);
    assert_int_equal(stats(0).ahead, 38);
    assert_int_equal(misses_of_a_walk(0, 28), 0);
    assert_int_equal(misses_of_a_walk(59, 64), 3);
    assert_false(net.nic[1].wrong != NULL);
    close_net();
  }
}

/* Neither is anybody's place taken for it who is in need, nor does who needs it fail as there was too much of it. */
static void test_ahead_is_modest(void **state) {
  struct fh_request r[6], s;
  (void)state;
  open_net((struct sizes){.f = 16, .maxvictim = 8, .ahead = 16});
  for (uint64_t k = 0; k < 5; k++)
    assert_int_equal(fh_remote_pin(net.fh[0], 1, at(1, 10 * k), 3 * BUCKET, &r[k], NULL, 0), 0);
  /* All is in use now: no room ahead. */
  assert_int_equal(fh_remote_pin(net.fh[0], 1, at(1, 43), BUCKET, &r[5], NULL, 0), 0);
  assert_int_equal(stats(0).put_off, 0);
  for (uint64_t k = 0; k < 5; k++) assert_true(nic_reaches(&net.nic[1], base_of(1) + 10 * k, 3));
  for (int k = 0; k < 6; k++) fh_release(net.fh[0], &r[k]);
  use(60);
  use(61); /* 62 and 63 are on their way */
  use(62);
  use(63);
  assert_int_equal(remote(&s, 1, 63, 1, NULL), 0);
  fh_release(net.fh[0], &s);
  close_net();
}

/* A window that reaches beyond memory fails as a whole; who waits for what there is of it asks anew, and gets it. */
static void test_ahead_of_memory(void **state) {
  struct fh_request r;
  unsigned granted = 0;
  (void)state;
  open_net((struct sizes){.f = 64, .maxvictim = 8, .ahead = 16});
  for (uint64_t b = 59; b < 61; b++) use(b), deliver_all(); /* brings 61 and 62 */
  use(61);                                                  /* asks for 63 and beyond, where nothing is */
  assert_int_equal(remote(&r, 1, 63, 1, &granted), EINPROGRESS);
  deliver_all();
  assert_int_equal(granted, 1);
  assert_int_equal(last_status, 0);
  assert_true(nic_reaches(&net.nic[1], base_of(1) + 63, 1));
  fh_release(net.fh[0], &r);
  close_net();
}

#define CASE(fn) cmocka_unit_test_setup(fn, setup)

int main(void) {
  const struct CMUnitTest tests[] = {
      CASE(test_miss_then_hits), CASE(test_pending_hits_send_nothing), CASE(test_partial), CASE(test_sizes),
      CASE(test_lazy_unpinning), CASE(test_revived), CASE(test_prepinned), CASE(test_note), CASE(test_regions),
      CASE(test_replacement_is_no_hit), CASE(test_who_waits_is_no_hit), CASE(test_local_pending_is_no_hit),
      CASE(test_handler_meets_pending), CASE(test_unused_firehoses_first), CASE(test_large_request_is_served),
      CASE(test_many_small_for_a_large), CASE(test_nobody_overtakes_a_winner), CASE(test_stealing),
      CASE(test_silent_peers_cost_little), CASE(test_pin_fails_there), CASE(test_too_much_is_pinned), CASE(test_lost),
      CASE(test_garbage), CASE(test_gone_locally), CASE(test_gone_for_others), CASE(test_gone_on_the_way),
      CASE(test_gone_while_pinned), CASE(test_unwatched), CASE(test_unwatched_is_not_joined), CASE(test_ahead),
      CASE(test_ahead_is_modest), CASE(test_ahead_of_memory), CASE(test_unpin), CASE(test_rendezvous),
      CASE(test_strategy_names)};
  return cmocka_run_group_tests_name("firehose", tests, NULL, NULL);
}
