/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kmer_serial.c: plain on purpose. The last k letters are kept as text, and each k-mer is made anew
 * from them, once forwards and once backwards, without the sliding window of kmer_codec.h.
 */
#include "kmer_serial.h"

#include "kmer_codec.h"
#include "kmer_input.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct serial {
  unsigned k;
  size_t letters;                 /* of the record so far */
  unsigned char last[KMER_MAX_K]; /* the last k of them, a ring */
  uint64_t *kmer;
  uint64_t n, room;
  int no_memory;
};

static void serial_record(void *ctx) { ((struct serial *)ctx)->letters = 0; }

/* The smaller of the window's two readings. False if it holds another letter than ACGT. */
static int serial_window(const struct serial *s, uint64_t *kmer) {
  uint64_t forward = 0, backward = 0;
  for (unsigned i = 0; i < s->k; i++) {
    static const char from[] = "ACGTacgt", other[] = "TGCAtgca";
    const char *f = memchr(from, s->last[(s->letters + i) % s->k], 8);
    const char *b = memchr(other, s->last[(s->letters + s->k - 1 - i) % s->k], 8);
    if (!f || !b) return 0;
    forward = forward * 4 + (uint64_t)((f - from) % 4);
    backward = backward * 4 + (uint64_t)((b - other) % 4);
  }
  *kmer = forward < backward ? forward : backward;
  return 1;
}

static void serial_keep(struct serial *s, uint64_t kmer) {
  if (s->n == s->room) {
    uint64_t room = s->room ? s->room + s->room / 2 : 1 << 16;
    uint64_t *more = realloc(s->kmer, room * sizeof *more);
    if (!more) {
      s->no_memory = 1;
      return;
    }
    s->kmer = more;
    s->room = room;
  }
  s->kmer[s->n++] = kmer;
}

static void serial_bases(void *ctx, const unsigned char *text, size_t n) {
  struct serial *s = ctx;
  for (size_t i = 0; i < n && !s->no_memory; i++) {
    uint64_t kmer;
    s->last[s->letters++ % s->k] = text[i];
    if (s->letters >= s->k && serial_window(s, &kmer)) serial_keep(s, kmer);
  }
}

static int by_value(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

static int count_runs(struct serial *s, struct kmer_slot **list, uint64_t *n) {
  uint64_t distinct = 0;
  if (s->n) qsort(s->kmer, s->n, sizeof *s->kmer, by_value);
  for (uint64_t i = 0; i < s->n; i++) distinct += !i || s->kmer[i] != s->kmer[i - 1];
  *list = calloc(distinct + 1, sizeof **list);
  if (!*list) return -1;
  *n = 0;
  for (uint64_t i = 0; i < s->n; i++) {
    if (!i || s->kmer[i] != s->kmer[i - 1]) (*list)[(*n)++].key = s->kmer[i] + 1;
    (*list)[*n - 1].count++;
  }
  return 0;
}

int kmer_serial_count(char *const *paths, int files, unsigned k, struct kmer_slot **list,
                      uint64_t *n, char *error) {
  struct serial s = {.k = k};
  struct kmer_visitor v = {serial_record, serial_bases, NULL, &s};
  int bad = kmer_files_read(paths, files, &v, error);
  if (!bad && (s.no_memory || count_runs(&s, list, n) != 0)) {
    snprintf(error, KMER_ERROR_TEXT, "--check: no memory for %" PRIu64 " k-mers on rank 0", s.n);
    bad = -1;
  }
  free(s.kmer);
  return bad;
}

static int by_key(const void *a, const void *b) {
  return by_value(&((const struct kmer_slot *)a)->key, &((const struct kmer_slot *)b)->key);
}

void kmer_list_sort(struct kmer_slot *list, uint64_t n) {
  if (n) qsort(list, n, sizeof *list, by_key);
}

int kmer_list_compare(const struct kmer_slot *got, uint64_t n_got, const struct kmer_slot *serial,
                      uint64_t n_serial, unsigned k, char *text, size_t size) {
  uint64_t i = 0, j = 0, wrong = 0;
  struct {
    uint64_t key, got, serial;
  } first = {0, 0, 0};
  while (i < n_got || j < n_serial) {
    uint64_t a = i < n_got ? got[i].key : UINT64_MAX;
    uint64_t b = j < n_serial ? serial[j].key : UINT64_MAX;
    uint64_t in_got = a <= b ? got[i++].count : 0, in_serial = b <= a ? serial[j++].count : 0;
    if (in_got == in_serial) continue;
    if (wrong++) continue;
    first.key = a < b ? a : b;
    first.got = in_got;
    first.serial = in_serial;
  }
  if (wrong) {
    char word[KMER_MAX_K + 1];
    kmer_decode(first.key - 1, k, word);
    snprintf(text, size,
             "%" PRIu64 " k-mers have another count than in the serial count, the first is %s: "
             "%" PRIu64 " instead of %" PRIu64,
             wrong, word, first.got, first.serial);
  }
  return wrong == 0;
}
