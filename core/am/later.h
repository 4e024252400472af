/* SPDX-License-Identifier: BSD-3-Clause
 *
 * later.h: messages that have arrived and whose handlers run in a later poll: longs whose last
 * bytes had to wait for pages (landed.c), and what arrives while the library makes progress in a
 * call that must not run the client's handlers (vain.c).
 */
#ifndef HYD_AM_LATER_H
#define HYD_AM_LATER_H

#include "core/am/am.h"

struct hyd_later {
  struct hyd_later *next;
  void *memory; /* to be freed when the handler has run */
  gex_Rank_t src;
  uint32_t put_off; /* bytes, if it was */
  struct hyd_am m;
  gex_AM_Arg_t args[HYD_AM_WIRE_ARGS];
};

/* *m has arrived from src; its payload stays where it is. */
void hyd_later_describe(struct hyd_later *l, void *memory, gex_Rank_t src, const struct hyd_am *m);
void hyd_later_add(struct hyd_job *job, struct hyd_later *l);
/* Delivers those that may be delivered now; how many. Poll lock held, as for the next. */
int hyd_later_run(struct hyd_job *job);
/* A reply that was parked has gone: polls look at the rings alone, if nothing else waits for them.
 */
void hyd_later_poll_less(struct hyd_job *job);

#endif
