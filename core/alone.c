/* SPDX-License-Identifier: BSD-3-Clause
 *
 * alone.c: see alone.h. Each library exports a mark of its own, by which the other finds it.
 */
#include "core/alone.h"

#include <dlfcn.h>

#include "core/err.h"

#if HYD_DEBUG
#define MARK hyd_library_checking
#define NAME "libgasnet-debug"
#define OTHER "hyd_library_release"
#else
#define MARK hyd_library_release
#define NAME "libgasnet"
#define OTHER "hyd_library_checking"
#endif
extern const char MARK[];
const char MARK[] = NAME;

static const char *file_of(const void *address) {
  Dl_info info;
  return dladdr(address, &info) && info.dli_fname ? info.dli_fname : "?";
}

void hyd_check_alone(void) {
  const char *other = dlsym(RTLD_DEFAULT, OTHER);
  if (other == NULL) return;
  hyd_fatal("gex_Client_Init", "%s (in %s) and %s (in %s) are in one process; expected one of them: link what "
            "`pkg-config --libs gasnet-smp-seq` names, or gasnet-smp-seq-debug, not both", MARK, file_of(MARK), other,
            file_of(other));
}
