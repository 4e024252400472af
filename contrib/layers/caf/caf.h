/* SPDX-License-Identifier: BSD-3-Clause
 *
 * caf.h: the coarray library over GASNet-EX, as its files see each other.
 *
 * The program calls the entry points (_gfortran_caf_*) from one thread. Handlers of messages run on
 * that thread or on the library's own (progress.c), which polls while the program computes; what
 * both use is locked or atomic.
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

/* 1 in the library for GCC 16, whose calls about teams have other arguments. */
#ifndef CAF_GCC16
#define CAF_GCC16 0
#endif
#define CAF_EXPORT __attribute__((visibility("default")))

/* How an image is, as it told the others: in the low bits of a word of the team's control memory,
 * with the numbers of barriers and of other collective steps that it took part in by itself above
 * (ending.c). */
enum caf_state { CAF_RUNNING, CAF_STOPPED, CAF_FAILED };

struct caf_place {
  char *mapped; /* the memory as this process sees it; NULL if it does not */
  char *owner;  /* as its image sees it; NULL: not a member of the coarray's team */
};

struct caf_token {
  size_t size;             /* bytes */
  char *here;              /* this image's memory */
  struct caf_place *place; /* of each jobrank */
  struct caf_team *team;
  struct caf_token *next;  /* of the team's coarrays */
  struct gfc_desc *bounds; /* a copy of the coarray's descriptor; NULL if it has none */
  int type;                /* gfc_register */
  bool shares;             /* memory belongs to another token */
};

struct caf_team {
  gex_TM_t barriers; /* in whose barriers the process of a stopped image goes on taking part */
  gex_TM_t data;     /* of all other collectives, which are given up once a member has stopped */
  struct caf_team *parent, *next;
  int number, level;
  uint32_t size, me;          /* members; this image's index, from 0 */
  uint32_t *jobrank;          /* of each member */
  struct caf_token *control;  /* words written by members that end (ending.c) */
  _Atomic uint64_t *ended;    /* one of them: not 0 once any has */
  struct caf_token *coarrays; /* registered while this team was current */
  uint32_t barrier_count, data_count;
  void *work; /* of its collectives (collectives.c) */
  size_t work_size;
  gex_Event_t proxy; /* the barrier that this process entered after the end of its image */
  bool broken;       /* a member ended: no more collectives on `data` */
};

/* Messages of this library. */
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
  struct caf_team *current; /* first, with careful: every access reads them */
  bool careful;             /* accesses of one element may not take the short way: stats, or puts by
                               reference are under way (later.c) */
  bool stats;               /* CAF_STATS */
  bool puts;                /* some may be under way */
  bool ahead;               /* some bytes were fetched ahead (ahead.c) */
  gex_Client_t client;
  gex_EP_t ep;
  gex_TM_t all;
  gex_AD_t words; /* of 32 bits */
  uint32_t rank, size;
  struct caf_segment *segment; /* of each jobrank */
  struct caf_team *initial, *teams;
  struct caf_token
      *syncs; /* a counter for each jobrank (sync.c), and whether this image sleeps (wait.c) */
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
void hyd_caf_handle_quit(void); /* instead of libgfortran, from the first step after init */
void hyd_caf_poll_often(void);  /* from now on, also while the program computes */

/* --- wait.c --- */
struct caf_wait {
  uint32_t rounds;
};
bool hyd_caf_look(struct caf_wait *wait); /* polls; false: looked for long enough */
void hyd_caf_drowse(bool is);
/* After a store for which the rank may wait by CAF_AWAIT. */
void hyd_caf_wake(uint32_t rank);
/* Waits for what handlers, or stores followed by hyd_caf_wake, make true. */
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
/* A round of waiting for what wakes no image: polls, then gives the core away, then sleeps. */
void hyd_caf_pause(struct caf_wait *wait);

/* --- threads.c --- */
/* Of libgomp, if the program uses OpenMP. */
extern int omp_in_parallel(void) __attribute__((weak));
bool hyd_caf_lock_alone(void);
void hyd_caf_unlock_alone(void);
/* Whether this thread must give back that it is alone. */
static inline bool hyd_caf_alone(void) { return omp_in_parallel && hyd_caf_lock_alone(); }
static inline void hyd_caf_leave_alone(const bool *locked) {
  if (*locked) hyd_caf_unlock_alone();
}

