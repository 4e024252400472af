/* SPDX-License-Identifier: BSD-3-Clause
 *
 * coll_slots.h: what members of a team that share memory show each other: collectives without
 * messages. A rank has a few boards; it gives one to each team that it joins, and has it back when
 * the team is destroyed. Counters on a board only grow, so that a rank that is late in looking at
 * an old team's still sees what it waits for.
 *
 * A collective takes one or more steps, which all members count alike. In a step a member may show
 * a note, which others read. Notes take turns, so that one may be written when all members have
 * read the last one in its place: a root of small broadcasts runs ahead of members that wait for a
 * core. Atomics: BD1 a note's step (release) pairs with BD2 (acquire);
 * BD3 what a member has read (release) pairs with BD4 (acquire), so that a note is written after it
 * was read.
 */
#ifndef HYD_SHM_COLL_SLOTS_H
#define HYD_SHM_COLL_SLOTS_H

#include <stdatomic.h>
#include <stdint.h>

#include "core/sys/cpu.h"

#define HYD_COLL_SLOTS                                                                             \
  32u /* of each rank: teams that it can be in at a time before messages serve */
#define HYD_COLL_SLOT_MEMBERS 64u /* of a team, at most */
#define HYD_NOTES 16u             /* that take turns */
#define HYD_NOTE_INLINE 48u       /* bytes that a note holds by itself, */
#define HYD_NOTE_SMALL 4096u      /* with its own buffer, */
#define HYD_NOTE_BYTES 262144u    /* or with one of two buffers, which take turns */

/* Lines are fetched in pairs, and the neighbour of what a member reads is not to be what another
 * writes. */
#define HYD_PAIR_ALIGNED __attribute__((aligned(2 * HYD_LINE)))

#define HYD_NOTE_LENT ((uint64_t)1 << 63)
struct hyd_note {
  _Atomic uint64_t step; /* BD1: of which this is the note, on the board's own count, + 1 */
  /* bytes of the whole collective; with HYD_NOTE_LENT if `bytes` says where they are */
  uint64_t all;
  unsigned char bytes[HYD_NOTE_INLINE];
} HYD_PAIR_ALIGNED;

struct hyd_coll_slot {
  /* Barriers that each member has entered (N1, N2 in barrier.c): on the board of the team's first.
   * Packed, because a line that two write in turns moves once where two lines move twice. */
  _Atomic uint64_t entered[HYD_COLL_SLOT_MEMBERS] HYD_PAIR_ALIGNED;
  _Atomic uint64_t read HYD_PAIR_ALIGNED; /* steps of which the owner has read all (BD3) */
  _Atomic uint32_t writers
      HYD_PAIR_ALIGNED; /* members that wait for readers: on the first's board */
  struct hyd_note note[HYD_NOTES];
  unsigned char small[HYD_NOTES][HYD_NOTE_SMALL] __attribute__((aligned(4096)));
  unsigned char large[2][HYD_NOTE_BYTES];
} __attribute__((aligned(4096)));

#endif
