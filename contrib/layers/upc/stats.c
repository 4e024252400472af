/* SPDX-License-Identifier: BSD-3-Clause
 *
 * stats.c: UPC_STATS=1 prints, at the end of each thread, what UPC did.
 */
#include "contrib/layers/upc/stats.h"

#include <stdio.h>
#include <stdlib.h>

bool hyd_upc_stats_on;

static const char *const names[UPC_COUNTS] = {"gets from threads of the host",
                                              "puts to threads of the host",
                                              "gets of own memory",
                                              "puts to own memory",
                                              "gets over the network",
                                              "puts over the network",
                                              "waits for puts",
                                              "barriers",
                                              "locks",
                                              "locks waited for",
                                              "allocations",
                                              "collectives",
                                              "atomics"};
static struct { uint64_t calls, bytes; } totals[UPC_COUNTS];

void hyd_upc_stats_add(enum upc_count what, size_t bytes) {
  totals[what].calls++;
  totals[what].bytes += bytes;
}

void hyd_upc_stats_report(void) {
  char *text;
  size_t size;
  FILE *f = hyd_upc_stats_on ? open_memstream(&text, &size) : NULL;
  if (f == NULL) return;
  for (int i = 0; i < UPC_COUNTS; i++)
    if (totals[i].calls)
      fprintf(f, "UPC_STATS thread %u: %-30s %12llu calls %16llu bytes\n", hyd_upc.rank, names[i],
              (unsigned long long)totals[i].calls, (unsigned long long)totals[i].bytes);
  fclose(f);
  fputs(text, stderr);
  free(text);
}
