/* SPDX-License-Identifier: BSD-3-Clause
 *
 * coll_shared.c: collectives of a team whose members share memory, by their coll slots
 * (team_slots.h).
 *
 * Each member shows what the others need, and takes what it needs itself. No member forwards data,
 * so that no rank has to be scheduled twice: that matters where ranks outnumber cores.
 *
 * Data larger than an entry goes in chunks. Large data in the root's segment is broadcast without a
 * copy: the root shows the address, and the others read from there.
 *
 * Collectives of a team take turns in the order in which they were begun.
 */
#include "core/mem/guard.h"
#include "core/base/err.h"
#include "core/am/wait.h"
#include "extended/coll/team_slots.h"
#include "extended/coll/coll.h"

#define COPIED ((size_t)16 << 10) /* data up to here is copied even if others have it mapped */
#define LOOKS 16                  /* at entries that are about to come */

/* --- entries -------------------------------------------------------------- */

static uint64_t step_of(const struct hyd_coll *c) { return c->shared.first + c->shared.at; }

/* Returns whether all members have read the steps before `step`. If not, counts this rank among the
 * writers that wait, so that readers wake it. Readers see the count, or this rank sees what they
 * have read, because a fence lies between the count and the last look before a sleep (W1). */
static int try_after_readers(struct hyd_coll *c, uint64_t step) {
  struct hyd_team_slots *b = c->team->slots;
  _Atomic uint32_t *writers = &b->member[0].slot->writers;
  int done = hyd_team_slots_read_before(b, c->team->pub.size, step);
  if (done == c->shared.marked)
    atomic_fetch_add_explicit(writers, done ? -1u : 1u, memory_order_relaxed);
  c->shared.marked = !done;
  return done;
}

/* Returns whether this rank's entry for the present step, of n bytes, may be written; else the rank
 * waits for readers. */
static int try_to_write(struct hyd_coll *c, size_t n) {
  uint64_t after = hyd_coll_entry_after(step_of(c), n);
  return after == 0 || try_after_readers(c, after);
}

/* Shows the entry that was written. */
static void show_entry(struct hyd_coll *c, uint64_t lent) {
  hyd_coll_entry_show(c->team->slots, c->team->pub.rank, step_of(c), c->bytes | lent);
  c->shared.shown = 1;
}

static int show_bytes(struct hyd_coll *c, const void *src, size_t n) {
  if (c->shared.shown) return 1;
  if (!try_to_write(c, n)) return 0;
  memcpy(hyd_coll_entry_place(c->team->slots, c->team->pub.rank, step_of(c), n), src, n);
  show_entry(c, 0);
  return 1;
}

/* Whether the other members have these n bytes mapped. */
static int is_in_segment(const struct hyd_coll *c, const void *src, size_t n) {
  struct hyd_job *job = c->team->job;
  return !hyd_everything(job) && hyd_local(job, job->rank, src, n) != NULL &&
         hyd_guarded_own(job, src, n) == NULL; /* guarded memory is mapped nowhere else */
}

/* Shows where n bytes of this rank's segment are, in place of the bytes. */
static int show_place(struct hyd_coll *c, const void *src) {
  if (c->shared.shown) return 1;
  if (!try_to_write(c, sizeof src)) return 0;
  memcpy(hyd_coll_entry_place(c->team->slots, c->team->pub.rank, step_of(c), sizeof src), &src,
         sizeof src);
  show_entry(c, HYD_ENTRY_LENT);
  return 1;
}

/* The entry of member m for this step, or NULL. */
static const struct hyd_coll_entry *entry_of(const struct hyd_coll *c, gex_Rank_t m) {
  const struct hyd_coll_entry *n = hyd_coll_entry_of(c->team->slots, m, step_of(c));
  if (n && hyd_unlikely((n->all & ~HYD_ENTRY_LENT) != c->bytes))
    hyd_fatal("gex_Coll",
              "rank %u of the team has %zu bytes where %zu are expected: the members' "
              "arguments differ",
              m, (size_t)(n->all & ~HYD_ENTRY_LENT), c->bytes);
  return n;
}

