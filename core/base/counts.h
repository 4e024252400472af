/* SPDX-License-Identifier: BSD-3-Clause
 *
 * counts.h: counts of a rank while it runs: calls and ways by name, values, and where time goes.
 * Each thread has its own (struct hyd_thread); statistics, traces and top show the sums.
 */
#ifndef HYD_COUNTS_H
#define HYD_COUNTS_H

#include <stdint.h>

enum hyd_count {
  HYD_COUNT_PUT,
  HYD_COUNT_GET,
  HYD_COUNT_PUT_VAL,
  HYD_COUNT_GET_VAL,
  HYD_COUNT_MEMSET,
  HYD_COUNT_VIS_PUT,
  HYD_COUNT_VIS_GET,
  HYD_COUNT_VIS_LOCAL, /* by the algorithm taken */
  HYD_COUNT_VIS_CONTIG,
  HYD_COUNT_VIS_KERNEL,
  HYD_COUNT_VIS_PACK,
  HYD_COUNT_VIS_SINGLE,
  HYD_COUNT_AD_SET, /* atomics, by category */
  HYD_COUNT_AD_GET,
  HYD_COUNT_AD_RMW,
  /* Atomics, by what executed them: this processor, the target's, or the network. */
  HYD_COUNT_AD_CPU,
  HYD_COUNT_AD_AM,
  HYD_COUNT_AD_NET,
  HYD_COUNT_AMREQ_SHORT,
  HYD_COUNT_AMREQ_MEDIUM,
  HYD_COUNT_AMREQ_LONG,
  HYD_COUNT_AMREP_SHORT,
  HYD_COUNT_AMREP_MEDIUM,
  HYD_COUNT_AMREP_LONG,
  HYD_COUNT_HANDLERS,
  HYD_COUNT_POLLS,
  HYD_COUNT_WAITS,
  HYD_COUNT_SLEEPS,
  HYD_COUNT_BARRIERS,
  HYD_COUNT_COLLS, /* broadcasts, reductions and the like */
  /* The way that transfers and messages went. */
  HYD_COUNT_BY_MAP,      /* a copy to memory that is mapped here */
  HYD_COUNT_BY_KERNEL,   /* the kernel's copy between processes (CMA) */
  HYD_COUNT_BY_NETWORK,  /* the conduit's put or get */
  HYD_COUNT_BY_MESSAGES, /* a put or get by active messages */
  HYD_COUNT_AM_MAILBOX,
  HYD_COUNT_AM_RING,
  HYD_COUNT_AM_CONDUIT,
  HYD_COUNT_AM_SELF,
  HYD_COUNT_FIREHOSE_HIT,
  HYD_COUNT_FIREHOSE_MISS,
  HYD_COUNT_EAGER,      /* parts of collectives' data that were sent at once */
  HYD_COUNT_RENDEZVOUS, /* parts that the receiver had called for; transfers that had to ask */
  HYD_COUNT_BOUNCE,     /* copied by way of memory that is pinned already */
  HYD_COUNT_RESENT,     /* packets */
  HYD_COUNT_GUARD_HIT,  /* transfers to guarded memory: all was present */
  HYD_COUNT_GUARD_BOUNCE,
  HYD_COUNT_GUARD_REFUSED,
  HYD_COUNT_GUARD_STALL,
  HYD_COUNT_GUARD_COPY, /* from buffers to pages, or back */
  HYD_COUNTS
};
/* A thread's counts: it alone writes them, others read them meanwhile; each access is relaxed. */
struct hyd_value_stat {
  uint64_t count, total, min, max;
};
#define HYD_RELAXED(field) __atomic_load_n(&(field), __ATOMIC_RELAXED)
#define HYD_RELAXED_SET(field, value) __atomic_store_n(&(field), (value), __ATOMIC_RELAXED)

/* Where time goes while the job is watched; each without the time of others inside. */
enum hyd_time { HYD_TIME_CALLS, HYD_TIME_WAITS, HYD_TIME_HANDLERS, HYD_TIMES };

/* The sums over all threads of a rank. */
struct hyd_sums {
  struct hyd_value_stat stat[HYD_COUNTS];
  uint64_t ticks[HYD_TIMES];
};

#endif
