/* SPDX-License-Identifier: BSD-3-Clause
 *
 * job.h: the objects behind the public handles. All state is part of struct hyd_job. An ordinary
 * process has one job (globals.c); tests may make others.
 */
#ifndef HYD_BASE_JOB_H
#define HYD_BASE_JOB_H

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

#include "core/shm/barrier_name.h"
#include "core/base/core.h"
#include "core/base/counts.h"
#include "core/shm/layout.h"

struct hyd_job;
struct hyd_conduit;
struct hyd_env;
struct hyd_boot;

#define HYD_TAKES(nargs) (0x100u | (nargs))
#define HYD_TAKES_ANY HYD_TAKES(255u)
/* The message has ends (endpoint_am.h): its own arguments name the handler. */
#define HYD_TAKES_ENDS HYD_TAKES(254u)
struct hyd_handler {
  gex_AM_Entry_t entry;
  /* 0: it is not registered; HYD_TAKES(n): messages of n arguments; HYD_TAKES_ANY, _ENDS */
  uint16_t takes;
  uint8_t legacy; /* takes any category, direction and number of arguments (AMREG-7) */
};

struct hyd_kind; /* of memory; NULL: the host's (kind.h) */
struct hyd_guarded_ranges;
struct hyd_route;
struct hyd_guarded; /* a segment of guarded memory (guard.h) */

struct hyd_segment {
  struct hyd_job *job;
  void *base;
  uintptr_t size; /* 0: the segment is destroyed, but an endpoint still names it */
  const void *cdata;
  struct hyd_kind *kind;
  struct hyd_guarded *guarded; /* NULL: all of it is always present */
  int fd;                      /* memfd of host memory that gex_Segment_Create made, or -1 */
  int made;                    /* its memory is the library's */
  unsigned bound;              /* endpoints that name it; under job->threads.lock */
  struct hyd_segment *next;    /* in job->mem.segments; under job->threads.lock */
};

/* The segment bound to one endpoint of one rank, as this process knows it. Binding and publication
 * write it, while the endpoint is idle (EP-7). */
struct hyd_bound {
  void *base;
  uintptr_t size;              /* 0: no segment is known */
  struct hyd_map map;          /* where all of it is mapped here, if it is */
  struct hyd_guarded *guarded; /* another rank's guarded segment; then nothing is mapped */
  uint8_t device;              /* addresses are not the processor's */
  uint8_t own_map;             /* the mapping was made for this entry */
};

struct hyd_ep {
  struct hyd_job *job;
  struct hyd_segment *segment;
  const void *cdata;
  gex_EP_Index_t index;
  gex_EP_Capabilities_t capabilities;
  gex_Flags_t flags;
  /* written under job->threads.lock, read by the threads that deliver */
  struct hyd_handler handler[256];
};

struct hyd_team {
  struct hyd_tm_pub pub; /* first: inline code sees a team as this */
  struct hyd_job *job;
  struct hyd_ep *ep;
  const void *cdata;
  gex_Flags_t flags;
  gex_Memvec_t scratch; /* the client's, until the team is destroyed */
  uint64_t id;          /* the same at all members, unique in the job */
  /* Members: jobranks first + rank * stride (modulo 2^32), or member[rank] if that is not NULL;
   * then rank_of[jobrank - lowest] leads back, for `span` jobranks, and `maps` is what pub.map
   * points to. */
  gex_Rank_t first, stride, lowest, span;
  gex_Rank_t *member, *rank_of;
  struct hyd_map *maps;
  struct hyd_team *next;          /* in job->teams.list */
  uint32_t coll_seq;              /* collectives begun on the team; all members count alike */
  struct hyd_team_slots *slots;   /* if all members share memory (extended/coll/team_slots.h) */
  struct hyd_team_levels *levels; /* if they do by groups (extended/coll/team_levels.h) */
  /* Unnamed barriers that each member has entered (N1, N2); NULL: the barrier goes by messages. */
  _Atomic uint64_t *counts;
  uint64_t nb_entered; /* unnamed barriers that this rank has entered */
};

/* The operations of one thread that have no handle of their own (gex-rma.md 4.3, 4.4): the numbers
 * of those that were started, and that have completed, by category. Any thread may complete them.
 */
