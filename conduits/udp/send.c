/* SPDX-License-Identifier: BSD-3-Clause
 *
 * send.c: streams become packets. What a session sends next is chosen in one place (hyd_udp_choose)
 * and carried from there: the channel, and the size of the datagram.
 *
 * A lone message goes at once, although the last one may not have been acknowledged, and a flood
 * travels in long runs, as a call of the kernel costs more than a datagram. While packets are on
 * the way, messages wait for company until they are a run of p->c.run bytes, until the client waits
 * and sends nothing more (hyd_udp_proto_release), or until the first has waited for hold_ns. Once a
 * run goes, all of it goes. Small channels go before bulk ones, three packets of four; bulk
 * channels take turns.
 */
#include "conduits/udp/proto_int.h"

#define FEW 1u             /* packets on the way that are no flood */
#define LONG_PACKET 16384u /* bytes of one whose memory is wanted back soon */

/* --- the choice ----------------------------------------------------------- */

/* Whether the peer's socket and the network have room for one more packet of the channel, in a
 * datagram of `size` bytes. */
static int has_window(const struct udp_session *s, unsigned channel, uint32_t size) {
  uint32_t cost = udp_is_bulk(channel) ? size : UDP_BASE_DATAGRAM;
  if (s->nflying == 0) return 1;
  return (double)(int64_t)s->flying_bytes < s->cc.cwnd && s->flying_bytes + cost <= s->room;
}

/* Whether the channel's messages wait for company. */
static int awaits_company(const struct udp_proto *p, const struct udp_session *s,
                          const struct udp_out *o, uint64_t now) {
  return s->nflying >= FEW && o->end - o->next < p->c.run && !o->running &&
         now - o->since_ns < p->c.hold_ns;
}

/* 1: the channel sends now. Else, if its messages wait for company, sets the alarm at which they
 * go; if they find the window full then, they go with the next acknowledgement. */
static int try_channel(struct udp_proto *p, struct udp_session *s, uint64_t now,
                       struct udp_choice *x) {
  const struct udp_out *o = &s->out[x->channel];
  uint32_t queued = o->end - o->next;
  if (o->lost.first == NULL && queued == 0) return 0;
  if (!has_window(s, x->channel, x->size)) return 0;
  if (o->lost.first) return 1;
  if ((x->fresh = udp_allowed(o)) == 0) return 0;
  if (awaits_company(p, s, o, now)) {
    hyd_udp_set_alarm(p, s, o->since_ns + p->c.hold_ns);
    p->holds = 1;
    return 0;
  }
  /* Less than a packet goes only if that is all there is: the limit will be raised. */
  return x->fresh >= x->body || x->fresh == queued || o->una == o->next;
}

/* The channel of a set whose turn it is. */
static unsigned first_of(const struct udp_session *s, unsigned set) {
  unsigned bulk = set & UDP_BULK, small = set & ~UDP_BULK, after = bulk & ~0u << s->turn << 1;
  int bulk_first = (s->number + 1) % 4 == 0;
  if (bulk_first ? bulk == 0 : small != 0)
    return small & 1u << 2 * UDP_REPLIES ? 2 * UDP_REPLIES : (unsigned)__builtin_ctz(small);
  return (unsigned)__builtin_ctz(after ? after : bulk);
}

/* Finds the channel whose turn it is, of those that may send. 0: none may. */
static int choose_channel(struct udp_proto *p, struct udp_session *s, uint64_t now,
                          struct udp_choice *x) {
  for (unsigned open = s->open; open; open &= ~(1u << x->channel)) {
    x->channel = first_of(s, open);
    if (try_channel(p, s, now, x)) return 1;
  }
  return 0;
}

int hyd_udp_choose(struct udp_proto *p, struct udp_session *s, uint64_t now, struct udp_choice *x) {
  uint32_t most = s->room < UDP_BASE_DATAGRAM ? UDP_BASE_DATAGRAM : (uint32_t)s->room;
  x->size = s->path.size < most ? s->path.size : most;
  x->body = (uint32_t)udp_max_body(x->size, p->tag);
  if (s->due.ask)
    x->what = UDP_SEND_QUESTION;
  else if (udp_path_due(s))
    x->what = UDP_SEND_TRIAL;
  else if (choose_channel(p, s, now, x))
    x->what = UDP_SEND_DATA;
  else if (s->due.ack_now || (s->due.ack_at && now >= s->due.ack_at))
    x->what = UDP_SEND_ACK;
  else
    return 0;
  return 1;
}

