/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tools_env_test.c: environment helpers and their report (gasnet-tools.md section 8).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tools_child.h"
#include "tools_lib.h"

static void raw_values(void **state) {
  (void)state;
  gasnett_unsetenv("TOOLS_TEST_A");
  assert_null(gasnett_getenv("TOOLS_TEST_A"));
  gasnett_setenv("TOOLS_TEST_A", "one");
  assert_string_equal(gasnett_getenv("TOOLS_TEST_A"), "one");
  gasnett_setenv("TOOLS_TEST_A", "");
  assert_string_equal(gasnett_getenv("TOOLS_TEST_A"), "");
  gasnett_unsetenv("TOOLS_TEST_A");
  assert_null(gasnett_getenv("TOOLS_TEST_A"));
}

static void defaults(void **state) {
  (void)state;
  gasnett_unsetenv("TOOLS_TEST_B");
  assert_string_equal(gasnett_getenv_withdefault("TOOLS_TEST_B", "dflt"), "dflt");
  assert_null(gasnett_getenv_withdefault("TOOLS_TEST_B", NULL));
  assert_int_equal(gasnett_getenv_yesno_withdefault("TOOLS_TEST_B", 0), 0);
  assert_int_equal(gasnett_getenv_yesno_withdefault("TOOLS_TEST_B", 5), 1);
  assert_int_equal(gasnett_getenv_int_withdefault("TOOLS_TEST_B", -3, 0), -3);
  assert_int_equal(gasnett_getenv_int_withdefault("TOOLS_TEST_B", 4096, 1024), 4096);
  assert_true(gasnett_getenv_dbl_withdefault("TOOLS_TEST_B", 2.5) == 2.5);
}

static void typed_values(void **state) {
  (void)state;
  gasnett_setenv("TOOLS_TEST_C", "No");
  assert_int_equal(gasnett_getenv_yesno_withdefault("TOOLS_TEST_C", 1), 0);
  assert_string_equal(gasnett_getenv_withdefault("TOOLS_TEST_C", "x"), "No");
  gasnett_setenv("TOOLS_TEST_C", "12");
  assert_int_equal(gasnett_getenv_int_withdefault("TOOLS_TEST_C", 0, 0), 12);
  assert_int_equal(gasnett_getenv_int_withdefault("TOOLS_TEST_C", 0, 1024), 12 * 1024);
  gasnett_setenv("TOOLS_TEST_C", "3/4");
  assert_true(gasnett_getenv_dbl_withdefault("TOOLS_TEST_C", 0) == 0.75);
  gasnett_unsetenv("TOOLS_TEST_C");
}

/* --- what cannot be understood ends the program with a line that names the variable --- */

static int bad_yesno(const void *arg) {
  gasnett_setenv("TOOLS_TEST_BAD", arg);
  return gasnett_getenv_yesno_withdefault("TOOLS_TEST_BAD", 1);
}
static int bad_int(const void *arg) {
  gasnett_setenv("TOOLS_TEST_BAD", arg);
  return (int)gasnett_getenv_int_withdefault("TOOLS_TEST_BAD", 1, 0);
}
static int bad_dbl(const void *arg) {
  gasnett_setenv("TOOLS_TEST_BAD", arg);
  return (int)gasnett_getenv_dbl_withdefault("TOOLS_TEST_BAD", 1);
}
static int bad_name(const void *arg) {
  gasnett_setenv(arg, "value");
  return 0;
}

static struct child_result says_why(int (*fn)(const void *), const char *value, const char *name) {
  struct child_result r = run_child(fn, value, 10);
  assert_int_equal(strncmp(r.text, "*** FATAL ERROR", 15), 0);
  assert_non_null(strstr(r.text, name));
  assert_non_null(strstr(r.text, value));
  assert_ptr_equal(strchr(r.text, '\n'), r.text + strlen(r.text) - 1); /* one line */
  return r;
}

/* What the user set: nothing to debug. */
static void expect_refused(int (*fn)(const void *), const char *value, const char *name) {
  assert_int_equal(says_why(fn, value, name).exited, 1);
}

static void bad_values_are_fatal(void **state) {
  (void)state;
  expect_refused(bad_yesno, "maybe", "TOOLS_TEST_BAD");
  expect_refused(bad_yesno, "", "TOOLS_TEST_BAD");
  expect_refused(bad_int, "12 apples", "TOOLS_TEST_BAD");
  expect_refused(bad_int, "99999999999999999999", "TOOLS_TEST_BAD");
  expect_refused(bad_dbl, "1/0", "TOOLS_TEST_BAD");
  assert_int_equal(says_why(bad_name, "A=B", "gasnett_setenv").signalled, SIGABRT);
}

/* --- the report ----------------------------------------------------------- */

