/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cluster.c: the library's client, for threads.
 */
#include "contrib/tools/sim/firehose/cluster.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "core/sys/clock.h"

void cluster_sleep(uint64_t until) {
  struct timespec t = post_timespec(until);
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL)) {
  }
}

void cluster_wrong(struct cluster *c, const char *what) {
  const char *nothing = NULL;
  atomic_compare_exchange_strong(&c->wrong, &nothing, what);
}

static uint64_t first_of(const struct cluster *c, uint32_t node) {
  (void)c;
  return 0x10000 + UINT64_C(0x1000000) * node;
}

uintptr_t cluster_addr(const struct cluster *c, uint32_t node, uint64_t bucket) {
  return (first_of(c, node) + bucket) * c->config.bucket;
}

/* --- the library's client ------------------------------------------------- */

static int pin_memory(void *ctx, uintptr_t addr, size_t len, struct fh_pinned *out) {
  struct cluster_node *n = ctx;
  size_t bucket = n->in->config.bucket;
  if (n->in->config.ahead && !nic_has(&n->nic, addr / bucket, len / bucket))
    return EFAULT; /* not asked for */
  pthread_mutex_lock(&n->nic_lock);
  out->name = nic_pin(&n->nic, addr / bucket, len / bucket);
  pthread_mutex_unlock(&n->nic_lock);
  return out->name ? 0 : ENOMEM;
}

static void unpin_memory(void *ctx, uintptr_t addr, size_t len, const struct fh_pinned *pinned) {
  struct cluster_node *n = ctx;
  size_t bucket = n->in->config.bucket;
  pthread_mutex_lock(&n->nic_lock);
  nic_unpin(&n->nic, pinned->name, addr / bucket, len / bucket);
  pthread_mutex_unlock(&n->nic_lock);
}

static void send_packet(void *ctx, uint32_t to, const void *bytes, size_t len) {
  struct cluster_node *from = ctx;
  post_put(&from->in->node[to].post, from->node, bytes, len);
}

void cluster_wait(struct cluster_node *n, uint64_t until) { post_wait(&n->post, until); }

static int receive_of(struct cluster_node *n) {
  struct post_message *m = post_take(&n->post);
  int came = m != NULL;
  if (m && fh_input(n->fh, m->from, m->bytes, m->len)) cluster_wrong(n->in, "a message is refused");
  free(m);
  return came;
}

static void take_packets(void *ctx) {
  struct cluster_node *n = ctx;
  int came = receive_of(n);
  for (uint32_t i = 0; n->in->helpful && i < n->in->nodes; i++) came |= receive_of(&n->in->node[i]);
  if (!came && !n->in->helpful) sched_yield();
}

static uint64_t node_time(void *ctx) {
  (void)ctx;
  return hyd_now_ns();
}

static void at_target(void *ctx, uint32_t from, uintptr_t addr, size_t len, const void *note,
                      size_t size) {
  struct cluster_node *n = ctx;
  (void)from, (void)addr, (void)len;
  if (size != 1 || *(const char *)note != 'n') cluster_wrong(n->in, "a note is not what was sent");
  atomic_fetch_add_explicit(&n->notes, 1, memory_order_relaxed);
}

static const struct fh_ops ops = {.pin = pin_memory,
                                  .unpin = unpin_memory,
                                  .send = send_packet,
                                  .poll = take_packets,
                                  .now = node_time,
                                  .at_target = at_target};

void cluster_poll(struct cluster_node *n) {
  take_packets(n);
  fh_poll(n->fh);
}

/* --- memory --------------------------------------------------------------- */

int cluster_reaches(struct cluster_node *n, uint64_t bucket, uint64_t count) {
  int rc;
  pthread_mutex_lock(&n->nic_lock);
  rc = nic_reaches(&n->nic, n->nic.first + bucket, count);
  pthread_mutex_unlock(&n->nic_lock);
  return rc;
}

uint64_t cluster_incarnations(struct cluster_node *n, uint64_t bucket, uint64_t count) {
  uint64_t sum;
  pthread_mutex_lock(&n->nic_lock);
  sum = nic_incarnations(&n->nic, n->nic.first + bucket, count);
  pthread_mutex_unlock(&n->nic_lock);
  return sum;
}

int cluster_is_settled(const struct cluster_node *n, uint64_t bucket, uint64_t count) {
  for (uint64_t b = bucket; b < bucket + count; b++)
    if (atomic_load(&n->unsettled[b])) return 0;
  return 1;
}

void cluster_remap(struct cluster_node *n, uint64_t bucket, uint64_t count) {
  uintptr_t lo = cluster_addr(n->in, n->node, bucket);
  for (uint64_t b = bucket; b < bucket + count; b++) atomic_fetch_add(&n->unsettled[b], 1);
  pthread_mutex_lock(&n->nic_lock);
  nic_remap(&n->nic, n->nic.first + bucket, count);
  pthread_mutex_unlock(&n->nic_lock);
  fh_gone(n->fh, lo, lo + count * n->in->config.bucket);
  fh_settle(n->fh);
  for (uint64_t b = bucket; b < bucket + count; b++) atomic_fetch_sub(&n->unsettled[b], 1);
}

/* --- making and unmaking -------------------------------------------------- */

static int open_node(struct cluster *c, uint32_t i) {
  struct cluster_node *n = &c->node[i];
  struct fh_config config = c->config;
  const char *why;
  n->in = c;
  n->node = i;
  n->unsettled = calloc(c->memory, sizeof *n->unsettled);
  pthread_mutex_init(&n->nic_lock, NULL);
  post_open(&n->post, c->delay_ns);
  nic_open(&n->nic, first_of(c, i), c->memory,
           config.m / config.bucket + config.maxvictim / config.bucket);
  if (config.max_regions) n->nic.regions_limit = config.max_regions;
  config.node = i;
  config.nodes = c->nodes;
  config.ops = &ops;
  config.ctx = n;
  n->fh = fh_open(&config, &why);
  if (n->fh == NULL) fprintf(stderr, "cluster: %s\n", why);
  return n->fh && n->unsettled ? 0 : -1;
}

int cluster_open(struct cluster *c, const struct fh_config *config, uint32_t nodes, uint64_t memory,
                 uint64_t delay_ns) {
  *c = (struct cluster){.config = *config, .memory = memory, .delay_ns = delay_ns, .nodes = nodes};
  c->node = calloc(nodes, sizeof *c->node);
  for (uint32_t i = 0; i < nodes; i++)
    if (open_node(c, i)) return -1;
  return 0;
}

void cluster_close(struct cluster *c) {
  for (uint32_t i = 0; i < c->nodes; i++) {
    struct cluster_node *n = &c->node[i];
    fh_close(n->fh);
    nic_close(&n->nic);
    if (n->nic.wrong) cluster_wrong(c, n->nic.wrong);
    free(n->unsettled);
    pthread_mutex_destroy(&n->nic_lock);
    post_close(&n->post);
  }
  free(c->node);
}
