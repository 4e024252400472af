/* SPDX-License-Identifier: BSD-3-Clause
 *
 * module.h: a conduit that is a shared object of its own, hyd_conduit_<name>.so, because it needs
 * libraries that not every machine has. It is loaded when it is asked for, and exports one object,
 * hyd_conduit_module. It is of the same build as the library, and gets the library's calls
 * (calls.def) as a table when it is opened: the library may be an archive, whose names a shared
 * object does not see. Its sources call them by their names all the same: module_calls.c is part of
 * every module.
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

/* hyd_fatal_at and hyd_warn, whose arguments the module has made text. */
void hyd_module_fatal(const char *file, int line, const char *call,
                      const char *text); /* does not return */
void hyd_module_warn(const struct hyd_job *job, const char *text);

struct hyd_module_calls {
#define HYD_CALL(returns, name, parameters, arguments) returns(*name) parameters;
#include "conduits/calls.def"
#undef HYD_CALL
};
/* The list as text: the same on both sides, or they are not of one build. */
static const char hyd_module_names[] =
#define HYD_CALL(returns, name, parameters, arguments) #returns " " #name #parameters ";"
#include "conduits/calls.def"
#undef HYD_CALL
    ;

struct hyd_conduit_module {
  uint64_t build;    /* HYD_MODULE_BUILD: of what it shares with the library, in its own build */
  const char *names; /* hyd_module_names */
  const struct hyd_conduit *(*enter)(
      const struct hyd_module_calls *library); /* once, before anything else of it */
};
extern const struct hyd_conduit_module
    hyd_conduit_module; /* what the shared object exports: module_calls.c */
extern const struct hyd_conduit *const hyd_module_conduit; /* what the module defines */

/* Changes with what module and library both know of each other's objects. */
#define HYD_MODULE_BUILD                                                                           \
  ((uint64_t)sizeof(struct hyd_job) << 32 ^ (uint64_t)sizeof(struct hyd_op) << 20 ^                \
   (uint64_t)sizeof(struct hyd_am) << 10 ^ (uint64_t)sizeof(struct hyd_conduit) ^                  \
   (uint64_t)HYD_ABI_VERSION << 52)

#endif
