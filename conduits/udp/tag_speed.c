/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tag_speed.c: see tag_speed.h.
 */
#include "conduits/udp/tag_speed.h"

#include <stdio.h>

#include "core/sys/clock.h"

#define MEASURE_NS 50000u
#define LEAST_ROUNDS 5u /* the first one may take all that time: the code comes from a file */

uint8_t hyd_udp_speed_code(uint64_t ns) {
  uint64_t units = ns / 8 + 1;
  unsigned log = 63 - (unsigned)__builtin_clzll(units);
  uint64_t code = 8 * log + (log >= 3 ? (units >> (log - 3)) % 8 : (units << (3 - log)) % 8);
  return (uint8_t)(code < UDP_NO_SPEED ? code : UDP_NO_SPEED - 1);
}

#define MIX_PACKETS 25u
struct packet {
  struct udp_head h;
  unsigned char body[16384];
};

/* Makes tags of small packets, packets of a network, and a part of the largest. */
static void make_tags(struct udp_seal *s, struct packet *k) {
  static const struct {
    uint16_t body;
    uint8_t times;
  } mix[] = {{16, 16}, {1360, 8}, {16384, 1}};
  unsigned char tag[UDP_MAX_TAG];
  for (size_t i = 0; i < sizeof mix / sizeof mix[0]; i++)
    for (unsigned j = 0; j < mix[i].times; j++) {
      struct iovec part = {k->body, mix[i].body};
      k->h.number++;
      (void)hyd_udp_seal_make(s, &k->h, &part, 1, NULL, tag);
    }
}

/* The least time of some rounds: other processes disturb. */
uint64_t hyd_udp_time_tags(enum udp_security security) {
  static const unsigned char key[UDP_KEY] = {1};
  struct udp_seal *s = hyd_udp_seal_new(security, key);
  struct packet packet = {.h.src = 1};
  uint64_t best = UINT64_MAX, began = hyd_now_ns(), from, to = began;
  if (s == NULL) return 0;
  for (unsigned round = 0; round < LEAST_ROUNDS || to - began < MEASURE_NS; round++) {
    from = to;
    make_tags(s, &packet);
    to = hyd_now_ns();
    if (to - from < best) best = to - from;
  }
  hyd_udp_seal_free(s);
  return best;
}

/* The middle of the times that have this code, in microseconds. */
static double time_of(uint8_t code) {
  return (double)((uint64_t)(17 + 2 * (code % 8)) << code / 8) / 2e3;
}

int hyd_udp_explain_tags(const struct udp_tag_speed *v, char *text, size_t size) {
  if (v->gmac == UDP_NO_SPEED)
    return snprintf(text, size,
                    "a host lacks libipsec-mb (libipsec-mb1), so that it offers no GMAC");
  return snprintf(text, size, "%u packets take the slowest host %.1f us by GMAC, %.1f by UMAC",
                  MIX_PACKETS, time_of(v->gmac), time_of(v->umac));
}

void hyd_udp_slower_tags(struct udp_tag_speed *v, const struct udp_tag_speed *other) {
  if (other->umac > v->umac) v->umac = other->umac;
  if (other->gmac > v->gmac) v->gmac = other->gmac;
}

enum udp_security hyd_udp_faster_tags(const struct udp_tag_speed *slowest) {
  return slowest->gmac != UDP_NO_SPEED && slowest->gmac <= slowest->umac ? UDP_GMAC : UDP_UMAC;
}
