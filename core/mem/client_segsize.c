/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The default of GASNET_MAX_SEGSIZE (bytes for each process), which a client may define itself: the
 * object stands alone in its file, so that the client's takes its place in static linking too.
 */
#include "core/base/core.h"

uint64_t gasnet_max_segsize;
