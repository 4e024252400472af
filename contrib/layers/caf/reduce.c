/* SPDX-License-Identifier: BSD-3-Clause
 *
 * reduce.c: see reduce.h. Real numbers of 16 bytes are taken as binary128, kind 16: kind 10 cannot
 * be told apart from it.
 */
#include <complex.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/layers/caf/reduce.h"

/* Loops over elements gain from more than -O2. */
#pragma GCC optimize("O3")

typedef _Float128 real16;
typedef _Complex _Float128 complex16;

#define ADD(a, b) ((a) + (b))
#define LESS(a, b) ((b) < (a) ? (b) : (a))
#define MORE(a, b) ((b) > (a) ? (b) : (a))

#define DEFINE(name, T, OP)                                                                        \
  static void name(const struct hyd_caf_reduction *r, const void *left, void *right, size_t n) {   \
    (void)r;                                                                                       \
    for (size_t i = 0; i < n; i++) {                                                               \
      T a, b;                                                                                      \
      memcpy(&a, (const char *)left + i * sizeof a, sizeof a);                                     \
      memcpy(&b, (const char *)right + i * sizeof b, sizeof b);                                    \
      b = (T)OP(a, b);                                                                             \
      memcpy((char *)right + i * sizeof b, &b, sizeof b);                                          \
    }                                                                                              \
  }
