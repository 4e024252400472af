/* SPDX-License-Identifier: BSD-3-Clause
 *
 * conduit.h: what a conduit is. This header and conduits/template are the porting guide.
 *
 * A conduit carries active messages between ranks that do not share memory. That is all that it
 * must do: put, get, memset, barriers and the rest have reference implementations over active
 * messages (extended/rma/rma_am.c). A conduit whose network does one of them better fills the slot
 * in its table; a NULL slot means "use the reference".
 */
/* clang-format off */
/* Life of a conduit in a rank:
 *
 *   probe      may it be used here?           any process, also `gasnetrun doctor`
 *   prelaunch  before the ranks are forked    supervisor; only for conduits that need it
 *   open       join the job                   each rank, before the first barrier
 *   attach     segments are known             each rank, when the segments of all ranks are known
 *   ...        am_send, poll, sleep, put ...  any time
 *   close      leave                          each rank, on its way out
 */
/* clang-format on */
/* Threads: probe, prelaunch, open, attach and close are called by one thread, with no lock held.
 * am_send, put, get, at_once, ends and atomic may be called by several threads at once, and am_send
 * inside a handler. poll is called by one thread at a time (the core holds the poll lock); it may
 * run handlers, by hyd_am_deliver. No function may block for a peer, except open and attach, and
 * close for a moment, until peers have acknowledged this rank's messages.
 *
 * Work that may wait, which poll must not do, is done in the function that the conduit gives to
 * hyd_job_set_progress, after polls. For example, a transfer that turns out to be impossible after
 * its start is handed to hyd_job_by_messages there (ibv/rma.c). conduit_host.h has these two, and
 * everything else that a conduit sees of its job.
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

/* A piece of a put or get. */
struct hyd_piece {
  void *remote, *local;
  size_t n;
};
#define HYD_PIECES_MOST 4u /* of one operation */

struct hyd_conduit_ops {
  /* Starts to send *m to `peer`. If m->fill is not NULL, hyd_am_copy_payload writes the payload
   * into the conduit's buffer once there is room, or hyd_am_filled gathers it in memory. m and what
   * it points to are valid until return only, except for the payload if m->local is not NULL: then
   * the conduit calls hyd_op_done(m->local) when it does not need the payload any more. Returns 0,
   * or HYD_NO_ROOM: the core polls and tries again. Requests and replies must not share a resource
   * that requests alone can exhaust: a reply may wait for other replies, never for a request. */
  int (*am_send)(struct hyd_job *job, void *state, uint32_t peer, const struct hyd_am *m);

  /* Calls hyd_am_deliver for messages that have arrived: for replies always, for requests only if
   * take_requests is set, and not after a request that parks its reply (hyd_am_parked()). Does a
   * bounded amount of work. Returns the number of messages delivered. */
  int (*poll)(struct hyd_job *job, void *state, int take_requests);

  /* Sleeps until something may have arrived or timeout_ns have passed. NULL: the rank sleeps on its
   * bell, for a millisecond at most, if it has peers outside its neighbourhood. */
  void (*sleep)(struct hyd_job *job, void *state, uint64_t timeout_ns);

  /* --- optional: what the network does better -------------------------------------------------
   * Each function starts an operation, and calls hyd_op_done(op) once at its completion, from poll
   * or before it returns. Ranges are inside the peer's segment (or anywhere, in EVERYTHING). The
   * result is 0; HYD_NO_ROOM: the core polls before it calls again; or, of put and get only,
   * HYD_NOT_BY_CONDUIT: the core uses active messages. A put has at most copied_put bytes, unless
   * its source is `stable`: the client does not write to it until the operation is complete. A
   * transfer has at most HYD_MAX_TRANSFER bytes. */
#define HYD_MAX_TRANSFER ((size_t)1 << 30)
#define HYD_NOT_BY_CONDUIT 2
#define HYD_STABLE_UNTIL_KEPT 2 /* `stable` of a put for which the core calls `keep` soon */
  int (*put)(struct hyd_job *job, void *state, uint32_t peer, void *dest, const void *src, size_t n,
             struct hyd_op *op, int stable);
  int (*get)(struct hyd_job *job, void *state, uint32_t peer, void *dest, const void *src, size_t n,
             struct hyd_op *op);
  /* A put with `stable`, or a get, of 2 to HYD_PIECES_MOST pieces, as one operation. The result is
   * put's; HYD_NOT_BY_CONDUIT: these pieces cannot go together, and each is put or got. NULL: none
   * go together. */
  int (*move_pieces)(struct hyd_job *job, void *state, uint32_t peer, int is_put,
                     const struct hyd_piece *piece, unsigned n, struct hyd_op *op);
  /* Copies what has not arrived of the puts that were started with `stable` and op, so that the
   * client may write to their sources. 0, or HYD_NO_ROOM: there is still too much. NULL: the
   * conduit copies sources that are not stable when a put is started. */
  int (*keep)(struct hyd_job *job, void *state, uint32_t peer, struct hyd_op *op);
  /* A blocking put or get of 1 to at_once_most bytes (0: the conduit has no such call), with a
   * short wait: a fast network completes the transfer before the core could have prepared a wait.
   * Runs no handlers. NULL: the transfer is complete. HYD_NOT_AT_ONCE: nothing was started, and the
   * core calls put or get; a conduit must return this now and then, so that everything else makes
   * progress. Otherwise the core waits for the operation that is returned. */
#define HYD_NOT_AT_ONCE ((struct hyd_op *)1)
  size_t at_once_most;
  struct hyd_op *(*at_once)(void *state, uint32_t peer, int is_put, void *remote, void *local,
                            size_t n);
  /* A short wait for operations that were started before, until *pending is 0. 0: it is; 1: the
   * core must poll. */
  int (*ends)(void *state, const _Atomic uint32_t *pending);
  /* Whether the network's own atomics can be used, once segments are attached; the same at all
   * ranks. */
  int (*has_atomics)(struct hyd_job *job, void *state);
  /* An atomic of the network on an aligned 64-bit word of a segment of any rank, also this one. It
   * is atomic with respect to the network's others, not to those of processors. The word's old
   * value is stored at the address op->value, unless that is 0, before hyd_op_done(op). */
  int (*atomic)(struct hyd_job *job, void *state, uint32_t peer, void *addr,
                const struct hyd_atomic *a, struct hyd_op *op);
};

