/* SPDX-License-Identifier: BSD-3-Clause
 *
 * anl.h, serial: the ANL (PARMACS) macros for a program of one worker. Shared memory is ordinary
 * memory, and there is nothing to wait for. CREATE of more than the calling worker, and a wait that
 * no other worker could end, stop the program with one line.
 *
 * Written from the macros' published descriptions: J. Boyle et al., "Portable Programs for Parallel
 * Processors" (1987), and the descriptions of PARMACS and of the SPLASH family's macros.
 */
#ifndef ANL_H
#define ANL_H

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define MAIN_ENV
#define EXTERN_ENV
#define MAIN_INITENV(...)
#define MAIN_END                                                                                   \
  { exit(0); }
#define ANL_WORKERS() 1

static inline void *anl_shared(size_t bytes) {
  void *memory = calloc(bytes ? bytes : 1, 1);
  if (memory) return memory;
  fprintf(stderr, "anl: G_MALLOC: no memory for %zu bytes\n", bytes);
  exit(1);
}
static inline void anl_only_one(const char *what) {
  fprintf(stderr, "anl: %s: this is the serial form, which has one worker\n", what);
  exit(1);
}
static inline unsigned long anl_clock(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (unsigned long)t.tv_sec * 1000000 + (unsigned long)t.tv_nsec / 1000;
}

#define G_MALLOC(bytes) anl_shared(bytes)
#define G_MALLOC_F(bytes) anl_shared(bytes)
#define NU_MALLOC(bytes, node) ((void)(node), anl_shared(bytes))
#define G_FREE(p) free(p)

/* CREATE(function) starts one more worker; CREATE(function, n) makes n of them, the caller
 * included. */
#define ANL_THIRD(a, b, c, ...) c
#define CREATE(...) ANL_THIRD(__VA_ARGS__, ANL_CREATE_ALL, ANL_CREATE_ONE, )(__VA_ARGS__)
#define ANL_CREATE_ONE(function)                                                                   \
  {                                                                                                \
    (void)(function);                                                                              \
    anl_only_one("CREATE");                                                                        \
  }
#define ANL_CREATE_ALL(function, n)                                                                \
  {                                                                                                \
    if ((n) != 1) anl_only_one("CREATE");                                                          \
    (function)();                                                                                  \
  }
#define WAIT_FOR_END(n)                                                                            \
  { (void)(n); }

#define BARDEC(name) char name;
#define BARINIT(...)
#define BARRIER(name, n)                                                                           \
  {                                                                                                \
    if ((n) != 1) anl_only_one("BARRIER");                                                         \
  }

#define LOCKDEC(name) char name;
#define LOCKINIT(name)
#define LOCK(name)
#define UNLOCK(name)
#define ALOCKDEC(name, n) char name[n];
#define ALOCKINIT(name, n)
#define ALOCK(name, i)                                                                             \
  { (void)(i); }
#define AULOCK(name, i)                                                                            \
  { (void)(i); }

#define GSDEC(name) long name;
#define GSINIT(name)                                                                               \
  { (name) = 0; }
#define GETSUB(name, sub, max, n)                                                                  \
  {                                                                                                \
    (sub) = (name) <= (max) ? (name)++ : -1;                                                       \
    if ((sub) < 0) (name) = 0;                                                                     \
  }

#define PAUSEDEC(name) int name;
#define PAUSEINIT(name)                                                                            \
  { (name) = 0; }
#define SETPAUSE(name)                                                                             \
  { (name) = 1; }
#define CLEARPAUSE(name)                                                                           \
  { (name) = 0; }
#define WAITPAUSE(name)                                                                            \
  {                                                                                                \
    if (!(name)) anl_only_one("WAITPAUSE");                                                        \
  }

#define FETCH_ADD(object, value) ((object) += (value), (object) - (value))
#define FETCH_SUB(object, value) ((object) -= (value), (object) + (value))
#define LOAD(object) (object)
#define STORE(object, value) ((object) = (value))
#define MEMORY_FENCE()

#define CLOCK(time)                                                                                \
  { (time) = anl_clock(); }

#endif
