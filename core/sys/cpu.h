/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cpu.h: properties and instructions of processors that the compiler has no portable name for.
 */
#ifndef HYD_SYS_CPU_H
#define HYD_SYS_CPU_H

#define HYD_LINE 64 /* bytes of a cache line */
#define HYD_ALIGNED __attribute__((aligned(HYD_LINE)))
#define HYD_COLD __attribute__((cold, noinline))
#define HYD_ASIDE __attribute__((noinline)) /* code beside the hot path that is not cold */
#define HYD_HOT_INLINE static inline __attribute__((always_inline))
#define hyd_likely(e) __builtin_expect(!!(e), 1)
#define hyd_unlikely(e) __builtin_expect(!!(e), 0)

/* Whether ThreadSanitizer is used. It sees one process only, so it must be told of order that
 * another process establishes. tests/weak defines this itself. */
#if defined(HYD_TSAN)
#elif defined(__SANITIZE_THREAD__)
#define HYD_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define HYD_TSAN 1
#endif
#endif
#ifndef HYD_TSAN
#define HYD_TSAN 0
#endif

/* Tells the processor that this is a spin loop. */
static inline void hyd_cpu_relax(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("isb" ::: "memory");
#endif
}

/* Prefetches a cache line for a later store. */
static inline void hyd_prefetch_for_write(void *p) {
#if defined(__x86_64__)
  __asm__ volatile("prefetchw %0" ::"m"(*(char *)p));
#else
  __builtin_prefetch(p, 1, 3);
#endif
}

#endif
