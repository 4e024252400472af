/* SPDX-License-Identifier: BSD-3-Clause
 *
 * table.h: the shadow page table of a paged segment, and the residency engine over it. The table
 * lies in memory that all ranks of the host share; the engine is used by the owner's pager thread
 * and its workers. Neither does input or output, makes threads or allocates: memory and calls are
 * arguments.
 *
 * A row is one 32-bit word for each page of the segment:
 *
 *     31       30        29     28    27       26     25..16  15..0
 *     PRESENT  EVICTING  DIRTY  USED  FILLING  SAVED  0       locks: how many transfers have the
 * page
 *
 *              T0           fill, then T3              T4
 *      absent ────► filling ─────────────► present ◄─────────► evicting
 *         ▲                                       T5 (locked:      │
 *         │                                           deferred)    │
 *         └────────────────────────────────────────────────────────┘
 *                          write back, punch, then T6
 *
 * A transfer locks the page (T1), looks at the old word, copies, and unlocks (T2). An eviction is,
 * in this order: write-protect the owner's mapping; mark evicting (T4); the lock count is zero;
 * write back if dirty; punch; absent (T6).
 *
 * The pager decides: T0, T4, T5. What takes long, input and output, is a job that a worker does, T6
 * of a victim and T3 of the page that takes its place; many are under way at a time. Pages that are
 * filling or evicting are left alone until their job is over.
 *
 * Order. The thesis has a lock flag and a reverse map in different words, and so needs a store, a
 * fence and a load on both sides. Here lock count and state share a word: T1 and T4 are
 * sequentially consistent read-modify-writes of one object, and one of them is first:
 *
 *   T1 first: T4 sees the count, and defers the eviction (the transfer wins);
 *   T4 first: T1 sees EVICTING, and takes its lock back (the pager wins);
 *   T1, T4, T5, with T1 of a second transfer between T4 and T5: it is refused although the page
 *   stays (neither wins: slower, never wrong).
 *
 * T2 is a release, so that T4 of a later eviction (acquire) sees all that was copied before the
 * page is written back. T3 is a release, so that T1 (acquire) sees what was filled in. DIRTY is set
 * before a transfer writes (T1b), while it holds the page; the owner's stores are seen by their
 * write-protect fault, and set it before the page becomes writable.
 *
 * Keys. An export is a slot with a key, which the owner alone writes. A transfer by a key compares
 * it while it holds the page: T1, then K2 the load of the key; a revocation takes the key (K1) and
 * then waits for each page of the range until it has no locks (K3). All four are sequentially
 * consistent: either K2 finds no key, or K3 the lock.
 *
 * A process that dies with locks keeps those pages resident, no more: write-back at the end
 * (hyd_netvm_flush) looks at no locks.
 */
#ifndef HYD_NETVM_TABLE_H
#define HYD_NETVM_TABLE_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#define NETVM_PRESENT 0x80000000u
#define NETVM_EVICTING 0x40000000u
#define NETVM_DIRTY 0x20000000u
#define NETVM_USED 0x10000000u
#define NETVM_FILLING 0x08000000u
#define NETVM_SAVED 0x04000000u /* it is in the file; else it has never been written back */
#define NETVM_LOCKS 0xffffu

#define NETVM_BITS 64u /* pages of a word of the bitmaps of what is wanted */

/* Counters that others read: relaxed. */
enum netvm_count {
  NETVM_PAGE_INS,
  NETVM_EVICTIONS,
  NETVM_WRITE_BACKS,
  NETVM_DEFERRED,  /* evictions of a page that was locked */
  NETVM_FAULTS,    /* of the owner's program */
  NETVM_STRANGERS, /* pages that no pager made */
  NETVM_COUNTS
};

#define NETVM_KEYS 1024u
struct netvm_key {
  _Atomic uint64_t key; /* 0: none */
  _Atomic uint64_t first, size;
  uint64_t unused;
};

