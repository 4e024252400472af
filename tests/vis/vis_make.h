/* SPDX-License-Identifier: BSD-3-Clause
 *
 * vis_make.h: random shapes. The same state gives the same shapes, on every machine.
 */
#ifndef VIS_MAKE_H
#define VIS_MAKE_H

#include "vis_shape.h"

struct vis_rng {
  uint64_t state;
};
uint64_t vis_rand(struct vis_rng *r);
/* 0..n-1; low..high. */
size_t vis_below(struct vis_rng *r, size_t n);
size_t vis_between(struct vis_rng *r, size_t low, size_t high);
void vis_random_bytes(void *p, size_t n, struct vis_rng *r);

/* A sealed shape whose windows have `room` bytes at most, room >= 4096; vis_make takes any kind.
 * Strided shapes have at most max_levels levels. */
void vis_make(struct vis_shape *s, struct vis_rng *r, size_t room);
void vis_make_vector(struct vis_shape *s, struct vis_rng *r, size_t room);
void vis_make_indexed(struct vis_shape *s, struct vis_rng *r, size_t room);
void vis_make_strided(struct vis_shape *s, struct vis_rng *r, size_t room, size_t max_levels);
/* One that the GASNet-1 calls may be used for. */
void vis_make_legacy_strided(struct vis_shape *s, struct vis_rng *r, size_t room,
                             size_t max_levels);

#endif
