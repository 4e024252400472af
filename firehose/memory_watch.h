/* SPDX-License-Identifier: BSD-3-Clause
 *
 * memory_watch.h: hears from the kernel when memory of this process goes away, so that no
 * registration (pinned pages) is used for an address that has other pages now. No function of the
 * program is replaced or patched.
 *
 * How a cache of registrations uses it
 *
 *   to fill:  1. publish the entry [lo, hi) as pending, so that `gone` finds it
 *             2. fh_watch_add(lo, hi); on failure pin for this one use and forget the entry
 *             3. pin
 *             4. keep the entry unless `gone` was told of a byte of it since step 1
 *   to use:   fh_watch_settled, one load, then look the entry up: right for every address whose
 *             old owner's munmap (mremap, madvise ...) had returned before the new owner got it.
 *             That order isn't given where one thread's mmap is handed the addresses that another
 *             thread's munmap, not back yet, has just freed: fh_watch_check, a system call, is
 *             right there too.
 *
 * Limits. Told of: munmap, mmap and mremap over or away from memory, shrinking by brk and mremap,
 * madvise with DONTNEED, DONTNEED_LOCKED, FREE and REMOVE. Not told of, as Linux has no event for
 * them: pages taken out of a shared file by ftruncate or fallocate on its descriptor or by another
 * process, remap_file_pages, and madvise with GUARD_INSTALL. shmdt has none either: SysV
 * memory is refused. fork needs no event: a page that a device has pinned stays with the parent
 * (Linux 5.12). exec ends the watch with the memory.
 */
#ifndef HYD_FIREHOSE_MEMORY_WATCH_H
#define HYD_FIREHOSE_MEMORY_WATCH_H

#include <stdatomic.h>
#include <stdint.h>

struct fh_watch {
  /* Odd while the watching thread works on events. Written by that thread alone. 0: no thread
   * watches, as in a child. */
  _Atomic uint32_t round;
};

/* gone(ctx, lo, hi): the bytes [lo, hi) were unmapped, moved away, or are about to be discarded.
 * Called by the watching thread. It may take locks; a thread that holds one of them must not
 * allocate, free, unmap, or wait in fh_watch_settle, because the thread that unmaps waits for the
 * watching thread, and may itself hold the allocator's locks. It must not free or unmap either. It
 * is told of whole mappings, much of which was never added. */
typedef void fh_watch_gone_fn(void *ctx, uintptr_t lo, uintptr_t hi);

/* A watch of this process; NULL and *why where the kernel offers none. One serves all caches of a
 * process: the kernel lets each piece of memory have one, and fh_watch_add of a second watch is
 * refused (EBUSY). */
struct fh_watch *fh_watch_open(fh_watch_gone_fn *gone, void *ctx, const char **why);

/* Ends it: `gone` is not called any more. No other call may be under way. In a child made by fork
 * it gives back the child's copies. */
void fh_watch_close(struct fh_watch *w);

/* Watches [lo, hi); 0, or an errno: the memory must not be cached.
 *   EFAULT      part of it isn't mapped
 *   EOPNOTSUPP  SysV shared memory
 *   EAGAIN      another thread is changing or discarding part of it; a later call may succeed
 *   ESRCH       no thread watches: this is a child made by fork, or the program closed the watch's
 *               descriptor
 *   others      the kernel's: regular files and devices (EINVAL), another userfaultfd (EBUSY)
 * Never calls malloc. What is watched stays so until it is unmapped: there is no call to end it,
 * for the kernel knows mappings, not entries, and another entry may need the next event of a
 * mapping. */
int fh_watch_add(struct fh_watch *w, uintptr_t lo, uintptr_t hi);

/* Whether `gone` has been told of every munmap (and so on) that had returned. Never true where no
 * thread watches. */
static inline int fh_watch_settled(const struct fh_watch *w) {
  uint32_t round =
      atomic_load_explicit(&w->round, memory_order_acquire); /* pairs with R2 in memory_watch.c */
  return round != 0 && (round & 1) == 0;
}

/* Waits for that. Returns at once where no thread watches. */
void fh_watch_settle(struct fh_watch *w);

/* 0: `gone` has been told of everything that the kernel has taken away until now, also by calls
 * that have not returned. EAGAIN: not yet; call fh_watch_settle, then ask again, or do without the
 * cache. ESRCH: no thread watches. Costs a short system call, whatever is cached; takes no lock. */
int fh_watch_check(const struct fh_watch *w);

#endif
