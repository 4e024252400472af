/* SPDX-License-Identifier: BSD-3-Clause
 *
 * module.h: a conduit that is a shared object of its own, hyd_conduit_<name>.so, because it needs libraries that not
 * every machine has. It is loaded when it is asked for, and exports one object, hyd_conduit_module. It is of the same
 * build as the library, whose functions (those of hyd_module_symbols in core/libs.include) it calls directly.
 */
#ifndef HYD_MODULE_H
#define HYD_MODULE_H

#include "conduits/conduit.h"
#include "core/am.h"
#include "core/op.h"

struct hyd_conduit_module {
  uint64_t build; /* HYD_MODULE_BUILD: of what it shares with the library, in its own build */
  const struct hyd_conduit *conduit;
};

/* Changes with what module and library both know of each other's objects. */
#define HYD_MODULE_BUILD                                                                                    \
  ((uint64_t)sizeof(struct hyd_job) << 32 ^ (uint64_t)sizeof(struct hyd_op) << 20 ^                         \
   (uint64_t)sizeof(struct hyd_am) << 10 ^ (uint64_t)sizeof(struct hyd_conduit) ^ (uint64_t)HYD_ABI_VERSION << 52)

#endif
