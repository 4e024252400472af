/* SPDX-License-Identifier: BSD-3-Clause
 *
 * core.h: the public headers as the library sees them, which files include by way of the library's
 * own headers, and the choice of the checking or the production build.
 */
#ifndef HYD_BASE_H
#define HYD_BASE_H

#define HYD_BUILDING_LIBRARY 1
#define GASNET_PAR 1 /* the library is always prepared for threads */
#include "gasnet.h"

#ifndef HYD_DEBUG
#error "compile with -DHYD_DEBUG=0 or -DHYD_DEBUG=1"
#endif

/* Arguments of a message on its way: those of the client, and one of the library. */
#define HYD_AM_WIRE_ARGS (HYD_AM_MAX_ARGS + 1)

/* Public symbols are exported by name (hyd_export in core/libs.include); nothing else is. */

#endif
