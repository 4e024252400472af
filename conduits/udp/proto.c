/* SPDX-License-Identifier: BSD-3-Clause
 *
 * proto.c: sessions, the way in and the way out. Two lists tell where something is to be done: `ready`,
 * sessions that may have a packet to send, served in turns, and `active`, sessions with a timer. Neither
 * is ever as long as the job, only as long as the list of peers one talks with.
 */
#include "conduits/udp/proto_int.h"

#include <stdio.h>
#include <stdlib.h>

#define TURN 16          /* packets that a session may send in a row while others wait */
#define FIRST_LIMIT 8u   /* packets that may be sent before anything was heard; both sides know it */

const struct udp_config udp_config_default = {
    .window = UDP_WINDOW,
    .rto_min_ns = 600000, /* three times ack_ns: the first probe is cheap, and what a lost tail waits for */
    .rto_max_ns = 250000000,
    .dead_ns = 30000000000,
    .hold_ns = 10000,
    .ack_ns = 200000,
    .delay_ns = 250000,
    .security = UDP_MAC,
};

/* --- life ------------------------------------------------------------------------------------------- */

struct udp_proto *udp_proto_new(const struct udp_config *c, const struct udp_events *e, void *arg) {
  struct udp_proto *p = calloc(1, sizeof *p);
  if (p == NULL) return NULL;
  p->c = *c;
  if (p->c.window > UDP_WINDOW) p->c.window = UDP_WINDOW;
  if (p->c.window < 2) p->c.window = 2;
  p->e = *e;
  p->arg = arg;
  p->timer = UDP_NEVER;
  p->ready_end = &p->ready;
  p->tag = udp_tag(c->security);
  p->body = udp_max_body(c->mtu, p->tag);
  p->session = calloc(c->size, sizeof *p->session);
  if (p->tag) p->seal = udp_seal_new(c->security, c->key);
  if (p->session && (p->seal || !p->tag)) return p;
  udp_proto_free(p);
  return NULL;
}

static void session_free(struct udp_session *s) {
  if (s == NULL) return;
  for (int i = 0; i < UDP_CHANNELS; i++) {
    udp_out_free(&s->out[i]);
    udp_in_free(&s->in[i]);
  }
  free(s);
}

void udp_proto_free(struct udp_proto *p) {
  if (p == NULL) return;
  for (uint32_t i = 0; p->session && i < p->c.size; i++) session_free(p->session[i]);
  for (struct udp_batch *b = p->spare, *next; b; b = next) {
    next = b->next;
    free(b);
  }
  for (struct udp_wait *w = p->spare_waits, *next; w; w = next) {
    next = w->next;
    free(w);
  }
  udp_seal_free(p->seal);
  free(p->session);
  free(p);
}

struct udp_session *udp_session(struct udp_proto *p, uint32_t peer) {
  struct udp_session *s = p->session[peer];
  if (s) return s;
  s = calloc(1, sizeof *s);
  if (s == NULL) return NULL;
  s->peer = peer;
  for (int i = 0; i < UDP_CHANNELS; i++) {
    s->out[i].limit = s->in[i].limit = FIRST_LIMIT;
    s->out[i].full_end = &s->out[i].full;
    s->out[i].bulk_end = &s->out[i].bulk;
  }
  udp_cc_init(p, s);
  p->n.sessions++;
  return p->session[peer] = s;
}

/* --- the lists --------------------------------------------------------------------------------------- */

void udp_ready(struct udp_proto *p, struct udp_session *s) {
  if (s->ready) return;
  s->ready = 1;
  s->next_ready = NULL;
  *p->ready_end = s;
  p->ready_end = &s->next_ready;
}

static void first_has_had_its_turn(struct udp_proto *p, int again) {
  struct udp_session *s = p->ready;
  p->turn = 0;
  p->ready = s->next_ready;
  if (p->ready == NULL) p->ready_end = &p->ready;
  s->ready = 0;
  if (again) udp_ready(p, s);
}

void udp_alarm(struct udp_proto *p, struct udp_session *s, uint64_t at) {
  if (at < p->timer) p->timer = at;
  if (s->active) return;
  s->active = 1;
  s->next_active = p->active;
  p->active = s;
}

/* Each session that is still in need of a timer asks for it again. */
void udp_proto_tick(struct udp_proto *p, uint64_t now) {
  struct udp_session *s = p->active, *next;
  if (now < p->timer) return;
  p->active = NULL;
  p->timer = UDP_NEVER;
  for (; s; s = next) {
    next = s->next_active;
    s->active = 0;
    udp_session_tick(p, s, now);
  }
}

