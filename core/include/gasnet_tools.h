/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gasnet_tools.h: portable utilities for clients (spec gasnet-tools.md): timers, fences, atomics,
 * locks, environment, fatal errors, debugging aids, system queries. gasnet_tools(7) lists them.
 *
 * Used after gasnet.h or gasnetex.h with libgasnet, or alone with libgasnet_tools. Alone, at most
 * one of GASNETT_THREAD_SAFE, GASNETT_THREAD_SINGLE and GASNETT_LITE_MODE may be defined first; the
 * LITE subset is inline and needs no library.
 *
 * Objects of different thread mode or debug mode must not be linked together (T1.4): their locks
 * differ. Marks in hyd_tools_calls.h make the linker refuse them; a LITE object carries none.
 */
#ifndef GASNET_TOOLS_H
#define GASNET_TOOLS_H

/* ------------------------------------------------------------------- modes (T1.2, T1.3) --- */
#ifdef HYD_GASNETEX_H
#ifdef GASNETT_LITE_MODE
#error "GASNETT_LITE_MODE cannot be used together with gasnet.h or gasnetex.h"
#endif
#if defined(GASNET_PAR) && defined(GASNETT_THREAD_SINGLE)
#error "GASNETT_THREAD_SINGLE contradicts GASNET_PAR"
#elif !defined(GASNET_PAR) && defined(GASNETT_THREAD_SAFE)
#error "GASNETT_THREAD_SAFE contradicts GASNET_SEQ or GASNET_PARSYNC"
#elif defined(GASNET_PAR)
#define GASNETT_THREAD_SAFE 1
#elif !defined(GASNETT_THREAD_SINGLE)
#define GASNETT_THREAD_SINGLE 1
#endif
#else /* tools alone */
#if defined(GASNET_SEQ) || defined(GASNET_PARSYNC) || defined(GASNET_PAR)
#error "include gasnet.h or gasnetex.h before gasnet_tools.h, or define no GASNET_{SEQ,PARSYNC,PAR}"
#endif
#if defined(GASNETT_THREAD_SAFE) + defined(GASNETT_THREAD_SINGLE) + defined(GASNETT_LITE_MODE) > 1
#error "define at most one of GASNETT_THREAD_SAFE, GASNETT_THREAD_SINGLE, GASNETT_LITE_MODE"
#endif
#if defined(GASNETT_THREAD_SAFE) || defined(GASNETT_THREAD_SINGLE) || defined(GASNETT_LITE_MODE)
#elif defined(_REENTRANT) || defined(_THREAD_SAFE) || defined(PTHREAD_MUTEX_INITIALIZER)
#define GASNETT_THREAD_SAFE 1
#else
#define GASNETT_THREAD_SINGLE 1
#endif
#endif

#ifdef GASNETT_THREAD_SAFE
#undef GASNETT_THREAD_SAFE
#define GASNETT_THREAD_SAFE 1
#define GASNETT_THREAD_MODEL PAR
#elif defined(GASNETT_LITE_MODE)
#undef GASNETT_LITE_MODE
#define GASNETT_LITE_MODE 1
#define GASNETT_THREAD_MODEL LITE
#else
#undef GASNETT_THREAD_SINGLE
#define GASNETT_THREAD_SINGLE 1
#define GASNETT_THREAD_MODEL SEQ
#endif

#include "gasnet_basic.h"
#include "gasnet_config.h"
#include "gasnet_portable_platform.h"
#include <time.h>

#include "hyd_tools_annot.h"

/* ---------------------------------------------------------- version and configuration --- */
#define GASNETT_SPEC_VERSION_MAJOR 1
#define GASNETT_SPEC_VERSION_MINOR 20
#define GASNETT_RELEASE_VERSION_MAJOR GASNET_RELEASE_VERSION_MAJOR
#define GASNETT_RELEASE_VERSION_MINOR GASNET_RELEASE_VERSION_MINOR
#define GASNETT_RELEASE_VERSION_PATCH GASNET_RELEASE_VERSION_PATCH

