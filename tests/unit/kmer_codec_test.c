/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kmer_codec_test.c: the encoding, against a naive one made from text; the division of the input
 * into stripes, against the definition, letter by letter.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "kmer_codec.h"
#include "kmer_split.h"

static char complement(char c) { return c == 'A' ? 'T' : c == 'C' ? 'G' : c == 'G' ? 'C' : 'A'; }

/* The alphabetically smaller of text[k] and its reverse complement. */
static void naive_canonical(const char *text, unsigned k, char *out) {
  char other[KMER_MAX_K + 1] = "";
  for (unsigned i = 0; i < k; i++) other[i] = complement(text[k - 1 - i]);
  memcpy(out, strncmp(text, other, k) < 0 ? text : other, k);
  out[k] = 0;
}

static void random_dna(char *text, size_t n, unsigned seed) {
  uint64_t x = kmer_hash(seed + 1);
  for (size_t i = 0; i < n; i++) {
    x = kmer_hash(x + i + 1);
    text[i] = "ACGT"[x >> 20 & 3];
  }
  text[n] = 0;
}

static void canonical_is_the_smaller_strand_for_every_k(void **state) {
  (void)state;
  for (unsigned k = 1; k <= KMER_MAX_K; k++) {
    char text[301], want[KMER_MAX_K + 1], got[KMER_MAX_K + 1];
    struct kmer_window w;
    random_dna(text, 300, k);
    kmer_window_init(&w, k);
    for (unsigned i = 0; i < 300; i++) {
      uint64_t kmer;
      int full = kmer_window_push(&w, (unsigned char)text[i], &kmer);
      assert_int_equal(full, i + 1 >= k);
      if (!full) continue;
      naive_canonical(text + i + 1 - k, k, want);
      kmer_decode(kmer, k, got);
      assert_string_equal(got, want);
      assert_true(kmer >> (2 * k) == 0);
    }
  }
}

static void lower_case_counts_and_other_letters_break_the_window(void **state) {
  static const char text[] = "acGTNacg-TTTT";
  static const int full[] = {0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1};
  struct kmer_window w;
  (void)state;
  kmer_window_init(&w, 3);
  for (unsigned i = 0; i < sizeof full / sizeof full[0]; i++) {
    uint64_t kmer = 99;
    assert_int_equal(kmer_window_push(&w, (unsigned char)text[i], &kmer), full[i]);
  }
}

static void only_acgt_are_bases(void **state) {
  unsigned bases = 0;
  (void)state;
  for (int c = 0; c < 256; c++) bases += kmer_base_code((unsigned char)c) < 4;
  assert_int_equal(bases, 8);
  for (int i = 0; i < 8; i++) assert_int_equal(kmer_base_code((unsigned char)"ACGTacgt"[i]), i % 4);
}

static void a_break_forgets_the_letters(void **state) {
  struct kmer_window w;
  uint64_t kmer;
  (void)state;
  kmer_window_init(&w, 2);
  assert_false(kmer_window_push(&w, 'A', &kmer));
  kmer_window_break(&w);
  assert_false(kmer_window_push(&w, 'C', &kmer));
  assert_true(kmer_window_push(&w, 'C', &kmer));
}

static void owners_are_in_range_and_even(void **state) {
  (void)state;
  for (unsigned n = 1; n <= 64; n = n * 2 + 1) {
    unsigned count[64] = {0};
    for (uint64_t x = 0; x < 64000; x++) {
      unsigned owner = kmer_owner(kmer_hash(x), n);
      assert_true(owner < n);
      count[owner]++;
    }
    for (unsigned i = 0; i < n; i++)
      assert_in_range(count[i], 64000 / n * 3 / 4, 64000 / n * 5 / 4 + 1);
  }
}

/* Feeds `length` letters in pieces of at most `piece`; mine[i] becomes 1 where rank counts and
 * seen[i] where it looks at the letter at all, with no letter skipped since seen_from[i]. */
static void walk(unsigned rank, unsigned ranks, unsigned k, size_t length, size_t piece,
                 unsigned char *mine, size_t *seen_from) {
  struct kmer_split s = {rank, ranks, k, 0};
  size_t at = 0, from = 0;
  int looking = 0;
  while (at < length) {
    enum kmer_share share;
    int fresh;
    size_t want = length - at < piece ? length - at : piece;
    size_t n = kmer_split_next(&s, want, &share, &fresh);
    assert_in_range(n, 1, want);
    if (share == KMER_SKIP)
      looking = 0;
    else if (fresh || !looking) {
      assert_true(fresh || at == 0 || k == 1); /* a rank that goes on after a gap is told */
      looking = 1;
      from = at;
    }
    for (size_t i = 0; i < n; i++) {
      mine[at + i] = share == KMER_MINE;
      seen_from[at + i] = looking ? from : (size_t)-1;
    }
    at += n;
    assert_int_equal(s.at, at);
  }
}

static void every_letter_has_one_rank_that_knows_the_letters_before(void **state) {
  enum { LENGTH = 9 * KMER_STRIPE + 100 };
  static unsigned char mine[LENGTH], owners[LENGTH];
  static size_t from[LENGTH];
  static const size_t piece[] = {1, 7, 70, 2048, 100000};
  static const unsigned ks[] = {1, 2, 30, 31};
  (void)state;
  for (unsigned ranks = 1; ranks <= 5; ranks++)
    for (unsigned c = 0; c < 20; c++) {
      unsigned k = ks[c % 4];
      memset(owners, 0, sizeof owners);
      for (unsigned rank = 0; rank < ranks; rank++) {
        walk(rank, ranks, k, LENGTH, piece[c / 4], mine, from);
        for (size_t i = 0; i < LENGTH; i++) {
          owners[i] = (unsigned char)(owners[i] + mine[i]);
          if (mine[i]) assert_true(from[i] == 0 || from[i] + k - 1 <= i);
        }
      }
      for (size_t i = 0; i < LENGTH; i++) assert_int_equal(owners[i], 1);
    }
}

static void a_round_is_whole_stripes_and_has_some_for_every_rank(void **state) {
  (void)state;
  for (unsigned ranks = 1; ranks < 3000; ranks = ranks * 3 + 1) {
    assert_int_equal(kmer_round_letters(ranks) % KMER_STRIPE, 0);
    assert_true(kmer_round_letters(ranks) / KMER_STRIPE >= 4 * (uint64_t)ranks);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(canonical_is_the_smaller_strand_for_every_k),
      cmocka_unit_test(lower_case_counts_and_other_letters_break_the_window),
      cmocka_unit_test(only_acgt_are_bases),
      cmocka_unit_test(a_break_forgets_the_letters),
      cmocka_unit_test(owners_are_in_range_and_even),
      cmocka_unit_test(every_letter_has_one_rank_that_knows_the_letters_before),
      cmocka_unit_test(a_round_is_whole_stripes_and_has_some_for_every_rank),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
