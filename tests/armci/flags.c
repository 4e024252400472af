/* SPDX-License-Identifier: BSD-3-Clause
 *
 * flags.c: a target sees a flag only after what was put before it, by plain loads: put and flag
 * without a fence, Put_flag, PutS_flag, PutS_flag_dir, and notifications.
 */
#include <armcix.h>

#include "check.h"

enum { ROUNDS = 30, N = 3000 };

static char **memory;
struct area {
  long data[N];
  int flag;
};

static struct area *at(int proc) { return (struct area *)(void *)memory[proc]; }

static void await(volatile int *flag, int value) {
  while (*flag != value) ARMCIX_Progress();
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
}

static void fill(long *data, int round) {
  for (int i = 0; i < N; i++) data[i] = (long)round * N + i;
}

/* Sends the data in the round's way. */
static void send(long *data, int round, int to) {
  int count[2] = {N / 3 * (int)sizeof(long), 3}, stride[1] = {N / 3 * (int)sizeof(long)};
  switch (round % 5) {
  case 0:
    ARMCI_PutS(data, stride, at(to)->data, stride, count, 1, to);
    ARMCI_Put(&round, &at(to)->flag, sizeof round, to);
    break;
  case 1:
    ARMCI_Put(data, at(to)->data, (int)sizeof(long) * N, to);
    ARMCI_PutValueInt(round, &at(to)->flag, to);
    break;
  case 2:
    ARMCI_Put_flag(data, at(to)->data, (int)sizeof(long) * N, &at(to)->flag, round, to);
    break;
  case 3:
    ARMCI_PutS_flag(data, stride, at(to)->data, stride, count, 1, &at(to)->flag, round, to);
    break;
  default:
    ARMCI_PutS_flag_dir(data, stride, at(to)->data, stride, count, 1, &at(to)->flag, round, to);
  }
}

int main(int argc, char **argv) {
  static long data[N];
  begin_checks(&argc, &argv);
  memory = make_memory(sizeof(struct area));
  int to = (me + 1) % ranks, from = (me + ranks - 1) % ranks;
  for (int round = 1; round <= ROUNDS; round++) {
    fill(data, round);
    send(data, round, to);
    memset(data, 0, sizeof data); /* may be reused */
    await(&at(me)->flag, round);
    fill(data, round);
    EXPECT(memcmp(data, at(me)->data, sizeof data) == 0);
    ARMCI_Barrier();
    memset(at(me)->data, 0, sizeof data);
    ARMCI_Barrier();
    int waited = 0;
    ARMCI_Put(data, at(to)->data, (int)sizeof data, to);
    EXPECT(armci_notify(to) == round);
    EXPECT(armci_notify_wait(from, &waited) >= round && waited == round);
    EXPECT(memcmp(data, at(me)->data, sizeof data) == 0);
    ARMCI_Barrier();
  }
  free_memory(memory);
  return end_checks();
}
