/* SPDX-License-Identifier: BSD-3-Clause
 *
 * worker_list.h: what gasnet-bench itself can be started to do in a job.
 */
#ifndef HYD_BENCH_WORKER_LIST_H
#define HYD_BENCH_WORKER_LIST_H

#include "contrib/tools/bench/workers/worker.h"

extern const struct hyd_bn_worker hyd_bn_workers[]; /* ends with a NULL name */

#endif
