/* SPDX-License-Identifier: BSD-3-Clause
 *
 * watch.c: the watching thread. See watch.h.
 *
 * The kernel keeps a thread that unmaps, moves or discards registered memory waiting until the event of
 * it has been read. So the watching thread makes `round` odd when an event is there and before it
 * reads (R1), tells `gone` of all that it reads, and makes it even (R2). A thread whose munmap has
 * returned therefore finds `round` odd, or the work done.
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
 * Between the unmap and R1 the addresses may have been given to another thread's mmap, and nothing in
 * this process knows. But the kernel's count knows (fh_uffd_pending). If it is 0, every event
 * so far was read, so R1 had come before: then `round` tells whether the work is done. fh_watch_check
 * asks in this order.
 *
 * The event of a discard comes before the pages go: watch_add.c says what follows from that.
 *
 * The watching thread never allocates, frees or unmaps: it would wait for itself.
 */
#include "firehose/watch.h"

#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/sys/cpu.h"
#include "core/sys/fd.h"
#include "core/sys/futex.h"
#include "firehose/uffd.h"
#include "firehose/vma.h"
#include "firehose/watch_int.h"

#define BATCH 16
#define SPINS 200
#define STACK_BYTES (256u << 10)
#define TRIAL_POLL_MS 10
#define FIRST_ROUND 2u

/* --- the thread ------------------------------------------------------------------------------------- */

static uint32_t next_round(uint32_t round) { return round + 1 ? round + 1 : FIRST_ROUND; }

/* R1. Comes before the read that lets the other thread go on: that one's waking is the acquire side. */
static void begin_round(struct fh_watcher *in) {
  uint32_t round = atomic_load_explicit(&in->pub.round, memory_order_relaxed);
  atomic_store_explicit(&in->pub.round, round + 1, memory_order_seq_cst);
}

/* R2 pairs with fh_watch_settled; and with S1, so that a sleeper is seen or sees the new round. */
static void end_round(struct fh_watcher *in) {
  uint32_t round = atomic_load_explicit(&in->pub.round, memory_order_relaxed);
  atomic_store_explicit(&in->pub.round, next_round(round), memory_order_seq_cst); /* R2 */
  if (atomic_load_explicit(&in->sleepers, memory_order_seq_cst)) hyd_futex_wake_all(&in->pub.round);
}

static void tell(struct fh_watcher *in, const struct uffd_msg *m) {
  uintptr_t lo, hi;
  if (m->event == UFFD_EVENT_REMAP) {
    lo = (uintptr_t)m->arg.remap.from;
    hi = lo + (uintptr_t)m->arg.remap.len;
    fh_watch_note_move(in, (uintptr_t)m->arg.remap.to, (uintptr_t)(m->arg.remap.to + m->arg.remap.len));
  } else if (m->event == UFFD_EVENT_UNMAP || m->event == UFFD_EVENT_REMOVE) {
    lo = (uintptr_t)m->arg.remove.start;
    hi = (uintptr_t)m->arg.remove.end;
    if (m->event == UFFD_EVENT_REMOVE) fh_watch_note_discard(in, lo, hi);
    else fh_watch_note_unmap(in, lo, hi);
  } else {
    return;
  }
  in->gone(in->ctx, lo, hi);
}

static void work_off(struct fh_watcher *in) {
  struct uffd_msg m[BATCH];
  for (;;) {
    ssize_t got = read(in->uffd, m, sizeof m);
    if (got < (ssize_t)sizeof *m) return;
    for (size_t i = 0; i < (size_t)got / sizeof *m; i++) tell(in, &m[i]);
  }
}

static void *watch(void *arg) {
  struct fh_watcher *in = arg;
  struct pollfd fds[2] = {{in->uffd, POLLIN, 0}, {in->stop, POLLIN, 0}};
  uint64_t stops;
  munmap(in->scratch, FH_WATCH_PAGE); /* for trial() */
  atomic_store_explicit(&in->pub.round, FIRST_ROUND, memory_order_relaxed);
  while (fds[1].revents == 0) {
    if (poll(fds, 2, -1) <= 0 || fds[0].revents == 0) continue;
    begin_round(in);
    work_off(in);
    end_round(in);
  }
  while (read(in->stop, &stops, sizeof stops) < 0 && errno == EINTR) continue;
  close(in->uffd); /* here and not after the join, which may unmap this stack */
  return NULL;
}

static int start_thread(struct fh_watcher *in) {
  pthread_attr_t attr;
  sigset_t all, old;
  int rc;
  if (pthread_attr_init(&attr)) return -1;
  pthread_attr_setstacksize(&attr, STACK_BYTES);
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  rc = pthread_create(&in->thread, &attr, watch, in);
  pthread_sigmask(SIG_SETMASK, &old, NULL);
  pthread_attr_destroy(&attr);
  return rc;
}

static void stop_thread(struct fh_watcher *in) {
  uint64_t one = 1;
  while (write(in->stop, &one, sizeof one) < 0 && errno == EINTR) continue;
  pthread_join(in->thread, NULL);
}

/* --- opening ---------------------------------------------------------------------------------------- */

static int is_event_of_trial(const struct fh_watcher *in, int pending) {
  struct uffd_msg m;
  return read(in->uffd, &m, sizeof m) == (ssize_t)sizeof m && pending && m.event == UFFD_EVENT_UNMAP &&
         m.arg.remove.start == (uintptr_t)in->scratch;
}

