/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fh_watch_test.c: every way for memory to go, one at a time. After the call has returned and
 * fh_watch_settle, `gone` must have been told of all of it, and of nothing that is still there.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/sys/clock.h"
#include "firehose/uffd.h"
#include "firehose/vma.h"
#include "firehose/memory_watch.h"
#include "firehose/memory_watch_int.h"

#define PAGES 16u
#define TOLD 4096u
#define NOBODY 65534
#define TOO_LONG_S 100
#define A_WHILE_NS 40000000u /* no longer than PASS_NS of memory_watch_add.c */

/* What `gone` was told. */
static struct log {
  pthread_mutex_t lock;
  unsigned n;
  uintptr_t lo[TOLD], hi[TOLD];
  sem_t *pass; /* gone waits for it */
} told = {.lock = PTHREAD_MUTEX_INITIALIZER};

static struct fh_watch *watch;
static size_t page, size; /* of a page, of a piece of PAGES */

static void gone(void *ctx, uintptr_t lo, uintptr_t hi) {
  struct log *l = ctx;
  sem_t *pass;
  pthread_mutex_lock(&l->lock);
  if (l->n < TOLD) {
    l->lo[l->n] = lo;
    l->hi[l->n++] = hi;
  }
  pass = l->pass;
  pthread_mutex_unlock(&l->lock);
  if (pass) sem_wait(pass);
}

static void forget(void) {
  fh_watch_settle(watch);
  pthread_mutex_lock(&told.lock);
  told.n = 0;
  pthread_mutex_unlock(&told.lock);
}

/* Bytes of [lo, hi) that gone was told of, counted by pages. */
static size_t told_of(const void *p, size_t n) {
  size_t found = 0;
  pthread_mutex_lock(&told.lock);
  for (uintptr_t at = (uintptr_t)p; at < (uintptr_t)p + n; at += page)
    for (unsigned i = 0; i < told.n; i++)
      if (told.lo[i] <= at && at < told.hi[i]) {
        found += page;
        break;
      }
  pthread_mutex_unlock(&told.lock);
  return found;
}

/* Settled, so that what was here before is history. */
static int add(const void *p, size_t n) {
  fh_watch_settle(watch);
  return fh_watch_add(watch, (uintptr_t)p, (uintptr_t)p + n);
}

static char *map(size_t n) {
  char *p = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert_true(p != MAP_FAILED);
  memset(p, 1, n);
  return p;
}

