/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pm.c: chooses the process manager's client, by name or by what the environment shows, newest kind
 * first, because launchers that offer PMIx often leave variables of older kinds set.
 */
#include "core/boot/pm.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const struct hyd_pm_ops *const known[] = {&hyd_pm_pmix, &hyd_pm_pmi2, &hyd_pm_pmi1};
#define KNOWN (sizeof known / sizeof known[0])

int hyd_pm_fail(struct hyd_pm *pm, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(pm->why, sizeof pm->why, fmt, ap);
  va_end(ap);
  return -1;
}

const char *hyd_pm_spawner(const char *conduit) {
  char name[64];
  int n = snprintf(name, sizeof name, "GASNET_%s_SPAWNER", conduit);
  if (n < 0 || (size_t)n >= sizeof name) return NULL;
  for (char *p = name; *p; p++) *p = (char)toupper((unsigned char)*p);
  return getenv(name);
}

static const struct hyd_pm_ops *detect(void) {
  for (size_t i = 0; i < KNOWN; i++)
    if (known[i]->detect()) return known[i];
  return NULL;
}

static const struct hyd_pm_ops *by_name(const char *spawner) {
  static const char *const name[KNOWN] = {"pmix", "pmi2", "pmi1"};
  for (size_t i = 0; i < KNOWN; i++)
    if (strcasecmp(spawner, name[i]) == 0) return known[i];
  return NULL;
}

/* Its agents start ranks, whatever has started the agents. */
static int of_gasnetrun(const char *spawner) {
  return strcasecmp(spawner, "ssh") == 0 || strcasecmp(spawner, "custom") == 0;
}

int hyd_pm_find(const char *spawner, const struct hyd_pm_ops **ops_p, char *why, size_t why_size) {
  const struct hyd_pm_ops *found;
  *ops_p = NULL;
  if (spawner == NULL || *spawner == '\0') {
    *ops_p = detect();
    return 0;
  }
  if (strcasecmp(spawner, "fork") == 0) return 0;
  if ((*ops_p = by_name(spawner)) != NULL) return 0;
  if (of_gasnetrun(spawner)) {
    found = hyd_pm_pmi1.detect() ? &hyd_pm_pmi1 : NULL;
  } else if (strcasecmp(spawner, "mpi") == 0 || strcasecmp(spawner, "pmi") == 0) {
    found = detect();
  } else {
    snprintf(why, why_size,
             "spawner %.40s; expected fork, ssh, custom, mpi, pmi, pmix, pmi2 or pmi1", spawner);
    return -1;
  }
  if (found == NULL) {
    snprintf(why, why_size,
             "spawner %.40s, but nothing of it is in the environment; expected to be "
             "started by %s",
             spawner,
             of_gasnetrun(spawner) ? "gasnetrun -n N with that spawner (PMI_FD)"
                                   : "mpirun, mpiexec or srun (PMIX_RANK, PMI_FD or PMI_PORT)");
    return -1;
  }
  *ops_p = found;
  return 0;
}

int hyd_pm_open(struct hyd_pm *pm, const struct hyd_pm_ops *ops) {
  memset(pm, 0, sizeof *pm);
  pm->ops = ops;
  pm->fd = -1;
  return ops->open(pm);
}
