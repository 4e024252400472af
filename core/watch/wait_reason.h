/* SPDX-License-Identifier: BSD-3-Clause
 *
 * wait_reason.h: the reasons for which a thread waits in the library; for dumps and traces.
 */
#ifndef HYD_WATCH_WAIT_REASON_H
#define HYD_WATCH_WAIT_REASON_H

enum hyd_wait_reason {
  HYD_WAIT_NONE,
  HYD_WAIT_SETUP, /* init or attach */
  HYD_WAIT_BARRIER,
  HYD_WAIT_NB_BARRIER,
  HYD_WAIT_EVENT,
  HYD_WAIT_NBI,
  HYD_WAIT_BLOCKUNTIL,
  HYD_WAIT_QUEUE, /* room in a peer's ring or in the conduit's queue */
  HYD_WAIT_HSL,
  HYD_WAIT_REASONS
};
/* trace_names.c: names of reasons, and of operations that a thread waits for (1 + enum hyd_nbi_cat;
 * NULL: no name). */
const char *hyd_wait_reason_text(enum hyd_wait_reason r);
const char *hyd_wait_op_text(unsigned name);

#endif
