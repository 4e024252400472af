/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rma_paged.c: see rma_paged.h.
 */
#include "extended/paged/rma_paged.h"

#include "core/am/am.h"
#include "core/am/deferred.h"
#include "core/am/grants.h"
#include "core/am/wait.h"
#include "core/base/err.h"
#include "extended/rma/ways.h"

static void add_count(_Atomic uint64_t *count, uint64_t n) {
  atomic_fetch_add_explicit(count, n, memory_order_relaxed);
}

/* --- links and windows ------------------------------------------------------ */

HYD_COLD struct hyd_paged_link *hyd_paged_link_make(struct hyd_job *job, gex_Rank_t peer) {
  struct hyd_paged_waits *all = job->layer.paged;
  _Atomic(struct hyd_paged_link *) *links;
  struct hyd_paged_link *l = NULL;
  pthread_mutex_lock(&all->lock);
  links = atomic_load_explicit(&all->link, memory_order_relaxed);
  if (links == NULL && (links = calloc(job->size, sizeof *links)) != NULL)
    atomic_store_explicit(&all->link, links, memory_order_release); /* LK1, with LK2 */
  if (links) l = atomic_load_explicit(&links[peer], memory_order_relaxed);
  if (links && l == NULL && (l = calloc(1, sizeof *l)) != NULL)
    atomic_store_explicit(&links[peer], l, memory_order_release); /* LK1, with LK2 */
  pthread_mutex_unlock(&all->lock);
  if (l == NULL) hyd_fatal("paged segment", "out of memory for transfers with rank %u", peer);
  return l;
}

static void check_number(const struct hyd_paged_window *w, uint32_t number, gex_Rank_t peer) {
  if (hyd_unlikely(!hyd_paged_window_has(w, number)))
    hyd_fatal("paged segment", "transfer number %u of rank %u is outside of its window", number,
              peer);
}

void hyd_paged_begun(struct hyd_job *job, struct hyd_paged_window *w, uint32_t number,
                     gex_Rank_t peer, const struct hyd_paged_note *note) {
  pthread_mutex_lock(&job->layer.paged->lock);
  check_number(w, number, peer);
  if (note) hyd_paged_window_note(w, number, note);
  pthread_mutex_unlock(&job->layer.paged->lock);
}

