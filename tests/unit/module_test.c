/* SPDX-License-Identifier: BSD-3-Clause
 *
 * module_test.c: how a conduit is found by its name, and which modules are refused. The modules are
 * made by the compiler while the test runs (CC, default: cc); without one the cases are skipped.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

/* Functions that modules may call are missing here: the table that they get has NULL in these
 * places. */
#define HYD_PRAGMA(...) _Pragma(#__VA_ARGS__)
#define HYD_CALL(returns, name, parameters, arguments) HYD_PRAGMA(weak name)
#include "conduits/calls.def"
#undef HYD_CALL
#undef HYD_PRAGMA

#include "conduits/module.c"

static char folder[] = "/tmp/module_test.XXXXXX";
static char why[8192], said[200];

/* --- the library ---------------------------------------------------------- */

static const struct hyd_conduit first = {.name = "first"}, second = {.name = "second"},
                                third = {.name = "third"};
const struct hyd_conduit *const hyd_conduits[] = {&first, &second, &third, NULL};

static int lacks_a_library(char *text, size_t size) {
  snprintf(text, size, "libsecond is not there");
  return -1;
}
static int lacks_nothing(char *text, size_t size) {
  (void)text, (void)size;
  return 0;
}
int (*const hyd_conduit_needs[])(char *, size_t) = {NULL, lacks_a_library, lacks_nothing};

static int choose_file(struct hyd_env *env, char *file, size_t file_size, char *text, size_t size) {
  (void)env, (void)text, (void)size;
  snprintf(file, file_size, "hyd_conduit_good.so");
  return 0;
}
static int choose_none(struct hyd_env *env, char *file, size_t file_size, char *text, size_t size) {
  (void)env, (void)file, (void)file_size;
  snprintf(text, size, "none of its kinds is there");
  return -1;
}
const char *const hyd_conduit_modules[] = {"good",   "absent", "stranger", "older",
                                           "others", "chosen", "none",     NULL};
hyd_which_fn *const hyd_conduit_which[] = {NULL, NULL, NULL, NULL, NULL, choose_file, choose_none};

const char *hyd_env_str(struct hyd_env *env, enum hyd_env_id id) {
  (void)env;
  assert_int_equal(id, HYD_ENV_CONDUIT_PATH);
  return folder;
}
void hyd_fatal_at(const char *file, int line, const char *call, const char *fmt, ...) {
  (void)file, (void)line, (void)call, (void)fmt;
  abort();
}
void hyd_warn(const struct hyd_job *job, const char *fmt, ...) {
  va_list args;
  (void)job;
  va_start(args, fmt);
  vsnprintf(said, sizeof said, fmt, args);
  va_end(args);
}
void hyd_module_path(const char *given, const char *file, char *path, size_t size) {
  snprintf(path, size, "%s/%s", given, file);
}

/* --- modules -------------------------------------------------------------- */

/* Makes a module, which takes a signal when it is loaded. Returns whether there is a compiler.
 */
static int make_module(const char *name, const char *object, uint64_t build, const char *names) {
  char command[400], source[100];
  const char *cc = getenv("CC");
  FILE *f;
  snprintf(source, sizeof source, "%s/%s.c", folder, name);
  f = fopen(source, "w");
  assert_non_null(f);
  fprintf(f,
          "#include <signal.h>\n"
          "static const char conduit[] = \"%s\";\n"
          "static const void *enter(const void *calls) { return calls ? conduit : 0; }\n"
          "static __attribute__((constructor)) void take(void) { signal(SIGUSR1, SIG_IGN); }\n"
          "const struct { unsigned long long build; const char *names; const void *(*enter)(const "
          "void *); } %s = {%lluull, \"%s\", enter};\n",
          name, object, (unsigned long long)build, names);
  fclose(f);
  snprintf(command, sizeof command, "%s -shared -fPIC -o %s/hyd_conduit_%s.so %s", cc ? cc : "cc",
           folder, name, source);
  return system(command) == 0;
}

static int make_modules(void **state) {
  (void)state;
  assert_non_null(mkdtemp(folder));
  *state =
      make_module("good", "hyd_conduit_module", HYD_MODULE_BUILD, hyd_module_names) &&
              make_module("stranger", "another_object", HYD_MODULE_BUILD, hyd_module_names) &&
              make_module("older", "hyd_conduit_module", HYD_MODULE_BUILD - 1, hyd_module_names) &&
              make_module("others", "hyd_conduit_module", HYD_MODULE_BUILD, "void other();")
          ? folder
          : NULL;
  return 0;
}

static int remove_modules(void **state) {
  char command[100];
  (void)state;
  snprintf(command, sizeof command, "rm -rf %s", folder);
  return system(command);
}

static const struct hyd_conduit *find(const char *name) {
  why[0] = '\0';
  return hyd_conduit_find(NULL, name, why, sizeof why);
}

static void expect_refused(const char *name, const char *text) {
  assert_null(find(name));
  if (strstr(why, text) == NULL) fail_msg("%s: \"%s\" lacks \"%s\"", name, why, text);
}

/* It does not stay. */
static void expect_closed(const char *name) {
  char path[200];
  snprintf(path, sizeof path, "%s/hyd_conduit_%s.so", folder, name);
  assert_null(dlopen(path, RTLD_NOW | RTLD_NOLOAD));
}

/* --- cases ---------------------------------------------------------------- */

static void test_in_the_library(void **state) {
  (void)state;
  assert_ptr_equal(find("first"), &first);
  assert_ptr_equal(find("FIRST"), &first);
  expect_refused("second", "libsecond is not there");
  assert_ptr_equal(find("third"), &third);
}

static void test_unknown(void **state) {
  (void)state;
  assert_null(find("fourth"));
  assert_string_equal(why,
                      "not in this build; expected one of: first second third good absent stranger "
                      "older others chosen none");
  assert_null(hyd_conduit_find(NULL, "fourth", why, 40)); /* a text that is cut short */
  assert_string_equal(why, "not in this build; expected one of: fir");
}

static void on_signal(int sig) { (void)sig; }

static void test_loaded(void **state) {
  void (*was)(int) = signal(SIGUSR1, on_signal);
  const struct hyd_conduit *c;
  if (*state == NULL) skip();
  c = find("good");
  assert_non_null(c);
  assert_string_equal((const char *)c, "good"); /* what the module returns as its conduit */
  assert_ptr_equal(find("Good"), c);
  assert_ptr_equal(find("chosen"), c);
  assert_ptr_equal(signal(SIGUSR1, was), on_signal); /* although the module has taken the signal */
}

static void test_refused(void **state) {
  if (*state == NULL) skip();
  expect_refused("absent", "expected the module and the libraries that it needs");
  expect_refused("absent", "hyd_conduit_absent.so");
  expect_refused("stranger", "hyd_conduit_stranger.so is not a conduit");
  expect_refused("older", "hyd_conduit_older.so is of another build of the library");
  expect_refused("others", "hyd_conduit_others.so is of another build of the library");
  expect_closed("stranger");
  expect_closed("older");
  expect_refused("none", "none of its kinds is there");
}

static void test_texts_of_modules(void **state) {
  (void)state;
  hyd_module_warn(NULL, "100 %s");
  assert_string_equal(said, "100 %s");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_in_the_library),   cmocka_unit_test(test_unknown),
      cmocka_unit_test(test_loaded),           cmocka_unit_test(test_refused),
      cmocka_unit_test(test_texts_of_modules),
  };
  return cmocka_run_group_tests(tests, make_modules, remove_modules);
}
