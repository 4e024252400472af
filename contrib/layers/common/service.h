/* SPDX-License-Identifier: BSD-3-Clause
 *
 * service.h: starts a layer's own thread beside the program's.
 */
#ifndef HYD_LAYERS_COMMON_SERVICE_H
#define HYD_LAYERS_COMMON_SERVICE_H

/* Starts a detached thread; signals are for the program's threads. Returns 0 or the errno of
 * pthread_create. */
int hyd_start_service(void *(*body)(void *));

#endif