/* The head; rows, bitmaps and keys follow (the functions below). */
struct netvm_table {
  uint64_t size, pages;
  uint32_t shift;        /* of the page size */
  _Atomic uint32_t bell; /* a futex of the pager: B1 rings after what is wanted was noted */
  _Atomic uint32_t news; /* a futex: another page is present */
  _Atomic uint32_t count_unused;
  _Atomic uint64_t count[NETVM_COUNTS];
  _Atomic uint32_t row[];
};

/* Bytes of a table for so many pages; its parts. */
static inline uint64_t netvm_words(uint64_t pages) { return (pages + NETVM_BITS - 1) / NETVM_BITS; }
static inline uint64_t netvm_rows_end(uint64_t pages) {
  return (sizeof(struct netvm_table) + pages * sizeof(uint32_t) + 63) & ~(uint64_t)63;
}
/* Three bitmaps: pages that transfers want; that the owner faulted on; that it wants to write. Then
 * one bit for each of their words. */
enum netvm_want { NETVM_BY_TRANSFER, NETVM_BY_FAULT, NETVM_BY_STORE, NETVM_WANTS };
static inline uint64_t netvm_wants_end(uint64_t pages) {
  uint64_t words = netvm_words(pages);
  return netvm_rows_end(pages) + 8 * (NETVM_WANTS * words + netvm_words(words));
}
static inline uint64_t netvm_table_size(uint64_t pages) {
  return netvm_wants_end(pages) + NETVM_KEYS * sizeof(struct netvm_key);
}
static inline _Atomic uint64_t *netvm_wanted(struct netvm_table *t, unsigned want) {
  return (_Atomic uint64_t *)((char *)t + netvm_rows_end(t->pages)) + want * netvm_words(t->pages);
}
static inline _Atomic uint64_t *netvm_summary(struct netvm_table *t) {
  return netvm_wanted(t, NETVM_WANTS);
}

static inline struct netvm_key *netvm_keys(struct netvm_table *t) {
  return (struct netvm_key *)((char *)t + netvm_wants_end(t->pages));
}

/* Over zeroed memory of netvm_table_size bytes. */
void hyd_netvm_table_init(struct netvm_table *t, uint64_t size, uint32_t shift);

static inline void netvm_add(struct netvm_table *t, enum netvm_count c) {
  atomic_fetch_add_explicit(&t->count[c], 1, memory_order_relaxed);
}

/* --- a transfer's side: any thread of any rank of the host ------------------------------------ */

/* In two steps, so that tests get between them: T1, and what follows from the word it found. */
static inline uint32_t netvm_lock_claim(struct netvm_table *t, uint64_t page) {
  return atomic_fetch_add_explicit(&t->row[page], 1, memory_order_seq_cst); /* T1, with T3, T4 */
}
static inline int netvm_lock_settle(struct netvm_table *t, uint64_t page, uint32_t was, int write) {
  uint32_t mark = write ? NETVM_DIRTY | NETVM_USED : NETVM_USED;
  if ((was & (NETVM_PRESENT | NETVM_EVICTING)) != NETVM_PRESENT) {
    atomic_fetch_sub_explicit(&t->row[page], 1, memory_order_relaxed); /* nothing was touched */
    return 0;
  }
  if ((was & mark) != mark)
    atomic_fetch_or_explicit(&t->row[page], mark, memory_order_relaxed); /* T1b: before T2 */
  return 1;
}
/* 1: the page is present and stays until it is unlocked. 0: it is absent, or about to be. */
static inline int netvm_lock(struct netvm_table *t, uint64_t page, int write) {
  return netvm_lock_settle(t, page, netvm_lock_claim(t, page), write);
}
static inline void netvm_unlock(struct netvm_table *t, uint64_t page) {
  atomic_fetch_sub_explicit(&t->row[page], 1, memory_order_release); /* T2, with T4 */
}

