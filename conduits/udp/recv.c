/* SPDX-License-Identifier: BSD-3-Clause
 *
 * recv.c: data packets, put in order and taken apart. Bytes that come in turn are read where they
 * lie, and those of a long message are copied from there to their place at once; others are kept
 * until their turn, within what the sender was allowed. So are requests while none are taken.
 */
#include "conduits/udp/proto_int.h"

#define MAX_UNACKED 131072u /* bytes of datagrams after which an acknowledgement goes at once */

/* --- ranges --------------------------------------------------------------- */

/* If there are too many, the first and the last are named. */
static unsigned add_range(struct udp_range range[UDP_MAX_RANGES], unsigned n, struct udp_range r) {
  if (n == UDP_MAX_RANGES) {
    memmove(range + n / 2, range + n / 2 + 1, (n / 2 - 1) * sizeof *range);
    n--;
  }
  range[n] = r;
  return n + 1;
}

static unsigned ranges_of(const struct udp_in *in, unsigned channel,
                          struct udp_range range[UDP_MAX_RANGES], unsigned n) {
  uint32_t from = in->next, to = in->next;
  for (const struct udp_held *h = in->held; h; h = h->next) {
    if (udp_before(to, h->from)) { /* it does not touch those before */
      if (from != to) n = add_range(range, n, udp_range_of(channel, from, to));
      from = h->from;
    }
    if (udp_before(to, h->to)) to = h->to;
  }
  return from == to ? n : add_range(range, n, udp_range_of(channel, from, to));
}

unsigned hyd_udp_ranges(const struct udp_session *s, struct udp_range range[UDP_MAX_RANGES]) {
  unsigned n = 0;
  for (unsigned kept = s->kept; kept;) {
    unsigned c = udp_next_of(&kept);
    n = ranges_of(&s->in[c], c, range, n);
  }
  return n;
}

/* --- messages ------------------------------------------------------------- */

struct taking {
  struct udp_proto *p;
  struct udp_session *s;
  unsigned channel;
  int requests; /* they may be taken */
  int delivered;
};

static int may_take(const struct taking *t) {
  return udp_class_of(t->channel) != UDP_REQUESTS || t->requests;
}

/* Whether the user of the engine puts the bytes there itself. */
static int is_aside(const struct udp_proto *p, const void *to, size_t n) {
  return to && n && p->e.aside && p->e.aside(p->arg, to, n);
}

/* The address comes from an authenticated peer, but the user of the engine decides. */
static int place_whole(struct taking *t, struct udp_msg *m) {
  void *to;
  if (m->kind != UDP_LONG && m->kind != UDP_PUT && m->kind != UDP_DATA) return 0;
  to = t->p->e.place(t->p->arg, t->s->peer, m);
  if (is_aside(t->p, to, m->nbytes)) return 0;
  if (to && m->nbytes) memcpy(to, m->payload, m->nbytes);
  m->payload = to;
  return to || m->nbytes == 0 ? 0 : -1;
}

/* 1: the message, and those behind it, are left for later. size: bytes of it that came last. */
static int deliver_message(struct taking *t, const struct udp_msg *m, uint32_t size) {
  struct udp_in *in = &t->s->in[t->channel];
  enum udp_taken how;
  in->taking = size;
  t->s->moved |= 1u << t->channel;
  how = t->p->e.deliver(t->p->arg, t->s->peer, m);
  in->taking = 0;
  if (how == UDP_TAKEN_STOP) t->requests = 0;
  if (how == UDP_NOT_TAKEN) return 1;
  t->delivered++;
  t->p->n.messages_in++;
  t->p->n.bytes_in += udp_has_payload(m->kind) ? m->nbytes : 0;
  return 0;
}

/* A message that is all here, and so many bytes of it since the last time; 0: it is not taken now.
 */
static uint32_t take_whole(struct taking *t, struct udp_msg *m, uint32_t size) {
  if (place_whole(t, m))
    t->p->n.malformed++;
  else if (deliver_message(t, m, size))
    return 0;
  return size;
}

/* --- messages that come in parts ------------------------------------------ */

