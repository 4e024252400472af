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
int vb_poll(struct hyd_job *job, void *state, int take_requests);
void vb_sleep(struct hyd_job *job, void *state, uint64_t timeout_ns);
/* What a poll does. Lock held. */
void vb_progress(struct vb_state *s);
/* vb_calls.progress; the same, which sleeps a moment if there is nothing to do. */
void vb_progress_nested(struct vb_state *s);
void vb_wait_nested(struct vb_state *s);
/* Tells the progress thread that the client is not away. */
static inline void vb_count_poll(struct vb_state *s) {
  atomic_store_explicit(&s->progress.polls,
                        atomic_load_explicit(&s->progress.polls, memory_order_relaxed) + 1,
                        memory_order_relaxed);
}

/* --- wait_fds.c ----------------------------------------------------------- */

/* Has the devices report the next completion; 1 = some are there already. Lock held. */
int vb_wake_arm(struct vb_state *s);
/* The descriptors to wait for. No lock. */
#define VB_WAKE_FDS (1 + 2 * (1 + VB_RAILS_MAX))
uint32_t vb_wake_fds(const struct vb_state *s, struct pollfd *f);
/* Takes what they have; reports of completions only if `all`. Lock held. */
void vb_wake_take(struct vb_state *s, const struct pollfd *f, uint32_t n, int all);

/* --- progress_thread.c ---------------------------------------------------- */

/* Whether there is to be such a thread; starts it; asks it to end, which it does soon. */
int vb_attend_wanted(const struct hyd_job *job);
void vb_attend(struct vb_state *s);
void vb_attend_end(struct vb_state *s);
/* vb_calls.arrived: whether the message was not for the library itself. vb_calls.ended. */
int vb_attend_message(struct vb_state *s, struct vb_conn *c, const struct vb_header *h);
void vb_life_seen(struct vb_state *s, void *conn, uint32_t cell);

#endif
