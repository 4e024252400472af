/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pager.c: see pager.h.
 */
#include "extended/paged/module/pager.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>

#include "core/sys/file_limit.h"
#include "core/sys/futex.h"
#include "core/sys/thread_name.h"

/* Linux has these since 6.4 and 6.6; Debian's headers are older. */
#define CONTINUE_WP ((uint64_t)1 << 1)
#define FEATURE_POISON ((uint64_t)1 << 14)

#define LONG_LOCKED 100u /* looks in a row until the pager asks whether transfers have died */

static uint64_t page_size(const struct netvm_pager *p) { return (uint64_t)1 << p->table->shift; }
static uint64_t offset_of(const struct netvm_pager *p, uint64_t page) {
  return page << p->table->shift;
}

void hyd_netvm_ring(struct netvm_table *t) {
  atomic_fetch_add_explicit(&t->bell, 1, memory_order_release); /* B1, with the acquire in serve */
  hyd_futex_wake(&t->bell, 1);
}

int hyd_netvm_is_dead(int32_t pid) { return kill(pid, 0) && errno == ESRCH; }

/* --- the end of the process, without the library --------------------------- */

static char *append_text(char *at, char *end, const char *text) {
  while (*text && at < end) *at++ = *text++;
  return at;
}

static char *append_number(char *at, char *end, uint64_t n) {
  char digits[24], *d = digits + sizeof digits;
  *--d = 0;
  do *--d = (char)('0' + n % 10);
  while (n /= 10);
  return append_text(at, end, d);
}

static const char *name_of(int err) {
  switch (err) {
  case ENOSPC: return "no space left on its file system";
  case EDQUOT: return "disk quota exceeded";
  case EIO: return "input/output error";
  case EFBIG: return "file too large";
  case ENOMEM: return "out of memory";
  case ENODATA: return "the file was shortened by another process";
  default: return "error";
  }
}

/* Ends the rank, and with it the job: bytes that ranks have written cannot be kept. */
static _Noreturn void give_up(const char *what, uint64_t page, int err) {
  char line[300], *at = line, *end = line + sizeof line;
  at = append_text(at, end, "FATAL ERROR: paged segment: cannot ");
  at = append_text(at, end, what);
  at = append_text(at, end, " page ");
  at = append_number(at, end, page);
  at = append_text(at, end, ": ");
  at = append_text(at, end, name_of(err));
  at = append_text(at, end, " (errno ");
  at = append_number(at, end, (uint64_t)err);
  at = append_text(at, end, "); expected a file that can hold the whole segment\n");
  if (write(STDERR_FILENO, line, (size_t)(at - line)) < 0) _exit(2);
  _exit(1);
}

/* --- the engine's calls ---------------------------------------------------- */

static struct uffdio_range range_of(const struct netvm_pager *p, uint64_t page) {
  return (struct uffdio_range){(uint64_t)(uintptr_t)p->base + offset_of(p, page), page_size(p)};
}

static void set_protection(struct netvm_pager *p, uint64_t page, uint64_t mode) {
  struct uffdio_writeprotect w = {.range = range_of(p, page), .mode = mode};
  while (!p->read_only && ioctl(p->uffd, UFFDIO_WRITEPROTECT, &w))
    if (errno != EAGAIN) give_up("protect", page, errno);
}

static int on_protect(void *arg, uint64_t page) {
  set_protection(((struct netvm_worker *)arg)->p, page, UFFDIO_WRITEPROTECT_MODE_WP);
  return 0;
}

/* Copy a page's memory to or from `at`, by the memory file: so the page is in no page table, which
 * an eviction would have to clear on all processors. */
static void memory_to(struct netvm_pager *p, char *at, uint64_t page) {
  struct iovec to = {at, page_size(p)};
  if (preadv(p->memory, &to, 1, (off_t)offset_of(p, page)) != (ssize_t)to.iov_len)
    give_up("copy", page, errno);
}
static void memory_from(struct netvm_pager *p, char *at, uint64_t page) {
  struct iovec from = {at, page_size(p)};
  if (pwritev(p->memory, &from, 1, (off_t)offset_of(p, page)) != (ssize_t)from.iov_len)
    give_up("make", page, errno);
}

