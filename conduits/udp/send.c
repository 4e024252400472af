/* SPDX-License-Identifier: BSD-3-Clause
 *
 * send.c: from messages to packets, and what is known of each packet until it has been taken.
 *
 * Short messages are written into the open batch. A batch goes when it is full, when next to nothing is on
 * the way, or when its first message has waited for hold_ns: a lone message goes at once, although the
 * last one may not have been acknowledged, and a flood travels in full packets. Messages longer than a
 * packet wait in a list of their own and are cut as packets may go; batches go before them.
 */
#include "conduits/udp/proto_int.h"

#include <stdlib.h>

#define MAX_FULL 8u               /* batches that may wait for their turn */
#define MAX_BULKS 64u             /* long messages that may, sent by reference */
#define MAX_COPIED ((size_t)256 << 10) /* bytes of those that are copied; one may be longer */
#define MAX_SPARE 8u
#define MAX_BATCHED ((size_t)128 << 10) /* bytes of batches that are not acknowledged */
#define FEW 4u                    /* packets on the way that are no flood */
#define REORDERED 3u              /* packets sent later that arrive first: then it is lost */

/* --- messages ---------------------------------------------------------------------------------------- */

static struct udp_batch *new_batch(struct udp_proto *p) {
  struct udp_batch *b = p->spare;
  if (b) {
    p->spare = b->next;
    p->nspare--;
  } else if ((b = malloc(sizeof *b + p->body)) == NULL) {
    return NULL;
  }
  b->next = NULL;
  b->waits = NULL;
  b->size = 0;
  b->urgent = 0;
  return b;
}

static void free_batch(struct udp_proto *p, struct udp_batch *b) {
  if (p->nspare >= MAX_SPARE) {
    free(b);
    return;
  }
  b->next = p->spare;
  p->spare = b;
  p->nspare++;
}

static int add_wait(struct udp_proto *p, struct udp_batch *b, void *cookie) {
  struct udp_wait *w = p->spare_waits;
  if (cookie == NULL) return 0;
  if (w) p->spare_waits = w->next;
  else if ((w = malloc(sizeof *w)) == NULL) return -1;
  w->cookie = cookie;
  w->next = b->waits;
  b->waits = w;
  b->urgent = 1;
  return 0;
}

static void close_batch(struct udp_out *o) {
  o->open->next = NULL;
  *o->full_end = o->open;
  o->full_end = &o->open->next;
  o->nfull++;
  o->open = NULL;
}

static int send_small(struct udp_proto *p, struct udp_out *o, uint64_t now, const struct udp_msg *m,
                      void *cookie) {
  struct udp_batch *b;
  if (o->open && o->open->size + udp_record_size(m, o->open->size) > p->body) {
    if (o->nfull >= MAX_FULL || (o->nbatches + 1) * p->body > MAX_BATCHED) return 1;
    close_batch(o);
  }
  if (o->open == NULL) {
    if ((o->open = new_batch(p)) == NULL) return 1;
    o->nbatches++;
    o->open_ns = now;
  }
  b = o->open;
  if (add_wait(p, b, cookie)) {
    if (b->size == 0) { /* an empty one must not go */
      free_batch(p, b);
      o->nbatches--;
      o->open = NULL;
    }
    return 1;
  }
  b->size += (uint32_t)udp_write_record(m, b->bytes, b->size);
  if (udp_has_payload(m->kind) && m->nbytes) {
    memcpy(b->bytes + b->size, m->payload, m->nbytes);
    memset(b->bytes + b->size + m->nbytes, 0, udp_pad(m->nbytes) - m->nbytes);
    b->size += (uint32_t)udp_pad(m->nbytes);
  }
  return 0;
}

