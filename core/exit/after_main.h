/* SPDX-License-Identifier: BSD-3-Clause
 *
 * after_main.h: the main thread has ended by pthread_exit, and other threads of the client go on.
 */
#ifndef HYD_EXIT_AFTER_MAIN_H
#define HYD_EXIT_AFTER_MAIN_H

#include "core/base/job.h"

/* To be called by the main thread while it ends. As without the library, the process ends with its
 * last thread, as by exit(0): threads of the library do not keep it. */
void hyd_after_main(struct hyd_job *job);

#endif
