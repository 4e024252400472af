/* SPDX-License-Identifier: BSD-3-Clause
 *
 * conduit.h: what a conduit is. This header and conduits/template are the porting guide.
 *
 * A conduit carries active messages between ranks that do not share memory. That is all it must do:
 * put, get, memset, barriers and the rest have reference implementations over active messages
 * (extended/rma/rma_am.c). A conduit whose network does one of them better fills the slot in its
 * table; a NULL slot means "use the reference".
 *
 * Life of a conduit in a rank:
 *
 *   probe      may it be used here?            any process, also `gasnetrun doctor`
 *   prelaunch  before the ranks are forked      supervisor; only for conduits that need it
 *   open       join the job                     each rank, before the first barrier
 *   attach     segments are known               each rank, inside gex_Segment_Attach, or the
 * publication of all
 *   ...        am_send, poll, sleep, rma        any time
 *   close      leave                            each rank, on its way out
 *
 * Threads: probe, prelaunch, open, attach and close are called by one thread, with no lock held.
 * am_send, put, get, at_once, ends and atomic may be called by several threads at once, and am_send
 * inside a handler. poll is called by one thread at a time (the core holds the poll lock); it may
 * run handlers, by hyd_am_deliver. Nothing here may block for a peer, except open and attach, and
 * close for a moment, for what peers have not acknowledged yet.
 *
 * What may wait, and so cannot be done within poll, is done in the function that the conduit gives
 * to hyd_job_set_progress, after polls: a transfer that turns out to be impossible after it has
 * been started is handed to hyd_job_by_messages there (ibv/rma.c). conduit_host.h has these, and
 * all else that a conduit sees of its job.
 *
 * Results: see core/base/results.h.
 */
#ifndef HYD_CONDUITS_CONDUIT_H
#define HYD_CONDUITS_CONDUIT_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/results.h"

struct hyd_job;
struct hyd_am;
struct hyd_thread;
struct hyd_op;
struct hyd_env;
struct hyd_atomic;
struct hyd_pm_ops;

struct hyd_conduit_ops {
  /* Starts sending *m to `peer`. Where m->fill is not NULL the payload is written by
   * hyd_am_copy_payload to where the conduit keeps it, once there is room, so that it is gathered
   * once; or hyd_am_filled gives it a place. m and what it points to are not kept after return, but
   * for the payload if m->local is not NULL: then hyd_op_done(m->local) says that it is not needed
   * any more. Returns 0, or HYD_NO_ROOM: the core polls and tries again. Requests and
   * replies must not share a resource that requests alone can exhaust: a reply may wait for replies
   * to be taken, never for a request. */
  int (*am_send)(struct hyd_job *job, void *state, uint32_t peer, const struct hyd_am *m);

  /* Takes what has arrived and calls hyd_am_deliver for each message, replies always, requests only
   * if take_requests (a parked reply is in the way otherwise; stop after a request that parks one:
   * hyd_am_parked()). Bounded work. Returns the number of messages delivered. */
  int (*poll)(struct hyd_job *job, void *state, int take_requests);

  /* Sleeps until something may have arrived or timeout_ns have passed. NULL: the rank sleeps on its
   * bell, for a millisecond at most, if it has peers outside its neighbourhood. */
  void (*sleep)(struct hyd_job *job, void *state, uint64_t timeout_ns);

  /* --- optional: what the hardware does better ------------------------------------------------
   * Each starts the operation and reports completion by hyd_op_done(op) once, from poll or at once.
   * Ranges are inside the peer's segment (or anywhere, in EVERYTHING). Return 0, HYD_NO_ROOM, or
   * HYD_NOT_BY_CONDUIT (put and get only): the core uses active messages. The core asks once, and
   * after HYD_NO_ROOM again only when it has polled. A put is of at most max_long bytes, unless its
   * source is `stable`: the client does not write to it until the operation is complete. A transfer
   * is never longer than HYD_MAX_TRANSFER. */
#define HYD_MAX_TRANSFER ((size_t)1 << 30)
#define HYD_NOT_BY_CONDUIT 2
  int (*put)(struct hyd_job *job, void *state, uint32_t peer, void *dest, const void *src, size_t n,
             struct hyd_op *op, int stable);
  int (*get)(struct hyd_job *job, void *state, uint32_t peer, void *dest, const void *src, size_t n,
             struct hyd_op *op);
  /* A blocking put or get of 1 to at_once_most bytes (0: there is no such call, all take put and
   * get), waited for here for a moment: the network is done before the core could have prepared a
   * wait. NULL: done. HYD_NOT_AT_ONCE: nothing was started: the core goes the other way, as it must
   * now and then, for that is where everything else makes progress. Else it takes longer, and the
   * core waits for the op. No handlers are run. */
#define HYD_NOT_AT_ONCE ((struct hyd_op *)1)
  size_t at_once_most;
  struct hyd_op *(*at_once)(void *state, uint32_t peer, int is_put, void *remote, void *local,
                            size_t n);
  /* The same for what has been started: looks for ends, for a moment, until nothing is `pending`:
   * 0, or 1 = it must be polled for. */
  int (*ends)(void *state, const _Atomic uint32_t *pending);
  /* The network's own atomics on aligned 64-bit words of segments, which agree with each other, but
   * not with those of processors. Any rank may be the peer, also this one. The word's old value
   * goes to where op->value says, unless that is 0, before hyd_op_done(op). has_atomics: whether
   * they can be used, once segments are attached; the same at all ranks. */
  int (*has_atomics)(struct hyd_job *job, void *state);
  int (*atomic)(struct hyd_job *job, void *state, uint32_t peer, void *addr,
                const struct hyd_atomic *a, struct hyd_op *op);
};

