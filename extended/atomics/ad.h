/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ad.h: remote atomics inside the library.
 *
 *   ad.c        domains; the calls that are not done in line
 *   ad_exec.c   one operation on memory of this process
 *   ad_am.c     operations that a processor of the target must do
 *   ad_net.c    operations that the network does
 *   ad_check.c  what only the checking library looks at
 *
 * Unless the network carries out the domain (ad_net.c), only atomic instructions change a word. A
 * process that has the word mapped executes them; for other processes a thread of the owner does,
 * in the handler of their message. So ranks need not agree on a way, and a target need not know the
 * domain (AD-1, AD-3).
 */
#ifndef HYD_EXTENDED_AD_H
#define HYD_EXTENDED_AD_H

#include "core/op/op.h"
#include "core/team/route.h"
#include "extended/include/gasnet_ratomic.h"

/* Locks of libatomic would be private to a process. */
_Static_assert(__atomic_always_lock_free(4, 0) && __atomic_always_lock_free(8, 0),
               "atomic instructions for 4 and 8 bytes");

struct hyd_ad {
  struct hyd_ad_pub pub; /* first: inline code sees a domain as this */
  gex_TM_t tm;
  gex_DT_t dt;
  gex_OP_t ops;
  gex_Flags_t flags;
  const void *cdata;
  _Atomic uint32_t pending; /* operations by message that are not complete; checking library only */
  _Atomic uint32_t live;    /* HYD_AD_LIVE until it is destroyed */
  int by_network;           /* the network carries out all operations, on any rank's memory */
  struct hyd_ad *next; /* in job->layer.domains; checking library: in the list of destroyed ones */
};
#define HYD_AD_LIVE 0x4c697645u

/* One operation on a word. */
struct hyd_ad_op {
  enum hyd_ad_type type;
  gex_OP_t opcode;
  void *addr;
  uint64_t a, b;     /* bits of the operands */
  gex_Flags_t order; /* GEX_FLAG_AD_REL, GEX_FLAG_AD_ACQ */
};

static inline size_t hyd_ad_size(enum hyd_ad_type type) {
  return (1u << type) & (GEX_DT_I64 | GEX_DT_U64 | GEX_DT_DBL) ? 8 : 4;
}
static inline int hyd_ad_is_fp(enum hyd_ad_type type) {
  return type == HYD_AD_FLT || type == HYD_AD_DBL;
}
static inline int hyd_ad_is_fetching(gex_OP_t opcode) { return (opcode & HYD_AD_FETCHING) != 0; }
/* Category of an implicit operation (ADO-7). */
static inline enum hyd_nbi_cat hyd_ad_category(gex_OP_t opcode) {
  if (opcode == GEX_OP_SET) return HYD_NBI_PUT;
  return opcode == GEX_OP_GET ? HYD_NBI_GET : HYD_NBI_RMW;
}

void hyd_ad_init(struct hyd_job *job);

/* ad_exec.c: does the operation on *o->addr, which is mapped here. A fetching one returns the old
 * bits. */
uint64_t hyd_ad_exec(const struct hyd_ad_op *o);

/* ad_am.c: makes the peer do the operation, as one part of `op`, whose `value` and `scanned` say
 * where the old value goes. Returns 0, or HYD_NO_ROOM if `how` has HYD_AM_NO_WAIT. */
void hyd_ad_am_init(struct hyd_job *job);
int hyd_ad_am_start(struct hyd_job *job, const struct hyd_route *r, const struct hyd_ad_op *o,
                    struct hyd_op *op, unsigned how);

/* ad_net.c: whether the network carries out such a domain; the same at all its ranks. */
int hyd_ad_by_network(struct hyd_job *job, gex_TM_t tm, gex_DT_t dt, gex_OP_t ops,
                      gex_Flags_t flags);
/* Notes that a domain goes by messages, if its user might think that the network does it. */
void hyd_ad_tell_way(struct hyd_job *job, gex_TM_t tm, gex_Flags_t flags);
/* Makes the network do the operation; otherwise as hyd_ad_am_start. */
int hyd_ad_net_start(struct hyd_job *job, gex_Rank_t peer, const struct hyd_ad_op *o,
                     struct hyd_op *op, unsigned how);
/* Starts the operation of a correct call with common arguments; *event_p: its event. Returns 0 if
 * there is no room, or if the call needs all checks (ad.c). */
int hyd_ad_net_now(gex_AD_t domain, unsigned call, void *result_p, gex_Rank_t rank, void *addr,
                   gex_OP_t opcode, uint64_t a, uint64_t b, gex_Flags_t flags,
                   gex_Event_t *event_p);

/* ad_check.c: the checking library only. */
void hyd_ad_check_init(struct hyd_job *job);
void hyd_ad_check_flags(struct hyd_job *job, gex_Flags_t flags);
void hyd_ad_check_create(struct hyd_job *job, const struct hyd_ad *ad); /* the same on every rank */
void hyd_ad_check_live(const struct hyd_ad *ad, const char *call);
void hyd_ad_check_op(struct hyd_job *job, const struct hyd_ad *ad, const char *call,
                     gex_Rank_t rank, gex_Flags_t flags);
void hyd_ad_bury(struct hyd_job *job, struct hyd_ad *ad); /* keeps a destroyed one for a while */

#endif
