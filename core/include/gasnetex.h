/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gasnetex.h: the GASNet-EX interface of Hydrant.
 *
 * Define exactly one of GASNET_SEQ, GASNET_PARSYNC, GASNET_PAR before including it. Each call's
 * comment names the clause of the contract (spec/gex-core.md, gex-rma.md) it follows. Unless a
 * comment says otherwise a call is legal after gex_Client_Init, from any thread that the thread
 * mode allows, outside handlers and with no HSL held. Sizes are in bytes.
 *
 * Of the inline code only the mapped put/get path (hyd_rma_inline.h) does work in the caller; all
 * else forwards to the library.
 */
#ifndef HYD_GASNETEX_H
#define HYD_GASNETEX_H

#include <alloca.h>
#include <ctype.h>
#include <endian.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/param.h>
#include <sys/types.h>
#include <unistd.h>

#include "hyd_modes.h"

#include "gasnet_basic.h"
#include "gasnet_fwd.h"
#include "gasnet_portable_platform.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- what this implementation offers (gex-core.md section 2) ------------- */

#define GASNET_SUPPORTS_TI_SRCRANK 1
#define GASNET_SUPPORTS_TI_EP 1
#define GASNET_SUPPORTS_TI_ENTRY 1
#define GASNET_SUPPORTS_TI_IS_REQ 1
#define GASNET_SUPPORTS_TI_IS_LONG 1
#define GASNET_SUPPORTS_AM_CANCEL 20240418L    /* gex_AM_Cancel* are there */
#define GASNET_SUPPORTS_AM_COMMIT_V2 20240906L /* gex_AM_Commit*_v2 are there */
#define GASNET_NATIVE_NP_ALLOC_REQ_MEDIUM 1 /* a library's buffer is read where it was written; */
#define GASNET_NATIVE_NP_ALLOC_REP_MEDIUM 1 /* bare literals, as clients read the text */
#define GASNET_HIDDEN_AM_CONCURRENCY_LEVEL 0
#define GASNET_MAXNODES 0x7fffffffu
#define GASNET_ALIGNED_SEGMENTS 0
#define GASNET_NULL_ARGV_OK 1
#define GASNET_VERSION GASNET_SPEC_VERSION_MAJOR

/* ---- types (gex-core.md section 3) --------------------------------------- */

typedef struct gex_client_s *gex_Client_t; /* a use of the library: here, the job */
typedef struct gex_ep_s *gex_EP_t;         /* an endpoint: handler table, bound segment */
typedef struct gex_segment_s *gex_Segment_t;
typedef struct gex_tm_s *gex_TM_t; /* an ordered set of endpoints, seen from one member */
typedef struct gex_mk_s *gex_MK_t;
typedef struct gex_token_s *gex_Token_t; /* the message being handled; dies with its handler */
typedef struct gex_am_srcdesc_s *gex_AM_SrcDesc_t;

#define GEX_CLIENT_INVALID ((gex_Client_t)0)
#define GEX_EP_INVALID ((gex_EP_t)0)
#define GEX_SEGMENT_INVALID ((gex_Segment_t)0)
#define GEX_TM_INVALID ((gex_TM_t)0)
#define GEX_MK_INVALID ((gex_MK_t)0)
#define GEX_MK_HOST ((gex_MK_t)(uintptr_t)1)
#define GEX_AM_SRCDESC_NO_OP ((gex_AM_SrcDesc_t)0)

typedef uint8_t gex_AM_Index_t;
typedef int32_t gex_AM_Arg_t;
typedef uint64_t gex_RMA_Value_t;
#define SIZEOF_GEX_RMA_VALUE_T 8
typedef void (*gex_AM_Fn_t)();
typedef unsigned int gex_TI_t;
typedef unsigned int gex_EC_t;

typedef struct {
  void *gex_addr;
  size_t gex_len;
} gex_Memvec_t;

typedef struct {
  gex_AM_Index_t gex_index; /* 0: assign one and write it back; else GEX_AM_INDEX_BASE..255 */
  gex_AM_Fn_t gex_fnptr;
  gex_Flags_t gex_flags;  /* one category flag | one direction flag */
  unsigned int gex_nargs; /* 0..gex_AM_MaxArgs() */
  const void *gex_cdata;  /* client's own; shallow copy */
  const char *gex_name;   /* for diagnostics; shallow copy, may be NULL */
} gex_AM_Entry_t;

