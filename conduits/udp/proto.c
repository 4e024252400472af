/* SPDX-License-Identifier: BSD-3-Clause
 *
 * proto.c: the engine as its user calls it: datagrams out, datagrams in, time, and what is told of
 * a peer.
 */
#include "conduits/udp/proto_int.h"

#include <stdio.h>
#include <stdlib.h>

#define TURN 16 /* packets that a session may send in a row while others wait */
/* numbers left out before a question: its answer tells what is lost (acks.c) */
#define ASK_AHEAD 2u

const struct udp_config hyd_udp_config_default = {
    .mtu = UDP_MAX_DATAGRAM,
    .window = 255 * UDP_WINDOW_UNIT,
    .rto_min_ns = 600000, /* three times ack_ns: the first question is cheap, and what a lost tail
                             waits for */
    .rto_max_ns = 250000000,
    .dead_ns = 30000000000,
    .hold_ns = 10000,
    .run = 32768,
    .ack_ns = 200000,
    .delay_ns = 250000,
    .prompt_ns = 50000,
    .raise_ns = 60000000000,
    .direct = 8192,
    .security = UDP_UMAC,
};

/* --- life ----------------------------------------------------------------- */

struct udp_proto *hyd_udp_proto_new(const struct udp_config *c, const struct udp_events *e,
                                    void *arg) {
  struct udp_proto *p = calloc(1, sizeof *p);
  if (p == NULL) return NULL;
  p->c = *c;
  if (p->c.window > 255 * UDP_WINDOW_UNIT) p->c.window = 255 * UDP_WINDOW_UNIT;
  p->e = *e;
  p->arg = arg;
  p->timer = UDP_NEVER;
  p->ready_end = &p->ready;
  p->tag = udp_tag(c->security);
  p->session = calloc(c->size, sizeof *p->session);
  if (p->tag) p->seal = hyd_udp_seal_new(c->security, c->key);
  if (p->session && (p->seal || !p->tag)) return p;
  hyd_udp_proto_free(p);
  return NULL;
}

static void session_free(struct udp_session *s) {
  if (s == NULL) return;
  for (int i = 0; i < UDP_CHANNELS; i++) {
    hyd_udp_out_free(&s->out[i]);
    hyd_udp_in_free(&s->in[i]);
  }
  free(s);
}

void hyd_udp_proto_free(struct udp_proto *p) {
  if (p == NULL) return;
  for (uint32_t i = 0; p->session && i < p->c.size; i++) session_free(p->session[i]);
  udp_list_free(p->spare, hyd_udp_block_free);
  hyd_udp_blocks_free(p);
  udp_list_free(p->spare_waits, free);
  udp_list_free(p->spare_packets, free);
  hyd_udp_seal_free(p->seal);
  free(p->session);
  free(p);
}

/* --- time ----------------------------------------------------------------- */

/* Each session that is still in need of a timer asks for it again. */
void hyd_udp_proto_tick(struct udp_proto *p, uint64_t now) {
  struct udp_session *s = p->active, *next;
  if (now < p->timer) return;
  hyd_udp_blocks_tick(p, now);
  p->active = NULL;
  p->timer = UDP_NEVER;
  for (; s; s = next) {
    next = s->on.next_active;
    s->on.is_active = 0;
    hyd_udp_session_tick(p, s, now);
  }
}

uint64_t hyd_udp_proto_timer(const struct udp_proto *p) { return p->timer; }
const struct udp_counts *hyd_udp_proto_counts(const struct udp_proto *p) { return &p->n; }

/* --- out ------------------------------------------------------------------ */

/* Brings what is said of the channels up to date. What is sent while a message is delivered
 * acknowledges it. */
static void tell_progress(struct udp_proto *p, struct udp_session *s) {
  while (s->moved) {
    unsigned c = udp_next_of(&s->moved);
    struct udp_in *in = &s->in[c];
    in->limit = udp_limit(p, in);
    s->head.progress.ack[c] = in->told = in->next + in->taking;
    s->head.progress.window[c] = (uint8_t)((in->limit - in->told) / UDP_WINDOW_UNIT);
  }
}

