/* SPDX-License-Identifier: BSD-3-Clause
 *
 * locality.c: see locality.h.
 */
#include "core/topo/locality.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "core/base/err.h"
#include "core/optlib/load.h"

static int wants_thread(struct hyd_env *env) {
  const char *how = hyd_env_str(env, HYD_ENV_HWLOC_QUERY);
  if (strcasecmp(how, "thread") && strcasecmp(how, "process"))
    hyd_refuse("environment", "%s=%.40s; expected thread or process",
               hyd_env_name(HYD_ENV_HWLOC_QUERY), how);
  return strcasecmp(how, "thread") == 0;
}

int hyd_place_find(struct hyd_place *p, struct hyd_env *env) {
  int flag = wants_thread(env) ? HWLOC_CPUBIND_THREAD : HWLOC_CPUBIND_PROCESS;
  char why[512];
  if (hyd_late_hwloc(why, sizeof why)) return -1;
  *p = (struct hyd_place){.cpus = hwloc_bitmap_alloc()};
  if (p->cpus == NULL) return -1;
  if (hwloc_topology_init(&p->topo) == 0) {
    hwloc_topology_set_io_types_filter(p->topo, HWLOC_TYPE_FILTER_KEEP_NONE);
    if (hwloc_topology_load(p->topo) == 0 && hwloc_get_cpubind(p->topo, p->cpus, flag) == 0)
      return 0;
    hwloc_topology_destroy(p->topo);
  }
  hwloc_bitmap_free(p->cpus);
  return -1;
}

void hyd_place_forget(struct hyd_place *p) {
  hwloc_topology_destroy(p->topo);
  hwloc_bitmap_free(p->cpus);
}

/* --- distance ------------------------------------------------------------- */

/* Whether an object of that type contains some of `cpus` and some of this process's. An object that
 * contains the whole machine does not count, unless it is the only one. */
static int has_common(const struct hyd_place *p, hwloc_obj_type_t type, hwloc_const_bitmap_t cpus) {
  int n = hwloc_get_nbobjs_by_type(p->topo, type);
  for (int i = 0; i < n; i++) {
    hwloc_obj_t o = hwloc_get_obj_by_type(p->topo, type, (unsigned)i);
    if (hwloc_bitmap_intersects(o->cpuset, cpus) && hwloc_bitmap_intersects(o->cpuset, p->cpus))
      return 1;
  }
  return 0;
}

enum hyd_distance hyd_place_distance(const struct hyd_place *p, hwloc_const_bitmap_t cpus) {
  if (hwloc_get_nbobjs_by_type(p->topo, HWLOC_OBJ_NUMANODE) > 1 &&
      has_common(p, HWLOC_OBJ_NUMANODE, cpus))
    return HYD_SAME_NODE;
  if (!has_common(p, HWLOC_OBJ_PACKAGE, cpus)) return HYD_ELSEWHERE;
  return hwloc_get_nbobjs_by_type(p->topo, HWLOC_OBJ_NUMANODE) > 1 ? HYD_SAME_PACKAGE
                                                                   : HYD_SAME_NODE;
}

/* --- variables ------------------------------------------------------------ */

int hyd_place_suffix(const struct hyd_place *p, const char *type, char *out, size_t size) {
  hwloc_obj_type_t kind;
  size_t at = 0;
  int depth, n;
  if (hwloc_type_sscanf_as_depth(type, &kind, p->topo, &depth)) return -1;
  n = (int)hwloc_get_nbobjs_by_depth(p->topo, depth);
  for (int i = 0; i < n; i++) {
    hwloc_obj_t o = hwloc_get_obj_by_depth(p->topo, depth, (unsigned)i);
    if (o->cpuset == NULL || !hwloc_bitmap_intersects(o->cpuset, p->cpus)) continue;
    at += (size_t)snprintf(out + at, size - at, "_%u", o->logical_index);
    if (at >= size) return -1;
  }
  return at ? 0 : -1;
}

static void check_type(struct hyd_env *env, enum hyd_env_id type) {
  const char *name = hyd_env_str(env, type);
  hwloc_obj_type_t kind;
  if (hwloc_type_sscanf(name, &kind, NULL, 0))
    hyd_refuse("environment",
               "%s=%.40s; expected a type of objects that hwloc knows, as Socket, NUMANode or Core",
               hyd_env_name(type), name);
}

int hyd_env_is_split(struct hyd_env *env, enum hyd_env_id id, enum hyd_env_id type) {
  const char *name = hyd_env_name(id), *v;
  size_t n = strlen(name);
  check_type(env, type);
  for (size_t i = 0; (v = hyd_env_at(env, i)) != NULL; i++)
    if (strncmp(v, name, n) == 0 && v[n] == '_' && isdigit((unsigned char)v[n + 1])) return 1;
  return 0;
}

const char *hyd_env_of_place(struct hyd_env *env, enum hyd_env_id id, enum hyd_env_id type,
                             const struct hyd_place *p, char *name, size_t size) {
  char suffix[256];
  const char *v = NULL;
  if (hyd_place_suffix(p, hyd_env_str(env, type), suffix, sizeof suffix) == 0) {
    snprintf(name, size, "%s%s", hyd_env_name(id), suffix);
    v = hyd_env_get(env, name);
  }
  if (v && *v) return v;
  snprintf(name, size, "%s", hyd_env_name(id));
  return hyd_env_str(env, id);
}