/* A note is given without the lock, because that may wait; by one thread at a time, so in order. */
uint32_t hyd_paged_over(struct hyd_job *job, struct hyd_paged_window *w, uint32_t number,
                        int refused, gex_Rank_t peer,
                        void (*give)(struct hyd_job *job, gex_Rank_t peer,
                                     const struct hyd_paged_note *note)) {
  struct hyd_paged_waits *all = job->layer.paged;
  struct hyd_paged_note note;
  uint32_t credits = 0;
  pthread_mutex_lock(&all->lock);
  check_number(w, number, peer);
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
  add_count(&job->layer.paged->refused, 1);
  hyd_count(job, HYD_COUNT_GUARD_REFUSED, 1);
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

size_t hyd_paged_rmw(const struct hyd_paged *p, const struct hyd_paged_range *range,
                     const void *remote, size_t n, const struct hyd_paged_rmw *m,
                     uint64_t value[2]) {
  uint32_t held;
  void *at;
  n = p->ops->lock(p->view, (uintptr_t)remote - p->g.base, n, m->op != HYD_PAGED_READ, range, &at,
                   &held);
  if (n == 0 || n == HYD_KIND_REFUSED) return n;
  hyd_paged_rmw_do(m, at, value);
  p->ops->unlock(p->view, held);
  return n;
}

int hyd_paged_move(struct hyd_job *job, struct hyd_paged_wait *w) {
  const struct hyd_paged_range *range = w->keyed ? &w->range : NULL;
  const struct hyd_paged *p = hyd_paged_of(w->w.g);
  size_t done =
      w->kind == HYD_PAGED_RMW
          ? hyd_paged_rmw(p, range, w->w.at, w->w.left, &w->rmw, w->value)
          : hyd_paged_copy(job, p, w->kind == HYD_PAGED_PUT, range, w->w.at, w->local, w->w.left);
  if (done == HYD_KIND_REFUSED) {
    w->code = HYD_PAGED_ERR_KEY;
    return 1;
  }
  w->w.at += done;
  if (w->kind != HYD_PAGED_RMW) w->local += done;
  return (w->w.left -= done) == 0;
}

static int step_wait(struct hyd_job *job, struct hyd_deferred *work) {
  struct hyd_paged_wait *w = (struct hyd_paged_wait *)work;
  size_t left = work->left;
  int is_over = hyd_paged_move(job, w);
  hyd_deferred_copied(job, left - work->left);
  return is_over;
}

static void complete_wait(struct hyd_job *job, struct hyd_deferred *work) {
  struct hyd_paged_wait *w = (struct hyd_paged_wait *)work;
  if (w->kind == HYD_PAGED_GET)
    hyd_get_done();
  else
    hyd_put_done();
  w->over(job, w);
  free(w);
}

struct hyd_paged_wait *
hyd_paged_wait_new(const struct hyd_paged *p, const struct hyd_paged_task *t, size_t buffer,
                   void (*then)(struct hyd_job *job, struct hyd_paged_wait *w)) {
  struct hyd_paged_wait *w = malloc(sizeof *w + buffer);
  if (w == NULL) hyd_fatal("paged segment", "out of memory for a transfer of %zu bytes", t->n);
  *w = (struct hyd_paged_wait){
      .w = {.step = step_wait, .over = complete_wait, .g = &p->g, .at = t->remote, .left = t->n},
      .kind = t->kind,
      .keyed = t->range != NULL,
      .local = t->local,
      .n = t->n,
      .over = then,
      .rmw = t->rmw};
  if (t->range) w->range = *t->range;
  if (buffer == 0) return w;
  w->local = w->buffer;
  if (t->kind == HYD_PAGED_PUT) memcpy(w->buffer, t->local, t->n);
  return w;
}

void hyd_paged_wait_add(struct hyd_job *job, struct hyd_paged_wait *w, gex_Rank_t owner,
                        gex_Rank_t initiator) {
  w->w.owner = owner;
  w->w.initiator = initiator;
  hyd_deferred_add(job, &w->w);
}

/* --- transfers of this rank to segments that it sees ------------------------- */

static int is_full(const struct hyd_paged_link *l) {
  return l->begun - l->here.cursor >= HYD_PAGED_WINDOW;
}

/* Takes the next number in the window of this rank's transfers; waits until the window has room. */
static uint32_t take_number(struct hyd_job *job, struct hyd_paged_link *l, gex_Rank_t peer,
                            const struct hyd_paged_task *t) {
  struct hyd_paged_waits *all = job->layer.paged;
  uint32_t number;
  pthread_mutex_lock(&all->lock);
  if (is_full(l)) {
    struct hyd_wait w;
    add_count(&all->stalls, 1);
    hyd_count(job, HYD_COUNT_GUARD_STALL, 1);
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

static void complete_here(struct hyd_job *job, struct hyd_paged_wait *w) {
  gex_Rank_t peer = w->reply_to.peer;
  hyd_paged_over(job, w->window, w->number, w->code != 0, peer, hyd_paged_send_note);
  if (w->code)
    hyd_paged_report(job, hyd_arg_pointer(w->reply_to.dest[0], w->reply_to.dest[1]), w->code, peer);
  if (w->answer) memcpy(w->answer, w->value, sizeof w->value);
  hyd_op_done(job, w->op);
}

/* Lets the rest of a transfer wait, of which `done` bytes are done. */
static gex_Event_t wait_here(struct hyd_job *job, gex_Rank_t peer, const struct hyd_paged *p,
                             int how, const struct hyd_paged_task *t, size_t done) {
  struct hyd_paged_link *l = hyd_paged_link(job, peer);
  int copied = t->kind == HYD_PAGED_PUT && !t->stable;
  struct hyd_paged_task rest = *t;
  struct hyd_paged_wait *w;
  struct hyd_op *op;
  rest.remote = (char *)t->remote + done;
  if (t->kind != HYD_PAGED_RMW) rest.local = (char *)t->local + done;
  rest.n = t->n - done;
  w = hyd_paged_wait_new(p, &rest, copied ? rest.n : 0, complete_here);
  w->op = op = hyd_op_for(hyd_self(job), how, t->kind == HYD_PAGED_PUT ? HYD_NBI_PUT : HYD_NBI_GET,
                          peer, rest.n);
  hyd_op_add(op, 1);
  w->answer = t->kind == HYD_PAGED_RMW ? t->local : NULL;
  w->reply_to =
      (struct hyd_paged_reply_to){.peer = peer,
                                  .dest = {HYD_ARG_HIGH(t->error_p), HYD_ARG_LOW(t->error_p)}};
  w->window = &l->here;
  w->number = take_number(job, l, peer, t);
  hyd_paged_wait_add(job, w, peer, job->rank); /* from now on another thread may end and free it */
  return hyd_op_started(job, how, op);
}

/* Gives the note of a put that is in place: now, or after earlier transfers that wait. */
static void give_note_here(struct hyd_job *job, gex_Rank_t peer, const struct hyd_paged_task *t) {
  struct hyd_paged_waits *all = job->layer.paged;
  struct hyd_paged_link *l = hyd_paged_link(job, peer);
  int first;
  pthread_mutex_lock(&all->lock);
  first = l->begun == l->here.cursor;
  pthread_mutex_unlock(&all->lock);
  if (first)
    hyd_paged_send_note(job, peer, &t->note);
  else
    hyd_paged_over(job, &l->here, take_number(job, l, peer, t), 0, peer, hyd_paged_send_note);
}

static size_t try_task(struct hyd_job *job, const struct hyd_paged *p,
                       const struct hyd_paged_task *t) {
  if (t->kind != HYD_PAGED_RMW)
    return hyd_paged_copy(job, p, t->kind == HYD_PAGED_PUT, t->range, t->remote, t->local, t->n);
  return hyd_paged_rmw(p, t->range, t->remote, t->n, &t->rmw, t->local);
}

static gex_Event_t start_here(struct hyd_job *job, gex_Rank_t peer, const struct hyd_paged *p,
                              int how, const struct hyd_paged_task *t) {
  size_t done = try_task(job, p, t);
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
  if (t->has_note) give_note_here(job, peer, t);
  return GEX_EVENT_INVALID;
}

gex_Event_t hyd_paged_start(struct hyd_job *job, gex_Rank_t peer, const struct hyd_paged *p,
                            int how, const struct hyd_paged_task *t) {
  struct hyd_op *op;
  if (p->ops) return start_here(job, peer, p, how, t);
  if (t->kind == HYD_PAGED_GET) (void)hyd_deferred_await_room(job, 0);
  op = hyd_op_for(hyd_self(job), how, t->kind == HYD_PAGED_PUT ? HYD_NBI_PUT : HYD_NBI_GET, peer,
                  t->n);
  op->value = (uintptr_t)(t->kind == HYD_PAGED_RMW ? t->local : (void *)t->error_p);
  hyd_paged_send(job, peer, t, op);
  return hyd_op_started(job, how, op);
}

/* --- the way ------------------------------------------------------------------ */

static struct hyd_paged_task task_of(const struct hyd_move *m) {
  return (struct hyd_paged_task){.kind = m->is_put ? HYD_PAGED_PUT : HYD_PAGED_GET,
                                 .stable = (uint8_t)m->stable,
                                 .remote = m->remote,
                                 .local = m->local,
                                 .n = m->n};
}

/* Does what is left of a move. A function of its own, so that the common case builds no task. */
static HYD_COLD gex_Event_t move_rest(struct hyd_job *job, const struct hyd_route *r,
                                      const struct hyd_move *m, int how, size_t done) {
  const struct hyd_paged *p = hyd_paged_of(r->guarded);
  struct hyd_paged_task t = task_of(m);
  return p->ops ? wait_here(job, r->peer, p, how, &t, done)
                : hyd_paged_start(job, r->peer, p, how, &t);
}

static gex_Event_t move_by_guard(struct hyd_job *job, const struct hyd_route *r,
                                 const struct hyd_move *m, int how) {
  const struct hyd_paged *p = hyd_paged_of(r->guarded);
  size_t done;
  if (m->is_put) hyd_guarded_check_write(&p->g, r->peer, m->call);
  done = p->ops ? hyd_paged_copy(job, p, m->is_put, NULL, m->remote, m->local, m->n) : 0;
  if (hyd_unlikely(done < m->n)) return move_rest(job, r, m, how, done);
  if (m->is_put)
    hyd_put_done();
  else
    hyd_get_done();
  hyd_paged_hit(job);
  return GEX_EVENT_INVALID;
}

static void start_by_guard(struct hyd_job *job, const struct hyd_route *r, const struct hyd_move *m,
                           struct hyd_op *op) {
  struct hyd_paged_task t = task_of(m);
  if (m->is_put) hyd_guarded_check_write(r->guarded, r->peer, m->call);
  op->value = 0;
  hyd_paged_send(job, r->peer, &t, op);
}

void hyd_paged_rma_init(struct hyd_job *job) {
  static const struct hyd_way way = {HYD_COUNT_BY_MESSAGES,
                                     {move_by_guard, move_by_guard},
                                     {start_by_guard, start_by_guard},
                                     NULL};
  struct hyd_paged_waits *all = calloc(1, sizeof *all);
  if (all == NULL) hyd_fatal("gex_Client_Init", "out of memory");
  pthread_mutex_init(&all->lock, NULL);
  job->layer.paged = all;
  job->layer.way[HYD_WAY_GUARDED] = &way;
  job->mem.guard = &hyd_paged_guard;
  hyd_deferred_init(job);
  hyd_grants_init(job);
  hyd_paged_messages_init(job);
  hyd_paged_keyed_init(job);
}
