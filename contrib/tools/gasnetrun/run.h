/* SPDX-License-Identifier: BSD-3-Clause
 *
 * run.h: the parts of gasnetrun: what was asked for, the program to run, and the two commands that
 * run none (--dump, doctor).
 *
 * For a job on this host gasnetrun starts no process: it checks, sets GASNET_PSHM_NODES and becomes
 * the program, which becomes the supervisor of its ranks (boot_fork.c). Signals, exit status,
 * output: all are the job's own. For a job over hosts it stays, and starts an agent on each
 * (ssh_job.c, root.h, agent.h).
 */
#ifndef HYD_GASNETRUN_RUN_H
#define HYD_GASNETRUN_RUN_H

#include <stddef.h>
#include <sys/types.h>

#include "contrib/tools/gasnetrun/input.h"

#define HYD_RUN_MAX_RANKS 65536
#define HYD_RUN_USAGE 2        /* exit statuses: the command line is wrong */
#define HYD_RUN_CANNOT_RUN 126 /* the program is there, but will not do */
#define HYD_RUN_NOT_FOUND 127
#define HYD_RUN_HERE "expected a working directory that exists and may be read"

enum hyd_run_action {
  HYD_RUN_JOB,
  HYD_RUN_HELP,
  HYD_RUN_VERSION,
  HYD_RUN_DUMP,
  HYD_RUN_TOP,
  HYD_RUN_DOCTOR,
  HYD_RUN_ENV
};

/* A command line, checked. Strings point into argv. */
struct hyd_run {
  enum hyd_run_action action;
  const char *fixed_conduit; /* from the name gasnetrun_<conduit>, or NULL */
  const char *conduit;       /* -c, or fixed_conduit, or NULL: as the program was compiled */
  const char *spawner;       /* -spawner, or NULL */
  const char *export_list;   /* -E, or NULL; unchecked (sent.c) */
  const char *host_list;     /* -H, or NULL */
  const char *host_file;     /* -hostfile, or NULL */
  const char *letter;        /* amudprun's -spawn, as GASNET_SPAWNFN, or NULL */
  const char *depth;         /* its -depth, or NULL */
  const char *mpirun;        /* the launcher, where MPIRUN_CMD is not set */
  const char *trace;         /* --trace, or NULL */
  enum hyd_input input;      /* -stdin */
  int input_given;           /* -stdin was given; else a program may ask for HYD_INPUT_INIT */
  int amudprun;              /* called by that name */
  long ranks, hosts;         /* hosts: 0 = not given */
  int verbose, dry_run, label, bind, show_binding, perf;
  const char *job, *draw; /* of --dump; --draw, or NULL */
  char **program;         /* program and its arguments, ended by NULL */
};

/* Ends gasnetrun, which has started nothing so far, with one line on stderr after its name; with
 * HYD_RUN_USAGE if what was asked for is wrong. What is said below to end it does so by these. */
void hyd_die(int status, const char *fmt, ...) __attribute__((format(printf, 2, 3), noreturn));
void hyd_wrong(const char *fmt, ...) __attribute__((format(printf, 1, 2), noreturn));

/* A line on stderr after gasnetrun's name; words in quotes. */
void hyd_say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void hyd_say_words(const char *what, char **words);

/* Reads the command line; ends gasnetrun if that is wrong. `self` is the base name gasnetrun was
 * called by. */
void hyd_run_parse(struct hyd_run *run, const char *self, int argc, char **argv);
const char *hyd_run_usage(void);
/* A whole decimal number, or the end; `name` is "-n " or "VARIABLE=", for the message. */
long hyd_run_number(const char *name, const char *text, long min, long max);

/* Whether this build has the conduit (any case), and the names of those that are for users. */
int hyd_run_has_conduit(const char *name);
const char *hyd_run_conduits(void);

/* self.c: the path of this program, as other hosts are asked for it; a file to execute for this
 * program again on this host. Without a way to know they end gasnetrun. */
const char *hyd_run_self(void);
const char *hyd_run_self_again(void);

/* What a program file says about itself (gasnet1-core.md 4.2). */
struct hyd_run_idents {
  char conduit[4][24]; /* names found, as written */
  int conduits;
  int fork_spawner, elf;
  int input_until_init; /* "$HydrantStdin: init $": it reads before init, in all ranks alike */
  const char *mpi;      /* the MPI it is linked with: openmpi, mpich; NULL: none, or another */
};

