/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hlrc.h: home-based lazy release consistency without input or output: the states of a rank's
 * pages, twins, diffs, intervals and write notices (L. Iftode, "Home Based Shared Virtual Memory";
 * R. Noronha and D. K. Panda, ARDMAR).
 *
 * Every rank has a copy of the whole region. A page's home has the copy that counts: at the end of
 * an interval (release) each rank sends the bytes that it changed, the diff, to the pages' homes,
 * and writes the numbers of those pages, the write notices, into its log. The vector time stamp of
 * a rank says how far it knows the log of each; it travels with locks and barriers. A rank that
 * receives one (acquire) reads the notices that are new to it from their writers' logs, and
 * invalidates its copies of those pages. The next access fetches the page from its home.
 *
 *      state        access  twin   goes on to
 *      UNKNOWN      none    -      INVALID or HOME_*: the home has been found
 *      INVALID      none    -      CLEAN: fetched
 *      CLEAN        read    -      DIRTY: written; INVALID: a notice came
 *      DIRTY        write   yes    CLEAN: its diff is on the way; INVALID: the same, and a notice
 *      HOME_OPEN    write   -      HOME_CLEAN: marked (a peer has fetched it), and released
 *      HOME_CLEAN   read    -      HOME_DIRTY: written
 *      HOME_DIRTY   write   -      HOME_CLEAN: released
 *      HOME_WATCHED watched -      HOME_CLEAN: not written for some releases
 *
 * Where the kernel can note which pages are written, runs of home pages whose access would be taken
 * away at a release are WATCHED instead: their writes do not fault, and each release asks which
 * pages were written.
 *
 * When a fetch is new enough, one of two: a release waits until its diffs are applied (`versions`
 * 0); or homes keep for each page and writer up to which notice the writer's diffs are applied, and
 * a fetch repeats until the version that it read BEFORE the page is that of the last notice. A
 * release waits for the diffs of the one before it, so that only the last notices need that
 * (need.h).
 *
 * The log is a ring. A reader that comes too late for a notice invalidates all that it has cached,
 * so that memory is bounded also without barriers. Twins are a pool; when it is empty, all dirty
 * pages are sent home early, and stay in the interval's list.
 *
 * Pages are often invalidated together, and touched again in order. A page that is fetched right
 * after the one before it brings those after it along, if they are invalid and of the same home:
 * one, then twice as many each time. So no more pages come in vain than were fetched with reason.
 *
 * An engine is used by one thread at a time; it calls its operations, which may wait.
 */
#ifndef HYD_DSM_HLRC_H
#define HYD_DSM_HLRC_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "contrib/layers/dsm/engine/diff.h"
#include "contrib/layers/dsm/engine/need.h"

enum hyd_hlrc_state {
  HYD_HLRC_UNKNOWN, /* 0: what zeroed memory says */
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
  HYD_HLRC_WATCHED /* write, and `written` tells which pages have been */
};
/* What became of a request by message. */
enum hyd_hlrc_answer {
  HYD_HLRC_GOT,       /* the page is in this rank's copy */
  HYD_HLRC_MINE,      /* this rank has become the home */
  HYD_HLRC_ELSEWHERE, /* ask the rank that was named */
  HYD_HLRC_NOT_YET    /* a diff that is needed has not come: ask again */
};

struct hyd_hlrc_config {
  uint32_t rank, ranks;
  uint32_t pages, page_bytes; /* page_bytes: a multiple of 64 */
  uint32_t twins;             /* in the pool: 1 or more */
  uint32_t log_room;          /* notices in a log: a power of 2 */
  int versions;
  uint32_t needs;       /* with versions: of so many notices the diffs may be awaited: 1 or more */
  int readonly_homes;   /* a home's pages fault at their first write of every interval */
  int homes_by_message; /* find homes by `ask` rather than by `find_home` and `mark` */
  uint32_t watched;     /* so many runs of home pages at most are WATCHED; may become 0 later */
  uint32_t watch_least; /* of so many pages at least */
  uint32_t ahead;       /* at most so many pages are fetched with the one before them */
  int counts_pages;     /* keep counts by page */
  int by_message;       /* fetch by `ask` rather than by `version` and `page`; may change later */
};

/* In memory that peers read (log) and write (marks). */
struct hyd_hlrc_log {
  _Atomic uint64_t claimed;   /* notices up to here may be being overwritten: set before they are */
  _Atomic uint64_t marks_set; /* how often a mark was set; counted after the mark is set */
  _Atomic uint64_t released;  /* notices up to here are there, and their diffs are on the way */
};
struct hyd_hlrc_shared {
  struct hyd_hlrc_log *log;
  uint32_t *notices;       /* log_room */
  _Atomic uint64_t *marks; /* a bit for each page: a peer has fetched it from this home */
  /* [page][rank] at the home; NULL without versions. Set after the diff's bytes. */
  _Atomic uint32_t *versions;
};

/* Notices of a rank that are new to another: [from, to), of which [from, from + n) are being read.
 */
struct hyd_hlrc_news {
  uint64_t from, to, claimed; /* claimed: of the log, read after the notices */
  uint32_t rank, n;
  uint32_t *into;
};

/* What an engine needs of its surroundings. `ctx` is that of hyd_hlrc_init. All but `protect`,
 * `written`, `diff` and `mark` return when the result is there. */
