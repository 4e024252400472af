/* SPDX-License-Identifier: BSD-3-Clause
 *
 * dsm.h: what the files of libhydrant_dsm share: the memory of a rank, and what each thread does in
 * it.
 *
 * Threads of a rank: the program's, which fault and synchronise; the fault thread (fault/taker.c),
 * which carries out what a fault needs of the network; the service thread (sync/objects.c), in
 * which handlers run while the program computes, and which sends what handlers may not. `lock` is
 * held around every use of the engine: by a program's thread also in its signal handler, so that no
 * holder ever touches the region. Handlers of active messages take no lock that is held by a thread
 * that waits for the network, and neither allocate nor print: the thread that runs them may have
 * interrupted malloc or printf by a fault.
 */
#ifndef HYD_DSM_DSM_H
#define HYD_DSM_DSM_H

#include <gasnetex.h>
#include <gasnet_ratomic.h>
#include <gasnet_tools.h>

#include <pthread.h>
#include <stdatomic.h>
#include <sys/types.h>

#include "contrib/layers/dsm/engine/hlrc.h"
#include "contrib/layers/dsm/hyd_dsm.h"
#include "contrib/layers/dsm/net/way.h"
#include "contrib/layers/dsm/trace.h"

#define HYD_DSM_LOCKS 32768u   /* and numbers below this */
#define HYD_DSM_OBJECTS 16384u /* the same */
#define HYD_DSM_LOG_ROOM 65536u

enum hyd_dsm_protocol { HYD_DSM_AUTO, HYD_DSM_ASYNC, HYD_DSM_ARDMAR };
/* Writes of workers to the program's variables. */
enum hyd_dsm_globals { HYD_DSM_GLOBALS_OWN, HYD_DSM_GLOBALS_REPORT, HYD_DSM_GLOBALS_END };

struct hyd_dsm_options {
  enum hyd_dsm_protocol protocol;
  const char *faults; /* "auto", "sigsegv", "uffd" */
  const char *writes; /* "auto", "signal", "kernel" */
  enum hyd_dsm_globals globals;
  int readonly_homes, versions, stats;
  int takes_mains; /* variables that differ at MAIN_INITENV become those of rank 0 */
  uint32_t block, twins, ahead;
  const char *trace; /* a directory, or NULL */
};

/* With versions: notices whose diffs may be awaited (engine/need.h). */
static inline uint32_t hyd_dsm_needs(uint32_t pages) { return pages + pages / 2 + 1024; }

/* Where things lie in the segment of every rank, by their distance from its beginning. */
struct hyd_dsm_layout {
  size_t region;  /* bytes of the region, whose copy comes first */
  size_t log;     /* struct hyd_hlrc_log */
  size_t notices; /* HYD_DSM_LOG_ROOM */
  size_t marks;   /* 64-bit words, a bit for each page */
  size_t homes;   /* 64-bit words of pages x with x % ranks == rank, at x / ranks: 0, or home + 1 */
  size_t versions; /* [page][rank], if there are versions */
  size_t tails;    /* 64-bit words of locks l with l % ranks == rank, at l / ranks */
  size_t next;     /* 64-bit words, of every lock: the rank that waits after this one, + 1 */
  size_t vectors;  /* [lock][rank], 64-bit: of the locks that this rank has released */
  size_t counters; /* at rank 0: enum hyd_dsm_counter */
  size_t total;
};
enum hyd_dsm_counter { HYD_DSM_TOP, HYD_DSM_LOCK_NUMBER, HYD_DSM_OBJECT_NUMBER, HYD_DSM_COUNTERS };

/* How faults of the program's view are taken. */
struct hyd_dsm_faults {
  const char *name;
  /* Takes over [view, view + bytes), which is mapped readable and writable. 0, or errno. */
  int (*open)(char *view, size_t bytes);
  /* 0, or errno. In signal handlers, too. `mem`: the same pages in the segment. */
  int (*protect)(char *view, char *mem, size_t bytes, enum hyd_hlrc_access was,
                 enum hyd_hlrc_access now);
  /* For access WATCHED; NULL: it cannot be had. 0, or errno. */
  int (*open_watch)(void);
  int (*written)(char *view, size_t bytes, int stop, void (*fn)(void *arg, char *at, size_t bytes),
                 void *arg);
};
extern const struct hyd_dsm_faults hyd_dsm_sigsegv, hyd_dsm_uffd;

struct hyd_dsm;
extern struct hyd_dsm *hyd_dsm_the; /* of this process; handlers have no other way to it */

