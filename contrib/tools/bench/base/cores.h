/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cores.h: the two cores that everything runs on. The launcher chooses them and confines itself to
 * them; ranks that want a core each find their numbers in HYDRANT_BENCH_CPUS.
 */
#ifndef HYD_BENCH_CORES_H
#define HYD_BENCH_CORES_H

#include <stdbool.h>

/* Confines this process, and so every process that it starts, to the two cores of `wish` ("A,B"),
 * or to two of one package if that is NULL. False: it may not run there. */
bool hyd_bn_choose_cores(int cpu[2], const char *wish);
/* The cores that the launcher has chosen; false: there is no launcher. */
bool hyd_bn_chosen_cores(int cpu[2]);
/* This process keeps to one core. */
void hyd_bn_pin(int cpu);

#endif
