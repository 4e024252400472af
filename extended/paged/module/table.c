/* SPDX-License-Identifier: BSD-3-Clause
 *
 * table.c: see table.h. No call here allocates, waits, or calls any library.
 */
#include "extended/paged/module/table.h"

void hyd_netvm_table_init(struct netvm_table *t, uint64_t size, uint32_t shift) {
  t->size = size;
  t->shift = shift;
  t->pages = (size + ((uint64_t)1 << shift) - 1) >> shift;
}

/* --- what is wanted ------------------------------------------------------- */

int hyd_netvm_want(struct netvm_table *t, uint64_t page, enum netvm_want want) {
  uint64_t word = page / NETVM_BITS, bit = (uint64_t)1 << page % NETVM_BITS;
  uint64_t was = atomic_fetch_or_explicit(&netvm_wanted(t, want)[word], bit, memory_order_relaxed);
  /* B2: release, so that the pager that takes the summary (B3) finds the bit. Also if the bit was
   * there: the pager may have taken the summary before it. */
  atomic_fetch_or_explicit(&netvm_summary(t)[word / NETVM_BITS], (uint64_t)1 << word % NETVM_BITS,
                           memory_order_release);
  return (was & bit) == 0;
}

/* --- holds ---------------------------------------------------------------- */

uint32_t hyd_netvm_find_hold(struct netvm_table *t, uint32_t hint, uint64_t pages) {
  for (uint32_t i = 1; i < NETVM_HOLDS; i++) {
    uint32_t hold = (hint + i) % NETVM_HOLDS;
    uint64_t free = 0;
    hyd_netvm_note_hold(t, hold);
    if (atomic_compare_exchange_strong_explicit(&t->hold[hold].pages, &free, pages,
                                                memory_order_seq_cst, memory_order_relaxed))
      return hold; /* T1 */
  }
  return NETVM_HOLDS;
}

/* Before T1, so that R4 and K3, which look after their T4 or K1, look as far as there. */
void hyd_netvm_note_hold(struct netvm_table *t, uint32_t hold) {
  uint32_t most = atomic_load_explicit(&t->holds, memory_order_seq_cst);
  while (most <= hold &&
         !atomic_compare_exchange_weak_explicit(&t->holds, &most, hold + 1, memory_order_seq_cst,
                                                memory_order_seq_cst))
    continue;
}

int hyd_netvm_is_held(struct netvm_table *t, uint64_t first, uint64_t n) {
  uint32_t most = atomic_load_explicit(&t->holds, memory_order_seq_cst);
  for (uint32_t i = 0; i < most; i++) {
    /* R4, K3: with T1, T2 */
    uint64_t pages = atomic_load_explicit(&t->hold[i].pages, memory_order_seq_cst);
    uint64_t at = pages >> 24, count = pages & NETVM_HELD_MOST;
    if (count && at < first + n && first < at + count) return 1;
  }
  return 0;
}

unsigned hyd_netvm_forget_dead(struct netvm_table *t, int (*is_dead)(int32_t pid)) {
  unsigned n = 0;
  for (uint32_t i = 0; i < NETVM_HOLDS; i++) {
    uint64_t pages = atomic_load_explicit(&t->hold[i].pages, memory_order_acquire);
    int32_t pid =
        pages ? atomic_load_explicit(&t->pid[netvm_view_of(pages)], memory_order_relaxed) : 0;
    /* Nothing else clears it, and nothing that is dead writes to its pages any more. */
    if (pid && is_dead(pid))
      n += atomic_compare_exchange_strong_explicit(&t->hold[i].pages, &pages, 0,
                                                   memory_order_release, memory_order_relaxed);
  }
  return n;
}

/* --- keys ----------------------------------------------------------------- */

int hyd_netvm_key_fits(struct netvm_table *t, uint32_t slot, uint64_t key, uint64_t offset,
                       uint64_t n) {
  struct netvm_key *k = &netvm_keys(t)[slot % NETVM_KEYS];
  uint64_t first, size;
  if (slot >= NETVM_KEYS || key == 0 ||
      atomic_load_explicit(&k->key, memory_order_seq_cst) != key) /* K2, with K1 */
    return 0;
  first = atomic_load_explicit(&k->first, memory_order_acquire);
  size = atomic_load_explicit(&k->size, memory_order_acquire);
  /* The slot may be another export's meanwhile; then its key is. */
  if (atomic_load_explicit(&k->key, memory_order_relaxed) != key) return 0;
  return offset >= first && n <= size && offset - first <= size - n;
}

void hyd_netvm_grant(struct netvm_table *t, uint32_t slot, uint64_t key, uint64_t first,
                     uint64_t size) {
  struct netvm_key *k = &netvm_keys(t)[slot];
  atomic_store_explicit(&k->first, first, memory_order_release);
  atomic_store_explicit(&k->size, size, memory_order_release);
  atomic_store_explicit(&k->key, key, memory_order_release); /* with K2 */
}