int hyd_netvm_is_short(const struct netvm_pager *p) {
  struct stat st;
  return fstat(p->file, &st) == 0 && (uint64_t)st.st_size < p->size;
}

/* Fatal if the file is shorter than the segment: it was not when it was opened (netvm.c), so it has
 * lost pages. Checked before each page is read, and before one is written, because a write would
 * make the file longer again, with zeros in place of lost pages. */
static void check_length(const struct netvm_pager *p, const char *what, uint64_t page) {
  if (hyd_netvm_is_short(p)) give_up(what, page, ENODATA);
}

static int on_write_back(void *arg, uint64_t page) {
  struct netvm_worker *w = arg;
  uint64_t at = 0, size = page_size(w->p);
  memory_to(w->p, w->victim, page);
  check_length(w->p, "write", page);
  while (at < size) {
    ssize_t n = pwrite(w->p->file, w->victim + at, size - at, (off_t)(offset_of(w->p, page) + at));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) give_up("write", page, n ? errno : EIO);
    at += (uint64_t)n;
  }
  return 0;
}

static int on_punch(void *arg, uint64_t page) {
  struct netvm_pager *p = ((struct netvm_worker *)arg)->p;
  while (fallocate(p->memory, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)offset_of(p, page),
                   (off_t)page_size(p)))
    if (errno != EINTR) give_up("free", page, errno);
  return 0;
}

/* Whether nothing was ever written to the page. */
static int is_new(const struct netvm_pager *p, uint64_t page) {
  return p->fresh &&
         !(atomic_load_explicit(&p->table->row[page], memory_order_acquire) & NETVM_SAVED); /* T6 */
}

/* Reads a page into w->page; with `now`, only if the kernel has it in memory. Returns whether it
 * did. */
static int read_page(struct netvm_worker *w, uint64_t page, int now) {
  struct netvm_pager *p = w->p;
  uint64_t at = 0, size = page_size(p);
  if (is_new(p, page)) {
    memset(w->page, 0, size);
    return 1;
  }
  check_length(p, "read", page);
  while (at < size) {
    struct iovec to = {w->page + at, size - at};
    off_t from = (off_t)(offset_of(p, page) + at);
    ssize_t n = preadv2(p->file, &to, 1, from, now ? RWF_NOWAIT : 0);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && now) return 0; /* also where the file system cannot say */
    if (n <= 0) give_up("read", page, n ? errno : ENODATA);
    at += (uint64_t)n;
  }
  return 1;
}

static _Noreturn void end_by_stranger(struct netvm_pager *p, uint64_t page) {
  netvm_add(p->table, NETVM_STRANGERS);
  give_up("make (it is there already)", page, EEXIST);
}

/* Makes a page for transfers. The owner's program will fault on it (on_show). */
static void fill_file(struct netvm_worker *w, uint64_t page) {
  unsigned char there[NETVM_LARGEST_PAGE / 4096];
  if (mincore(w->p->own + offset_of(w->p, page), page_size(w->p), there))
    give_up("look at", page, errno);
  for (uint64_t i = 0; i < page_size(w->p) / w->p->least; i++)
    if (there[i] & 1) end_by_stranger(w->p, page);
  memory_from(w->p, w->page, page);
}

static void fill_owner(struct netvm_worker *w, uint64_t page, int writable) {
  struct netvm_pager *p = w->p;
  uint64_t size = page_size(p), to = range_of(p, page).start, at = 0;
  while (at < size) {
    struct uffdio_copy c = {.dst = to + at,
                            .src = (uint64_t)(uintptr_t)w->page + at,
                            .len = size - at,
                            .mode = writable || p->read_only ? 0 : UFFDIO_COPY_MODE_WP};
    if (ioctl(p->uffd, UFFDIO_COPY, &c) == 0) return;
    if (c.copy > 0) at += (uint64_t)c.copy;
    if (errno == EEXIST) end_by_stranger(p, page);
    if (errno != EAGAIN) give_up("make", page, errno);
  }
}

