/* SPDX-License-Identifier: BSD-3-Clause
 *
 * memory_watch.c: the watching thread, and queries about its state. See memory_watch.h.
 *
 * A thread that unmaps, moves or discards registered memory waits in the kernel until the event has
 * been read. So the watching thread makes `round` odd when an event is there, before it reads (R1),
 * calls `gone` for all that it reads, and makes `round` even (R2). A thread whose munmap has
 * returned therefore finds `round` odd, or the calls made.
 *
 *     thread that unmaps                 watching thread
 *     count of changes + 1 (kernel)
 *     unmap; queue event; wait  ------>  poll returns
 *                                        R1: round = odd
 *                               <------  read
 *     wake                               gone(lo, hi)
 *     count of changes - 1               R2: round = even
 *     munmap returns
 *     settled? (R2)
 *
 * Between the unmap and R1 another thread's mmap may get the addresses, while nothing in this
 * process knows of the unmap. But the kernel's count of changes does (hyd_fh_uffd_pending). If it
 * is 0, every event so far was read, so R1 came before: then `round` says whether the calls are
 * made. fh_watch_check asks in this order.
 *
 * The event of a discard comes before the pages are dropped: see memory_watch_add.c.
 *
 * The watching thread never allocates, frees or unmaps: it would wait for itself.
 */
#include "firehose/memory_watch.h"

#include <errno.h>
#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/sys/cpu.h"
#include "core/sys/futex.h"
#include "firehose/uffd.h"
#include "firehose/memory_watch_int.h"

#define BATCH 16
#define SPINS 200
#define FIRST_ROUND 2u

/* --- the thread ----------------------------------------------------------- */

static uint32_t next_round(uint32_t round) { return round + 1 ? round + 1 : FIRST_ROUND; }

/* R1: before the read, which lets the other thread continue; its wake-up is the acquire side. */
static void begin_round(struct hyd_fh_watcher *in) {
  uint32_t round = atomic_load_explicit(&in->pub.round, memory_order_relaxed);
  atomic_store_explicit(&in->pub.round, round + 1, memory_order_seq_cst);
}

/* R2 pairs with fh_watch_settled; and with S1: either this thread sees the sleeper, or the sleeper
 * sees the new round. */
static void set_round(struct hyd_fh_watcher *in, uint32_t round) {
  atomic_store_explicit(&in->pub.round, round, memory_order_seq_cst); /* R2 */
  if (atomic_load_explicit(&in->sleepers, memory_order_seq_cst)) hyd_futex_wake_all(&in->pub.round);
}

static void end_round(struct hyd_fh_watcher *in) {
  set_round(in, next_round(atomic_load_explicit(&in->pub.round, memory_order_relaxed)));
}

static void tell_event(struct hyd_fh_watcher *in, const struct uffd_msg *m) {
  uintptr_t lo, hi;
  if (m->event == UFFD_EVENT_REMAP) {
    lo = (uintptr_t)m->arg.remap.from;
    hi = lo + (uintptr_t)m->arg.remap.len;
    hyd_fh_watch_note_move(in, (uintptr_t)m->arg.remap.to,
                           (uintptr_t)(m->arg.remap.to + m->arg.remap.len));
  } else if (m->event == UFFD_EVENT_UNMAP || m->event == UFFD_EVENT_REMOVE) {
    lo = (uintptr_t)m->arg.remove.start;
    hi = (uintptr_t)m->arg.remove.end;
    if (m->event == UFFD_EVENT_REMOVE)
      hyd_fh_watch_note_discard(in, lo, hi);
    else
      hyd_fh_watch_note_unmap(in, lo, hi);
  } else {
    return;
  }
  in->gone(in->ctx, lo, hi);
}

/* Reads and handles all events. 0, or -1: the descriptor is not the watch's any more. */
static int work_off(struct hyd_fh_watcher *in) {
  struct uffd_msg m[BATCH];
  for (;;) {
    ssize_t got = read(in->uffd, m, sizeof m);
    if (got < (ssize_t)sizeof *m) return got < 0 && errno == EAGAIN ? 0 : -1;
    for (size_t i = 0; i < (size_t)got / sizeof *m; i++) tell_event(in, &m[i]);
  }
}

/* Handles events until the thread is to stop (0) or cannot watch any more (-1). */
static int watch_until_stop(struct hyd_fh_watcher *in, struct pollfd fds[2]) {
  while (fds[1].revents == 0) {
    if (poll(fds, 2, -1) <= 0 || fds[0].revents == 0) continue;
    begin_round(in);
    if (work_off(in)) return -1;
    end_round(in);
  }
  return 0;
}

void *hyd_fh_watch_thread(void *arg) {
  struct hyd_fh_watcher *in = arg;
  struct pollfd fds[2] = {{in->uffd, POLLIN, 0}, {in->stop, POLLIN, 0}};
  uint64_t stops;
  munmap(in->scratch, FH_WATCH_PAGE); /* for try_kernel() in memory_watch_open.c */
  set_round(in, FIRST_ROUND);
  if (watch_until_stop(in, fds)) {
    set_round(in, 0);
    fds[0].fd = -1;
    while (poll(fds, 2, -1) <= 0) continue;
  }
  while (read(in->stop, &stops, sizeof stops) < 0 && errno == EINTR) continue;
  if (fds[0].fd >= 0) close(fds[0].fd); /* before the join, which may unmap this stack */
  return NULL;
}

/* --- asking --------------------------------------------------------------- */

void fh_watch_settle(struct fh_watch *w) {
  struct hyd_fh_watcher *in = hyd_fh_watcher(w);
  uint32_t round = atomic_load_explicit(&w->round, memory_order_acquire); /* R2 */
  for (int i = 0; i < SPINS && (round & 1); i++) {
    hyd_cpu_relax();
    if (atomic_load_explicit(&w->round, memory_order_acquire) != round) return; /* R2 */
  }
  if ((round & 1) == 0) return;
  atomic_fetch_add_explicit(&in->sleepers, 1, memory_order_seq_cst); /* S1 */
  while (atomic_load_explicit(&w->round, memory_order_seq_cst) == round)
    hyd_futex_wait(&w->round, round, 0);
  atomic_fetch_sub_explicit(&in->sleepers, 1, memory_order_relaxed);
}

int fh_watch_check(const struct fh_watch *w) {
  if (hyd_fh_watch_is_dead(w)) return ESRCH;
  if (hyd_fh_uffd_pending(hyd_fh_watcher(w)->uffd)) return EAGAIN;
  /* Orders the kernel's load of its count before the load of `round`: the count was 0 after R1. */
  atomic_thread_fence(memory_order_acquire);
  return fh_watch_settled(w) ? 0 : EAGAIN;
}
