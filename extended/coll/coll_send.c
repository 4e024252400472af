/* SPDX-License-Identifier: BSD-3-Clause
 *
 * coll_send.c: what a collective sends (coll.h).
 *
 * A stream goes in medium messages, or if the receiver's call names a place, in longs to that
 * place. A conduit that can do so sends the bytes of a large stream from where they lie; the stream
 * is done when they have arrived.
 *
 * Longs are used, not puts: the handler of a long runs when the bytes have arrived, where a put
 * would need another message after a round trip.
 */
#include "extended/coll/coll.h"

#include "core/am/deferred.h"
#include "core/am/internal_handlers.h"
#include "core/mem/landings.h"

/* Bytes of a stream that is always copied: that takes less time than an answer. */
#define COPIED ((size_t)64 << 10)

/* Sends one message. Returns 0 or HYD_NO_ROOM. */
static int post_message(struct hyd_coll *c, gex_Rank_t to, uint32_t slot, size_t offset,
                        struct hyd_am *m) {
  const gex_AM_Arg_t args[] = {HYD_ARG_HIGH(c->team->id), HYD_ARG_LOW(c->team->id),
                               (gex_AM_Arg_t)c->seq,      (gex_AM_Arg_t)slot,
                               HYD_ARG_HIGH(offset),      HYD_ARG_LOW(offset)};
  m->is_request = 1;
  m->handler = HYD_H_COLL;
  m->nargs = 6;
  m->args = args;
  return hyd_am_try_send(c->team->job, hyd_team_member(c->team, to), m);
}

/* --- streams -------------------------------------------------------------- */

/* Counts a message whose bytes must stay where they are until the conduit has sent them. */
static struct hyd_op *keep_bytes(struct hyd_coll *c, struct hyd_stream_out *s) {
  struct hyd_job *job = c->team->job;
  if (s->kept == NULL)
    s->kept = hyd_op_new(hyd_self(job), HYD_OP_TRANSFER, hyd_team_member(c->team, s->to));
  hyd_op_add(s->kept, 1);
  return s->kept;
}

static int post_bytes(struct hyd_coll *c, struct hyd_stream_out *s, size_t n) {
  struct hyd_job *job = c->team->job;
  const char *bytes = s->buf + s->sent;
  struct hyd_am m = {.category = s->place ? HYD_AM_LONG : HYD_AM_MEDIUM,
                     .nbytes = n,
                     .payload = (void *)(uintptr_t)bytes,
                     .dest = s->place ? s->place + s->sent : NULL,
                     .local = s->total > COPIED && hyd_am_may_stay(job, s->way, bytes, n)
                                  ? keep_bytes(c, s)
                                  : NULL};
  int full = post_message(c, s->to, s->slot, s->base + s->sent, &m);
  if (full && m.local) hyd_op_done(job, m.local);
  return full;
}

/* Bytes of the stream's next message, at most. To its place go several pieces at a time, unless
 * another stream takes them on from there. */
static size_t most_of(const struct hyd_coll *c, const struct hyd_stream_out *s) {
  const struct hyd_job *job = c->team->job;
  size_t most = s->place ? hyd_conduit_of(job)->max_long : job->net.max_medium;
  if (most < HYD_COLL_PIECE) return most;
  return s->place ? most / HYD_COLL_PIECE * HYD_COLL_PIECE : HYD_COLL_PIECE;
}

/* Ends a stream that is all sent; returns 0 if some bytes must still stay where they are. */
static int try_end_stream(struct hyd_job *job, struct hyd_stream_out *s) {
  if (s->kept == NULL) return s->done = 1;
  if (!hyd_op_test(job, s->kept)) return 0;
  hyd_op_free(hyd_self(job), s->kept);
  s->kept = NULL;
  return s->done = 1;
}

/* How many bytes can go now: those that are here, and that the receiver has called for or need not.
 */
static size_t may_go(const struct hyd_stream_out *s) {
  size_t here = s->after ? s->after->prefix : s->total, wanted = s->called ? s->total : s->eager;
  return (here < wanted ? here : wanted) - s->sent;
}

/* Sends as much of a stream as can go. Returns 0 if there is no room, or if bytes that must stay
 * here have not arrived yet. */
static int send_stream(struct hyd_coll *c, struct hyd_stream_out *s) {
  size_t most = most_of(c, s);
  while (s->sent < s->total || s->total == 0) {
    size_t n = may_go(s);
    if (n == 0 && s->total) return 1;
    if (n > most) n = most;
    if (post_bytes(c, s, n)) return 0;
    hyd_count(c->team->job, s->called ? HYD_COUNT_RENDEZVOUS : HYD_COUNT_EAGER, n);
    s->sent += n;
    if (s->sent < s->total) continue;
    if (s->kept) hyd_op_done(c->team->job, s->kept); /* the part that was ours */
    break;
  }
  return try_end_stream(c->team->job, s);
}

/* --- calls ---------------------------------------------------------------- */

/* Returns whether longs can go to the stream's memory: it lies in the segment, or a landing is open
 * there, which this function opens. */
static int open_place(const struct hyd_coll *c, struct hyd_stream_in *s) {
  struct hyd_job *job = c->team->job;
  if (!s->in_place) return 0;
  if (hyd_in_segment(job, job->rank, s->buf, s->need)) return 1;
  if (s->landing == 0 && hyd_conduit_of(job)->lands_anywhere)
    s->landing = hyd_landing_open(job, s->buf, s->need);
  return s->landing != 0;
}

static int send_calls(struct hyd_coll *c) {
  for (int i = 0; i < c->n_in; i++) {
    struct hyd_stream_in *s = &c->in[i];
    struct hyd_am m = {.category = HYD_AM_MEDIUM,
                       .payload = &s->buf,
                       .nbytes = open_place(c, s) ? sizeof s->buf : 0};
    if (!s->call) continue;
    if (post_message(c, s->from, s->slot | HYD_COLL_CALL, c->team->pub.rank, &m)) return 0;
    s->call = 0;
  }
  return 1;
}

int hyd_coll_send_all(struct hyd_coll *c) {
  int ok = send_calls(c);
  for (int i = 0; i < c->n_out; i++)
    if (!c->out[i].done) ok &= send_stream(c, &c->out[i]);
  return ok;
}
