/* SPDX-License-Identifier: BSD-3-Clause
 *
 * one_library.c: see one_library.h.
 */
#include "core/base/one_library.h"

#include <dlfcn.h>

#include "core/base/err.h"

static const char *file_of(const void *address) {
  Dl_info info;
  return dladdr(address, &info) && info.dli_fname ? info.dli_fname : "?";
}

void hyd_check_alone(void) {
  if (&HYD_OTHER_MARK == NULL) return;
  hyd_fatal("gex_Client_Init",
            "%s (in %s) and %s (in %s) are in one process; expected one of them: link what "
            "`pkg-config --libs gasnet-smp-seq` names, or gasnet-smp-seq-debug, not both",
            HYD_MARK, file_of(&HYD_MARK), HYD_OTHER_MARK, file_of(&HYD_OTHER_MARK));
}