/* --- report.c --- */
struct caf_status {
  int *stat;
  char *errmsg;
  size_t len;
};
/* Sets stat and errmsg; without stat prints the line and ends the job as ERROR STOP does. */
void hyd_caf_fail(const struct caf_status *status, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static inline void hyd_caf_succeed(const struct caf_status *status) {
  if (status->stat) *status->stat = 0;
}

/* After an access to the image at rank: stat is 0, or STAT_FAILED_IMAGE if that image is known to
 * have failed. Without stat the program goes on. */
void hyd_caf_succeed_at(const struct caf_status *status, uint32_t rank, const char *statement);

/* The stat value of a state that is not CAF_RUNNING, and its word. */
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

/* --- heap.c: the segment's memory --- */
void hyd_caf_heap_init(char *base, size_t size);
void *hyd_caf_heap_get(size_t size); /* zeroed; NULL if there is none */
void hyd_caf_heap_free(void *p, size_t size);

/* --- memory.c --- */
enum { CAF_ELEMENT_WORDS = 4 }; /* of a lock or an event */
struct caf_token *hyd_caf_coarray(struct caf_team *team, size_t size, int type, int *failure);
void hyd_caf_release(struct caf_token *token);
void hyd_caf_release_team(struct caf_team *team);
int hyd_caf_record_bounds(void);
void hyd_caf_component_memory(void *location, void *memory, size_t size);

/* --- ranks --- */
static inline struct caf_team *hyd_caf_team(void **team) {
  return team && *team ? (struct caf_team *)*team : hyd_caf.current;
}

/* --- transfer.c: of bytes, to and from images whose memory is not mapped here --- */
void hyd_caf_put(uint32_t rank, char *to, const void *from, size_t n);
void hyd_caf_get(uint32_t rank, void *to, char *from, size_t n);
void hyd_caf_get_now(uint32_t rank, void *to, char *from, size_t n);
void hyd_caf_put_section(uint32_t rank, const struct caf_section *to, void *packed,
                         size_t n); /* frees packed */
void hyd_caf_get_section(uint32_t rank, void *packed, const struct caf_section *from);
void hyd_caf_complete_transfers(void);
void hyd_caf_complete_all_puts(void); /* these, and puts by reference */
static inline void hyd_caf_complete_puts(void) {
  if (hyd_caf.puts) hyd_caf_complete_all_puts();
}
/* Before the image at rank alone is told that this one's segment is over: true if puts to it are
 * under way behind which it can be told (later.c); else all puts are complete. */
bool hyd_caf_release_behind(uint32_t rank);
/* Before an access of bytes that puts may be changing. */
void hyd_caf_complete_puts_of(uint32_t rank, const char *low, const char *high);
/* Before an access of unknown bytes that is ordered with messages of later.c. */
void hyd_caf_complete_unordered(void);

/* --- ahead.c --- */
bool hyd_caf_get_ahead(uint32_t rank, void *to, char *from, size_t n); /* false: not done */
void hyd_caf_forget_ahead(void);
void hyd_caf_forget_ahead_of(uint32_t rank, const char *low, const char *high);

/* --- ending.c --- */
void hyd_caf_end(int state, int code) __attribute__((noreturn));
int hyd_caf_member_state(const struct caf_team *team, uint32_t member);
/* Whether a member has ended without taking part in the team's step `count` of barriers or of data:
 * its state. */
int hyd_caf_absent(const struct caf_team *team, bool barrier, uint32_t count);
/* E1: what was written before a state is seen (ending.c). */
static inline bool hyd_caf_any_ended(const struct caf_team *team) {
  return team->ended && atomic_load_explicit(team->ended, memory_order_acquire) != 0;
}
/* CAF_RUNNING, or if all other images of the job have ended the state of one of them. */
int hyd_caf_others_ended(void);
/* Tells the processes of members that have ended, or will, that this barrier belongs to a FORM
 * TEAM. */
void hyd_caf_announce_split(const struct caf_team *team, uint32_t barrier);
void hyd_caf_error_end(int code) __attribute__((noreturn));
void hyd_caf_flush(void);

/* --- steps.c --- */
/* Before a step: the state of a member that will not take part, or 0. */
int hyd_caf_data_gone(struct caf_team *team);
/* Waits for a step of team->data; the state of a member that will never take part, or 0. */
int hyd_caf_data_step(struct caf_team *team, gex_Event_t event);
/* All members' words combined by maximum; the state of an absent member, or 0. */
int hyd_caf_max(struct caf_team *team, uint64_t *words, size_t n);
int hyd_caf_barrier(struct caf_team *team);

/* --- random.c --- */
uint64_t hyd_caf_run_number(void);

/* --- locks.c --- */
/* Of an image that ends: the next images in line get them, or learn that they never will. */
void hyd_caf_leave_locks(int state);

/* --- byref.c, calls.c --- */
extern gex_AM_Entry_t hyd_caf_handlers[];
extern const size_t hyd_caf_handler_count;
struct caf_answer {
  char *data; /* malloc'ed */
  size_t n;
};
/* Runs op at the rank with the bytes of two pieces as its request and waits for the answer. */
void hyd_caf_call(uint32_t rank, int op, const void *head, size_t head_size, const void *body,
                  size_t body_size, struct caf_answer *answer);
/* At the target: *answer_p is malloc'ed. */
typedef void caf_service(const char *request, size_t n, char **answer_p, size_t *answer_n_p);
caf_service hyd_caf_serve_get, hyd_caf_serve_bytes, hyd_caf_serve_put, hyd_caf_serve_present,
    hyd_caf_serve_ticket;
/* The first word of their answers. */
static inline int hyd_caf_result_of(const struct caf_answer *answer) {
  return answer->n < sizeof(int32_t) ? -1 : *(const int32_t *)(const void *)answer->data;
}
/* As hyd_caf_call, for a service: behind all messages of later.c to the rank. */
void hyd_caf_call_behind(uint32_t rank, int op, const void *head, size_t head_size,
                         const void *body, size_t body_size, struct caf_answer *answer);
enum caf_op {
  /* in a handler, with an answer */
  CAF_OP_GET,
  CAF_OP_GET_BYTES,
  CAF_OP_PUT,
  CAF_OP_PRESENT,
  CAF_OP_TICKET,
  /* in the order of a sender, not waited for (later.c) */
  CAF_OP_PUT_REFERENCE,
  CAF_OP_PUT_SECTION,
  CAF_OP_NAMED,
  CAF_OP_POST,
  /* by a thread, with an answer (accessors.c) */
  CAF_OP_ACCESS,
  CAF_OP_CALLBACK
};
static inline bool hyd_caf_is_ordered(int op) {
  return op >= CAF_OP_PUT_REFERENCE && op < CAF_OP_ACCESS;
}
/* Before the bytes of each message of a request or answer. */
struct caf_piece {
  uint64_t call;   /* the caller's struct call; of an ordered message its number */
  uint64_t total;  /* bytes of the request or answer */
  uint64_t offset; /* of this piece */
  uint64_t rest;   /* in replies: the target's struct rest, if there is more. In requests with an
                      answer: so many ordered messages come first */
  uint32_t rank;   /* the caller's */
  int32_t op;
};
/* Sends a request. p: call and op. */
void hyd_caf_request(uint32_t rank, struct caf_piece *p, const void *head, size_t head_size,
                     const void *body, size_t body_size);
/* Sends the answer of a call that was queued. */
void hyd_caf_return(uint32_t rank, uint64_t call, const char *data, size_t n);

/* --- later.c: messages that are not waited for, carried out in their order --- */
void hyd_caf_send_later(uint32_t rank, enum caf_op op, const void *head, size_t head_size,
                        const void *body, size_t body_size);
bool hyd_caf_later_to(uint32_t rank);      /* whether puts by reference to it are under way */
bool hyd_caf_later_idle(void);             /* whether nothing is under way */
bool hyd_caf_later_only_to(uint32_t rank); /* whether nothing is under way to others */
uint64_t hyd_caf_later_sent(uint32_t rank);
void hyd_caf_complete_later(void);
static inline void hyd_caf_settle(uint32_t rank) {
  if (hyd_caf.careful && hyd_caf_later_to(rank)) hyd_caf_complete_later();
}
/* At the target, in the handler of a message: the whole request. */
void hyd_caf_later_arrived(gex_Token_t token, const struct caf_piece *p, const char *data);
/* Whether so many from the rank were carried out. */
bool hyd_caf_later_has_come(uint32_t rank, uint64_t number);
/* At the target: each carries out one kind of these messages. */
void hyd_caf_serve_section(const char *request);
void hyd_caf_serve_named(uint32_t rank, const char *request);
void hyd_caf_serve_post(const char *request);

/* Handlers of messages, in the table of calls.c. */
void hyd_caf_handle_done(gex_Token_t token, gex_AM_Arg_t count, gex_AM_Arg_t result,
                         gex_AM_Arg_t rank);
void hyd_caf_handle_wake(gex_Token_t token);
void hyd_caf_handle_named(gex_Token_t token, gex_AM_Arg_t rank, gex_AM_Arg_t count);

/* --- accessors.c --- */
/* In a handler: the request, which is malloc'ed, is run by a thread: of accesses to coarrays, or of
 * those that procedures make to their callers' add_data meanwhile. */
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
