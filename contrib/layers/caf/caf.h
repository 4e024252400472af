/* SPDX-License-Identifier: BSD-3-Clause
 *
 * caf.h: internal declarations of the coarray library over GASNet-EX.
 *
 * The program calls the entry points (_gfortran_caf_*) from one thread. Message handlers run on
 * that thread or on the progress thread (progress.c), which polls while the program computes; data
 * that both threads use are locked or atomic.
 */
#ifndef HYD_CAF_H
#define HYD_CAF_H
#include <gasnetex.h>
#include <gasnet_coll.h>
#include <gasnet_ratomic.h>
#include <gasnet_vis.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "contrib/layers/caf/gfortran.h"
#include "contrib/layers/caf/section.h"
#include "contrib/layers/common/heap.h"

/* 1 in the library for GCC 16, whose calls about teams have other arguments. */
#ifndef CAF_GCC16
#define CAF_GCC16 0
#endif
#define CAF_EXPORT __attribute__((visibility("default")))

/* The state of an image, as it has published it to the others: the low 2 bits of a word in the
 * team's control memory. The bits above count the barriers and the other collective steps in which
 * the image took part (ending.c). */
enum caf_state { CAF_RUNNING, CAF_STOPPED, CAF_FAILED };

struct caf_place {
  char *mapped; /* address in this process; NULL: not mapped here */
  char *owner;  /* address in its image; NULL: not a member of the coarray's team */
};

struct caf_token {
  size_t size;             /* bytes */
  char *here;              /* this image's memory */
  struct caf_place *place; /* one for each jobrank */
  struct caf_team *team;
  struct caf_token *next;  /* in the team's list of coarrays */
  struct gfc_desc *bounds; /* a copy of the coarray's descriptor; NULL if it has none */
  int type;                /* gfc_register */
  bool shares;             /* the memory belongs to another token */
};

struct caf_team {
  gex_TM_t barriers; /* for barriers: the process of a stopped image goes on entering them */
  gex_TM_t data;     /* for all other collectives: they are abandoned once a member has stopped */
  struct caf_team *parent, *next;
  int number, level;
  uint32_t size, me;          /* members; this image's index, from 0 */
  uint32_t *jobrank;          /* one for each member */
  struct caf_token *control;  /* words that members write when they end (ending.c) */
  _Atomic uint64_t *ended;    /* a word of control: not 0 once any member has ended */
  struct caf_token *coarrays; /* registered while this team was current */
  uint32_t barrier_count, data_count;
  void *work; /* buffer of its collectives (collectives.c) */
  size_t work_size;
  gex_Event_t proxy; /* the barrier that this process has entered since its image ended */
  bool broken;       /* a member has ended: no more collectives on `data` */
};

/* Indices of the active message handlers. */
enum caf_message {
  CAF_AM_REQUEST = 200,
  CAF_AM_FETCH,
  CAF_AM_REPLY,
  CAF_AM_RETURN,
  CAF_AM_DONE,
  CAF_AM_WAKE,
  CAF_AM_NAMED
};

struct caf_segment {
  char *owner, *mapped;
  uintptr_t size;
};

struct caf_job {
  struct caf_team *current; /* `current` and `careful` come first: every access reads them */
  bool careful; /* accesses of one element must not take the fast path: statistics are on, or puts
                   by reference are in flight (later.c) */
  bool stats;   /* CAF_STATS */
  bool puts;    /* puts may be in flight */
  bool ahead;   /* bytes have been prefetched (ahead.c) */
  gex_Client_t client;
  gex_EP_t ep;
  gex_TM_t all;
  struct hyd_heap heap; /* the segment's memory */
  gex_AD_t words;       /* atomic domain of 32-bit words */
  uint32_t rank, size;
  struct caf_segment *segment; /* one for each jobrank */
  struct caf_team *initial, *teams;
  /* A counter for each jobrank (sync.c), then a flag: this image sleeps (wait.c). */
  struct caf_token *syncs;
  uint32_t *sync_count; /* synchronisations with each jobrank by SYNC IMAGES */
  int pending;          /* coarrays whose bounds the next sync_all must record (memory.c) */
  bool after_register;
  uint64_t run_number; /* random, the same at all images (random.c) */
  bool started, ending, handles_quit;
};
extern struct caf_job hyd_caf;

