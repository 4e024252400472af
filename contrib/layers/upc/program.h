/* SPDX-License-Identifier: BSD-3-Clause
 *
 * program.h: reads the sections in which object files describe the program (libupc.md 1.2).
 */
#ifndef HYD_UPC_PROGRAM_H
#define HYD_UPC_PROGRAM_H
#include <stdbool.h>
#include <stddef.h>

/* Checks that all files were compiled alike, and refuses the job (report.h) if not. Returns the
 * static number of threads, 0: dynamic. */
int hyd_upc_static_threads(void);
/* Whether a file of the program was compiled from UPC. */
bool hyd_upc_has_sources(void);
/* Bytes of shared objects with static storage, from offset 0 on. */
size_t hyd_upc_static_size(void);
/* Runs the initialisers of shared and pointer variables. False: the program has none. */
bool hyd_upc_run_initialisers(void);

#endif
