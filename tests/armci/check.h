/* SPDX-License-Identifier: BSD-3-Clause
 *
 * check.h: what the test programs of ARMCI have in common. Every rank counts what is wrong; the sum
 * is the job's result.
 */
#ifndef TESTS_ARMCI_CHECK_H
#define TESTS_ARMCI_CHECK_H
#include <armci.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int me, ranks, wrong;

#include <unistd.h>

/* Seconds after which a job ends because a rank hangs: longer than a busy machine takes. */
enum { BOUND = 280 };
static inline void begin_checks(int *argc, char ***argv) {
  MPI_Init(argc, argv);
  alarm(BOUND);
  ARMCI_Init();
  me = armci_msg_me();
  ranks = armci_msg_nproc();
}

static inline int end_checks(void) {
  armci_msg_igop(&wrong, 1, (char *)"+");
  if (me == 0) printf("%s\n", wrong ? "wrong" : "passed");
  ARMCI_Finalize();
  MPI_Finalize();
  return wrong != 0;
}

#define EXPECT(condition)                                                                          \
  do {                                                                                             \
    if (!(condition) && wrong++ < 10)                                                              \
      fprintf(stderr, "%s:%d: rank %d: expected %s\n", __FILE__, __LINE__, me, #condition);        \
  } while (0)

/* Memory of all ranks. */
static inline char **make_memory(size_t bytes) {
  char **all = malloc((size_t)ranks * sizeof *all);
  EXPECT(ARMCI_Malloc((void **)all, (armci_size_t)bytes) == 0);
  memset(all[me], 0, bytes);
  ARMCI_Barrier();
  return all;
}

static inline void free_memory(char **all) {
  ARMCI_Barrier();
  EXPECT(ARMCI_Free(all[me]) == 0);
  free(all);
}
#endif
