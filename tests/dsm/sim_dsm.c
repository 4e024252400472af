/* SPDX-License-Identifier: BSD-3-Clause
 *
 * sim_dsm.c: the engine of the shared memory (contrib/layers/dsm/engine) on many simulated ranks,
 * beside a reference memory. A rank is a coroutine that runs a random program without races: bytes
 * under locks, bytes of an owner that others read after a barrier, bytes that only atomic
 * operations change; all of them side by side in the same pages. Every operation of the engine is
 * carried out in pieces, and between any two of them any other rank may run, or a piece of any diff
 * that is under way be stored: nothing has an order but that which the engine waits for. What an
 * acquirer reads must be what the reference memory has.
 *
 *   sim-dsm [options of tests/sim/seeds.h]
 *   sim-dsm --naive page|settle N   seeds with a transport that delivers the page before its
 *                                   version, or does not wait for diffs: how many of N seeds find
 *                                   that out
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include "contrib/layers/dsm/engine/hlrc.h"
#include "contrib/tools/sim/events.h"
#include "contrib/tools/sim/rng.h"
#include "tests/sim/seeds.h"

#define RANKS_MAX 6
#define PAGES_MAX 8
#define PAGE 64u
#define LOCKS 3u
#define STACK (64 * 1024)
#define STEPS_MAX 4000000u
#define FREE UINT32_MAX

enum wrong { RIGHT, PAGE_FIRST, NO_SETTLE };

struct diff { /* under way to a page's home */
  struct diff *next;
  uint32_t from, home, page, version, n, done;
  int sent; /* or still in the writer's buffer */
  struct hyd_dsm_run runs[HYD_DSM_RUNS_MAX(PAGE)];
  unsigned char bytes[PAGE];
};

struct world;
struct rank {
  struct world *w;
  uint32_t id;
  ucontext_t context;
  char *stack;
  int ended;
  struct hyd_hlrc engine;
  struct hyd_hlrc_log log;
  uint32_t notices[64];
  _Atomic uint64_t marks[PAGES_MAX / 64 + 1];
  _Atomic uint32_t versions[PAGES_MAX * RANKS_MAX];
  _Alignas(8) unsigned char mem[PAGES_MAX * PAGE];
  enum hyd_hlrc_access access[PAGES_MAX];
  int touched[PAGES_MAX]; /* written while access is WATCHED */
  void *own;
  uint32_t *version_later; /* PAGE_FIRST: where the version is wanted */
};

struct lock {
  uint32_t holder;
  uint64_t vector[RANKS_MAX];
};

struct world {
  struct sim_rng rng;
  struct hyd_hlrc_config c;
  enum wrong wrong;
  int neighbours, in_order;
  uint32_t spread; /* of each class, only so many bytes are used */
  uint32_t rounds, works;
  uint32_t delay; /* of diffs: one in so many steps stores a piece */
  struct rank rank[RANKS_MAX];
  struct lock lock[LOCKS];
  uint32_t home[PAGES_MAX]; /* FREE: none yet */
  struct diff *diffs;
  uint32_t ndiffs;
  unsigned char model[PAGES_MAX * PAGE];
  uint64_t barrier_vector[RANKS_MAX], released[RANKS_MAX];
  uint32_t arrived, generation;
  ucontext_t scheduler;
  uint64_t steps, checks;
  char error[200];
};

/* --- scheduling ----------------------------------------------------------- */

/* Anything may happen here. */
static void other_ranks(struct rank *r) { swapcontext(&r->context, &r->w->scheduler); }

static void some_time(struct rank *r) {
  for (uint64_t n = sim_below(&r->w->rng, 3); n; n--) other_ranks(r);
}

static void fail(struct world *w, const char *what, uint32_t rank, uint32_t at, uint32_t found,
                 uint32_t expected) {
  if (w->error[0]) return;
  snprintf(w->error, sizeof w->error, "rank %u, byte %u (page %u): %s: %u; expected %u", rank, at,
           at / PAGE, what, found, expected);
}

