/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fd.h: descriptors that are no standard streams. In a program that was started with stdout closed,
 * a new descriptor would be 1, and the client's output would go to it.
 */
#ifndef HYD_SYS_FD_H
#define HYD_SYS_FD_H

#include <fcntl.h>
#include <unistd.h>

/* Moves the open file to a descriptor of 3 or more. -1, with errno: fd is -1, or none is free. */
static inline int hyd_fd_high(int fd) {
  int high;
  if (fd < 0 || fd > STDERR_FILENO) return fd;
  high = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  close(fd);
  return high;
}

/* Closes *fd_p unless it is -1, and sets it to -1. */
static inline void hyd_fd_close(int *fd_p) {
  if (*fd_p >= 0) close(*fd_p);
  *fd_p = -1;
}

#endif
