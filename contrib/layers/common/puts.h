/* SPDX-License-Identifier: BSD-3-Clause
 *
 * puts.h: the record of puts in flight, by which a layer finds whether a get or a put may meet one
 * of them. The record may say yes where the bytes differ, but never no where they are the same.
 *
 * A list of ranges, the last of which grows with a loop over consecutive elements; other puts of at
 * most 64 bytes are in a hash table of granules of 8 bytes.
 */
#ifndef HYD_LAYERS_COMMON_PUTS_H
#define HYD_LAYERS_COMMON_PUTS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HYD_PUTS_RANGES = 32 };

struct hyd_puts_granule {
  uint64_t name; /* address / 8 */
  uint32_t rank;
  uint32_t phase; /* the granule is in use if this is the record's phase */
};

struct hyd_puts {
  struct hyd_puts_granule *granules;
  uint32_t phase;
  const char *low, *high; /* span of all granules, of any rank */
  struct hyd_puts_range {
    uint32_t rank;
    const char *low, *high;
  } range[HYD_PUTS_RANGES];
  int ranges;
};

/* A record without puts. */
#define HYD_PUTS_INITIALIZER                                                                       \
  { .phase = 1 }

/* Whether a put in flight to the rank may have bytes in common with the range. */
bool hyd_puts_conflict(const struct hyd_puts *puts, uint32_t rank, const char *low,
                       const char *high);

/* Records a put. False: the record is full, so all puts have to be completed first. */
bool hyd_puts_add(struct hyd_puts *puts, uint32_t rank, const char *low, const char *high);

/* Empties the record: all puts are complete. */
void hyd_puts_forget(struct hyd_puts *puts);

#endif
