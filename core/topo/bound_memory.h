/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bound_memory.h: memory beside the processors of a rank that is bound to some (GASNET_BIND), and
 * the word where each rank is (GASNET_SHOW_BINDING).
 */
#ifndef HYD_TOPO_BOUND_MEMORY_H
#define HYD_TOPO_BOUND_MEMORY_H

#include <stddef.h>
#include <stdint.h>

struct hyd_env;

/* Pages of this memory, which is not touched yet, are to come from the memory nodes beside this
 * process, whichever process touches them first; from others where those are full. Of ranks that
 * are not bound: nothing. */
void hyd_bind_memory(struct hyd_env *env, void *address, size_t size);

/* If asked to: a line on stderr with the processors and memory nodes of this rank. */
void hyd_binding_show(struct hyd_env *env, uint32_t rank);

#endif
