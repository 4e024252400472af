/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rma.h: put, get and memset when the inline path does not apply.
 */
#ifndef HYD_EXTENDED_RMA_H
#define HYD_EXTENDED_RMA_H

#include "core/op/op.h"
#include "core/team/route.h"

/* hyd_net.put_by_am. */
void hyd_rma_put_by_am(struct hyd_job *job, const struct hyd_route *route, void *dest,
                       const void *src, size_t n);

/* rma_am.c: the same operations by active messages, for peers whose memory this process cannot
 * reach. Each fragment is one part of the op. */
void hyd_ref_rma_init(struct hyd_job *job);
void hyd_ref_move(struct hyd_job *job, gex_Rank_t peer, int is_put, void *remote, void *local,
                  size_t n, struct hyd_op *op);
/* One message of its own kind, with bytes that may be of device memory; the answer to a request. */
void hyd_ref_send(struct hyd_job *job, gex_Rank_t peer, uint8_t handler, const void *payload,
                  size_t n, const gex_AM_Arg_t *args, uint8_t nargs);
void hyd_ref_answer(gex_Token_t token, uint8_t handler, const void *payload, size_t n,
                    const gex_AM_Arg_t *args, uint8_t nargs);
void hyd_ref_memset(struct hyd_job *job, const struct hyd_route *r, void *dest, int val, size_t n,
                    struct hyd_op *op);

#endif
