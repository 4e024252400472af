/* SPDX-License-Identifier: BSD-3-Clause
 *
 * send.c: streams become packets.
 *
 * A lone small message goes at once, although the last one may not have been acknowledged, and a
 * flood travels in full packets: small messages go when they fill one, when next to nothing is on
 * the way, or when the first has waited for hold_ns. Small channels go before bulk ones, three
 * packets of four; bulk channels take turns.
 */
#include "conduits/udp/proto_int.h"

#define FEW 4u /* packets on the way that are no flood */

/* Bytes of a datagram: no more than the peer's socket has room for, or than the least. */
static uint32_t datagram_size(const struct udp_session *s) {
  uint32_t most = s->room < UDP_BASE_DATAGRAM ? UDP_BASE_DATAGRAM : (uint32_t)s->room;
  return s->path.size < most ? s->path.size : most;
}

static uint32_t body_size(const struct udp_proto *p, const struct udp_session *s,
                          unsigned nranges) {
  return (uint32_t)udp_max_body(datagram_size(s), p->tag, nranges);
}

/* --- what may be sent ----------------------------------------------------- */

static int may_fly(const struct udp_session *s, unsigned channel) {
  uint32_t cost = udp_is_bulk(channel) ? datagram_size(s) : UDP_BASE_DATAGRAM;
  if (s->nflying == 0) return 1;
  return (double)s->flying_bytes < s->cc.cwnd && s->flying_bytes + cost <= s->room;
}

/* Less than a packet goes only if that is all there is: the limit will be raised. */
static int is_worth_it(const struct udp_out *o, uint32_t body) {
  uint32_t n = udp_allowed(o);
  return n && (n >= body || n == o->end - o->next || o->una == o->next);
}

static int is_due(const struct udp_proto *p, const struct udp_session *s, unsigned channel,
                  uint64_t now) {
  const struct udp_out *o = &s->out[channel];
  if (udp_is_bulk(channel) || s->nflying < FEW || now - o->since_ns >= p->c.hold_ns) return 1;
  return o->end - o->next >= body_size(p, s, 0);
}

static int has_new(const struct udp_proto *p, const struct udp_session *s, unsigned channel,
                   uint64_t now) {
  return s->out[channel].next != s->out[channel].end &&
         is_worth_it(&s->out[channel], body_size(p, s, 0)) && is_due(p, s, channel, now);
}

static int ack_is_due(const struct udp_session *s, uint64_t now) {
  return s->due.ack_now || s->due.ask || (s->due.ack_at && now >= s->due.ack_at);
}

int hyd_udp_may_send(struct udp_proto *p, struct udp_session *s, uint64_t now) {
  if (ack_is_due(s, now) || hyd_udp_path_due(s)) return 1;
  for (unsigned c = 0; c < UDP_CHANNELS; c++) {
    struct udp_out *o = &s->out[c];
    if (o->lost.first == NULL && o->next == o->end) continue;
    if (!may_fly(s, c)) continue;
    if (o->lost.first || has_new(p, s, c, now)) return 1;
    /* Small messages that have waited long enough, but find the window full, go with the next
     * acknowledgement. */
    if (s->nflying && udp_allowed(o) && !is_due(p, s, c, now))
      hyd_udp_alarm(p, s, o->since_ns + p->c.hold_ns);
  }
  return 0;
}

/* --- packets -------------------------------------------------------------- */

/* Cuts a packet in two, if it is longer than that. -1: no memory. */
static int cut(struct udp_proto *p, struct udp_out *o, struct udp_packet *k, uint32_t most) {
  struct udp_packet *rest;
  if (k->to - k->from <= most) return 0;
  if ((rest = hyd_udp_packet_new(p)) == NULL) return -1;
  *rest = *k;
  k->to = rest->from = k->from + most;
  k->next = rest;
  if (o->last_packet == k) o->last_packet = rest;
  hyd_udp_packets_add_first(&o->lost, rest);
  return 0;
}

/* The first of them may have arrived in part: what is before una need not go again, and may be here
 * no more. */
static struct udp_packet *take_lost(struct udp_proto *p, struct udp_out *o, uint32_t most) {
  struct udp_packet *k = o->lost.first;
  hyd_udp_packets_remove(&o->lost, k);
  if (udp_before(k->from, o->una)) k->from = o->una;
  if (cut(p, o, k, most)) {
    hyd_udp_packets_add_first(&o->lost, k);
    return NULL;
  }
  p->n.sent_again++;
  return k;
}

