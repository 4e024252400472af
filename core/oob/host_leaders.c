/* SPDX-License-Identifier: BSD-3-Clause
 *
 * host_leaders.c: see host_leaders.h. Handlers may run in other threads than the waiting leader, so
 * a lock guards the engines.
 */
#include "core/oob/host_leaders.h"

#include "core/am/am.h"
#include "core/oob/count_tree.h"
#include "core/base/err.h"
#include "core/oob/gather_tree.h"
#include "core/am/internal_handlers.h"
#include "core/am/handlers.h"
#include "core/am/wait.h"

enum { BARRIERS, LEAVES, COUNTS };
enum { URGENT = 3 }; /* most handlers that may run in any thread */

struct urgent {
  int handler, nargs;
  _Atomic(hyd_urgent_fn) fn; /* stored last (H3), looked at first (H4) */
};

struct hyd_leaders {
  pthread_mutex_t lock; /* guards all below; no other lock is taken while it is held */
  uint64_t barriers;    /* barriers that this leader has entered */
  struct hyd_count_tree count[COUNTS];
  struct hyd_gather_tree gather;
  uint32_t most; /* most records in a message */
  struct urgent urgent[URGENT];
};

static void start_gather(struct hyd_job *job, struct hyd_leaders *l) {
  const struct hyd_shared *s = job->shared;
  hyd_gather_tree_init(&l->gather, s->nhosts, hyd_host_of(s, job->rank), hyd_host_firsts(s));
}

/* --- handlers ------------------------------------------------------------- */

/* Takes a count's message. args: which count, up, high half, low half. */
static void come(struct hyd_job *job, gex_Rank_t src, const gex_AM_Arg_t *args) {
  struct hyd_leaders *l = hyd_leaders_of(job);
  struct hyd_count_tree *t = &l->count[args[0] == LEAVES ? LEAVES : BARRIERS];
  uint64_t count = hyd_arg_word(args[2], args[3]);
  pthread_mutex_lock(&l->lock);
  if (args[1])
    (void)hyd_count_tree_hear_up(t, hyd_host_of(job->shared, src), count);
  else
    hyd_count_tree_hear_down(t, count);
  pthread_mutex_unlock(&l->lock);
}

static void on_come(gex_Token_t token, gex_AM_Arg_t which, gex_AM_Arg_t up, gex_AM_Arg_t high,
                    gex_AM_Arg_t low) {
  const struct hyd_token *tok = (const struct hyd_token *)token;
  come(tok->job, tok->src, (const gex_AM_Arg_t[]){which, up, high, low});
}

static void on_gather(gex_Token_t token, const void *records, size_t size, gex_AM_Arg_t up,
                      gex_AM_Arg_t first) {
  const struct hyd_token *tok = (const struct hyd_token *)token;
  struct hyd_leaders *l = hyd_leaders_of(tok->job);
  uint32_t count = (uint32_t)(size / HYD_RECORD_SIZE);
  pthread_mutex_lock(&l->lock);
  if (hyd_gather_tree_hear(&l->gather, up != 0, (uint32_t)first, count))
    memcpy(hyd_records(tok->job->shared) + (size_t)(uint32_t)first * HYD_RECORD_SIZE, records,
           (size_t)count * HYD_RECORD_SIZE);
  pthread_mutex_unlock(&l->lock);
}

/* The same in any thread. This leader sends the messages that follow from it when it waits. */
static void come_urgently(struct hyd_job *job, gex_Rank_t src, const gex_AM_Arg_t *args,
                          hyd_answer_fn send, void *arg) {
  (void)send;
  (void)arg;
  come(job, src, args);
}

static void add_urgent(struct hyd_leaders *l, int handler, int nargs, hyd_urgent_fn fn) {
  struct urgent *u = l->urgent;
  while (atomic_load_explicit(&u->fn, memory_order_relaxed)) u++;
  u->handler = handler;
  u->nargs = nargs;
  atomic_store_explicit(&u->fn, fn, memory_order_release); /* H3 pairs with H4 */
}

void hyd_leaders_urgent(struct hyd_job *job, int handler, int nargs, hyd_urgent_fn fn) {
  add_urgent(hyd_leaders_of(job), handler, nargs, fn);
}

int hyd_leaders_receive(struct hyd_job *job, gex_Rank_t src, int handler, const gex_AM_Arg_t *args,
                        int nargs, hyd_answer_fn send, void *arg) {
  const struct hyd_leaders *l = hyd_leaders_of(job);
  for (int i = 0; l && i < URGENT; i++) {
    const struct urgent *u = &l->urgent[i];
    hyd_urgent_fn fn = atomic_load_explicit(&u->fn, memory_order_acquire); /* H4 pairs with H3 */
    if (fn == NULL || u->handler != handler || u->nargs != nargs) continue;
    fn(job, src, args, send, arg);
    return 1;
  }
  return 0;
}

