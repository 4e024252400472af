/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bound_memory.h: places memory on the memory nodes that are local to a bound rank (GASNET_BIND),
 * and prints where a rank is bound (GASNET_SHOW_BINDING).
 */
#ifndef HYD_TOPO_BOUND_MEMORY_H
#define HYD_TOPO_BOUND_MEMORY_H

#include <stddef.h>
#include <stdint.h>

struct hyd_env;

/* Has pages of this memory, which was not touched yet, allocated on the memory nodes that are local
 * to this process, whichever process touches them first; or on others if these are full. Does
 * nothing if the rank is not bound. */
void hyd_bind_memory(struct hyd_env *env, void *address, size_t size);

/* Prints this rank's processors and memory nodes to stderr, if GASNET_SHOW_BINDING is set. */
void hyd_binding_show(struct hyd_env *env, uint32_t rank);

#endif
