/* SPDX-License-Identifier: BSD-3-Clause
 *
 * module_limits.h: bytes of the longest medium and long of each conduit that is a module
 * (conduit.h: max_medium, max_long). Programs ask before such a one is loaded.
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
