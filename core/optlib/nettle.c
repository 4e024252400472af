/* SPDX-License-Identifier: BSD-3-Clause
 *
 * nettle.c: nettle, for the udp conduit's packets.
 */
#include <nettle/umac.h>

#include "core/optlib/load.h"

#define HYD_LATE_NETTLE
#define HYD_LATE_FILE HYD_NETTLE_FILE
#define HYD_LATE_PATH HYD_NETTLE_PATH
#include "core/optlib/calls.h"

int hyd_late_nettle(char *why, size_t why_size) { return hyd_late_load(&library, why, why_size); }
