/* SPDX-License-Identifier: BSD-3-Clause
 *
 * negotiated.c: negotiated-payload messages (hyd_npam_inline.h). Where the payload is built:
 *
 *   CLIENT  the client's buffer; the commit is then the fixed-payload call
 *   POOL    medium to a rank that rings reach: a buffer of this rank's pool, read there by the
 *           handler
 *   OWN     all else: a buffer of this thread. Longs too: built at its destination, a payload would
 *           be there before the commit, without one, and beyond the bytes that are committed (NP-7,
 *           NP-11)
 */
#include "core/am/am.h"
#include "core/am/endpoint_am.h"
#include "core/am/grants.h"
#include "core/base/call_context.h"
#include "core/base/err.h"
#include "core/shm/send_pool.h"
#include "core/team/team.h"
#include "core/am/wait.h"

#define OWN_SIZE 65536u /* of a buffer of this thread, if not more is asked for */
#define IN_LINE 48u     /* payloads that travel in the message's line gain nothing from a pool */

enum origin { CLIENT, POOL, OWN };

struct hyd_srcdesc {
  int live;
  unsigned family; /* HYD_NPAM_* */
  unsigned numargs, pool;
  enum origin from;
  gex_Rank_t peer;
  struct hyd_token *tok; /* reply: of the request */
  struct hyd_ends ends;  /* not 0, 0: the endpoints of the message */
  unsigned char *addr;
  size_t size;
  void *dest; /* long: as prepared */
  gex_Event_t *lc_opt;
};

static const char *family_name(unsigned family) {
  static const char *const name[] = {"gex_AM_*RequestMedium", "gex_AM_*RequestLong",
                                     "gex_AM_*ReplyMedium", "gex_AM_*ReplyLong"};
  return name[(family & HYD_NPAM_REPLY ? 2 : 0) + (family & HYD_NPAM_LONG ? 1 : 0)];
}

/* --- descriptors ---------------------------------------------------------- */

static struct hyd_srcdesc *new_desc(struct hyd_thread *t, unsigned family) {
  int reply = (family & HYD_NPAM_REPLY) != 0;
  struct hyd_srcdesc *d = t->srcdesc[reply];
  if (d == NULL) d = t->srcdesc[reply] = calloc(1, sizeof *d);
  if (d == NULL) hyd_fatal(family_name(family), "out of memory for a descriptor");
  if (d->live)
    hyd_fatal(family_name(family), "this thread has prepared one already; expected its commit or "
                                   "cancel first");
  *d = (struct hyd_srcdesc){.family = family};
  return d;
}

static struct hyd_srcdesc *desc_of(gex_AM_SrcDesc_t sd, const char *call) {
  struct hyd_srcdesc *d = (struct hyd_srcdesc *)sd;
  if (d == NULL || !d->live)
    hyd_fatal(call, "the descriptor is %s; expected one from Prepare, once",
              d ? "used up" : "GEX_AM_SRCDESC_NO_OP");
  return d;
}

void *gex_AM_SrcDescAddr(gex_AM_SrcDesc_t sd) { return desc_of(sd, "gex_AM_SrcDescAddr")->addr; }
size_t gex_AM_SrcDescSize(gex_AM_SrcDesc_t sd) { return desc_of(sd, "gex_AM_SrcDescSize")->size; }

/* --- buffers -------------------------------------------------------------- */

static void use_own(struct hyd_thread *t, struct hyd_srcdesc *d) {
  int i = (d->family & HYD_NPAM_REPLY) != 0;
  size_t size = d->size < OWN_SIZE ? OWN_SIZE : (d->size + 63) & ~(size_t)63;
  if (t->bounce_size[i] < size) {
    free(t->bounce[i]);
    t->bounce[i] = aligned_alloc(64, size);
    t->bounce_size[i] = t->bounce[i] ? size : 0;
  }
  if (t->bounce[i] == NULL)
    hyd_fatal(family_name(d->family), "out of memory for a payload of %zu bytes", d->size);
  d->from = OWN;
  d->addr = t->bounce[i];
}

/* Takes a buffer of the pool; a request without IMMEDIATE waits for one. Returns 0 if there is
 * none. */
static int use_pool(struct hyd_job *job, struct hyd_srcdesc *d, gex_Flags_t flags) {
  struct hyd_pool *pool = &hyd_inbox_at(job, job->rank)->pool;
  struct hyd_wait w;
  d->pool = hyd_pool_take(pool);
  if (!d->pool && !(d->family & HYD_NPAM_REPLY) && !(flags & GEX_FLAG_IMMEDIATE)) {
    hyd_wait_begin(&w, job, HYD_WAIT_QUEUE, d->peer, 0);
    while (!(d->pool = hyd_pool_take(pool))) hyd_wait_pause(&w);
    hyd_wait_end(&w);
  }
  if (!d->pool) return 0;
  d->from = POOL;
  d->addr = hyd_pool_buffer(pool, d->pool);
  return 1;
}

