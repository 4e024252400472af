/* SPDX-License-Identifier: BSD-3-Clause
 *
 * process.h: what /proc tells of processes that may be part of a job, so that the signal for a dump
 * is sent to none that would die of it.
 */
#ifndef HYD_GASNETRUN_PROCESS_H
#define HYD_GASNETRUN_PROCESS_H

#include <sys/types.h>

enum hyd_role {
  HYD_ROLE_OTHER,
  HYD_ROLE_RANK,       /* catches the signal */
  HYD_ROLE_SUPERVISOR, /* maps a job's memory, and does not catch it */
  HYD_ROLE_LAUNCHER,   /* gasnetrun of a job over hosts */
  HYD_ROLE_AGENT,      /* one of its agents, */
  HYD_ROLE_KEEPER,     /* and that one's parent */
  HYD_ROLE_HIDDEN      /* forbids us to look (PR_SET_DUMPABLE) */
};

/* Names that agents give themselves (prctl). */
#define HYD_AGENT_NAME "gasnetrun-agent"
#define HYD_KEEPER_NAME "gasnetrun-keep"

struct hyd_process {
  enum hyd_role role;
  pid_t parent;
  char state; /* R, S, D, T, t, Z */
  char name[32];
};

/* 0, or -1: there is no such process. */
int hyd_process_read(pid_t pid, struct hyd_process *p);

/* The rank that `pid` is or, if that is a wrapper (a shell, a debugger), the one below it; 0: there
 * is none. */
pid_t hyd_process_rank(pid_t pid, struct hyd_process *p);

/* The first child that is part of a job, or 0. */
pid_t hyd_process_child(pid_t pid, struct hyd_process *child);

#endif
