/* SPDX-License-Identifier: BSD-3-Clause
 *
 * attend.h: a conduit's attending thread, the lock of the conduit's state, and the operations that
 * the thread has found done.
 *
 * The thread does what polls do, except running handlers, while the client's threads compute. It
 * looks now and then whether the client has polled since its last look. If not, it serves the
 * conduit until the client polls. It takes no signals.
 */
#ifndef HYD_AM_ATTEND_H
#define HYD_AM_ATTEND_H

#include "core/base/job.h"
#include "core/op/op_list.h"
#include "core/sys/client_lock.h"

/* The conduit's functions. The thread calls them without the lock, for which it never waits
 * (hyd_attend_try), because the holder does what is due. */
struct hyd_attend_hooks {
  void (*tick)(void *state); /* at each look; may be NULL */
  /* The client computes. Does what a poll does, and waits until there may be more to do, at most
   * HYD_ATTEND_LOOK_NS. Takes the lock as rarely as it can: taking it from a client that computes
   * costs as much as a datagram (client_lock.h). */
  void (*serve)(void *state);
};

#define HYD_ATTEND_LOOK_NS 50000000u /* between looks */

struct hyd_attend {
  struct hyd_client_lock lock;
  const struct hyd_attend_hooks *hooks;
  void *state;
  int wanted;     /* the thread is to be started */
  int has_thread; /* the thread exists */
  int attending;  /* the thread works in the client's place; lock held */
  /* Operations that the thread found done, for the client's next poll; lock held. */
  struct hyd_op_list done;
  uint64_t look_ns;
  const int *shares_cores; /* the job's: ranks outnumber cores */
  uint64_t seen;           /* `polls` at the last look */
  unsigned keen;           /* looks that are still to come after KEEN_NS (attend.c) */
  unsigned busy;           /* looks in a row that found the client polling */
  _Atomic uint64_t polls;  /* of the client; relaxed: a hint */
  _Atomic uint32_t asleep; /* threads of the client that sleep in the conduit; relaxed: a hint */
  _Atomic int ended;       /* relaxed: the thread sees it soon enough */
  _Atomic int soon;        /* the conduit asks for brisk looks; relaxed: it is read often */
  _Atomic uint32_t rests;  /* a futex: 1 while looks are rare */
};

/* Decides whether the thread is to be started; `on` is what the environment says. */
void hyd_attend_init(struct hyd_attend *a, const struct hyd_job *job, int on);
/* Starts the thread if it is wanted. Returns 0 or an errno. */
int hyd_attend_start(struct hyd_attend *a, const struct hyd_attend_hooks *hooks, void *state);
/* Ends the thread's work. The thread may be in the midst of some, which is over when the lock is
 * next held. */
static inline void hyd_attend_end(struct hyd_attend *a) {
  atomic_store_explicit(&a->ended, 1, memory_order_relaxed);
}
static inline int hyd_attend_has_ended(struct hyd_attend *a) {
  return atomic_load_explicit(&a->ended, memory_order_relaxed);
}
/* Looks are to be brisk for a while: the client may go away in the midst of something. */
void hyd_attend_soon(struct hyd_attend *a);
/* By the thread; not 0: the client is inside. Then it is the client, until it gives the lock back.
 */
static inline int hyd_attend_try(struct hyd_attend *a) { return hyd_client_lock_try(&a->lock); }
static inline void hyd_attend_give_back(struct hyd_attend *a) {
  hyd_client_lock_give_back(&a->lock);
}
void hyd_attend_nap(uint64_t ns);

/* The client polls. One thread does at a time, so that there is no locked instruction. */
static inline void hyd_attend_polled(struct hyd_attend *a) {
  atomic_store_explicit(&a->polls, atomic_load_explicit(&a->polls, memory_order_relaxed) + 1,
                        memory_order_relaxed);
}
/* A thread of the client begins to sleep in the conduit, or ends. */
static inline void hyd_attend_sleeps(struct hyd_attend *a, int begins) {
  atomic_fetch_add_explicit(&a->asleep, begins ? 1u : UINT32_MAX, memory_order_relaxed);
}
static inline int hyd_attend_is_asleep(const struct hyd_attend *a) {
  return atomic_load_explicit(&a->asleep, memory_order_relaxed) != 0;
}
/* One part of an operation is done: the client is told at once, or when it polls, if the thread
 * found it. Lock held. */
static inline void hyd_attend_op_done(struct hyd_attend *a, struct hyd_job *job,
                                      struct hyd_op *op) {
  if (hyd_likely(!a->attending))
    hyd_op_done(job, op);
  else
    hyd_op_list_add(&a->done, op, "conduit");
}

#endif
