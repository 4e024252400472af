/* SPDX-License-Identifier: BSD-3-Clause
 *
 * coll_shared.c: collectives of a team whose members share memory, on their boards (boards.h).
 * Nobody forwards anything, so that no rank has to be scheduled twice, which is what counts when
 * ranks outnumber cores: everybody shows what the others need, and takes what it needs itself. Data
 * above a note's size goes in chunks; a broadcast of large data in the root's segment, at once from
 * there.
 *
 * Collectives of a team take turns in the order they were begun in.
 */
#include "core/base/err.h"
#include "core/am/wait.h"
#include "extended/boards.h"
#include "extended/coll.h"

#define LOOKS 16                 /* at notes of others that are about to come */
#define SPLIT ((size_t)64 << 10) /* bytes of all members: above it each combines a part for all */

/* --- notes ---------------------------------------------------------------- */

static uint64_t step_of(const struct hyd_coll *c) { return c->first + c->at; }

/* Waits for readers, which then ring: they see the mark, or this rank what they have read, because
 * a fence lies between the mark and the last look before a sleep (W1). */
static int wait_for_readers(struct hyd_coll *c, uint64_t step) {
  struct hyd_boards *b = c->team->boards;
  _Atomic uint32_t *writers = &b->member[0].board->writers;
  int done = hyd_boards_read_before(b, c->team->pub.size, step);
  if (done == c->marked) atomic_fetch_add_explicit(writers, done ? -1u : 1u, memory_order_relaxed);
  c->marked = !done;
  return done;
}

/* Whether this rank's note of the present step may be written: its last one in that place was
 * read. */
static int may_write(struct hyd_coll *c) {
  uint64_t s = step_of(c);
  return s < 2 || wait_for_readers(c, s - 1);
}

/* Shows the note that was written. */
static void show(struct hyd_coll *c, uint64_t lent) {
  hyd_note_show(c->team->boards, c->team->pub.rank, step_of(c), c->bytes | lent);
  c->shown = 1;
}

