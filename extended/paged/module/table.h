/* SPDX-License-Identifier: BSD-3-Clause
 *
 * table.h: the shadow table of a paged segment, and the engine that decides which pages are
 * present.
 *
 * Terms.
 *   row       the 32-bit word of a page in the table
 *   hold      the record of one transfer: which pages it uses now
 *   owner     the rank whose segment it is; its program loads and stores at any time
 *   pager     the owner's thread that runs the engine; workers do its input and output
 *   job       a page-in, often with the eviction of a victim, whose place the page takes
 *   to punch  to free the memory of a page, so that the page is absent in every mapping
 *
 * The table lies in memory that all ranks of the host share. Table and engine make no system calls
 * and no threads, and allocate nothing: memory and calls are arguments.
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
 * A transfer claims a hold and writes its pages there (T1), looks at their rows (R1), copies, and
 * clears the hold (T2). It sets DIRTY before it writes (T1b). Pages that are not present it leaves
 * alone.
 *
 * The pager decides: T0, T4 and T5 are its own. It passes over pages that are filling or evicting
 * until their job is over.
 *
 * An eviction write-protects the owner's mapping of the page, marks the row EVICTING (T4), and
 * looks at the holds (R4). If a hold has the page, the eviction is deferred (T5). Else a job writes
 * the page back if it is dirty, punches it, and clears the row (T6).
 *
 * A worker does what takes long: T6 of a job's victim, and T3 of its page. Many jobs are under way
 * at a time.
 *
 * Transfer against eviction. Each side writes its own word and then reads the other's. T1, R1, T4
 * and R4 are sequentially consistent, so at least one side sees the other:
 *
 *   R4 sees the hold, R1 does not see EVICTING: the eviction is deferred;
 *   R1 sees EVICTING, R4 does not see the hold: the transfer takes its hold back;
 *   both see the other: the transfer is refused and the page stays, which is slow, not wrong.
 *
 * Why holds. The thesis has a lock flag for each page, for its one network interface. Here many
 * transfers use a page at a time. A hold for each transfer costs one locked instruction for any
 * number of pages, and no transfer writes what others write.
 *
 * Order of memory. T2 (release) pairs with R4 (acquire) of a later eviction, which then sees DIRTY
 * and all that was copied, before the page is written back. T3 (release) pairs with R1 (acquire),
 * which then sees what was filled in.
 *
 * The owner's stores are seen by write-protect faults: a fault sets DIRTY before the page becomes
 * WRITABLE. A page that is not WRITABLE needs no write-protection before it is evicted. The pager
 * and the page's job alone change WRITABLE.
 *
 * Keys. An export is a slot with a key, which the owner alone writes. A transfer by a key claims
 * its hold (T1), and then compares the key (K2). A revocation removes the key (K1), and then waits
 * until no hold has a page of the range (K3). All four are sequentially consistent: K2 finds no
 * key, or K3 finds the hold.
 *
 * Dead processes. A hold names the view of its transfer, and the table names the process of each
 * view. Where the pager finds no page to evict, or a revocation waits long, it clears the holds of
 * processes that have ended (hyd_netvm_forget_dead).
 *
 * Write-back at the end (hyd_netvm_flush) looks at no holds.
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
#define NETVM_SAVED 0x04000000u    /* the page was written back once */
#define NETVM_WRITABLE 0x02000000u /* the owner's stores do not fault */

#define NETVM_BITS 64u /* pages in a word of the bitmaps of wanted pages */

/* Counters, which other processes read; relaxed. */
enum netvm_count {
  NETVM_PAGE_INS,
  NETVM_EVICTIONS,
  NETVM_WRITE_BACKS,
  NETVM_DEFERRED,  /* evictions of a page that was held */
  NETVM_FAULTS,    /* of the owner's program */
  NETVM_STRANGERS, /* pages that no pager made */
  NETVM_COUNTS
};

#define NETVM_HOLDS 64u       /* transfers of the host at a time; more are refused */
#define NETVM_HELD_MOST 0xffu /* pages of a hold */
#define NETVM_VIEWS 1024u     /* views beyond that are number 0, whose process is not known */

