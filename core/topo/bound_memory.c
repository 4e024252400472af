/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bound_memory.c: see bound_memory.h. Ranks of a host map one file; its pages would lie where they
 * are touched first, which may be a peer's put.
 */
#include "core/topo/bound_memory.h"

#include <stdio.h>
#include <unistd.h>

#include "core/topo/locality.h"

/* Sets the memory nodes that are local to the process. 0: there are none. */
static int nodes_of(const struct hyd_place *p, hwloc_bitmap_t nodes) {
  return nodes && hwloc_cpuset_to_nodeset(p->topo, p->cpus, nodes) == 0 &&
         hwloc_bitmap_first(nodes) >= 0;
}

void hyd_bind_memory(struct hyd_env *env, void *address, size_t size) {
  struct hyd_place p;
  hwloc_bitmap_t nodes;
  if (!hyd_env_bool(env, HYD_ENV_BIND) || size == 0 || hyd_place_find(&p, env)) return;
  nodes = hwloc_bitmap_alloc();
  if (nodes_of(&p, nodes)) /* not strict: a preference */
    (void)hwloc_set_area_membind(p.topo, address, size, nodes, HWLOC_MEMBIND_BIND,
                                 HWLOC_MEMBIND_BYNODESET);
  hwloc_bitmap_free(nodes);
  hyd_place_forget(&p);
}

void hyd_binding_show(struct hyd_env *env, uint32_t rank) {
  char host[64] = "?", cpus[128], memory[64] = "?";
  struct hyd_place p;
  hwloc_bitmap_t nodes;
  if (!hyd_env_bool(env, HYD_ENV_SHOW_BINDING)) return;
  (void)gethostname(host, sizeof host - 1);
  if (hyd_place_find(&p, env)) {
    fprintf(stderr, "rank %u on %s: hwloc gives no information\n", rank, host);
    return;
  }
  nodes = hwloc_bitmap_alloc();
  hwloc_bitmap_list_snprintf(cpus, sizeof cpus, p.cpus);
  if (nodes_of(&p, nodes)) hwloc_bitmap_list_snprintf(memory, sizeof memory, nodes);
  fprintf(stderr, "rank %u on %s: processors %s, memory of node %s%s\n", rank, host, cpus, memory,
          hyd_env_bool(env, HYD_ENV_BIND) ? "" : "; not bound (--bind)");
  hwloc_bitmap_free(nodes);
  hyd_place_forget(&p);
}
