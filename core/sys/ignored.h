/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ignored.h: signals that this process was started with as ignored: by nohup, or in the background
 * of a script. What is ignored stays so. One that is blocked meanwhile is queued all the same, so
 * that sigtimedwait and signalfd would get it.
 */
#ifndef HYD_SYS_IGNORED_H
#define HYD_SYS_IGNORED_H

#include <signal.h>
#include <stddef.h>

static inline int hyd_signal_is_ignored(int sig) {
  struct sigaction now;
  return sigaction(sig, NULL, &now) == 0 && now.sa_handler == SIG_IGN;
}

#endif
