/* SPDX-License-Identifier: BSD-3-Clause
 *
 * stats.h: the counts of UPC_STATS=1. To count accesses of mapped memory, too, no segment is in
 * hyd_upc_base then: every access comes to remote.c, so that no access tests a flag otherwise.
 */
#ifndef HYD_UPC_STATS_H
#define HYD_UPC_STATS_H
#include "contrib/layers/upc/job.h"

enum upc_count {
  UPC_N_GET, /* of another thread's memory, mapped */
  UPC_N_PUT,
  UPC_N_GET_OWN,
  UPC_N_PUT_OWN,
  UPC_N_GET_REMOTE, /* not mapped */
  UPC_N_PUT_REMOTE,
  UPC_N_WAIT,
  UPC_N_BARRIER,
  UPC_N_LOCK,
  UPC_N_LOCK_WAIT,
  UPC_N_ALLOC,
  UPC_N_COLLECTIVE,
  UPC_N_ATOMIC,
  UPC_COUNTS
};

extern bool hyd_upc_stats_on;
void hyd_upc_stats_add(enum upc_count what, size_t bytes);
static inline void hyd_upc_count(enum upc_count what, size_t bytes) {
  if (UPC_UNLIKELY(hyd_upc_stats_on)) hyd_upc_stats_add(what, bytes);
}
void hyd_upc_stats_report(void);

#endif
