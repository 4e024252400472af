/* SPDX-License-Identifier: BSD-3-Clause
 *
 * dsm.h: internal declarations of libhydrant_dsm: a rank's state, and the threads that use it.
 *
 * Threads of a rank: the program's threads, which fault and synchronise; the fault thread
 * (fault/taker.c), which does the communication of faults; the service thread (sync/objects.c),
 * which runs message handlers while the program computes, and sends messages that handlers may not
 * send.
 *
 * `lock` is held around every use of the engine, also by a program's thread in its signal handler;
 * so a thread that holds it never touches the region. Message handlers take no lock that a thread
 * holds while it waits for the network. They neither allocate nor print: the thread that runs them
 * may have faulted inside malloc or printf.
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

#define HYD_DSM_LOCKS 32768u   /* lock numbers are below this */
#define HYD_DSM_OBJECTS 16384u /* object numbers are below this */
#define HYD_DSM_LOG_ROOM 65536u

enum hyd_dsm_protocol { HYD_DSM_AUTO, HYD_DSM_ASYNC, HYD_DSM_ARDMAR };
/* Treatment of a worker's writes to the program's variables. */
enum hyd_dsm_globals { HYD_DSM_GLOBALS_OWN, HYD_DSM_GLOBALS_REPORT, HYD_DSM_GLOBALS_END };

struct hyd_dsm_options {
  enum hyd_dsm_protocol protocol;
  const char *faults; /* "auto", "sigsegv", "uffd" */
  const char *writes; /* "auto", "signal", "kernel" */
  enum hyd_dsm_globals globals;
  int readonly_homes, versions, stats;
  int takes_mains; /* variables that differ at MAIN_INITENV get rank 0's values */
  uint32_t block, twins, ahead;
  const char *trace; /* a directory, or NULL */
};

/* The number of notices whose diffs may be awaited at a time, with versions (engine/need.h). */
static inline uint32_t hyd_dsm_needs(uint32_t pages) { return pages + pages / 2 + 1024; }

/* The layout of each rank's segment, in bytes from its beginning. */
struct hyd_dsm_layout {
  size_t region;  /* bytes of the region; this rank's copy comes first */
  size_t log;     /* struct hyd_hlrc_log */
  size_t notices; /* HYD_DSM_LOG_ROOM */
  size_t marks;   /* 64-bit words, a bit for each page */
  size_t homes; /* 64-bit words, for pages x with x % ranks == rank, at x / ranks: 0, or home + 1 */
  size_t versions; /* [page][rank], if versions are used */
  size_t tails;    /* 64-bit words, for locks l with l % ranks == rank, at l / ranks */
  size_t next;     /* 64-bit words, one for each lock: the rank that waits after this one, + 1 */
  size_t vectors;  /* [lock][rank], 64-bit words, for locks that this rank has released */
  size_t counters; /* used at rank 0: enum hyd_dsm_counter */
  size_t total;
};
enum hyd_dsm_counter { HYD_DSM_TOP, HYD_DSM_LOCK_NUMBER, HYD_DSM_OBJECT_NUMBER, HYD_DSM_COUNTERS };

/* One way to get faults of the program's view. */
struct hyd_dsm_faults {
  const char *name;
  /* Takes over [view, view + bytes), which is mapped readable and writable. 0, or errno. */
  int (*open)(char *view, size_t bytes);
  /* Changes access; called in signal handlers, too. 0, or errno. `mem`: the same pages in the
   * segment. */
  int (*protect)(char *view, char *mem, size_t bytes, enum hyd_hlrc_access was,
                 enum hyd_hlrc_access now);
  /* For access WATCHED; NULL: not available. 0, or errno. */
  int (*open_watch)(void);
  int (*written)(char *view, size_t bytes, int stop, void (*fn)(void *arg, char *at, size_t bytes),
                 void *arg);
};
extern const struct hyd_dsm_faults hyd_dsm_sigsegv, hyd_dsm_uffd;

struct hyd_dsm;
extern struct hyd_dsm *hyd_dsm_the; /* this process's; handlers have no other way to get it */

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