/* Returns whether all members have shown their entries of this step. Then they have read the
 * entries of the step before, which is noted. */
static int look_for_all(struct hyd_coll *c) {
  struct hyd_team_slots *b = c->team->slots;
  while (c->shared.seen < c->team->pub.size && entry_of(c, c->shared.seen)) c->shared.seen++;
  if (c->shared.seen < c->team->pub.size) return 0;
  if (b->all_read < step_of(c)) b->all_read = step_of(c);
  return 1;
}

/* The same after this rank has shown its own entry, if that is new: the last member to show wakes
 * the others. Where every rank has a core, the other entries are likely to come during a few
 * looks. */
static int look_after_show(struct hyd_coll *c, int mine_is_new) {
  if (!mine_is_new) return look_for_all(c);
  for (int i = c->team->job->wait.oversubscribed ? LOOKS : 0; i < LOOKS; i++) {
    hyd_cpu_relax(); /* before the look, which takes the cache line from its writer */
    if (look_for_all(c)) break;
  }
  if (hyd_unlikely(hyd_has_sleepers(c->team->job)) && look_for_all(c)) hyd_wake_team(c->team);
  return look_for_all(c);
}

/* Goes on to step `at`, and publishes that this rank has read all steps before it. */
static void begin_step(struct hyd_coll *c, uint64_t at) {
  struct hyd_team_slots *b = c->team->slots;
  c->shared.at = at;
  c->shared.seen = 0;
  c->shared.shown = 0;
  hyd_coll_slot_read(b, c->team->pub.rank, step_of(c));
  if (hyd_unlikely(hyd_has_sleepers(c->team->job)) &&
      atomic_load_explicit(&b->member[0].slot->writers, memory_order_relaxed))
    hyd_wake_team(c->team);
}

static const char *entry_bytes(const struct hyd_coll *c, gex_Rank_t m, size_t n) {
  return hyd_coll_entry_bytes(c->team->slots, m, step_of(c), n);
}

/* The n bytes of member m's segment whose address its entry shows. */
static const char *lent_bytes(const struct hyd_coll *c, gex_Rank_t m, size_t n) {
  const void *addr, *here;
  memcpy(&addr, entry_bytes(c, m, sizeof addr), sizeof addr);
  here = hyd_local(c->team->job, hyd_team_member(c->team, m), addr, n);
  if (here == NULL)
    hyd_fatal("gex_Coll",
              "rank %u of the team shows %zu bytes at %p, which are not in its segment: "
              "the members' arguments differ",
              m, n, addr);
  return here;
}

/* The n bytes that member m shows in this step, in its entry or in its segment. */
static const char *shown_bytes(const struct hyd_coll *c, gex_Rank_t m, size_t n) {
  int lent = (hyd_coll_entry_shown(c->team->slots, m, step_of(c))->all & HYD_ENTRY_LENT) != 0;
  return lent ? lent_bytes(c, m, n) : entry_bytes(c, m, n);
}

/* Shows n bytes; returns whether all members have shown theirs. */
static int exchange_bytes(struct hyd_coll *c, const void *src, size_t n) {
  int before = c->shared.shown;
  return show_bytes(c, src, n) && look_after_show(c, !before);
}

/* The same without a copy, if the others have the bytes mapped. The bytes must stay as they are
 * until all members have read them. */
static int exchange_in_place(struct hyd_coll *c, const void *src, size_t n) {
  int before = c->shared.shown;
  if (n <= COPIED || !is_in_segment(c, src, n)) return exchange_bytes(c, src, n);
  return show_place(c, src) && look_after_show(c, !before);
}

/* --- chunks --------------------------------------------------------------- */

static size_t element(const struct hyd_coll *c) {
  return c->count > 1 ? c->bytes / c->count : c->count ? c->bytes : 1;
}

/* Cuts the data into chunks; returns how many. Small data needs no division, which would take as
 * long as a cache line takes to arrive. */
