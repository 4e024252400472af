/* SPDX-License-Identifier: BSD-3-Clause
 *
 * torture_kinds.h: the ways for memory of a place to become other memory.
 */
#ifndef FH_TEST_TORTURE_KINDS_H
#define FH_TEST_TORTURE_KINDS_H

#include "tests/sim/firehose/torture.h"

struct kind {
  const char *name;
  unsigned sorts; /* for which */
  /* 0, or an errno. `parking` has room for the place, twice, and nothing in it. */
  int (*change)(struct place *p, struct sim_rng *rng, char *parking);
  unsigned rest_ms; /* after some: what was discarded is not kept for a while */
  int harmless;     /* nothing becomes other memory */
  int unwatched;    /* it is never kept, so no registration is given up for it */
};
extern const struct kind kinds[];
extern const unsigned nkinds;

/* 0, or an errno. SHARED memory is of a file, of so many bytes, twice. */
int kind_begin(size_t bytes);
void kind_end(void);
/* Fresh memory over what is there. */
int kind_map(struct place *p);
/* A place at the heap's end. */
int kind_begin_brk(struct place *p);
void kind_end_brk(struct place *p);

#endif
