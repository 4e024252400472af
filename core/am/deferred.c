/* SPDX-License-Identifier: BSD-3-Clause
 *
 * deferred.c: see deferred.h. Works are looked at in the order in which they came. Only the first
 * few ask for their next pages: pages of the others would be gone again before their turn comes.
 *
 * The thread that has `moving` owns the list and takes the works' steps. Other threads, and
 * handlers, add works to `fresh`, under the job's lock.
 */
#include "core/am/deferred.h"

#include <stdio.h>
#include <unistd.h>

#include "core/am/am.h"
#include "core/am/wait.h"
#include "core/base/err.h"
#include "core/mem/kind.h"
#include "core/op/op.h"
#include "core/sys/clock.h"

#define ASKING 16    /* works that ask for pages at a time */
#define ANSWERS 256u /* answers that wait before this rank asks for no more */

struct hyd_deferred_all {
  pthread_mutex_t moving;
  struct hyd_deferred *first, **end; /* by the thread that has `moving` */
  struct hyd_deferred *fresh, **fresh_end;
  _Atomic uint64_t all, now, most;
  _Atomic uint32_t answers;
  struct {                     /* what dumps show */
    _Atomic uint64_t since_ns; /* 0: free */
    _Atomic uint64_t offset;
    _Atomic uint32_t owner, initiator;
  } shown[8];
};

/* --- what dumps show ------------------------------------------------------ */

static void show_in_dumps(struct hyd_deferred_all *all, struct hyd_deferred *w) {
  const uint32_t places = sizeof all->shown / sizeof *all->shown;
  w->shown = 0;
  for (uint32_t i = 0; i < places && w->shown == 0; i++) {
    uint64_t none = 0;
    if (!atomic_compare_exchange_strong_explicit(&all->shown[i].since_ns, &none, hyd_now_ns(),
                                                 memory_order_relaxed, memory_order_relaxed))
      continue;
    atomic_store_explicit(&all->shown[i].offset, (uintptr_t)w->at - w->g->base,
                          memory_order_relaxed);
    atomic_store_explicit(&all->shown[i].owner, w->owner, memory_order_relaxed);
    atomic_store_explicit(&all->shown[i].initiator, w->initiator, memory_order_relaxed);
    w->shown = i + 1;
  }
}

/* Other threads may change what is printed meanwhile. */
static void print_waits(struct hyd_job *job) {
  struct hyd_deferred_all *all = job->mem.deferred;
  for (size_t i = 0; i < sizeof all->shown / sizeof *all->shown; i++) {
    uint64_t since = atomic_load_explicit(&all->shown[i].since_ns, memory_order_relaxed);
    char line[200];
    int n;
    if (since == 0) continue;
    n = snprintf(line, sizeof line,
                 "rank %u/%u: a transfer of rank %u waits %.1f s for the page at offset 0x%llx of "
                 "rank %u's " HYD_GUARDED "\n",
                 job->rank, job->size,
                 atomic_load_explicit(&all->shown[i].initiator, memory_order_relaxed),
                 (double)(hyd_now_ns() - since) * 1e-9,
                 (unsigned long long)atomic_load_explicit(&all->shown[i].offset,
                                                          memory_order_relaxed),
                 atomic_load_explicit(&all->shown[i].owner, memory_order_relaxed));
    if (n > 0 && write(STDERR_FILENO, line, (size_t)n) < 0) return;
  }
}

/* --- more that wait ------------------------------------------------------- */

static void count_one(struct hyd_deferred_all *all) {
  uint64_t now = 1 + atomic_fetch_add_explicit(&all->now, 1, memory_order_relaxed);
  uint64_t most = atomic_load_explicit(&all->most, memory_order_relaxed);
  atomic_fetch_add_explicit(&all->all, 1, memory_order_relaxed);
  while (now > most &&
         !atomic_compare_exchange_weak_explicit(&all->most, &most, now, memory_order_relaxed,
                                                memory_order_relaxed))
    continue;
}

void hyd_deferred_add(struct hyd_job *job, struct hyd_deferred *w) {
  struct hyd_deferred_all *all = job->mem.deferred;
  hyd_count(job, HYD_COUNT_GUARD_BOUNCE, w->left);
  count_one(all);
  show_in_dumps(all, w);
  job->mem.guard->ask(w->g, w->at, w->left);
  w->next = NULL;
  pthread_mutex_lock(&job->threads.lock);
  *all->fresh_end = w;
  all->fresh_end = &w->next;
  hyd_poll_soon(job, 1);
  pthread_mutex_unlock(&job->threads.lock);
  if (job->threads.many) hyd_rouse(job->me); /* a thread that sleeps without a limit */
}

