/* SPDX-License-Identifier: BSD-3-Clause
 *
 * mpirun.c: fills MPIRUN_CMD or PMIRUN_CMD and becomes it: signals, output and the status are the
 * manager's. No shell is asked, so that arguments arrive as they are. The ranks find each other by
 * PMIx or PMI (boot_pm.c). The environment goes with them: MPICH's mpiexec and srun send all of it,
 * and Open MPI's mpirun what mca_base_env_list names, which it reads from its own environment.
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "contrib/tools/gasnetrun/run.h"
#include "contrib/tools/gasnetrun/words.h"

#define ENV_LIST "OMPI_MCA_mca_base_env_list"

const struct hyd_mpi hyd_mpis[HYD_MPIS] = {{"openmpi", HYD_MPIRUN_OPENMPI},
                                           {"mpich", HYD_MPIRUN_MPICH}};

const char *hyd_mpirun_of(const char *mpi) {
  const char *asked = getenv("GASNET_MPI_LIBRARY");
  const char *first = hyd_mpis[0].mpirun[0] ? hyd_mpis[0].name : hyd_mpis[1].name;
  const char *name = mpi ? mpi : asked && *asked ? asked : first;
  for (int i = 0; i < HYD_MPIS; i++)
    if (strcasecmp(name, hyd_mpis[i].name) == 0 && hyd_mpis[i].mpirun[0]) return hyd_mpis[i].mpirun;
  return "mpirun";
}

static const char *template_of(const struct hyd_run *run, enum hyd_spawner spawner,
                               const char **name_p) {
  static char by_default[256];
  const char *text = spawner == HYD_BY_PMI ? hyd_run_variable("PMIRUN_CMD") : NULL;
  *name_p = text ? "PMIRUN_CMD" : "MPIRUN_CMD";
  if (text == NULL) text = hyd_run_variable("MPIRUN_CMD");
  if (text) return text;
  snprintf(by_default, sizeof by_default, "%s -np %%N %%C", run->mpirun ? run->mpirun : "mpirun");
  return by_default;
}

/* Hosts are the manager's business: it is told by its own options in the template. */
static void check_template(const struct hyd_run *run, const struct hyd_template *t,
                           const char *file) {
  if (run->host_list || run->hosts)
    hyd_wrong("%s: hosts are chosen by the process manager; expected its own option in %s",
              run->host_list ? "-H" : "-N", t->name);
  if (run->host_file && !hyd_template_has(t->text, 'H'))
    hyd_wrong("-hostfile: %s=%.80s has no place for it; expected %%H, as in -hostfile %%H", t->name,
              t->text);
  if (!hyd_template_has(t->text, 'C') && !hyd_template_has(t->text, 'P'))
    hyd_wrong("%s=%.100s does not run the program; expected %%C, or %%P %%A", t->name, t->text);
  if (hyd_template_has(t->text, 'H') && *file == '\0')
    hyd_wrong("%s has %%H, but no file of hosts is named; expected GASNET_NODEFILE or -hostfile",
              t->name);
}

static char **fill_command(struct hyd_run *run, const char *name, const char *text,
                           const char *program) {
  char number[24], *first = run->program[0], *one[] = {(char *)(uintptr_t)program, NULL};
  const char *named = run->host_file ? run->host_file : getenv("GASNET_NODEFILE"),
             *file = named ? named : "";
  struct hyd_words words = {0};
  struct hyd_template t = {name,
                           text,
                           {{'N', number, NULL, "number of ranks"},
                            {'P', NULL, one, "program"},
                            {'A', NULL, run->program + 1, "its arguments"},
                            {'C', NULL, run->program, "program and arguments"},
                            {'H', file, NULL, "GASNET_NODEFILE"}}};
  check_template(run, &t, file);
  snprintf(number, sizeof number, "%ld", run->ranks);
  run->program[0] = one[0];
  hyd_template_words(&words, &t);
  run->program[0] = first;
  return words.word;
}

/* --- Open MPI's refusals --------------------------------------------------- */

static int is_openmpi(const struct hyd_run *run) {
  const char *ours = hyd_mpis[0].mpirun;
  return run->mpirun && strcmp(run->mpirun, ours) == 0 && strcmp(ours, hyd_mpis[1].mpirun) != 0;
}

/* What its mpirun refuses unless it is told. More ranks than processors are what the user asked
 * for; that root runs them is for root to decide. A command of the user's own has the user's
 * options. Each is named as Open MPI 4 has it, and as Open MPI 5. */
static void suit_openmpi(void) {
  setenv("OMPI_MCA_rmaps_base_oversubscribe", "1", 0);
  setenv("PRTE_MCA_rmaps_default_mapping_policy", ":oversubscribe", 0);
  if (geteuid() == 0 && !getenv("OMPI_ALLOW_RUN_AS_ROOT") && !getenv("PRTE_ALLOW_RUN_AS_ROOT"))
    hyd_die(HYD_RUN_CANNOT_RUN,
            "Open MPI's mpirun refuses an attempt to run as root; expected another user, or "
            "OMPI_ALLOW_RUN_AS_ROOT=1 and OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 in the environment");
}

/* --- environment ---------------------------------------------------------- */

/* Open MPI refuses to have variables named in two ways. */
static int names_variables(char **words) {
  for (; *words; words++)
    if (strcmp(*words, "-x") == 0) return 1;
  return 0;
}

static void send_environment(const struct hyd_run *run) {
  const char *theirs = getenv(ENV_LIST);
  char *list = NULL, **env = hyd_run_sent(run, "");
  size_t n;
  FILE *f = open_memstream(&list, &n);
  if (f == NULL) hyd_wrong("out of memory");
  hyd_run_say_unsent(run, "");
  fputs(theirs ? theirs : "", f);
  for (char **e = env; *e; e++)
    fprintf(f, "%s%.*s", ftell(f) ? ";" : "", (int)strcspn(*e, "="), *e);
  if (fclose(f) || (n && setenv(ENV_LIST, list, 1))) hyd_wrong("cannot set %s", ENV_LIST);
  free(list);
  free(env);
}

/* --- the whole ------------------------------------------------------------ */

void hyd_mpirun_job(struct hyd_run *run, enum hyd_spawner spawner, const char *program) {
  const char *name, *text = template_of(run, spawner, &name);
  char **words = fill_command(run, name, text, program);
  if (run->verbose) hyd_say_words(run->dry_run ? "would run:" : "running:", words);
  if (run->dry_run) return;
  if (is_openmpi(run) && hyd_run_variable(name) == NULL) suit_openmpi();
  if (!names_variables(words)) send_environment(run);
  fflush(NULL);
  execvp(words[0], words);
  hyd_die(errno == ENOENT ? HYD_RUN_NOT_FOUND : HYD_RUN_CANNOT_RUN,
          "%s: cannot run %.100s: %s; expected the process manager's command", name, words[0],
          strerror(errno));
}