/* -1: no memory. */
static int begin_bulk(struct taking *t, struct udp_bulk_in *b, const struct udp_msg *m) {
  b->m = *m;
  if (m->nargs) memcpy(b->args, m->args, 4u * m->nargs);
  b->m.args = b->args;
  b->copy = NULL;
  b->place = m->kind == UDP_MEDIUM ? NULL : t->p->e.place(t->p->arg, t->s->peer, &b->m);
  if (m->kind == UDP_MEDIUM || is_aside(t->p, b->place, m->nbytes)) {
    if ((b->copy = hyd_udp_block_get(t->p, m->nbytes)) == NULL) return -1;
    b->place = b->copy;
  }
  b->got = 0;
  b->whole = (uint32_t)udp_pad(m->nbytes);
  b->active = 1;
  return 0;
}

/* Delivers a bulk message whose n bytes are complete. 1: its receiver cannot take it now. */
static int end_bulk(struct taking *t, struct udp_bulk_in *b, uint32_t n) {
  b->m.payload = b->place;
  if (b->place == NULL)
    t->p->n.malformed++;
  else if (deliver_message(t, &b->m, n))
    return 1;
  b->active = 0;
  if (b->copy) hyd_udp_block_put(t->p, b->copy);
  b->copy = NULL;
  return 0;
}

/* The next bytes of the channel's long message. Of one that is not taken, the last quantum is kept,
 * and comes here again. */
static uint32_t take_part(struct taking *t, struct udp_bulk_in *b, const unsigned char *at,
                          uint32_t n) {
  uint32_t rest = b->m.nbytes > b->got ? b->m.nbytes - b->got : 0;
  if (n > b->whole - b->got) n = b->whole - b->got;
  if (b->place && at != b->place + b->got) /* else they were received there */
    memcpy(b->place + b->got, at, n < rest ? n : rest);
  b->got += n;
  if (b->got < b->whole || (may_take(t) && end_bulk(t, b, n) == 0)) return n;
  b->got -= UDP_QUANTUM;
  return n - UDP_QUANTUM;
}

/* The rest of a record's head of which something was here before. */
static uint32_t take_head(struct taking *t, struct udp_in *in, const unsigned char *at,
                          uint32_t n) {
  uint32_t head = (uint32_t)hyd_udp_record_begins(in->stash, t->channel);
  struct udp_msg m = {.class = (uint8_t)udp_class_of(t->channel)};
  if (n < head - in->nstash) {
    memcpy(in->stash + in->nstash, at, n);
    in->nstash += n;
    return n;
  }
  n = head - in->nstash;
  memcpy(in->stash + in->nstash, at, n);
  hyd_udp_read_record(&m, in->stash);
  if (!may_take(t)) return 0;
  if (udp_record_size(&m) == head ? take_whole(t, &m, n) == 0 : begin_bulk(t, &in->bulk, &m))
    return 0;
  in->nstash = 0;
  return n;
}

/* A record that begins here. */
static uint32_t take_record(struct taking *t, struct udp_in *in, const unsigned char *at,
                            uint32_t n) {
  uint32_t head = (uint32_t)hyd_udp_record_begins(at, t->channel);
  struct udp_msg m = {.class = (uint8_t)udp_class_of(t->channel)};
  size_t whole;
  if (head == 0) {
    t->p->n.malformed++;
    return n;
  }
  if (n < head) {
    memcpy(in->stash, at, n);
    return in->nstash = n;
  }
  hyd_udp_read_record(&m, at);
  if (!may_take(t)) return 0;
  whole = udp_record_size(&m);
  if (whole <= n) return take_whole(t, &m, (uint32_t)whole);
  return begin_bulk(t, &in->bulk, &m) ? 0 : head;
}

/* --- the stream ----------------------------------------------------------- */

static uint32_t take_some(struct taking *t, struct udp_in *in, const unsigned char *at,
                          uint32_t n) {
  if (in->bulk.active) return take_part(t, &in->bulk, at, n);
  return in->nstash ? take_head(t, in, at, n) : take_record(t, in, at, n);
}

/* The next bytes of the stream, as far as they are taken. How many were. */
static uint32_t take_bytes(struct taking *t, struct udp_in *in, const unsigned char *at,
                           uint32_t n) {
  uint32_t used = 0, now;
  while (used < n && (now = take_some(t, in, at + used, n - used))) {
    used += now;
    in->next += now;
  }
  if (used) t->s->moved |= 1u << t->channel;
  in->blocked = used < n;
  return used;
}

/* What is here already, and whose turn has come. */
static void take_kept(struct taking *t, struct udp_in *in) {
  struct udp_held *h;
  in->blocked = 0;
  while ((h = in->held) && !udp_before(in->next, h->from)) {
    if (udp_before(in->next, h->to))
      take_bytes(t, in, h->bytes + (in->next - h->from), h->to - in->next);
    if (in->blocked) {
      hyd_udp_add_blocked(t->p, t->s);
      return;
    }
    in->held = h->next;
    in->nheld--;
    if (in->held == NULL) {
      in->last_held = NULL;
      t->s->kept &= ~(1u << t->channel);
    }
    hyd_udp_block_put(t->p, h);
  }
}

