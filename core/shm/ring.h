/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ring.h: the bounded queue of active messages that a rank receives from the ranks of its host:
 * many producers, one consumer, in shared memory.
 *
 *      lines  [ m ][ m ][ m    m ][   ]...      each 64 bytes; a message is one line, or two when
 *      pay    [  payload of m  |pad|  ...  ]    its arguments need it; payloads too big for the
 *                                               line lie in a second circular buffer
 *
 * Terms. The consumer is the rank that owns the ring; a producer is any thread of any rank of the
 * host. A line is one cache line; a block is 64 bytes of the payload buffer. A position counts
 * lines (or blocks) since the start; it is a 32-bit number that wraps, and its low bits are an
 * index. `tail` is the position up to which producers have claimed, `head` the position up to which
 * the consumer has freed; each packs lines and blocks into one word.
 *
 * A producer claims its lines and blocks with one compare-and-swap on `tail`, writes payload and
 * lines, and publishes the message with a release store of the first line's sequence word. So a
 * small message moves one cache line. A producer never waits in here: if there is no room, it gets
 * HYD_NO_ROOM, and nothing has changed.
 *
 * A sequence word only ever holds its line's own position + 1, in second lines, too. So a line that
 * is left from the last time round is never taken for a new one, and the consumer need not write to
 * lines at all.
 *
 * The consumer takes messages in the order of their positions, and stops at the first line that is
 * not published: a producer that is slow between claim and publication holds up all later messages.
 *
 * The consumer frees lines in the same order, and publishes `head` now and then. Until then a
 * handler may read the payload in place. Producers keep a private copy of `head`, and read the
 * shared one only when the ring seems full by the copy.
 *
 * A payload is contiguous: where it would cross the end of the buffer, the blocks up to the end are
 * skipped, and freed with the payload.
 *
 * The layers above choose the ring, wait for room, and wake the consumer (core/am/ring_am.h).
 *
 * Order of memory. R1, publication (release), pairs with R2, the look at the sequence word
 * (acquire). R3, the store of `head` (release), pairs with R4, the producer's load of `head`
 * (acquire). The claim itself orders nothing.
 */
#ifndef HYD_SHM_RING_H
#define HYD_SHM_RING_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/results.h"
#include "core/sys/cpu.h"

#define HYD_RING_LINES 1024u /* a power of two, as is the next */
#define HYD_RING_BLOCKS 8192u
#define HYD_BLOCK 64u
#define HYD_RING_STRETCH 1024u      /* blocks made present at a time; a power of two */
#define HYD_RING_MAX_PAYLOAD 65536u /* at most a quarter of the payload buffer */
#define HYD_POOL_BUFFERS 16u        /* of a rank, each HYD_RING_MAX_PAYLOAD bytes */
#define HYD_RING_AHEAD 12u          /* lines that a producer prefetches */

#define HYD_AM_SHORT 0u
#define HYD_AM_MEDIUM 1u
#define HYD_AM_LONG 2u
#define HYD_AM_CATEGORY 3u /* mask */
#define HYD_AM_INLINE 4u   /* medium: payload in the line, from byte 16 on */
#define HYD_AM_POOLED 16u  /* medium: payload in a buffer of the sender's pool (send_pool.h) */
#define HYD_AM_PLACED 8u   /* long: payload travels in the ring and the consumer stores it */

/* A line. What `data` begins with depends on the message:
 *
 *   medium, INLINE          the payload, padded to a multiple of 4
 *   medium, POOLED          the number of the pool's buffer
 *   medium in the buffer    block of the payload, block after it
 *   long                    destination; if PLACED, also block of the payload, block after it
 *
 * The arguments follow, and go on in the next line's `data` if need be. */
struct hyd_line {
  _Atomic uint32_t seq; /* the sequence word; R1, R2 */
  uint8_t handler, nargs, kind, lines;
  uint32_t src;    /* jobrank of the sender */
  uint32_t nbytes; /* payload size */
  unsigned char data[48];
} HYD_ALIGNED;
_Static_assert(sizeof(struct hyd_line) == HYD_LINE, "a line is a cache line");

struct hyd_ring {
  _Atomic uint64_t tail HYD_ALIGNED; /* blocks << 32 | lines; written by producers */
  _Atomic uint64_t head HYD_ALIGNED; /* packed alike; written by the consumer; R3, R4 */
  _Atomic uint32_t space_waiters;    /* producers that sleep until there is room */
  struct hyd_line line[HYD_RING_LINES] HYD_ALIGNED;
  unsigned char pay[HYD_RING_BLOCKS * HYD_BLOCK] __attribute__((aligned(4096)));
};

