/* SPDX-License-Identifier: BSD-3-Clause
 *
 * grammar.h: for fuzz targets that make valid messages and then break them. The input of a target
 * is a row of choices: by them the target writes messages of its format, one after the other, and
 * fuzz_break changes some: a number becomes an extreme one, bits turn, a message is cut short,
 * repeated, left out, or changes its place with another. Every input is so a conversation that is
 * right but for what was broken.
 */
#ifndef HYD_TESTS_FUZZ_GRAMMAR_H
#define HYD_TESTS_FUZZ_GRAMMAR_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define FUZZ_MOST 64u /* messages of a conversation */

static inline void must(int condition) {
  if (!condition) abort();
}

/* --- choices -------------------------------------------------------------- */

struct fuzz_choices {
  const uint8_t *p, *end;
  uint64_t after; /* numbers behind the end of the input */
};

static inline struct fuzz_choices fuzz_choices_of(const uint8_t *data, size_t size) {
  struct fuzz_choices c = {data, data + size, UINT64_C(0x9e3779b97f4a7c15)};
  for (size_t i = 0; i < size; i++) c.after = (c.after ^ data[i]) * UINT64_C(0x100000001b3);
  return c;
}

static inline int fuzz_has_choices(const struct fuzz_choices *c) { return c->p < c->end; }

/* A number below n. */
static inline uint32_t fuzz_below(struct fuzz_choices *c, uint32_t n) {
  uint32_t v = 0;
  if (n <= 1) return 0;
  if (!fuzz_has_choices(c)) {
    c->after = c->after * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((c->after >> 33) % n);
  }
  for (uint32_t most = n - 1; most && fuzz_has_choices(c); most >>= 8) v = v << 8 | *c->p++;
  return v % n;
}

/* A number that is often at an edge. */
static inline uint64_t fuzz_extreme(struct fuzz_choices *c) {
  static const uint64_t edge[] = {0,
                                  1,
                                  2,
                                  0x7f,
                                  0x80,
                                  0xff,
                                  0x100,
                                  0x7fff,
                                  0xffff,
                                  0x10000,
                                  0xffffff,
                                  0x1000001,
                                  0x7fffffff,
                                  0x80000000,
                                  0xffffffff,
                                  UINT64_C(0x100000000),
                                  INT64_MAX,
                                  UINT64_C(1) << 63,
                                  UINT64_MAX - 15,
                                  UINT64_MAX};
  uint32_t i = fuzz_below(c, sizeof edge / sizeof edge[0] + 4);
  return i < sizeof edge / sizeof edge[0] ? edge[i] : fuzz_below(c, UINT32_MAX);
}

/* --- messages ------------------------------------------------------------- */

struct fuzz_message {
  uint8_t *p;
  size_t n;
  unsigned tag; /* the target's: who says it, or where it goes */
  int broken;   /* it was changed, or is no more where it was */
};

struct fuzz_messages {
  struct fuzz_message at[2 * FUZZ_MOST];
  unsigned n;
};

/* Adds a copy. */
static inline void fuzz_add(struct fuzz_messages *m, unsigned tag, const void *p, size_t n) {
  uint8_t *copy = malloc(n ? n : 1);
  must(copy != NULL);
  if (n) memcpy(copy, p, n);
  if (m->n < FUZZ_MOST)
    m->at[m->n++] = (struct fuzz_message){copy, n, tag, 0};
  else
    free(copy);
}

static inline void fuzz_free(struct fuzz_messages *m) {
  for (unsigned i = 0; i < m->n; i++) free(m->at[i].p);
  m->n = 0;
}

/* --- breaking ------------------------------------------------------------- */

/* A number of 1, 2, 4 or 8 bytes at a multiple of its size becomes an extreme one. */
static inline void fuzz_break_number(struct fuzz_choices *c, struct fuzz_message *m) {
  size_t size = (size_t)1 << fuzz_below(c, 4);
  uint64_t v = fuzz_extreme(c);
  size_t at = m->n >= size ? fuzz_below(c, (uint32_t)(m->n / size)) * size : 0;
  uint8_t little[8];
  for (int i = 0; i < 8; i++) little[i] = (uint8_t)(v >> 8 * i);
  if (m->n >= size) memcpy(m->p + at, little, size);
}

/* Bytes are added, of which the first 64 are chosen. */
static inline void fuzz_break_longer(struct fuzz_choices *c, struct fuzz_message *m) {
  size_t more = fuzz_below(c, 3) ? 1 + fuzz_below(c, 32) : 4096;
  uint8_t *longer = realloc(m->p, m->n + more);
  must(longer != NULL);
  for (size_t i = 0; i < more; i++) longer[m->n + i] = (uint8_t)(i < 64 ? fuzz_below(c, 256) : i);
  m->p = longer;
  m->n += more;
}

static inline void fuzz_break_one(struct fuzz_choices *c, struct fuzz_messages *all, unsigned i) {
  struct fuzz_message *m = &all->at[i], other;
  unsigned j = fuzz_below(c, all->n);
  m->broken = 1;
  switch (fuzz_below(c, 8)) {
  case 0:
  case 1: fuzz_break_number(c, m); break;
  case 2:
    if (m->n) m->p[fuzz_below(c, (uint32_t)m->n)] ^= (uint8_t)(1u << fuzz_below(c, 8));
    break;
  case 3: m->n = fuzz_below(c, (uint32_t)m->n + 1); break;
  case 4: fuzz_break_longer(c, m); break;
  case 5: m->n = 0; break;
  case 6: /* later or earlier */
    other = *m;
    *m = all->at[j];
    all->at[j] = other;
    break;
  default: /* said again, in place of another */
    if (i == j) break;
    free(all->at[j].p);
    all->at[j] = *m;
    must((all->at[j].p = malloc(m->n ? m->n : 1)) != NULL);
    memcpy(all->at[j].p, m->p, m->n);
  }
}

/* Breaks a few messages, or none. */
static inline void fuzz_break(struct fuzz_choices *c, struct fuzz_messages *m) {
  if (m->n)
    for (uint32_t n = fuzz_below(c, 4); n > 0; n--) fuzz_break_one(c, m, fuzz_below(c, m->n));
}

#endif
