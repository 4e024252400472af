/* SPDX-License-Identifier: BSD-3-Clause
 *
 * diff.h: finds the bytes of a page that differ from its twin.
 */
#ifndef HYD_DSM_DIFF_H
#define HYD_DSM_DIFF_H

#include <stdint.h>

/* Adjacent bytes of a page that have all changed. */
struct hyd_dsm_run {
  uint32_t at, bytes;
};

/* The most runs that a page of this size can have: every other byte has changed. */
#define HYD_DSM_RUNS_MAX(bytes) ((bytes) / 2 + 1)

/* Finds the runs of changed bytes, in order, and returns how many. A byte that did not change is in
 * no run, since another rank may have changed it. `bytes` is a multiple of 64, both pages are
 * aligned to 8. */
uint32_t hyd_dsm_diff(const void *page, const void *twin, uint32_t bytes, struct hyd_dsm_run *runs);

#endif
