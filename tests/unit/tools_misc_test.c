/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tools_misc_test.c: timers, annotations, system queries, data helpers, names of constants and
 * trace hooks (gasnet-tools.md sections 2, 5, 10 to 13; test-suite-names.md section 2). A client
 * of the tools alone, single-threaded.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define GASNETT_THREAD_SINGLE
#include "gasnet_tools.h"

#include <pthread.h>
#include <sys/resource.h>
#include <sys/time.h>

#include "tools_child.h"

/* gasnetex.h makes these visible; they are in the library always. */
size_t gasnett_format_dt(char *buf, uint32_t dt);
size_t gasnett_format_op(char *buf, uint32_t op);
size_t gasnett_format_ti(char *buf, uint32_t ti);

GASNETT_IDENT(tools_test_ident, "$ToolsTestIdent: here $")

#if defined(_GASNETEX_H) || !defined(PLATFORM_ARCH_64) || GASNETT_PAGESIZE != 1 << GASNETT_PAGESHIFT
#error "test-suite-names.md section 1"
#endif
#if GASNETT_SPEC_VERSION_MAJOR != 1 || GASNETT_SPEC_VERSION_MINOR != 20 || !GASNETT_THREAD_SINGLE
#error "gasnet-tools.md section 1"
#endif
#if defined(PLATFORM_COMPILER_GNU) && !PLATFORM_COMPILER_VERSION_GE(4, 0, 0)
#error "gasnet-tools.md section 12"
#endif

/* --- timers --------------------------------------------------------------- */

static void ticks(void **state) {
  (void)state;
  gasnett_tick_t last = gasnett_ticks_now();
  for (int i = 0; i < 10000; i++) {
    gasnett_tick_t now = gasnett_ticks_now();
    assert_true(now >= last);
    last = now;
  }
  assert_true(gasnett_ticks_to_us(1999) == gasnett_ticks_to_ns(1999) / 1000);
  assert_true(GASNETT_TICK_MIN < last && last < GASNETT_TICK_MAX);
  double step = gasnett_tick_granularityus(), cost = gasnett_tick_overheadus();
  assert_true(step > 0 && step < 20000 && cost > 0 && cost < 20000);
}

static void tick_rate_is_true(void **state) {
  struct timeval before, after;
  (void)state;
  (void)gettimeofday(&before, NULL);
  uint64_t wall = gasnett_gettimeofday_us();
  (void)gettimeofday(&after, NULL);
  assert_in_range(wall, (uint64_t)before.tv_sec * 1000000 + (uint64_t)before.tv_usec,
                  (uint64_t)after.tv_sec * 1000000 + (uint64_t)after.tv_usec);
  gasnett_tick_t start = gasnett_ticks_now();
  assert_int_equal(gasnett_nsleep(50000000), 0);
  uint64_t slept = gasnett_ticks_to_us(gasnett_ticks_now() - start);
  assert_in_range(slept, 50000, 5000000);
}

/* Ticks between two moments lie between what the clock shows just inside of and just around them,
 * but for 0.1 %. */
static void tick_rate_is_the_clocks(void **state) {
  (void)state;
  uint64_t around = hyd_tools_clock_ns(CLOCK_MONOTONIC);
  gasnett_tick_t start = gasnett_ticks_now();
  uint64_t inside = hyd_tools_clock_ns(CLOCK_MONOTONIC);
  assert_int_equal(gasnett_nsleep(20000000), 0);
  inside = hyd_tools_clock_ns(CLOCK_MONOTONIC) - inside;
  uint64_t ticked = gasnett_ticks_to_ns(gasnett_ticks_now() - start);
  around = hyd_tools_clock_ns(CLOCK_MONOTONIC) - around;
  assert_in_range(ticked, inside - inside / 1000, around + around / 1000);
}