/* Gives the message a buffer of the library. Returns 0 if there is none now. */
static int use_library(struct hyd_job *job, struct hyd_thread *t, struct hyd_srcdesc *d,
                       size_t least, gex_Flags_t flags) {
  int away = hyd_am_way_to(job, d->peer) == HYD_AM_BY_RING;
  if (d->family & HYD_NPAM_LONG) {
    if (d->size > OWN_SIZE) d->size = least > OWN_SIZE ? least : OWN_SIZE;
  } else if (away && d->size > IN_LINE) {
    if (use_pool(job, d, flags)) return 1;
    if (flags & GEX_FLAG_IMMEDIATE) return 0;
  }
  use_own(t, d);
  return 1;
}

/* --- prepare -------------------------------------------------------------- */

struct request { /* the arguments of a Prepare, without its target */
  const void *client_buf;
  size_t least, most;
  void *dest;
  gex_Event_t *lc_opt;
  gex_Flags_t flags;
  unsigned numargs;
};

static void check_request(const char *call, const struct request *r, size_t limit, int reply) {
  const gex_Flags_t legal =
      GEX_FLAG_IMMEDIATE | GEX_FLAG_AM_PREPARE_LEAST_CLIENT | GEX_FLAG_AM_PREPARE_LEAST_ALLOC;
  if (r->least > r->most || r->least > limit)
    hyd_fatal(call,
              "least_payload is %zu, most_payload %zu; expected least <= most, and at most %zu",
              r->least, r->most, limit);
  if (r->numargs > HYD_AM_MAX_ARGS)
    hyd_fatal(call, "%u arguments; expected at most %d", r->numargs, HYD_AM_MAX_ARGS);
  if (r->client_buf ? r->lc_opt == NULL || r->lc_opt == GEX_EVENT_DEFER ||
                          (reply && r->lc_opt == GEX_EVENT_GROUP)
                    : r->lc_opt != NULL)
    hyd_fatal(call, "lc_opt does not fit; expected %s",
              r->client_buf ? "NOW, GROUP (requests) or a pointer with a client's buffer"
                            : "NULL with the library's buffer");
  if (HYD_DEBUG && r->flags & ~legal)
    hyd_fatal(call, "flags 0x%x; expected 0 or GEX_FLAG_IMMEDIATE", r->flags);
}

static gex_AM_SrcDesc_t prepare_message(struct hyd_job *job, unsigned family, gex_Rank_t peer,
                                        struct hyd_ends ends, struct hyd_token *tok,
                                        const struct request *r) {
  size_t limit = family & HYD_NPAM_LONG ? job->net.max_long : job->net.max_medium;
  struct hyd_thread *t = hyd_self(job);
  struct hyd_srcdesc *d;
  check_request(family_name(family), r, limit, tok != NULL);
  d = new_desc(t, family);
  d->peer = peer;
  d->ends = ends;
  d->tok = tok;
  d->numargs = r->numargs;
  d->lc_opt = r->lc_opt;
  d->dest = r->dest;
  d->size = r->most < limit ? r->most : limit;
  d->addr = (unsigned char *)(uintptr_t)r->client_buf;
  if (r->client_buf == NULL && !use_library(job, t, d, r->least, r->flags))
    return GEX_AM_SRCDESC_NO_OP;
  d->live = 1;
  t->prepared++;
  return (gex_AM_SrcDesc_t)d;
}

static gex_AM_SrcDesc_t prepare_request(unsigned family, gex_TM_t tm, gex_Rank_t rank,
                                        const struct request *r) {
  const char *call = family_name(family);
  struct hyd_job *job = hyd_the_job;
  struct hyd_ends ends = {0, 0};
  gex_Rank_t peer;
  hyd_check_ready(call);
  if (HYD_DEBUG) hyd_check_call(call);
  if (HYD_DEBUG && tm == GEX_TM_INVALID) hyd_fatal(call, "tm is GEX_TM_INVALID; expected a team");
  peer = hyd_team_jobrank(tm, rank);
  if (peer == GEX_RANK_INVALID) ends = hyd_find_ends(job, tm, rank, &peer, call);
  if (!(r->flags & GEX_FLAG_IMMEDIATE)) hyd_poll(job); /* as FP-7 */
  return prepare_message(job, family, peer, ends, NULL, r);
}

