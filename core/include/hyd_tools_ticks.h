/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hyd_tools_ticks.h: gasnett_ticks_*: the processor's counter where the kernel keeps its own time
 * by it, which means that it runs at one rate, on, and alike on all processors; else, and in LITE
 * mode, CLOCK_MONOTONIC. Which, and the rate, is found out at the first use (tools_ticks.c). Not
 * for direct inclusion: gasnet_tools.h brings it.
 */
#ifndef HYD_TOOLS_TICKS_H
#define HYD_TOOLS_TICKS_H

#if defined(GASNETT_LITE_MODE)
#define HYD_TICKS_NATIVE 0 /* it must not need a library */
#elif defined(PLATFORM_ARCH_X86_64)
#define HYD_TICKS_NATIVE 1
#include "hyd_ticks_x86_64.h"
#elif defined(PLATFORM_ARCH_AARCH64)
#define HYD_TICKS_NATIVE 1
#include "hyd_ticks_aarch64.h"
#else
#define HYD_TICKS_NATIVE 0
#endif

#if HYD_TICKS_NATIVE
#define GASNETT_TIMER_CONFIG timers_native /* where the kernel uses the counter, see above */
#else
#define GASNETT_TIMER_CONFIG timers_posix
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef uint64_t gasnett_tick_t;
#define GASNETT_TICK_MIN ((gasnett_tick_t)0)
#define GASNETT_TICK_MAX (~(gasnett_tick_t)0)

#if HYD_TICKS_NATIVE

/* How this process counts; written once, at the first use, before `how`, and never again. */
enum { HYD_TICKS_UNKNOWN, HYD_TICKS_BY_CLOCK, HYD_TICKS_BY_COUNTER };
struct hyd_tools_ticks {
  int how;
  uint64_t rate; /* nanoseconds of a tick, in parts of 2^-32 */
};
extern struct hyd_tools_ticks hyd_tools_ticks;
/* Finds out, if it is not known; the current tick. */
uint64_t hyd_tools_ticks_first(void);

static inline int hyd_ticks_how(void) {
  return __atomic_load_n(&hyd_tools_ticks.how,
                         __ATOMIC_ACQUIRE); /* pairs with its release in tools_ticks.c */
}
static inline gasnett_tick_t gasnett_ticks_now(void) {
  if (__builtin_expect(hyd_ticks_how() == HYD_TICKS_BY_COUNTER, 1)) return hyd_ticks_counter();
  return hyd_tools_ticks_first();
}
static inline uint64_t hyd_ticks_rate(void) {
  if (__builtin_expect(hyd_ticks_how() == HYD_TICKS_UNKNOWN, 0)) (void)hyd_tools_ticks_first();
  return hyd_tools_ticks.rate;
}
static inline uint64_t gasnett_ticks_to_ns(gasnett_tick_t ticks) {
  return (uint64_t)((__extension__(unsigned __int128) ticks * hyd_ticks_rate()) >> 32);
}

#else

static inline gasnett_tick_t gasnett_ticks_now(void) {
  return hyd_tools_clock_ns(1);
} /* CLOCK_MONOTONIC */
static inline uint64_t hyd_ticks_rate(void) { return (uint64_t)1 << 32; }
static inline uint64_t gasnett_ticks_to_ns(gasnett_tick_t ticks) { return ticks; }

#endif

static inline uint64_t gasnett_ticks_to_us(gasnett_tick_t ticks) {
  return gasnett_ticks_to_ns(ticks) / 1000u;
}

/* The same of ticks that may be less than a nanosecond. */
static inline double hyd_ticks_us(double ticks) {
  return ticks * (double)hyd_ticks_rate() / 4294967296.0 / 1000.0;
}

/* Smallest step seen in a short trial, and average cost of a call. Measured anew at each call. */
static inline double gasnett_tick_granularityus(void) {
  gasnett_tick_t least = GASNETT_TICK_MAX, before = gasnett_ticks_now(), now;
  int i;
  for (i = 0; i < 1000; before = now, i++) {
    now = gasnett_ticks_now();
    if (now > before && now - before < least) least = now - before;
  }
  return hyd_ticks_us(least == GASNETT_TICK_MAX ? 1.0 : (double)least);
}
static inline double gasnett_tick_overheadus(void) {
  gasnett_tick_t start = gasnett_ticks_now();
  int i;
  for (i = 1; i < 1000; i++) (void)gasnett_ticks_now();
  return hyd_ticks_us((double)(gasnett_ticks_now() - start)) / 1000.0;
}

#ifdef __cplusplus
}
#endif

#endif
