/* SPDX-License-Identifier: BSD-3-Clause
 *
 * wire.h: what happens to frames between two or more ports: those that are too large are dropped,
 * some are lost, and the others wait for the line, and travel. Knows no devices.
 */
#ifndef HYD_TESTS_LINK_WIRE_H
#define HYD_TESTS_LINK_WIRE_H

#include <stddef.h>
#include <stdint.h>

#include "tests/oracle/rng.h"

enum { WIRE_HEAD = 14 }; /* bytes of Ethernet before those of IP */

struct wire_settings {
  uint64_t limit;    /* bytes of an IP packet that passes; 0: any */
  uint64_t answers;  /* whether a larger one is answered by ICMP */
  uint64_t delay_us; /* of each frame that passes */
  uint64_t mbit;     /* of the line in each direction, a second; 0: any */
  uint64_t queue;    /* bytes that wait for the line at most */
  double loss;       /* of 1 */
};

struct wire_counts {
  uint64_t passed, large, answered, lost, overflowed, blocked;
};

struct wire_frame {
  struct wire_frame *next;
  uint64_t due_ns;
  size_t n;
  unsigned char bytes[];
};

/* One direction: frames that came in at a port, in the order in which they leave. */
struct wire {
  struct wire_frame *first, **last;
  uint64_t free_ns; /* when the line has taken all that waits for it */
};

struct wire_world {
  struct wire_settings set;
  struct wire_counts count;
  uint64_t blocked_ns; /* nothing passes until then */
  struct rng seed;     /* of what is lost */
};

enum wire_fate { WIRE_PASSES, WIRE_DROPPED, WIRE_TOO_LARGE };

void wire_init(struct wire *w);
enum wire_fate wire_take(struct wire *w, struct wire_world *world, uint64_t now_ns,
                         const void *frame, size_t n);

/* The first frame if it is due, which the caller frees; else NULL. */
struct wire_frame *wire_due(struct wire *w, uint64_t now_ns);

/* When the first is; UINT64_MAX: there is none. */
uint64_t wire_next(const struct wire *w);

#endif
