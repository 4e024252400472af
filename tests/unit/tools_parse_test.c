/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tools_parse_test.c: text to number and back (gasnet-tools.md section 8, gasnet-env-launch.md 1).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <locale.h>

#include "tools_child.h"
#include "tools_lib.h"

#define KB (INT64_C(1) << 10)
#define MB (INT64_C(1) << 20)
#define GB (INT64_C(1) << 30)
#define TB (INT64_C(1) << 40)

static void yesno_words(void **state) {
  static const char *const yes[] = {"1", "y", "Y", "yes", "YES", "Yes", " yes ", "y\n"};
  static const char *const no[] = {"0", "n", "N", "no", "NO", "nO", "\tno"};
  static const char *const bad[] = {"", " ", "2", "on", "true", "yess", "ye", "10", "y y", "-1"};
  (void)state;
  for (size_t i = 0; i < sizeof(yes) / sizeof(*yes); i++) {
    int v = 7;
    assert_int_equal(hyd_parse_yesno(yes[i], &v), 0);
    assert_int_equal(v, 1);
  }
  for (size_t i = 0; i < sizeof(no) / sizeof(*no); i++) {
    int v = 7;
    assert_int_equal(hyd_parse_yesno(no[i], &v), 0);
    assert_int_equal(v, 0);
  }
  for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
    int v = 7;
    assert_int_equal(hyd_parse_yesno(bad[i], &v), -1);
    assert_int_equal(v, 7);
  }
}

struct int_case {
  const char *text;
  uint64_t mult;
  int64_t value;
};

static const struct int_case good_ints[] = {
    {"0", 0, 0},
    {"17", 0, 17},
    {" 17 ", 0, 17},
    {"-17", 0, -17},
    {"+5", 0, 5},
    {"0x1F", 0, 31},
    {"-0Xff", 0, -255},
    {"0017", 0, 17},
    {"9223372036854775807", 0, INT64_MAX},
    {"-9223372036854775808", 0, INT64_MIN},
    {"0x7fffffffffffffff", 0, INT64_MAX},
    {"5", 1, 5},
    {"5", 1024, 5 * KB},
    {"5B", 1024, 5},
    {"5 b", 1024, 5},
    {"3K", 1, 3 * KB},
    {"3KB", 1, 3 * KB},
    {"3 kb", 1, 3 * KB},
    {"64MB", 1, 64 * MB},
    {"64M", 1024, 64 * MB},
    {"128.0MB", 1, 128 * MB},
    {"1.5GB", 1, GB + GB / 2},
    {"1.5", 1024 * 1024, MB + MB / 2},
    {".5K", 1, 512},
    {"2.K", 1, 2 * KB},
    {"0.1GB", 1, 107374182},
    {"0.9999999999999999999999999K", 1, 1023},
    {"2TB", 1, 2 * TB},
    {"8388607TB", 1, INT64_C(8388607) << 40},
    {"-1", 1024, -1024},
    {"-0.5K", 1, -512},
    {"0x10K", 1, 16 * KB},
    {"0x1B", 1, 27},
    {"-8388608T", 1, INT64_MIN},
};

static const struct int_case bad_ints[] = {
    {"", 0, 0},
    {" ", 0, 0},
    {"x", 0, 0},
    {"1x", 0, 0},
    {"1.5", 0, 0},
    {"4K", 0, 0},
    {"0x", 0, 0},
    {"--1", 0, 0},
    {"1 2", 0, 0},
    {"1e3", 0, 0},
    {"-", 0, 0},
    {"+", 1, 0},
    {".", 1, 0},
    {"K", 1, 0},
    {".K", 1, 0},
    {"1KK", 1, 0},
    {"1BB", 1, 0},
    {"1KBx", 1, 0},
    {"1.5.5M", 1, 0},
    {"1PB", 1, 0},
    {"0x1.8K", 1, 0},
    {"0.85/H", 1, 0},
    {"8388608TB", 1, 0},
    {"-8388609TB", 1, 0},
    {"99999999999999999999", 0, 0},
    {"9223372036854775808", 0, 0},
    {"-9223372036854775809", 0, 0},
    {"0xffffffffffffffff", 0, 0},
    {"18446744073709551616", 1, 0},
    {"9007199254740992", 1024, 0},
    {"99999999999999999999999999999999999999999999999999KB", 1, 0},
};

static void integers_and_sizes(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof(good_ints) / sizeof(*good_ints); i++) {
    int64_t v = -777;
    if (hyd_parse_int(good_ints[i].text, good_ints[i].mult, &v) || v != good_ints[i].value) {
      fail_msg("\"%s\" x %llu gave %lld", good_ints[i].text, (unsigned long long)good_ints[i].mult,
               (long long)v);
    }
  }
}

static void malformed_and_too_large(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof(bad_ints) / sizeof(*bad_ints); i++) {
    int64_t v = -777;
    if (!hyd_parse_int(bad_ints[i].text, bad_ints[i].mult, &v) || v != -777) {
      fail_msg("\"%s\" was accepted as %lld", bad_ints[i].text, (long long)v);
    }
  }
}

