/* SPDX-License-Identifier: BSD-3-Clause
 *
 * alone.h: the library and the one that checks define the same names: in one process, calls would go to either.
 */
#ifndef HYD_ALONE_H
#define HYD_ALONE_H

/* Ends the job if the other library is in this process. */
void hyd_check_alone(void);

#endif
