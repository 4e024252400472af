/* SPDX-License-Identifier: BSD-3-Clause
 *
 * recv.c: data packets, put in order and taken apart. A packet that comes in turn is read where it lies,
 * and the bytes of a long message are copied from there to their place at once; others are kept until
 * their turn, within what the sender was allowed. So are requests while none are taken, and a packet of
 * which only some have been.
 */
#include "conduits/udp/proto_int.h"

#include <stdlib.h>

#define MIN_SHARE 2u    /* packets that any peer may always send */
#define MAX_UNACKED 32u /* data packets after which an acknowledgement goes at once */

/* --- room -------------------------------------------------------------------------------------------- */

/* Every session gets the same share of what the socket holds. Twice the size: the kernel's accounting. */
uint32_t udp_limit(const struct udp_proto *p, const struct udp_in *in) {
  uint64_t packets = p->c.room / (2 * (uint64_t)p->c.mtu), share = packets / (p->n.sessions ? p->n.sessions : 1);
  uint32_t limit;
  if (share > p->c.window) share = p->c.window;
  if (share < MIN_SHARE) share = MIN_SHARE;
  limit = in->next + (uint32_t)share;
  return udp_before(limit, in->limit) ? in->limit : limit;
}

unsigned udp_sack(const struct udp_in *in, uint64_t word[UDP_MAX_SACK]) {
  unsigned words = 0;
  if (in->nheld == 0) return 0;
  memset(word, 0, 8 * UDP_MAX_SACK);
  for (uint32_t i = 0; i < UDP_WINDOW; i++) {
    if (in->held[(in->next + i) % UDP_WINDOW] == NULL) continue;
    word[i / 64] |= 1ull << i % 64;
    words = i / 64 + 1;
  }
  return words;
}

/* --- messages ----------------------------------------------------------------------------------------- */

/* The address comes from an authenticated peer, but the user of the engine has the last word. */
static int place_short(struct udp_proto *p, uint32_t src, struct udp_msg *m) {
  void *to;
  if (m->kind != UDP_LONG && m->kind != UDP_PUT && m->kind != UDP_DATA) return 0;
  to = p->e.place(p->arg, src, m);
  if (to && m->nbytes) memcpy(to, m->payload, m->nbytes);
  m->payload = to;
  return to || m->nbytes == 0 ? 0 : -1;
}

static enum udp_taken deliver(struct udp_proto *p, uint32_t src, const struct udp_msg *m) {
  enum udp_taken t = p->e.deliver(p->arg, src, m);
  if (t == UDP_NOT_TAKEN) return t;
  p->n.messages_in++;
  p->n.bytes_in += udp_has_payload(m->kind) ? m->nbytes : 0;
  return t;
}

struct taking {
  struct udp_proto *p;
  struct udp_session *s;
  int channel;
  int requests; /* they may be taken */
  int delivered;
};

/* What `deliver` said: 1 = the message is left for later, and those behind it. */
static int stops(struct taking *t, enum udp_taken how) {
  if (how != UDP_TAKEN) t->requests = 0;
  if (how == UDP_NOT_TAKEN) return 1;
  t->delivered++;
  return 0;
}

static int may_take(const struct taking *t) { return t->channel == UDP_REPLIES || t->requests; }

/* Records from in->used on, as far as they are taken. 0: the packet is done with. */
static int take_records(struct taking *t, struct udp_in *in, const unsigned char *body, size_t n) {
  while (in->used < n) {
    struct udp_msg m = {.channel = (uint8_t)t->channel};
    size_t head = udp_read_record(&m, body, in->used, n), whole;
    if (!may_take(t)) return 1;
    whole = head ? udp_record_size(&m, in->used) : 0;
    if (head == 0 || whole > n - in->used) {
      t->p->n.malformed++;
      return 0;
    }
    if (place_short(t->p, t->s->peer, &m)) {
      t->p->n.malformed++;
    } else if (stops(t, deliver(t->p, t->s->peer, &m))) {
      return 1;
    }
    in->used += (uint32_t)whole;
  }
  return 0;
}

static void begin_bulk(struct udp_proto *p, uint32_t src, struct udp_bulk_in *b, const struct udp_msg *m) {
  b->m = *m;
  if (m->nargs) memcpy(b->args, m->args, 4u * m->nargs);
  b->m.args = b->args;
  b->got = 0;
  b->active = 1;
  b->copy = NULL;
  if (m->kind == UDP_MEDIUM) b->place = b->copy = malloc(m->nbytes);
  else b->place = p->e.place(p->arg, src, &b->m);
}

/* The whole message is here. 1: it is not taken now. */
static int end_bulk(struct taking *t, struct udp_bulk_in *b) {
  b->m.payload = b->place;
  if (b->place == NULL) t->p->n.malformed++;
  else if (stops(t, deliver(t->p, t->s->peer, &b->m))) return 1;
  b->active = 0;
  free(b->copy);
  b->copy = NULL;
  return 0;
}

