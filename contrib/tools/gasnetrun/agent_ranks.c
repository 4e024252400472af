/* SPDX-License-Identifier: BSD-3-Clause
 *
 * agent_ranks.c: starts the ranks of a host, sees them end, and asks them where they are. Each has
 * a process group of its own, so that what it starts gets signals, too; pipes for its output, a
 * socket pair for PMI, and dies with the agent. A pipe that closes itself at exec tells why an exec
 * failed.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "contrib/tools/gasnetrun/agent.h"
#include "contrib/tools/gasnetrun/rows.h"
#include "core/diag/dump_signal.h"
#include "core/sys/clock.h"
#include "core/sys/fd.h"

extern char **environ;

/* Everything between the agent and one rank. */
enum { OUT, ERR, IN, PMI, FAILED, ENDS };
enum { OURS, THEIRS };
struct ends {
  int fd[ENDS][2];
};

/* Opens a pipe for a stream of a rank. The agent keeps the end to read from, but of stdin the end
 * to write to. */
static int open_end(struct hyd_agent *a, int fd[2], int which, uint32_t rank) {
  int pair[2] = {-1, -1}, rc;
  if (which == IN && (!hyd_input_is_for(a, rank) || a->given >= 0)) {
    int own = rank == 0 ? a->given : -1;
    fd[THEIRS] = own >= 0 ? own : open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (own >= 0) a->given = -1;
    return fd[THEIRS] < 0 ? -1 : 0;
  }
  rc = which == PMI ? hyd_pmi_open(pair) : pipe2(pair, O_CLOEXEC);
  fd[which == IN ? THEIRS : OURS] = hyd_fd_high(pair[0]);
  fd[which == IN ? OURS : THEIRS] = hyd_fd_high(pair[1]);
  return rc || fd[OURS] < 0 || fd[THEIRS] < 0 ? -1 : 0;
}

static int open_ends(struct hyd_agent *a, struct ends *e, uint32_t rank) {
  memset(e, -1, sizeof *e);
  for (int i = 0; i < ENDS; i++)
    if (open_end(a, e->fd[i], i, rank)) return -1;
  return 0;
}

static void close_ends(struct ends *e, int whose) {
  for (int i = 0; i < ENDS; i++) hyd_fd_close(&e->fd[i][whose]);
}

/* --- in the child --------------------------------------------------------- */

static int number_variable(const char *name, uint32_t value) {
  char text[24];
  snprintf(text, sizeof text, "%u", value);
  return setenv(name, text, 1);
}

/* Nothing of a process manager that the agent itself was started by. */
static void forget_managers(void) {
  char name[128];
  for (char **e = environ; *e;) {
    size_t n = strcspn(*e, "=");
    if ((strncmp(*e, "PMI_", 4) == 0 || strncmp(*e, "PMIX_", 5) == 0) && n < sizeof name) {
      snprintf(name, sizeof name, "%.*s", (int)n, *e);
      unsetenv(name); /* moves the others down */
    } else {
      e++;
    }
  }
}

/* -1: no memory is left. */
static int set_environment(const struct hyd_job_spec *spec, uint32_t rank, int pmi) {
  forget_managers();
  for (char **e = spec->env; *e; e++)
    if (strchr(*e, '=') && putenv(*e)) return -1;
  return number_variable("PMI_FD", (uint32_t)pmi) || number_variable("PMI_RANK", rank) ||
                 number_variable("PMI_SIZE", spec->size) || setenv("PMI_SPAWNED", "0", 1)
             ? -1
             : 0;
}

/* Gives a new process its streams and its socket to the agent. -1: errno says why one is missing.
 */
static int take_ends(const struct hyd_agent *a, struct ends *e) {
  if (dup2(e->fd[IN][THEIRS], STDIN_FILENO) < 0) return -1;
  if (!a->spec.own_output &&
      (dup2(e->fd[OUT][THEIRS], STDOUT_FILENO) < 0 || dup2(e->fd[ERR][THEIRS], STDERR_FILENO) < 0))
    return -1;
  return fcntl(e->fd[PMI][THEIRS], F_SETFD, 0);
}

static __attribute__((noreturn)) void become_rank(const struct hyd_agent *a, uint32_t rank,
                                                  struct ends *e, pid_t agent) {
  int err;
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != agent) _exit(128 + SIGKILL); /* it died before the line above */
  if (take_ends(a, e) == 0 && set_environment(&a->spec, rank, e->fd[PMI][THEIRS]) == 0) {
    hyd_loop_undo(&a->loop);
    execv(a->spec.program, a->spec.argv);
  }
  err = errno;
  while (write(e->fd[FAILED][THEIRS], &err, sizeof err) < 0 && errno == EINTR) continue;
  _exit(127);
}

/* --- in the agent --------------------------------------------------------- */

static int adopt_client(int fd) {
  if (fd >= 0) fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
  return fd;
}

