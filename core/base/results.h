/* SPDX-License-Identifier: BSD-3-Clause
 *
 * results.h: what an int function returns that starts or sends something, in every room:
 *
 *   0             done, or on its way
 *   HYD_NO_ROOM   nothing was done, because something is full now (a ring, a mailbox, credits, a
 *                 queue, buffers): poll, and call again. Not an error
 *   -1, HYD_ERR_* nothing was done, and never will be: one line has been written to `why` or stderr
 *
 * Functions that answer a question (is_, has_, may_; whether a call was done at once, or nothing is
 * left) return 1 for yes.
 */
#ifndef HYD_BASE_RESULTS_H
#define HYD_BASE_RESULTS_H

#define HYD_NO_ROOM 1

#endif
