/* SPDX-License-Identifier: BSD-3-Clause
 *
 * audit.c: reads the engine's own structures (proto_int.h), which nobody else outside of it does.
 */
#include "tests/sim/audit.h"

#include "conduits/udp/proto_int.h"

#define MOST_FULL 9u                   /* batches that wait, and the one that is closed when it goes */
#define MOST_COPIED ((size_t)256 << 10) /* unless one message is longer */
#define MOST_BULKS 512u

static void complain(struct sim_rank *r, const struct udp_session *s, int channel, const char *what) {
  sim_fail(r->w, "rank %u, session with rank %u, channel %d: %s", r->id, s->peer, channel, what);
}

static void audit_out(struct sim_rank *r, struct udp_session *s, int c, uint32_t *flying) {
  struct udp_out *o = &s->out[c];
  uint32_t lost = 0;
  if (o->next - o->una > r->proto->c.window) complain(r, s, c, "more on the way than the window allows");
  if (udp_before(o->limit, o->next)) complain(r, s, c, "more has been sent than was allowed");
  for (uint32_t i = o->una; i != o->next; i++) {
    lost += udp_packet(o, i)->state == UDP_LOST;
    *flying += udp_packet(o, i)->state == UDP_FLYING;
  }
  if (lost != o->lost) complain(r, s, c, "lost packets are not counted right");
  if (o->nfull > MOST_FULL) complain(r, s, c, "too many batches wait");
  if (o->nbulk > MOST_BULKS) complain(r, s, c, "too many long messages wait");
  if (o->open && o->open->size > r->proto->body) complain(r, s, c, "a batch is too long");
  if (o->open && o->open->size == 0) complain(r, s, c, "a batch is empty");
}

static void audit_in(struct sim_rank *r, struct udp_session *s, int c) {
  struct udp_in *in = &s->in[c];
  uint32_t held = 0;
  for (uint32_t i = 0; in->held && i < UDP_WINDOW; i++) held += in->held[i] != NULL;
  if (held != in->nheld) complain(r, s, c, "kept packets are not counted right");
  if (held > in->limit - in->next) complain(r, s, c, "more packets are kept than were allowed");
  if (held && in->held[in->next % UDP_WINDOW] && !s->blocked)
    complain(r, s, c, "the next packet is here, and nobody knows");
}

/* A batch that waits for company goes when its time has come, unless it waits for room as well. */
static int waits_for_company(const struct sim_rank *r, const struct udp_session *s, const struct udp_out *o) {
  return o->open && s->flying && s->flying < s->cwnd && udp_before(o->next, o->limit) &&
         o->next - o->una < r->proto->c.window;
}

/* When the output has said that there is nothing more, only a timer helps. */
static void audit_clock(struct sim_rank *r, struct udp_session *s) {
  uint64_t timer = r->proto->timer;
  if (!udp_unfinished(s) && s->ack_at == 0) return;
  if (!s->active) complain(r, s, 0, "something is to be done, and no timer runs");
  if (udp_unfinished(s) && s->probe_at == 0 && s->waiting_since == 0)
    complain(r, s, 0, "something is to be sent, and no clock runs");
  if (s->probe_at && timer > s->probe_at) complain(r, s, 0, "the timer rings too late for a probe");
  if (s->ack_at && timer > s->ack_at) complain(r, s, 0, "the timer rings too late for an acknowledgement");
  for (int c = 0; c < UDP_CHANNELS; c++)
    if (waits_for_company(r, s, &s->out[c]) && timer > s->out[c].open_ns + r->proto->c.hold_ns)
      complain(r, s, c, "the timer rings too late for a batch");
}

static void audit_session(struct sim_rank *r, struct udp_session *s) {
  uint32_t flying = 0;
  for (int c = 0; c < UDP_CHANNELS; c++) {
    audit_out(r, s, c, &flying);
    audit_in(r, s, c);
  }
  if (flying != s->flying) complain(r, s, 0, "packets on the way are not counted right");
  if (s->ready) complain(r, s, 0, "it is ready although nothing is to be sent");
  if (s->ack_now || s->probe_due) complain(r, s, 0, "an answer was forgotten");
  audit_clock(r, s);
}

void sim_audit(struct sim_rank *r) {
  struct udp_proto *p = r->proto;
  for (uint32_t i = 0; i < p->c.size && !r->w->failed; i++)
    if (p->session[i]) audit_session(r, p->session[i]);
}

void sim_audit_datagram(struct sim_rank *r, const struct udp_datagram *d, size_t size) {
  if (size == d->size && size <= r->proto->c.mtu && d->peer < r->w->ranks && d->peer != r->id) return;
  sim_fail(r->w, "rank %u: a datagram of %zu bytes to rank %u, said to be %zu", r->id, size, d->peer,
           d->size);
}
