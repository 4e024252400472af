/* SPDX-License-Identifier: BSD-3-Clause
 *
 * torture_kinds.c: see torture_kinds.h. What a place shows before and after are other pages
 * wherever there is a way to have others: a SHARED place shows its two halves of the file by turns.
 */
#include "tests/sim/firehose/torture_kinds.h"

#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/wait.h>
#include <unistd.h>

#define HEAP (4 << 20) /* more than what the test allocates from the heap that brk moves */
#define MOVE (MREMAP_MAYMOVE | MREMAP_FIXED)

static int file;
static size_t file_size;

static size_t len_of(const struct place *p) { return p->pages * PAGE; }
static int failed_if(int bad) { return bad ? errno : 0; }

/* Other memory than what the place has. */
static int map_at(struct place *p, char *at, int how) {
  int shared = p->sort == SHARED;
  p->half ^= (unsigned)shared;
  how |= shared ? MAP_SHARED : MAP_PRIVATE | MAP_ANONYMOUS;
  return failed_if(mmap(at, len_of(p), PROT_READ | PROT_WRITE, how, shared ? file : -1,
                        shared ? p->offset + (off_t)(p->half * file_size) : 0) != at);
}

static int reserve(const struct place *p, char *at) {
  return failed_if(mmap(at, len_of(p), PROT_NONE, MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) !=
                   at);
}

/* --- unmapped, mapped over ------------------------------------------------ */

static int unmap(struct place *p, struct sim_rng *rng, char *parking) {
  (void)rng, (void)parking;
  return munmap(p->at, len_of(p)) ? errno : map_at(p, p->at, MAP_FIXED_NOREPLACE);
}

static int map_over(struct place *p, struct sim_rng *rng, char *parking) {
  (void)rng, (void)parking;
  return map_at(p, p->at, MAP_FIXED);
}

/* --- moved ---------------------------------------------------------------- */

static int move(const struct place *p, char *from, char *to, int how) {
  return failed_if(mremap(from, len_of(p), len_of(p), MOVE | how, to) != to);
}

static int away_and_back(struct place *p, char *parking) {
  int rc = move(p, p->at, parking, 0);
  return rc ? rc : move(p, parking, p->at, 0);
}

/* Something else comes to the place. */
static int displace(struct place *p, char *parking) {
  int rc = map_at(p, parking, MAP_FIXED);
  return rc ? rc : move(p, parking, p->at, 0);
}

static int move_somehow(struct place *p, struct sim_rng *rng, char *parking) {
  int rc;
  switch (sim_below(rng, 3)) {
  case 0: rc = away_and_back(p, parking); break;
  case 1: rc = displace(p, parking); break;
  default:
    rc = p->sort == PRIVATE ? move(p, p->at, parking, MREMAP_DONTUNMAP) : displace(p, parking);
    break;
  }
  return rc ? rc : reserve(p, parking);
}

/* --- shrunk, grown -------------------------------------------------------- */

static int shrink_and_grow(struct place *p) {
  if (mremap(p->at, len_of(p), PAGE, 0) != p->at) return errno;
  return failed_if(mremap(p->at, PAGE, len_of(p), 0) != p->at);
}

/* Its neighbour is in the way: it grows somewhere else. What it has grown by is cut off when it
 * comes back. */
static int grow_elsewhere(struct place *p) {
  char *to = mremap(p->at, len_of(p), len_of(p) + 2 * PAGE, MREMAP_MAYMOVE);
  if (to == MAP_FAILED) return errno;
  return failed_if(mremap(to, len_of(p) + 2 * PAGE, len_of(p), MOVE, p->at) != p->at);
}

static int resize(struct place *p, struct sim_rng *rng, char *parking) {
  (void)parking;
  return sim_below(rng, 2) ? shrink_and_grow(p) : grow_elsewhere(p);
}

/* --- discarded ------------------------------------------------------------ */

static int discard(struct place *p, struct sim_rng *rng, char *parking) {
  int other = p->sort == SHARED ? MADV_REMOVE : MADV_FREE;
  (void)parking;
  return failed_if(madvise(p->at, len_of(p), sim_below(rng, 2) ? MADV_DONTNEED : other));
}