static uint64_t cut_data(struct hyd_coll *c) {
  c->shared.element = element(c);
  c->shared.chunk = c->bytes;
  if (c->bytes <= HYD_ENTRY_BYTES) return 1;
  c->shared.chunk = HYD_ENTRY_BYTES / c->shared.element * c->shared.element;
  return (c->bytes + c->shared.chunk - 1) / c->shared.chunk;
}

/* Bytes of chunk number i. */
static size_t chunk_bytes(const struct hyd_coll *c, uint64_t i) {
  size_t left = c->bytes - i * c->shared.chunk;
  return left < c->shared.chunk ? left : c->shared.chunk;
}

/* --- reductions ----------------------------------------------------------- */

/* Combines bytes [from, from + n) of all members' data of `all` bytes, in rank order. Begins with
 * the last member, because the operator stores its result in its right operand. */
static void combine_all(const struct hyd_coll *c, size_t all, size_t from, size_t n, void *out) {
  gex_Rank_t m = c->team->pub.size - 1;
  if (n == 0) return;
  memcpy(out, shown_bytes(c, m, all) + from, n);
  n = n == c->bytes ? c->count : n / c->shared.element;
  while (m-- > 0) c->fn(shown_bytes(c, m, all) + from, out, n, c->fn_data);
}

static int step_reduce_all(struct hyd_coll *c) {
  while (c->shared.at < c->shared.steps) {
    size_t n = chunk_bytes(c, c->shared.at), off = c->shared.at * c->shared.chunk;
    if (!exchange_bytes(c, (const char *)c->src + off, n)) return 0;
    combine_all(c, n, 0, n, (char *)c->dst + off);
    begin_step(c, c->shared.at + 1);
  }
  return 1;
}

static int step_reduce_one(struct hyd_coll *c) {
  while (c->shared.at < c->shared.steps) {
    size_t n = chunk_bytes(c, c->shared.at), off = c->shared.at * c->shared.chunk;
    int there = exchange_bytes(c, (const char *)c->src + off, n),
        root = c->team->pub.rank == c->root;
    if (!c->shared.shown || (root && !there)) return 0;
    if (root) combine_all(c, n, 0, n, (char *)c->dst + off);
    begin_step(c, c->shared.at + 1);
  }
  return 1;
}

/* Where member m's part of n bytes begins. */
static size_t part_begin(const struct hyd_coll *c, size_t n, gex_Rank_t m) {
  return hyd_coll_part(n / c->shared.element, c->shared.element, m, c->team->pub.size);
}

/* Takes two steps for each chunk: all members show their data; then each combines a part, and shows
 * the result. When all show results, all have read the data: so the data may be lent, and dst may
 * be src. Each member reads the results from its own on, so that not all read from one member at a
 * time. */
static int step_reduce_split(struct hyd_coll *c) {
  gex_Rank_t me = c->team->pub.rank;
  while (c->shared.at < c->shared.steps) {
    size_t n = chunk_bytes(c, c->shared.at / 2), off = c->shared.at / 2 * c->shared.chunk;
    size_t from = part_begin(c, n, me), mine = part_begin(c, n, me + 1) - from;
    int before = c->shared.shown;
    if (c->shared.at % 2 == 0) {
      if (!exchange_in_place(c, (const char *)c->src + off, n)) return 0;
      combine_all(c, n, from, mine, hyd_coll_entry_place(c->team->slots, me, step_of(c) + 1, mine));
      begin_step(c, c->shared.at + 1);
      before = 0;
      show_entry(c, 0);
    }
    if (!look_after_show(c, !before)) return 0;
    for (gex_Rank_t i = 0; i < c->team->pub.size; i++) {
      gex_Rank_t m = (me + i) % c->team->pub.size;
      size_t at = part_begin(c, n, m), bytes = part_begin(c, n, m + 1) - at;
      memcpy((char *)c->dst + off + at, entry_bytes(c, m, bytes), bytes);
    }
    begin_step(c, c->shared.at + 1);
  }
  return 1;
}

/* --- broadcast ------------------------------------------------------------ */