static int on_fill(void *arg, uint64_t page, enum netvm_want want) {
  struct netvm_worker *w = arg;
  if (w->have != page) read_page(w, page, 0);
  w->have = NETVM_NONE;
  if (want == NETVM_BY_TRANSFER && w->p->minor)
    fill_file(w, page);
  else
    fill_owner(w, page, want == NETVM_BY_STORE);
  return 0;
}

/* Maps a page in the owner's page table; returns whether some of it was mapped already. */
static int map_page(struct netvm_pager *p, uint64_t page, int writable) {
  struct uffdio_range left = range_of(p, page);
  uint64_t end = left.start + left.len;
  int was_there = !p->minor;
  while (p->minor && left.start < end) {
    struct uffdio_continue c = {.range = left, .mode = writable || p->read_only ? 0 : CONTINUE_WP};
    if (ioctl(p->uffd, UFFDIO_CONTINUE, &c) == 0) break;
    if (errno == EEXIST) {
      was_there = 1;
      left.start += p->least;
    } else if (errno != EAGAIN) {
      give_up("map", page, errno);
    } else if (c.mapped > 0) {
      left.start += (uint64_t)c.mapped;
    }
    left.len = end - left.start;
  }
  return was_there;
}

static int on_show(void *arg, uint64_t page, int writable) {
  struct netvm_pager *p = ((struct netvm_worker *)arg)->p;
  struct uffdio_range all = range_of(p, page);
  if (!map_page(p, page, writable)) return 0;
  if (writable && !p->read_only)
    set_protection(p, page, 0); /* wakes, too */
  else if (ioctl(p->uffd, UFFDIO_WAKE, &all))
    give_up("wake threads at", page, errno);
  return 0;
}

/* --- jobs ------------------------------------------------------------------ */

static void tell_news(struct netvm_table *t) {
  atomic_fetch_add_explicit(&t->news, 1, memory_order_release); /* N1, with await in netvm.c */
  hyd_futex_wake_all(&t->news);
}

static struct netvm_worker *idle_worker(struct netvm_pager *p) {
  for (unsigned i = 1; i < p->workers; i++) /* W1, with W2: its last job is over */
    if (atomic_load_explicit(&p->worker[i].state, memory_order_acquire) == NETVM_IDLE)
      return &p->worker[i];
  return NULL;
}

/* Reads the page into the pager's memory, if the kernel has it; else there must be an idle worker.
 */
static int on_ready(void *arg, uint64_t page) {
  struct netvm_worker *w = arg;
  if (w->have == page) return 0;
  w->have = NETVM_NONE;
  if (read_page(w, page, 1)) w->have = page;
  return w->have == page || idle_worker(w->p) ? 0 : NETVM_BUSY;
}

/* Writes the victim back, if it is dirty and that needs no wait; returns 0 if it stays dirty. */
static int try_write_back(struct netvm_pager *p, struct netvm_job *job) {
  struct iovec from = {p->worker[0].victim, page_size(p)};
  if (job->victim == NETVM_NONE || !(job->was & NETVM_DIRTY)) return 1;
  memory_to(p, from.iov_base, job->victim);
  check_length(p, "write", job->victim);
  if (pwritev2(p->file, &from, 1, (off_t)offset_of(p, job->victim), RWF_NOWAIT) !=
      (ssize_t)from.iov_len)
    return 0;
  job->was &= ~NETVM_DIRTY;
  atomic_fetch_or_explicit(&p->table->row[job->victim], NETVM_SAVED, memory_order_relaxed);
  netvm_add(p->table, NETVM_WRITE_BACKS);
  return 1;
}

static int on_start(void *arg, const struct netvm_job *job) {
  struct netvm_worker *w = arg, *other = idle_worker(w->p);
  struct netvm_job now = *job;
  if (w->have == job->page && (try_write_back(w->p, &now) || other == NULL))
    return hyd_netvm_run(&w->p->engine, &now, w);
  w->have = NETVM_NONE; /* it would be old when the page is wanted next */
  other->job = now;
  atomic_store_explicit(&other->state, NETVM_WORKS, memory_order_release); /* W3, with W4 */
  hyd_futex_wake(&other->state, 1);
  return 0;
}

