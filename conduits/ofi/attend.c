/* SPDX-License-Identifier: BSD-3-Clause
 *
 * attend.c: the attending thread (core/am/attend.h). While the client does not poll, the thread
 * makes progress; it parks messages for handlers, and keeps completed operations, for the client's
 * next poll. Without it peers' puts and gets would stand still, whatever progress the provider
 * claims to make by itself.
 */
#include "conduits/ofi/progress.h"
#include "core/sys/clock.h"

/* A busy client may hold the lock: then the next call, soon after, tries again. */
static void tick(void *state) {
  struct hyd_ofi *s = state;
  if (hyd_now_ns() < atomic_load_explicit(&s->look_ns, memory_order_relaxed) ||
      hyd_attend_try(&s->attend))
    return;
  hyd_ofi_look_after_peers(s);
  hyd_attend_give_back(&s->attend);
}

static void serve_network(void *state) {
  struct hyd_ofi *s = state;
  int some, events, fd[2];
  if (hyd_attend_try(&s->attend)) {
    hyd_attend_nap(s->attend.look_ns);
    return;
  }
  events = s->events; /* belongs to a poll whose handler is running */
  s->attend.attending = 1;
  if (!s->closing) hyd_ofi_progress(s);
  s->attend.attending = 0;
  s->events = events;
  some = !s->closing && hyd_ofi_arm(s);
  memcpy(fd, s->net.fd, sizeof fd);
  hyd_attend_give_back(&s->attend);
  if (!some) hyd_ofi_wait(fd, HYD_ATTEND_LOOK_NS);
}

void hyd_ofi_attend_start(struct hyd_ofi *s) {
  static const struct hyd_attend_hooks hooks = {tick, serve_network};
  int err = hyd_attend_start(&s->attend, &hooks, s);
  if (err)
    hyd_fatal(HYD_OFI_WHERE, "cannot start a thread: %s; GASNET_OFI_THREAD=0 does without",
              strerror(err));
}
