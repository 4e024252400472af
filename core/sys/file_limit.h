/* SPDX-License-Identifier: BSD-3-Clause
 *
 * file_limit.h: the limit of file sizes (ulimit -f), which also applies to shared memory, as that
 * is a file. Beyond the limit the kernel sends SIGXFSZ, which ends a process without a message;
 * these functions get the error alone, whatever the client does about the signal.
 */
#ifndef HYD_SYS_FILE_LIMIT_H
#define HYD_SYS_FILE_LIMIT_H

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/* Between these two calls this thread gets EFBIG without SIGXFSZ. */
static inline void hyd_file_limit_hold(sigset_t *before) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGXFSZ);
  pthread_sigmask(SIG_BLOCK, &set, before);
}

static inline void hyd_file_limit_release(const sigset_t *before) {
  const struct timespec none = {0, 0};
  sigset_t set;
  int err = errno;
  sigemptyset(&set);
  sigaddset(&set, SIGXFSZ);
  if (!sigismember(before, SIGXFSZ)) (void)sigtimedwait(&set, NULL, &none);
  pthread_sigmask(SIG_SETMASK, before, NULL);
  errno = err;
}

/* ftruncate(2) without SIGXFSZ and EINTR. */
static inline int hyd_file_resize(int fd, uint64_t bytes) {
  sigset_t before;
  int rc;
  hyd_file_limit_hold(&before);
  while ((rc = ftruncate(fd, (off_t)bytes)) != 0 && errno == EINTR) continue;
  hyd_file_limit_release(&before);
  return rc;
}

/* The most bytes of a file; UINT64_MAX: no limit. */
static inline uint64_t hyd_file_limit(void) {
  struct rlimit r;
  return getrlimit(RLIMIT_FSIZE, &r) || r.rlim_cur == RLIM_INFINITY ? UINT64_MAX : r.rlim_cur;
}

/* Describes an error with shared memory, as strerror does. */
#define HYD_FILE_WHY 128
static inline const char *hyd_file_why(int err, char why[HYD_FILE_WHY]) {
  if (err != EFBIG || hyd_file_limit() == UINT64_MAX) return strerror(err);
  snprintf(why, HYD_FILE_WHY,
           "%s: expected a limit of file sizes (ulimit -f) of more than %llu KB, as memory that "
           "processes share is a file",
           strerror(err), (unsigned long long)(hyd_file_limit() / 1024));
  return why;
}

#endif
