/* SPDX-License-Identifier: BSD-3-Clause
 *
 * launch.h: tells a process of a job from a program that was started by itself.
 */
#ifndef HYD_LAYERS_COMMON_LAUNCH_H
#define HYD_LAYERS_COMMON_LAUNCH_H
#include <stdbool.h>

/* Whether a launcher has started this process as one of a job. */
bool hyd_is_launched(void);

#endif
