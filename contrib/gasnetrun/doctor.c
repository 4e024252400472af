/* SPDX-License-Identifier: BSD-3-Clause
 *
 * doctor.c: gasnetrun doctor. After looking at the machine it runs a small job of two ranks on
 * every conduit of this build, because that is the question. The job is a program of its own
 * (probe.c), linked as clients are, since modules are loaded by the shared library.
 */
#include "contrib/gasnetrun/doctor.h"

#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "contrib/gasnetrun/run.h"

#define GASNET_SEQ 1
#include "gasnetex.h"

#define PROBE_SECONDS 20
#define HYD_PROBE "gasnet-probe"

static int fallbacks, problems;

void hyd_doctor_line(const char *name, const char *fmt, ...) {
  va_list ap;
  printf("%-18s ", name);
  va_start(ap, fmt);
  vprintf(fmt, ap);
  va_end(ap);
  putchar('\n');
}

static void note(const char *what, const char *fmt, va_list ap) {
  printf("%-18s -> %s", "", what);
  vprintf(fmt, ap);
  putchar('\n');
}

void hyd_doctor_fallback(const char *fmt, ...) {
  va_list ap;
  fallbacks++;
  va_start(ap, fmt);
  note("fallback: ", fmt, ap);
  va_end(ap);
}

void hyd_doctor_problem(const char *fmt, ...) {
  va_list ap;
  problems++;
  va_start(ap, fmt);
  note("problem: ", fmt, ap);
  va_end(ap);
}

/* --- the job that is tried ------------------------------------------------ */

/* The directory of this program; "." if it cannot be found out. */
static void own_directory(char *directory, size_t size) {
  ssize_t n = readlink("/proc/self/exe", directory, size - 1);
  char *slash;
  directory[n > 0 ? n : 0] = '\0';
  slash = strrchr(directory, '/');
  if (slash)
    *slash = '\0';
  else
    snprintf(directory, size, ".");
}

/* It is beside this program in the tree where both were built, or as installed, also where that was
 * moved. -1: it is nowhere. */
static int find_probe(char *path, size_t size, char *libraries, size_t libraries_size) {
  const char *lib = strrchr(HYD_LIB_DIR, '/') ? strrchr(HYD_LIB_DIR, '/') : "/lib",
             *old = getenv("LD_LIBRARY_PATH");
  static char here[PATH_MAX];
  own_directory(here, sizeof here);
  snprintf(libraries, libraries_size, "%s/..%s%s%s", here, lib, old && *old ? ":" : "",
           old ? old : "");
  snprintf(path, size, "%s/" HYD_PROBE, here);
  if (access(path, X_OK) == 0) return 0;
  snprintf(path, size, "%s/../libexec/hydrant/" HYD_PROBE, here);
  if (access(path, X_OK) == 0) return 0;
  snprintf(path, size, HYD_PROBE_DIR "/" HYD_PROBE);
  return access(path, X_OK);
}

static void become_probe(const char *path, const char *libraries, const char *conduit, int out) {
  char *argv[] = {(char *)HYD_PROBE, NULL};
  setenv("LD_LIBRARY_PATH", libraries, 1);
  dup2(out, STDERR_FILENO);
  dup2(out, STDOUT_FILENO);
  setenv("GASNET_PSHM_NODES", "2", 1);
  setenv("GASNET_CONDUIT", conduit, 1);
  if (strcasecmp(conduit, "smp") != 0) setenv("GASNET_SUPERNODE_MAXSIZE", "1", 1);
  unsetenv("GASNET_VERBOSEENV");
  unsetenv("GASNET_FREEZE");
  unsetenv("GASNET_STATSFILE");
  setpgid(0, 0);
  execv(path, argv);
  _exit(HYD_RUN_CANNOT_RUN);
}