/* The watching thread unmaps a registered page, then makes `round` other than 0. Is what this file says
 * of the kernel true of it: that it waits for its event to be read, and is counted meanwhile? */
static int trial(struct fh_watcher *in) {
  struct pollfd fd = {in->uffd, POLLIN, 0};
  int good = 0;
  while (atomic_load_explicit(&in->pub.round, memory_order_relaxed) == 0) { /* no data comes with it */
    if (good) sched_yield();
    else if (poll(&fd, 1, TRIAL_POLL_MS) > 0) good = is_event_of_trial(in, fh_uffd_pending(in->uffd));
  }
  return good && !fh_uffd_pending(in->uffd) ? 0 : -1;
}

static int start(struct fh_watcher *in, const char **why) {
  *why = "no thread";
  if (start_thread(in)) {
    munmap(in->scratch, FH_WATCH_PAGE);
    close(in->uffd);
    return -1;
  }
  *why = "userfaultfd works otherwise than expected";
  if (trial(in) == 0) return 0;
  stop_thread(in);
  return -1;
}

static int open_scratch(struct fh_watcher *in) {
  in->scratch = mmap(NULL, FH_WATCH_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (in->scratch == MAP_FAILED) return -1;
  if (fh_uffd_register(in->uffd, (uintptr_t)in->scratch, (uintptr_t)in->scratch + FH_WATCH_PAGE) == 0) return 0;
  munmap(in->scratch, FH_WATCH_PAGE);
  return -1;
}

static int open_parts(struct fh_watcher *in, const char **why) {
  if ((in->uffd = fh_uffd_open(why)) < 0) return -1;
  *why = "no /proc/self/maps";
  if ((in->maps = fh_vma_open()) < 0) goto close_uffd;
  *why = "no descriptor or no memory";
  if ((in->stop = hyd_fd_high(eventfd(0, EFD_CLOEXEC))) < 0) goto close_maps;
  if (open_scratch(in)) goto close_stop;
  if (start(in, why) == 0) return 0;
  in->uffd = -1; /* it closed it */
close_stop:
  close(in->stop);
close_maps:
  close(in->maps);
close_uffd:
  if (in->uffd >= 0) close(in->uffd);
  return -1;
}

/* Aligned to FH_WATCH_PAGE, of which the kernel knows nothing: maps more, and gives back the ends. */
static struct fh_watcher *map_watcher(void) {
  size_t size = sizeof(struct fh_watcher), slack = FH_WATCH_PAGE;
  char *p = mmap(NULL, size + slack, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  size_t skip;
  if (p == MAP_FAILED) return NULL;
  skip = (size_t)(-(uintptr_t)p % FH_WATCH_PAGE);
  if (skip) munmap(p, skip);
  if (skip < slack) munmap(p + skip + size, slack - skip);
  if (madvise(p + skip, FH_WATCH_PAGE, MADV_WIPEONFORK) == 0) return (struct fh_watcher *)(void *)(p + skip);
  munmap(p + skip, size);
  return NULL;
}

struct fh_watch *fh_watch_open(fh_watch_gone_fn *gone, void *ctx, const char **why) {
  struct fh_watcher *in = map_watcher();
  *why = "no memory";
  if (!in) return NULL;
  in->gone = gone;
  in->ctx = ctx;
  pthread_mutex_init(&in->lock, NULL);
  if (open_parts(in, why) == 0) return &in->pub;
  munmap(in, sizeof *in);
  return NULL;
}

/* A child that lives on may hold the descriptor open: then closing it would end no registration, and every
 * munmap would wait for a thread that isn't there. */
void fh_watch_close(struct fh_watch *w) {
  struct fh_watcher *in = fh_watcher(w);
  if (fh_watch_is_copy(w)) {
    close(in->uffd);
  } else {
    fh_watch_forget_all(in);
    stop_thread(in);
  }
  close(in->maps);
  close(in->stop);
  munmap(in, sizeof *in);
}

/* --- asking ----------------------------------------------------------------------------------------- */

void fh_watch_settle(struct fh_watch *w) {
  struct fh_watcher *in = fh_watcher(w);
  uint32_t round = atomic_load_explicit(&w->round, memory_order_acquire); /* R2 */
  for (int i = 0; i < SPINS && (round & 1); i++) {
    hyd_cpu_relax();
    if (atomic_load_explicit(&w->round, memory_order_acquire) != round) return; /* R2 */
  }
  if ((round & 1) == 0) return;
  atomic_fetch_add_explicit(&in->sleepers, 1, memory_order_seq_cst); /* S1 */
  while (atomic_load_explicit(&w->round, memory_order_seq_cst) == round) hyd_futex_wait(&w->round, round, 0);
  atomic_fetch_sub_explicit(&in->sleepers, 1, memory_order_relaxed);
}

int fh_watch_check(const struct fh_watch *w) {
  if (fh_watch_is_copy(w)) return ESRCH;
  if (fh_uffd_pending(fh_watcher(w)->uffd)) return EAGAIN;
  /* The kernel's load of its count comes before that of `round`; it saw what came after R1. */
  atomic_thread_fence(memory_order_acquire);
  return fh_watch_settled(w) ? 0 : EAGAIN;
}
