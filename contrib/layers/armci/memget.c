/* SPDX-License-Identifier: BSD-3-Clause
 *
 * memget.c: memory that one rank makes and others access by what it tells them.
 */
#include "contrib/layers/armci/memory.h"

void PARMCI_Memget(size_t bytes, armci_meminfo_t *m, int flag) {
  hyd_armci_check_started("ARMCI_Memget");
  if (flag != 0) hyd_armci_fail("ARMCI_Memget", "flag %d; expected 0", flag);
  memset(m, 0, sizeof *m);
  m->addr = m->armci_addr = bytes ? hyd_armci_block_get(bytes) : NULL;
  m->size = m->addr ? bytes : 0;
  m->cpid = hyd_armci.rank;
}
ARMCI_TWIN(ARMCI_Memget, PARMCI_Memget);

void *PARMCI_Memat(armci_meminfo_t *m, long offset) {
  if (m->size == 0) return NULL;
  if (offset < 0 || (size_t)offset >= m->size)
    hyd_armci_fail("ARMCI_Memat", "offset %ld; expected 0 to %zu", offset, m->size - 1);
  return m->armci_addr + offset;
}
ARMCI_TWIN(ARMCI_Memat, PARMCI_Memat);

void ARMCI_Memdt(armci_meminfo_t *m, long offset) {
  (void)m;
  (void)offset; /* nothing was mapped for it */
}

void PARMCI_Memctl(armci_meminfo_t *m) {
  if (m->size == 0 || m->cpid != hyd_armci.rank) return;
  if (!hyd_armci_block_free(m->addr))
    hyd_armci_fail("ARMCI_Memctl", "%p; expected memory of ARMCI_Memget, once", (void *)m->addr);
  m->size = 0;
}
ARMCI_TWIN(ARMCI_Memctl, PARMCI_Memctl);