typedef struct {
  gex_Rank_t gex_srcrank;          /* jobrank of the sender */
  gex_EP_t gex_ep;                 /* endpoint that received the message */
  const gex_AM_Entry_t *gex_entry; /* registration of the running handler; library's, read only */
  int gex_is_req;
  int gex_is_long;
} gex_Token_Info_t;

typedef const struct { gex_Rank_t gex_jobrank; } gex_RankInfo_t;

typedef struct {
  const char *gex_device_list;
  unsigned int gex_thread_roles;
  void *(*gex_progress_fn)(void *);
  void *gex_progress_arg;
} gex_ProgressThreadInfo_t;

#define GEX_THREAD_ROLE_RCV 1
#define GEX_THREAD_ROLE_SND 2
#define GEX_TI_SRCRANK 1u
#define GEX_TI_ENTRY 2u
#define GEX_TI_IS_REQ 4u
#define GEX_TI_IS_LONG 8u
#define GEX_TI_EP 16u
#define GEX_TI_ALL 31u
#define GEX_EC_LC 2u
#define GEX_EC_AM 2u
#define GEX_EC_PUT 3u
#define GEX_EC_GET 4u
#define GEX_EC_RMW 8u
#define GEX_EC_ALL (~0u)
#define GEX_AM_INDEX_BASE 128
#define GEX_FLAG_PEER_NEVER_NBRHD (1u << 14)
#define GEX_FLAG_PEER_NEVER_SELF (1u << 15)

/* ---- errors (gex-core.md section 6) -------------------------------------- */

#define GASNET_OK 0
#define GASNET_ERR_NOT_INIT 10001
#define GASNET_ERR_RESOURCE 10002
#define GASNET_ERR_BAD_ARG 10003
#define GASNET_ERR_NOT_READY 10004
#define GASNET_ERR_BARRIER_MISMATCH 10005

/* Name ("GASNET_ERR_BAD_ARG") and one-line text of a code. Never NULL. May be called from any
 * context, at any time. */
const char *gasnet_ErrorName(int errval);
const char *gasnet_ErrorDesc(int errval);
/* Whether non-fatal error returns are also reported on stderr. Default 1. May be called from
 * any context, handlers included. */
int gex_System_GetVerboseErrors(void);
void gex_System_SetVerboseErrors(int enable);

/* ---- job (gex-core.md section 8) ----------------------------------------- */

struct hyd_init_args { /* what gex_Client_Init passes besides its arguments */
  struct hyd_client_cfg **cfg_begin, **cfg_end;
  struct hyd_client_cfg *here;
};

/* The call's name in the library tells the checking library from the production one, so that an
 * object compiled for one cannot be linked with the other. */
#if HYD_CLIENT_DEBUG
#define hyd_client_init hyd_client_init_debug_needs_libgasnet_debug
#define hyd_legacy_init hyd_legacy_init_debug_needs_libgasnet_debug
#else
#define hyd_client_init hyd_client_init_release_needs_libgasnet
#define hyd_legacy_init hyd_legacy_init_release_needs_libgasnet
#endif
int hyd_client_init(const struct hyd_init_args *args, gex_Client_t *client_p, gex_EP_t *ep_p,
                    gex_TM_t *tm_p, const char *client_name, int *argc, char ***argv,
                    gex_Flags_t flags);

#ifndef HYD_BUILDING_LIBRARY
extern struct hyd_client_cfg *__start_hyd_client_cfg[] __attribute__((visibility("hidden")));
extern struct hyd_client_cfg *__stop_hyd_client_cfg[] __attribute__((visibility("hidden")));

static inline struct hyd_init_args hyd_init_args_here(void) {
  struct hyd_init_args a = {__start_hyd_client_cfg, __stop_hyd_client_cfg, &hyd_client_cfg_here};
  return a;
}

