/* SPDX-License-Identifier: BSD-3-Clause
 *
 * send_pool.h: the buffers in which a rank builds negotiated messages.
 *
 * They lie in shared memory, so that the target's handler reads the payload where the client wrote
 * it. They are not part of the target's ring, because a sender that takes its time would hold up
 * the messages of all others there.
 *
 * Messages name buffers by numbers from 1 on. A thread of the sender takes a buffer; the rank that
 * ran the handler gives it back. PL1, the giving back (release), pairs with PL2, the taking
 * (acquire), so that the next payload is written after the last one was read.
 */
#ifndef HYD_SHM_SEND_POOL_H
#define HYD_SHM_SEND_POOL_H

#include "core/base/job.h"

HYD_HOT_INLINE unsigned char *hyd_pool_buffer(struct hyd_pool *p, unsigned number) {
  return p->buf[(number - 1) % HYD_POOL_BUFFERS];
}

/* Takes a free buffer; returns its number, or 0. */
static inline unsigned hyd_pool_take(struct hyd_pool *p) {
  uint32_t busy = atomic_load_explicit(&p->busy, memory_order_relaxed);
  while (~busy & ((1u << HYD_POOL_BUFFERS) - 1)) {
    unsigned i = (unsigned)__builtin_ctz(~busy);
    if (atomic_compare_exchange_weak_explicit(&p->busy, &busy, busy | 1u << i, memory_order_acquire,
                                              memory_order_relaxed)) /* PL2 */
      return i + 1;
  }
  return 0;
}

/* Called between filling a buffer and sending it. Another process gives the buffer back, in an
 * order that ThreadSanitizer does not see; here it is told that later takers come after this. */
static inline void hyd_pool_filled(struct hyd_pool *p) {
  if (HYD_TSAN) atomic_fetch_or_explicit(&p->busy, 0, memory_order_release);
}

static inline void hyd_pool_free(struct hyd_pool *p, unsigned number) {
  atomic_fetch_and_explicit(&p->busy, ~(1u << (number - 1) % HYD_POOL_BUFFERS),
                            memory_order_release); /* PL1 */
}

#endif
