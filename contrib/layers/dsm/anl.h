/* SPDX-License-Identifier: BSD-3-Clause
 *
 * anl.h: the ANL (PARMACS) macros over distributed shared memory: one worker per rank (hyd_dsm(3)).
 *
 * Written from J. Boyle et al., "Portable Programs for Parallel Processors" (1987), and the
 * descriptions of PARMACS and of the SPLASH family's macros; anl.m4 has the macros for m4. A
 * semicolon after a statement is optional. G_MALLOC and NU_MALLOC are expressions here; m4's were
 * statements that contain their semicolon. Programs that rely on this define ANL_STATEMENTS (anl.m4
 * does). G_MALLOC_F and NU_MALLOC_F are always expressions. C90 with GNU extensions (-std=gnu89) is
 * enough.
 *
 * Rank 0 runs main. The other ranks run main up to MAIN_INITENV, and from there the functions that
 * CREATE gives them. CREATE sends the executable's global and static variables that have changed
 * since MAIN_INITENV to the worker that it starts; later changes stay in the rank that makes them
 * (HYD_DSM_GLOBALS=report reports them). Not sent: the heap, the stack, variables of threads and of
 * shared libraries. Shared memory comes from G_MALLOC. The program is linked with the shared
 * libraries, at fixed addresses (-no-pie): `pkg-config --cflags --libs hydrant-dsm-anl`.
 */
#ifndef HYD_DSM_ANL_H
#define HYD_DSM_ANL_H

/* Headers that programs expect MAIN_ENV to include. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/time.h>
#include <unistd.h>

#include <hyd_dsm.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Functions for the macros; programs use the macros. */
struct hyd_anl_getsub {
  hyd_dsm_object_t all;
  uint32_t next;
};
void hyd_anl_start(size_t bytes, char *data, char *end);
void hyd_anl_begin(char *data, char *end); /* hyd_anl_start, if it was not called yet */
void hyd_anl_barrier(hyd_dsm_object_t barrier, uint32_t n);
void hyd_anl_end(void) __attribute__((noreturn));
void hyd_anl_create(void (*function)(void));
void hyd_anl_create_all(void (*function)(void), int n);
void hyd_anl_wait_for_end(int n);
void *hyd_anl_malloc(size_t bytes);
void *hyd_anl_malloc_at(size_t bytes, int rank);
long hyd_anl_getsub(struct hyd_anl_getsub *g, long max, long n);
unsigned long hyd_anl_clock(void);
uint64_t hyd_anl_add(void *object, size_t bytes, uint64_t value);
uint64_t hyd_anl_load(const void *object, size_t bytes);
void hyd_anl_store(void *object, size_t bytes, uint64_t value);
int hyd_anl_cas(void *object, size_t bytes, uint64_t old, uint64_t value);
extern char __data_start[], _end[]; /* the linker's: the executable's variables */
/* Tells gasnetrun that code before MAIN_INITENV reads the same standard input in all ranks. */
static const char hyd_anl_stdin[] __attribute__((used)) = "$HydrantStdin: init $";

#ifdef __cplusplus
}
#endif

/* ---- the program ---------------------------------------------------------- */

#define MAIN_ENV
#define EXTERN_ENV
#define HYD_ANL_SECOND(a, b, ...) b
/* MAIN_INITENV(), or MAIN_INITENV(ignored, bytes of the region, a minimum); HYD_DSM_REGION in the
 * environment overrides the size. Macros that need the library (memory, locks, barriers, ...) start
 * it the same way if they come first. */
#define MAIN_INITENV(...)                                                                          \
  { hyd_anl_start(HYD_ANL_SECOND(__VA_ARGS__, 0, 0), __data_start, _end); }
#define HYD_ANL_INITENV(...) MAIN_INITENV(__VA_ARGS__)
#define HYD_ANL_BEGIN hyd_anl_begin(__data_start, _end)
#define MAIN_END                                                                                   \
  { hyd_anl_end(); }
#define ANL_WORKERS() (HYD_ANL_BEGIN, (int)hyd_dsm_ranks())

#define HYD_ANL_THIRD(a, b, c, ...) c
#define CREATE(...)                                                                                \
  HYD_ANL_THIRD(__VA_ARGS__, HYD_ANL_CREATE_ALL, HYD_ANL_CREATE_ONE, )(__VA_ARGS__)
#define HYD_ANL_CREATE_ONE(function)                                                               \
  { hyd_anl_create((void (*)(void))(function)); }
#define HYD_ANL_CREATE_ALL(function, n)                                                            \
  { hyd_anl_create_all((void (*)(void))(function), n); }
#define WAIT_FOR_END(n)                                                                            \
  { hyd_anl_wait_for_end(n); }
#define GET_PID(number)                                                                            \
  { (number) = (int)hyd_dsm_rank(); }
#define GET_HOME(number)                                                                           \
  { (number) = 0; }
#define CLOCK(time)                                                                                \
  { (time) = hyd_anl_clock(); }
#ifndef PAGE_SIZE
#define PAGE_SIZE 4096
#endif

/* Macros for simulators and measuring tools; they do nothing. */
#define AUG_ON
#define AUG_OFF
#define TRACE_ON
#define TRACE_OFF
#define ROI_BEGIN()
#define ROI_END()
#define SPLASH3_ROI_BEGIN()
#define SPLASH3_ROI_END()
#define SPLASH4_ROI_BEGIN()
#define SPLASH4_ROI_END()

/* ---- memory: (bytes), or (bytes, rank that uses it most) ------------------- */