/* Path of a program, as a shell would look for it, in `path`. 0, or errno: ENOENT, EACCES,
 * EISDIR. */
int hyd_run_find(const char *name, char *path, size_t size);
/* Scans bytes for ident strings; adds to *ids. */
void hyd_run_scan(const char *bytes, size_t size, struct hyd_run_idents *ids);
/* The same for a whole file. 0, or errno. */
int hyd_run_scan_file(const char *path, struct hyd_run_idents *ids);

/* --- spawners: what starts the ranks (gasnet-env-launch.md 4, 8.1) ---------- */

enum hyd_spawner {
  HYD_BY_FORK,   /* the program itself, on this host */
  HYD_BY_SSH,    /* agents, started by ssh */
  HYD_BY_CUSTOM, /* agents, started by a user's command */
  HYD_BY_MPI,    /* an MPI's mpirun */
  HYD_BY_PMI     /* another process manager */
};
const char *hyd_spawner_name(enum hyd_spawner spawner);
/* The spawner of a job of that conduit, or the end. is_ours: the program's file says that it is
 * linked with a GASNet. */
enum hyd_spawner hyd_spawner_choose(struct hyd_run *run, const char *conduit, int is_ours);
/* Name of the conduit's variable, GASNET_<CONDUIT>_SPAWNER. */
void hyd_spawner_variable(const char *conduit, char *name, size_t size);

/* Becomes MPIRUN_CMD, or PMIRUN_CMD for HYD_BY_PMI, filled in. Returns if that was only to be said
 * (-t). */
void hyd_mpirun_job(struct hyd_run *run, enum hyd_spawner spawner, const char *program);
/* The MPIs that conduit mpi may have been built for: Open MPI, MPICH. mpirun: the launcher; "": it
 * was not built for that one. */
enum { HYD_MPIS = 2 };
struct hyd_mpi {
  const char *name, *mpirun;
};
extern const struct hyd_mpi hyd_mpis[HYD_MPIS];
/* The launcher of the MPI that a job of conduit mpi uses, by the same choice as
 * conduits/mpi/which.c; of the program's MPI, which may be NULL. */
const char *hyd_mpirun_of(const char *mpi);
/* A job over hosts, by ssh or a user's command: starts it, waits for its end. Its exit status. */
int hyd_ssh_job(struct hyd_run *run, enum hyd_spawner spawner, const char *program);

/* A variable that has several names: GASNET_<name>, AMUDP_<name>, <name>, whichever is there and
 * not empty. NULL: none. */
const char *hyd_run_variable(const char *name);
/* The end of a line about a list of hosts that is missing. */
#define HYD_RUNS_HERE "the job runs on this host"
/* A setting that is yes or no: its name and its value, which may be NULL: no. */
int hyd_run_yes(const char *name, const char *value);
/* What of this process's environment goes to other hosts: GASNET_*, the names of -E and those of
 * `usual`, a list with commas. NAME=VALUE, ended by NULL, to be freed as one. */
char **hyd_run_sent(const struct hyd_run *run, const char *usual);
/* One line names those that the user wants there and that cannot be sent. */
void hyd_run_say_unsent(const struct hyd_run *run, const char *usual);
/* GASNET_QUIET: whether notes and warnings are not wanted. */
int hyd_run_is_quiet(void);

/* gasnetrun --dump JOB (file: of --draw, or NULL), top and its arguments, doctor: exit statuses. */
int hyd_run_dump(const char *job, const char *file);
int hyd_run_top(char **argument);
int hyd_run_doctor(void);

/* env_list.c: the library's variables; `word` NULL: all, else those with it in name or
 * description. The exit status. */
int hyd_run_env(const char *word);

/* --- the doctor: one line for each thing looked at, and one for each fallback that the library
 * takes because of it -------------------------------------------------------- */

/* "name            text", and below it "-> fallback: text": something works in a slower way; or
 * "-> problem: text": something does not work. */
enum hyd_doctor_note { HYD_FALLBACK, HYD_PROBLEM, HYD_DOCTOR_NOTES };
void hyd_doctor_line(const char *name, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void hyd_doctor_note(enum hyd_doctor_note kind, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* The parts of the report. */
void hyd_doctor_machine(void);     /* doctor_machine.c */
void hyd_doctor_environment(void); /* doctor_env.c */

#endif
