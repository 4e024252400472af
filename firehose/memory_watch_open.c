/* SPDX-License-Identifier: BSD-3-Clause
 *
 * memory_watch_open.c: begins and ends a watch. It first tests the kernel's behaviour that
 * memory_watch.c relies on: the watching thread unmaps a registered page, and the thread that opens
 * the watch reads the event. All signals are blocked in the watching thread, as a handler might
 * unmap.
 */
#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/sys/fd.h"
#include "firehose/uffd.h"
#include "firehose/vma.h"
#include "firehose/memory_watch_int.h"

#define STACK_BYTES (256u << 10)
#define TRIAL_POLL_MS 10

/* --- the thread ----------------------------------------------------------- */

static int start_thread(struct hyd_fh_watcher *in) {
  pthread_attr_t attr;
  sigset_t all, old;
  int rc;
  if (pthread_attr_init(&attr)) return -1;
  pthread_attr_setstacksize(&attr, STACK_BYTES);
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  rc = pthread_create(&in->thread, &attr, hyd_fh_watch_thread, in);
  pthread_sigmask(SIG_SETMASK, &old, NULL);
  pthread_attr_destroy(&attr);
  return rc;
}

static void stop_thread(struct hyd_fh_watcher *in) {
  uint64_t one = 1;
  while (write(in->stop, &one, sizeof one) < 0 && errno == EINTR) continue;
  pthread_join(in->thread, NULL);
}

/* --- opening -------------------------------------------------------------- */

static int is_event_of_trial(const struct hyd_fh_watcher *in, int pending) {
  struct uffd_msg m;
  return read(in->uffd, &m, sizeof m) == (ssize_t)sizeof m && pending &&
         m.event == UFFD_EVENT_UNMAP && m.arg.remove.start == (uintptr_t)in->scratch;
}

/* The watching thread unmaps a registered page, then sets `round`. 1: the kernel behaves as
 * memory_watch.c says: the thread waits until the event is read, and counts as a pending change
 * meanwhile. */
static int try_kernel(struct hyd_fh_watcher *in) {
  struct pollfd fd = {in->uffd, POLLIN, 0};
  int good = 0;
  while (atomic_load_explicit(&in->pub.round, memory_order_relaxed) ==
         0) { /* no data comes with it */
    if (good)
      sched_yield();
    else if (poll(&fd, 1, TRIAL_POLL_MS) > 0)
      good = is_event_of_trial(in, hyd_fh_uffd_pending(in->uffd));
  }
  return good && !hyd_fh_uffd_pending(in->uffd) ? 0 : -1;
}

static int start_watch(struct hyd_fh_watcher *in, const char **why) {
  *why = "no thread";
  if (start_thread(in)) {
    close(in->uffd); /* first, as no thread reads the event of the munmap */
    munmap(in->scratch, FH_WATCH_PAGE);
    return -1;
  }
  *why = "userfaultfd works otherwise than expected";
  if (try_kernel(in) == 0) return 0;
  stop_thread(in);
  return -1;
}

static int open_scratch(struct hyd_fh_watcher *in) {
  in->scratch =
      mmap(NULL, FH_WATCH_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (in->scratch == MAP_FAILED) return -1;
  if (hyd_fh_uffd_register(in->uffd, (uintptr_t)in->scratch,
                           (uintptr_t)in->scratch + FH_WATCH_PAGE) == 0)
    return 0;
  munmap(in->scratch, FH_WATCH_PAGE);
  return -1;
}

static int open_parts(struct hyd_fh_watcher *in, const char **why) {
  if ((in->uffd = hyd_fh_uffd_open(why)) < 0) return -1;
  *why = "no /proc/self/maps";
  if ((in->maps = fh_vma_open()) < 0) goto close_uffd;
  *why = "no eventfd, or no descriptor";
  if ((in->stop = hyd_fd_high(eventfd(0, EFD_CLOEXEC))) < 0) goto close_maps;
  *why = "no memory";
  if (open_scratch(in)) goto close_stop;
  if (start_watch(in, why) == 0) return 0;
  in->uffd = -1; /* closed by start_watch or by the thread */
close_stop:
  close(in->stop);
close_maps:
  close(in->maps);
close_uffd:
  if (in->uffd >= 0) close(in->uffd);
  return -1;
}

/* Maps a watcher aligned to FH_WATCH_PAGE: maps more than it needs, and unmaps the ends. */
static struct hyd_fh_watcher *map_watcher(void) {
  size_t size = sizeof(struct hyd_fh_watcher), slack = FH_WATCH_PAGE;
  char *p = mmap(NULL, size + slack, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  size_t skip;
  if (p == MAP_FAILED) return NULL;
  skip = (size_t)(-(uintptr_t)p % FH_WATCH_PAGE);
  if (skip) munmap(p, skip);
  if (skip < slack) munmap(p + skip + size, slack - skip);
  if (madvise(p + skip, FH_WATCH_PAGE, MADV_WIPEONFORK) == 0)
    return (struct hyd_fh_watcher *)(void *)(p + skip);
  munmap(p + skip, size);
  return NULL;
}

struct fh_watch *fh_watch_open(fh_watch_gone_fn *gone, void *ctx, const char **why) {
  struct hyd_fh_watcher *in = map_watcher();
  *why = "no memory";
  if (!in) return NULL;
  in->gone = gone;
  in->ctx = ctx;
  in->pid = getpid();
  pthread_mutex_init(&in->lock, NULL);
  if (open_parts(in, why) == 0) return &in->pub;
  munmap(in, sizeof *in);
  return NULL;
}

/* Ends all registrations explicitly: a child process may hold the descriptor open, and then closing
 * it ends no registration, and every munmap would wait for a thread that does not exist. */
void fh_watch_close(struct fh_watch *w) {
  struct hyd_fh_watcher *in = hyd_fh_watcher(w);
  if (in->pid != getpid()) {
    close(in->uffd);
  } else {
    hyd_fh_watch_forget_all(in);
    stop_thread(in);
  }
  close(in->maps);
  close(in->stop);
  munmap(in, sizeof *in);
}
