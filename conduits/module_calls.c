/* SPDX-License-Identifier: BSD-3-Clause
 *
 * module_calls.c: part of every conduit that is a module: defines the library's functions, which
 * call through the table that the library has given (module.h).
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "conduits/module.h"

static struct hyd_module_calls library;

static const struct hyd_conduit *enter_module(const struct hyd_module_calls *calls) {
  library = *calls;
  return hyd_module_conduit;
}

#define HYD_CALL(returns, name, parameters, arguments)                                             \
  returns name parameters { return library.name arguments; }
#include "conduits/calls.def"
#undef HYD_CALL

/* The functions with a variable number of arguments. */
void hyd_fatal_at(const char *file, int line, const char *call, const char *fmt, ...) {
  char text[4096];
  va_list args;
  va_start(args, fmt);
  vsnprintf(text, sizeof text, fmt, args);
  va_end(args);
  hyd_module_fatal(file, line, call, text);
  abort();
}

void hyd_warn(const struct hyd_job *job, const char *fmt, ...) {
  char text[4096];
  va_list args;
  va_start(args, fmt);
  vsnprintf(text, sizeof text, fmt, args);
  va_end(args);
  hyd_module_warn(job, text);
}

const struct hyd_conduit_module hyd_conduit_module = {HYD_MODULE_BUILD, hyd_module_names,
                                                      enter_module};
