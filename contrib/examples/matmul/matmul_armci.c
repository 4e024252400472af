/* SPDX-License-Identifier: BSD-3-Clause
 *
 * matmul_armci.c [BLOCKS [EDGE]]: C = A * B, of BLOCKS x BLOCKS blocks with EDGE rows each, which
 * are dealt to the ranks in turn (block-cyclic), by armci.h alone. Work is a product of two blocks:
 * ranks draw its number from a counter, get two blocks, and accumulate the result to the owner of
 * the third block, which takes no part in that.
 */
#include <armci.h>
#include <string.h>

#include "matmul.h"

struct matrix {
  void **part; /* each rank's blocks, one after the other */
};

static int blocks, edge, me, ranks;

static int block_bytes(void) { return edge * edge * (int)sizeof(double); }
static int owner_of(int block) { return block % ranks; }

static void *place_of(const struct matrix *m, int block) {
  return (char *)m->part[owner_of(block)] + (size_t)(block / ranks) * (size_t)block_bytes();
}

static struct matrix make_matrix(double (*entry)(int, int)) {
  struct matrix m = {malloc((size_t)ranks * sizeof(void *))};
  int each = (blocks * blocks + ranks - 1) / ranks;
  if (m.part == NULL || ARMCI_Malloc(m.part, (armci_size_t)each * block_bytes()))
    ARMCI_Error("out of memory", 1);
  for (int block = me; block < blocks * blocks; block += ranks) {
    double *mine = place_of(&m, block);
    for (int i = 0; i < edge * edge; i++)
      mine[i] =
          entry ? entry(block / blocks * edge + i / edge, block % blocks * edge + i % edge) : 0;
  }
  return m;
}

/* Carries out products until none is left. Returns how many. */
static int work(const struct matrix *a, const struct matrix *b, const struct matrix *c,
                void *counter) {
  double *x = ARMCI_Malloc_local(block_bytes()), *y = ARMCI_Malloc_local(block_bytes());
  double *z = ARMCI_Malloc_local(block_bytes()), one = 1;
  int done = 0;
  for (long next;; done++) {
    ARMCI_Rmw(ARMCI_FETCH_AND_ADD_LONG, &next, counter, 1, 0);
    if (next >= (long)blocks * blocks * blocks) break;
    int block = (int)(next / blocks), k = (int)(next % blocks);
    int left = block / blocks * blocks + k, right = k * blocks + block % blocks;
    armci_hdl_t h;
    ARMCI_INIT_HANDLE(&h);
    ARMCI_NbGet(place_of(a, left), x, block_bytes(), owner_of(left), &h);
    ARMCI_Get(place_of(b, right), y, block_bytes(), owner_of(right));
    ARMCI_Wait(&h);
    memset(z, 0, (size_t)block_bytes());
    multiply_blocks(z, x, y, edge);
    ARMCI_Acc(ARMCI_ACC_DBL, &one, z, place_of(c, block), block_bytes(), owner_of(block));
  }
  ARMCI_Free_local(x);
  ARMCI_Free_local(y);
  ARMCI_Free_local(z);
  return done;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  read_sizes(argc, argv, &blocks, &edge);
  ARMCI_Init();
  me = armci_msg_me();
  ranks = armci_msg_nproc();
  struct matrix a = make_matrix(entry_a), b = make_matrix(entry_b), c = make_matrix(NULL);
  void **counter = malloc((size_t)ranks * sizeof *counter);
  ARMCI_Malloc(counter, me == 0 ? sizeof(long) : 0);
  if (me == 0) *(long *)counter[0] = 0;
  ARMCI_Barrier();
  int done = work(&a, &b, &c, counter[0]), wrong = 0;
  ARMCI_Barrier();
  for (int block = me; block < blocks * blocks; block += ranks)
    wrong += count_wrong(place_of(&c, block), block / blocks * edge, block % blocks * edge, edge,
                         blocks * edge);
  armci_msg_igop(&wrong, 1, "+");
  armci_msg_igop(&done, 1, "+");
  if (me == 0)
    printf("%d products of blocks by %d ranks; %s\n", done, ranks,
           wrong ? "the result is wrong" : "the result is that of a serial product");
  ARMCI_Free(counter[me]);
  ARMCI_Free(c.part[me]);
  ARMCI_Free(b.part[me]);
  ARMCI_Free(a.part[me]);
  ARMCI_Finalize();
  MPI_Finalize();
  return wrong != 0;
}
