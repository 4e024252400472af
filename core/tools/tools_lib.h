/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tools_lib.h: includes gasnet_tools.h for the sources of the tools: with real locks in every
 * thread mode, and without the marks of client objects.
 */
#ifndef HYD_TOOLS_LIB_H
#define HYD_TOOLS_LIB_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#ifndef HYD_BUILDING_LIBRARY
#define HYD_BUILDING_LIBRARY 1
#endif
#undef GASNET_SEQ
#undef GASNET_PARSYNC
#undef GASNET_PAR
#undef GASNETT_THREAD_SAFE
#undef GASNETT_THREAD_SINGLE
#define GASNETT_THREAD_SAFE 1

#include "gasnet_tools.h"

#include "tools_int.h"

#endif