static struct udp_packet *take_new(struct udp_proto *p, struct udp_out *o, unsigned channel,
                                   uint64_t now, uint32_t most) {
  struct udp_packet *k = hyd_udp_packet_new(p);
  uint32_t n = udp_allowed(o);
  if (k == NULL) return NULL;
  k->channel = (uint8_t)channel;
  k->from = o->next;
  k->to = o->next + (n < most ? n : most);
  o->since_ns = now;
  p->bulk_moves |= udp_is_bulk(channel);
  if (o->last_packet)
    o->last_packet->next = k;
  else
    o->packet = k;
  o->last_packet = k;
  return k;
}

static int has_any(const struct udp_proto *p, const struct udp_session *s, unsigned channel,
                   uint64_t now) {
  return may_fly(s, channel) && (s->out[channel].lost.first || has_new(p, s, channel, now));
}

/* The channel whose turn it is, of the small or the bulk ones; -1: none has anything. */
static int next_small(const struct udp_proto *p, const struct udp_session *s, uint64_t now) {
  static const uint8_t order[] = {2 * UDP_REPLIES, 2 * UDP_REQUESTS, 2 * UDP_TRANSFERS,
                                  2 * UDP_ANSWERS};
  for (unsigned i = 0; i < UDP_CLASSES; i++)
    if (has_any(p, s, order[i], now)) return order[i];
  return -1;
}

static int next_bulk(const struct udp_proto *p, const struct udp_session *s, uint64_t now) {
  for (unsigned i = 1; i <= UDP_CLASSES; i++) {
    unsigned c = (s->turn + 2 * i) % UDP_CHANNELS;
    if (has_any(p, s, c, now)) return (int)c;
  }
  return -1;
}

static int next_channel(struct udp_proto *p, struct udp_session *s, uint64_t now) {
  int bulk_first = s->number % 4 == 0,
      c = bulk_first ? next_bulk(p, s, now) : next_small(p, s, now);
  if (c < 0) c = bulk_first ? next_small(p, s, now) : next_bulk(p, s, now);
  if (c >= 0 && udp_is_bulk((unsigned)c)) s->turn = (unsigned)c;
  return c;
}

/* Whether the sender waits for the acknowledgement: its window is full (ACK_NOW), or its client
 * waits for an operation. */
static unsigned wants_ack(const struct udp_session *s, const struct udp_packet *k) {
  const struct udp_out *o = &s->out[k->channel];
  unsigned class = udp_class_of(k->channel);
  if (!may_fly(s, k->channel) || (o->next != o->end && !udp_allowed(o))) return UDP_F_ACK_NOW;
  if (k->to != o->end) return 0;
  if (o->wait) return class == UDP_TRANSFERS ? UDP_F_ACK_NOW : UDP_F_ACK_SOON;
  return udp_is_bulk(k->channel) ? UDP_F_ACK_SOON : 0;
}

int hyd_udp_next_packet(struct udp_proto *p, struct udp_session *s, uint64_t now, unsigned nranges,
                        struct udp_head *h, struct iovec *part) {
  uint32_t most = body_size(p, s, nranges), n;
  int c = next_channel(p, s, now), parts;
  struct udp_packet *k;
  struct udp_out *o;
  if (c < 0) return 0;
  o = &s->out[c];
  k = o->lost.first ? take_lost(p, o, most) : take_new(p, o, (unsigned)c, now, most);
  if (k == NULL) return -1;
  n = k->to - k->from;
  parts = hyd_udp_gather(o, k->from, &n, part);
  if (k->from == o->next) { /* new: what the parts have */
    k->to = o->next = k->from + n;
    hyd_udp_stream_sent(o);
  } else if (n < k->to - k->from && cut(p, o, k, n)) {
    hyd_udp_packets_add_first(&o->lost, k);
    return -1;
  }
  hyd_udp_packet_sent(s, k, now,
                      (uint32_t)(sizeof *h + n + nranges * sizeof(struct udp_range) + p->tag));
  h->seq = k->from;
  h->channel = (uint8_t)c;
  h->flags |= (uint8_t)(UDP_F_DATA | wants_ack(s, k));
  hyd_udp_expect_ack(p, s, now);
  return parts;
}