void hyd_deferred_keep(struct hyd_job *job, struct hyd_deferred *w, gex_Rank_t src,
                       enum hyd_deferred_cause cause) {
  w->owner = job->rank;
  w->initiator = src;
  w->cause = (uint8_t)cause;
  if (cause == HYD_DEFERRED_BY_GRANT)
    job->hooks.on_deferred_request(job, src, 0);
  else
    atomic_fetch_add_explicit(&job->mem.deferred->answers, 1, memory_order_relaxed);
  hyd_deferred_add(job, w);
}

int hyd_deferred_is_crowded(struct hyd_job *job) {
  return atomic_load_explicit(&job->mem.deferred->answers, memory_order_relaxed) >= ANSWERS;
}

void hyd_deferred_counts(struct hyd_job *job, uint64_t *all_p, uint64_t *now_p, uint64_t *most_p) {
  struct hyd_deferred_all *all = job->mem.deferred;
  *all_p = atomic_load_explicit(&all->all, memory_order_relaxed);
  *now_p = atomic_load_explicit(&all->now, memory_order_relaxed);
  *most_p = atomic_load_explicit(&all->most, memory_order_relaxed);
}

/* --- moving them on ------------------------------------------------------- */

static void take_fresh(struct hyd_job *job, struct hyd_deferred_all *all) {
  pthread_mutex_lock(&job->threads.lock);
  if (all->fresh) {
    *all->end = all->fresh;
    all->end = all->fresh_end;
    all->fresh = NULL;
    all->fresh_end = &all->fresh;
  }
  pthread_mutex_unlock(&job->threads.lock);
}

/* Takes a step of each work; returns those that are over, which it takes off the list. Their
 * completion may wait and poll, so the caller does it without `moving`. */
static struct hyd_deferred *step_all(struct hyd_job *job, struct hyd_deferred_all *all) {
  struct hyd_deferred **at = &all->first, *over = NULL, **over_end = &over;
  int asking = 0;
  while (*at) {
    struct hyd_deferred *w = *at;
    if (!w->step(job, w)) {
      if (asking++ < ASKING) job->mem.guard->ask(w->g, w->at, w->left);
      at = &w->next;
      continue;
    }
    *at = w->next;
    w->next = NULL;
    *over_end = w;
    over_end = &w->next;
  }
  all->end = at;
  return over;
}

/* Ends the frequent polls if no work is left. */
static void settle_list(struct hyd_job *job, struct hyd_deferred_all *all) {
  if (all->first) return;
  pthread_mutex_lock(&job->threads.lock);
  if (all->fresh == NULL) hyd_poll_soon(job, 0);
  pthread_mutex_unlock(&job->threads.lock);
}

static void complete_work(struct hyd_job *job, struct hyd_deferred *w) {
  struct hyd_deferred_all *all = job->mem.deferred;
  enum hyd_deferred_cause cause = w->cause;
  gex_Rank_t initiator = w->initiator;
  atomic_fetch_sub_explicit(&all->now, 1, memory_order_relaxed);
  if (w->shown) atomic_store_explicit(&all->shown[w->shown - 1].since_ns, 0, memory_order_relaxed);
  w->over(job, w);
  if (cause == HYD_DEFERRED_BY_GRANT) job->hooks.on_deferred_request(job, initiator, 1);
  if (cause == HYD_DEFERRED_ANSWERED)
    atomic_fetch_sub_explicit(&all->answers, 1, memory_order_relaxed);
}

static int step_deferred(struct hyd_job *job) {
  struct hyd_deferred_all *all = job->mem.deferred;
  struct hyd_deferred *over, *next;
  int any, rung;
  if (pthread_mutex_trylock(&all->moving)) return 0;
  take_fresh(job, all);
  over = step_all(job, all);
  settle_list(job, all);
  rung = over == NULL && all->first && job->mem.guard->needs_core(job, all->first->g);
  pthread_mutex_unlock(&all->moving);
  any = over != NULL;
  if (rung) hyd_give_way(job); /* the pager may need this core */
  for (; over; over = next) {
    next = over->next;
    complete_work(job, over);
  }
  return any ? HYD_PROGRESS_DONE : 0;
}

void hyd_deferred_init(struct hyd_job *job) {
  struct hyd_deferred_all *all = calloc(1, sizeof *all);
  if (all == NULL) hyd_fatal("gex_Client_Init", "out of memory");
  pthread_mutex_init(&all->moving, NULL);
  all->end = &all->first;
  all->fresh_end = &all->fresh;
  job->mem.deferred = all;
  job->hooks.on_dump = print_waits;
  job->rx.progress[HYD_PROGRESS_DEFERRED] = step_deferred;
}

