/* SPDX-License-Identifier: BSD-3-Clause
 *
 * attend.c: the attending thread (core/am/attend.h). While the client does not poll, the thread
 * waits for completions and does what polls do, except running handlers: it makes connections,
 * moves firehoses, sends credits, and handles messages between hosts about the end of the job. With
 * GASNET_RCV_THREAD it looks often, and runs handlers if the client is threaded.
 *
 * Once a second the thread increments this rank's life word. It reads the life words of peers by
 * RDMA, which costs those nothing: of peers that have not handled something, and of one other peer
 * in turn. A peer whose word stays the same is stopped or gone, even if its device still answers.
 * The thread counts its own checks rather than time, so that a rank that was stopped itself does
 * not mistake that for its peers' silence.
 */
#include <time.h>

#include "conduits/ibv/messages.h"
#include "conduits/ibv/progress.h"
#include "conduits/ibv/send_queue.h"
#include "core/oob/host_leaders.h"
#include "core/sys/clock.h"
#include "core/am/wait.h"

#define LOOK_OFTEN_NS 1000000u /* with GASNET_RCV_THREAD */
#define BEAT_NS 1000000000u    /* between increments of the life word */

/* --- life words ----------------------------------------------------------- */

/* This rank's life word. Only this thread writes it; relaxed: the device reads it atomically. */
static _Atomic uint64_t *own_word(struct hyd_ibv *s) {
  return hyd_ibv_pool_at(&s->bufs.cells, hyd_job_size(s->job));
}

static HYD_COLD void given_up(const struct hyd_ibv *s, const struct hyd_ibv_conn *c) {
  int is_stuck = c->life.asked || !hyd_ibv_room(s, c, 1);
  hyd_fatal(
      "ibv conduit",
      "rank %u gives no sign of life for %u s%s; expected it to run (GASNET_REQUESTTIMEOUT_MAX)",
      c->peer, c->life.silent,
      is_stuck ? ", and its device does not answer" : ": it is stopped, or hangs in the kernel");
}

static int has_something_on_the_way(const struct hyd_ibv_conn *c) {
  for (int i = 0; i < HYD_IBV_CLASSES; i++)
    if (c->flow[i].sent != c->flow[i].returned) return 1;
  return c->posted != c->done;
}

/* A full send queue in which work requests still end says nothing about the peer. */
static int is_busy(const struct hyd_ibv *s, const struct hyd_ibv_conn *c) {
  return !c->life.asked && c->done != c->life.done_before &&
         (!hyd_ibv_room(s, c, 1) || s->bufs.results.nfree == 0);
}

static void read_word(struct hyd_ibv *s, struct hyd_ibv_conn *c) {
  uint32_t cell;
  int busy = is_busy(s, c);
  c->life.done_before = c->done;
  if (busy) return;
  if (c->life.silent >= hyd_job_silence_most(s->job, BEAT_NS)) given_up(s, c);
  c->life.silent++; /* hyd_ibv_life_seen sets it to 0 if the word has changed */
  if (c->life.asked || !hyd_ibv_room(s, c, 1) ||
      (cell = hyd_ibv_pool_get(&s->bufs.results)) == HYD_IBV_NONE)
    return;
  struct ibv_sge at = {(uintptr_t)hyd_ibv_pool_at(&s->bufs.results, cell), sizeof(uint64_t),
                       hyd_ibv_pool_lkey(&s->bufs.results)};
  struct ibv_send_wr wr;
  hyd_ibv_work_rdma(&wr, IBV_WR_RDMA_READ, &at, 0, c->there.life, c->there.key);
  c->life.asked = 1;
  hyd_ibv_post(s, c, &wr, HYD_IBV_LIFE_SEEN, c, cell);
}

/* The word of a rank without attending thread stays 0, which says nothing about the rank. */
void hyd_ibv_life_seen(struct hyd_ibv *s, void *conn, uint32_t cell) {
  struct hyd_ibv_conn *c = conn;
  uint64_t life = *(const uint64_t *)hyd_ibv_pool_at(&s->bufs.results, cell);
  hyd_ibv_pool_put(&s->bufs.results, cell);
  c->life.asked = 0;
  if (life == 0 || life != c->life.word) c->life.silent = 0;
  c->life.word = life;
}

