/* SPDX-License-Identifier: BSD-3-Clause
 *
 * names.h: included before every file of libgasnet (core/libs.include): what it calls of the
 * libraries of load.h is called hyd_late_<name> in objects, and is defined there by calls.h.
 * The names in the sources stay.
 */
#ifndef HYD_OPTLIB_NAMES_H
#define HYD_OPTLIB_NAMES_H

#define HYD_PRAGMA(...) _Pragma(#__VA_ARGS__)
#define HYD_CALL(returns, name, parameters, arguments)                                             \
  HYD_PRAGMA(redefine_extname name hyd_late_##name)
#define HYD_LATE_HWLOC
#define HYD_LATE_CRYPTO
#define HYD_LATE_IPSEC_MB
#define HYD_LATE_NETTLE
#include "core/optlib/calls.def"
#undef HYD_LATE_HWLOC
#undef HYD_LATE_CRYPTO
#undef HYD_LATE_IPSEC_MB
#undef HYD_LATE_NETTLE
#undef HYD_CALL
#undef HYD_PRAGMA

#endif
