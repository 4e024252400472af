/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hwloc.c: hwloc, for the places of processes and devices (locality.c, binding.c).
 */
#include <hwloc.h>

#include "core/optlib/load.h"

#define HYD_LATE_HWLOC
#define HYD_LATE_FILE HYD_HWLOC_FILE
#define HYD_LATE_PATH HYD_HWLOC_PATH
#include "core/optlib/calls.h"

int hyd_late_hwloc(char *why, size_t why_size) { return hyd_late_load(&library, why, why_size); }