static void read_words(struct hyd_ibv *s) {
  s->progress.next_probe = (s->progress.next_probe + 1) % hyd_job_size(s->job);
  for (gex_Rank_t i = 0; i < hyd_job_size(s->job); i++) {
    struct hyd_ibv_conn *c = s->peers.conn[i];
    if (c == NULL || c->state != HYD_IBV_READY || i == hyd_job_rank(s->job)) continue;
    if (i == s->progress.next_probe || c->life.silent || has_something_on_the_way(c))
      read_word(s, c);
  }
}

/* hyd_attend_hooks.tick. A busy client may hold the lock: then the next call reads the words. */
static void beat(void *state) {
  struct hyd_ibv *s = state;
  uint64_t now = hyd_now_ns();
  if (now >= s->progress.next_beat) {
    s->progress.next_beat = now + BEAT_NS;
    s->progress.probes_due = 1;
    atomic_fetch_add_explicit(own_word(s), 1, memory_order_relaxed);
  }
  if (!s->progress.probes_due || hyd_attend_try(&s->progress.attend)) return;
  s->progress.probes_due = 0;
  if (!s->closing) read_words(s);
  hyd_attend_give_back(&s->progress.attend);
}

/* --- standing in ---------------------------------------------------------- */

static void send_reply(void *arg, gex_Rank_t peer, const struct hyd_am *m) {
  struct hyd_ibv *s = arg;
  (void)hyd_ibv_am_start(s, peer, m);
}

int hyd_ibv_attend_take(struct hyd_ibv *s, struct hyd_ibv_conn *c, const struct hyd_ibv_header *h) {
  (void)c;
  return !hyd_leaders_receive(s->job, h->src, h->handler, (const gex_AM_Arg_t *)(h + 1), h->nargs,
                              send_reply, s);
}

/* Makes progress in the client's place. Messages for handlers are stashed, and completed operations
 * kept, for the client's next poll. */
static void stand_in(struct hyd_ibv *s) {
  if (s->progress.runs_handlers) {
    (void)hyd_poll_arrived(s->job);
    return;
  }
  if (hyd_attend_try(&s->progress.attend)) return; /* the client is back */
  if (!s->closing) {
    int events = s->progress.events; /* belongs to a poll whose handler is running */
    s->progress.attend.attending = s->progress.nested = 1;
    hyd_ibv_progress(s);
    s->progress.attend.attending = s->progress.nested = 0;
    s->progress.events = events;
  }
  hyd_attend_give_back(&s->progress.attend);
}

/* Handles readable descriptors; leaves those of completions to a client that sleeps on them. */
static void woken(struct hyd_ibv *s, const struct pollfd *f, uint32_t n) {
  if (hyd_attend_try(&s->progress.attend)) return;
  hyd_ibv_wait_fds_take(s, f, n, !hyd_attend_is_asleep(&s->progress.attend));
  hyd_attend_give_back(&s->progress.attend);
}

static void wait_for_completions(struct hyd_ibv *s) {
  struct pollfd f[HYD_IBV_WAIT_FDS];
  uint32_t n = hyd_ibv_wait_fds(s, f);
  struct timespec t = {0, HYD_ATTEND_LOOK_NS};
  int some;
  if (hyd_attend_try(&s->progress.attend)) {
    hyd_attend_nap(s->progress.attend.look_ns);
    return;
  }
  some = hyd_ibv_wait_fds_arm(s);
  hyd_attend_give_back(&s->progress.attend);
  if (!some && ppoll(f, n, &t, NULL) > 0) woken(s, f, n);
}

static void serve_connections(void *state) {
  stand_in(state);
  wait_for_completions(state);
}

void hyd_ibv_attend_start(struct hyd_ibv *s) {
  static const struct hyd_attend_hooks hooks = {beat, serve_connections};
  int often = hyd_env_bool(hyd_job_env(s->job), HYD_ENV_RCV_THREAD), err;
  if (often) s->progress.attend.look_ns = LOOK_OFTEN_NS;
  s->progress.runs_handlers = often && hyd_job_has_threads(s->job);
  if ((err = hyd_attend_start(&s->progress.attend, &hooks, s)) != 0)
    hyd_fatal("ibv conduit", "cannot start a thread: %s; GASNET_IBV_THREAD=0 does without",
              strerror(err));
}
