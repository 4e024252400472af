/* SPDX-License-Identifier: BSD-3-Clause
 *
 * am_watch.h: what is told of messages while the job is watched (core/watch/watch.h).
 */
#ifndef HYD_AM_AM_WATCH_H
#define HYD_AM_AM_WATCH_H

#include "core/am/am.h"
#include "core/watch/watch.h"

/* *m has been sent since `begin`, by m->way. */
void hyd_watch_sent(struct hyd_job *job, uint64_t begin, gex_Rank_t peer, const struct hyd_am *m);
/* The handler of *m has run since `begin`; print: hyd_event_print of it as it came. */
void hyd_watch_handled(struct hyd_job *job, uint64_t begin, gex_Rank_t src, const struct hyd_am *m,
                       uint32_t print);

#endif
