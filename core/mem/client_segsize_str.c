/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The default of GASNET_MAX_SEGSIZE (a size specification), which a client may define itself: the
 * object stands alone in its file, so that the client's takes its place in static linking too.
 */
#include "core/base/core.h"

const char *gasnet_max_segsize_str;
