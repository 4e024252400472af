/* SPDX-License-Identifier: BSD-3-Clause
 *
 * later.h: messages that have arrived, and whose handlers run in a later poll: longs whose last
 * bytes had to wait for pages (landed.c), and messages that arrive while the library makes progress
 * in a call that must not run the client's handlers (vain.c).
 */
#ifndef HYD_AM_LATER_H
#define HYD_AM_LATER_H

#include "core/am/am.h"

struct hyd_later {
  struct hyd_later *next;
  void *memory; /* is freed when the handler has run */
  gex_Rank_t src;
  uint32_t put_off; /* bytes of the copy, if it was made by hyd_am_put_off */
  struct hyd_am m;
  gex_AM_Arg_t args[HYD_AM_WIRE_ARGS];
};

/* Fills in *l for message *m from src; the payload stays where it is. */
void hyd_later_describe(struct hyd_later *l, void *memory, gex_Rank_t src, const struct hyd_am *m);
/* Adds a message to the list. */
void hyd_later_add(struct hyd_job *job, struct hyd_later *l);
/* Delivers the messages that may be delivered now; returns how many. Poll lock held. */
int hyd_later_run(struct hyd_job *job);
/* Called when a parked reply has gone: polls look at the rings alone if nothing else needs more.
 * Poll lock held. */
void hyd_later_poll_less(struct hyd_job *job);

#endif
