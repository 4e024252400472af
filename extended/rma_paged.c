/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rma_paged.c: see rma_paged.h. Transfers that wait are looked at in the order in which they came;
 * the first few ask for their next pages, so that these are not gone again before their turn comes.
 * One thread at a time moves them on; more may be added meanwhile, also by handlers.
 *
 * The list belongs to the thread that has `moving`; new ones go to `fresh`, under the job's lock.
 */
#include "extended/rma_paged.h"

#include <unistd.h>

#include "core/am/am.h"
#include "core/am/wait.h"
#include "core/base/err.h"
#include "core/sys/clock.h"
#include "extended/rma.h"

#define ASKING 16 /* transfers that ask for pages at a time */

static void add(_Atomic uint64_t *count, uint64_t n) {
  atomic_fetch_add_explicit(count, n, memory_order_relaxed);
}

/* --- links and windows ------------------------------------------------------ */

struct hyd_paged_link *hyd_paged_link(struct hyd_job *job, gex_Rank_t peer) {
  struct hyd_paged_waits *all = job->mem.paged_waits;
  struct hyd_paged_link *l;
  pthread_mutex_lock(&all->lock);
  if (all->link == NULL) all->link = calloc(job->size, sizeof(struct hyd_paged_link *));
  if (all->link && all->link[peer] == NULL)
    all->link[peer] = calloc(1, sizeof(struct hyd_paged_link));
  l = all->link ? all->link[peer] : NULL;
  pthread_mutex_unlock(&all->lock);
  if (l == NULL) hyd_fatal("paged segment", "out of memory for transfers with rank %u", peer);
  return l;
}

/* Notes are given without the lock, since that may wait, but by one thread at a time: in order. */
uint32_t hyd_paged_over(struct hyd_job *job, struct hyd_paged_window *w, uint32_t number,
                        int refused, gex_Rank_t peer,
                        void (*give)(struct hyd_job *job, gex_Rank_t peer,
                                     const struct hyd_paged_note *note)) {
  struct hyd_paged_waits *all = job->mem.paged_waits;
  struct hyd_paged_note note;
  uint32_t credits = 0;
  pthread_mutex_lock(&all->lock);
  hyd_paged_window_over(w, number, refused);
  if (!w->busy) {
    w->busy = 1;
    while (hyd_paged_window_pass(w, &note)) {
      pthread_mutex_unlock(&all->lock);
      give(job, peer, &note);
      pthread_mutex_lock(&all->lock);
    }
    w->busy = 0;
    credits = hyd_paged_window_credits(w);
  }
  pthread_mutex_unlock(&all->lock);
  return credits;
}

void hyd_paged_report(struct hyd_job *job, int *error_p, int code, gex_Rank_t peer) {
  add(&job->mem.paged_waits->refused, 1);
  hyd_count(job, HYD_COUNT_PAGED_REFUSED, 1);
  if (error_p == NULL)
    hyd_fatal(
        "paged segment",
        "rank %u has refused a transfer: %s; expected a range that it exports, or a place for "
        "the error",
        peer,
        code == HYD_PAGED_ERR_READ_ONLY ? "the segment is read-only"
                                        : "its key is none of an export");
  *error_p = code;
}

/* --- more that wait --------------------------------------------------------- */

struct hyd_paged_wait *hyd_paged_wait_new(const struct hyd_paged *p, const struct hyd_paged_task *t,
                                          size_t buffer) {
  struct hyd_paged_wait *w = malloc(sizeof *w + buffer);
  if (w == NULL) hyd_fatal("paged segment", "out of memory for a transfer of %zu bytes", t->n);
  *w = (struct hyd_paged_wait){.p = p,
                               .kind = t->kind,
                               .keyed = t->range != NULL,
                               .remote = t->remote,
                               .local = t->local,
                               .left = t->n,
                               .n = t->n,
                               .rmw = t->rmw};
  if (t->range) w->range = *t->range;
  if (buffer == 0) return w;
  w->local = w->buffer;
  if (t->kind == HYD_PAGED_PUT) memcpy(w->buffer, t->local, t->n);
  return w;
}

