/* SPDX-License-Identifier: BSD-3-Clause
 *
 * torture_wander.c: threads that take whatever memory mmap gives them, use it at once, and unmap
 * it. What one is given, another's munmap, which has not returned yet, may just have freed: the
 * order that the watch relies on otherwise is not there, and hits ask the kernel
 * (fh_config.strict).
 */
#include <sys/mman.h>

#include "tests/sim/firehose/torture_word.h"

#define SELDOM 8 /* uses by another node */

static void check_fresh(struct worker *w, struct node *by, const struct fh_request *r,
                        volatile uint64_t *at) {
  struct torture *t = w->n->in;
  uint64_t key = word_key(by, r, (uintptr_t)at), value = word_new(w), got = 0;
  *at = value;
  if (!dma_read(&w->n->dma, key, (uintptr_t)at, WORD, w->pipe[1]) || !word_get(w, &got))
    torture_wrong(t, "a registration does not reach its memory");
  if (got != value) torture_wrong(t, "bytes were read from memory that was here before");
  value = word_new(w);
  if (!word_put(w, &value) || !dma_write(&w->n->dma, key, (uintptr_t)at, WORD, w->pipe[0]))
    torture_wrong(t, "a registration does not reach its memory");
  if (*at != value) torture_wrong(t, "bytes were written to memory that was here before");
  atomic_fetch_add(&t->exact, 1);
}

/* As soon as it is there: later, everything has been told. */
static void use_here(struct worker *w, volatile uint64_t *at) {
  struct node *n = w->n;
  struct fh_request r;
  int rc = fh_local_pin(n->fh, (uintptr_t)at, WORD, &r);
  if (rc) {
    torture_failed(n->in, rc);
    return;
  }
  check_fresh(w, n, &r, at);
  fh_release(n->fh, &r);
}

static void use_there(struct worker *w, struct node *other, volatile uint64_t *at) {
  struct fh_request r;
  int rc;
  fh_settle(w->n->fh);
  rc = word_pin(w, other, w->n->node, (uintptr_t)at, WORD, &r);
  if (rc) {
    torture_failed(w->n->in, rc);
    return;
  }
  check_fresh(w, other, &r, at);
  fh_release(other->fh, &r);
}

/* A bucket of fresh memory, which was perhaps another thread's a moment ago: it is used by its
 * node, sometimes by another. That one waits in this thread, while this node must answer: there are
 * other threads that poll. */
static void wander(struct worker *w) {
  struct node *n = w->n,
              *other = &n->in->node[(n->node + 1 + sim_below(&w->rng, NODES - 1)) % NODES];
  uint64_t offset = PAGE * sim_below(&w->rng, BUCKET_PAGES);
  size_t size = 2 * BUCKET;
  char *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), *bucket;
  if (p == MAP_FAILED) {
    torture_wrong(n->in, "no memory");
    return;
  }
  bucket = p + (BUCKET - (uintptr_t)p % BUCKET) % BUCKET;
  use_here(w, (volatile uint64_t *)(void *)(bucket + offset));
  if (sim_below(&w->rng, SELDOM) == 0)
    use_there(w, other, (volatile uint64_t *)(void *)(bucket + offset));
  munmap(p, size);
  atomic_fetch_add(&n->in->changes, 1);
}

void *torture_wander(void *worker) {
  struct worker *w = worker;
  while (!atomic_load(&w->n->in->stop)) wander(w);
  return torture_until_all_end(w);
}
