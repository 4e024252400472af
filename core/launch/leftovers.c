/* SPDX-License-Identifier: BSD-3-Clause
 *
 * leftovers.c: /proc/PID/task/PID/children lists children. One round kills a generation; its children
 * come to us, and the next round finds them. A kernel without that file keeps what is left behind.
 */
#include "core/launch/leftovers.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/sys/clock.h"

void hyd_leftovers_adopt(void) { prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

static int is_kept(const pid_t *keep, uint32_t n, pid_t pid) {
  for (uint32_t i = 0; i < n; i++)
    if (keep[i] == pid) return 1;
  return 0;
}

int hyd_leftovers_kill(const pid_t *keep, uint32_t n) {
  char path[64];
  FILE *f;
  int pid, killed = 0;
  snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)getpid(), (int)getpid());
  if ((f = fopen(path, "re")) == NULL) return 0;
  while (fscanf(f, "%d", &pid) == 1)
    if (!is_kept(keep, n, pid) && kill(pid, SIGKILL) == 0) killed++;
  fclose(f);
  return killed;
}

void hyd_leftovers_end(int ms) {
  const struct timespec pause = {0, 2000000};
  uint64_t end = hyd_now_ns() + (uint64_t)ms * 1000000;
  for (;;) {
    pid_t pid;
    while ((pid = waitpid(-1, NULL, WNOHANG)) > 0) {
    }
    if ((pid < 0 && errno == ECHILD) || hyd_now_ns() > end) return;
    hyd_leftovers_kill(NULL, 0);
    nanosleep(&pause, NULL);
  }
}
