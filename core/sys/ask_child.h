/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ask_child.h: runs a function in a child process, because it would leave something behind in this
 * process: threads, open devices, or the state of a library that must not be used before fork.
 */
#ifndef HYD_SYS_ASK_CHILD_H
#define HYD_SYS_ASK_CHILD_H

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Returns what `ask` returns in the child: 0, or -1: see `why`. -1 also if the child ends
 * otherwise. */
static inline int hyd_ask_child(int (*ask)(char *why, size_t size), char *why, size_t size) {
  int fd[2], status = 0, rc;
  pid_t child;
  size_t at = 0;
  ssize_t n;
  *why = '\0';
  if (pipe(fd)) {
    snprintf(why, size, "no child process: pipe: %s (ulimit -n)", strerror(errno));
    return -1;
  }
  if ((child = fork()) == 0) {
    rc = ask(why, size);
    while ((n = write(fd[1], why, strlen(why) + 1)) < 0 && errno == EINTR) continue;
    _exit(n < 0 || rc ? 1 : 0);
  }
  if (child < 0) snprintf(why, size, "no child process: fork: %s (ulimit -u)", strerror(errno));
  close(fd[1]);
  while (child > 0 && at < size - 1 && (n = read(fd[0], why + at, size - 1 - at)) != 0) {
    if (n < 0 && errno != EINTR) break;
    if (n > 0) at += (size_t)n;
  }
  if (child > 0) why[at] = '\0';
  close(fd[0]);
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0) return 0;
  if (child > 0 && !*why) snprintf(why, size, "the process that was to ask has ended");
  return -1;
}

#endif
