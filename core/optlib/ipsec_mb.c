/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ipsec_mb.c: libipsec-mb, for the udp conduit's packets, where it is installed.
 */
#include <intel-ipsec-mb.h>

#include "core/optlib/load.h"

#define HYD_LATE_IPSEC_MB
#define HYD_LATE_FILE HYD_IPSEC_MB_FILE
#define HYD_LATE_PATH HYD_IPSEC_MB_PATH
#include "core/optlib/calls.h"

int hyd_late_ipsec_mb(char *why, size_t why_size) { return hyd_late_load(&library, why, why_size); }
