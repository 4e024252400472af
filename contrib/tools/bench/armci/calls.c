/* SPDX-License-Identifier: BSD-3-Clause
 *
 * calls.c [network]: what calls of ARMCI cost, in nanoseconds, at rank 0 of 2, while rank 1 waits
 * in a message ("polling"), or computes for 2 ms between two calls of ARMCI_WaitAll ("computing").
 * Compiled with each library of ARMCI; lines NAME STATE NANOSECONDS. Also the loops that goals
 * compare with, on local memory.
 */
#include <armci.h>
#include <string.h>

#include "measure.h"

enum { BIG = 65536, ROWS = 100, ROW = 800, LEADING = 8000, ROOM = ROWS * LEADING, MANY = 64 };

static char **memory, *remote_mem, *own;
static char source[ROOM] __attribute__((aligned(64))), into[ROOM] __attribute__((aligned(64)));
static double two = 2;
static int strides[1] = {LEADING}, counts[2] = {ROW, ROWS};

static void put_8(void) { ARMCI_Put(source, remote_mem, 8, 1); }
static void put_8_fence(void) {
  ARMCI_Put(source, remote_mem, 8, 1);
  ARMCI_Fence(1);
}
static void get_8(void) { ARMCI_Get(remote_mem, into, 8, 1); }
static void put_64k(void) { ARMCI_Put(source, remote_mem, BIG, 1); }
static void get_64k(void) { ARMCI_Get(remote_mem, into, BIG, 1); }
static void put_s(void) { ARMCI_PutS(source, strides, remote_mem, strides, counts, 1, 1); }
static void get_s(void) { ARMCI_GetS(remote_mem, strides, into, strides, counts, 1, 1); }
static void acc_8(void) { ARMCI_Acc(ARMCI_ACC_DBL, &two, source, remote_mem, 8, 1); }
static void acc_64k(void) { ARMCI_Acc(ARMCI_ACC_DBL, &two, source, remote_mem, BIG, 1); }
static void acc_64k_fence(void) {
  acc_64k();
  ARMCI_Fence(1);
}
static void acc_8_fence(void) {
  acc_8();
  ARMCI_Fence(1);
}
static void put_64k_fence(void) {
  put_64k();
  ARMCI_Fence(1);
}
static void acc_s(void) {
  ARMCI_AccS(ARMCI_ACC_DBL, &two, source, strides, remote_mem, strides, counts, 1, 1);
}
static void rmw(void) {
  long old;
  ARMCI_Rmw(ARMCI_FETCH_AND_ADD_LONG, &old, remote_mem, 1, 1);
}
static void lock(void) {
  ARMCI_Lock(0, 1);
  ARMCI_Unlock(0, 1);
}
static void nb_puts(void) {
  static armci_hdl_t h[MANY];
  for (int i = 0; i < MANY; i++) {
    ARMCI_INIT_HANDLE(&h[i]);
    ARMCI_NbPut(source + 8 * i, remote_mem + 8 * i, 8, 1, &h[i]);
  }
  for (int i = 0; i < MANY; i++) ARMCI_Wait(&h[i]);
}
static void puts_64(void) {
  for (int i = 0; i < MANY; i++) ARMCI_Put(source + 8 * i, remote_mem + 8 * i, 8, 1);
}

/* --- on local memory ------------------------------------------------------ */

static void copy_64k(void) {
  memcpy(own, source, BIG);
  __asm__ volatile("" ::: "memory");
}
static void copy_back_64k(void) {
  memcpy(into, own, BIG);
  __asm__ volatile("" ::: "memory");
}
static void copy_rows(void) {
  for (int i = 0; i < ROWS; i++) memcpy(own + i * LEADING, source + i * LEADING, ROW);
  __asm__ volatile("" ::: "memory");
}
static void add(char *to, const char *from, int bytes) {
  double *restrict d = (double *)(void *)to;
  const double *restrict s = (const double *)(const void *)from;
  for (int i = 0; i < bytes / 8; i++) d[i] += two * s[i];
}
static void add_64k(void) {
  add(own, source, BIG);
  __asm__ volatile("" ::: "memory");
}
static void add_rows(void) {
  for (int i = 0; i < ROWS; i++) add(own + i * LEADING, source + i * LEADING, ROW);
  __asm__ volatile("" ::: "memory");
}

static const struct {
  const char *name;
  void (*operation)(void);
} rows[] = {{"put-8", put_8},
            {"put-8-fence", put_8_fence},
            {"get-8", get_8},
            {"put-64k", put_64k},
            {"put-64k-fence", put_64k_fence},
            {"get-64k", get_64k},
            {"puts-100x800", put_s},
            {"gets-100x800", get_s},
            {"acc-8", acc_8},
            {"acc-8-fence", acc_8_fence},
            {"acc-64k", acc_64k},
            {"acc-64k-fence", acc_64k_fence},
            {"accs-100x800", acc_s},
            {"rmw", rmw},
            {"lock-unlock", lock},
            {"nbput-8-x64", nb_puts},
            {"put-8-x64", puts_64}},
  local[] = {{"copy-64k", copy_64k},
             {"copy-back-64k", copy_back_64k},
             {"copy-100x800", copy_rows},
             {"add-64k", add_64k},
             {"add-100x800", add_rows}};
enum { NROWS = sizeof rows / sizeof rows[0], NLOCAL = sizeof local / sizeof local[0] };

/* Rank 1, until rank 0 sends a message. */
static void compute(void) {
  int done = 0;
  while (!done) {
    double until = now_ns() + 2e6;
    while (now_ns() < until) continue;
    ARMCI_WaitAll();
    MPI_Iprobe(0, 1, MPI_COMM_WORLD, &done, MPI_STATUS_IGNORE);
  }
  MPI_Recv(&done, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void measure_all(const char *state, double seconds) {
  int word = 1;
  for (int i = 0; i < NROWS; i++) {
    printf("%s %s %.1f\n", rows[i].name, state, measure(rows[i].operation, seconds));
    fflush(stdout);
    ARMCI_Fence(1);
    memset(source, 0, sizeof source); /* sums stay finite */
  }
  if (strcmp(state, "computing") == 0)
    MPI_Send(&word, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
  else
    armci_msg_snd(7, &word, sizeof word, 1);
}

static void barrier(void) { ARMCI_Barrier(); }

int main(int argc, char **argv) {
  double seconds = argc > 1 ? 0.15 : 0.05;
  int me, word;
  MPI_Init(&argc, &argv);
  ARMCI_Init();
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  memory = malloc(2 * sizeof *memory);
  ARMCI_Malloc((void **)memory, ROOM);
  ARMCI_Create_mutexes(1);
  own = memory[me];
  remote_mem = memory[1];
  memset(own, 0, ROOM);
  ARMCI_Barrier();
  for (int i = 0; me == 0 && i < NLOCAL; i++)
    printf("%s polling %.1f\n", local[i].name, measure(local[i].operation, seconds));
  ARMCI_Barrier();
  if (me == 0)
    measure_all("polling", seconds);
  else
    armci_msg_rcv(7, &word, sizeof word, NULL, 0);
  ARMCI_Barrier();
  if (me == 0)
    measure_all("computing", seconds);
  else
    compute();
  ARMCI_Barrier();
  double t = now_ns();
  for (int i = 0; i < 2000; i++) barrier();
  if (me == 0) printf("barrier polling %.1f\n", (now_ns() - t) / 2000);
  ARMCI_Destroy_mutexes();
  ARMCI_Free(memory[me]);
  ARMCI_Finalize();
  MPI_Finalize();
  return 0;
}
