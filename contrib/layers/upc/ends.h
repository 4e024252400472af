/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ends.h: threads that have ended while others run.
 */
#ifndef HYD_UPC_ENDS_H
#define HYD_UPC_ENDS_H
#include "contrib/layers/upc/job.h"

/* Whether a thread has told that it has ended; it tells only if the others do not end, too. */
bool hyd_upc_any_ended(void);
/* Ends the program if a thread that has ended never comes to this thread's current step. */
void hyd_upc_check_ended(const char *what);
/* Registers what is done when the process exits. */
void hyd_upc_watch_exit(void);

#endif