static int send_bulk(struct udp_out *o, const struct udp_msg *m, unsigned how, void *cookie) {
  struct udp_bulk *b;
  int copies = !(how & UDP_BY_REFERENCE);
  if (copies ? o->copied && o->copied + m->nbytes > MAX_COPIED : o->nbulk >= MAX_BULKS) return 1;
  if ((b = calloc(1, sizeof *b)) == NULL) return 1;
  if (copies && (b->copy = malloc(m->nbytes)) == NULL) {
    free(b);
    return 1;
  }
  b->payload = m->payload;
  if (copies) {
    memcpy(b->copy, m->payload, m->nbytes);
    b->payload = b->copy;
    o->copied += m->nbytes;
  }
  b->nbytes = m->nbytes;
  b->cookie = cookie;
  b->head_size = (uint32_t)udp_write_record(m, b->head, 0);
  *o->bulk_end = b;
  o->bulk_end = &b->next;
  o->nbulk++;
  return 0;
}

static int queued(const struct udp_out *o) { return o->open || o->full || o->bulk; }

int udp_proto_send(struct udp_proto *p, uint64_t now, uint32_t peer, const struct udp_msg *m,
                   unsigned how, void *cookie) {
  struct udp_session *s = udp_session(p, peer);
  struct udp_out *o;
  if (s == NULL) return 1;
  o = &s->out[m->channel];
  if (o->ring == NULL && (o->ring = calloc(UDP_WINDOW, sizeof *o->ring)) == NULL) return 1;
  if (udp_record_size(m, 0) <= p->body ? send_small(p, o, now, m, cookie) : send_bulk(o, m, how, cookie))
    return 1;
  p->n.messages_out++;
  p->n.bytes_out += udp_has_payload(m->kind) ? m->nbytes : 0;
  if (s->waiting_since == 0) s->waiting_since = now;
  udp_ready(p, s);
  return 0;
}

/* --- packets --------------------------------------------------------------------------------------------- */

static int batch_is_due(const struct udp_proto *p, const struct udp_session *s, const struct udp_out *o,
                        uint64_t now) {
  return o->full || (o->open && (s->flying < FEW || now - o->open_ns >= p->c.hold_ns));
}

static int may_have_new(const struct udp_proto *p, const struct udp_out *o) {
  return o->next - o->una < p->c.window && udp_before(o->next, o->limit);
}

static int has_new(const struct udp_proto *p, const struct udp_session *s, int channel, uint64_t now) {
  const struct udp_out *o = &s->out[channel];
  return may_have_new(p, o) && (o->bulk || batch_is_due(p, s, o, now));
}

static int ack_is_due(const struct udp_session *s, uint64_t now) {
  return s->ack_now || s->probe_due || (s->ack_at && now >= s->ack_at);
}

int udp_may_send(struct udp_proto *p, struct udp_session *s, uint64_t now) {
  int window = s->flying < s->cwnd;
  for (int c = UDP_CHANNELS - 1; c >= 0; c--) {
    struct udp_out *o = &s->out[c];
    if (window && (o->lost || has_new(p, s, c, now))) return 1;
    /* A batch that has waited long enough, but finds the window full, goes with the next acknowledgement. */
    if (window && o->open && s->flying && may_have_new(p, o)) udp_alarm(p, s, o->open_ns + p->c.hold_ns);
  }
  return ack_is_due(s, now);
}

static struct udp_packet *cut_bulk(struct udp_proto *p, struct udp_out *o) {
  struct udp_packet *k = udp_packet(o, o->next);
  struct udp_bulk *b = o->bulk;
  uint32_t rest = b->nbytes - b->sent, head = b->sent ? 0 : b->head_size;
  uint32_t n = (uint32_t)p->body - head;
  k->batch = NULL;
  k->bulk = b;
  k->offset = b->sent;
  k->size = n < rest ? n : rest;
  b->sent += k->size;
  b->flying++;
  if (b->sent == b->nbytes) {
    o->bulk = b->next;
    if (o->bulk == NULL) o->bulk_end = &o->bulk;
    o->nbulk--;
  }
  return k;
}

static struct udp_packet *take_batch(struct udp_out *o) {
  struct udp_packet *k = udp_packet(o, o->next);
  if (o->full == NULL) close_batch(o);
  k->batch = o->full;
  k->bulk = NULL;
  k->size = k->batch->size;
  o->full = k->batch->next;
  if (o->full == NULL) o->full_end = &o->full;
  o->nfull--;
  return k;
}