uint64_t udp_proto_timer(const struct udp_proto *p) { return p->timer; }
const struct udp_counts *udp_proto_counts(const struct udp_proto *p) { return &p->n; }

/* --- out ---------------------------------------------------------------------------------------------- */

/* What every packet says about the other direction. */
static void fill_head(struct udp_proto *p, struct udp_session *s, uint64_t now, struct udp_head *h,
                          uint64_t sack[UDP_MAX_SACK]) {
  int both = s->in[0].nheld && s->in[1].nheld;
  int of = both ? (int)(s->number & 1) : s->in[UDP_REPLIES].nheld != 0;
  h->magic = UDP_MAGIC;
  h->job = p->c.job;
  h->src = p->c.rank;
  h->dst = s->peer;
  h->number = ++s->number;
  for (int i = 0; i < UDP_CHANNELS; i++) {
    h->ack[i] = s->in[i].next;
    h->limit[i] = s->in[i].limit = udp_limit(p, &s->in[i]);
  }
  h->stamp = (uint32_t)(now / 1000);
  h->echo = s->echo ? s->peer_stamp + (uint32_t)((now - s->stamp_ns) / 1000) : 0;
  h->nsack = (uint8_t)udp_sack(&s->in[of], sack);
  if (s->echo) h->flags |= UDP_F_ECHO;
  if (of) h->flags |= UDP_F_SACK;
  s->to_ack = 0;
  s->ack_now = 0;
  s->ack_at = 0;
}

/* parts: head, up to two of data, sack words; then the tag. */
static int seal(struct udp_proto *p, struct udp_datagram *d, const struct udp_head *h,
                unsigned char *cipher) {
  unsigned char *tag = d->bytes + sizeof *h + 8 * UDP_MAX_SACK;
  if (p->tag == 0) return 0;
  if (udp_seal_make(p->seal, h, d->part + 1, d->parts - 1, cipher, tag)) return -1;
  if (p->c.security == UDP_AEAD) {
    d->part[1] = (struct iovec){cipher, h->size};
    d->parts = h->size ? 2 : 1;
  }
  d->part[d->parts++] = (struct iovec){tag, p->tag};
  return 0;
}

static int build(struct udp_proto *p, struct udp_session *s, uint64_t now, struct udp_datagram *d,
                 unsigned char *cipher) {
  struct udp_head h = {0};
  struct iovec data[2] = {{NULL, 0}, {NULL, 0}};
  uint64_t sack[UDP_MAX_SACK];
  udp_next_packet(p, s, now, &h, data);
  fill_head(p, s, now, &h, sack);
  h.size = (uint16_t)(8u * h.nsack + data[0].iov_len + data[1].iov_len);
  memcpy(d->bytes, &h, sizeof h);
  memcpy(d->bytes + sizeof h, sack, 8u * h.nsack);
  d->peer = s->peer;
  d->size = sizeof h + h.size + p->tag;
  d->part[0] = (struct iovec){d->bytes, sizeof h};
  d->parts = 1;
  for (int i = 0; i < 2; i++)
    if (data[i].iov_len) d->part[d->parts++] = data[i];
  if (h.nsack) d->part[d->parts++] = (struct iovec){d->bytes + sizeof h, 8u * h.nsack};
  return seal(p, d, &h, cipher);
}

int udp_proto_output(struct udp_proto *p, uint64_t now, struct udp_datagram *d, unsigned char *cipher) {
  while (p->ready) {
    struct udp_session *s = p->ready;
    if (!udp_may_send(p, s, now)) {
      first_has_had_its_turn(p, 0);
      continue;
    }
    if (build(p, s, now, d, cipher)) continue; /* as if lost */
    p->n.sent++;
    if (++p->turn >= TURN && s->next_ready) first_has_had_its_turn(p, 1);
    return 1;
  }
  return 0;
}

/* --- in ------------------------------------------------------------------------------------------------ */

static int is_ours(struct udp_proto *p, const struct udp_head *h) {
  if (h->job == p->c.job && h->dst == p->c.rank && h->src < p->c.size && h->src != p->c.rank) return 1;
  p->n.not_ours++;
  return 0;
}

/* Sequence numbers wrap around, and a packet recorded hours ago would fit again; the number of a
 * transmission never comes twice. */
