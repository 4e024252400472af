/* SPDX-License-Identifier: BSD-3-Clause
 *
 * leftovers.c: kills leftovers by /proc/PID/task/THREAD/children. One round kills the children of
 * this process; then their children become children of this process, and the next round finds them.
 * On a kernel without that file leftovers stay.
 */
#include "core/boot/leftovers.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>

#include "core/sys/clock.h"

#define AT_ONCE 256 /* most children in one round */

static int was_before(const struct hyd_leftovers *l, pid_t pid) {
  for (uint32_t i = 0; i < l->nbefore; i++)
    if (l->before[i] == pid) return 1;
  return 0;
}

/* Adds the children of a thread, as many as there is room for. */
static void add_children(const char *process, const char *thread, pid_t *child, uint32_t room,
                         uint32_t *n_p) {
  char path[320];
  FILE *f;
  snprintf(path, sizeof path, "/proc/%s/task/%s/children", process, thread);
  if ((f = fopen(path, "re")) == NULL) return;
  while (*n_p < room && fscanf(f, "%d", &child[*n_p]) == 1) ++*n_p;
  fclose(f);
}

uint32_t hyd_children_of(const char *process, pid_t *child, uint32_t room) {
  char path[40];
  uint32_t n = 0;
  DIR *threads;
  snprintf(path, sizeof path, "/proc/%s/task", process);
  threads = opendir(path);
  for (struct dirent *e; threads && (e = readdir(threads)) != NULL;)
    if (e->d_name[0] != '.') add_children(process, e->d_name, child, room, &n);
  if (threads) closedir(threads);
  return n;
}

void hyd_leftovers_adopt(struct hyd_leftovers *l) {
  l->nbefore = hyd_children_of("self", l->before, HYD_CHILDREN_BEFORE);
  prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

int hyd_leftovers_kill(const struct hyd_leftovers *l) {
  pid_t child[AT_ONCE];
  uint32_t children = hyd_children_of("self", child, AT_ONCE);
  int killed = 0;
  for (uint32_t i = 0; i < children; i++)
    killed += !was_before(l, child[i]) && kill(child[i], SIGKILL) == 0;
  return killed;
}

void hyd_leftovers_end(const struct hyd_leftovers *l, int ms) {
  const struct timespec pause = {0, 2000000};
  uint64_t end = hyd_now_ns() + (uint64_t)ms * 1000000;
  do {
    pid_t pid;
    while ((pid = waitpid(-1, NULL, WNOHANG)) > 0) {
    }
    if (pid < 0 && errno == ECHILD) return;
    if (hyd_leftovers_kill(l) == 0 && l->nbefore) return;
    nanosleep(&pause, NULL);
  } while (hyd_now_ns() < end);
}
