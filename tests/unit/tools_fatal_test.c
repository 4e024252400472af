/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tools_fatal_test.c: fatal errors, freezing, backtraces, signals, streams (gasnet-tools.md
 * section 9). Everything that ends a process happens in a child.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <sys/wait.h>

#include "tools_child.h"
#include "tools_lib.h"

/* This program defines a mechanism of its own, as clients may. */
static int user_backtrace(int fd) {
  const char *text = gasnett_getenv("TOOLS_TEST_USER_FAILS");
  if (text) return 1;
  return write(fd, "user mechanism\n", 15) != 15;
}
gasnett_backtrace_type_t gasnett_backtrace_user = {"MINE", user_backtrace, 1};

/* --- fatal errors --------------------------------------------------------- */

static int die_here(const void *arg) {
  gasnett_fatalerror("value %d is %s", 42, (const char *)arg);
}
static int die_nopos(const void *arg) { gasnett_fatalerror_nopos("%s\n", (const char *)arg); }

static void message_with_place(void **state) {
  (void)state;
  struct child_result r = run_child(die_here, "wrong", 10);
  assert_int_equal(r.signalled, SIGABRT);
  assert_int_equal(strncmp(r.text, "*** FATAL ERROR: in die_here at ", 32), 0);
  assert_non_null(strstr(r.text, "tools_fatal_test.c:"));
  assert_non_null(strstr(r.text, ": value 42 is wrong\n"));
}

static void message_without_place(void **state) {
  (void)state;
  struct child_result r = run_child(die_nopos, "plain", 10);
  assert_int_equal(r.signalled, SIGABRT);
  assert_string_equal(r.text, "*** FATAL ERROR: plain\n"); /* one newline */
}

static void a_long_message_is_cut(void **state) {
  char *text = malloc(10000);
  (void)state;
  memset(text, 'm', 9999);
  text[9999] = '\0';
  struct child_result r = run_child(die_nopos, text, 10);
  free(text);
  assert_int_equal(r.signalled, SIGABRT);
  assert_in_range(strlen(r.text), 4000, 4096);
  assert_int_equal(r.text[strlen(r.text) - 1], '\n');
}

static int print_then_die(const void *arg) {
  (void)dup2(STDERR_FILENO, STDOUT_FILENO);
  (void)setvbuf(stdout, NULL, _IOFBF, 4096);
  printf("said before");
  gasnett_fatalerror_nopos("%s", (const char *)arg);
}

static void output_comes_first(void **state) {
  (void)state;
  struct child_result r = run_child(print_then_die, "then this", 10);
  assert_string_equal(r.text, "said before*** FATAL ERROR: then this\n");
}

static void job_prefix(char *buf, size_t n) { (void)snprintf(buf, n, "(rank 3 of 8 on h7)"); }
static void job_ends(int status) {
  (void)status;
  hyd_tools_write_err("job torn down\n", 14);
}
static void job_exits_42(int status) { _exit(status == 128 + SIGABRT ? 42 : 43); }
static void job_fails_again(int status) {
  (void)status;
  gasnett_fatalerror_nopos("second");
}

static int die_in_job(const void *arg) {
  struct hyd_tools_hooks hooks = {.fatal_prefix = job_prefix, .on_fatal = job_ends};
  hyd_tools_set_hooks(&hooks);
  gasnett_fatalerror_nopos("%s", (const char *)arg);
}
static int die_and_exit(const void *arg) {
  struct hyd_tools_hooks hooks = {.on_fatal = job_exits_42};
  hyd_tools_set_hooks(&hooks);
  gasnett_fatalerror_nopos("%s", (const char *)arg);
}
static int die_twice(const void *arg) {
  struct hyd_tools_hooks hooks = {.on_fatal = job_fails_again};
  hyd_tools_set_hooks(&hooks);
  gasnett_fatalerror_nopos("%s", (const char *)arg);
}

static void a_job_takes_part(void **state) {
  (void)state;
  struct child_result r = run_child(die_in_job, "why", 10);
  assert_int_equal(r.signalled, SIGABRT);
  assert_string_equal(r.text, "*** FATAL ERROR (rank 3 of 8 on h7): why\njob torn down\n");
  r = run_child(die_and_exit, "why", 10);
  assert_int_equal(r.exited, 42);
}

static void fatal_inside_fatal_ends(void **state) {
  (void)state;
  struct child_result r = run_child(die_twice, "first", 10);
  assert_int_equal(r.signalled, SIGABRT);
  assert_string_equal(r.text, "*** FATAL ERROR: first\n*** FATAL ERROR: second\n");
}

static int kill_me(const void *arg) {
  (void)arg;
  gasnett_killmyprocess(17);
}

static void immediate_end(void **state) {
  (void)state;
  assert_int_equal(run_child(kill_me, NULL, 10).exited, 17);
}