enum hyd_nbi_cat { HYD_NBI_PUT, HYD_NBI_GET, HYD_NBI_RMW, HYD_NBI_LC, HYD_NBI_CATS };
struct hyd_nbi {
  uint64_t started[HYD_NBI_CATS];
  _Atomic uint64_t done[HYD_NBI_CATS];
};

struct hyd_op;

/* A thread's state in a watched job (core/watch). */
#define HYD_WATCH_INSIDE 16u
struct hyd_watch_thread {
  struct hyd_trace_area *area; /* or NULL */
  uint64_t at;                 /* where the area begins in the rank's file */
  uint64_t wait_since;         /* in ticks */
  uint64_t ticks[HYD_TIMES];   /* written by this thread, read by others, as hyd_value_stat */
  struct {
    uint64_t begin, ticks;
  } inside[HYD_WATCH_INSIDE]; /* spans that are over, perhaps inside one that is not (record.c) */
  uint32_t ninside;
  uint32_t wait_depth, wait_reason, wait_peer;
  uint32_t way; /* the way that was counted last */
  uint8_t refused;
};

/* The one thread that is in a call now, and the place of its outermost call (client_place.c). */
struct hyd_inside {
  struct hyd_thread *_Atomic thread; /* or NULL */
  unsigned depth;
  const char *call, *file;
  int line;
};

/* Calls of a thread, in a row, that found nothing (core/am/vain.c). */
struct hyd_vain {
  int32_t left;       /* polls that are left before the thread acts on them */
  uint32_t most;      /* the value from which `left` began */
  uint32_t polls;     /* polls in a row before that */
  uint32_t tests;     /* tests of events, which do not poll */
  int32_t left_then;  /* `left` at the last HYD_TESTS tests: the same now, if nothing has polled */
  uint32_t atomics;   /* atomics that changed nothing */
  uint16_t naps;      /* naps in a row that nothing ended, as far as they count */
  uint64_t looked_ns; /* last look at the clock, in a row of calls or in a wait; 0: none */
  uint64_t ran_ns, delay_ns; /* the thread's run times when it last lost its core for long */
};

/* One for each thread that has entered the library; reclaimed when the thread ends. */
struct hyd_thread {
  struct hyd_job *job;
  struct hyd_thread *next; /* in job->threads.list, under job->threads.lock */
  struct hyd_nbi *nbi;     /* the implicit set; outlives the thread */
  struct hyd_op *region;   /* open access region, or NULL */
  struct hyd_op *free_ops; /* recycled events */
  struct hyd_vain vain;
  int puts_off; /* messages for the client's handlers are put off (core/am/vain.c) */
  uint64_t ops_begun;
  unsigned in_request, in_reply; /* handler nesting */
  unsigned held_interrupts;
  gex_HSL_t *top_hsl;         /* most recently taken lock, checking library only */
  unsigned char *loop_buf[2]; /* payloads of messages to oneself: request, reply */
  uint8_t loop_busy[2];
  unsigned char *fill_buf;        /* payloads that are built for a conduit */
  struct hyd_srcdesc *srcdesc[2]; /* negotiated messages: request, reply (negotiated.c) */
  unsigned char *bounce[2];       /* their buffers */
  size_t bounce_size[2];
  uint8_t prepared; /* negotiated messages that are prepared */
  struct {          /* the peer completion that is armed for the next VIS put (gex-vis.md 4) */
    const void *payload;
    uint8_t handler, nbytes;
  } vis_peer;
  uint32_t coll_image; /* this node's image of GASNet-1's collectives, from 1; 0: none */
  struct hyd_value_stat stat[HYD_COUNTS];
  struct hyd_watch_thread watch;
  _Atomic uint64_t guard_hits; /* written by this thread alone */
  /* Checking library only: the recorded call that this thread is in, and its place in the client.
   * The outermost one is remembered while handlers make calls. */
  struct hyd_call_place {
    const char *call, *file; /* file NULL: in none */
    int line;
  } place, outermost;
  unsigned places; /* recorded calls that the thread is in */
};

/* A process's state for one peer. No page of it is touched before the first message. */
struct hyd_peer {
  _Atomic uint64_t seen_request, seen_reply; /* copies of the heads of its rings */
};

