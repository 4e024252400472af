/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hyd_dsm.h: one memory that all ranks of a job read and write: distributed shared memory with
 * home-based lazy release consistency, over GASNet-EX (hyd_dsm(3), hyd-dsm(7)).
 *
 * A region of addresses, the same in every rank, is shared. A write is seen by another rank once
 * the writer has released (unlock, barrier, post, set, fence) and the reader has, after that,
 * acquired (lock, barrier, wait, fence). Programs without data races see what they would see in the
 * memory of one machine; a race reads old or new bytes, but never others.
 *
 * Unless said otherwise, calls are made by one thread of a rank at a time, not in signal handlers
 * nor in handlers of active messages; sizes are in bytes; and misuse ends the job with one line
 * that says what was wrong. Any thread may read and write the region. Link with libhydrant_dsm and
 * the library in PAR mode: `pkg-config --cflags --libs hydrant-dsm`.
 */
#ifndef HYD_DSM_H
#define HYD_DSM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- the job -------------------------------------------------------------- */

/* Starts the job and reserves a region of at least `bytes`, the same at all ranks. Collective,
 * once, in place of gex_Client_Init. Memory is taken as pages are touched. */
void hyd_dsm_init(int *argc, char ***argv, size_t bytes);
/* Ends the job, with that status; prints statistics if HYD_DSM_STATS=1. Collective; does not
 * return. A single rank that has to end the job calls gasnet_exit or exit. */
void hyd_dsm_exit(int status) __attribute__((noreturn));

uint32_t hyd_dsm_rank(void);         /* of this process, from 0 */
uint32_t hyd_dsm_ranks(void);        /* of the job */
void *hyd_dsm_region(size_t *bytes); /* where the region begins, and its size */
size_t hyd_dsm_block(void);          /* the unit of coherence: 4096, or what HYD_DSM_BLOCK says */

/* --- memory --------------------------------------------------------------- */

/* Which rank is home of an allocation's pages, has the copy that counts, and uses them fastest. */
enum hyd_dsm_home {
  HYD_DSM_FIRST_TOUCH, /* of each page the rank that first reads or writes it */
  HYD_DSM_ROUND_ROBIN, /* the ranks in turn, page by page */
  HYD_DSM_BLOCKED,     /* as many pages for each rank, one after another */
  HYD_DSM_AT_RANK      /* the rank that is named */
};
/* Zeroed memory of the region, aligned to 64; what is not FIRST_TOUCH, or at least a block, is
 * aligned to a block. By one rank; others get the address through the region or as they like. NULL:
 * the region is full. `rank`: of AT_RANK. */
void *hyd_dsm_alloc(size_t bytes, enum hyd_dsm_home where, uint32_t rank);
/* Of the same rank that allocated it; that rank's later allocations of the same size and kind use
 * it again. */
void hyd_dsm_free(void *p);

/* Before a system call reads (write 0) or writes [p, p + n) of the region: has its pages brought
 * here, to be read or written. The kernel does not fetch pages; a call that meets one that is not
 * here fails with EFAULT. How many bytes from p on are so until this rank's next call of this
 * library: n, or less where more is to be written than HYD_DSM_TWINS pages. */
size_t hyd_dsm_touch(void *p, size_t n, int write);

/* --- synchronisation ------------------------------------------------------ */

/* Of all ranks. */
void hyd_dsm_barrier(void);
/* What is named by a number: made by one rank, used by any. 0 is none. */
typedef uint32_t hyd_dsm_lock_t;
typedef uint32_t hyd_dsm_object_t; /* a semaphore, flag, condition or barrier of some ranks */

/* A lock: first come, first served. Not recursive; unlocked by the rank that holds it. */
hyd_dsm_lock_t hyd_dsm_lock_new(void);
void hyd_dsm_lock(hyd_dsm_lock_t lock);
void hyd_dsm_unlock(hyd_dsm_lock_t lock);

/* An object with value 0. As semaphore: post adds n, wait waits for a value above 0 and takes 1;
 * ranks that wait are served in order. As flag: set makes the value 1, clear 0, await waits for 1.
 */
