/* SPDX-License-Identifier: BSD-3-Clause
 *
 * reply.c: replies, which never wait.
 *
 * If the requester's reply ring has no room, the reply is parked, with a copy of its payload, and
 * this rank takes no further request until it has gone. The requester empties its reply ring
 * whenever it polls, so there will be room. The thread that takes messages has at most one parked
 * reply, so the memory is bounded.
 */
#include "core/am/later.h"
#include "core/am/send.h"
#include "core/am/am_watch.h"
#include "core/am/endpoint_am.h"
#include "core/am/mailbox.h"
#include "core/base/call_context.h"
#include "core/base/err.h"
#include "core/team/team.h"
#include "core/am/wait.h"

struct hyd_parked {
  gex_Rank_t peer;
  struct hyd_am m;
  gex_AM_Arg_t args[HYD_AM_WIRE_ARGS];
  unsigned char payload[];
};

static void park_reply(struct hyd_job *job, gex_Rank_t peer, const struct hyd_am *m) {
  int placed = m->placed || (m->category == HYD_AM_LONG && m->nbytes && hyd_long_put(job, peer, m));
  size_t copied = placed || m->pool ? 0 : m->nbytes;
  struct hyd_parked *p = malloc(sizeof *p + copied);
  if (p == NULL) hyd_fatal("gex_AM_Reply", "out of memory for a reply of %zu bytes", copied);
  p->peer = peer;
  p->m = *m;
  p->m.placed = (uint8_t)placed;
  memcpy(p->args, m->args, 4u * m->nargs);
  p->m.args = p->args;
  if (copied) hyd_am_copy_payload(m, p->payload);
  p->m.payload = p->payload;
  p->m.fill = NULL;
  job->rx.parked = p;
  hyd_am_close(job, 1);
  if (m->way == HYD_AM_BY_RING)
    atomic_store_explicit(&job->rx.parked_for, peer + 1, memory_order_relaxed);
  atomic_store_explicit(&job->rx.poll_more, 1, memory_order_relaxed);
}

int hyd_am_unpark(struct hyd_job *job) {
  struct hyd_parked *p = job->rx.parked;
  if (hyd_am_attempt(job, p->peer, p->m.category, &p->m)) return 0;
  job->rx.parked = NULL;
  hyd_am_close(job, 0);
  atomic_store_explicit(&job->rx.parked_for, 0, memory_order_relaxed);
  hyd_later_poll_less(job);
  free(p);
  return 1;
}

/* Sends a reply by the mailbox that the request came by, or by m->way. The handler of a reply to
 * this rank runs at once, within the request's handler (C11.2). Returns 0 or HYD_NO_ROOM. */
HYD_HOT_INLINE int send_reply(struct hyd_token *tok, uint32_t category, struct hyd_am *m,
                              unsigned how) {
  struct hyd_job *job = tok->job;
  if (tok->how == HYD_AM_BY_MAILBOX && hyd_mailbox_reply(job, tok->src, category, m) == 0) {
    m->way = HYD_AM_BY_MAILBOX;
    job->mailbox.open = 0;
    return 0;
  }
  if (hyd_unlikely(m->way == HYD_AM_TO_SELF)) {
    hyd_am_deliver_to_self(job, m);
    return 0;
  }
  if (hyd_likely(!hyd_am_attempt(job, tok->src, category, m))) return 0;
  if (how & HYD_AM_NO_WAIT) return HYD_NO_ROOM;
  park_reply(job, tok->src, m);
  return 0;
}

static HYD_COLD int send_watched(struct hyd_token *tok, struct hyd_am *m, unsigned how) {
  uint64_t begin = hyd_watch_ticks();
  if (send_reply(tok, m->category, m, how)) return HYD_NO_ROOM;
  hyd_watch_sent(tok->job, begin, tok->src, m);
  return 0;
}

/* The same, with events and probes. */
HYD_HOT_INLINE int send_and_watch(struct hyd_token *tok, uint32_t category, struct hyd_am *m,
                                  unsigned how) {
  if (hyd_watched(tok->job) ? send_watched(tok, m, how) : send_reply(tok, category, m, how))
    return HYD_NO_ROOM;
  hyd_probe_send(tok->src, m->handler, m->nbytes);
  return 0;
}

int hyd_am_send_reply(struct hyd_token *tok, struct hyd_am *m, unsigned how) {
  m->way = (uint8_t)hyd_am_way_to(tok->job, tok->src);
  return send_and_watch(tok, m->category, m, how);
}

static const char *const reply_name[] = {"gex_AM_ReplyShort", "gex_AM_ReplyMedium",
                                         "gex_AM_ReplyLong"};

static HYD_COLD void check_reply(struct hyd_token *tok, const struct hyd_am *m, gex_Event_t *lc_opt,
                                 gex_Flags_t flags) {
  const char *call = reply_name[m->category];
  hyd_check_reply(call);
  if (m->category != HYD_AM_SHORT && (uintptr_t)lc_opt != 1 && (uintptr_t)lc_opt <= 3)
    hyd_fatal(call, "lc_opt; expected GEX_EVENT_NOW or a pointer");
  if (flags & ~GEX_FLAG_IMMEDIATE)
    hyd_fatal(call, "flags 0x%x; expected 0 or GEX_FLAG_IMMEDIATE", flags);
  if (m->category == HYD_AM_LONG && m->handler != HYD_H_ENDPOINT)
    hyd_check_remote(tok->job, call, tok->src, m->dest, m->nbytes);
}