void hyd_netvm_revoke(struct netvm_table *t, uint32_t slot) {
  atomic_store_explicit(&netvm_keys(t)[slot].key, 0, memory_order_seq_cst); /* K1, with K2 */
}

/* --- eviction ------------------------------------------------------------- */

/* Few pages are writable: those that transfers alone use never are. */
static int protect_page(struct netvm_engine *e, uint64_t page) {
  _Atomic uint32_t *row = &e->table->row[page];
  if (!(atomic_load_explicit(row, memory_order_relaxed) & NETVM_WRITABLE)) return 0;
  atomic_fetch_and_explicit(row, ~NETVM_WRITABLE, memory_order_relaxed);
  return e->call->protect(e->arg, page);
}

int hyd_netvm_mark(struct netvm_engine *e, uint64_t slot) {
  uint64_t page = e->resident[slot];
  int err = protect_page(e, page);
  if (err) return err;
  /* T4, with R1 */
  atomic_fetch_or_explicit(&e->table->row[page], NETVM_EVICTING, memory_order_seq_cst);
  return 0;
}

int hyd_netvm_look(struct netvm_engine *e, uint64_t slot, uint32_t *was_p) {
  uint64_t page = e->resident[slot];
  _Atomic uint32_t *row = &e->table->row[page];
  if (!hyd_netvm_is_held(e->table, page, 1)) {
    *was_p = atomic_load_explicit(row, memory_order_relaxed); /* with all that was set before T2 */
    return 0;
  }
  /* T5. The owner's next store faults, which sets DIRTY: the page may stay protected. */
  atomic_fetch_and_explicit(row, ~NETVM_EVICTING, memory_order_release);
  netvm_add(e->table, NETVM_DEFERRED);
  return NETVM_LOCKED;
}

int hyd_netvm_claim(struct netvm_engine *e, uint64_t slot, uint32_t *was_p) {
  int err = hyd_netvm_mark(e, slot);
  return err ? err : hyd_netvm_look(e, slot, was_p);
}

/* Second chance: what was used since the hand came by stays once more. Passed are pages that are
 * held, and those that are on their way. */
static int make_room(struct netvm_engine *e, uint64_t *slot_p, uint32_t *was_p) {
  int locked = NETVM_BUSY;
  for (uint64_t looked = 0; looked < 2 * e->count + 1; looked++) {
    uint64_t slot = e->hand = e->hand < e->count ? e->hand : 0;
    uint32_t was = atomic_fetch_and_explicit(&e->table->row[e->resident[slot]], ~NETVM_USED,
                                             memory_order_relaxed);
    if (!(was & NETVM_FILLING)) {
      int err = was & NETVM_USED ? NETVM_LOCKED : hyd_netvm_claim(e, slot, was_p);
      *slot_p = slot;
      if (err != NETVM_LOCKED) return err;
      locked = NETVM_LOCKED;
    }
    e->hand++;
  }
  return locked;
}

/* --- page-in -------------------------------------------------------------- */

static int page_in(struct netvm_engine *e, uint64_t page, enum netvm_want want) {
  struct netvm_job job = {page, NETVM_NONE, 0, want};
  uint64_t slot = e->count;
  int err = e->call->ready(e->arg, page);
  if (err) return err;
  if (e->count < e->capacity)
    e->count++;
  else if ((err = make_room(e, &slot, &job.was)) != 0)
    return err;
  else
    job.victim = e->resident[slot];
  e->resident[slot] = page;
  e->turn = page + 1;
  atomic_fetch_or_explicit(&e->table->row[page], NETVM_FILLING, memory_order_relaxed); /* T0 */
  return e->call->start(e->arg, &job);
}

static int part_with(struct netvm_engine *e, const struct netvm_job *job, void *arg) {
  _Atomic uint32_t *row = &e->table->row[job->victim];
  int err;
  if (job->was & NETVM_DIRTY) {
    if ((err = e->call->write_back(arg, job->victim)) != 0) return err;
    atomic_fetch_or_explicit(row, NETVM_SAVED, memory_order_relaxed);
    netvm_add(e->table, NETVM_WRITE_BACKS);
  }
  if ((err = e->call->punch(arg, job->victim)) != 0) return err;
  atomic_fetch_and_explicit(row, NETVM_SAVED, memory_order_release); /* T6, with serve's load */
  netvm_add(e->table, NETVM_EVICTIONS);
  return 0;
}