static void location_text(void **state) {
  (void)state;
  char *loc = gasnett_current_loc;
  assert_int_equal(strncmp(loc, "location_text at ", 17), 0);
  assert_non_null(strstr(loc, "tools_fatal_test.c:"));
  free(loc);
}

/* --- freezing ------------------------------------------------------------- */

static volatile int frozen_flag;
static void unfreeze(int sig) {
  (void)sig;
  frozen_flag = 0;
}
static int freeze_until_signal(const void *arg) {
  (void)arg;
  frozen_flag = 1;
  (void)gasnett_reghandler(SIGALRM, unfreeze);
  (void)alarm(1);
  gasnett_tick_t start = gasnett_ticks_now();
  gasnett_freezeForDebuggerNow(&frozen_flag, "frozen_flag");
  return gasnett_ticks_to_ns(gasnett_ticks_now() - start) > 500000000 ? 5 : 6;
}

static void freeze_waits_for_the_flag(void **state) {
  (void)state;
  struct child_result r = run_child(freeze_until_signal, NULL, 10);
  assert_int_equal(r.exited, 5);
  assert_non_null(strstr(r.text, "frozen_flag = 0"));
  assert_non_null(strstr(r.text, gasnett_gethostname()));
}

static int freeze_on_error(const void *arg) {
  gasnett_setenv("GASNET_FREEZE_ON_ERROR", arg);
  gasnett_freezeForDebuggerErr();
  return 3;
}

static void freeze_on_error_only_if_asked(void **state) {
  (void)state;
  assert_int_equal(run_child(freeze_on_error, "0", 5).exited, 3);
  assert_int_equal(run_child(freeze_on_error, "garbage", 5).exited, 3); /* no error in an error */
  assert_int_equal(run_child(freeze_on_error, "1", 1).signalled, SIGALRM);
}

/* --- backtraces ----------------------------------------------------------- */

static int print_trace(const void *arg) {
  if (arg) gasnett_setenv("GASNET_BACKTRACE_TYPE", arg);
  gasnett_backtrace_init("program");
  return gasnett_print_backtrace(STDERR_FILENO) ? 1 : 0;
}
static int print_trace_user_fails(const void *arg) {
  gasnett_setenv("TOOLS_TEST_USER_FAILS", "1");
  return print_trace(arg);
}

static void mechanisms_in_order(void **state) {
  (void)state;
  struct child_result r = run_child(print_trace, NULL, 10);
  assert_int_equal(r.exited, 0);
  assert_string_equal(r.text, "user mechanism\n");
  r = run_child(print_trace_user_fails, NULL, 10);
  assert_int_equal(r.exited, 0);
  /* glibc's frames, or those of an installed hyd-frames */
  assert_true(strstr(r.text, "[0x") != NULL || strstr(r.text, "#0 ") != NULL);
  r = run_child(print_trace, "EXECINFO,MINE", 10);
  assert_null(strstr(r.text, "user mechanism"));
  r = run_child(print_trace, "NOSUCH, mine", 10);
  assert_string_equal(r.text, "user mechanism\n");
  r = run_child(print_trace, "NOSUCH", 10);
  assert_int_equal(r.exited, 0);
  assert_non_null(strstr(r.text, "nothing in GASNET_BACKTRACE_TYPE works"));
  assert_non_null(strstr(r.text, "[0x"));
}

static void unknown_mechanisms(void **state) {
  const char *list = "mine, LIBDW,execinfo GDB";
  (void)state;
  assert_int_equal(hyd_backtrace_unknown(&list), 0);
  list = "GDB,EXECINF,NOSUCH";
  assert_int_equal(hyd_backtrace_unknown(&list), 7);
  assert_string_equal(list, "EXECINF,NOSUCH");
}

/* A crash far from main, in a function that is not exported. */
static __attribute__((__noinline__)) void print_and_leave(int sig) {
  (void)sig;
  _exit(gasnett_print_backtrace(STDERR_FILENO) ? 1 : 0);
}
enum { CRASH_LINE = __LINE__ + 1 };
static __attribute__((__noinline__)) int crash(volatile int *nowhere) { return *nowhere + 1; }
static int crash_with_trace(const void *arg) {
  gasnett_setenv("GASNET_BACKTRACE_TYPE", arg);
  gasnett_backtrace_init("program");
  (void)gasnett_reghandler(SIGSEGV, print_and_leave);
  return crash(NULL) + 1;
}

static void traces_have_files_and_lines(void **state) {
  char place[80], path[4096];
  (void)state;
  (void)snprintf(path, sizeof path, ".:%s", getenv("PATH"));
  (void)setenv("PATH", path, 1);
  if (access("hyd-frames", X_OK) != 0) skip(); /* built without libdw */
  (void)snprintf(place, sizeof place, " in crash at tools_fatal_test.c:%d ", CRASH_LINE);
  struct child_result r = run_child(crash_with_trace, "LIBDW", 20);
  if (r.exited != 0 || !strstr(r.text, place)) fail_msg("\"%s\" is not in: %s", place, r.text);
  assert_non_null(strstr(r.text, " in crash_with_trace at tools_fatal_test.c:"));
}

