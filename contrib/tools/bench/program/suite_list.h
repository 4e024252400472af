/* SPDX-License-Identifier: BSD-3-Clause
 *
 * suite_list.h: the suites that gasnet-bench knows by name.
 */
#ifndef HYD_BENCH_SUITE_LIST_H
#define HYD_BENCH_SUITE_LIST_H

#include "contrib/tools/bench/suites/suites.h"

extern const struct hyd_bn_suite hyd_bn_suites[]; /* ends with a NULL name */

#endif
