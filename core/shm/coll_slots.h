/* SPDX-License-Identifier: BSD-3-Clause
 *
 * coll_slots.h: how the members of a team that share memory do collectives without messages.
 *
 * Terms. A coll slot is some shared memory of one rank, for one team. A collective takes one or
 * more steps, which all members count alike. An entry is what a member shows the others in one
 * step.
 *
 * A rank has HYD_COLL_SLOTS slots. It gives a slot to each team that it joins, and has the slot
 * back when the team is destroyed. The counters of a slot only grow, so that a rank which is late
 * in looking at an old team's slot still sees what it waits for.
 *
 * Entries take turns: an entry may be written again when all members have read what was in its
 * place. So a root of small broadcasts can run ahead of members that wait for a core.
 *
 * Order of memory. BD1, the step of an entry (release), pairs with BD2 (acquire). BD3, the steps
 * that a member has read (release), pairs with BD4 (acquire), so that an entry is written after it
 * was read.
 */
#ifndef HYD_SHM_COLL_SLOTS_H
#define HYD_SHM_COLL_SLOTS_H

#include <stdatomic.h>
#include <stdint.h>

#include "core/sys/cpu.h"

#define HYD_COLL_SLOTS 32u        /* of a rank; teams beyond that number use messages */
#define HYD_COLL_SLOT_MEMBERS 64u /* the largest team that uses slots */
#define HYD_COLL_ENTRIES 64u      /* entries of a slot, which take turns */
#define HYD_SMALL_ENTRIES 16u     /* entries that may have a small buffer at a time */
#define HYD_ENTRY_INLINE 48u      /* bytes that fit in the entry */
#define HYD_ENTRY_SMALL 4096u     /* bytes that fit in a small buffer */
#define HYD_ENTRY_BYTES 262144u   /* bytes that fit in one of two large buffers, which take turns */

/* Processors fetch lines in pairs: a line that one member reads must not be the neighbour of a line
 * that another writes. */
#define HYD_PAIR_ALIGNED __attribute__((aligned(2 * HYD_LINE)))

#define HYD_ENTRY_LENT ((uint64_t)1 << 63)
struct hyd_coll_entry {
  _Atomic uint64_t step; /* BD1: the entry's step, by the slot's own count, + 1 */
  /* Bytes of the whole collective; | HYD_ENTRY_LENT if `bytes` holds the address of the data. */
  uint64_t all;
  unsigned char bytes[HYD_ENTRY_INLINE];
} HYD_PAIR_ALIGNED;

struct hyd_coll_slot {
  /* Barriers that each member has entered (N1, N2 in barrier.c); used in the slot of member 0.
   * Packed, because a line that two cores write in turns moves once where two lines move twice. */
  _Atomic uint64_t entered[HYD_COLL_SLOT_MEMBERS] HYD_PAIR_ALIGNED;
  _Atomic uint64_t read HYD_PAIR_ALIGNED; /* steps whose entries the owner has all read (BD3) */
  /* Members that wait for readers; used in the slot of member 0. */
  _Atomic uint32_t writers HYD_PAIR_ALIGNED;
  struct hyd_coll_entry entry[HYD_COLL_ENTRIES];
  unsigned char small[HYD_SMALL_ENTRIES][HYD_ENTRY_SMALL] __attribute__((aligned(4096)));
  unsigned char large[2][HYD_ENTRY_BYTES];
} __attribute__((aligned(4096)));

#endif
