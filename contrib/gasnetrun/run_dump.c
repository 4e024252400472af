/* SPDX-License-Identifier: BSD-3-Clause
 *
 * run_dump.c: gasnetrun --dump PID. The signal that asks for a dump ends a process that does not
 * expect it, so that only those are sent one that do (process.h). For a rank it goes to its
 * supervisor, which dumps the whole job, or to the agent that started it, which asks gasnetrun,
 * which asks all agents. A rank that another process manager has started knows those of its host
 * only.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "core/diag/dump_signal.h"
#include "contrib/gasnetrun/process.h"
#include "contrib/gasnetrun/run.h"

#define DEEPEST 32 /* shells between an agent and a rank */

static int send_dump(const char *self, pid_t pid, const struct hyd_process *p, int value,
                     const char *what) {
  const union sigval v = {.sival_int = value};
  if (value ? sigqueue(pid, HYD_DUMP_SIGNAL, v) : kill(pid, HYD_DUMP_SIGNAL)) {
    fprintf(stderr, "%s: --dump: cannot signal process %d (%s): %s\n", self, (int)pid, p->name,
            strerror(errno));
    return 1;
  }
  printf("%s: asked process %d (%s, %s) for a dump; it goes to the job's stderr\n", self, (int)pid,
         p->name, what);
  return 0;
}

/* The agent above a rank, or 0. */
static pid_t agent_above(pid_t parent, struct hyd_process *p) {
  for (int i = 0; i < DEEPEST && parent > 1 && hyd_process_read(parent, p) == 0; i++) {
    if (p->role == HYD_ROLE_AGENT) return parent;
    parent = p->parent;
  }
  return 0;
}

static int dump_rank(const char *self, pid_t pid, const struct hyd_process *p) {
  struct hyd_process other;
  pid_t agent;
  if (hyd_process_read(p->parent, &other) == 0 &&
      (other.role == HYD_ROLE_SUPERVISOR ||
       (other.role == HYD_ROLE_HIDDEN && strcmp(other.name, p->name) == 0)))
    return send_dump(self, p->parent, &other, 0, "the supervisor of that rank");
  if ((agent = agent_above(p->parent, &other)) != 0)
    return send_dump(self, agent, &other, 0, "the agent of that rank");
  return send_dump(self, pid, p, HYD_DUMP_HOST,
                   "a rank without a launcher of gasnetrun's: for the ranks of its host");
}

int hyd_run_dump(const char *self, pid_t pid) {
  struct hyd_process p, other;
  pid_t id;
  if (hyd_process_read(pid, &p)) {
    fprintf(stderr, "%s: --dump %d: no such process\n", self, (int)pid);
    return 1;
  }
  if (p.role == HYD_ROLE_SUPERVISOR) return send_dump(self, pid, &p, 0, "the job's supervisor");
  if (p.role == HYD_ROLE_LAUNCHER) return send_dump(self, pid, &p, 0, "the job's launcher");
  if (p.role == HYD_ROLE_AGENT) return send_dump(self, pid, &p, 0, "an agent of the job's");
  if (p.role == HYD_ROLE_RANK) return dump_rank(self, pid, &p);
  if ((id = hyd_process_child(pid, &other)) != 0) return hyd_run_dump(self, id);
  fprintf(stderr,
          "%s: --dump %d: process %s is no rank and no supervisor of a job; expected a process of "
          "the job\n",
          self, (int)pid, p.name);
  return 1;
}
