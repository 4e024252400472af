/* SPDX-License-Identifier: BSD-3-Clause
 *
 * progress.h: the progress thread, which answers messages while the program computes. A layer
 * starts the thread only if a message can arrive that no other process carries out: some rank's
 * memory is not mapped, or some calls are messages always.
 */
#ifndef HYD_LAYERS_COMMON_PROGRESS_H
#define HYD_LAYERS_COMMON_PROGRESS_H
#include <stdbool.h>

/* Starts this process' progress thread, unless one runs. It polls every 300 us; signals are for the
 * program's threads. Returns 0 or the errno of pthread_create. Not thread-safe. */
int hyd_poll_often(void);

#endif
