/* SPDX-License-Identifier: BSD-3-Clause
 *
 * progress.h: poll and sleep, what wakes a rank that sleeps (progress.c), and what
 * the attending thread does (attend.c).
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
/* Lets the network go on, within a call that waits, without handlers; the same, which sleeps a
 * moment if there is nothing to do. No lock held. */
void hyd_ibv_progress_nested(struct hyd_ibv *s);
void hyd_ibv_wait_nested(struct hyd_ibv *s);

/* --- progress.c: descriptors that wake a rank ------------------------------ */

/* Has the devices report the next completion; 1 = some are there already. Lock held. */
int hyd_ibv_wait_fds_arm(struct hyd_ibv *s);
/* The descriptors to wait for. No lock. */
#define HYD_IBV_WAIT_FDS (1 + 2 * (1 + HYD_IBV_RAILS_MAX))
uint32_t hyd_ibv_wait_fds(const struct hyd_ibv *s, struct pollfd *f);
/* Takes what they have; reports of completions only if `all`. Lock held. */
void hyd_ibv_wait_fds_take(struct hyd_ibv *s, const struct pollfd *f, uint32_t n, int all);

/* --- attend.c ------------------------------------------------------------- */

/* Starts the attending thread, if it is wanted. */
void hyd_ibv_attend_start(struct hyd_ibv *s);
/* hyd_ibv_calls.arrived: whether the message was not for the library itself. hyd_ibv_calls.ended:
 * the word of life of that peer is in that cell. */
int hyd_ibv_attend_take(struct hyd_ibv *s, struct hyd_ibv_conn *c, const struct hyd_ibv_header *h);
void hyd_ibv_life_seen(struct hyd_ibv *s, void *conn, uint32_t cell);

#endif
