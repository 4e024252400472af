/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fd.h: descriptors that cannot be taken for a standard stream. In a program started with stdout
 * closed a new descriptor would be 1, and what the client prints would land in it.
 */
#ifndef HYD_SYS_FD_H
#define HYD_SYS_FD_H

#include <fcntl.h>
#include <unistd.h>

/* The same open file at a descriptor of 3 or more; -1 (and errno) if fd was -1 or none is left. */
static inline int hyd_fd_high(int fd) {
  int high;
  if (fd < 0 || fd > STDERR_FILENO) return fd;
  high = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  close(fd);
  return high;
}

/* Closes it if there is one; then there is none. */
static inline void hyd_fd_close(int *fd_p) {
  if (*fd_p >= 0) close(*fd_p);
  *fd_p = -1;
}

#endif
