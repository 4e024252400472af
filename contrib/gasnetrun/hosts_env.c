/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hosts_env.c: the lists of hosts that the environment may have, strongest first: those that a
 * user sets for GASNet, then those of batch systems, which list a host once for each of its
 * slots. Slurm's list is short-hand (host[01-16]); its own command writes it out.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/gasnetrun/hosts.h"

enum kind { FILE_NAME, LIST, SLURM };

static const struct {
  const char *name;
  enum kind kind;
} variable[] = {
    {"GASNET_SSH_NODEFILE", FILE_NAME},
    {"GASNET_SSH_SERVERS", LIST},
    {"GASNET_NODEFILE", FILE_NAME},
    {"AMUDP_SSH_SERVERS", LIST},
    {"SSH_SERVERS", LIST},
    {"PBS_NODEFILE", FILE_NAME},
    {"LSB_HOSTS", LIST},
    {"PE_HOSTFILE", FILE_NAME},
    {"SLURM_JOB_ID", SLURM},
    {"OAR_NODEFILE", FILE_NAME},
    {"SSS_HOSTLIST", LIST},
};

static int ask_slurm(struct hyd_hosts *hosts) {
  FILE *f = popen("timeout 20 scontrol show hostnames 2>/dev/null", "re");
  int rc = f ? hyd_hosts_read(hosts, f) : 0;
  if (rc == 0 && f && pclose(f) == 0) return 0;
  if (rc == 0)
    snprintf(hosts->why, sizeof hosts->why,
             "%s is set, but scontrol show hostnames failed; expected a list of hosts",
             hosts->source);
  return -1;
}

int hyd_hosts_from_environment(struct hyd_hosts *hosts) {
  for (size_t i = 0; i < sizeof variable / sizeof variable[0]; i++) {
    const char *value = getenv(variable[i].name);
    int rc;
    if (value == NULL || *value == '\0') continue;
    snprintf(hosts->source, sizeof hosts->source, "%s", variable[i].name);
    if (variable[i].kind == FILE_NAME)
      rc = hyd_hosts_read_file(hosts, value);
    else if (variable[i].kind == SLURM)
      rc = ask_slurm(hosts);
    else
      rc = hyd_hosts_parse(hosts, HYD_HOSTS_LIST, value, strlen(value));
    if (rc || hosts->n) return rc;
    snprintf(hosts->why, sizeof hosts->why, "%s=%.100s names no host", variable[i].name, value);
    return -1;
  }
  return 0;
}
