/* SPDX-License-Identifier: BSD-3-Clause
 *
 * memory_file.h: a nameless file for shared memory: by memfd_create(2), or, if a filter refuses
 * that, in a directory, where it is unlinked as soon as it is open.
 */
#ifndef HYD_SYS_MEMORY_FILE_H
#define HYD_SYS_MEMORY_FILE_H

#include <stdint.h>

/* For messages: the means that are tried, in order. */
#define HYD_MEMORY_MEANS "memfd_create, /dev/shm, XDG_RUNTIME_DIR, TMPDIR and /tmp"

/* Opens such a file: close-on-exec, no standard stream. *where_p, if where_p is not NULL: its
 * directory, or NULL for a memfd. -1, with errno of memfd_create: all means have failed. */
int hyd_memory_file(const char *name, const char **where_p);

/* Allocates room in a file that will be mapped: without it a store gets SIGBUS if the file system
 * is full. 0, or an errno value. */
int hyd_file_reserve(int fd, uint64_t at, uint64_t bytes);
/* The same for a file of hyd_memory_file. Does nothing for a memfd, or if the kind of file is not
 * known. */
int hyd_memory_reserve(int fd, uint64_t at, uint64_t bytes);

#endif