/* The grant that this rank's program waits for; handlers set it. */
struct hyd_dsm_granted {
  _Atomic uint32_t what; /* 0: not granted; else HYD_DSM_GRANT_LOCK or HYD_DSM_GRANT_OBJECT */
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
  char **peer;  /* by rank: address of its segment in that rank */
  char **local; /* by rank: address of its segment in this process; NULL: not mapped */
  char *view;   /* the second mapping of the region, which the program accesses */
  const struct hyd_dsm_faults *faults;
  gex_AD_t u32, u64, dbl;
  gex_AM_Index_t handler[HYD_DSM_HANDLERS];
  struct hyd_hlrc engine;
  _Atomic uint32_t lock; /* the engine's lock: dsm_lock.c */
  uint32_t pages;
  uint64_t top_seen; /* the region is allocated at least up to here */
  struct hyd_dsm_counts counts;
  struct hyd_dsm_piece *pieces; /* alloc.c: allocations of this rank */
  /* fault/taker.c */
  struct hyd_dsm_request request[HYD_DSM_REQUESTS];
  _Atomic uint32_t requests; /* futex: number of requests so far */
  int looks;                 /* polls of a waiting thread before it yields its core */
  _Atomic uint32_t late;     /* yields in a row that returned late */
  _Atomic uint32_t crowded;  /* number of next waits that sleep at once, without polling */
  _Atomic int taker_sleeps;  /* the fault thread sleeps and must be woken */
  /* notes.c: the wait of the program's thread, and that of a fault for its page */
  struct {
    _Atomic uint32_t what, a, b;
  } waits[2];
  /* watch.c */
  struct {
    _Atomic uint32_t inside; /* threads that wait in GASNet, other than the service thread */
    _Atomic uint32_t visits; /* number of such waits that have ended */
    _Atomic uint32_t stands; /* futex: whether the service thread is awake, naps, or is parked */
  } watch;
  struct {
    struct hyd_dsm_event *event; /* NULL: no trace is recorded */
    size_t n;
    uint64_t left_ns;  /* processor time at which the program's thread left the library */
    uint64_t fault_ns; /* processor time of a fault before and after its handler */
    int fd;
    const struct hyd_hlrc_ops *inner;
    struct hyd_hlrc_ops ops;
  } trace;
  /* net/ask.c: the one outstanding request, and diffs in flight */
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
  /* Requests of the program's thread; each handler acknowledges its request. */
  struct {
    uint64_t sent;
    _Atomic uint64_t done;
  } calls;
  struct hyd_dsm_ways ways;
  /* sync/ */
  unsigned char *held; /* by lock: whether this rank holds it */
  struct hyd_dsm_granted granted;
  struct hyd_dsm_object *objects;
  struct {
    uint32_t *rank, *what; /* grants for the service thread to send */
    _Atomic uint32_t n, sent;
  } outbox;
  gex_HSL_t objects_lock;
  uint64_t *vectors; /* two, for reductions */
  uint64_t barriers;
};

/* --- init.c, layout.c ------------------------------------------------------ */
/* As hyd_dsm_init. The region has `most` bytes if there is room for them, else `least`. */
void hyd_dsm_open(int *argc, char ***argv, size_t least, size_t most);
/* The state for a public call. Before hyd_dsm_init prints one line and ends the process. */
struct hyd_dsm *hyd_dsm_started(const char *call);
/* Starts a thread of the library, which ends with the process and has all signals blocked. */
void hyd_dsm_start_thread(void *(*run)(void *), struct hyd_dsm *d);
void hyd_dsm_options_read(struct hyd_dsm_options *o);
void hyd_dsm_lay_out(struct hyd_dsm *d, size_t bytes);
/* Prints one line by write(2), "hyd_dsm: rank R: ...", and ends the job. Any thread may call it. */
void hyd_dsm_fatal(const char *fmt, ...) __attribute__((noreturn, format(printf, 1, 2)));
void hyd_dsm_place_view(struct hyd_dsm *d);
/* The same for an error that all ranks detect at the same time: only rank 0 prints it. */
void hyd_dsm_refuse(const char *fmt, ...) __attribute__((noreturn, format(printf, 1, 2)));
/* Reserves zeroed memory, which is committed as it is touched. */
void *hyd_dsm_memory(size_t bytes);

uint64_t hyd_dsm_now_ns(void);

/* --- the segment ----------------------------------------------------------- */
static inline _Atomic uint64_t *hyd_dsm_word(struct hyd_dsm *d, size_t at, size_t i) {
  return (_Atomic uint64_t *)(d->mine + at) + i;
}
static inline void *hyd_dsm_word_of(struct hyd_dsm *d, uint32_t rank, size_t at, size_t i) {
  return d->peer[rank] + at + i * sizeof(uint64_t);
}
/* An atomic operation on a 64-bit word of a rank, complete at return. Returns the old value. */
uint64_t hyd_dsm_op(struct hyd_dsm *d, uint32_t rank, void *word, gex_OP_t op, uint64_t a,
                    uint64_t b);

