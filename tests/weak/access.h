/* SPDX-License-Identifier: BSD-3-Clause
 *
 * access.h: included by the compiler before everything else (-include) in the files of the library
 * that the explorer runs (explore.h). Their atomic accesses, copies and system calls become calls
 * of the explorer; their plain accesses are reported by -fsanitize=thread, whose callbacks
 * explore.c defines.
 */
#ifndef HYD_WEAK_ACCESS_H
#define HYD_WEAK_ACCESS_H

#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "core/sys/run_delay.h"

enum weak_kind { WEAK_LOAD, WEAK_STORE, WEAK_EXCHANGE, WEAK_ADD, WEAK_OR, WEAK_AND, WEAK_CAS };

/* One access in a source; its order can be weakened by the explorer. Inlined several times, it is
 * several of the same number. */
struct weak_site {
  const char *file, *name; /* what is accessed, as the source has it */
  int line, kind, order, failure;
  unsigned number; /* from 1; 0: not yet known */
};

uint64_t weak_access(struct weak_site *site, const volatile void *at, unsigned size, uint64_t value,
                     uint64_t *expected);
void weak_fence(struct weak_site *site);
long weak_syscall(const char *file, int line, long number, ...);
void *weak_memcpy(void *to, const void *from, size_t n);
void *weak_memset(void *to, int byte, size_t n);
int weak_clock(clockid_t clock, struct timespec *t);

#define WEAK_SITE(kind, order, failure, name)                                                      \
  __extension__({                                                                                  \
    static struct weak_site weak_this = {__FILE__, name, __LINE__, kind, order, failure, 0};       \
    &weak_this;                                                                                    \
  })
#define WEAK_RMW(kind, p, v, mo)                                                                   \
  __extension__({                                                                                  \
    (__typeof__((void)0, *(p)))weak_access(WEAK_SITE(kind, mo, 0, #p), p, sizeof *(p),             \
                                           (uint64_t)(uintptr_t)(v), NULL);                        \
  })
#define WEAK_SWAP(p, expected, desired, success, fail)                                             \
  __extension__({                                                                                  \
    uint64_t weak_found = (uint64_t) * (expected);                                                 \
    int weak_done = (int)weak_access(WEAK_SITE(WEAK_CAS, success, fail, #p), p, sizeof *(p),       \
                                     (uint64_t)(desired), &weak_found);                            \
    *(expected) = (__typeof__(*(expected)))weak_found;                                             \
    weak_done;                                                                                     \
  })

#undef atomic_load_explicit
#undef atomic_store_explicit
#undef atomic_exchange_explicit
#undef atomic_fetch_add_explicit
#undef atomic_fetch_sub_explicit
#undef atomic_fetch_or_explicit
#undef atomic_fetch_and_explicit
#undef atomic_compare_exchange_weak_explicit
#undef atomic_compare_exchange_strong_explicit
#undef atomic_thread_fence
#undef atomic_signal_fence
#define atomic_load_explicit(p, mo) WEAK_RMW(WEAK_LOAD, p, 0, mo)
#define atomic_store_explicit(p, v, mo) ((void)WEAK_RMW(WEAK_STORE, p, v, mo))
#define atomic_exchange_explicit(p, v, mo) WEAK_RMW(WEAK_EXCHANGE, p, v, mo)
#define atomic_fetch_add_explicit(p, v, mo) WEAK_RMW(WEAK_ADD, p, v, mo)
#define atomic_fetch_sub_explicit(p, v, mo) WEAK_RMW(WEAK_ADD, p, -(uint64_t)(v), mo)
#define atomic_fetch_or_explicit(p, v, mo) WEAK_RMW(WEAK_OR, p, v, mo)
#define atomic_fetch_and_explicit(p, v, mo) WEAK_RMW(WEAK_AND, p, v, mo)
#define atomic_compare_exchange_weak_explicit WEAK_SWAP
#define atomic_compare_exchange_strong_explicit WEAK_SWAP
#define atomic_thread_fence(mo) weak_fence(WEAK_SITE(WEAK_LOAD, mo, 0, "fence"))
#define atomic_signal_fence(mo) ((void)0) /* the explorer keeps the order of the program */

/* Counts for statistics, which no other thread reads here: no step of the explorer. */
#define __atomic_load_n(p, mo) (*(p))
#define __atomic_store_n(p, v, mo) ((void)(*(p) = (v)))

#undef memcpy
#undef memset
#define memcpy weak_memcpy
#define memset weak_memset
#define clock_gettime weak_clock
/* The load of this machine would make an execution that is repeated another one. */
#define hyd_run_delay_ns() ((uint64_t)0)
#define hyd_run_times() ((struct hyd_run_times){0, 0})
#define syscall(...) weak_syscall(__FILE__, __LINE__, __VA_ARGS__)

#endif
