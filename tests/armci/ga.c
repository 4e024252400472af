/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ga.c: Debian's Global Arrays, as they are, over libarmci_hydrant: arrays are created, filled,
 * patched, accumulated, scattered, multiplied, and checked.
 */
#include <ga.h>
#include <macdecls.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 120 };

static int me, ranks, wrong;

static void expect(double have, double want, const char *what) {
  if (have == want || wrong++ > 5) return;
  fprintf(stderr, "rank %d: %s: %g; expected %g\n", me, what, have, want);
}

static int make(const char *name, int type) {
  int dims[2] = {N, N}, handle = NGA_Create(type, 2, dims, (char *)name, NULL);
  if (handle == 0) GA_Error((char *)"no array", 1);
  return handle;
}

static double value(int i, int j) { return 1 + (i * 7 + j * 3) % 11; }

/* Each rank puts every ranks-th row, and reads all. */
static void put_and_get(int a) {
  static double row[N], all[N][N];
  int lo[2] = {0, 0}, hi[2] = {N - 1, N - 1}, ld = N;
  for (int i = me; i < N; i += ranks) {
    int rlo[2] = {i, 0}, rhi[2] = {i, N - 1};
    for (int j = 0; j < N; j++) row[j] = value(i, j);
    NGA_Put(a, rlo, rhi, row, &ld);
  }
  GA_Sync();
  NGA_Get(a, lo, hi, all, &ld);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) expect(all[i][j], value(i, j), "get");
  GA_Sync();
}

/* All ranks add to the same patch, 10 times. */
static void accumulate(int a) {
  static double patch[60][50];
  double two = 2, sum;
  int lo[2] = {20, 30}, hi[2] = {79, 79}, ld = 50;
  for (int i = 0; i < 60; i++)
    for (int j = 0; j < 50; j++) patch[i][j] = 1;
  GA_Zero(a);
  for (int i = 0; i < 10; i++) NGA_Acc(a, lo, hi, patch, &ld, &two);
  GA_Sync();
  NGA_Get(a, lo, hi, patch, &ld);
  for (int i = 0; i < 60; i++)
    for (int j = 0; j < 50; j++) expect(patch[i][j], 20.0 * ranks, "accumulate");
  sum = GA_Ddot(a, a);
  expect(sum, 60 * 50 * 400.0 * ranks * ranks, "dot product");
}

/* Every subscript twice: both contributions count. */
static void scatter(int a) {
  enum { MANY = 200 };
  static double v[MANY];
  int index[MANY][2], *list[MANY];
  double one = 1;
  for (int i = 0; i < MANY; i++) {
    index[i][0] = i / 2 % N;
    index[i][1] = (i / 2 * 5) % N;
    list[i] = index[i];
    v[i] = 1;
  }
  GA_Zero(a);
  NGA_Scatter_acc(a, v, list, MANY, &one);
  GA_Sync();
  NGA_Gather(a, v, list, MANY);
  for (int i = 0; i < MANY; i++) expect(v[i], 2.0 * ranks, "scatter");
  GA_Sync();
}

static void multiply(int a, int b, int c) {
  static double all[N][N];
  int lo[2] = {0, 0}, hi[2] = {N - 1, N - 1}, ld = N;
  double two = 2, three = 3;
  GA_Fill(a, &two);
  GA_Fill(b, &three);
  GA_Zero(c);
  GA_Dgemm('N', 'N', N, N, N, 1.0, a, b, 0.0, c);
  NGA_Get(c, lo, hi, all, &ld);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) expect(all[i][j], 6.0 * N, "product");
  GA_Sync();
}

static void count(void) {
  int dims[1] = {1}, zero[1] = {0}, handle = NGA_Create(C_LONG, 1, dims, (char *)"count", NULL);
  long total = 0, mine = 0;
  GA_Zero(handle);
  while (NGA_Read_inc(handle, zero, 1) < 1000) mine++;
  total = mine;
  GA_Lgop(&total, 1, (char *)"+");
  expect((double)total, 1000, "read and increment");
  GA_Destroy(handle);
}

/* The operation on a group of half of the ranks. */
static void use_group(void) {
  int half = (ranks + 1) / 2, *list = malloc((size_t)half * sizeof *list), sum = 1;
  for (int i = 0; i < half; i++) list[i] = i;
  int group = GA_Pgroup_create(list, half);
  if (me < half) {
    GA_Pgroup_igop(group, &sum, 1, (char *)"+");
    expect(sum, half, "sum of a group");
    int dims[1] = {10 * half}, a = GA_Create_handle();
    double one = 1;
    GA_Set_data(a, 1, dims, C_DBL);
    GA_Set_pgroup(a, group);
    GA_Allocate(a);
    GA_Fill(a, &one);
    expect(GA_Ddot(a, a), 10 * half, "array of a group");
    GA_Destroy(a);
  }
  GA_Sync();
  GA_Pgroup_destroy(group);
  free(list);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  GA_Initialize();
  MA_init(C_DBL, 200000, 200000);
  me = GA_Nodeid();
  ranks = GA_Nnodes();
  int a = make("a", C_DBL), b = make("b", C_DBL), c = make("c", C_DBL);
  put_and_get(a);
  accumulate(a);
  scatter(b);
  multiply(a, b, c);
  count();
  use_group();
  GA_Destroy(a);
  GA_Destroy(b);
  GA_Destroy(c);
  GA_Igop(&wrong, 1, (char *)"+");
  if (me == 0) printf("%s\n", wrong ? "wrong" : "all right");
  GA_Terminate();
  MPI_Finalize();
  return wrong != 0;
}
