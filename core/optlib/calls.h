/* SPDX-License-Identifier: BSD-3-Clause
 *
 * calls.h: the calls of one library of load.h. Included once by LIBRARY.c of this room, after
 * the library's header, with
 *
 *   HYD_LATE_HWLOC, HYD_LATE_CRYPTO, HYD_LATE_IPSEC_MB or HYD_LATE_NETTLE   its calls in calls.def
 *   HYD_LATE_FILE                                                           its soname
 *   HYD_LATE_PATH                                                           where configure found it
 */
static struct {
#define HYD_CALL(returns, name, parameters, arguments) returns(*name) parameters;
#include "core/optlib/calls.def"
#undef HYD_CALL
} calls;

static const struct hyd_late_call places[] = {
#define HYD_CALL(returns, name, parameters, arguments) {#name, &calls.name},
#include "core/optlib/calls.def"
#undef HYD_CALL
};

static struct hyd_late library = {HYD_LATE_FILE, HYD_LATE_PATH, places,
                                  sizeof places / sizeof places[0], 0};

#define HYD_CALL(returns, name, parameters, arguments)                                             \
  returns name parameters {                                                                        \
    hyd_late_need(&library);                                                                       \
    return calls.name arguments;                                                                   \
  }
#include "core/optlib/calls.def"
#undef HYD_CALL
