/* SPDX-License-Identifier: BSD-3-Clause
 *
 * doctor_env.c: every GASNET_* variable that is set: whether the library reads it, and whether the
 * value will do. The values are checked by the library's own code (core/env/env.c, which is part of
 * this program); what that calls fatal comes back here as text.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "core/env/env.h"
#include "core/base/err.h"
#include "core/include/gasnet_tools.h"
#include "contrib/tools/gasnetrun/run.h"

extern char **environ;

static jmp_buf not_valid;
static int checking;
static char complaint[256];

static __attribute__((noreturn)) void complain(const char *fmt, va_list ap) {
  vsnprintf(complaint, sizeof complaint, fmt, ap);
  if (checking) longjmp(not_valid, 1);
  fprintf(stderr, "%s\n", complaint);
  _exit(1);
}

/* What core/env/env.c, and the parsers of the tools, call in this program in place of the job's
 * fatal error. */
void hyd_fatal_at(const char *file, int line, const char *call, const char *fmt, ...) {
  va_list ap;
  (void)file;
  (void)line;
  (void)call;
  va_start(ap, fmt);
  complain(fmt, ap);
}

void gasnett_fatalerror_nopos(const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  complain(fmt, ap);
}

static int is_one_of(const char *value, const char *const *words) {
  for (; *words; words++)
    if (strcasecmp(value, *words) == 0) return 1;
  return 0;
}

/* Texts whose meaning env.c does not know. */
static void check_text(struct hyd_env *env) {
  static const char *const waits[] = {"spin", "block", "spinblock", NULL};
  int per_host;
  if (hyd_env_is_set(env, HYD_ENV_WAIT) && !is_one_of(hyd_env_str(env, HYD_ENV_WAIT), waits))
    hyd_fatal("", "expected spin, block or spinblock");
  if (hyd_env_is_set(env, HYD_ENV_CONDUIT) &&
      !hyd_run_has_conduit(hyd_env_str(env, HYD_ENV_CONDUIT)))
    hyd_fatal("", "expected one of: %s", hyd_run_conduits());
  if (!hyd_env_knows_spawner(hyd_env_str(env, HYD_ENV_SMP_SPAWNER)) ||
      !hyd_env_knows_spawner(hyd_env_str(env, HYD_ENV_UDP_SPAWNER)) ||
      !hyd_env_knows_spawner(hyd_env_str(env, HYD_ENV_IBV_SPAWNER)) ||
      !hyd_env_knows_spawner(hyd_env_str(env, HYD_ENV_OFI_SPAWNER)) ||
      !hyd_env_knows_spawner(hyd_env_str(env, HYD_ENV_MPI_SPAWNER)))
    hyd_fatal("", "expected fork, ssh, custom, mpi or pmi");
  if (hyd_env_is_set(env, HYD_ENV_MAX_SEGSIZE) &&
      hyd_env_segsize(hyd_env_str(env, HYD_ENV_MAX_SEGSIZE), UINT64_C(1) << 33, &per_host) == 0)
    hyd_fatal("", "expected a size, or a fraction of memory, optionally with /P or /H");
  (void)hyd_env_int(env, HYD_ENV_PSHM_NODES, 1, HYD_RUN_MAX_RANKS);
  (void)hyd_env_int(env, HYD_ENV_MAX_THREADS, 1, GASNETI_MAX_THREADS);
}

/* 0, or -1 with `complaint` set. */
static int check_value(char *assignment) {
  char *one[] = {assignment, NULL};
  struct hyd_env *volatile env = NULL;
  volatile int rc = -1;
  checking = 1;
  if (setjmp(not_valid) == 0) {
    env = hyd_env_snapshot(one);
    hyd_env_check(env);
    check_text(env);
    rc = 0;
  }
  checking = 0;
  if (env) hyd_env_free(env);
  return rc;
}

static int is_ours(const char *name) {
  for (int i = 0; i < HYD_ENV_COUNT; i++)
    if (strcmp(hyd_env_name((enum hyd_env_id)i), name) == 0) return 1;
  return 0;
}

/* Read by gasnet_tools.h (core/tools), not listed in env.def. */
static int is_of_tools(const char *name) {
  return strcmp(name, "GASNET_TMPDIR") == 0 || strncmp(name, "GASNET_MAXIMIZE_", 16) == 0;
}

static int is_of_gasnetrun(const char *name) {
  static const char *const names[] = {
#define HYD_KNOWN(name)
#define HYD_KNOWN_RUN(name) "GASNET_" #name,
#include "core/env/env_known.def"
      NULL};
  return is_one_of(name, names);
}

static void report_variable(char *assignment) {
  size_t len = strcspn(assignment, "=");
  const char *value = assignment + len + 1, *meant;
  char name[64];
  snprintf(name, sizeof name, "%.*s", (int)len, assignment);
  if (is_of_gasnetrun(name)) {
    hyd_doctor_line(name, "= %.80s: read by gasnetrun for jobs over hosts", value);
  } else if (!is_of_tools(name) && !is_ours(name)) {
    meant = hyd_env_nearest(assignment, len);
    hyd_doctor_line(name, "= %.80s: not read by this library%s%s%s", value,
                    meant ? "; did you mean " : "", meant ? meant : "", meant ? "?" : "");
  } else if (is_of_tools(name) || check_value(assignment) == 0) {
    hyd_doctor_line(name, "= %.80s", value);
  } else {
    hyd_doctor_line(name, "= %.80s: not valid", value);
    hyd_doctor_note(HYD_PROBLEM, "%s", complaint);
  }
}

void hyd_doctor_environment(void) {
  int seen = 0;
  for (char **e = environ; *e; e++) {
    if (strncmp(*e, "GASNET_", 7) != 0 || strchr(*e, '=') == NULL) continue;
    seen = 1;
    report_variable(*e);
  }
  if (!seen) hyd_doctor_line("GASNET_*", "none is set");
}