#define DEFINE_ORDERED(name, T)                                                                    \
  DEFINE(min_##name, T, LESS)                                                                      \
  DEFINE(max_##name, T, MORE)

/* Sums of integers wrap, so the unsigned types serve for signed ones, too. */
DEFINE(add_i1, uint8_t, ADD)
DEFINE(add_i2, uint16_t, ADD)
DEFINE(add_i4, uint32_t, ADD)
DEFINE(add_i8, uint64_t, ADD)
DEFINE(add_i16, unsigned __int128, ADD)
DEFINE(add_r4, float, ADD)
DEFINE(add_r8, double, ADD)
DEFINE(add_r16, real16, ADD)
DEFINE(add_c4, _Complex float, ADD)
DEFINE(add_c8, _Complex double, ADD)
DEFINE(add_c16, complex16, ADD)
DEFINE_ORDERED(i1, int8_t)
DEFINE_ORDERED(i2, int16_t)
DEFINE_ORDERED(i4, int32_t)
DEFINE_ORDERED(i8, int64_t)
DEFINE_ORDERED(i16, __int128)
DEFINE_ORDERED(u1, uint8_t)
DEFINE_ORDERED(u2, uint16_t)
DEFINE_ORDERED(u4, uint32_t)
DEFINE_ORDERED(u8, uint64_t)
DEFINE_ORDERED(u16, unsigned __int128)
DEFINE_ORDERED(r4, float)
DEFINE_ORDERED(r8, double)
DEFINE_ORDERED(r16, real16)

/* Compares character codes one by one. */
static int compare_text(const struct hyd_caf_reduction *r, const char *a, const char *b) {
  uint32_t x, y;
  if (r->kind != 4) return memcmp(a, b, r->size);
  for (size_t i = 0; i < r->size; i += sizeof x) {
    memcpy(&x, a + i, sizeof x);
    memcpy(&y, b + i, sizeof y);
    if (x != y) return x < y ? -1 : 1;
  }
  return 0;
}

static void min_text(const struct hyd_caf_reduction *r, const void *left, void *right, size_t n) {
  const char *a = left;
  char *b = right;
  for (size_t i = 0; i < n; i++, a += r->size, b += r->size)
    if (compare_text(r, a, b) < 0) memcpy(b, a, r->size);
}

static void max_text(const struct hyd_caf_reduction *r, const void *left, void *right, size_t n) {
  const char *a = left;
  char *b = right;
  for (size_t i = 0; i < n; i++, a += r->size, b += r->size)
    if (compare_text(r, a, b) > 0) memcpy(b, a, r->size);
}

typedef void combine_fn(const struct hyd_caf_reduction *r, const void *left, void *right, size_t n);
static const struct {
  int type;
  size_t size;
  combine_fn *fn[3]; /* by caf_reduce */
} table[] = {
    {GFC_INTEGER, 1, {add_i1, min_i1, max_i1}},     {GFC_INTEGER, 2, {add_i2, min_i2, max_i2}},
    {GFC_INTEGER, 4, {add_i4, min_i4, max_i4}},     {GFC_INTEGER, 8, {add_i8, min_i8, max_i8}},
    {GFC_INTEGER, 16, {add_i16, min_i16, max_i16}}, {GFC_UNSIGNED, 1, {add_i1, min_u1, max_u1}},
    {GFC_UNSIGNED, 2, {add_i2, min_u2, max_u2}},    {GFC_UNSIGNED, 4, {add_i4, min_u4, max_u4}},
    {GFC_UNSIGNED, 8, {add_i8, min_u8, max_u8}},    {GFC_UNSIGNED, 16, {add_i16, min_u16, max_u16}},
    {GFC_REAL, 4, {add_r4, min_r4, max_r4}},        {GFC_REAL, 8, {add_r8, min_r8, max_r8}},
    {GFC_REAL, 16, {add_r16, min_r16, max_r16}},    {GFC_COMPLEX, 8, {add_c4, NULL, NULL}},
    {GFC_COMPLEX, 16, {add_c8, NULL, NULL}},        {GFC_COMPLEX, 32, {add_c16, NULL, NULL}},
};

bool hyd_caf_reduction_of(struct hyd_caf_reduction *r, int what, const struct caf_argument *a) {
  int type = a->desc.d.type;
  size_t size = a->desc.d.elem_len;
  *r = (struct hyd_caf_reduction){.size = size, .kind = a->kind, .type = type};
  if (type == GFC_CHARACTER && what != CAF_SUM) {
    r->combine = what == CAF_MIN ? min_text : max_text;
    return true;
  }
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
    if (table[i].type != type || table[i].size != size) continue;
    r->combine = table[i].fn[what];
    return r->combine != NULL;
  }
  return false;
}

/* --- functions of the program (the table in libcaf.md 3.9) --- */

#define CALL(T)                                                                                    \
  for (size_t i = 0; i < n; i++) {                                                                 \
    T a, b;                                                                                        \
    memcpy(&a, (const char *)left + i * sizeof a, sizeof a);                                       \
    memcpy(&b, (const char *)right + i * sizeof b, sizeof b);                                      \
    b = r->flags & GFC_REDUCE_BY_VALUE ? ((T(*)(T, T))r->fn)(a, b)                                 \
                                       : ((T(*)(const T *, const T *))r->fn)(&a, &b);              \
    memcpy((char *)right + i * sizeof b, &b, sizeof b);                                            \
  }                                                                                                \
  break

static void user_integer(const struct hyd_caf_reduction *r, const void *left, void *right,
                         size_t n) {
  switch (r->size) {
  case 1: CALL(int8_t);
  case 2: CALL(int16_t);
  case 4: CALL(int32_t);
  case 8: CALL(int64_t);
  default: CALL(__int128);
  }
}

static void user_real(const struct hyd_caf_reduction *r, const void *left, void *right, size_t n) {
  switch (r->size) {
  case 4: CALL(float);
  case 8: CALL(double);
  default: CALL(real16);
  }
}

static void user_complex(const struct hyd_caf_reduction *r, const void *left, void *right,
                         size_t n) {
  switch (r->size) {
  case 8: CALL(_Complex float);
  case 16: CALL(_Complex double);
  default: CALL(complex16);
  }
}

static void user_text(const struct hyd_caf_reduction *r, const void *left, void *right, size_t n) {
  void (*fn)(char *, size_t, const void *, const void *, size_t, size_t) =
      (void (*)(char *, size_t, const void *, const void *, size_t, size_t))r->fn;
  size_t len = r->size / (size_t)r->kind;
  char *result = malloc(r->size);
  if (result == NULL) return;
  for (size_t i = 0; i < n; i++) {
    char *b = (char *)right + i * r->size;
    fn(result, len, (const char *)left + i * r->size, b, len, len);
    memcpy(b, result, r->size);
  }
  free(result);
}

/* A function that returns a structure of more than 16 bytes gets the result's address as a hidden
 * first argument (x86-64). */
static void user_structure(const struct hyd_caf_reduction *r, const void *left, void *right,
                           size_t n) {
  void (*fn)(void *, const void *, const void *) =
      (void (*)(void *, const void *, const void *))r->fn;
  char *result = malloc(r->size);
  if (result == NULL) return;
  for (size_t i = 0; i < n; i++) {
    char *b = (char *)right + i * r->size;
    fn(result, (const char *)left + i * r->size, b);
    memcpy(b, result, r->size);
  }
  free(result);
}

bool hyd_caf_reduction_by(struct hyd_caf_reduction *r, void *fn, int flags,
                          const struct caf_argument *a) {
  int type = a->desc.d.type;
  size_t size = a->desc.d.elem_len;
  *r = (struct hyd_caf_reduction){
      .size = size, .kind = a->kind, .fn = fn, .flags = flags, .type = type};
  switch (type) {
  case GFC_INTEGER:
  case GFC_LOGICAL:
  case GFC_UNSIGNED: r->combine = user_integer; return true;
  case GFC_REAL: r->combine = user_real; return true;
  case GFC_COMPLEX: r->combine = user_complex; return true;
  case GFC_CHARACTER: r->combine = user_text; return true;
  default: r->combine = user_structure; return size > 16 && !(flags & GFC_REDUCE_BY_VALUE);
  }
}
