/* SPDX-License-Identifier: BSD-3-Clause
 *
 * coll_shared.c: collectives of a team whose members share memory, on their boards (team_slots.h).
 * No member forwards anything, so that no rank has to be scheduled twice, which is what counts when
 * ranks outnumber cores: each member shows what the others need, and takes what it needs itself.
 * Data above a note's size goes in chunks; a broadcast of large data in the root's segment, at once
 * from there.
 *
 * Collectives of a team take turns in the order they were begun in.
 */
#include "core/mem/guard.h"
#include "core/base/err.h"
#include "core/am/wait.h"
#include "extended/coll/team_slots.h"
#include "extended/coll/coll.h"

#define COPIED ((size_t)16 << 10) /* bytes that a root copies although others could read them */
#define LOOKS 16                  /* at notes of others that are about to come */

/* --- notes ---------------------------------------------------------------- */

static uint64_t step_of(const struct hyd_coll *c) { return c->shared.first + c->shared.at; }

/* Whether all have read the steps before; if not, this rank is counted among the writers that wait,
 * and readers wake it. Readers see the mark, or this rank sees what they have read, because a fence
 * lies between the mark and the last look before a sleep (W1). */
static int wait_for_readers(struct hyd_coll *c, uint64_t step) {
  struct hyd_team_slots *b = c->team->boards;
  _Atomic uint32_t *writers = &b->member[0].board->writers;
  int done = hyd_team_slots_read_before(b, c->team->pub.size, step);
  if (done == c->shared.marked)
    atomic_fetch_add_explicit(writers, done ? -1u : 1u, memory_order_relaxed);
  c->shared.marked = !done;
  return done;
}

/* Whether this rank's note of the present step, of n bytes, may be written. */
static int may_write(struct hyd_coll *c, size_t n) {
  uint64_t after = hyd_note_after(step_of(c), n);
  return after == 0 || wait_for_readers(c, after);
}

/* Shows the note that was written. */
static void show(struct hyd_coll *c, uint64_t lent) {
  hyd_note_show(c->team->boards, c->team->pub.rank, step_of(c), c->bytes | lent);
  c->shared.shown = 1;
}

static int show_bytes(struct hyd_coll *c, const void *src, size_t n) {
  if (c->shared.shown) return 1;
  if (!may_write(c, n)) return 0;
  memcpy(hyd_note_place(c->team->boards, c->team->pub.rank, step_of(c), n), src, n);
  show(c, 0);
  return 1;
}

/* Whether the others have these n bytes mapped. */
static int in_segment(const struct hyd_coll *c, const void *src, size_t n) {
  struct hyd_job *job = c->team->job;
  return !hyd_everything(job) && hyd_local(job, job->rank, src, n) != NULL &&
         hyd_guarded_own(job, src, n) == NULL; /* others have none of it mapped */
}

/* Shows where n bytes of this rank's segment are, in place of the bytes. */
static int show_place(struct hyd_coll *c, const void *src) {
  if (c->shared.shown) return 1;
  if (!may_write(c, sizeof src)) return 0;
  memcpy(hyd_note_place(c->team->boards, c->team->pub.rank, step_of(c), sizeof src), &src,
         sizeof src);
  show(c, HYD_NOTE_LENT);
  return 1;
}

/* The note of member m for this step, or NULL. */
static const struct hyd_note *note_of(const struct hyd_coll *c, gex_Rank_t m) {
  const struct hyd_note *n = hyd_note_of(c->team->boards, m, step_of(c));
  if (n && hyd_unlikely((n->all & ~HYD_NOTE_LENT) != c->bytes))
    hyd_fatal("gex_Coll",
              "rank %u of the team has %zu bytes where %zu are expected: the members' "
              "arguments differ",
              m, (size_t)(n->all & ~HYD_NOTE_LENT), c->bytes);
  return n;
}

/* Whether all members have shown their notes. Then they have read those of the step before. */
static int all_shown(struct hyd_coll *c) {
  struct hyd_team_slots *b = c->team->boards;
  while (c->shared.seen < c->team->pub.size && note_of(c, c->shared.seen)) c->shared.seen++;
  if (c->shared.seen < c->team->pub.size) return 0;
  if (b->all_read < step_of(c)) b->all_read = step_of(c);
  return 1;
}

/* The same after this rank has shown its own: the last member to show wakes those that wait for
 * all. Where every rank has a core the others are likely to come while a line comes. */
static int all_shown_by_now(struct hyd_coll *c, int mine_is_new) {
  if (!mine_is_new) return all_shown(c);
  for (int i = c->team->job->wait.oversubscribed ? LOOKS : 0; i < LOOKS; i++) {
    hyd_cpu_relax(); /* first: a look takes the cache line from its writer */
    if (all_shown(c)) break;
  }
  if (hyd_unlikely(hyd_has_sleepers(c->team->job)) && all_shown(c)) hyd_wake_team(c->team);
  return all_shown(c);
}

