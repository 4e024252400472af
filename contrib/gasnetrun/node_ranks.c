/* SPDX-License-Identifier: BSD-3-Clause
 *
 * node_ranks.c: starts the ranks of a host and sees them end. Each has a process group of its own,
 * so that what it starts gets signals, too; pipes for its output, a socket pair for PMI, and dies
 * with the agent. A pipe that closes itself at exec tells why an exec failed.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "contrib/gasnetrun/node.h"
#include "core/sys/fd.h"

extern char **environ;

/* The two ends of everything between the agent and one rank. */
struct ends {
  int out[2], err[2], in[2], pmi[2], failed[2];
};

static int open_pair(int pair[2], int is_socket) {
  int rc =
      is_socket ? socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) : pipe2(pair, O_CLOEXEC);
  if (rc) return -1;
  pair[0] = hyd_fd_high(pair[0]);
  pair[1] = hyd_fd_high(pair[1]);
  return pair[0] < 0 || pair[1] < 0 ? -1 : 0;
}

static int open_ends(struct ends *e, uint32_t rank) {
  memset(e, -1, sizeof *e);
  if (open_pair(e->out, 0) || open_pair(e->err, 0) || open_pair(e->pmi, 1) ||
      open_pair(e->failed, 0))
    return -1;
  if (rank == 0) return open_pair(e->in, 0);
  e->in[0] = open("/dev/null", O_RDONLY | O_CLOEXEC);
  return e->in[0] < 0 ? -1 : 0;
}

static void close_one(int *fd) {
  if (*fd >= 0) close(*fd);
  *fd = -1;
}

static void close_ends(struct ends *e, int which) { /* 0: the rank's; 1: ours */
  close_one(&e->out[!which]);
  close_one(&e->err[!which]);
  close_one(&e->in[which]);
  close_one(&e->pmi[which]);
  close_one(&e->failed[!which]);
}

/* --- in the child --------------------------------------------------------- */

static void number_variable(const char *name, uint32_t value) {
  char text[24];
  snprintf(text, sizeof text, "%u", value);
  setenv(name, text, 1);
}

/* Nothing of a process manager that the agent itself was started by. */
static void forget_managers(void) {
  for (char **e = environ; *e;) {
    size_t n = strcspn(*e, "=");
    char name[128];
    if ((strncmp(*e, "PMI_", 4) != 0 && strncmp(*e, "PMIX_", 5) != 0) || n >= sizeof name) {
      e++;
      continue;
    }
    memcpy(name, *e, n);
    name[n] = '\0';
    unsetenv(name); /* moves the others down */
  }
}

static void set_environment(const struct hyd_node *node, uint32_t rank, int pmi) {
  forget_managers();
  for (char **e = node->spec.env; *e; e++)
    if (strchr(*e, '=')) putenv(*e);
  number_variable("PMI_FD", (uint32_t)pmi);
  number_variable("PMI_RANK", rank);
  number_variable("PMI_SIZE", node->spec.size);
  setenv("PMI_SPAWNED", "0", 1);
}

static __attribute__((noreturn)) void become_rank(const struct hyd_node *node, uint32_t rank,
                                                  struct ends *e, pid_t agent) {
  int err;
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != agent) _exit(128 + SIGKILL); /* it died before the line above */
  dup2(e->in[0], STDIN_FILENO);
  if (!node->spec.own_output) dup2(e->out[1], STDOUT_FILENO);
  if (!node->spec.own_output) dup2(e->err[1], STDERR_FILENO);
  fcntl(e->pmi[0], F_SETFD, 0);
  set_environment(node, rank, e->pmi[0]);
  setrlimit(RLIMIT_NOFILE, &node->old_files);
  sigprocmask(SIG_SETMASK, &node->old_mask, NULL);
  execv(node->spec.program, node->spec.argv);
  err = errno;
  (void)!write(e->failed[1], &err, sizeof err);
  _exit(127);
}

/* --- in the agent --------------------------------------------------------- */

static void non_blocking(int fd) { fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK); }

