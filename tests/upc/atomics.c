/* SPDX-License-Identifier: BSD-3-Clause
 *
 * atomics.c: atomic operations of every type against a model, then by all threads at once;
 * pointers-to-shared, which compare without their phase.
 *
 * threads: 3 1 2 4
 */
#include "tests/upc/check.h"

STATIC_SHARED char target[64];
#define ALL_OF_INTEGERS                                                                            \
  (UPC_ADD | UPC_MULT | UPC_AND | UPC_OR | UPC_XOR | UPC_MIN | UPC_MAX | UPC_GET | UPC_SET |       \
   UPC_CSWAP | UPC_SUB | UPC_INC | UPC_DEC)
#define ALL_OF_FLOATS (ALL_OF_INTEGERS & ~(UPC_AND | UPC_OR | UPC_XOR))

#define TYPE(name, type, ops)                                                                      \
  static type model_##name(upc_op_t op, type old, type a, type b) {                                \
    switch (op) {                                                                                  \
    case UPC_ADD: return (type)(old + a);                                                          \
    case UPC_SUB: return (type)(old - a);                                                          \
    case UPC_MULT: return (type)(old * a);                                                         \
    case UPC_AND: return (type)((uint64_t)old & (uint64_t)a);                                      \
    case UPC_OR: return (type)((uint64_t)old | (uint64_t)a);                                       \
    case UPC_XOR: return (type)((uint64_t)old ^ (uint64_t)a);                                      \
    case UPC_MIN: return a < old ? a : old;                                                        \
    case UPC_MAX: return a > old ? a : old;                                                        \
    case UPC_SET: return a;                                                                        \
    case UPC_CSWAP: return old == a ? b : old;                                                     \
    case UPC_INC: return (type)(old + 1);                                                          \
    case UPC_DEC: return (type)(old - 1);                                                          \
    default: return old;                                                                           \
    }                                                                                              \
  }                                                                                                \
  static void check_##name(upc_type_t upc_type) {                                                  \
    pts_t domain = upc_all_atomicdomain_alloc(upc_type, ops, 0);                                   \
    pts_t here = PTS(NEXT, target);                                                                \
    const type wide =                                                                              \
        (type)-1 > 0 ? (type)((type)-1 - 1000) : (type)(sizeof(type) == 8 ? 1000000000006 : 6);    \
    type value = wide, fetched = 0;                                                                \
    __putblk3(here, &value, sizeof value);                                                         \
    __upc_fence();                                                                                 \
    for (int i = 0; i < 60; i++) {                                                                 \
      upc_op_t op = 1UL << i % 15;                                                                 \
      if ((op & (ops)) == 0) continue;                                                             \
      type a = op == UPC_CSWAP && i < 30 ? value : (type)(i % 4 + 1), b = (type)(i + wide);        \
      if (op & (UPC_SET | UPC_MAX)) a = (type)(a + wide);                                          \
      bool none = op & (UPC_GET | UPC_INC | UPC_DEC);                                              \
      void *fetch = i % 2 || op == UPC_GET ? &fetched : NULL;                                      \
      (i % 3 ? upc_atomic_relaxed : upc_atomic_strict)(domain, fetch, op, here, none ? NULL : &a,  \
                                                       op == UPC_CSWAP ? &b : NULL);               \
      if (fetch) CHECK(fetched == value);                                                          \
      value = model_##name(op, value, a, b);                                                       \
      __getblk3(&fetched, here, sizeof fetched);                                                   \
      CHECK(fetched == value);                                                                     \
    }                                                                                              \
    BARRIER;                                                                                       \
    if (MYTHREAD == 0) memset(__getaddr(PTS(0, target)), 0, sizeof target);                        \
    BARRIER;                                                                                       \
    type step = 2;                                                                                 \
    for (int i = 0; i < 200; i++)                                                                  \
      upc_atomic_relaxed(domain, NULL, UPC_ADD, PTS(0, target), &step, NULL);                      \
    BARRIER;                                                                                       \
    upc_atomic_relaxed(domain, &fetched, UPC_GET, PTS(0, target), NULL, NULL);                     \
    CHECK(fetched == (type)(400 * THREADS));                                                       \
    BARRIER;                                                                                       \
    upc_all_atomicdomain_free(domain);                                                             \
  }
