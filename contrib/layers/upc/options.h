/* SPDX-License-Identifier: BSD-3-Clause
 *
 * options.h: switches of programs and environment variables (libupc.md 7).
 */
#ifndef HYD_UPC_OPTIONS_H
#define HYD_UPC_OPTIONS_H
#include <stdbool.h>
#include <stddef.h>

struct upc_options {
  int threads; /* -n and -fupc-threads; 0: not given */
  size_t heap; /* bytes; 0: not given */
};

/* Reads UPC's switches and removes them from argv. Refuses the job (report.h) if one is wrong, as
 * the functions below do. A launched program's switches are only those that begin with -fupc-. */
void hyd_upc_read_switches(int *argc, char **argv, bool launched, struct upc_options *options);
/* Reads UPC_SHARED_HEAP_SIZE and the variables that are switches; switches precede them. */
void hyd_upc_read_environment(struct upc_options *options);
/* Tells the library how many threads a program has that no launcher started. */
void hyd_upc_choose_threads(const struct upc_options *options, int static_threads, bool launched);

#endif
