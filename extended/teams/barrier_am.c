/* SPDX-License-Identifier: BSD-3-Clause
 *
 * barrier_am.c: the barriers of a job whose ranks do not all share memory.
 *
 * The ranks of a neighbourhood see each other's arrivals; the last to arrive tells their first
 * rank, by a message. The first ranks of all neighbourhoods are the members of a tree
 * (barrier_tree.c). When the tree has a result, each first rank shows it to its neighbourhood in
 * shared memory.
 *
 * Handlers only tell the tree what has arrived. Polls (job->rx.progress) and calls of the client
 * send, because a handler may not send requests.
 *
 * A message is `what`, the count in two words, and the id. Its sender is the token's source, so
 * that no rank can speak for another.
 */
#include "core/am/am.h"
#include "core/base/err.h"
#include "core/am/internal_handlers.h"
#include "core/am/handlers.h"
#include "core/am/wait.h"
#include "core/job/topology.h"
#include "extended/teams/barrier.h"
#include "extended/teams/barrier_tree.h"

enum { OF_NAMED = 1, SAID_ID = 2, SAID_MISMATCH = 4, OF_NBRHD = 8 }; /* bits of what */

struct hyd_barrier_am {
  pthread_mutex_t lock; /* of all below; taken alone, or around a message to be sent */
  /* At the first rank of a neighbourhood: the tree, and the jobranks of its members. member NULL:
   * all ranks are members. */
  struct hyd_barrier_tree tree;
  gex_Rank_t *member;
  /* [named], at other ranks: what the first rank is to be told of the neighbourhood; count 0:
   * nothing. */
  struct hyd_barrier_news told[2];
};

static int is_first(const struct hyd_job *job) { return job->rank == job->place.nbrhd_first; }

static int by_rank(const void *a, const void *b) {
  gex_Rank_t x = *(const gex_Rank_t *)a, y = *(const gex_Rank_t *)b;
  return x < y ? -1 : x > y;
}

/* The jobrank of a member of the tree. */
static gex_Rank_t member_rank(const struct hyd_barrier_am *b, uint32_t number) {
  return b->member ? b->member[number] : number;
}
/* The number of a rank among the members of the tree; -1: it is none. */
static int64_t number_of(const gex_Rank_t *members, uint32_t n, gex_Rank_t rank) {
  const gex_Rank_t *m = members ? bsearch(&rank, members, n, sizeof rank, by_rank) : NULL;
  if (members == NULL) return rank;
  return m ? m - members : -1;
}

static struct hyd_release *release_of_mine(const struct hyd_job *job) {
  return &hyd_rank_at(job, job->place.nbrhd_first)->release;
}

/* --- in the neighbourhood ------------------------------------------------- */

/* Whether all ranks of the neighbourhood have arrived in `phase`; *c: their consensus. */
static int have_arrived(const struct hyd_job *job, uint32_t phase, struct hyd_consensus *c) {
  const struct hyd_arrival *a =
      hyd_arrivals(job->shared, phase & 1) + (job->place.nbrhd_first - job->shared->first);
  *c = (struct hyd_consensus){0, 0, 0};
  for (gex_Rank_t i = 0; i < job->place.nbrhd_count; i++) {
    if (atomic_load_explicit(&a[i].phase, memory_order_acquire) != phase) return 0; /* B2 */
    hyd_consensus_add(c, a[i].id, a[i].flags);
  }
  return 1;
}

/* Whether all ranks of the neighbourhood have entered so many unnamed barriers. */
static int have_entered(const struct hyd_job *job, uint64_t count) {
  const _Atomic uint64_t *n =
      hyd_nb_counts(job->shared) + (job->place.nbrhd_first - job->shared->first);
  for (gex_Rank_t i = 0; i < job->place.nbrhd_count; i++)
    if (atomic_load_explicit(&n[i], memory_order_acquire) < count) return 0; /* N2 */
  return 1;
}

static void wake_nbrhd(struct hyd_job *job) {
  gex_Rank_t first = job->place.nbrhd_first;
  if (hyd_likely(!hyd_has_sleepers(job))) return;
  for (gex_Rank_t r = first; r < first + job->place.nbrhd_count; r++)
    if (r != job->rank) hyd_wake(job, hyd_rank_at(job, r));
}

/* Shows the tree's results to the neighbourhood, at its first rank. The place of a phase is free:
 * all ranks have seen the phase two before, since they have entered the one between. */
