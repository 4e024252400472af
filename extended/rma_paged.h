/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rma_paged.h: put and get where a page may be absent: of this process's paged segments for other
 * ranks, by messages, and of other ranks' by a view (core/mem/paged.h). What is there is copied at
 * once. The rest waits, with a put's bytes in a buffer: the pager is asked, and when a page is
 * there its part is copied, after a poll. Only then is the operation complete. Nothing else waits
 * for it.
 */
#ifndef HYD_EXTENDED_RMA_PAGED_H
#define HYD_EXTENDED_RMA_PAGED_H

#include "core/mem/paged.h"
#include "core/op/op.h"

void hyd_paged_rma_init(struct hyd_job *job);

/* A transfer of this rank's; returns what the call returns. */
gex_Event_t hyd_paged_transfer(struct hyd_job *job, gex_Rank_t peer, const struct hyd_paged *p,
                               int how, int is_put, void *remote, void *local, size_t n,
                               int stable);

/* The initiator, in the words of its message. */
struct hyd_paged_far {
  gex_Rank_t peer;
  gex_AM_Arg_t op[2], dest[2];
};
/* In the handler of a put: 1: it waits, and is acknowledged later; 0: it is done. */
int hyd_paged_take_put(struct hyd_job *job, const struct hyd_paged *p, void *dest, const void *src,
                       size_t n, const struct hyd_paged_far *far);
/* In the handler of a get: the bytes, to be sent and freed; NULL: it waits, and is answered later.
 */
void *hyd_paged_take_get(struct hyd_job *job, const struct hyd_paged *p, void *src, size_t n,
                         const struct hyd_paged_far *far);

#endif
