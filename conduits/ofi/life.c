/* SPDX-License-Identifier: BSD-3-Clause
 *
 * life.c: once a second a rank sends a ping to each peer that it waits for, and to one other peer
 * in turn. It counts unanswered pings rather than time, so that a rank that was stopped itself does
 * not mistake that for its peers' silence. Peers without an attending thread are not pinged, as
 * they answer only when their client polls.
 */
#include "conduits/ofi/messages.h"
#include "conduits/ofi/setup.h"
#include "core/sys/clock.h"

#define LOOK_NS 1000000000u

static void ask_peer(struct hyd_ofi *s, uint32_t peer, uint32_t most) {
  struct hyd_ofi_peer *p = &s->peer[peer];
  char path[HYD_OFI_PATH_TEXT];
  if (p->silent >= most) {
    hyd_ofi_net_describe_path(s, peer, path, sizeof path);
    hyd_fatal(HYD_OFI_WHERE,
              "rank %u gives no sign of life for %u s: it is stopped (SIGSTOP, a debugger), or "
              "cannot be reached by %s (GASNET_REQUESTTIMEOUT_MAX, GASNET_OFI_DEVICE)%s",
              peer, p->silent, s->net.info->domain_attr->name, path);
  }
  p->silent++; /* any message from the peer sets it to 0 */
  (void)hyd_ofi_note_kind(s, peer, HYD_OFI_PING);
}

static int is_of_interest(const struct hyd_ofi *s, uint32_t peer) {
  const struct hyd_ofi_peer *p = &s->peer[peer];
  return peer == s->next_probe || p->silent || p->under_way || hyd_credits_out(&p->credits);
}

void hyd_ofi_look_after_peers(struct hyd_ofi *s) {
  uint64_t now = hyd_now_ns();
  uint32_t most = hyd_job_silence_most(s->job, LOOK_NS);
  if (now < atomic_load_explicit(&s->look_ns, memory_order_relaxed) || s->closing) return;
  atomic_store_explicit(&s->look_ns, now + LOOK_NS, memory_order_relaxed);
  s->next_probe = (s->next_probe + 1) % hyd_job_size(s->job);
  for (uint32_t i = 0; i < hyd_job_size(s->job); i++)
    if (i != hyd_job_rank(s->job) && s->peer[i].answers && is_of_interest(s, i))
      ask_peer(s, i, most);
}
