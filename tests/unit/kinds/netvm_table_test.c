/* SPDX-License-Identifier: BSD-3-Clause
 *
 * netvm_table_test.c: the shadow page table of paged segments against a model, under seeded
 * interleavings: transfers of several ranks, the owner's loads and stores, the pager, and jobs that
 * wait for their workers; pager and workers are interrupted between any two steps of an eviction
 * and of a page-in, also by each other. The model knows what every page must hold; a copy to or
 * from a page that is not there ends the test. Last, keys: revocations while threads use them.
 *
 *   netvm_table_test [INTERLEAVINGS [FIRST SEED]]
 */
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "extended/paged/module/table.h"

enum { PAGES = 70, ROOM = 3, BUSY = 5, RANKS = 3, WORKERS = 2, STEPS = 160 };

static uint64_t seed, state;
static uint32_t dice(uint32_t sides) { /* splitmix64 */
  uint64_t z = state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return (uint32_t)((z ^ z >> 31) % sides);
}

#define MUST(cond)                                                                                 \
  do {                                                                                             \
    if (!(cond)) {                                                                                 \
      fprintf(stderr, "seed %llu: %s:%d: %s\n", (unsigned long long)seed, __FILE__, __LINE__,      \
              #cond);                                                                              \
      exit(1);                                                                                     \
    }                                                                                              \
  } while (0)

enum doing { IDLE, CLAIMED, HOLDS };
struct rank {
  enum doing doing;
  uint64_t page, n; /* several at a time */
  uint32_t hold;
  int write;
};

struct model {
  struct netvm_table *t;
  struct netvm_engine e;
  struct rank rank[RANKS];
  int frame[PAGES];                                  /* there is memory */
  int shown[PAGES], writable[PAGES];                 /* to the owner's loads; and stores */
  uint32_t memory[PAGES], file[PAGES], truth[PAGES]; /* what memory, file, and either should hold */
  int asked[PAGES];                                  /* the owner waits for it */
  struct {
    struct netvm_job job;
    enum { FREE, GIVEN, RUNS } state;
  } worker[WORKERS];
  uint32_t written;
  int depth, pager_runs;
};
static struct model m;
static uint64_t outcomes[3]; /* transfer wins, pager wins, neither; over all seeds */

/* --- the others, one step at a time ---------------------------------------- */

static uint64_t some_page(void) { return dice(8) ? dice(BUSY) : dice(PAGES); }

static void settle(struct rank *r) {
  uint64_t n = netvm_hold_settle(m.t, r->hold, 0, r->page, r->n, r->write);
  for (uint64_t i = n; i < r->n; i++) {
    outcomes[1] += (m.t->row[r->page + i] & NETVM_EVICTING) != 0;
    hyd_netvm_want(m.t, r->page + i, NETVM_BY_TRANSFER);
  }
  r->n = n;
  r->doing = n ? HOLDS : IDLE;
}

static void use(struct rank *r) {
  for (uint64_t page = r->page; page < r->page + r->n; page++) {
    MUST(m.frame[page]);
    MUST(m.memory[page] == m.truth[page]);
    if (r->write) m.memory[page] = m.truth[page] = ++m.written;
  }
  netvm_unhold(m.t, r->hold);
  r->doing = IDLE;
}

static void step_rank(struct rank *r) {
  switch (r->doing) {
  case IDLE:
    r->page = some_page();
    r->n = 1 + dice(r->page + 2 < PAGES ? 2 : 1);
    r->write = (int)dice(2);
    /* any of the first two: they are in each other's way */
    r->hold = netvm_hold_claim(m.t, dice(2), 0, r->page, r->n);
    MUST(r->hold < NETVM_HOLDS);
    r->doing = CLAIMED;
    break;
  case CLAIMED: settle(r); break;
  default:
    if (dice(3)) use(r); /* else it keeps them for a while */
  }
}

static void step_owner(void) {
  uint64_t page = some_page();
  int store = (int)dice(2);
  if (!m.shown[page] || (store && !m.writable[page])) {
    m.asked[page] = 1;
    hyd_netvm_want(m.t, page, store ? NETVM_BY_STORE : NETVM_BY_FAULT);
    return;
  }
  MUST(m.frame[page] && m.memory[page] == m.truth[page]);
  if (store) m.memory[page] = m.truth[page] = ++m.written;
}

static void step_pager(void);
static void step_worker(unsigned i);

/* Others take steps; also the pager and workers, up to two deep. */
static void interrupt(void) {
  if (m.depth > 2) return;
  m.depth++;
  for (uint32_t n = dice(6); n; n--) {
    uint32_t what = dice(8);
    if (what == 0)
      step_pager();
    else if (what == 1)
      step_worker(dice(WORKERS));
    else if (what < 4)
      step_owner();
    else
      step_rank(&m.rank[dice(RANKS)]);
  }
  m.depth--;
}

/* --- the pager's calls ----------------------------------------------------- */

static int on_protect(void *arg, uint64_t page) {
  (void)arg;
  interrupt();
  m.writable[page] = 0;
  interrupt();
  return 0;
}

static int on_show(void *arg, uint64_t page, int writable) {
  (void)arg;
  interrupt();
  MUST(m.frame[page]);
  m.shown[page] = 1;
  m.writable[page] |= writable;
  m.asked[page] = 0;
  interrupt();
  return 0;
}

static int on_write_back(void *arg, uint64_t page) {
  (void)arg;
  MUST(m.frame[page]);
  interrupt();
  m.file[page] = m.memory[page];
  interrupt();
  return 0;
}

static int on_punch(void *arg, uint64_t page) {
  (void)arg;
  interrupt();
  MUST(m.frame[page]);
  MUST(m.file[page] == m.memory[page]); /* nothing is lost */
  for (int i = 0; i < RANKS; i++)
    MUST(m.rank[i].doing != HOLDS || page - m.rank[i].page >= m.rank[i].n);
  MUST(!m.writable[page]);
  m.frame[page] = m.shown[page] = 0;
  m.memory[page] = 0xdead;
  interrupt();
  return 0;
}

static int on_fill(void *arg, uint64_t page, enum netvm_want want) {
  uint64_t frames = 0;
  (void)arg;
  interrupt();
  MUST(!m.frame[page]);
  m.memory[page] = m.file[page];
  m.frame[page] = 1;
  if (want != NETVM_BY_TRANSFER) m.shown[page] = 1, m.asked[page] = 0;
  if (want == NETVM_BY_STORE) m.writable[page] = 1;
  for (int i = 0; i < PAGES; i++) frames += (uint64_t)m.frame[i];
  MUST(frames <= ROOM);
  interrupt();
  return 0;
}

static int free_worker(void) {
  for (int i = 0; i < WORKERS; i++)
    if (m.worker[i].state == FREE) return i;
  return -1;
}
static int on_ready(void *arg, uint64_t page) {
  (void)arg;
  MUST(!m.frame[page]);
  return free_worker() >= 0 ? 0 : NETVM_BUSY;
}
static int on_start(void *arg, const struct netvm_job *job) {
  int i = free_worker();
  (void)arg;
  MUST(i >= 0);
  m.worker[i].job = *job;
  m.worker[i].state = GIVEN;
  interrupt();
  return 0;
}

static const struct netvm_calls calls = {.protect = on_protect,
                                         .show = on_show,
                                         .ready = on_ready,
                                         .start = on_start,
                                         .write_back = on_write_back,
                                         .punch = on_punch,
                                         .fill = on_fill};

static void step_worker(unsigned i) {
  if (m.worker[i].state != GIVEN) return;
  m.worker[i].state = RUNS;
  MUST(hyd_netvm_run(&m.e, &m.worker[i].job, NULL) == 0);
  m.worker[i].state = FREE;
}

/* --- one interleaving ------------------------------------------------------ */

static void step_pager(void) {
  uint64_t deferred = m.t->count[NETVM_DEFERRED];
  int err;
  if (m.pager_runs) return;
  m.pager_runs = 1;
  err = hyd_netvm_serve_all(&m.e);
  MUST(err == 0 || err == NETVM_LOCKED || err == NETVM_BUSY);
  outcomes[0] += m.t->count[NETVM_DEFERRED] - deferred;
  m.pager_runs = 0;
}

/* All that is wanted is there. */
static void finish_pager(void) {
  int err;
  do {
    MUST((err = hyd_netvm_serve_all(&m.e)) <= 0);
    for (unsigned i = 0; i < WORKERS; i++) step_worker(i);
  } while (err || m.worker[0].state != FREE || m.worker[1].state != FREE);
}

static void finish_ranks(void) {
  for (int i = 0; i < RANKS; i++)
    while (m.rank[i].doing != IDLE) step_rank(&m.rank[i]);
}

/* Everything that was written is in the file, and can be had again. */
static void check_end(void) {
  uint32_t hold = 0;
  finish_ranks();
  m.depth = 9; /* nothing interrupts */
  finish_pager();
  for (int i = 0; i < PAGES; i++) MUST(!m.asked[i]);
  for (int i = 0; i < 12; i++) step_rank(&m.rank[i % RANKS]);
  finish_ranks();
  finish_pager();
  MUST(hyd_netvm_flush(&m.e) == 0);
  for (int i = 0; i < PAGES; i++) MUST(m.file[i] == m.truth[i]);
  for (uint64_t i = 0; i < PAGES; i++) {
    MUST(!(m.t->row[i] & (NETVM_EVICTING | NETVM_FILLING)));
    MUST(((m.t->row[i] & NETVM_PRESENT) != 0) == (m.frame[i] != 0));
  }
  for (uint64_t i = 0; i < PAGES; i++) {
    MUST(hyd_netvm_serve(&m.e, i, NETVM_BY_TRANSFER) == 0);
    finish_pager();
    MUST(!hyd_netvm_is_held(m.t, i, 1));
    MUST(netvm_hold(m.t, &hold, i, 1, 0) == 1);
    MUST(m.memory[i] == m.truth[i] && hyd_netvm_is_held(m.t, i, 1));
    netvm_unhold(m.t, hold);
  }
}

static void one(struct netvm_table *t, uint64_t *resident) {
  memset(t, 0, netvm_table_size(PAGES));
  memset(&m, 0, sizeof m);
  state = seed * 0x2545f4914f6cdd1du;
  hyd_netvm_table_init(t, PAGES * 4096ull - 100, 12);
  hyd_netvm_note_hold(t, 1);
  m.t = t;
  m.e = (struct netvm_engine){.table = t, .call = &calls, .resident = resident, .capacity = ROOM};
  for (int i = 0; i < STEPS; i++) {
    uint32_t what = dice(7);
    if (what == 0)
      step_pager();
    else if (what == 1)
      step_owner();
    else if (what == 2)
      step_worker(dice(WORKERS));
    else
      step_rank(&m.rank[dice(RANKS)]);
  }
  check_end();
}

/* --- what a transfer finds when it comes between T4 and T5 ----------------- */

static int late_protect(void *arg, uint64_t page) { return (void)arg, (void)page, 0; }

/* A second transfer comes while a first one has the page and the pager wants it: refused, though
 * the page stays. T4 and T5 are next to each other in hyd_netvm_claim: a thread gets between. */
struct second {
  struct netvm_table *t;
  _Atomic int stop;
  uint64_t refused, had;
};
static void *second_transfer(void *arg) {
  struct second *s = arg;
  while (!atomic_load_explicit(&s->stop, memory_order_relaxed)) {
    uint32_t hold = 1;
    if (netvm_hold(s->t, &hold, 0, 1, 1)) {
      s->had++;
      netvm_unhold(s->t, hold);
    } else {
      s->refused++;
    }
  }
  return NULL;
}

static void test_neither(struct netvm_table *t, uint64_t *resident) {
  static const struct netvm_calls none = {.protect = late_protect};
  struct netvm_engine e = {.table = t, .call = &none, .resident = resident, .capacity = 1};
  struct second s = {.t = t};
  pthread_t thread;
  memset(t, 0, netvm_table_size(PAGES));
  hyd_netvm_table_init(t, 4096, 12);
  t->row[0] = NETVM_PRESENT;
  hyd_netvm_note_hold(t, 1);
  MUST(netvm_hold_claim(t, 0, 0, 0, 1) == 0 &&
       netvm_hold_settle(t, 0, 0, 0, 1, 0) == 1); /* the first */
  e.count = 1;
  resident[0] = 0;
  seed = 0;
  MUST(pthread_create(&thread, NULL, second_transfer, &s) == 0);
  for (long i = 0; i < 200000; i++) {
    uint32_t was;
    MUST(hyd_netvm_claim(&e, 0, &was) == NETVM_LOCKED);
  }
  atomic_store_explicit(&s.stop, 1, memory_order_relaxed);
  pthread_join(thread, NULL);
  MUST((t->row[0] & ~(NETVM_DIRTY | NETVM_USED)) == NETVM_PRESENT);
  outcomes[2] += s.refused;
}

/* --- what a transfer has done between T4 and R4 ----------------------------- */

/* It has looked (R1) before T4. While it has the page that stays; when it is over the page goes,
 * and is known to be dirty. */
static void test_late_dirty(struct netvm_table *t, uint64_t *resident) {
  static const struct netvm_calls none = {.protect = late_protect};
  struct netvm_engine e = {
      .table = t, .call = &none, .resident = resident, .capacity = 1, .count = 1};
  uint32_t was;
  memset(t, 0, netvm_table_size(PAGES));
  hyd_netvm_table_init(t, 4096, 12);
  hyd_netvm_note_hold(t, 0);
  resident[0] = 0;
  for (int over = 0; over < 2; over++) {
    t->row[0] = NETVM_PRESENT;
    MUST(netvm_hold_claim(t, 0, 0, 0, 1) == 0);
    MUST(hyd_netvm_mark(&e, 0) == 0);
    atomic_fetch_or(&t->row[0], NETVM_DIRTY | NETVM_USED); /* T1b */
    if (over) netvm_unhold(t, 0);
    MUST(hyd_netvm_look(&e, 0, &was) == (over ? 0 : NETVM_LOCKED));
    if (!over) netvm_unhold(t, 0);
    MUST(t->row[0] & NETVM_DIRTY && (over == 0 || was & NETVM_DIRTY));
  }
}

/* --- holds of the dead -------------------------------------------------------- */

/* A process has died with a hold: its page stays, others go, and all is written back at the end;
 * when the hold is taken back the page goes, too. */
static int count_write(void *arg, uint64_t page) {
  (void)arg;
  m.file[page]++;
  return 0;
}
enum { DEAD = 4711 };
static int is_dead(int32_t pid) { return pid == DEAD; }

static void test_dead(struct netvm_table *t, uint64_t *resident) {
  static const struct netvm_calls none = {.protect = late_protect, .write_back = count_write};
  struct netvm_engine e = {.table = t, .call = &none, .resident = resident, .capacity = 2};
  uint32_t was;
  memset(t, 0, netvm_table_size(PAGES));
  memset(&m, 0, sizeof m);
  hyd_netvm_table_init(t, 2 * 4096, 12);
  hyd_netvm_note_hold(t, 0);
  t->row[0] = t->row[1] = NETVM_PRESENT | NETVM_DIRTY;
  resident[0] = 0;
  resident[1] = 1;
  e.count = 2;
  MUST(netvm_hold_claim(t, 0, 0, 0, 1) == 0 && netvm_hold_settle(t, 0, 0, 0, 1, 1) == 1);
  MUST(hyd_netvm_claim(&e, 0, &was) == NETVM_LOCKED);
  MUST(hyd_netvm_flush(&e) == 0);
  MUST(m.file[0] == 1 && m.file[1] == 1);
  MUST(hyd_netvm_claim(&e, 1, &was) == 0 && !(was & NETVM_DIRTY));
  netvm_unhold(t, 0);
  hyd_netvm_note_hold(t, 1);
  t->pid[7] = DEAD;
  t->pid[8] = DEAD + 1;
  MUST(netvm_hold_claim(t, 0, 7, 0, 1) == 0 && netvm_hold_claim(t, 1, 8, 1, 1) == 1);
  MUST(netvm_hold_settle(t, 0, 7, 0, 1, 1) == 1);
  MUST(hyd_netvm_forget_dead(t, is_dead) == 1);
  MUST(!hyd_netvm_is_held(t, 0, 1) && hyd_netvm_is_held(t, 1, 1));
  MUST(hyd_netvm_claim(&e, 0, &was) == 0 && was & NETVM_DIRTY);
}

/* --- keys: a revocation is the last word ------------------------------------ */

/* Threads write to a page by a key while the owner revokes it, again and again: after the wait for
 * locks no write by the old key comes. */
enum { KEY_ROUNDS = 500, KEYED = 2 };
struct keyed {
  struct netvm_table *t;
  _Atomic uint64_t key; /* that was given out last */
  _Atomic int stop;
  _Atomic uint64_t memory; /* the key that wrote last, or 0 */
  _Atomic uint64_t wrote, refused;
};
/* Whether the key was good. */
static int write_by(struct keyed *k, uint64_t key) {
  uint32_t hold = 0;
  int fits;
  if (!netvm_hold(k->t, &hold, 1, 1, 1)) exit(1);
  fits = hyd_netvm_key_fits(k->t, 5, key, 4096 + 8, 8);
  if (fits) {
    sched_yield(); /* the owner revokes the key here, and must wait for the write */
    atomic_store_explicit(&k->memory, key, memory_order_relaxed);
  }
  atomic_fetch_add_explicit(fits ? &k->wrote : &k->refused, 1, memory_order_relaxed);
  netvm_unhold(k->t, hold);
  return fits;
}
/* Once refused, it rests until there is another key, so that the owner finds the page free. */
static void *use_key(void *arg) {
  struct keyed *k = arg;
  while (!atomic_load_explicit(&k->stop, memory_order_relaxed)) {
    uint64_t key = atomic_load_explicit(&k->key, memory_order_relaxed);
    while (write_by(k, key)) continue;
    while (atomic_load_explicit(&k->key, memory_order_relaxed) == key &&
           !atomic_load_explicit(&k->stop, memory_order_relaxed))
      sched_yield();
  }
  return NULL;
}

static void test_revocation(struct netvm_table *t) {
  struct keyed k = {.t = t};
  pthread_t thread[KEYED];
  seed = 0;
  memset(t, 0, netvm_table_size(PAGES));
  hyd_netvm_table_init(t, PAGES * 4096, 12);
  t->row[1] = NETVM_PRESENT;
  hyd_netvm_note_hold(t, 0);
  for (int i = 0; i < KEYED; i++) MUST(pthread_create(&thread[i], NULL, use_key, &k) == 0);
  for (uint64_t i = 1; i <= KEY_ROUNDS; i++) {
    uint64_t before = k.wrote;
    hyd_netvm_grant(t, 5, i, 4096, 100);
    atomic_store_explicit(&k.key, i, memory_order_relaxed);
    for (int spins = 0; k.wrote == before && spins < 1000; spins++) sched_yield();
    hyd_netvm_revoke(t, 5);
    while (hyd_netvm_is_held(t, 1, 1)) sched_yield();
    atomic_store_explicit(&k.memory, 0, memory_order_relaxed);
    for (int spins = 0; spins < 50; spins++) {
      sched_yield(); /* a thread that would still write gets its turn */
      MUST(atomic_load_explicit(&k.memory, memory_order_relaxed) == 0);
    }
  }
  atomic_store_explicit(&k.stop, 1, memory_order_relaxed);
  for (int i = 0; i < KEYED; i++) pthread_join(thread[i], NULL);
  MUST(k.wrote > 0 && k.refused > 0);
}

static void test_keys(struct netvm_table *t) {
  const uint64_t key = 0x123456789abcdef1u;
  memset(t, 0, netvm_table_size(PAGES));
  hyd_netvm_table_init(t, PAGES * 4096, 12);
  MUST(!hyd_netvm_key_fits(t, 3, 0, 0, 0));
  hyd_netvm_grant(t, 3, key, 1000, 50);
  MUST(hyd_netvm_key_fits(t, 3, key, 1000, 50) && hyd_netvm_key_fits(t, 3, key, 1049, 1));
  MUST(!hyd_netvm_key_fits(t, 3, key, 999, 2) && !hyd_netvm_key_fits(t, 3, key, 1001, 50));
  MUST(!hyd_netvm_key_fits(t, 3, key, 1050, 1) && !hyd_netvm_key_fits(t, 3, key, 1000, ~0ull));
  MUST(!hyd_netvm_key_fits(t, 3, key ^ 1, 1000, 1) && !hyd_netvm_key_fits(t, 4, key, 1000, 1));
  MUST(!hyd_netvm_key_fits(t, NETVM_KEYS + 3, key, 1000, 1) && !hyd_netvm_key_fits(t, 4, 0, 0, 0));
  hyd_netvm_revoke(t, 3);
  MUST(!hyd_netvm_key_fits(t, 3, key, 1000, 1));
  MUST((char *)&netvm_keys(t)[NETVM_KEYS] == (char *)t + netvm_table_size(PAGES));
}

/* --- bounds ---------------------------------------------------------------- */

static void test_sizes(void) {
  for (uint64_t pages = 1; pages < 9000; pages += pages < 140 ? 1 : 777) {
    struct netvm_table *t = calloc(1, netvm_table_size(pages));
    hyd_netvm_table_init(t, pages << 12, 12);
    MUST(t->pages == pages);
    MUST(hyd_netvm_want(t, pages - 1, NETVM_BY_STORE));
    MUST(!hyd_netvm_want(t, pages - 1, NETVM_BY_STORE));
    MUST((char *)(netvm_summary(t) + netvm_words(netvm_words(pages))) == (char *)netvm_keys(t));
    free(t);
  }
}

int main(int argc, char **argv) {
  uint64_t n = argc > 1 ? strtoull(argv[1], NULL, 0) : 10000;
  uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
  struct netvm_table *t = aligned_alloc(64, (netvm_table_size(PAGES) + 63) & ~(uint64_t)63);
  uint64_t resident[ROOM];
  test_sizes();
  for (uint64_t i = 0; i < n; i++) {
    if (i && i % 30000 == 0)
      printf("# %llu of %llu\n", (unsigned long long)i, (unsigned long long)n), fflush(stdout);
    seed = first + i;
    one(t, resident);
  }
  test_neither(t, resident);
  test_late_dirty(t, resident);
  test_dead(t, resident);
  test_keys(t);
  test_revocation(t);
  printf("%llu interleavings; transfer won %llu times, pager %llu, neither %llu\n",
         (unsigned long long)n, (unsigned long long)outcomes[0], (unsigned long long)outcomes[1],
         (unsigned long long)outcomes[2]);
  if (n >= 1000) MUST(outcomes[0] && outcomes[1]);
  free(t);
  return 0;
}
