/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ring_am.h: writes messages into a peer's ring, and reads them out again (ring.h has the layout).
 * Requests, replies and polls inline these functions, with a constant category.
 *
 * The payload of a medium of up to 48 bytes travels in the line. A longer one travels in the
 * payload buffer, where the handler reads it without another copy. A long is copied straight to its
 * destination if that is mapped here, or was put in place before (long_payload.c); else it travels
 * like a medium, and the receiver puts it in place.
 */
#ifndef HYD_AM_RING_AM_H
#define HYD_AM_RING_AM_H

#include <sys/mman.h>

#include "core/am/am.h"
#include "core/am/deferred.h"
#include "core/shm/send_pool.h"
#include "core/am/wait.h"

#ifndef MADV_POPULATE_WRITE /* Linux 5.14; older kernels refuse it, and pages come one by one */
#define MADV_POPULATE_WRITE 23
#endif

#define HYD_LINE_DATA ((uint32_t)sizeof((struct hyd_line *)0)->data)

/* --- arguments: 32-bit words from byte `at` of the first line's data on --- */

HYD_HOT_INLINE void hyd_put_args(struct hyd_line *first, struct hyd_line *second, uint32_t at,
                                 const gex_AM_Arg_t *args, uint32_t nargs) {
  gex_AM_Arg_t *w = (gex_AM_Arg_t *)(void *)(first->data + at);
  uint32_t here = (HYD_LINE_DATA - at) / 4, i = 0;
  if (hyd_likely(nargs <= here)) {
    for (; i < nargs; i++) w[i] = args[i];
    return;
  }
  memcpy(w, args, 4u * here);
  memcpy(second->data, args + here, 4u * (nargs - here));
}

/* The arguments of an arrived message, in place if they lie in one line, else gathered in `copy`.
 */
HYD_HOT_INLINE const gex_AM_Arg_t *hyd_get_args(const struct hyd_line *first,
                                                const struct hyd_line *second, uint32_t at,
                                                uint32_t nargs, gex_AM_Arg_t *copy) {
  const gex_AM_Arg_t *w = (const gex_AM_Arg_t *)(const void *)(first->data + at);
  uint32_t here = (HYD_LINE_DATA - at) / 4;
  if (hyd_likely(nargs <= here)) return w;
  memcpy(copy, w, 4u * here);
  memcpy(copy + here, second->data, 4u * (nargs - here));
  return copy;
}

/* --- sending -------------------------------------------------------------- */

struct hyd_shape { /* how a message will lie in the ring */
  uint32_t kind;
  uint32_t at; /* where the arguments begin in `data` */
  uint32_t lines, blocks;
  void *place; /* long: its destination as mapped here, or NULL */
};

HYD_HOT_INLINE uint32_t hyd_blocks(size_t nbytes) {
  return (uint32_t)((nbytes + HYD_BLOCK - 1) / HYD_BLOCK);
}

/* Whether payload and arguments fit in two lines, the payload in the first. With 13 arguments and
 * more, not every payload that fits in a line does. */
HYD_HOT_INLINE int hyd_fits_inline(const struct hyd_am *m) {
  return m->nbytes <= HYD_LINE_DATA &&
         (hyd_likely(m->nargs <= HYD_LINE_DATA / 4) ||
          ((m->nbytes + 3) & ~(size_t)3) + 4u * m->nargs <= 2 * HYD_LINE_DATA);
}

