/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pause.h: waiting for what changes without a signal: another rank's store, a message of MPI.
 */
#ifndef HYD_ARMCI_PAUSE_H
#define HYD_ARMCI_PAUSE_H

struct armci_pause {
  unsigned rounds;
};

/* One round of a wait: yields the core, and after many rounds sleeps for some microseconds.
 * Messages of other ranks are served meanwhile. */
void hyd_armci_pause(struct armci_pause *pause);

#endif