static int the_kernels_clock_is(const char *name) {
  char now[32] = "";
  FILE *f = fopen("/sys/devices/system/clocksource/clocksource0/current_clocksource", "r");
  if (f && fgets(now, sizeof now, f)) now[strcspn(now, "\n")] = '\0';
  if (f) (void)fclose(f);
  return strcmp(now, name) == 0;
}

/* The counter where the kernel goes by it, the clock elsewhere, and the macro says which may be. */
static void ticks_are_the_counters(void **state) {
  (void)state;
  (void)gasnett_ticks_now();
#if HYD_TICKS_NATIVE
  assert_string_equal(_STRINGIFY(GASNETT_TIMER_CONFIG), "timers_native");
  if (!the_kernels_clock_is(HYD_TICKS_SOURCE))
    assert_int_equal(hyd_ticks_how(), HYD_TICKS_BY_CLOCK);
  else
    assert_int_equal(hyd_ticks_how(),
                     HYD_TICKS_BY_COUNTER); /* no such processor lacks the rest today */
#else
  assert_string_equal(_STRINGIFY(GASNETT_TIMER_CONFIG), "timers_posix");
  assert_false(the_kernels_clock_is("tsc") && sizeof(void *) == 8);
#endif
  assert_non_null(strstr(GASNETT_CONFIG_STRING, _STRINGIFY(GASNETT_TIMER_CONFIG)));
}

/* Processors count alike: a thread that sees another's tick reads none that is older by more than
 * instructions overtake. */
static uint64_t shown;
static void *show_ticks(void *arg) {
  for (int i = 0; i < 200000; i++)
    __atomic_store_n(&shown, gasnett_ticks_now(), __ATOMIC_RELEASE); /* pairs below */
  return arg;
}
static void ticks_agree_between_threads(void **state) {
  (void)state;
  pthread_t other;
  assert_int_equal(pthread_create(&other, NULL, show_ticks, NULL), 0);
  for (int i = 0; i < 200000; i++) {
    uint64_t seen = __atomic_load_n(&shown, __ATOMIC_ACQUIRE); /* pairs with show_ticks */
    gasnett_tick_t now = gasnett_ticks_now();
    assert_true(now >= seen || gasnett_ticks_to_ns(seen - now) < 10000);
  }
  assert_int_equal(pthread_join(other, NULL), 0);
}

static void on_alarm(int sig) { (void)sig; }

static void sleep_can_be_cut_short(void **state) {
  struct itimerval soon = {{0, 0}, {0, 50000}};
  (void)state;
  assert_int_equal(gasnett_nsleep(0), 0);
  gasnett_sighandlerfn_t before = gasnett_reghandler(SIGVTALRM, on_alarm);
  (void)gasnett_reghandler(SIGALRM, on_alarm);
  (void)setitimer(ITIMER_REAL, &soon, NULL);
  errno = 0;
  assert_int_not_equal(gasnett_nsleep(UINT64_C(20000000000)), 0);
  assert_int_equal(errno, EINTR);
  (void)gasnett_reghandler(SIGALRM, SIG_DFL);
  (void)gasnett_reghandler(SIGVTALRM, before);
  (void)alarm(60);
}

/* --- annotations ---------------------------------------------------------- */

GASNETT_INLINE(add_one) int add_one(int x) { return x + 1; }
GASNETT_NEVER_INLINE(subtract, static int subtract(int x, int y)) { return x - y; }
GASNETT_FORMAT_PRINTF(print_to, 2, 3, static void print_to(char *buf, const char *fmt, ...)) {
  va_list args;
  va_start(args, fmt);
  (void)vsprintf(buf, fmt, args);
  va_end(args);
}
GASNETT_NORETURN static void stop(void) { _exit(1); }
GASNETT_NORETURNP(stop)
static int fall(int x) {
  switch (x) {
  case 1: x += 10; GASNETT_FALLTHROUGH
  default: x += 100;
  }
  return x;
}

