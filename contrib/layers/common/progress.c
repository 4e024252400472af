/* SPDX-License-Identifier: BSD-3-Clause
 *
 * progress.c: the progress thread, which answers messages while the program computes.
 */
#include "contrib/layers/common/progress.h"

#include <gasnetex.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <time.h>

enum { INTERVAL_NS = 300000, STACK = 8 << 20 };

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
  pthread_attr_t attr;
  pthread_t thread;
  sigset_t all, before;
  if (running) return 0;
  running = true;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_attr_init(&attr);
  pthread_attr_setstacksize(&attr, STACK); /* handlers may run functions of the program */
  pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
  int error = pthread_create(&thread, &attr, poll_often, NULL);
  pthread_attr_destroy(&attr);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return error;
}
