/* SPDX-License-Identifier: BSD-3-Clause
 *
 * notify.h: counts of notifications.
 */
#ifndef HYD_ARMCI_NOTIFY_H
#define HYD_ARMCI_NOTIFY_H

void hyd_armci_notify_begin(int ranks);

#endif