static gex_AM_SrcDesc_t prepare_reply(unsigned family, gex_Token_t token, const struct request *r) {
  struct hyd_token *tok = (struct hyd_token *)token;
  const char *call = family_name(family);
  struct hyd_ends ends = {0, 0};
  if (tok == NULL) hyd_fatal(call, "token is NULL; expected the running handler's");
  if (HYD_DEBUG) hyd_check_reply(call);
  if (!tok->is_request || tok->replied)
    hyd_fatal(call, "%s; expected one reply at most, from a request handler",
              tok->replied ? "second reply" : "called in a reply handler");
  if (hyd_token_has_ends(tok)) ends = hyd_ends_of_reply(tok);
  return prepare_message(tok->job, family, tok->src, ends, tok, r);
}

gex_AM_SrcDesc_t gex_AM_PrepareRequestMedium(gex_TM_t tm, gex_Rank_t rank, const void *client_buf,
                                             size_t least_payload, size_t most_payload,
                                             gex_Event_t *lc_opt, gex_Flags_t flags,
                                             unsigned int numargs) {
  struct request r = {client_buf, least_payload, most_payload, NULL, lc_opt, flags, numargs};
  return prepare_request(HYD_NPAM_MEDIUM, tm, rank, &r);
}

gex_AM_SrcDesc_t gex_AM_PrepareReplyMedium(gex_Token_t token, const void *client_buf,
                                           size_t least_payload, size_t most_payload,
                                           gex_Event_t *lc_opt, gex_Flags_t flags,
                                           unsigned int numargs) {
  struct request r = {client_buf, least_payload, most_payload, NULL, lc_opt, flags, numargs};
  return prepare_reply(HYD_NPAM_MEDIUM | HYD_NPAM_REPLY, token, &r);
}

gex_AM_SrcDesc_t gex_AM_PrepareRequestLong(gex_TM_t tm, gex_Rank_t rank, const void *client_buf,
                                           size_t least_payload, size_t most_payload,
                                           void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags,
                                           unsigned int numargs) {
  struct request r = {client_buf, least_payload, most_payload, dest_addr, lc_opt, flags, numargs};
  return prepare_request(HYD_NPAM_LONG, tm, rank, &r);
}

gex_AM_SrcDesc_t gex_AM_PrepareReplyLong(gex_Token_t token, const void *client_buf,
                                         size_t least_payload, size_t most_payload, void *dest_addr,
                                         gex_Event_t *lc_opt, gex_Flags_t flags,
                                         unsigned int numargs) {
  struct request r = {client_buf, least_payload, most_payload, dest_addr, lc_opt, flags, numargs};
  return prepare_reply(HYD_NPAM_LONG | HYD_NPAM_REPLY, token, &r);
}

/* --- commit and cancel ---------------------------------------------------- */

static struct hyd_srcdesc *to_consume(gex_AM_SrcDesc_t sd, unsigned family, const char *call) {
  struct hyd_srcdesc *d = desc_of(sd, call);
  if (d->family != family)
    hyd_fatal(call, "the descriptor is of %s; expected the same family", family_name(d->family));
  return d;
}

static void mark_consumed(struct hyd_srcdesc *d) {
  d->live = 0;
  hyd_the_thread->prepared--;
}

static void check_commit(const struct hyd_srcdesc *d, const char *call, gex_AM_Index_t handler,
                         size_t nbytes, const void *dest, gex_Flags_t flags, unsigned nargs) {
  if (nbytes > d->size || nargs != d->numargs)
    hyd_fatal(call, "%zu bytes and %u arguments; expected at most %zu and exactly %u", nbytes,
              nargs, d->size, d->numargs);
  if (handler < GEX_AM_INDEX_BASE)
    hyd_fatal(call, "handler index %u; expected %d to 255", handler, GEX_AM_INDEX_BASE);
  if (d->dest && dest != d->dest && nbytes)
    hyd_fatal(call, "dest_addr is %p; expected %p as prepared", dest, d->dest);
  if (HYD_DEBUG && flags & ~GEX_FLAG_IMMEDIATE)
    hyd_fatal(call, "commit_flags 0x%x; expected 0 or GEX_FLAG_IMMEDIATE", flags);
}