/* *addr += a; or, if it is a swap and *addr == a, *addr = b. */
struct hyd_atomic {
  int is_swap;
  uint64_t a, b;
};

struct hyd_conduit {
  const char *name;    /* lower case: -c NAME, GASNET_CONDUIT=NAME */
  const char *summary; /* one line for doctor and man page */

  /* Limits of am_send: bytes of a medium, of a long (at least 512; mediums of 4000 and more make
   * clients happy). The job's limits are the smaller ones of conduit and shared memory. */
  size_t max_medium, max_long;
  /* Longs of at least this many bytes, and such mediums of collectives, come with m->local if their
   * sender waits for local completion; 0: none do. */
  size_t keeps_longs;
  /* Longs may be sent to memory of the peer's process that is no segment's, where the peer has
   * asked for them; the conduit that checks where they go asks hyd_job_may_land. */
  int lands_anywhere;

  /* Guarded memory (core/mem/guard.h). NOT: primordial endpoints take none. ROUND: the core avoids
   * it by active messages; the conduit meets it only as the place of longs that are replies, or
   * parts of collectives: where hyd_job_is_guarded says so, hyd_am_take delivers them. ALL: the
   * conduit asks for each address that it gives to the kernel. */
  enum { HYD_GUARDED_NOT, HYD_GUARDED_ROUND, HYD_GUARDED_ALL } guarded;

  /* Whether the rings of the neighbourhood also carry messages to ranks of the same host outside
   * the neighbourhood (smp: there is no other way to them). */
  int rings_reach_host;

  int (*probe)(char *why, size_t why_size); /* may be NULL: always usable */
  /* How ranks find each other (core/boot/pm.h), where the network's own library knows; its detect
   * is not asked. NULL: by the manager that has started them, or they are forked. */
  const struct hyd_pm_ops *manager;
  int (*prelaunch)(struct hyd_env *env, uint32_t nranks, void **shared_state); /* may be NULL */
  int (*open)(struct hyd_job *job, void *shared_state, void **state);          /* may be NULL */
  /* The segments of all primordial endpoints are known (hyd_job_segment: this rank's). Collective,
   * once at most: a job whose ranks publish segments of their own at different times never comes
   * here, and its puts and gets work all the same, by messages if not otherwise. */
  int (*attach)(struct hyd_job *job, void *state);  /* may be NULL */
  void (*detach)(struct hyd_job *job, void *state); /* this rank's is about to go; may be NULL */
  /* Bytes of a medium in this run, if it may be fewer than max_medium; asked after open, the same
   * at all ranks. */
  size_t (*medium_limit)(struct hyd_job *job, void *state); /* may be NULL */
  void (*close)(struct hyd_job *job, void *state);          /* may be NULL */
  /* What there is between this rank and a peer, in a line for people looking for the reason of a
   * hang: connection, queues, what has not been acknowledged. Called at any time, also in a
   * signal's handler: waits for no lock. -1: busy, nothing can be said now. May be NULL. */
  int (*describe)(struct hyd_job *job, void *state, uint32_t peer, char *line, size_t size);

  struct hyd_conduit_ops ops; /* by value: one load fewer */
};

/* The conduits that are part of the library, best first, and the names of those that are modules
 * (module.h); both ended by NULL (conduits/list.c, made by configure). */
extern const struct hyd_conduit *const hyd_conduits[];
/* For each of those: loads the libraries that it needs (core/optlib/load.h), or NULL. -1: see
 * `why`. */
extern int (*const hyd_conduit_needs[])(char *why, size_t why_size);
extern const char *const hyd_conduit_modules[];
struct hyd_limits { /* bytes of the longest messages */
  size_t medium, longs;
};
/* For each module in that order: what max_medium and max_long will be, known before it is loaded
 * (module_limits.h). */
extern const struct hyd_limits hyd_conduit_module_limits[];
/* For each module in that order: which of several files it is in this process, by the name of the
 * file; or NULL: there is one, by the name of the conduit. 0, or -1: see `why`. */
typedef int hyd_which_fn(struct hyd_env *env, char *file, size_t size, char *why, size_t why_size);
extern hyd_which_fn *const hyd_conduit_which[];
/* The conduit of that name in any case, loaded if it is a module. NULL: see `why`. */
const struct hyd_conduit *hyd_conduit_find(struct hyd_env *env, const char *name, char *why,
                                           size_t why_size);

#endif