/* What every packet says about the other direction. */
static void fill_head(struct udp_proto *p, struct udp_session *s, uint64_t now,
                      struct udp_head *h) {
  uint32_t room = p->share.room / 1024;
  h->number = s->number;
  h->seen = (uint32_t)s->heard.latest;
  h->stamp = (uint32_t)(now / 1000);
  if (h->flags & UDP_F_ECHO)
    h->echo = s->heard.peer_stamp + (uint32_t)((now - s->heard.stamp_ns) / 1000);
  h->room = (uint16_t)(room < UINT16_MAX ? room : UINT16_MAX);
  if (s->moved) tell_progress(p, s);
  h->progress = s->head.progress;
  s->due.to_ack = 0;
  s->due.ack_now = s->due.ack_soon = 0;
  s->due.ack_at = 0;
}

/* Puts what follows the head of a datagram there, and its tag. A tag then costs less, and so does a
 * call of the kernel. */
static int join_parts(struct udp_proto *p, struct udp_datagram *d, const struct udp_head *h,
                      unsigned char *body) {
  unsigned char *at = body;
  struct iovec whole = {body, h->size};
  for (int i = 1; i < d->parts; at += d->part[i++].iov_len)
    memcpy(at, d->part[i].iov_base, d->part[i].iov_len);
  d->part[0].iov_len = d->size;
  d->parts = 1;
  return p->tag ? hyd_udp_seal_make(p->seal, h, &whole, 1, NULL, at) : 0;
}

/* Encrypts what follows the head of a datagram, and puts that there. */
static int encrypt_parts(struct udp_proto *p, struct udp_datagram *d, const struct udp_head *h,
                         unsigned char *body) {
  int parts = d->parts - 1;
  d->part[0].iov_len = d->size;
  d->parts = 1;
  return hyd_udp_seal_make(p->seal, h, d->part + 1, parts, body, body + h->size);
}

/* Adds the tag, as the last part. */
static int tag_parts(struct udp_proto *p, struct udp_datagram *d, const struct udp_head *h) {
  int parts = d->parts - 1;
  if (p->tag == 0) return 0;
  d->part[d->parts++] = (struct iovec){d->tag, p->tag};
  return hyd_udp_seal_make(p->seal, h, d->part + 1, parts, NULL, d->tag);
}

/* A body of so many bytes that say nothing. */
static int fill_padding(struct iovec *part, size_t size) {
  static const unsigned char nothing[8192];
  int n = 0;
  for (; size && n < UDP_DATA_PARTS; n++) {
    size_t k = size < sizeof nothing ? size : sizeof nothing;
    part[n] = (struct iovec){(void *)(uintptr_t)nothing, k};
    size -= k;
  }
  return n;
}

/* A body without data: none of a question, which is whether all has come, or of an
 * acknowledgement; padding of what tries the path. How many parts. */
static int fill_empty(struct udp_proto *p, struct udp_session *s, uint64_t now,
                      const struct udp_choice *x, struct udp_head *h, struct iovec *part) {
  if (x->what != UDP_SEND_TRIAL) p->n.acks++;
  if (x->what == UDP_SEND_ACK) return 0;
  if (x->what == UDP_SEND_QUESTION) {
    s->due.ask = 0;
    s->number += ASK_AHEAD;
    h->flags |= UDP_F_ACK_NOW;
    p->n.questions++;
    return 0;
  }
  h->nranges = 0;
  h->flags |= UDP_F_PAD | UDP_F_ACK_NOW;
  hyd_udp_path_sent(p, s, now);
  h->size = (uint16_t)(s->path.trial - sizeof *h - p->tag);
  return fill_padding(part, h->size);
}

