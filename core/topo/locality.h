/* SPDX-License-Identifier: BSD-3-Clause
 *
 * locality.h: where on its machine this process may run, by hwloc: which devices are near, and
 * variables that have a value for each part of the machine: V_0 for processes on the first object
 * of the type that V_TYPE names, V_0_1 for those on the first two. Threads: none of it.
 */
#ifndef HYD_TOPO_LOCALITY_H
#define HYD_TOPO_LOCALITY_H

#include <hwloc.h>

#include "core/env/env.h"

struct hyd_place {
  hwloc_topology_t topo;
  hwloc_bitmap_t cpus; /* of this process, or of this thread (GASNET_HWLOC_QUERY) */
};

/* Reads the topology, which takes milliseconds. -1: hwloc has none, or is not there. */
int hyd_place_find(struct hyd_place *p, struct hyd_env *env);
void hyd_place_forget(struct hyd_place *p);

enum hyd_distance { HYD_SAME_NODE, HYD_SAME_PACKAGE, HYD_ELSEWHERE };
/* How far it is from here to something beside these processors: whether they have a memory node in
 * common, or a package. */
enum hyd_distance hyd_place_distance(const struct hyd_place *p, hwloc_const_bitmap_t cpus);

/* "_0_2": the objects of that type where the process may run, by their logical numbers. -1: there
 * are none. */
int hyd_place_suffix(const struct hyd_place *p, const char *type, char *out, size_t size);

/* Whether a variable has a value for a part of the machine. Checks the type's name. */
int hyd_env_is_split(struct hyd_env *env, enum hyd_env_id id, enum hyd_env_id type);
/* The value for this place, and the variable that has it; that of the variable itself where there
 * is no other. */
const char *hyd_env_of_place(struct hyd_env *env, enum hyd_env_id id, enum hyd_env_id type,
                             const struct hyd_place *p, char *name, size_t size);

#endif
