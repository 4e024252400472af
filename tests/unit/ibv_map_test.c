/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ibv_map_test.c: files of connections: what is read, what is refused, and that what is written is
 * read again.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "conduits/ibv/connect_map.h"

#define SIZE 40u

static char why[400];

/* The peers of a rank, as "1 2 39"; "refused". */
static const char *peers(const char *file, uint32_t rank) {
  static char text[8 * SIZE];
  unsigned char peer[SIZE + 1];
  char copy[1000];
  FILE *in;
  size_t at = 0;
  int rc;
  strcpy(copy, file);
  in = fmemopen(copy, strlen(copy), "r");
  peer[SIZE] = 99;
  why[0] = '\0';
  rc = hyd_ibv_connect_map_read(in, rank, SIZE, 36, peer, why, sizeof why);
  fclose(in);
  assert_int_equal(peer[SIZE], 99);
  if (rc) return "refused";
  text[0] = '\0';
  for (uint32_t i = 0; i < SIZE; i++)
    if (peer[i]) at += (size_t)sprintf(text + at, at ? " %u" : "%u", i);
  return text;
}

static void test_read(void **state) {
  static const char file[] =
      "# a comment\n\nsize: 40\n 0: 1 2-4,7\t a # ten\nZ: 10\n base : 10\n 12 : 13 12 39\n";
  (void)state;
  assert_string_equal(peers(file, 0), "1 2 3 4 7 10");
  assert_string_equal(peers(file, 10), "0");
  assert_string_equal(peers(file, 35), "36"); /* Z is 35, and 10 is 36 in that base */
  assert_string_equal(peers(file, 36), "35");
  assert_string_equal(peers(file, 12), "13 39"); /* not itself */
  assert_string_equal(peers(file, 39), "12");
  assert_string_equal(peers(file, 20), "");
  assert_string_equal(peers("\n", 3), "");
  assert_string_equal(peers("0:", 0), "");
}

static void test_refused(void **state) {
  static const char *const lines[] = {"size: 41",
                                      "size: -40",
                                      "size:",
                                      "size: 40 1",
                                      "base: 1",
                                      "base: 37",
                                      "base: z",
                                      "0",
                                      "0 1",
                                      ": 1",
                                      "14: 1",
                                      "0: 14",
                                      "0: 2-1",
                                      "0: 1-",
                                      "0: -1",
                                      "0: 1--2",
                                      "0: 1;2",
                                      "0: 1 2 $",
                                      "0: 99999999999999999999999",
                                      "zzzzzzzzzzzzzzzzzzzzzzz: 1",
                                      "0: 1:2",
                                      "-1: 2"};
  char file[200];
  (void)state;
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
    snprintf(file, sizeof file, "size: 40\n%s\n", lines[i]);
    if (strcmp(peers(file, 5), "refused")) fail_msg("taken: %s", lines[i]);
    if (!strstr(why, "line 2: ") || !strstr(why, "expected")) fail_msg("%s: %s", lines[i], why);
  }
}

/* Ranks of random maps, written one after another, and read. */
static void test_back(void **state) {
  (void)state;
  for (unsigned seed = 0; seed < 60; seed++) {
    unsigned char wanted[SIZE][SIZE] = {{0}}, peer[SIZE];
    unsigned base = 2 + seed % 35;
    FILE *f = tmpfile();
    srand(seed);
    for (uint32_t a = 0; a < SIZE; a++)
      for (uint32_t b = 0; b < a; b++)
        wanted[a][b] = wanted[b][a] = (unsigned)rand() % 3 < seed % 4;
    for (uint32_t a = 0; a < SIZE; a++)
      assert_int_equal(hyd_ibv_connect_map_write(fileno(f), a, SIZE, base, wanted[a]), 0);
    for (uint32_t a = 0; a < SIZE; a++) {
      rewind(f);
      if (hyd_ibv_connect_map_read(f, a, SIZE, 36, peer, why, sizeof why)) fail_msg("%s", why);
      assert_memory_equal(peer, wanted[a], SIZE);
    }
    fclose(f);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_read),
      cmocka_unit_test(test_refused),
      cmocka_unit_test(test_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
