/* SPDX-License-Identifier: BSD-3-Clause
 *
 * am_watch.h: counts and events of messages while the job is watched (core/watch/watch.h).
 */
#ifndef HYD_AM_AM_WATCH_H
#define HYD_AM_AM_WATCH_H

#include "core/am/am.h"
#include "core/watch/watch.h"

/* Notes that *m was sent by m->way, from `begin` to now. */
void hyd_watch_sent(struct hyd_job *job, uint64_t begin, gex_Rank_t peer, const struct hyd_am *m);
/* Notes that the handler of *m ran from `begin` to now; print: hyd_event_print of *m as it came. */
void hyd_watch_handled(struct hyd_job *job, uint64_t begin, gex_Rank_t src, const struct hyd_am *m,
                       uint32_t print);

#endif