static void annotations(void **state) {
  char buf[32];
  int n = 0;
  (void)state;
  assert_int_equal(add_one(subtract(5, 3)), 3);
  print_to(buf, "%d-%s", 7, "x");
  assert_string_equal(buf, "7-x");
  if (add_one(0) != 1) stop();
  assert_int_equal(fall(1), 111);
  assert_int_equal(fall(2), 102);
  GASNETT_UNUSED_ARGS1(n++);
  GASNETT_UNUSED_ARGS3(n++, n++, n++);
  GASNETT_UNUSED_ARGS8(n++, n++, n++, n++, n++, n++, n++, n++);
  assert_int_equal(n, 12);
  assert_int_equal(GASNETT_PREDICT_TRUE(17), 1); /* normalised */
  assert_int_equal(GASNETT_PREDICT_FALSE(0), 0);
  assert_string_equal(GASNETT_CURRENT_FUNCTION, "annotations");
  gasnett_assume(n == 12);
  if_pf(n == 0) fail();
  if_pt(n == 12) n = gasnett_constant_p(3);
  assert_int_equal(n, 1);
  assert_string_equal(_STRINGIFY(_CONCAT(GASNETT_SPEC_VERSION_, MAJOR)), "1");
  assert_int_equal(MIN(3, 4) + MAX(3, 4), 7);
  (void)snprintf(buf, sizeof(buf), "%" PRIuSZ, sizeof(char));
  assert_string_equal(buf, "1");
}

static void configuration_strings(void **state) {
  (void)state;
  assert_non_null(strstr(GASNETT_CONFIG_STRING, "RELEASE=2025.8.0,SPEC=1.20,PTR=64bit,"));
  assert_non_null(strstr(GASNETT_CONFIG_STRING, ",SEQ,"));
  assert_true(strlen(GASNETT_SYSTEM_TUPLE) > 3 && sizeof(GASNETT_CONFIGURE_ARGS) > 0);
  assert_string_equal(gasnett_release_version_str(), "2025.8.0");
  assert_true(gasnett_release_version() == 2025080000u);
  assert_non_null(strstr(PLATFORM_COMPILER_IDSTR, PLATFORM_COMPILER_VERSION_STR));
  assert_string_equal(_STRINGIFY(PLATFORM_OS_FAMILYNAME), "LINUX");
  assert_true(GASNETT_PLATFORM_COMPILER_FAMILYID > 0);
  /* the ident text is in the program */
  FILE *self = fopen("/proc/self/exe", "rb");
  static char image[8 << 20];
  size_t n = fread(image, 1, sizeof(image), self);
  (void)fclose(self);
  assert_non_null(memmem(image, n,
                         "$ToolsTestIdent: here"
                         " $",
                         23));
}

/* --- thread keys, in the thread that is there ----------------------------- */

GASNETT_THREADKEY_DECLARE(tools_test_key);
GASNETT_THREADKEY_DEFINE(tools_test_key);

static void thread_keys(void **state) {
  int here;
  (void)state;
  assert_null(gasnett_threadkey_get(tools_test_key));
  gasnett_threadkey_set(tools_test_key, &here);
  gasnett_threadkey_init(tools_test_key);
  gasnett_threadkey_init(tools_test_key);
  assert_ptr_equal(gasnett_threadkey_get_noinit(tools_test_key), &here);
  gasnett_threadkey_set_noinit(tools_test_key, NULL);
  assert_null(gasnett_threadkey_get(tools_test_key));
}

/* --- single-threaded mode: locks do nothing, atomics count ---------------- */

static void locks_do_nothing(void **state) {
  static gasnett_mutex_t m = GASNETT_MUTEX_INITIALIZER;
  static gasnett_cond_t c = GASNETT_COND_INITIALIZER;
  static gasnett_rwlock_t r = GASNETT_RWLOCK_INITIALIZER;
  (void)state;
  gasnett_mutex_lock(&m);
  gasnett_mutex_lock(&m);
  assert_int_equal(gasnett_mutex_trylock(&m), 0);
  gasnett_cond_wait(&c, &m);
  gasnett_rwlock_wrlock(&r);
  assert_int_equal(gasnett_rwlock_tryrdlock(&r), 0);
  assert_int_equal(gasnett_mutex_destroy_ignoreerr(&m), 0);
}