/* Starts or joins the job; collective, ends with a barrier. Once for each process.
 * client_p, ep_p, tm_p: OUT, the client, its primordial endpoint and team. clientName: any text.
 * argc, argv: main's, or NULL. flags: GEX_FLAG_USES_GASNET1, GEX_FLAG_DEFER_THREADS.
 * GASNET_OK, or an error code. INIT-1..7. */
static inline int gex_Client_Init(gex_Client_t *client_p, gex_EP_t *ep_p, gex_TM_t *tm_p,
                                  const char *clientName, int *argc, char ***argv,
                                  gex_Flags_t flags) {
  struct hyd_init_args a = hyd_init_args_here();
  return hyd_client_init(&a, client_p, ep_p, tm_p, clientName, argc, argv, flags);
}
#endif

gex_Flags_t gex_Client_QueryFlags(gex_Client_t client);
const char *gex_Client_QueryName(gex_Client_t client);

/* Ends the whole job with this status (low 8 bits). Any rank, thread or context after init,
 * handlers included. Flushes stdio; does not return. EXIT-1..3, gasnet1-core.md 7.6. */
void gasnet_exit(int exitcode) __attribute__((noreturn));
/* The environment of the launcher, the same on every rank. Library's string, or NULL. */
char *gasnet_getenv(const char *name);

/* Client data: one pointer for each object, NULL at first. May be called from any context, handlers
 * included (gex-core.md 7.3). */
void gex_Client_SetCData(gex_Client_t client, const void *val);
void *gex_Client_QueryCData(gex_Client_t client);
void gex_Segment_SetCData(gex_Segment_t seg, const void *val);
void *gex_Segment_QueryCData(gex_Segment_t seg);
void gex_TM_SetCData(gex_TM_t tm, const void *val);
void *gex_TM_QueryCData(gex_TM_t tm);
void gex_EP_SetCData(gex_EP_t ep, const void *val);
void *gex_EP_QueryCData(gex_EP_t ep);

/* Job-wide queries; after init they may be called from any context, handlers included (gex-core.md
 * 8.2). Any pointer may be NULL. */
gex_Rank_t gex_System_QueryJobRank(void);
gex_Rank_t gex_System_QueryJobSize(void);
uint64_t gex_System_QueryMaxThreads(void); /* before init: as many as there may ever be */
int gex_System_QueryHiddenAMConcurrencyLevel(void);
void gex_System_QueryNbrhdInfo(gex_RankInfo_t **info_p, gex_Rank_t *info_count_p,
                               gex_Rank_t *my_info_index_p);
void gex_System_QueryHostInfo(gex_RankInfo_t **info_p, gex_Rank_t *info_count_p,
                              gex_Rank_t *my_info_index_p);
void gex_System_QueryMyPosition(gex_Rank_t *nbrhd_set_size_p, gex_Rank_t *nbrhd_set_rank_p,
                                gex_Rank_t *host_set_size_p, gex_Rank_t *host_set_rank_p);
/* Progress threads that the client must start; there are none, so *count_p becomes 0. PT-1..3. */
int gex_System_QueryProgressThreads(gex_Client_t client, unsigned int *count_p,
                                    const gex_ProgressThreadInfo_t **info_p, gex_Flags_t flags);

/* ---- segments (gex-core.md section 9) ------------------------------------ */

/* Makes the primordial segment: `size` bytes (a multiple of GASNET_PAGESIZE, at most
 * gasnet_getMaxLocalSegmentSize()), reserved now and committed by first use. Collective over TM0,
 * once. SEG-1..7. In EVERYTHING mode a barrier that stores GEX_SEGMENT_INVALID. */
int gex_Segment_Attach(gex_Segment_t *segment_p, gex_TM_t tm, uintptr_t size);
/* Makes a segment, bound to nothing yet; local. address NULL: the library allocates `length` bytes
 * of that kind, which may be rounded up (gex_Segment_QuerySize); else client memory [address,
 * +length), which must stay until the segment is destroyed. kind: GEX_MK_HOST, or one of
 * gasnet_mk.h. flags: 0. On failure *segment_p is as it was. GASNET_ERR_BAD_ARG: length 0 or above
 * gasnet_getMaxLocalSegmentSize(), no such kind, memory that is not the kind's.
 * GASNET_ERR_RESOURCE: no memory. SEG-9..11, MKS-1..5. */