TYPE(int, int, ALL_OF_INTEGERS)
TYPE(unsigned, unsigned, ALL_OF_INTEGERS)
TYPE(long, long, ALL_OF_INTEGERS)
TYPE(ulong, unsigned long, ALL_OF_INTEGERS)
TYPE(float, float, ALL_OF_FLOATS)
TYPE(double, double, ALL_OF_FLOATS)

static bool same(pts_t a, pts_t b) { return memcmp(&a, &b, sizeof a) == 0; }

static void check_pts(void) {
  pts_t domain = upc_all_atomicdomain_alloc(UPC_PTS, UPC_GET | UPC_SET | UPC_CSWAP, 0);
  pts_t here = PTS(NEXT, target), old, p = pts_make((uint32_t)MYTHREAD, 4096, 3),
        q = pts_make((uint32_t)NEXT, 8192, 0), other_phase = pts_make((uint32_t)MYTHREAD, 4096, 1),
        null = pts_null();
  BARRIER;
  upc_atomic_strict(domain, NULL, UPC_SET, here, &p, NULL);
  upc_atomic_relaxed(domain, NULL, UPC_SET, here, &p, NULL);
  upc_atomic_relaxed(domain, &old, UPC_GET, here, NULL, NULL);
  CHECK(same(old, p));
  upc_atomic_relaxed(domain, &old, UPC_CSWAP, here, &q, &null);
  CHECK(same(old, p));
  upc_atomic_relaxed(domain, &old, UPC_CSWAP, here, &other_phase, &q);
  CHECK(same(old, p));
  upc_atomic_relaxed(domain, &old, UPC_SET, here, &null, NULL);
  CHECK(same(old, q));
  upc_atomic_relaxed(domain, &old, UPC_CSWAP, here, &null, &p);
  CHECK(pts_is_null(old));
  CHECK(same(*(pts_t *)(upc_cast(here) ? upc_cast(here) : &p), p));
  BARRIER;
  /* One of all wins. */
  if (MYTHREAD == 0) *(pts_t *)__getaddr(PTS(0, target)) = pts_null();
  BARRIER;
  pts_t mine = pts_make((uint32_t)MYTHREAD, 512, 0);
  upc_atomic_strict(domain, &old, UPC_CSWAP, PTS(0, target), &null, &mine);
  bool won = pts_is_null(old);
  BARRIER;
  upc_atomic_strict(domain, &old, UPC_GET, PTS(0, target), NULL, NULL);
  CHECK((pts_thread(old) == (uint32_t)MYTHREAD) == won);
  BARRIER;
  upc_all_atomicdomain_free(domain);
}

int upc_main(int argc, char **argv) {
  (void)argc;
  (void)argv;
  check_int(UPC_INT);
  check_int(UPC_INT32);
  check_unsigned(UPC_UINT);
  check_unsigned(UPC_UINT32);
  check_long(UPC_LONG);
  check_long(UPC_LLONG);
  check_long(UPC_INT64);
  check_ulong(UPC_ULONG);
  check_ulong(UPC_ULLONG);
  check_ulong(UPC_UINT64);
  check_float(UPC_FLOAT);
  check_double(UPC_DOUBLE);
  check_pts();
  upc_all_atomicdomain_free(pts_null());
  CHECK(upc_atomic_isfast(UPC_INT, UPC_ADD, PTS(MYTHREAD, target)) == UPC_ATOMIC_PERFORMANCE_FAST);
  CHECK(upc_atomic_query(UPC_PTS, UPC_GET, PTS(0, target)) == UPC_ATOMIC_PERFORMANCE_NOT_FAST);
  uint64_t before = upc_ticks_to_ns(upc_ticks_now());
  CHECK(upc_ticks_to_ns(upc_ticks_now()) >= before);
  for (int t = 0; t < THREADS; t++) {
    int castable = upc_cast(PTS(t, target)) ? UPC_CASTABLE_ALL : 0;
    CHECK(upc_thread_info((size_t)t).guaranteedCastable == castable);
  }
  return passed();
}