static const struct netvm_calls calls = {.protect = on_protect,
                                         .show = on_show,
                                         .ready = on_ready,
                                         .start = on_start,
                                         .write_back = on_write_back,
                                         .punch = on_punch,
                                         .fill = on_fill};

/* --- the threads ----------------------------------------------------------- */

static void pass_fault_on(struct netvm_pager *p, const struct uffd_msg *msg) {
  uint64_t flags = msg->arg.pagefault.flags;
  uint64_t page = (msg->arg.pagefault.address - (uint64_t)(uintptr_t)p->base) >> p->table->shift;
  int store = (flags & (UFFD_PAGEFAULT_FLAG_WP | UFFD_PAGEFAULT_FLAG_WRITE)) != 0;
  if (msg->event != UFFD_EVENT_PAGEFAULT) return;
  netvm_add(p->table, NETVM_FAULTS);
  hyd_netvm_want(p->table, page, store ? NETVM_BY_STORE : NETVM_BY_FAULT);
}

static void *run_watcher(void *arg) {
  struct netvm_pager *p = arg;
  struct pollfd fds[2] = {{.fd = p->uffd, .events = POLLIN},
                          {.fd = p->stop_event, .events = POLLIN}};
  struct uffd_msg msg[16];
  while (!atomic_load_explicit(&p->stop, memory_order_relaxed)) {
    ssize_t n;
    if (poll(fds, 2, -1) < 0) continue;
    n = read(p->uffd, msg, sizeof msg);
    for (ssize_t i = 0; i < n / (ssize_t)sizeof *msg; i++) pass_fault_on(p, &msg[i]);
    if (n > 0) hyd_netvm_ring(p->table);
  }
  return NULL;
}

static void *run_pager(void *arg) {
  struct netvm_worker *w = arg;
  struct netvm_pager *p = w->p;
  struct netvm_table *t = p->table;
  unsigned locked = 0; /* how often in a row */
  while (!atomic_load_explicit(&p->stop, memory_order_relaxed)) {
    uint32_t bell = atomic_load_explicit(&t->bell, memory_order_acquire); /* with B1 */
    uint64_t before = atomic_load_explicit(&t->count[NETVM_PAGE_INS], memory_order_relaxed);
    int late;
    atomic_store_explicit(&t->heard, bell, memory_order_relaxed);
    late = hyd_netvm_serve_all(&p->engine);
    if (atomic_load_explicit(&t->count[NETVM_PAGE_INS], memory_order_relaxed) != before)
      tell_news(t);
    locked = late == NETVM_LOCKED ? locked + 1 : 0;
    if (locked % LONG_LOCKED == LONG_LOCKED - 1) hyd_netvm_forget_dead(t, hyd_netvm_is_dead);
    /* LOCKED: for microseconds; BUSY: the worker rings */
    hyd_futex_wait(&t->bell, bell, late == NETVM_LOCKED ? 20000 : 0);
  }
  return NULL;
}

static void *run_worker(void *arg) {
  struct netvm_worker *w = arg;
  uint32_t state;
  /* W4, with W3 */
  while ((state = atomic_load_explicit(&w->state, memory_order_acquire)) != NETVM_ENDS) {
    if (state == NETVM_IDLE) {
      hyd_futex_wait(&w->state, NETVM_IDLE, 0);
      continue;
    }
    hyd_netvm_run(&w->p->engine, &w->job, w);
    atomic_store_explicit(&w->state, NETVM_IDLE, memory_order_release); /* W2, with W1 */
    tell_news(w->p->table);
    hyd_netvm_ring(w->p->table);
  }
  return NULL;
}

/* Stops the workers, after the pager and the watcher; jobs that have begun are finished. */
static void stop_workers(struct netvm_pager *p) {
  for (unsigned i = 1; i < p->started; i++) {
    struct netvm_worker *w = &p->worker[i];
    uint32_t idle = NETVM_IDLE;
    while (!atomic_compare_exchange_strong_explicit(&w->state, &idle, NETVM_ENDS,
                                                    memory_order_acq_rel, memory_order_relaxed)) {
      hyd_futex_wait(&w->state, NETVM_WORKS, 1000000); /* its end wakes none */
      idle = NETVM_IDLE;
    }
    hyd_futex_wake(&w->state, 1);
    pthread_join(w->thread, NULL);
  }
}

