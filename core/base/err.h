/* SPDX-License-Identifier: BSD-3-Clause
 *
 * err.h: how the library says that something is wrong. Fatal errors are one line on stderr with
 * rank, host, the client's position if it is known, the call, the bad value and what was expected;
 * then the whole job ends.
 */
#ifndef HYD_BASE_ERR_H
#define HYD_BASE_ERR_H

#include "core/base/core.h"

#define hyd_fatal(call, ...) hyd_fatal_at(__FILE__, -__LINE__, call, __VA_ARGS__)
/* `file` and `line` are the client's; where `line` is negative, the library's own; file NULL: the
 * client has made no error. */
void hyd_fatal_at(const char *file, int line, const char *call, const char *fmt, ...)
    __attribute__((format(printf, 4, 5), noreturn, cold));

/* The same for a wrong setting, option or argument of a command, or something that the machine
 * lacks: there is nothing to debug, so the job ends with status 1, without SIGABRT and a core file.
 */
#define HYD_STATUS_REFUSED 1
#define hyd_refuse(call, ...) hyd_fatal_at(NULL, 0, call, __VA_ARGS__)

/* Reports (if verbose) and returns an error code of the API (gasnet1-core.md C5.3). */
#define hyd_error(code, call, ...) hyd_error_at(__FILE__, -__LINE__, code, call, __VA_ARGS__)
int hyd_error_at(const char *file, int line, int code, const char *call, const char *fmt, ...)
    __attribute__((format(printf, 5, 6), cold));

/* What a client that called gasnet_init knows this call as; NULL: by that name, or it is no call of
 * GASNet-1's. */
const char *hyd_legacy_name(const char *call);

/* One line on stderr from rank 0, unless GASNET_QUIET. */
struct hyd_job;
void hyd_warn(const struct hyd_job *job, const char *fmt, ...)
    __attribute__((format(printf, 2, 3), cold));

#endif
