/* SPDX-License-Identifier: BSD-3-Clause
 *
 * doctor.c: gasnetrun doctor. After looking at the machine it runs a small job of two ranks on
 * every conduit of this build, because that is the question. The job is a program of its own
 * (probe.c), linked as clients are, since modules are loaded by the shared library.
 */

#include <libgen.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>
#include <unistd.h>

#include "contrib/tools/gasnetrun/run.h"
#include "core/sys/clock.h"

#define GASNET_SEQ 1
#include "gasnetex.h"

#define PROBE_SECONDS "20"
#define HYD_PROBE "gasnet-probe"

static int noted[HYD_DOCTOR_NOTES];

void hyd_doctor_line(const char *name, const char *fmt, ...) {
  va_list ap;
  printf("%-18s ", name);
  va_start(ap, fmt);
  vprintf(fmt, ap);
  va_end(ap);
  putchar('\n');
}

void hyd_doctor_note(enum hyd_doctor_note kind, const char *fmt, ...) {
  va_list ap;
  noted[kind]++;
  printf("%-18s -> %s: ", "", kind == HYD_PROBLEM ? "problem" : "fallback");
  va_start(ap, fmt);
  vprintf(fmt, ap);
  va_end(ap);
  putchar('\n');
}

/* --- the job that is tried ------------------------------------------------ */

/* The probe is beside this program in the tree where both were built, or as installed, also where
 * that was moved. 0, or -1: it is nowhere. */
static int find_probe(void) {
  static char here[PATH_MAX], path[PATH_MAX + 64], libraries[2 * PATH_MAX];
  const char *lib = strrchr(HYD_LIB_DIR, '/') ? strrchr(HYD_LIB_DIR, '/') : "/lib",
             *old = getenv("LD_LIBRARY_PATH"), *const place[] = {here, here, HYD_PROBE_DIR},
             *const below[] = {"", "/../libexec/hydrant", ""};
  setenv("HYDRANT_RUN", hyd_run_self(), 1);
  snprintf(path, sizeof path, "%s", hyd_run_self());
  snprintf(here, sizeof here, "%s", dirname(path));
  snprintf(libraries, sizeof libraries, "%s/..%s%s%s", here, lib, old && *old ? ":" : "",
           old ? old : "");
  setenv("LD_LIBRARY_PATH", libraries, 1);
  for (int i = 0; i < 3; i++) {
    snprintf(path, sizeof path, "%s%s/" HYD_PROBE, place[i], below[i]);
    setenv("HYDRANT_PROBE", path, 1);
    if (access(path, X_OK) == 0) return 0;
  }
  return -1;
}

/* A job that is tried, and by what it is started. */
struct trial {
  const char *conduit, *mpi; /* mpi: the MPI whose launcher starts it; NULL: none */
  int agents;                /* by gasnetrun's agents: one is started on this host */
};

/* Without settings of the user's that change what is said. */
static void set_environment(const struct trial *t) {
  static const char *const unset[] = {"GASNET_VERBOSEENV", "GASNET_FREEZE", "GASNET_STATSFILE"};
  int shares = t->agents || strcasecmp(t->conduit, "smp") == 0;
  for (size_t i = 0; i < sizeof unset / sizeof unset[0]; i++) unsetenv(unset[i]);
  setenv("GASNET_PSHM_NODES", "2", 1);
  setenv("GASNET_CONDUIT", t->conduit, 1);
  setenv("GASNET_SUPERNODE_MAXSIZE", shares ? "0" : "1", 1);
  setenv("GASNET_OFI_LIST_DEVICES", "1", 1);
  setenv("GASNET_OFI_LIST_DEVICES_NODES", "0", 1);
  setenv("GASNET_MPI_COUNTS", "1", 1);
  setenv("GASNET_UDP_VERBOSE", "1", 1);
  if (t->mpi) setenv("GASNET_MPI_LIBRARY", t->mpi, 1);
}

#define LIMITED "exec timeout -k 2 " PROBE_SECONDS " "

