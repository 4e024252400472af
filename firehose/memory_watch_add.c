/* SPDX-License-Identifier: BSD-3-Clause
 *
 * memory_watch_add.c: watches memory, and decides which memory must not be cached.
 *
 * Mappings are registered whole. Registering parts would split mappings, of which a process may
 * have only 65,530; and mremap refuses a range that is registered in part. A registration moves
 * with the memory and ends with it.
 *
 * The range is checked twice. Before the registration: the kernel overlooks holes, and accepts some
 * SysV memory, whose detaching it does not report. After it: meanwhile another thread may have
 * unmapped a part, silently if that was not registered yet, and mapped it again. So each part must
 * be seen mapped and registered at one instant (hyd_fh_uffd_has); from then on its unmapping is
 * reported.
 *
 * Discards. madvise reports before it discards: the thread, released by the read of its event,
 * still has to take the address space's lock (with MADV_REMOVE the file's) and to drop the pages. A
 * pin before that would get the old pages, and be kept, as nothing more is reported. So memory
 * whose discard event was read is refused until its thread must have dropped the pages: the thread
 * was seen to have run again (the kernel's count of changes was 0 once after the read), and PASS_NS
 * have passed since. This is the one assumption about time in the watch: that such a thread has got
 * the lock. Linux gives the lock to a thread that has waited for 4 ms; the torture test finds stale
 * uses with 20 us in place of PASS_NS, and none with 200 us.
 */
#include <errno.h>
#include <sched.h>
#include <unistd.h>

#include "core/sys/clock.h"
#include "firehose/uffd.h"
#include "firehose/vma.h"
#include "firehose/memory_watch_int.h"

#define PASS_NS 50000000u
#define TRIES 50

/* --- discards ------------------------------------------------------------- */

static int overlaps(const struct hyd_fh_discard *d, uintptr_t lo, uintptr_t hi) {
  return d->lo <= hi && lo <= d->hi;
}

/* If the list is full the last entry is extended: more memory is refused for a while. */
void hyd_fh_watch_note_discard(struct hyd_fh_watcher *in, uintptr_t lo, uintptr_t hi) {
  struct hyd_fh_discard *d;
  uint32_t i = 0;
  pthread_mutex_lock(&in->lock);
  while (i < in->discards && !overlaps(&in->discard[i], lo, hi)) i++;
  if (i == FH_DISCARDS) i--;
  d = &in->discard[i];
  if (i == in->discards) {
    in->discards++;
    *d = (struct hyd_fh_discard){lo, hi, 0};
  }
  if (lo < d->lo) d->lo = lo;
  if (hi > d->hi) d->hi = hi;
  d->ran_ns = 0;
  pthread_mutex_unlock(&in->lock);
}

/* An unmap ends discards in its range, as later memory there is other memory. */
void hyd_fh_watch_note_unmap(struct hyd_fh_watcher *in, uintptr_t lo, uintptr_t hi) {
  uint32_t kept = 0;
  pthread_mutex_lock(&in->lock);
  for (uint32_t i = 0; i < in->discards; i++)
    if (in->discard[i].lo < lo || in->discard[i].hi > hi) in->discard[kept++] = in->discard[i];
  in->discards = kept;
  pthread_mutex_unlock(&in->lock);
}

/* Removes discards that must have been carried out. 1: one of the others overlaps [lo, hi). */
static int look_at_discards(struct hyd_fh_watcher *in, uintptr_t lo, uintptr_t hi, uint64_t ran_ns,
                            uint64_t now) {
  uint32_t kept = 0;
  int met = 0;
  for (uint32_t i = 0; i < in->discards; i++) {
    struct hyd_fh_discard d = in->discard[i];
    if (d.ran_ns && now - d.ran_ns >= PASS_NS) continue;
    if (d.ran_ns == 0) d.ran_ns = ran_ns;
    met |= d.lo < hi && lo < d.hi;
    in->discard[kept++] = d;
  }
  in->discards = kept;
  return met;
}

/* Asks the kernel with the lock held, so that an event which is read later is noted later. */
static int is_being_discarded(struct hyd_fh_watcher *in, uintptr_t lo, uintptr_t hi) {
  uint64_t now;
  int met = 0;
  pthread_mutex_lock(&in->lock);
  if (in->discards) {
    now = hyd_now_ns();
    met = look_at_discards(in, lo, hi, hyd_fh_uffd_pending(in->uffd) ? 0 : now, now);
  }
  pthread_mutex_unlock(&in->lock);
  return met;
}