/* A hold, in a line of its own: first page << 24 | view << 8 | number of pages; 0: it is free. */
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
  uint32_t shift;         /* the page size is 1 << shift */
  _Atomic uint32_t bell;  /* the pager's futex; B1 rings it after a page is noted as wanted */
  _Atomic uint32_t heard; /* the bell when the pager last began its work: a hint */
  _Atomic uint32_t news;  /* a futex that changes when another page is present */
  _Atomic uint32_t views; /* views that were ever made */
  _Atomic uint32_t holds; /* highest hold that was ever used, + 1 */
  _Atomic uint64_t count[NETVM_COUNTS];
  _Atomic int32_t pid[NETVM_VIEWS]; /* [view]: its process, or 0 */
  _Alignas(64) struct netvm_hold hold[NETVM_HOLDS];
  _Atomic uint32_t row[];
};

/* The parts of a table for `pages` pages, in bytes from its begin. */
static inline uint64_t netvm_words(uint64_t pages) { return (pages + NETVM_BITS - 1) / NETVM_BITS; }
static inline uint64_t netvm_rows_end(uint64_t pages) {
  return (sizeof(struct netvm_table) + pages * sizeof(uint32_t) + 63) & ~(uint64_t)63;
}
/* Three bitmaps of wanted pages: by transfers; by the owner's loads, which faulted; by the owner's
 * stores. Then the summary, one bit for each word of them. */
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

/* Makes a table of zeroed memory of netvm_table_size bytes. */
void hyd_netvm_table_init(struct netvm_table *t, uint64_t size, uint32_t shift);

static inline void netvm_add(struct netvm_table *t, enum netvm_count c) {
  atomic_fetch_add_explicit(&t->count[c], 1, memory_order_relaxed);
}

/* --- a transfer's side: any thread of any rank of the host ------------------------------------ */

/* Takes a free hold other than `hint`. Returns its number, or NETVM_HOLDS if none is free. */
uint32_t hyd_netvm_find_hold(struct netvm_table *t, uint32_t hint, uint64_t pages);
/* Notes that the hold will be used. Once for each hold, before it is a hint. */
void hyd_netvm_note_hold(struct netvm_table *t, uint32_t hold);
/* A hold is claimed in two steps, so that tests can act between them. T1: takes a hold, `hint` if
 * that is free. Returns its number, or NETVM_HOLDS if none is free. */
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
/* R1: reduces the hold to the pages, from the first on, that are present; they stay until
 * netvm_unhold. Returns how many; if 0, the hold is free again. */
static inline uint64_t netvm_hold_settle(struct netvm_table *t, uint32_t hold, uint32_t view,
                                         uint64_t first, uint64_t n, int write) {
  uint32_t mark = write ? NETVM_DIRTY | NETVM_USED : NETVM_USED;
  for (uint64_t i = 0; i < n; i++) {
    _Atomic uint32_t *row = &t->row[first + i];
    uint32_t was = atomic_load_explicit(row, memory_order_seq_cst); /* R1, with T3 and T4 */
    if ((was & (NETVM_PRESENT | NETVM_EVICTING)) != NETVM_PRESENT) {
      /* T2 of the other pages, of which nothing was touched */
      atomic_store_explicit(&t->hold[hold].pages, i ? netvm_pages(view, first, i) : 0,
                            memory_order_release);
      return i;
    }
    if ((was & mark) != mark)
      atomic_fetch_or_explicit(row, mark, memory_order_relaxed); /* T1b: before T2 */
  }
  return n;
}
/* Both steps. n is at most NETVM_HELD_MOST. */
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

/* Whether the slot has that key, and its export all of [offset, offset+n), whose pages are held. */
int hyd_netvm_key_fits(struct netvm_table *t, uint32_t slot, uint64_t key, uint64_t offset,
                       uint64_t n);

/* Notes that a page is wanted; the caller rings the bell afterwards (B1). Returns 1 if that was not
 * noted yet. */
int hyd_netvm_want(struct netvm_table *t, uint64_t page, enum netvm_want want);

