/* SPDX-License-Identifier: BSD-3-Clause
 *
 * format.c: metadata of vector, indexed and strided operations as one line of text, for messages.
 *
 * A list of any length becomes at most HEAD + TAIL entries with an ellipsis between them, then its
 * length and its total; so every text has a bound that depends on nothing but how many entries are
 * shown. Nothing here looks at what an address points to, nor at a list that has no entries.
 */
#include "core/base/core.h"

#include <stdbool.h>

#define HEAD 8
#define TAIL 2
#define NUMBER 20                       /* digits of the largest number, or a sign and 19 */
#define ENTRY (2 + 16 + 1 + NUMBER + 2) /* "0x" address "+" length ", " */
#define LIST 96                         /* what is around the entries: brackets, ellipsis, totals */
#define WORDS 96                        /* what is around the lists of an operation */

/* ---- a text that cannot grow over its end -------------------------------- */

struct text {
  char *at;
  size_t room; /* bytes left, the NUL included */
};

static void __attribute__((format(printf, 2, 3))) add(struct text *t, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  int n = vsnprintf(t->at, t->room, fmt, ap);
  va_end(ap);
  if (n <= 0) return;
  size_t written = (size_t)n < t->room ? (size_t)n : t->room - 1;
  t->at += written;
  t->room -= written;
}

static void add_address(struct text *t, const void *addr) {
  add(t, "0x%" PRIxPTR, (uintptr_t)addr);
}

/* ---- totals -------------------------------------------------------------- */

struct total {
  size_t bytes;
  bool huge; /* more than a size_t can tell */
};

static void grow_total(struct total *sum, size_t n) {
  sum->huge |= __builtin_add_overflow(sum->bytes, n, &sum->bytes);
}

/* A factor of 0 makes everything 0, also what was huge. */
static void scale_total(struct total *product, size_t n) {
  if (n == 0)
    *product = (struct total){0, false};
  else
    product->huge |= __builtin_mul_overflow(product->bytes, n, &product->bytes);
}

static void add_total(struct text *t, struct total sum) {
  if (sum.huge)
    add(t, "over %zu bytes", SIZE_MAX);
  else
    add(t, "%zu %s", sum.bytes, sum.bytes == 1 ? "byte" : "bytes");
}

/* ---- lists --------------------------------------------------------------- */

typedef void add_entry(struct text *t, const void *list, size_t i);

static void add_piece(struct text *t, const void *list, size_t i) {
  const gex_Memvec_t *piece = (const gex_Memvec_t *)list + i;
  add_address(t, piece->gex_addr);
  add(t, "+%zu", piece->gex_len);
}
static void add_pointer(struct text *t, const void *list, size_t i) {
  add_address(t, ((void *const *)list)[i]);
}
static void add_stride(struct text *t, const void *list, size_t i) {
  add(t, "%td", ((const ptrdiff_t *)list)[i]);
}
static void add_count(struct text *t, const void *list, size_t i) {
  add(t, "%zu", ((const size_t *)list)[i]);
}

static size_t shown_entries(size_t count) { return count <= HEAD + TAIL ? count : HEAD + TAIL; }

/* The entries, without brackets. */
static void add_entries(struct text *t, add_entry *entry, const void *list, size_t count,
                        const char *between) {
  if (count && !list) {
    add(t, "NULL");
    return;
  }
  for (size_t i = 0; i < count; i++) {
    if (i == HEAD && count > HEAD + TAIL) {
      i = count - TAIL;
      add(t, "%s...", between);
    }
    if (i) add(t, "%s", between);
    entry(t, list, i);
  }
}

/* A whole list: how many pieces, of how many bytes (of_len: each), and which. */
static void add_list(struct text *t, size_t count, const char *of_len, struct total sum,
                     add_entry *entry, const void *list) {
  add(t, "%zu %s%s, ", count, count == 1 ? "piece" : "pieces", of_len);
  add_total(t, sum);
  add(t, " {");
  add_entries(t, entry, list, count, ", ");
  add(t, "}");
}

static void add_memveclist(struct text *t, size_t count, gex_Memvec_t const *list) {
  struct total sum = {0, false};
  for (size_t i = 0; list && i < count; i++) grow_total(&sum, list[i].gex_len);
  add_list(t, count, "", sum, add_piece, list);
}

static void add_addrlist(struct text *t, size_t count, void *const *list, size_t len) {
  struct total sum = {len, false};
  char of_len[8 + NUMBER];
  scale_total(&sum, count);
  snprintf(of_len, sizeof of_len, " of %zu", len);
  add_list(t, count, of_len, sum, add_pointer, list);
}

static void add_strides(struct text *t, size_t count, const ptrdiff_t *list) {
  add(t, "[");
  add_entries(t, add_stride, list, count, ", ");
  add(t, "]");
}

