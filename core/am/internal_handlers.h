/* SPDX-License-Identifier: BSD-3-Clause
 *
 * internal_handlers.h: the library's own handlers, below GEX_AM_INDEX_BASE.
 */
#ifndef HYD_AM_INTERNAL_HANDLERS_H
#define HYD_AM_INTERNAL_HANDLERS_H

enum {
  HYD_H_COUNT = 1, /* barriers and exchanges among hosts (host_leaders.c) */
  HYD_H_GATHER,
  HYD_H_END,
  HYD_H_END_HEARD,
  HYD_H_PUT,
  HYD_H_GET,
  HYD_H_GOT,
  HYD_H_MEMSET,
  HYD_H_ACK,
  HYD_H_ARRIVE,
  HYD_H_RELEASE,
  HYD_H_COLL,
  HYD_H_VIS_PUT,
  HYD_H_VIS_GET,
  HYD_H_VIS_GOT,
  HYD_H_VIS_PEER,
  HYD_H_AD_OP,
  HYD_H_AD_DONE,
  HYD_H_AD_REPORT,
  HYD_H_CLOCK, /* traced jobs (trace_clock.c) */
  HYD_H_CLOCK_SAID,
  HYD_H_GUARD, /* from here to HYD_H_GUARD_LAST: the guard's */
  HYD_H_GUARD_LAST = HYD_H_GUARD + 10,
  HYD_H_GRANT_ASK, /* grants.c */
  HYD_H_GRANT,
  HYD_H_ENDPOINT /* endpoint_am.h */
};

#endif