static void atomics_count(void **state) {
  gasnett_atomic_t a = gasnett_atomic_init(3);
  gasnett_atomic64_t b = gasnett_atomic64_init(UINT64_MAX);
  (void)state;
  assert_int_equal(gasnett_atomic_add(&a, 4, 0), 7);
  assert_int_equal(gasnett_atomic_subtract(&a, 7, GASNETT_ATOMIC_REL), 0);
  gasnett_atomic_decrement(&a, 0);
  assert_int_equal(gasnett_atomic_signed(gasnett_atomic_read(&a, GASNETT_ATOMIC_ACQ)), -1);
  assert_true(gasnett_atomic64_add(&b, 1, 0) == 0);
  assert_int_equal(gasnett_atomic_compare_and_swap(&a, 5, 6, 0), 0);
  assert_int_equal(gasnett_atomic_compare_and_swap(&a, GASNETT_ATOMIC_MAX, 1, 0), 1);
  assert_int_equal(gasnett_atomic_swap(&a, 9, 0), 1);
  gasnett_atomic_set(&a, 1, 0);
  assert_int_not_equal(gasnett_atomic_decrement_and_test(&a, GASNETT_ATOMIC_ACQ_IF_TRUE), 0);
}

/* --- system --------------------------------------------------------------- */

static void system_queries(void **state) {
  char host[256] = "";
  (void)state;
  (void)gethostname(host, sizeof(host) - 1);
  assert_string_equal(gasnett_gethostname(), host);
  assert_non_null(strstr(gasnett_exe_name(), "tools_misc"));
  assert_int_equal(gasnett_exe_name()[0], '/');
  assert_true(gasnett_cpu_count() >= 1);
  assert_true(gasnett_getPhysMemSz(1) > 16u << 20);
  uint16_t one = 1;
  assert_int_equal(gasnett_isLittleEndian(), *(unsigned char *)&one);
  assert_string_equal(gasnett_performance_warning_str(), "");
  gasnett_sched_yield();
  gasnett_spinloop_hint();
  void *p = gasnett_malloc_aligned(4096, 100);
  assert_int_equal((uintptr_t)p % 4096, 0);
  gasnett_free_aligned(p);
}

static int pin(const void *arg) {
  cpu_set_t set;
  if (gasnett_set_affinity(*(const int *)arg)) return 1;
  if (sched_getaffinity(0, sizeof(set), &set)) return 2;
  return CPU_COUNT(&set) == 1 ? 0 : 3;
}

static void affinity(void **state) {
  int first = 0, large = 1000003;
  (void)state;
  assert_int_equal(run_child(pin, &first, 10).exited, 0);
  assert_int_equal(run_child(pin, &large, 10).exited, 0);
  assert_int_not_equal(gasnett_set_affinity(-1), 0);
}

static int raise_nofile(const void *arg) {
  struct rlimit lim = {0, 0};
  (void)getrlimit(RLIMIT_NOFILE, &lim);
  lim.rlim_cur = lim.rlim_max / 2;
  (void)setrlimit(RLIMIT_NOFILE, &lim);
  if (arg) gasnett_setenv("GASNET_MAXIMIZE_NOFILE", arg);
  if (!gasnett_maximize_rlimit(RLIMIT_NOFILE, "NOFILE")) return 1;
  (void)getrlimit(RLIMIT_NOFILE, &lim);
  return lim.rlim_cur == lim.rlim_max ? 2 : 3;
}
static int raise_all(const void *arg) {
  (void)arg;
  return gasnett_maximize_rlimits() ? 2 : 3;
}

static void limits(void **state) {
  (void)state;
  assert_int_equal(run_child(raise_nofile, NULL, 10).exited, 2);
  assert_int_equal(run_child(raise_nofile, "0", 10).exited, 3); /* success, nothing raised */
  assert_int_equal(run_child(raise_all, NULL, 10).exited, 2);
}

