/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gasnet_coll.h: collectives of GASNet-EX (gex-coll-atomics.md part A). Those of GASNet-1, whose
 * names are others, are in hyd_coll_gasnet1.h and hyd_coll_tuning.h, which come along.
 *
 * What is common to all. Every member of `tm` calls, in the same order on one team; TM-pairs are no
 * teams. A call starts the operation and returns its root event, or GEX_EVENT_INVALID if it is
 * complete; the call itself does not wait. Any number may be in flight, on any teams. Members need
 * only poll for the others to get on. src and dst lie anywhere in host memory; src must stay, and
 * dst is undefined, until the event is done. flags must be 0. Not from handlers, nor with a
 * handler-safe lock held. (gex_Coll_BarrierNB and gex_Coll_BarrierBlocking are in gasnetex.h.)
 */
#ifndef _INCLUDED_GASNET_COLL_H
#define _INCLUDED_GASNET_COLL_H

#include "gasnetex.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Copies `nbytes` bytes at src of member `root` to dst of every member, which at the root may be
 * src itself. src means nothing elsewhere. */
gex_Event_t gex_Coll_BroadcastNB(gex_TM_t tm, gex_Rank_t root, void *dst, const void *src,
                                 size_t nbytes, gex_Flags_t flags);

/* For each i < count: arg2_and_out[i] = arg1[i] combined with arg2_and_out[i], in that order, which
 * is rank order for GEX_OP_USER_NC. Any count from 1 on; aligned for any type; may run on any
 * thread, and several at a time; must not wait for communication. */
typedef void (*gex_Coll_ReduceFn_t)(const void *arg1, void *arg2_and_out, size_t count,
                                    const void *cdata);

/* Element by element, the combination of all members' dt_cnt elements of dt_sz bytes at src: to dst
 * of `root`, or of every member. dst may be src (at the root; at all or none). dt, dt_sz, dt_cnt,
 * op and root are the same everywhere; user_op and user_cdata are used with GEX_OP_USER and
 * GEX_OP_USER_NC. The result is the same in every run of a job of the same shape, and at all
 * members. RED-1..6, USR-1..7. */
gex_Event_t gex_Coll_ReduceToOneNB(gex_TM_t tm, gex_Rank_t root, void *dst, const void *src,
                                   gex_DT_t dt, size_t dt_sz, size_t dt_cnt, gex_OP_t op,
                                   gex_Coll_ReduceFn_t user_op, void *user_cdata,
                                   gex_Flags_t flags);
gex_Event_t gex_Coll_ReduceToAllNB(gex_TM_t tm, void *dst, const void *src, gex_DT_t dt,
                                   size_t dt_sz, size_t dt_cnt, gex_OP_t op,
                                   gex_Coll_ReduceFn_t user_op, void *user_cdata,
                                   gex_Flags_t flags);

#ifdef __cplusplus
}
#endif

#include "hyd_coll_tuning.h"
#if HYD_CLIENT_DEBUG && !defined(HYD_BUILDING_LIBRARY)
#include "hyd_coll_srcloc.h"
#endif

#endif