/* `category` is m->category, as a constant where the caller knows it. */
HYD_HOT_INLINE struct hyd_shape hyd_shape_of(struct hyd_job *job, gex_Rank_t peer,
                                             uint32_t category, const struct hyd_am *m) {
  struct hyd_shape s = {category, 0, 1, 0, NULL};
  if (category == HYD_AM_MEDIUM && hyd_unlikely(m->pool != 0)) {
    s.kind |= HYD_AM_POOLED;
    s.at = 8;
  } else if (category == HYD_AM_MEDIUM && hyd_fits_inline(m)) {
    s.kind |= HYD_AM_INLINE;
    s.at = (uint32_t)(m->nbytes + 3) & ~3u;
  } else if (category == HYD_AM_MEDIUM) {
    s.at = 8;
    s.blocks = hyd_blocks(m->nbytes);
  } else if (category == HYD_AM_LONG) {
    s.at = 8;
    if (m->nbytes && !m->placed && !(s.place = hyd_long_place(job, peer, m))) {
      s.blocks = hyd_blocks(m->nbytes);
      s.kind |= HYD_AM_PLACED;
      s.at = 16;
    }
  }
  if (s.at + 4u * m->nargs > HYD_LINE_DATA) s.lines = 2;
  return s;
}

HYD_HOT_INLINE void hyd_put_buffered(struct hyd_ring *ring, unsigned char *where,
                                     const struct hyd_ring_claim *c, const struct hyd_am *m) {
  uint32_t position[2] = {c->block, c->end};
  memcpy(where, position, sizeof position);
  hyd_am_copy_payload(m, hyd_ring_payload(ring, c->block));
}

/* Writes a payload that fits in a line. Eight bytes are so common that they have a move of their
 * own. */
HYD_HOT_INLINE void hyd_put_inline(unsigned char *where, const struct hyd_am *m) {
  if (m->nbytes == 8 && hyd_likely(m->fill == NULL))
    memcpy(where, m->payload, 8);
  else if (m->nbytes)
    hyd_am_copy_payload(m, where);
}

HYD_HOT_INLINE void hyd_put_payload(struct hyd_ring *ring, struct hyd_line *line,
                                    const struct hyd_ring_claim *c, uint32_t category,
                                    const struct hyd_am *m, const struct hyd_shape *s) {
  if (category == HYD_AM_MEDIUM) {
    if (hyd_unlikely(m->pool != 0))
      line->data[0] = m->pool;
    else if (!(s->kind & HYD_AM_INLINE))
      hyd_put_buffered(ring, line->data, c, m);
    else
      hyd_put_inline(line->data, m);
  } else if (category == HYD_AM_LONG) {
    memcpy(line->data, &m->dest, sizeof m->dest);
    if (s->kind & HYD_AM_PLACED) hyd_put_buffered(ring, line->data + 8, c, m);
  }
}

/* Makes a stretch of the buffer present, before the first payload is written to it: one call in
 * place of a page fault for every few messages. */
static HYD_COLD void hyd_ring_touch(struct hyd_ring *ring, const struct hyd_ring_claim *c) {
  uint32_t block = (c->end - 1) / HYD_RING_STRETCH * HYD_RING_STRETCH;
  if (block < HYD_RING_BLOCKS)
    (void)madvise(hyd_ring_payload(ring, block), HYD_RING_STRETCH * HYD_BLOCK, MADV_POPULATE_WRITE);
}

/* Sends a message by the peer's ring. Returns 0 or HYD_NO_ROOM. */
HYD_HOT_INLINE int hyd_ring_send(struct hyd_job *job, gex_Rank_t peer, uint32_t category,
                                 const struct hyd_am *m) {
  struct hyd_rank_shared *r = hyd_rank_at(job, peer);
  struct hyd_inbox *inbox = hyd_inbox_at(job, peer);
  struct hyd_ring *ring = m->is_request ? &inbox->request : &inbox->reply;
  struct hyd_peer *p = hyd_peer_at(job, peer);
  _Atomic uint64_t *seen = m->is_request ? &p->seen_request : &p->seen_reply;
  struct hyd_shape s = hyd_shape_of(job, peer, category, m);
  struct hyd_ring_claim c;
  struct hyd_line *line;
  if (hyd_unlikely(hyd_ring_claim(ring, seen, s.lines, s.blocks, &c))) return HYD_NO_ROOM;
  if (hyd_unlikely((c.end - 1) % HYD_RING_STRETCH < s.blocks)) hyd_ring_touch(ring, &c);
  if (s.place) memcpy(s.place, m->payload, m->nbytes);
  line = hyd_ring_line(ring, c.line);
  line->handler = m->handler;
  line->nargs = m->nargs;
  line->kind = (uint8_t)s.kind;
  line->lines = (uint8_t)s.lines;
  line->src = job->rank;
  line->nbytes = (uint32_t)m->nbytes;
  hyd_put_payload(ring, line, &c, category, m, &s);
  hyd_put_args(line, hyd_ring_line(ring, c.line + 1), s.at, m->args, m->nargs);
  hyd_ring_tell(seen);
  hyd_ring_publish(ring, c.line, s.lines);
  hyd_wake(job, r);
  return 0;
}

