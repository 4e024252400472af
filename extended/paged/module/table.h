/* SPDX-License-Identifier: BSD-3-Clause
 *
 * table.h: the shadow page table of a paged segment, and the residency engine over it. The table
 * lies in memory that all ranks of the host share; the engine is used by the owner's pager thread
 * and its workers. Neither does input or output, makes threads or allocates: memory and calls are
 * arguments.
 *
 * A row is one 32-bit word for each page of the segment:
 *
 *     31       30        29     28    27       26     25        24..0
 *     PRESENT  EVICTING  DIRTY  USED  FILLING  SAVED  WRITABLE  0
 *
 *              T0           fill, then T3              T4
 *      absent ────► filling ─────────────► present ◄─────────► evicting
 *         ▲                                       T5 (held:        │
 *         │                                           deferred)    │
 *         └────────────────────────────────────────────────────────┘
 *                          write back, punch, then T6
 *
 * A transfer says in a place of its own, a hold, which pages it has (T1), looks at their rows (R1),
 * copies, and clears the hold (T2). An eviction is, in this order: write-protect the owner's
 * mapping; mark evicting (T4); no hold has the page (R4); write back if dirty; punch; absent (T6).
 *
 * The pager decides: T0, T4, T5. What takes long, input and output, is a job that a worker does, T6
 * of a victim and T3 of the page that takes its place; many are under way at a time. Pages that are
 * filling or evicting are left alone until their job is over.
 *
 * Order. As in the thesis each side writes its own word and then reads the other's; T1, R1, T4 and
 * R4 are sequentially consistent, so that at least one side sees the other:
 *
 *   R4 sees the hold, R1 does not see EVICTING: the eviction is deferred (the transfer wins);
 *   R1 sees EVICTING, R4 sees no hold: the hold is taken back (the pager wins);
 *   both see the other: refused, although the page stays (neither wins: slower, never wrong).
 *
 * The thesis has a lock flag for each page, of one network interface. Here many transfers hold a
 * page at a time, which takes a count for each page, or, as here, a hold for each transfer: that is
 * one locked instruction for any number of pages, and nothing is written that others write.
 *
 * T2 is a release, so that R4 (acquire) of a later eviction sees all that was copied before the
 * page is written back, and DIRTY: that is set before a transfer writes (T1b), and read after R4.
 * T3 is a release, so that R1 (acquire) sees what was filled in. The owner's stores are seen by
 * their write-protect fault, which sets DIRTY before the page becomes WRITABLE; of a page that is
 * not, an eviction need not write-protect it. The pager alone, and the page's job, change that.
 *
 * Keys. An export is a slot with a key, which the owner alone writes. A transfer by a key compares
 * it while it holds the pages: T1, then K2 the load of the key; a revocation takes the key (K1) and
 * then waits until no hold has a page of the range (K3). All four are sequentially consistent:
 * either K2 finds no key, or K3 the hold.
 *
 * A process that dies with a hold: the hold says whose it is, by the number of a view, and the
 * table which process that is. Where the pager finds no page to evict, or a revocation waits long,
 * holds of processes that are no more are taken back (hyd_netvm_forget_dead). Write-back at the end
 * (hyd_netvm_flush) looks at no holds.
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
#define NETVM_SAVED 0x04000000u    /* it is in the file; else it has never been written back */
#define NETVM_WRITABLE 0x02000000u /* the owner's stores to it do not fault */

#define NETVM_BITS 64u /* pages of a word of the bitmaps of what is wanted */

/* Counters that others read: relaxed. */
enum netvm_count {
  NETVM_PAGE_INS,
  NETVM_EVICTIONS,
  NETVM_WRITE_BACKS,
  NETVM_DEFERRED,  /* evictions of a page that was held */
  NETVM_FAULTS,    /* of the owner's program */
  NETVM_STRANGERS, /* pages that no pager made */
  NETVM_COUNTS
};