HYD_HOT_INLINE void check_message(const struct hyd_token *tok, const struct hyd_am *m) {
  const char *call = reply_name[m->category];
  size_t limit = m->category == HYD_AM_MEDIUM ? tok->job->net.max_medium : tok->job->net.max_long;
  if (hyd_unlikely(m->nbytes > limit || m->nargs > HYD_AM_MAX_ARGS))
    hyd_fatal(call, "%zu bytes and %u arguments; expected at most %zu and %d", m->nbytes, m->nargs,
              limit, HYD_AM_MAX_ARGS);
  if (hyd_unlikely(m->handler < GEX_AM_INDEX_BASE))
    hyd_fatal(call, "handler index %u; expected %d to 255", m->handler, GEX_AM_INDEX_BASE);
}

static const enum hyd_count reply_count[] = {HYD_COUNT_AMREP_SHORT, HYD_COUNT_AMREP_MEDIUM,
                                             HYD_COUNT_AMREP_LONG};

HYD_HOT_INLINE int start_reply(struct hyd_token *tok, uint32_t category, struct hyd_am *m,
                               gex_Event_t *lc_opt, gex_Flags_t flags) {
  if (HYD_DEBUG) check_reply(tok, m, lc_opt, flags);
  m->way = (uint8_t)hyd_am_way_to(tok->job, tok->src);
  if (category == HYD_AM_LONG) hyd_long_prepare(tok->job, tok->src, m);
  if (send_and_watch(tok, category, m, flags & GEX_FLAG_IMMEDIATE ? HYD_AM_NO_WAIT : 0))
    return HYD_NO_ROOM;
  tok->replied = 1;
  hyd_lc_done(lc_opt);
  hyd_count(tok->job, reply_count[category], m->nbytes);
  return 0;
}

/* Replies to a request between endpoints that are not both primordial. */
static HYD_ASIDE int reply_between_endpoints(struct hyd_token *tok, const struct hyd_am *m,
                                             gex_Event_t *lc_opt, gex_Flags_t flags) {
  struct hyd_token plain = hyd_token_without_ends(tok);
  struct hyd_ends ends = hyd_ends_of_reply(tok);
  struct hyd_endpoint_am out;
  int full;
  check_message(tok, m);
  hyd_am_add_ends(&out, m, ends);
  if (m->category == HYD_AM_LONG)
    hyd_endpoint_long_prepare(tok->job, tok->src, ends.to, &out.m, reply_name[m->category]);
  full = start_reply(&plain, m->category, &out.m, lc_opt, flags);
  tok->replied = plain.replied;
  return full;
}

HYD_HOT_INLINE int send_client_reply(gex_Token_t token, struct hyd_am *m, gex_Event_t *lc_opt,
                                     gex_Flags_t flags) {
  const uint32_t category = m->category; /* read first: here the compiler knows the value */
  struct hyd_token *tok = (struct hyd_token *)token;
  const char *call = reply_name[category];
  if (hyd_unlikely(tok == NULL)) hyd_fatal(call, "token is NULL; expected the running handler's");
  if (hyd_unlikely(tok->is_request != HYD_TOKEN_REQUEST || tok->replied)) {
    if (tok->is_request == HYD_TOKEN_ENDPOINT_REQUEST && !tok->replied)
      return reply_between_endpoints(tok, m, lc_opt, flags);
    hyd_fatal(call, "%s; expected one reply at most, from a request handler",
              tok->replied ? "second reply" : "called in a reply handler");
  }
  check_message(tok, m);
  return start_reply(tok, category, m, lc_opt, flags);
}

int hyd_am_reply_short(gex_Token_t token, gex_AM_Index_t handler, gex_Flags_t flags, unsigned nargs,
                       const gex_AM_Arg_t *args) {
  struct hyd_am m = {.category = HYD_AM_SHORT,
                     .handler = handler,
                     .nargs = (uint8_t)nargs,
                     .args = args};
  return send_client_reply(token, &m, GEX_EVENT_NOW, flags);
}

int hyd_am_reply_medium(gex_Token_t token, gex_AM_Index_t handler, const void *src, size_t nbytes,
                        gex_Event_t *lc_opt, gex_Flags_t flags, unsigned nargs,
                        const gex_AM_Arg_t *args) {
  struct hyd_am m = {.category = HYD_AM_MEDIUM,
                     .handler = handler,
                     .nargs = (uint8_t)nargs,
                     .args = args,
                     .payload = (void *)(uintptr_t)src,
                     .nbytes = nbytes};
  return send_client_reply(token, &m, lc_opt, flags);
}

int hyd_am_reply_long(gex_Token_t token, gex_AM_Index_t handler, const void *src, size_t nbytes,
                      void *dest, gex_Event_t *lc_opt, gex_Flags_t flags, unsigned nargs,
                      const gex_AM_Arg_t *args) {
  struct hyd_am m = {.category = HYD_AM_LONG,
                     .handler = handler,
                     .nargs = (uint8_t)nargs,
                     .args = args,
                     .payload = (void *)(uintptr_t)src,
                     .nbytes = nbytes,
                     .dest = dest};
  return send_client_reply(token, &m, lc_opt, flags);
}