/* ---- what clients call --------------------------------------------------- */

static size_t list_bufsz(size_t count) { return LIST + shown_entries(count) * ENTRY; }

size_t gasnett_format_memveclist_bufsz(size_t count) { return list_bufsz(count); }

char *gasnett_format_memveclist(char *buf, size_t count, gex_Memvec_t const *list) {
  struct text t = {buf, list_bufsz(count)};
  add_memveclist(&t, count, list);
  return buf;
}

size_t gasnett_format_addrlist_bufsz(size_t count) { return list_bufsz(count); }

char *gasnett_format_addrlist(char *buf, size_t count, void *const *list, size_t len) {
  struct text t = {buf, list_bufsz(count)};
  add_addrlist(&t, count, list, len);
  return buf;
}

size_t gasnett_format_strides_bufsz(size_t count) { return list_bufsz(count); }

char *gasnett_format_strides(char *buf, size_t count, const ptrdiff_t *list) {
  struct text t = {buf, list_bufsz(count)};
  add_strides(&t, count, list);
  return buf;
}

static size_t lists_bufsz(size_t a, size_t b) { return WORDS + list_bufsz(a) + list_bufsz(b); }

/* `rank` may be one that the team does not have: that may be what the message is about. */
static void add_peer(struct text *t, gex_TM_t tm, gex_Rank_t rank) {
  if (tm == GEX_TM_INVALID)
    add(t, "peer %u of no team: ", rank);
  else
    add(t, "peer %u: ", rank);
}

size_t gasnett_format_putvgetv_bufsz(size_t dstcount, size_t srccount) {
  return lists_bufsz(dstcount, srccount);
}

char *gasnett_format_putvgetv(char *buf, gex_TM_t tm, gex_Rank_t rank, size_t dstcount,
                              gex_Memvec_t const dstlist[], size_t srccount,
                              gex_Memvec_t const srclist[]) {
  struct text t = {buf, lists_bufsz(dstcount, srccount)};
  add_peer(&t, tm, rank);
  add(&t, "destination ");
  add_memveclist(&t, dstcount, dstlist);
  add(&t, ", source ");
  add_memveclist(&t, srccount, srclist);
  return buf;
}

size_t gasnett_format_putigeti_bufsz(size_t dstcount, size_t srccount) {
  return lists_bufsz(dstcount, srccount);
}

char *gasnett_format_putigeti(char *buf, gex_TM_t tm, gex_Rank_t rank, size_t dstcount,
                              void *const dstlist[], size_t dstlen, size_t srccount,
                              void *const srclist[], size_t srclen) {
  struct text t = {buf, lists_bufsz(dstcount, srccount)};
  add_peer(&t, tm, rank);
  add(&t, "destination ");
  add_addrlist(&t, dstcount, dstlist, dstlen);
  add(&t, ", source ");
  add_addrlist(&t, srccount, srclist, srclen);
  return buf;
}

/* Counts, and the strides and the address of each side. */
size_t gasnett_format_putsgets_bufsz(size_t stridelevels) {
  return 2 * WORDS + list_bufsz(stridelevels) + lists_bufsz(stridelevels, stridelevels);
}

static struct total section_bytes(size_t elemsz, const size_t count[], size_t stridelevels) {
  struct total all = {elemsz, false};
  for (size_t i = 0; count && i < stridelevels; i++) scale_total(&all, count[i]);
  return all;
}

static void add_side(struct text *t, const char *side, const void *addr, const ptrdiff_t *strides,
                     size_t stridelevels) {
  add(t, ", %s ", side);
  add_address(t, addr);
  add(t, " strides ");
  add_strides(t, stridelevels, strides);
}

char *gasnett_format_putsgets(char *buf, void *stats, gex_TM_t tm, gex_Rank_t rank, void *dstaddr,
                              const ptrdiff_t dststrides[], const void *srcaddr,
                              const ptrdiff_t srcstrides[], size_t elemsz, const size_t count[],
                              size_t stridelevels) {
  struct text t = {buf, gasnett_format_putsgets_bufsz(stridelevels)};
  size_t levels = elemsz ? stridelevels : 0; /* of empty elements nothing else is looked at */
  (void)stats;
  add_peer(&t, tm, rank);
  if (levels) add_entries(&t, add_count, count, levels, " x ");
  add(&t, "%s of %zu, ", levels ? " elements" : elemsz ? "1 element" : "elements", elemsz);
  add_total(&t, section_bytes(elemsz, count, levels));
  add_side(&t, "destination", dstaddr, dststrides, levels);
  add_side(&t, "source", srcaddr, srcstrides, levels);
  return buf;
}
