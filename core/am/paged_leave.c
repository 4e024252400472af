/* SPDX-License-Identifier: BSD-3-Clause
 *
 * paged_leave.c: see paged_leave.h.
 */
#include "core/am/paged_leave.h"

#include "core/am/handlers.h"
#include "core/am/internal_handlers.h"
#include "core/am/wait.h"
#include "core/base/err.h"

#define WINDOW 64u
#define AT_A_TIME 32u
#define QUESTIONS (WINDOW / AT_A_TIME) /* that may be unanswered */

/* With one rank. Counts are the low halves of those over the life of a job. */
struct hyd_paged_leaves {
  /* as sender: requests, those that it has asked behind, those that it had leave for beyond the
   * window */
  _Atomic uint32_t sent, asked, given;
  /* as target, under job->threads.lock: requests that waited, that do no more, and how many of
   * those there must be before its questions are answered */
  uint32_t kept, over, until[QUESTIONS], questions;
};

static uint32_t get(const _Atomic uint32_t *count) {
  return atomic_load_explicit(count, memory_order_relaxed);
}

/* --- the sender ----------------------------------------------------------- */

/* All counts are of messages in order, so nothing is read by their values: relaxed. */
static int ask(struct hyd_job *job, gex_Rank_t peer, struct hyd_paged_leaves *l, uint32_t sent,
               unsigned how) {
  struct hyd_am m = hyd_am_of(1, HYD_AM_SHORT, HYD_H_PAGED_ASK, 0, NULL);
  uint32_t asked = get(&l->asked);
  if ((int32_t)(sent - asked) < (int32_t)AT_A_TIME ||
      !atomic_compare_exchange_strong_explicit(&l->asked, &asked, asked + AT_A_TIME,
                                               memory_order_relaxed, memory_order_relaxed))
    return 0; /* there is no need, or another thread does it */
  if (hyd_am_send_request(job, peer, &m, how) == 0) return 0;
  atomic_fetch_sub_explicit(&l->asked, AT_A_TIME, memory_order_relaxed);
  return HYD_NO_ROOM;
}

static void wait_for_leave(struct hyd_job *job, gex_Rank_t peer, struct hyd_paged_leaves *l) {
  struct hyd_wait w;
  hyd_count(job, HYD_COUNT_PAGED_STALL, 1);
  hyd_wait_begin(&w, job, HYD_WAIT_QUEUE, peer, HYD_H_PAGED_ASK);
  while (get(&l->sent) - get(&l->given) >= WINDOW) hyd_wait_pause(&w);
  hyd_wait_end(&w);
}

int hyd_paged_leave_take(struct hyd_job *job, gex_Rank_t peer, unsigned how) {
  struct hyd_paged_leaves *l = &job->mem.paged_leaves[peer];
  uint32_t sent = get(&l->sent);
  for (;;) {
    if (hyd_unlikely(ask(job, peer, l, sent, how))) return HYD_NO_ROOM;
    if (sent - get(&l->given) >= WINDOW) {
      if (how & HYD_AM_NO_WAIT) return HYD_NO_ROOM;
      wait_for_leave(job, peer, l);
      sent = get(&l->sent);
    } else if (atomic_compare_exchange_weak_explicit(&l->sent, &sent, sent + 1,
                                                     memory_order_relaxed, memory_order_relaxed)) {
      return 0;
    }
  }
}

void hyd_paged_leave_unsent(struct hyd_job *job, gex_Rank_t peer) {
  atomic_fetch_sub_explicit(&job->mem.paged_leaves[peer].sent, 1, memory_order_relaxed);
}

static void on_leave(gex_Token_t token) {
  struct hyd_token *tok = (struct hyd_token *)token;
  atomic_fetch_add_explicit(&tok->job->mem.paged_leaves[tok->src].given, AT_A_TIME,
                            memory_order_relaxed);
}

/* --- the target ----------------------------------------------------------- */

/* One that can be answered now. */
static int is_answered(struct hyd_paged_leaves *l) {
  if (l->questions == 0 || (int32_t)(l->over - l->until[0]) < 0) return 0;
  l->questions--;
  memmove(l->until, l->until + 1, l->questions * sizeof *l->until);
  return 1;
}

/* May send, and wait for room, if it is over. */
static void on_request(struct hyd_job *job, gex_Rank_t src, int over) {
  struct hyd_am m = hyd_am_of(1, HYD_AM_SHORT, HYD_H_PAGED_LEAVE, 0, NULL);
  struct hyd_paged_leaves *l = &job->mem.paged_leaves[src];
  int answers = 0;
  pthread_mutex_lock(&job->threads.lock);
  if (over)
    l->over++;
  else
    l->kept++;
  while (is_answered(l)) answers++;
  pthread_mutex_unlock(&job->threads.lock);
  while (answers--) hyd_am_send_request(job, src, &m, 0);
}

static void on_ask(gex_Token_t token) {
  struct hyd_token *tok = (struct hyd_token *)token;
  struct hyd_am m = hyd_am_of(0, HYD_AM_SHORT, HYD_H_PAGED_LEAVE, 0, NULL);
  struct hyd_paged_leaves *l = &tok->job->mem.paged_leaves[tok->src];
  int at_once = 0, wrong;
  pthread_mutex_lock(&tok->job->threads.lock);
  wrong = l->questions == QUESTIONS;
  if (!wrong) {
    l->until[l->questions++] = l->kept;
    at_once = is_answered(l);
  }
  pthread_mutex_unlock(&tok->job->threads.lock);
  if (wrong) hyd_fatal("paged segment", "rank %u sends on without leave", tok->src);
  if (at_once) hyd_am_send_reply(tok, &m, 0);
}

/* --- answers ---------------------------------------------------------------- */

int hyd_paged_work_make_way(struct hyd_job *job, unsigned how) {
  struct hyd_wait w;
  if (hyd_likely(!hyd_paged_work_is_crowded(job))) return 0;
  if (how & HYD_AM_NO_WAIT) return HYD_NO_ROOM;
  hyd_count(job, HYD_COUNT_PAGED_STALL, 1);
  hyd_wait_begin(&w, job, HYD_WAIT_QUEUE, job->rank, 0);
  while (hyd_paged_work_is_crowded(job)) hyd_wait_pause(&w);
  hyd_wait_end(&w);
  return 0;
}

/* --- init ------------------------------------------------------------------- */

void hyd_paged_leave_init(struct hyd_job *job) {
  job->mem.paged_leaves = calloc(job->size, sizeof *job->mem.paged_leaves);
  if (job->mem.paged_leaves == NULL) hyd_fatal("gex_Client_Init", "out of memory");
  job->hooks.on_paged_request = on_request;
  hyd_register_internal(job, HYD_H_PAGED_ASK, (gex_AM_Fn_t)on_ask, "paged ask");
  hyd_register_internal(job, HYD_H_PAGED_LEAVE, (gex_AM_Fn_t)on_leave, "paged leave");
}
