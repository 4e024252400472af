/* SPDX-License-Identifier: BSD-3-Clause
 *
 * deliver.c: runs a handler: looks it up in the receiver's table, calls it with the right number
 * of arguments, and keeps the books that the checking library reads.
 */
#include "core/am/am_watch.h"
#include "core/am/endpoint_am.h"
#include "core/base/err.h"

typedef gex_AM_Arg_t A;
/* clang-format off */
#define A0
#define A1 , a[0]
#define A2 A1, a[1]
#define A3 A2, a[2]
#define A4 A3, a[3]
#define A5 A4, a[4]
#define A6 A5, a[5]
#define A7 A6, a[6]
#define A8 A7, a[7]
#define A9 A8, a[8]
#define A10 A9, a[9]
#define A11 A10, a[10]
#define A12 A11, a[11]
#define A13 A12, a[12]
#define A14 A13, a[13]
#define A15 A14, a[14]
#define A16 A15, a[15]
#define T0
#define T1 , A
#define T2 T1, A
#define T3 T2, A
#define T4 T3, A
#define T5 T4, A
#define T6 T5, A
#define T7 T6, A
#define T8 T7, A
#define T9 T8, A
#define T10 T9, A
#define T11 T10, A
#define T12 T11, A
#define T13 T12, A
#define T14 T13, A
#define T15 T14, A
#define T16 T15, A
#define SHORT(M) case M: ((void (*)(gex_Token_t T##M))fn)(tok A##M); break;
#define PAYLOAD(M) \
  case M: ((void (*)(gex_Token_t, void *, size_t T##M))fn)(tok, buf, n A##M); break;
#define EACH(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) \
                X(15) X(16)
/* clang-format on */

HYD_HOT_INLINE void call_short(gex_AM_Fn_t fn, gex_Token_t tok, const A *a, unsigned nargs) {
  switch (nargs) { EACH(SHORT) }
}

HYD_HOT_INLINE void call_payload(gex_AM_Fn_t fn, gex_Token_t tok, void *buf, size_t n, const A *a,
                                 unsigned nargs) {
  switch (nargs) { EACH(PAYLOAD) }
}

HYD_HOT_INLINE void call_handler(gex_AM_Fn_t fn, struct hyd_token *tok, const struct hyd_am *m) {
  if (m->category == HYD_AM_SHORT)
    call_short(fn, (gex_Token_t)tok, m->args, m->nargs);
  else
    call_payload(fn, (gex_Token_t)tok, m->payload, m->nbytes, m->args, m->nargs);
}

/* Runs a handler, and counts and traces it. The handler may change arguments and payload: `sent` is
 * the message as it travelled. */
static HYD_COLD void call_watched(gex_AM_Fn_t fn, struct hyd_token *tok, const struct hyd_am *m,
                                  const struct hyd_am *sent) {
  uint32_t print = hyd_event_print(sent->args, sent->nargs, sent->nbytes);
  uint64_t begin = hyd_watch_ticks();
  hyd_count(tok->job, HYD_COUNT_HANDLERS, 1);
  call_handler(fn, tok, m);
  hyd_watch_handled(tok->job, begin, tok->src, sent, print);
}

static HYD_COLD _Noreturn void no_handler(struct hyd_job *job, gex_Rank_t src,
                                          const struct hyd_am *m) {
  hyd_fatal("active message",
            "rank %u sent a message for handler %u, which rank %u has not "
            "registered; expected an index given to gex_EP_RegisterHandlers or gasnet_attach",
            src, m->handler, job->rank);
}

static const char *category_name(uint32_t category) {
  return category == HYD_AM_SHORT ? "Short" : category == HYD_AM_MEDIUM ? "Medium" : "Long";
}

/* Writes what a registration allows, like "a Medium or Long request of 2 arguments". */
static void describe_registration(const gex_AM_Entry_t *e, char *text, size_t size) {
  static const gex_Flags_t flag[] = {GEX_FLAG_AM_SHORT, GEX_FLAG_AM_MEDIUM, GEX_FLAG_AM_LONG};
  gex_Flags_t direction = e->gex_flags & GEX_FLAG_AM_REQREP;
  size_t n = 0;
  text[0] = '\0';
  for (uint32_t i = HYD_AM_SHORT; i <= HYD_AM_LONG; i++)
    if (e->gex_flags & flag[i])
      n += (size_t)snprintf(text + n, size - n, "%s%s", n ? " or " : "a ", category_name(i));
  snprintf(text + n, size - n, " %s of %u argument%s",
           direction == GEX_FLAG_AM_REQREP    ? "request or reply"
           : direction == GEX_FLAG_AM_REQUEST ? "request"
                                              : "reply",
           e->gex_nargs, e->gex_nargs == 1 ? "" : "s");
}

static HYD_COLD _Noreturn void no_endpoint(struct hyd_job *job, gex_Rank_t src, unsigned index) {
  hyd_fatal("active message",
            "rank %u sent a message for endpoint %u, which rank %u %s; expected the index of one "
            "that was made with GEX_EP_CAPABILITY_AM",
            src, index, job->rank,
            hyd_ep_at(job, index) ? "made without GEX_EP_CAPABILITY_AM" : "has not made");
}

static HYD_COLD _Noreturn void does_not_fit(const struct hyd_token *tok, const struct hyd_am *m) {
  const gex_AM_Entry_t *e = &tok->entry->entry;
  char expected[100];
  describe_registration(e, expected, sizeof expected);
  hyd_fatal("active message",
            "a %s %s of %u argument%s from rank %u does not fit handler %u (%s), which is "
            "registered for %s",
            category_name(m->category), m->is_request ? "request" : "reply", m->nargs,
            m->nargs == 1 ? "" : "s", tok->src, m->handler, e->gex_name ? e->gex_name : "no name",
            expected);
}

/* Fatal if a message does not fit its handler's registration (AMREG-3). */
static HYD_COLD void check_registration(const struct hyd_token *tok, const struct hyd_am *m) {
  const gex_AM_Entry_t *e = &tok->entry->entry;
  static const gex_Flags_t category[] = {GEX_FLAG_AM_SHORT, GEX_FLAG_AM_MEDIUM, GEX_FLAG_AM_LONG};
  gex_Flags_t direction = m->is_request ? GEX_FLAG_AM_REQUEST : GEX_FLAG_AM_REPLY;
  if (!(e->gex_flags & category[m->category]) || !(e->gex_flags & direction)) does_not_fit(tok, m);
}

HYD_HOT_INLINE void run_handler(struct hyd_job *job, struct hyd_thread *t, struct hyd_token *token,
                                const struct hyd_am *m, const struct hyd_am *sent) {
  unsigned *nesting = m->is_request ? &t->in_request : &t->in_reply;
  gex_HSL_t *held = t->top_hsl;
  if (HYD_DEBUG && !token->entry->legacy) check_registration(token, m);
  ++*nesting;
  hyd_probe_handler(token->src, m->handler, m->nbytes);
  if (hyd_watched(job))
    call_watched(token->entry->entry.gex_fnptr, token, m, sent);
  else
    call_handler(token->entry->entry.gex_fnptr, token, m);
  hyd_probe_handler_done(token->src, m->handler);
  --*nesting;
  if (HYD_DEBUG && t->top_hsl != held)
    hyd_fatal("active message", "handler %u returned holding a handler-safe lock", m->handler);
}

/* Delivers a message between endpoints that are not both primordial. */
static HYD_ASIDE void deliver_to_endpoint(struct hyd_job *job, struct hyd_thread *t, gex_Rank_t src,
                                          const struct hyd_am *sent, int how) {
  gex_AM_Arg_t word = sent->nargs ? sent->args[sent->nargs - 1] : 0;
  struct hyd_ends ends = hyd_ends_unpack(word);
  struct hyd_ep *ep = hyd_ep_at(job, ends.to);
  struct hyd_endpoint_token endpoint_token = {.ep = ep, .ends = ends};
  struct hyd_am m = *sent;
  const struct hyd_handler *h;
  unsigned takes;
  m.nargs -= m.nargs != 0;
  m.handler = hyd_ends_handler(word);
  if (ep == NULL || !(ep->capabilities & GEX_EP_CAPABILITY_AM)) no_endpoint(job, src, ends.to);
  h = &ep->handler[m.handler];
  endpoint_token.token =
      (struct hyd_token){job,
                         t,
                         src,
                         h,
                         m.is_request ? HYD_TOKEN_ENDPOINT_REQUEST : HYD_TOKEN_REPLY,
                         m.category == HYD_AM_LONG,
                         0,
                         (uint8_t)(how | HYD_AM_HAS_ENDS)};
  takes = __atomic_load_n(&h->takes, __ATOMIC_ACQUIRE); /* pairs with registration */
  if (takes == 0 || m.handler < GEX_AM_INDEX_BASE) no_handler(job, src, &m);
  if (takes != HYD_TAKES(m.nargs) && takes != HYD_TAKES_ANY)
    does_not_fit(&endpoint_token.token, &m);
  run_handler(job, t, &endpoint_token.token, &m, sent);
}

HYD_HOT_INLINE void dispatch_message(struct hyd_job *job, struct hyd_thread *t, gex_Rank_t src,
                                     const struct hyd_am *m, int how) {
  const struct hyd_handler *h = &job->ep.handler[m->handler];
  struct hyd_token token = {job, t,           src, h, m->is_request, m->category == HYD_AM_LONG,
                            0,   (uint8_t)how};
  unsigned takes = __atomic_load_n(&h->takes, __ATOMIC_ACQUIRE); /* pairs with registration */
  /* In every build: with too few arguments the handler would read other memory. */
  if (hyd_unlikely(takes != HYD_TAKES(m->nargs)) && hyd_unlikely(takes != HYD_TAKES_ANY)) {
    if (takes == HYD_TAKES_ENDS) {
      deliver_to_endpoint(job, t, src, m, how);
      return;
    }
    if (takes == 0) no_handler(job, src, m);
    does_not_fit(&token, m);
  }
  run_handler(job, t, &token, m, m);
}

/* Within a call that runs no handlers of the client: puts off messages for those. */
static HYD_COLD void run_own(struct hyd_job *job, struct hyd_thread *t, gex_Rank_t src,
                             const struct hyd_am *m, int how) {
  if (m->handler >= GEX_AM_INDEX_BASE || m->handler == HYD_H_ENDPOINT)
    hyd_am_put_off(job, src, m);
  else
    dispatch_message(job, t, src, m, how);
}

void hyd_am_deliver(struct hyd_job *job, struct hyd_thread *t, gex_Rank_t src,
                    const struct hyd_am *m, int how) {
  if (hyd_unlikely(t->puts_off))
    run_own(job, t, src, m, how);
  else
    dispatch_message(job, t, src, m, how);
}

/* --- token queries (gex-core.md section 14) ------------------------------- */

static struct hyd_token *token_of(gex_Token_t token, const char *call) {
  if (HYD_DEBUG && token == NULL) hyd_fatal(call, "token is NULL; expected the running handler's");
  return (struct hyd_token *)token;
}

gex_TI_t gex_Token_Info(gex_Token_t token, gex_Token_Info_t *info, gex_TI_t mask) {
  const struct hyd_token *tok = token_of(token, "gex_Token_Info");
  info->gex_srcrank = tok->src;
  info->gex_ep = (gex_EP_t)(hyd_token_has_ends(tok) ? ((const struct hyd_endpoint_token *)tok)->ep
                                                    : &tok->job->ep);
  info->gex_entry = &tok->entry->entry;
  info->gex_is_req = tok->is_request != HYD_TOKEN_REPLY;
  info->gex_is_long = tok->is_long;
  (void)mask;
  return GEX_TI_ALL;
}

int gasnet_AMGetMsgSource(gasnet_token_t token, gasnet_node_t *srcindex) {
  if (token == NULL || srcindex == NULL)
    return hyd_error(GASNET_ERR_BAD_ARG, "gasnet_AMGetMsgSource",
                     "%s is NULL; expected the running handler's token and a place for the source",
                     token ? "srcindex" : "token");
  *srcindex = ((const struct hyd_token *)token)->src;
  return GASNET_OK;
}
