/* SPDX-License-Identifier: BSD-3-Clause
 *
 * service.h: the service thread.
 */
#ifndef HYD_ARMCI_SERVICE_H
#define HYD_ARMCI_SERVICE_H

/* Starts this process' service thread: it sleeps until messages come, and serves them while the
 * program computes. Only a job in which some rank's memory is not mapped gets messages. */
void hyd_armci_start_service(void);

#endif