enum hyd_progress {
  HYD_PROGRESS_BARRIER,
  HYD_PROGRESS_COLL,
  HYD_PROGRESS_LEGACY,
  HYD_PROGRESS_CONDUIT,
  HYD_PROGRESS_DEFERRED,
  HYD_PROGRESS_COUNTING,
  HYD_PROGRESSES
};

/* Functions of higher rooms that lower rooms call; set in init, before any call. */
struct hyd_hooks {
  void (*fatal_end)(int refused);           /* after a fatal message; does not return */
  void (*when_ending)(struct hyd_job *job); /* in waits, while the job's end is under way */
  void (*on_thread_end)(struct hyd_job *job, struct hyd_thread *t); /* adopts the thread's ops */
  void (*on_main_end)(struct hyd_job *job); /* the main thread ends, without exit */
  void (*on_leaving)(struct hyd_job *job);  /* writes memory that has files behind it; or NULL */
  /* Prints more on what this rank waits for, in handlers of signals; or NULL. */
  void (*on_dump)(struct hyd_job *job);
  void (*maps_shown)(struct hyd_job *job); /* inline code gets other maps; under threads.lock */
  /* A request of src that had a grant waits for guarded memory, or is over (grants.c). */
  void (*on_deferred_request)(struct hyd_job *job, gex_Rank_t src, int over);
};

struct hyd_parked; /* a reply that found no room (reply.c) */

/* --- the parts of a job, each with the room that owns it ------------------- */

/* What the client gave or said (job). */
struct hyd_client_part {
  gex_Flags_t flags;
  char *name;
  const void *cdata;
  int segment_mode; /* HYD_SEGMENT_MODE of the client */
  int legacy_init;  /* by gasnet_init */
  int quiet;        /* GASNET_QUIET: no warnings */
};

/* Receiving (am). Consumer fields belong to the thread that holds poll_lock. */
struct hyd_rx {
  uint32_t request_pos, reply_pos; /* next line to read */
  /* What polls look at: the next line of each ring, and the sequence word that it will have. Other
   * threads may read a mixed pair, and then look again under the lock or a poll later. */
  struct hyd_line *_Atomic request_line, *_Atomic reply_line;
  _Atomic uint32_t request_seq, reply_seq;
  _Atomic uint32_t poll_more; /* a reply is parked, or a conduit wants polling */
  uint32_t request_block, reply_block;
  uint32_t request_freed, reply_freed; /* line positions last published */
  _Atomic uint32_t poll_lock;
  struct hyd_parked *parked;
  /* Messages whose handlers a later poll runs (later.h), first and last, changed under
   * threads.lock; and the bytes of those that were put off. */
  void *_Atomic later;
  void *last_later;
  _Atomic uint32_t put_off;
  _Atomic uint32_t closed;     /* a reply is parked: no requests are taken */
  _Atomic uint32_t parked_for; /* rank + 1 that the parked reply goes to by its ring, or 0 */
#define HYD_TODO_NOW 1u        /* handlers decided on something to send */
#define HYD_TODO_WATCH 2u      /* something in shared memory is waited for */
#define HYD_TODO_SOON 4u       /* the same, but a change there rings no bell: naps are short */
  /* If not 0, polls call the progress functions (hyd_poll_todo, hyd_poll_watch in wait.h). */
  _Atomic uint32_t todo;
#define HYD_PROGRESS_MORE 1 /* there is more to do, but not now */
#define HYD_PROGRESS_DONE                                                                          \
  2 /* something for which a thread may wait is complete, or a step of it                          \
     */
  int (*progress[HYD_PROGRESSES])(struct hyd_job *job);
};

/* What this process knows of its use of mailboxes (am, mailbox.h). */
struct hyd_mailbox {
  struct hyd_line *watched; /* the line in which this rank's reply will come; else &none */
  struct hyd_line none;     /* never has a reply */
  uint32_t reply_word;      /* a line's word when it has this rank's reply */
  uint32_t rest, misses;    /* requests that still go by the ring; rests in a row so far */
  int taken;                /* the reply has been taken, and the mailbox not yet given back */
  int on;                   /* the client has one thread */
  int open; /* the request in this rank's mailbox is being handled and has no reply yet */
};

