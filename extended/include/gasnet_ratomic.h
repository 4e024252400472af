/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gasnet_ratomic.h: remote atomics: one operation on one number in another rank's memory, which no
 * other operation of the same domain, from any rank or thread, can come between
 * (gex-coll-atomics.md parts B and C).
 *
 * GEX_DT_*, GEX_OP_*, GEX_FLAG_AD_* are in gasnet_fwd.h. Integers wrap. The fetching twin of an
 * operation, GEX_OP_TO_FETCHING(op), also returns the value that was there before; floating-point
 * numbers are compared by CAS and FCAS as bit patterns.
 *
 * Where the target's memory is mapped an operation is an instruction of this processor, done in
 * line if its opcode is a constant; else a message makes a processor of the target do the same. The
 * two are atomic towards each other. While atomics of a domain use a number nothing else may touch
 * it: not plain loads and stores, not put and get, not another domain. From one use to another all
 * ranks sync their operations and meet in a barrier (PH-1, PH-2).
 */
#ifndef _INCLUDED_GASNET_RATOMIC_H
#define _INCLUDED_GASNET_RATOMIC_H

#include "gasnetex.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- atomic domains ------------------------------------------------------ */

typedef struct gex_ad_s *gex_AD_t; /* one rank's view of a domain */
#define GEX_AD_INVALID ((gex_AD_t)0)

/* Makes a domain for operations on numbers of one type at the members of a team. Collective over
 * tm, and the same on every member: tm a team, not a TM-pair; dt: one of GEX_DT_I32, U32, I64,
 * U64, FLT, DBL; ops: an OR of the operations to come, which the type must have (no AND, OR, XOR
 * for FLT and DBL); flags: 0, or one of GEX_FLAG_AD_FAVOR_MY_RANK, GEX_FLAG_AD_FAVOR_MY_NBRHD,
 * GEX_FLAG_AD_FAVOR_REMOTE, which change nothing here; others, as GEX_FLAG_PEER_SEG_OFFSET, are
 * only kept for gex_AD_QueryFlags. Does not wait for the others; the domain may be used at once,
 * also with targets that have yet to make it. Errors are fatal. AD-1, AD-2. */
void gex_AD_Create(gex_AD_t *ad_p, gex_TM_t tm, gex_DT_t dt, gex_OP_t ops, gex_Flags_t flags);
/* Collective over the domain's team, before the team's end, and after every member has synced all
 * operations of the domain and all have met in a barrier. Does not wait for the others. AD-4. */
void gex_AD_Destroy(gex_AD_t ad);

/* What the domain was made of. May be called from any context, handlers included. */
gex_Flags_t gex_AD_QueryFlags(gex_AD_t ad);
gex_TM_t gex_AD_QueryTM(gex_AD_t ad);
gex_DT_t gex_AD_QueryDT(gex_AD_t ad);
gex_OP_t gex_AD_QueryOps(gex_AD_t ad);
/* Client data: one pointer, NULL at first. May be called from any context, handlers included. */
void gex_AD_SetCData(gex_AD_t ad, const void *val);
void *gex_AD_QueryCData(gex_AD_t ad);

#ifdef __cplusplus
}
#endif

#include "hyd_ad_inline.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- operations ---------------------------------------------------------- */
/* gex_AD_OpNB_T and gex_AD_OpNBI_T, T one of I32, U32, I64, U64, FLT, DBL: one operation of the
 * domain, of whose type the call is, on the number at tgt_addr of tgt_rank.
 *
 * result_p: where a fetching operation writes the old value, which is there when the operation is
 *   complete; not looked at by others.
 * tgt_rank: a rank of the domain's team, or, with GEX_FLAG_RANK_IS_JOBRANK, a member's jobrank.
 * tgt_addr: an address of that rank, in its segment (anywhere, in EVERYTHING), aligned to the type.
 * opcode: exactly one of the domain's operations.
 * operand1: what is set, swapped, added, ...; for CAS and FCAS what the value is compared with.
 *   Not looked at by GET, INC, DEC, FINC, FDEC.
 * operand2: for CAS and FCAS the new value, else not looked at.
 * flags: an OR of
 *   GEX_FLAG_AD_REL: what this thread has read and written, and the operations it has synced, come
 *     before the operation;
 *   GEX_FLAG_AD_ACQ: what the syncing thread does after the sync comes after the operation;
 *   GEX_FLAG_AD_MY_RANK or GEX_FLAG_AD_MY_NBRHD: the target is the caller, or in its neighbourhood;
 *   GEX_FLAG_RANK_IS_JOBRANK;
 *   GEX_FLAG_IMMEDIATE: give up rather than wait for room in a queue.
 * Without REL and ACQ an operation has no order towards anything else (ADO-10), but one that is
 * complete is seen by every later one (ADO-8).
 *
 * NB returns the root event, GEX_EVENT_INVALID if it is complete already, or GEX_EVENT_NO_OP if
 * an IMMEDIATE one was given up; NBI 0, or not 0 if it was given up. NBI counts in the thread's
 * implicit operations or open access region: SET as GEX_EC_PUT, GET as GEX_EC_GET, others as
 * GEX_EC_RMW. Not from handlers, nor with a handler-safe lock held (ADO-11). */
#define HYD_AD_DEFINE_CALLS(name, size, type)                                                      \
  HYD_AD_CALL gex_Event_t gex_AD_OpNB_##name(gex_AD_t ad, type *result_p, gex_Rank_t tgt_rank,     \
                                             void *tgt_addr, gex_OP_t opcode, type operand1,       \
                                             type operand2, gex_Flags_t flags) {                   \
    return hyd_ad_start(ad, HYD_AD_##name, 0, size, result_p, tgt_rank, tgt_addr, opcode,          \
                        &operand1, &operand2, flags);                                              \
  }                                                                                                \
  HYD_AD_CALL int gex_AD_OpNBI_##name(gex_AD_t ad, type *result_p, gex_Rank_t tgt_rank,            \
                                      void *tgt_addr, gex_OP_t opcode, type operand1,              \
                                      type operand2, gex_Flags_t flags) {                          \
    return hyd_ad_start(ad, HYD_AD_##name, 1, size, result_p, tgt_rank, tgt_addr, opcode,          \
                        &operand1, &operand2, flags) != GEX_EVENT_INVALID;                         \
  }

HYD_AD_DEFINE_CALLS(I32, 4, int32_t)
HYD_AD_DEFINE_CALLS(U32, 4, uint32_t)
HYD_AD_DEFINE_CALLS(I64, 8, int64_t)
HYD_AD_DEFINE_CALLS(U64, 8, uint64_t)
HYD_AD_DEFINE_CALLS(FLT, 4, float)
HYD_AD_DEFINE_CALLS(DBL, 8, double)

#ifdef __cplusplus
}
#endif

#if HYD_CLIENT_DEBUG && !defined(HYD_BUILDING_LIBRARY)
#include "hyd_ad_srcloc.h"
#endif

#endif