void hyd_leaders_init(struct hyd_job *job) {
  const struct hyd_shared *s = job->shared;
  struct hyd_leaders *l;
  if (s->nhosts == 1) return;
  if ((l = calloc(1, sizeof *l)) == NULL) hyd_fatal("gex_Client_Init", "out of memory");
  pthread_mutex_init(&l->lock, NULL);
  for (int i = 0; i < COUNTS; i++)
    hyd_count_tree_init(&l->count[i], s->nhosts, hyd_host_of(s, job->rank));
  l->most = (uint32_t)(job->net.max_medium / HYD_RECORD_SIZE);
  start_gather(job, l);
  hyd_register_internal(job, HYD_H_COUNT, (gex_AM_Fn_t)on_come, "meeting of hosts", HYD_SHORT, 4);
  hyd_register_internal(job, HYD_H_GATHER, (gex_AM_Fn_t)on_gather, "exchange of hosts", HYD_PAYLOAD,
                        2);
  add_urgent(l, HYD_H_COUNT, 4, come_urgently);
  atomic_store_explicit(&job->net.leaders, l, memory_order_release); /* H1 pairs with H2 */
}

/* --- counts --------------------------------------------------------------- */

static int next_count(struct hyd_leaders *l, int which, struct hyd_count_news *news) {
  int more;
  pthread_mutex_lock(&l->lock);
  more = hyd_count_tree_next(&l->count[which], news);
  if (more) hyd_count_tree_sent(&l->count[which], news); /* the send waits for room if need be */
  pthread_mutex_unlock(&l->lock);
  return more;
}

static void send_counts(struct hyd_job *job, int which) {
  struct hyd_count_news news;
  while (next_count(hyd_leaders_of(job), which, &news)) {
    gex_AM_Arg_t args[] = {which, news.up, HYD_ARG_HIGH(news.count), HYD_ARG_LOW(news.count)};
    struct hyd_am m = {.category = HYD_AM_SHORT,
                       .is_request = 1,
                       .handler = HYD_H_COUNT,
                       .nargs = 4,
                       .args = args};
    hyd_am_send_request(job, hyd_leader_of(job->shared, news.to), &m, 0);
  }
}

static void reach(struct hyd_leaders *l, int which, uint64_t count) {
  pthread_mutex_lock(&l->lock);
  hyd_count_tree_reach(&l->count[which], count);
  pthread_mutex_unlock(&l->lock);
}

static int all_at(struct hyd_leaders *l, int which, uint64_t count) {
  int there;
  pthread_mutex_lock(&l->lock);
  there = hyd_count_tree_all(&l->count[which]) >= count;
  pthread_mutex_unlock(&l->lock);
  return there;
}

void hyd_leaders_barrier(struct hyd_job *job) {
  struct hyd_leaders *l = hyd_leaders_of(job);
  struct hyd_wait w;
  reach(l, BARRIERS, ++l->barriers);
  hyd_wait_begin(&w, job, HYD_WAIT_SETUP, HYD_NO_PEER, l->barriers);
  send_counts(job, BARRIERS);
  while (!all_at(l, BARRIERS, l->barriers)) {
    hyd_wait_pause(&w);
    send_counts(job, BARRIERS);
  }
  send_counts(job, BARRIERS);
  hyd_wait_end(&w);
}

/* --- records -------------------------------------------------------------- */

static int next_piece(struct hyd_leaders *l, struct hyd_gather_piece *piece) {
  int more;
  pthread_mutex_lock(&l->lock);
  more = hyd_gather_tree_next(&l->gather, l->most, piece);
  if (more) hyd_gather_tree_sent(&l->gather, piece);
  pthread_mutex_unlock(&l->lock);
  return more;
}

static void send_pieces(struct hyd_job *job) {
  struct hyd_gather_piece p;
  while (next_piece(hyd_leaders_of(job), &p)) {
    gex_AM_Arg_t args[] = {p.up, (gex_AM_Arg_t)p.first};
    struct hyd_am m = {.category = HYD_AM_MEDIUM,
                       .is_request = 1,
                       .handler = HYD_H_GATHER,
                       .nargs = 2,
                       .args = args,
                       .nbytes = (size_t)p.count * HYD_RECORD_SIZE,
                       .payload = hyd_records(job->shared) + (size_t)p.first * HYD_RECORD_SIZE};
    hyd_am_send_request(job, hyd_leader_of(job->shared, p.to), &m, 0);
  }
}

static int whole(struct hyd_leaders *l) {
  int yes;
  pthread_mutex_lock(&l->lock);
  yes = hyd_gather_tree_whole(&l->gather);
  pthread_mutex_unlock(&l->lock);
  return yes;
}

void hyd_leaders_gather(struct hyd_job *job) {
  struct hyd_leaders *l = hyd_leaders_of(job);
  struct hyd_wait w;
  pthread_mutex_lock(&l->lock);
  hyd_gather_tree_begin(&l->gather);
  pthread_mutex_unlock(&l->lock);
  hyd_wait_begin(&w, job, HYD_WAIT_SETUP, HYD_NO_PEER, l->barriers);
  send_pieces(job);
  while (!whole(l)) {
    hyd_wait_pause(&w);
    send_pieces(job);
  }
  send_pieces(job);
  hyd_wait_end(&w);
}

void hyd_leaders_gather_end(struct hyd_job *job) {
  struct hyd_leaders *l = hyd_leaders_of(job);
  pthread_mutex_lock(&l->lock);
  start_gather(job, l);
  pthread_mutex_unlock(&l->lock);
}

/* --- the end -------------------------------------------------------------- */

int hyd_leaders_all_leave(struct hyd_job *job) {
  reach(hyd_leaders_of(job), LEAVES, 1);
  send_counts(job, LEAVES);
  if (!all_at(hyd_leaders_of(job), LEAVES, 1)) return 0;
  send_counts(job, LEAVES);
  return 1;
}
