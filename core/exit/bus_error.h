/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bus_error.h: finds the file whose mapping has caused a SIGBUS.
 */
#ifndef HYD_EXIT_BUS_ERROR_H
#define HYD_EXIT_BUS_ERROR_H

#include <stddef.h>

/* Writes the name of the file whose mapping has the address. 0, or -1: no file's.
 * Async-signal-safe. */
int hyd_bus_file(const void *addr, char *name, size_t size);

#endif