#ifdef GASNET_DEBUG
#define GASNETT_DEBUG_CONFIG debug
#else
#define GASNETT_DEBUG_CONFIG nodebug
#endif
#ifdef PLATFORM_ARCH_32
#define GASNETT_PTR_CONFIG 32bit
#else
#define GASNETT_PTR_CONFIG 64bit
#endif
#define GASNETT_MEMBAR_CONFIG membars_native
#define GASNETT_ATOMIC_CONFIG atomics_native
#define GASNETT_ATOMIC32_CONFIG atomic32_native
#define GASNETT_ATOMIC64_CONFIG atomic64_native
/* clang-format off */
#define GASNETT_CONFIG_STRING                                                                      \
  "RELEASE=" _STRINGIFY(GASNETT_RELEASE_VERSION_MAJOR) "."                                         \
  _STRINGIFY(GASNETT_RELEASE_VERSION_MINOR) "." _STRINGIFY(GASNETT_RELEASE_VERSION_PATCH)          \
  ",SPEC=" _STRINGIFY(GASNETT_SPEC_VERSION_MAJOR) "." _STRINGIFY(GASNETT_SPEC_VERSION_MINOR)       \
  ",PTR=" _STRINGIFY(GASNETT_PTR_CONFIG) "," _STRINGIFY(GASNETT_DEBUG_CONFIG)                      \
  "," _STRINGIFY(GASNETT_THREAD_MODEL) "," _STRINGIFY(GASNETT_TIMER_CONFIG)                        \
  "," _STRINGIFY(GASNETT_MEMBAR_CONFIG) "," _STRINGIFY(GASNETT_ATOMIC_CONFIG)                      \
  "," _STRINGIFY(GASNETT_ATOMIC32_CONFIG) "," _STRINGIFY(GASNETT_ATOMIC64_CONFIG)
/* clang-format on */

#define GASNETT_CONFIGURE_ARGS GASNETI_CONFIGURE_ARGS
#define GASNETT_SYSTEM_TUPLE GASNETI_SYSTEM_TUPLE
#define GASNETT_PAGESIZE GASNET_PAGESIZE
#define GASNETT_PAGESHIFT GASNETI_PAGESHIFT
#define GASNETT_CACHE_LINE_BYTES GASNETI_CACHE_LINE_BYTES

/* The compiler that built the library, where gasnet_config.h names it; else this one. */
#ifdef GASNETI_PLATFORM_COMPILER_FAMILYID
#define GASNETT_PLATFORM_COMPILER_IDSTR GASNETI_PLATFORM_COMPILER_IDSTR
#define GASNETT_PLATFORM_COMPILER_FAMILYID GASNETI_PLATFORM_COMPILER_FAMILYID
#define GASNETT_PLATFORM_COMPILER_ID GASNETI_PLATFORM_COMPILER_ID
#define GASNETT_PLATFORM_COMPILER_VERSION GASNETI_PLATFORM_COMPILER_VERSION
#if GASNETT_PLATFORM_COMPILER_FAMILYID != PLATFORM_COMPILER_FAMILYID ||                            \
    GASNETT_PLATFORM_COMPILER_VERSION != PLATFORM_COMPILER_VERSION
#define GASNETT_CONFIGURE_MISMATCH 1
#endif
#else
#define GASNETT_PLATFORM_COMPILER_IDSTR PLATFORM_COMPILER_IDSTR
#define GASNETT_PLATFORM_COMPILER_FAMILYID PLATFORM_COMPILER_FAMILYID
#define GASNETT_PLATFORM_COMPILER_ID PLATFORM_COMPILER_ID
#define GASNETT_PLATFORM_COMPILER_VERSION PLATFORM_COMPILER_VERSION
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* --------------------------------------------------------------------- timers and sleep --- */
/* The two system calls are declared here under names of our own, because <time.h> hides them from
 * strict C99. */
struct hyd_tools_timespec {
  long sec, nsec;
};
int hyd_tools_clock_gettime(int clock_id,
                            struct hyd_tools_timespec *now_p) __asm__("clock_gettime");
int hyd_tools_nanosleep(const struct hyd_tools_timespec *len,
                        struct hyd_tools_timespec *left_p) __asm__("nanosleep");

static inline uint64_t hyd_tools_clock_ns(int clock_id) {
  struct hyd_tools_timespec now;
  __asm__ __volatile__("" : : : "memory");
  (void)hyd_tools_clock_gettime(clock_id, &now);
  __asm__ __volatile__("" : : : "memory");
  return (uint64_t)now.sec * 1000000000u + (uint64_t)now.nsec;
}
static inline uint64_t gasnett_gettimeofday_us(void) {
  return hyd_tools_clock_ns(0) / 1000u; /* CLOCK_REALTIME */
}

/* Sleep at least `ns`: 0, or -1 with errno EINTR when a signal cut it short. */
static inline int gasnett_nsleep(uint64_t ns) {
  struct hyd_tools_timespec len;
  if (ns == 0) return 0;
  len.sec = (long)(ns / 1000000000u);
  len.nsec = (long)(ns % 1000000000u);
  return hyd_tools_nanosleep(&len, NULL);
}

#ifdef __cplusplus
}
#endif

#include "hyd_tools_ticks.h"

#include "hyd_tools_atomic.h"

#ifndef GASNETT_LITE_MODE
#include "hyd_tools_lock.h"
#include "hyd_tools_calls.h"
#endif

#endif