hyd_dsm_object_t hyd_dsm_object_new(void);
void hyd_dsm_post(hyd_dsm_object_t object, uint32_t n);
void hyd_dsm_wait(hyd_dsm_object_t object);
void hyd_dsm_set(hyd_dsm_object_t object);
void hyd_dsm_clear(hyd_dsm_object_t object);
void hyd_dsm_await(hyd_dsm_object_t object);
/* As condition: gives the lock up, waits for a signal that comes later, and takes the lock again. A
 * signal wakes the rank that has waited longest, if any. */
void hyd_dsm_condition_wait(hyd_dsm_object_t object, hyd_dsm_lock_t lock);
void hyd_dsm_condition_signal(hyd_dsm_object_t object);
void hyd_dsm_condition_broadcast(hyd_dsm_object_t object);
/* As barrier of n ranks, whichever come; all give the same n. */
void hyd_dsm_barrier_of(hyd_dsm_object_t object, uint32_t n);

/* Reductions of all ranks; each is a barrier, too. Every rank gets the result. */
double hyd_dsm_sum_double(double mine);
double hyd_dsm_max_double(double mine);
uint64_t hyd_dsm_sum_u64(uint64_t mine);
uint64_t hyd_dsm_max_u64(uint64_t mine);

/* Releases all that this rank has written, and acquires all that any rank has released. A rank that
 * stores a flag atomically after a fence, and one that reads it atomically and then fences, have
 * passed messages. */
void hyd_dsm_fence(void);

/* --- atomic operations ---------------------------------------------------- */

/* Of naturally aligned objects in the region, carried out at their page's home. They release and
 * acquire nothing else (hyd_dsm_fence). While ranks change an object so, they also read it so;
 * after a synchronisation plain reads see the result. Those that fetch return the old value. */
uint32_t hyd_dsm_fetch_add_u32(uint32_t *object, uint32_t value);
uint64_t hyd_dsm_fetch_add_u64(uint64_t *object, uint64_t value);
double hyd_dsm_fetch_add_double(double *object, double value);
uint32_t hyd_dsm_load_u32(const uint32_t *object);
uint64_t hyd_dsm_load_u64(const uint64_t *object);
void hyd_dsm_store_u32(uint32_t *object, uint32_t value);
void hyd_dsm_store_u64(uint64_t *object, uint64_t value);
uint32_t hyd_dsm_cas_u32(uint32_t *object, uint32_t old, uint32_t value);
uint64_t hyd_dsm_cas_u64(uint64_t *object, uint64_t old, uint64_t value);

/* --- statistics ----------------------------------------------------------- */

/* Of this rank, since the start. */
struct hyd_dsm_counts {
  uint64_t read_faults, write_faults; /* accesses that had to stop */
  uint64_t fetches;                   /* pages that came from their home */
  uint64_t ahead;                     /* of them: came with the page before them */
  uint64_t retries;                   /* of them: fetched again, because they were too old */
  uint64_t in_place;                  /* faults that needed no other thread */
  uint64_t twins, diffs, diff_bytes;  /* copies kept; differences sent home, and their bytes */
  uint64_t early; /* of them before the release: no twin was left, or a notice came */
  uint64_t notices, invalidated; /* write notices received; pages given up */
  uint64_t overflows;            /* notices that came too late: all pages were given up */
  uint64_t noted;                /* pages of this home whose writes the kernel noted: no fault */
  uint64_t homes;                /* pages that this rank is home of */
  uint64_t handlers;             /* requests for pages that a handler of this rank answered */
  uint64_t locks, lock_waits;    /* taken; of them: another rank held the lock */
  uint64_t barriers;
};
void hyd_dsm_counts(struct hyd_dsm_counts *counts);

/* What gasnetrun(1) looks for in programs: that this one is of a GASNet, and may start its ranks by
 * fork. Weak and hidden: one copy for each program, however many files include this. */
extern const char hyd_dsm_ident_conduit[] __attribute__((weak, visibility("hidden")));
extern const char hyd_dsm_ident_fork[] __attribute__((weak, visibility("hidden")));
__attribute__((used)) const char hyd_dsm_ident_conduit[] = "$GASNetConduitName: SMP $";
__attribute__((used)) const char hyd_dsm_ident_fork[] = "$GASNetFORKSpawner: 1 $";

#ifdef __cplusplus
}
#endif
#endif