static char *map_over(char *p, size_t n) {
  return mmap(p, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
}

static char *watched(size_t n) {
  char *p = map(n);
  assert_int_equal(add(p, n), 0);
  forget();
  return p;
}

/* gone was told of [p, p + n) and of nothing else of [all, all + size). */
static void assert_told(const char *all, const char *p, size_t n) {
  fh_watch_settle(watch);
  assert_true(fh_watch_settled(watch));
  assert_int_equal(fh_watch_check(watch), 0);
  assert_int_equal(told_of(p, n), n);
  assert_int_equal(told_of(all, size), n);
}

/* --- unmapping ------------------------------------------------------------ */

static void munmap_is_told(void **state) {
  char *p = watched(size);
  (void)state;
  munmap(p, size);
  assert_told(p, p, size);
}

static void munmap_of_a_part_is_told(void **state) {
  char *p = watched(size);
  (void)state;
  munmap(p + 3 * page, 2 * page);
  assert_told(p, p + 3 * page, 2 * page);
  forget();
  munmap(p + size - page, page);
  assert_told(p, p + size - page, page);
  munmap(p, size);
}

static void mapping_over_is_told(void **state) {
  char *p = watched(size);
  (void)state;
  map_over(p + page, page);
  assert_told(p, p + page, page);
  munmap(p, size);
}

static void brk_is_told(void **state) {
  char *p = sbrk((intptr_t)(2 * size));
  char *first = p + (-(uintptr_t)p & (page - 1));
  (void)state;
  assert_true(p != (void *)-1);
  assert_int_equal(add(first, size), 0);
  forget();
  sbrk(-(intptr_t)(2 * size));
  assert_told(first, first, size);
}

/* --- mremap --------------------------------------------------------------- */

static void moving_is_told(void **state) {
  char *p = watched(size), *to = map(size), *q;
  (void)state;
  q = mremap(p, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, to);
  assert_ptr_equal(q, to);
  assert_told(p, p, size);
  assert_int_equal(told_of(to, size), 0); /* that was not watched */
  assert_int_equal(add(q, size), 0);
  forget();
  munmap(q, size);
  assert_told(q, q, size);
}

static void moving_over_is_told(void **state) {
  char *p = watched(size), *over = watched(size);
  (void)state;
  assert_ptr_equal(mremap(p, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, over), over);
  assert_told(p, p, size);
  assert_int_equal(told_of(over, size), size);
  munmap(over, size);
}

static void growing_in_place_is_not_told(void **state) {
  char *p = map(2 * size);
  (void)state;
  munmap(p + size, size);
  assert_int_equal(add(p, size), 0);
  forget();
  if (mremap(p, size, 2 * size, 0) == MAP_FAILED) skip(); /* another mapping took the room */
  assert_told(p, p, 0);
  assert_int_equal(add(p, 2 * size), 0);
  munmap(p, 2 * size);
  fh_watch_settle(watch);
  assert_int_equal(told_of(p, 2 * size), 2 * size);
}

static void shrinking_is_told(void **state) {
  char *p = watched(size);
  (void)state;
  assert_ptr_equal(mremap(p, size, size / 2, 0), p);
  assert_told(p, p + size / 2, size / 2);
  munmap(p, size / 2);
}

static void moving_without_unmapping_is_told(void **state) {
  char *p = watched(size), *q = mremap(p, size, size, MREMAP_MAYMOVE | MREMAP_DONTUNMAP, NULL);
  (void)state;
  assert_true(q != MAP_FAILED);
  assert_told(p, p, size);
  memset(p, 2, size);
  assert_int_equal(add(p, size), 0); /* both are there */
  assert_int_equal(add(q, size), 0);
  munmap(p, size);
  munmap(q, size);
}

/* --- madvise -------------------------------------------------------------- */

static void discard(char *p, int advice) {
  if (madvise(p + page, 2 * page, advice)) skip();
  assert_told(p, p + page, 2 * page);
  munmap(p, size);
}

static void dontneed_is_told(void **state) {
  (void)state;
  discard(watched(size), MADV_DONTNEED);
}

static void free_is_told(void **state) {
  (void)state;
  discard(watched(size), MADV_FREE);
}

static char *map_memfd(void) {
  int fd = memfd_create("fh_watch_test", MFD_CLOEXEC);
  char *p;
  assert_int_equal(ftruncate(fd, (off_t)size), 0);
  p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  assert_true(p != MAP_FAILED);
  return p;
}

static void remove_is_told(void **state) {
  char *p = map_memfd();
  (void)state;
  assert_int_equal(add(p, size), 0);
  forget();
  discard(p, MADV_REMOVE);
}

static void memfd_is_watched(void **state) {
  char *p = map_memfd();
  (void)state;
  assert_int_equal(add(p, size), 0);
  forget();
  munmap(p, size);
  assert_told(p, p, size);
}

static void huge_pages_are_watched(void **state) {
  size_t huge = 2u << 20;
  char *p =
      mmap(NULL, huge, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB, -1, 0);
  (void)state;
  if (p == MAP_FAILED) skip();
  assert_int_equal(add(p + page, page), 0);
  forget();
  munmap(p, huge);
  fh_watch_settle(watch);
  assert_int_equal(told_of(p, huge), huge);
}

static void other_advice_is_not_told(void **state) {
  char *p = watched(size);
  (void)state;
  madvise(p, size, MADV_DONTFORK);
  madvise(p, size, MADV_DOFORK);
  madvise(p, size, MADV_WILLNEED);
  madvise(p, size, MADV_COLD);
  mprotect(p, page, PROT_READ);
  mprotect(p, page, PROT_READ | PROT_WRITE);
  assert_told(p, p, 0);
  munmap(p, size);
}

/* A discard is told before it is carried out, so what is discarded isn't accepted for a while; then
 * it is. */
static void discarded_memory_is_refused_for_a_while(void **state) {
  char *p = watched(size);
  int tries = 0;
  (void)state;
  madvise(p, page, MADV_DONTNEED);
  fh_watch_settle(watch);
  assert_int_equal(add(p, size), EAGAIN);
  assert_int_equal(add(p + page, page), 0);
  while (add(p, size) == EAGAIN && ++tries < 1000) usleep(1000);
  assert_in_range(tries, 1, 999);
  munmap(p, size);
}

static void many_discards_are_remembered(void **state) {
  size_t n = 300 * page;
  char *p = watched(n);
  unsigned refused = 0;
  uint64_t start;
  int tries = 0;
  (void)state;
  for (size_t i = 0; i < 300; i += 2) madvise(p + i * page, page, MADV_DONTNEED);
  fh_watch_settle(watch);
  start = hyd_now_ns();
  for (size_t i = 0; i < 300; i += 2) refused += add(p + i * page, page) == EAGAIN;
  assert_true(refused == 150 || hyd_now_ns() - start > A_WHILE_NS);
  while (add(p, n) == EAGAIN && ++tries < 1000) usleep(1000);
  assert_in_range(tries, 1, 999);
  munmap(p, n);
}

/* --- what can't be watched ------------------------------------------------ */

/* [p, p + size) is refused, with its first page, which could be watched, left alone. */
static void assert_refused(char *p, int why) {
  forget();
  assert_int_equal(add(p, size), why);
  munmap(p, page);
  assert_told(p, p, 0);
}

static void sysv_memory_is_refused(void **state) {
  int id = shmget(IPC_PRIVATE, size - page, 0600);
  char *p = map(size), *shm;
  (void)state;
  if (id < 0) skip();
  munmap(p + page, size - page);
  shm = shmat(id, p + page, 0);
  shmctl(id, IPC_RMID, NULL);
  assert_ptr_equal(shm, p + page);
  assert_int_equal(add(shm, page), EOPNOTSUPP);
  assert_refused(p, EOPNOTSUPP);
  shmdt(shm);
  assert_told(p, p, 0);
}

static void regular_files_are_refused(void **state) {
  char *p = map(size);
  int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  (void)state;
  assert_true(fd >= 0);
  assert_true(mmap(p + page, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED, fd, 0) !=
              MAP_FAILED);
  close(fd);
  assert_int_equal(add(p + page, page), EINVAL);
  assert_refused(p, EINVAL);
  munmap(p, size);
}

static void holes_are_refused(void **state) {
  char *p = map(size);
  (void)state;
  munmap(p + 4 * page, page);
  assert_refused(p, EFAULT);
  assert_int_equal(add(p + 4 * page, page), EFAULT);
  assert_int_equal(add(p + 4 * page, 2 * page), EFAULT);
  assert_int_equal(add(p + 3 * page, 2 * page), EFAULT);
  assert_int_equal(add(p + 8 * page, 0), EINVAL);
  munmap(p, size);
}

/* What fh_watch_add rests on. This descriptor is not read: nothing of it may be unmapped before it
 * is closed. */
static void registered_parts_are_told_from_others(void **state) {
  const char *why;
  char *p = map(size), *hole = map(size);
  uintptr_t lo = (uintptr_t)p, mid = lo + size / 2, hi = lo + size, file = (uintptr_t)map_memfd();
  int fd = hyd_fh_uffd_open(&why);
  (void)state;
  munmap(hole, page);
  assert_int_equal(hyd_fh_uffd_has(fd, lo, hi), ENOENT);
  assert_int_equal(hyd_fh_uffd_register(fd, lo, mid), 0);
  assert_int_equal(hyd_fh_uffd_has(fd, lo, mid), 0);
  assert_int_equal(hyd_fh_uffd_has(fd, mid - page, mid + page), ENOENT);
  assert_int_equal(hyd_fh_uffd_has(fd, mid, mid + page), ENOENT);
  assert_int_equal(hyd_fh_uffd_has(fd, (uintptr_t)hole, (uintptr_t)hole + page), ENOENT);
  assert_int_equal(hyd_fh_uffd_has(fd, file, file + size), ENOENT);
  assert_int_equal(hyd_fh_uffd_register(fd, file, file + size), 0);
  assert_int_equal(hyd_fh_uffd_has(fd, file, file + size), 0); /* empty */
  ((volatile char *)file)[page] = 1;
  assert_int_equal(hyd_fh_uffd_has(fd, file, file + size), 0);
  assert_int_equal(hyd_fh_uffd_has(fd, file + page, file + size), 0);
  close(fd);
  munmap(p, size);
  munmap(hole, size);
  munmap((void *)file, size);
}

static void a_second_watch_is_refused(void **state) {
  char *p = watched(size);
  const char *why;
  struct fh_watch *second = fh_watch_open(gone, &told, &why);
  (void)state;
  assert_non_null(second);
  assert_int_equal(fh_watch_add(second, (uintptr_t)p, (uintptr_t)p + size), EBUSY);
  fh_watch_close(second);
  munmap(p, size);
  assert_told(p, p, size);
}

/* --- mappings ------------------------------------------------------------- */

static unsigned count_mappings(void) {
  struct fh_vma v = {0};
  unsigned n = 0;
  int maps = fh_vma_open();
  while (fh_vma_find(maps, v.hi, &v) == 0) n++;
  close(maps);
  return n;
}

static void neighbours_split_no_mapping(void **state) {
  size_t n = 512 * page;
  char *p = map(n);
  unsigned before = count_mappings();
  (void)state;
  for (size_t i = 0; i < 512; i += 2) assert_int_equal(add(p + i * page, page), 0);
  assert_in_range(count_mappings(), 0, before + 2);
  munmap(p, n);
}

static void text_and_ioctl_agree(void **state) {
  struct fh_vma v = {0}, t;
  int maps = fh_vma_open(), sysv = 0, id = shmget(IPC_PRIVATE, page, 0600);
  char *shm = shmat(id, NULL, SHM_RDONLY);
  (void)state;
  shmctl(id, IPC_RMID, NULL);
  while (fh_vma_find(maps, v.hi, &v) == 0) {
    uintptr_t mid = v.lo + (v.hi - v.lo) / 2;
    assert_int_equal(fh_vma_find_in_text(maps, mid, &t), 0);
    assert_true(t.lo == v.lo && t.hi == v.hi && t.sysv == v.sysv && t.writable == v.writable);
    sysv += v.sysv;
  }
  assert_int_equal(fh_vma_find_in_text(maps, UINTPTR_MAX, &t), ENOENT);
  assert_int_equal(sysv, id >= 0);
  if (id >= 0) shmdt(shm);
  close(maps);
}

static void read_only_is_told(void **state) {
  char *p = map(3 * page);
  uintptr_t at = (uintptr_t)p;
  int maps = fh_vma_open();
  (void)state;
  assert_false(fh_vma_read_only(maps, at, at + page));
  mprotect(p, 2 * page, PROT_READ);
  assert_true(fh_vma_read_only(maps, at, at + 2 * page));
  assert_false(fh_vma_read_only(maps, at, at + 2 * page + 1)); /* part of it may be written to */
  munmap(p + page, page);
  assert_true(fh_vma_read_only(maps, at + 1, at + page));
  assert_false(fh_vma_read_only(maps, at, at + page + 1)); /* part of it is not there */
  munmap(p, 3 * page);
  close(maps);
}

/* --- malloc --------------------------------------------------------------- */

static int is_mapped(uintptr_t at) {
  unsigned char there;
  return mincore((void *)at, page, &there) == 0;
}

static void freed_blocks_are_told(void **state) {
  size_t n = 64 * size;
  unsigned unmapped = 0;
  (void)state;
  for (int i = 0; i < 50; i++) {
    char *block = malloc(n);
    uintptr_t whole = ((uintptr_t)block + page - 1) & ~(page - 1);
    memset(block, 1, n);
    assert_int_equal(add(block, n), 0);
    forget();
    free(block);
    fh_watch_settle(watch);
    if (is_mapped(whole)) continue; /* the allocator keeps it: a sanitizer's does */
    assert_int_equal(told_of((void *)whole, n - page), n - page);
    unmapped++;
  }
  if (unmapped == 0) skip();
}

struct allocating {
  pthread_t thread;
  unsigned seed;
  pthread_mutex_t *lock;
};

/* What a cache does: looks up under the lock that `gone` takes, and adds. */
static void *allocate_and_add(void *arg) {
  struct allocating *a = arg;
  for (int i = 0; i < 400; i++) {
    size_t n = 1 + (size_t)rand_r(&a->seed) % (64 * size);
    char *p = malloc(n);
    p[0] = p[n - 1] = 1;
    pthread_mutex_lock(a->lock);
    pthread_mutex_unlock(a->lock);
    add(p, n);
    if (rand_r(&a->seed) % 2) p = realloc(p, n * 2);
    free(p);
  }
  return NULL;
}

/* It ends: no thread waits for the watching thread while holding what that needs. */
static void allocators_and_adding_do_not_deadlock(void **state) {
  struct allocating a[4];
  (void)state;
  for (unsigned i = 0; i < 4; i++) {
    a[i] = (struct allocating){.seed = i, .lock = &told.lock};
    assert_int_equal(pthread_create(&a[i].thread, NULL, allocate_and_add, &a[i]), 0);
  }
  for (unsigned i = 0; i < 4; i++) pthread_join(a[i].thread, NULL);
  fh_watch_settle(watch);
}

/* --- order ---------------------------------------------------------------- */

static void let_gone_wait(sem_t *pass) {
  pthread_mutex_lock(&told.lock);
  told.pass = pass;
  pthread_mutex_unlock(&told.lock);
}

static void *let_pass(void *arg) {
  usleep(20000);
  sem_post(arg);
  return NULL;
}

/* munmap returns when its event was read; from then on until `gone` is back nothing is settled. */
static void unsettled_until_gone_is_back(void **state) {
  char *p = watched(size);
  pthread_t t;
  sem_t pass;
  int settled, sure;
  (void)state;
  sem_init(&pass, 0, 0);
  let_gone_wait(&pass);
  munmap(p, size);
  settled = fh_watch_settled(watch);
  sure = fh_watch_check(watch);
  let_gone_wait(NULL);
  assert_int_equal(pthread_create(&t, NULL, let_pass, &pass), 0);
  fh_watch_settle(watch);
  assert_false(settled);
  assert_int_equal(sure, EAGAIN);
  assert_told(p, p, size);
  pthread_join(t, NULL);
  sem_destroy(&pass);
}

/* --- fork ----------------------------------------------------------------- */

static int fails(int line) {
  fprintf(stderr, "child: line %d\n", line);
  return 1;
}

static int child_of_watched(char *p) {
  alarm(TOO_LONG_S);
  if (fh_watch_settled(watch)) return fails(__LINE__);
  if (add(p, size) != ESRCH || fh_watch_check(watch) != ESRCH) return fails(__LINE__);
  fh_watch_settle(watch);
  memset(p, 3, size);
  if (munmap(p, size)) return fails(__LINE__);
  fh_watch_close(watch);
  return 0;
}

static int status_of(pid_t pid) {
  int status;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  return status;
}

static void a_child_has_no_watch_and_the_parent_keeps_its(void **state) {
  char *p = watched(size);
  pid_t pid = fork();
  (void)state;
  if (pid == 0) _exit(child_of_watched(p));
  memset(p, 2, size);
  assert_int_equal(status_of(pid), 0);
  assert_told(p, p, 0);
  assert_int_equal(p[0], 2);
  munmap(p, size);
  assert_told(p, p, size);
}

/* A watch that has only seen q, and q moved far away. */
static char *move_of_new_watch(char *q, char *far) {
  const char *why;
  fh_watch_close(watch);
  watch = fh_watch_open(gone, &told, &why);
  assert_non_null(watch);
  assert_int_equal(add(q, size), 0);
  return mremap(q, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, far);
}

/* The child holds the descriptor; what the parent had watched must still not wait for a reader. */
static void closing_while_a_child_lives_leaves_nothing(void **state) {
  size_t room = 4096 * size;
  char *far = mmap(NULL, room, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  char *p = map(size), *q = map(size);
  const char *why;
  pid_t pid;
  (void)state;
  q = move_of_new_watch(q, far < q ? far : far + room - size);
  assert_int_equal(add(p, size), 0);
  pid = fork();
  if (pid == 0)
    for (;;) pause();
  fh_watch_close(watch);
  munmap(p, size);
  munmap(q, size);
  munmap(far, room);
  kill(pid, SIGKILL);
  status_of(pid);
  watch = fh_watch_open(gone, &told, &why);
  assert_non_null(watch);
}

/* A process of its own: `fh_watch_test unprivileged`. */
static int run_without_rights(void) {
  const char *why = "?";
  char *p;
  if (getuid() == 0 && setresuid(NOBODY, NOBODY, NOBODY)) return fails(__LINE__);
  watch = fh_watch_open(gone, &told, &why);
  if (!watch) fprintf(stderr, "unprivileged: %s\n", why);
  if (!watch) return fails(__LINE__);
  p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (add(p, size)) return fails(__LINE__);
  forget();
  munmap(p, size);
  fh_watch_settle(watch);
  return told_of(p, size) == size ? 0 : fails(__LINE__);
}

static void needs_no_rights(void **state) {
  pid_t pid = fork();
  (void)state;
  if (pid == 0) _exit(execl("/proc/self/exe", "fh_watch_test", "unprivileged", (char *)NULL));
  assert_int_equal(status_of(pid), 0);
}

/* A program that closes all descriptors above 2, say: from then on nothing is promised. */
static void without_its_descriptor_nothing_is_settled(void **state) {
  char *p = watched(size);
  const char *why;
  (void)state;
  close(hyd_fh_watcher(watch)->uffd);
  assert_int_equal(fh_watch_check(watch), EAGAIN);
  assert_int_not_equal(add(p, size), 0);
  munmap(p, size); /* does not wait for ever */
  while (fh_watch_check(watch) != ESRCH) usleep(1000);
  assert_false(fh_watch_settled(watch));
  fh_watch_settle(watch);
  assert_int_equal(fh_watch_add(watch, (uintptr_t)p, (uintptr_t)p + page), ESRCH);
  fh_watch_close(watch);
  watch = fh_watch_open(gone, &told, &why);
  assert_non_null(watch);
}

/* --- opening and closing -------------------------------------------------- */

static int count_descriptors(void) {
  int n = 0;
  for (int fd = 0; fd < 1024; fd++) n += fcntl(fd, F_GETFD) >= 0;
  return n;
}

static void opening_and_closing_leaves_nothing(void **state) {
  const char *why;
  char *p = map(size);
  int fds = count_descriptors();
  unsigned mappings = 0;
  (void)state;
  for (int i = 0; i < 20; i++) {
    struct fh_watch *w = fh_watch_open(gone, &told, &why);
    assert_non_null(w);
    assert_int_equal(fh_watch_add(w, (uintptr_t)p, (uintptr_t)p + size), 0);
    fh_watch_close(w);
    if (i == 9) mappings = count_mappings();
  }
  assert_int_equal(count_descriptors(), fds);
  assert_in_range(count_mappings(), 0, mappings + 2);
  forget();
  munmap(p, size);
  assert_told(p, p, 0);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(munmap_is_told),
      cmocka_unit_test(munmap_of_a_part_is_told),
      cmocka_unit_test(mapping_over_is_told),
      cmocka_unit_test(brk_is_told),
      cmocka_unit_test(moving_is_told),
      cmocka_unit_test(moving_over_is_told),
      cmocka_unit_test(growing_in_place_is_not_told),
      cmocka_unit_test(shrinking_is_told),
      cmocka_unit_test(moving_without_unmapping_is_told),
      cmocka_unit_test(dontneed_is_told),
      cmocka_unit_test(free_is_told),
      cmocka_unit_test(remove_is_told),
      cmocka_unit_test(memfd_is_watched),
      cmocka_unit_test(huge_pages_are_watched),
      cmocka_unit_test(other_advice_is_not_told),
      cmocka_unit_test(discarded_memory_is_refused_for_a_while),
      cmocka_unit_test(many_discards_are_remembered),
      cmocka_unit_test(sysv_memory_is_refused),
      cmocka_unit_test(regular_files_are_refused),
      cmocka_unit_test(holes_are_refused),
      cmocka_unit_test(registered_parts_are_told_from_others),
      cmocka_unit_test(a_second_watch_is_refused),
      cmocka_unit_test(neighbours_split_no_mapping),
      cmocka_unit_test(text_and_ioctl_agree),
      cmocka_unit_test(read_only_is_told),
      cmocka_unit_test(freed_blocks_are_told),
      cmocka_unit_test(allocators_and_adding_do_not_deadlock),
      cmocka_unit_test(unsettled_until_gone_is_back),
      cmocka_unit_test(a_child_has_no_watch_and_the_parent_keeps_its),
      cmocka_unit_test(closing_while_a_child_lives_leaves_nothing),
      cmocka_unit_test(needs_no_rights),
      cmocka_unit_test(without_its_descriptor_nothing_is_settled),
      cmocka_unit_test(opening_and_closing_leaves_nothing),
  };
  const char *why = "?";
  int failed;
  page = (size_t)sysconf(_SC_PAGESIZE);
  size = PAGES * page;
  alarm(TOO_LONG_S);
  if (argc == 2 && strcmp(argv[1], "unprivileged") == 0) return run_without_rights();
  watch = fh_watch_open(gone, &told, &why);
  if (!watch) {
    printf("1..0 # SKIP %s\n", why);
    return 77;
  }
  failed = cmocka_run_group_tests(tests, NULL, NULL);
  fh_watch_close(watch);
  return failed;
}