/* --- data ----------------------------------------------------------------- */

static void zero_bytes(void **state) {
  unsigned char src[100], dst[100];
  (void)state;
  assert_int_equal(gasnett_count0s_uint32_t(0), 4);
  assert_int_equal(gasnett_count0s_uint32_t(0x00ff0180), 1);
  assert_int_equal(gasnett_count0s_uint32_t(0xffffffff), 0);
  assert_int_equal(gasnett_count0s_uint64_t(0), 8);
  assert_int_equal(gasnett_count0s_uint64_t(UINT64_C(0x0100000000000080)), 6);
  assert_int_equal(gasnett_count0s_uintptr_t(1), sizeof(uintptr_t) - 1);
  for (size_t start = 0; start < 9; start++) {
    for (size_t len = 0; start + len <= sizeof(src); len++) {
      size_t expected = 0;
      for (size_t i = 0; i < sizeof(src); i++) src[i] = (unsigned char)(i % 3 ? i | 1 : 0);
      for (size_t i = start; i < start + len; i++) expected += src[i] == 0;
      memset(dst, 0xEE, sizeof(dst));
      assert_int_equal(gasnett_count0s(src + start, len), expected);
      assert_int_equal(gasnett_count0s_copy(dst + 1, src + start, len > 99 ? 99 : len),
                       len > 99 ? expected - (src[99] == 0) : expected);
      assert_memory_equal(dst + 1, src + start, len > 99 ? 99 : len);
      if (len < 98) assert_int_equal(dst[1 + len], 0xEE);
    }
  }
}

static void checksums(void **state) {
  char a[] = "some text", b[] = "some text";
  (void)state;
  uint64_t sum = gasnett_checksum(a, sizeof(a));
  assert_true(sum == gasnett_checksum(b, sizeof(b)));
  for (size_t i = 0; i < sizeof(b); i++) {
    b[i] ^= 1;
    assert_true(sum != gasnett_checksum(b, sizeof(b)));
    b[i] ^= 1;
  }
  b[0] = a[1], b[1] = a[0];
  assert_true(sum != gasnett_checksum(b, sizeof(b)));
  assert_true(gasnett_checksum(a, 0) == gasnett_checksum(b, 0));
}

static void small_values(void **state) {
  uint32_t word = 0xAAAAAAAA;
  (void)state;
  hyd_tools_value_store(&word, 0x1122334455667788, 2);
  assert_int_equal(hyd_tools_value_load(&word, 2), 0x7788);
  uint16_t half;
  memcpy(&half, &word, 2);
  assert_int_equal(half, 0x7788);
  assert_int_equal(hyd_tools_value_load(&word, 0), 0);
}

static int map_alone(const void *arg) {
  (void)arg;
  return gasnett_mmap(4096) != NULL;
}

static void mmap_needs_the_library(void **state) {
  (void)state;
  struct child_result r = run_child(map_alone, NULL, 10);
  assert_int_equal(r.signalled, SIGABRT);
  assert_non_null(strstr(r.text, "gasnet.h"));
  unsigned char *p = hyd_tools_mmap(5000);
  p[8191] = 1; /* whole pages */
  assert_int_equal((uintptr_t)p % GASNETT_PAGESIZE, 0);
  assert_ptr_equal(hyd_tools_mmap(UINTPTR_MAX), (void *)-1);
}

/* --- names ---------------------------------------------------------------- */

static void check_format(size_t (*format)(char *, uint32_t), uint32_t bits, const char *expected) {
  char buf[1024];
  size_t bound = format(NULL, bits);
  assert_in_range(bound, 2, sizeof(buf));
  memset(buf, 'x', sizeof(buf));
  size_t used = format(buf, bits);
  assert_int_equal(used, strlen(buf) + 1);
  assert_true(used < bound);
  assert_int_equal(buf[bound], 'x');
  if (expected) assert_string_equal(buf, expected);
}