int hyd_netvm_run(struct netvm_engine *e, const struct netvm_job *job, void *arg) {
  uint32_t now =
      NETVM_PRESENT | NETVM_USED | (job->want == NETVM_BY_STORE ? NETVM_DIRTY | NETVM_WRITABLE : 0);
  int err = job->victim == NETVM_NONE ? 0 : part_with(e, job, arg);
  if (err == 0) err = e->call->fill(arg, job->page, job->want);
  if (err) return err;
  /* T3, with T1. Of these bits FILLING alone was set. */
  atomic_fetch_xor_explicit(&e->table->row[job->page], NETVM_FILLING | now, memory_order_release);
  netvm_add(e->table, NETVM_PAGE_INS);
  return 0;
}

int hyd_netvm_serve(struct netvm_engine *e, uint64_t page, enum netvm_want want) {
  _Atomic uint32_t *row = &e->table->row[page];
  /* Only this thread and the page's job change the state; with T3 and T6. */
  uint32_t state = atomic_load_explicit(row, memory_order_acquire);
  if (state & NETVM_EVICTING) return NETVM_BUSY;
  if (state & NETVM_FILLING) return want == NETVM_BY_TRANSFER ? 0 : NETVM_BUSY;
  if (!(state & NETVM_PRESENT)) return page_in(e, page, want);
  if (want == NETVM_BY_TRANSFER) return 0;
  /* DIRTY before the page becomes writable. */
  if (want == NETVM_BY_STORE)
    atomic_fetch_or_explicit(row, NETVM_DIRTY | NETVM_WRITABLE, memory_order_relaxed);
  atomic_fetch_or_explicit(row, NETVM_USED, memory_order_relaxed);
  return e->call->show(e->arg, page, want == NETVM_BY_STORE);
}

/* Returns that of two answers which says to come back sooner. */
static int sooner_of(int a, int b) {
  if (a == NETVM_LOCKED || b == NETVM_LOCKED) return NETVM_LOCKED;
  return a ? a : b;
}

/* The lowest bit from `from` on, else the lowest. */
static unsigned next_bit(uint64_t bits, uint64_t from) {
  uint64_t high = bits & ~(uint64_t)0 << from % NETVM_BITS;
  return (unsigned)__builtin_ctzll(high ? high : bits);
}

/* The pages of one word of one bitmap. What cannot be served now is wanted again. */
static int serve_word(struct netvm_engine *e, uint64_t from, uint64_t word, enum netvm_want want) {
  _Atomic uint64_t *at = &netvm_wanted(e->table, want)[word];
  uint64_t bits = atomic_exchange_explicit(at, 0, memory_order_acquire);
  int late = 0;
  while (bits) {
    unsigned bit = next_bit(bits, from);
    uint64_t page = word * NETVM_BITS + bit;
    int err = hyd_netvm_serve(e, page, want);
    if (err > 0) return err;
    if (err) hyd_netvm_want(e->table, page, want);
    late = sooner_of(late, err);
    bits &= ~((uint64_t)1 << bit);
  }
  return late;
}

static int serve_summary(struct netvm_engine *e, uint64_t from, uint64_t index) {
  /* B3, with B2 */
  uint64_t bits =
      atomic_exchange_explicit(&netvm_summary(e->table)[index], 0, memory_order_acquire);
  int late = 0;
  while (bits) {
    unsigned bit = next_bit(bits, from / NETVM_BITS);
    for (unsigned want = NETVM_WANTS; want-- > 0;) {
      int err = serve_word(e, from, index * NETVM_BITS + bit, (enum netvm_want)want);
      if (err > 0) return err;
      late = sooner_of(late, err);
    }
    bits &= ~((uint64_t)1 << bit);
  }
  return late;
}

/* From the page on that follows the last one that was brought in, so that all have their turn. */
int hyd_netvm_serve_all(struct netvm_engine *e) {
  uint64_t words = netvm_words(netvm_words(e->table->pages)), from = e->turn;
  int late = 0;
  for (uint64_t i = 0; i < words; i++) {
    uint64_t index = (from / (NETVM_BITS * NETVM_BITS) + i) % words;
    int err;
    if (atomic_load_explicit(&netvm_summary(e->table)[index], memory_order_relaxed) == 0) continue;
    err = serve_summary(e, from, index);
    if (err > 0) return err;
    late = sooner_of(late, err);
  }
  return late;
}

int hyd_netvm_flush(struct netvm_engine *e) {
  for (uint64_t i = 0; i < e->count; i++) {
    _Atomic uint32_t *row = &e->table->row[e->resident[i]];
    int err;
    if ((err = protect_page(e, e->resident[i])) != 0) return err;
    if (!(atomic_fetch_and_explicit(row, ~NETVM_DIRTY, memory_order_acquire) & NETVM_DIRTY))
      continue;
    if ((err = e->call->write_back(e->arg, e->resident[i])) != 0) return err;
    atomic_fetch_or_explicit(row, NETVM_SAVED, memory_order_relaxed);
    netvm_add(e->table, NETVM_WRITE_BACKS);
  }
  return 0;
}