static int build_datagram(struct udp_proto *p, struct udp_session *s, uint64_t now,
                          struct udp_choice *x, struct udp_datagram *d, unsigned char *room) {
  struct udp_head *h = (struct udp_head *)(void *)room;
  uint64_t again = p->n.sent_again;
  int parts;
  *h = s->head;
  if (s->kept) h->nranges = (uint8_t)hyd_udp_ranges(s, d->range);
  h->size = (uint16_t)udp_range_bytes(h);
  s->number++;
  parts = x->what == UDP_SEND_DATA ? hyd_udp_next_packet(p, s, now, x, h, d->part + 1)
                                   : fill_empty(p, s, now, x, h, d->part + 1);
  if (parts < 0 && !s->due.ack_now) return -1;
  if (parts < 0) { /* an acknowledgement needs no memory */
    p->n.acks++;
    parts = 0;
  }
  fill_head(p, s, now, h);
  d->part[0] = (struct iovec){room, sizeof *h};
  d->parts = 1 + parts;
  if (h->nranges) d->part[d->parts++] = (struct iovec){d->range, udp_range_bytes(h)};
  d->peer = s->peer;
  d->alone = x->what == UDP_SEND_TRIAL;
  d->again = p->n.sent_again != again;
  d->size = sizeof *h + h->size + p->tag;
  p->n.sent++;
  if (p->c.security == UDP_AEAD) return encrypt_parts(p, d, h, room + sizeof *h);
  return d->size <= UDP_JOINED ? join_parts(p, d, h, room + sizeof *h) : tag_parts(p, d, h);
}

int hyd_udp_proto_output(struct udp_proto *p, uint64_t now, struct udp_datagram *d,
                         unsigned char *room) {
  struct udp_choice x;
  for (struct udp_session *s; (s = p->ready);) {
    if (!hyd_udp_choose(p, s, now, &x)) {
      hyd_udp_end_turn(p, 0);
    } else if (build_datagram(p, s, now, &x, d, room)) { /* no memory: again, later */
      hyd_udp_end_turn(p, 0);
      hyd_udp_set_alarm(p, s, now + p->c.ack_ns);
    } else {
      if (++p->turn >= TURN && s->on.next_ready) hyd_udp_end_turn(p, 1);
      return 1;
    }
  }
  return 0;
}

/* --- in ------------------------------------------------------------------- */

/* Records that this transmission has come; -1: it had come before, or very much later ones have.
 * Sequence numbers wrap around, and a packet recorded hours ago would fit again; the number of a
 * transmission never comes twice. */
static int record_number(struct udp_session *s, uint64_t number) {
  uint64_t *word = &s->heard.came[number % UDP_REPLAY / 64], bit = 1ull << number % 64;
  if (number > s->heard.latest) {
    if (number - s->heard.latest >= UDP_REPLAY)
      memset(s->heard.came, 0, sizeof s->heard.came);
    else
      for (uint64_t i = s->heard.latest + 1; i < number; i++)
        s->heard.came[i % UDP_REPLAY / 64] &= ~(1ull << i % 64);
    s->heard.latest = number;
  } else if (s->heard.latest - number >= UDP_REPLAY || (*word & bit)) {
    return -1;
  }
  *word |= bit;
  return 0;
}

/* The session that a well-formed datagram belongs to; NULL: it is refused, and counted, or there is
 * no memory for a session, and it will come again. */
static struct udp_session *admit_datagram(struct udp_proto *p, const struct udp_head *h,
                                          const struct udp_came *c) {
  struct udp_session *s = NULL;
  if (h->job != p->c.job || h->dst != p->c.rank || h->src >= p->c.size || h->src == p->c.rank)
    p->n.not_ours++;
  else if (p->tag && hyd_udp_seal_open(p->seal, h, c->bytes, c->away, c->naway))
    p->n.forged++;
  else if ((s = udp_session(p, h->src)) && record_number(s, h->number)) {
    p->n.replayed++;
    s = NULL;
  }
  return s;
}

