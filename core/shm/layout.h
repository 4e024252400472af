/* SPDX-License-Identifier: BSD-3-Clause
 *
 * layout.h: what the processes of one host share from the start: one mapping with control words, an
 * area for each rank of the host, and a directory of all ranks of the job. No page is touched
 * before it is used, so that a silent rank's inbox costs no memory.
 *
 * A host is a run of consecutive ranks on one machine. A job whose ranks were dealt out in turns
 * has several hosts on each machine, which reach each other by the conduit.
 */
#ifndef HYD_SHM_LAYOUT_H
#define HYD_SHM_LAYOUT_H

#include <stdatomic.h>
#include <stdint.h>

#include "core/shm/barrier_name.h"
#include "core/shm/coll_slots.h"
#include "core/shm/ring.h"

/* The version of what ranks tell each other in shared memory, over networks and by a process
 * manager. Each change adds 1. */
#define HYD_FORMATS 6

/* Where a rank waits. The rank writes it when a wait grows long; dumps and gasnetrun top read it.
 * All members are hints for people: relaxed. */
struct hyd_recorder {
  _Atomic uint64_t since_ns;     /* start of the wait; 0: not waiting */
  _Atomic uint32_t what;         /* enum hyd_wait_reason */
  _Atomic uint32_t peer;         /* or HYD_NO_PEER */
  _Atomic uint64_t detail;       /* barrier phase, pending operations ... */
  _Atomic uint32_t oldest_peer;  /* peer of the oldest operation in flight */
  _Atomic uint32_t oldest_kind;  /* its kind (hyd_wait_op_text) */
  _Atomic uint32_t oldest_bytes; /* its bytes; UINT32_MAX: that many or more; 0: not known */
  _Atomic uint32_t outstanding;  /* operations in flight */
  /* Messages, puts, gets and atomics that were counted so far, and their bytes. */
  _Atomic uint64_t moves, bytes;
  _Atomic uint32_t counts; /* enum hyd_counts */
} HYD_ALIGNED;
/* Whether a rank counts what it moves: no; it was asked to; yes. */
enum hyd_counts { HYD_COUNTS_NOT, HYD_COUNTS_SOON, HYD_COUNTS_NOW };
#define HYD_NO_PEER 0xffffffffu

enum hyd_rank_state { HYD_RANK_ABSENT, HYD_RANK_RUNNING, HYD_RANK_EXITING };

/* A rank's arrival at the named barrier. The rank publishes `phase` (B1, release); all ranks read
 * it (B2, acquire). Each rank has two, used in turns, since it can be one phase ahead. They are
 * packed, because a line that two ranks write in turns moves once where two lines move twice. */
struct hyd_arrival {
  _Atomic uint32_t phase;
  int32_t id, flags;
  uint32_t pad;
};

/* In barriers of several neighbourhoods: what the first rank of a neighbourhood tells its other
 * ranks. NR1 (release) pairs with NR2 (acquire). */
struct hyd_release {
  struct {
    _Atomic uint32_t phase; /* NR1: a phase of the named barrier that is over; by its parity */
    struct hyd_consensus c;
  } named[2];
  _Atomic uint64_t entered; /* NR1: unnamed barriers that all ranks have entered */
};

/* What a rank shows to all: a few lines, beside those of the other ranks, so that a silent rank
 * costs no page. */
struct hyd_rank_shared {
  /* The rank's bell. A sleeper sets `armed` (W1) and sleeps on `bell`; a rank that then gives it
   * something to do clears `armed` and rings. `wants` is the rank + 1 in whose request ring the
   * sleeper waits for room, `wants_reply` the same for a reply ring and a parked reply. */
  struct {
    _Atomic uint32_t bell, armed, wants, wants_reply;
    _Atomic int32_t pid, state;
    uint64_t shared_at; /* where this rank has mapped struct hyd_shared; written before a barrier of
                           init, read after it */
  } HYD_ALIGNED;
  struct hyd_line mailbox; /* mailbox.h */
  struct hyd_release release HYD_ALIGNED;
  _Atomic uint64_t meetings; /* barriers of the library itself, in init and attach (M1, M2) */
  struct hyd_recorder rec;
};

/* Buffers in which a rank builds negotiated messages, and handlers read them (send_pool.h). */
struct hyd_pool {
  _Atomic uint32_t busy HYD_ALIGNED; /* bit i: buffer i is used; PL1, PL2 */
  unsigned char buf[HYD_POOL_BUFFERS][HYD_RING_MAX_PAYLOAD] __attribute__((aligned(4096)));
};

struct hyd_inbox { /* touched from the first message on */
  struct hyd_ring request __attribute__((aligned(4096)));
  struct hyd_ring reply __attribute__((aligned(4096)));
  struct hyd_pool pool __attribute__((aligned(4096))); /* of this rank's own messages */
  struct hyd_coll_slot coll_slot[HYD_COLL_SLOTS];      /* one for each team */
};