static int is_replayed(struct udp_session *s, uint64_t number) {
  uint64_t *word = &s->came[number % UDP_REPLAY / 64], bit = 1ull << number % 64;
  if (number > s->latest) {
    if (number - s->latest >= UDP_REPLAY) memset(s->came, 0, sizeof s->came);
    else
      for (uint64_t i = s->latest + 1; i < number; i++)
        s->came[i % UDP_REPLAY / 64] &= ~(1ull << i % 64);
    s->latest = number;
  } else if (s->latest - number >= UDP_REPLAY || (*word & bit)) {
    return 1;
  }
  *word |= bit;
  return 0;
}

static void heard(struct udp_session *s, uint64_t now, const struct udp_head *h) {
  s->heard_ns = now;
  if (!s->echo || (int32_t)(h->stamp - s->peer_stamp) >= 0) {
    s->peer_stamp = h->stamp;
    s->stamp_ns = now;
  }
  s->echo = 1;
  s->probes = 0;
  if (s->waiting_since) s->waiting_since = now;
}

int udp_proto_input(struct udp_proto *p, uint64_t now, void *datagram, size_t n, int take_requests) {
  struct udp_head h;
  unsigned char *body = (unsigned char *)datagram + sizeof h;
  struct udp_session *s;
  int delivered = 0;
  if (udp_read_head(&h, datagram, n, p->tag)) {
    p->n.malformed++;
    return 0;
  }
  if (!is_ours(p, &h)) return 0;
  if (p->tag && udp_seal_open(p->seal, &h, datagram)) {
    p->n.forged++;
    return 0;
  }
  if ((s = udp_session(p, h.src)) == NULL) return 0; /* no memory: it will come again */
  if (is_replayed(s, h.number)) {
    p->n.replayed++;
    return 0;
  }
  p->n.received++;
  heard(s, now, &h);
  udp_take_acks(p, s, now, &h, body + h.size - 8u * h.nsack);
  if (h.flags & UDP_F_ACK_NOW) s->ack_now = 1;
  if (h.flags & UDP_F_DATA) {
    delivered = udp_take_data(p, s, &h, body, h.size - 8u * h.nsack, take_requests);
    if (!s->ack_now && s->ack_at == 0) udp_alarm(p, s, s->ack_at = now + p->c.ack_ns);
  }
  udp_ready(p, s);
  return delivered;
}

int udp_proto_resume(struct udp_proto *p, uint64_t now, int take_requests) {
  struct udp_session *s = p->blocked, *next;
  int n = 0, go = take_requests;
  p->blocked = NULL;
  for (; s; s = next) {
    next = s->next_blocked;
    s->blocked = 0;
    n += udp_take_held(p, s, &go); /* which may put it back into the list */
    if (s->ack_at == 0) udp_alarm(p, s, s->ack_at = now + p->c.ack_ns);
    udp_ready(p, s);
  }
  return n;
}

void udp_proto_acknowledge(struct udp_proto *p) {
  for (uint32_t i = 0; i < p->c.size; i++) {
    struct udp_session *s = p->session[i];
    if (s == NULL || (s->ack_at == 0 && s->to_ack == 0)) continue;
    s->ack_now = 1;
    udp_ready(p, s);
  }
}

int udp_proto_holds(const struct udp_proto *p, uint32_t peer) {
  const struct udp_session *s = p->session[peer];
  return s && (s->out[UDP_REQUESTS].open || s->out[UDP_REPLIES].open);
}

uint64_t udp_proto_heard(const struct udp_proto *p, uint32_t peer) {
  return p->session[peer] ? p->session[peer]->heard_ns : 0;
}

int udp_proto_idle(const struct udp_proto *p) {
  for (uint32_t i = 0; i < p->c.size; i++)
    if (p->session[i] && udp_unfinished(p->session[i])) return 0;
  return 1;
}

int udp_proto_blocked(const struct udp_proto *p) { return p->blocked != NULL; }

/* --- diagnosis ------------------------------------------------------------------------------------------ */

int udp_proto_describe(const struct udp_proto *p, uint32_t peer, uint64_t now, char *line, size_t size) {
  const struct udp_session *s = peer < p->c.size ? p->session[peer] : NULL;
  if (s == NULL) return snprintf(line, size, "no session with rank %u", peer);
  return snprintf(line, size,
                  "rank %u: requests %u sent, %u acknowledged, %u allowed; replies %u, %u, %u; %u packets "
                  "on the way, window %.1f, round trip %.1f us; heard %.3f s ago", peer, s->out[0].next,
                  s->out[0].una, s->out[0].limit, s->out[1].next, s->out[1].una, s->out[1].limit, s->flying,
                  s->cwnd, (double)s->srtt / 1e3,
                  s->heard_ns ? (double)(now - s->heard_ns) / 1e9 : -1.0);
}
