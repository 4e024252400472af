/* SPDX-License-Identifier: BSD-3-Clause
 *
 * packet.h: a control message on its way through a simulated network.
 */
#ifndef FH_TEST_PACKET_H
#define FH_TEST_PACKET_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "contrib/tools/sim/events.h"

struct packet {
  uint32_t from;
  size_t len;
  unsigned char bytes[];
};

/* free frees it. */
static inline struct packet *packet_new(uint32_t from, const void *bytes, size_t len) {
  struct packet *p = sim_alloc(sizeof *p + len);
  p->from = from;
  p->len = len;
  memcpy(p->bytes, bytes, len);
  return p;
}

#endif
