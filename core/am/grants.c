/* SPDX-License-Identifier: BSD-3-Clause
 *
 * grants.c: see grants.h.
 */
#include "core/am/grants.h"

#include "core/am/handlers.h"
#include "core/am/internal_handlers.h"
#include "core/am/wait.h"
#include "core/base/err.h"

#define WINDOW 64u
#define AT_A_TIME 32u
#define QUESTIONS (WINDOW / AT_A_TIME) /* questions of a sender that may be unanswered */

/* Grants to and from one other rank. Counts are low halves of the counts since init. */
struct hyd_grants {
  /* As sender: requests sent; requests after which it has asked; requests granted beyond the first
   * window. */
  _Atomic uint32_t sent, asked, given;
  /* As target, under job->threads.lock: requests that had to wait; those of them that are over; and
   * how many must be over before each question of the sender is answered. */
  uint32_t kept, over, until[QUESTIONS], questions;
};

static uint32_t read_count(const _Atomic uint32_t *count) {
  return atomic_load_explicit(count, memory_order_relaxed);
}

/* --- the sender ----------------------------------------------------------- */

/* Asks for more grants when the last 32 were used. Returns 0 or HYD_NO_ROOM. The counts order no
 * other memory: relaxed. */
static int ask_for_more(struct hyd_job *job, gex_Rank_t peer, struct hyd_grants *l, uint32_t sent,
                        unsigned how) {
  struct hyd_am m = hyd_am_of(1, HYD_AM_SHORT, HYD_H_GRANT_ASK, 0, NULL);
  uint32_t asked = read_count(&l->asked);
  if ((int32_t)(sent - asked) < (int32_t)AT_A_TIME ||
      !atomic_compare_exchange_strong_explicit(&l->asked, &asked, asked + AT_A_TIME,
                                               memory_order_relaxed, memory_order_relaxed))
    return 0; /* there is no need, or another thread does it */
  if (hyd_am_send_request(job, peer, &m, how) == 0) return 0;
  atomic_fetch_sub_explicit(&l->asked, AT_A_TIME, memory_order_relaxed);
  return HYD_NO_ROOM;
}

static void wait_for_grant(struct hyd_job *job, gex_Rank_t peer, struct hyd_grants *l) {
  struct hyd_wait w;
  hyd_count(job, HYD_COUNT_GUARD_STALL, 1);
  hyd_wait_begin(&w, job, HYD_WAIT_QUEUE, peer, HYD_H_GRANT_ASK);
  while (read_count(&l->sent) - read_count(&l->given) >= WINDOW) hyd_wait_pause(&w);
  hyd_wait_end(&w);
}

int hyd_grant_take(struct hyd_job *job, gex_Rank_t peer, unsigned how) {
  struct hyd_grants *l = &job->mem.grants[peer];
  uint32_t sent = read_count(&l->sent);
  for (;;) {
    if (hyd_unlikely(ask_for_more(job, peer, l, sent, how))) return HYD_NO_ROOM;
    if (sent - read_count(&l->given) >= WINDOW) {
      if (how & HYD_AM_NO_WAIT) return HYD_NO_ROOM;
      wait_for_grant(job, peer, l);
      sent = read_count(&l->sent);
    } else if (atomic_compare_exchange_weak_explicit(&l->sent, &sent, sent + 1,
                                                     memory_order_relaxed, memory_order_relaxed)) {
      return 0;
    }
  }
}

void hyd_grant_return(struct hyd_job *job, gex_Rank_t peer) {
  atomic_fetch_sub_explicit(&job->mem.grants[peer].sent, 1, memory_order_relaxed);
}

static void on_grant(gex_Token_t token) {
  struct hyd_token *tok = (struct hyd_token *)token;
  atomic_fetch_add_explicit(&tok->job->mem.grants[tok->src].given, AT_A_TIME, memory_order_relaxed);
}

/* --- the target ----------------------------------------------------------- */

/* Removes a question that can be answered now; returns 0 if there is none. */
static int take_question(struct hyd_grants *l) {
  if (l->questions == 0 || (int32_t)(l->over - l->until[0]) < 0) return 0;
  l->questions--;
  memmove(l->until, l->until + 1, l->questions * sizeof *l->until);
  return 1;
}

/* Counts a request that waits, or is over; then answers questions, which may wait for room. */
static void on_request(struct hyd_job *job, gex_Rank_t src, int over) {
  struct hyd_am m = hyd_am_of(1, HYD_AM_SHORT, HYD_H_GRANT, 0, NULL);
  struct hyd_grants *l = &job->mem.grants[src];
  int answers = 0;
  pthread_mutex_lock(&job->threads.lock);
  if (over)
    l->over++;
  else
    l->kept++;
  while (take_question(l)) answers++;
  pthread_mutex_unlock(&job->threads.lock);
  while (answers--) hyd_am_send_request(job, src, &m, 0);
}

static void on_ask(gex_Token_t token) {
  struct hyd_token *tok = (struct hyd_token *)token;
  struct hyd_am m = hyd_am_of(0, HYD_AM_SHORT, HYD_H_GRANT, 0, NULL);
  struct hyd_grants *l = &tok->job->mem.grants[tok->src];
  int at_once = 0, wrong;
  pthread_mutex_lock(&tok->job->threads.lock);
  wrong = l->questions == QUESTIONS;
  if (!wrong) {
    l->until[l->questions++] = l->kept;
    at_once = take_question(l);
  }
  pthread_mutex_unlock(&tok->job->threads.lock);
  if (wrong) hyd_fatal(HYD_GUARDED, "rank %u sends on without a grant", tok->src);
  if (at_once) hyd_am_send_reply(tok, &m, 0);
}

/* --- answers ---------------------------------------------------------------- */

int hyd_deferred_make_room(struct hyd_job *job, unsigned how) {
  struct hyd_wait w;
  if (hyd_likely(!hyd_deferred_is_crowded(job))) return 0;
  if (how & HYD_AM_NO_WAIT) return HYD_NO_ROOM;
  hyd_count(job, HYD_COUNT_GUARD_STALL, 1);
  hyd_wait_begin(&w, job, HYD_WAIT_QUEUE, job->rank, 0);
  while (hyd_deferred_is_crowded(job)) hyd_wait_pause(&w);
  hyd_wait_end(&w);
  return 0;
}

/* --- init ------------------------------------------------------------------- */

void hyd_grants_init(struct hyd_job *job) {
  job->mem.grants = calloc(job->size, sizeof *job->mem.grants);
  if (job->mem.grants == NULL) hyd_fatal("gex_Client_Init", "out of memory");
  job->hooks.on_deferred_request = on_request;
  hyd_register_internal(job, HYD_H_GRANT_ASK, (gex_AM_Fn_t)on_ask, "grant ask", HYD_SHORT, 0);
  hyd_register_internal(job, HYD_H_GRANT, (gex_AM_Fn_t)on_grant, "grant", HYD_SHORT, 0);
}