/* Stores a piece of a diff that is under way: any of its runs in turn, at last its version. */
static void store_a_piece(struct world *w) {
  struct diff **at = &w->diffs, *d;
  for (uint64_t n = sim_below(&w->rng, w->ndiffs); n; n--) at = &(*at)->next;
  d = *at;
  if (!d->sent) return;
  if (d->done < d->n) {
    const struct hyd_dsm_run *run = &d->runs[d->done++];
    memcpy(w->rank[d->home].mem + d->page * PAGE + run->at, d->bytes + run->at, run->bytes);
    return;
  }
  if (d->version) w->rank[d->home].versions[d->page * w->c.ranks + d->from] = d->version;
  *at = d->next;
  w->ndiffs--;
  free(d);
}

static int under_way(const struct world *w, uint32_t from) {
  for (const struct diff *d = w->diffs; d; d = d->next)
    if (d->from == from) return 1;
  return 0;
}

/* --- the engine's operations ---------------------------------------------- */

static void op_protect(void *ctx, uint32_t first, uint32_t n, enum hyd_hlrc_access was,
                       enum hyd_hlrc_access now) {
  struct rank *r = ctx;
  for (uint32_t p = first; p < first + n; p++) {
    if (r->access[p] != was)
      fail(r->w, "the access was not so", r->id, p * PAGE, r->access[p], was);
    r->access[p] = now;
    r->touched[p] = 0;
  }
}

static void op_written(void *ctx, uint32_t first, uint32_t n, int stop) {
  struct rank *r = ctx;
  for (uint32_t p = first; p < first + n; p++) {
    if (r->access[p] != HYD_HLRC_WATCHED)
      fail(r->w, "is not watched", r->id, p * PAGE, r->access[p], HYD_HLRC_WATCHED);
    if (r->touched[p]) hyd_hlrc_noted(&r->engine, p, 1);
    r->touched[p] = 0;
    if (stop) r->access[p] = HYD_HLRC_READ;
  }
}

static uint32_t op_find_home(void *ctx, uint32_t page) {
  struct rank *r = ctx;
  uint32_t home;
  some_time(r);
  if (r->w->home[page] == FREE) r->w->home[page] = r->id;
  home = r->w->home[page];
  some_time(r);
  return home;
}

static void mark_at(struct rank *home, uint32_t page) {
  atomic_fetch_or(&home->marks[page / 64], (uint64_t)1 << page % 64);
}

static void op_mark(void *ctx, uint32_t home, uint32_t page) {
  struct rank *r = ctx;
  some_time(r);
  mark_at(&r->w->rank[home], page);
  some_time(r);
  atomic_fetch_add(&r->w->rank[home].log.marks_set, 1);
  some_time(r);
}

static void read_version(struct rank *r, uint32_t home, uint32_t page, uint32_t *version) {
  for (uint32_t q = 0; q < r->w->c.ranks; q++) {
    some_time(r);
    version[q] = r->w->rank[home].versions[page * r->w->c.ranks + q];
  }
}

static void op_version(void *ctx, uint32_t home, uint32_t page, uint32_t *version) {
  struct rank *r = ctx;
  if (r->w->wrong == PAGE_FIRST)
    r->version_later = version;
  else
    read_version(r, home, page, version);
}

static void op_page(void *ctx, uint32_t home, uint32_t page, uint32_t n) {
  struct rank *r = ctx;
  for (uint32_t i = 0; i < n * PAGE; i += 16) {
    some_time(r);
    memcpy(r->mem + page * PAGE + i, r->w->rank[home].mem + page * PAGE + i, 16);
  }
  some_time(r);
  if (r->version_later) read_version(r, home, page, r->version_later);
  r->version_later = NULL;
}