/* --- memory of this process ----------------------------------------------- */

/* The guarded segment of this process that has the range, or NULL. Fatal if a write is not allowed.
 */
static const struct hyd_guarded *guarded_at(struct hyd_job *job, const void *addr, size_t n,
                                            int write, const char *call) {
  const struct hyd_guarded *g = hyd_has_guarded(job) ? hyd_guarded_own(job, addr, n) : NULL;
  if (g && write) hyd_guarded_check_write(g, job->rank, call);
  return g;
}

static size_t so_far(struct hyd_deferred *w, const struct hyd_guarded *g, const void *addr,
                     size_t done, size_t n) {
  if (done == n || w == NULL) return done;
  w->g = g;
  w->at = (char *)(uintptr_t)addr + done;
  w->left = n - done;
  return done;
}

static size_t copy_either_way(struct hyd_job *job, int is_put, void *there, void *here, size_t n,
                              struct hyd_deferred *w) {
  const struct hyd_guarded *g = guarded_at(job, there, n, is_put, HYD_GUARDED);
  if (g == NULL) {
    hyd_copy(job, is_put ? there : here, is_put ? here : there, n);
    return n;
  }
  return so_far(w, g, there, job->mem.guard->copy(job, g, is_put, there, here, n), n);
}

size_t hyd_land(struct hyd_job *job, void *to, const void *from, size_t n, struct hyd_deferred *w) {
  return copy_either_way(job, 1, to, (void *)(uintptr_t)from, n, w);
}

size_t hyd_fetch(struct hyd_job *job, void *to, const void *from, size_t n,
                 struct hyd_deferred *w) {
  return copy_either_way(job, 0, (void *)(uintptr_t)from, to, n, w);
}

size_t hyd_fill(struct hyd_job *job, void *to, int value, size_t n, struct hyd_deferred *w) {
  const struct hyd_guarded *g = guarded_at(job, to, n, 1, HYD_GUARDED);
  size_t done = 0, part = 1;
  if (g == NULL) {
    memset(to, value, n);
    return n;
  }
  while (done < n && part) {
    uint32_t held;
    void *at;
    part = job->mem.guard->lock(g, (char *)to + done, n - done, 1, &at, &held);
    if (part == 0) break;
    memset(at, value, part);
    job->mem.guard->unlock(g, held);
    done += part;
  }
  return so_far(w, g, to, done, n);
}

int hyd_lock_own(struct hyd_job *job, void *addr, size_t n, int write, const char *call,
                 struct hyd_lock *lock) {
  const struct hyd_guarded *g = guarded_at(job, addr, n, write, call);
  *lock = (struct hyd_lock){.g = g, .at = addr};
  if (g == NULL) return 1;
  return job->mem.guard->lock(g, addr, n, write, &lock->at, &lock->held) != 0;
}

static int step_landing(struct hyd_job *job, struct hyd_deferred *w) {
  size_t n = w->left, done = hyd_land(job, w->at, w->from, n, w);
  hyd_deferred_copied(job, done);
  w->from += done;
  if (done < n) return 0;
  w->left = 0;
  return 1;
}

void *hyd_deferred_new(size_t size, const struct hyd_deferred *lacks, const void *rest,
                       void (*over)(struct hyd_job *job, struct hyd_deferred *w)) {
  struct hyd_deferred *w = malloc(size + lacks->left);
  if (w == NULL) hyd_fatal(HYD_GUARDED, "out of memory for %zu bytes that came", lacks->left);
  *w = (struct hyd_deferred){.step = step_landing,
                             .over = over,
                             .g = lacks->g,
                             .at = lacks->at,
                             .left = lacks->left,
                             .from = (char *)w + size};
  memcpy((char *)w + size, rest, lacks->left);
  return w;
}

struct landing {
  struct hyd_deferred w;
  struct hyd_op *op;
};

static void over_landing(struct hyd_job *job, struct hyd_deferred *w) {
  hyd_op_done(job, ((struct landing *)w)->op);
  free(w);
}

int hyd_land_for(struct hyd_job *job, void *to, const void *from, size_t n, gex_Rank_t src,
                 struct hyd_op *op) {
  struct hyd_deferred lacks;
  size_t done = hyd_land(job, to, from, n, &lacks);
  struct landing *l;
  if (hyd_likely(done == n)) return 1;
  l = hyd_deferred_new(sizeof *l, &lacks, (const char *)from + done, over_landing);
  l->op = op;
  hyd_deferred_keep(job, &l->w, src, HYD_DEFERRED_ANSWERED);
  return 0;
}
