/* SPDX-License-Identifier: BSD-3-Clause
 *
 * queue.c: messages become streams. A channel's stream lies in pieces: small messages are written
 * into a piece that they share, one by one; a longer one has a piece of its own, with its payload,
 * or with where its payload is. A piece is kept until all of it has arrived, so any part of the
 * stream can be sent again, in packets of any size.
 */
#include "conduits/udp/proto_int.h"

#include <stdlib.h>

#define MAX_REFERENCES 64u             /* long messages by reference that may wait */
#define MAX_COPIED ((size_t)256 << 10) /* bytes of a channel's pieces; one may be longer */
#define MAX_QUEUED                                                                                 \
  (UINT32_C(3)                                                                                     \
   << 29) /* bytes of a stream between una and end: positions are compared modulo 2^32 */
#define MOST_KEPT (160u << 10) /* bytes of a payload by reference that are copied after all */
#define MAX_SPARE 8u
#define COPIES 4096u /* bytes that are rather copied into a shared piece than referred to */

/* --- pieces --------------------------------------------------------------- */

/* Takes a piece, and puts it at the stream's end; NULL: no memory. */
static struct udp_piece *add_piece(struct udp_proto *p, struct udp_out *o, size_t room,
                                   const struct udp_msg *referred) {
  struct udp_piece *x = room == UDP_BATCH ? p->spare : NULL;
  if (x) {
    p->spare = x->next;
    p->nspare--;
  } else if ((x = hyd_udp_block_get(p, sizeof *x + room)) == NULL) {
    return NULL;
  }
  *x = (struct udp_piece){.from = o->end, .to = o->end, .room = (uint32_t)room};
  if (referred) {
    x->payload = referred->payload;
    x->nbytes = referred->nbytes;
    o->references++;
  } else {
    o->copied += room;
  }
  if (o->last_piece)
    o->last_piece->next = x;
  else
    o->piece = x;
  if (o->cut == NULL) o->cut = x;
  return o->last_piece = x;
}

static void piece_free(struct udp_proto *p, struct udp_out *o, struct udp_piece *x) {
  if (x->payload)
    o->references--;
  else
    o->copied -= x->room;
  if (x->room != UDP_BATCH || p->nspare >= MAX_SPARE) {
    hyd_udp_block_put(p, x);
    return;
  }
  x->next = p->spare;
  p->spare = x;
  p->nspare++;
}

/* The piece that the next `size` bytes of the stream are written to; NULL: no memory. */
static struct udp_piece *piece_for(struct udp_proto *p, struct udp_out *o, size_t size) {
  struct udp_piece *x = o->last_piece;
  if (x && x->payload == NULL && size <= x->room - x->used) return x;
  return add_piece(p, o, size <= COPIES + UDP_MAX_RECORD ? UDP_BATCH : size, NULL);
}

/* --- messages ------------------------------------------------------------- */

/* Makes sure that a message can be queued, and that its completion can be told; -1: it cannot. */
static int reserve_room(struct udp_proto *p, const struct udp_out *o, size_t size, int refers,
                        const void *cookie) {
  if (o->end - o->una + size > MAX_QUEUED) return -1;
  if (refers ? o->references >= MAX_REFERENCES : o->copied && o->copied + size > MAX_COPIED)
    return -1;
  if (cookie && p->spare_waits == NULL) p->spare_waits = calloc(1, sizeof *p->spare_waits);
  return cookie && p->spare_waits == NULL ? -1 : 0;
}

static void add_wait(struct udp_proto *p, struct udp_out *o, void *cookie) {
  struct udp_wait *w = p->spare_waits;
  p->spare_waits = w->next;
  *w = (struct udp_wait){.cookie = cookie, .at = o->end};
  *o->wait_end = w;
  o->wait_end = &w->next;
}

static void write_message(struct udp_piece *x, const struct udp_msg *m) {
  unsigned char *to = x->bytes + x->used;
  size_t head = hyd_udp_write_record(m, to);
  x->used += (uint32_t)head;
  if (x->payload || !udp_has_payload(m->kind) || m->nbytes == 0) return;
  memset(to + head + udp_pad(m->nbytes) - UDP_QUANTUM, 0, UDP_QUANTUM);
  if (m->fill)
    m->fill(m->fill_arg, to + head);
  else
    memcpy(to + head, m->payload, m->nbytes);
  x->used += (uint32_t)udp_pad(m->nbytes);
}

int hyd_udp_proto_send(struct udp_proto *p, uint64_t now, uint32_t peer, const struct udp_msg *m,
                       unsigned how, void *cookie) {
  size_t size = udp_record_size(m);
  unsigned channel = udp_channel_of(m);
  struct udp_session *s = udp_session(p, peer);
  int refers = (how & UDP_BY_REFERENCE) && udp_has_payload(m->kind) && m->nbytes > COPIES;
  struct udp_out *o = s ? &s->out[channel] : NULL;
  struct udp_piece *x;
  if (s == NULL || reserve_room(p, o, size, refers, cookie)) return HYD_NO_ROOM;
  x = refers ? add_piece(p, o, UDP_MAX_RECORD, m) : piece_for(p, o, size);
  if (x == NULL) return HYD_NO_ROOM;
  write_message(x, m);
  if (o->end == o->next) o->since_ns = now;
  x->to = o->end += (uint32_t)size;
  s->open |= 1u << channel;
  if (cookie) add_wait(p, o, cookie);
  if (how & UDP_UNTIL_KEPT) o->ask = o->end - MOST_KEPT;
  p->n.messages_out++;
  p->n.bytes_out += udp_has_payload(m->kind) ? m->nbytes : 0;
  if (s->due.waiting_since == 0) s->due.waiting_since = now;
  if (o->end - o->next > UDP_SMALL) hyd_udp_path_want(p, s, now);
  hyd_udp_make_ready(p, s);
  return 0;
}

