/* SPDX-License-Identifier: BSD-3-Clause
 *
 * request.c: requests: checks, and the wait for room.
 */
#include "core/am/send.h"
#include "core/am/am_watch.h"
#include "core/am/endpoint_am.h"
#include "core/am/mailbox.h"
#include "core/am/grants.h"
#include "core/base/call_context.h"
#include "core/base/err.h"
#include "core/op/op.h"
#include "core/team/team.h"
#include "core/am/wait.h"

/* --- sending, and waiting for room ---------------------------------------- */

/* Makes one attempt to send; the caller counts it. */
static HYD_COLD int try_send(struct hyd_job *job, gex_Rank_t peer, const struct hyd_am *m) {
  return hyd_am_attempt(job, peer, m->category, m);
}

static HYD_COLD int send_when_room(struct hyd_job *job, gex_Rank_t peer, const struct hyd_am *m) {
  struct hyd_wait w;
  hyd_wait_begin(&w, job, HYD_WAIT_QUEUE, peer, m->handler);
  if (m->way == HYD_AM_BY_RING) w.wants = peer + 1;
  do {
    hyd_wait_pause(&w);
  } while (try_send(job, peer, m));
  hyd_wait_end(&w);
  return 0;
}

/* Sends a message whose first attempt found no room, or which is for this rank. */
static HYD_COLD int send_otherwise(struct hyd_job *job, gex_Rank_t peer, const struct hyd_am *m,
                                   unsigned how) {
  if (m->way == HYD_AM_TO_SELF) {
    hyd_am_deliver_to_self(job, m);
    return 0;
  }
  if (how & HYD_AM_NO_WAIT) {
    hyd_poll(job);
    if (try_send(job, peer, m) == 0) return 0;
    hyd_looked_in_vain(job);
    return HYD_NO_ROOM;
  }
  return send_when_room(job, peer, m);
}

/* Sends by the peer's mailbox if that has room, else by `way`; sets m->way. `category` is
 * m->category; the compiler knows its value and that of `way`. */
HYD_HOT_INLINE int send_by(struct hyd_job *job, gex_Rank_t peer, enum hyd_am_way way,
                           uint32_t category, struct hyd_am *m, unsigned how) {
  if (job->mailbox.on && hyd_likely(way == HYD_AM_BY_RING) &&
      hyd_mailbox_send(job, peer, category, m) == 0) {
    m->way = HYD_AM_BY_MAILBOX;
    return 0;
  }
  m->way = (uint8_t)way;
  if (hyd_likely(way != HYD_AM_TO_SELF) && hyd_likely(!hyd_am_attempt(job, peer, category, m)))
    return 0;
  return send_otherwise(job, peer, m, how);
}

static HYD_COLD int give_up(struct hyd_job *job, gex_Rank_t peer, const struct hyd_am *m) {
  if (m->needs_grant) hyd_grant_return(job, peer);
  return HYD_NO_ROOM;
}

int hyd_am_send_chosen(struct hyd_job *job, gex_Rank_t peer, struct hyd_am *m, unsigned how) {
  uint64_t begin = hyd_watch_begin(job);
  if (hyd_unlikely(m->needs_grant) && hyd_grant_take(job, peer, how)) return HYD_NO_ROOM;
  if (send_by(job, peer, m->way, m->category, m, how)) return give_up(job, peer, m);
  if (hyd_unlikely(begin != 0)) hyd_watch_sent(job, begin, peer, m);
  hyd_probe_send(peer, m->handler, m->nbytes);
  return 0;
}

int hyd_am_send_request(struct hyd_job *job, gex_Rank_t peer, struct hyd_am *m, unsigned how) {
  m->way = (uint8_t)hyd_am_way_to(job, peer);
  return hyd_am_send_chosen(job, peer, m, how);
}

/* --- requests of the client ----------------------------------------------- */

static const char *const request_name[] = {"gex_AM_RequestShort", "gex_AM_RequestMedium",
                                           "gex_AM_RequestLong"};

/* The jobrank of (tm, rank); GEX_RANK_INVALID if tm has no such member, or is no team of primordial
 * endpoints. */
HYD_HOT_INLINE gex_Rank_t find_target(gex_TM_t tm, gex_Rank_t rank, const struct hyd_am *m) {
  hyd_check_ready(request_name[m->category]);
  if (HYD_DEBUG && tm == GEX_TM_INVALID)
    hyd_fatal(request_name[m->category], "tm is GEX_TM_INVALID; expected a team");
  return hyd_team_jobrank(tm, rank);
}

