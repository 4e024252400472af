/* SPDX-License-Identifier: BSD-3-Clause
 *
 * torture_place.c: where the nodes' memory is, and which node changes what of it when. All nodes'
 * places are in one arena, far below what mmap gives without being asked, so that no other thread's
 * memory comes to where a place is unmapped for a moment.
 */
#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/sim/firehose/torture.h"
#include "tests/sim/firehose/torture_kinds.h"

#define FAR_BELOW ((void *)0x551000000000) /* sanitizers have nothing there, either */
#define ROW (LONGEST * PLACES * PAGE + BUCKET)
#define OF_NODE (ROW + 2 * LONGEST * PAGE + BUCKET)
#define SELDOM 16 /* discards among other changes */

static const unsigned sizes[] = {3, 5, LONGEST, 2};

/* --- making and unmaking -------------------------------------------------- */

/* Where a plan has a sort for some places only, the others are their neighbours. */
static enum sort sort_of(const struct torture *t, const struct node *n, unsigned i) {
  unsigned sorts = t->plan->kind ? t->plan->kind->sorts : PRIVATE | SHARED | SYSV | BRK;
  if ((sorts & BRK) && n->node == 0 && i == 0) return BRK;
  if ((sorts & SYSV) && i % 6 == 1) return SYSV;
  if ((sorts & SHARED) && (!(sorts & PRIVATE) || i % 3 == 2)) return SHARED;
  return PRIVATE;
}

/* In the row, or, of whole buckets, at the heap's end. */
static int open_place(struct node *n, unsigned i, char **at) {
  struct place *p = &n->place[i];
  p->sort = sort_of(n->in, n, i);
  p->pages = p->sort == BRK ? 2 * BUCKET_PAGES : sizes[i % (sizeof sizes / sizeof *sizes)];
  p->offset = (off_t)((n->node * PLACES + i) * LONGEST * PAGE);
  if (p->sort == BRK) return kind_begin_brk(p);
  p->at = *at;
  *at += p->pages * PAGE;
  return kind_map(p);
}

static int open_row(struct node *n, char *at) {
  int rc = 0;
  n->parking = at + ROW;
  if (mprotect(at, ROW, PROT_READ | PROT_WRITE)) return errno;
  for (unsigned i = 0; i < PLACES && rc == 0; i++) rc = open_place(n, i, &at);
  return rc;
}

int places_open(struct torture *t) {
  char *at;
  int rc = kind_begin(NODES * PLACES * LONGEST * PAGE);
  t->arena_size = NODES * OF_NODE + BUCKET;
  t->arena = mmap(FAR_BELOW, t->arena_size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (t->arena == MAP_FAILED) return errno;
  at = t->arena + (BUCKET - (uintptr_t)t->arena % BUCKET) % BUCKET;
  for (uint32_t i = 0; i < NODES && rc == 0; i++)
    rc = open_row(&t->node[i], at + i * (OF_NODE / BUCKET * BUCKET));
  return rc;
}

void places_close(struct torture *t) {
  struct place *first = &t->node[0].place[0];
  if (first->sort == BRK) kind_end_brk(first);
  munmap(t->arena, t->arena_size);
  kind_end();
}

/* --- changes -------------------------------------------------------------- */

static const struct kind *choose(const struct torture *t, const struct place *p,
                                 struct sim_rng *rng) {
  const struct kind *k = t->plan->kind;
  if (k) return k->sorts & p->sort ? k : NULL;
  do k = &kinds[sim_below(rng, nkinds)];
  while (!(k->sorts & p->sort) || (k->rest_ms && sim_below(rng, SELDOM)));
  return k;
}

static void change(struct node *n, struct place *p, const struct kind *k, struct sim_rng *rng) {
  if (k->change(p, rng, n->parking)) torture_wrong(n->in, "memory cannot be changed");
  atomic_fetch_add(&n->in->changes, 1);
}

const struct kind *place_change(struct node *n, struct place *p, struct sim_rng *rng) {
  const struct kind *k = choose(n->in, p, rng);
  if (k && k->harmless) {
    change(n, p, k, rng);
  } else if (k) {
    atomic_store(&p->closed, 1);
    while (atomic_load(&p->users)) torture_poll(n);
    atomic_fetch_add(&p->turn, 1);
    change(n, p, k, rng);
    fh_settle(n->fh);
    atomic_fetch_add(&p->turn, 1);
    atomic_store(&p->closed, 0);
  }
  return k;
}

int place_use(struct place *p) {
  atomic_fetch_add(&p->users, 1);
  if (!atomic_load(&p->closed)) return 1;
  atomic_fetch_sub(&p->users, 1);
  return 0;
}

void place_unuse(struct place *p) { atomic_fetch_sub(&p->users, 1); }