int gex_Segment_Create(gex_Segment_t *segment_p, gex_Client_t client, gex_Addr_t address,
                       uintptr_t length, gex_MK_t kind, gex_Flags_t flags);
/* Frees what the library allocated. Nothing may be using the segment; endpoints bound to it stay so
 * but lead nowhere. Fatal for the attached segment, and for one that is destroyed. flags: 0.
 * SEG-12. */
void gex_Segment_Destroy(gex_Segment_t segment, gex_Flags_t flags);
gex_Client_t gex_Segment_QueryClient(gex_Segment_t seg);
gex_Flags_t gex_Segment_QueryFlags(gex_Segment_t seg);
void *gex_Segment_QueryAddr(gex_Segment_t seg);
uintptr_t gex_Segment_QuerySize(gex_Segment_t seg);
uintptr_t gasnet_getMaxLocalSegmentSize(void);
uintptr_t gasnet_getMaxGlobalSegmentSize(void);
extern void (*gasnet_client_attach_hook)(void *base, uintptr_t size);
/* Objects that the client may define to change the default of GASNET_MAX_SEGSIZE. */
extern const char *gasnet_max_segsize_str;
extern uint64_t gasnet_max_segsize;
/* Cleared from a debugger to let a process frozen by GASNET_FREEZE go on. */
extern volatile int gasnet_frozen;

/* ---- endpoints (gex-core.md section 10) ---------------------------------- */

/* Makes an endpoint: local; indices are 1, 2, 3, ... in order of creation, GASNET_MAXEPS with the
 * primordial one. Here it can have the capabilities GEX_EP_CAPABILITY_RMA, _AM and _VIS; TM-pairs
 * and teams of endpoints use it. flags: GEX_FLAG_HINT_ACCEL_*, without effect. GASNET_ERR_BAD_ARG:
 * other capabilities, or none. GASNET_ERR_RESOURCE: no room. A failed call takes no index and
 * leaves *ep_p as it was. EP-1..4. */
int gex_EP_Create(gex_EP_t *ep_p, gex_Client_t client, gex_EP_Capabilities_t capabilities,
                  gex_Flags_t flags);
gex_Client_t gex_EP_QueryClient(gex_EP_t ep);
gex_Flags_t gex_EP_QueryFlags(gex_EP_t ep);
gex_Segment_t gex_EP_QuerySegment(gex_EP_t ep);
gex_EP_Index_t gex_EP_QueryIndex(gex_EP_t ep);
/* Binds a segment to an endpoint that has none; local. The calling process may use it at once,
 * others after gex_EP_PublishBoundSegment. At the primordial endpoint a segment of host memory is
 * in place of an attached one; if it is the client's own memory, neighbours have it not mapped.
 * flags: 0. GASNET_ERR_BAD_ARG: anything else. GASNET_ERR_RESOURCE: no memory. EP-5, EP-6, EP-8. */
int gex_EP_BindSegment(gex_EP_t ep, gex_Segment_t segment, gex_Flags_t flags);
/* Tells the members of tm of the segments bound to these endpoints of the caller, which are idle;
 * num_eps may be 0. Collective over tm. Endpoints without segment are passed over; publishing again
 * updates. A TM-pair with the index of such an endpoint then reaches it; the primordial one, any
 * team does. flags: 0. GASNET_OK, or GASNET_ERR_RESOURCE where the caller has no memory for what it
 * heard. EP-7. */
int gex_EP_PublishBoundSegment(gex_TM_t tm, gex_EP_t *eps, size_t num_eps, gex_Flags_t flags);
/* Where the segment bound at (tm,rank) lies: in its owner (owneraddr), in the caller if mapped
 * (localaddr, else NULL), and its size; 0 if none. Never communicates. QBS-1..3. */
gex_Event_t gex_EP_QueryBoundSegmentNB(gex_TM_t tm, gex_Rank_t rank, void **owneraddr_p,
                                       void **localaddr_p, uintptr_t *size_p, gex_Flags_t flags);
int gex_Segment_QueryBound(gex_TM_t tm, gex_Rank_t rank, void **owneraddr_p, void **localaddr_p,
                           uintptr_t *size_p);

