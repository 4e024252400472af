/* SPDX-License-Identifier: BSD-3-Clause
 *
 * torture_node.c: the library's client on real memory: interfaces that pin it (dma.h), one watch
 * for all nodes.
 */
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/sys/clock.h"
#include "tests/sim/firehose/torture.h"

/* Less than the places need, so that registrations come and go; regions by their number, as they
 * may be merged. */
struct room {
  uint32_t share, victims; /* buckets: of each node at each other; beside */
  uint32_t regions;        /* 0: any number */
};
static const struct room pages = {8, 6, 0}, regions = {16, 16, 7};
#define SLOW 3u /* every third pin takes as long as this */
#define SLOW_US 100u

void torture_wrong(struct torture *t, const char *what) {
  const char *nothing = NULL;
  atomic_compare_exchange_strong(&t->wrong, &nothing, what);
  atomic_store(&t->stop, 1);
}

void torture_failed(struct torture *t, int status) {
  atomic_store(&t->status, status);
  torture_wrong(t, "a request fails");
}

/* --- the library's client ------------------------------------------------- */

/* Drivers take their time, in which memory may go. */
static int pin(void *ctx, uintptr_t addr, size_t len, struct fh_pinned *out) {
  struct node *n = ctx;
  int rc = dma_pin(&n->dma, addr, len, &out->key);
  if (atomic_fetch_add(&n->pins, 1) % SLOW == 0) usleep(SLOW_US);
  return rc;
}

static void unpin(void *ctx, uintptr_t addr, size_t len, const struct fh_pinned *pinned) {
  struct node *n = ctx;
  (void)addr;
  dma_unpin(&n->dma, pinned->key, len);
}

static int watch(void *ctx, uintptr_t addr, size_t len) {
  struct node *n = ctx;
  return fh_watch_add(n->in->watch, addr, addr + len);
}

static void send(void *ctx, uint32_t to, const void *bytes, size_t len) {
  struct node *n = ctx;
  post_put(&n->in->node[to].post, n->node, bytes, len);
}

static void receive(void *ctx) {
  struct node *n = ctx;
  struct post_message *m = post_take(&n->post);
  if (m && fh_input(n->fh, m->from, m->bytes, m->len)) torture_wrong(n->in, "a message is refused");
  if (m == NULL) sched_yield();
  free(m);
}

static uint64_t now(void *ctx) {
  (void)ctx;
  return hyd_now_ns();
}

static const struct fh_ops ops = {
    .pin = pin, .unpin = unpin, .watch = watch, .send = send, .poll = receive, .now = now};

void torture_poll(struct node *n) {
  receive(n);
  fh_poll(n->fh);
}

/* The memory of all nodes is this process's. */
static void gone(void *ctx, uintptr_t lo, uintptr_t hi) {
  struct torture *t = ctx;
  for (uint32_t i = 0; i < NODES; i++) {
    struct fh *fh = atomic_load(&t->node[i].fh);
    if (fh) fh_gone(fh, lo, hi);
  }
}

/* --- making and unmaking -------------------------------------------------- */

static int open_node(struct torture *t, uint32_t i, const char **why) {
  struct node *n = &t->node[i];
  struct fh_config config = fh_config_default;
  const struct room *room = t->plan->regions ? &regions : &pages;
  uint32_t limit = room->share * (NODES - 1) + room->victims;
  n->in = t;
  n->node = i;
  config.node = i;
  config.nodes = NODES;
  config.bucket = BUCKET;
  config.m = room->share * (NODES - 1) * BUCKET;
  config.maxvictim = room->victims * BUCKET;
  config.da_limit = 2; /* so that requests soon take precedence, which is a state of its own */
  config.regions = t->plan->regions;
  config.max_regions = room->regions;
  config.strict = t->plan->anywhere;
  config.watcher = t->watch;
  config.ops = &ops;
  config.ctx = n;
  if (dma_open(&n->dma, room->regions ? room->regions : limit, limit * BUCKET, why)) return 77;
  post_open(&n->post, i == 1 ? SLOW_US * 1000 / 2 : 0); /* the way to node 1 is long */
  atomic_store(&n->fh, fh_open(&config, why));
  return n->fh ? 0 : -1;
}

int torture_open(struct torture *t, const struct plan *plan, const char **why) {
  *t = (struct torture){.plan = plan};
  t->watch = fh_watch_open(gone, t, why);
  if (t->watch == NULL) return 77;
  for (uint32_t i = 0; i < NODES; i++) {
    int rc = open_node(t, i, why);
    if (rc) return rc;
  }
  *why = "a node's memory cannot be mapped";
  return places_open(t) ? -1 : 0;
}

void torture_close(struct torture *t) {
  fh_watch_close(t->watch);
  for (uint32_t i = 0; i < NODES; i++) {
    struct node *n = &t->node[i];
    fh_close(n->fh);
    dma_close(&n->dma);
    post_close(&n->post);
    if (n->dma.wrong) torture_wrong(t, n->dma.wrong);
  }
  places_close(t);
}
