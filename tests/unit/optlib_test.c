/* SPDX-License-Identifier: BSD-3-Clause
 *
 * optlib_test.c: libraries that are loaded when they are needed, and where a module is looked for.
 * As `PROGRAM --module GIVEN FILE` prints the latter, of a program of the name that argv[0] is.
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/base/err.h"
#include "core/optlib/load.h"

static jmp_buf died;
static char last_words[600];

void hyd_fatal_at(const char *file, int line, const char *call, const char *fmt, ...) {
  va_list args;
  (void)file, (void)line, (void)call;
  va_start(args, fmt);
  vsnprintf(last_words, sizeof last_words, fmt, args);
  va_end(args);
  longjmp(died, 1);
}

/* --- libraries ------------------------------------------------------------ */

#define IS_HERE "libm.so.6"
#define IS_NOT "libhyd_that_is_nowhere.so.1"

static double (*cosine)(double);
static void (*other)(void);
static const struct hyd_late_call there[] = {{"cos", &cosine}};
static const struct hyd_late_call not_there[] = {{"cos", &cosine}, {"hyd_no_such_call", &other}};

static struct hyd_late library(const char *file, const char *path, const struct hyd_late_call *call,
                               size_t calls) {
  cosine = NULL;
  other = NULL;
  return (struct hyd_late){file, path, call, calls, 0};
}

static void test_loaded_by_name_or_path(void **state) {
  char why[200] = "";
  (void)state;
  struct hyd_late by_name = library(IS_HERE, IS_NOT, there, 1);
  assert_int_equal(hyd_late_load(&by_name, why, sizeof why), 0);
  assert_true(cosine(0) > 0.999 && cosine(0) < 1.001);
  assert_int_equal(atomic_load(&by_name.ready), 1);
  struct hyd_late by_path = library(IS_NOT, IS_HERE, there, 1);
  assert_int_equal(hyd_late_load(&by_path, why, sizeof why), 0);
  assert_non_null(cosine);
  assert_string_equal(why, "");
}

static void test_loaded_once(void **state) {
  char why[200];
  (void)state;
  struct hyd_late l = library(IS_HERE, IS_NOT, there, 1);
  assert_int_equal(hyd_late_load(&l, why, sizeof why), 0);
  cosine = NULL;
  assert_int_equal(hyd_late_load(&l, why, sizeof why), 0);
  hyd_late_need(&l);
  assert_null(cosine); /* nothing was looked up again */
}

static void test_a_library_that_is_not_there(void **state) {
  char why[200];
  (void)state;
  struct hyd_late l = library(IS_NOT, "/" IS_NOT, there, 1);
  assert_int_equal(hyd_late_load(&l, why, sizeof why), -1);
  assert_string_equal(why, IS_NOT " cannot be loaded; expected the library that this build was "
                                  "made with");
  assert_int_equal(atomic_load(&l.ready), 0);
  l.path = IS_HERE; /* it has been installed since */
  assert_int_equal(hyd_late_load(&l, why, sizeof why), 0);
}

static void test_another_version(void **state) {
  char why[200];
  (void)state;
  struct hyd_late l = library(IS_HERE, IS_HERE, not_there, 2);
  assert_int_equal(hyd_late_load(&l, why, sizeof why), -1);
  assert_string_equal(why, IS_HERE " has no hyd_no_such_call; expected the version that this build "
                                   "was made with");
  assert_int_equal(atomic_load(&l.ready), 0);
  assert_null(other);
}

static void test_need(void **state) {
  (void)state;
  struct hyd_late l = library(IS_HERE, IS_NOT, there, 1), none = library(IS_NOT, IS_NOT, there, 1);
  hyd_late_need(&l);
  assert_non_null(cosine);
  if (setjmp(died) == 0) {
    hyd_late_need(&none);
    fail();
  }
  assert_non_null(strstr(last_words, IS_NOT " cannot be loaded"));
}