/* 0, or errno of what failed; *execed_p: it was the exec. */
static int start_rank(struct hyd_agent *a, struct hyd_rank *p, int *execed_p) {
  struct ends e;
  pid_t agent = getpid();
  ssize_t n;
  int err = 0;
  if (open_ends(a, &e, p->rank) || (p->pid = fork()) < 0) {
    err = errno;
    p->pid = 0;
    close_ends(&e, OURS);
    close_ends(&e, THEIRS);
    return err;
  }
  if (p->pid == 0) become_rank(a, p->rank, &e, agent);
  if (a->spec.input == HYD_INPUT_FIRST && e.fd[IN][OURS] >= 0)
    p->look = fcntl(e.fd[IN][THEIRS], F_DUPFD_CLOEXEC, 3);
  close_ends(&e, THEIRS);
  setpgid(p->pid, p->pid); /* whichever of the two comes first */
  do n = read(e.fd[FAILED][OURS], &err, sizeof err);
  while (n < 0 && errno == EINTR);
  if (n == sizeof err) {
    *execed_p = 1;
    waitpid(p->pid, NULL, 0);
    p->pid = 0;
    close_ends(&e, OURS);
    return err;
  }
  close(e.fd[FAILED][OURS]);
  p->out[1] = adopt_client(e.fd[OUT][OURS]);
  p->out[2] = adopt_client(e.fd[ERR][OURS]);
  p->in = adopt_client(e.fd[IN][OURS]);
  p->pmi = adopt_client(e.fd[PMI][OURS]);
  a->live++;
  return 0;
}

static void report_failure(struct hyd_agent *a, uint32_t rank, int err, int execed) {
  int missing = err == ENOENT || err == ENOTDIR;
  if (execed)
    hyd_agent_say(a, HYD_MSG_FAIL, missing ? 127 : 126, 0,
                  "rank %u: cannot run %.150s: %s; expected a program for this host", rank,
                  a->spec.program, missing ? "no such program there" : strerror(err));
  else
    hyd_agent_say(a, HYD_MSG_FAIL, 1, 0,
                  "cannot start rank %u: socketpair, pipe2, /dev/null or fork: %s; expected room "
                  "for its files and process (ulimit -n, -u)",
                  rank, strerror(err));
  hyd_agent_end(a, 0);
}

void hyd_ranks_start(struct hyd_agent *a) {
  int err, execed = 0;
  a->rank = calloc((size_t)a->spec.ranks + 1, sizeof *a->rank);
  if (a->rank == NULL) {
    report_failure(a, a->spec.first, ENOMEM, 0);
    return;
  }
  for (; a->ranks < a->spec.ranks; a->ranks++) {
    struct hyd_rank *p = &a->rank[a->ranks];
    *p = (struct hyd_rank){.agent = a, .rank = a->spec.first + a->ranks};
    p->out[0] = p->out[1] = p->out[2] = p->in = p->look = p->pmi = p->wrapped = -1;
    if ((err = start_rank(a, p, &execed)) != 0) {
      report_failure(a, p->rank, err, execed);
      return;
    }
  }
  hyd_agent_tell(a, HYD_MSG_READY, 0);
}

void hyd_ranks_signal(struct hyd_agent *a, int sig) {
  for (uint32_t i = 0; i < a->ranks; i++)
    if (a->rank[i].pid && kill(-a->rank[i].pid, sig)) kill(a->rank[i].pid, sig);
}

static void reaped(struct hyd_agent *a, pid_t pid, int status) {
  struct hyd_message msg = {.type = HYD_MSG_EXIT, .b = (uint32_t)pid, .c = (uint32_t)status};
  struct hyd_rank *p = a->rank;
  while (p < hyd_ranks_end(a) && p->pid != pid) p++;
  if (p == hyd_ranks_end(a)) return;
  p->pid = 0;
  a->live--;
  hyd_io_drain(p);
  hyd_pmi_drain(p);
  hyd_input_over(p);
  msg.a = p->rank;
  msg.d = (p->joined ? HYD_EXIT_JOINED : 0) | (p->joined && !p->parted ? HYD_EXIT_SILENT : 0) |
          (p->gone ? HYD_EXIT_GONE : 0);
  hyd_agent_send(a, &msg);
}

void hyd_ranks_reap(struct hyd_agent *a) {
  int status;
  pid_t pid;
  while ((pid = waitpid(-1, &status, WNOHANG)) > 0) reaped(a, pid, status);
}

/* --- where the ranks are (gasnetrun --dump) -------------------------------- */

/* In the first round each rank says in a line what it waits for, also for neighbours that cannot:
 * one that is stopped still has that in the memory which they share. In the second each prints its
 * backtrace, one after the other. The agent says which ranks cannot answer. */
#define GAP_NS UINT64_C(20000000) /* as supervisor.c */
#define FEW 16
#define SHORT_GAP_NS UINT64_C(5000000)
#define ENDED (-1) /* in place of a pid */

