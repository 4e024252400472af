/* SPDX-License-Identifier: BSD-3-Clause
 *
 * leftovers.c: /proc/self/task/THREAD/children lists children. One round kills a generation; its
 * children come to us, and the next round finds them. A kernel without that file keeps what is left
 * behind.
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

void hyd_leftovers_adopt(void) { prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

static int is_kept(const pid_t *keep, uint32_t n, pid_t pid) {
  for (uint32_t i = 0; i < n; i++)
    if (keep[i] == pid) return 1;
  return 0;
}

typedef void on_child(void *arg, pid_t child);

static void each_child_of(const char *thread, on_child *fn, void *arg) {
  char path[300];
  int child;
  FILE *f;
  snprintf(path, sizeof path, "/proc/self/task/%s/children", thread);
  if ((f = fopen(path, "re")) == NULL) return;
  while (fscanf(f, "%d", &child) == 1) fn(arg, child);
  fclose(f);
}

static void each_child(on_child *fn, void *arg) {
  DIR *threads = opendir("/proc/self/task");
  struct dirent *e;
  while (threads && (e = readdir(threads)) != NULL)
    if (e->d_name[0] != '.') each_child_of(e->d_name, fn, arg);
  if (threads) closedir(threads);
}

struct list {
  pid_t *child;
  uint32_t n, room;
};

static void add_to_list(void *arg, pid_t child) {
  struct list *l = arg;
  if (l->n < l->room) l->child[l->n++] = child;
}

uint32_t hyd_leftovers_list(pid_t *child, uint32_t room) {
  struct list l = {child, 0, room};
  each_child(add_to_list, &l);
  return l.n;
}

struct killing {
  const pid_t *keep;
  uint32_t n;
  int killed;
};

static void kill_unless_kept(void *arg, pid_t child) {
  struct killing *k = arg;
  if (!is_kept(k->keep, k->n, child) && kill(child, SIGKILL) == 0) k->killed++;
}

int hyd_leftovers_kill(const pid_t *keep, uint32_t n) {
  struct killing k = {keep, n, 0};
  each_child(kill_unless_kept, &k);
  return k.killed;
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
