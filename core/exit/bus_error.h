/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bus_error.h: why an access has ended by SIGBUS.
 */
#ifndef HYD_EXIT_BUS_ERROR_H
#define HYD_EXIT_BUS_ERROR_H

#include <stddef.h>

/* The name of the file whose mapping has that address; 0, or -1: it is none's. In signal handlers.
 */
int hyd_bus_file(const void *addr, char *name, size_t size);

#endif