/* Handlers, in the order in which they are registered. */
enum hyd_dsm_handler {
  HYD_DSM_H_ASK,
  HYD_DSM_H_PAGE,
  HYD_DSM_H_ANSWER,
  HYD_DSM_H_DIFFS,
  HYD_DSM_H_STORED,
  HYD_DSM_H_SET_HOMES,
  HYD_DSM_H_DONE,
  HYD_DSM_H_OBJECT,
  HYD_DSM_H_GRANT,
  HYD_DSM_H_DATA,
  HYD_DSM_H_CREATE,
  HYD_DSM_HANDLERS
};

/* A fault for the fault thread; `state` is a futex. */
#define HYD_DSM_REQUESTS 16
struct hyd_dsm_request {
  _Atomic uint32_t state;
  uint32_t page;
  int write;
};

/* What this rank's program waits for; handlers give it. */
struct hyd_dsm_granted {
  _Atomic uint32_t what; /* 0: nothing yet; else HYD_DSM_GRANT_LOCK or HYD_DSM_GRANT_OBJECT */
  uint64_t *vector;
};

struct hyd_dsm {
  gex_Client_t client;
  gex_EP_t ep;
  gex_TM_t tm;
  uint32_t rank, ranks;
  pid_t pid;
  struct hyd_dsm_options options;
  struct hyd_dsm_layout at;
  char *mine;   /* this rank's segment */
  char **peer;  /* by rank: its segment, in the addresses of that rank */
  char **local; /* by rank: its segment in this process, or NULL */
  char *view;   /* the program's */
  const struct hyd_dsm_faults *faults;
  gex_AD_t u32, u64, dbl;
  gex_AM_Index_t handler[HYD_DSM_HANDLERS];
  struct hyd_hlrc engine;
  _Atomic uint32_t lock; /* of the engine: dsm_lock.c */
  uint32_t pages;
  uint64_t top_seen; /* the region is allocated up to here, or further */
  struct hyd_dsm_counts counts;
  struct hyd_dsm_piece *pieces; /* alloc.c: what this rank has allocated */
  /* fault/taker.c */
  struct hyd_dsm_request request[HYD_DSM_REQUESTS];
  _Atomic uint32_t requests; /* futex: how many there have been */
  int looks;                 /* of a thread that waits, before it lets others have its core */
  _Atomic uint32_t late;     /* yields in a row that came back late */
  _Atomic uint32_t crowded;  /* so often they do not look, but sleep at once */
  _Atomic int taker_sleeps;  /* the fault thread is to be woken */
  /* notes.c: of the program's thread, and of the page that a fault waits for */
  struct {
    _Atomic uint32_t what, a, b;
  } waits[2];
  /* watch.c */
  struct {
    _Atomic uint32_t inside; /* threads that wait in the library, but for the service thread */
    _Atomic uint32_t visits; /* how often one has left */
    _Atomic uint32_t stands; /* futex: how the service thread stands aside */
  } watch;
  struct {
    struct hyd_dsm_event *event; /* NULL: nothing is recorded */
    size_t n;
    uint64_t left_ns;  /* of processor time, when the program's thread left the library */
    uint64_t fault_ns; /* of it: a fault takes so much before and after its handler */
    int fd;
    const struct hyd_hlrc_ops *inner;
    struct hyd_hlrc_ops ops;
  } trace;
  /* net/ask.c: the one answer that is awaited, and the diffs that are */
  struct {
    _Atomic uint32_t answer; /* 0: none yet; else enum hyd_hlrc_answer + 1 */
    uint32_t home;
  } ask;
  _Atomic uint64_t handled;
  struct {
    char *buffer;
    uint32_t home, used, room;
    uint64_t sent;
    _Atomic uint64_t stored;
  } diffs;
  /* Requests of the program's own thread, whose handlers say that they are done. */
  struct {
    uint64_t sent;
    _Atomic uint64_t done;
  } calls;
  struct hyd_dsm_ways ways;
  /* sync/ */
  unsigned char *held; /* by lock: this rank holds it */
  struct hyd_dsm_granted granted;
  struct hyd_dsm_object *objects;
  struct {
    uint32_t *rank, *what; /* grants that the service thread is to send */
    _Atomic uint32_t n, sent;
  } outbox;
  gex_HSL_t objects_lock;
  uint64_t *vectors; /* of reductions: two */
  uint64_t barriers;
};

