/* SPDX-License-Identifier: BSD-3-Clause
 *
 * coll_ops.c: see coll_ops.h. The model of built-in operations is that of atomics.
 */
#include "coll_ops.h"

enum { MAGIC = 0x600df00d };

const gex_OP_t coll_ops[COLL_OPS] = {GEX_OP_ADD, GEX_OP_MULT, GEX_OP_MIN, GEX_OP_MAX,
                                     GEX_OP_AND, GEX_OP_OR,   GEX_OP_XOR};

size_t coll_alignment(const struct coll_kind *k) {
  size_t a = k->size & (~k->size + 1); /* the largest power of 2 in it */
  return a < 16 ? a : 16;
}

/* --- kinds ---------------------------------------------------------------- */

static size_t user_size(struct rng *r, size_t most) {
  static const size_t sizes[] = {1,  2,   3,    4,    7,    8,     12,    16,   24,
                                 48, 100, 1000, 4096, 8192, 16384, 16385, 40000};
  size_t n = sizeof sizes / sizeof *sizes, size;
  do size = sizes[rng_below(r, rng_below(r, 4) ? 11 : n)];
  while (size > most);
  return size;
}

struct coll_kind coll_kind_make(struct rng *r, size_t most) {
  struct coll_kind k;
  k.type = (enum ad_type)rng_below(r, AD_TYPES + 3);
  if (k.type > AD_TYPES) k.type = AD_TYPES;
  k.size = k.type == AD_TYPES ? user_size(r, most) : ad_size(k.type);
  if (k.type == AD_TYPES || rng_below(r, 6) == 0) {
    k.op = rng_below(r, 3) ? GEX_OP_USER_NC : GEX_OP_USER;
    return k;
  }
  do k.op = coll_ops[rng_below(r, COLL_OPS)];
  while (!ad_legal(k.type, k.op));
  return k;
}

/* --- elements ------------------------------------------------------------- */

static uint64_t bits_at(const struct coll_kind *k, const void *elements, size_t i) {
  uint64_t bits = 0;
  uint32_t word;
  if (k->size == 8) return memcpy(&bits, (const char *)elements + 8 * i, 8), bits;
  return memcpy(&word, (const char *)elements + 4 * i, 4), word;
}

static void put_bits(const struct coll_kind *k, void *elements, size_t i, uint64_t bits) {
  uint32_t word = (uint32_t)bits;
  memcpy((char *)elements + k->size * i, k->size == 8 ? (const void *)&bits : &word, k->size);
}

/* Bytes that multiply are odd, so that nothing is lost. */
static void fill_user(const struct coll_kind *k, unsigned char *p, size_t count, struct rng *r) {
  size_t i, b;
  rng_bytes(p, count * k->size, r);
  for (i = 0; k->op == GEX_OP_USER_NC && i < count; i++)
    for (b = 0; b < k->size; b += 2) p[i * k->size + b] |= 1;
}

void coll_fill(const struct coll_kind *k, void *elements, size_t count, struct rng *r) {
  size_t i;
  if (coll_is_user(k)) {
    fill_user(k, elements, count, r);
  } else if (!ad_is_fp(k->type)) {
    rng_bytes(elements, count * k->size, r);
  } else {
    for (i = 0; i < count; i++) {
      int n = 1 + (int)rng_below(r, 6); /* 1 to 3, and these below 0 */
      put_bits(k, elements, i, ad_number(k->type, n < 4 ? n : 3 - n));
    }
  }
}

/* --- the model ------------------------------------------------------------ */

static void compose(const unsigned char *left, unsigned char *right, size_t size) {
  size_t i;
  for (i = 0; i + 1 < size; i += 2) {
    unsigned p = left[i], q = left[i + 1], r = right[i], s = right[i + 1];
    right[i] = (unsigned char)(p * r);
    right[i + 1] = (unsigned char)(q * r + s);
  }
  if (size % 2) right[size - 1] = left[size - 1];
}

static void combine_user(const struct coll_kind *k, const unsigned char *left, unsigned char *right,
                         size_t count) {
  size_t i;
  for (i = 0; i < count && k->op == GEX_OP_USER_NC; i++)
    compose(left + i * k->size, right + i * k->size, k->size);
  for (i = 0; i < count * k->size && k->op == GEX_OP_USER; i++)
    right[i] = (unsigned char)(left[i] + right[i]);
}

void coll_combine(const struct coll_kind *k, const void *left, void *right, size_t count) {
  size_t i;
  if (coll_is_user(k)) {
    combine_user(k, left, right, count);
    return;
  }
  for (i = 0; i < count; i++)
    put_bits(k, right, i, ad_model(k->type, k->op, bits_at(k, left, i), bits_at(k, right, i), 0));
}

/* --- the client's operator ------------------------------------------------ */

struct coll_cdata coll_cdata(const struct coll_kind *k) {
  return (struct coll_cdata){MAGIC, k, 0};
}

void coll_user(const void *left, void *right, size_t count, const void *cdata) {
  struct coll_cdata *c = (struct coll_cdata *)(uintptr_t)cdata;
  const char *a = left, *b = right;
  size_t bytes = count * c->kind->size;
  int bad = c->magic != MAGIC || count == 0 || (a < b + bytes && b < a + bytes);
  bad |= ((uintptr_t)a | (uintptr_t)b) % coll_alignment(c->kind) != 0;
  if (bad) __atomic_add_fetch(&c->bad, 1, __ATOMIC_RELAXED);
  combine_user(c->kind, left, right, count);
}

void coll_user_too(const void *left, void *right, size_t count, const void *cdata) {
  coll_user(left, right, count, cdata);
}
