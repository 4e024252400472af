/* SPDX-License-Identifier: BSD-3-Clause
 *
 * reductions.c: reductions and prefix reductions of every type and operation, of arrays of many
 * block sizes that begin at any thread and phase, against a loop over the elements in order.
 *
 * threads: 3 1 2 4
 */
#include "tests/upc/check.h"

enum { MOST = 700 };
static pts_t source, result;
STATIC_SHARED char one_value[64];

/* An array `shared [block] T[n]`, whose first element is at a thread and phase. */
struct shape {
  size_t n, block, size;
  uint32_t thread;
  uint64_t phase;
};

/* The rule of pointer arithmetic (libupc.md 2.2). */
static pts_t element(pts_t base, const struct shape *s, uint64_t i) {
  uint64_t n = (uint64_t)THREADS;
  if (s->block == 0) return pts_make(s->thread, pts_offset(base) + i * s->size, 0);
  uint64_t place = s->thread * s->block + s->phase + i;
  uint64_t q = place / (n * s->block), r = place % (n * s->block);
  return pts_make((uint32_t)(r / s->block),
                  pts_offset(base) + (r % s->block - s->phase + q * s->block) * s->size,
                  r % s->block);
}
static pts_t first(pts_t base, const struct shape *s) {
  uint64_t offset = pts_offset(base) + s->phase * s->size;
  return pts_make(s->thread, offset, s->block ? s->phase : 0);
}

/* Associative and not commutative: words of digits, as the number of digits and their value. */
static long join_words(long a, long b) {
  unsigned long digits = (unsigned long)b >> 48, value = (unsigned long)b & 0xffffffffffff,
                scale = 1;
  for (unsigned long i = 0; i < digits; i++) scale = scale * 10 % 1000003;
  unsigned long v = (((unsigned long)a & 0xffffffffffff) * scale + value) % 1000003;
  return (long)(((((unsigned long)a >> 48) + digits) % 1000 << 48) | v);
}

#define EXACT(a, b) ((a) == (b))
#define TYPE(letters, type, integer)                                                               \
  static type larger_##letters(type a, type b) { return a > b ? a : b; }                           \
  static type apply_##letters(upc_op_t op, type a, type b) {                                       \
    switch (op) {                                                                                  \
    case UPC_ADD: return (type)(a + b);                                                            \
    case UPC_MULT: return (type)(a * b);                                                           \
    case UPC_MIN: return a < b ? a : b;                                                            \
    case UPC_AND: return (type)((long)a & (long)b);                                                \
    case UPC_OR: return (type)((long)a | (long)b);                                                 \
    case UPC_XOR: return (type)((long)a ^ (long)b);                                                \
    case UPC_LOGAND: return (type)(a && b);                                                        \
    case UPC_LOGOR: return (type)(a || b);                                                         \
    default: return a > b ? a : b;                                                                 \
    }                                                                                              \
  }                                                                                                \
  static void check_##letters(upc_op_t op, struct shape s, int seed) {                             \
    static type model[MOST];                                                                       \
    uint64_t state = (uint64_t)seed;                                                               \
    int twos = 0; /* the product fits the type, or wraps */                                        \
    s.size = sizeof(type);                                                                         \
    pts_t from = first(source, &s), to = first(result, &s);                                        \
    for (size_t i = 0; i < s.n; i++) {                                                             \
      uint64_t v = random_of(&state);                                                              \
      type x = (type)(op == UPC_MULT                        ? 1 + (v % 2 && twos++ < 30)           \
                      : op == UPC_LOGAND || op == UPC_LOGOR ? v % 3                                \
                                                            : v % 60);                             \
      if (MYTHREAD == 0) __putblk3(element(from, &s, i), &x, sizeof x);                            \
      model[i] = i ? apply_##letters(op, model[i - 1], x) : x;                                     \
    }                                                                                              \
    type (*f)(type, type) = op == UPC_FUNC || op == UPC_NONCOMM_FUNC ? larger_##letters : NULL;    \
    uint32_t root = (uint32_t)(seed % THREADS);                                                    \
    upc_all_reduce##letters(PTS(root, one_value), from, op, s.n, s.block, f, 0);                   \
    type x;                                                                                        \
    __getblk3(&x, PTS(root, one_value), sizeof x);                                                 \
    if (s.n) CHECK(EXACT(x, model[s.n - 1]));                                                      \
    upc_all_prefix_reduce##letters(to, from, op, s.n, s.block, f, UPC_IN_MYSYNC | UPC_OUT_MYSYNC); \
    for (size_t i = 0; i < s.n; i += 1 + i / 8) {                                                  \
      __getblk3(&x, element(to, &s, i), sizeof x);                                                 \
      CHECK(EXACT(x, model[i]));                                                                   \
    }                                                                                              \
    BARRIER;                                                                                       \
  }
