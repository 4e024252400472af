/* SPDX-License-Identifier: BSD-3-Clause
 *
 * table.c: see table.h. No call here allocates, waits, or calls any library.
 */
#include "core/kinds/netvm/table.h"

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

/* --- eviction ------------------------------------------------------------- */

/* The page is protected and evicting, and no transfer has it. */
static int part_with(struct netvm_engine *e, uint64_t page, uint32_t was) {
  int err;
  if (was & NETVM_DIRTY) {
    if ((err = e->call->write_back(e->arg, page)) != 0) return err;
    netvm_add(e->table, NETVM_WRITE_BACKS);
  }
  if ((err = e->call->punch(e->arg, page)) != 0) return err;
  /* T6: transfers that claim it now and take their claim back keep their count. */
  atomic_fetch_and_explicit(&e->table->row[page], NETVM_LOCKS, memory_order_release);
  netvm_add(e->table, NETVM_EVICTIONS);
  return 0;
}

int hyd_netvm_evict(struct netvm_engine *e, uint64_t slot) {
  uint64_t page = e->resident[slot];
  _Atomic uint32_t *row = &e->table->row[page];
  uint32_t was;
  int err;
  if ((err = e->call->protect(e->arg, page, 1)) != 0) return err;
  was = atomic_fetch_or_explicit(row, NETVM_EVICTING, memory_order_seq_cst); /* T4, with T1, T2 */
  if (was & NETVM_LOCKS) {
    /* T5. The owner's next store faults, which sets DIRTY: the page may stay protected. */
    atomic_fetch_and_explicit(row, ~NETVM_EVICTING, memory_order_release);
    netvm_add(e->table, NETVM_DEFERRED);
    return NETVM_LOCKED;
  }
  if ((err = part_with(e, page, was)) != 0) return err;
  e->resident[slot] = e->resident[--e->count];
  return 0;
}

/* Second chance: what was used since the hand came by stays once more. Locked pages are passed. */
static int make_room(struct netvm_engine *e) {
  for (uint64_t looked = 0; looked < 2 * e->count + 1; looked++) {
    uint64_t slot = e->hand = e->hand < e->count ? e->hand : 0;
    uint32_t was = atomic_fetch_and_explicit(&e->table->row[e->resident[slot]], ~NETVM_USED,
                                             memory_order_relaxed);
    int err = was & (NETVM_USED | NETVM_LOCKS) ? NETVM_LOCKED : hyd_netvm_evict(e, slot);
    if (err != NETVM_LOCKED) return err;
    e->hand++;
  }
  return NETVM_LOCKED;
}

/* --- page-in -------------------------------------------------------------- */

static int page_in(struct netvm_engine *e, uint64_t page, int writable) {
  int err = e->count < e->capacity ? 0 : make_room(e);
  if (err == 0) err = e->call->fill(e->arg, page, writable);
  if (err) return err;
  e->resident[e->count++] = page;
  atomic_fetch_or_explicit(&e->table->row[page],
                           NETVM_PRESENT | NETVM_USED | (writable ? NETVM_DIRTY : 0),
                           memory_order_release); /* T3, with T1 */
  netvm_add(e->table, NETVM_PAGE_INS);
  return 0;
}

int hyd_netvm_serve(struct netvm_engine *e, uint64_t page, enum netvm_want want) {
  _Atomic uint32_t *row = &e->table->row[page];
  /* Only this thread changes PRESENT. */
  if (!(atomic_load_explicit(row, memory_order_relaxed) & NETVM_PRESENT))
    return page_in(e, page, want == NETVM_BY_STORE);
  if (want == NETVM_BY_TRANSFER) return 0;
  if (want == NETVM_BY_FAULT) return e->call->wake(e->arg, page);
  /* DIRTY before the page becomes writable. */
  atomic_fetch_or_explicit(row, NETVM_DIRTY | NETVM_USED, memory_order_relaxed);
  return e->call->protect(e->arg, page, 0);
}

/* The pages of one word of one bitmap. What cannot be served now is wanted again. */
static int serve_word(struct netvm_engine *e, uint64_t word, enum netvm_want want) {
  _Atomic uint64_t *at = &netvm_wanted(e->table, want)[word];
  uint64_t bits = atomic_exchange_explicit(at, 0, memory_order_acquire);
  int late = 0;
  while (bits) {
    uint64_t page = word * NETVM_BITS + (uint64_t)__builtin_ctzll(bits);
    int err = hyd_netvm_serve(e, page, want);
    if (err == NETVM_LOCKED) {
      hyd_netvm_want(e->table, page, want);
      late = NETVM_LOCKED;
    } else if (err) {
      return err;
    }
    bits &= bits - 1;
  }
  return late;
}

static int serve_summary(struct netvm_engine *e, uint64_t first, uint64_t bits) {
  int late = 0;
  for (; bits; bits &= bits - 1)
    for (unsigned want = NETVM_WANTS; want-- > 0;) {
      int err = serve_word(e, first + (uint64_t)__builtin_ctzll(bits), (enum netvm_want)want);
      if (err > 0) return err;
      late |= err;
    }
  return late;
}

int hyd_netvm_serve_all(struct netvm_engine *e) {
  _Atomic uint64_t *summary = netvm_summary(e->table);
  uint64_t words = netvm_words(netvm_words(e->table->pages));
  int late = 0;
  for (uint64_t i = 0; i < words; i++) {
    uint64_t bits;
    int err;
    if (atomic_load_explicit(&summary[i], memory_order_relaxed) == 0) continue;
    bits = atomic_exchange_explicit(&summary[i], 0, memory_order_acquire); /* B3, with B2 */
    err = serve_summary(e, i * NETVM_BITS, bits);
    if (err > 0) return err;
    late |= err;
  }
  return late;
}

int hyd_netvm_flush(struct netvm_engine *e) {
  for (uint64_t i = 0; i < e->count; i++) {
    _Atomic uint32_t *row = &e->table->row[e->resident[i]];
    int err;
    if ((err = e->call->protect(e->arg, e->resident[i], 1)) != 0) return err;
    if (!(atomic_fetch_and_explicit(row, ~NETVM_DIRTY, memory_order_acquire) & NETVM_DIRTY))
      continue;
    if ((err = e->call->write_back(e->arg, e->resident[i])) != 0) return err;
    netvm_add(e->table, NETVM_WRITE_BACKS);
  }
  return 0;
}