/* --- parts of the stream -------------------------------------------------- */

/* Adds a part of at most `size` bytes to a list of n. Returns how many there are then. */
static inline int add_bytes(struct iovec *part, int n, const unsigned char *bytes, uint32_t size,
                            uint32_t *at, uint32_t *most) {
  if (size > *most) size = *most;
  if (size == 0) return n;
  part[n] = (struct iovec){(void *)(uintptr_t)bytes, size};
  *at += size;
  *most -= size;
  return n + 1;
}

/* The parts of a piece with a payload from its byte `at` on, `most` bytes of them; returns how many
 * parts. */
static int parts_of(const struct udp_piece *x, uint32_t at, uint32_t most, struct iovec part[3]) {
  static const unsigned char padding[UDP_QUANTUM];
  uint32_t all = x->used + x->nbytes;
  int n = 0;
  if (at < x->used) n = add_bytes(part, n, x->bytes + at, x->used - at, &at, &most);
  if (at < all) n = add_bytes(part, n, x->payload + (at - x->used), all - at, &at, &most);
  return most ? add_bytes(part, n, padding, most, &at, &most) : n;
}

int hyd_udp_gather(struct udp_out *o, uint32_t from, uint32_t *n,
                   struct iovec part[UDP_DATA_PARTS]) {
  struct udp_piece *x = o->cut && !udp_before(from, o->cut->from) ? o->cut : o->piece;
  uint32_t have = 0;
  int parts = 0;
  while (!udp_before(from, x->to)) x = x->next;
  if (from == o->next) o->cut = x;
  for (; x && have < *n && parts + 3 <= UDP_DATA_PARTS; x = x->next) {
    uint32_t at = from + have - x->from, size = x->to - x->from - at;
    if (size > *n - have) size = *n - have;
    if (x->payload)
      parts += parts_of(x, at, size, part + parts);
    else
      part[parts++] = (struct iovec){x->bytes + at, size};
    have += size;
  }
  *n = have;
  return parts;
}

/* --- copies of what was referred to ---------------------------------------- */

/* Replaces the piece *at, which refers to its payload, by a copy of what has not arrived of it. 0,
 * or HYD_NO_ROOM. */
static int copy_piece(struct udp_proto *p, struct udp_out *o, struct udp_piece **at) {
  struct udp_piece *x = *at, *copy;
  uint32_t from = udp_before(x->from, o->una) ? o->una : x->from, size = x->to - from;
  struct iovec part[3];
  int parts;
  if (size > MOST_KEPT || o->copied + size > MAX_COPIED) return HYD_NO_ROOM;
  if ((copy = hyd_udp_block_get(p, sizeof *copy + size)) == NULL) return HYD_NO_ROOM;
  *copy = (struct udp_piece){.next = x->next, .from = from, .to = x->to, .room = size};
  parts = parts_of(x, from - x->from, size, part);
  for (int i = 0; i < parts; i++) {
    memcpy(copy->bytes + copy->used, part[i].iov_base, part[i].iov_len);
    copy->used += (uint32_t)part[i].iov_len;
  }
  o->copied += size;
  *at = copy;
  if (o->last_piece == x) o->last_piece = copy;
  if (o->cut == x) o->cut = copy;
  piece_free(p, o, x);
  return 0;
}

int hyd_udp_proto_keep(struct udp_proto *p, uint32_t peer, const void *cookie) {
  struct udp_session *s = udp_session(p, peer);
  struct udp_out *o = s ? &s->out[2 * UDP_TRANSFERS + 1] : NULL;
  for (const struct udp_wait *w = o ? o->wait : NULL; w; w = w->next) {
    struct udp_piece **at = &o->piece;
    if (w->cookie != cookie) continue;
    while (udp_before((*at)->to, w->at)) at = &(*at)->next;
    if ((*at)->payload && copy_piece(p, o, at)) return HYD_NO_ROOM;
  }
  return 0;
}

/* --- what has arrived ----------------------------------------------------- */

void hyd_udp_stream_arrived(struct udp_proto *p, struct udp_out *o) {
  struct udp_piece *x;
  struct udp_wait *w;
  while ((x = o->piece) && !udp_before(o->una, x->to)) {
    o->piece = x->next;
    if (o->piece == NULL) o->last_piece = NULL;
    if (o->cut == x) o->cut = x->next;
    piece_free(p, o, x);
  }
  while ((w = o->wait) && !udp_before(o->una, w->at)) {
    void *cookie = w->cookie;
    o->wait = w->next;
    if (o->wait == NULL) o->wait_end = &o->wait;
    w->next = p->spare_waits;
    p->spare_waits = w;
    p->e.done(p->arg, cookie);
  }
}

/* No completion is reported: what has not been acknowledged may not have arrived. */
void hyd_udp_out_free(struct udp_out *o) {
  udp_list_free(o->piece, hyd_udp_block_free);
  udp_list_free(o->wait, free);
  udp_list_free(o->packet, free);
}