static void show(struct hyd_paged_waits *all, struct hyd_paged_wait *w, gex_Rank_t owner,
                 gex_Rank_t initiator) {
  const uint32_t places = sizeof all->shown / sizeof *all->shown;
  for (uint32_t i = 0; i < places && w->shown == 0; i++) {
    uint64_t none = 0;
    if (!atomic_compare_exchange_strong_explicit(&all->shown[i].since_ns, &none, hyd_now_ns(),
                                                 memory_order_relaxed, memory_order_relaxed))
      continue;
    atomic_store_explicit(&all->shown[i].offset, (uintptr_t)w->remote - w->p->base,
                          memory_order_relaxed);
    atomic_store_explicit(&all->shown[i].owner, owner, memory_order_relaxed);
    atomic_store_explicit(&all->shown[i].initiator, initiator, memory_order_relaxed);
    w->shown = i + 1;
  }
}

/* In dumps: may be a little wrong. */
static void on_dump(struct hyd_job *job) {
  struct hyd_paged_waits *all = job->mem.paged_waits;
  for (size_t i = 0; i < sizeof all->shown / sizeof *all->shown; i++) {
    uint64_t since = atomic_load_explicit(&all->shown[i].since_ns, memory_order_relaxed);
    char line[200];
    int n;
    if (since == 0) continue;
    n = snprintf(line, sizeof line,
                 "rank %u/%u: a transfer of rank %u waits %.1f s for the page at offset 0x%llx of "
                 "rank %u's paged segment\n",
                 job->rank, job->size,
                 atomic_load_explicit(&all->shown[i].initiator, memory_order_relaxed),
                 (double)(hyd_now_ns() - since) * 1e-9,
                 (unsigned long long)atomic_load_explicit(&all->shown[i].offset,
                                                          memory_order_relaxed),
                 atomic_load_explicit(&all->shown[i].owner, memory_order_relaxed));
    if (n > 0 && write(STDERR_FILENO, line, (size_t)n) < 0) return;
  }
}

static void count_waiting(struct hyd_paged_waits *all) {
  uint64_t now = 1 + atomic_fetch_add_explicit(&all->waiting, 1, memory_order_relaxed);
  uint64_t most = atomic_load_explicit(&all->most_waiting, memory_order_relaxed);
  while (now > most &&
         !atomic_compare_exchange_weak_explicit(&all->most_waiting, &most, now,
                                                memory_order_relaxed, memory_order_relaxed))
    continue;
}

void hyd_paged_wait_add(struct hyd_job *job, struct hyd_paged_wait *w, gex_Rank_t owner,
                        gex_Rank_t initiator) {
  struct hyd_paged_waits *all = job->mem.paged_waits;
  add(&all->bounces, 1);
  hyd_count(job, HYD_COUNT_PAGED_BOUNCE, w->left);
  count_waiting(all);
  show(all, w, owner, initiator);
  hyd_paged_ask(w->p, w->remote, w->left);
  pthread_mutex_lock(&job->threads.lock);
  *all->fresh_end = w;
  all->fresh_end = &w->next;
  hyd_poll_soon(job, 1);
  pthread_mutex_unlock(&job->threads.lock);
  if (job->threads.many) hyd_rouse(job->me); /* a thread that sleeps without a limit */
}

/* --- moving them on --------------------------------------------------------- */

static size_t move_rmw(struct hyd_paged_wait *w) {
  const struct hyd_paged_range *range = w->keyed ? &w->range : NULL;
  uintptr_t offset = (uintptr_t)w->remote - w->p->base;
  uint32_t held;
  void *at;
  size_t n =
      w->p->ops->lock(w->p->view, offset, w->left, w->rmw.op != HYD_PAGED_READ, range, &at, &held);
  if (n == 0 || n == HYD_KIND_REFUSED) return n;
  hyd_paged_rmw_do(&w->rmw, at);
  w->p->ops->unlock(w->p->view, held);
  return n;
}

