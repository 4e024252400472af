/* SPDX-License-Identifier: BSD-3-Clause
 *
 * end_message.c: see end_message.h.
 */
#include "core/exit/end_message.h"

#include "core/am/am.h"
#include "core/exit/job_exit.h"
#include "core/oob/host_leaders.h"
#include "core/am/internal_handlers.h"
#include "core/am/handlers.h"
#include "core/exit/signals.h"

/* Handles the message that the job ends: answers first, and then ends this host. If the answer
 * cannot be sent there is none, and the sender has the manager end the job. */
static void bye(struct hyd_job *job, gex_Rank_t src, const gex_AM_Arg_t *args, hyd_answer_fn send,
                void *arg) {
  struct hyd_am m = {.category = HYD_AM_SHORT, .is_request = 1, .handler = HYD_H_END_HEARD};
  if (hyd_sig_quit_ends()) send(arg, src, &m);
  hyd_exit_record_of(job, (gex_Rank_t)args[1], (int)args[0]);
  hyd_exit_end_host(job);
}

static void try_send(void *job, gex_Rank_t peer, const struct hyd_am *m) {
  struct hyd_am sent = *m;
  (void)hyd_am_try_send(job, peer, &sent);
}

static void on_bye(gex_Token_t token, gex_AM_Arg_t status, gex_AM_Arg_t rank) {
  const struct hyd_token *tok = (const struct hyd_token *)token;
  bye(tok->job, tok->src, (gex_AM_Arg_t[]){status, rank}, try_send, tok->job);
}

static void heard(struct hyd_job *job, gex_Rank_t src, const gex_AM_Arg_t *args, hyd_answer_fn send,
                  void *arg) {
  (void)src;
  (void)args;
  (void)send;
  (void)arg;
  atomic_fetch_add_explicit(&job->net.end_heard, 1, memory_order_relaxed);
}

static void on_heard(gex_Token_t token) {
  heard(((const struct hyd_token *)token)->job, 0, NULL, NULL, NULL);
}

void hyd_end_message_init(struct hyd_job *job) {
  if (hyd_leaders_of(job) == NULL) return;
  hyd_register_internal(job, HYD_H_END, (gex_AM_Fn_t)on_bye, "end of the job", HYD_SHORT, 2);
  hyd_register_internal(job, HYD_H_END_HEARD, (gex_AM_Fn_t)on_heard, "end of the job, heard",
                        HYD_SHORT, 0);
  hyd_leaders_urgent(job, HYD_H_END, 2, bye);
  hyd_leaders_urgent(job, HYD_H_END_HEARD, 0, heard);
}

int hyd_end_message_tell(struct hyd_job *job, uint64_t word, uint32_t *told) {
  gex_AM_Arg_t args[] = {hyd_exit_code(word), (gex_AM_Arg_t)hyd_exit_rank(word)};
  struct hyd_am m = {
      .category = HYD_AM_SHORT, .is_request = 1, .handler = HYD_H_END, .nargs = 2, .args = args};
  for (; *told < job->shared->nhosts; ++*told)
    if (hyd_leader_of(job->shared, *told) != job->place.host_first &&
        hyd_am_try_send(job, hyd_leader_of(job->shared, *told), &m))
      return 0;
  return atomic_load_explicit(&job->net.end_heard, memory_order_relaxed) == job->shared->nhosts - 1;
}
