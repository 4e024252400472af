/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cases_net.c: the nodes, and the functions that the library asks of its client: see cases.h.
 */
#include "tests/sim/firehose/cases.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tests/sim/firehose/count.h"

struct net net;
static struct count before; /* this net was opened */

static uint32_t node_of(const void *ctx) { return (uint32_t)(*(const int *)ctx); }

/* --- the library's client ------------------------------------------------- */

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
  mails_put(&net.mails, node_of(ctx), to, bytes, len);
  net.sent++;
}

int deliver(void) { return mails_deliver(&net.mails, net.fh); }

void deliver_all(void) {
  while (deliver()) {
  }
}

void drop_mail(void) {
  for (struct mail *m; (m = mails_take(&net.mails)) != NULL;) free(m);
}

static void poll(void *ctx) {
  (void)ctx;
  deliver();
}

static void at_target(void *ctx, uint32_t from, uintptr_t addr, size_t len, const void *note,
                      size_t size) {
  (void)from;
  net.notes++;
  memcpy(net.note, note, size);
  assert_true(nic_reaches(&net.nic[node_of(ctx)], addr / BUCKET, len / BUCKET));
}

static uint64_t now(void *ctx) {
  (void)ctx;
  return net.clock;
}

static const struct fh_ops ops = {.now = now,
                                  .pin = pin,
                                  .unpin = unpin,
                                  .watch = watch,
                                  .send = send,
                                  .poll = poll,
                                  .at_target = at_target};

void open_net(struct sizes s) {
  memset(&net, 0, sizeof net);
  count_now(&before);
  mails_open(&net.mails);
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
    if (i == 0) c.watcher = s.watcher;
    c.ops = &ops;
    c.ctx = &net.number[i];
    c.prepinned = i == 1 ? s.prepinned : NULL;
    c.nprepinned = i == 1 && s.prepinned;
    net.number[i] = (int)i;
    nic_open(&net.nic[i], base_of(i), MEMORY, s.f * (NODES - 1) + s.maxvictim);
    assert_non_null(net.fh[i] = fh_open(&c, NULL));
  }
}

void close_net(void) {
  struct count now_held;
  deliver_all();
  for (uint32_t i = 0; i < NODES; i++) {
    fh_close(net.fh[i]);
    nic_close(&net.nic[i]);
    if (net.nic[i].wrong) fail_msg("node %u: %s", i, net.nic[i].wrong);
  }
  count_now(&now_held);
  assert_int_equal(now_held.blocks, before.blocks);
}

/* --- asking --------------------------------------------------------------- */

unsigned called;
int last_status;

void done(struct fh_request *r, void *arg) {
  called++;
  last_status = r->status;
  if (arg) ++*(unsigned *)arg;
}

int remote(struct fh_request *r, uint32_t to, uint64_t bucket, uint64_t n, unsigned *granted) {
  return fh_remote_pin_nb(net.fh[0], to, at(to, bucket), n * BUCKET, r, NULL, 0, done, granted);
}

int local(struct fh_request *r, uint64_t bucket, uint64_t n, unsigned *granted) {
  return fh_local_pin_nb(net.fh[0], at(0, bucket), n * BUCKET, r, done, granted);
}

struct fh_stats stats(uint32_t node) {
  struct fh_stats s;
  fh_get_stats(net.fh[node], &s);
  return s;
}

void use(uint64_t bucket) {
  struct fh_request r;
  assert_int_equal(fh_remote_pin(net.fh[0], 1, at(1, bucket), BUCKET, &r, NULL, 0), 0);
  fh_release(net.fh[0], &r);
}

int is_hit(uint64_t bucket) {
  struct fh_request r;
  int rc = fh_try_remote_pin(net.fh[0], 1, at(1, bucket), BUCKET, &r);
  if (rc == 0)
    fh_release(net.fh[0], &r);
  else
    assert_int_equal(rc, EAGAIN);
  return rc == 0;
}

void remap(uint32_t node, uint64_t bucket, uint64_t n) {
  nic_remap(&net.nic[node], base_of(node) + bucket, n);
  fh_gone(net.fh[node], at(node, bucket), at(node, bucket + n));
}

int setup(void **state) {
  (void)state;
  called = 0;
  last_status = -1;
  return 0;
}