/* The exit word: set | code | the rank that gave it << 32. */
#define HYD_EXIT_SET 0x10000u
static inline int hyd_exit_code(uint64_t word) { return (int)(word & 0xff); }
static inline uint32_t hyd_exit_rank(uint64_t word) { return (uint32_t)(word >> 32); }

/* Bytes of each rank: of its conduit's address, and of its part in an exchange among all ranks. */
#define HYD_ADDRESS_SIZE 24u
#define HYD_RECORD_SIZE 32u

struct hyd_shared {
  uint32_t formats; /* HYD_FORMATS; readers may be of another build */
  /* Ranks that are asked to count do so until then (CLOCK_MONOTONIC); written by gasnetrun top. */
  _Atomic uint64_t count_until_ns;
  uint32_t nranks, first, job_size; /* ranks of the host; the first of them; ranks of the job */
  uint32_t nhosts;
  uint32_t kernel_groups; /* scheduling groups of the leaders of hosts on this kernel */
  uint32_t kernel_ranks;  /* ranks on this kernel's processors */
  uint32_t kernel_before; /* those of them on hosts before this one */
  /* The first gasnet_exit's code and rank; a code that is not 0 replaces a 0. */
  _Atomic uint64_t exit_word;
  _Atomic uint32_t ending;       /* the supervisor ends the job: every wait ends */
  _Atomic uint32_t said_goodbye; /* a rank has printed why the job ends */
  _Atomic uint32_t said_how;     /* a rank has printed how to get a stack trace */
  _Atomic uint32_t dump_wanted;  /* requests for a dump; counted */
  _Atomic uint32_t printing;     /* a rank prints its backtrace; others wait, lest lines mix */
  _Atomic uint32_t all_leave;    /* all ranks of the job end (leave_together.c) */
  _Atomic uint32_t sleepers HYD_ALIGNED; /* threads of all ranks that sleep or are about to */
  struct hyd_rank_shared rank[] HYD_ALIGNED;
  /* then: arrivals [2][nranks], unnamed barrier counts [nranks]; from the next page on the inboxes
   * [nranks]; and the directory: records, addresses [job_size], first rank of each host [nhosts +
   * 1], and the number of the machine that it is on [nhosts] */
};

static inline size_t hyd_up(size_t n, size_t to) { return (n + to - 1) / to * to; }

static inline struct hyd_arrival *hyd_arrivals(const struct hyd_shared *s, uint32_t parity) {
  return (struct hyd_arrival *)(uintptr_t)&s->rank[s->nranks] + (size_t)parity * s->nranks;
}

/* Unnamed barriers of the primordial team that each rank has entered (N1, N2). */
static inline _Atomic uint64_t *hyd_nb_counts(const struct hyd_shared *s) {
  return (_Atomic uint64_t *)(void *)hyd_arrivals(s, 2);
}

static inline size_t hyd_inbox_offset(uint32_t nranks) {
  return hyd_up(sizeof(struct hyd_shared) +
                    nranks * (sizeof(struct hyd_rank_shared) + 2 * sizeof(struct hyd_arrival) +
                              sizeof(uint64_t)),
                4096);
}

static inline struct hyd_inbox *hyd_inbox(const struct hyd_shared *s, uint32_t rank) {
  return (struct hyd_inbox *)((uintptr_t)s + hyd_inbox_offset(s->nranks)) + rank;
}

static inline size_t hyd_records_offset(uint32_t nranks) {
  return hyd_inbox_offset(nranks) + (size_t)nranks * sizeof(struct hyd_inbox);
}
static inline unsigned char *hyd_records(const struct hyd_shared *s) {
  return (unsigned char *)(uintptr_t)s + hyd_records_offset(s->nranks);
}
static inline unsigned char *hyd_addresses(const struct hyd_shared *s) {
  return hyd_records(s) + (size_t)s->job_size * HYD_RECORD_SIZE;
}
static inline uint32_t *hyd_host_firsts(const struct hyd_shared *s) {
  return (uint32_t *)(void *)(hyd_addresses(s) + (size_t)s->job_size * HYD_ADDRESS_SIZE);
}
static inline uint32_t hyd_leader_of(const struct hyd_shared *s, uint32_t host) {
  return hyd_host_firsts(s)[host];
}
static inline uint32_t *hyd_host_machines(const struct hyd_shared *s) {
  return hyd_host_firsts(s) + s->job_size + 1;
}
/* The host of a rank of the job. */
static inline uint32_t hyd_host_of(const struct hyd_shared *s, uint32_t rank) {
  const uint32_t *first = hyd_host_firsts(s);
  uint32_t low = 0, high = s->nhosts; /* first[low] <= rank < first[high] */
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (first[middle] <= rank)
      low = middle;
    else
      high = middle;
  }
  return low;
}

static inline size_t hyd_shared_size(uint32_t nranks, uint32_t job_size) {
  return hyd_records_offset(nranks) +
         (size_t)job_size * (HYD_RECORD_SIZE + HYD_ADDRESS_SIZE + 2 * sizeof(uint32_t)) +
         sizeof(uint32_t);
}

#endif
