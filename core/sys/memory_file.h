/* SPDX-License-Identifier: BSD-3-Clause
 *
 * memory_file.h: a file for memory that processes share, without a name: by memfd_create(2), or
 * where a filter refuses that, in a directory of files, which is unlinked as soon as it is open.
 */
#ifndef HYD_SYS_MEMORY_FILE_H
#define HYD_SYS_MEMORY_FILE_H

#include <stdint.h>

/* what is tried, for messages */
#define HYD_MEMORY_MEANS "memfd_create, /dev/shm, XDG_RUNTIME_DIR, TMPDIR and /tmp"

/* Closed at exec, never a standard stream. -1, and errno of memfd_create, if all means fail.
 * *where_p, if not NULL: the directory; NULL for a memfd. */
int hyd_memory_file(const char *name, const char **where_p);

/* Room in a file that will be mapped, without which a store there ends by SIGBUS where the file
 * system is full. 0, or an errno value. */
int hyd_file_reserve(int fd, uint64_t at, uint64_t bytes);
/* The same for a memory file, unless it is a memfd, which has no file system, or that cannot be
 * told. */
int hyd_memory_reserve(int fd, uint64_t at, uint64_t bytes);

#endif