/* A new packet of the channel gets the next sequence number. */
static uint32_t new_packet(struct udp_proto *p, struct udp_session *s, struct udp_out *o, uint64_t now) {
  if (batch_is_due(p, s, o, now)) take_batch(o);
  else cut_bulk(p, o);
  return o->next++;
}

/* What is to be sent of a channel: a packet that is lost, else a new one. */
static int pick(struct udp_proto *p, struct udp_session *s, int channel, uint64_t now, uint32_t *seq) {
  struct udp_out *o = &s->out[channel];
  if (o->lost) {
    for (*seq = o->una; udp_packet(o, *seq)->state != UDP_LOST; ++*seq) {
    }
    o->lost--;
    p->n.sent_again++;
    return 1;
  }
  if (!has_new(p, s, channel, now)) return 0;
  *seq = new_packet(p, s, o, now);
  return 1;
}

/* The oldest packet that is believed to be on the way, if there is one: is it? */
static int pick_probe(struct udp_proto *p, struct udp_session *s, int *channel, uint32_t *seq) {
  const struct udp_packet *oldest = NULL;
  for (int c = 0; c < UDP_CHANNELS; c++) {
    struct udp_out *o = &s->out[c];
    for (uint32_t i = o->una; i != o->next; i++) {
      const struct udp_packet *k = udp_packet(o, i);
      if (k->state != UDP_FLYING || (oldest && oldest->number < k->number)) continue;
      oldest = k;
      *channel = c;
      *seq = i;
      break;
    }
  }
  s->probe_due = 0;
  p->n.probes++;
  if (oldest) s->flying--;
  return oldest != NULL;
}

/* Starts the clock of recovery, if it does not run. */
static void expect_ack(struct udp_proto *p, struct udp_session *s, uint64_t now) {
  if (s->probe_at == 0) s->probe_at = now + s->rto_ns;
  udp_alarm(p, s, s->probe_at);
}

static int wants_ack(const struct udp_proto *p, const struct udp_session *s, const struct udp_out *o,
                     const struct udp_packet *k) {
  if (k->batch) return k->batch->urgent || s->flying >= s->cwnd || o->next == o->limit;
  return (k->bulk->sent == k->bulk->nbytes && k->offset + k->size == k->bulk->nbytes) ||
         s->flying >= s->cwnd || o->next == o->limit || o->next - o->una == p->c.window;
}

static void describe(struct udp_proto *p, struct udp_session *s, int channel, uint32_t seq,
                     struct udp_head *h, struct iovec part[2]) {
  struct udp_out *o = &s->out[channel];
  struct udp_packet *k = udp_packet(o, seq);
  h->seq = seq;
  h->flags = (uint8_t)(UDP_F_DATA | (channel ? UDP_F_CHANNEL : 0));
  if (k->batch) {
    part[0] = (struct iovec){k->batch->bytes, k->size};
  } else {
    h->flags |= UDP_F_BULK;
    if (k->offset == 0) {
      h->flags |= UDP_F_FIRST;
      part[0] = (struct iovec){k->bulk->head, k->bulk->head_size};
    }
    part[1] = (struct iovec){(void *)(uintptr_t)(k->bulk->payload + k->offset), k->size};
  }
  if (wants_ack(p, s, o, k)) h->flags |= UDP_F_ACK_NOW;
}

/* Chooses the packet to be sent, after udp_may_send has said that there is one; without data it is an
 * acknowledgement, or a question for one. */
int udp_next_packet(struct udp_proto *p, struct udp_session *s, uint64_t now, struct udp_head *h,
                    struct iovec part[2]) {
  int channel = UDP_REPLIES, found = 0, probe = s->probe_due != 0;
  uint32_t seq = 0;
  struct udp_packet *k;
  if (probe) found = pick_probe(p, s, &channel, &seq);
  else if (s->flying < s->cwnd)
    for (; channel >= 0 && !(found = pick(p, s, channel, now, &seq)); channel--) {
    }
  if (!found) {
    p->n.acks++;
    if (probe) h->flags |= UDP_F_ACK_NOW;
    return 0;
  }
  k = udp_packet(&s->out[channel], seq);
  k->state = UDP_FLYING;
  k->number = ++s->order;
  k->sent_ns = now;
  s->flying++;
  describe(p, s, channel, seq, h, part);
  if (probe) h->flags |= UDP_F_ACK_NOW;
  expect_ack(p, s, now);
  return 1;
}