static void names_of_bits(void **state) {
  uint32_t random = 12345;
  (void)state;
  check_format(gasnett_format_dt, 1 << 5, "GEX_DT_DBL");
  check_format(gasnett_format_dt, 3, "GEX_DT_I32|GEX_DT_U32");
  check_format(gasnett_format_dt, 0, "0");
  check_format(gasnett_format_op, (1u << 15) | (1u << 31), "GEX_OP_FAND|GEX_OP_USER_NC");
  check_format(gasnett_format_op, 1u << 13, "0x2000");
  check_format(gasnett_format_ti, 31,
               "GEX_TI_SRCRANK|GEX_TI_ENTRY|GEX_TI_IS_REQ|GEX_TI_IS_LONG|GEX_TI_EP");
  check_format(gasnett_format_ti, 65, "GEX_TI_SRCRANK|0x40");
  for (int i = 0; i < 1000; i++) {
    random = random * 1664525 + 1013904223;
    check_format(gasnett_format_dt, random, NULL);
    check_format(gasnett_format_op, random, NULL);
    check_format(gasnett_format_ti, random, NULL);
  }
}

/* --- trace hooks of a build without tracing ------------------------------- */

static void stats_callback(void (*print)(const char *, ...)) { (void)print; }

static void trace_hooks(void **state) {
  int n = 0;
  const char *file = "f";
  unsigned line = 1;
  (void)state;
  assert_int_equal(GASNETT_TRACE_ENABLED, 0);
  GASNETT_TRACE_PRINTF("%d", n);
  GASNETT_TRACE_PRINTF_FORCE("x");
  GASNETT_STATS_PRINTF("%s", file);
  n ? (void)(GASNETT_TRACE_SETSOURCELINE(file, line)) : (void)0;
  GASNETT_TRACE_GETSOURCELINE(&file, &line);
  GASNETT_TRACE_FREEZESOURCELINE();
  GASNETT_TRACE_UNFREEZESOURCELINE();
  GASNETT_TRACE_SET_TRACELOCAL(1);
  assert_int_equal(GASNETT_TRACE_GET_TRACELOCAL(), 0);
  GASNETT_TRACE_SETMASK("^P");
  assert_string_equal(GASNETT_TRACE_GETMASK(), "");
  assert_string_equal(GASNETT_STATS_GETMASK(), "");
  assert_int_equal(GASNETT_STATS_INIT(stats_callback), 0);
  GASNETT_STATS_DUMP(n++);
  assert_int_equal(n, 1);
  void (*keep)(const char *, ...) = _gasnett_trace_printf_noop; /* Realm takes both addresses */
  void (*key)(void **) = _gasneti_threadkey_init;
  assert_true(keep != NULL && key != NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ticks),
      cmocka_unit_test(tick_rate_is_true),
      cmocka_unit_test(tick_rate_is_the_clocks),
      cmocka_unit_test(ticks_are_the_counters),
      cmocka_unit_test(ticks_agree_between_threads),
      cmocka_unit_test(sleep_can_be_cut_short),
      cmocka_unit_test(annotations),
      cmocka_unit_test(configuration_strings),
      cmocka_unit_test(thread_keys),
      cmocka_unit_test(locks_do_nothing),
      cmocka_unit_test(atomics_count),
      cmocka_unit_test(system_queries),
      cmocka_unit_test(affinity),
      cmocka_unit_test(limits),
      cmocka_unit_test(zero_bytes),
      cmocka_unit_test(checksums),
      cmocka_unit_test(small_values),
      cmocka_unit_test(mmap_needs_the_library),
      cmocka_unit_test(names_of_bits),
      cmocka_unit_test(trace_hooks),
  };
  (void)alarm(60);
  (void)unsetenv("GASNET_BACKTRACE");
  (void)unsetenv("GASNET_FREEZE_ON_ERROR");
  return cmocka_run_group_tests(tests, NULL, NULL);
}