/* What the handler at the rank that is asked does, at once. */
static enum hyd_hlrc_answer handle(struct rank *r, uint32_t *home, uint32_t page, int known,
                                   const struct hyd_hlrc_need *need, uint32_t n,
                                   unsigned char *copy) {
  struct world *w = r->w;
  struct rank *at = &w->rank[*home];
  if (known ? w->home[page] != at->id : page % w->c.ranks != at->id)
    fail(w, "asked the wrong rank", r->id, page * PAGE, at->id, w->home[page]);
  if (w->home[page] == FREE) w->home[page] = r->id;
  *home = w->home[page];
  if (*home == r->id) return HYD_HLRC_MINE;
  if (*home != at->id) return HYD_HLRC_ELSEWHERE;
  for (uint32_t i = 0; i < n; i++)
    if (need[i].writer != *home &&
        (int32_t)(at->versions[page * w->c.ranks + need[i].writer] - need[i].version) < 0)
      return HYD_HLRC_NOT_YET;
  if (w->c.homes_by_message) {
    mark_at(at, page);
    atomic_fetch_add(&at->log.marks_set, 1);
  }
  memcpy(copy, at->mem + page * PAGE, PAGE);
  return HYD_HLRC_GOT;
}

static enum hyd_hlrc_answer op_ask(void *ctx, uint32_t *home, uint32_t page, int known,
                                   const struct hyd_hlrc_need *need, uint32_t n) {
  struct rank *r = ctx;
  unsigned char copy[PAGE];
  enum hyd_hlrc_answer answer;
  some_time(r);
  answer = handle(r, home, page, known, need, n, copy);
  some_time(r);
  if (answer == HYD_HLRC_GOT) memcpy(r->mem + page * PAGE, copy, PAGE);
  return answer;
}

static void op_diff(void *ctx, uint32_t home, uint32_t page, const struct hyd_dsm_run *runs,
                    uint32_t n, uint32_t version) {
  struct rank *r = ctx;
  struct diff *d = sim_alloc(sizeof *d);
  *d = (struct diff){r->w->diffs, r->id, home, page, version, n, 0, 0, {{0, 0}}, {0}};
  d->sent = (int)sim_below(&r->w->rng, 2);
  if (n) memcpy(d->runs, runs, n * sizeof *runs);
  memcpy(d->bytes, r->mem + page * PAGE, PAGE);
  r->w->diffs = d;
  r->w->ndiffs++;
}

static void op_settle(void *ctx, int wait) {
  struct rank *r = ctx;
  for (struct diff *d = r->w->diffs; d; d = d->next) d->sent |= d->from == r->id;
  while (wait && under_way(r->w, r->id) && r->w->wrong != NO_SETTLE) other_ranks(r);
}

static void op_pause(void *ctx) { other_ranks(ctx); }

static void op_notices(void *ctx, struct hyd_hlrc_news *news, uint32_t n) {
  struct rank *r = ctx;
  for (struct hyd_hlrc_news *w = news; w < news + n; w++)
    for (uint32_t i = 0; i < w->n; i++) {
      if (i % 4 == 0) some_time(r);
      w->into[i] = r->w->rank[w->rank].notices[(w->from + i) & (r->w->c.log_room - 1)];
    }
  for (struct hyd_hlrc_news *w = news; w < news + n; w++) {
    some_time(r);
    w->claimed = atomic_load(&r->w->rank[w->rank].log.claimed);
  }
}

static const struct hyd_hlrc_ops ops = {op_protect, op_written, op_find_home, op_mark,
                                        op_version, op_page,    op_ask,       op_diff,
                                        op_settle,  op_pause,   op_notices};

/* --- what programs do ----------------------------------------------------- */

static unsigned char *access_byte(struct rank *r, uint32_t at, int write) {
  uint32_t page = at / PAGE;
  enum hyd_hlrc_access want = write ? HYD_HLRC_WRITE : HYD_HLRC_READ;
  if (r->access[page] < want && !hyd_hlrc_fault_here(&r->engine, page, write))
    hyd_hlrc_fault(&r->engine, page, write);
  if (r->access[page] < want)
    fail(r->w, "no access after the fault", r->id, at, r->access[page], want);
  if (write) r->touched[page] = 1;
  return &r->mem[at];
}

static void check_byte(struct rank *r, uint32_t at) {
  uint32_t found = *access_byte(r, at, 0);
  r->w->checks++;
  if (found != r->w->model[at]) fail(r->w, "read", r->id, at, found, r->w->model[at]);
}

