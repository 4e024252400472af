/* SPDX-License-Identifier: BSD-3-Clause
 *
 * module.h: a conduit that is a shared object of its own, hyd_conduit_<name>.so, because it needs
 * libraries that not every machine has. The library loads it on demand. A module exports one
 * object, hyd_conduit_module, and must be of the same build as the library. The library gives it a
 * table of functions (calls.def) when it is opened, because the library may be an archive, whose
 * names a shared object does not see. A module's sources call these functions by their names all
 * the same: module_calls.c, which is part of every module, defines them.
 */
#ifndef HYD_CONDUITS_MODULE_H
#define HYD_CONDUITS_MODULE_H

#include "conduits/conduit.h"
#include "core/am/am.h"
#include "core/am/attend.h"
#include "core/am/deferred.h"
#include "core/env/env.h"
#include "core/base/err.h"
#include "core/oob/host_leaders.h"
#include "core/oob/oob.h"
#include "core/topo/locality.h"
#include "core/op/op.h"
#include "core/am/wait.h"
#include "core/watch/watch.h"

/* hyd_fatal_at and hyd_warn, with the text that the module has formatted. */
void hyd_module_fatal(const char *file, int line, const char *call,
                      const char *text); /* does not return */
void hyd_module_warn(const struct hyd_job *job, const char *text);

struct hyd_module_calls {
#define HYD_CALL(returns, name, parameters, arguments) returns(*name) parameters;
#include "conduits/calls.def"
#undef HYD_CALL
};
/* The list as text, which differs if module and library are of different builds. */
static const char hyd_module_names[] =
#define HYD_CALL(returns, name, parameters, arguments) #returns " " #name #parameters ";"
#include "conduits/calls.def"
#undef HYD_CALL
    ;

struct hyd_conduit_module {
  uint64_t build;    /* HYD_MODULE_BUILD in the module's build */
  const char *names; /* hyd_module_names */
  const struct hyd_conduit *(*enter)(
      const struct hyd_module_calls *library); /* called once, before any other function */
};
extern const struct hyd_conduit_module
    hyd_conduit_module; /* what the shared object exports: module_calls.c */
extern const struct hyd_conduit *const hyd_module_conduit; /* what the module defines */

/* A number that changes with the layout of objects that module and library share. */
#define HYD_MODULE_BUILD                                                                           \
  ((uint64_t)sizeof(struct hyd_job) << 32 ^ (uint64_t)sizeof(struct hyd_op) << 20 ^                \
   (uint64_t)sizeof(struct hyd_am) << 10 ^ (uint64_t)sizeof(struct hyd_conduit) ^                  \
   (uint64_t)HYD_ABI_VERSION << 52)

#endif
