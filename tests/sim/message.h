/* SPDX-License-Identifier: BSD-3-Clause
 *
 * message.h: a message of the random load, and what must become of it. All that a message is
 * follows from the seed and its id, whenever it is made; an answer's id follows from the request's.
 */
#ifndef HYD_SIM_MESSAGE_H
#define HYD_SIM_MESSAGE_H

#include "conduits/udp/wire.h"
#include "contrib/tools/sim/rng.h"

#define SIM_ANSWER (1ull << 63) /* in the id of an answer */

struct sim_shape {                  /* of the load: of a million messages, how many are */
  uint32_t get, put, medium, longs; /* the rest: SHORT */
  uint32_t big;                     /* of those with a payload: longer than a packet */
  uint32_t answered;                /* of the active messages */
  uint32_t by_reference, cookie;
  uint32_t most_bytes;
};

struct sim_message {
  struct sim_message *next, *all; /* of the same order; of the rank that made it */
  struct sim_message *request;    /* of an answer */
  uint64_t id;
  uint32_t src, dst;
  struct udp_msg m;
  int32_t args[UDP_MAX_ARGS];
  unsigned char *payload, *landing; /* at the source, as long as it is needed; at the destination */
  uint64_t first_try;
  int by_reference, cookie, wants_answer;
  int accepted, delivered, done, answers; /* counts: the engine took it; what became of it */
};

/* `body`: bytes of a packet's body, around which sizes are interesting. */
struct sim_message *sim_request(const struct sim_shape *s, uint64_t seed, uint64_t id, uint32_t src,
                                uint32_t dst, uint32_t body);
struct sim_message *sim_answer(const struct sim_shape *s, uint64_t seed,
                               const struct sim_message *request, uint32_t body);
void sim_message_free(struct sim_message *m);

/* The bytes that a message carries: written; compared, 0: the same. */
void sim_fill(uint64_t id, unsigned char *to, size_t n);
int sim_differs(uint64_t id, const unsigned char *from, size_t n);
/* Whether *got is *m, but for the payload's bytes; NULL, or what is different. */
const char *sim_compare(const struct sim_message *m, const struct udp_msg *got);

#endif
