/* SPDX-License-Identifier: BSD-3-Clause
 *
 * progress.c: the progress thread, which answers messages while the program computes.
 */
#include "contrib/layers/common/progress.h"

#include <gasnetex.h>
#include <sys/prctl.h>
#include <time.h>

#include "contrib/layers/common/service.h"

enum { INTERVAL_NS = 300000 };

static void *poll_often(void *unused) {
  (void)unused;
  prctl(PR_SET_TIMERSLACK, 1000UL, 0UL, 0UL, 0UL);
  for (;;) {
    nanosleep(&(struct timespec){.tv_nsec = INTERVAL_NS}, NULL);
    gasnet_AMPoll();
  }
  return NULL;
}

int hyd_poll_often(void) {
  static bool running; /* one thread for each process */
  if (running) return 0;
  running = true;
  return hyd_start_service(poll_often);
}
