/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tools_ticks.c: chooses how gasnett_ticks_now counts in this process (hyd_tools_ticks.h), at its
 * first use.
 *
 * The processor's counter is used if the kernel uses it as its clock source, as /sys shows: then
 * the kernel has found that it is steady and equal on all processors, and monitors it. Its rate is
 * the kernel's figure (by perf_event_open), else the processor's, else measured against
 * CLOCK_MONOTONIC for two milliseconds.
 */
#include "tools_lib.h"

#if HYD_TICKS_NATIVE

#include <fcntl.h>
#include <linux/perf_event.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#if defined(PLATFORM_ARCH_X86_64)
#include "counter_x86_64.h"
#else
#include "counter_aarch64.h"
#endif

#define MEASURE_NS 2000000u
#define TRIES 16 /* attempts to read both clocks close together */
#define ONE ((uint64_t)1 << 32)
#define MONOTONIC 1

struct hyd_tools_ticks hyd_tools_ticks = {HYD_TICKS_UNKNOWN, ONE};

static int is_the_kernels(void) {
  char name[32] = "";
  int fd = open("/sys/devices/system/clocksource/clocksource0/current_clocksource",
                O_RDONLY | O_CLOEXEC);
  ssize_t n = fd < 0 ? -1 : read(fd, name, sizeof name - 1);
  if (fd >= 0) close(fd);
  return n > 0 && strcmp(name, HYD_TICKS_SOURCE "\n") == 0;
}

/* --- the kernel's figure -------------------------------------------------- */

static int open_perf(void) {
  struct perf_event_attr a = {.type = PERF_TYPE_SOFTWARE,
                              .size = sizeof a,
                              .config = PERF_COUNT_SW_DUMMY,
                              .exclude_kernel = 1,
                              .exclude_hv = 1};
  return (int)syscall(SYS_perf_event_open, &a, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

/* The rate, as nanoseconds * 2^-32 of a count; 0: not reported. A reader repeats while the page
 * changes (perf_event_open(2), lock). */
static uint64_t rate_on(const struct perf_event_mmap_page *page) {
  uint32_t before, mult, shift;
  int can;
  do {
    before = __atomic_load_n(&page->lock, __ATOMIC_ACQUIRE); /* pairs with the kernel's barriers */
    can = page->cap_user_time;
    mult = page->time_mult;
    shift = page->time_shift;
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
  } while (__atomic_load_n(&page->lock, __ATOMIC_RELAXED) != before);
  if (!can || mult == 0 || shift > 63) return 0;
  return shift <= 32 ? (uint64_t)mult << (32 - shift) : (uint64_t)mult >> (shift - 32);
}

static uint64_t rate_by_kernel(void) {
  int fd = open_perf(), err = errno;
  uint64_t rate = 0;
  size_t size = (size_t)sysconf(_SC_PAGESIZE); /* the kernel accepts no other */
  void *page;
  if (fd < 0) return 0;
  page = mmap(NULL, size, PROT_READ, MAP_SHARED, fd, 0);
  if (page != MAP_FAILED) {
    rate = rate_on(page);
    munmap(page, size);
  }
  close(fd);
  errno = err;
  return rate;
}

/* --- the processor's, and a measured one ---------------------------------- */

static uint64_t rate_of(uint64_t counts, uint64_t ns) {
  return (uint64_t)((__extension__(unsigned __int128) ns << 32) / counts);
}

static uint64_t rate_by_processor(void) {
  uint64_t hz = counter_rate();
  return hz ? rate_of(hz, 1000000000u) : 0;
}

struct moment {
  uint64_t count, ns;
};

/* Reads both clocks at one time: of several readings, the one with the least time between them. */
static struct moment read_clocks(void) {
  struct moment best = {0, 0};
  uint64_t shortest = UINT64_MAX;
  for (int i = 0; i < TRIES; i++) {
    uint64_t before = hyd_ticks_counter(), ns = hyd_tools_clock_ns(MONOTONIC),
             after = hyd_ticks_counter();
    if (after - before >= shortest) continue;
    shortest = after - before;
    best = (struct moment){before + shortest / 2, ns};
  }
  return best;
}

static uint64_t rate_measured(void) {
  struct moment first = read_clocks(), last;
  do {
    last = read_clocks();
  } while (last.ns - first.ns < MEASURE_NS);
  return rate_of(last.count - first.count, last.ns - first.ns);
}

/* --- the choice ----------------------------------------------------------- */

static void choose_clock(void) {
  uint64_t rate = 0;
  if (is_the_kernels() && counter_is_steady()) {
    rate = rate_by_kernel();
    if (rate == 0) rate = rate_by_processor();
    if (rate == 0) rate = rate_measured();
  }
  if (rate) hyd_tools_ticks.rate = rate;
  /* Release: pairs with the acquire in the header. */
  __atomic_store_n(&hyd_tools_ticks.how, rate ? HYD_TICKS_BY_COUNTER : HYD_TICKS_BY_CLOCK,
                   __ATOMIC_RELEASE);
}

uint64_t hyd_tools_ticks_first(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  if (hyd_ticks_how() == HYD_TICKS_UNKNOWN) (void)pthread_once(&once, choose_clock);
  return hyd_ticks_how() == HYD_TICKS_BY_COUNTER ? hyd_ticks_counter()
                                                 : hyd_tools_clock_ns(MONOTONIC);
}

#endif
