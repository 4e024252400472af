/* SPDX-License-Identifier: BSD-3-Clause
 *
 * acks.c: what has become of what was sent.
 *
 * An acknowledgement says two things: which bytes of the streams have come, and what the highest
 * number of a datagram is that has. Bytes that have come need not be sent again, whichever
 * transmission brought them. A transmission is lost when one that is later by REORDERED has come
 * and its bytes have not: an old one that comes after it was sent again thus proves nothing of the
 * new one. After silence the peer is asked what it has, by a datagram whose number is so much
 * higher; nothing is sent again because of silence itself, for a host that is slow to answer has
 * lost nothing.
 */
#include "conduits/udp/proto_int.h"

#define REORDERED 3u /* numbers by which a later datagram may overtake */

/* What an acknowledgement brought. */
struct news {
  uint32_t packets, lost;
  uint64_t bytes;
  int room;
};

static void mark_arrived(struct udp_session *s, struct udp_packet *k, struct news *n) {
  if (k->state == UDP_ARRIVED) return;
  hyd_udp_packet_unlist(s, k);
  k->state = UDP_ARRIVED;
  hyd_udp_path_arrived(s, k);
  n->packets++;
  n->bytes += udp_cost(k->bytes);
}

/* --- ranges of bytes ------------------------------------------------------ */

/* A range as far as it is beyond `after`, and of what was sent. 0: it is not. */
static int read_range(const struct udp_out *o, const unsigned char *ranges, unsigned i,
                      uint32_t after, struct udp_range *r) {
  memcpy(r, ranges + i * sizeof *r, sizeof *r);
  r->from = udp_range_from(*r);
  if (udp_before(r->from, after)) r->from = after;
  return udp_before(r->from, r->to) && !udp_before(o->next, r->to);
}

/* How many ranges there are of this channel, from number `from` on. */
static unsigned count_ranges(const unsigned char *ranges, unsigned from, unsigned all,
                             unsigned channel) {
  unsigned i = from;
  for (struct udp_range r; i < all; i++) {
    memcpy(&r, ranges + i * sizeof r, sizeof r);
    if (udp_range_channel(r) != channel) break;
  }
  return i - from;
}

/* Marks the packets of the first range, [una, ack) with those that touch it, and of the others.
 * Returns where the first one ends. */
static uint32_t take_ranges(struct udp_session *s, struct udp_out *o, uint32_t ack,
                            const unsigned char *ranges, unsigned n, struct news *news) {
  struct udp_packet *k = o->packet;
  struct udp_range r = {k ? k->from : o->una, ack},
                   next; /* the first packet may begin before una */
  uint32_t first_ends = ack;
  int is_first = 1;
  for (unsigned i = 0; i <= n; i++) {
    if (i < n && !read_range(o, ranges, i, r.to, &next)) continue;
    if (i < n && next.from == r.to) {
      r.to = next.to;
      if (is_first) first_ends = r.to;
      continue;
    }
    for (; k && !udp_before(r.to, k->to); k = k->next)
      if (!udp_before(k->from, r.from)) mark_arrived(s, k, news);
    r = next;
    is_first = 0;
  }
  return first_ends;
}

/* A message has arrived when the peer has it; a put when it is in its place. */
static void take_channel(struct udp_proto *p, struct udp_session *s,
                         const struct udp_progress *heard, const unsigned char *ranges, unsigned n,
                         unsigned channel, struct news *news) {
  struct udp_out *o = &s->out[channel];
  uint32_t ack = heard->ack[channel], have;
  uint32_t limit = ack + heard->window[channel] * UDP_WINDOW_UNIT;
  if (udp_before(o->limit, limit)) {
    o->limit = limit;
    news->room = 1;
  }
  if (ack - o->una > o->next - o->una) { /* older than what is known */
    if (n == 0 || !udp_before(ack, o->una)) return;
    ack = o->una;
  }
  if (ack == o->una && n == 0) return;
  have = take_ranges(s, o, ack, ranges, n, news);
  if (udp_class_of(channel) == UDP_TRANSFERS) have = ack;
  if (have == o->una) return;
  o->una = have;
  if (have == o->end) s->open &= ~(1u << channel);
  hyd_udp_packets_free(p, o);
  hyd_udp_stream_arrived(p, o);
}

static void take_channels(struct udp_proto *p, struct udp_session *s, const struct udp_head *h,
                          const unsigned char *ranges, struct news *news) {
  unsigned at = 0; /* of the ranges */
  for (unsigned c = 0, n; c < UDP_CHANNELS; c++, at += n) {
    n = at < h->nranges ? count_ranges(ranges, at, h->nranges, c) : 0;
    take_channel(p, s, &h->progress, ranges + at * sizeof(struct udp_range), n, c, news);
  }
  s->heard.progress = h->progress;
}

/* What was said last need not be taken again. */
static int says_the_same(const struct udp_session *s, const struct udp_head *h) {
  return h->nranges == 0 && memcmp(&s->heard.progress, &h->progress, sizeof h->progress) == 0;
}

/* --- loss ----------------------------------------------------------------- */

static uint32_t find_lost(struct udp_session *s, uint64_t now) {
  struct udp_packet *k;
  uint32_t n = 0;
  for (; (k = s->flying.first) && k->number + REORDERED <= s->seen; n++) {
    hyd_udp_path_lost(s, k, now);
    hyd_udp_packet_lost(s, k);
  }
  return n;
}

