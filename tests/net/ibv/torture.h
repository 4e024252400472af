/* SPDX-License-Identifier: BSD-3-Clause
 *
 * torture.h: memory that is replaced again and again, for torture.c: places, stretches of pages one
 * behind another, each of which holds a pattern of its own. All that is done to them comes from the
 * seed.
 */
#ifndef HYD_IBV_TORTURE_H
#define HYD_IBV_TORTURE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "contrib/tools/sim/rng.h"

#define PLACES 8u /* of a kind, of a rank */
#define PAGE 4096u

struct place {
  char *at;
  size_t len;
  uint64_t tag; /* of the pattern that it holds */
  uint8_t is_fixed, is_shared, half,
      is_read_only; /* fixed: of the segment; half: which half of its file is mapped */
  off_t offset;
};

/* torture_place.c: `n` bytes beginning at byte `from` of the pattern. check: the index of the first
 * that is wrong, or n. */
void pattern_fill(char *at, size_t n, uint64_t tag, size_t from);
size_t pattern_check(const char *at, size_t n, uint64_t tag, size_t from);

/* The sizes of places that have so many bytes together, each half as long as the one before it. */
size_t place_size(size_t bytes, unsigned i);
/* Places in pages of their own, every third of shared memory; or in the segment. */
void places_map(struct place *p, size_t bytes);
void places_in(struct place *p, size_t bytes, char *segment);
/* The place gets other memory, or keeps what it has, and holds that pattern; it may have moved.
 * Returns how. */
const char *place_renew(struct place *p, uint64_t tag, struct sim_rng *rng);
/* It may only be read until it is renewed. */
void place_protect(struct place *p);

/* torture_fork.c: a child that writes to these places, which are shared with it, and lives until
 * child_ends. */
void child_begins(struct place *const *kinds, unsigned nkinds);
void child_ends(void);
int child_lives(void);

/* torture.c: says it, with the seed and the round, and ends the job. */
void torture_failed(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

#endif
