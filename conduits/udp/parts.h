/* SPDX-License-Identifier: BSD-3-Clause
 *
 * parts.h: lists of pieces of memory.
 */
#ifndef HYD_UDP_PARTS_H
#define HYD_UDP_PARTS_H

#include <sys/uio.h>

/* Adds a part to a list of n; one that lies right behind the last makes that longer. Returns how
 * many there are then. */
static inline int udp_add_part(struct iovec *list, int n, struct iovec part) {
  if (part.iov_len == 0) return n;
  if (n && (char *)list[n - 1].iov_base + list[n - 1].iov_len == part.iov_base) {
    list[n - 1].iov_len += part.iov_len;
    return n;
  }
  list[n] = part;
  return n + 1;
}

#endif
