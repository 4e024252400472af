/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kmer_table_test.c: the table against plain arrays while it grows, with keys made to collide at
 * its end; the histogram and most frequent k-mers; the serial count and the comparison of lists.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "kmer_codec.h"
#include "kmer_input.h"
#include "kmer_options.h"
#include "kmer_result.h"
#include "kmer_serial.h"
#include "kmer_table.h"

#define MB ((size_t)1 << 20)

static void *memory(size_t bytes) {
  void *m = aligned_alloc(64, bytes);
  assert_non_null(m);
  memset(m, 0xa5, bytes); /* segments need not be zero */
  return m;
}

/* Every slot an entry passed on its way from home must be taken, or it could not be found. */
static void assert_sound(const struct kmer_table *t) {
  uint64_t mask = ((uint64_t)1 << t->bits) - 1, used = 0, total = 0;
  for (uint64_t i = 0; i <= mask; i++) {
    if (!t->slot[i].key) continue;
    used++;
    total += t->slot[i].count;
    for (uint64_t at = kmer_hash(t->slot[i].key - 1) & mask; at != i; at = (at + 1) & mask) {
      assert_true(t->slot[at].key != 0);
      assert_true(t->slot[at].key != t->slot[i].key);
    }
  }
  assert_int_equal(used, t->used);
  assert_int_equal(total, t->total);
}

static void counts_survive_growth(void **state) {
  void *m = memory(8 * MB);
  struct kmer_table t;
  (void)state;
  assert_int_equal(kmer_table_init(&t, m, 8 * MB), 0);
  for (uint64_t i = 0; i < 200000; i += 100) {
    uint64_t batch[150];
    for (uint64_t j = 0; j < 150; j++) /* every second k-mer twice */
      batch[j] = j < 100 ? i + j : i + 2 * (j - 100);
    kmer_table_reserve(&t, 150);
    kmer_table_add(&t, batch, 150);
    if (i % 20000 == 0) assert_sound(&t);
  }
  assert_sound(&t);
  assert_int_equal(t.used, 200000);
  assert_int_equal(t.bits, 19);
  assert_int_equal(t.dropped, 0);
  for (uint64_t i = 0; i < 200000; i++) assert_int_equal(kmer_table_count(&t, i), i % 2 ? 1 : 2);
  assert_int_equal(kmer_table_count(&t, 200000), 0);
  free(m);
}

/* Keys whose home is one of the last slots of the table, before or after it grows: they wrap around
 * to the start, which is where growing in place could go wrong. */
static void growth_with_a_cluster_over_the_end(void **state) {
  void *m = memory(MB);
  uint64_t key[600], n = 0;
  struct kmer_table t;
  (void)state;
  assert_int_equal(kmer_table_init(&t, m, MB), 0);
  assert_int_equal(t.bits, 10);
  for (uint64_t x = 0; n < 600; x++)
    if ((kmer_hash(x) & 1023) >= 1000 || (kmer_hash(x) & 1023) < 3) key[n++] = x;
  kmer_table_add(&t, key, n);
  assert_sound(&t);
  for (unsigned bits = 11; bits <= 13; bits++) {
    kmer_table_reserve(&t, ((uint64_t)3 << bits) / 8 - n + 1);
    assert_int_equal(t.bits, bits);
    assert_sound(&t);
    for (uint64_t i = 0; i < n; i++) assert_int_equal(kmer_table_count(&t, key[i]), 1);
  }
  free(m);
}

/* Many small tables, nearly full, with homes crowded in different ways, doubled once. */
static void growth_of_crowded_tables(void **state) {
  void *m = memory(MB);
  (void)state;
  for (uint64_t seed = 0; seed < 300; seed++) {
    struct kmer_table t;
    uint64_t wide = 1023 >> seed % 8, from = kmer_hash(seed + 1), n = 0;
    assert_int_equal(kmer_table_init(&t, m, MB), 0);
    for (uint64_t x = seed << 32; n < 500 + seed; x++)
      if (((kmer_hash(x) - from) & 1023) <= wide && ++n) kmer_table_add(&t, &x, 1);
    kmer_table_reserve(&t, t.used < 768 ? 769 - t.used : 1);
    assert_int_equal(t.bits, 11);
    assert_int_equal(t.used, 500 + seed);
    assert_sound(&t);
  }
  free(m);
}