/* --- receiving ------------------------------------------------------------ */

/* The address of a payload in the buffer; moves the consumer's position past it. */
HYD_HOT_INLINE void *hyd_buffered(struct hyd_ring *ring, const unsigned char *where,
                                  uint32_t *block_p) {
  uint32_t position[2];
  memcpy(position, where, sizeof position);
  *block_p = position[1];
  return hyd_ring_payload(ring, position[0]);
}

/* Sets where the payload of an arrived message is; returns where its arguments begin in `data`. A
 * long's payload is put in place, unless that is guarded memory (landed.c). */
HYD_HOT_INLINE uint32_t hyd_get_payload(struct hyd_job *job, struct hyd_ring *ring,
                                        struct hyd_line *line, struct hyd_am *m,
                                        uint32_t *block_p) {
  uint32_t kind = line->kind;
  m->category = kind & HYD_AM_CATEGORY;
  m->nbytes = line->nbytes;
  if (hyd_likely(m->category == HYD_AM_SHORT)) return 0;
  if (m->category == HYD_AM_MEDIUM) {
    m->payload = line->data;
    if (kind & HYD_AM_INLINE) return (uint32_t)(m->nbytes + 3) & ~3u;
    m->payload = hyd_unlikely(kind & HYD_AM_POOLED)
                     ? hyd_pool_buffer(&hyd_inbox_at(job, line->src)->pool, line->data[0])
                     : hyd_buffered(ring, line->data, block_p);
    return 8;
  }
  memcpy(&m->dest, line->data, sizeof m->dest);
  m->payload = m->dest;
  if (!(kind & HYD_AM_PLACED)) return 8;
  if (hyd_has_guarded(job) && hyd_guarded_own(job, m->dest, m->nbytes))
    m->payload = hyd_buffered(ring, line->data + 8, block_p);
  else
    memcpy(m->dest, hyd_buffered(ring, line->data + 8, block_p), m->nbytes);
  return 16;
}

/* Delivers the message at `pos`; returns its lines and moves *block_p past its payload. */
HYD_HOT_INLINE uint32_t hyd_ring_take(struct hyd_job *job, struct hyd_thread *t,
                                      struct hyd_ring *ring, uint32_t pos, int is_request,
                                      uint32_t *block_p) {
  struct hyd_line *line = hyd_ring_line(ring, pos);
  gex_AM_Arg_t copy[HYD_AM_WIRE_ARGS];
  struct hyd_am m;
  uint32_t at;
  m.is_request = (uint8_t)is_request;
  m.handler = line->handler;
  m.nargs = line->nargs;
  at = hyd_get_payload(job, ring, line, &m, block_p);
  m.args = hyd_get_args(line, hyd_ring_line(ring, pos + 1), at, m.nargs, copy);
  hyd_am_take(job, t, line->src, &m);
  if (hyd_unlikely(line->kind & HYD_AM_POOLED))
    hyd_pool_free(&hyd_inbox_at(job, line->src)->pool, line->data[0]);
  return line->lines;
}

#endif
