/* SPDX-License-Identifier: BSD-3-Clause
 *
 * idle.c: what the library takes while nothing is asked of it. Where the memory of all ranks is
 * mapped it has no thread. Elsewhere its threads sleep, and rank 0 is served while it sleeps
 * itself.
 */
#include <dirent.h>
#include <sys/resource.h>

#include "check.h"

enum { SLEEP_US = 600000, MOST_US = 200000 };

static int count_threads(void) {
  DIR *dir = opendir("/proc/self/task");
  int n = 0;
  for (struct dirent *entry; (entry = readdir(dir));) n += entry->d_name[0] != '.';
  closedir(dir);
  return n;
}

/* Microseconds of processors that this process has used. */
static long used_us(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000 + usage.ru_utime.tv_usec +
         usage.ru_stime.tv_usec;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  alarm(BOUND);
  int threads = count_threads();
  ARMCI_Init();
  me = armci_msg_me();
  ranks = armci_msg_nproc();
  if (armci_domain_count(ARMCI_DOMAIN_SMP) == 1) EXPECT(count_threads() == threads);
  char **all = make_memory(8);
  int one = 1;
  ARMCI_Barrier();
  long used = used_us();
  usleep(SLEEP_US);
  EXPECT(used_us() - used < MOST_US);
  ARMCI_Barrier();
  if (me) {
    ARMCI_Acc(ARMCI_ACC_INT, &one, &one, all[0], sizeof one, 0);
    ARMCI_Fence(0);
  } else {
    used = used_us();
    usleep(SLEEP_US);
    EXPECT(*(volatile int *)(void *)all[0] == ranks - 1);
    EXPECT(used_us() - used < MOST_US);
  }
  free_memory(all);
  return end_checks();
}