/* Reads up to the end of the job's output, or for PROBE_SECONDS; -1: too long. */
static int collect(int in, char *said, size_t size) {
  time_t end = time(NULL) + PROBE_SECONDS;
  size_t at = 0;
  said[0] = '\0';
  while (time(NULL) < end) {
    struct pollfd p = {in, POLLIN, 0};
    char buf[512];
    ssize_t n;
    if (poll(&p, 1, 500) <= 0) continue;
    n = read(in, buf, sizeof buf);
    if (n <= 0) return 0;
    if ((size_t)n >= size - at) n = (ssize_t)(size - at - 1);
    memcpy(said + at, buf, (size_t)n);
    said[at += (size_t)n] = '\0';
  }
  return -1;
}

/* Runs the probe job; its status, with the first line that it said. */
static int try_conduit(const char *conduit, char *said, size_t size) {
  static char path[PATH_MAX + 64], libraries[2 * PATH_MAX];
  int pipes[2], status = 0, late;
  pid_t pid;
  snprintf(said, size, HYD_PROBE " is not here; expected it beside gasnetrun or in " HYD_PROBE_DIR);
  if (find_probe(path, sizeof path, libraries, sizeof libraries) || pipe(pipes)) return -1;
  fflush(NULL);
  pid = fork();
  if (pid == 0) {
    close(pipes[0]);
    become_probe(path, libraries, conduit, pipes[1]);
  }
  close(pipes[1]);
  if (pid < 0) {
    close(pipes[0]);
    snprintf(said, size, "cannot fork");
    return -1;
  }
  late = collect(pipes[0], said, size);
  close(pipes[0]);
  if (late) {
    kill(-pid, SIGKILL);
    snprintf(said, size, "no end after %d seconds", PROBE_SECONDS);
  }
  if (waitpid(pid, &status, 0) != pid) return -1;
  said[strcspn(said, "\n")] = '\0';
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Why the conduit has nothing to do here, as with no device: nothing is broken then. NULL: that is
 * not it. */
static const char *not_here(const char *said) {
  static const char words[] = "cannot be used here: ";
  const char *at = strstr(said, words);
  return at ? at + strlen(words) : NULL;
}

/* 0: a job of two ranks ran. */
static int report_conduit(const char *name) {
  static char said[2048];
  char label[48];
  const char *why;
  struct timespec a, b;
  int status;
  clock_gettime(CLOCK_MONOTONIC, &a);
  status = try_conduit(name, said, sizeof said);
  clock_gettime(CLOCK_MONOTONIC, &b);
  snprintf(label, sizeof label, "conduit %s", name);
  if (status == 0) {
    hyd_doctor_line(label, "a job of 2 ranks ran in %.0f ms",
                    (double)(b.tv_sec - a.tv_sec) * 1e3 + (double)(b.tv_nsec - a.tv_nsec) / 1e6);
    return 0;
  }
  if ((why = not_here(said)) != NULL) {
    hyd_doctor_line(label, "%s", why);
    return 1;
  }
  if (status < 0)
    hyd_doctor_line(label, "not tried");
  else
    hyd_doctor_line(label, "a job of 2 ranks ended with status %d", status);
  hyd_doctor_problem("%s", said[0] ? said : "it said nothing");
  return 1;
}

static int report_conduits(void) {
  char names[256], *save = NULL;
  int usable = 0;
  snprintf(names, sizeof names, "%s", hyd_run_conduits());
  for (char *name = strtok_r(names, " ", &save); name; name = strtok_r(NULL, " ", &save))
    usable += report_conduit(name) == 0;
  return usable;
}

int hyd_run_doctor(void) {
  int usable;
  hyd_doctor_line("Hydrant", "%s; library: %s", PACKAGE_VERSION, GASNET_CONFIG_STRING);
  hyd_doctor_processors();
  hyd_doctor_memory();
  hyd_doctor_limits();
  hyd_doctor_kernel();
  hyd_doctor_environment();
  usable = report_conduits();
  printf("%s; %d fallback%s, %d problem%s\n", usable ? "Jobs can run here" : "No job can run here",
         fallbacks, fallbacks == 1 ? "" : "s", problems, problems == 1 ? "" : "s");
  return usable ? 0 : 1;
}