/* On to another step: this rank has read all that it needs of those before. */
static void go_to(struct hyd_coll *c, uint64_t at) {
  struct hyd_team_slots *b = c->team->boards;
  c->shared.at = at;
  c->shared.seen = 0;
  c->shared.shown = 0;
  hyd_coll_slot_read(b, c->team->pub.rank, step_of(c));
  if (hyd_unlikely(hyd_has_sleepers(c->team->job)) &&
      atomic_load_explicit(&b->member[0].board->writers, memory_order_relaxed))
    hyd_wake_team(c->team);
}

static const char *note_bytes(const struct hyd_coll *c, gex_Rank_t m, size_t n) {
  return hyd_note_bytes(c->team->boards, m, step_of(c), n);
}

/* The n bytes of member m's segment that its note shows the place of. */
static const char *borrowed(const struct hyd_coll *c, gex_Rank_t m, size_t n) {
  const void *addr, *here;
  memcpy(&addr, note_bytes(c, m, sizeof addr), sizeof addr);
  here = hyd_local(c->team->job, hyd_team_member(c->team, m), addr, n);
  if (here == NULL)
    hyd_fatal("gex_Coll",
              "rank %u of the team shows %zu bytes at %p, which are not in its segment: "
              "the members' arguments differ",
              m, n, addr);
  return here;
}

/* The n bytes that member m shows in this step. */
static const char *shown(const struct hyd_coll *c, gex_Rank_t m, size_t n) {
  int lent = (hyd_note_shown(c->team->boards, m, step_of(c))->all & HYD_NOTE_LENT) != 0;
  return lent ? borrowed(c, m, n) : note_bytes(c, m, n);
}

/* Shows n bytes and waits for all the others'. */
static int meet(struct hyd_coll *c, const void *src, size_t n) {
  int before = c->shared.shown;
  return show_bytes(c, src, n) && all_shown_by_now(c, !before);
}

/* The same without a copy, if the others have the bytes mapped: they must stay as they are until
 * all members have read them. */
static int meet_in_place(struct hyd_coll *c, const void *src, size_t n) {
  int before = c->shared.shown;
  if (n <= COPIED || !in_segment(c, src, n)) return meet(c, src, n);
  return show_place(c, src) && all_shown_by_now(c, !before);
}

/* --- chunks --------------------------------------------------------------- */

static size_t element(const struct hyd_coll *c) {
  return c->count > 1 ? c->bytes / c->count : c->count ? c->bytes : 1;
}

/* Cuts the data; returns the number of chunks. No divisions for small data: they take as long as a
 * cache line takes to arrive. */
static uint64_t cut(struct hyd_coll *c) {
  c->shared.element = element(c);
  c->shared.chunk = c->bytes;
  if (c->bytes <= HYD_NOTE_BYTES) return 1;
  c->shared.chunk = HYD_NOTE_BYTES / c->shared.element * c->shared.element;
  return (c->bytes + c->shared.chunk - 1) / c->shared.chunk;
}

/* Bytes of chunk number i. */
static size_t length(const struct hyd_coll *c, uint64_t i) {
  size_t left = c->bytes - i * c->shared.chunk;
  return left < c->shared.chunk ? left : c->shared.chunk;
}

/* --- reductions ----------------------------------------------------------- */

/* Combines bytes [from, from + n) of all members' notes of `all` bytes, in rank order, from the
 * right: the operator leaves its left operand as it is. */
static void combine(const struct hyd_coll *c, size_t all, size_t from, size_t n, void *out) {
  gex_Rank_t m = c->team->pub.size - 1;
  if (n == 0) return;
  memcpy(out, shown(c, m, all) + from, n);
  n = n == c->bytes ? c->count : n / c->shared.element;
  while (m-- > 0) c->fn(shown(c, m, all) + from, out, n, c->fn_data);
}

static int reduce_all(struct hyd_coll *c) {
  while (c->shared.at < c->shared.steps) {
    size_t n = length(c, c->shared.at), off = c->shared.at * c->shared.chunk;
    if (!meet(c, (const char *)c->src + off, n)) return 0;
    combine(c, n, 0, n, (char *)c->dst + off);
    go_to(c, c->shared.at + 1);
  }
  return 1;
}

static int reduce_one(struct hyd_coll *c) {
  while (c->shared.at < c->shared.steps) {
    size_t n = length(c, c->shared.at), off = c->shared.at * c->shared.chunk;
    int there = meet(c, (const char *)c->src + off, n), root = c->team->pub.rank == c->root;
    if (!c->shared.shown || (root && !there)) return 0;
    if (root) combine(c, n, 0, n, (char *)c->dst + off);
    go_to(c, c->shared.at + 1);
  }
  return 1;
}

/* Where member m's part of n bytes begins. */
static size_t part(const struct hyd_coll *c, size_t n, gex_Rank_t m) {
  return hyd_coll_part(n / c->shared.element, c->shared.element, m, c->team->pub.size);
}

/* In two steps for each chunk: all members show their data, then each combines a part and shows the
 * result. When all show results, all have read the data, so that it may be lent; dst may be src.
 * Each takes the results from its own on: else all would read of one member at a time. */