static void write_byte(struct rank *r, uint32_t at) {
  unsigned char value = (unsigned char)sim_next(&r->w->rng);
  *access_byte(r, at, 1) = value;
  r->w->model[at] = value;
}

/* Neighbouring bytes belong to different classes: the locks, the ranks, the atomic operations. */
static uint32_t classes(const struct world *w) { return LOCKS + w->c.ranks + 1; }
static uint32_t byte_of(struct world *w, uint32_t which) {
  uint32_t n = w->c.pages * PAGE / classes(w);
  return (uint32_t)sim_below(&w->rng, n < w->spread ? n : w->spread) * classes(w) + which;
}

static void lock_section(struct rank *r) {
  struct world *w = r->w;
  uint32_t which = (uint32_t)sim_below(&w->rng, LOCKS);
  struct lock *lock = &w->lock[which];
  while (lock->holder != FREE) other_ranks(r);
  lock->holder = r->id;
  hyd_hlrc_acquire(&r->engine, lock->vector);
  for (uint64_t n = sim_below(&w->rng, 6); n; n--) {
    check_byte(r, byte_of(w, which));
    some_time(r);
    if (sim_below(&w->rng, 2)) write_byte(r, byte_of(w, which));
  }
  hyd_hlrc_release(&r->engine);
  memcpy(lock->vector, r->engine.vector, w->c.ranks * sizeof lock->vector[0]);
  lock->holder = FREE;
}

static void atomic_add(struct rank *r) {
  uint32_t at = byte_of(r->w, LOCKS + r->w->c.ranks);
  uint32_t home = hyd_hlrc_bypass(&r->engine, at / PAGE, 1);
  some_time(r);
  r->w->rank[home].mem[at]++;
  r->w->model[at]++;
}

/* The bytes of a rank, or of the atomic operations, page by page. */
static void sweep(struct rank *r) {
  uint32_t step = classes(r->w), at = LOCKS + (uint32_t)sim_below(&r->w->rng, r->w->c.ranks + 1);
  for (; at < r->w->c.pages * PAGE; at += step) check_byte(r, at);
}

/* Owners write in even rounds, and all read them in odd ones. */
static void owned_bytes(struct rank *r, uint32_t round) {
  struct world *w = r->w;
  if (round % 2 == 0) {
    if (sim_below(&w->rng, 4)) write_byte(r, byte_of(w, LOCKS + r->id));
    check_byte(r, byte_of(w, LOCKS + r->id));
    if (sim_below(&w->rng, 2) == 0) atomic_add(r);
    return;
  }
  if (sim_below(&w->rng, 3) == 0) sweep(r);
  check_byte(r, byte_of(w, LOCKS + (uint32_t)sim_below(&w->rng, w->c.ranks + 1)));
}

static void barrier(struct rank *r) {
  struct world *w = r->w;
  uint32_t generation = w->generation;
  hyd_hlrc_release(&r->engine);
  for (uint32_t q = 0; q < w->c.ranks; q++)
    if (r->engine.vector[q] > w->barrier_vector[q]) w->barrier_vector[q] = r->engine.vector[q];
  if (++w->arrived == w->c.ranks) {
    w->arrived = 0;
    memcpy(w->released, w->barrier_vector, sizeof w->released);
    w->generation++;
  }
  while (w->generation == generation) other_ranks(r);
  hyd_hlrc_acquire(&r->engine, w->released);
}

/* Page after page: a writer writes some, and after a barrier the others, whose diffs may be under
 * way when the readers come: these fetch pages without a need, and right after them some with one.
 */
static void pages_in_order(struct rank *r, uint32_t round) {
  struct world *w = r->w;
  uint32_t step = classes(w), writer = w->c.ranks - 1, half = round % w->c.pages;
  for (uint32_t p = 0; p < w->c.pages; p++) {
    uint32_t at = (p * PAGE / step + 1) * step + LOCKS + writer;
    if (p == half) barrier(r);
    if (r->id == writer) write_byte(r, at);
  }
  barrier(r);
  for (uint32_t p = 0; p < w->c.pages; p++)
    check_byte(r, (p * PAGE / step + 1) * step + LOCKS + writer);
  barrier(r);
}

