/* SPDX-License-Identifier: BSD-3-Clause
 *
 * profile.c: a program that defines ARMCI_Put, ARMCI_Barrier and ARMCI_Finalize itself, which call
 * the library's by their second names.
 */
#include <parmci.h>

#include "check.h"

static int puts_seen, barriers_seen, ends_seen;

int ARMCI_Put(void *src, void *dst, int bytes, int proc) {
  puts_seen++;
  return PARMCI_Put(src, dst, bytes, proc);
}

void ARMCI_Barrier(void) {
  barriers_seen++;
  PARMCI_Barrier();
}

int ARMCI_Finalize(void) {
  ends_seen++;
  return PARMCI_Finalize();
}

int main(int argc, char **argv) {
  begin_checks(&argc, &argv);
  char **all = make_memory(8), c = 'x';
  ARMCI_Put(&c, all[(me + 1) % ranks], 1, (me + 1) % ranks);
  ARMCI_Barrier();
  EXPECT(all[me][0] == 'x' && puts_seen == 1 && barriers_seen == 2);
  free_memory(all);
  parmci_msg_barrier();
  ARMCI_Group world;
  ARMCI_Group_get_world(&world);
  parmci_msg_group_barrier(&world);
  int waited = 0;
  EXPECT(parmci_notify((me + 1) % ranks) == 1);
  EXPECT(parmci_notify_wait((me + ranks - 1) % ranks, &waited) == 1 && waited == 1);
  int result = end_checks();
  return result || ends_seen != 1;
}
