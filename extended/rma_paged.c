/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rma_paged.c: see rma_paged.h. Transfers that wait are looked at in the order in which they came;
 * the first few ask for their next pages, so that these are not gone again before their turn comes.
 * One thread at a time moves them on; more may be added meanwhile, also by handlers.
 *
 * The list belongs to the thread that has `moving`; new ones go to `fresh`, under the job's lock.
 */
#include "extended/rma_paged.h"

#include "core/am/am.h"
#include "core/am/internal_handlers.h"
#include "core/am/wait.h"
#include "core/base/err.h"
#include "extended/rma.h"

#define ASKING 8 /* transfers that ask for pages at a time */

struct waiting {
  struct waiting *next;
  const struct hyd_paged *p;
  char *remote, *local; /* what is left: in the segment, in this process's memory */
  size_t left, n;
  int is_put, is_far;
  struct hyd_op *op;        /* of this rank, or */
  struct hyd_paged_far far; /* of another */
  char buffer[];
};

struct hyd_paged_waits {
  pthread_mutex_t moving;
  struct waiting *first, **end; /* by the thread that has `moving` */
  struct waiting *fresh, **fresh_end;
};

/* --- more of them ---------------------------------------------------------- */

static struct waiting *new_waiting(const struct hyd_paged *p, int is_put, void *remote, void *local,
                                   size_t n, size_t buffer) {
  struct waiting *w = malloc(sizeof *w + buffer);
  if (w == NULL) hyd_fatal("paged segment", "out of memory for a transfer of %zu bytes", n);
  *w = (struct waiting){
      .p = p, .remote = remote, .local = local, .left = n, .n = n, .is_put = is_put};
  if (buffer == 0) return w;
  w->local = w->buffer;
  if (is_put) memcpy(w->buffer, local, n);
  return w;
}

static void add(struct hyd_job *job, struct waiting *w) {
  struct hyd_paged_waits *all = job->mem.paged_waits;
  hyd_paged_ask(w->p, w->remote, w->left);
  pthread_mutex_lock(&job->threads.lock);
  *all->fresh_end = w;
  all->fresh_end = &w->next;
  hyd_poll_soon(job, 1);
  pthread_mutex_unlock(&job->threads.lock);
  if (job->threads.many) hyd_rouse(job->me); /* a thread that sleeps without a limit */
}

gex_Event_t hyd_paged_transfer(struct hyd_job *job, gex_Rank_t peer, const struct hyd_paged *p,
                               int how, int is_put, void *remote, void *local, size_t n,
                               int stable) {
  size_t done = hyd_paged_copy(p, is_put, remote, local, n), left = n - done;
  struct hyd_op *op;
  struct waiting *w;
  if (is_put)
    hyd_put_done();
  else
    hyd_get_done();
  if (hyd_likely(left == 0)) return GEX_EVENT_INVALID;
  op = hyd_op_for(hyd_self(job), how, is_put ? HYD_NBI_PUT : HYD_NBI_GET, peer);
  hyd_op_add(op, 1);
  w = new_waiting(p, is_put, (char *)remote + done, (char *)local + done, left,
                  is_put && !stable ? left : 0);
  w->op = op;
  add(job, w);
  return hyd_op_started(job, how, op);
}

int hyd_paged_take_put(struct hyd_job *job, const struct hyd_paged *p, void *dest, const void *src,
                       size_t n, const struct hyd_paged_far *far) {
  char *from = (char *)(uintptr_t)src;
  size_t done = hyd_paged_copy(p, 1, dest, from, n);
  struct waiting *w;
  if (done == n) return 0;
  w = new_waiting(p, 1, (char *)dest + done, from + done, n - done, n - done);
  w->is_far = 1;
  w->far = *far;
  add(job, w);
  return 1;
}