int hyd_udp_take_held(struct udp_proto *p, struct udp_session *s, int *take_requests) {
  struct taking t = {p, s, 0, *take_requests, 0};
  for (t.channel = 0; t.channel < UDP_CHANNELS; t.channel++)
    if (s->in[t.channel].held || s->in[t.channel].blocked) take_kept(&t, &s->in[t.channel]);
  *take_requests = t.requests;
  return t.delivered;
}

/* --- what is kept --------------------------------------------------------- */

/* Where bytes that begin there are to be linked in; NULL: all of them are here. */
static struct udp_held **find_place(struct udp_in *in, uint32_t from, uint32_t to) {
  struct udp_held **at = &in->held;
  if (in->last_held && !udp_before(from, in->last_held->to)) return &in->last_held->next;
  for (; *at && udp_before((*at)->from, from + 1); at = &(*at)->next)
    if (!udp_before((*at)->to, to)) return NULL;
  return at;
}

/* -1: no memory; they will be sent again. */
static int keep_bytes(struct taking *t, struct udp_in *in, uint32_t from,
                      const unsigned char *bytes, uint32_t n) {
  struct udp_held **at = find_place(in, from, from + n), *k;
  if (at == NULL) {
    t->p->n.doubled++;
    return 0;
  }
  if ((k = hyd_udp_block_get(t->p, sizeof *k + n)) == NULL) return -1;
  k->from = from;
  k->to = from + n;
  memcpy(k->bytes, bytes, n);
  k->next = *at;
  *at = k;
  if (k->next == NULL) in->last_held = k;
  in->nheld++;
  t->s->kept |= 1u << t->channel;
  t->p->n.held++;
  return 0;
}

static void keep_if_room(struct taking *t, struct udp_in *in, uint32_t from,
                         const unsigned char *bytes, uint32_t n) {
  if (from + n - in->next > in->limit - in->next || keep_bytes(t, in, from, bytes, n))
    t->p->n.no_room++;
}

/* Bytes whose turn it is, or has been. */
static void take_in_turn(struct taking *t, struct udp_in *in, uint32_t from,
                         const unsigned char *bytes, uint32_t n) {
  uint32_t skip = in->next - from;
  skip += take_bytes(t, in, bytes + skip, n - skip);
  if (in->blocked) {
    keep_if_room(t, in, from + skip, bytes + skip, n - skip);
    hyd_udp_add_blocked(t->p, t->s);
  } else if (in->held) {
    take_kept(t, in);
  }
}

int hyd_udp_has_much_room(const struct udp_proto *p, const struct udp_session *s) {
  for (int c = 0; c < UDP_CHANNELS; c++) {
    const struct udp_in *in = &s->in[c];
    if (in->limit - in->next < (udp_limit(p, in) - in->next) / 2) return 1;
  }
  return 0;
}

static void ack_soon(struct udp_proto *p, struct udp_session *s, uint32_t bytes) {
  uint32_t enough = p->share.room / 4;
  s->due.to_ack += udp_cost(bytes);
  if (s->due.to_ack >= (enough > MAX_UNACKED ? MAX_UNACKED : enough)) s->due.ack_now = 1;
}

int hyd_udp_take_data(struct udp_proto *p, struct udp_session *s, const struct udp_head *h,
                      const unsigned char *body, uint32_t n, int take_requests) {
  struct udp_in *in = &s->in[h->channel];
  struct taking t = {p, s, h->channel, take_requests, 0};
  uint32_t to = h->seq + n;
  if (!udp_before(in->next, to)) {
    p->n.doubled++;
    s->due.ack_now = 1;
  } else if (in->blocked || udp_before(in->next, h->seq)) {
    if (!in->blocked) s->due.ack_now = 1;
    keep_if_room(&t, in, h->seq, body, n);
  } else {
    take_in_turn(&t, in, h->seq, body, n);
    hyd_udp_direct_note(p, s, h->channel, n);
  }
  ack_soon(p, s, n);
  return t.delivered;
}

void hyd_udp_in_free(struct udp_in *in) {
  udp_list_free(in->held, hyd_udp_block_free);
  hyd_udp_block_free(in->bulk.copy);
}