/* --- adding --------------------------------------------------------------- */

static void note_extent(struct hyd_fh_watcher *in, uintptr_t lo, uintptr_t hi) {
  if (in->hi == 0 || lo < in->lo) in->lo = lo;
  if (hi > in->hi) in->hi = hi;
}

void hyd_fh_watch_note_move(struct hyd_fh_watcher *in, uintptr_t lo, uintptr_t hi) {
  pthread_mutex_lock(&in->lock);
  note_extent(in, lo, hi);
  in->moves++;
  pthread_mutex_unlock(&in->lock);
}

/* The mappings that [lo, hi) lies in, from the start of the first to the end of the last. */
static int find_whole(int maps, uintptr_t lo, uintptr_t hi, struct fh_vma *whole) {
  struct fh_vma v;
  int rc;
  for (uintptr_t at = lo; at < hi; at = v.hi) {
    rc = fh_vma_find(maps, at, &v);
    if (rc == ENOENT || (rc == 0 && v.lo > at)) return EFAULT;
    if (rc == 0 && v.sysv) return EOPNOTSUPP;
    if (rc) return rc;
    if (at == lo) whole->lo = v.lo;
    whole->hi = v.hi;
  }
  return 0;
}

/* Checks that every part of [lo, hi) is registered. ENOENT: a part is not, or is another mapping
 * than before. */
static int see_parts(const struct hyd_fh_watcher *in, uintptr_t lo, uintptr_t hi) {
  struct fh_vma v;
  int rc = 0;
  for (uintptr_t at = lo; at < hi && rc == 0; at = v.hi) {
    rc = fh_vma_find(in->maps, at, &v);
    if (rc || v.lo > at) return ENOENT;
    rc = v.sysv ? ENOENT : hyd_fh_uffd_has(in->uffd, at, v.hi < hi ? v.hi : hi);
  }
  return rc;
}

/* Repeats the check while a change is pending, which takes microseconds, unless changes never end.
 */
static int see_registered(const struct hyd_fh_watcher *in, uintptr_t lo, uintptr_t hi) {
  uintptr_t mask = (uintptr_t)sysconf(_SC_PAGESIZE) - 1;
  int rc = EAGAIN;
  for (int i = 0; i < TRIES && rc == EAGAIN; i++) {
    if (i) sched_yield();
    rc = see_parts(in, lo & ~mask, (hi + mask) & ~mask);
  }
  return rc ? EAGAIN : 0;
}

int fh_watch_add(struct fh_watch *w, uintptr_t lo, uintptr_t hi) {
  struct hyd_fh_watcher *in = hyd_fh_watcher(w);
  struct fh_vma whole = {0};
  int rc;
  if (hyd_fh_watch_is_dead(w)) return ESRCH;
  if (lo >= hi) return EINVAL;
  if (is_being_discarded(in, lo, hi)) return EAGAIN;
  rc = find_whole(in->maps, lo, hi, &whole);
  if (rc) return rc;
  pthread_mutex_lock(&in->lock);
  note_extent(in, whole.lo, whole.hi);
  pthread_mutex_unlock(&in->lock);
  rc = hyd_fh_uffd_register(in->uffd, whole.lo, whole.hi);
  return rc ? rc : see_registered(in, lo, hi);
}

/* --- forgetting ----------------------------------------------------------- */

/* Registers the range first, which fails if another userfaultfd has it: some kernels would end that
 * one's registration otherwise. */
static void unregister_range(struct hyd_fh_watcher *in, uintptr_t lo, uintptr_t hi) {
  struct fh_vma v;
  for (uintptr_t at = lo; at < hi && fh_vma_find(in->maps, at, &v) == 0 && v.lo < hi; at = v.hi)
    if (hyd_fh_uffd_register(in->uffd, v.lo, v.hi) == 0)
      hyd_fh_uffd_unregister(in->uffd, v.lo, v.hi);
}

/* Repeats if memory was moved meanwhile, perhaps to a range that was done already. */
void hyd_fh_watch_forget_all(struct hyd_fh_watcher *in) {
  uint32_t before, after;
  uintptr_t lo, hi;
  do {
    pthread_mutex_lock(&in->lock);
    before = in->moves;
    lo = in->lo;
    hi = in->hi;
    pthread_mutex_unlock(&in->lock);
    unregister_range(in, lo, hi);
    pthread_mutex_lock(&in->lock);
    after = in->moves;
    pthread_mutex_unlock(&in->lock);
  } while (after != before);
}
