/* SPDX-License-Identifier: BSD-3-Clause
 *
 * guard.c: see guard.h.
 */
#include "core/mem/guard.h"

#include "conduits/dispatch.h"

int hyd_guarded_list(struct hyd_job *job) {
  struct hyd_guarded_ranges *old =
      atomic_load_explicit(&job->mem.guarded_own, memory_order_relaxed);
  struct hyd_guarded_ranges *r;
  uint32_t n = 0;
  for (struct hyd_segment *s = job->mem.segments; s; s = s->next) n += s->guarded != NULL;
  if (n == 0 && old == NULL) return 0;
  job->mem.guarded_round = hyd_conduit_of(job)->guarded != HYD_GUARDED_ALL;
  if ((r = malloc(sizeof *r + n * sizeof *r->at)) == NULL) return -1;
  r->older = old;
  r->count = 0;
  for (struct hyd_segment *s = job->mem.segments; s; s = s->next)
    if (s->guarded) r->at[r->count++] = s->guarded;
  atomic_store_explicit(&job->mem.guarded_own, r, memory_order_release); /* L1, with L2 */
  return 0;
}

int hyd_guarded_note(struct hyd_job *job, gex_Rank_t peer, struct hyd_guarded *g) {
  if (g && job->mem.guarded == NULL) job->mem.guarded = calloc(job->size, sizeof *job->mem.guarded);
  if (job->mem.guarded == NULL) return g ? -1 : 0;
  job->mem.guard->drop_peer(job->mem.guarded[peer]);
  job->mem.guarded[peer] = g;
  return 0;
}

void hyd_guarded_copy_in(struct hyd_job *job, void *to, const void *from, size_t n) {
  const struct hyd_guarded *g = hyd_guarded_own(job, to, n);
  if (g == NULL) {
    memcpy(to, from, n);
    return;
  }
  hyd_guarded_check_write(g, job->rank, "gex_AM_Long");
  job->mem.guard->copy_all(job, g, 1, to, (void *)(uintptr_t)from, n);
}