/* The network (am, oob), and functions of the layer above for conduits and the core. */
struct hyd_net {
  const struct hyd_conduit *_Atomic conduit; /* hyd_conduit_of; changes at the end (after_end.c) */
  void *state;                               /* the conduit's */
  int (*ends)(void *state, const _Atomic uint32_t *pending); /* the conduit's; not before attach */
  /* Does a conduit's transfer by active messages, as parts of its op; may wait. */
  void (*by_messages)(struct hyd_job *job, gex_Rank_t peer, int is_put, void *remote, void *local,
                      size_t n, struct hyd_op *op);
  /* Puts by active messages, the guard's if that is the route's way, and waits; for the core.
   */
  void (*put_by_am)(struct hyd_job *job, const struct hyd_route *r, void *dest, const void *src,
                    size_t n);
  struct hyd_leaders *_Atomic leaders; /* hyd_leaders_of (host_leaders.h); NULL: one host */
  int ring_to_all;                     /* rings reach ranks outside the neighbourhood too (smp) */
  struct hyd_peer *host_peer;          /* [host_count] */
  size_t max_medium, max_long;
  _Atomic uint32_t end_heard; /* hosts that know of the end which this rank announced */
};

/* Where ranks are (job, topology.c). */
struct hyd_places {
  gex_Rank_t host_first, host_count;   /* ranks of this host, which follow each other */
  gex_Rank_t nbrhd_first, nbrhd_count; /* ranks of this rank's neighbourhood */
  gex_Rank_t nbrhd_most;        /* ranks of each neighbourhood, except perhaps the last of a host */
  gex_RankInfo_t *rank_info;    /* [size] 0,1,2,... */
  gex_RankInfo_t *machine_info; /* ranks of this machine */
  gex_Rank_t machine_count, machine_mine; /* how many; this rank's place among them */
};

/* Waiting (am, wait.c). */
struct hyd_waiting {
  int mode;       /* GASNET_WAIT_* */
  int fence_mode; /* producers fence before they look for sleepers */
  int oversubscribed, membarrier;
  int yields_help;     /* sched_yield gives the core to other ranks */
  uint32_t more_looks; /* before each yield; 1 less than a power of two */
  /* Ranks outnumber the cores of the host, or client threads those of their rank: calls that
   * clients loop around yield. */
  _Atomic int polls_yield;
  uint32_t vain_yield_ns;            /* a yield that takes longer has let another thread run */
  _Atomic uint64_t foreign_until_ns; /* a foreign load is believed until then: no yields */
  _Atomic uint64_t crowded_until_ns; /* the core is taken for crowded until then */
  _Atomic int suspicion;             /* of a foreign load */
  _Atomic unsigned haste;            /* how often spinning and yielding were halved */
  _Atomic uint64_t wake_ns;          /* the time that a wake-up takes now; a hint */
  _Atomic uint32_t sleeps;           /* sleeps so far, some of which measure wake_ns */
  _Atomic uint32_t spinners;         /* threads that spin or yield, at most `cores` */
  uint32_t cores;                    /* for the threads of this rank */
  uint32_t host_cpus;                /* that the ranks of the host may use */
  uint32_t sharers;                  /* ranks of the host for each of these, at least 1 */
  _Atomic uint32_t yield_after_ns;   /* of spinning; 0: as long as where nothing is known */
  uint64_t hang_ns;
  _Atomic uint32_t threads;    /* threads with an armed bell */
  _Atomic uint32_t in_conduit; /* one of them sleeps in the conduit */
  _Atomic uint32_t
      settled; /* the bell's value at the last membarrier after arming (W3 in wait_sleep.c) */
  _Atomic uint32_t shared_waits; /* that ended by a yield to the awaited rank; since one slept */
};

/* Memory of all ranks (mem). */
#define HYD_LANDINGS 64
struct hyd_landing {            /* landings.h */
  _Atomic uintptr_t begin, end; /* end 0: it is free */
};