/* --- dsm_lock.c: the engine's lock, usable in signal handlers ---------------- */
void hyd_dsm_enter(struct hyd_dsm *d);
void hyd_dsm_leave(struct hyd_dsm *d);
/* Waits for ns nanoseconds at most; 0: without limit. */
void hyd_dsm_futex_wait_for(_Atomic uint32_t *word, uint32_t value, uint64_t ns);
void hyd_dsm_futex_wake(_Atomic uint32_t *word, int n);

/* --- notes.c: records of waits, for dumps and time-outs ----------------- */
enum hyd_dsm_waits {
  HYD_DSM_W_NOTHING,
  HYD_DSM_W_LOCK,    /* a: the lock; b: the rank before this one in its queue */
  HYD_DSM_W_OBJECT,  /* a: the object */
  HYD_DSM_W_BARRIER, /* a: the object of hyd_dsm_barrier_of, or 0 */
  HYD_DSM_W_PAGE,    /* a: the page; b: the rank that was asked */
  HYD_DSM_W_DIFFS,   /* b: the rank to which the last diffs were sent */
};
/* Records what the program's thread waits for; a page has a record of its own, since the fault
 * thread may wait for it at the same time. */
void hyd_dsm_note_wait(struct hyd_dsm *d, enum hyd_dsm_waits what, uint32_t a, uint32_t b);
void hyd_dsm_note_page_got(struct hyd_dsm *d);
void hyd_dsm_notes_open(struct hyd_dsm *d);

/* --- watch.c --------------------------------------------------------------- */
/* Called around each wait in GASNet. */
void hyd_dsm_arrive(struct hyd_dsm *d);
void hyd_dsm_depart(struct hyd_dsm *d);
int hyd_dsm_is_visited(struct hyd_dsm *d);
/* Tells the service thread that grants are to be sent; handlers may call it. */
void hyd_dsm_call_service(struct hyd_dsm *d);
/* Called by the service thread: returns when it must poll, or send grants. */
void hyd_dsm_stand_aside(struct hyd_dsm *d);
/* GASNET_BLOCKUNTIL, for threads other than the service thread. */
#define HYD_DSM_AWAIT(d, cond)                                                                     \
  do {                                                                                             \
    if (cond) break;                                                                               \
    hyd_dsm_arrive(d);                                                                             \
    GASNET_BLOCKUNTIL(cond);                                                                       \
    hyd_dsm_depart(d);                                                                             \
  } while (0)
/* gex_Event_Wait, for the same threads. */
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
/* Sets the homes of pages as the allocation says. */
void hyd_dsm_set_homes(struct hyd_dsm *d, uint32_t first, uint32_t n, enum hyd_dsm_home where,
                       uint32_t rank);

/* --- sync/ ----------------------------------------------------------------- */
#define HYD_DSM_OBJECT_OF_ANL (HYD_DSM_OBJECTS - 1) /* reserved for anl.c */
#define HYD_DSM_GRANT_LOCK(lock) ((lock) | 0x80000000u)
#define HYD_DSM_GRANT_OBJECT(object) ((object) | 0x40000000u)
void hyd_dsm_sync_open(struct hyd_dsm *d);
void hyd_dsm_release_all(struct hyd_dsm *d);
void hyd_dsm_acquire_from(struct hyd_dsm *d, const uint64_t *vector);
/* The barrier of all ranks; `object`: the object it is called by, 0: none. */
void hyd_dsm_barrier_all(uint32_t object);
/* Waits until all requests counted in `calls` have been carried out. */
void hyd_dsm_calls_settle(struct hyd_dsm *d);
/* Waits until `what` is granted, then acquires by the vector of the grant. */
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
/* The program's thread enters and leaves the library; between these calls, hyd_dsm_trace records
 * events. */
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
  const void *caller; /* the place in the program */
};
void *hyd_dsm_alloc_for(const void *caller, size_t bytes, enum hyd_dsm_home where, uint32_t rank);
/* --- stats.c --------------------------------------------------------------- */
void hyd_dsm_print_counts(struct hyd_dsm *d);
void hyd_dsm_print_shared_pages(struct hyd_dsm *d); /* shared_pages.c */

#endif
