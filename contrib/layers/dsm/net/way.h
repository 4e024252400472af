/* SPDX-License-Identifier: BSD-3-Clause
 *
 * way.h: HYD_DSM_PROTOCOL=auto: fetches pages one-sided or by message, whichever has recently been
 * faster. One fetch in AGAIN uses the other way, to detect a change: contention at the homes slows
 * messages first.
 */
#ifndef HYD_DSM_WAY_H
#define HYD_DSM_WAY_H

#include <stdint.h>

#define HYD_DSM_AGAIN 32

struct hyd_dsm_ways {
  uint64_t took[2]; /* ns of a fetch, one-sided and by message: moving averages; 0: none yet */
  uint32_t fetches;
};

/* Records the time of a fetch. 1: the next fetch is by message. */
static inline int hyd_dsm_next_way(struct hyd_dsm_ways *w, int by_message, uint64_t took) {
  uint64_t *average = &w->took[by_message != 0];
  int message;
  *average = *average ? (*average * 7 + took) / 8 : took;
  message = w->took[1] < w->took[0];
  return ++w->fetches % HYD_DSM_AGAIN == 0 ? !message : message;
}

#endif