/* Runs a command of the shell's; its status, with what it said; -1: there is no shell. */
static int run_command(const char *command, char *said, size_t size) {
  FILE *f = popen(command, "re");
  int status;
  snprintf(said, size, "cannot run a shell");
  if (f == NULL) return -1;
  said[fread(said, 1, size - 1, f)] = '\0';
  while (fgetc(f) != EOF) {
  }
  status = pclose(f);
  status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  if (status == 124) snprintf(said, size, "no end after " PROBE_SECONDS " seconds");
  return status;
}

static int try_job(const struct trial *t, char *said, size_t size) {
  set_environment(t);
  if (t->mpi)
    return run_command(LIMITED "\"$HYDRANT_RUN\" -c mpi -n 2 \"$HYDRANT_PROBE\" 2>&1", said, size);
  if (t->agents)
    return run_command(LIMITED
                       "\"$HYDRANT_RUN\" -c udp -n 2 -H localhost \"$HYDRANT_PROBE\" 2>&1 <&-",
                       said, size);
  return run_command(LIMITED "\"$HYDRANT_PROBE\" 2>&1", said, size);
}

/* Why the conduit has nothing to do here, as with no device: nothing is broken then. NULL: that is
 * not it. */
static const char *not_here(const char *said) {
  static const char words[] = "cannot be used here: ";
  const char *at = strstr(said, words);
  if (strstr(said, "attempt to run as root"))
    return "its mpirun starts no jobs of root; expected another user, or OMPI_ALLOW_RUN_AS_ROOT=1 "
           "and OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1";
  return at ? at + strlen(words) : NULL;
}

/* The text behind `word`, up to `end`, if the line begins with that word; NULL: it does not. */
static char *behind(char *line, const char *word, const char *end) {
  size_t n = strlen(word);
  char *at;
  if (strncmp(line, word, n) != 0) return NULL;
  if ((at = strstr(line + n, end)) != NULL) *at = '\0';
  return line + n;
}

/* What rank 0 said of its conduit, as far as a user can choose: the network, or the MPI, that is
 * used, and the other networks. */
