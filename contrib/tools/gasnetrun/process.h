/* SPDX-License-Identifier: BSD-3-Clause
 *
 * process.h: what processes are to a job.
 */
#ifndef HYD_GASNETRUN_PROCESS_H
#define HYD_GASNETRUN_PROCESS_H

#include <stdint.h>
#include <sys/types.h>

enum hyd_role {
  HYD_IS_OTHER,
  HYD_IS_RANK,       /* catches the signal for dumps */
  HYD_IS_SUPERVISOR, /* maps a job's memory, and does not catch it */
  HYD_IS_LAUNCHER,   /* gasnetrun of a job over hosts */
  HYD_IS_AGENT,      /* an agent of such a job */
  HYD_IS_KEEPER,     /* the parent of an agent */
  HYD_IS_HIDDEN      /* forbids us to look (PR_SET_DUMPABLE) */
};

struct hyd_process {
  enum hyd_role role;
  pid_t parent;
  char state; /* R, S, D, T, t, Z */
  char name[32];
};

/* 0, or -1: it is not there. */
int hyd_process_read(pid_t pid, struct hyd_process *p);
/* The process that speaks for the job that `pid` is of, or that it has started: a supervisor,
 * gasnetrun, an agent, or a rank without any of these; 0: none. */
pid_t hyd_process_head(pid_t pid, struct hyd_process *p);
/* The rank that `pid` is or, if that is a wrapper (a shell, a debugger), the one below it; 0: there
 * is none. */
pid_t hyd_process_rank(pid_t pid, int *stopped_p);
/* The ranks among its children, below wrappers too, or itself: how many, of `room` at most. */
uint32_t hyd_process_ranks(pid_t pid, pid_t *rank, uint32_t room);
/* Where it has mapped the memory that the ranks of its host share; 0: nowhere, or errno: it cannot
 * be looked at. */
uintptr_t hyd_process_memory(pid_t pid);

/* A job, as a user names it: by any of its processes, by its program, or "" for the only one that
 * runs; or the end (run.h). */
struct hyd_job_found {
  pid_t pid;                 /* hyd_process_head */
  enum hyd_role role, named; /* of it, and of the process that was named */
  pid_t root;                /* gasnetrun of a job over hosts, if it is on this one; else 0 */
  char name[32];
};
void hyd_job_find(struct hyd_job_found *job, const char *command, const char *word);

#endif
