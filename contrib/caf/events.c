/* SPDX-License-Identifier: BSD-3-Clause
 *
 * events.c: EVENT POST, EVENT WAIT, EVENT_QUERY (libcaf.md 3.7). An event is the first of two
 * words, its count.
 */
#include "contrib/caf/access.h"
#include "contrib/caf/entries.h"
#include "contrib/caf/stats.h"

void _gfortran_caf_event_post(void *token, size_t index, int image, int *stat, char *errmsg,
                              size_t len) {
  struct caf_status status = {stat, errmsg, len};
  struct caf_word w[2];
  uint64_t since = CAF_STAT_BEGIN();
  hyd_caf_complete_puts();
  if (!hyd_caf_element(w, token, index, image, &status, "EVENT POST")) return;
  hyd_caf_word_op(&w[0], GEX_OP_FADD, 1, 0);
  hyd_caf_succeed(&status);
  CAF_STAT_END(CAF_K_EVENT, since, 0);
}

void _gfortran_caf_event_wait(void *token, size_t index, int until_count, int *stat, char *errmsg,
                              size_t len) {
  struct caf_status status = {stat, errmsg, len};
  struct caf_word w[2];
  struct caf_wait wait = {0};
  uint64_t since = CAF_STAT_BEGIN();
  uint32_t enough = until_count > 1 ? (uint32_t)until_count : 1;
  hyd_caf_complete_puts();
  if (!hyd_caf_element(w, token, index, 0, &status, "EVENT WAIT")) return;
  while (hyd_caf_word_op(&w[0], GEX_OP_GET, 0, 0) < enough) hyd_caf_pause(&wait);
  hyd_caf_word_op(&w[0], GEX_OP_FADD, -enough, 0);
  hyd_caf_succeed(&status);
  CAF_STAT_END(CAF_K_EVENT, since, 0);
}

/* Does not wait, and may be called in a loop: polls. */
void _gfortran_caf_event_query(void *token, size_t index, int image, int *count, int *stat) {
  struct caf_status status = {.stat = stat};
  struct caf_word w[2];
  gasnet_AMPoll();
  *count = -1;
  if (!hyd_caf_element(w, token, index, image, &status, "EVENT_QUERY")) return;
  *count = (int)hyd_caf_word_op(&w[0], GEX_OP_GET, 0, 0);
  hyd_caf_succeed(&status);
}
