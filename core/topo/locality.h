/* SPDX-License-Identifier: BSD-3-Clause
 *
 * locality.h: the place of this process on its machine, by hwloc: distances of devices, and
 * environment variables with a value for each part of the machine. For example, V_0 is for
 * processes on the first object of the type that V_TYPE names, V_0_1 for processes on the first
 * two. Not thread-safe.
 */
#ifndef HYD_TOPO_LOCALITY_H
#define HYD_TOPO_LOCALITY_H

#include <hwloc.h>

#include "core/env/env.h"

struct hyd_place {
  hwloc_topology_t topo;
  hwloc_bitmap_t cpus; /* the CPUs of this process, or of this thread (GASNET_HWLOC_QUERY) */
};

/* Reads the topology, which takes milliseconds. 0, or -1: hwloc is not installed, or fails. */
int hyd_place_find(struct hyd_place *p, struct hyd_env *env);
void hyd_place_forget(struct hyd_place *p);

enum hyd_distance { HYD_SAME_NODE, HYD_SAME_PACKAGE, HYD_ELSEWHERE };
/* The distance of a device that is local to `cpus`: whether those share a memory node, or a
 * package, with this process. */
enum hyd_distance hyd_place_distance(const struct hyd_place *p, hwloc_const_bitmap_t cpus);

/* Writes a variable's suffix, as "_0_2": the logical numbers of the objects of that type on which
 * this process may run. -1: there are none. */
int hyd_place_suffix(const struct hyd_place *p, const char *type, char *out, size_t size);

/* Whether the variable has a value for any part of the machine. Also checks the value of V_TYPE. */
int hyd_env_is_split(struct hyd_env *env, enum hyd_env_id id, enum hyd_env_id type);
/* The variable's value for this place, or else its own value; `name`: the name of the variable with
 * the value. */
const char *hyd_env_of_place(struct hyd_env *env, enum hyd_env_id id, enum hyd_env_id type,
                             const struct hyd_place *p, char *name, size_t size);

#endif
