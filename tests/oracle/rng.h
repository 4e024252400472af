/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rng.h: random numbers of tests. The same state gives the same ones, on every machine.
 */
#ifndef TESTS_RNG_H
#define TESTS_RNG_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct rng {
  uint64_t state;
};

static inline uint64_t rng_next(struct rng *r) {
  uint64_t z = r->state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/* A generator for each pair of numbers. */
static inline struct rng rng_of(uint64_t a, uint64_t b) {
  struct rng r = {a * 0x2545f4914f6cdd1du};
  r.state = rng_next(&r) + b;
  r.state = rng_next(&r);
  return r;
}

/* 0..n-1; low..high. */
static inline size_t rng_below(struct rng *r, size_t n) { return (size_t)(rng_next(r) % n); }
static inline size_t rng_between(struct rng *r, size_t low, size_t high) {
  return low + rng_below(r, high - low + 1);
}

static inline void rng_bytes(void *p, size_t n, struct rng *r) {
  char *at = p;
  uint64_t word;
  for (; n >= sizeof word; n -= sizeof word, at += sizeof word) {
    word = rng_next(r);
    memcpy(at, &word, sizeof word);
  }
  word = rng_next(r);
  memcpy(at, &word, n);
}

#endif
