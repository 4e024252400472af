/* SPDX-License-Identifier: BSD-3-Clause
 *
 * service.c: starts a layer's own thread beside the program's.
 */
#include "contrib/layers/common/service.h"

#include <pthread.h>
#include <signal.h>
#include <stddef.h>

enum { STACK = 8 << 20 }; /* bytes: handlers may run functions of the program */

int hyd_start_service(void *(*body)(void *)) {
  pthread_attr_t attr;
  pthread_t thread;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_attr_init(&attr);
  pthread_attr_setstacksize(&attr, STACK);
  pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
  int error = pthread_create(&thread, &attr, body, NULL);
  if (error == 0) pthread_setname_np(thread, "hydrant-layer"); /* core/sys/thread_name.h */
  pthread_attr_destroy(&attr);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return error;
}
