/* SPDX-License-Identifier: BSD-3-Clause
 *
 * killed.c CALL: rank 1 dies by SIGKILL while rank 0 is in calls of one kind, which wait for rank
 * 1, or access its memory again and again. The launcher ends the job.
 */
#include <armcix.h>
#include <signal.h>

#include "check.h"

enum { SECONDS = 40 };

/* Ends the job if the launcher has not: armci_test.py looks for the text. */
static void give_up(int signal_number) {
  static const char text[] = "rank 0 still waits\n";
  (void)signal_number;
  if (write(2, text, sizeof text - 1)) _exit(3);
}

static char **all;
static int number, one = 1, stride[1] = {100}, count[2] = {40, 8};

static void barrier(void) { ARMCI_Barrier(); }
static void lock(void) { ARMCI_Lock(0, 1); }
static void receive(void) { armci_msg_rcv(2, &number, sizeof number, NULL, 1); }
static void notify(void) { armci_notify_wait(1, &number); }
static void reduce(void) { armci_msg_igop(&number, 1, (char *)"+"); }
static void allocate(void) {
  void *both[2];
  ARMCI_Malloc(both, 8);
}
static void group(void) {
  ARMCI_Group copy, world;
  ARMCI_Group_get_world(&world);
  ARMCIX_Group_dup(&world, &copy);
}
static void get(void) { ARMCI_Get(all[1], all[0], 1000, 1); }
static void put(void) {
  ARMCI_Put(all[0], all[1], 1000, 1);
  ARMCI_Fence(1);
}
static void put_strided(void) { ARMCI_PutS(all[0], stride, all[1], stride, count, 1, 1); }
static void get_listed(void) {
  void *from[1] = {all[1]}, *to[1] = {all[0]};
  armci_giov_t list = {from, to, 8, 1};
  ARMCI_GetV(&list, 1, 1);
}
static void acc(void) {
  ARMCI_Acc(ARMCI_ACC_INT, &one, all[0], all[1], 1000, 1);
  ARMCI_Fence(1);
}
static void later(void) {
  armci_hdl_t h;
  ARMCI_INIT_HANDLE(&h);
  ARMCI_NbGet(all[1], all[0], 1000, 1, &h);
  ARMCI_NbPut(all[0], all[1], 1000, 1, NULL);
  ARMCI_Wait(&h);
  ARMCI_WaitAll();
}
static void rmw(void) { ARMCI_Rmw(ARMCI_FETCH_AND_ADD, &number, all[1], 1, 1); }

static const struct {
  const char *name;
  void (*call)(void);
} calls[] = {{"barrier", barrier},
             {"lock", lock},
             {"receive", receive},
             {"notify", notify},
             {"reduce", reduce},
             {"allocate", allocate},
             {"group", group},
             {"get", get},
             {"put", put},
             {"put_strided", put_strided},
             {"get_listed", get_listed},
             {"acc", acc},
             {"later", later},
             {"rmw", rmw}};

int main(int argc, char **argv) {
  char c = 0;
  begin_checks(&argc, &argv);
  signal(SIGALRM, give_up);
  alarm(SECONDS);
  all = make_memory(1000);
  ARMCI_Create_mutexes(1);
  if (me == 1) {
    ARMCI_Lock(0, 1);
    armci_msg_snd(1, &c, 1, 0);
    usleep(100000);
    kill(getpid(), SIGKILL);
  }
  armci_msg_rcv(1, &c, 1, NULL, 1);
  for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
    while (strcmp(argv[1], calls[i].name) == 0) calls[i].call();
  return 0;
}
