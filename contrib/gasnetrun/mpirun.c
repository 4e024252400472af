/* SPDX-License-Identifier: BSD-3-Clause
 *
 * mpirun.c: fills MPIRUN_CMD or PMIRUN_CMD and becomes it: signals, output and the status are the
 * manager's. No shell is asked, so that arguments arrive as they are. The ranks find each other by
 * PMIx or PMI (boot_pm.c). The environment goes with them: MPICH's mpiexec and srun send all of it,
 * and Open MPI's mpirun what mca_base_env_list names, which it reads from its own environment.
 */
#include "contrib/gasnetrun/mpirun.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "contrib/gasnetrun/ssh_job.h"
#include "contrib/gasnetrun/template.h"

#define DEFAULT_CMD "mpirun -np %N %C"
#define ENV_LIST "OMPI_MCA_mca_base_env_list"

static const char *template_of(enum hyd_spawner spawner, const char **name_p) {
  const char *text = spawner == HYD_BY_PMI ? hyd_run_variable("PMIRUN_CMD") : NULL;
  *name_p = text ? "PMIRUN_CMD" : "MPIRUN_CMD";
  if (text == NULL) text = hyd_run_variable("MPIRUN_CMD");
  return text ? text : DEFAULT_CMD;
}

/* Hosts are the manager's business: it is told by its own options in the template. */
static int check_hosts(struct hyd_run *run, const char *name, const char *text) {
  if (run->host_list || run->hosts)
    return hyd_run_bad(run,
                       "%s: hosts are chosen by the process manager; expected its own option in %s",
                       run->host_list ? "-H" : "-N", name);
  if (run->host_file && !hyd_template_has(text, 'H'))
    return hyd_run_bad(run,
                       "-hostfile: %s=%.80s has no place for it; expected %%H, as in -hostfile %%H",
                       name, text);
  if (!hyd_template_has(text, 'C') && !hyd_template_has(text, 'P'))
    return hyd_run_bad(run, "%s=%.100s does not run the program; expected %%C, or %%P %%A", name,
                       text);
  return 0;
}

static int fill(struct hyd_run *run, struct hyd_words *words, const char *name, const char *text,
                const char *program) {
  char number[24], *one[2] = {(char *)(uintptr_t)program, NULL}, *first = run->program[0], why[160];
  const char *file = run->host_file ? run->host_file : getenv("GASNET_NODEFILE");
  struct hyd_place place[] = {{'N', number, NULL, "number of ranks"},
                              {'P', NULL, one, "program"},
                              {'A', NULL, run->program + 1, "its arguments"},
                              {'C', NULL, run->program, "program and arguments"},
                              {'H', file ? file : "", NULL, "GASNET_NODEFILE"}};
  int bad;
  snprintf(number, sizeof number, "%ld", run->ranks);
  if (hyd_template_has(text, 'H') && (file == NULL || *file == '\0'))
    return hyd_run_bad(
        run, "%s has %%H, but no file of hosts is named; expected GASNET_NODEFILE or -hostfile",
        name);
  run->program[0] = one[0];
  bad = hyd_template_words(words, text, place, sizeof place / sizeof place[0], why, sizeof why);
  run->program[0] = first;
  return bad ? hyd_run_bad(run, "%s=%.60s: %s", name, text, why) : 0;
}

/* --- environment ---------------------------------------------------------- */

/* Open MPI refuses to have variables named in two ways. */
static int names_variables(char **words) {
  for (; *words; words++)
    if (strcmp(*words, "-x") == 0) return 1;
  return 0;
}

static int send_environment(struct hyd_run *run, char **words) {
  const char *theirs = getenv(ENV_LIST), *before = "";
  char *list = NULL, **env = hyd_run_sent(run, "");
  size_t n;
  FILE *f = open_memstream(&list, &n);
  int bad;
  if (names_variables(words)) return 0;
  if (f == NULL || env == NULL) return hyd_run_bad(run, "out of memory");
  if (theirs && *theirs) {
    fputs(theirs, f);
    before = ";";
  }
  for (char **e = env; *e; before = ";", e++)
    fprintf(f, "%s%.*s", before, (int)strcspn(*e, "="), *e);
  bad = fclose(f) || (n && setenv(ENV_LIST, list, 1));
  free(list);
  free(env);
  return bad ? hyd_run_bad(run, "cannot set %s", ENV_LIST) : 0;
}

/* --- the whole ------------------------------------------------------------ */

static void show(const char *self, const char *what, char **words) {
  fprintf(stderr, "%s: %s", self, what);
  for (; *words; words++) fprintf(stderr, " '%s'", *words);
  fputc('\n', stderr);
}

int hyd_mpirun_job(struct hyd_run *run, enum hyd_spawner spawner, const char *self,
                   const char *program, int *status_p) {
  const char *name, *text = template_of(spawner, &name);
  struct hyd_words filled = {0};
  char **words;
  *status_p = HYD_RUN_USAGE;
  if (check_hosts(run, name, text) || fill(run, &filled, name, text, program)) return -1;
  words = filled.word;
  if (run->verbose) show(self, run->dry_run ? "would run:" : "running:", words);
  if (run->dry_run) return 0;
  if (send_environment(run, words)) return -1;
  fflush(NULL);
  execvp(words[0], words);
  *status_p = errno == ENOENT ? HYD_RUN_NOT_FOUND : HYD_RUN_CANNOT_RUN;
  return hyd_run_bad(run, "%s: cannot run %.100s: %s; expected the process manager's command", name,
                     words[0], strerror(errno));
}