/* The process that is the rank: the one that was started, or one that it wraps. 0: none. */
static pid_t process_of(const struct hyd_rank *p, int *stopped_p) {
  *stopped_p = 0;
  return p->pid ? hyd_process_rank(p->pid, stopped_p) : 0;
}

/* The process that answers for a rank; 0 or ENDED: none does, and *why_p says why. */
static pid_t pid_that_answers(const struct hyd_rank *p, const char **why_p) {
  int stopped;
  pid_t id = process_of(p, &stopped);
  if (p->pid == 0 || (p->joined && id == 0)) { /* in the second case its wrapper goes on */
    *why_p = "has ended";
    return ENDED;
  }
  *why_p = id && stopped ? "is stopped" : "has not come to gasnet_init, or does not call it";
  return stopped ? 0 : id;
}

/* The ranks before and after rank i that cannot answer, up to the last that has not ended. Rank i
 * speaks for those before it only if no rank further down does. */
static int places_for(const struct hyd_agent *a, const pid_t *pid, uint32_t i) {
  uint32_t before = 0, after = 0, n;
  for (n = 1; i + n < a->ranks && n <= HYD_DUMP_NEIGHBOURS && pid[i + n] <= 0; n++)
    if (pid[i + n] != ENDED) after = n;
  for (n = 1; n <= i && n <= HYD_DUMP_NEIGHBOURS && pid[i - n] <= 0; n++)
    if (pid[i - n] != ENDED) before = n;
  return HYD_DUMP_PLACES(n > i ? before : 0, after);
}

/* One may be the reason why the job ends: its peers have waited for it in vain. */
void hyd_ranks_name_stopped(struct hyd_agent *a) {
  for (struct hyd_rank *p = a->rank; p < hyd_ranks_end(a); p++) {
    int stopped;
    pid_t id = process_of(p, &stopped);
    if (id && stopped)
      hyd_agent_say(a, HYD_MSG_NOTE, 0, 0, "rank %u (pid %d) was stopped (SIGSTOP, or a debugger)",
                    p->rank, (int)id);
  }
}

static void ask_places(struct hyd_agent *a) {
  pid_t *pid = calloc(a->ranks + 1, sizeof *pid);
  const char *why;
  for (uint32_t i = 0; pid && i < a->ranks; i++) {
    struct hyd_rank *p = &a->rank[i];
    char process[24] = "";
    if ((pid[i] = pid_that_answers(p, &why)) > 0) continue;
    if (p->pid) snprintf(process, sizeof process, " (pid %d)", (int)p->pid);
    hyd_agent_say(a, HYD_MSG_NOTE, 0, 0, "rank %u%s %s", p->rank, process, why);
  }
  for (uint32_t i = 0; pid && i < a->ranks; i++)
    if (pid[i] > 0)
      sigqueue(pid[i], HYD_DUMP_SIGNAL, (union sigval){.sival_int = places_for(a, pid, i)});
  free(pid);
}

void hyd_dump_begin(struct hyd_agent *a, uint32_t round) {
  a->dump_round = round;
  a->dump_next = round == 1 ? a->ranks : 0;
  a->dump_ns = 0;
  if (round == 1) ask_places(a);
}

/* The next rank's turn; when all have had theirs gasnetrun is told. */
void hyd_dump_advance(struct hyd_agent *a, uint64_t now) {
  const char *why;
  pid_t id;
  if (a->dump_round == 0 || now < a->dump_ns) return;
  if (a->dump_next < a->ranks) {
    if ((id = pid_that_answers(&a->rank[a->dump_next], &why)) > 0) kill(id, HYD_DUMP_SIGNAL);
    a->dump_next++;
    a->dump_ns = now + (a->ranks <= FEW ? GAP_NS : SHORT_GAP_NS);
    return;
  }
  hyd_agent_tell(a, HYD_MSG_DUMPED, a->dump_round);
  a->dump_round = 0;
}

/* --- where they are, looked at from outside (rows.h) ----------------------- */

#define ROWS_PIECE 128u

void hyd_ranks_rows(struct hyd_agent *a, uint32_t round, uint32_t seconds) {
  struct hyd_rows rows = {0};
  struct hyd_bytes piece = {0};
  uint32_t at = 0, n;
  for (uint32_t i = 0; i < a->ranks; i++) {
    int stopped;
    pid_t id = process_of(&a->rank[i], &stopped);
    if (id) (void)hyd_rows_add(&rows, id, seconds);
  }
  do {
    n = rows.n - at < ROWS_PIECE ? rows.n - at : ROWS_PIECE;
    (void)hyd_rows_write(&piece, rows.row + at, n);
    at += n;
    hyd_agent_send(a, &(struct hyd_message){.type = HYD_MSG_ROWS,
                                            .a = round,
                                            .b = at == rows.n,
                                            .data = hyd_bytes_at(&piece),
                                            .n = hyd_bytes_used(&piece)});
    hyd_bytes_free(&piece);
  } while (at < rows.n);
  hyd_rows_free(&rows);
}