static void stop_pager(struct netvm_pager *p) {
  atomic_store_explicit(&p->stop, 1, memory_order_relaxed);
  hyd_netvm_ring(p->table);
  if (p->started) pthread_join(p->worker[0].thread, NULL);
  stop_workers(p);
}

static int start_workers(struct netvm_pager *p, const pthread_attr_t *small) {
  for (; p->started < p->workers; p->started++) {
    int err = pthread_create(&p->worker[p->started].thread, small,
                             p->started ? run_worker : run_pager, &p->worker[p->started]);
    if (err) return err;
    hyd_name_thread(p->worker[p->started].thread, "pager");
  }
  return 0;
}

/* Starts the threads, which handle no signals. */
static int start_threads(struct netvm_pager *p) {
  pthread_attr_t small;
  sigset_t all, old;
  int err = pthread_attr_init(&small);
  if (err) return err;
  pthread_attr_setstacksize(&small, 1 << 18);
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  if ((err = start_workers(p, &small)) == 0)
    err = pthread_create(&p->watcher, &small, run_watcher, p);
  if (err == 0) hyd_name_thread(p->watcher, "pager");
  if (err) stop_pager(p);
  pthread_sigmask(SIG_SETMASK, &old, NULL);
  pthread_attr_destroy(&small);
  return err;
}

static void stop_threads(struct netvm_pager *p) {
  (void)eventfd_write(p->stop_event, 1);
  stop_pager(p);
  pthread_join(p->watcher, NULL);
}

/* --- making ---------------------------------------------------------------- */

#define FEATURES                                                                                   \
  (UFFD_FEATURE_PAGEFAULT_FLAG_WP | UFFD_FEATURE_MISSING_SHMEM | UFFD_FEATURE_WP_HUGETLBFS_SHMEM)
/* Linux 6.6, which has CONTINUE_WP since 6.4: pages may be there of which the owner knows nothing.
 */
#define MORE_FEATURES (FEATURES | UFFD_FEATURE_MINOR_SHMEM | FEATURE_POISON)

/* Opens a userfaultfd. With the privilege, it serves faults of system calls as well. */
static int open_uffd_for(struct netvm_pager *p, uint64_t features) {
  struct uffdio_api api = {.api = UFFD_API, .features = features};
  p->uffd = (int)syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK);
  if (p->uffd < 0 && errno == EPERM) {
    p->user_mode_only = 1;
    p->uffd = (int)syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK | UFFD_USER_MODE_ONLY);
  }
  return p->uffd < 0 || ioctl(p->uffd, UFFDIO_API, &api) ? -1 : 0;
}

static int open_uffd(struct netvm_pager *p) {
  p->minor = open_uffd_for(p, MORE_FEATURES) == 0;
  if (p->minor || p->uffd < 0) return p->uffd < 0 ? -1 : 0;
  close(p->uffd);
  return open_uffd_for(p, FEATURES);
}

static int watch_range(struct netvm_pager *p) {
  struct uffdio_register r = {.range = {(uint64_t)(uintptr_t)p->base, p->size},
                              .mode = UFFDIO_REGISTER_MODE_MISSING | UFFDIO_REGISTER_MODE_WP |
                                      (p->minor ? UFFDIO_REGISTER_MODE_MINOR : 0)};
  return ioctl(p->uffd, UFFDIO_REGISTER, &r);
}

static int memory_file(const char *name, uint64_t size) {
  int fd = memfd_create(name, MFD_CLOEXEC);
  if (fd >= 0 && hyd_file_resize(fd, size)) {
    close(fd);
    return -1;
  }
  return fd;
}

static void *map_memory(int fd, uint64_t size, int protection) {
  int flags = fd < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED;
  void *at = mmap(NULL, size, protection, flags | MAP_NORESERVE, fd, 0);
  return at == MAP_FAILED ? NULL : at;
}

