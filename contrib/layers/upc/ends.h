/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ends.h: threads that have ended while others run.
 */
#ifndef HYD_UPC_ENDS_H
#define HYD_UPC_ENDS_H
#include "contrib/layers/upc/job.h"

/* Ends the program if a thread that has ended never comes to the step that this thread has begun.
 */
void hyd_upc_check_ended(void);
/* Registers what is done when the process exits. */
void hyd_upc_watch_exit(void);

#endif