/* --- SysV ----------------------------------------------------------------- */

static int attach(const struct place *p, int detach) {
  int id = shmget(IPC_PRIVATE, len_of(p), IPC_CREAT | 0600), rc = 0;
  if (id < 0) return errno;
  if (detach && shmdt(p->at)) rc = errno;
  if (shmat(id, p->at, detach ? 0 : SHM_REMAP) != p->at) rc = errno;
  shmctl(id, IPC_RMID, NULL);
  return rc;
}

static int reattach(struct place *p, struct sim_rng *rng, char *parking) {
  (void)parking;
  return attach(p, (int)sim_below(rng, 2));
}

/* --- brk ------------------------------------------------------------------ */

/* malloc gets what it will want of the heap before, and gives nothing back. */
int kind_begin_brk(struct place *p) {
  static int tamed;
  uintptr_t end;
  if (!tamed) {
    mallopt(M_TRIM_THRESHOLD, INT32_MAX);
    mallopt(M_MMAP_THRESHOLD, 2 * HEAP);
    free(malloc(HEAP));
    tamed = 1;
  }
  end = (uintptr_t)sbrk(0);
  p->at = (char *)((end + BUCKET - 1) / BUCKET * BUCKET);
  return failed_if(sbrk((intptr_t)((uintptr_t)p->at - end + len_of(p))) == (void *)-1);
}

void kind_end_brk(struct place *p) { (void)sbrk(-(intptr_t)len_of(p)); }

static int move_break(struct place *p, struct sim_rng *rng, char *parking) {
  (void)rng, (void)parking;
  if (sbrk(-(intptr_t)len_of(p)) != p->at + len_of(p)) return EBUSY;
  return failed_if(sbrk((intptr_t)len_of(p)) != p->at);
}

/* --- fork ----------------------------------------------------------------- */

/* The child's copies are its own, also of what is pinned here. */
static _Noreturn void be_child(const struct place *p, int exec) {
  if (p->sort & (PRIVATE | BRK))
    for (size_t i = 0; i < len_of(p); i += sizeof(uint64_t))
      *(volatile uint64_t *)(void *)(p->at + i) = UINT64_MAX;
  if (exec) execl("/bin/true", "true", (char *)NULL);
  _exit(0);
}

static int fork_child(struct place *p, struct sim_rng *rng, char *parking) {
  int exec = (int)sim_below(rng, 2), status = 0;
  pid_t child = fork();
  (void)parking;
  if (child < 0) return errno;
  if (child == 0) be_child(p, exec);
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return errno;
  return status ? ECHILD : 0;
}

/* --- all of them ---------------------------------------------------------- */

const struct kind kinds[] = {
    {.name = "munmap", .sorts = PRIVATE | SHARED, .change = unmap},
    {.name = "mmap over it", .sorts = PRIVATE | SHARED, .change = map_over},
    {.name = "mremap", .sorts = PRIVATE | SHARED, .change = move_somehow},
    {.name = "shrunk and grown", .sorts = PRIVATE | SHARED, .change = resize},
    {.name = "madvise", .sorts = PRIVATE, .change = discard, .rest_ms = 60},
    {.name = "madvise of a file", .sorts = SHARED, .change = discard, .rest_ms = 60},
    {.name = "shmat", .sorts = SYSV, .change = reattach, .unwatched = 1},
    {.name = "brk", .sorts = BRK, .change = move_break},
    {.name = "fork", .sorts = PRIVATE | SHARED | SYSV | BRK, .change = fork_child, .harmless = 1},
};
const unsigned nkinds = sizeof kinds / sizeof *kinds;

int kind_map(struct place *p) {
  return p->sort == SYSV ? attach(p, 0) : map_at(p, p->at, MAP_FIXED);
}

int kind_begin(size_t bytes) {
  file_size = bytes;
  file = memfd_create("torture", MFD_CLOEXEC);
  return failed_if(file < 0 || ftruncate(file, (off_t)(2 * bytes)));
}

void kind_end(void) { close(file); }
