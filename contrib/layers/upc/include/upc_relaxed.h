/* SPDX-License-Identifier: BSD-3-Clause
 *
 * upc_relaxed.h: accesses are relaxed unless they say otherwise.
 */
#pragma upc relaxed
#include <upc.h>
