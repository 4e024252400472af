/* SPDX-License-Identifier: BSD-3-Clause
 *
 * core.h: first include of every file of the library: the public headers as the library sees
 * them, and the constants that choose the checking or the production build.
 */
#ifndef HYD_CORE_H
#define HYD_CORE_H

#define HYD_BUILDING_LIBRARY 1
#define GASNET_PAR 1 /* the library is always prepared for threads */
#include "gasnet.h"

#ifndef HYD_DEBUG
#error "compile with -DHYD_DEBUG=0 or -DHYD_DEBUG=1"
#endif

/* Public symbols are exported by name (core/libgasnet.sym); nothing else is. */

#endif
