/* SPDX-License-Identifier: BSD-3-Clause
 *
 * copy.h: copies to and from mapped memory. An aligned word is copied by one store: other ranks may
 * wait for it by loads.
 */
#ifndef HYD_ARMCI_COPY_H
#define HYD_ARMCI_COPY_H
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

static inline void hyd_armci_copy(void *dst, const void *src, size_t bytes) {
  if (bytes == 8)
    memcpy(dst, src, 8);
  else if (bytes == 4)
    memcpy(dst, src, 4);
  else
    memmove(dst, src, bytes);
}

/* A put to mapped memory: others see it after this rank's earlier puts. */
static inline void hyd_armci_put_mapped(void *dst, const void *src, size_t bytes) {
  atomic_thread_fence(memory_order_release); /* pairs with the target's loads, or its barrier */
  hyd_armci_copy(dst, src, bytes);
}

static inline void hyd_armci_get_mapped(void *dst, const void *src, size_t bytes) {
  hyd_armci_copy(dst, src, bytes);
  atomic_thread_fence(memory_order_acquire); /* pairs with the fence of the put that stored them */
}
#endif
