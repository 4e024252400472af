/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ignored.h: signals that were ignored when this process was started, by nohup or in the background
 * of a script: they stay ignored. The kernel queues an ignored signal that is blocked, so
 * sigtimedwait and signalfd would get it; callers must leave it out.
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
