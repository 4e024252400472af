/* SPDX-License-Identifier: BSD-3-Clause
 *
 * run_delay.h: how long the calling thread has run, and how long it was ready but waited for a
 * core, by the kernel's account (/proc/thread-self/schedstat).
 */
#ifndef HYD_SYS_RUN_DELAY_H
#define HYD_SYS_RUN_DELAY_H

#include <fcntl.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

struct hyd_run_times {
  uint64_t ran_ns, delay_ns;
};

/* Both times are 0 if the kernel does not report them. */
static inline struct hyd_run_times hyd_run_times(void) {
  char text[80];
  struct hyd_run_times t = {0, 0};
  int fd = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
  ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
  if (fd >= 0) close(fd);
  text[n > 0 ? n : 0] = '\0';
  if (sscanf(text, "%" SCNu64 " %" SCNu64, &t.ran_ns, &t.delay_ns) != 2)
    t = (struct hyd_run_times){0, 0};
  return t;
}

static inline uint64_t hyd_run_delay_ns(void) { return hyd_run_times().delay_ns; }

#endif