static void set_up_workers(struct netvm_pager *p, const struct netvm_plan *plan) {
  for (unsigned i = 0; i < p->workers; i++)
    p->worker[i] =
        (struct netvm_worker){.p = p,
                              .page = p->pages + ((2 * (uint64_t)i) << plan->shift),
                              .victim = p->pages + ((2 * (uint64_t)i + 1) << plan->shift),
                              .have = NETVM_NONE};
  p->engine.table = p->table;
  p->engine.call = &calls;
  p->engine.arg = &p->worker[0];
  p->engine.capacity = plan->resident >> plan->shift;
}

/* Makes the mappings and files; no page is present yet, and a child of fork has none of them.
 * Returns NULL, or what failed. */
static const char *make_pager(struct netvm_pager *p, const struct netvm_plan *plan) {
  const int both = PROT_READ | PROT_WRITE;
  uint64_t table = netvm_table_size(p->size >> plan->shift);
  if ((p->memory = memory_file("paged-segment", p->size)) < 0 ||
      (p->table_file = memory_file("paged-table", table)) < 0)
    return "memfd_create";
  p->base = map_memory(p->memory, p->size, p->read_only ? PROT_READ : both);
  p->own = map_memory(p->memory, p->size, both);
  p->pages = map_memory(-1, (2 * (uint64_t)p->workers) << plan->shift, both);
  p->table = map_memory(p->table_file, table, both);
  p->engine.resident =
      map_memory(-1, (plan->resident >> plan->shift) * sizeof *p->engine.resident, both);
  if (!p->base || !p->own || !p->pages || !p->table || !p->engine.resident) return "mmap";
  if (madvise(p->base, p->size, MADV_DONTFORK) || madvise(p->own, p->size, MADV_DONTFORK))
    return "madvise";
  hyd_netvm_table_init(p->table, p->size, plan->shift);
  set_up_workers(p, plan);
  if (open_uffd(p))
    return "userfaultfd is refused; expected Linux 5.19 or later and, in a container, a seccomp "
           "profile that allows the call (no privilege is needed)";
  if (watch_range(p)) return "userfaultfd registration of shared memory with write protection";
  return (p->stop_event = eventfd(0, EFD_CLOEXEC)) < 0 ? "eventfd" : NULL;
}

static void unmap(void *at, uint64_t size) {
  if (at) munmap(at, size);
}
static void shut(int fd) {
  if (fd >= 0) close(fd);
}

static void destroy(struct netvm_pager *p, uint32_t shift) {
  uint64_t pages = p->size >> shift;
  shut(p->uffd);
  shut(p->stop_event);
  unmap(p->base, p->size);
  unmap(p->own, p->size);
  unmap(p->pages, (2 * (uint64_t)p->workers) << shift);
  unmap(p->engine.resident, p->engine.capacity * sizeof *p->engine.resident);
  unmap(p->table, netvm_table_size(pages));
  shut(p->memory);
  shut(p->table_file);
  free(p);
}

int hyd_netvm_start(struct netvm_pager **p_p, int file, const struct netvm_plan *plan,
                    const char **what) {
  struct netvm_pager *p = calloc(1, sizeof *p);
  int err;
  *what = "memory";
  if (p == NULL) return ENOMEM;
  p->memory = p->table_file = p->uffd = p->stop_event = -1;
  p->size = plan->size;
  p->file = file;
  p->workers = 1 + plan->depth;
  p->read_only = plan->read_only;
  p->fresh = plan->fresh;
  p->least = (uint64_t)sysconf(_SC_PAGESIZE);
  errno = 0;
  *what = make_pager(p, plan);
  err = *what ? (errno ? errno : EINVAL) : start_threads(p);
  if (err) {
    if (*what == NULL) *what = "pthread_create";
    destroy(p, plan->shift);
    return err;
  }
  *p_p = p;
  return 0;
}

int hyd_netvm_stop(struct netvm_pager *p, int save) {
  int err = 0;
  stop_threads(p);
  if (save) err = hyd_netvm_flush(&p->engine);
  if (save && err == 0 && fsync(p->file)) err = errno;
  return err;
}

void hyd_netvm_free(struct netvm_pager *p) {
  shut(p->file);
  destroy(p, p->table->shift);
}
