/* SPDX-License-Identifier: BSD-3-Clause
 *
 * firehose_fuzz.c: fuzz target for firehose's control messages: three nodes request memory of each
 * other, and what one of them sends is broken (grammar.h). Whatever it is, the other two pin no
 * more than M + MAXVICTIM bytes, unpin what they have pinned and nothing else, and, when the broken
 * node is lost, all requests end.
 *
 * Built with clang: -fsanitize=fuzzer,address,undefined. Without libFuzzer, fasta_replay.c runs it.
 */
#include <errno.h>

#include "firehose/firehose.h"
#include "firehose/wire.h"
#include "tests/fuzz/grammar.h"

#define NODES 3u
#define BROKEN 1u
#define BUCKET 4096u
#define BUCKETS 64u /* of memory of each node, from FIRST on */
#define FIRST UINT64_C(0x100000)
#define M (24u * BUCKET)
#define MAXVICTIM (8u * BUCKET)
#define REQUESTS 8u
#define STEPS 60

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum state { FREE, WAITS, GRANTED };

struct node {
  struct fh *fh;
  uint32_t id, regions;
  uint64_t pinned; /* bytes */
  struct fuzz_messages *out;
  struct fh_request request[REQUESTS];
  enum state state[REQUESTS];
};

static struct node node[NODES];

/* --- what firehose is given ------------------------------------------------------ */

struct region {
  uintptr_t addr;
  size_t len;
};

static int pin(void *ctx, uintptr_t addr, size_t len, struct fh_pinned *out) {
  struct node *n = ctx;
  struct region *r;
  if (addr < FIRST || addr + len > FIRST + BUCKETS * BUCKET || addr + len < addr) return EFAULT;
  must(len > 0 && addr % BUCKET == 0 && len % BUCKET == 0);
  n->pinned += len;
  must(n->pinned <= M + MAXVICTIM);
  if (n->regions) {
    must((r = malloc(sizeof *r)) != NULL);
    *r = (struct region){addr, len};
    out->name = r;
  }
  out->key = addr;
  return 0;
}

static void unpin(void *ctx, uintptr_t addr, size_t len, const struct fh_pinned *pinned) {
  struct node *n = ctx;
  struct region *r = pinned->name;
  must(len <= n->pinned && addr >= FIRST && addr + len <= FIRST + BUCKETS * BUCKET);
  if (n->regions) {
    must(r->addr == addr && r->len == len);
    free(r);
  }
  n->pinned -= len;
}

static void send_to(void *ctx, uint32_t to, const void *message, size_t len) {
  struct node *n = ctx;
  must(to < NODES && to != n->id && len <= fh_config_default.message);
  fuzz_add(n->out, n->id << 8 | to, message, len);
}

static void poll_network(void *ctx) { (void)ctx; }

static void at_target(void *ctx, uint32_t from, uintptr_t addr, size_t len, const void *note,
                      size_t size) {
  static volatile unsigned char sum;
  (void)ctx, (void)addr, (void)len;
  must(from < NODES && size <= FH_NOTE_MAX);
  for (size_t i = 0; i < size; i++) sum = (unsigned char)(sum + ((const unsigned char *)note)[i]);
}

/* --- requests ---------------------------------------------------------------------- */

static void done(struct fh_request *r, void *arg) {
  struct node *n = arg;
  enum state *s = &n->state[r - n->request];
  must(*s == WAITS);
  *s = r->status ? FREE : GRANTED;
}

static void start(struct fuzz_choices *c, struct node *n) {
  static const char note[] = "a note of some bytes";
  uint32_t i = fuzz_below(c, REQUESTS), to = fuzz_below(c, NODES);
  uintptr_t addr = FIRST + fuzz_below(c, BUCKETS - 4) * BUCKET + fuzz_below(c, BUCKET);
  size_t len = 1 + fuzz_below(c, 3 * BUCKET);
  struct fh_request *r = &n->request[i];
  int rc;
  if (n->state[i] == GRANTED) {
    fh_release(n->fh, r);
    n->state[i] = FREE;
  }
  if (n->state[i] != FREE) return;
  n->state[i] = WAITS;
  if (to == n->id)
    rc = fh_local_pin_nb(n->fh, addr, len, r, done, n);
  else if (fuzz_below(c, 4))
    rc = fh_remote_pin_nb(n->fh, to, addr, len, r, NULL, 0, done, n);
  else
    rc = fh_remote_pin_nb(n->fh, to, addr, len, r, note, fuzz_below(c, sizeof note), done, n);
  if (rc == EINPROGRESS) return;
  n->state[i] = rc ? FREE : GRANTED;
  must(rc || (r->addr <= addr && r->addr + r->len >= addr + len));
}

