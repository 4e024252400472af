/* SPDX-License-Identifier: BSD-3-Clause
 *
 * paged.c: test memory in a paged segment, which is Hydrant's own; another implementation has
 * no_paged.c.
 */
#include <gasnet_mk.h>
#include <hyd_paged.h>

#include "start.h"

int conform_attach_paged(struct conform_objects *o) {
  struct hyd_paged_settings set = {.bytes_resident = CONFORM_SEG_SIZE / 4};
  gex_MK_Create_args_t args = {.gex_class = HYD_MK_CLASS_PAGED};
  gex_MK_t kind;
  int rc;
  args.gex_args.hyd_class_paged.hyd_settings = &set;
  if ((rc = gex_MK_Create(&kind, o->client, &args, 0)) ||
      (rc = gex_Segment_Create(&o->segment, o->client, 0, CONFORM_SEG_SIZE, kind, 0)) ||
      (rc = gex_EP_BindSegment(o->ep, o->segment, 0)))
    return rc;
  return gex_EP_PublishBoundSegment(o->tm, &o->ep, 1, 0);
}
