/* SPDX-License-Identifier: BSD-3-Clause
 *
 * spawner.c: the option -spawner, then lists of hosts on the command line, then the conduit's
 * variable, then udp's own (GASNET_SPAWNFN), then what the conduit has by itself: udp ssh, all
 * others fork.
 */
#include "contrib/gasnetrun/spawner.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char *const names[] = {"fork", "ssh", "custom", "mpi", "pmi"};
#define NAMES (sizeof names / sizeof names[0])

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

static int by_name(struct hyd_run *run, const char *where, const char *name,
                   enum hyd_spawner *spawner_p) {
  for (size_t i = 0; i < NAMES; i++)
    if (strcasecmp(name, names[i]) == 0) {
      *spawner_p = (enum hyd_spawner)i;
      return 0;
    }
  if (strcasecmp(name, "pmix") == 0 || strcasecmp(name, "pmi2") == 0 ||
      strcasecmp(name, "pmi1") == 0) {
    *spawner_p = HYD_BY_PMI; /* for the library: which of its clients */
    return 0;
  }
  return hyd_run_bad(run, "%s=%.40s: no such spawner here; expected fork, ssh, custom, mpi or pmi",
                     where, name);
}

static int by_letter(struct hyd_run *run, const char *letter, enum hyd_spawner *spawner_p) {
  static const char letters[] = "LSC"; /* as HYD_BY_FORK ... HYD_BY_CUSTOM */
  const char *at =
      letter[0] && letter[1] == '\0' ? strchr(letters, toupper((unsigned char)letter[0])) : NULL;
  if (at == NULL)
    return hyd_run_bad(run, "%s%.20s; expected L (this host), S (ssh) or C (GASNET_CSPAWN_CMD)",
                       run->letter ? "-spawn " : "GASNET_SPAWNFN=", letter);
  *spawner_p = (enum hyd_spawner)(at - letters);
  return 0;
}

static int choose(struct hyd_run *run, const char *conduit, enum hyd_spawner *spawner_p) {
  int udp = strcasecmp(conduit, "udp") == 0, hosts = run->host_list || run->host_file;
  const char *letter = udp ? hyd_run_variable("SPAWNFN") : NULL, *name;
  char variable[64];
  hyd_spawner_variable(conduit, variable, sizeof variable);
  name = getenv(variable);
  if (run->letter) return by_letter(run, run->letter, spawner_p);
  if (run->spawner) return by_name(run, "-spawner", run->spawner, spawner_p);
  if (name && *name) return by_name(run, variable, name, spawner_p);
  if (letter) return by_letter(run, letter, spawner_p);
  *spawner_p = hosts || (run->conduit && udp) ? HYD_BY_SSH : HYD_BY_FORK;
  return 0;
}

/* The fork spawner has the program start its ranks, whose output is their own. So an agent here
 * does it where lines are to be labelled, and where the program may know nothing of ranks: then as
 * many run as over hosts. */
static int needs_agent(const struct hyd_run *run, int is_ours) {
  return run->label || (!is_ours && run->ranks > 1 && run->spawner == NULL);
}

int hyd_spawner_choose(struct hyd_run *run, const char *conduit, int is_ours,
                       enum hyd_spawner *spawner_p) {
  if (choose(run, conduit, spawner_p)) return -1;
  if (run->label && (*spawner_p == HYD_BY_MPI || *spawner_p == HYD_BY_PMI))
    return hyd_run_bad(
        run, "-label: output is the process manager's; expected its own option in MPIRUN_CMD "
             "(--tag-output, -prepend-rank, --label)");
  if (*spawner_p == HYD_BY_FORK && (run->host_list || run->host_file))
    return hyd_run_bad(run,
                       "-H, -hostfile: the fork spawner runs on one host; expected -spawner=ssh");
  if (*spawner_p == HYD_BY_FORK && run->hosts > 1)
    return hyd_run_bad(
        run, "-N %ld: conduit %s runs on one host with the fork spawner (-H, -spawner=ssh)",
        run->hosts, conduit);
  if (*spawner_p == HYD_BY_FORK && needs_agent(run, is_ours)) {
    *spawner_p = HYD_BY_SSH;
    run->host_list = "localhost"; /* not those of the environment */
  }
  return 0;
}