/* --- acknowledgements --------------------------------------------------------------------------------------- */

static void tell(struct udp_proto *p, void *cookie) {
  if (cookie) p->e.done(p->arg, cookie);
}

static void batch_arrived(struct udp_proto *p, struct udp_out *o, struct udp_batch *b) {
  struct udp_wait *w = b->waits;
  while (w) {
    struct udp_wait *next = w->next;
    tell(p, w->cookie);
    w->next = p->spare_waits;
    p->spare_waits = w;
    w = next;
  }
  o->nbatches--;
  free_batch(p, b);
}

static void bulk_arrived(struct udp_proto *p, struct udp_out *o, struct udp_bulk *b) {
  if (--b->flying || b->sent < b->nbytes) return;
  if (b->copy) o->copied -= b->nbytes;
  tell(p, b->cookie);
  free(b->copy);
  free(b);
}

/* The packet has been taken by the peer, or is kept there. */
static int arrived(struct udp_session *s, struct udp_out *o, struct udp_packet *k) {
  int is_new = k->state == UDP_FLYING || k->state == UDP_LOST;
  if (k->state == UDP_FLYING) s->flying--;
  if (k->state == UDP_LOST) o->lost--;
  if (is_new && k->number > s->newest) s->newest = k->number;
  k->state = UDP_ARRIVED;
  return is_new;
}

static uint32_t taken_up_to(struct udp_proto *p, struct udp_session *s, struct udp_out *o, uint32_t ack) {
  uint32_t n = 0;
  while (o->una != ack) {
    struct udp_packet *k = udp_packet(o, o->una++);
    n += (uint32_t)arrived(s, o, k);
    k->state = UDP_FREE;
    if (k->batch) batch_arrived(p, o, k->batch);
    else bulk_arrived(p, o, k->bulk);
  }
  return n;
}

static uint32_t sacked(struct udp_session *s, struct udp_out *o, uint32_t ack, const unsigned char *words,
                       unsigned nwords) {
  uint32_t n = 0;
  for (unsigned i = 0; i < 64 * nwords; i++) {
    uint32_t seq = ack + i;
    if (!(words[i / 8] >> i % 8 & 1)) continue;
    if (udp_before(seq, o->una) || !udp_before(seq, o->next)) continue;
    n += (uint32_t)arrived(s, o, udp_packet(o, seq));
  }
  return n;
}

static uint32_t find_lost(struct udp_session *s, struct udp_out *o) {
  uint32_t n = 0;
  for (uint32_t i = o->una; i != o->next; i++) {
    struct udp_packet *k = udp_packet(o, i);
    if (k->state != UDP_FLYING || k->number + REORDERED > s->newest) continue;
    k->state = UDP_LOST;
    o->lost++;
    s->flying--;
    n++;
  }
  return n;
}

static void take_rtt(struct udp_proto *p, struct udp_session *s, uint64_t now, const struct udp_head *h) {
  uint32_t us = (uint32_t)(now / 1000) - h->echo;
  if ((h->flags & UDP_F_ECHO) && us < 60000000) udp_cc_rtt(p, s, now, us ? us * 1000ull : 500);
}

/* Whether the peer owes something: an acknowledgement, or room for what waits. */
static int peer_owes(const struct udp_proto *p, const struct udp_session *s) {
  for (int c = 0; c < UDP_CHANNELS; c++) {
    const struct udp_out *o = &s->out[c];
    if (o->una != o->next || (queued(o) && !may_have_new(p, o))) return 1;
  }
  return 0;
}

int udp_unfinished(const struct udp_session *s) {
  for (int c = 0; c < UDP_CHANNELS; c++)
    if (s->out[c].una != s->out[c].next || queued(&s->out[c])) return 1;
  return 0;
}

/* The clock starts again with each progress; other packets of the peer's do not delay a probe. */
static void set_clock(struct udp_proto *p, struct udp_session *s, uint64_t now, int progress) {
  if (progress) s->probe_at = s->backoff = 0;
  if (peer_owes(p, s)) {
    expect_ack(p, s, now);
    return;
  }
  s->probe_at = 0;
  if (!queued(&s->out[0]) && !queued(&s->out[1])) s->waiting_since = 0;
}