static int die_with_trace(const void *arg) {
  gasnett_setenv("GASNET_BACKTRACE", arg);
  gasnett_fatalerror_nopos("traced");
}
static int my_hook(int fd) { return write(fd, "my hook\n", 8) != 8; }
static int die_with_hook(const void *arg) {
  gasnett_print_backtrace_ifenabled = my_hook;
  return die_with_trace(arg);
}

static void fatal_errors_print_a_trace_if_asked(void **state) {
  (void)state;
  assert_string_equal(run_child(die_with_trace, "1", 10).text,
                      "*** FATAL ERROR: traced\nuser mechanism\n");
  assert_string_equal(run_child(die_with_trace, "0", 10).text, "*** FATAL ERROR: traced\n");
  assert_string_equal(run_child(die_with_hook, "0", 10).text, "*** FATAL ERROR: traced\nmy hook\n");
}

/* --- signals, streams ----------------------------------------------------- */

static volatile sig_atomic_t seen_signal;
static void note_signal(int sig) { seen_signal = sig; }
static int bad_signal(const void *arg) {
  (void)arg;
  (void)gasnett_reghandler(9999, SIG_IGN);
  return 0;
}

static void handlers(void **state) {
  (void)state;
  assert_true(gasnett_reghandler(SIGUSR1, note_signal) == SIG_DFL);
  (void)raise(SIGUSR1);
  assert_int_equal(seen_signal, SIGUSR1);
  assert_true(gasnett_reghandler(SIGUSR1, SIG_IGN) == note_signal);
  assert_true(gasnett_reghandler(SIGUSR1, SIG_DFL) == SIG_IGN);
  assert_int_equal(run_child(bad_signal, NULL, 10).signalled, SIGABRT);
  assert_string_equal(gasnett_signame_fromval(SIGSEGV), "SIGSEGV");
  assert_string_equal(gasnett_signame_fromval(SIGQUIT), "SIGQUIT");
  assert_string_equal(gasnett_signame_fromval(9999), "unknown signal");
}

static int close_streams(const void *arg) {
  (void)arg;
  (void)dup2(STDERR_FILENO, STDOUT_FILENO);
  (void)setvbuf(stdout, NULL, _IOFBF, 4096);
  printf("kept");
  gasnett_close_streams();
  printf("lost");
  gasnett_flush_streams();
  hyd_tools_write_err("lost too", 8);
  return open("/dev/null", O_RDONLY) > 2 ? 8 : 9; /* 0 to 2 stay taken */
}

static void streams(void **state) {
  (void)state;
  struct child_result r = run_child(close_streams, NULL, 10);
  assert_int_equal(r.exited, 8);
  assert_string_equal(r.text, "kept");
}

static void *hold_stdout(void *arg) {
  flockfile(stdout);
  __atomic_store_n((int *)arg, 1, __ATOMIC_RELEASE);
  for (;;) (void)pause();
  return NULL;
}
static int flush_with_stuck_thread(const void *arg) {
  pthread_t thread;
  static int held;
  (void)arg;
  if (pthread_create(&thread, NULL, hold_stdout, &held)) return 1;
  while (!__atomic_load_n(&held, __ATOMIC_ACQUIRE)) sched_yield();
  gasnett_flush_streams();
  return raise(SIGKILL); /* not _exit: ThreadSanitizer's flushes stdout, and waits */
}

static void a_stuck_writer_does_not_stop_the_flush(void **state) {
  (void)state;
  assert_int_equal(run_child(flush_with_stuck_thread, NULL, 5).signalled, SIGKILL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(message_with_place),
      cmocka_unit_test(message_without_place),
      cmocka_unit_test(a_long_message_is_cut),
      cmocka_unit_test(output_comes_first),
      cmocka_unit_test(a_job_takes_part),
      cmocka_unit_test(fatal_inside_fatal_ends),
      cmocka_unit_test(immediate_end),
      cmocka_unit_test(location_text),
      cmocka_unit_test(freeze_waits_for_the_flag),
      cmocka_unit_test(freeze_on_error_only_if_asked),
      cmocka_unit_test(mechanisms_in_order),
      cmocka_unit_test(unknown_mechanisms),
      cmocka_unit_test(traces_have_files_and_lines),
      cmocka_unit_test(fatal_errors_print_a_trace_if_asked),
      cmocka_unit_test(handlers),
      cmocka_unit_test(streams),
      cmocka_unit_test(a_stuck_writer_does_not_stop_the_flush),
  };
  (void)alarm(60);
  (void)unsetenv("GASNET_BACKTRACE");
  (void)unsetenv("GASNET_BACKTRACE_TYPE");
  (void)unsetenv("GASNET_FREEZE_ON_ERROR");
  return cmocka_run_group_tests(tests, NULL, NULL);
}
