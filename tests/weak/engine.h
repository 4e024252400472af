/* SPDX-License-Identifier: BSD-3-Clause
 *
 * engine.h: the explorer as its own program sees it (explore.h: as scenarios do).
 */
#ifndef HYD_WEAK_ENGINE_H
#define HYD_WEAK_ENGINE_H

#include "tests/weak/access.h"
#include "tests/weak/explore.h"

#undef memcpy
#undef memset
#undef clock_gettime
#undef syscall

#define WEAK_SITES 256

struct weak_result {
  uint64_t executions, states, cut; /* cut: executions that were too long */
  char wrong[256];                  /* empty: all executions were right */
};

/* All executions, or those up to the first wrong one. Of site `which`, if it is not -1, the order
 * is `order`. show: prints the steps of a wrong one. */
struct weak_result weak_explore(const struct weak_scenario *s, int which, int order, int show);

/* Accesses in the sources that were executed up to now; by the last exploration. */
unsigned weak_nsites(void);
const struct weak_site *weak_site_at(unsigned i);
int weak_site_used(unsigned i);

void weak_plain(const void *at, size_t size, int is_write);

#endif