/* Checks of every build: they keep a wrong argument from harming a peer. */
HYD_HOT_INLINE void check_message(const struct hyd_job *job, const struct hyd_am *m) {
  if (hyd_unlikely(m->handler < GEX_AM_INDEX_BASE))
    hyd_fatal(request_name[m->category], "handler index %u; expected %d to 255", m->handler,
              GEX_AM_INDEX_BASE);
  if (hyd_unlikely(m->nargs > HYD_AM_MAX_ARGS))
    hyd_fatal(request_name[m->category], "%u arguments; expected at most %d", m->nargs,
              HYD_AM_MAX_ARGS);
  if (hyd_unlikely(m->nbytes >
                   (m->category == HYD_AM_MEDIUM ? job->net.max_medium : job->net.max_long)))
    hyd_fatal(request_name[m->category], "payload of %zu bytes; expected at most %zu", m->nbytes,
              m->category == HYD_AM_MEDIUM ? job->net.max_medium : job->net.max_long);
}

static HYD_COLD void check_request(struct hyd_job *job, const struct hyd_am *m, gex_Rank_t peer,
                                   gex_Event_t *lc_opt, gex_Flags_t flags) {
  const char *call = request_name[m->category];
  hyd_check_call(call);
  if (m->category != HYD_AM_SHORT && (lc_opt == NULL || lc_opt == GEX_EVENT_DEFER))
    hyd_fatal(call, "lc_opt is %s; expected GEX_EVENT_NOW, GEX_EVENT_GROUP or a pointer",
              lc_opt ? "GEX_EVENT_DEFER" : "NULL");
  if (flags & ~GEX_FLAG_IMMEDIATE)
    hyd_fatal(call, "flags 0x%x; expected 0 or GEX_FLAG_IMMEDIATE", flags);
  if (m->category == HYD_AM_LONG && m->handler != HYD_H_ENDPOINT)
    hyd_check_remote(job, call, peer, m->dest, m->nbytes);
  if (m->category != HYD_AM_SHORT && m->nbytes && m->payload == NULL)
    hyd_fatal(call, "source is NULL with %zu bytes", m->nbytes);
}

/* Sends a long from where its payload lies; its local completion is an event, or in the implicit
 * set. */
static HYD_COLD int send_in_place(struct hyd_job *job, gex_Rank_t peer, struct hyd_am *m,
                                  gex_Event_t *lc_opt, unsigned how) {
  int by = lc_opt == GEX_EVENT_GROUP ? HYD_RMA_NBI : HYD_RMA_NB;
  struct hyd_op *op = hyd_op_for(hyd_self(job), by, HYD_NBI_LC, peer, m->nbytes);
  gex_Event_t event;
  m->local = op;
  hyd_op_add(op, 1);
  if (send_by(job, peer, HYD_AM_BY_CONDUIT, HYD_AM_LONG, m, how)) {
    hyd_op_cancel(hyd_self(job), op);
    return HYD_NO_ROOM;
  }
  event = hyd_op_started(job, by, op);
  if (by == HYD_RMA_NB) *lc_opt = event;
  return 0;
}

HYD_HOT_INLINE int start_request(struct hyd_job *job, gex_Rank_t peer, uint32_t category,
                                 struct hyd_am *m, gex_Event_t *lc_opt, gex_Flags_t flags) {
  unsigned how = flags & GEX_FLAG_IMMEDIATE ? HYD_AM_NO_WAIT : 0;
  const enum hyd_am_way way = hyd_am_way_to(job, peer);
  if (HYD_DEBUG) check_request(job, m, peer, lc_opt, flags);
  /* FP-7: a poll. A rank that keeps a mailbox has polled since its last request; another poll
   * would give the mailbox back. */
  if (!(flags & GEX_FLAG_IMMEDIATE) && way != HYD_AM_BY_CONDUIT && !job->mailbox.taken)
    hyd_poll(job);
  if (hyd_unlikely(hyd_deferred_await_room(job, how))) return HYD_NO_ROOM;
  m->way = (uint8_t)way;
  if (category == HYD_AM_LONG) {
    hyd_long_prepare(job, peer, m);
    if (hyd_unlikely(m->needs_grant) && hyd_grant_take(job, peer, how)) return HYD_NO_ROOM;
  }
  if (category == HYD_AM_LONG && lc_opt != GEX_EVENT_NOW && !m->placed &&
      hyd_am_may_stay(job, way, m->payload, m->nbytes)) {
    if (send_in_place(job, peer, m, lc_opt, how)) return give_up(job, peer, m);
  } else {
    if (send_by(job, peer, way, category, m, how)) return give_up(job, peer, m);
    hyd_lc_done(lc_opt); /* the payload has been copied */
  }
  if (!(flags & GEX_FLAG_IMMEDIATE) && way == HYD_AM_BY_CONDUIT)
    hyd_poll(job); /* while the message is on its way */
  hyd_probe_send(peer, m->handler, m->nbytes);
  return 0;
}