static void take_rtt(struct udp_proto *p, struct udp_session *s, uint64_t now,
                     const struct udp_head *h) {
  uint32_t us = (uint32_t)(now / 1000) - h->echo;
  int prompt = (h->flags & UDP_F_PROMPT) && now - p->looked_ns <= p->c.prompt_ns;
  if ((h->flags & UDP_F_ECHO) && us < 60000000)
    hyd_udp_cc_rtt(p, s, now, us ? us * 1000ull : 500, prompt);
}

/* --- the clock ------------------------------------------------------------ */

void hyd_udp_expect_ack(struct udp_proto *p, struct udp_session *s, uint64_t now) {
  if (s->due.ask_at == 0) s->due.ask_at = now + s->due.rto_ns;
  hyd_udp_set_alarm(p, s, s->due.ask_at);
}

/* Whether the peer owes something: an acknowledgement, or room for what waits. */
static int peer_owes(const struct udp_session *s) {
  for (unsigned open = s->open; open;) {
    const struct udp_out *o = &s->out[udp_next_of(&open)];
    if (o->una != o->next || (o->next != o->end && !udp_allowed(o))) return 1;
  }
  return 0;
}

/* The clock starts again with each progress; other packets of the peer's do not delay a
 * question. */
static void set_clock(struct udp_proto *p, struct udp_session *s, uint64_t now, int progress) {
  if (progress) s->due.ask_at = s->due.backoff = 0;
  if (peer_owes(s)) {
    hyd_udp_expect_ack(p, s, now);
    return;
  }
  s->due.ask_at = 0;
  if (!hyd_udp_queued(s)) s->due.waiting_since = 0;
}

/* --- a peer that is given up ---------------------------------------------- */

static void tell_dead(struct udp_proto *p, struct udp_session *s, uint64_t ns, uint32_t size) {
  s->due.told_dead = 1;
  p->e.dead(p->arg, s->peer, ns, size);
}

static int is_watched(const struct udp_proto *p, const struct udp_session *s) {
  return p->c.dead_ns && !s->due.told_dead;
}

static void check_silence(struct udp_proto *p, struct udp_session *s, uint64_t now) {
  if (is_watched(p, s) && s->due.waiting_since && now - s->due.waiting_since >= p->c.dead_ns)
    tell_dead(p, s, now - s->due.waiting_since, 0);
}

/* The peer answers, but datagrams do not arrive. Smaller ones may, so that the clock of questions
 * need not run out. */
static void check_stuck(struct udp_proto *p, struct udp_session *s, uint64_t now) {
  uint32_t size = is_watched(p, s) ? hyd_udp_path_stuck(s, now, p->c.dead_ns) : 0;
  if (size) tell_dead(p, s, now - s->path.stuck_ns, size);
}

void hyd_udp_take_acks(struct udp_proto *p, struct udp_session *s, uint64_t now,
                       const struct udp_head *h, const unsigned char *ranges) {
  struct news news = {0, 0, 0, 0};
  int32_t further = (int32_t)(h->seen - (uint32_t)s->seen);
  s->room = h->room * 1024ull;
  if (further > 0 && s->seen + (uint32_t)further <= s->number) s->seen += (uint32_t)further;
  take_rtt(p, s, now, h);
  if (!says_the_same(s, h)) take_channels(p, s, h, ranges, &news);
  hyd_udp_path_heard(p, s, now, h->padded);
  if (news.packets) hyd_udp_cc_arrived(p, s, now, news.packets, news.bytes);
  if ((news.lost = find_lost(s, now))) {
    hyd_udp_cc_lost(p, s, now, news.lost);
    hyd_udp_path_check(p, s, now);
    check_stuck(p, s, now);
  }
  set_clock(p, s, now, news.packets || news.room);
}

/* --- time ----------------------------------------------------------------- */

/* A question that is sent late was late because this process did not run: that time does not count
 * as silence of the peer's. */
static void ask_peer(struct udp_proto *p, struct udp_session *s, uint64_t now) {
  uint64_t late = now - s->due.ask_at, until_next;
  if (s->due.waiting_since)
    s->due.waiting_since = now - s->due.waiting_since > late ? s->due.waiting_since + late : now;
  s->due.ask = 1;
  until_next = s->due.rto_ns << s->due.backoff;
  if (until_next < p->c.rto_max_ns) until_next = s->due.rto_ns << ++s->due.backoff;
  s->due.ask_at = now + (until_next < p->c.rto_max_ns ? until_next : p->c.rto_max_ns);
}

void hyd_udp_session_tick(struct udp_proto *p, struct udp_session *s, uint64_t now) {
  if (s->due.ask_at && now >= s->due.ask_at) {
    if (peer_owes(s))
      ask_peer(p, s, now);
    else
      s->due.ask_at = 0;
    check_silence(p, s, now);
  }
  hyd_udp_path_tick(p, s, now);
  if (s->due.ask_at) hyd_udp_set_alarm(p, s, s->due.ask_at);
  if (s->due.ack_at)
    hyd_udp_set_alarm(p, s, s->due.ack_at > now ? s->due.ack_at : now + p->c.ack_ns);
  if (s->path.trial && s->path.at) hyd_udp_set_alarm(p, s, s->path.at);
  hyd_udp_make_ready(
      p, s); /* asks for the alarm of small messages that wait again, if there are any */
}
