/* SPDX-License-Identifier: BSD-3-Clause
 *
 * audit.c: reads the engine's own structures (proto_int.h), which nothing else outside of it does.
 */
#include "tests/sim/audit.h"

#include "conduits/udp/proto_int.h"

#define MOST_COPIED ((size_t)1 << 20) /* unless one message is longer */
#define MOST_REFERENCES 64u

static void complain(struct sim_rank *r, const struct udp_session *s, int channel,
                     const char *what) {
  sim_fail(r->w, "rank %u, session with rank %u, channel %d: %s", r->id, s->peer, channel, what);
}

static int is_in(unsigned set, int channel) { return set >> channel & 1; }

/* Packets lie side by side, from what is acknowledged to what was sent. */
static void audit_packets(struct sim_rank *r, struct udp_session *s, int c, uint32_t *flying,
                          uint64_t *bytes) {
  struct udp_out *o = &s->out[c];
  uint32_t at = o->packet ? o->packet->from : o->next, lost = 0;
  if (udp_before(o->una, at)) complain(r, s, c, "a packet is missing");
  for (const struct udp_packet *k = o->packet; k; k = k->next) {
    if (k->from != at || !udp_before(k->from, k->to))
      complain(r, s, c, "packets do not lie side by side");
    at = k->to;
    lost += k->state == UDP_LOST;
    if (k->state == UDP_FLYING) ++*flying, *bytes += udp_cost(k->bytes);
  }
  if (at != o->next) complain(r, s, c, "the last packet is missing");
  for (const struct udp_packet *k = o->lost.first; k; k = k->other_next) lost--;
  if (lost) complain(r, s, c, "lost packets are not counted right");
}

static void audit_out(struct sim_rank *r, struct udp_session *s, int c) {
  struct udp_out *o = &s->out[c];
  size_t copied = 0;
  uint32_t references = 0, pieces = 0;
  if (udp_before(o->limit, o->next)) complain(r, s, c, "more has been sent than was allowed");
  if (is_in(s->open, c) != (o->una != o->end)) complain(r, s, c, "it is not known to be open");
  for (const struct udp_piece *x = o->piece; x; x = x->next, pieces++) {
    references += x->payload != NULL;
    copied += x->payload ? 0 : x->room;
    if (x->from == x->to) complain(r, s, c, "a piece is empty");
  }
  if (references != o->references || references > MOST_REFERENCES)
    complain(r, s, c, "too many references");
  if (copied != o->copied || (copied > MOST_COPIED + UDP_BATCH && pieces > 2))
    complain(r, s, c, "too much is copied");
}

static void audit_in(struct sim_rank *r, struct udp_session *s, int c) {
  struct udp_in *in = &s->in[c];
  uint32_t held = 0, last = in->held ? in->held->from : 0;
  for (const struct udp_held *h = in->held; h; h = h->next, held++) {
    if (udp_before(h->from, last)) complain(r, s, c, "kept bytes are out of order");
    if (udp_before(in->limit, h->to)) complain(r, s, c, "more bytes are kept than were allowed");
    last = h->from;
  }
  if (held != in->nheld) complain(r, s, c, "kept packets are not counted right");
  if (is_in(s->kept, c) != (held != 0)) complain(r, s, c, "it is not known that something is kept");
  if (!is_in(s->moved, c) && s->head.progress.ack[c] != in->next)
    complain(r, s, c, "the next head says an old position");
  if (in->held && !udp_before(in->next, in->held->from) && !s->on.is_blocked)
    complain(r, s, c, "the next bytes are here, unnoticed");
}

/* Messages that wait for company go when their time has come, unless they wait for room as well. */
static int waits_for_company(const struct udp_session *s, int c) {
  const struct udp_out *o = &s->out[c];
  uint32_t cost = udp_is_bulk((unsigned)c) ? s->path.size : UDP_BASE_DATAGRAM;
  return o->next != o->end && s->nflying && (double)s->flying_bytes < s->cc.cwnd &&
         s->flying_bytes + cost <= s->room && udp_allowed(o) == o->end - o->next;
}

/* When the output has said that there is nothing more, only a timer helps. */
static void audit_clock(struct sim_rank *r, struct udp_session *s) {
  uint64_t timer = r->proto->timer;
  if (!s->open && s->due.ack_at == 0) return;
  if (!s->on.is_active) complain(r, s, 0, "something is to be done, and no timer runs");
  if (s->open && s->due.ask_at == 0 && s->due.waiting_since == 0)
    complain(r, s, 0, "something is to be sent, and no clock runs");
  if (s->due.ask_at && timer > s->due.ask_at)
    complain(r, s, 0, "the timer rings too late for a question");
  if (s->due.ack_at && timer > s->due.ack_at)
    complain(r, s, 0, "the timer rings too late for an acknowledgement");
  for (int c = 0; c < UDP_CHANNELS; c++)
    if (waits_for_company(s, c) && timer > s->out[c].since_ns + r->proto->c.hold_ns)
      complain(r, s, c, "the timer rings too late for messages that wait for company");
}

static void audit_session(struct sim_rank *r, struct udp_session *s) {
  uint32_t flying = 0;
  uint64_t bytes = 0;
  for (int c = 0; c < UDP_CHANNELS; c++) {
    audit_packets(r, s, c, &flying, &bytes);
    audit_out(r, s, c);
    audit_in(r, s, c);
  }
  if (flying != s->nflying || bytes != s->flying_bytes)
    complain(r, s, 0, "packets on the way are not counted right");
  if (s->on.is_ready) complain(r, s, 0, "it is ready although nothing is to be sent");
  if (s->due.ack_now || s->due.ask) complain(r, s, 0, "an answer was forgotten");
  if (!r->w->scarce) audit_clock(r, s);
}

void sim_audit(struct sim_rank *r) {
  struct udp_proto *p = r->proto;
  for (uint32_t i = 0; i < p->c.size && !r->w->failed; i++)
    if (p->session[i]) audit_session(r, p->session[i]);
}

void sim_audit_datagram(struct sim_rank *r, const struct udp_datagram *d, size_t size) {
  if (size == d->size && size <= r->proto->c.mtu && d->peer < r->w->ranks && d->peer != r->id)
    return;
  sim_fail(r->w, "rank %u: a datagram of %zu bytes to rank %u, said to be %zu", r->id, size,
           d->peer, d->size);
}