/* ---- teams (gex-core.md section 11): the primordial team and TM-pairs ---- */

gex_Client_t gex_TM_QueryClient(gex_TM_t tm);
gex_EP_t gex_TM_QueryEP(gex_TM_t tm);
gex_Flags_t gex_TM_QueryFlags(gex_TM_t tm);
gex_Rank_t gex_TM_QueryRank(gex_TM_t tm);
gex_Rank_t gex_TM_QuerySize(gex_TM_t tm);
gex_Rank_t gex_TM_TranslateRankToJobrank(gex_TM_t tm, gex_Rank_t rank);
gex_Rank_t gex_TM_TranslateJobrankToRank(gex_TM_t tm, gex_Rank_t jobrank);
gex_EP_Location_t gex_TM_TranslateRankToEP(gex_TM_t tm, gex_Rank_t rank, gex_Flags_t flags);
/* New teams; collective over parent_tm (gex-core.md 11.2 to 11.4). The new handle can be used at
 * once. Split: callers of the same color (>= 0) form a team, in the order of key, then of parent
 * rank; with new_tm_p NULL the caller joins none. Scratch: memory of the caller's segment that
 * belongs to the library until gex_TM_Destroy, or GEX_FLAG_TM_NO_SCRATCH, which costs nothing here.
 * With GEX_FLAG_TM_SCRATCH_SIZE_RECOMMENDED nothing is made, and the result is the size to give.
 * TM-1..6. */
size_t gex_TM_Split(gex_TM_t *new_tm_p, gex_TM_t parent_tm, int color, int key, void *scratch_addr,
                    size_t scratch_size, gex_Flags_t flags);
/* Create: args lists all members of the caller's new team in rank order, by parent rank or, with
 * GEX_FLAG_RANK_IS_JOBRANK, by jobrank; numargs 0: joins none. One of GEX_FLAG_TM_NO_SCRATCH,
 * _LOCAL_, _SYMMETRIC_ (one address) and _GLOBAL_SCRATCH (one for each member). TM-7..12. */
size_t gex_TM_Create(gex_TM_t *new_tms, size_t num_new_tms, gex_TM_t parent_tm,
                     gex_EP_Location_t *args, size_t numargs, gex_Addr_t *scratch_addrs,
                     size_t scratch_size, gex_Flags_t flags);
/* Collective over tm, whose collectives and domains must be done with; not the primordial team.
 * With GEX_FLAG_GLOBALLY_QUIESCED no barrier is made. Non-zero if *scratch_p was given the client's
 * scratch memory. TM-13..15. */
int gex_TM_Destroy(gex_TM_t tm, gex_Memvec_t *scratch_p, gex_Flags_t flags);
/* Names (local_ep -> endpoint remote_ep_index of the process whose jobrank is passed as rank).
 * A value, not an object: nothing to release. PAIR-1..4. From any context. With the primordial
 * endpoint and index 0 it does what TM0 does; with others put, get, queries of bound segments, and
 * as far as both endpoints have the capabilities, messages and VIS. */
gex_TM_t gex_TM_Pair(gex_EP_t local_ep, gex_EP_Index_t remote_ep_index);

/* ---- active messages (gex-core.md sections 12-15) ------------------------ */

/* Registers handlers in ep's table; local, may be called repeatedly. AMREG-1..7.
 * GASNET_ERR_BAD_ARG: NULL table or more than 128 entries. GASNET_ERR_RESOURCE: index taken, out of
 * range, or none left. Bad flags or nargs are fatal. */
int gex_EP_RegisterHandlers(gex_EP_t ep, gex_AM_Entry_t *table, size_t numentries);

/* Limits; they never communicate and may be called from any context, handlers included
 * (gex-core.md section 13). */
#define HYD_AM_MAX_ARGS 16
static inline unsigned int gex_AM_MaxArgs(void) { return HYD_AM_MAX_ARGS; }
size_t gex_AM_MaxRequestMedium(gex_TM_t tm, gex_Rank_t other_rank, const gex_Event_t *lc_opt,
                               gex_Flags_t flags, unsigned int numargs);
size_t gex_AM_MaxReplyMedium(gex_TM_t tm, gex_Rank_t other_rank, const gex_Event_t *lc_opt,
                             gex_Flags_t flags, unsigned int numargs);
