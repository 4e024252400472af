/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rng.h: the simulator's random numbers (splitmix64). Everything a run does comes from its seed;
 * whatever must not depend on something else has a stream of its own.
 */
#ifndef HYD_SIM_RNG_H
#define HYD_SIM_RNG_H

#include <stdint.h>

struct sim_rng {
  uint64_t state;
};

static inline uint64_t sim_next(struct sim_rng *g) {
  uint64_t z = g->state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}
static inline struct sim_rng sim_stream(uint64_t seed, uint64_t of) {
  struct sim_rng g = {seed * 0xd1342543de82ef95u + of};
  g.state = sim_next(&g);
  return g;
}
static inline uint64_t sim_below(struct sim_rng *g, uint64_t n) { return n ? sim_next(g) % n : 0; }
static inline uint64_t sim_between(struct sim_rng *g, uint64_t lo, uint64_t hi) {
  return lo + sim_below(g, hi - lo + 1);
}
/* True in so many cases of a million. */
static inline int sim_chance(struct sim_rng *g, uint32_t ppm) {
  return ppm && sim_below(g, 1000000) < ppm;
}

#endif