struct hyd_hlrc_ops {
  /* The program's access to pages [first, first + n) changes from `was` to `now`. */
  void (*protect)(void *ctx, uint32_t first, uint32_t n, enum hyd_hlrc_access was,
                  enum hyd_hlrc_access now);
  /* Calls hyd_hlrc_noted for those of the WATCHED pages [first, first + n) that have been written
   * since they were watched, or since the last call. `stop`: their access is READ from now on. Only
   * called if config.watched is not 0. */
  void (*written)(void *ctx, uint32_t first, uint32_t n, int stop);
  /* The home of the page; it becomes this rank, if it has none. */
  uint32_t (*find_home)(void *ctx, uint32_t page);
  /* Marks the page at its home; done before any later operation starts. */
  void (*mark)(void *ctx, uint32_t home, uint32_t page);
  void (*version)(void *ctx, uint32_t home, uint32_t page, uint32_t *version); /* `ranks` words */
  /* Pages [page, page + n) of the home, into this rank's copy. */
  void (*page)(void *ctx, uint32_t home, uint32_t page, uint32_t n);
  /* Asks *home for the page, which sends it if it has the n versions of `need`, and with
   * homes_by_message marks it. `known`: *home is the home; else it is the default home, which makes
   * this rank the home if there is none, or names the home. */
  enum hyd_hlrc_answer (*ask)(void *ctx, uint32_t *home, uint32_t page, int known,
                              const struct hyd_hlrc_need *need, uint32_t n);
  /* Starts to store the runs of this rank's copy at the home; then, if version is not 0, to set
   * this rank's version there. Source: the copy, which stays as it is until `settle`. */
  void (*diff)(void *ctx, uint32_t home, uint32_t page, const struct hyd_dsm_run *runs, uint32_t n,
               uint32_t version);
  /* Every diff that was started is on its way, without further calls; `wait`: it has been stored.
   */
  void (*settle)(void *ctx, int wait);
  void (*pause)(void *ctx); /* lets others go on; a diff may be stored meanwhile */
  /* Reads the notices of n logs, all at once; THEN the `claimed` of each. */
  void (*notices)(void *ctx, struct hyd_hlrc_news *news, uint32_t n);
};

struct hyd_hlrc_counts {
  uint64_t read_faults, write_faults; /* counted by the client, which knows of all */
  uint64_t fetches, ahead, retries, twins, diffs, runs, diff_bytes, early;
  uint64_t notices_sent, notices_seen, invalidated, overflows, homes, opened, noted;
};

struct hyd_hlrc_watch { /* a run of pages that are HOME_WATCHED */
  uint32_t first, n;
  uint32_t idle; /* releases since one of them was written */
};

struct hyd_hlrc {
  struct hyd_hlrc_config c;
  const struct hyd_hlrc_ops *ops;
  void *ctx;
  char *mem; /* this rank's copy, always readable and writable */
  /* By rank: where a neighbour's copy and versions can be read in place; NULL: not at all. Set by
   * the client after init. */
  char **neighbour;
  _Atomic uint32_t **neighbour_versions;
  struct hyd_hlrc_shared shared;
  uint8_t *state;    /* of each page; with WRITTEN: in `written` */
  uint32_t used;     /* pages from this one on are UNKNOWN */
  uint32_t *home;    /* of each page that is not UNKNOWN */
  uint32_t *twin_of; /* of each DIRTY page: its number in the pool */
  uint32_t *written; /* pages that get a notice at the next release */
  uint32_t nwritten;
  char *twins;
  uint32_t *free_twins, nfree;
  uint64_t *handled; /* marks that have been acted upon */
  uint64_t marks_seen;
  uint64_t *vector; /* how far this rank knows each log; of its own: how long it is */
  struct hyd_hlrc_needs needs;
  struct hyd_hlrc_need *need; /* of the page that is being fetched */
  uint32_t *version;
  struct hyd_hlrc_news *news; /* by rank */
  uint32_t *chunk;            /* for the notices of each */
  uint32_t expected, ahead;   /* the page after those fetched last; how many are fetched with it */
  struct hyd_dsm_run *runs;
  struct hyd_hlrc_watch *watch;
  uint32_t nwatch, watch_credit;
  int has_no_room; /* for a note of this release's */
  int unsettled;   /* diffs may be under way */
  int at_barrier;  /* set by the client around an acquire: all ranks have released at once */
  /* By page, if they are counted: */
  uint32_t *writes, *fetched; /* intervals in which this rank wrote it; fetches */
  uint32_t *together;         /* notices of another rank for what this one wrote at the same time */
  uint32_t *last_write, release; /* the last release with a notice of it; releases with notices */
  struct hyd_hlrc_counts counts;
};

/* Bytes of the memory that an engine needs for itself; zeroed, aligned to 64. */
size_t hyd_hlrc_bytes(const struct hyd_hlrc_config *c);
void hyd_hlrc_init(struct hyd_hlrc *e, const struct hyd_hlrc_config *c,
                   const struct hyd_hlrc_ops *ops, void *ctx, char *mem,
                   const struct hyd_hlrc_shared *shared, void *own);

/* The program accessed the page and must not. Whether it may now: 0 = that needs an operation other
 * than `protect`: call hyd_hlrc_fault. */
int hyd_hlrc_fault_here(struct hyd_hlrc *e, uint32_t page, int write);
/* The same, with whatever operations it needs. */
void hyd_hlrc_fault(struct hyd_hlrc *e, uint32_t page, int write);

/* The program has written pages [first, first + n); only within `written`. */
void hyd_hlrc_noted(struct hyd_hlrc *e, uint32_t first, uint32_t n);

/* Ends the interval: after it, e->vector is what the next acquirer must get. */
void hyd_hlrc_release(struct hyd_hlrc *e);
/* This rank must see what had been released when the vector was that. */
void hyd_hlrc_acquire(struct hyd_hlrc *e, const uint64_t *vector);
/* Before an atomic operation at the page's home, which is returned. If it changes the object, this
 * rank's copy is given up, and the page counts as written. */
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
