/* SPDX-License-Identifier: BSD-3-Clause
 *
 * progress.h: polling, sleeping and the descriptors that end a sleep (progress.c), and the
 * attending thread (attend.c).
 */
#ifndef HYD_IBV_PROGRESS_H
#define HYD_IBV_PROGRESS_H

#include <poll.h>

#include "conduits/ibv/connections.h"

/* --- progress.c ----------------------------------------------------------- */

/* hyd_conduit_ops.poll and sleep. */
int hyd_ibv_poll(struct hyd_job *job, void *state, int take_requests);
void hyd_ibv_sleep(struct hyd_job *job, void *state, uint64_t timeout_ns);
/* Handles completions and continues all that waited. Lock held. */
void hyd_ibv_progress(struct hyd_ibv *s);
/* Makes progress within a call that waits; runs no handlers. No lock held. */
void hyd_ibv_progress_nested(struct hyd_ibv *s);
/* The same, then sleeps a moment if there is nothing to do. No lock held. */
void hyd_ibv_wait_nested(struct hyd_ibv *s);

/* --- progress.c: descriptors that wake a rank ------------------------------ */

/* Has the next completion make a descriptor readable. 1: there are completions already. Lock held.
 */
int hyd_ibv_wait_fds_arm(struct hyd_ibv *s);
/* Fills in the descriptors to wait for; how many. No lock held. */
#define HYD_IBV_WAIT_FDS (1 + 2 * (1 + HYD_IBV_RAILS_MAX))
uint32_t hyd_ibv_wait_fds(const struct hyd_ibv *s, struct pollfd *f);
/* Handles readable descriptors; those of completions only if `all`. Lock held. */
void hyd_ibv_wait_fds_take(struct hyd_ibv *s, const struct pollfd *f, uint32_t n, int all);

/* --- attend.c ------------------------------------------------------------- */

/* Starts the attending thread, if it is wanted. */
void hyd_ibv_attend_start(struct hyd_ibv *s);
/* hyd_ibv_calls.arrived, of a short message. 0: it was one of the library's own and is handled. */
int hyd_ibv_attend_take(struct hyd_ibv *s, struct hyd_ibv_conn *c, const struct hyd_ibv_header *h);
/* hyd_ibv_calls.ended: the peer's life word has been read into the cell. */
void hyd_ibv_life_seen(struct hyd_ibv *s, void *conn, uint32_t cell);

#endif
