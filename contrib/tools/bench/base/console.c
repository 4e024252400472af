/* SPDX-License-Identifier: BSD-3-Clause
 *
 * console.c: what the launcher says on standard error: complaints, and on a terminal one line of
 * progress, which the next line replaces.
 */
#include "bench.h"

#include <errno.h>
#include <stdarg.h>
#include <unistd.h>

#define WIPE_LINE "\r\033[K"

void hyd_bn_complain(const char *fmt, ...) {
  va_list ap;
  int why = errno; /* for %m */
  if (isatty(STDERR_FILENO)) fputs(WIPE_LINE, stderr);
  fputs("gasnet-bench: ", stderr);
  va_start(ap, fmt);
  errno = why;
  vfprintf(stderr, fmt, ap);
  va_end(ap);
  fputc('\n', stderr);
}

void hyd_bn_progress(const struct hyd_bn *b, const char *what) {
  if (!b->progress) return;
  fprintf(stderr, WIPE_LINE "%s%s", what ? what : "", what ? " ..." : "");
  fflush(stderr);
}