static void show_release(struct hyd_job *job) {
  const struct hyd_barrier_tree *t = &job->bar.am->tree;
  struct hyd_release *r = release_of_mine(job);
  struct hyd_consensus c;
  uint64_t phase = hyd_barrier_tree_over(t, &c), entered = hyd_barrier_tree_entered(t);
  int news = 0;
  if (atomic_load_explicit(&r->named[phase & 1].phase, memory_order_relaxed) != (uint32_t)phase) {
    r->named[phase & 1].c = c;
    atomic_store_explicit(&r->named[phase & 1].phase, (uint32_t)phase,
                          memory_order_release); /* NR1 */
    news = 1;
  }
  if (atomic_load_explicit(&r->entered, memory_order_relaxed) != entered) {
    atomic_store_explicit(&r->entered, entered, memory_order_release); /* NR1 */
    news = 1;
  }
  if (news) wake_nbrhd(job);
}

/* --- messages ------------------------------------------------------------- */

static int post_news(struct hyd_job *job, gex_Rank_t to, int what,
                     const struct hyd_barrier_news *news) {
  const gex_AM_Arg_t bits = what | (news->named ? OF_NAMED : 0) | (news->c.named ? SAID_ID : 0) |
                            (news->c.mismatch ? SAID_MISMATCH : 0);
  const gex_AM_Arg_t args[] = {bits, HYD_ARG_HIGH(news->count), HYD_ARG_LOW(news->count),
                               news->c.id};
  struct hyd_am m = hyd_am_of(1, HYD_AM_SHORT, news->up ? HYD_H_ARRIVE : HYD_H_RELEASE, 4, args);
  return hyd_am_try_send(job, to, &m);
}

/* Whether there is something to send. */
static int is_more(const struct hyd_job *job) {
  const struct hyd_barrier_am *b = job->bar.am;
  struct hyd_barrier_news next;
  if (is_first(job)) return hyd_barrier_tree_next(&b->tree, &next);
  return b->told[0].count || b->told[1].count;
}

/* Sends what there is to send. Returns 0, or HYD_NO_ROOM if some is left. Under the lock. */
static int send_all(struct hyd_job *job) {
  struct hyd_barrier_am *b = job->bar.am;
  struct hyd_barrier_news news;
  for (int i = 0; i < 2; i++) {
    if (b->told[i].count == 0) continue;
    if (post_news(job, job->place.nbrhd_first, OF_NBRHD, &b->told[i])) return HYD_NO_ROOM;
    b->told[i].count = 0;
  }
  if (!is_first(job)) return 0;
  show_release(job);
  while (hyd_barrier_tree_next(&b->tree, &news)) {
    if (post_news(job, member_rank(b, news.to), 0, &news)) return HYD_NO_ROOM;
    hyd_barrier_tree_sent(&b->tree, &news);
  }
  return 0;
}

/* Tells the tree that the neighbourhood has arrived. Several ranks may tell of the same arrival. */
static void tell_tree(struct hyd_barrier_tree *t, const struct hyd_barrier_news *news) {
  if (!news->named && news->count > t->unnamed.own)
    hyd_barrier_tree_enter(t, news->count);
  else if (news->named && (uint32_t)news->count == (uint32_t)(t->named.own + 1))
    hyd_barrier_tree_agree(t, &news->c);
}

/* Takes a message from `src`. Returns 0, or -1 if that rank never sends such a message to this one.
 * Under the lock. */
static int take_news(struct hyd_job *job, gex_Rank_t src, int what,
                     const struct hyd_barrier_news *n) {
  struct hyd_barrier_am *b = job->bar.am;
  int64_t from;
  if (!is_first(job)) return -1;
  if (what & OF_NBRHD) {
    if (!hyd_in_nbrhd(job, src)) return -1;
    tell_tree(&b->tree, n);
    return 0;
  }
  from = number_of(b->member, b->tree.named.n, src);
  return from < 0 ? -1 : hyd_barrier_tree_hear(&b->tree, (uint32_t)from, n);
}

static void hear_news(gex_Token_t token, int up, gex_AM_Arg_t what, uint64_t count, int id) {
  const struct hyd_token *tok = (const struct hyd_token *)token;
  struct hyd_job *job = tok->job;
  struct hyd_barrier_am *b = job->bar.am;
  const struct hyd_barrier_news news = {job->rank,
                                        up,
                                        what & OF_NAMED,
                                        count,
                                        {(what & SAID_ID) != 0, id, (what & SAID_MISMATCH) != 0}};
  int bad;
  pthread_mutex_lock(&b->lock);
  bad = take_news(job, tok->src, what, &news);
  pthread_mutex_unlock(&b->lock);
  if (bad)
    hyd_fatal("barrier",
              "rank %u sent rank %u of %u a message that it never sends to it; expected all "
              "ranks to run the same version of the library",
              tok->src, job->rank, job->size);
  hyd_poll_todo(job); /* to send, or to show */
}

static void on_arrive(gex_Token_t token, gex_AM_Arg_t what, gex_AM_Arg_t count_hi,
                      gex_AM_Arg_t count_lo, gex_AM_Arg_t id) {
  hear_news(token, 1, what, hyd_arg_word(count_hi, count_lo), id);
}

