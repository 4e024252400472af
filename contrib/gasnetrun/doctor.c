/* SPDX-License-Identifier: BSD-3-Clause
 *
 * doctor.c: gasnetrun doctor. After looking at the machine it runs a small job of two ranks on
 * every conduit of this build, because that is the question. The job is a program of its own
 * (probe.c), linked as clients are, since modules are loaded by the shared library.
 */

#include <libgen.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>
#include <unistd.h>

#include "contrib/gasnetrun/run.h"
#include "core/sys/clock.h"

#define GASNET_SEQ 1
#include "gasnetex.h"

#define PROBE_SECONDS "20"
#define HYD_PROBE "gasnet-probe"

static int noted[2]; /* by enum hyd_doctor_note */

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
  ssize_t n = readlink("/proc/self/exe", here, sizeof here - 1);
  snprintf(path, sizeof path, "%.*s", n > 0 ? (int)n : 0, here);
  snprintf(here, sizeof here, "%s", n > 0 ? dirname(path) : ".");
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

/* For the jobs that are tried; without settings of the user's that change what they say. */
static void set_environment(const char *conduit) {
  static const char *const unset[] = {"GASNET_VERBOSEENV", "GASNET_FREEZE", "GASNET_STATSFILE"};
  for (size_t i = 0; i < sizeof unset / sizeof unset[0]; i++) unsetenv(unset[i]);
  setenv("GASNET_PSHM_NODES", "2", 1);
  setenv("GASNET_CONDUIT", conduit, 1);
  setenv("GASNET_SUPERNODE_MAXSIZE", strcasecmp(conduit, "smp") == 0 ? "0" : "1", 1);
  setenv("GASNET_OFI_LIST_DEVICES", "1", 1);
  setenv("GASNET_OFI_LIST_DEVICES_NODES", "0", 1);
  setenv("GASNET_MPI_COUNTS", "1", 1);
}

#define LIMITED "exec timeout -k 2 " PROBE_SECONDS " "

/* Runs the probe job; its status, with what it said; -1: it cannot be tried. For mpi, by that MPI's
 * launcher. */
static int try_conduit(const char *conduit, const char *mpi, int found, char *said, size_t size) {
  FILE *f;
  int status;
  snprintf(said, size, HYD_PROBE " is not here; expected it beside gasnetrun or in " HYD_PROBE_DIR);
  if (!found) return -1;
  set_environment(conduit);
  snprintf(said, size, "cannot run a shell");
  if (mpi) setenv("GASNET_MPI_LIBRARY", mpi, 1);
  f = popen(mpi ? LIMITED "/proc/$PPID/exe -c mpi -n 2 \"$HYDRANT_PROBE\" 2>&1"
                : LIMITED "\"$HYDRANT_PROBE\" 2>&1",
            "re");
  if (f == NULL) return -1;
  said[fread(said, 1, size - 1, f)] = '\0';
  while (fgetc(f) != EOF) {
  }
  status = pclose(f);
  status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  if (status == 124) snprintf(said, size, "no end after " PROBE_SECONDS " seconds");
  return status;
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

/* What rank 0 said of its conduit, line by line: what it was offered, and what it uses. */
static void report_said(const char *name, char *said) {
  char before[64], *save = NULL;
  size_t n = (size_t)snprintf(before, sizeof before, "%s conduit: rank 0: ", name);
  for (char *line = strtok_r(said, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
    if (strncmp(line, before, n) == 0) hyd_doctor_line("", "%s", line + n);
}

/* The first line has the reason; mpirun draws lines before. */
static char *reason(char *said) {
  said += strspn(said, "-=|\n ");
  said[strcspn(said, "\n")] = '\0';
  return said;
}

/* Whether a job of two ranks ran. */
static int report_conduit(const char *name, const char *mpi, int found) {
  static char said[8192], *first;
  char label[48];
  const char *why = NULL;
  uint64_t began = hyd_now_ns();
  int status = try_conduit(name, mpi, found, said, sizeof said);
  snprintf(label, sizeof label, "conduit %s%s%s", name, mpi ? ", " : "", mpi ? mpi : "");
  if (status == 0) {
    hyd_doctor_line(label, "a job of 2 ranks ran in %.0f ms", (double)(hyd_now_ns() - began) / 1e6);
    report_said(name, said);
    return 1;
  }
  first = reason(said);
  if ((why = not_here(first)) != NULL)
    hyd_doctor_line(label, "%s", why);
  else if (status < 0)
    hyd_doctor_line(label, "not tried");
  else
    hyd_doctor_line(label, "a job of 2 ranks ended with status %d", status);
  if (why == NULL) hyd_doctor_note(HYD_PROBLEM, "%s", first[0] ? first : "it said nothing");
  return 0;
}

/* With each MPI that it was built for. */
static int report_mpi(const char *name, int found) {
  static const char *const kinds[][2] = {{"openmpi", HYD_MPIRUN_OPENMPI},
                                         {"mpich", HYD_MPIRUN_MPICH}};
  const char *old = getenv("GASNET_MPI_LIBRARY"), *only = old && *old ? strdup(old) : NULL;
  int usable = 0;
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
    if (*kinds[i][1] && (only == NULL || strcasecmp(only, kinds[i][0]) == 0))
      usable += report_conduit(name, kinds[i][0], found);
  return usable;
}

static int report_conduits(void) {
  char names[256], *save = NULL;
  int usable = 0, found = find_probe() == 0;
  snprintf(names, sizeof names, "%s", hyd_run_conduits());
  for (char *name = strtok_r(names, " ", &save); name; name = strtok_r(NULL, " ", &save))
    usable +=
        strcasecmp(name, "mpi") == 0 ? report_mpi(name, found) : report_conduit(name, NULL, found);
  return usable;
}

int hyd_run_doctor(void) {
  int usable;
  hyd_doctor_line("Hydrant", "%s; library: %s", PACKAGE_VERSION, GASNET_CONFIG_STRING);
  hyd_doctor_machine();
  hyd_doctor_environment();
  usable = report_conduits();
  printf("%s; %d fallback%s, %d problem%s\n", usable ? "Jobs can run here" : "No job can run here",
         noted[HYD_FALLBACK], noted[HYD_FALLBACK] == 1 ? "" : "s", noted[HYD_PROBLEM],
         noted[HYD_PROBLEM] == 1 ? "" : "s");
  return usable ? 0 : 1;
}
