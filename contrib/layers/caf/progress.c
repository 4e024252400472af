/* SPDX-License-Identifier: BSD-3-Clause
 *
 * progress.c: the progress thread, which answers messages while the program computes. It starts
 * when the first message can arrive: this image has components that other images reach only by
 * asking it, or the memory of some images is not mapped.
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <time.h>

#include "contrib/layers/caf/caf.h"

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

void hyd_caf_poll_often(void) {
  static bool running; /* one thread for each process */
  pthread_attr_t attr;
  pthread_t thread;
  sigset_t all, before;
  if (running || hyd_caf.size == 1) return;
  running = true;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before); /* signals are for the program's threads */
  pthread_attr_init(&attr);
  pthread_attr_setstacksize(&attr, STACK); /* reductions run functions of the program */
  pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
  if (pthread_create(&thread, &attr, poll_often, NULL))
    fprintf(stderr,
            "Fortran coarrays: image %u: no thread for progress; images answer late while they "
            "compute\n",
            hyd_caf.rank + 1);
  pthread_attr_destroy(&attr);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}
