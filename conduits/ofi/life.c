/* SPDX-License-Identifier: BSD-3-Clause
 *
 * life.c: signs of life. Once a second a rank asks those peers for a sign of life with which
 * something is under way, and one more in turn. Looks are counted, not time, so that a rank that
 * was stopped itself does not take that for the silence of peers. Where a peer has no such thread,
 * its silence says nothing.
 */
#include "conduits/ofi/messages.h"
#include "conduits/ofi/setup.h"
#include "core/sys/clock.h"

#define LOOK_NS 1000000000u

static uint32_t allowed(const struct hyd_ofi *s) {
  int64_t us = hyd_env_int(hyd_job_env(s->job), HYD_ENV_REQUESTTIMEOUT_MAX, 0, INT64_MAX / 1000);
  return us == 0 ? UINT32_MAX : (uint32_t)(us / (LOOK_NS / 1000)) + 2;
}

static void ask_peer(struct hyd_ofi *s, uint32_t peer, uint32_t most) {
  struct hyd_ofi_peer *p = &s->peer[peer];
  char way[HYD_OFI_WAY_TEXT];
  if (p->silent >= most) {
    hyd_ofi_net_tell_way(s, peer, way, sizeof way);
    hyd_fatal(HYD_OFI_WHERE,
              "rank %u gives no sign of life for %u s: it is stopped (SIGSTOP, a debugger), or "
              "cannot be reached by %s (GASNET_REQUESTTIMEOUT_MAX, GASNET_OFI_DEVICE)%s",
              peer, p->silent, s->net.info->domain_attr->name, way);
  }
  p->silent++; /* until it is heard of */
  (void)hyd_ofi_note_kind(s, peer, HYD_OFI_PING);
}

static int is_of_interest(const struct hyd_ofi *s, uint32_t peer) {
  const struct hyd_ofi_peer *p = &s->peer[peer];
  return peer == s->turn || p->silent || p->under_way || hyd_credits_out(&p->credits);
}

void hyd_ofi_look_after_peers(struct hyd_ofi *s) {
  uint64_t now = hyd_now_ns();
  uint32_t most = allowed(s);
  if (now < s->look_ns || s->closing) return;
  s->look_ns = now + LOOK_NS;
  s->turn = (s->turn + 1) % hyd_job_size(s->job);
  for (uint32_t i = 0; i < hyd_job_size(s->job); i++)
    if (i != hyd_job_rank(s->job) && s->peer[i].answers && is_of_interest(s, i))
      ask_peer(s, i, most);
}