/* --- keys: one thread of the owner at a time ---------------------------------------------------
 */

void hyd_netvm_grant(struct netvm_table *t, uint32_t slot, uint64_t key, uint64_t first,
                     uint64_t size);
void hyd_netvm_revoke(struct netvm_table *t, uint32_t slot);
/* Clears the holds of processes that have ended; returns how many. */
unsigned hyd_netvm_forget_dead(struct netvm_table *t, int (*is_dead)(int32_t pid));
/* Whether some of the pages are held. */
int hyd_netvm_is_held(struct netvm_table *t, uint64_t first, uint64_t n);

/* --- the pager's side: one thread, and its workers ---------------------------------------------
 */

#define NETVM_NONE (~(uint64_t)0)
/* What the engine's functions return beside 0 and errno values. */
#define NETVM_LOCKED (-1) /* all resident pages are held, for microseconds */
#define NETVM_BUSY (-2)   /* something must wait for the end of a job */

struct netvm_job {
  uint64_t page, victim; /* victim NETVM_NONE: there was room */
  uint32_t was;          /* the victim's row after R4 */
  enum netvm_want want;  /* what wanted the page first */
};

/* The input and output of the engine. Each call returns 0, or an errno that ends the engine's work.
 * `arg` is the engine's, or in calls of a job its worker's. */
struct netvm_calls {
  /* Makes stores of the owner to the page fault. */
  int (*protect)(void *arg, uint64_t page);
  /* Makes the page present for loads of the owner, and if `writable` for its stores; wakes the
   * threads that faulted on the page. */
  int (*show)(void *arg, uint64_t page, int writable);
  /* Returns 0 if a job for this page can start now, else NETVM_BUSY. */
  int (*ready)(void *arg, uint64_t page);
  /* Runs the job (hyd_netvm_run), or has a worker run it. After `ready`. */
  int (*start)(void *arg, const struct netvm_job *job);

  /* Calls of a job. Copies the page from memory to the file. */
  int (*write_back)(void *arg, uint64_t page);
  /* Punches the page: its next access faults. */
  int (*punch)(void *arg, uint64_t page);
  /* Copies the page from the file to memory, in one step of which no thread sees a part; unless a
   * transfer wants the page, shows it as well, for stores if those want it. */
  int (*fill)(void *arg, uint64_t page, enum netvm_want want);
};

struct netvm_engine {
  struct netvm_table *table;
  const struct netvm_calls *call;
  void *arg;
  uint64_t *resident; /* [capacity] pages that are present, filling or evicting */
  uint64_t capacity, count;
  uint64_t hand; /* place in `resident` of the clock (second chance) that chooses victims */
  uint64_t turn; /* page from which the next look for wanted pages begins */
};

/* Marks page resident[slot] EVICTING if no transfer holds it; *was_p is then its row. Returns 0,
 * NETVM_LOCKED, or an errno. */
int hyd_netvm_claim(struct netvm_engine *e, uint64_t slot, uint32_t *was_p);
/* The two steps of that, so that tests can act between them: T4; then R4, and T5 if it is held. */
int hyd_netvm_mark(struct netvm_engine *e, uint64_t slot);
int hyd_netvm_look(struct netvm_engine *e, uint64_t slot, uint32_t *was_p);

/* Makes a page present, or writable if the owner's stores want that. Returns 0 if that is done or
 * under way; NETVM_LOCKED or NETVM_BUSY: try again; or an errno. */
int hyd_netvm_serve(struct netvm_engine *e, uint64_t page, enum netvm_want want);

/* Serves all wanted pages. Returns 0; NETVM_LOCKED or NETVM_BUSY if some are left; or an errno. */
int hyd_netvm_serve_all(struct netvm_engine *e);

/* Runs a job, in any thread. Returns 0 or an errno. */
int hyd_netvm_run(struct netvm_engine *e, const struct netvm_job *job, void *arg);

/* Writes all dirty pages back, held or not; they stay present. No job is under way, and the owner's
 * stores have ended, or fault. Returns 0 or an errno. */
int hyd_netvm_flush(struct netvm_engine *e);

#endif