/* --- start.c --- */
void hyd_caf_begin(int *argc, char ***argv);
static inline void hyd_caf_start(void) {
  if (!hyd_caf.started) hyd_caf_begin(NULL, NULL);
}
void hyd_caf_handle_quit(void); /* takes SIGQUIT back from libgfortran */
/* Starts the progress thread: the first message can arrive, because this image has components that
 * other images reach only by asking it, or the memory of some images is not mapped. */
void hyd_caf_poll_often(void);

/* --- wait.c --- */
struct caf_wait {
  uint32_t rounds;
};
bool hyd_caf_look(struct caf_wait *wait); /* polls once; false: polled long enough, now sleep */
void hyd_caf_drowse(bool is);             /* marks this image as asleep, or as awake */
/* Wakes the rank if it sleeps in CAF_AWAIT; call it after a store that the rank may wait for. */
void hyd_caf_wake(uint32_t rank);
/* Waits for a condition that a handler makes true, or a store followed by hyd_caf_wake. */
#define CAF_AWAIT(cond)                                                                            \
  do {                                                                                             \
    struct caf_wait caf_wait_ = {0};                                                               \
    bool caf_true_ = (cond);                                                                       \
    while (!caf_true_ && hyd_caf_look(&caf_wait_)) caf_true_ = (cond);                             \
    if (!caf_true_) {                                                                              \
      hyd_caf_drowse(true);                                                                        \
      GASNET_BLOCKUNTIL(cond);                                                                     \
      hyd_caf_drowse(false);                                                                       \
    }                                                                                              \
  } while (0)
/* One round of waiting for a change that wakes no image: polls, then yields the core, then
 * sleeps. */
void hyd_caf_pause(struct caf_wait *wait);

/* --- threads.c --- */
/* libgomp's function; NULL unless the program uses OpenMP. */
extern int omp_in_parallel(void) __attribute__((weak));
bool hyd_caf_lock_serial(void);
void hyd_caf_unlock_serial(void);
/* Entry points run one thread at a time in a parallel region. True: the caller must unlock. */
static inline bool hyd_caf_enter_serial(void) { return omp_in_parallel && hyd_caf_lock_serial(); }
static inline void hyd_caf_leave_serial(const bool *locked) {
  if (*locked) hyd_caf_unlock_serial();
}

