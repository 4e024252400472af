/* SPDX-License-Identifier: BSD-3-Clause
 *
 * team_slots.h: the coll slots (core/shm/coll_slots.h) of a team whose members share memory, and
 * the steps that its collectives take. All of it is under the lock of the collectives, except
 * offers.
 */
#ifndef HYD_EXTENDED_TEAM_SLOTS_H
#define HYD_EXTENDED_TEAM_SLOTS_H

#include "core/shm/coll_slots.h"
#include "core/team/team.h"

struct hyd_team_slots {
  uint32_t mine;     /* index of this rank's slot */
  uint64_t begun;    /* steps of all collectives that were begun here */
  uint64_t done;     /* steps that are over here */
  uint64_t all_read; /* steps that all members are known to have read */
  struct hyd_member_slot {
    struct hyd_coll_slot *slot;
    uint64_t base; /* its counters when the team was made */
  } member[];
};

/* The slot that a rank offers to a team that is being made. */
struct hyd_coll_slot_offer {
  uint32_t index; /* HYD_COLL_SLOTS: the rank has none to spare */
  uint64_t base, entered;
};

/* Reserves a slot of this rank for a team. */
struct hyd_coll_slot_offer hyd_coll_slot_offer(struct hyd_job *job);
/* Member m's offer. offers NULL: the job's first team, for which each rank offers slot 0. */
static inline struct hyd_coll_slot_offer hyd_coll_offer_of(const struct hyd_coll_slot_offer *offers,
                                                           gex_Rank_t m) {
  return offers ? offers[m] : (struct hyd_coll_slot_offer){0, 0, 0};
}
/* Gives a new team the slots that its members offer, in rank order. If not all members share
 * memory, or a member offers no slot, the team gets levels (team_levels.h) or nothing. All members
 * come to the same result. */
void hyd_team_slots_join(struct hyd_team *t, const struct hyd_coll_slot_offer *offers);
/* Gives the primordial team slot 0 of every rank. */
void hyd_team_slots_init(struct hyd_job *job);
/* Frees what hyd_team_slots_join made. */
void hyd_team_slots_free(struct hyd_team *t);

/* The entry of member m for step s, or NULL if it is not there yet. */
static inline const struct hyd_coll_entry *hyd_coll_entry_of(const struct hyd_team_slots *b,
                                                             gex_Rank_t m, uint64_t s) {
  const struct hyd_coll_entry *n = &b->member[m].slot->entry[s % HYD_COLL_ENTRIES];
  uint64_t step = atomic_load_explicit(&n->step, memory_order_acquire); /* BD2 */
  return step == b->member[m].base + s + 1 ? n : NULL;
}
/* The same for an entry that is known to be there. */
static inline const struct hyd_coll_entry *hyd_coll_entry_shown(const struct hyd_team_slots *b,
                                                                gex_Rank_t m, uint64_t s) {
  return &b->member[m].slot->entry[s % HYD_COLL_ENTRIES];
}
/* The n bytes that member m shows in step s. */
static inline const void *hyd_coll_entry_bytes(const struct hyd_team_slots *b, gex_Rank_t m,
                                               uint64_t s, size_t n) {
  const struct hyd_coll_slot *slot = b->member[m].slot;
  if (n <= HYD_ENTRY_INLINE) return slot->entry[s % HYD_COLL_ENTRIES].bytes;
  return n <= HYD_ENTRY_SMALL ? slot->small[s % HYD_SMALL_ENTRIES] : slot->large[s % 2];
}
/* The step whose predecessors all members must have read before an entry of n bytes is written in
 * step s. */
static inline uint64_t hyd_coll_entry_after(uint64_t s, size_t n) {
  uint64_t turns = n <= HYD_ENTRY_INLINE  ? HYD_COLL_ENTRIES
                   : n <= HYD_ENTRY_SMALL ? HYD_SMALL_ENTRIES
                                          : 2;
  return s < turns ? 0 : s - turns + 1;
}
/* Where this rank writes the n bytes of its own entry before it shows the entry. */
static inline void *hyd_coll_entry_place(const struct hyd_team_slots *b, gex_Rank_t me, uint64_t s,
                                         size_t n) {
  return (void *)(uintptr_t)hyd_coll_entry_bytes(b, me, s, n);
}
/* Publishes this rank's entry for step s. */
static inline void hyd_coll_entry_show(const struct hyd_team_slots *b, gex_Rank_t me, uint64_t s,
                                       uint64_t all) {
  struct hyd_coll_entry *n = &b->member[me].slot->entry[s % HYD_COLL_ENTRIES];
  n->all = all;
  atomic_store_explicit(&n->step, b->member[me].base + s + 1, memory_order_release); /* BD1 */
}
/* Publishes that this rank has read all that it needs of the steps before s. */
static inline void hyd_coll_slot_read(const struct hyd_team_slots *b, gex_Rank_t me, uint64_t s) {
  atomic_store_explicit(&b->member[me].slot->read, b->member[me].base + s,
                        memory_order_release); /* BD3 */
}
/* Whether every member has read the steps before s. */
int hyd_team_slots_read_before(struct hyd_team_slots *b, gex_Rank_t size, uint64_t s);

#endif
