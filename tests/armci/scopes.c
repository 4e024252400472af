/* SPDX-License-Identifier: BSD-3-Clause
 *
 * scopes.c: reductions, broadcasts and selections of each type over each scope, over a group, and
 * over the ranks of a host.
 */
#include "check.h"

static ARMCI_Group group; /* of all ranks, in reverse order */
static int members;       /* ranks of this host */
static int masters;       /* hosts, in a rank that is the first of its host; else 0 */

static char *op(const char *name) { return (char *)(size_t)name; }

/* The largest rank of this host is `first + members - 1`. */
static int first_of_host(void) { return me / members * members; }

#define TYPE_CASE(letter, type, value)                                                             \
  static void letter##_case(void) {                                                                \
    type world[2] = {(type)(me + 1), (type)-me}, of_group[2] = {(type)(me + 1), (type)-me};        \
    type host[2] = {(type)me, 1}, scoped = (type)(me + 2), least = (type)(me + 3);                 \
    int total = ranks * (ranks + 1) / 2;                                                           \
    armci_msg_##letter##gop(world, 2, op("+"));                                                    \
    EXPECT(world[0] == (type)total && world[1] == (type)(ranks - total));                          \
    armci_msg_group_##letter##gop(of_group, 2, op("max"), &group);                                 \
    EXPECT(of_group[0] == (type)ranks && of_group[1] == 0);                                        \
    armci_msg_clus_##letter##gop(host, 1, op("max"));                                              \
    armci_msg_clus_##letter##gop(host + 1, 1, op("+"));                                            \
    EXPECT(host[0] == (type)(first_of_host() + members - 1) && host[1] == (type)members);          \
    armci_msg_reduce_scope(SCOPE_NODE, &scoped, 1, op("min"), value);                              \
    if (me == first_of_host()) EXPECT(scoped == (type)(me + 2));                                   \
    armci_msg_group_gop_scope(SCOPE_ALL, &least, 1, op("min"), value, &group);                     \
    EXPECT(least == 3);                                                                            \
  }
TYPE_CASE(i, int, ARMCI_INT)
TYPE_CASE(l, long, ARMCI_LONG)
TYPE_CASE(ll, long long, ARMCI_LONG_LONG)
TYPE_CASE(f, float, ARMCI_FLOAT)
TYPE_CASE(d, double, ARMCI_DOUBLE)

/* Every rank names the root by its rank in the default group. */
static void broadcasts(void) {
  int word = me, last = first_of_host() + members - 1;
  armci_msg_bcast_scope(SCOPE_ALL, &word, sizeof word, ranks - 1);
  EXPECT(word == ranks - 1);
  word = me;
  armci_msg_bcast_scope(SCOPE_NODE, &word, sizeof word, last);
  EXPECT(word == last);
  word = me + 10;
  armci_msg_bcast_scope(SCOPE_MASTERS, &word, sizeof word, 0);
  EXPECT(word == (masters ? 10 : me + 10));
  word = me + 20;
  armci_msg_group_bcast_scope(SCOPE_NODE, &word, sizeof word, last, &group);
  EXPECT(word == last + 20);
}

/* The winner of each scope; of equal ones the first; nothing changes if no rank competes. */
static void selections(void) {
  struct {
    float value;
    int rank;
  } record = {(float)me, me};
  armci_msg_sel_scope(SCOPE_NODE, &record, sizeof record, op("max"), ARMCI_FLOAT, 1);
  EXPECT(record.rank == first_of_host() + members - 1);
  record.value = 1;
  record.rank = me;
  armci_msg_sel_scope(SCOPE_ALL, &record, sizeof record, op("min"), ARMCI_FLOAT, 1);
  EXPECT(record.rank == 0);
  record.rank = me;
  armci_msg_sel_scope(SCOPE_ALL, &record, sizeof record, op("min"), ARMCI_FLOAT, 0);
  EXPECT(record.rank == me);
  long value = me ? -me : 3;
  armci_msg_sel_scope(SCOPE_MASTERS, &value, sizeof value, op("max"), ARMCI_LONG, 1);
  EXPECT(value == (masters ? 3 : -me));
  int whole = me;
  armci_msg_sel(&whole, sizeof whole, op("max"), ARMCI_INT, me % 2 == 0);
  EXPECT(whole == (ranks - 1) / 2 * 2);
  long long wide = me;
  armci_msg_sel(&wide, sizeof wide, op("min"), ARMCI_LONG_LONG, me == ranks - 1);
  EXPECT(wide == ranks - 1);
}

/* The default group is `group`: its ranks are the roots, its members' addresses come in its order.
 */
static void default_group(void) {
  ARMCI_Group world;
  int word = me, root, up, left, right;
  void **all = calloc((size_t)ranks, sizeof *all), **again = calloc((size_t)ranks, sizeof *all);
  ARMCI_Group_get_world(&world);
  ARMCI_Group_set_default(&group);
  armci_msg_bcast(&word, sizeof word, 0);
  EXPECT(word == ranks - 1);
  armci_msg_bintree(SCOPE_ALL, &root, &up, &left, &right);
  EXPECT(root == 0 && up == (group.rank ? (group.rank - 1) / 2 : -1));
  all[group.rank] = again[group.rank] = (void *)(size_t)(me + 1);
  armci_exchange_address(all, ranks);
  armci_exchange_address_grp(again, ranks, &group);
  for (int i = 0; i < ranks; i++) EXPECT((size_t)all[i] == (size_t)(ranks - i));
  EXPECT(memcmp(all, again, (size_t)ranks * sizeof *all) == 0);
  EXPECT(ARMCI_Malloc(all, 64) == 0);
  ARMCI_PutValueInt(me, all[(group.rank + 1) % ranks], (me + ranks - 1) % ranks);
  ARMCI_Barrier();
  EXPECT(*(int *)all[group.rank] == (me + 1) % ranks);
  EXPECT(ARMCI_Free(all[group.rank]) == 0);
  EXPECT(ARMCI_Malloc_group_memdev(all, 64, &world, "hbm") == 0);
  EXPECT(ARMCI_Free_group(all[me], &world) == 0);
  ARMCI_Group_set_default(&world);
  free(all);
  free(again);
}

int main(int argc, char **argv) {
  begin_checks(&argc, &argv);
  int *list = malloc((size_t)ranks * sizeof *list);
  for (int i = 0; i < ranks; i++) list[i] = ranks - 1 - i;
  ARMCI_Group_create(ranks, list, &group);
  members = armci_domain_nprocs(ARMCI_DOMAIN_SMP, -1);
  masters = me % members ? 0 : ranks / members;
  i_case();
  l_case();
  ll_case();
  f_case();
  d_case();
  broadcasts();
  selections();
  default_group();
  ARMCI_Group_free(&group);
  free(list);
  return end_checks();
}
