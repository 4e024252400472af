/* SPDX-License-Identifier: BSD-3-Clause
 *
 * call_context.h: where the program is: checks of the calling context (gex-core.md 7.2).
 */
#ifndef HYD_BASE_CALL_CONTEXT_H
#define HYD_BASE_CALL_CONTEXT_H

/* Made in every build, as both cost a predictable branch on a slow path: init has returned; this
 * process is the rank's own. */
void hyd_check_ready(const char *call);
void hyd_check_forked(const char *call);
/* Made by the checking library. call: may communicate, so not in a handler, no HSL held. reply: no
 * HSL held. thread: the client has said that this thread may call (client_place.c). */
void hyd_check_call(const char *call);
/* What most calls begin with: init has returned, and they may communicate here. */
static inline void hyd_check_entry(const char *call) {
  hyd_check_ready(call);
  if (HYD_DEBUG) hyd_check_call(call);
}
void hyd_check_reply(const char *call);
void hyd_check_thread(const char *call);

#endif
