/* SPDX-License-Identifier: BSD-3-Clause
 *
 * trace.h: what happens, a line each, if the world is traced.
 */
#ifndef HYD_SIM_TRACE_H
#define HYD_SIM_TRACE_H

#include "tests/sim/world.h"

void sim_trace_packet(const struct sim_world *w, uint64_t at, const char *what,
                      const struct sim_packet *p);
void sim_trace(const struct sim_rank *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
