/* SPDX-License-Identifier: BSD-3-Clause
 *
 * convert.c: converts one element to another type and kind, as an intrinsic assignment does
 * (libcaf.md 3.4).
 */
#include <string.h>

#include "contrib/layers/caf/section.h"

/* A number during a conversion: integers are exact; reals have the widest type, which holds
 * real(10) and real(16). */
#if defined(__SIZEOF_FLOAT128__) || defined(__aarch64__)
typedef _Float128 widest;
#else
typedef long double widest;
#endif

struct number {
  bool is_real;
  __int128 i;
  long double x, y;
  widest wide_x, wide_y; /* kind 16 only */
  bool is_wide;
};

static bool is_text(int type) { return type == GFC_CHARACTER; }

bool hyd_caf_same_elem(const struct caf_elem *to, const struct caf_elem *from) {
  if (to->size != from->size) return false;
  if (to->type == from->type) return to->kind == from->kind;
  return to->type == GFC_DERIVED || from->type == GFC_DERIVED;
}

static __int128 load_integer(const void *p, size_t size, bool is_unsigned) {
  int8_t a;
  int16_t b;
  int32_t c;
  int64_t d;
  __int128 e;
  switch (size) {
  case 1: memcpy(&a, p, 1); return is_unsigned ? (uint8_t)a : a;
  case 2: memcpy(&b, p, 2); return is_unsigned ? (uint16_t)b : b;
  case 4: memcpy(&c, p, 4); return is_unsigned ? (__int128)(uint32_t)c : c;
  case 8: memcpy(&d, p, 8); return is_unsigned ? (__int128)(uint64_t)d : d;
  default: memcpy(&e, p, 16); return e;
  }
}

static void load_real(const char *p, int kind, long double *x, widest *wide) {
  float f;
  double d;
  switch (kind) {
  case 4:
    memcpy(&f, p, 4);
    *x = f;
    return;
  case 8:
    memcpy(&d, p, 8);
    *x = d;
    return;
  case 10: memcpy(x, p, sizeof *x); return;
  default: memcpy(wide, p, sizeof *wide); return;
  }
}

static void load_number(struct number *v, const char *p, const struct caf_elem *e) {
  v->is_real = e->type == GFC_REAL || e->type == GFC_COMPLEX;
  v->is_wide = v->is_real && e->kind == 16;
  v->y = 0;
  v->wide_y = 0;
  if (!v->is_real) {
    v->i = load_integer(p, e->size, e->type == GFC_UNSIGNED);
    return;
  }
  load_real(p, e->kind, &v->x, &v->wide_x);
  if (e->type == GFC_COMPLEX) load_real(p + e->size / 2, e->kind, &v->y, &v->wide_y);
}

/* Stores one part of a number. Both parts of a complex number have the same size; kind 10 has 16
 * bytes. */
static void store_real(char *p, int kind, const struct number *v, bool imaginary) {
  long double x = imaginary ? v->y : v->x;
  widest wide = imaginary ? v->wide_y : v->wide_x;
  if (!v->is_real) x = imaginary ? 0 : (long double)v->i;
  float f;
  double d;
  switch (kind) {
  case 4:
    f = v->is_wide ? (float)wide : (float)x;
    memcpy(p, &f, 4);
    return;
  case 8:
    d = v->is_wide ? (double)wide : (double)x;
    memcpy(p, &d, 8);
    return;
  case 10:
    if (v->is_wide) x = (long double)wide;
    memcpy(p, &x, sizeof x);
    return;
  default:
    if (!v->is_wide) wide = v->is_real || imaginary ? (widest)x : (widest)v->i;
    memcpy(p, &wide, sizeof wide);
  }
}

static void store_integer(void *p, size_t size, const struct number *v) {
  __int128 i = !v->is_real ? v->i : v->is_wide ? (__int128)v->wide_x : (__int128)v->x;
  size_t n = size < 16 ? size : 16, low = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? 0 : 16 - n;
  memcpy(p, (const char *)&i + low, n); /* the low bytes */
}

static uint32_t load_char(const char *p, int kind) {
  uint32_t c;
  if (kind == 1) return (unsigned char)*p;
  memcpy(&c, p, 4);
  return c;
}

static void store_char(char *p, int kind, uint32_t c) {
  if (kind == 1)
    *p = (char)(c > 255 ? '?' : c);
  else
    memcpy(p, &c, 4);
}

/* Copies characters; pads with blanks, or truncates. */
static void convert_text(char *to, const struct caf_elem *te, const char *from,
                         const struct caf_elem *fe) {
  int tk = te->kind == 4 ? 4 : 1, fk = fe->kind == 4 ? 4 : 1;
  size_t tn = te->size / (size_t)tk, fn = fe->size / (size_t)fk, n = tn < fn ? tn : fn;
  if (tk == fk)
    memcpy(to, from, n * (size_t)tk);
  else
    for (size_t i = 0; i < n; i++)
      store_char(to + i * (size_t)tk, tk, load_char(from + i * (size_t)fk, fk));
  for (size_t i = n; i < tn; i++) store_char(to + i * (size_t)tk, tk, ' ');
}

void hyd_caf_convert(void *to, const struct caf_elem *te, const void *from,
                     const struct caf_elem *fe) {
  struct number v;
  if (is_text(te->type) && is_text(fe->type)) {
    convert_text(to, te, from, fe);
    return;
  }
  if (te->type == GFC_DERIVED || fe->type == GFC_DERIVED || hyd_caf_same_elem(te, fe)) {
    memcpy(to, from, te->size < fe->size ? te->size : fe->size);
    return;
  }
  load_number(&v, from, fe);
  if (te->type == GFC_REAL || te->type == GFC_COMPLEX) {
    store_real(to, te->kind, &v, false);
    if (te->type == GFC_COMPLEX) store_real((char *)to + te->size / 2, te->kind, &v, true);
  } else {
    store_integer(to, te->size, &v);
  }
}