static void program(unsigned low, unsigned high) {
  struct rank *r = (struct rank *)((uintptr_t)low | (uintptr_t)high << 32);
  struct world *w = r->w;
  for (uint32_t round = 0; round < w->rounds; round++) {
    for (uint32_t i = 0; i < w->works; i++) {
      some_time(r);
      if (sim_below(&w->rng, 2))
        lock_section(r);
      else
        owned_bytes(r, round);
    }
    barrier(r);
    if (w->in_order) pages_in_order(r, round);
  }
  r->ended = 1;
  other_ranks(r);
}

/* --- a world -------------------------------------------------------------- */

static uint32_t some(struct world *w, uint32_t lo, uint32_t hi) {
  return (uint32_t)sim_between(&w->rng, lo, hi);
}

/* All pages have one home, which is not the writer. */
static void choose_order(struct world *w) {
  w->in_order = 1;
  w->c.ranks = some(w, 3, 4);
  w->c.pages = PAGES_MAX;
  w->c.versions = 1;
  w->c.needs = 100;
  w->c.by_message = w->c.homes_by_message = w->neighbours = 0;
  w->c.ahead = some(w, 1, 4);
  w->delay = some(w, 50, 300);
  w->works = some(w, 0, 2);
}

static void choose(struct world *w, uint64_t seed, enum wrong wrong) {
  w->rng = sim_stream(seed, 28);
  w->wrong = wrong;
  w->c.ranks = some(w, 1, RANKS_MAX);
  w->c.pages = some(w, 0, 1) ? some(w, 1, 2) : some(w, 1, PAGES_MAX);
  w->c.page_bytes = PAGE;
  w->c.twins = some(w, 1, 4);
  w->c.log_room = 1u << (some(w, 0, 1) ? some(w, 0, 2) : some(w, 0, 6));
  w->c.versions = (int)some(w, 0, 1);
  w->c.needs = some(w, 0, 1) ? some(w, 1, 6) : 100;
  w->c.readonly_homes = (int)some(w, 0, 1);
  w->c.by_message = (int)some(w, 0, 1);
  w->c.homes_by_message = w->c.by_message && some(w, 0, 1);
  w->neighbours = (int)some(w, 0, 2) == 0 && !w->c.by_message;
  w->c.watched = some(w, 0, 2) ? some(w, 1, 3) : 0;
  w->c.watch_least = some(w, 0, 1) ? 1 : some(w, 2, 3);
  w->c.ahead = some(w, 0, 1) ? some(w, 1, 4) : 0;
  w->spread = some(w, 0, 1) ? some(w, 1, 4) : UINT32_MAX;
  w->rounds = some(w, 1, 6);
  w->works = some(w, 1, 8);
  w->delay = some(w, 0, 2) ? some(w, 2, 6) : some(w, 20, 60);
  if (some(w, 0, 3) == 0) choose_order(w);
  if (wrong == PAGE_FIRST)
    w->c.versions = 1, w->c.needs = 100,
    w->c.by_message = w->c.homes_by_message = w->neighbours = 0;
  if (wrong == NO_SETTLE) w->c.versions = 0;
  for (uint32_t p = 0, chosen = some(w, 0, 4); p < PAGES_MAX; p++) /* so many of 4, at allocation */
    w->home[p] = some(w, 0, 3) < chosen ? some(w, 0, w->c.ranks - 1) : FREE;
  if (w->in_order) memset(w->home, 0, sizeof w->home);
  for (uint32_t l = 0; l < LOCKS; l++) w->lock[l].holder = FREE;
}

static void make_rank(struct world *w, uint32_t id) {
  struct rank *r = &w->rank[id];
  struct hyd_hlrc_shared shared = {&r->log, r->notices, r->marks, r->versions};
  uintptr_t self = (uintptr_t)r;
  r->w = w;
  r->id = id;
  w->c.rank = id;
  r->own = aligned_alloc(64, (hyd_hlrc_bytes(&w->c) + 63) & ~(size_t)63);
  memset(r->own, 0, hyd_hlrc_bytes(&w->c));
  hyd_hlrc_init(&r->engine, &w->c, &ops, r, (char *)r->mem, &shared, r->own);
  r->stack = sim_alloc(STACK);
  getcontext(&r->context);
  r->context.uc_stack.ss_sp = r->stack;
  r->context.uc_stack.ss_size = STACK;
  r->context.uc_link = &w->scheduler;
  makecontext(&r->context, (void (*)(void))program, 2, (unsigned)self, (unsigned)(self >> 32));
}

