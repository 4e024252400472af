/* SPDX-License-Identifier: BSD-3-Clause
 *
 * clock.c: for LD_PRELOAD: a wall clock that jumps forth and back by up to a day at each reading.
 * The monotonic clock stays as it is.
 */
#include <stdint.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define DAY 86400

/* Another number of seconds at each call. */
static long wrong_by(void) {
  static _Atomic uint64_t state = 46;
  uint64_t x = state += 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return (long)((x ^ x >> 31) % (2 * DAY)) - DAY;
}

int clock_gettime(clockid_t which, struct timespec *t) {
  long rc = syscall(SYS_clock_gettime, which, t);
  if (rc == 0 && (which == CLOCK_REALTIME || which == CLOCK_REALTIME_COARSE))
    t->tv_sec += wrong_by();
  return (int)rc;
}

int gettimeofday(struct timeval *restrict t, void *restrict zone) {
  struct timespec now;
  (void)zone;
  clock_gettime(CLOCK_REALTIME, &now);
  *t = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
  return 0;
}

time_t time(time_t *t) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (t) *t = now.tv_sec;
  return now.tv_sec;
}