void udp_take_acks(struct udp_proto *p, struct udp_session *s, uint64_t now, const struct udp_head *h,
                   const unsigned char *sack) {
  uint32_t n = 0, lost = 0, room = 0;
  for (int c = 0; c < UDP_CHANNELS; c++) {
    struct udp_out *o = &s->out[c];
    if (udp_before(o->limit, h->limit[c]) && h->limit[c] - h->ack[c] <= UDP_WINDOW) {
      o->limit = h->limit[c];
      room = 1;
    }
    if (h->ack[c] - o->una <= o->next - o->una) n += taken_up_to(p, s, o, h->ack[c]);
    if (h->nsack && c == ((h->flags & UDP_F_SACK) != 0)) n += sacked(s, o, h->ack[c], sack, h->nsack);
  }
  take_rtt(p, s, now, h);
  if (n) {
    for (int c = 0; c < UDP_CHANNELS; c++) lost += find_lost(s, &s->out[c]);
    udp_cc_arrived(p, s, now, n);
    if (lost) udp_cc_lost(p, s, now, lost);
  }
  set_clock(p, s, now, n || room);
}

/* --- time ------------------------------------------------------------------------------------------------ */

static void check_dead(struct udp_proto *p, struct udp_session *s, uint64_t now) {
  if (p->c.dead_ns == 0 || s->told_dead || s->waiting_since == 0) return;
  if (now - s->waiting_since < p->c.dead_ns) return;
  s->told_dead = 1;
  p->e.dead(p->arg, s->peer, now - s->waiting_since);
}

/* The time by which a probe is late is time in which nobody listened, not silence of the peer's. */
static void probe(struct udp_proto *p, struct udp_session *s, uint64_t now) {
  uint64_t late = now - s->probe_at, until_next;
  if (s->waiting_since) s->waiting_since = now - s->waiting_since > late ? s->waiting_since + late : now;
  s->probes++;
  s->probe_due = 1;
  udp_cc_silence(p, s);
  if (s->rto_ns << s->backoff < p->c.rto_max_ns) s->backoff++;
  until_next = s->rto_ns << s->backoff;
  s->probe_at = now + (until_next < p->c.rto_max_ns ? until_next : p->c.rto_max_ns);
}

void udp_session_tick(struct udp_proto *p, struct udp_session *s, uint64_t now) {
  if (s->probe_at && now >= s->probe_at) {
    if (peer_owes(p, s)) probe(p, s, now);
    else s->probe_at = 0;
  }
  check_dead(p, s, now);
  if (s->probe_at) udp_alarm(p, s, s->probe_at);
  if (s->ack_at) udp_alarm(p, s, s->ack_at > now ? s->ack_at : now + p->c.ack_ns);
  udp_ready(p, s); /* asks for the alarm of an open batch again, if there is one */
}

/* --- the end ------------------------------------------------------------------------------------------------- */

static void drop_batch(struct udp_batch *b) {
  for (struct udp_wait *w = b ? b->waits : NULL, *next; w; w = next) {
    next = w->next;
    free(w);
  }
  free(b);
}

static void drop_bulk(struct udp_bulk *b) {
  free(b->copy);
  free(b);
}

/* Nobody is told: what has not been acknowledged may not have arrived. */
void udp_out_free(struct udp_out *o) {
  for (uint32_t i = o->una; o->ring && i != o->next; i++) {
    struct udp_packet *k = udp_packet(o, i);
    if (k->batch) drop_batch(k->batch);
    else if (--k->bulk->flying == 0 && k->bulk->sent == k->bulk->nbytes) drop_bulk(k->bulk);
  }
  drop_batch(o->open);
  for (struct udp_batch *b = o->full, *next; b; b = next) {
    next = b->next;
    drop_batch(b);
  }
  for (struct udp_bulk *b = o->bulk, *next; b; b = next) {
    next = b->next;
    drop_bulk(b);
  }
  free(o->ring);
}