static int show_bytes(struct hyd_coll *c, const void *src, size_t n) {
  if (c->shown) return 1;
  if (!may_write(c)) return 0;
  memcpy(hyd_note_place(c->team->boards, c->team->pub.rank, step_of(c), n), src, n);
  show(c, 0);
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

/* Whether all members have shown theirs. Then they have read what came before. */
static int all_shown(struct hyd_coll *c) {
  struct hyd_boards *b = c->team->boards;
  while (c->seen < c->team->pub.size && note_of(c, c->seen)) c->seen++;
  if (c->seen < c->team->pub.size) return 0;
  if (b->all_read < step_of(c)) b->all_read = step_of(c);
  return 1;
}

/* The same after my own: the last to show wakes those who wait for all. Where every rank has a core
 * the others are likely to come while a line comes. */
static int all_shown_by_now(struct hyd_coll *c, int mine_is_new) {
  if (!mine_is_new) return all_shown(c);
  for (int i = c->team->job->oversubscribed ? LOOKS : 0; i < LOOKS; i++) {
    hyd_cpu_relax(); /* first: a look takes the line from who is writing in it */
    if (all_shown(c)) break;
  }
  if (hyd_unlikely(hyd_someone_sleeps(c->team->job)) && all_shown(c)) hyd_wake_team(c->team);
  return all_shown(c);
}

/* On to another step; I have read all that I need of those before. */
static void go_to(struct hyd_coll *c, uint64_t at) {
  struct hyd_boards *b = c->team->boards;
  c->at = at;
  c->seen = 0;
  c->shown = 0;
  hyd_board_read(b, c->team->pub.rank, step_of(c));
  if (hyd_unlikely(hyd_someone_sleeps(c->team->job)) &&
      atomic_load_explicit(&b->member[0].board->writers, memory_order_relaxed))
    hyd_wake_team(c->team);
}

static const char *note_bytes(const struct hyd_coll *c, gex_Rank_t m, size_t n) {
  return hyd_note_bytes(c->team->boards, m, step_of(c), n);
}

/* Shows n bytes and waits for all the others'. */
static int meet(struct hyd_coll *c, const void *src, size_t n) {
  int before = c->shown;
  return show_bytes(c, src, n) && all_shown_by_now(c, !before);
}

/* --- chunks --------------------------------------------------------------- */

static size_t element(const struct hyd_coll *c) {
  return c->count > 1 ? c->bytes / c->count : c->count ? c->bytes : 1;
}

/* Cuts the data; returns the number of chunks. Divisions take as long as a line takes to come: none
 * for what is small. */
static uint64_t cut(struct hyd_coll *c) {
  c->element = element(c);
  c->chunk = c->bytes;
  if (c->bytes <= HYD_NOTE_BYTES) return 1;
  c->chunk = HYD_NOTE_BYTES / c->element * c->element;
  return (c->bytes + c->chunk - 1) / c->chunk;
}

/* Bytes of chunk number i. */
static size_t length(const struct hyd_coll *c, uint64_t i) {
  size_t left = c->bytes - i * c->chunk;
  return left < c->chunk ? left : c->chunk;
}

/* --- reductions ----------------------------------------------------------- */

/* Combines bytes [from, from + n) of everybody's notes of `all` bytes, in rank order, from the
 * right: the operator leaves its left operand as it is. */
static void combine(const struct hyd_coll *c, size_t all, size_t from, size_t n, void *out) {
  gex_Rank_t m = c->team->pub.size - 1;
  if (n == 0) return;
  memcpy(out, note_bytes(c, m, all) + from, n);
  n = n == c->bytes ? c->count : n / c->element;
  while (m-- > 0) c->fn(note_bytes(c, m, all) + from, out, n, c->fn_data);
}

static int reduce_all(struct hyd_coll *c) {
  while (c->at < c->steps) {
    size_t n = length(c, c->at), off = c->at * c->chunk;
    if (!meet(c, (const char *)c->src + off, n)) return 0;
    combine(c, n, 0, n, (char *)c->dst + off);
    go_to(c, c->at + 1);
  }
  return 1;
}

static int reduce_one(struct hyd_coll *c) {
  while (c->at < c->steps) {
    size_t n = length(c, c->at), off = c->at * c->chunk;
    int there = meet(c, (const char *)c->src + off, n), root = c->team->pub.rank == c->root;
    if (!c->shown || (root && !there)) return 0;
    if (root) combine(c, n, 0, n, (char *)c->dst + off);
    go_to(c, c->at + 1);
  }
  return 1;
}

/* Where member m's part of n bytes begins; m = size: the end. */
static size_t part(const struct hyd_coll *c, size_t n, gex_Rank_t m) {
  return n / c->element * m / c->team->pub.size * c->element;
}

/* In two steps for each chunk: all show theirs, and each combines a part and shows that. */
static int reduce_all_split(struct hyd_coll *c) {
  gex_Rank_t me = c->team->pub.rank;
  while (c->at < c->steps) {
    size_t n = length(c, c->at / 2), off = c->at / 2 * c->chunk;
    size_t from = part(c, n, me), mine = part(c, n, me + 1) - from;
    int before = c->shown;
    if (c->at % 2 == 0) {
      if (!meet(c, (const char *)c->src + off, n)) return 0;
      combine(c, n, from, mine, hyd_note_place(c->team->boards, me, step_of(c) + 1, mine));
      go_to(c, c->at + 1);
      before = 0;
      show(c, 0);
    }
    if (!all_shown_by_now(c, !before)) return 0;
    for (gex_Rank_t m = 0; m < c->team->pub.size; m++) {
      size_t at = part(c, n, m), bytes = part(c, n, m + 1) - at;
      memcpy((char *)c->dst + off + at, note_bytes(c, m, bytes), bytes);
    }
    go_to(c, c->at + 1);
  }
  return 1;
}

/* --- broadcast ------------------------------------------------------------ */

/* The root, of data in its segment: tells where, and waits until all have copied. */
static int lend(struct hyd_coll *c) {
  if (!c->shown) {
    if (!may_write(c)) return 0;
    memcpy(hyd_note_place(c->team->boards, c->team->pub.rank, step_of(c), sizeof c->src), &c->src,
           sizeof c->src);
    show(c, HYD_NOTE_LENT);
    if (hyd_someone_sleeps(c->team->job)) hyd_wake_team(c->team);
    hyd_board_read(c->team->boards, c->team->pub.rank, c->first + c->steps);
  }
  if (!wait_for_readers(c, c->first + c->steps)) return 0;
  go_to(c, c->steps);
  return 1;
}

/* Whether the others have the data mapped. */
static int in_segment(const struct hyd_coll *c) {
  struct hyd_job *job = c->team->job;
  return !hyd_everything(job) && hyd_local(job, job->rank, c->src, c->bytes) != NULL;
}

static int give(struct hyd_coll *c) {
  if (c->bytes > HYD_NOTE_BYTES && in_segment(c)) return lend(c);
  while (c->at < c->steps) {
    if (!show_bytes(c, (const char *)c->src + c->at * c->chunk, length(c, c->at))) return 0;
    if (hyd_someone_sleeps(c->team->job)) hyd_wake_team(c->team);
    go_to(c, c->at + 1);
  }
  return 1;
}

static void borrow(struct hyd_coll *c) {
  gex_Rank_t root = hyd_team_member(c->team, c->root);
  const void *addr, *from;
  memcpy(&addr, note_bytes(c, c->root, sizeof addr), sizeof addr);
  from = hyd_local(c->team->job, root, addr, c->bytes);
  if (from == NULL)
    hyd_fatal("gex_Coll_BroadcastNB",
              "the root shows %zu bytes at %p, which are not in its segment: "
              "the members' arguments differ",
              c->bytes, addr);
  memcpy(c->dst, from, c->bytes);
}

static int broadcast(struct hyd_coll *c) {
  if (c->team->pub.rank == c->root) return give(c);
  while (c->at < c->steps) {
    const struct hyd_note *note = note_of(c, c->root);
    size_t n = length(c, c->at);
    if (note == NULL) return 0;
    if (note->all & HYD_NOTE_LENT) {
      borrow(c);
      go_to(c, c->steps);
    } else {
      memcpy((char *)c->dst + c->at * c->chunk, note_bytes(c, c->root, n), n);
      go_to(c, c->at + 1);
    }
  }
  return 1;
}

/* --- exchange ------------------------------------------------------------- */

static int exchange(struct hyd_coll *c) {
  if (!meet(c, c->src, c->bytes)) return 0;
  for (gex_Rank_t m = 0; m < c->team->pub.size; m++)
    memcpy((char *)c->dst + m * c->bytes, note_bytes(c, m, c->bytes), c->bytes);
  go_to(c, 1);
  return 1;
}

/* --- turns ---------------------------------------------------------------- */

static int in_turn(struct hyd_coll *c) {
  struct hyd_boards *b = c->team->boards;
  if (b->done != c->first || !c->on_boards(c)) return 0;
  b->done += c->steps;
  return 1;
}

/* How it is done on boards; NULL: by messages. All members choose alike. */
static int (*choose(const struct hyd_coll *c))(struct hyd_coll *) {
  if (c->team->boards == NULL || c->team->pub.size == 1 || c->bytes == 0) return NULL;
  if (c->step == hyd_coll_exchange) return c->bytes <= HYD_NOTE_BYTES ? exchange : NULL;
  if (c->step == hyd_coll_broadcast) return broadcast;
  if (element(c) > HYD_NOTE_BYTES) return NULL;
  if (c->step == hyd_coll_reduce) return reduce_one;
  if (c->step != hyd_coll_reduce_all) return NULL;
  return c->team->pub.size > 2 && c->bytes > SPLIT / c->team->pub.size ? reduce_all_split
                                                                       : reduce_all;
}

int hyd_coll_share(struct hyd_coll *c) {
  struct hyd_boards *b = c->team->boards;
  c->on_boards = choose(c);
  if (c->on_boards == NULL) return 0;
  if (c->on_boards == broadcast && c->team->pub.rank == c->root && c->dst != c->src)
    memcpy(c->dst, c->src, c->bytes);
  c->steps = c->on_boards == exchange ? 1 : cut(c) << (c->on_boards == reduce_all_split);
  c->first = b->begun;
  b->begun += c->steps;
  c->step = in_turn;
  return 1;
}
