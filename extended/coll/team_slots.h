/* SPDX-License-Identifier: BSD-3-Clause
 *
 * team_slots.h: the boards (core/shm/coll_slots.h) of a team whose members share memory, and the
 * steps that its collectives take on them. All of it is under the lock of the collectives, but for
 * offers.
 */
#ifndef HYD_EXTENDED_TEAM_SLOTS_H
#define HYD_EXTENDED_TEAM_SLOTS_H

#include "core/shm/coll_slots.h"
#include "core/team/team.h"

struct hyd_team_slots {
  uint32_t mine;     /* index of this rank's */
  uint64_t begun;    /* steps of collectives that were begun here */
  uint64_t done;     /* steps that are over here */
  uint64_t all_read; /* steps that all members are known to have read */
  struct hyd_coll_slot_of {
    struct hyd_coll_slot *board;
    uint64_t base; /* what its counters stood at when the team was made */
  } member[];
};

/* What a rank offers the other members of a team that is being made: one of its boards. */
struct hyd_coll_slot_offer {
  uint32_t index; /* HYD_COLL_SLOTS: it has none to spare */
  uint64_t base, entered;
};

struct hyd_coll_slot_offer hyd_coll_slot_offer(struct hyd_job *job);
/* Member m's of the offers; NULL: each offers its first board, all zeros, as at the start. */
static inline struct hyd_coll_slot_offer hyd_coll_offer_of(const struct hyd_coll_slot_offer *offers,
                                                           gex_Rank_t m) {
  return offers ? offers[m] : (struct hyd_coll_slot_offer){0, 0, 0};
}
/* Gives a new team the boards that its members offer, in rank order. Where not all share memory, or
 * a member offers none, the team has levels (team_levels.h) or neither; all members find the same.
 */
void hyd_team_slots_join(struct hyd_team *t, const struct hyd_coll_slot_offer *offers);
/* The whole job's, of which every rank's first board is. */
void hyd_team_slots_init(struct hyd_job *job);
void hyd_team_slots_leave(struct hyd_team *t);

/* The note of step s of member m, or NULL if it is not there yet. */
static inline const struct hyd_note *hyd_note_of(const struct hyd_team_slots *b, gex_Rank_t m,
                                                 uint64_t s) {
  const struct hyd_note *n = &b->member[m].board->note[s % HYD_NOTES];
  uint64_t step = atomic_load_explicit(&n->step, memory_order_acquire); /* BD2 */
  return step == b->member[m].base + s + 1 ? n : NULL;
}
/* The same where it is known to be there. */
static inline const struct hyd_note *hyd_note_shown(const struct hyd_team_slots *b, gex_Rank_t m,
                                                    uint64_t s) {
  return &b->member[m].board->note[s % HYD_NOTES];
}
static inline const void *hyd_note_bytes(const struct hyd_team_slots *b, gex_Rank_t m, uint64_t s,
                                         size_t n) {
  const struct hyd_coll_slot *board = b->member[m].board;
  if (n <= HYD_NOTE_INLINE) return board->note[s % HYD_NOTES].bytes;
  return n <= HYD_NOTE_SMALL ? board->small[s % HYD_NOTES] : board->large[s % 2];
}
/* Before a note of n bytes is written in step s, all must have read the steps before this one. */
static inline uint64_t hyd_note_after(uint64_t s, size_t n) {
  uint64_t turns = n <= HYD_NOTE_SMALL ? HYD_NOTES : 2;
  return s < turns ? 0 : s - turns + 1;
}
/* Where this rank writes the n bytes of its own note before it shows it. */
static inline void *hyd_note_place(const struct hyd_team_slots *b, gex_Rank_t me, uint64_t s,
                                   size_t n) {
  return (void *)(uintptr_t)hyd_note_bytes(b, me, s, n);
}
static inline void hyd_note_show(const struct hyd_team_slots *b, gex_Rank_t me, uint64_t s,
                                 uint64_t all) {
  struct hyd_note *n = &b->member[me].board->note[s % HYD_NOTES];
  n->all = all;
  atomic_store_explicit(&n->step, b->member[me].base + s + 1, memory_order_release); /* BD1 */
}
/* This rank has read all that it needs of the steps before s. */
static inline void hyd_coll_slot_read(const struct hyd_team_slots *b, gex_Rank_t me, uint64_t s) {
  atomic_store_explicit(&b->member[me].board->read, b->member[me].base + s,
                        memory_order_release); /* BD3 */
}
/* Whether every member has read the steps before s. */
int hyd_team_slots_read_before(struct hyd_team_slots *b, gex_Rank_t size, uint64_t s);

#endif