static const enum hyd_count request_count[] = {HYD_COUNT_AMREQ_SHORT, HYD_COUNT_AMREQ_MEDIUM,
                                               HYD_COUNT_AMREQ_LONG};

static HYD_COLD int start_watched(struct hyd_job *job, gex_Rank_t peer, struct hyd_am *m,
                                  gex_Event_t *lc_opt, gex_Flags_t flags) {
  uint64_t begin = hyd_watch_ticks();
  if (start_request(job, peer, m->category, m, lc_opt, flags)) return HYD_NO_ROOM;
  hyd_count(job, request_count[m->category], m->nbytes);
  hyd_watch_sent(job, begin, peer, m);
  return 0;
}

/* Sends a request between endpoints that are not both primordial; fatal if tm has no such rank. */
static HYD_ASIDE int request_between_endpoints(struct hyd_job *job, gex_TM_t tm, gex_Rank_t rank,
                                               const struct hyd_am *m, gex_Event_t *lc_opt,
                                               gex_Flags_t flags) {
  const char *call = request_name[m->category];
  struct hyd_endpoint_am out;
  gex_Rank_t peer;
  struct hyd_ends ends = hyd_find_ends(job, tm, rank, &peer, call);
  check_message(job, m);
  hyd_am_add_ends(&out, m, ends);
  if (m->category == HYD_AM_LONG) hyd_endpoint_long_prepare(job, peer, ends.to, &out.m, call);
  if (hyd_watched(job)) return start_watched(job, peer, &out.m, lc_opt, flags);
  return start_request(job, peer, m->category, &out.m, lc_opt, flags);
}

HYD_HOT_INLINE int send_request(gex_TM_t tm, gex_Rank_t rank, struct hyd_am *m, gex_Event_t *lc_opt,
                                gex_Flags_t flags) {
  const uint32_t category = m->category; /* read first: here the compiler knows the value */
  struct hyd_job *job = hyd_the_job;
  gex_Rank_t peer = find_target(tm, rank, m);
  if (hyd_unlikely(peer == GEX_RANK_INVALID))
    return request_between_endpoints(job, tm, rank, m, lc_opt, flags);
  check_message(job, m);
  if (hyd_watched(job)) return start_watched(job, peer, m, lc_opt, flags);
  return start_request(job, peer, category, m, lc_opt, flags);
}

int hyd_am_request_short(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, gex_Flags_t flags,
                         unsigned nargs, const gex_AM_Arg_t *args) {
  struct hyd_am m = {.category = HYD_AM_SHORT,
                     .is_request = 1,
                     .handler = handler,
                     .nargs = (uint8_t)nargs,
                     .args = args};
  return send_request(tm, rank, &m, GEX_EVENT_NOW, flags);
}

int hyd_am_request_medium(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *src,
                          size_t nbytes, gex_Event_t *lc_opt, gex_Flags_t flags, unsigned nargs,
                          const gex_AM_Arg_t *args) {
  struct hyd_am m = {.category = HYD_AM_MEDIUM,
                     .is_request = 1,
                     .handler = handler,
                     .nargs = (uint8_t)nargs,
                     .args = args,
                     .payload = (void *)(uintptr_t)src,
                     .nbytes = nbytes};
  return send_request(tm, rank, &m, lc_opt, flags);
}

int hyd_am_request_long(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *src,
                        size_t nbytes, void *dest, gex_Event_t *lc_opt, gex_Flags_t flags,
                        unsigned nargs, const gex_AM_Arg_t *args) {
  struct hyd_am m = {.category = HYD_AM_LONG,
                     .is_request = 1,
                     .handler = handler,
                     .nargs = (uint8_t)nargs,
                     .args = args,
                     .payload = (void *)(uintptr_t)src,
                     .nbytes = nbytes,
                     .dest = dest};
  return send_request(tm, rank, &m, lc_opt, flags);
}
