/* SPDX-License-Identifier: BSD-3-Clause
 *
 * memory_watch.h: learns from the kernel when memory of this process goes away, so that no
 * registration (pinned pages) is used for an address that has other pages by then. No function of
 * the program is replaced or patched.
 *
 * How a cache of registrations uses it
 *
 *   to add:   1. publish the entry [lo, hi) as pending, so that `gone` finds it
 *             2. fh_watch_add(lo, hi); on failure pin for this one use and forget the entry
 *             3. pin
 *             4. keep the entry, unless `gone` was called for a byte of it since step 1
 *   to use:   fh_watch_settled, one load, then look the entry up. That is correct for an address if
 *             the old owner's munmap (mremap, madvise ...) returned before the new owner got the
 *             address. It may not have: one thread's mmap may get addresses that another thread's
 *             munmap has freed before it returns. fh_watch_check, a system call, is correct there,
 *             too.
 *
 * Limits. Reported: munmap, mmap and mremap over or away from memory, shrinking by brk and mremap,
 * madvise with DONTNEED, DONTNEED_LOCKED, FREE and REMOVE. Not reported, as Linux has no event for
 * them: pages removed from a shared file by ftruncate or fallocate on its descriptor or by another
 * process, remap_file_pages, and madvise with GUARD_INSTALL. shmdt has no event either, so SysV
 * memory is refused. fork needs no event: a page that a device has pinned stays with the parent
 * (Linux 5.12). exec ends the watch with the memory.
 */
#ifndef HYD_FIREHOSE_MEMORY_WATCH_H
#define HYD_FIREHOSE_MEMORY_WATCH_H

#include <stdatomic.h>
#include <stdint.h>

struct fh_watch {
  /* Odd while the watching thread handles events; only this thread writes it. 0: no thread watches,
   * as in a child after fork. */
  _Atomic uint32_t round;
};

/* gone(ctx, lo, hi), called by the watching thread: the bytes [lo, hi) were unmapped or moved away,
 * or are about to be discarded. It may take locks, but a thread that holds one of these must not
 * allocate, free, unmap, or wait in fh_watch_settle: a thread that unmaps waits for the watching
 * thread, and may hold the allocator's locks. `gone` itself must not free or unmap either. The
 * range may be a whole mapping, most of which was never added. */
typedef void fh_watch_gone_fn(void *ctx, uintptr_t lo, uintptr_t hi);

/* Opens a watch. NULL: the kernel does not offer one; see *why. One watch serves all caches of a
 * process, as the kernel allows one for each piece of memory: fh_watch_add of a second watch fails
 * (EBUSY). */
struct fh_watch *fh_watch_open(fh_watch_gone_fn *gone, void *ctx, const char **why);

/* Ends the watch: `gone` is not called any more. No other call may be under way. In a child made by
 * fork it frees the child's copies. */
void fh_watch_close(struct fh_watch *w);

/* Watches [lo, hi). 0, or an errno value: the memory must not be cached.
 *   EFAULT      a part of the range is not mapped
 *   EOPNOTSUPP  SysV shared memory
 *   EAGAIN      another thread is changing or discarding a part; a later call may succeed
 *   ESRCH       no thread watches: this is a child made by fork, or the program closed the watch's
 *               descriptor
 *   others      from the kernel: regular files and devices (EINVAL), another userfaultfd (EBUSY)
 *
 * Never calls malloc. Memory is watched until it is unmapped. No call ends that earlier, since the
 * kernel knows mappings rather than entries, and another entry may need the next event of a
 * mapping. */
int fh_watch_add(struct fh_watch *w, uintptr_t lo, uintptr_t hi);

/* Whether `gone` was called for every munmap (and so on) that has returned. Never true if no thread
 * watches. */
static inline int fh_watch_settled(const struct fh_watch *w) {
  uint32_t round =
      atomic_load_explicit(&w->round, memory_order_acquire); /* pairs with R2 in memory_watch.c */
  return round != 0 && (round & 1) == 0;
}

/* Waits until fh_watch_settled is true. Returns at once if no thread watches. */
void fh_watch_settle(struct fh_watch *w);

/* 0: `gone` was called for all memory that the kernel has taken away until now, also by calls that
 * have not returned. EAGAIN: not yet: call fh_watch_settle and repeat, or do without the cache.
 * ESRCH: no thread watches. Costs a short system call; takes no lock. */
int fh_watch_check(const struct fh_watch *w);

#endif