/* --- init.c, layout.c ------------------------------------------------------ */
/* hyd_dsm_init; the region has `most` bytes rather than `least` if there is room for them. */
void hyd_dsm_open(int *argc, char ***argv, size_t least, size_t most);
/* What a public call works with; before hyd_dsm_init one line, and the end of the process. */
struct hyd_dsm *hyd_dsm_started(const char *call);
/* A thread of the library, which ends with the process; signals are for the program's threads. */
void hyd_dsm_start_thread(void *(*run)(void *), struct hyd_dsm *d);
void hyd_dsm_options_read(struct hyd_dsm_options *o);
void hyd_dsm_lay_out(struct hyd_dsm *d, size_t bytes);
/* One line by write(2), "hyd_dsm: rank R: ...", and the end of the job. Any thread may call it. */
void hyd_dsm_fatal(const char *fmt, ...) __attribute__((noreturn, format(printf, 1, 2)));
void hyd_dsm_place_view(struct hyd_dsm *d);
/* The same for what all ranks find at once: rank 0 says it. */
void hyd_dsm_refuse(const char *fmt, ...) __attribute__((noreturn, format(printf, 1, 2)));
/* Zeroed memory that is taken as it is touched. */
void *hyd_dsm_memory(size_t bytes);

uint64_t hyd_dsm_now_ns(void);

/* --- the segment ----------------------------------------------------------- */
static inline _Atomic uint64_t *hyd_dsm_word(struct hyd_dsm *d, size_t at, size_t i) {
  return (_Atomic uint64_t *)(d->mine + at) + i;
}
static inline void *hyd_dsm_word_of(struct hyd_dsm *d, uint32_t rank, size_t at, size_t i) {
  return d->peer[rank] + at + i * sizeof(uint64_t);
}
/* An atomic operation of a 64-bit word of a rank, complete at return; the old value. */
uint64_t hyd_dsm_op(struct hyd_dsm *d, uint32_t rank, void *word, gex_OP_t op, uint64_t a,
                    uint64_t b);

/* --- dsm_lock.c: the engine's lock; also in signal handlers ---------------- */
void hyd_dsm_enter(struct hyd_dsm *d);
void hyd_dsm_leave(struct hyd_dsm *d);
/* For so many ns at most; 0: for ever. */
void hyd_dsm_futex_wait_for(_Atomic uint32_t *word, uint32_t value, uint64_t ns);
void hyd_dsm_futex_wake(_Atomic uint32_t *word, int n);

/* --- notes.c: what threads wait for, for dumps and time-outs ----------------- */
enum hyd_dsm_waits {
  HYD_DSM_W_NOTHING,
  HYD_DSM_W_LOCK,    /* a: the lock; b: the rank before this one in its queue */
  HYD_DSM_W_OBJECT,  /* a: the object */
  HYD_DSM_W_BARRIER, /* a: the object by which it was called, or 0 */
  HYD_DSM_W_PAGE,    /* a: the page; b: the rank that was asked */
  HYD_DSM_W_DIFFS,   /* b: the rank that is to store them last */
};
/* Of the program's thread; but pages, which the fault thread may wait for meanwhile. */
void hyd_dsm_waits(struct hyd_dsm *d, enum hyd_dsm_waits what, uint32_t a, uint32_t b);
void hyd_dsm_waits_no_page(struct hyd_dsm *d);
void hyd_dsm_notes_open(struct hyd_dsm *d);

/* --- watch.c --------------------------------------------------------------- */
/* Around each wait in the library. */
void hyd_dsm_arrive(struct hyd_dsm *d);
void hyd_dsm_depart(struct hyd_dsm *d);
int hyd_dsm_is_visited(struct hyd_dsm *d);
/* There are grants to send; handlers may call it. */
void hyd_dsm_call_service(struct hyd_dsm *d);
/* By the service thread: returns when it is to poll, or to send. */
void hyd_dsm_stand_aside(struct hyd_dsm *d);
/* As GASNET_BLOCKUNTIL. */
#define HYD_DSM_AWAIT(d, cond)                                                                     \
  do {                                                                                             \
    if (cond) break;                                                                               \
    hyd_dsm_arrive(d);                                                                             \
    GASNET_BLOCKUNTIL(cond);                                                                       \
    hyd_dsm_depart(d);                                                                             \
  } while (0)
/* As gex_Event_Wait. */
static inline void hyd_dsm_await_event(struct hyd_dsm *d, gex_Event_t event) {
  if (event == GEX_EVENT_INVALID) return;
  hyd_dsm_arrive(d);
  gex_Event_Wait(event);
  hyd_dsm_depart(d);
}
void hyd_dsm_get(struct hyd_dsm *d, void *to, uint32_t rank, void *from, size_t bytes);
uint64_t hyd_dsm_get_word(struct hyd_dsm *d, uint32_t rank, void *from);

/* --- fault/taker.c --------------------------------------------------------- */
void hyd_dsm_faults_open(struct hyd_dsm *d);
uint32_t hyd_dsm_page_of(struct hyd_dsm *d, const void *p, size_t bytes, const char *call);

