/* SPDX-License-Identifier: BSD-3-Clause
 *
 * service.c: see service.h.
 */
#include "contrib/layers/armci/service.h"

#include "contrib/layers/armci/messages.h"
#include "contrib/layers/common/service.h"

static void *serve(void *unused) {
  (void)unused;
  for (;;) {
    GASNET_BLOCKUNTIL(hyd_armci_has_late_accs());
    hyd_armci_serve_late_accs();
  }
  return NULL;
}

void hyd_armci_start_service(void) {
  int error = hyd_start_service(serve);
  if (error) hyd_armci_fail("ARMCI_Init", "no thread for messages: %s", strerror(error));
}
