/* SPDX-License-Identifier: BSD-3-Clause
 *
 * check.h: is shared by the C programs of this folder: the names that a compiled program has from
 * its compiler, and a check that ends the job.
 */
#ifndef UPC_CHECK_H
#define UPC_CHECK_H
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/layers/upc/entries.h"
#include "contrib/layers/upc/libraries.h"

/* The compiler's record of the file. */
__attribute__((section("upc_pgm_info"), used)) static const char record_of_compiler[] =
    "$GCCUPCConfig: (" __FILE__ ") dynamicthreads process$";

extern int THREADS, MYTHREAD;
int upc_main(int argc, char **argv);

#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      printf("thread %d, line %d: %s\n", MYTHREAD, __LINE__, #condition);                          \
      fflush(stdout);                                                                              \
      upc_global_exit(1);                                                                          \
    }                                                                                              \
  } while (0)

/* A shared object with static storage: one thread's part. */
#define STATIC_SHARED __attribute__((section("upc_shared"), aligned(64))) static
#define PTS(thread, object)                                                                        \
  pts_make((uint32_t)(thread), (uint64_t)((char *)(object)-__upc_shared_start), 0)
static inline pts_t plus(pts_t p, uint64_t bytes) {
  return pts_make(pts_thread(p), pts_offset(p) + bytes, 0);
}

#define NEXT ((MYTHREAD + 1) % THREADS)
#define PREVIOUS ((MYTHREAD + THREADS - 1) % THREADS)
#define BARRIER __upc_barrier(INT_MIN)

static inline uint64_t random_of(uint64_t *state) {
  *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return *state >> 33;
}

/* The last line of a program that went well. */
static inline int passed(void) {
  BARRIER;
  if (MYTHREAD == 0) printf("passed\n");
  return 0;
}

#endif
