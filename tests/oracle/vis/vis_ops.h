/* SPDX-License-Identifier: BSD-3-Clause
 *
 * vis_ops.h: makes a shape into a call, in every form in which VIS operations can be initiated and
 * completed: start, then local completion (puts), then finish.
 *
 * The metadata of a strided EX call is destroyed as soon as the call has returned; lists stay until
 * finish, which also looks whether the library has changed them.
 */
#ifndef VIS_OPS_H
#define VIS_OPS_H

#include <gasnet.h>
#include <gasnet_vis.h>

#include "vis_shape.h"

enum vis_form {
  VIS_BLOCKING,
  VIS_NB,
  VIS_NB_TEST, /* the event is polled for */
  VIS_NBI,
  VIS_REGION, /* the only operation of an access region */
  VIS_GET_FORMS,
  VIS_NB_LEAF = VIS_GET_FORMS, /* leaf, then root */
  VIS_NB_BOTH,                 /* leaf and root in one array */
  VIS_NBI_LEAF,
  VIS_REGION_LEAF,
  VIS_PUT_FORMS,
  VIS_G1_BLOCKING = VIS_PUT_FORMS, /* the calls of GASNet-1 */
  VIS_G1_NB,
  VIS_G1_NBI,
  VIS_G1_REGION,
  VIS_FORMS
};
extern const char *const vis_form_name[VIS_FORMS];

struct vis_op {
  /* by the caller */
  const struct vis_shape *shape;
  enum vis_form form;
  int put;
  int outside; /* VIS_NBI, VIS_NBI_LEAF: in a region of the caller, which observes completion */
  gex_Flags_t flags; /* besides those that the form implies */
  gex_TM_t tm;
  gex_Rank_t peer;
  char *dst, *src; /* the windows, by the addresses of their owners */
  /* by the functions */
  gex_Event_t root, leaf;
  void *lists, *lists_before;
  size_t lists_bytes;
  const char *bad; /* the first thing that was wrong, or NULL */
};

void vis_op_start(struct vis_op *op);
/* Returns whether the local window of a put may be changed from now on. */
int vis_op_local(struct vis_op *op);
void vis_op_finish(struct vis_op *op);

#endif