static struct hyd_am message_of(const struct hyd_srcdesc *d, gex_AM_Index_t handler, size_t nbytes,
                                void *dest, unsigned nargs, const gex_AM_Arg_t *args) {
  int is_long = (d->family & HYD_NPAM_LONG) != 0;
  return (struct hyd_am){.category = is_long ? HYD_AM_LONG : HYD_AM_MEDIUM,
                         .is_request = !(d->family & HYD_NPAM_REPLY),
                         .handler = handler,
                         .nargs = (uint8_t)nargs,
                         .args = args,
                         .payload = d->addr,
                         .nbytes = nbytes,
                         .dest = dest,
                         .pool = (uint8_t)d->pool};
}

static int send_message(struct hyd_job *job, struct hyd_srcdesc *d, struct hyd_am *m,
                        unsigned how) {
  m->way = (uint8_t)hyd_am_way_to(job, d->peer);
  if (m->category == HYD_AM_LONG) {
    if (HYD_DEBUG && m->handler != HYD_H_ENDPOINT)
      hyd_check_remote(job, family_name(d->family), d->peer, m->dest, m->nbytes);
    hyd_long_prepare(job, d->peer, m);
  }
  if (!m->is_request) {
    struct hyd_token plain = hyd_token_without_ends(d->tok);
    return hyd_am_send_reply(&plain, m, how);
  }
  return hyd_am_send_chosen(job, d->peer, m, how);
}

/* Sends a message between any two endpoints. */
static int send_between(struct hyd_job *job, struct hyd_srcdesc *d, struct hyd_am *m,
                        unsigned how) {
  struct hyd_endpoint_am out;
  if (d->ends.from == 0 && d->ends.to == 0) return send_message(job, d, m, how);
  hyd_am_add_ends(&out, m, d->ends);
  if (m->category == HYD_AM_LONG)
    hyd_endpoint_long_prepare(job, d->peer, d->ends.to, &out.m, family_name(d->family));
  return send_message(job, d, &out.m, how);
}

int hyd_am_commit(gex_AM_SrcDesc_t sd, unsigned family, gex_AM_Index_t handler, size_t nbytes,
                  void *dest_addr, gex_Flags_t commit_flags, unsigned nargs,
                  const gex_AM_Arg_t *args) {
  const char *call = family_name(family);
  struct hyd_srcdesc *d = to_consume(sd, family, call);
  struct hyd_job *job = hyd_the_job;
  struct hyd_am m;
  check_commit(d, call, handler, nbytes, dest_addr, commit_flags, nargs);
  m = message_of(d, handler, nbytes, dest_addr, nargs, args);
  if (d->from == POOL) hyd_pool_filled(&hyd_inbox_at(job, job->rank)->pool);
  mark_consumed(d); /* handlers may run while this waits for room */
  if (send_between(job, d, &m, commit_flags & GEX_FLAG_IMMEDIATE ? HYD_AM_NO_WAIT : 0)) {
    d->live = 1;
    hyd_the_thread->prepared++;
    return 1;
  }
  if (d->tok) d->tok->replied = 1;
  hyd_lc_done(d->lc_opt);
  hyd_count(job,
            m.is_request ? (family & HYD_NPAM_LONG ? HYD_COUNT_AMREQ_LONG : HYD_COUNT_AMREQ_MEDIUM)
                         : (family & HYD_NPAM_LONG ? HYD_COUNT_AMREP_LONG : HYD_COUNT_AMREP_MEDIUM),
            nbytes);
  return 0;
}

static int cancel_message(gex_AM_SrcDesc_t sd, unsigned family, gex_Flags_t flags) {
  struct hyd_srcdesc *d = to_consume(sd, family, family_name(family));
  if (HYD_DEBUG && flags) hyd_fatal(family_name(family), "flags 0x%x; expected 0", flags);
  if (d->from == POOL) hyd_pool_free(&hyd_inbox_at(hyd_the_job, hyd_the_job->rank)->pool, d->pool);
  mark_consumed(d);
  return 0;
}

int gex_AM_CancelRequestMedium(gex_AM_SrcDesc_t sd, gex_Flags_t flags) {
  return cancel_message(sd, HYD_NPAM_MEDIUM, flags);
}
int gex_AM_CancelReplyMedium(gex_AM_SrcDesc_t sd, gex_Flags_t flags) {
  return cancel_message(sd, HYD_NPAM_MEDIUM | HYD_NPAM_REPLY, flags);
}
int gex_AM_CancelRequestLong(gex_AM_SrcDesc_t sd, gex_Flags_t flags) {
  return cancel_message(sd, HYD_NPAM_LONG, flags);
}
int gex_AM_CancelReplyLong(gex_AM_SrcDesc_t sd, gex_Flags_t flags) {
  return cancel_message(sd, HYD_NPAM_LONG | HYD_NPAM_REPLY, flags);
}