struct hyd_memory {
  struct hyd_map *map;     /* the truth, also when inline code is shown an empty map: */
  struct hyd_map *nowhere; /* [size], all empty; NULL: not needed so far */
  int cma;                 /* process_vm_readv/writev reach the peers */
  int attached;
  gasnet_seginfo_t *seginfo;
  uintptr_t max_local, max_global;
  struct hyd_ep *eps[GASNET_MAXEPS]; /* all, by index; grows under lock, E1 */
  _Atomic uint32_t neps; /* E1: released by creation, pairs with E2, look-up (endpoint.c) */
  struct hyd_bound *_Atomic bound[GASNET_MAXEPS]; /* [index][jobrank], NULL until needed; of
                                                   * endpoint 0 see seginfo and map */
  struct hyd_segment *segments;                   /* those of gex_Segment_Create, under lock */
  struct hyd_kind *kinds;                         /* under lock */
  _Atomic uint32_t device_segments; /* how many there are; 0: all addresses are the processor's */
  const struct hyd_guard *guard;    /* of guarded memory (guard.h) */
  struct hyd_guarded_ranges *_Atomic guarded_own; /* this process's */
  /* This process has, or had, guarded memory, and the conduit would pin it: transfers of such
   * memory avoid the conduit. */
  int guarded_round;
  struct hyd_guarded **guarded; /* [jobrank] bound to others' primordial endpoints; NULL: none is */
  struct hyd_deferred_all *deferred; /* what waits for guarded memory (deferred.c) */
  struct hyd_grants *grants;         /* [jobrank] requests that may wait (grants.c) */
  struct hyd_landing landing[HYD_LANDINGS];
};

/* Teams (team). */
struct hyd_teams {
  char *pairs;                       /* TM-pairs, and teams of endpoints, as addresses (team.h) */
  struct hyd_ep_team **of_endpoints; /* by number (endpoint_team.h), under lock */
  uint32_t of_endpoints_size;
  struct hyd_team *list;       /* all but the primordial one, under lock */
  _Atomic uint32_t made;       /* for their ids */
  _Atomic uint32_t slots_busy; /* bit i: this rank's slot i of collectives belongs to a team */
  int use_slots;
};

/* Client threads (base, client_thread.c). */
struct hyd_threads {
  pthread_mutex_t lock; /* list, handler registration, op chunks, segments, teams; taken last */
  int mode;             /* HYD_THREAD_MODE of the client */
  int many;             /* more than one thread may call */
  struct hyd_thread *list;
  struct hyd_kept_set *sets;   /* implicit sets of threads that have ended (client_thread.c) */
  _Atomic uint64_t guard_hits; /* of threads that have ended */
  unsigned count, max;
  pthread_key_t key;
  struct hyd_thread *only;  /* the thread of a SEQ client; checking library only */
  struct hyd_inside inside; /* of a PARSYNC client's; checking library only */
};

/* Statistics (diag, stats_file.c). */
struct hyd_stats {
  struct hyd_sums ended; /* of threads that ended; under threads.lock */
  pthread_mutex_t lock;  /* of file */
  char *file;
  char job[256]; /* the job's name, the same in all ranks */
};

/* Whether and by what the job is watched (watch). */
struct hyd_watch {
  _Atomic int for_now;         /* job->watched is on while a user looks on */
  _Atomic int asked;           /* whether it goes on is to be looked at in the next poll */
  uint32_t groups;             /* of events that go to the trace: bit i for letter 'A' + i */
  struct hyd_trace_head *head; /* NULL: there is no trace */
  int fd;
  uint64_t since_ns;      /* init */
  _Atomic uint32_t trips; /* round trips to rank 0 (trace_clock.c); of the shortest: */
  uint64_t trip_ns;
  int64_t offset_ns;
};

/* Operations in flight (op). */
struct hyd_ops {
  struct hyd_op_chunk *chunks; /* all ops ever made */
  struct hyd_op *orphans;      /* free ops of threads that ended */
  _Atomic uint64_t serial;     /* of the oldest, for diagnosis; relaxed: next_serial in op.c */
};

/* The named barrier (extended, barrier.c). */
struct hyd_barrier {
  uint32_t phase;    /* of the last notify */
  uint32_t gathered; /* ranks before this one have arrived */
  int notified, done_once;
  struct hyd_consensus consensus, result; /* of the running phase; of the last completed one */
  struct hyd_barrier_am *am;              /* barriers go by messages; NULL: by shared memory */
};