/* *addr += a; or, if is_swap is set and *addr == a, *addr = b. */
struct hyd_atomic {
  int is_swap;
  uint64_t a, b;
};

struct hyd_conduit {
  const char *name;    /* lower case: -c NAME, GASNET_CONDUIT=NAME */
  const char *summary; /* one line for doctor and man page */

  /* Most bytes of a medium, and of a long, in am_send: at least 512; clients want mediums of 4000
   * and more. A job's limits are the lesser ones of its conduit and of shared memory. */
  size_t max_medium, max_long;
  /* Bytes of a put's part that the conduit copies because its source is not `stable`; 0: max_long.
   * A conduit that copies some bytes ahead keeps several parts on the way if this is a fraction of
   * those. */
  size_t copied_put;
  /* A long, or a medium of a collective, of at least so many bytes has m->local if its sender waits
   * for local completion, and a put of which the client awaits that by an event is `stable`. 0:
   * none is sent so. */
  size_t keeps_longs;
  /* The conduit delivers longs to memory outside of the peer's segments, if the peer expects them
   * there (hyd_job_may_land). */
  int lands_anywhere;

  /* Guarded memory (core/mem/guard.h). NOT: primordial endpoints cannot have it. ROUND: the core
   * uses active messages for it; the conduit sees it only as the destination of longs that are
   * replies or parts of collectives: if hyd_job_is_guarded there, hyd_am_take delivers them. ALL:
   * the conduit checks each address that it gives to the kernel. */
  enum { HYD_GUARDED_NOT, HYD_GUARDED_ROUND, HYD_GUARDED_ALL } guarded;

  /* Rings carry messages also to ranks of the same host outside of the neighbourhood (smp: nothing
   * else reaches those). */
  int rings_reach_host;

  int (*probe)(char *why, size_t why_size); /* may be NULL: always usable */
  /* The process manager, if the network's own library is one (core/boot/pm.h); its `detect` is not
   * called. NULL: ranks use the manager that has started them, or are forked. */
  const struct hyd_pm_ops *manager;
  int (*prelaunch)(struct hyd_env *env, uint32_t nranks, void **shared_state); /* may be NULL */
  /* -1: no memory is left. Other reasons why it cannot be opened end the job: hyd_refuse. May be
   * NULL. */
  int (*open)(struct hyd_job *job, void *shared_state, void **state);
  /* The segments of all primordial endpoints are known; hyd_job_segment is this rank's. Collective.
   * Called at most once: not in a job whose ranks publish their segments at different times, whose
   * puts and gets must work all the same, by messages if not otherwise. */
  int (*attach)(struct hyd_job *job, void *state); /* may be NULL */
  void (*detach)(struct hyd_job *job,
                 void *state); /* this rank's segment is about to be unmapped; may be NULL */
  /* Most bytes of a medium in this run, if they may be fewer than max_medium. Called after open;
   * the same at all ranks. */
  size_t (*medium_limit)(struct hyd_job *job, void *state); /* may be NULL */
  /* Pieces of a strided, indexed or vector put or get, of so many bytes at most on average, are
   * faster packed into messages than by put or get. Called after open. NULL: what a medium holds.
   */
  size_t (*packs_most)(struct hyd_job *job, void *state, int is_put);
  void (*close)(struct hyd_job *job, void *state); /* may be NULL */
  /* Describes this rank's state towards a peer in one line, for a user who examines a hang:
   * connection, queues, unacknowledged messages. May be called at any time, also in a signal
   * handler: it waits for no lock. -1: the state is locked. May be NULL. */
  int (*describe)(struct hyd_job *job, void *state, uint32_t peer, char *line, size_t size);

  struct hyd_conduit_ops ops; /* by value: that saves a load */
};

/* The conduits that are part of the library, best first, ended by NULL (conduits/list.c, which
 * configure makes). */
extern const struct hyd_conduit *const hyd_conduits[];
/* For each of hyd_conduits: loads the libraries that it needs (core/optlib/load.h). NULL: none. -1:
 * see `why`. */
extern int (*const hyd_conduit_needs[])(char *why, size_t why_size);
/* The names of the conduits that are modules (module.h), ended by NULL. */
extern const char *const hyd_conduit_modules[];
struct hyd_limits { /* most bytes of a medium, and of a long */
  size_t medium, longs;
};
/* For each module: its max_medium and max_long, known before it is loaded (module_limits.h). */
extern const struct hyd_limits hyd_conduit_module_limits[];
/* For each module: chooses among several files for this process, and writes the file's name. NULL:
 * the module has one file, named after the conduit. 0, or -1: see `why`. */
typedef int hyd_which_fn(struct hyd_env *env, char *file, size_t size, char *why, size_t why_size);
extern hyd_which_fn *const hyd_conduit_which[];
/* The conduit of that name, in upper or lower case, loaded if it is a module. NULL: see `why`. */
const struct hyd_conduit *hyd_conduit_find(struct hyd_env *env, const char *name, char *why,
                                           size_t why_size);

#endif