static void report_said(const char *name, char *said) {
  char before[64], *save = NULL, *could, *used, *mpi, *tags, list[1000] = "";
  size_t n = (size_t)snprintf(before, sizeof before, "%s conduit: rank 0: ", name), at = 0;
  for (char *line = strtok_r(said, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
    if (strncmp(line, before, n) != 0) continue;
    if ((could = behind(line + n, "could use ", ": ")) != NULL &&
        at + strlen(could) + 3 < sizeof list)
      at += (size_t)snprintf(list + at, sizeof list - at, "%s%s", at ? ", " : "", could);
    if ((used = behind(line + n, "used is ", " at ")) != NULL)
      hyd_doctor_line("", "it used the network %s", used);
    if ((mpi = behind(line + n, "by ", ",")) != NULL) hyd_doctor_line("", "by %s", mpi);
    if ((tags = behind(line + n, "packets have ", "\n")) != NULL)
      hyd_doctor_line("", "packets have %s", tags);
  }
  if (strchr(list, ','))
    hyd_doctor_line("", "there are %s (GASNET_OFI_PROVIDER and GASNET_OFI_DEVICE choose)", list);
}

/* The first line has the reason; mpirun draws lines before. */
static char *reason(char *said) {
  said += strspn(said, "-=|\n ");
  said[strcspn(said, "\n")] = '\0';
  return said;
}

/* Whether a job of two ranks ran. */
static int report_trial(const struct trial *t) {
  static char said[8192], *first;
  const char *how = t->mpi ? t->mpi : t->agents ? "agents" : NULL, *why = NULL;
  char label[48];
  uint64_t began = hyd_now_ns();
  int status = try_job(t, said, sizeof said);
  snprintf(label, sizeof label, "conduit %s%s%s", t->conduit, how ? ", " : "", how ? how : "");
  if (status == 0) {
    hyd_doctor_line(label, "a job of 2 ranks ran in %.0f ms", (double)(hyd_now_ns() - began) / 1e6);
    report_said(t->conduit, said);
    return 1;
  }
  first = reason(said);
  if ((why = not_here(first)) != NULL)
    hyd_doctor_line(label, "%s", why);
  else
    hyd_doctor_line(label, "a job of 2 ranks ended with status %d", status);
  if (why == NULL) hyd_doctor_note(HYD_PROBLEM, "%s", first[0] ? first : "it said nothing");
  return 0;
}

/* Reports on conduit mpi once for each MPI that it was built for. */
static int report_mpi(const char *name) {
  const char *set = getenv("GASNET_MPI_LIBRARY");
  char *only = set && *set ? strdup(set) : NULL; /* a trial sets the variable */
  int usable = 0;
  for (int i = 0; i < HYD_MPIS; i++)
    if (hyd_mpis[i].mpirun[0] && (only == NULL || strcasecmp(only, hyd_mpis[i].name) == 0))
      usable += report_trial(&(struct trial){.conduit = name, .mpi = hyd_mpis[i].name});
  free(only);
  return usable;
}

static const char *last_line(char *said) {
  char *end = said + strlen(said), *at;
  while (end > said && end[-1] == '\n') *--end = '\0';
  return (at = strrchr(said, '\n')) != NULL ? at + 1 : said;
}

/* Where gasnetrun -c udp would run a job that names no hosts. */
static void report_hosts(void) {
  char said[8192], *save = NULL, *hosts, *fallback = NULL;
  int status =
      run_command(LIMITED "\"$HYDRANT_RUN\" -t -c udp -n 65536 \"$HYDRANT_PROBE\" 2>&1 <&-", said,
                  sizeof said);
  if (status) {
    hyd_doctor_line("hosts", "gasnetrun -c udp starts no job");
    hyd_doctor_note(HYD_PROBLEM, "%s", last_line(said));
    return;
  }
  for (char *line = strtok_r(said, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
    if (strstr(line, HYD_RUNS_HERE)) fallback = line;
    if ((hosts = behind(line, "gasnetrun: ", ", 65536 ranks")) == NULL ||
        !strstr(hosts, " hosts ("))
      continue;
    hyd_doctor_line("hosts", "%s",
                    strstr(hosts, "(no list") ? "this one; no list of hosts is set" : hosts);
  }
  if (fallback) hyd_doctor_note(HYD_FALLBACK, "%s", strchr(fallback, ' ') + 1);
}

static int report_udp(const char *name) {
  int usable = report_trial(&(struct trial){.conduit = name});
  usable += report_trial(&(struct trial){.conduit = name, .agents = 1});
  report_hosts();
  return usable;
}

static int report_conduits(void) {
  char names[256], *save = NULL;
  int usable = 0;
  snprintf(names, sizeof names, "%s", hyd_run_conduits());
  for (char *name = strtok_r(names, " ", &save); name; name = strtok_r(NULL, " ", &save))
    usable += strcasecmp(name, "mpi") == 0   ? report_mpi(name)
              : strcasecmp(name, "udp") == 0 ? report_udp(name)
                                             : report_trial(&(struct trial){.conduit = name});
  return usable;
}

int hyd_run_doctor(void) {
  const char *verdict = "Not tried whether jobs can run here";
  int usable = 0;
  signal(SIGXFSZ, SIG_IGN); /* stdout may be a file that may not grow */
  hyd_doctor_line("Hydrant", "%s; library: %s", PACKAGE_VERSION, GASNET_CONFIG_STRING);
  hyd_doctor_machine();
  hyd_doctor_environment();
  if (find_probe() == 0) {
    usable = report_conduits();
    verdict = usable ? "Jobs can run here" : "No job can run here";
  } else {
    hyd_doctor_line("conduits", "not tried");
    hyd_doctor_note(HYD_PROBLEM,
                    HYD_PROBE " is missing; expected it beside gasnetrun or in " HYD_PROBE_DIR
                              "; jobs do not need it");
  }
  printf("%s; %d fallback%s, %d problem%s\n", verdict, noted[HYD_FALLBACK],
         noted[HYD_FALLBACK] == 1 ? "" : "s", noted[HYD_PROBLEM],
         noted[HYD_PROBLEM] == 1 ? "" : "s");
  return usable ? 0 : 1;
}