/* Debugging aids, and what signals do (diag, exit). */
struct hyd_trace {
  sigset_t caught; /* signals whose handlers are the library's, or its conduit's libraries' */
  struct sigaction after[_NSIG]; /* the handlers at the end of init */
  int quit_ignored;              /* the parent ignores SIGQUIT: it ends a rank of a job that ends */
  int here, all;                 /* this rank prints backtraces; of all its threads */
  int signal, freeze_signal;     /* 0: none */
  _Atomic uint32_t busy;         /* a thread collects the backtraces of all */
  _Atomic int32_t asked;         /* the thread that shall print its own (T1 to T4) */
  int fd;                        /* where to; of the thread that holds busy */
};

/* Ways to memory of peers that is not mapped here (core/team/route.h). */
enum hyd_way_id { HYD_WAY_KERNEL, HYD_WAY_NETWORK, HYD_WAY_MESSAGES, HYD_WAY_GUARDED, HYD_WAYS };

/* State of the layers above the core. */
struct hyd_layer_state {
  const struct hyd_way *way[HYD_WAYS]; /* what each way does (extended/rma/ways.h) */
  struct hyd_vis *vis;                 /* how non-contiguous transfers are done (vis/vis.h) */
  struct hyd_ad *domains;          /* live domains that inline code may use; under threads.lock */
  struct hyd_ad_checks *ad_checks; /* what the checking library knows of domains (ad_check.c) */
  struct hyd_colls *colls;         /* collectives in flight (extended/coll/coll.h) */
  struct hyd_images *images;       /* images of GASNet-1's collectives (coll_images.h) */
  struct hyd_paged_waits *paged;   /* transfers to paged segments (rma_paged.h) */
  _Atomic uint32_t told;           /* what is emulated (emulated.c): bits, each told once */
};

/* The end (exit). */
struct hyd_end {
  _Atomic int closing; /* this rank leaves: 1: the conduit is being closed, or is closed; 2: done */
  _Atomic int over;    /* AE1: it is closed; pairs with AE2 (after_end.c, wait.c) */
  _Atomic int limited; /* an alarm of the library's ends the process soon */
  _Atomic int saving;  /* hooks.on_leaving runs */
  _Atomic int told;    /* the launcher has been told that this rank leaves with a status */
  pthread_t thread;    /* in which that has happened: of exit() or gasnet_exit */
  uint64_t patience_ns;     /* of waits after that */
  uint64_t polled_ns;       /* first poll of that thread after that; */
  uint32_t polls;           /* how many there were */
  struct hyd_conduit *none; /* takes the conduit's place */
};

struct hyd_job {
  gex_Rank_t rank, size;
  pid_t pid, supervisor; /* of this rank; of the process that forked it, 0: there is none */
  int ready;             /* init has returned */
  /* The library is to see and count every operation: always, or while a user looks on
   * (core/job/counting.c). Here, because each call reads this line. */
  _Atomic int watched;
  struct hyd_shared *shared;
  struct hyd_rank_shared *me;   /* this rank's in it */
  struct hyd_inbox *host_inbox; /* [host_count] */
  struct hyd_rx rx;
  struct hyd_mailbox mailbox;
  struct hyd_net net;
  struct hyd_places place;
  struct hyd_waiting wait;
  struct hyd_memory mem;
  struct hyd_threads threads;
  struct hyd_ops ops;
  struct hyd_teams teams;
  struct hyd_team team, pair; /* the primordial team; the TM-pair of its endpoints */
  struct hyd_ep ep;           /* the primordial endpoint */
  struct hyd_segment segment; /* the attached segment of that endpoint */
  struct hyd_barrier bar;
  struct hyd_layer_state layer;
  struct hyd_stats stats;
  struct hyd_watch watch;
  struct hyd_trace trace;
  struct hyd_client_part client;
  struct hyd_end end;
  struct hyd_hooks hooks;
  struct hyd_env *env;
  struct hyd_boot *boot;
};

extern struct hyd_job *hyd_the_job; /* of this process; NULL before init */

