/* SPDX-License-Identifier: BSD-3-Clause
 *
 * service.c: see service.h.
 */
#include "contrib/layers/armci/service.h"

#include <pthread.h>
#include <signal.h>

#include "contrib/layers/armci/messages.h"

static void *serve(void *unused) {
  (void)unused;
  for (;;) {
    GASNET_BLOCKUNTIL(hyd_armci_has_late_accs());
    hyd_armci_serve_late_accs();
  }
  return NULL;
}

void hyd_armci_start_service(void) {
  static bool runs;
  pthread_t thread;
  sigset_t all, before;
  if (runs) return;
  runs = true;
  sigfillset(&all); /* signals are for the program's threads */
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int error = pthread_create(&thread, NULL, serve, NULL);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (error) hyd_armci_fail("ARMCI_Init", "no thread for messages: %s", strerror(error));
  pthread_detach(thread);
}