static void adopt_ends(struct hyd_proc *p, struct ends *e) {
  p->out[1] = e->out[0];
  p->out[2] = e->err[0];
  p->in = p->rank == 0 ? e->in[1] : -1;
  p->pmi = e->pmi[1];
  non_blocking(p->out[1]);
  non_blocking(p->out[2]);
  non_blocking(p->pmi);
  if (p->in >= 0) non_blocking(p->in);
}

/* 0, or errno of what failed; *execed_p: it was the exec. */
static int start_rank(struct hyd_node *node, struct hyd_proc *p, int *execed_p) {
  struct ends e;
  pid_t agent = getpid();
  int err = 0;
  *execed_p = 0;
  if (open_ends(&e, p->rank) || (p->pid = fork()) < 0) {
    err = errno;
    p->pid = 0;
    close_ends(&e, 0);
    close_ends(&e, 1);
    return err;
  }
  if (p->pid == 0) become_rank(node, p->rank, &e, agent);
  close_ends(&e, 0);
  setpgid(p->pid, p->pid); /* whichever of the two comes first */
  if (read(e.failed[0], &err, sizeof err) != sizeof err) err = 0;
  close_one(&e.failed[0]);
  if (err) {
    *execed_p = 1;
    waitpid(p->pid, NULL, 0);
    p->pid = 0;
    close_ends(&e, 1);
    return err;
  }
  adopt_ends(p, &e);
  node->live++;
  return 0;
}

static void report_failure(struct hyd_node *node, uint32_t rank, int err, int execed) {
  int missing = err == ENOENT || err == ENOTDIR;
  if (execed)
    hyd_node_say(node, HYD_MSG_FAIL, missing ? 127 : 126, 0,
                 "host %s: rank %u: cannot run %.150s: %s", node->host, rank, node->spec.program,
                 missing ? "no such program there" : strerror(err));
  else
    hyd_node_say(node, HYD_MSG_FAIL, 1, 0,
                 "host %s: cannot start rank %u: socketpair, pipe2 or fork: %s", node->host, rank,
                 strerror(err));
}

void hyd_ranks_start(struct hyd_node *node) {
  const struct hyd_job_host *here = &node->spec.host[0];
  int err, execed;
  if (here->ranks && (node->proc = calloc(here->ranks, sizeof *node->proc)) == NULL) {
    report_failure(node, here->first, ENOMEM, 0);
    return;
  }
  for (uint32_t i = 0; i < here->ranks; i++) {
    struct hyd_proc *p = &node->proc[i];
    *p = (struct hyd_proc){.rank = here->first + i, .out = {-1, -1, -1}, .in = -1, .pmi = -1};
    node->procs++;
    if ((err = start_rank(node, p, &execed)) != 0) {
      node->failed = 1;
      report_failure(node, p->rank, err, execed);
      hyd_node_end(node, 0);
      return;
    }
  }
  hyd_node_say(node, HYD_MSG_READY, here->first, here->ranks, "%s", node->host);
}

void hyd_ranks_signal(struct hyd_node *node, int sig) {
  for (uint32_t i = 0; i < node->procs; i++)
    if (node->proc[i].pid && kill(-node->proc[i].pid, sig)) kill(node->proc[i].pid, sig);
}

void hyd_ranks_reaped(struct hyd_node *node, pid_t pid, int status) {
  struct hyd_proc *p = node->proc;
  struct hyd_msg_exit gone;
  while (p < node->proc + node->procs && p->pid != pid) p++;
  if (p == node->proc + node->procs) return;
  p->pid = 0;
  node->live--;
  hyd_io_drain(node, p);
  gone = (struct hyd_msg_exit){.rank = p->rank, .pid = (uint32_t)pid, .joined = p->joined != 0};
  if (WIFSIGNALED(status))
    gone.signal = (uint32_t)WTERMSIG(status);
  else
    gone.code = (uint32_t)WEXITSTATUS(status);
  (void)hyd_msg_write_exit(node->upward, &gone);
}
