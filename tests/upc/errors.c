/* SPDX-License-Identifier: BSD-3-Clause
 *
 * errors.c: programs that are wrong, one for each case of the table at the end, which the first
 * argument names. Each ends the job with one clear line. upc_test.py reads the table.
 *
 * threads: 2
 * environment: UPC_SHARED_HEAP_SIZE=64M
 */
#include "tests/upc/check.h"

STATIC_SHARED int32_t word;
static int32_t fetched, operand = 1;

static pts_t domain(void) {
  return upc_all_atomicdomain_alloc(UPC_INT, UPC_ADD | UPC_GET | UPC_CSWAP, 0);
}
static int never(pts_t a, pts_t b) {
  (void)a;
  (void)b;
  return 0;
}

static void null_get(void) { __getsi2(pts_null()); }
static void null_field(void) { __getsi2(pts_make(0, 8, 0)); }
static void null_put_debug(void) { __putgsi4(pts_null(), 1, "prog.upc", 17); }
static void wild_thread(void) { __putsi2(pts_make(1000, 4096, 0), 1); }
static void wild_thread_of(void) { upc_threadof(pts_make(1000, 4096, 0)); }
static void wild_thread_set(void) { upc_memset(pts_make(9, UINT64_C(1) << 33, 0), 0, 8); }
static void wild_offset(void) {
  upc_all_broadcast(PTS(0, &word), pts_make(1, UINT64_C(1) << 33, 0), 8, 0);
}
static void outside_at_end(void) {
  upc_all_broadcast(PTS(0, &word), pts_make(1, 4096, 0), (size_t)1 << 33, 0);
}
static void not_mine(void) { __getaddr(PTS(NEXT, &word)); }
static void two_notifies(void) {
  __upc_notify(INT_MIN);
  __upc_notify(INT_MIN);
}
static void wait_alone(void) { __upc_wait(INT_MIN); }
static void names_differ(void) { __upc_barrier(MYTHREAD); }
static void names_differ_later(void) {
  for (int i = 1; i < 5; i++) __upc_barrier(i);
  __upc_barrier(5 + MYTHREAD);
}
static void phases_differ(void) {
  __upc_notify(3);
  __upc_wait(4);
}
static void free_twice(void) {
  pts_t p = upc_alloc(100);
  upc_free(p);
  upc_free(p);
}
static void free_twice_there(void) {
  pts_t p = upc_all_alloc(2, 100);
  BARRIER;
  if (MYTHREAD == 1) upc_free(p);
  if (MYTHREAD == 1) upc_free(p);
  BARRIER;
}
static void free_inside(void) { upc_free(plus(upc_alloc(1000), 64)); }
static void free_static(void) { upc_free(PTS(0, &word)); }
static void free_phase(void) {
  pts_t p = upc_alloc(1000);
  upc_free(pts_make(pts_thread(p), pts_offset(p), 1));
}
static void free_global_at_1(void) {
  pts_t p = upc_all_alloc(2, 100);
  upc_free(pts_make(1, pts_offset(p), 0));
}
static void all_free_wild(void) { upc_all_free(pts_make(77, 4096, 0)); }
static void free_lock(void) { upc_free(upc_global_lock_alloc()); }
static void unlock_free(void) { upc_unlock(upc_global_lock_alloc()); }
static void unlock_null(void) { upc_unlock(pts_null()); }
static void lock_null(void) { upc_lock(pts_null()); }
static void lock_twice(void) {
  pts_t l = upc_global_lock_alloc();
  upc_lock(l);
  upc_lock(l);
}
static void lock_free_twice(void) {
  pts_t l = upc_global_lock_alloc();
  upc_lock_free(l);
  upc_lock_free(l);
}
static pts_t shared_lock(void) {
  pts_t l = upc_all_lock_alloc();
  if (MYTHREAD == 0) upc_lock(l);
  BARRIER;
  return l;
}
static void unlock_freed(void) {
  pts_t l = shared_lock();
  if (MYTHREAD == 1) upc_lock_free(l);
  BARRIER;
  if (MYTHREAD == 0) upc_unlock(l);
  BARRIER;
}
static void free_awaited(void) {
  pts_t l = shared_lock();
  uint64_t alone = __getsdi2(l);
  BARRIER;
  if (MYTHREAD == 1) upc_lock(l);
  while (__getsdi2(l) == alone) upc_poll();
  upc_lock_free(l);
  BARRIER;
}
static void too_many_locks(void) {
  for (int i = 0; i < 1025; i++) upc_lock(upc_global_lock_alloc());
}
static void no_memory_for_lock(void) {
  while (!pts_is_null(upc_alloc(1 << 16))) {
  }
  while (!pts_is_null(upc_alloc(64))) {
  }
  upc_lock(upc_global_lock_alloc());
}
static void atomic_type(void) { upc_all_atomicdomain_alloc(UPC_SHORT, UPC_ADD, 0); }
static void atomic_ops(void) { upc_all_atomicdomain_alloc(UPC_FLOAT, UPC_ADD | UPC_XOR, 0); }
static void atomic_two(void) {
  upc_atomic_relaxed(domain(), NULL, UPC_ADD | UPC_GET, PTS(0, &word), &operand, NULL);
}
static void atomic_none(void) {
  upc_atomic_relaxed(domain(), NULL, 1UL << 40, PTS(0, &word), &operand, NULL);
}
static void atomic_other(void) {
  upc_atomic_relaxed(domain(), NULL, UPC_MULT, PTS(0, &word), &operand, NULL);
}
static void atomic_fetch(void) {
  upc_atomic_relaxed(domain(), NULL, UPC_GET, PTS(0, &word), NULL, NULL);
}
static void atomic_operand(void) {
  upc_atomic_strict(domain(), NULL, UPC_ADD, PTS(0, &word), NULL, NULL);
}
static void atomic_operand_2(void) {
  upc_atomic_relaxed(domain(), &fetched, UPC_GET, PTS(0, &word), NULL, &operand);
}
static void atomic_domain(void) {
  upc_atomic_relaxed(upc_all_alloc(2, 64), NULL, UPC_ADD, PTS(0, &word), &operand, NULL);
}
static void atomic_null(void) {
  upc_atomic_relaxed(domain(), NULL, UPC_ADD, pts_null(), &operand, NULL);
}
static void reduce_op(void) {
  upc_all_reduceD(PTS(0, &word), upc_all_alloc(2, 64), UPC_XOR, 1, 1, NULL, 0);
}
static void reduce_func(void) {
  upc_all_reduceI(PTS(0, &word), upc_all_alloc(2, 64), UPC_FUNC, 1, 1, NULL, 0);
}
static void prefix_phases(void) {
  pts_t p = upc_all_alloc(4, 64);
  upc_all_prefix_reduceI(pts_make(1, pts_offset(p), 0), p, UPC_ADD, 4, 2, NULL, 0);
}
static void permute_wild(void) {
  __putsi2(PTS(MYTHREAD, &word), 99);
  upc_all_permute(upc_all_alloc(2, 64), upc_all_alloc(2, 64), PTS(0, &word), 4, 0);
}
static void sort_no_memory(void) {
  upc_all_sort(upc_all_alloc(2, 64), (size_t)1 << 20, 1000, 0, never, 0);
}
static void ends_before_barrier(void) {
  if (MYTHREAD == 1) exit(0);
  BARRIER;
}
static void ends_before_alloc(void) {
  if (MYTHREAD == 0) return;
  upc_all_alloc(2, 64);
}
static void wild_info(void) { upc_thread_info(12); }

