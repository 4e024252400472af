/* SPDX-License-Identifier: BSD-3-Clause
 *
 * late_hwloc.c: hwloc, for the places of processes and devices (near.c, bind.c).
 */
#include <hwloc.h>

#include "core/late.h"

#define HYD_LATE_DEF "core/late_hwloc.def"
#define HYD_LATE_FILE HYD_HWLOC_FILE
#define HYD_LATE_PATH HYD_HWLOC_PATH
#include "core/late_calls.h"

int hyd_late_hwloc(char *why, size_t why_size) { return hyd_late_load(&library, why, why_size); }
