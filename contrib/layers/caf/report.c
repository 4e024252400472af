/* SPDX-License-Identifier: BSD-3-Clause
 *
 * report.c: errors: set STAT= and ERRMSG=, or end the job with one line.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "contrib/layers/caf/caf.h"

static void fill_errmsg(char *errmsg, size_t len, const char *text) {
  size_t n = strlen(text);
  memcpy(errmsg, text, n < len ? n : len);
  if (n < len) memset(errmsg + n, ' ', len - n);
}

void hyd_caf_fail(const struct caf_status *status, int code, const char *format, ...) {
  char text[400];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  if (status->stat) {
    *status->stat = code;
    if (status->errmsg) fill_errmsg(status->errmsg, status->len, text);
    return;
  }
  hyd_caf_flush();
  fprintf(stderr, "Fortran coarray error: image %u: %s\n",
          hyd_caf.current ? hyd_caf.current->me + 1 : 1, text);
  hyd_caf_error_end(1);
}

int hyd_caf_stat_of(int state) {
  return state == CAF_FAILED ? GFC_STAT_FAILED_IMAGE : GFC_STAT_STOPPED_IMAGE;
}

const char *hyd_caf_word_of(int state) { return state == CAF_FAILED ? "failed" : "stopped"; }

void hyd_caf_report_ended(const struct caf_status *status, int state, const char *statement) {
  hyd_caf_fail(status, hyd_caf_stat_of(state), "%s: an image has %s", statement,
               hyd_caf_word_of(state));
}

void hyd_caf_succeed_at(const struct caf_status *status, uint32_t rank, const char *statement) {
  if (status->stat == NULL) return;
  bool failed = hyd_caf_any_ended(hyd_caf.initial) &&
                hyd_caf_member_state(hyd_caf.initial, rank) == CAF_FAILED;
  if (failed)
    hyd_caf_fail(status, GFC_STAT_FAILED_IMAGE, "%s: the image has failed", statement);
  else
    *status->stat = 0;
}