static int reduce_all_split(struct hyd_coll *c) {
  gex_Rank_t me = c->team->pub.rank;
  while (c->shared.at < c->shared.steps) {
    size_t n = length(c, c->shared.at / 2), off = c->shared.at / 2 * c->shared.chunk;
    size_t from = part(c, n, me), mine = part(c, n, me + 1) - from;
    int before = c->shared.shown;
    if (c->shared.at % 2 == 0) {
      if (!meet_in_place(c, (const char *)c->src + off, n)) return 0;
      combine(c, n, from, mine, hyd_note_place(c->team->boards, me, step_of(c) + 1, mine));
      go_to(c, c->shared.at + 1);
      before = 0;
      show(c, 0);
    }
    if (!all_shown_by_now(c, !before)) return 0;
    for (gex_Rank_t i = 0; i < c->team->pub.size; i++) {
      gex_Rank_t m = (me + i) % c->team->pub.size;
      size_t at = part(c, n, m), bytes = part(c, n, m + 1) - at;
      memcpy((char *)c->dst + off + at, note_bytes(c, m, bytes), bytes);
    }
    go_to(c, c->shared.at + 1);
  }
  return 1;
}

/* --- broadcast ------------------------------------------------------------ */

/* The root, with data in its segment: shows the address, and waits until all have copied. */
static int lend(struct hyd_coll *c) {
  if (!c->shared.shown) {
    if (!show_place(c, c->src)) return 0;
    if (hyd_has_sleepers(c->team->job)) hyd_wake_team(c->team);
    hyd_coll_slot_read(c->team->boards, c->team->pub.rank, c->shared.first + c->shared.steps);
  }
  if (!wait_for_readers(c, c->shared.first + c->shared.steps)) return 0;
  go_to(c, c->shared.steps);
  return 1;
}

static int give(struct hyd_coll *c) {
  if (c->bytes > COPIED && in_segment(c, c->src, c->bytes)) return lend(c);
  while (c->shared.at < c->shared.steps) {
    if (!show_bytes(c, (const char *)c->src + c->shared.at * c->shared.chunk,
                    length(c, c->shared.at)))
      return 0;
    if (hyd_has_sleepers(c->team->job)) hyd_wake_team(c->team);
    go_to(c, c->shared.at + 1);
  }
  return 1;
}

static int broadcast(struct hyd_coll *c) {
  if (c->team->pub.rank == c->root) return give(c);
  while (c->shared.at < c->shared.steps) {
    const struct hyd_note *note = note_of(c, c->root);
    size_t n = length(c, c->shared.at);
    if (note == NULL) return 0;
    if (note->all & HYD_NOTE_LENT) {
      memcpy(c->dst, borrowed(c, c->root, c->bytes), c->bytes);
      go_to(c, c->shared.steps);
    } else {
      memcpy((char *)c->dst + c->shared.at * c->shared.chunk, note_bytes(c, c->root, n), n);
      go_to(c, c->shared.at + 1);
    }
  }
  return 1;
}

/* --- exchange ------------------------------------------------------------- */

static int exchange(struct hyd_coll *c) {
  if (!meet(c, c->src, c->bytes)) return 0;
  for (gex_Rank_t i = 0; i < c->team->pub.size; i++) {
    gex_Rank_t m = (c->team->pub.rank + i) % c->team->pub.size;
    memcpy((char *)c->dst + m * c->bytes, note_bytes(c, m, c->bytes), c->bytes);
  }
  go_to(c, 1);
  return 1;
}

/* --- turns ---------------------------------------------------------------- */

int hyd_coll_shared_step(struct hyd_coll *c) {
  struct hyd_team_slots *b = c->team->boards;
  if (b->done != c->shared.first || !c->shared.step(c)) return 0;
  b->done += c->shared.steps;
  return 1;
}

/* --- which form; all members choose alike --------------------------------- */

static int can_share(const struct hyd_coll *c) {
  return c->team->boards && c->team->pub.size > 1 && c->bytes;
}

static int share(struct hyd_coll *c, int (*step)(struct hyd_coll *c), uint64_t steps) {
  struct hyd_team_slots *b = c->team->boards;
  c->shared.step = step;
  c->shared.steps = steps;
  c->shared.first = b->begun;
  b->begun += steps;
  return 1;
}

int hyd_coll_share_broadcast(struct hyd_coll *c) {
  if (!can_share(c)) return 0;
  if (c->team->pub.rank == c->root && c->dst != c->src) memcpy(c->dst, c->src, c->bytes);
  return share(c, broadcast, cut(c));
}

int hyd_coll_share_reduce(struct hyd_coll *c) {
  return can_share(c) && element(c) <= HYD_NOTE_BYTES && share(c, reduce_one, cut(c));
}

int hyd_coll_share_reduce_all(struct hyd_coll *c) {
  int split = hyd_coll_is_split(c->bytes, c->team->pub.size);
  return can_share(c) && element(c) <= HYD_NOTE_BYTES &&
         share(c, split ? reduce_all_split : reduce_all, cut(c) << split);
}

int hyd_coll_share_exchange(struct hyd_coll *c) {
  return can_share(c) && c->bytes <= HYD_NOTE_BYTES && share(c, exchange, 1);
}