/* --- net/ ------------------------------------------------------------------ */
extern const struct hyd_hlrc_ops hyd_dsm_net;
void hyd_dsm_net_open(struct hyd_dsm *d);
void hyd_dsm_h_ask(gex_Token_t, const void *, size_t, gex_AM_Arg_t, gex_AM_Arg_t);
void hyd_dsm_h_page(gex_Token_t, void *, size_t);
void hyd_dsm_h_answer(gex_Token_t, gex_AM_Arg_t, gex_AM_Arg_t);
void hyd_dsm_h_diffs(gex_Token_t, const void *, size_t);
void hyd_dsm_h_stored(gex_Token_t);
void hyd_dsm_h_set_homes(gex_Token_t, gex_AM_Arg_t, gex_AM_Arg_t, gex_AM_Arg_t, gex_AM_Arg_t);
enum hyd_hlrc_answer hyd_dsm_ask(void *ctx, uint32_t *home, uint32_t page, int known,
                                 const struct hyd_hlrc_need *need, uint32_t n);
void hyd_dsm_diff_send(void *ctx, uint32_t home, uint32_t page, const struct hyd_dsm_run *runs,
                       uint32_t n, uint32_t version);
void hyd_dsm_diffs_settle(void *ctx, int wait);
/* The pages' homes are chosen by the allocation. */
void hyd_dsm_set_homes(struct hyd_dsm *d, uint32_t first, uint32_t n, enum hyd_dsm_home where,
                       uint32_t rank);

/* --- sync/ ----------------------------------------------------------------- */
#define HYD_DSM_OBJECT_OF_ANL (HYD_DSM_OBJECTS - 1) /* the last is anl.c's */
#define HYD_DSM_GRANT_LOCK(lock) ((lock) | 0x80000000u)
#define HYD_DSM_GRANT_OBJECT(object) ((object) | 0x40000000u)
void hyd_dsm_sync_open(struct hyd_dsm *d);
void hyd_dsm_release_all(struct hyd_dsm *d);
void hyd_dsm_acquire_from(struct hyd_dsm *d, const uint64_t *vector);
/* The barrier of all ranks, called by an object or, 0, by itself. */
void hyd_dsm_barrier_all(uint32_t object);
/* All requests that count in `calls` have been carried out. */
void hyd_dsm_calls_settle(struct hyd_dsm *d);
/* Waits until `what` has been granted; acquires what came with it. */
void hyd_dsm_await_grant(struct hyd_dsm *d, uint32_t what);
void hyd_dsm_h_object(gex_Token_t, const void *, size_t, gex_AM_Arg_t, gex_AM_Arg_t, gex_AM_Arg_t);
void hyd_dsm_h_done(gex_Token_t);
void hyd_dsm_h_grant(gex_Token_t, const void *, size_t, gex_AM_Arg_t);
void *hyd_dsm_serve(void *d);
int hyd_dsm_has_grants(struct hyd_dsm *d);
/* --- anl.c, anl_variables.c ------------------------------------------------ */
void hyd_dsm_h_data(gex_Token_t, const void *, size_t, gex_AM_Arg_t, gex_AM_Arg_t);
void hyd_dsm_h_create(gex_Token_t, const void *, size_t, gex_AM_Arg_t, gex_AM_Arg_t);
/* --- trace.c --------------------------------------------------------------- */
void hyd_dsm_trace_open(struct hyd_dsm *d);
void hyd_dsm_trace_close(struct hyd_dsm *d);
/* The program's thread enters and leaves the library; between: what it does there. */
void hyd_dsm_trace_enter(struct hyd_dsm *d);
void hyd_dsm_trace_enter_fault(struct hyd_dsm *d);
void hyd_dsm_trace_leave(struct hyd_dsm *d);
void hyd_dsm_trace(struct hyd_dsm *d, enum hyd_dsm_event_kind kind, uint32_t a, uint32_t b,
                   uint32_t c);
/* --- alloc.c --------------------------------------------------------------- */
struct hyd_dsm_piece {
  struct hyd_dsm_piece *next;
  char *at;
  size_t bytes;
  enum hyd_dsm_home where;
  uint32_t rank;
  int is_free;
  const void *caller; /* in the program */
};
void *hyd_dsm_alloc_for(const void *caller, size_t bytes, enum hyd_dsm_home where, uint32_t rank);
/* --- stats.c --------------------------------------------------------------- */
void hyd_dsm_print_counts(struct hyd_dsm *d);
void hyd_dsm_print_shared_pages(struct hyd_dsm *d); /* shared_pages.c */

#endif