/* While some page of [offset, offset+n) is held: whether that is the key of an export that has all
 * of it. */
int hyd_netvm_key_fits(struct netvm_table *t, uint32_t slot, uint64_t key, uint64_t offset,
                       uint64_t n);

/* Notes that a page is wanted; the caller rings the bell afterwards (B1). 1: it was not noted yet.
 */
int hyd_netvm_want(struct netvm_table *t, uint64_t page, enum netvm_want want);

/* --- keys: the owner, one thread at a time ------------------------------------------------------
 */

void hyd_netvm_grant(struct netvm_table *t, uint32_t slot, uint64_t key, uint64_t first,
                     uint64_t size);
void hyd_netvm_revoke(struct netvm_table *t, uint32_t slot);
/* Whether transfers that found the key may still have the page. */
int hyd_netvm_is_held(struct netvm_table *t, uint64_t page);

/* --- the pager's side: one thread, and its workers ----------------------------------------------
 */

#define NETVM_NONE (~(uint64_t)0)
/* What answers mean that are not an errno. */
#define NETVM_LOCKED (-1) /* all that is resident is locked, for microseconds */
#define NETVM_BUSY (-2)   /* something is left until a job is over */

/* A page-in, in the place of another page. */
struct netvm_job {
  uint64_t page, victim; /* victim NONE: there was room */
  uint32_t was;          /* the victim's row at T4 */
  int writable;
};

/* The input and output of the engine. Each returns 0 or an errno, which ends the engine's work.
 * arg: the engine's or, of what a job does, the worker's. */
struct netvm_calls {
  /* `on`: from now on a store of the owner to the page faults. Not `on`: stores no longer fault,
   * and threads that wait for one that did are woken. */
  int (*protect)(void *arg, uint64_t page, int on);
  /* Wakes the threads of the owner that faulted on the page, which try their access again. */
  int (*wake)(void *arg, uint64_t page);
  /* Whether a job to bring this page in could start: 0 or NETVM_BUSY. */
  int (*ready)(void *arg, uint64_t page);
  /* Has the job done (hyd_netvm_run), now or by a worker. After `ready`. */
  int (*start)(void *arg, const struct netvm_job *job);
  /* A job's: copies the page from memory to the file. */
  int (*write_back)(void *arg, uint64_t page);
  /* Frees the page's memory: it is absent in every mapping, and the next access faults. */
  int (*punch)(void *arg, uint64_t page);
  /* Copies the page from the file to memory, in one step that no thread sees half done, and wakes
   * the threads that faulted on the page. */
  int (*fill)(void *arg, uint64_t page, int writable);
};

struct netvm_engine {
  struct netvm_table *table;
  const struct netvm_calls *call;
  void *arg;
  uint64_t *resident; /* [capacity] pages, in the order of the second chance's hand; also those that
                       * are filling */
  uint64_t capacity, count, hand;
  uint64_t turn; /* page from which to look for what is wanted */
};

/* Marks this page of the engine's list evicting, if no transfer has it; was_p: its row before. 0;
 * NETVM_LOCKED; or an errno. */
int hyd_netvm_claim(struct netvm_engine *e, uint64_t slot, uint32_t *was_p);

/* Has a page made present, and for the owner's stores writable. 0: that is under way, or so; LOCKED
 * or BUSY: try again; or an errno. */
int hyd_netvm_serve(struct netvm_engine *e, uint64_t page, enum netvm_want want);

/* Serves all that is wanted. 0; LOCKED or BUSY: something is left; or an errno. */
int hyd_netvm_serve_all(struct netvm_engine *e);

/* The job, in any thread. 0 or an errno. */
int hyd_netvm_run(struct netvm_engine *e, const struct netvm_job *job, void *arg);

/* Writes all dirty pages back, whether locked or not; they stay. No job is under way, and the
 * owner's stores must have ended, or be protected against. 0 or an errno. */
int hyd_netvm_flush(struct netvm_engine *e);

#endif