static void note_heard(struct udp_proto *p, struct udp_session *s, uint64_t now,
                       const struct udp_head *h) {
  s->heard.ns = now;
  if (!(s->head.flags & UDP_F_ECHO) || (int32_t)(h->stamp - s->heard.peer_stamp) >= 0) {
    s->heard.peer_stamp = h->stamp;
    s->heard.stamp_ns = now;
    s->head.flags = UDP_F_ECHO;
    if (now - p->looked_ns <= p->c.prompt_ns) s->head.flags |= UDP_F_PROMPT;
  }
  if (h->flags & UDP_F_PAD) s->head.padded = (uint32_t)h->number;
  if (s->due.waiting_since) s->due.waiting_since = now;
}

/* Delays the acknowledgement so that the client's next message can carry it, unless an answer has
 * done so already. */
static void acknowledge_later(struct udp_proto *p, struct udp_session *s, uint64_t now,
                              const struct udp_head *h) {
  const struct udp_in *in = &s->in[h->channel];
  if (in->told == in->next && in->held == NULL) return;
  if ((h->flags & UDP_F_ACK_SOON) && !s->due.ack_soon) {
    s->due.ack_soon = 1;
    hyd_udp_add_soon(p, s);
  }
  if (!s->due.ack_now && s->due.ack_at == 0)
    hyd_udp_set_alarm(p, s, s->due.ack_at = now + p->c.ack_ns);
}

void hyd_udp_proto_look(struct udp_proto *p, uint64_t since) { p->looked_ns = since; }

int hyd_udp_proto_input(struct udp_proto *p, uint64_t now, void *datagram, size_t n,
                        int take_requests) {
  struct udp_came c = {datagram, NULL, n, 0};
  return hyd_udp_proto_input_split(p, now, &c, take_requests);
}

int hyd_udp_proto_input_split(struct udp_proto *p, uint64_t now, const struct udp_came *c,
                              int take_requests) {
  const struct udp_head *h = hyd_udp_read_head(c->bytes, c->n, p->tag);
  unsigned char *body = c->bytes + sizeof *h;
  struct udp_session *s;
  uint32_t size;
  int delivered = 0;
  if (c->naway && (h == NULL || !hyd_udp_direct_fits(p, h, c))) return -1;
  if (h == NULL) {
    p->n.malformed++;
    return 0;
  }
  if ((s = admit_datagram(p, h, c)) == NULL) return 0;
  p->n.received++;
  size = h->size - (uint32_t)udp_range_bytes(h);
  note_heard(p, s, now, h);
  hyd_udp_take_acks(p, s, now, h, body + size);
  if (h->flags & UDP_F_ACK_NOW) s->due.ack_now = 1;
  if (h->flags & UDP_F_DATA) {
    p->bulk_moves |= udp_is_bulk(h->channel);
    delivered = hyd_udp_take_data(p, s, h, c->naway ? c->away : body, size, take_requests);
    acknowledge_later(p, s, now, h);
  }
  hyd_udp_make_ready(p, s);
  return delivered;
}

int hyd_udp_proto_resume(struct udp_proto *p, uint64_t now, int take_requests) {
  struct udp_session *s = p->blocked, *next;
  int n = 0, go = take_requests, taken;
  p->blocked = NULL;
  for (; s; s = next) {
    next = s->on.next_blocked;
    s->on.is_blocked = 0;
    taken = hyd_udp_take_held(p, s, &go); /* which may put it back into the list */
    n += taken;
    if (hyd_udp_has_much_room(p, s)) s->due.ack_now = 1;
    if (taken && s->due.ack_at == 0) hyd_udp_set_alarm(p, s, s->due.ack_at = now + p->c.ack_ns);
    hyd_udp_make_ready(p, s);
  }
  return n;
}

static void acknowledge_soon(struct udp_proto *p) {
  struct udp_session *s = p->soon, *next;
  p->soon = NULL;
  for (; s; s = next) {
    next = s->on.next_soon;
    s->on.is_soon = 0;
    if (!s->due.ack_soon) continue;
    s->due.ack_now = 1;
    hyd_udp_make_ready(p, s);
  }
}

