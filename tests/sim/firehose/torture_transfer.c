/* SPDX-License-Identifier: BSD-3-Clause
 *
 * torture_transfer.c: a transfer writes a number that was never used before to its thread's word of
 * a page here, as a program does; reads that word through the interface, which must be the number;
 * writes it through the other node's interface to the thread's word of a page there; and looks, as
 * a program does, whether it has come. Every word has but one writer.
 */
#include <errno.h>

#include "tests/sim/firehose/torture_word.h"

/* --- a side of a transfer ------------------------------------------------- */

struct side {
  struct node *of;
  struct place *p;
  uintptr_t at;
  uint32_t turn;
  uint64_t around; /* turns of what shares its buckets */
  struct fh_request r;
};

/* Odd: some of it was being changed. */
static uint64_t around(const struct side *s, size_t len) {
  uintptr_t lo = s->at / BUCKET * BUCKET, hi = (s->at + len + BUCKET - 1) / BUCKET * BUCKET;
  uint64_t sum = 0;
  int changing = 0;
  for (const struct place *p = s->of->place; p < s->of->place + PLACES; p++) {
    uint32_t turn = (uintptr_t)p->at < hi && lo < (uintptr_t)p->at + p->pages * PAGE
                        ? atomic_load(&p->turn)
                        : 0;
    sum += turn;
    changing |= (int)(turn & 1);
  }
  return 2 * sum + (uint64_t)changing;
}

/* In an ordered plan it is used until `leave`. */
static int choose(struct worker *w, struct side *s, struct node *of, unsigned pages) {
  s->of = of;
  do s->p = &of->place[sim_below(&w->rng, PLACES)];
  while (s->p->pages < pages);
  if (!of->in->plan->racing && !place_use(s->p)) return 0;
  s->at = (uintptr_t)s->p->at + PAGE * sim_below(&w->rng, s->p->pages - pages + 1);
  s->turn = atomic_load(&s->p->turn);
  s->around = around(s, pages * PAGE);
  return 1;
}

static void leave(const struct side *s) {
  if (!s->of->in->plan->racing) place_unuse(s->p);
}

static int is_exact(const struct side *s) {
  return (s->turn & 1) == 0 && atomic_load(&s->p->turn) == s->turn;
}

/* Memory of a bucket that is not there at the moment cannot be pinned; and all of a user's programs
 * together may pin so much, and no more. */
static int is_excused(const struct side *s, size_t len, int status) {
  return status == ENOMEM || (status == EFAULT && ((s->around & 1) || around(s, len) != s->around));
}

/* --- transfers ------------------------------------------------------------ */

static int fetch(struct worker *w, struct side *here, uint64_t offset, uint64_t value) {
  struct node *n = w->n;
  uintptr_t at = here->at + offset;
  uint64_t got = 0;
  int stored = word_store(w, at, value);
  if (!dma_read(&n->dma, word_key(n, &here->r, at), at, WORD, w->pipe[1]) || !word_get(w, &got))
    torture_wrong(n->in, "a registration of local memory does not reach it");
  if (!is_exact(here)) return 0;
  if (!stored)
    torture_wrong(n->in, "local memory is not there, though nothing changes it");
  else if (got != value)
    torture_wrong(n->in, "bytes were read from a local page that was replaced");
  return 1;
}

static int deliver(struct worker *w, struct side *there, uint64_t offset, uint64_t value) {
  struct torture *t = w->n->in;
  uintptr_t at = there->at + offset;
  uint64_t got = 0;
  int loaded;
  if (!word_put(w, &value) ||
      !dma_write(&there->of->dma, word_key(w->n, &there->r, at), at, WORD, w->pipe[0]))
    torture_wrong(t, "a registration of remote memory does not reach it");
  loaded = word_load(w, at, &got);
  if (!is_exact(there)) return 0;
  if (!loaded)
    torture_wrong(t, "remote memory is not there, though nothing changes it");
  else if (got != value)
    torture_wrong(t, "bytes were written to a remote page that was replaced");
  return 1;
}

static void copy(struct worker *w, struct side *here, struct side *there, unsigned pages) {
  struct torture *t = w->n->in;
  for (unsigned k = 0; k < pages && !atomic_load(&t->wrong); k++) {
    uint64_t value = word_new(w), offset = k * PAGE + w->lane * WORD;
    int exact = fetch(w, here, offset, value);
    exact &= deliver(w, there, offset, value);
    atomic_fetch_add(exact ? &t->exact : &t->doubtful, 1);
    if (!exact && !t->plan->racing)
      torture_wrong(t, "memory is changed while it is used (an error of this test)");
    if (sim_chance(&w->rng, 100000)) torture_poll(w->n);
  }
}

/* The remote memory first: firehose.h says why. */
static void transfer_between(struct worker *w, struct side *here, struct side *there,
                             unsigned pages) {
  struct node *n = w->n;
  size_t len = pages * PAGE;
  int rc = word_pin(w, n, there->of->node, there->at, len, &there->r), excused;
  if (rc) {
    excused = is_excused(there, len, rc);
  } else {
    rc = fh_local_pin(n->fh, here->at, len, &here->r);
    excused = rc && is_excused(here, len, rc);
    if (rc == 0) copy(w, here, there, pages);
    if (rc == 0) fh_release(n->fh, &here->r);
    fh_release(n->fh, &there->r);
  }
  if (rc == 0) return;
  atomic_fetch_add(&n->in->refused, 1);
  if (!excused) torture_failed(n->in, rc);
}

static void transfer(struct worker *w) {
  struct node *n = w->n, *to = &n->in->node[(n->node + 1 + sim_below(&w->rng, NODES - 1)) % NODES];
  unsigned pages = (unsigned)sim_between(&w->rng, 1, sim_below(&w->rng, 4) ? 2 : LONGEST);
  struct side here, there;
  if (!choose(w, &there, to, pages)) {
    torture_poll(n);
    return;
  }
  if (choose(w, &here, n, pages)) {
    transfer_between(w, &here, &there, pages);
    leave(&here);
  }
  leave(&there);
}

void *torture_transfer(void *worker) {
  struct worker *w = worker;
  while (!atomic_load(&w->n->in->stop)) transfer(w);
  return torture_until_all_end(w);
}
