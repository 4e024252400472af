/* SPDX-License-Identifier: BSD-3-Clause
 *
 * keeps.c: what becomes of signals that the client has set before init, and of those in a child
 * that a rank forks:
 *
 *   set=1     handlers and ignored signals are set before init, or none
 *
 * A rank that finds another handler than it should says so, and ends with 1.
 */
#include "fault.h"

#include <signal.h>
#include <sys/wait.h>

static const int handled[] = {SIGCHLD, SIGUSR1, SIGTERM, SIGSEGV,
                              SIGABRT, SIGQUIT, SIGALRM, SIGWINCH};
static const int ignored[] = {SIGPIPE, SIGHUP, SIGINT, SIGTTOU};
static const int caught[] = {SIGABRT, SIGILL, SIGSEGV, SIGBUS,  SIGFPE,  SIGINT,
                             SIGTERM, SIGHUP, SIGPIPE, SIGXCPU, SIGXFSZ, SIGQUIT};
#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static volatile sig_atomic_t heard;
static int wrong;

static void on_signal(int sig) { heard += sig == SIGCHLD; }

static void set_all(void) {
  for (size_t i = 0; i < COUNT(handled); i++) signal(handled[i], on_signal);
  for (size_t i = 0; i < COUNT(ignored); i++) signal(ignored[i], SIG_IGN);
}

static void expect(const char *where, int sig, void (*handler)(int)) {
  struct sigaction now;
  if (sigaction(sig, NULL, &now) || now.sa_handler == handler) return;
  fprintf(stderr, "rank %d: %s: signal %d has another handler\n", (int)gasnet_mynode(), where, sig);
  wrong = 1;
}

static void expect_kept(const char *where) {
  for (size_t i = 0; i < COUNT(handled); i++) expect(where, handled[i], on_signal);
  for (size_t i = 0; i < COUNT(ignored); i++) expect(where, ignored[i], SIG_IGN);
}

/* A child of this rank; how it ends when it is sent the signal. */
static int end_of_child(int sig) {
  int status = 0, ready[2];
  char byte;
  pid_t pid;
  if (pipe(ready)) fault_die("pipe");
  if ((pid = fork()) == 0) {
    if (fault_opt_int("set", 0))
      expect_kept("child");
    else
      for (size_t i = 0; i < COUNT(caught); i++) expect("child", caught[i], SIG_DFL);
    if (write(ready[1], wrong ? "w" : "r", 1) != 1) _exit(98);
    for (;;) pause();
  }
  if (pid < 0 || read(ready[0], &byte, 1) != 1) fault_die("fork");
  wrong |= byte == 'w';
  kill(pid, sig);
  while (waitpid(pid, &status, 0) < 0) continue;
  close(ready[0]);
  close(ready[1]);
  return WIFSIGNALED(status) ? WTERMSIG(status) : -1;
}

int main(int argc, char **argv) {
  int sig;
  fault_options(argc, argv);
  if (fault_opt_int("set", 0)) set_all();
  if (gasnet_init(&argc, &argv) != GASNET_OK) fault_die("gasnet_init");
  if (gasnet_attach(NULL, 0, 1 << 16, 0) != GASNET_OK) fault_die("gasnet_attach");
  fault_output();
  if (fault_opt_int("set", 0)) expect_kept("rank");
  sig = fault_opt_int("set", 0) ? SIGKILL : SIGQUIT;
  if (end_of_child(sig) != sig) wrong = 1;
  if (fault_opt_int("set", 0) && heard == 0) wrong = 1; /* of SIGCHLD */
  gasnet_barrier_notify(0, GASNET_BARRIERFLAG_ANONYMOUS);
  gasnet_barrier_wait(0, GASNET_BARRIERFLAG_ANONYMOUS);
  return wrong;
}