int hyd_paged_move(struct hyd_job *job, struct hyd_paged_wait *w) {
  const struct hyd_paged_range *range = w->keyed ? &w->range : NULL;
  size_t done = w->kind == HYD_PAGED_RMW ? move_rmw(w)
                                         : hyd_paged_copy(job, w->p, w->kind == HYD_PAGED_PUT,
                                                          range, w->remote, w->local, w->left);
  if (done == HYD_KIND_REFUSED) {
    w->code = HYD_PAGED_ERR_KEY;
    return 1;
  }
  w->remote += done;
  if (w->kind != HYD_PAGED_RMW) w->local += done;
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
static struct hyd_paged_wait *move_all(struct hyd_job *job, struct hyd_paged_waits *all) {
  struct hyd_paged_wait **at = &all->first, *over = NULL, **over_end = &over;
  int asking = 0;
  while (*at) {
    struct hyd_paged_wait *w = *at;
    if (!hyd_paged_move(job, w)) {
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

static void complete(struct hyd_job *job, struct hyd_paged_wait *w) {
  struct hyd_paged_waits *all = job->mem.paged_waits;
  atomic_fetch_sub_explicit(&all->waiting, 1, memory_order_relaxed);
  if (w->shown) atomic_store_explicit(&all->shown[w->shown - 1].since_ns, 0, memory_order_relaxed);
  if (w->kind == HYD_PAGED_GET)
    hyd_get_done();
  else
    hyd_put_done();
  w->over(job, w);
  free(w);
}

static int progress(struct hyd_job *job) {
  struct hyd_paged_waits *all = job->mem.paged_waits;
  struct hyd_paged_wait *over, *next;
  int any;
  if (pthread_mutex_trylock(&all->moving)) return 0;
  take_fresh(job, all);
  over = move_all(job, all);
  settle(job, all);
  pthread_mutex_unlock(&all->moving);
  any = over != NULL;
  for (; over; over = next) {
    next = over->next;
    complete(job, over);
  }
  return any ? HYD_PROGRESS_DONE : 0;
}

/* --- transfers of this rank to segments that it sees ------------------------- */

static int is_full(const struct hyd_paged_link *l) {
  return l->begun - l->here.cursor >= HYD_PAGED_WINDOW;
}

/* A number in the window of what waits here; waits for it. */
static uint32_t begin(struct hyd_job *job, struct hyd_paged_link *l, gex_Rank_t peer,
                      const struct hyd_paged_task *t) {
  struct hyd_paged_waits *all = job->mem.paged_waits;
  uint32_t number;
  pthread_mutex_lock(&all->lock);
  if (is_full(l)) {
    struct hyd_wait w;
    add(&all->stalls, 1);
    hyd_count(job, HYD_COUNT_PAGED_STALL, 1);
    hyd_wait_begin(&w, job, HYD_WAIT_QUEUE, peer, t->n);
    while (is_full(l)) {
      pthread_mutex_unlock(&all->lock);
      hyd_wait_pause(&w);
      pthread_mutex_lock(&all->lock);
    }
    hyd_wait_end(&w);
  }
  number = l->begun++;
  if (t->has_note) hyd_paged_window_note(&l->here, number, &t->note);
  pthread_mutex_unlock(&all->lock);
  return number;
}

static void over_here(struct hyd_job *job, struct hyd_paged_wait *w) {
  gex_Rank_t peer = w->far.peer;
  hyd_paged_over(job, w->window, w->number, w->code != 0, peer, hyd_paged_send_note);
  if (w->code)
    hyd_paged_report(job, hyd_arg_pointer(w->far.dest[0], w->far.dest[1]), w->code, peer);
  if (w->answer) memcpy(w->answer, w->rmw.value, sizeof w->rmw.value);
  hyd_op_done(job, w->op);
}

/* The rest of a transfer that has got so far. */
static gex_Event_t wait_here(struct hyd_job *job, gex_Rank_t peer, const struct hyd_paged *p,
                             int how, const struct hyd_paged_task *t, size_t done) {
  struct hyd_paged_link *l = hyd_paged_link(job, peer);
  int copied = t->kind == HYD_PAGED_PUT && !t->stable;
  struct hyd_paged_task rest = *t;
  struct hyd_paged_wait *w;
  rest.remote = (char *)t->remote + done;
  if (t->kind != HYD_PAGED_RMW) rest.local = (char *)t->local + done;
  rest.n = t->n - done;
  w = hyd_paged_wait_new(p, &rest, copied ? rest.n : 0);
  w->op =
      hyd_op_for(hyd_self(job), how, t->kind == HYD_PAGED_PUT ? HYD_NBI_PUT : HYD_NBI_GET, peer, rest.n);
  hyd_op_add(w->op, 1);
  w->answer = t->kind == HYD_PAGED_RMW ? t->local : NULL;
  w->far = (struct hyd_paged_far){.peer = peer,
                                  .dest = {HYD_ARG_HIGH(t->error_p), HYD_ARG_LOW(t->error_p)}};
  w->over = over_here;
  w->window = &l->here;
  w->number = begin(job, l, peer, t);
  hyd_paged_wait_add(job, w, peer, job->rank);
  return hyd_op_started(job, how, w->op);
}

/* A note of a put that is in place: now, unless an earlier transfer waits. */
static void note_here(struct hyd_job *job, gex_Rank_t peer, const struct hyd_paged_task *t) {
  struct hyd_paged_waits *all = job->mem.paged_waits;
  struct hyd_paged_link *l = hyd_paged_link(job, peer);
  int first;
  pthread_mutex_lock(&all->lock);
  first = l->begun == l->here.cursor;
  pthread_mutex_unlock(&all->lock);
  if (first)
    hyd_paged_send_note(job, peer, &t->note);
  else
    hyd_paged_over(job, &l->here, begin(job, l, peer, t), 0, peer, hyd_paged_send_note);
}

static size_t attempt(struct hyd_job *job, const struct hyd_paged *p,
                      const struct hyd_paged_task *t) {
  struct hyd_paged_wait w;
  size_t n;
  if (t->kind != HYD_PAGED_RMW)
    return hyd_paged_copy(job, p, t->kind == HYD_PAGED_PUT, t->range, t->remote, t->local, t->n);
  w.p = p;
  w.keyed = t->range != NULL;
  if (t->range) w.range = *t->range;
  w.remote = t->remote;
  w.left = t->n;
  w.rmw = t->rmw;
  if ((n = move_rmw(&w)) == t->n) memcpy(t->local, w.rmw.value, sizeof w.rmw.value);
  return n;
}

static gex_Event_t start_here(struct hyd_job *job, gex_Rank_t peer, const struct hyd_paged *p,
                              int how, const struct hyd_paged_task *t) {
  size_t done = attempt(job, p, t);
  if (done == HYD_KIND_REFUSED) {
    hyd_paged_report(job, t->error_p, HYD_PAGED_ERR_KEY, peer);
    return GEX_EVENT_INVALID;
  }
  if (t->kind == HYD_PAGED_GET)
    hyd_get_done();
  else
    hyd_put_done();
  if (done < t->n) return wait_here(job, peer, p, how, t, done);
  hyd_paged_hit(job);
  if (t->has_note) note_here(job, peer, t);
  return GEX_EVENT_INVALID;
}

gex_Event_t hyd_paged_start(struct hyd_job *job, gex_Rank_t peer, const struct hyd_paged *p,
                            int how, const struct hyd_paged_task *t) {
  struct hyd_op *op;
  if (p->ops) return start_here(job, peer, p, how, t);
  op = hyd_op_for(hyd_self(job), how, t->kind == HYD_PAGED_PUT ? HYD_NBI_PUT : HYD_NBI_GET, peer, t->n);
  op->value = (uintptr_t)(t->kind == HYD_PAGED_RMW ? t->local : (void *)t->error_p);
  hyd_paged_send(job, peer, t, op);
  return hyd_op_started(job, how, op);
}

/* Apart, so that the common case builds no task. */
static HYD_COLD gex_Event_t transfer_rest(struct hyd_job *job, gex_Rank_t peer,
                                          const struct hyd_paged *p, int how, int is_put,
                                          void *remote, void *local, size_t n, int stable,
                                          size_t done) {
  struct hyd_paged_task t = {.kind = is_put ? HYD_PAGED_PUT : HYD_PAGED_GET,
                             .stable = (uint8_t)stable,
                             .remote = remote,
                             .local = local,
                             .n = n};
  return p->ops ? wait_here(job, peer, p, how, &t, done) : hyd_paged_start(job, peer, p, how, &t);
}

gex_Event_t hyd_paged_transfer(struct hyd_job *job, gex_Rank_t peer, const struct hyd_paged *p,
                               int how, int is_put, void *remote, void *local, size_t n,
                               int stable) {
  size_t done = p->ops ? hyd_paged_copy(job, p, is_put, NULL, remote, local, n) : 0;
  if (hyd_unlikely(done < n))
    return transfer_rest(job, peer, p, how, is_put, remote, local, n, stable, done);
  if (is_put)
    hyd_put_done();
  else
    hyd_get_done();
  hyd_paged_hit(job);
  return GEX_EVENT_INVALID;
}

void hyd_paged_rma_init(struct hyd_job *job) {
  struct hyd_paged_waits *all = calloc(1, sizeof *all);
  if (all == NULL) hyd_fatal("gex_Client_Init", "out of memory");
  pthread_mutex_init(&all->moving, NULL);
  pthread_mutex_init(&all->lock, NULL);
  all->end = &all->first;
  all->fresh_end = &all->fresh;
  job->mem.paged_waits = all;
  job->hooks.on_dump = on_dump;
  job->rx.progress[HYD_PROGRESS_PAGED] = progress;
  hyd_paged_messages_init(job);
  hyd_paged_keyed_init(job);
}
