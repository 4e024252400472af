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
#define MAX_SPARE 8u
#define COPIES 4096u /* bytes that are rather copied into a shared piece than referred to */

/* --- pieces --------------------------------------------------------------- */

static struct udp_piece *piece_new(struct udp_proto *p, size_t room) {
  struct udp_piece *x = room == UDP_BATCH ? p->spare : NULL;
  if (x) {
    p->spare = x->next;
    p->nspare--;
  } else if ((x = hyd_udp_block_get(p, sizeof *x + room)) == NULL) {
    return NULL;
  }
  x->next = NULL;
  x->room = (uint32_t)room;
  x->used = x->nbytes = 0;
  x->payload = NULL;
  return x;
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

static void add_piece(struct udp_out *o, struct udp_piece *x) {
  x->from = x->to = o->end;
  if (x->payload)
    o->references++;
  else
    o->copied += x->room;
  if (o->last_piece)
    o->last_piece->next = x;
  else
    o->piece = x;
  o->last_piece = x;
  if (o->cut == NULL) o->cut = x;
}

/* The piece that the next `size` bytes of the stream are written to; NULL: no memory. */
static struct udp_piece *piece_for(struct udp_proto *p, struct udp_out *o, size_t size) {
  struct udp_piece *x = o->last_piece;
  if (x && x->payload == NULL && size <= x->room - x->used) return x;
  x = piece_new(p, size <= COPIES + UDP_MAX_RECORD ? UDP_BATCH : size);
  if (x) add_piece(o, x);
  return x;
}

static struct udp_piece *piece_by_reference(struct udp_proto *p, struct udp_out *o,
                                            const struct udp_msg *m) {
  struct udp_piece *x = piece_new(p, UDP_MAX_RECORD);
  if (x == NULL) return NULL;
  x->payload = m->payload;
  x->nbytes = m->nbytes;
  add_piece(o, x);
  return x;
}

/* --- messages ------------------------------------------------------------- */

static int has_room(const struct udp_out *o, size_t size, int refers) {
  if (o->end - o->una + size > MAX_QUEUED) return 0;
  if (refers) return o->references < MAX_REFERENCES;
  return o->copied == 0 || o->copied + size <= MAX_COPIED;
}

static struct udp_wait *wait_new(struct udp_proto *p, void *cookie) {
  struct udp_wait *w = p->spare_waits;
  if (w)
    p->spare_waits = w->next;
  else if ((w = malloc(sizeof *w)) == NULL)
    return NULL;
  *w = (struct udp_wait){.cookie = cookie};
  return w;
}

static void wait_free(struct udp_proto *p, struct udp_wait *w) {
  if (w == NULL) return;
  w->next = p->spare_waits;
  p->spare_waits = w;
}

static void write_message(struct udp_piece *x, const struct udp_msg *m) {
  unsigned char *to = x->bytes + x->used;
  size_t head = hyd_udp_write_record(m, to);
  x->used += (uint32_t)head;
  if (x->payload || !udp_has_payload(m->kind) || m->nbytes == 0) return;
  if (m->fill)
    m->fill(m->fill_arg, to + head);
  else
    memcpy(to + head, m->payload, m->nbytes);
  memset(to + head + m->nbytes, 0, udp_pad(m->nbytes) - m->nbytes);
  x->used += (uint32_t)udp_pad(m->nbytes);
}

static int queue(struct udp_proto *p, struct udp_out *o, uint64_t now, const struct udp_msg *m,
                 int refers, struct udp_wait *w) {
  size_t size = udp_record_size(m);
  struct udp_piece *x = refers ? piece_by_reference(p, o, m) : piece_for(p, o, size);
  if (x == NULL) return HYD_NO_ROOM;
  write_message(x, m);
  if (o->end == o->next) o->since_ns = now;
  x->to = o->end += (uint32_t)size;
  if (w == NULL) return 0;
  w->at = o->end;
  *o->wait_end = w;
  o->wait_end = &w->next;
  return 0;
}

int hyd_udp_proto_send(struct udp_proto *p, uint64_t now, uint32_t peer, const struct udp_msg *m,
                       unsigned how, void *cookie) {
  struct udp_session *s = hyd_udp_session(p, peer);
  size_t size = udp_record_size(m);
  int refers = (how & UDP_BY_REFERENCE) && udp_has_payload(m->kind) && m->nbytes > COPIES;
  struct udp_out *o = s ? &s->out[udp_channel_of(m)] : NULL;
  struct udp_wait *w = NULL;
  if (s == NULL || !has_room(o, size, refers)) return HYD_NO_ROOM;
  if (cookie && (w = wait_new(p, cookie)) == NULL) return HYD_NO_ROOM;
  if (queue(p, o, now, m, refers, w)) {
    wait_free(p, w);
    return HYD_NO_ROOM;
  }
  p->n.messages_out++;
  p->n.bytes_out += udp_has_payload(m->kind) ? m->nbytes : 0;
  if (s->due.waiting_since == 0) s->due.waiting_since = now;
  if (o->end - o->next > UDP_SMALL) hyd_udp_path_want(p, s, now);
  hyd_udp_ready(p, s);
  return 0;
}

/* --- parts of the stream -------------------------------------------------- */

/* The parts of one piece from its byte `at` on, `most` bytes of them; returns how many parts. */
static int parts_of(const struct udp_piece *x, uint32_t at, uint32_t most, struct iovec part[3]) {
  static const unsigned char padding[UDP_QUANTUM];
  const struct iovec all[3] = {{(void *)(uintptr_t)x->bytes, x->used},
                               {(void *)(uintptr_t)x->payload, x->nbytes},
                               {(void *)(uintptr_t)padding, udp_pad(x->nbytes) - x->nbytes}};
  int n = 0;
  for (int i = 0; i < 3 && most; i++) {
    size_t skip = at < all[i].iov_len ? at : all[i].iov_len, size = all[i].iov_len - skip;
    at -= (uint32_t)skip;
    if (size > most) size = most;
    if (size) part[n++] = (struct iovec){(unsigned char *)all[i].iov_base + skip, size};
    most -= (uint32_t)size;
  }
  return n;
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
    parts += parts_of(x, at, size, part + parts);
    have += size;
  }
  *n = have;
  return parts;
}

/* --- what has arrived ----------------------------------------------------- */

static void tell(struct udp_proto *p, struct udp_out *o) {
  struct udp_wait *w;
  while ((w = o->wait) && !udp_before(o->una, w->at)) {
    void *cookie = w->cookie;
    o->wait = w->next;
    if (o->wait == NULL) o->wait_end = &o->wait;
    wait_free(p, w);
    p->e.done(p->arg, cookie);
  }
}

void hyd_udp_stream_arrived(struct udp_proto *p, struct udp_out *o) {
  struct udp_piece *x;
  while ((x = o->piece) && !udp_before(o->una, x->to)) {
    o->piece = x->next;
    if (o->piece == NULL) o->last_piece = NULL;
    if (o->cut == x) o->cut = x->next;
    piece_free(p, o, x);
  }
  tell(p, o);
}

/* No completion is reported: what has not been acknowledged may not have arrived. */
void hyd_udp_out_free(struct udp_out *o) {
  udp_list_free(o->piece, hyd_udp_block_free);
  udp_list_free(o->wait, free);
  udp_list_free(o->packet, free);
}