static void a_full_table_drops_and_says_so(void **state) {
  void *m = memory(sizeof(struct kmer_slot) * 2048);
  struct kmer_table t;
  (void)state;
  assert_int_equal(kmer_table_init(&t, m, sizeof(struct kmer_slot) * 1023), -1);
  assert_int_equal(kmer_table_init(&t, m, sizeof(struct kmer_slot) * 2048), 0);
  for (uint64_t i = 0; i < 3000; i++) {
    kmer_table_reserve(&t, 1000);
    kmer_table_add(&t, &i, 1);
  }
  assert_int_equal(t.bits, 11);
  assert_int_equal(t.used, 2048 / 16 * 15);
  assert_int_equal(t.dropped, 3000 - t.used);
  assert_sound(&t);
  free(m);
}

/* ---- results ------------------------------------------------------------- */

static void bins_cover_all_counts_in_order(void **state) {
  (void)state;
  assert_int_equal(kmer_bin_limit(9), 10);
  assert_int_equal(kmer_bin_limit(10), 20);
  assert_int_equal(kmer_bin_limit(11), 50);
  assert_int_equal(kmer_bin_limit(13), 200);
  assert_true(kmer_bin_limit(KMER_BINS - 1) == UINT64_MAX);
  assert_int_equal(kmer_bin_of(1), 0);
  assert_int_equal(kmer_bin_of(UINT64_MAX), KMER_BINS - 1);
  for (unsigned b = 0; b + 1 < KMER_BINS; b++) {
    assert_int_equal(kmer_bin_of(kmer_bin_limit(b)), b);
    assert_int_equal(kmer_bin_of(kmer_bin_limit(b) + 1), b + 1);
  }
}

static void summaries_merge_to_the_summary_of_the_whole(void **state) {
  void *m[3] = {memory(MB), memory(MB), memory(MB)};
  struct kmer_table t[3]; /* all, and two halves */
  struct kmer_summary s[3], sum = {0};
  (void)state;
  for (int i = 0; i < 3; i++) assert_int_equal(kmer_table_init(&t[i], m[i], MB), 0);
  for (uint64_t x = 0; x < 200; x++)
    for (uint64_t times = 0; times < x % 23 + 1; times++) {
      kmer_table_add(&t[0], &x, 1);
      kmer_table_add(&t[1 + x % 2], &x, 1);
    }
  for (int i = 0; i < 3; i++) kmer_summary_of(&t[i], &s[i]);
  kmer_summary_merge(&sum, &s[2]);
  kmer_summary_merge(&sum, &s[1]);
  assert_memory_equal(&sum, &s[0], sizeof sum);
  for (int i = 0; i < KMER_TOP; i++) {
    assert_int_equal(sum.top[i].count, 23);
    assert_int_equal(sum.top[i].key - 1, 22 + 23 * i); /* ties in alphabetical order */
  }
  for (int i = 0; i < 3; i++) free(m[i]);
}

static void numbers_are_grouped(void **state) {
  char b[32];
  (void)state;
  assert_string_equal(kmer_grouped(0, b), "0");
  assert_string_equal(kmer_grouped(999, b), "999");
  assert_string_equal(kmer_grouped(1000, b), "1,000");
  assert_string_equal(kmer_grouped(UINT64_MAX, b), "18,446,744,073,709,551,615");
}

/* ---- serial count -------------------------------------------------------- */

static void serial(const char *text, unsigned k, struct kmer_slot **list, uint64_t *n) {
  char path[] = "kmer_table_test.XXXXXX", error[KMER_ERROR_TEXT] = "", *paths[] = {path};
  int fd = mkstemp(path);
  assert_true(fd >= 0);
  assert_int_equal(write(fd, text, strlen(text)), strlen(text));
  close(fd);
  assert_int_equal(kmer_serial_count(paths, 1, k, list, n, error), 0);
  unlink(path);
}

static void serial_count_of_a_small_text(void **state) {
  static const char *want[] = {"AAC", "ACG", "CCG"};
  static const uint64_t times[] = {1, 3, 1};
  struct kmer_slot *list;
  uint64_t n;
  (void)state;
  /* windows: AAC ACG CGT(=ACG) | CGT(=ACG), and CGG(=CCG); none over N or over a record's end */
  serial(">a\nAACGT\n>b\ncg\nt\n>c\nCGNAC\n>d\nCGG\n", 3, &list, &n);
  assert_int_equal(n, 3);
  for (uint64_t i = 0; i < n; i++) {
    char word[4];
    kmer_decode(list[i].key - 1, 3, word);
    assert_string_equal(word, want[i]);
    assert_int_equal(list[i].count, times[i]);
  }
  free(list);
}

