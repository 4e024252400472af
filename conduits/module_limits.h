/* SPDX-License-Identifier: BSD-3-Clause
 *
 * module_limits.h: max_medium and max_long (conduit.h) of each conduit that is a module, as
 * programs may query them before the module is loaded.
 */
#ifndef HYD_CONDUITS_MODULE_LIMITS_H
#define HYD_CONDUITS_MODULE_LIMITS_H

#define HYD_IBV_MAX_MEDIUM 8208u
#define HYD_IBV_MAX_LONG 65536u
#define HYD_OFI_MAX_MEDIUM 8192u
#define HYD_OFI_MAX_LONG 65536u
#define HYD_MPI_MAX_MEDIUM 65536u
#define HYD_MPI_MAX_LONG 65536u

#endif