/* The next part of the channel's long message. 0: done with; 1: cannot be taken now. */
static int take_part(struct taking *t, struct udp_in *in, unsigned flags, const unsigned char *body,
                     size_t n) {
  struct udp_bulk_in *b = &in->bulk;
  if (!may_take(t)) return 1;
  if (flags & UDP_F_FIRST) {
    struct udp_msg m = {.channel = (uint8_t)t->channel};
    size_t head = udp_read_record(&m, body, 0, n);
    if (head == 0 || !udp_has_payload(m.kind) || m.nbytes <= n - head || b->active) goto bad;
    begin_bulk(t->p, t->s->peer, b, &m);
    if (b->copy == NULL && m.kind == UDP_MEDIUM) { /* no memory: the packet will come again */
      b->active = 0;
      return 1;
    }
    body += head;
    n -= head;
  }
  if (!b->active || n > b->m.nbytes - b->got) goto bad;
  if (b->place) memcpy(b->place + b->got, body, n);
  b->got += (uint32_t)n;
  if (b->got < b->m.nbytes || end_bulk(t, b) == 0) return 0;
  b->got -= (uint32_t)n; /* its last packet is kept, and comes here again */
  return 1;
bad:
  t->p->n.malformed++;
  return 0;
}

/* --- packets -------------------------------------------------------------------------------------------- */

static int take_packet(struct taking *t, struct udp_in *in, unsigned flags, const unsigned char *body,
                       size_t n) {
  int rest = flags & UDP_F_BULK ? take_part(t, in, flags, body, n) : take_records(t, in, body, n);
  if (rest) return 1;
  in->used = 0;
  in->next++;
  t->s->to_ack++;
  return 0;
}

static void block(struct udp_proto *p, struct udp_session *s) {
  if (s->blocked) return;
  s->blocked = 1;
  s->next_blocked = p->blocked;
  p->blocked = s;
}

/* Packets whose turn it is and that are here already. */
static void take_kept(struct taking *t, struct udp_in *in) {
  while (in->nheld) {
    struct udp_held **at = &in->held[in->next % UDP_WINDOW], *h = *at;
    if (h == NULL) return;
    if (take_packet(t, in, h->flags, h->bytes, h->size)) {
      block(t->p, t->s);
      return;
    }
    *at = NULL;
    in->nheld--;
    free(h);
  }
}

int udp_take_held(struct udp_proto *p, struct udp_session *s, int *take_requests) {
  struct taking t = {p, s, UDP_REPLIES, *take_requests, 0};
  take_kept(&t, &s->in[UDP_REPLIES]);
  t.channel = UDP_REQUESTS;
  take_kept(&t, &s->in[UDP_REQUESTS]);
  *take_requests = t.requests;
  return t.delivered;
}

/* Keeps a packet for later. -1: no memory; it will be sent again. */
static int keep(struct udp_proto *p, struct udp_in *in, const struct udp_head *h, const unsigned char *body,
                size_t n) {
  struct udp_held **at, *k;
  if (in->held == NULL && (in->held = calloc(UDP_WINDOW, sizeof *in->held)) == NULL) return -1;
  at = &in->held[h->seq % UDP_WINDOW];
  if (*at) {
    p->n.doubled++;
    return 0;
  }
  if ((k = malloc(sizeof *k + n)) == NULL) return -1;
  k->size = (uint32_t)n;
  k->flags = h->flags;
  memcpy(k->bytes, body, n);
  *at = k;
  in->nheld++;
  p->n.held++;
  return 0;
}

static void ack_soon(struct udp_proto *p, struct udp_session *s) {
  uint32_t share = (uint32_t)(p->c.room / (2 * (uint64_t)p->c.mtu) / p->n.sessions) / 4;
  if (s->to_ack >= (share < 2 ? 2 : share > MAX_UNACKED ? MAX_UNACKED : share)) s->ack_now = 1;
}

int udp_take_data(struct udp_proto *p, struct udp_session *s, const struct udp_head *h,
                  unsigned char *body, size_t n, int take_requests) {
  int channel = (h->flags & UDP_F_CHANNEL) != 0;
  struct udp_in *in = &s->in[channel];
  struct taking t = {p, s, channel, take_requests, 0};
  uint32_t ahead = h->seq - in->next;
  if (ahead >= UDP_WINDOW) { /* taken before, or never allowed */
    if (udp_before(h->seq, in->next)) p->n.doubled++;
    else p->n.no_room++;
    s->ack_now = 1;
    return 0;
  }
  if (ahead == 0 && in->nheld && in->held[in->next % UDP_WINDOW]) { /* it is here, and waits */
    p->n.doubled++;
    s->ack_now = 1;
    return 0;
  }
  if (ahead == 0 && take_packet(&t, in, h->flags, body, n) == 0) {
    take_kept(&t, in);
  } else {
    if (keep(p, in, h, body, n)) p->n.no_room++;
    else if (ahead == 0) block(p, s);
    s->ack_now = 1;
  }
  ack_soon(p, s);
  return t.delivered;
}

void udp_in_free(struct udp_in *in) {
  for (uint32_t i = 0; in->held && i < UDP_WINDOW; i++) free(in->held[i]);
  free(in->held);
  free(in->bulk.copy);
}
