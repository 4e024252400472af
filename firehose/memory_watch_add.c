/* SPDX-License-Identifier: BSD-3-Clause
 *
 * memory_watch_add.c: what is watched, and what must not be cached.
 *
 * Mappings are registered whole. Registering only what is cached would split them, and a process
 * may have but 65,530; and mremap refuses a range that is registered in part. Registration stays
 * when the memory moves and ends with it.
 *
 * The range is looked at twice. Before: the kernel overlooks holes, and accepts some SysV memory,
 * whose detaching it doesn't report. After: while it was looked at and registered, another thread
 * may have unmapped a part, silently if that was not registered yet, and mapped it anew. So each
 * part must be seen mapped and registered at one instant (hyd_fh_uffd_has): from then on its
 * unmapping is reported.
 *
 * Discards. madvise reports before it discards: the other thread, let go by the read of its event,
 * has yet to take the address space's lock (with MADV_REMOVE the file's) and to drop the pages. A
 * pin at that time would get the old pages, and be kept although nothing more is reported. So
 * memory whose discard was read is refused until its thread must have passed: it was seen to have
 * run again (the kernel's count of changes was 0 once after the read), and PASS_NS have gone by
 * since. That a thread of which both is true has the lock is the one assumption about time in the
 * watch. Linux hands the lock to a thread that has waited for 4 ms; the torture test finds stale
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

/* Where there is no room the last entry takes more than it should: that only refuses more, for a
 * while. */
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

/* What is unmapped is discarded, and memory that comes there later is other memory. */
void hyd_fh_watch_note_unmap(struct hyd_fh_watcher *in, uintptr_t lo, uintptr_t hi) {
  uint32_t kept = 0;
  pthread_mutex_lock(&in->lock);
  for (uint32_t i = 0; i < in->discards; i++)
    if (in->discard[i].lo < lo || in->discard[i].hi > hi) in->discard[kept++] = in->discard[i];
  in->discards = kept;
  pthread_mutex_unlock(&in->lock);
}

/* One look at all discards: drops those that have passed; whether one of the others meets [lo,
 * hi). */
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

/* The kernel is asked with the lock held: an event that is read later than that is noted later. */
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

/* Sees every part of [lo, hi) registered; ENOENT if one isn't, or is another mapping since
 * found. */
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

/* What is pending elsewhere ends within microseconds, unless there always is something. */
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

/* Registering is refused where another userfaultfd is; unregistering would, in some kernels, end
 * its. */
static void unregister_range(struct hyd_fh_watcher *in, uintptr_t lo, uintptr_t hi) {
  struct fh_vma v;
  for (uintptr_t at = lo; at < hi && fh_vma_find(in->maps, at, &v) == 0 && v.lo < hi; at = v.hi)
    if (hyd_fh_uffd_register(in->uffd, v.lo, v.hi) == 0)
      hyd_fh_uffd_unregister(in->uffd, v.lo, v.hi);
}

/* Again if meanwhile something moved, maybe to where forget had been. */
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