/* --- messages ----------------------------------------------------------------------- */

/* Delivers the nodes' messages; those of the broken node are broken first. */
static void deliver(struct fuzz_choices *c, struct fuzz_messages *all, int breaks) {
  struct fuzz_messages now = *all, broken = {0}, whole = {0};
  all->n = 0;
  for (unsigned i = 0; i < now.n; i++) {
    struct fuzz_messages *to = now.at[i].tag >> 8 == BROKEN ? &broken : &whole;
    to->at[to->n++] = now.at[i];
  }
  if (breaks) fuzz_break(c, &broken);
  for (unsigned i = 0; i < broken.n + whole.n; i++) {
    struct fuzz_message *m = i < broken.n ? &broken.at[i] : &whole.at[i - broken.n];
    uint8_t *exact = malloc(m->n ? m->n : 1);
    int rc;
    must(exact != NULL);
    memcpy(exact, m->p, m->n);
    rc = fh_input(node[m->tag & 0xff].fh, m->tag >> 8, exact, m->n);
    must(rc == 0 || rc == EPROTO || rc == ENOMEM);
    must(rc == 0 || m->tag >> 8 == BROKEN || (m->tag & 0xff) == BROKEN);
    free(exact);
  }
  fuzz_free(&broken);
  fuzz_free(&whole);
}

/* --- the whole ------------------------------------------------------------------------ */

static void open_nodes(struct fuzz_choices *c, struct fuzz_messages *all) {
  static const struct fh_ops ops = {
      .pin = pin, .unpin = unpin, .send = send_to, .poll = poll_network, .at_target = at_target};
  struct fh_config config = fh_config_default;
  config.nodes = NODES;
  config.bucket = BUCKET;
  config.m = M;
  config.maxvictim = MAXVICTIM;
  config.regions = (int)fuzz_below(c, 2);
  config.ahead = fuzz_below(c, 2) ? 4 * BUCKET : 0;
  config.ops = &ops;
  for (uint32_t i = 0; i < NODES; i++) {
    node[i] = (struct node){.id = i, .regions = (uint32_t)config.regions, .out = all};
    config.node = i;
    config.ctx = &node[i];
    must((node[i].fh = fh_open(&config, NULL)) != NULL);
  }
}

/* Tells the broken node and the others that they have lost each other; releases granted requests.
 */
static void close_nodes(struct fuzz_choices *c, struct fuzz_messages *all) {
  for (uint32_t i = 0; i < NODES; i++)
    for (uint32_t k = 0; k < NODES; k++)
      if (k != i && (i == BROKEN || k == BROKEN)) fh_lost(node[i].fh, k);
  for (int turns = 0; turns < 200; turns++) {
    deliver(c, all, 0);
    for (uint32_t i = 0; i < NODES; i++) {
      for (uint32_t k = 0; k < REQUESTS; k++)
        if (node[i].state[k] == GRANTED) {
          node[i].state[k] = FREE;
          fh_release(node[i].fh, &node[i].request[k]);
        }
      fh_poll(node[i].fh);
    }
  }
  for (uint32_t i = 0; i < NODES; i++)
    for (uint32_t k = 0; k < REQUESTS; k++) must(node[i].state[k] == FREE || i == BROKEN);
  for (uint32_t i = 0; i < NODES; i++) {
    fh_close(node[i].fh);
    must(node[i].pinned == 0);
  }
  fuzz_free(all);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct fuzz_choices c = fuzz_choices_of(data, size);
  struct fuzz_messages all = {0};
  open_nodes(&c, &all);
  for (int i = 0; i < STEPS; i++) {
    start(&c, &node[fuzz_below(&c, NODES)]);
    if (fuzz_below(&c, 3) == 0) deliver(&c, &all, 1);
    fh_poll(node[fuzz_below(&c, NODES)].fh);
  }
  close_nodes(&c, &all);
  return 0;
}