/* Positions that a producer owns until it publishes. */
struct hyd_ring_claim {
  uint32_t line;       /* the first line */
  uint32_t block, end; /* the payload's first block, and the block after its last */
};

HYD_HOT_INLINE uint64_t hyd_ring_pack(uint32_t lines, uint32_t blocks) {
  return (uint64_t)blocks << 32 | lines;
}

HYD_HOT_INLINE struct hyd_line *hyd_ring_line(struct hyd_ring *r, uint32_t pos) {
  return &r->line[pos & (HYD_RING_LINES - 1)];
}

HYD_HOT_INLINE unsigned char *hyd_ring_payload(struct hyd_ring *r, uint32_t block) {
  return &r->pay[(size_t)(block & (HYD_RING_BLOCKS - 1)) * HYD_BLOCK];
}

HYD_HOT_INLINE int hyd_ring_fits(uint64_t head, uint32_t line_end, uint32_t block_end) {
  return line_end - (uint32_t)head <= HYD_RING_LINES &&
         block_end - (uint32_t)(head >> 32) <= HYD_RING_BLOCKS;
}

/* A line may be written again, perhaps by another thread, when the consumer has freed it. The
 * consumer is another process, so ThreadSanitizer does not see that order. It is told by
 * read-modify-writes of the copy of `head`: before each publication (hyd_ring_tell), and here,
 * where lines are found free again. */
HYD_HOT_INLINE void hyd_ring_note_head(_Atomic uint64_t *seen_p, uint64_t head) {
  if (HYD_TSAN)
    atomic_exchange_explicit(seen_p, head, memory_order_acq_rel);
  else
    atomic_store_explicit(seen_p, head, memory_order_release); /* R4 of other threads */
}
HYD_HOT_INLINE void hyd_ring_tell(_Atomic uint64_t *seen_p) {
  if (HYD_TSAN) atomic_fetch_or_explicit(seen_p, 0, memory_order_acq_rel);
}

/* Claims nlines (1 or 2) and nblocks contiguous payload blocks. *seen_p is this process's copy of
 * head. Returns 0 or HYD_NO_ROOM. Any thread. */
HYD_HOT_INLINE int hyd_ring_claim(struct hyd_ring *r, _Atomic uint64_t *seen_p, uint32_t nlines,
                                  uint32_t nblocks, struct hyd_ring_claim *c) {
  uint64_t tail = atomic_load_explicit(&r->tail, memory_order_relaxed);
  uint64_t head =
      atomic_load_explicit(seen_p, memory_order_acquire); /* R4, by the thread that stored it */
  for (;;) {
    uint32_t line = (uint32_t)tail, block = (uint32_t)(tail >> 32);
    uint32_t room = HYD_RING_BLOCKS - (block & (HYD_RING_BLOCKS - 1));
    if (nblocks > room) block += room; /* skip to the start */
    if (hyd_unlikely(!hyd_ring_fits(head, line + nlines, block + nblocks))) {
      head = atomic_load_explicit(&r->head, memory_order_acquire); /* R4 */
      hyd_ring_note_head(seen_p, head);
      if (!hyd_ring_fits(head, line + nlines, block + nblocks)) return HYD_NO_ROOM;
    }
    if (hyd_likely(
            atomic_compare_exchange_weak_explicit(&r->tail, &tail,
                                                  hyd_ring_pack(line + nlines, block + nblocks),
                                                  memory_order_relaxed, memory_order_relaxed))) {
      c->line = line;
      c->block = block;
      c->end = block + nblocks;
      hyd_prefetch_for_write(hyd_ring_line(r, line + HYD_RING_AHEAD));
      return 0;
    }
  }
}

/* Publishes a claimed message; all of it but the sequence words has been written. */
HYD_HOT_INLINE void hyd_ring_publish(struct hyd_ring *r, uint32_t pos, uint32_t nlines) {
  if (nlines == 2)
    atomic_store_explicit(&hyd_ring_line(r, pos + 1)->seq, pos + 2, memory_order_relaxed);
  atomic_store_explicit(&hyd_ring_line(r, pos)->seq, pos + 1, memory_order_release); /* R1 */
}

/* Whether the message at position pos has arrived. */
HYD_HOT_INLINE int hyd_ring_arrived(struct hyd_ring *r, uint32_t pos) {
  return atomic_load_explicit(&hyd_ring_line(r, pos)->seq, memory_order_acquire) ==
         pos + 1; /* R2 */
}

/* Frees everything before (line, block). Consumer only. */
HYD_HOT_INLINE void hyd_ring_free(struct hyd_ring *r, uint32_t line, uint32_t block) {
  atomic_store_explicit(&r->head, hyd_ring_pack(line, block), memory_order_release); /* R3 */
}

#endif
