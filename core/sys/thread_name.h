/* SPDX-License-Identifier: BSD-3-Clause
 *
 * thread_name.h: threads of the library have names, by which they are told from the client's:
 * a process ends with its last thread, and the library's do not count (core/exit/after_main.c).
 */
#ifndef HYD_SYS_THREAD_NAME_H
#define HYD_SYS_THREAD_NAME_H

#include <pthread.h>

#define HYD_THREAD_PREFIX "hydrant-"

/* Names a thread that has just been started; by its creator, so that it has never another name for
 * those who look later. `what` has 7 characters at most. */
#define hyd_name_thread(thread, what) ((void)pthread_setname_np(thread, HYD_THREAD_PREFIX what))

#endif
