/* SPDX-License-Identifier: BSD-3-Clause
 *
 * killed.c WAIT: rank 1 dies by SIGKILL while rank 0 waits for it in a barrier, a mutex, a message,
 * a notification, or a get. The launcher ends the job.
 */
#include <signal.h>

#include "check.h"

enum { SECONDS = 40 };

/* Ends the job if the launcher has not: armci_test.py looks for the text. */
static void give_up(int signal_number) {
  static const char text[] = "rank 0 still waits\n";
  (void)signal_number;
  if (write(2, text, sizeof text - 1)) _exit(3);
}

int main(int argc, char **argv) {
  begin_checks(&argc, &argv);
  signal(SIGALRM, give_up);
  alarm(SECONDS);
  char **all = make_memory(1000), c;
  int number = 0;
  const char *wait = argv[1];
  ARMCI_Create_mutexes(1);
  if (me == 1) {
    ARMCI_Lock(0, 1);
    armci_msg_snd(1, &c, 1, 0);
    usleep(100000);
    kill(getpid(), SIGKILL);
  }
  armci_msg_rcv(1, &c, 1, NULL, 1);
  if (strcmp(wait, "barrier") == 0) ARMCI_Barrier();
  if (strcmp(wait, "lock") == 0) ARMCI_Lock(0, 1);
  if (strcmp(wait, "receive") == 0) armci_msg_rcv(2, &c, 1, NULL, 1);
  if (strcmp(wait, "notify") == 0) armci_notify_wait(1, &number);
  while (strcmp(wait, "get") == 0) ARMCI_Get(all[1], all[0], 1000, 1);
  while (strcmp(wait, "acc") == 0)
    ARMCI_Acc(ARMCI_ACC_INT, &number, all[0], all[1], 1000, 1), ARMCI_Fence(1);
  return 0;
}
