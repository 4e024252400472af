/* SPDX-License-Identifier: BSD-3-Clause
 *
 * diff.h: which bytes of a page differ from its twin.
 */
#ifndef HYD_DSM_DIFF_H
#define HYD_DSM_DIFF_H

#include <stdint.h>

/* Bytes of a page that lie one after another and were all changed. */
struct hyd_dsm_run {
  uint32_t at, bytes;
};

/* The most runs that a page of so many bytes has: every other byte is changed. */
#define HYD_DSM_RUNS_MAX(bytes) ((bytes) / 2 + 1)

/* The runs of the changed bytes, in order; exact: a byte that did not change is in none, since
 * another rank may have changed it. `bytes` is a multiple of 64, both pages are aligned to 8. */
uint32_t hyd_dsm_diff(const void *page, const void *twin, uint32_t bytes, struct hyd_dsm_run *runs);

#endif
