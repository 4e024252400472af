/* SPDX-License-Identifier: BSD-3-Clause
 *
 * vis_make.h: random shapes. The same state of the generator gives the same shapes, on every
 * machine.
 */
#ifndef VIS_MAKE_H
#define VIS_MAKE_H

#include "../rng.h"
#include "vis_shape.h"

/* A sealed shape whose windows have `room` bytes at most, room >= 4096; vis_make takes any kind.
 * Strided shapes have at most max_levels levels. */
void vis_make(struct vis_shape *s, struct rng *r, size_t room);
void vis_make_vector(struct vis_shape *s, struct rng *r, size_t room);
void vis_make_indexed(struct vis_shape *s, struct rng *r, size_t room);
void vis_make_strided(struct vis_shape *s, struct rng *r, size_t room, size_t max_levels);
/* One that the GASNet-1 calls may be used for. */
void vis_make_legacy_strided(struct vis_shape *s, struct rng *r, size_t room, size_t max_levels);

#endif
