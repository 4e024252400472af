/* SPDX-License-Identifier: BSD-3-Clause
 *
 * run_delay.h: how long the calling thread, since it began, has been ready to run and did not, for
 * the core ran others: the kernel's account (/proc/thread-self/schedstat).
 */
#ifndef HYD_SYS_RUN_DELAY_H
#define HYD_SYS_RUN_DELAY_H

#include <fcntl.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

/* 0 where the kernel does not tell. */
static inline uint64_t hyd_run_delay_ns(void) {
  char text[80];
  uint64_t ns = 0;
  int fd = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
  ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
  if (fd >= 0) close(fd);
  text[n > 0 ? n : 0] = '\0';
  return sscanf(text, "%*u %" SCNu64, &ns) == 1 ? ns : 0;
}

#endif