/* --- report.c --- */
struct caf_status {
  int *stat;
  char *errmsg;
  size_t len;
};
/* Sets stat and errmsg; if stat is NULL, prints the line and ends the job as ERROR STOP does. */
void hyd_caf_fail(const struct caf_status *status, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static inline void hyd_caf_succeed(const struct caf_status *status) {
  if (status->stat) *status->stat = 0;
}

/* After an access to the image at rank: stat is 0, or STAT_FAILED_IMAGE if that image is known to
 * have failed. If stat is NULL, the program goes on. */
void hyd_caf_succeed_at(const struct caf_status *status, uint32_t rank, const char *statement);

/* The stat value, and the word for messages, of a state other than CAF_RUNNING. */
int hyd_caf_stat_of(int state);
const char *hyd_caf_word_of(int state);
void hyd_caf_report_ended(const struct caf_status *status, int state, const char *statement);
/* Sets stat to 0, or reports that an image has ended. */
static inline void hyd_caf_report(const struct caf_status *status, int state,
                                  const char *statement) {
  if (__builtin_expect(state == 0, 1))
    hyd_caf_succeed(status);
  else
    hyd_caf_report_ended(status, state, statement);
}

/* --- memory.c --- */
enum { CAF_ELEMENT_WORDS = 4 }; /* 32-bit words of a lock or an event */
struct caf_token *hyd_caf_coarray(struct caf_team *team, size_t size, int type, int *failure);
void hyd_caf_release(struct caf_token *token);
void hyd_caf_release_team(struct caf_team *team);
int hyd_caf_record_bounds(void);
void hyd_caf_component_memory(void *location, void *memory, size_t size);

/* The team that a TEAM= handle names; without one, the current team. */
static inline struct caf_team *hyd_caf_team(void **team) {
  return team && *team ? (struct caf_team *)*team : hyd_caf.current;
}

/* --- transfer.c: bytes to and from images whose memory is not mapped here --- */
void hyd_caf_put(uint32_t rank, char *to, const void *from, size_t n);
void hyd_caf_get(uint32_t rank, void *to, char *from, size_t n);
void hyd_caf_get_now(uint32_t rank, void *to, char *from, size_t n);
void hyd_caf_put_section(uint32_t rank, const struct caf_section *to, void *packed,
                         size_t n); /* frees packed */
void hyd_caf_get_section(uint32_t rank, void *packed, const struct caf_section *from);
void hyd_caf_complete_transfers(void);
void hyd_caf_complete_all_puts(void); /* also puts by reference */
static inline void hyd_caf_complete_puts(void) {
  if (hyd_caf.puts) hyd_caf_complete_all_puts();
}
/* Prepares an image control statement that releases the image at rank alone. True: the release can
 * follow the puts to that image as a message (later.c). False: all puts are complete. */
bool hyd_caf_release_behind(uint32_t rank);
/* Completes the puts in flight if one of them may overlap [low, high). */
void hyd_caf_complete_puts_of(uint32_t rank, const char *low, const char *high);
/* Completes put operations, with which messages of later.c are not ordered. Call it before such a
 * message accesses bytes that are not known here. */
void hyd_caf_complete_unordered(void);

/* --- ahead.c --- */
bool hyd_caf_get_ahead(uint32_t rank, void *to, char *from, size_t n); /* false: not done */
void hyd_caf_forget_ahead(void);
void hyd_caf_forget_ahead_of(uint32_t rank, const char *low, const char *high);

/* --- ending.c --- */
void hyd_caf_end(int state, int code) __attribute__((noreturn));
int hyd_caf_member_state(const struct caf_team *team, uint32_t member);
/* The state of a member that has ended without taking part in the team's step number `count` of
 * barriers, or of data; 0 if there is none. */
int hyd_caf_absent(const struct caf_team *team, bool barrier, uint32_t count);
/* E1: after this load, what members wrote before they published their state is visible
 * (ending.c). */
static inline bool hyd_caf_any_ended(const struct caf_team *team) {
  return team->ended && atomic_load_explicit(team->ended, memory_order_acquire) != 0;
}
/* The state of one of the other images if all of them have ended, else CAF_RUNNING. */
int hyd_caf_others_ended(void);
/* Tells members that this barrier belongs to a FORM TEAM: processes of members that have ended must
 * take part in the split. */
void hyd_caf_announce_split(const struct caf_team *team, uint32_t barrier);
void hyd_caf_error_end(int code) __attribute__((noreturn));
void hyd_caf_flush(void);

/* --- steps.c --- */
/* Called before a step: the state of a member that will not take part, or 0. */
int hyd_caf_data_gone(struct caf_team *team);
/* Waits for a step of team->data. Returns the state of a member that will never take part, or 0. */
int hyd_caf_data_step(struct caf_team *team, gex_Event_t event);
/* Combines all members' words by maximum. Returns the state of an absent member, or 0. */
int hyd_caf_max(struct caf_team *team, uint64_t *words, size_t n);
int hyd_caf_barrier(struct caf_team *team);

/* --- random.c --- */
uint64_t hyd_caf_run_number(void);

/* --- locks.c --- */
/* Gives up the locks of an image that ends: the next images in line get them, or learn that they
 * never will. */
void hyd_caf_leave_locks(int state);

/* --- byref.c, calls.c --- */
extern gex_AM_Entry_t hyd_caf_handlers[];
extern const size_t hyd_caf_handler_count;
struct caf_answer {
  char *data; /* malloc'ed */
  size_t n;
};
/* Runs op at the rank and waits for its answer. The request is head followed by body. */
void hyd_caf_call(uint32_t rank, int op, const void *head, size_t head_size, const void *body,
                  size_t body_size, struct caf_answer *answer);
/* At the target: *answer_p is malloc'ed. */
typedef void caf_service(const char *request, size_t n, char **answer_p, size_t *answer_n_p);
caf_service hyd_caf_serve_get, hyd_caf_serve_bytes, hyd_caf_serve_put, hyd_caf_serve_present,
    hyd_caf_serve_ticket;
/* The first word of a service's answer: its result. */
static inline int hyd_caf_result_of(const struct caf_answer *answer) {
  return answer->n < sizeof(int32_t) ? -1 : *(const int32_t *)(const void *)answer->data;
}
/* As hyd_caf_call, for a service that must run after all messages of later.c to the rank. */
void hyd_caf_call_behind(uint32_t rank, int op, const void *head, size_t head_size,
                         const void *body, size_t body_size, struct caf_answer *answer);
enum caf_op {
  /* run in a handler, with an answer */
  CAF_OP_GET,
  CAF_OP_GET_BYTES,
  CAF_OP_PUT,
  CAF_OP_PRESENT,
  CAF_OP_TICKET,
  /* run in the order of their sender, which does not wait (later.c) */
  CAF_OP_PUT_REFERENCE,
  CAF_OP_PUT_SECTION,
  CAF_OP_NAMED,
  CAF_OP_POST,
  /* run by a thread, with an answer (accessors.c) */
  CAF_OP_ACCESS,
  CAF_OP_CALLBACK
};
static inline bool hyd_caf_is_ordered(int op) {
  return op >= CAF_OP_PUT_REFERENCE && op < CAF_OP_ACCESS;
}
/* The header of each message that carries part of a request or answer. */
struct caf_piece {
  uint64_t call;   /* the caller's struct call; in an ordered message its number */
  uint64_t total;  /* bytes of the request or answer */
  uint64_t offset; /* offset of this piece in the request or answer */
  uint64_t rest; /* in replies: the target's struct rest, if the answer has more pieces; in requests
                    with an answer: the number of ordered messages that come first */
  uint32_t rank; /* the caller's */
  int32_t op;
};
/* Sends a request. The caller has set p->call and p->op. */
void hyd_caf_request(uint32_t rank, struct caf_piece *p, const void *head, size_t head_size,
                     const void *body, size_t body_size);
/* Sends the answer of a call that was queued. */
void hyd_caf_return(uint32_t rank, uint64_t call, const char *data, size_t n);

/* --- later.c: ordered messages for which the sender does not wait --- */
void hyd_caf_send_later(uint32_t rank, enum caf_op op, const void *head, size_t head_size,
                        const void *body, size_t body_size);
bool hyd_caf_later_to(uint32_t rank);      /* puts by reference to the rank are in flight */
bool hyd_caf_later_idle(void);             /* none is in flight */
bool hyd_caf_later_only_to(uint32_t rank); /* none is in flight to other ranks */
uint64_t hyd_caf_later_sent(uint32_t rank);
void hyd_caf_complete_later(void);
static inline void hyd_caf_settle(uint32_t rank) {
  if (hyd_caf.careful && hyd_caf_later_to(rank)) hyd_caf_complete_later();
}
/* Takes a whole request at the target; called in a message handler. */
void hyd_caf_later_arrived(gex_Token_t token, const struct caf_piece *p, const char *data);
/* Whether `number` messages of the rank have been carried out. */
bool hyd_caf_later_has_come(uint32_t rank, uint64_t number);
/* Each carries out one kind of these messages at the target. */
void hyd_caf_serve_section(const char *request);
void hyd_caf_serve_named(uint32_t rank, const char *request);
void hyd_caf_serve_post(const char *request);

/* Handlers of messages, in the table of calls.c. */
void hyd_caf_handle_done(gex_Token_t token, gex_AM_Arg_t count, gex_AM_Arg_t result,
                         gex_AM_Arg_t rank);
void hyd_caf_handle_wake(gex_Token_t token);
void hyd_caf_handle_named(gex_Token_t token, gex_AM_Arg_t rank, gex_AM_Arg_t count);

/* --- accessors.c --- */
/* Queues a request, which is malloc'ed, for a thread; called in a handler. One thread runs accesses
 * to coarrays, a second one the accesses that procedures make meanwhile to their callers'
 * add_data. */
void hyd_caf_queue(enum caf_op op, uint32_t rank, uint64_t call, char *request);
void hyd_caf_serve_accessors(void); /* starts these threads */

/* --- stats.c --- */
enum caf_kind {
  CAF_K_PUT,
  CAF_K_GET,
  CAF_K_BOTH,
  CAF_K_PUT_REF,
  CAF_K_GET_REF,
  CAF_K_BOTH_REF,
  CAF_K_SYNC_ALL,
  CAF_K_SYNC_IMAGES,
  CAF_K_SYNC_MEMORY,
  CAF_K_LOCK,
  CAF_K_EVENT,
  CAF_K_ATOMIC,
  CAF_K_COLLECTIVE,
  CAF_K_TEAM,
  CAF_K_ALLOCATE,
  CAF_K_WAIT,
  CAF_KINDS
};

#endif
