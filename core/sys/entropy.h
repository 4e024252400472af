/* SPDX-License-Identifier: BSD-3-Clause
 *
 * entropy.h: random bytes for keys, by getrandom(2), or, if a filter refuses that, from
 * /dev/urandom.
 */
#ifndef HYD_SYS_ENTROPY_H
#define HYD_SYS_ENTROPY_H

#include <errno.h>
#include <fcntl.h>
#include <sys/random.h>
#include <unistd.h>

#define HYD_RANDOM_MEANS "getrandom or /dev/urandom" /* for messages */

/* Fills at most 256 bytes. 0, or -1: see errno. */
static inline int hyd_random(void *bytes, size_t n) {
  ssize_t got = getrandom(bytes, n, 0);
  int fd;
  if (got == (ssize_t)n) return 0;
  if ((fd = open("/dev/urandom", O_RDONLY | O_CLOEXEC)) < 0) return -1;
  got = read(fd, bytes, n);
  close(fd);
  if (got >= 0 && got != (ssize_t)n) errno = EIO;
  return got == (ssize_t)n ? 0 : -1;
}

#endif
