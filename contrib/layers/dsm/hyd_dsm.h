/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hyd_dsm.h: distributed shared memory: one memory that all ranks of a job read and write, with
 * home-based lazy release consistency, over GASNet-EX (hyd_dsm(3), hyd-dsm(7)).
 *
 * A region of addresses, the same in every rank, is shared. Another rank sees a write once the
 * writer has released (unlock, barrier, post, set, fence) and the reader has then acquired (lock,
 * barrier, wait, fence). A program without data races runs as in the memory of one machine; a read
 * that races gets old or new bytes, but never others.
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
 * once, in place of gex_Client_Init. Memory is committed as pages are touched. */
void hyd_dsm_init(int *argc, char ***argv, size_t bytes);
/* Ends the job, with that status; prints statistics if HYD_DSM_STATS=1. Collective; does not
 * return. A single rank that has to end the job calls gasnet_exit or exit. */
void hyd_dsm_exit(int status) __attribute__((noreturn));

uint32_t hyd_dsm_rank(void);         /* of this process, from 0 */
uint32_t hyd_dsm_ranks(void);        /* of the job */
void *hyd_dsm_region(size_t *bytes); /* where the region begins, and its size */
size_t hyd_dsm_block(void);          /* the unit of coherence: 4096, or what HYD_DSM_BLOCK says */

/* --- memory --------------------------------------------------------------- */

/* The home of an allocation's pages: the rank that has the up-to-date copy, and accesses them
 * fastest. */
enum hyd_dsm_home {
  HYD_DSM_FIRST_TOUCH, /* of each page, the rank that first reads or writes it */
  HYD_DSM_ROUND_ROBIN, /* the ranks in turn, page by page */
  HYD_DSM_BLOCKED,     /* adjacent pages, the same number for each rank */
  HYD_DSM_AT_RANK      /* the rank given to hyd_dsm_alloc */
};
/* Allocates zeroed memory of the region, aligned to 64 bytes; to a block, if `where` is not
 * FIRST_TOUCH or the size is at least a block. Called by one rank, which passes the address to
 * others through the region or otherwise. NULL: the region is full. `rank`: for AT_RANK. */
void *hyd_dsm_alloc(size_t bytes, enum hyd_dsm_home where, uint32_t rank);
/* Frees memory at the rank that allocated it. Later allocations of that rank of the same size and
 * kind reuse it. */
void hyd_dsm_free(void *p);

/* Fetches the pages of [p, p + n) before a system call reads (write 0) or writes them. The kernel
 * does not fetch pages: a system call that accesses one without access fails with EFAULT. Returns
 * how many bytes from p on are accessible until this rank's next call of this library: n, or less
 * if more than HYD_DSM_TWINS pages are to be written. */
size_t hyd_dsm_touch(void *p, size_t n, int write);

/* --- synchronisation ------------------------------------------------------ */

/* Barrier of all ranks. */
void hyd_dsm_barrier(void);
/* Locks and objects are named by numbers: one rank makes them, any rank uses them. 0 names none. */
typedef uint32_t hyd_dsm_lock_t;
typedef uint32_t hyd_dsm_object_t; /* a semaphore, flag, condition or barrier of some ranks */

/* Locks are fair (first come, first served) and not recursive. The rank that holds a lock unlocks
 * it. */
hyd_dsm_lock_t hyd_dsm_lock_new(void);
void hyd_dsm_lock(hyd_dsm_lock_t lock);
void hyd_dsm_unlock(hyd_dsm_lock_t lock);

/* An object with value 0. As a semaphore: post adds n, wait waits for a value above 0 and subtracts
 * 1; waiting ranks are served in order. As a flag: set makes the value 1, clear 0, await waits for
 * 1. */
hyd_dsm_object_t hyd_dsm_object_new(void);
void hyd_dsm_post(hyd_dsm_object_t object, uint32_t n);
void hyd_dsm_wait(hyd_dsm_object_t object);
void hyd_dsm_set(hyd_dsm_object_t object);
void hyd_dsm_clear(hyd_dsm_object_t object);
void hyd_dsm_await(hyd_dsm_object_t object);
/* As a condition variable: wait releases the lock, waits for a later signal, and locks again. A
 * signal wakes the rank that has waited longest, if any waits. */
void hyd_dsm_condition_wait(hyd_dsm_object_t object, hyd_dsm_lock_t lock);
void hyd_dsm_condition_signal(hyd_dsm_object_t object);
void hyd_dsm_condition_broadcast(hyd_dsm_object_t object);
/* As a barrier of any n ranks; all of them pass the same n. */
void hyd_dsm_barrier_of(hyd_dsm_object_t object, uint32_t n);

/* Reductions of all ranks; each is a barrier, too. Every rank gets the result. */
double hyd_dsm_sum_double(double mine);
double hyd_dsm_max_double(double mine);
uint64_t hyd_dsm_sum_u64(uint64_t mine);
uint64_t hyd_dsm_max_u64(uint64_t mine);

/* Releases all writes of this rank, and acquires all that any rank has released. One rank fences
 * and then stores a flag atomically, another loads it atomically and then fences: so the first
 * passes data to the second. */
void hyd_dsm_fence(void);

/* --- atomic operations ---------------------------------------------------- */

/* Operations on naturally aligned objects in the region, carried out at the home of their page.
 * They release and acquire no other data (see hyd_dsm_fence). While ranks change an object
 * atomically, others read it atomically, too; after a synchronisation plain reads see the result.
 * fetch and cas return the old value. */
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

/* Counts of this rank since the start of the job. */
struct hyd_dsm_counts {
  uint64_t read_faults, write_faults; /* accesses that faulted */
  uint64_t fetches;                   /* pages fetched from their home */
  uint64_t ahead;                     /* of these: read ahead with the page before them */
  uint64_t retries;                   /* fetches repeated because the page was too old */
  uint64_t in_place;                  /* faults handled without the fault thread */
  uint64_t twins, diffs, diff_bytes;  /* twins made; diffs sent home, and their bytes */
  uint64_t early; /* diffs sent before the release: no twin was left, or a notice arrived */
  uint64_t notices, invalidated; /* write notices received; pages invalidated */
  uint64_t overflows; /* notices overwritten before they were read: all pages invalidated */
  uint64_t noted;     /* writes to pages of this home that the kernel recorded without a fault */
  uint64_t homes;     /* pages that this rank is home of */
  uint64_t handlers;  /* requests for pages that a handler of this rank answered */
  uint64_t locks, lock_waits; /* locks taken; of these, how many had to wait for another rank */
  uint64_t barriers;
};
void hyd_dsm_counts(struct hyd_dsm_counts *counts);

/* Strings that gasnetrun(1) looks for in a program: it uses GASNet, and may start its ranks by
 * fork. Weak and hidden, so that a program has one copy however many files include this header. */
extern const char hyd_dsm_ident_conduit[] __attribute__((weak, visibility("hidden")));
extern const char hyd_dsm_ident_fork[] __attribute__((weak, visibility("hidden")));
__attribute__((used)) const char hyd_dsm_ident_conduit[] = "$GASNetConduitName: SMP $";
__attribute__((used)) const char hyd_dsm_ident_fork[] = "$GASNetFORKSpawner: 1 $";

#ifdef __cplusplus
}
#endif
#endif