/* client_place.c: the calls of hyd_srcloc.h. */
void hyd_srcloc(const char *call, const char *file, int line);
int hyd_srcloc_enter(const char *call, const char *file, int line);
void hyd_srcloc_leave(const int *entered);
void hyd_srcloc_started(const char *call, const char *file, int line);
struct hyd_thread *hyd_thread_enter(struct hyd_job *job);
void hyd_threads_init(struct hyd_job *job);
/* Decides job->wait.polls_yield anew: the cores, or the number of threads, are now known, or have
 * changed. */
void hyd_threads_weigh(struct hyd_job *job);

/* The calling thread's state, made on its first call. hyd_thread_self is for modules, which have
 * the library's calls, but not its variables (conduits/module.h). */
struct hyd_thread *hyd_thread_self(struct hyd_job *job);
#ifdef HYD_MODULE
HYD_HOT_INLINE struct hyd_thread *hyd_self(struct hyd_job *job) { return hyd_thread_self(job); }
#else
extern __thread struct hyd_thread *hyd_the_thread __attribute__((tls_model("initial-exec")));
HYD_HOT_INLINE struct hyd_thread *hyd_self(struct hyd_job *job) {
  struct hyd_thread *t = hyd_the_thread;
  return hyd_likely(t != NULL) ? t : hyd_thread_enter(job);
}
#endif

/* Whether anything watches the job (core/watch/watch.h); may change in any poll. A library without
 * all that is built to measure what it costs (make goals GOALS=watch). */
#ifdef HYD_WITHOUT_HOOKS
HYD_HOT_INLINE int hyd_watched(const struct hyd_job *job) { return (void)job, 0; }
#else
HYD_HOT_INLINE int hyd_watched(const struct hyd_job *job) {
  return hyd_unlikely(atomic_load_explicit(&job->watched, memory_order_relaxed));
}
#endif

HYD_HOT_INLINE void hyd_stat(struct hyd_thread *t, enum hyd_count c, uint64_t value) {
  struct hyd_value_stat *s = &t->stat[c];
  if (s->count == 0 || value < s->min) HYD_RELAXED_SET(s->min, value);
  if (value > s->max) HYD_RELAXED_SET(s->max, value);
  HYD_RELAXED_SET(s->count, s->count + 1);
  HYD_RELAXED_SET(s->total, s->total + value);
}

/* What the threads have counted so far, those that ended, too. Under job->threads.lock, but where
 * no thread begins or ends any more. */
void hyd_sums_take(const struct hyd_job *job, struct hyd_sums *sums);

/* Leaves if the job's end is under way. In waits and polls, never with a lock held. */
HYD_HOT_INLINE void hyd_leave_if_ending(struct hyd_job *job) {
  if (hyd_unlikely(atomic_load_explicit(&job->shared->ending, memory_order_relaxed)))
    job->hooks.when_ending(job);
}

/* Counts an operation, if something watches (core/watch/watch.h). */
HYD_HOT_INLINE void hyd_count(struct hyd_job *job, enum hyd_count c, uint64_t value) {
  if (hyd_watched(job)) hyd_stat(hyd_self(job), c, value);
}

HYD_HOT_INLINE const struct hyd_conduit *hyd_conduit_of(const struct hyd_job *job) {
  return atomic_load_explicit(&job->net.conduit, memory_order_relaxed);
}

/* The shared state of a rank of this host. */
HYD_HOT_INLINE struct hyd_rank_shared *hyd_rank_at(const struct hyd_job *job, gex_Rank_t rank) {
  return &job->shared->rank[rank - job->place.host_first];
}
HYD_HOT_INLINE struct hyd_inbox *hyd_inbox_at(const struct hyd_job *job, gex_Rank_t rank) {
  return &job->host_inbox[rank - job->place.host_first];
}
HYD_HOT_INLINE struct hyd_peer *hyd_peer_at(const struct hyd_job *job, gex_Rank_t rank) {
  return &job->net.host_peer[rank - job->place.host_first];
}

HYD_HOT_INLINE int hyd_in_nbrhd(const struct hyd_job *job, gex_Rank_t rank) {
  return rank - job->place.nbrhd_first < job->place.nbrhd_count;
}

HYD_HOT_INLINE int hyd_everything(const struct hyd_job *job) {
  return job->client.segment_mode == 3;
}

#endif
