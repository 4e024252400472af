/* SPDX-License-Identifier: BSD-3-Clause
 *
 * report.c: messages to the user.
 */
#include "contrib/layers/upc/report.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "contrib/layers/upc/entries.h"
#include "contrib/layers/upc/job.h"

const char *hyd_upc_file;
int hyd_upc_line;
static const char *program = "UPC program";

enum { MESSAGE = 1000 };
static char reason[4 * MESSAGE]; /* why the job cannot begin */

void hyd_upc_name_program(const char *argv0) {
  const char *slash = strrchr(argv0, '/');
  program = slash ? slash + 1 : argv0;
}

const char *hyd_upc_program(void) { return program; }

/* One write for each message, so that messages of several threads do not mix. */
static void print_message(const char *kind, const char *format, va_list arguments,
                          const char *ending) {
  char text[MESSAGE], place[MESSAGE / 2] = "";
  vsnprintf(text, sizeof text, format, arguments);
  if (hyd_upc_file) snprintf(place, sizeof place, "at %.400s:%d ", hyd_upc_file, hyd_upc_line);
  fprintf(stderr, "%.200s: %s%s: %s%s\n", program, place, kind, text, ending);
}

void hyd_upc_fail(const char *format, ...) {
  char thread[40] = "";
  va_list arguments;
  fflush(stdout);
  if (hyd_upc.started) snprintf(thread, sizeof thread, " (thread %u)", hyd_upc.rank);
  va_start(arguments, format);
  print_message("UPC error", format, arguments, thread);
  abort();
}

/* The compilers' headers call the same by this name. */
_Noreturn void __upc_fatal(const char *format, ...) __attribute__((alias("hyd_upc_fail")));

void hyd_upc_refuse(const char *format, ...) {
  va_list arguments;
  if (hyd_upc_is_refused()) return;
  va_start(arguments, format);
  vsnprintf(reason, sizeof reason, format, arguments);
  va_end(arguments);
}

bool hyd_upc_is_refused(void) { return reason[0] != 0; }

void hyd_upc_end_refused(void) {
  char thread[40] = "";
  if (hyd_upc.rank) snprintf(thread, sizeof thread, " (thread %u)", hyd_upc.rank);
  size_t line = strcspn(reason, "\n");
  fprintf(stderr, "%.200s: UPC error: %.*s%s%s\n", program, (int)line, reason, thread,
          reason + line);
  if (hyd_upc.all) gasnet_exit(2);
  _exit(2);
}

void hyd_upc_warn(const char *format, ...) {
  va_list arguments;
  if (hyd_upc.quiet || hyd_upc.rank) return;
  va_start(arguments, format);
  print_message("UPC warning", format, arguments, "");
  va_end(arguments);
}
