/* SPDX-License-Identifier: BSD-3-Clause
 *
 * way.h: HYD_DSM_PROTOCOL=auto: pages come one-sided or by message, whichever has been faster of
 * late. One fetch in AGAIN goes the other way, so that a change is noticed: contention at the
 * homes, which messages suffer from first.
 */
#ifndef HYD_DSM_WAY_H
#define HYD_DSM_WAY_H

#include <stdint.h>

#define HYD_DSM_AGAIN 32

struct hyd_dsm_ways {
  uint64_t took[2]; /* ns of a fetch one-sided, by message: a moving average; 0: none yet */
  uint32_t fetches;
};

/* A fetch has taken so long; 1: the next one goes by message. */
static inline int hyd_dsm_next_way(struct hyd_dsm_ways *w, int by_message, uint64_t took) {
  uint64_t *average = &w->took[by_message != 0];
  int message;
  *average = *average ? (*average * 7 + took) / 8 : took;
  message = w->took[1] < w->took[0];
  return ++w->fetches % HYD_DSM_AGAIN == 0 ? !message : message;
}

#endif
