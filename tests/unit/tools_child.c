/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tools_child.c: fork, with stderr in a pipe and an alarm set.
 */
#include "tools_child.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static void become_child(int write_fd, int (*fn)(const void *arg), const void *arg,
                         unsigned seconds) {
  struct rlimit no_core = {0, 0};
  (void)setrlimit(RLIMIT_CORE, &no_core);
  (void)alarm(seconds);
  if (dup2(write_fd, STDERR_FILENO) < 0) _exit(99);
  (void)close(write_fd);
  _exit(fn(arg));
}

struct child_result run_child(int (*fn)(const void *arg), const void *arg, unsigned seconds) {
  struct child_result result = {-1, 0, ""};
  int fds[2], status = 0;
  size_t len = 0;
  fflush(NULL);
  if (pipe(fds)) abort();
  pid_t pid = fork();
  if (pid < 0) abort();
  if (pid == 0) {
    (void)close(fds[0]);
    become_child(fds[1], fn, arg, seconds);
  }
  (void)close(fds[1]);
  for (ssize_t n = 1; n > 0 && len<sizeof(result.text) - 1; len += n> 0 ? (size_t)n : 0) {
    n = read(fds[0], result.text + len, sizeof(result.text) - 1 - len);
  }
  result.text[len] = '\0';
  (void)close(fds[0]);
  if (waitpid(pid, &status, 0) != pid) abort();
  if (WIFEXITED(status)) result.exited = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) result.signalled = WTERMSIG(status);
  return result;
}
