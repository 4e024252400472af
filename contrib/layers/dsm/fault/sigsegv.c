/* SPDX-License-Identifier: BSD-3-Clause
 *
 * sigsegv.c: faults by page protection: an access that mprotect(2) forbids raises SIGSEGV. Each run
 * of pages with one protection is a mapping of the kernel, and a process may have 65,530 mappings
 * (vm.max_map_count).
 */
#include <errno.h>
#include <sys/mman.h>

#include "contrib/layers/dsm/dsm.h"

static int open_view(char *view, size_t bytes) {
  return mprotect(view, bytes, PROT_NONE) ? errno : 0;
}

static int protect_view(char *view, char *mem, size_t bytes, enum hyd_hlrc_access was,
                        enum hyd_hlrc_access now) {
  static const int prot[] = {PROT_NONE, PROT_READ, PROT_READ | PROT_WRITE};
  (void)mem;
  (void)was;
  return mprotect(view, bytes, prot[now]) ? errno : 0;
}

const struct hyd_dsm_faults hyd_dsm_sigsegv = {"sigsegv", open_view, protect_view, NULL, NULL};
