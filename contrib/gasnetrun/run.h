/* SPDX-License-Identifier: BSD-3-Clause
 *
 * run.h: the parts of gasnetrun: what was asked for, the program to run, and the two commands that
 * run none (--dump, doctor).
 *
 * For a job on this host gasnetrun starts no process: it checks, sets GASNET_PSHM_NODES and becomes
 * the program, which becomes the supervisor of its ranks (boot_fork.c). Signals, exit status,
 * output: all are the job's own. For a job over hosts it stays, and starts an agent on each
 * (ssh_job.h, root.h, agent.h).
 */
#ifndef HYD_GASNETRUN_RUN_H
#define HYD_GASNETRUN_RUN_H

#include <stddef.h>
#include <sys/types.h>

#define HYD_RUN_MAX_RANKS 65536
#define HYD_RUN_USAGE 2        /* exit statuses: the command line is wrong */
#define HYD_RUN_CANNOT_RUN 126 /* the program is there, but will not do */
#define HYD_RUN_NOT_FOUND 127

enum hyd_run_action { HYD_RUN_JOB, HYD_RUN_HELP, HYD_RUN_VERSION, HYD_RUN_DUMP, HYD_RUN_DOCTOR };

/* A command line, checked. Strings point into argv. */
struct hyd_run {
  enum hyd_run_action action;
  const char *fixed_conduit; /* from the name gasnetrun_<conduit>, or NULL */
  const char *conduit;       /* -c, or fixed_conduit, or NULL: as the program was compiled */
  const char *spawner;       /* -spawner, or NULL */
  const char *export_list;   /* -E, or NULL */
  const char *host_list;     /* -H, or NULL */
  const char *host_file;     /* -hostfile, or NULL */
  const char *letter;        /* amudprun's -spawn, as GASNET_SPAWNFN, or NULL */
  const char *depth;         /* its -depth, or NULL */
  int amudprun;              /* called by that name */
  long ranks, hosts, cpus;   /* hosts, cpus: 0 = not given */
  int verbose, dry_run, label, bind;
  pid_t pid;       /* of --dump */
  char **program;  /* program and its arguments, ended by NULL */
  char error[256]; /* one line, if hyd_run_parse failed */
};

/* Reads the command line. 0, or -1 with run->error set. `self` is the base name gasnetrun was
 * called by. */
int hyd_run_parse(struct hyd_run *run, const char *self, int argc, char **argv);
const char *hyd_run_usage(void);

/* Whether this build has the conduit (any case), and the names of all that it has. */
int hyd_run_has_conduit(const char *name);
const char *hyd_run_conduits(void);

/* Sets run->error; returns -1. */
int hyd_run_bad(struct hyd_run *run, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* What a program file says about itself (gasnet1-core.md 4.2). */
struct hyd_run_idents {
  char conduit[4][24]; /* names found, as written */
  int conduits;
  int fork_spawner, elf;
};

/* Path of a program, as a shell would look for it, in `path`. 0, or errno: ENOENT, EACCES,
 * EISDIR. */
int hyd_run_find(const char *name, char *path, size_t size);
/* Scans bytes for ident strings; adds to *ids. */
void hyd_run_scan(const char *bytes, size_t size, struct hyd_run_idents *ids);
/* The same for a whole file. 0, or errno. */
int hyd_run_scan_file(const char *path, struct hyd_run_idents *ids);

/* gasnetrun --dump PID, gasnetrun doctor: exit statuses. */
int hyd_run_dump(const char *self, pid_t pid);
int hyd_run_doctor(void);

#endif
