/* SPDX-License-Identifier: BSD-3-Clause
 *
 * mistakes.c NAME: makes one mistake at rank 0. The job ends with status 1 and one line that says
 * what was wrong (armci_test.py).
 */
#include <armcix.h>

#include "check.h"

static char **all, buffer[64];
static double one = 1;
static int count[2] = {8, 2}, stride[1] = {16};

static void large_rank(void) { ARMCI_Put(buffer, all[0], 8, ranks); }
static void negative_rank(void) { ARMCI_Get(all[0], buffer, 8, -1); }
static void outside(void) { ARMCI_Put(buffer, buffer, 8, 0); }
static void beyond(void) { ARMCI_Get((char *)((size_t)all[0] + (1UL << 46)), buffer, 8, 0); }
static void negative_bytes(void) { ARMCI_Put(buffer, all[0], -8, 0); }
static void negative_count(void) {
  count[1] = -2;
  ARMCI_PutS(buffer, stride, all[0], stride, count, 1, 0);
}
static void levels(void) { ARMCI_GetS(all[0], stride, buffer, stride, count, 9, 0); }
static void pieces(void) {
  void *local[1] = {buffer}, *remote[1] = {all[0]};
  armci_giov_t v = {local, remote, 8, -3};
  ARMCI_PutV(&v, 1, 0);
}
static void piece_outside(void) {
  void *local[1] = {buffer}, *remote[1] = {buffer};
  armci_giov_t v = {local, remote, 8, 1};
  ARMCI_AccV(ARMCI_ACC_DBL, &one, &v, 1, 0);
}
static void unknown_type(void) { ARMCI_Acc(37, &one, buffer, all[0], 8, 0); }
static void half_element(void) { ARMCI_Acc(ARMCI_ACC_DBL, &one, buffer, all[0], 12, 0); }
static void unknown_rmw(void) { ARMCI_Rmw(12, buffer, all[0], 1, 0); }
static void crooked_rmw(void) { ARMCI_Rmw(ARMCI_FETCH_AND_ADD_LONG, buffer, all[0] + 4, 1, 0); }
static void no_mutexes(void) { ARMCI_Lock(0, 0); }
static armcix_mutex_hdl_t make_set(void) {
  ARMCI_Group world;
  ARMCI_Group_get_world(&world);
  return ARMCIX_Create_mutexes_hdl(1, &world);
}
static armcix_mutex_hdl_t set;
static void mutex_number(void) { ARMCIX_Lock_hdl(set, 7, 0); }
static void unlock(void) { ARMCIX_Unlock_hdl(set, 0, 0); }
static void lock_twice(void) {
  ARMCIX_Lock_hdl(set, 0, 0);
  ARMCIX_Lock_hdl(set, 0, 0);
}
static void negative_malloc(void) { ARMCI_Malloc_local(-1); }
static void reduction(void) { armci_msg_igop(count, 1, (char *)"xor"); }
static void real_bits(void) { armci_msg_dgop(&one, 1, (char *)"&"); }
static void scope(void) { armci_msg_gop_scope(5, count, 1, (char *)"+", ARMCI_INT); }
static void member(void) {
  int wrong_member = ranks;
  ARMCI_Group out;
  ARMCI_Group_create(1, &wrong_member, &out);
}
static void not_member(void) {
  ARMCI_Group none;
  ARMCI_Group_create(0, NULL, &none);
  armci_msg_group_barrier(&none);
}
static void finalized(void) {
  ARMCI_Finalize();
  ARMCI_Put(buffer, all[0], 8, 0);
}
static void error(void) { ARMCI_Error("the program gives up", 7); }

static const struct {
  const char *name;
  void (*make)(void);
  int by_all;
} mistakes[] = {{"large_rank", large_rank, 0},
                {"negative_rank", negative_rank, 0},
                {"outside", outside, 0},
                {"beyond", beyond, 0},
                {"negative_bytes", negative_bytes, 0},
                {"negative_count", negative_count, 0},
                {"levels", levels, 0},
                {"pieces", pieces, 0},
                {"piece_outside", piece_outside, 0},
                {"unknown_type", unknown_type, 0},
                {"half_element", half_element, 0},
                {"unknown_rmw", unknown_rmw, 0},
                {"crooked_rmw", crooked_rmw, 0},
                {"no_mutexes", no_mutexes, 0},
                {"mutex_number", mutex_number, 0},
                {"unlock", unlock, 0},
                {"lock_twice", lock_twice, 0},
                {"negative_malloc", negative_malloc, 0},
                {"reduction", reduction, 0},
                {"real_bits", real_bits, 0},
                {"scope", scope, 0},
                {"member", member, 0},
                {"not_member", not_member, 1},
                {"finalized", finalized, 1},
                {"error", error, 0}};

int main(int argc, char **argv) {
  begin_checks(&argc, &argv);
  all = make_memory(64);
  set = make_set();
  for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++)
    if (strcmp(argv[1], mistakes[i].name) == 0 && (me == 0 || mistakes[i].by_all))
      mistakes[i].make();
  ARMCI_Barrier(); /* rank 0 does not come */
  return end_checks();
}
