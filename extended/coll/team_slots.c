/* SPDX-License-Identifier: BSD-3-Clause
 *
 * team_slots.c: see team_slots.h.
 */
#include "extended/coll/team_levels.h"

#include "core/env/env.h"
#include "core/base/err.h"
#include "core/job/topology.h"

static struct hyd_coll_slot *slot_of(const struct hyd_job *job, gex_Rank_t rank, uint32_t index) {
  return &hyd_inbox_at(job, rank)->coll_slot[index];
}

/* --- offers --------------------------------------------------------------- */

/* Reserves a slot; returns its index, or HYD_COLL_SLOTS if none is free. BD5: the reservation
 * (acquire) pairs with the return of the slot (release), after which the last team's threads do not
 * use it. */
static uint32_t reserve_slot(struct hyd_job *job) {
  uint32_t busy = atomic_load_explicit(&job->teams.slots_busy, memory_order_relaxed);
  while (~busy) {
    uint32_t i = (uint32_t)__builtin_ctz(~busy);
    if (atomic_compare_exchange_weak_explicit(&job->teams.slots_busy, &busy, busy | 1u << i,
                                              memory_order_acquire, memory_order_relaxed))
      return i;
  }
  return HYD_COLL_SLOTS;
}

static void return_slot(struct hyd_job *job, uint32_t index) {
  if (index < HYD_COLL_SLOTS)
    atomic_fetch_and_explicit(&job->teams.slots_busy, ~(1u << index),
                              memory_order_release); /* BD5 */
}

/* Raises all counters of barriers to the highest, which is returned. A new team, whatever its
 * members, counts on from there; members of an old team that have not looked yet see at least what
 * they wait for. */
static uint64_t level_counters(struct hyd_coll_slot *b) {
  uint64_t most = 0;
  for (unsigned i = 0; i < HYD_COLL_SLOT_MEMBERS; i++) {
    uint64_t n = atomic_load_explicit(&b->entered[i], memory_order_relaxed);
    if (n > most) most = n;
  }
  for (unsigned i = 0; i < HYD_COLL_SLOT_MEMBERS; i++)
    if (atomic_load_explicit(&b->entered[i], memory_order_relaxed) != most)
      atomic_store_explicit(&b->entered[i], most, memory_order_relaxed);
  return most;
}

struct hyd_coll_slot_offer hyd_coll_slot_offer(struct hyd_job *job) {
  struct hyd_coll_slot_offer o = {reserve_slot(job), 0, 0};
  struct hyd_coll_slot *b;
  if (o.index == HYD_COLL_SLOTS) return o;
  b = slot_of(job, job->rank, o.index);
  o.base = hyd_up(atomic_load_explicit(&b->read, memory_order_relaxed), HYD_COLL_ENTRIES);
  atomic_store_explicit(&b->read, o.base, memory_order_relaxed);
  o.entered = level_counters(b);
  return o;
}

/* --- teams ---------------------------------------------------------------- */

static int can_use_slots(const struct hyd_team *t, const struct hyd_coll_slot_offer *offers) {
  if (t->pub.size > HYD_COLL_SLOT_MEMBERS || !t->job->teams.use_slots) return 0;
  for (gex_Rank_t i = 0; i < t->pub.size; i++)
    if (hyd_coll_offer_of(offers, i).index >= HYD_COLL_SLOTS ||
        !hyd_in_nbrhd(t->job, hyd_team_member(t, i)))
      return 0;
  return 1;
}

void hyd_team_slots_join(struct hyd_team *t, const struct hyd_coll_slot_offer *offers) {
  struct hyd_team_slots *b;
  uint32_t mine = hyd_coll_offer_of(offers, t->pub.rank).index;
  if (!can_use_slots(t, offers)) {
    if (!hyd_team_levels_make(t, offers)) return_slot(t->job, mine);
    return;
  }
  b = malloc(sizeof *b + t->pub.size * sizeof b->member[0]);
  if (b == NULL) hyd_fatal("gex_TM_Split", "out of memory for a team of %u", t->pub.size);
  *b = (struct hyd_team_slots){.mine = mine};
  for (gex_Rank_t i = 0; i < t->pub.size; i++) {
    struct hyd_coll_slot_offer o = hyd_coll_offer_of(offers, i);
    b->member[i] =
        (struct hyd_member_slot){slot_of(t->job, hyd_team_member(t, i), o.index), o.base};
  }
  t->slots = b;
  t->counts = b->member[0].slot->entered;
  t->nb_entered = hyd_coll_offer_of(offers, 0).entered;
}

void hyd_team_slots_init(struct hyd_job *job) {
  job->teams.slots_busy = 1;
  job->teams.use_slots = hyd_env_bool(job->env, HYD_ENV_COLL_SHARED);
  hyd_team_slots_join(&job->team, NULL);
}

void hyd_team_slots_free(struct hyd_team *t) {
  hyd_team_levels_free(t);
  if (t->slots == NULL) return;
  return_slot(t->job, t->slots->mine);
  free(t->slots);
  t->slots = NULL;
}

int hyd_team_slots_read_before(struct hyd_team_slots *b, gex_Rank_t size, uint64_t s) {
  uint64_t least = UINT64_MAX;
  if (b->all_read >= s) return 1;
  for (gex_Rank_t i = 0; i < size; i++) {
    uint64_t n = atomic_load_explicit(&b->member[i].slot->read, memory_order_acquire) /* BD4 */
                 - b->member[i].base;
    if (n < least) least = n;
  }
  b->all_read = least;
  return least >= s;
}