#define CASE(name)                                                                                 \
  { #name, name }
static const struct {
  const char *name;
  void (*run)(void);
} cases[] = {
    CASE(null_get),           /* Invalid access via null shared pointer */
    CASE(null_field),         /* Invalid access via null shared pointer */
    CASE(null_put_debug),     /* at prog.upc:17 UPC error: Invalid access via null shared pointer */
    CASE(wild_thread),        /* Thread number in shared address is out of range */
    CASE(wild_thread_of),     /* Thread number in shared address is out of range */
    CASE(wild_thread_set),    /* Thread number in shared address is out of range */
    CASE(wild_offset),        /* Shared address 0x200000000 is outside of shared memory */
    CASE(outside_at_end),     /* is outside of shared memory, which has */
    CASE(not_mine),           /* thread does not have affinity to shared address */
    CASE(two_notifies),       /* Two successive upc_notify statements executed without */
    CASE(wait_alone),         /* upc_wait statement executed without a preceding upc_notify */
    CASE(names_differ),       /* UPC barrier identifier mismatch */
    CASE(names_differ_later), /* UPC barrier identifier mismatch */
    CASE(phases_differ),      /* UPC barrier identifier mismatch */
    CASE(free_twice),         /* upc_free() called with pointer to unallocated space */
    CASE(free_twice_there),   /* upc_free() called with pointer to unallocated space */
    CASE(free_inside),        /* upc_free() called with pointer to unallocated space */
    CASE(free_static),        /* upc_free() called with pointer to unallocated space */
    CASE(free_phase),         /* upc_free() called with invalid shared pointer */
    CASE(free_global_at_1),   /* upc_free() called with invalid shared pointer */
    CASE(all_free_wild),      /* upc_all_free() called with invalid shared pointer */
    CASE(free_lock),          /* upc_free() called with pointer to unallocated space */
    CASE(unlock_free),        /* Trying to release a lock that is not locked */
    CASE(unlock_null),        /* Trying to release a NULL lock */
    CASE(lock_null),          /* upc_lock: NULL lock */
    CASE(lock_twice),         /* upc_lock: this thread holds the lock already */
    CASE(lock_free_twice),    /* upc_lock_free() called with invalid lock pointer */
    CASE(unlock_freed),       /* Trying to release a lock that is not locked */
    CASE(free_awaited),       /* upc_lock: the lock was freed while this thread waited for it */
    CASE(too_many_locks),     /* this thread holds 1024 locks, which is the limit */
    CASE(no_memory_for_lock), /* Cannot allocate memory for the lock */
    CASE(atomic_type),        /* unsupported atomic type: 0x3 */
    CASE(atomic_ops),         /* atomic operations (0x10) unsupported for type `UPC_FLOAT' */
    CASE(atomic_two),         /* atomic operation (0x201) may have only a single bit set */
    CASE(atomic_none),        /* invalid atomic operation (0x10000000000) */
    CASE(atomic_other),       /* invalid operation (UPC_MULT) for specified domain */
    CASE(atomic_fetch),       /* atomic operation `UPC_GET' requires a non-NULL fetch pointer */
    CASE(atomic_operand),     /* atomic operation `UPC_ADD' requires a non-NULL operand1 pointer */
    CASE(atomic_operand_2),   /* atomic operation `UPC_GET' requires a NULL operand2 pointer */
    CASE(atomic_domain),      /* upc_atomic_relaxed: not an atomics domain */
    CASE(atomic_null),        /* Invalid access via null shared pointer */
    CASE(reduce_op),          /* upc_all_reduceD: invalid operation (0x10) */
    CASE(reduce_func),        /* upc_all_reduceI: the function is NULL */
    CASE(prefix_phases),      /* source and destination begin at different threads or phases */
    CASE(permute_wild),       /* is 99; expected 0 to 1 */
    CASE(sort_no_memory),     /* upc_all_sort: insufficient UPC dynamic shared memory */
    CASE(ends_before_barrier), /* thread 1 has returned from main or called exit, and never comes */
    CASE(ends_before_alloc),   /* thread 0 has returned from main or called exit, and never comes */
    CASE(wild_info),           /* upc_thread_info: thread 12; expected 0 to 1 */
};

int upc_main(int argc, char **argv) {
  for (size_t i = 0; argc > 1 && i < sizeof cases / sizeof cases[0]; i++)
    if (strcmp(argv[1], cases[i].name) == 0) cases[i].run();
  return 0;
}