/* --- packets -------------------------------------------------------------- */

/* Cuts a lost packet in two, if it is longer than n bytes. -1: no memory. */
static int cut_packet(struct udp_proto *p, struct udp_out *o, struct udp_packet *k, uint32_t n) {
  struct udp_packet *rest;
  if (k->to - k->from <= n) return 0;
  if ((rest = hyd_udp_packet_new(p)) == NULL) return -1;
  *rest = *k;
  k->to = rest->from = k->from + n;
  k->next = rest;
  if (o->last_packet == k) o->last_packet = rest;
  hyd_udp_packets_add_first(&o->lost, rest);
  return 0;
}

/* Takes n bytes of the first lost packet. NULL: no memory. */
static struct udp_packet *take_lost(struct udp_proto *p, struct udp_session *s, struct udp_out *o,
                                    uint32_t from, uint32_t n) {
  struct udp_packet *k = o->lost.first;
  k->from = from;
  if (cut_packet(p, o, k, n)) return NULL;
  hyd_udp_packet_unlist(s, k);
  p->n.sent_again++;
  return k;
}

/* Takes n bytes of what has not been sent. NULL: no memory. */
static struct udp_packet *take_new(struct udp_proto *p, struct udp_out *o, unsigned channel,
                                   uint64_t now, uint32_t n) {
  struct udp_packet *k = hyd_udp_packet_new(p);
  if (k == NULL) return NULL;
  k->next = NULL;
  k->channel = (uint8_t)channel;
  k->from = o->next;
  k->to = o->next += n;
  o->since_ns = now;
  o->running = o->next != o->end;
  if (o->last_packet)
    o->last_packet->next = k;
  else
    o->packet = k;
  o->last_packet = k;
  return k;
}

/* Whether the sender waits for the acknowledgement: its window is full (ACK_NOW), a payload that
 * the client wants back becomes short enough to be copied (ACK_NOW), or the client waits for an
 * operation. */
static unsigned wants_ack(const struct udp_session *s, const struct udp_packet *k, uint32_t size) {
  const struct udp_out *o = &s->out[k->channel];
  unsigned class = udp_class_of(k->channel);
  if (!has_window(s, k->channel, size) || (o->next != o->end && !udp_allowed(o)))
    return UDP_F_ACK_NOW;
  if (o->ask - k->from < k->to - k->from) return UDP_F_ACK_NOW;
  if (k->to != o->end) return 0;
  if (o->wait) return class == UDP_TRANSFERS ? UDP_F_ACK_NOW : UDP_F_ACK_SOON;
  return k->to - k->from > LONG_PACKET ? UDP_F_ACK_SOON : 0;
}

/* The first of what is lost may have arrived in part: what is before una need not go again, and may
 * be here no more. */
int hyd_udp_next_packet(struct udp_proto *p, struct udp_session *s, uint64_t now,
                        struct udp_choice *x, struct udp_head *h, struct iovec *part) {
  struct udp_out *o = &s->out[x->channel];
  struct udp_packet *k = o->lost.first;
  uint32_t from = o->next, most = x->fresh;
  int parts;
  if (k) {
    from = udp_before(k->from, o->una) ? o->una : k->from;
    most = k->to - from;
  }
  if (h->size) x->body = (uint32_t)udp_max_body(x->size - h->size, p->tag); /* with ranges */
  if (x->body > most) x->body = most;
  parts = hyd_udp_gather(o, from, &x->body, part);
  k = k ? take_lost(p, s, o, from, x->body) : take_new(p, o, x->channel, now, x->body);
  if (k == NULL) return -1;
  h->seq = from;
  h->size = (uint16_t)(h->size + x->body);
  h->channel = k->channel;
  hyd_udp_packet_sent(s, k, (uint32_t)(sizeof *h + h->size + p->tag));
  h->flags |= (uint8_t)(UDP_F_DATA | wants_ack(s, k, x->size));
  if (udp_is_bulk(x->channel)) {
    s->turn = x->channel;
    p->bulk_moves = 1;
  }
  hyd_udp_expect_ack(p, s, now);
  return parts;
}
