/* SPDX-License-Identifier: BSD-3-Clause
 *
 * peer_completion.c: peer completion. The put is complete before its target is told (PC-1, PC-5);
 * the interface is deprecated, so what counts is that it is right.
 */
#include "core/am/am.h"
#include "core/base/call_context.h"
#include "core/base/err.h"
#include "core/am/handlers.h"
#include "core/am/internal_handlers.h"
#include "vis/vis.h"

/* Counts the armed threads; inline code looks at the count. */
static void count_armed(int n) { __atomic_fetch_add(&hyd_world.vis_armed, n, __ATOMIC_RELAXED); }

static void disarm(struct hyd_thread *t) {
  if (t->vis_peer.handler == 0) return;
  t->vis_peer.handler = 0;
  count_armed(-1);
}

void gex_VIS_SetPeerCompletionHandler(gex_AM_Index_t handler, const void *source_addr,
                                      size_t nbytes, gex_Flags_t flags) {
  struct hyd_job *job = hyd_the_job;
  const char *call = "gex_VIS_SetPeerCompletionHandler";
  struct hyd_thread *t;
  hyd_check_entry(call);
  t = hyd_self(job);
  disarm(t);
  if (handler == 0) return;
  if (handler < GEX_AM_INDEX_BASE || nbytes > GEX_VIS_MAX_PEERCOMPLETION || (HYD_DEBUG && flags))
    hyd_fatal(call, "handler %u, %zu bytes, flags 0x%x; expected %d to 255, at most %zu, and 0",
              handler, nbytes, flags, GEX_AM_INDEX_BASE, GEX_VIS_MAX_PEERCOMPLETION);
  t->vis_peer.handler = handler;
  t->vis_peer.nbytes = (uint8_t)nbytes;
  t->vis_peer.payload = source_addr;
  count_armed(1);
}

int hyd_vis_peer_armed(struct hyd_job *job) { return hyd_self(job)->vis_peer.handler != 0; }

void hyd_vis_peer_tell(struct hyd_job *job, const struct hyd_vis_call *c) {
  struct hyd_thread *t = hyd_self(job);
  const gex_AM_Arg_t args[] = {hyd_ends_pack(c->ends, t->vis_peer.handler)};
  struct hyd_am m = hyd_am_of(1, HYD_AM_MEDIUM, HYD_H_VIS_PEER, 1, args);
  m.payload = (void *)(uintptr_t)t->vis_peer.payload;
  m.nbytes = t->vis_peer.nbytes;
  disarm(t);
  hyd_am_send_request(job, c->route.peer, &m, 0);
}

/* Runs the client's handler as that of a reply. */
static void on_peer(gex_Token_t token, void *buf, size_t n, gex_AM_Arg_t word) {
  struct hyd_token *tok = (struct hyd_token *)token;
  struct hyd_ends ends = hyd_ends_unpack(word);
  struct hyd_am m = hyd_am_of(0, HYD_AM_MEDIUM, hyd_ends_handler(word), 0, NULL);
  if (ends.from || ends.to) m = hyd_am_of(0, HYD_AM_MEDIUM, HYD_H_ENDPOINT, 1, &word);
  m.payload = buf;
  m.nbytes = n;
  hyd_get_done();
  hyd_am_deliver(tok->job, tok->thread, tok->src, &m, tok->how);
}

void hyd_vis_peer_init(struct hyd_job *job) {
  hyd_register_internal(job, HYD_H_VIS_PEER, (gex_AM_Fn_t)on_peer, "VIS peer completion",
                        HYD_PAYLOAD, 1);
}