static struct hyd_late shared;

static void *load_shared(void *arg) {
  char why[200];
  (void)arg;
  return (void *)(intptr_t)hyd_late_load(&shared, why, sizeof why);
}

static void test_threads(void **state) {
  pthread_t thread[8];
  void *rc;
  (void)state;
  shared = library(IS_HERE, IS_NOT, there, 1);
  for (int i = 0; i < 8; i++)
    assert_int_equal(pthread_create(&thread[i], NULL, load_shared, NULL), 0);
  for (int i = 0; i < 8; i++) {
    assert_int_equal(pthread_join(thread[i], &rc), 0);
    assert_null(rc);
  }
  assert_non_null(cosine);
}

/* --- modules -------------------------------------------------------------- */

/* Where a program of that name looks for m.so. */
static const char *module_of(const char *program, const char *given) {
  static char said[4096];
  int pipe_of[2], status;
  size_t n = 0;
  ssize_t got;
  assert_int_equal(pipe(pipe_of), 0);
  pid_t pid = fork();
  if (pid == 0) {
    char *words[] = {(char *)(uintptr_t)program, "--module", (char *)(uintptr_t)given, "m.so",
                     NULL};
    dup2(pipe_of[1], STDOUT_FILENO);
    execv("/proc/self/exe", words);
    _exit(127);
  }
  close(pipe_of[1]);
  while ((got = read(pipe_of[0], said + n, sizeof said - 1 - n)) > 0) n += (size_t)got;
  close(pipe_of[0]);
  assert_int_equal(waitpid(pid, &status, 0), pid);
  assert_int_equal(status, 0);
  said[n] = '\0';
  return said;
}

static void put_file(const char *path) {
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  fclose(f);
}

static void test_where_modules_are(void **state) {
  char at[] = "/tmp/optlib_test.XXXXXX", program[100], beside[100], folder[100], below[100];
  (void)state;
  assert_non_null(mkdtemp(at));
  snprintf(program, sizeof program, "%s/program", at);
  snprintf(beside, sizeof beside, "%s/m.so", at);
  snprintf(folder, sizeof folder, "%s/hydrant", at);
  snprintf(below, sizeof below, "%s/hydrant/m.so", at);
  assert_string_equal(module_of(program, ""), HYD_MODULE_DIR "/m.so");
  assert_int_equal(mkdir(folder, 0700), 0);
  put_file(below);
  assert_string_equal(module_of(program, ""), below);
  put_file(beside);
  assert_string_equal(module_of(program, ""), beside);
  assert_string_equal(module_of(program, "/given"), "/given/m.so"); /* there or not */
  unlink(beside);
  unlink(below);
  rmdir(folder);
  rmdir(at);
}

/* A name without a folder: this one. */
static void test_module_of_a_name_alone(void **state) {
  char at[] = "/tmp/optlib_test.XXXXXX", was[4096];
  (void)state;
  assert_non_null(getcwd(was, sizeof was));
  assert_non_null(mkdtemp(at));
  assert_int_equal(chdir(at), 0);
  put_file("m.so");
  assert_string_equal(module_of("program", ""), "./m.so");
  unlink("m.so");
  assert_int_equal(chdir(was), 0);
  rmdir(at);
}

int main(int argc, char **argv) {
  if (argc == 4 && strcmp(argv[1], "--module") == 0) {
    char path[4096];
    hyd_module_path(argv[2], argv[3], path, sizeof path);
    fputs(path, stdout);
    return 0;
  }
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_loaded_by_name_or_path),
      cmocka_unit_test(test_loaded_once),
      cmocka_unit_test(test_a_library_that_is_not_there),
      cmocka_unit_test(test_another_version),
      cmocka_unit_test(test_need),
      cmocka_unit_test(test_threads),
      cmocka_unit_test(test_where_modules_are),
      cmocka_unit_test(test_module_of_a_name_alone),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
