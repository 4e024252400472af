/* SPDX-License-Identifier: BSD-3-Clause
 *
 * job.h: internal declarations of the ARMCI library over GASNet-EX: the job and its ranks.
 *
 * A rank of the job is a rank of the world group. The memory of ranks on this host is mapped: the
 * caller carries out each operation itself. To other ranks go puts, gets and messages, with records
 * of what is in flight (ops.h). Message handlers run on any thread that polls.
 */
#ifndef HYD_ARMCI_JOB_H
#define HYD_ARMCI_JOB_H
#include <gasnetex.h>
#include <gasnet_coll.h>
#include <gasnet_ratomic.h>
#include <gasnet_vis.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "contrib/layers/armci/armci.h"
#include "contrib/layers/armci/twins.h"

struct armci_op;

/* A rank, as this rank knows it. */
struct armci_target {
  _Alignas(64) uintptr_t base; /* the rank's segment, at the rank's addresses */
  uintptr_t words;             /* offsets from `base` at which 8 mapped bytes begin; else 0 */
  ptrdiff_t delta;             /* from the rank's addresses to this process'; if is_mapped */
  uintptr_t size;
  bool is_mapped;                /* false: the rank is on another host */
  bool is_dirty;                 /* listed in hyd_armci.dirty */
  struct armci_op *first, *last; /* operations in flight, in the order of the calls */
  int in_flight;
  int domain;
};

struct armci_group;

struct armci_job {
  struct armci_target *target; /* one for each rank */
  int size, rank;              /* size 0: not initialised */
  bool all_mapped;
  bool threads; /* the program has more than one thread: calls take the lock of lock.h */
  int inits;    /* calls of ARMCI_Init less those of ARMCI_Finalize */
  struct armci_group *world, *standard; /* `standard`: the default group */
  MPI_Comm comm;                        /* of the library's own messages; ranks as in the world */
  gex_Client_t client;
  gex_EP_t ep;
  gex_TM_t team;
  gex_AD_t ints, longs; /* domains of ARMCI_Rmw */
  int *dirty, ndirty;   /* ranks to which operations may be in flight */
  int domains, domain_size;
};
extern struct armci_job hyd_armci;

/* The start of each rank's segment. */
enum { ARMCI_STRIPES = 256, ARMCI_STRIPE_SHIFT = 14 };
struct armci_head {
  struct {
    _Alignas(64) _Atomic uint32_t taken;
  } stripe[ARMCI_STRIPES];          /* locks of accumulates (stripes.h) */
  _Atomic uint32_t notifications[]; /* from each rank (notify.c) */
};

/* The head of the segment of a mapped rank. */
static inline struct armci_head *hyd_armci_head(const struct armci_target *target) {
  return (struct armci_head *)(target->base + (uintptr_t)target->delta);
}

/* --- check.c: errors of arguments; each ends the job with one line --- */
void hyd_armci_fail(const char *call, const char *format, ...)
    __attribute__((format(printf, 2, 3), noreturn, cold));
void hyd_armci_wrong_rank(const char *call, int proc) __attribute__((noreturn, cold));
void hyd_armci_wrong_range(const char *call, const void *address, size_t bytes, int proc)
    __attribute__((noreturn, cold));

static inline struct armci_target *hyd_armci_target(const char *call, int proc) {
  if (__builtin_expect((unsigned)proc >= (unsigned)hyd_armci.size, 0))
    hyd_armci_wrong_rank(call, proc);
  return &hyd_armci.target[proc];
}

/* Checks that ARMCI is initialised. */
static inline void hyd_armci_check_started(const char *call) {
  if (__builtin_expect(hyd_armci.size == 0, 0)) hyd_armci_wrong_rank(call, 0);
}

/* Checks that the range is in the rank's segment. */
static inline void hyd_armci_check_range(const char *call, const struct armci_target *target,
                                         const void *address, size_t bytes) {
  uintptr_t offset = (uintptr_t)address - target->base;
  if (__builtin_expect(offset > target->size || bytes > target->size - offset, 0))
    hyd_armci_wrong_range(call, address, bytes, (int)(target - hyd_armci.target));
}

/* The address in this process of a mapped rank's. */
static inline char *hyd_armci_here(const struct armci_target *target, const void *address) {
  return (char *)((uintptr_t)address + (uintptr_t)target->delta);
}

/* Whether the call moves 8 bytes that are mapped: its arguments are right, and nothing else is to
 * be asked. */
static inline bool hyd_armci_is_word(const void *address, int bytes, int proc) {
  return __builtin_expect(bytes == 8 && (unsigned)proc < (unsigned)hyd_armci.size, 1) &&
         __builtin_expect((uintptr_t)address - hyd_armci.target[proc].base <
                              hyd_armci.target[proc].words,
                          1);
}

static inline size_t hyd_armci_count(const char *call, int bytes) {
  if (__builtin_expect(bytes < 0, 0)) hyd_armci_fail(call, "%d bytes; expected 0 or more", bytes);
  return (size_t)bytes;
}
#endif
