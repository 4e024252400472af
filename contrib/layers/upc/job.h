/* SPDX-License-Identifier: BSD-3-Clause
 *
 * job.h: declarations that all parts of the UPC run time share. A UPC thread is a process and a
 * rank of the job. The program calls from one thread; message handlers run on that thread or on the
 * one that answers while the program computes (answers.c), so data of both are locked or atomic.
 */
#ifndef HYD_UPC_JOB_H
#define HYD_UPC_JOB_H
#include <gasnetex.h>
#include <gasnet_coll.h>
#include <gasnet_ratomic.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "contrib/layers/upc/pts.h"

/* Offsets below this belong to no object: NULL and the fields of a structure at NULL. */
enum { UPC_RESERVED = 256 };
enum { UPC_LINE = 64 };

struct upc_job {
  gex_Client_t client;
  gex_EP_t ep;
  gex_TM_t all;
  uint32_t rank, size;
  char **mapped;  /* of each thread: its segment in this process, or NULL */
  char **owner;   /* of each thread: its segment in its own process */
  char *here;     /* this thread's segment */
  size_t segment; /* bytes; the same on all threads */
  size_t statics; /* the part for objects with static storage */
  size_t control; /* offset of the run time's own part, at the end (control.h) */
  bool all_mapped, started;
  bool quiet;  /* no warnings */
  int process; /* its id: a child of the program has another */
  /* Barriers and other collective steps that this thread began; a handler reads the number. */
  _Atomic uint32_t steps;
};
extern struct upc_job hyd_upc;
static inline uint32_t hyd_upc_steps(void) {
  return atomic_load_explicit(&hyd_upc.steps, memory_order_relaxed);
}

/* The segments that accesses may load and store directly, in pts_thread's whole range; NULL: the
 * access is a call (hyd_upc_get, hyd_upc_put). With statistics all are NULL. */
extern char *hyd_upc_base[PTS_MAX_THREADS];

/* Not 0: a fence has more to do than order loads and stores (hyd_upc_attend). */
extern int hyd_upc_attention;

#define UPC_LIKELY(x) __builtin_expect(!!(x), 1)
#define UPC_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define UPC_NOINLINE                                                                               \
  __attribute__((noinline)) /* keeps the frame of a rare case out of its caller */

/* --- places --- */

/* The address of shared memory in this process; NULL: not there, or no valid pointer. */
static inline char *hyd_upc_at(uint32_t thread, uint64_t offset) {
#if UPC_PTS_STRUCT || UPC_THREAD_BITS > 16
  bool valid = thread < PTS_MAX_THREADS && offset - UPC_RESERVED < PTS_MAX_OFFSET;
#else
  bool valid = offset >= UPC_RESERVED;
#endif
  if (UPC_UNLIKELY(!valid)) return NULL;
  char *base = hyd_upc_base[thread];
  return UPC_LIKELY(base != NULL) ? base + offset : NULL;
}
static inline char *hyd_upc_place(pts_t p) { return hyd_upc_at(pts_thread(p), pts_offset(p)); }

/* Ends the program unless (thread, offset) can be the start of n bytes of shared memory. */
void hyd_upc_check(uint32_t thread, uint64_t offset, size_t n);

/* --- relaxed accesses of memory that is not mapped, or counted (remote.c) --- */

void hyd_upc_get(void *to, uint32_t thread, uint64_t offset, size_t n);
void hyd_upc_put(uint32_t thread, uint64_t offset, const void *from, size_t n);
void hyd_upc_copy(uint32_t to, uint64_t to_offset, uint32_t from, uint64_t from_offset, size_t n);
void hyd_upc_fill(uint32_t thread, uint64_t offset, int value, size_t n);

/* --- order (order.c) --- */

/* Completes this thread's puts, and polls if other threads need that. */
void hyd_upc_attend(void);

/* All accesses before are complete for all threads, before any access after (libupc.md 6.1). */
static inline void hyd_upc_fence(void) {
  if (UPC_UNLIKELY(hyd_upc_attention)) hyd_upc_attend();
  /* F1 pairs with the fence of the thread that synchronises with this one. */
  atomic_thread_fence(memory_order_seq_cst);
}

/* --- meeting (meet.c) --- */

/* A barrier of all threads; not the program's upc_barrier. */
void hyd_upc_meet(void);
/* Begins a step of all threads, with a fence: to be called before each of the library's
 * collectives. Ends the program if a thread that has ended never comes. */
void hyd_upc_step(void);
/* Copies thread `root`'s n bytes to all threads. */
void hyd_upc_share(void *data, size_t n, uint32_t root);
/* Copies the n bytes of each thread, in order of threads, to all of them. */
void hyd_upc_gather(void *all, const void *mine, size_t n);

#endif