static void see_neighbours(struct world *w) {
  for (uint32_t i = 0; w->neighbours && i < w->c.ranks; i++)
    for (uint32_t j = 0; j < w->c.ranks; j++) {
      w->rank[i].engine.neighbour[j] = (char *)w->rank[j].mem;
      w->rank[i].engine.neighbour_versions[j] = w->rank[j].versions;
    }
}

/* Runs a rank or stores a piece; 0: all have ended. */
static int step(struct world *w) {
  uint32_t running[RANKS_MAX], n = 0;
  for (uint32_t i = 0; i < w->c.ranks; i++)
    if (!w->rank[i].ended) running[n++] = i;
  if (n == 0) return 0;
  if (w->ndiffs && sim_below(&w->rng, w->delay) == 0)
    store_a_piece(w);
  else
    swapcontext(&w->scheduler, &w->rank[running[sim_below(&w->rng, n)]].context);
  return 1;
}

static void end_world(struct world *w) {
  for (struct diff *d = w->diffs, *next; d; d = next) {
    next = d->next;
    free(d);
  }
  for (uint32_t i = 0; i < w->c.ranks; i++) {
    free(w->rank[i].stack);
    free(w->rank[i].own);
  }
  free(w);
}

static void settings(const struct world *w) {
  printf(
      "#   ranks %u, pages %u, twins %u, log %u, versions %d, read-only homes %d, by message %d, "
      "neighbours %d, watched %u, rounds %u, works %u\n",
      w->c.ranks, w->c.pages, w->c.twins, w->c.log_room, w->c.versions, w->c.readonly_homes,
      w->c.by_message, w->neighbours, w->c.watched, w->rounds, w->works);
}

static struct world *run(uint64_t seed, enum wrong wrong) {
  struct world *w = calloc(1, sizeof *w);
  if (w == NULL) abort();
  choose(w, seed, wrong);
  for (uint32_t i = 0; i < w->c.ranks; i++) make_rank(w, i);
  see_neighbours(w);
  while (w->error[0] == 0 && step(w))
    if (++w->steps == STEPS_MAX) fail(w, "steps, and no end", 0, 0, (uint32_t)w->steps, 0);
  return w;
}

static int run_seed(uint64_t seed, int trace, int verbose, struct sim_totals *t) {
  struct world *w = run(seed, RIGHT);
  int failed = w->error[0] != 0;
  (void)trace;
  if (failed) printf("#   %s\n", w->error);
  if (failed || verbose) settings(w);
  t->steps += w->steps;
  t->packets += w->checks;
  end_world(w);
  return failed;
}

/* The simulator would see a fetch that is wrong. */
static int run_naive(const char *which, uint64_t seeds) {
  enum wrong wrong = strcmp(which, "page") == 0 ? PAGE_FIRST : NO_SETTLE;
  uint64_t found = 0;
  for (uint64_t seed = 1; seed <= seeds; seed++) {
    struct world *w = run(seed, wrong);
    if (found == 0 && w->error[0]) printf("# seed %llu: %s\n", (unsigned long long)seed, w->error);
    found += w->error[0] != 0;
    end_world(w);
  }
  printf("%s: %llu of %llu seeds read what is too old\n", which, (unsigned long long)found,
         (unsigned long long)seeds);
  return found == 0;
}

int main(int argc, char **argv) {
  static const struct sim_program p = {"sim-dsm", "reads checked", 300, run_seed};
  if (argc == 4 && strcmp(argv[1], "--naive") == 0)
    return run_naive(argv[2], strtoull(argv[3], NULL, 10));
  return sim_seeds_main(&p, argc, argv);
}
