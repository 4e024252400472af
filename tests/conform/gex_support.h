/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_support.h: counters, handlers and places in memory that the gex_* groups share.
 *
 * A counter is bumped by handlers and taken down by the test that waits for it; a test that has
 * taken all it expects leaves it at zero, so nothing needs resetting while peers may already be
 * sending.
 */
#ifndef GEX_SUPPORT_H
#define GEX_SUPPORT_H

#include "conform.h"

/* Handler indices of the gex_* files. */
enum {
  H_SHORT0 = 192,   /* +M: gex_am_args.c, short with M arguments */
  H_MEDLONG0 = 209, /* +M: the same with a payload */
  H_BUMP = 226,     /* short (counter) */
  H_PING = 227,     /* short (counter) -> H_BUMP */
  H_DATA = 228,     /* medium or long (seed, counter): checks the payload, bumps */
  H_ECHO = 229,     /* medium or long (seed, counter, dest hi, lo) -> H_DATA of the same kind */
  H_TELL = 230,     /* short (slot, counter, 4 words): kept in gex_told[source][slot..] */
  H_CONTEXT = 231,  /* gex_token.c */
  H_TOKEN = 232,
  H_TOKEN_BACK = 233,
  H_LIMITS = 234,
  H_RESTRICTED = 235,
  H_LC = 236, /* gex_am_lc.c */
  H_LC_REPLY = 237,
  H_ZERO = 238,
  H_FLOOD = 239, /* gex_am_flood.c */
  H_FLOOD_BACK = 240,
  H_HSL = 241,    /* gex_progress.c */
  H_ORDER = 242,  /* gex_order.c */
  H_LEGACY = 243, /* gex_legacy.c */
  H_LEGACY_MED = 244,
  H_NAME_ARGS = 245,
  H_VIS_PEER = 246, /* gex_vis_peer.c */
  H_NPAM = 247,     /* gex_npam.c */
  H_EP_DATA = 248   /* gex_ep_am.c */
};

/* gex_token.c: the handler H_RESTRICTED (counter) calls it too, if it is set; then H_BUMP. */
extern void (*gex_restricted_also)(void);

/* One counter for each use, so that a message too many is seen by the test that caused it. */
enum {
  C_JOB,
  C_SEGMENT,
  C_PAIR,
  C_REGISTER,
  C_LIMITS,
  C_TOKEN,
  C_CONTEXT,
  C_ARGS,
  C_LC,
  C_LC_REPLY,
  C_ZERO,
  C_FLOOD,
  C_FLOOD_BACK,
  C_POLL,
  C_WAIT,
  C_BARRIER,
  C_HSL,
  C_RMA,
  C_EVENT,
  C_NBI,
  C_ORDER,
  C_THREADS,
  C_LEGACY,
  C_VIS_PEER,
  C_VIS_COUNT,
  C_AD,
  C_TEAM,
  C_COLL,
  C_NPAM,
  C_EP,
  C_COUNTERS
};
extern conform_count_t gex_count[C_COUNTERS];

/* Waits until counter `c` has reached n and takes n off. */
#define GEX_TAKE(c, n)                                                                             \
  do {                                                                                             \
    conform_wait_until(conform_get(&gex_count[c]) >= (int)(n));                                    \
    conform_add(&gex_count[c], -(int)(n));                                                         \
  } while (0)
/* After a barrier and some polls: nothing more came than was taken. */
void gex_check_settled(int c);

enum { GEX_MAX_RANKS = 256, GEX_SLOTS = 16 };
extern gex_AM_Arg_t gex_told[GEX_MAX_RANKS][GEX_SLOTS];
void gex_tell(gex_Rank_t rank, int counter, int slot, gex_AM_Arg_t a, gex_AM_Arg_t b,
              gex_AM_Arg_t c, gex_AM_Arg_t d);

static inline gex_AM_Arg_t gex_hi(const void *p) {
  return (gex_AM_Arg_t)((uint64_t)(uintptr_t)p >> 32);
}
static inline gex_AM_Arg_t gex_lo(const void *p) { return (gex_AM_Arg_t)(uintptr_t)p; }
static inline void *gex_ptr(gex_AM_Arg_t hi, gex_AM_Arg_t lo) {
  return (void *)(uintptr_t)(((uint64_t)(uint32_t)hi << 32) | (uint32_t)lo);
}

gex_Rank_t gex_source(gex_Token_t token);
int gex_is_request(gex_Token_t token);
int gex_is_long(gex_Token_t token);

/* Test memory of `rank`, by offset. Division: what the previous rank writes, what the owner writes,
 * and one slot for each rank of the job. */
enum { KB = 1024, MB = 1024 * KB, AREA_PREV = 0, AREA_SELF = 3 * MB, AREA_SLOTS = 6 * MB };
enum { AREA_BYTES = 3 * MB, SLOT_BYTES = 32 * KB };
static inline char *gex_at(gex_Rank_t rank, size_t offset) {
  return (char *)conform_seg(rank) + offset;
}
static inline char *gex_slot(gex_Rank_t owner, gex_Rank_t writer) {
  return gex_at(owner, AREA_SLOTS + (size_t)writer % 64 * SLOT_BYTES);
}

/* Memory of `to` that this rank alone writes; AREA_BYTES. */
static inline char *gex_area(gex_Rank_t to) {
  return gex_at(to, to == conform_rank() ? AREA_SELF : AREA_PREV);
}

/* Runs the body while collecting what the process writes to stderr; returns the number of bytes. */
void gex_stderr_begin(void);
long gex_stderr_end(void);

/* Sleeps without entering the library. */
void gex_sleep_ms(int ms);

#endif