void *hyd_paged_take_get(struct hyd_job *job, const struct hyd_paged *p, void *src, size_t n,
                         const struct hyd_paged_far *far) {
  char *bytes = malloc(n);
  struct waiting *w;
  size_t done;
  if (bytes == NULL) hyd_fatal("paged segment", "out of memory for a get of %zu bytes", n);
  if ((done = hyd_paged_copy(p, 0, src, bytes, n)) == n) return bytes;
  w = new_waiting(p, 0, src, NULL, n, n);
  memcpy(w->buffer, bytes, done);
  free(bytes);
  w->remote += done;
  w->local += done;
  w->left -= done;
  w->is_far = 1;
  w->far = *far;
  add(job, w);
  return NULL;
}

/* --- moving them on -------------------------------------------------------- */

/* Messages of another rank's transfer are requests now: the one that asked has been handled. */
static void tell_initiator(struct hyd_job *job, struct waiting *w) {
  const struct hyd_paged_far *f = &w->far;
  gex_AM_Arg_t args[] = {f->dest[0], f->dest[1], f->op[0], f->op[1]};
  struct hyd_am m = w->is_put ? hyd_am_of(1, HYD_AM_SHORT, HYD_H_ACK, 2, args + 2)
                              : hyd_am_of(1, HYD_AM_MEDIUM, HYD_H_GOT, 4, args);
  if (!w->is_put) {
    m.payload = w->buffer;
    m.nbytes = w->n;
  }
  hyd_am_send_request(job, f->peer, &m, 0);
}

static void complete(struct hyd_job *job, struct waiting *w) {
  if (w->is_put)
    hyd_put_done();
  else
    hyd_get_done();
  if (w->is_far)
    tell_initiator(job, w);
  else
    hyd_op_done(job, w->op);
  free(w);
}

/* 1: it is all there. */
static int move(struct waiting *w) {
  size_t done = hyd_paged_copy(w->p, w->is_put, w->remote, w->local, w->left);
  w->remote += done;
  w->local += done;
  return (w->left -= done) == 0;
}

static void take_fresh(struct hyd_job *job, struct hyd_paged_waits *all) {
  pthread_mutex_lock(&job->threads.lock);
  if (all->fresh) {
    *all->end = all->fresh;
    all->end = all->fresh_end;
    all->fresh = NULL;
    all->fresh_end = &all->fresh;
  }
  pthread_mutex_unlock(&job->threads.lock);
}

/* Those that are complete, off the list. Completing may wait, and poll: later. */
static struct waiting *move_all(struct hyd_paged_waits *all) {
  struct waiting **at = &all->first, *over = NULL, **over_end = &over;
  int asking = 0;
  while (*at) {
    struct waiting *w = *at;
    if (!move(w)) {
      if (asking++ < ASKING) hyd_paged_ask(w->p, w->remote, w->left);
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

/* Nothing is left to look at. */
static void settle(struct hyd_job *job, struct hyd_paged_waits *all) {
  if (all->first) return;
  pthread_mutex_lock(&job->threads.lock);
  if (all->fresh == NULL) hyd_poll_soon(job, 0);
  pthread_mutex_unlock(&job->threads.lock);
}

static int progress(struct hyd_job *job) {
  struct hyd_paged_waits *all = job->mem.paged_waits;
  struct waiting *over, *next;
  int any;
  if (pthread_mutex_trylock(&all->moving)) return 0;
  take_fresh(job, all);
  over = move_all(all);
  settle(job, all);
  pthread_mutex_unlock(&all->moving);
  any = over != NULL;
  for (; over; over = next) {
    next = over->next;
    complete(job, over);
  }
  return any ? HYD_PROGRESS_DONE : 0;
}

void hyd_paged_rma_init(struct hyd_job *job) {
  struct hyd_paged_waits *all = calloc(1, sizeof *all);
  if (all == NULL) hyd_fatal("gex_Client_Init", "out of memory");
  pthread_mutex_init(&all->moving, NULL);
  all->end = &all->first;
  all->fresh_end = &all->fresh;
  job->mem.paged_waits = all;
  job->rx.progress[HYD_PROGRESS_PAGED] = progress;
}