static void lists_of_ranks(void **state) {
  static const struct {
    const char *text;
    uint32_t rank;
    int found;
  } good[] = {{"", 7, 1},
              {"*", 7, 1},
              {" * ", 0, 1},
              {"7", 7, 1},
              {"7", 6, 0},
              {"0,2-4,6", 0, 1},
              {"0,2-4,6", 1, 0},
              {"0,2-4,6", 2, 1},
              {"0,2-4,6", 4, 1},
              {"0,2-4,6", 5, 0},
              {"0,2-4,6", 6, 1},
              {"0,2-4,6", 7, 0},
              {" 1 , 3 - 5 ", 4, 1},
              {"5-5", 5, 1},
              {"0-99999999999", 4000000000u, 1}};
  static const char *const bad[] = {",",   "1,",  ",1",  "1,,2", "-",     "1-",
                                    "-1",  "4-2", "x",   "1 2",  "1-2-3", "**",
                                    "*,1", "1,*", "0x1", "1.5",  "all",   "99999999999999999999"};
  (void)state;
  for (size_t i = 0; i < sizeof(good) / sizeof(*good); i++) {
    int v = 7;
    if (hyd_parse_ranks(good[i].text, good[i].rank, &v) || v != good[i].found) {
      fail_msg("rank %u in \"%s\" gave %d", good[i].rank, good[i].text, v);
    }
  }
  for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
    int v = 7;
    if (!hyd_parse_ranks(bad[i], 1, &v) || v != 7) fail_msg("\"%s\" was accepted", bad[i]);
  }
}

static void signals_by_name(void **state) {
  static const char *const usr1[] = {"SIGUSR1", "sigusr1", "USR1", "usr1", "10"};
  static const char *const bad[] = {"",    "0",     "-1",  "SIG", "SIGNO",
                                    "USR", "usr11", "10x", "99",  "usr1 "};
  (void)state;
  for (size_t i = 0; i < sizeof(usr1) / sizeof(*usr1); i++) {
    int v = 0;
    assert_int_equal(hyd_parse_signal(usr1[i], &v), 0);
    assert_int_equal(v, SIGUSR1);
  }
  for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
    int v = 7;
    if (!hyd_parse_signal(bad[i], &v) || v != 7) fail_msg("\"%s\" was accepted as %d", bad[i], v);
  }
}

static void doubles(void **state) {
  static const struct {
    const char *text;
    double value;
  } good[] = {{"0", 0},       {"1.5", 1.5},  {" -2.25 ", -2.25}, {"1e3", 1000},
              {"2E-2", 0.02}, {"1/4", 0.25}, {"2 / 3", 2.0 / 3}, {"1.5/0.5", 3},
              {".5", 0.5},    {"5.", 5},     {"+7", 7},          {"-1/2", -0.5}};
  static const char *const bad[] = {"",    " ",   "x",     "1x",   "1/0", "1/",  "/2", "1/2/3",
                                    "inf", "nan", "1e999", "0x10", "--1", "1,5", "1e", "1/nan"};
  (void)state;
  for (size_t i = 0; i < sizeof(good) / sizeof(*good); i++) {
    double v = -777;
    assert_int_equal(hyd_parse_dbl(good[i].text, &v), 0);
    assert_true(v == good[i].value);
  }
  for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
    double v = -777;
    if (!hyd_parse_dbl(bad[i], &v) || v != -777) fail_msg("\"%s\" was accepted as %g", bad[i], v);
  }
}

/* A client's decimal comma must not change what 1.5 means. */
static void doubles_ignore_the_locale(void **state) {
  double v = 0;
  (void)state;
  if (!setlocale(LC_NUMERIC, "de_DE.UTF-8")) skip(); /* this machine has no such locale */
  int rc = hyd_parse_dbl("1.5", &v);
  (void)setlocale(LC_NUMERIC, "C");
  assert_int_equal(rc, 0);
  assert_true(v == 1.5);
}

static void numbers_to_text(void **state) {
  static const struct {
    int64_t value;
    int is_mem;
    const char *text;
  } cases[] = {{0, 0, "0"},
               {1048576, 0, "1048576"},
               {-5, 0, "-5"},
               {0, 1, "0 B"},
               {1000, 1, "1000 B"},
               {1024, 1, "1 KB"},
               {1536 * 1024, 1, "1536 KB"},
               {1 << 20, 1, "1 MB"},
               {INT64_C(3) << 40, 1, "3 TB"},
               {INT64_C(1) << 50, 1, "1024 TB"},
               {-2048, 1, "-2 KB"},
               {INT64_MAX, 0, "9223372036854775807"},
               {INT64_MIN, 1, "-8388608 TB"}};
  char buf[64];
  (void)state;
  for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
    assert_ptr_equal(gasnett_format_number(cases[i].value, buf, sizeof(buf), cases[i].is_mem), buf);
    assert_string_equal(buf, cases[i].text);
    assert_true(gasnett_parse_int(buf, cases[i].is_mem ? 1 : 0) == cases[i].value);
  }
  memset(buf, 'x', sizeof(buf));
  assert_string_equal(gasnett_format_number(1 << 20, buf, 3, 1), "1 "); /* cut, not overrun */
  assert_int_equal(buf[3], 'x');
}

static int parse_bad_size(const void *arg) { return (int)gasnett_parse_int(arg, 1); }

static void malformed_is_fatal(void **state) {
  (void)state;
  struct child_result r = run_child(parse_bad_size, "12 parsecs", 10);
  assert_int_equal(r.signalled, SIGABRT);
  assert_non_null(strstr(r.text, "*** FATAL ERROR"));
  assert_non_null(strstr(r.text, "12 parsecs"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(yesno_words),
      cmocka_unit_test(integers_and_sizes),
      cmocka_unit_test(malformed_and_too_large),
      cmocka_unit_test(lists_of_ranks),
      cmocka_unit_test(signals_by_name),
      cmocka_unit_test(doubles),
      cmocka_unit_test(doubles_ignore_the_locale),
      cmocka_unit_test(numbers_to_text),
      cmocka_unit_test(malformed_is_fatal),
  };
  (void)alarm(60);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
