/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_vis.h: checks of VIS operations, for the gex_vis_* groups and g1_vis.c. Shapes and calls are
 * those of tests/oracle/vis.
 */
#ifndef GEX_VIS_H
#define GEX_VIS_H

#include "gex_support.h"

#include "../oracle/vis/vis_make.h"
#include "../oracle/vis/vis_ops.h"

/* An operation with its memory. vis_fill takes shape and op, of which the windows are still
 * missing; gives it a near window on the heap and a far one at `there`, and fills both. vis_verify
 * compares every byte of the destination's window when the operation is complete, and frees the
 * windows. */
struct vis_slot {
  struct vis_shape shape;
  struct vis_op op;
  char *here, *there;
  unsigned char *want;
};
void vis_fill(struct vis_slot *slot, char *there);
/* Local completion was observed: overwrites the source of a put. */
void vis_spoil(struct vis_slot *slot);
void vis_verify(struct vis_slot *slot);

/* One operation from beginning to end. A put's source is overwritten as soon as that is allowed.
 * `offset`: of the far window in gex_area. */
void vis_check_one(const struct vis_shape *s, enum vis_form form, int put, gex_TM_t tm,
                   gex_Rank_t peer, size_t offset);
/* Every form of puts and gets, with the next rank and with this one, through TM0 and a TM-pair. */
void vis_check(const struct vis_shape *s);
/* The same, one form after the other: a few operations for each call. */
void vis_check_in_turn(const struct vis_shape *s);
/* The GASNet-1 forms alone. */
void vis_check_g1(const struct vis_shape *s);

/* A generator that depends on the test, the rank and CONFORM_SEED. */
struct rng vis_test_rng(void);

/* Half of the ranks run the body while the others are outside the library, then they change
 * places: what needs the target's attention is pending then. */
void vis_in_turns(void (*body)(void));

#endif
