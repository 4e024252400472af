/* SPDX-License-Identifier: BSD-3-Clause
 *
 * attend.c: what the attending thread (core/am/attend.h) does while the client is away: what polls
 * do, but messages for handlers are put aside, and operations that have ended kept, for the
 * client's next poll. Without it, puts and gets of peers would stand still, whatever the provider
 * says of its progress.
 *
 * Once a second a rank asks those peers for a sign of life with which something is under way, and
 * one more in turn. Looks are counted, not time, so that a rank that was stopped itself does not
 * take that for the silence of peers. Where a peer has no such thread, its silence says nothing.
 */
#include "conduits/ofi/progress.h"
#include "core/sys/clock.h"

#define LOOK_NS 1000000000u

/* --- signs of life -------------------------------------------------------- */

static uint32_t allowed(const struct hyd_ofi *s) {
  int64_t us = hyd_env_int(hyd_job_env(s->job), HYD_ENV_REQUESTTIMEOUT_MAX, 0, INT64_MAX / 1000);
  return us == 0 ? UINT32_MAX : (uint32_t)(us / (LOOK_NS / 1000)) + 2;
}

static void ask(struct hyd_ofi *s, uint32_t peer, uint32_t most) {
  struct hyd_ofi_peer *p = &s->peer[peer];
  if (p->silent >= most)
    hyd_fatal(HYD_OFI_WHERE,
              "rank %u gives no sign of life for %u s; expected it to run, and to be reached by %s "
              "(GASNET_REQUESTTIMEOUT_MAX, GASNET_OFI_DEVICE)",
              peer, p->silent, s->net.info->domain_attr->name);
  p->silent++; /* until it is heard of */
  (void)hyd_ofi_note(s, peer, HYD_OFI_PING);
}

static int is_of_interest(const struct hyd_ofi *s, uint32_t peer) {
  const struct hyd_ofi_peer *p = &s->peer[peer];
  return peer == s->turn || p->silent || p->under_way || p->sent != p->returned;
}

void hyd_ofi_look_after_peers(struct hyd_ofi *s) {
  uint64_t now = hyd_now_ns();
  uint32_t most = allowed(s);
  if (now < s->look_ns || s->closing) return;
  s->look_ns = now + LOOK_NS;
  s->turn = (s->turn + 1) % hyd_job_size(s->job);
  for (uint32_t i = 0; i < hyd_job_size(s->job); i++)
    if (i != hyd_job_rank(s->job) && s->peer[i].answers && is_of_interest(s, i)) ask(s, i, most);
}

/* --- the thread ----------------------------------------------------------- */

/* A busy client may hold the lock most of the time: the next look is soon. */
static void tick(void *state) {
  struct hyd_ofi *s = state;
  if (hyd_now_ns() < s->look_ns || hyd_attend_try(&s->attend)) return;
  hyd_ofi_look_after_peers(s);
  hyd_attend_give_back(&s->attend);
}

static void serve(void *state) {
  struct hyd_ofi *s = state;
  int some, events;
  if (hyd_attend_try(&s->attend)) {
    hyd_attend_nap(s->attend.look_ns);
    return;
  }
  events = s->events; /* of a poll that is in a handler */
  s->attend.attending = 1;
  if (!s->closing) hyd_ofi_progress(s);
  s->attend.attending = 0;
  s->events = events;
  some = !s->closing && hyd_ofi_arm(s);
  hyd_attend_give_back(&s->attend);
  if (!some) hyd_ofi_wait(s, HYD_ATTEND_LOOK_NS);
}

void hyd_ofi_attend_start(struct hyd_ofi *s) {
  static const struct hyd_attend_hooks hooks = {tick, serve};
  int err = hyd_attend_start(&s->attend, &hooks, s);
  if (err)
    hyd_fatal(HYD_OFI_WHERE, "cannot start a thread: %s; GASNET_OFI_THREAD=0 does without",
              strerror(err));
}
