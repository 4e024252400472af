/* SPDX-License-Identifier: BSD-3-Clause
 *
 * events.c: EVENT POST, EVENT WAIT, EVENT_QUERY (libcaf.md 3.7). An event is the first of its
 * words, its count.
 */
#include <string.h>

#include "contrib/layers/caf/access.h"
#include "contrib/layers/caf/entries.h"
#include "contrib/layers/caf/stats.h"

/* Posts by a message that follows the puts in flight if all of them go to that image; else
 * completes the puts first. */
void hyd_caf_post(const struct caf_word *w) {
  if (w->mapped) {
    hyd_caf_complete_puts();
    hyd_caf_word_op(w, GEX_OP_FADD, 1, 0);
  } else {
    hyd_caf_release_behind(w->rank);
    hyd_caf_send_later(w->rank, CAF_OP_POST, &w->owner, sizeof w->owner, NULL, 0);
  }
}

void hyd_caf_serve_post(const char *request) {
  _Atomic uint32_t *count;
  memcpy(&count, request, sizeof count);
  atomic_fetch_add(count, 1); /* W1 of words.h */
}

void _gfortran_caf_event_post(void *token, size_t index, int image, int *stat, char *errmsg,
                              size_t len) {
  struct caf_status status = {stat, errmsg, len};
  struct caf_word w[CAF_ELEMENT_WORDS];
  CAF_BEGIN(since);
  if (!hyd_caf_element(w, token, index, image, &status, "EVENT POST")) return;
  hyd_caf_post(&w[0]);
  hyd_caf_wake(w[0].rank);
  hyd_caf_succeed_at(&status, w[0].rank, "EVENT POST");
  CAF_STAT_END(CAF_K_EVENT, since, 0);
}

/* Tests whether `enough` posts have arrived, or never will since all other images have ended. */
static bool test_posts(const struct caf_word *count, uint32_t enough, int *ended_p) {
  int ended = hyd_caf_others_ended(); /* read first: posts arrive before an image's end */
  if (hyd_caf_word_op(count, GEX_OP_GET, 0, 0) >= enough) return true;
  *ended_p = ended;
  return ended != CAF_RUNNING;
}

/* Releases no other image, so puts may stay in flight. */
void _gfortran_caf_event_wait(void *token, size_t index, int until_count, int *stat, char *errmsg,
                              size_t len) {
  struct caf_status status = {stat, errmsg, len};
  struct caf_word w[CAF_ELEMENT_WORDS];
  int ended = CAF_RUNNING;
  CAF_BEGIN(since);
  uint32_t enough = until_count > 1 ? (uint32_t)until_count : 1;
  if (!hyd_caf_element(w, token, index, 0, &status, "EVENT WAIT")) return;
  CAF_AWAIT(test_posts(&w[0], enough, &ended));
  if (ended) {
    hyd_caf_fail(&status, hyd_caf_stat_of(ended),
                 "EVENT WAIT: all other images have ended, and the event has too few posts");
    return;
  }
  hyd_caf_word_op(&w[0], GEX_OP_FADD, -enough, 0);
  hyd_caf_succeed(&status);
  CAF_STAT_END(CAF_K_EVENT, since, 0);
}

/* Does not wait. Polls, as programs call it in a loop. */
void _gfortran_caf_event_query(void *token, size_t index, int image, int *count, int *stat) {
  struct caf_status status = {.stat = stat};
  struct caf_word w[CAF_ELEMENT_WORDS];
  CAF_BEGIN(since);
  gasnet_AMPoll();
  *count = -1;
  if (!hyd_caf_element(w, token, index, image, &status, "EVENT_QUERY")) return;
  *count = (int)hyd_caf_word_op(&w[0], GEX_OP_GET, 0, 0);
  hyd_caf_succeed_at(&status, w[0].rank, "EVENT_QUERY");
  CAF_STAT_END(CAF_K_EVENT, since, 0);
}