static void serial_count_of_too_short_records(void **state) {
  struct kmer_slot *list;
  uint64_t n;
  (void)state;
  serial(">a\nACGT\n>b\nACGT\n", 5, &list, &n);
  assert_int_equal(n, 0);
  free(list);
}

static void comparison_names_the_first_difference(void **state) {
  struct kmer_slot a[] = {{1, 5}, {3, 1}, {4, 2}}, b[] = {{1, 5}, {2, 1}, {4, 3}};
  char text[200] = "";
  (void)state;
  assert_true(kmer_list_compare(a, 3, a, 3, 1, text, sizeof text));
  assert_true(kmer_list_compare(NULL, 0, NULL, 0, 1, text, sizeof text));
  assert_false(kmer_list_compare(a, 3, b, 3, 1, text, sizeof text));
  assert_non_null(strstr(text, "3 k-mers"));
  assert_non_null(strstr(text, "the first is C: 0 instead of 1"));
  assert_false(kmer_list_compare(a, 2, a, 3, 1, text, sizeof text));
  assert_non_null(strstr(text, "1 k-mers"));
  assert_false(kmer_list_compare(a, 3, NULL, 0, 1, text, sizeof text));
}

/* ---- command line -------------------------------------------------------- */

static int parse(struct kmer_options *o, char *error, int argc, const char *const *args) {
  static char *argv[40];
  argv[0] = (char *)(uintptr_t) "kmer";
  for (int i = 0; i < argc; i++) argv[i + 1] = (char *)(uintptr_t)args[i];
  argv[argc + 1] = NULL;
  optind = 0; /* glibc: start anew */
  return kmer_options_parse(o, argc + 1, argv, error);
}
#define PARSE(...)                                                                                 \
  parse(&o, error, (int)(sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *)),                  \
        (const char *[]){__VA_ARGS__})

static void command_lines(void **state) {
  static const char *bad_k[] = {"0", "32", "-1", "x", "", "7x", "99999999999999999999", " 5"};
  char error[KMER_ERROR_TEXT] = "";
  struct kmer_options o;
  (void)state;
  assert_int_equal(PARSE("a.fa", "-k", "31", "--check", "b.fa"), 0);
  assert_int_equal(o.k, 31);
  assert_int_equal(o.files, 2);
  assert_string_equal(o.file[1], "b.fa");
  assert_true(o.check && !o.json && o.progress == -1);
  assert_int_equal(PARSE("-k3", "--query", "ttg", "--memory=5", "--json", "--progress", "x"), 0);
  assert_int_equal(o.queries, 1);
  assert_int_equal(o.query[0], 16); /* CAA, the other strand of TTG */
  for (unsigned i = 0; i < sizeof bad_k / sizeof bad_k[0]; i++) {
    assert_int_equal(PARSE("-k", bad_k[i], "x"), -1);
    assert_non_null(strstr(error, "whole number from 1 to 31"));
  }
  assert_int_equal(PARSE("-k", "3"), -1);
  assert_non_null(strstr(error, "no input"));
  assert_int_equal(PARSE("x"), -1);
  assert_non_null(strstr(error, "-k is missing"));
  assert_int_equal(PARSE("-k"), -1);
  assert_non_null(strstr(error, "-k: a value is missing"));
  assert_int_equal(PARSE("-k", "3", "--frob", "x"), -1);
  assert_non_null(strstr(error, "--frob: unknown option"));
  assert_int_equal(PARSE("-k", "3", "-z", "x"), -1);
  assert_non_null(strstr(error, "-z: unknown option"));
  assert_int_equal(PARSE("-k", "3", "--query", "AC", "x"), -1);
  assert_int_equal(PARSE("-k", "3", "--query", "ACN", "x"), -1);
  assert_int_equal(PARSE("-k", "3", "--query", "NACG", "x"), -1);
  assert_int_equal(PARSE("-k", "3", "--memory", "0", "x"), -1);
  assert_int_equal(PARSE("--help"), 0);
  assert_true(o.help);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(counts_survive_growth),
      cmocka_unit_test(growth_with_a_cluster_over_the_end),
      cmocka_unit_test(growth_of_crowded_tables),
      cmocka_unit_test(a_full_table_drops_and_says_so),
      cmocka_unit_test(bins_cover_all_counts_in_order),
      cmocka_unit_test(summaries_merge_to_the_summary_of_the_whole),
      cmocka_unit_test(numbers_are_grouped),
      cmocka_unit_test(serial_count_of_a_small_text),
      cmocka_unit_test(serial_count_of_too_short_records),
      cmocka_unit_test(comparison_names_the_first_difference),
      cmocka_unit_test(command_lines),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
