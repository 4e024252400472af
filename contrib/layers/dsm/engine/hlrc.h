/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hlrc.h: the engine of the shared memory: home-based lazy release consistency (L. Iftode, "Home
 * Based Shared Virtual Memory"; R. Noronha and D. K. Panda, ARDMAR). It does no input or output:
 * its client gives it operations, and tests drive it on a simulated network.
 *
 * TERMS. Every rank has a copy of all pages. The home of a page is the rank whose copy all diffs
 * are applied to. An interval of a rank ends with a release. A twin is a copy of a page made before
 * its first write in an interval; the diff is the bytes in which the page then differs from its
 * twin. A write notice is the number of a page that was written; a rank's notices, in order, are
 * its log. A vector (vector time stamp) holds, for each rank, how many notices of its log are
 * known.
 *
 * RELEASE. The rank takes write access to the interval's pages away, starts to send their diffs to
 * the homes, and appends their notices to its log. The client then passes the vector on with the
 * lock, message or barrier.
 *
 * ACQUIRE. The rank reads the notices that the received vector has and its own does not from their
 * writers' logs, and invalidates its copies of these pages. The next access fetches the page from
 * its home.
 *
 * PAGES. What the program may do with a page is its access; other accesses fault.
 *
 *      state        access  twin   next state
 *      UNKNOWN      none    -      INVALID or HOME_*: the home has been found
 *      INVALID      none    -      CLEAN: fetched
 *      CLEAN        read    -      DIRTY: written; INVALID: a notice was received
 *      DIRTY        write   yes    CLEAN: its diff was sent; INVALID: sent, and a notice received
 *      HOME_OPEN    write   -      HOME_CLEAN: marked (a peer has fetched it), and released
 *      HOME_CLEAN   read    -      HOME_DIRTY: written
 *      HOME_DIRTY   write   -      HOME_CLEAN: released
 *      HOME_WATCHED watched -      HOME_CLEAN: not written for some releases
 *
 * HOMES. A peer sets a page's mark at the home before it reads the page. At a release the home
 * either sees the mark, and the page gets a notice, or the peer reads the page after the release
 * (H1). HOME_OPEN pages, which no peer has fetched, need neither faults nor notices.
 *
 * A FETCH IS NEW ENOUGH if it holds the diffs of all notices received. Without `versions` a release
 * waits until its diffs are stored. With `versions` the home keeps, for each page and writer, the
 * last notice whose diff is stored, set after the bytes (V1). A fetch reads the version BEFORE the
 * page, and repeats until it is that of the last notice received. A release waits for the diffs of
 * the release before, so only the newest notices need this check (need.h).
 *
 * BOUNDED MEMORY. The log is a ring. Before the writer overwrites notices it says so in `claimed`
 * (N1); a reader that finds its notices overwritten invalidates all pages it has cached. Twins are
 * a pool; when it is empty, all dirty pages are sent home early, and keep their notices.
 *
 * READ-AHEAD. A page fetched right after its predecessor brings its successors along, if they are
 * invalid and of the same home: one page, then twice as many each time. So at most as many pages
 * are fetched needlessly as were fetched on demand.
 *
 * WATCHED PAGES. If the kernel can record which pages are written, runs of home pages are watched
 * instead of write-protected: their writes do not fault, and a release asks which were written.
 *
 * THREADS. One thread at a time uses an engine. Operations are called in it and may wait.
 */
#ifndef HYD_DSM_HLRC_H
#define HYD_DSM_HLRC_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "contrib/layers/dsm/engine/diff.h"
#include "contrib/layers/dsm/engine/need.h"

enum hyd_hlrc_state {
  HYD_HLRC_UNKNOWN, /* 0: the state of pages in zeroed memory */
  HYD_HLRC_INVALID,
  HYD_HLRC_CLEAN,
  HYD_HLRC_DIRTY,
  HYD_HLRC_HOME_OPEN,
  HYD_HLRC_HOME_CLEAN,
  HYD_HLRC_HOME_DIRTY,
  HYD_HLRC_HOME_WATCHED
};
enum hyd_hlrc_access {
  HYD_HLRC_NONE,
  HYD_HLRC_READ,
  HYD_HLRC_WRITE,
  HYD_HLRC_WATCHED /* write; `written` tells which pages have been written */
};
/* The outcome of a request by message. */
enum hyd_hlrc_answer {
  HYD_HLRC_GOT,       /* the page is in this rank's copy */
  HYD_HLRC_MINE,      /* this rank has become the home */
  HYD_HLRC_ELSEWHERE, /* another rank is the home: ask that one */
  HYD_HLRC_NOT_YET    /* the home lacks a diff that is needed: ask again */
};

struct hyd_hlrc_config {
  uint32_t rank, ranks;
  uint32_t pages, page_bytes; /* page_bytes: a multiple of 64 */
  uint32_t twins;             /* size of the pool: 1 or more */
  uint32_t log_room;          /* notices in a log: a power of 2 */
  int versions;
  uint32_t needs;       /* with versions: notices whose diffs may be awaited at a time: 1 or more */
  int readonly_homes;   /* pages of a home fault at the first write of every interval */
  int homes_by_message; /* find homes by `ask` rather than by `find_home` and `mark` */
  uint32_t watched;     /* most runs of home pages that are WATCHED; may become 0 later */
  uint32_t watch_least; /* fewest pages of such a run */
  uint32_t ahead;       /* most pages that one fetch reads ahead */
  int counts_pages;     /* keep counts by page */
  int by_message;       /* fetch by `ask` rather than by `version` and `page`; may change later */
};

/* Lies in memory that peers read (log) and write (marks). */
struct hyd_hlrc_log {
  _Atomic uint64_t claimed;   /* end of the notices that are being written, set before they are */
  _Atomic uint64_t marks_set; /* number of marks set; incremented after the mark is set */
  _Atomic uint64_t released;  /* end of the notices that are complete; their diffs have been sent */
};
struct hyd_hlrc_shared {
  struct hyd_hlrc_log *log;
  uint32_t *notices;       /* log_room */
  _Atomic uint64_t *marks; /* a bit for each page: a peer has fetched it from this home */
  /* [page][rank], at the home, set after the diff's bytes; NULL without versions. */
  _Atomic uint32_t *versions;
};

/* Notices [from, to) of a rank that are new to this one; [from, from + n) are being read. */
struct hyd_hlrc_news {
  uint64_t from, to, claimed; /* claimed: the log's, read after the notices */
  uint32_t rank, n;
  uint32_t *into;
};

/* The operations that the client gives an engine. `ctx` is the argument of hyd_hlrc_init. All but
 * `protect`, `written`, `diff` and `mark` return when they are complete. */
struct hyd_hlrc_ops {
  /* The program's access to pages [first, first + n) changes from `was` to `now`. */
  void (*protect)(void *ctx, uint32_t first, uint32_t n, enum hyd_hlrc_access was,
                  enum hyd_hlrc_access now);
  /* Calls hyd_hlrc_noted for the WATCHED pages of [first, first + n) that have been written since
   * they became WATCHED, or since the last call. `stop`: their access becomes READ. Called only if
   * config.watched is not 0. */
  void (*written)(void *ctx, uint32_t first, uint32_t n, int stop);
  /* The home of the page. If the page has none, this rank becomes its home. */
  uint32_t (*find_home)(void *ctx, uint32_t page);
  /* Marks the page at its home. The mark is set before any later operation starts. */
  void (*mark)(void *ctx, uint32_t home, uint32_t page);
  void (*version)(void *ctx, uint32_t home, uint32_t page, uint32_t *version); /* `ranks` words */
  /* Reads pages [page, page + n) of the home into this rank's copy. */
  void (*page)(void *ctx, uint32_t home, uint32_t page, uint32_t n);
  /* Asks *home for the page. The home sends the page if it has the n versions of `need`, and with
   * homes_by_message marks it. `known`: *home is the home; else it is the default home, which makes
   * this rank the home if there is none, or names the home in *home. */
  enum hyd_hlrc_answer (*ask)(void *ctx, uint32_t *home, uint32_t page, int known,
                              const struct hyd_hlrc_need *need, uint32_t n);
  /* Starts to store the runs of this rank's copy at the home; then, if version is not 0, to set
   * this rank's version there. The copy stays unchanged until `settle`. */
  void (*diff)(void *ctx, uint32_t home, uint32_t page, const struct hyd_dsm_run *runs, uint32_t n,
               uint32_t version);
  /* Makes sure that every diff started will be stored without further calls. `wait`: until it is
   * stored. */
  void (*settle)(void *ctx, int wait);
  void (*pause)(void *ctx); /* lets other threads run, so that a diff can be stored meanwhile */
  /* Reads the notices of n logs concurrently; THEN reads the `claimed` of each. */
  void (*notices)(void *ctx, struct hyd_hlrc_news *news, uint32_t n);
};

struct hyd_hlrc_counts {
  uint64_t read_faults, write_faults; /* counted by the client, which sees all faults */
  uint64_t fetches, ahead, retries, twins, diffs, runs, diff_bytes, early;
  uint64_t notices_sent, notices_seen, invalidated, overflows, homes, opened, noted;
};

struct hyd_hlrc_watch { /* a run of pages that are HOME_WATCHED */
  uint32_t first, n;
  uint32_t idle; /* releases since a page of the run was written */
};

struct hyd_hlrc {
  struct hyd_hlrc_config c;
  const struct hyd_hlrc_ops *ops;
  void *ctx;
  char *mem; /* this rank's copy, always readable and writable */
  /* By rank: a neighbour's copy and versions, if they can be read in place; else NULL. Set by the
   * client after init. */
  char **neighbour;
  _Atomic uint32_t **neighbour_versions;
  struct hyd_hlrc_shared shared;
  uint8_t *state;    /* of each page; the bit WRITTEN: the page is in `written` */
  uint32_t used;     /* pages from this one on are UNKNOWN */
  uint32_t *home;    /* of each page that is not UNKNOWN */
  uint32_t *twin_of; /* of each DIRTY page: its number in the pool */
  uint32_t *written; /* pages that get a notice at the next release */
  uint32_t nwritten;
  char *twins;
  uint32_t *free_twins, nfree;
  uint64_t *handled; /* marks that a release has handled */
  uint64_t marks_seen;
  uint64_t *vector; /* notices of each log that this rank knows; for its own log: its length */
  struct hyd_hlrc_needs needs;
  struct hyd_hlrc_need *need; /* needs of the page that is being fetched */
  uint32_t *version;
  struct hyd_hlrc_news *news; /* by rank */
  uint32_t *chunk;            /* buffers for their notices */
  uint32_t expected, ahead;   /* the page after the last fetch; how many pages that read ahead */
  struct hyd_dsm_run *runs;
  struct hyd_hlrc_watch *watch;
  uint32_t nwatch, watch_credit;
  int has_no_room; /* a need of this release could not be recorded */
  int unsettled;   /* diffs may be in flight */
  int at_barrier;  /* set by the client around an acquire in which all ranks have released */
  /* By page, if counts_pages is set: */
  uint32_t *writes, *fetched;    /* intervals in which this rank wrote the page; fetches */
  uint32_t *together;            /* notices for the page while this rank was writing it, too */
  uint32_t *last_write, release; /* the last release with its notice; releases with notices */
  struct hyd_hlrc_counts counts;
};

/* The bytes of memory that an engine needs for itself; the client zeroes them and aligns them to
 * 64. */
size_t hyd_hlrc_bytes(const struct hyd_hlrc_config *c);
void hyd_hlrc_init(struct hyd_hlrc *e, const struct hyd_hlrc_config *c,
                   const struct hyd_hlrc_ops *ops, void *ctx, char *mem,
                   const struct hyd_hlrc_shared *shared, void *own);

/* Handles a fault of the page with no operation but `protect`. 1: the program may access it now; 0:
 * that takes other operations, call hyd_hlrc_fault. */
int hyd_hlrc_fault_here(struct hyd_hlrc *e, uint32_t page, int write);
/* Handles a fault with all the operations it takes. */
void hyd_hlrc_fault(struct hyd_hlrc *e, uint32_t page, int write);

/* The program has written pages [first, first + n). Called only by `written`. */
void hyd_hlrc_noted(struct hyd_hlrc *e, uint32_t first, uint32_t n);

/* Ends the interval. After it e->vector is the vector that the next acquirer must get. */
void hyd_hlrc_release(struct hyd_hlrc *e);
/* Makes this rank see everything that the vector says has been released. */
void hyd_hlrc_acquire(struct hyd_hlrc *e, const uint64_t *vector);
/* Prepares an atomic operation at the page's home, which it returns. If the operation changes the
 * object, this rank's copy is invalidated, and the page counts as written. */
uint32_t hyd_hlrc_bypass(struct hyd_hlrc *e, uint32_t page, int changes);

static inline enum hyd_hlrc_state hyd_hlrc_state(const struct hyd_hlrc *e, uint32_t page) {
  return (enum hyd_hlrc_state)(e->state[page] & 0x7f);
}
static inline enum hyd_hlrc_access hyd_hlrc_access_of(enum hyd_hlrc_state state) {
  switch (state) {
  case HYD_HLRC_CLEAN:
  case HYD_HLRC_HOME_CLEAN: return HYD_HLRC_READ;
  case HYD_HLRC_DIRTY:
  case HYD_HLRC_HOME_OPEN:
  case HYD_HLRC_HOME_DIRTY: return HYD_HLRC_WRITE;
  case HYD_HLRC_HOME_WATCHED: return HYD_HLRC_WATCHED;
  default: return HYD_HLRC_NONE;
  }
}

#endif