size_t gex_AM_MaxRequestLong(gex_TM_t tm, gex_Rank_t other_rank, const gex_Event_t *lc_opt,
                             gex_Flags_t flags, unsigned int numargs);
size_t gex_AM_MaxReplyLong(gex_TM_t tm, gex_Rank_t other_rank, const gex_Event_t *lc_opt,
                           gex_Flags_t flags, unsigned int numargs);
size_t gex_Token_MaxReplyMedium(gex_Token_t token, const gex_Event_t *lc_opt, gex_Flags_t flags,
                                unsigned int numargs);
size_t gex_Token_MaxReplyLong(gex_Token_t token, const gex_Event_t *lc_opt, gex_Flags_t flags,
                              unsigned int numargs);

/* What is possible to every rank in all cases, at least 512. Legal at any time: before init, what
 * it will be with whichever conduit the job may come to use; from then on the job's own, which is
 * more rather than less (AML-6). */
size_t hyd_am_lub(int of_longs, const struct hyd_client_cfg *client);
#ifndef HYD_BUILDING_LIBRARY
static inline size_t gex_AM_LUBRequestMedium(void) { return hyd_am_lub(0, &hyd_client_cfg_here); }
static inline size_t gex_AM_LUBReplyMedium(void) { return hyd_am_lub(0, &hyd_client_cfg_here); }
static inline size_t gex_AM_LUBRequestLong(void) { return hyd_am_lub(1, &hyd_client_cfg_here); }
static inline size_t gex_AM_LUBReplyLong(void) { return hyd_am_lub(1, &hyd_client_cfg_here); }
#endif

/* Fills *info; returns the mask of members now valid. Only in the handler that owns the token. */
gex_TI_t gex_Token_Info(gex_Token_t token, gex_Token_Info_t *info, gex_TI_t mask);

/* The messages proper, with the arguments as an array of `nargs` words: what the families of
 * hyd_am_inline.h forward to. Requests: gex-core.md section 15; 0 = sent, non-zero only when
 * `flags` has GEX_FLAG_IMMEDIATE and the peer's queue is full. */
int hyd_am_request_short(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, gex_Flags_t flags,
                         unsigned nargs, const gex_AM_Arg_t *args);
int hyd_am_request_medium(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *src,
                          size_t nbytes, gex_Event_t *lc_opt, gex_Flags_t flags, unsigned nargs,
                          const gex_AM_Arg_t *args);
int hyd_am_request_long(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *src,
                        size_t nbytes, void *dest, gex_Event_t *lc_opt, gex_Flags_t flags,
                        unsigned nargs, const gex_AM_Arg_t *args);
int hyd_am_reply_short(gex_Token_t token, gex_AM_Index_t handler, gex_Flags_t flags, unsigned nargs,
                       const gex_AM_Arg_t *args);
int hyd_am_reply_medium(gex_Token_t token, gex_AM_Index_t handler, const void *src, size_t nbytes,
                        gex_Event_t *lc_opt, gex_Flags_t flags, unsigned nargs,
                        const gex_AM_Arg_t *args);
int hyd_am_reply_long(gex_Token_t token, gex_AM_Index_t handler, const void *src, size_t nbytes,
                      void *dest, gex_Event_t *lc_opt, gex_Flags_t flags, unsigned nargs,
                      const gex_AM_Arg_t *args);

/* ---- progress and waiting (gex-core.md section 18) ----------------------- */

/* Services arrived messages, running handlers on this thread; never blocks. GASNET_OK. */
int gasnet_AMPoll(void);

#define GASNET_WAIT_SPIN 0      /* never sleep */
#define GASNET_WAIT_BLOCK 1     /* sleep at once */
#define GASNET_WAIT_SPINBLOCK 2 /* spin, yield, then sleep: the default */
int gasnet_set_waitmode(int wait_mode);

