/* SPDX-License-Identifier: BSD-3-Clause
 *
 * progress.h: poll and sleep (progress.c), what wakes a rank that sleeps (wait_fds.c), and the
 * thread that stands in for the client (progress_thread.c).
 */
#ifndef HYD_IBV_PROGRESS_H
#define HYD_IBV_PROGRESS_H

#include <poll.h>

#include "conduits/ibv/connections.h"

/* --- progress.c ----------------------------------------------------------- */

/* hyd_conduit_ops.poll and sleep. */
int hyd_ibv_poll(struct hyd_job *job, void *state, int take_requests);
void hyd_ibv_sleep(struct hyd_job *job, void *state, uint64_t timeout_ns);
/* What a poll does. Lock held. */
void hyd_ibv_progress(struct hyd_ibv *s);
/* hyd_ibv_calls.progress; the same, which sleeps a moment if there is nothing to do. */
void hyd_ibv_progress_nested(struct hyd_ibv *s);
void hyd_ibv_wait_nested(struct hyd_ibv *s);
/* Tells the progress thread that the client is not away. */
static inline void hyd_ibv_count_poll(struct hyd_ibv *s) {
  atomic_store_explicit(&s->progress.polls,
                        atomic_load_explicit(&s->progress.polls, memory_order_relaxed) + 1,
                        memory_order_relaxed);
}

/* --- wait_fds.c ----------------------------------------------------------- */

/* Has the devices report the next completion; 1 = some are there already. Lock held. */
int hyd_ibv_wait_fds_arm(struct hyd_ibv *s);
/* The descriptors to wait for. No lock. */
#define HYD_IBV_WAIT_FDS (1 + 2 * (1 + HYD_IBV_RAILS_MAX))
uint32_t hyd_ibv_wait_fds(const struct hyd_ibv *s, struct pollfd *f);
/* Takes what they have; reports of completions only if `all`. Lock held. */
void hyd_ibv_wait_fds_take(struct hyd_ibv *s, const struct pollfd *f, uint32_t n, int all);

/* --- progress_thread.c ---------------------------------------------------- */

/* Whether there is to be such a thread; starts it; asks it to end, which it does soon. */
int hyd_ibv_progress_thread_wanted(const struct hyd_job *job);
void hyd_ibv_progress_thread_start(struct hyd_ibv *s);
void hyd_ibv_progress_thread_end(struct hyd_ibv *s);
/* hyd_ibv_calls.arrived: whether the message was not for the library itself. hyd_ibv_calls.ended.
 */
int hyd_ibv_progress_thread_take(struct hyd_ibv *s, struct hyd_ibv_conn *c,
                                 const struct hyd_ibv_header *h);
void hyd_ibv_life_seen(struct hyd_ibv *s, void *conn, uint32_t cell);

#endif