#ifdef ANL_STATEMENTS
#define HYD_ANL_STOP ;
#else
#define HYD_ANL_STOP
#endif
#define HYD_ANL_MEMORY(bytes, rank, ...) (HYD_ANL_BEGIN, hyd_anl_malloc_at(bytes, rank))
#define G_MALLOC(...) HYD_ANL_MEMORY(__VA_ARGS__, -1, ) HYD_ANL_STOP
#define G_MALLOC_F(...) HYD_ANL_MEMORY(__VA_ARGS__, -1, )
#define NU_MALLOC(...) HYD_ANL_MEMORY(__VA_ARGS__, -1, ) HYD_ANL_STOP
#define NU_MALLOC_F(...) HYD_ANL_MEMORY(__VA_ARGS__, -1, )
#define G_FREE(p)                                                                                  \
  { hyd_dsm_free(p); }
#define NU_FREE(p) G_FREE(p)

/* ---- barriers, locks ------------------------------------------------------ */

#define HYD_ANL_FIRST(a, ...) a
#define BARDEC(name) hyd_dsm_object_t name;
#define BARINIT(...)                                                                               \
  {                                                                                                \
    HYD_ANL_BEGIN;                                                                                 \
    HYD_ANL_FIRST(__VA_ARGS__, ) = hyd_dsm_object_new();                                           \
  }
#define BARRIER(name, n)                                                                           \
  { hyd_anl_barrier(name, (uint32_t)(n)); }
#define BARINCLUDE(name)
#define BAREXCLUDE(name)

#define LOCKDEC(name) hyd_dsm_lock_t name;
#define LOCKINIT(name)                                                                             \
  {                                                                                                \
    HYD_ANL_BEGIN;                                                                                 \
    (name) = hyd_dsm_lock_new();                                                                   \
  }
#define LOCK(name)                                                                                 \
  { hyd_dsm_lock(name); }
#define UNLOCK(name)                                                                               \
  { hyd_dsm_unlock(name); }
#define ALOCKDEC(name, n) hyd_dsm_lock_t name[n];
#define ALOCKINIT(name, n)                                                                         \
  {                                                                                                \
    int hyd_anl_i;                                                                                 \
    HYD_ANL_BEGIN;                                                                                 \
    for (hyd_anl_i = 0; hyd_anl_i < (n); hyd_anl_i++) (name)[hyd_anl_i] = hyd_dsm_lock_new();      \
  }
#define AGETL(name, i) ((name)[i])
#define ALOCK(name, i)                                                                             \
  { hyd_dsm_lock((name)[i]); }
#define AULOCK(name, i)                                                                            \
  { hyd_dsm_unlock((name)[i]); }
#define AUNLOCK(name, i)                                                                           \
  { hyd_dsm_unlock((name)[i]); }

/* ---- subscripts: 0 to max, each to one worker; then -1, when all n have arrived ---- */

#define GSDEC(name) struct hyd_anl_getsub name;
#define GSINIT(name)                                                                               \
  {                                                                                                \
    HYD_ANL_BEGIN;                                                                                 \
    (name).all = hyd_dsm_object_new();                                                             \
    (name).next = 0;                                                                               \
  }
#define GETSUB(name, sub, max, n)                                                                  \
  { (sub) = hyd_anl_getsub(&(name), max, n); }

/* ---- pauses and events, which are flags; conditions ------------------------ */

#define PAUSEDEC(name) hyd_dsm_object_t name;
#define PAUSEINIT(name)                                                                            \
  {                                                                                                \
    HYD_ANL_BEGIN;                                                                                 \
    (name) = hyd_dsm_object_new();                                                                 \
  }
#define SETPAUSE(name)                                                                             \
  { hyd_dsm_set(name); }
#define CLEARPAUSE(name)                                                                           \
  { hyd_dsm_clear(name); }
#define WAITPAUSE(name)                                                                            \
  { hyd_dsm_await(name); }
#define EVENTDEC(name) PAUSEDEC(name)
#define EVENTINIT(name) PAUSEINIT(name)
#define SETEVENT(name) SETPAUSE(name)
#define CLEAREVENT(name) CLEARPAUSE(name)
#define WAITEVENT(name) WAITPAUSE(name)

#define CONDVARDEC(name) hyd_dsm_object_t name;
#define CONDVARINIT(name)                                                                          \
  {                                                                                                \
    HYD_ANL_BEGIN;                                                                                 \
    (name) = hyd_dsm_object_new();                                                                 \
  }
#define CONDVARWAIT(name, lock)                                                                    \
  { hyd_dsm_condition_wait(name, lock); }
#define CONDVARSIGNAL(name)                                                                        \
  { hyd_dsm_condition_signal(name); }
#define CONDVARBCAST(name)                                                                         \
  { hyd_dsm_condition_broadcast(name); }

/* ---- atomics of integers of 4 or 8 bytes; a double has its own -------------- */

#define FETCH_ADD(object, value)                                                                   \
  (__extension__(                                                                                  \
      { (__typeof__(object))hyd_anl_add(&(object), sizeof(object), (uint64_t)(value)); }))
#define FETCH_SUB(object, value) FETCH_ADD(object, -(uint64_t)(value))
#define FETCH_ADD_DOUBLE(object, value) hyd_dsm_fetch_add_double(object, value)
#define LOAD(object) ((__typeof__(object))hyd_anl_load(&(object), sizeof(object)))
#define STORE(object, value) hyd_anl_store(&(object), sizeof(object), (uint64_t)(value))
/* Whether the object was `old`, and is now `value`. */
#define CAS(object, old, value)                                                                    \
  hyd_anl_cas(&(object), sizeof(object), (uint64_t)(old), (uint64_t)(value))
#define MEMORY_FENCE() hyd_dsm_fence()
#define ACQUIRE_FENCE() hyd_dsm_fence()
#define RELEASE_FENCE() hyd_dsm_fence()
#define FULL_FENCE() hyd_dsm_fence()

#endif