struct hyd_wait_state {
  uint64_t hyd_opaque[10];
};
void hyd_blockuntil_begin(struct hyd_wait_state *w);
void hyd_blockuntil_pause(struct hyd_wait_state *w); /* polls; then spins, yields or sleeps */
void hyd_blockuntil_end(struct hyd_wait_state *w);
/* Polls until `cond`, which only handlers are expected to change, is true. A statement. PRG-5. */
#define GASNET_BLOCKUNTIL(cond)                                                                    \
  do {                                                                                             \
    if (!(cond)) {                                                                                 \
      struct hyd_wait_state hyd_w_;                                                                \
      hyd_blockuntil_begin(&hyd_w_);                                                               \
      do {                                                                                         \
        hyd_blockuntil_pause(&hyd_w_);                                                             \
      } while (!(cond));                                                                           \
      hyd_blockuntil_end(&hyd_w_);                                                                 \
    }                                                                                              \
    __atomic_thread_fence(__ATOMIC_ACQUIRE);                                                       \
  } while (0)

/* Thread lookups are cheap here: accepted, and nothing is stored. */
typedef void *gasnet_threadinfo_t;
#define GASNET_GET_THREADINFO() ((gasnet_threadinfo_t)0)
#define GASNET_POST_THREADINFO(info)                                                               \
  __attribute__((unused)) const gasnet_threadinfo_t hyd_threadinfo_posted_ = (info)
#define GASNET_BEGIN_FUNCTION() GASNET_POST_THREADINFO(GASNET_GET_THREADINFO())

/* ---- barriers ------------------------------------------------------------ */

#define GASNET_BARRIERFLAG_ANONYMOUS 1
#define GASNET_BARRIERFLAG_MISMATCH 2
#define GASNET_BARRIERFLAG_IMAGES 4
#define GASNET_BARRIERFLAG_UNNAMED (GASNET_BARRIERFLAG_ANONYMOUS | 8)
/* Split-phase named barrier of all processes (gasnet1-extended.md section 5). notify never blocks;
 * wait and try return GASNET_OK or GASNET_ERR_BARRIER_MISMATCH, try also GASNET_ERR_NOT_READY. */
void gasnet_barrier_notify(int id, int flags);
int gasnet_barrier_wait(int id, int flags);
int gasnet_barrier_try(int id, int flags);
int gasnet_barrier(int id, int flags);
int gasnet_barrier_result(int *id);
/* Unnamed barrier over a team; several may be in flight. Root event; flags must be 0. */
gex_Event_t gex_Coll_BarrierNB(gex_TM_t tm, gex_Flags_t flags);
void gex_Coll_BarrierBlocking(gex_TM_t tm, gex_Flags_t flags);

/* ---- GASNet-1 names that every client has (gex-core.md 22.5) ------------- */

typedef struct {
  gex_AM_Index_t index; /* 0: assign one and write it back */
#ifdef GASNET_USE_STRICT_PROTOTYPES
  void *fnptr;
#else
  void (*fnptr)();
#endif
} gasnet_handlerentry_t;
typedef struct {
  void *addr;
  uintptr_t size;
} gasnet_seginfo_t;
typedef struct {
  gex_Rank_t host;
  gex_Rank_t supernode;
#if GASNETI_PSHM_ENABLED
  uintptr_t offset; /* add to an address in that rank's segment: the same byte, mapped here */
  uintptr_t auxoffset;
#endif
} gasnet_nodeinfo_t;
/* Local; fill min(numentries, job size) entries in rank order. Negative: GASNET_ERR_BAD_ARG. */
int gasnet_getSegmentInfo(gasnet_seginfo_t *table, int numentries);
int gasnet_getNodeInfo(gasnet_nodeinfo_t *table, int numentries);
/* Objects of gasnet_init or of gex_Client_Init(USES_GASNET1); else all INVALID. NULL is allowed. */
void gasnet_QueryGexObjects(gex_Client_t *client_p, gex_EP_t *endpoint_p, gex_TM_t *tm_p,
                            gex_Segment_t *segment_p);

#ifdef __cplusplus
}
#endif

#include "hyd_hsl_inline.h"
#include "hyd_rma_inline.h"
#include "hyd_am_inline.h"
#include "hyd_npam_inline.h"
#if HYD_CLIENT_DEBUG && !defined(HYD_BUILDING_LIBRARY) && !defined(_INCLUDED_GASNET_H)
#include "hyd_srcloc.h"
#endif

#endif
