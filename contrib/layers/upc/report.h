/* SPDX-License-Identifier: BSD-3-Clause
 *
 * report.h: messages to the user (libupc.md 7.3).
 */
#ifndef HYD_UPC_REPORT_H
#define HYD_UPC_REPORT_H
#include <stdbool.h>
#include <stddef.h>

/* The place in the source that the program has come to, if its calls tell it (debug.c,
 * instrumented.c); NULL: not known. */
extern const char *hyd_upc_file;
extern int hyd_upc_line;
static inline void hyd_upc_enter_place(const char *file, int line) {
  hyd_upc_file = file;
  hyd_upc_line = line;
}
static inline void hyd_upc_leave_place(void) { hyd_upc_file = NULL; }

void hyd_upc_name_program(const char *argv0);
const char *hyd_upc_program(void);

/* Prints "PROG: at FILE:LINE UPC error: MESSAGE (thread T)" and aborts. */
_Noreturn void hyd_upc_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* While the job begins: notes why it cannot. The threads go on until all can hear of that
 * (start.c), so that one of them says why. The first reason counts. */
void hyd_upc_refuse(const char *format, ...) __attribute__((format(printf, 1, 2)));
bool hyd_upc_is_refused(void);
/* Prints "PROG: UPC error: REASON", with the thread if that is not 0, and ends with status 2. */
_Noreturn void hyd_upc_end_refused(void);
/* Prints "PROG: UPC warning: MESSAGE", on thread 0, unless UPC_QUIET or UPC_NO_WARN is set. */
void hyd_upc_warn(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