static int verbose_child(const void *arg) {
  if (arg)
    gasnett_setenv("GASNET_VERBOSEENV", arg);
  else
    gasnett_unsetenv("GASNET_VERBOSEENV");
  gasnett_setenv("TOOLS_TEST_D", "hello");
  gasnett_unsetenv("TOOLS_TEST_E");
  for (int i = 0; i < 3; i++) {
    (void)gasnett_getenv_withdefault("TOOLS_TEST_D", "x");
    (void)gasnett_getenv_int_withdefault("TOOLS_TEST_E", 1 << 20, 1);
    (void)gasnett_getenv_yesno_withdefault("TOOLS_TEST_E", 0);
  }
  gasnett_envdbl_display("TOOLS_TEST_F", 0.5, 0);
  gasnett_envint_display("TOOLS_TEST_F", 77, 1, 0);
  gasnett_envstr_display("TOOLS_TEST_F", NULL, 1);
  return gasnett_verboseenv() ? 1 : 0;
}

static int count(const char *text, const char *word) {
  int n = 0;
  for (; (text = strstr(text, word)); text += strlen(word)) n++;
  return n;
}

static void report_says_each_setting_once(void **state) {
  (void)state;
  struct child_result r = run_child(verbose_child, "1", 10);
  assert_int_equal(r.exited, 1);
  assert_int_equal(count(r.text, "TOOLS_TEST_D = hello\n"), 1);
  assert_int_equal(count(r.text, "TOOLS_TEST_E = 1 MB   (default)\n"), 1);
  assert_int_equal(count(r.text, "TOOLS_TEST_E = NO   (default)\n"), 1);
  assert_int_equal(count(r.text, "TOOLS_TEST_F = 0.5\n"), 1);
  assert_int_equal(count(r.text, "TOOLS_TEST_F = 77   (default)\n"), 1);
  assert_int_equal(count(r.text, "TOOLS_TEST_F = *not set*   (default)\n"), 1);
  assert_int_equal(count(r.text, "\n"), 6);
  assert_null(strstr(r.text, "ERROR"));
}

static void no_report_unless_asked(void **state) {
  (void)state;
  struct child_result r = run_child(verbose_child, NULL, 10);
  assert_int_equal(r.exited, 0);
  assert_string_equal(r.text, "");
  r = run_child(verbose_child, "0", 10);
  assert_int_equal(r.exited, 0);
  assert_string_equal(r.text, "");
}

static int long_value_child(const void *arg) {
  static char value[5000];
  (void)arg;
  memset(value, 'v', sizeof(value) - 1);
  gasnett_setenv("GASNET_VERBOSEENV", "y");
  gasnett_envstr_display("TOOLS_TEST_LONG", value, 0);
  return 0;
}

static void a_long_value_is_cut(void **state) {
  (void)state;
  struct child_result r = run_child(long_value_child, NULL, 10);
  assert_int_equal(r.exited, 0);
  assert_in_range(strlen(r.text), 900, 1024);
  assert_int_equal(r.text[strlen(r.text) - 1], '\n');
}

/* --- hooks of a running job ----------------------------------------------- */

static char job_value[64] = "from the job";
static char *job_getenv(const char *name) {
  return strcmp(name, "TOOLS_TEST_G") == 0 && job_value[0] ? job_value : NULL;
}
static void job_env_changed(const char *name, const char *value) {
  if (strcmp(name, "TOOLS_TEST_G") == 0) strcpy(job_value, value ? value : "");
}
static int job_verbose(void) { return 1; }

static void a_job_supplies_the_environment(void **state) {
  static const struct hyd_tools_hooks hooks = {.getenv = job_getenv,
                                               .verboseenv = job_verbose,
                                               job_env_changed};
  (void)state;
  gasnett_setenv("TOOLS_TEST_G", "from the process");
  hyd_tools_set_hooks(&hooks);
  assert_string_equal(gasnett_getenv("TOOLS_TEST_G"), "from the job");
  assert_int_equal(gasnett_verboseenv(), 1);
  gasnett_setenv("TOOLS_TEST_G", "new");
  assert_string_equal(gasnett_getenv("TOOLS_TEST_G"), "new");
  assert_string_equal(getenv("TOOLS_TEST_G"), "new");
  gasnett_unsetenv("TOOLS_TEST_G");
  assert_null(gasnett_getenv("TOOLS_TEST_G"));
  hyd_tools_set_hooks(NULL);
  assert_null(getenv("TOOLS_TEST_G"));
  assert_int_equal(gasnett_verboseenv(), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(raw_values),
      cmocka_unit_test(defaults),
      cmocka_unit_test(typed_values),
      cmocka_unit_test(bad_values_are_fatal),
      cmocka_unit_test(report_says_each_setting_once),
      cmocka_unit_test(no_report_unless_asked),
      cmocka_unit_test(a_long_value_is_cut),
      cmocka_unit_test(a_job_supplies_the_environment),
  };
  (void)alarm(60);
  (void)unsetenv("GASNET_VERBOSEENV");
  (void)unsetenv("GASNET_BACKTRACE");
  (void)unsetenv("GASNET_FREEZE_ON_ERROR");
  return cmocka_run_group_tests(tests, NULL, NULL);
}