UPC_REDUCTIONS(TYPE)

static void check_type(int type, upc_op_t op, struct shape s, int seed) {
  bool integer = type < 8 || (op & (UPC_AND | UPC_OR | UPC_XOR | UPC_LOGAND | UPC_LOGOR)) == 0;
  if (!integer) return;
  int k = 0;
#define CALL(letters, ctype, is_integer)                                                           \
  if (type == k++) check_##letters(op, s, seed);
  UPC_REDUCTIONS(CALL)
}

static void check_order(struct shape s, int seed) {
  static long model[MOST];
  uint64_t state = (uint64_t)seed;
  s.size = sizeof(long);
  pts_t from = first(source, &s), to = first(result, &s);
  for (size_t i = 0; i < s.n; i++) {
    long x = (long)(UINT64_C(1) << 48 | random_of(&state) % 10);
    if (MYTHREAD == 0) __putdi2(element(from, &s, i), (uint64_t)x);
    model[i] = i ? join_words(model[i - 1], x) : x;
  }
  upc_all_reduceL(PTS(THREADS - 1, one_value), from, UPC_NONCOMM_FUNC, s.n, s.block, join_words, 0);
  CHECK((long)__getdi2(PTS(THREADS - 1, one_value)) == model[s.n - 1]);
  upc_all_prefix_reduceL(to, from, UPC_NONCOMM_FUNC, s.n, s.block, join_words, 0);
  for (size_t i = 0; i < s.n; i++) CHECK((long)__getdi2(element(to, &s, i)) == model[i]);
  BARRIER;
}

int upc_main(int argc, char **argv) {
  static const size_t blocks[] = {1, 2, 5, 0, 64, 700};
  static const size_t counts[] = {1, 2, 3, 40, 223};
  (void)argc;
  (void)argv;
  source = upc_all_alloc((size_t)THREADS, 32 * MOST);
  result = upc_all_alloc((size_t)THREADS, 32 * MOST);
  int turn = 0;
  for (size_t b = 0; b < sizeof blocks / sizeof blocks[0]; b++)
    for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++, turn++) {
      struct shape s = {counts[c], blocks[b], 0, (uint32_t)(turn % THREADS),
                        blocks[b] ? (uint64_t)turn % blocks[b] : 0};
      if (s.phase > 20) s.phase = 20;
      static const upc_op_t ops[] = {UPC_ADD,   UPC_MULT, UPC_AND,         UPC_OR,
                                     UPC_XOR,   UPC_FUNC, UPC_MIN,         UPC_LOGAND,
                                     UPC_LOGOR, UPC_MAX,  UPC_NONCOMM_FUNC};
      for (int k = 0; k < 11; k++)
        check_type((turn + k) % 11, ops[(turn * 3 + k * 2) % 11], s, turn * 5 + k);
      check_order(s, turn);
    }
  for (int type = 0; type < 11; type++) /* every type with every operation, at least once */
    for (int k = 0; k < 11; k++) {
      upc_op_t op = k < 9 ? 1UL << k : k == 9 ? UPC_FUNC : UPC_NONCOMM_FUNC;
      check_type(type, op, (struct shape){9, 2, 0, 0, 0}, type * 11 + k);
    }
  upc_all_reduceI(PTS(0, one_value), source, UPC_ADD, 0, 1, NULL, 0); /* no elements: nothing */
  return passed();
}