void hyd_udp_proto_acknowledge(struct udp_proto *p, int all) {
  acknowledge_soon(p);
  for (uint32_t i = 0; all && i < p->c.size; i++) {
    struct udp_session *s = p->session[i];
    if (s == NULL || (s->due.ack_at == 0 && s->due.to_ack == 0)) continue;
    s->due.ack_now = 1;
    hyd_udp_make_ready(p, s);
  }
}

int hyd_udp_proto_reset_bulk_moves(struct udp_proto *p) {
  int moves = p->bulk_moves;
  p->bulk_moves = 0;
  return moves;
}

void hyd_udp_proto_too_large(struct udp_proto *p, uint64_t now, uint32_t peer, size_t size) {
  if (p->session[peer]) hyd_udp_path_refused(p, p->session[peer], now, (uint32_t)size);
}

static void release_session(struct udp_proto *p, struct udp_session *s) {
  for (int c = 0; c < UDP_CHANNELS; c++) s->out[c].running = s->out[c].next != s->out[c].end;
  hyd_udp_make_ready(p, s);
}

/* Sessions whose messages wait have an alarm. */
void hyd_udp_proto_release(struct udp_proto *p) {
  if (!p->holds) return;
  p->holds = 0;
  for (struct udp_session *s = p->active; s; s = s->on.next_active) release_session(p, s);
}

int hyd_udp_proto_holds(const struct udp_proto *p, uint32_t peer) {
  return p->holds && p->session[peer] && hyd_udp_queued(p->session[peer]);
}

uint32_t hyd_udp_proto_path(const struct udp_proto *p, uint32_t peer) {
  return p->session[peer] ? p->session[peer]->path.size : 0;
}

uint64_t hyd_udp_proto_heard(const struct udp_proto *p, uint32_t peer) {
  return p->session[peer] ? p->session[peer]->heard.ns : 0;
}

int hyd_udp_proto_idle(const struct udp_proto *p) {
  for (uint32_t i = 0; i < p->c.size; i++)
    if (p->session[i] && p->session[i]->open) return 0;
  return 1;
}

int hyd_udp_proto_blocked(const struct udp_proto *p) { return p->blocked != NULL; }

/* --- diagnosis ------------------------------------------------------------ */

static int describe_channels(const struct udp_session *s, char *line, size_t size) {
  static const char *const name[] = {"requests", "replies", "put/get", "got data"};
  int n = 0;
  for (unsigned c = 0; c < UDP_CHANNELS && (size_t)n < size; c++) {
    const struct udp_out *o = &s->out[c];
    if (o->end == o->una) continue;
    n += snprintf(line + n, size - (size_t)n,
                  "%s%s: %u bytes wait, %u are not acknowledged, %u more are allowed; ",
                  udp_is_bulk(c) ? "bulk " : "", name[udp_class_of(c)], o->end - o->next,
                  o->next - o->una, udp_before(o->next, o->limit) ? o->limit - o->next : 0);
  }
  return n;
}

int hyd_udp_proto_describe(const struct udp_proto *p, uint32_t peer, uint64_t now, char *line,
                           size_t size) {
  const struct udp_session *s = peer < p->c.size ? p->session[peer] : NULL;
  char ago[48] = "never heard";
  int n;
  if (s == NULL) return snprintf(line, size, "no session with rank %u", peer);
  if (s->heard.ns) snprintf(ago, sizeof ago, "heard %.3f s ago", (double)(now - s->heard.ns) / 1e9);
  n = snprintf(line, size, "rank %u: ", peer);
  if ((size_t)n < size) n += describe_channels(s, line + n, size - (size_t)n);
  if ((size_t)n >= size) return n;
  return n + snprintf(line + n, size - (size_t)n,
                      "%u datagrams on the way, window %.0f bytes, its socket's room %llu, "
                      "datagrams of %u bytes, "
                      "round trip %.1f us, questions without answer %u, %s; %s",
                      s->nflying, s->cc.cwnd, (unsigned long long)s->room, s->path.size,
                      (double)s->cc.srtt / 1e3, s->due.backoff,
                      hyd_udp_security_name(hyd_udp_seal_security(p->seal)), ago);
}
