/* SPDX-License-Identifier: BSD-3-Clause
 *
 * process.c: see process.h. Roles are told by which signals a process catches and blocks, what it
 * is called, and what it maps.
 */
#include "contrib/gasnetrun/process.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "core/diag/dump_signal.h"

/* core/boot/shared_memory.c: a memfd, or an unlinked file (core/sys/memory_file.c) */
#define JOB_MEMORY "/memfd:hydrant-job"
#define JOB_FILE "/hydrant-job."
#define DEEPEST 8 /* wrappers of wrappers */

static enum hyd_role role_by_maps(pid_t pid) {
  char path[48], line[512];
  enum hyd_role role = HYD_ROLE_OTHER;
  FILE *f;
  snprintf(path, sizeof path, "/proc/%d/maps", (int)pid);
  if ((f = fopen(path, "re")) == NULL) return HYD_ROLE_HIDDEN;
  while (role == HYD_ROLE_OTHER && fgets(line, sizeof line, f))
    if (strstr(line, JOB_MEMORY) || strstr(line, JOB_FILE)) role = HYD_ROLE_SUPERVISOR;
  fclose(f);
  return role;
}

static enum hyd_role role_of(pid_t pid, const char *name, unsigned long long caught,
                             unsigned long long blocked) {
  unsigned long long bit = 1ull << (HYD_DUMP_SIGNAL - 1);
  if (caught & bit) return HYD_ROLE_RANK;
  if (strncmp(name, "gasnetrun", 9) != 0 || !(blocked & bit)) return role_by_maps(pid);
  if (strcmp(name, HYD_AGENT_NAME) == 0) return HYD_ROLE_AGENT;
  return strcmp(name, HYD_KEEPER_NAME) == 0 ? HYD_ROLE_KEEPER : HYD_ROLE_LAUNCHER;
}

int hyd_process_read(pid_t pid, struct hyd_process *p) {
  char path[48], line[256];
  unsigned long long caught = 0, blocked = 0;
  FILE *f;
  memset(p, 0, sizeof *p);
  snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
  if ((f = fopen(path, "re")) == NULL) return -1;
  while (fgets(line, sizeof line, f)) {
    (void)sscanf(line, "SigCgt: %llx", &caught);
    (void)sscanf(line, "SigBlk: %llx", &blocked);
    (void)sscanf(line, "PPid: %d", &p->parent);
    (void)sscanf(line, "State: %c", &p->state);
    (void)sscanf(line, "Name: %31s", p->name);
  }
  fclose(f);
  p->role = role_of(pid, p->name, caught, blocked);
  return 0;
}

/* The first child whose role is `role`, or any of a job's if that is OTHER. */
static pid_t find_child(pid_t pid, enum hyd_role role, struct hyd_process *child) {
  char path[64];
  int id, found = 0;
  FILE *f;
  snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)pid, (int)pid);
  if ((f = fopen(path, "re")) == NULL) return 0;
  while (!found && fscanf(f, "%d", &id) == 1) {
    if (hyd_process_read(id, child)) continue;
    if (role == HYD_ROLE_OTHER ? child->role != HYD_ROLE_OTHER && child->role != HYD_ROLE_HIDDEN
                               : child->role == role)
      found = id;
  }
  fclose(f);
  return found;
}

pid_t hyd_process_child(pid_t pid, struct hyd_process *child) {
  return find_child(pid, HYD_ROLE_OTHER, child);
}

pid_t hyd_process_rank(pid_t pid, struct hyd_process *p) {
  if (hyd_process_read(pid, p)) return 0;
  for (int i = 0; i < DEEPEST && pid && p->role != HYD_ROLE_RANK; i++) {
    pid_t rank = find_child(pid, HYD_ROLE_RANK, p);
    pid = rank ? rank : find_child(pid, HYD_ROLE_OTHER, p);
  }
  return pid && p->role == HYD_ROLE_RANK ? pid : 0;
}