/* The root shows the address of data in its segment, and waits until all have copied the data. */
static int step_lend(struct hyd_coll *c) {
  if (!c->shared.shown) {
    if (!show_place(c, c->src)) return 0;
    if (hyd_has_sleepers(c->team->job)) hyd_wake_team(c->team);
    hyd_coll_slot_read(c->team->slots, c->team->pub.rank, c->shared.first + c->shared.steps);
  }
  if (!try_after_readers(c, c->shared.first + c->shared.steps)) return 0;
  begin_step(c, c->shared.steps);
  return 1;
}

static int step_broadcast_root(struct hyd_coll *c) {
  if (c->bytes > COPIED && is_in_segment(c, c->src, c->bytes)) return step_lend(c);
  while (c->shared.at < c->shared.steps) {
    if (!show_bytes(c, (const char *)c->src + c->shared.at * c->shared.chunk,
                    chunk_bytes(c, c->shared.at)))
      return 0;
    if (hyd_has_sleepers(c->team->job)) hyd_wake_team(c->team);
    begin_step(c, c->shared.at + 1);
  }
  return 1;
}

static int step_broadcast(struct hyd_coll *c) {
  if (c->team->pub.rank == c->root) return step_broadcast_root(c);
  while (c->shared.at < c->shared.steps) {
    const struct hyd_coll_entry *entry = entry_of(c, c->root);
    size_t n = chunk_bytes(c, c->shared.at);
    if (entry == NULL) return 0;
    if (entry->all & HYD_ENTRY_LENT) {
      memcpy(c->dst, lent_bytes(c, c->root, c->bytes), c->bytes);
      begin_step(c, c->shared.steps);
    } else {
      memcpy((char *)c->dst + c->shared.at * c->shared.chunk, entry_bytes(c, c->root, n), n);
      begin_step(c, c->shared.at + 1);
    }
  }
  return 1;
}

/* --- exchange ------------------------------------------------------------- */

static int step_exchange(struct hyd_coll *c) {
  if (!exchange_bytes(c, c->src, c->bytes)) return 0;
  for (gex_Rank_t i = 0; i < c->team->pub.size; i++) {
    gex_Rank_t m = (c->team->pub.rank + i) % c->team->pub.size;
    memcpy((char *)c->dst + m * c->bytes, entry_bytes(c, m, c->bytes), c->bytes);
  }
  begin_step(c, 1);
  return 1;
}

/* --- turns ---------------------------------------------------------------- */

int hyd_coll_shared_step(struct hyd_coll *c) {
  struct hyd_team_slots *b = c->team->slots;
  if (b->done != c->shared.first || !c->shared.step(c)) return 0;
  b->done += c->shared.steps;
  return 1;
}

/* --- the choice of a form, which all members make alike --------------------- */

static int can_share(const struct hyd_coll *c) {
  return c->team->slots && c->team->pub.size > 1 && c->bytes;
}

/* Makes *c a collective in shared memory. Returns 1. */
static int share_steps(struct hyd_coll *c, int (*step)(struct hyd_coll *c), uint64_t steps) {
  struct hyd_team_slots *b = c->team->slots;
  c->shared.step = step;
  c->shared.steps = steps;
  c->shared.first = b->begun;
  b->begun += steps;
  return 1;
}

int hyd_coll_share_broadcast(struct hyd_coll *c) {
  if (!can_share(c)) return 0;
  if (c->team->pub.rank == c->root && c->dst != c->src) memcpy(c->dst, c->src, c->bytes);
  return share_steps(c, step_broadcast, cut_data(c));
}

int hyd_coll_share_reduce(struct hyd_coll *c) {
  return can_share(c) && element(c) <= HYD_ENTRY_BYTES &&
         share_steps(c, step_reduce_one, cut_data(c));
}

int hyd_coll_share_reduce_all(struct hyd_coll *c) {
  int split = hyd_coll_is_split(c->bytes, c->team->pub.size);
  return can_share(c) && element(c) <= HYD_ENTRY_BYTES &&
         share_steps(c, split ? step_reduce_split : step_reduce_all, cut_data(c) << split);
}

int hyd_coll_share_exchange(struct hyd_coll *c) {
  return can_share(c) && c->bytes <= HYD_ENTRY_BYTES && share_steps(c, step_exchange, 1);
}
