/* SPDX-License-Identifier: BSD-3-Clause
 *
 * attend.c: the thread that stands in for the client while it computes. It looks now and then
 * whether the client has polled since; while it has not, the thread waits for completions and does
 * what polls do, but for handlers: connections are made, firehoses moved, credits told, and what
 * hosts tell each other of the job's end is heard. With GASNET_RCV_THREAD it looks often, and in a
 * threaded client runs handlers, too.
 *
 * Each second it gives a sign of life, by counting in a word that peers read over the network,
 * which costs this rank nothing; and reads the word of some peer: those with something on the way
 * to them, and another one in turn. One that does not count any more is stopped or gone, however
 * well its device answers. Its own looks are counted, not time, so that a rank that was stopped
 * itself does not take that for others' silence.
 */
#include <signal.h>
#include <stdlib.h>
#include <time.h>

#include "conduits/ibv/ibv_int.h"
#include "core/oob/host_leaders.h"
#include "core/sys/clock.h"
#include "core/am/wait.h"

#define LOOK_NS 50000000u      /* between looks */
#define LOOK_OFTEN_NS 1000000u /* with GASNET_RCV_THREAD */
#define BEAT_NS 1000000000u    /* between signs of life */

struct vb_attendant {
  struct vb_state *s;
  uint64_t look_ns, next_beat, seen;
  uint32_t turn; /* the next peer that is asked without cause */
  int asks;      /* peers' words are to be read */
  int runs_handlers;
  _Atomic int ended; /* relaxed: seen soon enough */
};

/* --- signs of life -------------------------------------------------------- */

/* The word of this rank, in what its peers may read. Only its thread writes, and relaxed: the
 * device reads it whole. */
static _Atomic uint64_t *own_word(struct vb_state *s) {
  return vb_pool_at(&s->cells, s->job->size);
}

static uint32_t allowed(const struct vb_state *s) {
  int64_t us = hyd_env_int(s->job->env, HYD_ENV_REQUESTTIMEOUT_MAX, 0, INT64_MAX / 1000);
  return us == 0 ? UINT32_MAX : (uint32_t)(us / (BEAT_NS / 1000)) + 2;
}

static HYD_COLD void given_up(const struct vb_state *s, const struct vb_conn *c) {
  int is_stuck = c->asked_life || !vb_room(s, c, 1);
  hyd_fatal(
      "ibv conduit",
      "rank %u gives no sign of life for %u s%s; expected it to run (GASNET_REQUESTTIMEOUT_MAX)",
      c->peer, c->silent,
      is_stuck ? ", and its device does not answer" : ": it is stopped, or hangs in the kernel");
}

static int has_something_on_the_way(const struct vb_conn *c) {
  for (int i = 0; i < VB_CLASSES; i++)
    if (c->flow[i].sent != c->flow[i].returned) return 1;
  return c->posted != c->done;
}

/* Where the send queue is full, and moves, there is much to do, and nothing to be said of the
 * peer. */
static int is_busy(const struct vb_state *s, struct vb_conn *c) {
  int moves = c->done != c->done_before;
  c->done_before = c->done;
  return !c->asked_life && moves && (!vb_room(s, c, 1) || s->results.nfree == 0);
}

static void ask(struct vb_state *s, struct vb_conn *c) {
  uint32_t cell;
  if (is_busy(s, c)) return;
  if (c->silent >= allowed(s)) given_up(s, c);
  c->silent++; /* until it is known better */
  if (c->asked_life || !vb_room(s, c, 1) || (cell = vb_pool_get(&s->results)) == VB_NONE) return;
  struct ibv_sge at = {(uintptr_t)vb_pool_at(&s->results, cell), sizeof(uint64_t),
                       vb_pool_lkey(&s->results)};
  struct ibv_send_wr wr;
  vb_work_rdma(&wr, IBV_WR_RDMA_READ, &at, 0, c->peer_life, c->peer_cell_key);
  c->asked_life = 1;
  vb_post(s, c, &wr, VB_LIFE_SEEN, c, cell);
}

/* A rank without such a thread counts nothing, and is not judged. */
void vb_life_seen(struct vb_state *s, struct vb_conn *c, uint32_t cell) {
  uint64_t life = *(const uint64_t *)vb_pool_at(&s->results, cell);
  vb_pool_put(&s->results, cell);
  c->asked_life = 0;
  if (life == 0 || life != c->life) c->silent = 0;
  c->life = life;
}

static void ask_some(struct vb_attendant *a) {
  struct vb_state *s = a->s;
  a->turn = (a->turn + 1) % s->job->size;
  for (gex_Rank_t i = 0; i < s->job->size; i++) {
    struct vb_conn *c = s->conn[i];
    if (c == NULL || c->state != VB_READY || i == s->job->rank) continue;
    if (i == a->turn || c->silent || has_something_on_the_way(c)) ask(s, c);
  }
}

