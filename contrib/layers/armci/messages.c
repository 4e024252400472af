/* SPDX-License-Identifier: BSD-3-Clause
 *
 * messages.c: the table of handlers.
 */
#include "contrib/layers/armci/messages.h"

#define SHORT_REQUEST (GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST)
#define SHORT_REPLY (GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REPLY)

gex_AM_Entry_t hyd_armci_handlers[] = {
    {ARMCI_AM_ACC, (gex_AM_Fn_t)hyd_armci_handle_acc, GEX_FLAG_AM_MEDIUM | GEX_FLAG_AM_REQUEST, 3,
     NULL, "armci_acc"},
    {ARMCI_AM_ACC_DONE, (gex_AM_Fn_t)hyd_armci_handle_acc_done, SHORT_REPLY, 2, NULL,
     "armci_acc_done"},
    {ARMCI_AM_LATE_DONE, (gex_AM_Fn_t)hyd_armci_handle_acc_done, SHORT_REQUEST, 2, NULL,
     "armci_late_done"},
    {ARMCI_AM_LOCK, (gex_AM_Fn_t)hyd_armci_handle_lock, SHORT_REQUEST, 5, NULL, "armci_lock"},
    {ARMCI_AM_UNLOCK, (gex_AM_Fn_t)hyd_armci_handle_unlock, SHORT_REQUEST, 4, NULL, "armci_unlock"},
    {ARMCI_AM_LOCKED, (gex_AM_Fn_t)hyd_armci_handle_locked, SHORT_REPLY, 3, NULL, "armci_locked"},
    {ARMCI_AM_UNLOCKED, (gex_AM_Fn_t)hyd_armci_handle_unlocked, SHORT_REPLY, 5, NULL,
     "armci_unlocked"},
    {ARMCI_AM_GRANT, (gex_AM_Fn_t)hyd_armci_handle_locked, SHORT_REQUEST, 3, NULL, "armci_grant"}};
const size_t hyd_armci_handler_count = sizeof hyd_armci_handlers / sizeof hyd_armci_handlers[0];
