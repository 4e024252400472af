/* SPDX-License-Identifier: BSD-3-Clause
 *
 * team_slots.c: see team_slots.h.
 */
#include "extended/coll/team_levels.h"

#include "core/env/env.h"
#include "core/base/err.h"
#include "core/job/topology.h"

static struct hyd_coll_slot *board_of(const struct hyd_job *job, gex_Rank_t rank, uint32_t index) {
  return &hyd_inbox_at(job, rank)->board[index];
}

/* --- offers --------------------------------------------------------------- */

/* BD5: taking (acquire) pairs with giving back (release): the last team's threads are done with
 * it. */
static uint32_t take(struct hyd_job *job) {
  uint32_t busy = atomic_load_explicit(&job->teams.slots_busy, memory_order_relaxed);
  while (~busy) {
    uint32_t i = (uint32_t)__builtin_ctz(~busy);
    if (atomic_compare_exchange_weak_explicit(&job->teams.slots_busy, &busy, busy | 1u << i,
                                              memory_order_acquire, memory_order_relaxed))
      return i;
  }
  return HYD_COLL_SLOTS;
}

static void withdraw(struct hyd_job *job, uint32_t index) {
  if (index < HYD_COLL_SLOTS)
    atomic_fetch_and_explicit(&job->teams.slots_busy, ~(1u << index),
                              memory_order_release); /* BD5 */
}

/* Brings all counters of barriers to the highest: a new team, of any members, counts on from there,
 * and members of an old one that have not looked yet see at least what they wait for. */
static uint64_t level(struct hyd_coll_slot *b) {
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
  struct hyd_coll_slot_offer o = {take(job), 0, 0};
  struct hyd_coll_slot *b;
  if (o.index == HYD_COLL_SLOTS) return o;
  b = board_of(job, job->rank, o.index);
  o.base = hyd_up(atomic_load_explicit(&b->read, memory_order_relaxed), HYD_NOTES);
  atomic_store_explicit(&b->read, o.base, memory_order_relaxed);
  o.entered = level(b);
  return o;
}

/* --- teams ---------------------------------------------------------------- */

static int usable(const struct hyd_team *t, const struct hyd_coll_slot_offer *offers) {
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
  if (!usable(t, offers)) {
    if (!hyd_team_levels_make(t, offers)) withdraw(t->job, mine);
    return;
  }
  b = malloc(sizeof *b + t->pub.size * sizeof b->member[0]);
  if (b == NULL) hyd_fatal("gex_TM_Split", "out of memory for a team of %u", t->pub.size);
  *b = (struct hyd_team_slots){.mine = mine};
  for (gex_Rank_t i = 0; i < t->pub.size; i++) {
    struct hyd_coll_slot_offer o = hyd_coll_offer_of(offers, i);
    b->member[i] =
        (struct hyd_coll_slot_of){board_of(t->job, hyd_team_member(t, i), o.index), o.base};
  }
  t->boards = b;
  t->counts = b->member[0].board->entered;
  t->nb_entered = hyd_coll_offer_of(offers, 0).entered;
}

void hyd_team_slots_init(struct hyd_job *job) {
  job->teams.slots_busy = 1;
  job->teams.use_slots = hyd_env_bool(job->env, HYD_ENV_COLL_SHARED);
  hyd_team_slots_join(&job->team, NULL);
}

void hyd_team_slots_leave(struct hyd_team *t) {
  hyd_team_levels_free(t);
  if (t->boards == NULL) return;
  withdraw(t->job, t->boards->mine);
  free(t->boards);
  t->boards = NULL;
}

int hyd_team_slots_read_before(struct hyd_team_slots *b, gex_Rank_t size, uint64_t s) {
  uint64_t least = UINT64_MAX;
  if (b->all_read >= s) return 1;
  for (gex_Rank_t i = 0; i < size; i++) {
    uint64_t n = atomic_load_explicit(&b->member[i].board->read, memory_order_acquire) /* BD4 */
                 - b->member[i].base;
    if (n < least) least = n;
  }
  b->all_read = least;
  return least >= s;
}
