/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tools_helper.c: runs a program for a process that may be dying: in a signal handler, with its
 * heap damaged and locks held. So nothing here allocates or takes a lock. It uses vfork, which
 * copies nothing, runs no hooks, and does not affect memory that a network has pinned.
 */
#include "tools_lib.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#define NAP_NS 2000000

/* In the child: resets all signal handlers; the table of handlers is the child's own after vfork.
 */
static void default_signals(void) {
  struct sigaction now, dflt = {.sa_handler = SIG_DFL};
  sigset_t none;
  for (int sig = 1; sig < _NSIG; sig++)
    if (sigaction(sig, NULL, &now) == 0 && now.sa_handler != SIG_IGN)
      (void)sigaction(sig, &dflt, NULL);
  (void)signal(SIGCHLD, SIG_DFL);
  sigemptyset(&none);
  (void)sigprocmask(SIG_SETMASK, &none, NULL);
}

static void __attribute__((__noreturn__)) become(const char *path, char *const argv[], int fd) {
  int null_fd = open("/dev/null", O_RDWR | O_CLOEXEC);
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (dup2(fd, STDOUT_FILENO) >= 0 && null_fd >= 0 && dup2(null_fd, STDIN_FILENO) >= 0 &&
      dup2(null_fd, STDERR_FILENO) >= 0) {
    default_signals();
    if (path) (void)execv(path, argv);
    (void)execvp(argv[0], argv);
  }
  _exit(127);
}

/* Waits for the child. 0: it ended with status 0; or the client, waiting for any child, has got its
 * status. */
static int wait_for(pid_t pid, unsigned seconds) {
  int status = 0;
  for (unsigned naps = 0; naps < seconds * (1000000000u / NAP_NS); naps++) {
    pid_t got = waitpid(pid, &status, WNOHANG);
    if (got != 0 && errno != EINTR)
      return got < 0 || (WIFEXITED(status) && WEXITSTATUS(status) == 0) ? 0 : -1;
    (void)gasnett_nsleep(NAP_NS);
  }
  (void)kill(pid, SIGKILL);
  (void)waitpid(pid, &status, 0);
  return -1;
}

int hyd_tools_run(const char *path, char *const argv[], int fd, unsigned seconds) {
  sigset_t all, before;
  int saved_errno = errno, result = -1;
  pid_t pid;
  sigfillset(&all);
  (void)pthread_sigmask(SIG_SETMASK, &all, &before); /* until the child has reset its handlers */
  pid = vfork();
  if (pid == 0) become(path, argv, fd);
  (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (pid > 0) result = wait_for(pid, seconds);
  errno = saved_errno;
  return result;
}
