/* SPDX-License-Identifier: BSD-3-Clause
 *
 * barrier_am.c: the barriers by active messages, for jobs whose ranks do not all share memory:
 * drives barrier_tree.c. Handlers only tell the engine what has come; what it has to send goes from
 * poll (job->rx.progress), because a handler may not send requests, and from calls of the client.
 *
 * A message is what, count (high, low), id; the sender is the token's source (src), so that no rank
 * can speak for another.
 */
#include "core/am/am.h"
#include "core/base/err.h"
#include "core/am/internal_handlers.h"
#include "core/am/handlers.h"
#include "core/am/wait.h"
#include "extended/barrier.h"
#include "extended/barrier_tree.h"

enum { OF_NAMED = 1, SAID_ID = 2, SAID_MISMATCH = 4 }; /* bits of what */

struct hyd_barrier_am {
  pthread_mutex_t lock; /* of the engine; taken alone, or around a message to be sent */
  struct hyd_barrier_tree tree;
};

/* --- messages ------------------------------------------------------------- */

static int post(struct hyd_job *job, const struct hyd_barrier_news *news) {
  const gex_AM_Arg_t what = (news->named ? OF_NAMED : 0) | (news->c.named ? SAID_ID : 0) |
                            (news->c.mismatch ? SAID_MISMATCH : 0);
  const gex_AM_Arg_t args[] = {what, HYD_ARG_HIGH(news->count), HYD_ARG_LOW(news->count),
                               news->c.id};
  struct hyd_am m = hyd_am_of(1, HYD_AM_SHORT, news->up ? HYD_H_ARRIVE : HYD_H_RELEASE, 4, args);
  return hyd_am_try_send(job, news->to, &m);
}

/* Sends what there is to send. 0, or HYD_NO_ROOM for the rest of it. Under the lock. */
static int send_all(struct hyd_job *job) {
  struct hyd_barrier_tree *t = &job->bar.am->tree;
  struct hyd_barrier_news news;
  while (hyd_barrier_tree_next(t, &news)) {
    if (post(job, &news)) return HYD_NO_ROOM;
    hyd_barrier_tree_sent(t, &news);
  }
  return 0;
}

static void hear(gex_Token_t token, int up, gex_AM_Arg_t what, uint64_t count, int id) {
  const struct hyd_token *tok = (const struct hyd_token *)token;
  struct hyd_job *job = tok->job;
  struct hyd_barrier_am *b = job->bar.am;
  const struct hyd_barrier_news news = {job->rank,
                                        up,
                                        what & OF_NAMED,
                                        count,
                                        {(what & SAID_ID) != 0, id, (what & SAID_MISMATCH) != 0}};
  struct hyd_barrier_news next;
  int bad, more;
  pthread_mutex_lock(&b->lock);
  bad = hyd_barrier_tree_hear(&b->tree, tok->src, &news);
  more = hyd_barrier_tree_next(&b->tree, &next);
  pthread_mutex_unlock(&b->lock);
  if (bad)
    hyd_fatal("barrier",
              "rank %u sent rank %u of %u a message that it never sends to it; expected all "
              "ranks to run the same version of the library",
              tok->src, job->rank, job->size);
  if (more) hyd_poll_todo(job);
}

static void on_arrive(gex_Token_t token, gex_AM_Arg_t what, gex_AM_Arg_t count_hi,
                      gex_AM_Arg_t count_lo, gex_AM_Arg_t id) {
  hear(token, 1, what, hyd_arg_word(count_hi, count_lo), id);
}

static void on_release(gex_Token_t token, gex_AM_Arg_t what, gex_AM_Arg_t count_hi,
                       gex_AM_Arg_t count_lo, gex_AM_Arg_t id) {
  hear(token, 0, what, hyd_arg_word(count_hi, count_lo), id);
}

/* Once all is sent, a thread of this rank may leave. */
static int progress(struct hyd_job *job) {
  struct hyd_barrier_am *b = job->bar.am;
  struct hyd_barrier_news next;
  int any, stuck;
  pthread_mutex_lock(&b->lock);
  any = hyd_barrier_tree_next(&b->tree, &next);
  stuck = send_all(job);
  pthread_mutex_unlock(&b->lock);
  return stuck ? HYD_PROGRESS_MORE : any ? HYD_PROGRESS_DONE : 0;
}

/* --- calls ---------------------------------------------------------------- */

void hyd_barrier_am_init(struct hyd_job *job) {
  struct hyd_barrier_am *b = calloc(1, sizeof *b);
  if (b == NULL) hyd_fatal("gex_Client_Init", "out of memory for barriers");
  pthread_mutex_init(&b->lock, NULL);
  hyd_barrier_tree_init(&b->tree, job->size, job->rank);
  job->bar.am = b;
  job->rx.progress[HYD_PROGRESS_BARRIER] = progress;
  hyd_register_internal(job, HYD_H_ARRIVE, (gex_AM_Fn_t)on_arrive, "barrier arrival");
  hyd_register_internal(job, HYD_H_RELEASE, (gex_AM_Fn_t)on_release, "barrier release");
}

/* A rank that leaves a barrier may compute for long, or end; so it releases the members below it
 * first. */
static int leave(struct hyd_job *job, int all_have_come) {
  int stuck = all_have_come && send_all(job);
  if (stuck) hyd_poll_todo(job);
  return all_have_come && !stuck;
}

static void send_and_unlock(struct hyd_job *job) {
  int stuck = send_all(job);
  pthread_mutex_unlock(&job->bar.am->lock);
  if (stuck) hyd_poll_todo(job);
}

void hyd_barrier_am_arrive(struct hyd_job *job, int id, int flags) {
  pthread_mutex_lock(&job->bar.am->lock);
  hyd_barrier_tree_notify(&job->bar.am->tree, id, flags);
  send_and_unlock(job);
}

int hyd_barrier_am_done(struct hyd_job *job, struct hyd_consensus *c) {
  struct hyd_barrier_am *b = job->bar.am;
  struct hyd_consensus all;
  int done;
  pthread_mutex_lock(&b->lock);
  done = leave(job, hyd_barrier_tree_agreed(&b->tree, &all));
  pthread_mutex_unlock(&b->lock);
  if (done) *c = all;
  return done;
}

void hyd_barrier_am_nb_enter(struct hyd_job *job, uint64_t count) {
  pthread_mutex_lock(&job->bar.am->lock);
  hyd_barrier_tree_enter(&job->bar.am->tree, count);
  send_and_unlock(job);
}

int hyd_barrier_am_nb_reached(struct hyd_job *job, uint64_t count) {
  struct hyd_barrier_am *b = job->bar.am;
  int reached;
  pthread_mutex_lock(&b->lock);
  reached = leave(job, hyd_barrier_tree_entered(&b->tree) >= count);
  pthread_mutex_unlock(&b->lock);
  return reached;
}
