/* SPDX-License-Identifier: BSD-3-Clause
 *
 * matmul_ga.c [BLOCKS [EDGE]]: the product of matmul_armci.c with Global Arrays: block-cyclic
 * arrays, work drawn by NGA_Read_inc, and NGA_Acc.
 */
#include <ga.h>
#include <macdecls.h>
#include <mpi.h>
#include <string.h>

#include "matmul.h"

static int blocks, edge;

static int make_matrix(const char *name) {
  int size[2] = {blocks * edge, blocks * edge}, block[2] = {edge, edge}, a = GA_Create_handle();
  GA_Set_data(a, 2, size, C_DBL);
  GA_Set_array_name(a, (char *)name);
  GA_Set_block_cyclic(a, block);
  if (!GA_Allocate(a)) GA_Error((char *)"out of memory", 1);
  GA_Zero(a);
  return a;
}

static void bounds_of(int block, int lo[2], int hi[2]) {
  lo[0] = block / blocks * edge;
  lo[1] = block % blocks * edge;
  hi[0] = lo[0] + edge - 1;
  hi[1] = lo[1] + edge - 1;
}

static void get_block(int a, int block, double *to) {
  int lo[2], hi[2];
  bounds_of(block, lo, hi);
  NGA_Get(a, lo, hi, to, &edge);
}

static void fill_matrix(int a, double (*entry)(int, int), double *buffer) {
  for (int block = GA_Nodeid(); block < blocks * blocks; block += GA_Nnodes()) {
    int lo[2], hi[2];
    bounds_of(block, lo, hi);
    for (int i = 0; i < edge * edge; i++) buffer[i] = entry(lo[0] + i / edge, lo[1] + i % edge);
    NGA_Put(a, lo, hi, buffer, &edge);
  }
}

static void work(int a, int b, int c, int counter, double *x, double *y, double *z) {
  int zero[1] = {0}, lo[2], hi[2];
  double one = 1;
  for (long next; (next = NGA_Read_inc(counter, zero, 1)) < (long)blocks * blocks * blocks;) {
    int block = (int)(next / blocks), k = (int)(next % blocks);
    get_block(a, block / blocks * blocks + k, x);
    get_block(b, k * blocks + block % blocks, y);
    memset(z, 0, (size_t)(edge * edge) * sizeof *z);
    multiply_blocks(z, x, y, edge);
    bounds_of(block, lo, hi);
    NGA_Acc(c, lo, hi, z, &edge, &one);
  }
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  read_sizes(argc, argv, &blocks, &edge);
  GA_Initialize();
  size_t bytes = (size_t)(edge * edge) * sizeof(double);
  double *x = malloc(bytes), *y = malloc(bytes), *z = malloc(bytes);
  int one[1] = {1}, a = make_matrix("a"), b = make_matrix("b"), c = make_matrix("c"), wrong = 0;
  int counter = NGA_Create(C_LONG, 1, one, (char *)"counter", NULL);
  GA_Zero(counter);
  fill_matrix(a, entry_a, x);
  fill_matrix(b, entry_b, x);
  GA_Sync();
  work(a, b, c, counter, x, y, z);
  GA_Sync();
  for (int block = GA_Nodeid(); block < blocks * blocks; block += GA_Nnodes()) {
    get_block(c, block, x);
    wrong += count_wrong(x, block / blocks * edge, block % blocks * edge, edge, blocks * edge);
  }
  GA_Igop(&wrong, 1, (char *)"+");
  if (GA_Nodeid() == 0)
    printf("%d products of blocks by %d ranks; %s\n", blocks * blocks * blocks, GA_Nnodes(),
           wrong ? "the result is wrong" : "the result is that of a serial product");
  GA_Terminate();
  MPI_Finalize();
  free(x);
  free(y);
  free(z);
  return wrong != 0;
}
