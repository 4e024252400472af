/* SPDX-License-Identifier: BSD-3-Clause
 *
 * spawner.c: the option -spawner, then lists of hosts on the command line, then the conduit's
 * variable, then udp's own (GASNET_SPAWNFN), then what the conduit has by itself: udp ssh, mpi
 * that, all others fork.
 */
#include "contrib/tools/gasnetrun/run.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char *const names[] = {"fork", "ssh", "custom", "mpi", "pmi"};

const char *hyd_spawner_name(enum hyd_spawner spawner) { return names[spawner]; }

void hyd_spawner_variable(const char *conduit, char *name, size_t size) {
  snprintf(name, size, "GASNET_%s_SPAWNER", conduit);
  for (char *p = name; *p; p++) *p = (char)toupper((unsigned char)*p);
}

const char *hyd_run_variable(const char *name) {
  static const char *const prefix[] = {"GASNET_", "AMUDP_", ""};
  char whole[80];
  for (size_t i = 0; i < sizeof prefix / sizeof prefix[0]; i++) {
    const char *value;
    snprintf(whole, sizeof whole, "%s%s", prefix[i], name);
    value = getenv(whole);
    if (value && *value) return value;
  }
  return NULL;
}

int hyd_run_is_quiet(void) {
  const char *quiet = getenv("GASNET_QUIET");
  return quiet && *quiet && strchr("1yY", *quiet);
}

static enum hyd_spawner by_name(const char *where, const char *name) {
  static const char *const clients[] = {"pmix", "pmi2", "pmi1"}; /* of HYD_BY_PMI: the library's */
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if (strcasecmp(name, names[i]) == 0) return (enum hyd_spawner)i;
  for (size_t i = 0; i < sizeof clients / sizeof clients[0]; i++)
    if (strcasecmp(name, clients[i]) == 0) return HYD_BY_PMI;
  hyd_wrong("%s=%.40s: no such spawner; expected fork, ssh, custom, mpi or pmi", where, name);
}

static enum hyd_spawner by_letter(const char *where, const char *letter) {
  static const char letters[] = "LSC"; /* as HYD_BY_FORK ... HYD_BY_CUSTOM */
  const char *at =
      letter[0] && letter[1] == '\0' ? strchr(letters, toupper((unsigned char)letter[0])) : NULL;
  if (at) return (enum hyd_spawner)(at - letters);
  hyd_wrong("%s%.20s; expected L (this host), S (ssh) or C (GASNET_CSPAWN_CMD)", where, letter);
}

static enum hyd_spawner choose_spawner(const struct hyd_run *run, const char *conduit) {
  int udp = strcasecmp(conduit, "udp") == 0, hosts = run->host_list || run->host_file;
  const char *letter = udp ? hyd_run_variable("SPAWNFN") : NULL, *name;
  char variable[64];
  hyd_spawner_variable(conduit, variable, sizeof variable);
  name = getenv(variable);
  if (run->letter) return by_letter("-spawn ", run->letter);
  if (run->spawner) return by_name("-spawner", run->spawner);
  if (name && *name) return by_name(variable, name);
  if (letter) return by_letter("GASNET_SPAWNFN=", letter);
  if (strcasecmp(conduit, "mpi") == 0) return HYD_BY_MPI;
  return hosts || (run->conduit && udp) ? HYD_BY_SSH : HYD_BY_FORK;
}

/* The fork spawner has the program start its ranks, whose streams are those of the program. So an
 * agent here does it where lines are to be labelled or input is copied, and where the program may
 * know nothing of ranks: then as many run as over hosts. */
static int needs_agent(const struct hyd_run *run, int is_ours) {
  return run->label || run->input == HYD_INPUT_ALL ||
         (!is_ours && run->ranks > 1 && run->spawner == NULL);
}

enum hyd_spawner hyd_spawner_choose(struct hyd_run *run, const char *conduit, int is_ours) {
  enum hyd_spawner spawner = choose_spawner(run, conduit);
  if (run->label && (spawner == HYD_BY_MPI || spawner == HYD_BY_PMI))
    hyd_wrong("-label: output is the process manager's; expected its own option in MPIRUN_CMD "
              "(--tag-output, -prepend-rank, --label)");
  if (run->input_given && (run->input == HYD_INPUT_ALL || run->input == HYD_INPUT_INIT) &&
      (spawner == HYD_BY_MPI || spawner == HYD_BY_PMI))
    hyd_wrong("-stdin all, init: input is the process manager's; expected its own option in "
              "MPIRUN_CMD (--stdin all, -s all, --input=all)");
  if (strcasecmp(conduit, "mpi") == 0 && spawner != HYD_BY_MPI && spawner != HYD_BY_PMI)
    hyd_wrong("-spawner=%s: conduit mpi does not start ranks so; expected mpi or pmi",
              names[spawner]);
  if (spawner != HYD_BY_FORK) return spawner;
  if (run->host_list || run->host_file)
    hyd_wrong("-H, -hostfile: the fork spawner runs on one host; expected -spawner=ssh");
  if (run->hosts > 1)
    hyd_wrong("-N %ld: conduit %s runs on one host with the fork spawner (-H, -spawner=ssh)",
              run->hosts, conduit);
  if (!needs_agent(run, is_ours)) return spawner;
  run->host_list = "localhost"; /* not those of the environment */
  return HYD_BY_SSH;
}