/* Which pages a transfer has, and by which view: first << 24 | view << 8 | how many; 0: none. In a
 * line of its own. */
#define NETVM_HOLDS 64u /* transfers of the host at a time; more are refused */
#define NETVM_HELD_MOST 0xffu
#define NETVM_VIEWS 1024u /* those beyond are number 0, of which it is not known whose they are */
struct netvm_hold {
  _Atomic uint64_t pages;
  uint64_t unused[7];
};
static inline uint64_t netvm_pages(uint32_t view, uint64_t first, uint64_t n) {
  return first << 24 | view << 8 | n;
}
static inline uint32_t netvm_view_of(uint64_t pages) { return pages >> 8 & 0xffff; }

#define NETVM_KEYS 1024u
struct netvm_key {
  _Atomic uint64_t key; /* 0: none */
  _Atomic uint64_t first, size;
  uint64_t unused;
};

/* The head; rows, bitmaps and keys follow (the functions below). */
struct netvm_table {
  uint64_t size, pages;
  uint32_t shift;         /* of the page size */
  _Atomic uint32_t bell;  /* a futex of the pager: B1 rings after what is wanted was noted */
  _Atomic uint32_t heard; /* the bell when the pager last began: a hint */
  _Atomic uint32_t news;  /* a futex: another page is present */
  _Atomic uint32_t views; /* how many there are, or were */
  _Atomic uint32_t holds; /* highest hold that was ever used, + 1 */
  _Atomic uint64_t count[NETVM_COUNTS];
  _Atomic int32_t pid[NETVM_VIEWS]; /* [view]; 0: none */
  _Alignas(64) struct netvm_hold hold[NETVM_HOLDS];
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

/* In two steps, so that tests get between them. T1: takes a hold, `hint` if it is free; its number,
 * or HOLDS: none is free. */
uint32_t hyd_netvm_find_hold(struct netvm_table *t, uint32_t hint, uint64_t pages);
/* Once, before the hold is a hint. */
void hyd_netvm_note_hold(struct netvm_table *t, uint32_t hold);
static inline uint32_t netvm_hold_claim(struct netvm_table *t, uint32_t hint, uint32_t view,
                                        uint64_t first, uint64_t n) {
  uint64_t free = 0, pages = netvm_pages(view, first, n);
  /* T1, with R4 and K3 */
  if (atomic_compare_exchange_strong_explicit(&t->hold[hint].pages, &free, pages,
                                              memory_order_seq_cst, memory_order_relaxed))
    return hint;
  return hyd_netvm_find_hold(t, hint, pages);
}
static inline void netvm_unhold(struct netvm_table *t, uint32_t hold) {
  atomic_store_explicit(&t->hold[hold].pages, 0, memory_order_release); /* T2, with R4 */
}
/* How many of the pages, from the first on, are present and stay until netvm_unhold; 0: none, and
 * nothing is held. */
static inline uint64_t netvm_hold_settle(struct netvm_table *t, uint32_t hold, uint32_t view,
                                         uint64_t first, uint64_t n, int write) {
  uint32_t mark = write ? NETVM_DIRTY | NETVM_USED : NETVM_USED;
  for (uint64_t i = 0; i < n; i++) {
    _Atomic uint32_t *row = &t->row[first + i];
    uint32_t was = atomic_load_explicit(row, memory_order_seq_cst); /* R1, with T3 and T4 */
    if ((was & (NETVM_PRESENT | NETVM_EVICTING)) != NETVM_PRESENT) {
      /* T2 of those that are not held after all: nothing was touched */
      atomic_store_explicit(&t->hold[hold].pages, i ? netvm_pages(view, first, i) : 0,
                            memory_order_release);
      return i;
    }
    if ((was & mark) != mark)
      atomic_fetch_or_explicit(row, mark, memory_order_relaxed); /* T1b: before T2 */
  }
  return n;
}
/* Both. n: at most HELD_MOST. */
static inline uint64_t netvm_hold_by(struct netvm_table *t, uint32_t *hold_p, uint32_t view,
                                     uint64_t first, uint64_t n, int write) {
  uint32_t hold = netvm_hold_claim(t, *hold_p, view, first, n);
  if (hold == NETVM_HOLDS) return 0;
  *hold_p = hold;
  return netvm_hold_settle(t, hold, view, first, n, write);
}
static inline uint64_t netvm_hold(struct netvm_table *t, uint32_t *hold_p, uint64_t first,
                                  uint64_t n, int write) {
  return netvm_hold_by(t, hold_p, 0, first, n, write);
}

/* While the pages of [offset, offset+n) are held: whether that is the key of an export that has all
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
/* Takes back the holds of processes that are dead. How many there were. */
unsigned hyd_netvm_forget_dead(struct netvm_table *t, int (*is_dead)(int32_t pid));
/* Whether transfers have some of the pages. */
int hyd_netvm_is_held(struct netvm_table *t, uint64_t first, uint64_t n);

/* --- the pager's side: one thread, and its workers ----------------------------------------------
 */

#define NETVM_NONE (~(uint64_t)0)
/* What answers mean that are not an errno. */
#define NETVM_LOCKED (-1) /* all that is resident is held, for microseconds */
#define NETVM_BUSY (-2)   /* something is left until a job is over */

/* A page-in, in the place of another page. */
struct netvm_job {
  uint64_t page, victim; /* victim NONE: there was room */
  uint32_t was;          /* the victim's row after R4 */
  enum netvm_want want;  /* by whom, first of all */
};

/* The input and output of the engine. Each returns 0 or an errno, which ends the engine's work.
 * arg: the engine's or, of what a job does, the worker's. */
struct netvm_calls {
  /* From now on a store of the owner to the page faults. */
  int (*protect)(void *arg, uint64_t page);
  /* The page is there for the owner's loads, and `writable`: stores; threads that faulted on it are
   * woken. */
  int (*show)(void *arg, uint64_t page, int writable);
  /* Whether a job to bring this page in could start: 0 or NETVM_BUSY. */
  int (*ready)(void *arg, uint64_t page);
  /* Has the job done (hyd_netvm_run), now or by a worker. After `ready`. */
  int (*start)(void *arg, const struct netvm_job *job);
  /* A job's: copies the page from memory to the file. */
  int (*write_back)(void *arg, uint64_t page);
  /* Frees the page's memory: it is absent in every mapping, and the next access faults. */
  int (*punch)(void *arg, uint64_t page);
  /* Copies the page from the file to memory, in one step that no thread sees half done; unless a
   * transfer wants it, shows it as well, BY_STORE: for stores. */
  int (*fill)(void *arg, uint64_t page, enum netvm_want want);
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
/* Its two steps, so that tests get between them: T4; R4, and T5 if it is held. */
int hyd_netvm_mark(struct netvm_engine *e, uint64_t slot);
int hyd_netvm_look(struct netvm_engine *e, uint64_t slot, uint32_t *was_p);

/* Has a page made present, and for the owner's stores writable. 0: that is under way, or so; LOCKED
 * or BUSY: try again; or an errno. */
int hyd_netvm_serve(struct netvm_engine *e, uint64_t page, enum netvm_want want);

/* Serves all that is wanted. 0; LOCKED or BUSY: something is left; or an errno. */
int hyd_netvm_serve_all(struct netvm_engine *e);

/* The job, in any thread. 0 or an errno. */
int hyd_netvm_run(struct netvm_engine *e, const struct netvm_job *job, void *arg);

/* Writes all dirty pages back, whether held or not; they stay. No job is under way, and the
 * owner's stores must have ended, or be protected against. 0 or an errno. */
int hyd_netvm_flush(struct netvm_engine *e);

#endif