/* It never waits for the lock, which a busy client may hold for most of the time, and always wins:
 * whoever asks is asked again a look later. */
static void beat(struct vb_attendant *a) {
  struct vb_state *s = a->s;
  uint64_t now = hyd_now_ns();
  if (now >= a->next_beat) {
    a->next_beat = now + BEAT_NS;
    a->asks = 1;
    atomic_fetch_add_explicit(own_word(s), 1, memory_order_relaxed);
  }
  if (!a->asks || vb_lock_try(&s->lock)) return;
  a->asks = 0;
  if (!s->closing) ask_some(a);
  vb_lock_give_back(&s->lock);
}

/* --- standing in ---------------------------------------------------------- */

static int is_away(struct vb_attendant *a) {
  struct vb_state *s = a->s;
  uint64_t polls = atomic_load_explicit(&s->polls, memory_order_relaxed);
  int away = polls == a->seen && !atomic_load_explicit(&s->asleep, memory_order_relaxed);
  a->seen = polls;
  return away;
}

static void say(void *arg, gex_Rank_t peer, const struct hyd_am *m) {
  struct vb_state *s = arg;
  (void)vb_am_start(s, peer, m);
}

int vb_attend_message(struct vb_state *s, const struct vb_header *h) {
  if (!s->attending || h->kind != VB_SHORT) return 0;
  return hyd_far_take(s->job, h->src, h->handler, (const gex_AM_Arg_t *)(h + 1), h->nargs, say, s);
}

/* What a client's thread finds again when it comes back: messages put aside, and operations that
 * are done. */
static void stand_in(struct vb_attendant *a) {
  struct vb_state *s = a->s;
  if (a->runs_handlers) {
    (void)hyd_poll_arrived(s->job);
    return;
  }
  if (vb_lock_try(&s->lock)) return; /* it is back */
  if (!s->closing) {
    int events = s->events; /* of a poll that is in a handler */
    s->attending = s->nested = 1;
    vb_progress(s);
    s->attending = s->nested = 0;
    s->events = events;
  }
  vb_lock_give_back(&s->lock);
}

/* What a sleeping client is to be woken by is left to it. */
static void woken(struct vb_state *s, const struct pollfd *f, uint32_t n) {
  if (vb_lock_try(&s->lock)) return;
  vb_wake_take(s, f, n, !atomic_load_explicit(&s->asleep, memory_order_relaxed));
  vb_lock_give_back(&s->lock);
}

static void wait_for_completions(struct vb_attendant *a) {
  struct vb_state *s = a->s;
  struct pollfd f[VB_WAKE_FDS];
  uint32_t n = vb_wake_fds(s, f);
  struct timespec t = {0, LOOK_NS};
  int some;
  if (vb_lock_try(&s->lock)) {
    nanosleep(&(struct timespec){0, (long)a->look_ns}, NULL);
    return;
  }
  some = vb_wake_arm(s);
  vb_lock_give_back(&s->lock);
  if (!some && ppoll(f, n, &t, NULL) > 0) woken(s, f, n);
}

static void *attend(void *arg) {
  struct vb_attendant *a = arg;
  struct timespec look = {0, (long)a->look_ns};
  while (!atomic_load_explicit(&a->ended, memory_order_relaxed)) {
    beat(a);
    if (is_away(a)) {
      stand_in(a);
      wait_for_completions(a);
    } else {
      nanosleep(&look, NULL);
    }
  }
  return NULL;
}

/* --- its life ------------------------------------------------------------- */

static int start(struct vb_attendant *a) {
  pthread_attr_t attr;
  pthread_t thread;
  sigset_t all, old;
  int err = pthread_attr_init(&attr);
  if (err) return err;
  pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &old);
  err = pthread_create(&thread, &attr, attend, a);
  pthread_sigmask(SIG_SETMASK, &old, NULL);
  pthread_attr_destroy(&attr);
  return err;
}

int vb_attend_wanted(const struct hyd_job *job) {
  return hyd_env_bool(job->env, HYD_ENV_IBV_THREAD) && !(job->flags & GEX_FLAG_DEFER_THREADS);
}

void vb_attend(struct vb_state *s) {
  int often = hyd_env_bool(s->job->env, HYD_ENV_RCV_THREAD);
  struct vb_attendant *a;
  if (!vb_attend_wanted(s->job)) return;
  a = calloc(1, sizeof *a);
  if (a)
    *a = (struct vb_attendant){.s = s,
                               .look_ns = often ? LOOK_OFTEN_NS : LOOK_NS,
                               .runs_handlers = often && s->job->threaded};
  if (a == NULL || start(a))
    hyd_fatal("ibv conduit", "cannot start a thread; GASNET_IBV_THREAD=0 does without");
  s->attendant = a;
}

void vb_attend_end(struct vb_state *s) {
  if (s->attendant) atomic_store_explicit(&s->attendant->ended, 1, memory_order_relaxed);
}
