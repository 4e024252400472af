/* SPDX-License-Identifier: BSD-3-Clause
 *
 * barrier_am.c: the barriers by active messages, for jobs whose ranks do not all share memory: every
 * rank reports its arrival to rank 0, which tells everybody when all have come. Handlers only count;
 * what they decide is sent from poll (job->progress), because a handler may not send requests.
 *
 * Messages of one barrier may overtake each other, so arrivals of the named barrier are kept by phase
 * parity (a rank is at most one phase ahead) and unnamed arrivals as a count for each rank.
 */
#include "core/am.h"
#include "core/err.h"
#include "core/register.h"
#include "core/wait.h"
#include "extended/barrier.h"
#include "extended/indices.h"

enum { NAMED, UNNAMED };

struct hyd_barrier_am {
  pthread_mutex_t lock; /* all below; taken alone */
  /* rank 0 */
  uint32_t arrived[2];
  struct hyd_consensus gathering[2];
  uint64_t *entered; /* [size] unnamed barriers each rank has entered */
  gex_Rank_t telling;  /* next rank to tell; size: nothing to tell */
  int telling_what;
  uint64_t telling_seq;
  uint64_t done_named, done_unnamed; /* all have arrived */
  uint64_t told_named, told_unnamed; /* everybody has been told, or is being */
  /* every rank */
  uint64_t released_named, released_unnamed;
  struct hyd_consensus result[2];
};

static int send_short(struct hyd_job *job, gex_Rank_t peer, uint8_t handler,
                      const gex_AM_Arg_t *args, uint8_t nargs, unsigned how) {
  struct hyd_am m = {.category = HYD_AM_SHORT, .is_request = 1, .handler = handler,
                     .nargs = nargs, .args = args};
  return hyd_am_send_request(job, peer, &m, how);
}

/* --- at rank 0 --------------------------------------------------------------------------------------- */

static uint64_t least(const struct hyd_job *job, const struct hyd_barrier_am *b) {
  uint64_t min = b->entered[0];
  for (gex_Rank_t i = 1; i < job->size; i++)
    if (b->entered[i] < min) min = b->entered[i];
  return min;
}

static void on_arrive(gex_Token_t token, gex_AM_Arg_t what, gex_AM_Arg_t seq, gex_AM_Arg_t id,
                      gex_AM_Arg_t flags) {
  const struct hyd_token *tok = (const struct hyd_token *)token;
  struct hyd_job *job = tok->job;
  struct hyd_barrier_am *b = job->bar_am;
  int news = 0;
  pthread_mutex_lock(&b->lock);
  if (what == NAMED) {
    hyd_consensus_add(&b->gathering[seq & 1], id, flags);
    news = ++b->arrived[seq & 1] == job->size;
    if (news) b->done_named = (uint32_t)seq;
  } else {
    b->entered[tok->src]++;
    news = least(job, b) > b->done_unnamed;
    if (news) b->done_unnamed = least(job, b);
  }
  pthread_mutex_unlock(&b->lock);
  if (news) hyd_poll_todo(job);
}

/* Picks what to tell next; 0 = nothing. */
static int next_news(struct hyd_job *job, struct hyd_barrier_am *b) {
  if (b->telling < job->size) return 1;
  if (b->done_named != b->told_named) {
    b->telling_what = NAMED;
    b->told_named = b->telling_seq = b->done_named;
  } else if (b->done_unnamed != b->told_unnamed) {
    b->telling_what = UNNAMED;
    b->told_unnamed = b->telling_seq = b->done_unnamed;
  } else {
    return 0;
  }
  b->telling = 0;
  return 1;
}

static int progress(struct hyd_job *job) {
  struct hyd_barrier_am *b = job->bar_am;
  pthread_mutex_lock(&b->lock);
  while (next_news(job, b)) {
    struct hyd_consensus c = b->gathering[b->telling_seq & 1];
    gex_AM_Arg_t args[] = {b->telling_what, (gex_AM_Arg_t)b->telling_seq, c.named, c.id,
                           c.mismatch};
    gex_Rank_t to = b->telling++;
    if (b->telling == job->size && b->telling_what == NAMED) {
      b->gathering[b->telling_seq & 1] = (struct hyd_consensus){0, 0, 0};
      b->arrived[b->telling_seq & 1] = 0;
    }
    pthread_mutex_unlock(&b->lock); /* a message to oneself runs its handler here */
    send_short(job, to, HYD_H_RELEASE, args, 5, 0);
    pthread_mutex_lock(&b->lock);
  }
  pthread_mutex_unlock(&b->lock);
  return 0;
}

/* --- at every rank ------------------------------------------------------------------------------------ */

static void on_release(gex_Token_t token, gex_AM_Arg_t what, gex_AM_Arg_t seq, gex_AM_Arg_t named,
                       gex_AM_Arg_t id, gex_AM_Arg_t mismatch) {
  struct hyd_barrier_am *b = ((struct hyd_token *)token)->job->bar_am;
  pthread_mutex_lock(&b->lock);
  if (what == NAMED) {
    b->result[seq & 1] = (struct hyd_consensus){named, id, mismatch};
    b->released_named = (uint32_t)seq;
  } else if ((uint32_t)seq > b->released_unnamed) {
    b->released_unnamed = (uint32_t)seq;
  }
  pthread_mutex_unlock(&b->lock);
}

void hyd_barrier_am_init(struct hyd_job *job) {
  struct hyd_barrier_am *b = calloc(1, sizeof *b);
  if (b) b->entered = calloc(job->size, sizeof *b->entered);
  if (b == NULL || b->entered == NULL) hyd_fatal("gex_Client_Init", "out of memory for barriers");
  pthread_mutex_init(&b->lock, NULL);
  b->telling = job->size;
  job->bar_am = b;
  job->progress[HYD_PROGRESS_BARRIER] = progress;
  hyd_register_internal(job, HYD_H_ARRIVE, (gex_AM_Fn_t)on_arrive, "barrier arrival");
  hyd_register_internal(job, HYD_H_RELEASE, (gex_AM_Fn_t)on_release, "barrier release");
}

void hyd_barrier_am_arrive(struct hyd_job *job, uint32_t phase, int id, int flags) {
  gex_AM_Arg_t args[] = {NAMED, (gex_AM_Arg_t)phase, id, flags};
  send_short(job, 0, HYD_H_ARRIVE, args, 4, 0);
}

int hyd_barrier_am_done(struct hyd_job *job, uint32_t phase, struct hyd_consensus *c) {
  struct hyd_barrier_am *b = job->bar_am;
  int done;
  pthread_mutex_lock(&b->lock);
  done = b->released_named == phase;
  if (done) *c = b->result[phase & 1];
  pthread_mutex_unlock(&b->lock);
  return done;
}

void hyd_barrier_am_nb_enter(struct hyd_job *job, uint64_t count) {
  gex_AM_Arg_t args[] = {UNNAMED, (gex_AM_Arg_t)count, 0, 0};
  send_short(job, 0, HYD_H_ARRIVE, args, 4, 0);
}

int hyd_barrier_am_nb_reached(struct hyd_job *job, uint64_t count) {
  struct hyd_barrier_am *b = job->bar_am;
  int reached;
  pthread_mutex_lock(&b->lock);
  reached = b->released_unnamed >= count;
  pthread_mutex_unlock(&b->lock);
  return reached;
}
