/* SPDX-License-Identifier: BSD-3-Clause
 *
 * after_main.c: see after_main.h. A thread looks now and then whether the process has threads that
 * are not the library's. Threads of other libraries, as of libfabric, keep the process as they do
 * without this library.
 */
#include "core/exit/after_main.h"

#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "core/sys/thread_name.h"

#define LOOK_NS 100000000L

static int is_ours(const char *tid) {
  char path[64], name[32] = "";
  snprintf(path, sizeof path, "/proc/self/task/%.20s/comm", tid);
  FILE *f = fopen(path, "r");
  if (f == NULL) return 1; /* it has just ended */
  if (fgets(name, sizeof name, f) == NULL) name[0] = 0;
  fclose(f);
  return strncmp(name, HYD_THREAD_PREFIX, strlen(HYD_THREAD_PREFIX)) == 0;
}

/* Counts the threads beside the main one that are the library's (ours), or that are not. */
static int count_threads(int ours) {
  DIR *tasks = opendir("/proc/self/task");
  const struct dirent *entry;
  int found = 0;
  if (tasks == NULL) return ours ? 0 : 1; /* then nothing is changed */
  while ((entry = readdir(tasks)))
    if (entry->d_name[0] != '.' && atoi(entry->d_name) != (int)getpid())
      found += is_ours(entry->d_name) == ours;
  closedir(tasks);
  return found;
}

static void *end_with_client(void *unused) {
  (void)unused;
  do {
    nanosleep(&(struct timespec){0, LOOK_NS}, NULL);
  } while (count_threads(0));
  exit(0);
}

void hyd_after_main(struct hyd_job *job) {
  sigset_t all, before;
  pthread_t thread;
  if (job->pid != getpid() || count_threads(1) == 0) return;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  if (pthread_create(&thread, NULL, end_with_client, NULL) == 0) {
    hyd_name_thread(thread, "end");
    pthread_detach(thread);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}