static void on_release(gex_Token_t token, gex_AM_Arg_t what, gex_AM_Arg_t count_hi,
                       gex_AM_Arg_t count_lo, gex_AM_Arg_t id) {
  hear_news(token, 0, what, hyd_arg_word(count_hi, count_lo), id);
}

/* Sends, in polls. When all is sent, a thread of this rank may leave the barrier. */
static int step_barriers(struct hyd_job *job) {
  struct hyd_barrier_am *b = job->bar.am;
  int any, stuck;
  pthread_mutex_lock(&b->lock);
  any = is_more(job);
  stuck = send_all(job);
  pthread_mutex_unlock(&b->lock);
  return stuck ? HYD_PROGRESS_MORE : any ? HYD_PROGRESS_DONE : 0;
}

/* --- calls ---------------------------------------------------------------- */

static void *check_memory(void *p) {
  if (p == NULL) hyd_fatal("gex_Client_Init", "out of memory for barriers");
  return p;
}

static void join_tree(struct hyd_job *job, struct hyd_barrier_am *b) {
  gex_Rank_t n = hyd_nbrhds(job, NULL);
  if (n < job->size) {
    b->member = check_memory(malloc(n * sizeof *b->member));
    hyd_nbrhds(job, b->member);
  }
  hyd_barrier_tree_init(&b->tree, n, (uint32_t)number_of(b->member, n, job->rank));
}

void hyd_barrier_am_init(struct hyd_job *job) {
  struct hyd_barrier_am *b = check_memory(calloc(1, sizeof *b));
  pthread_mutex_init(&b->lock, NULL);
  if (is_first(job)) join_tree(job, b);
  job->bar.am = b;
  job->rx.progress[HYD_PROGRESS_BARRIER] = step_barriers;
  hyd_register_internal(job, HYD_H_ARRIVE, (gex_AM_Fn_t)on_arrive, "barrier arrival", HYD_SHORT, 4);
  hyd_register_internal(job, HYD_H_RELEASE, (gex_AM_Fn_t)on_release, "barrier release", HYD_SHORT,
                        4);
}

/* Sends, and unlocks; returns 1 if all is sent. */
static int send_and_unlock(struct hyd_job *job) {
  int stuck = send_all(job);
  pthread_mutex_unlock(&job->bar.am->lock);
  if (stuck) hyd_poll_todo(job);
  return !stuck;
}

/* Sends what there is, since a rank that leaves a barrier may compute for long, or end. Returns 1
 * if all is sent. */
static int send_before_leaving(struct hyd_job *job) {
  pthread_mutex_lock(&job->bar.am->lock);
  return send_and_unlock(job);
}

/* The results that this neighbourhood knows. A first rank sends and shows before it looks. */
static const struct hyd_release *read_release(struct hyd_job *job) {
  if (is_first(job)) send_before_leaving(job);
  return release_of_mine(job);
}

/* Tells the tree, or the first rank, that the neighbourhood has arrived. */
static void tell_first(struct hyd_job *job, const struct hyd_barrier_news *news) {
  struct hyd_barrier_am *b = job->bar.am;
  pthread_mutex_lock(&b->lock);
  if (is_first(job))
    tell_tree(&b->tree, news);
  else
    b->told[news->named] = *news;
  send_and_unlock(job);
}

/* If several ranks arrive at the same time, at least one sees all others: a fence lies between a
 * rank's own arrival and its look at the others, here and in hyd_barrier_am_nb_enter. */
void hyd_barrier_am_arrive(struct hyd_job *job, uint32_t phase) {
  struct hyd_barrier_news news = {.up = 1, .named = 1, .count = phase};
  atomic_thread_fence(memory_order_seq_cst);
  if (have_arrived(job, phase, &news.c)) tell_first(job, &news);
}

int hyd_barrier_am_done(struct hyd_job *job, uint32_t phase, struct hyd_consensus *c) {
  const struct hyd_release *r = read_release(job);
  if (atomic_load_explicit(&r->named[phase & 1].phase, memory_order_acquire) != phase) /* NR2 */
    return 0;
  *c = r->named[phase & 1].c;
  return send_before_leaving(job);
}

void hyd_barrier_am_nb_enter(struct hyd_job *job, uint64_t count) {
  struct hyd_barrier_news news = {.up = 1, .count = count};
  atomic_thread_fence(memory_order_seq_cst);
  if (have_entered(job, count)) tell_first(job, &news);
}

int hyd_barrier_am_nb_reached(struct hyd_job *job, uint64_t count) {
  const struct hyd_release *r = read_release(job);
  return atomic_load_explicit(&r->entered, memory_order_acquire) >= count && /* NR2 */
         send_before_leaving(job);
}
