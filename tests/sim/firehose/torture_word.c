/* SPDX-License-Identifier: BSD-3-Clause
 *
 * torture_word.c: see torture_word.h.
 */
#include "tests/sim/firehose/torture_word.h"

#include <sys/syscall.h>
#include <unistd.h>

#include "firehose/instance.h"

/* Not by write and read: sanitizers look at what those access, and this may be no memory just
 * now. */
int word_put(const struct worker *w, const void *from) {
  return syscall(SYS_write, w->pipe[1], from, WORD) == WORD;
}
int word_get(const struct worker *w, void *to) {
  return syscall(SYS_read, w->pipe[0], to, WORD) == WORD;
}

int word_store(const struct worker *w, uintptr_t at, uint64_t value) {
  uint64_t left;
  if (!word_put(w, &value)) return 0;
  if (word_get(w, (void *)at)) return 1;
  word_get(w, &left);
  return 0;
}

int word_load(const struct worker *w, uintptr_t at, uint64_t *value) {
  return word_put(w, (const void *)at) && word_get(w, value);
}

uint64_t word_new(struct worker *w) { return ++w->value << 16 | w->lane; }

/* The key of a page of granted memory. Page-based firehose does not tell clients keys, since they
 * know memory by its address. That could hide a stale registration behind a newer one of another
 * request, so this one is made to go by the very slot. */
uint64_t word_key(struct node *n, const struct fh_request *r, uintptr_t at) {
  struct hyd_fh_side *s = r->local ? &n->fh->local.side : &n->fh->remote.side;
  uint32_t k = n->in->plan->regions ? 0 : (uint32_t)((at - r->addr) / BUCKET);
  return atomic_load_explicit(&s->slot[r->slot[k]].key, memory_order_relaxed);
}

int word_pin(struct worker *w, struct node *from, uint32_t to, uintptr_t at, size_t len,
             struct fh_request *r) {
  if (sim_below(&w->rng, 2) && fh_try_remote_pin(from->fh, to, at, len, r) == 0) return 0;
  return fh_remote_pin(from->fh, to, at, len, r, NULL, 0);
}

void *torture_until_all_end(struct worker *w) {
  atomic_fetch_sub(&w->n->in->working, 1);
  while (atomic_load(&w->n->in->working) > 0) torture_poll(w->n);
  return NULL;
}
