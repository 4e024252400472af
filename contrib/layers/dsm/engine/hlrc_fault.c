/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hlrc_fault.c: faults: the program accesses a page without having the access yet.
 */
#include <string.h>

#include "contrib/layers/dsm/engine/hlrc_int.h"

/* --- homes ---------------------------------------------------------------- */

static int is_marked(const struct hyd_hlrc *e, uint32_t page) {
  return atomic_load_explicit(&e->shared.marks[page / 64], memory_order_relaxed) >> page % 64 & 1;
}

static int is_reached(uint32_t version, uint32_t needed) {
  return (int32_t)(version - needed) >= 0;
}

static void await_here(struct hyd_hlrc *e, uint32_t page, struct hyd_hlrc_need need) {
  const _Atomic uint32_t *version = &e->shared.versions[(size_t)page * e->c.ranks + need.writer];
  /* V1 pairs with the store of the version, which comes after the diff's bytes. */
  while (!is_reached(atomic_load_explicit(version, memory_order_acquire), need.version))
    e->ops->pause(e->ctx);
}

void hyd_hlrc_await_version(struct hyd_hlrc *e, uint32_t page, struct hyd_hlrc_need need) {
  if (hyd_hlrc_state(e, page) == HYD_HLRC_UNKNOWN) hyd_hlrc_learn_home(e, page);
  if (hyd_hlrc_is_home(hyd_hlrc_state(e, page))) {
    await_here(e, page, need);
    return;
  }
  while (e->home[page] != need.writer) { /* a home stores its own writes in place */
    e->ops->version(e->ctx, e->home[page], page, e->version);
    if (is_reached(e->version[need.writer], need.version)) return;
    e->ops->pause(e->ctx);
  }
}

static uint32_t find_need(struct hyd_hlrc *e, uint32_t page) {
  return e->c.versions ? hyd_hlrc_need_of(&e->needs, page, e->need) : 0;
}

/* A mark that is set after is_marked looked is also counted after it, so that the next release
 * finds it. */
void hyd_hlrc_become_home(struct hyd_hlrc *e, uint32_t page) {
  int open = !e->c.readonly_homes && !is_marked(e, page);
  e->home[page] = e->c.rank;
  e->counts.homes++;
  for (uint32_t i = find_need(e, page); i; i--)
    if (e->need[i - 1].writer != e->c.rank) await_here(e, page, e->need[i - 1]);
  if (!open) e->handled[page / 64] |= (uint64_t)1 << page % 64;
  hyd_hlrc_set(e, page, open ? HYD_HLRC_HOME_OPEN : HYD_HLRC_HOME_CLEAN);
  e->ops->protect(e->ctx, page, 1, HYD_HLRC_NONE, open ? HYD_HLRC_WRITE : HYD_HLRC_READ);
}

static void set_home(struct hyd_hlrc *e, uint32_t page, uint32_t home) {
  if (home == e->c.rank) {
    hyd_hlrc_become_home(e, page);
    return;
  }
  e->home[page] = home;
  hyd_hlrc_set(e, page, HYD_HLRC_INVALID);
}

/* --- fetching ------------------------------------------------------------- */

/* Whether the copy satisfies the n needs of the page. The home's own writes are always in it. */
static int is_new_enough(const struct hyd_hlrc *e, uint32_t page, uint32_t n) {
  for (const struct hyd_hlrc_need *need = e->need; need < e->need + n; need++)
    if (need->writer != e->home[page] && !is_reached(e->version[need->writer], need->version))
      return 0;
  return 1;
}

static void count_fetch(struct hyd_hlrc *e, uint32_t page) {
  e->counts.fetches++;
  if (e->fetched) e->fetched[page]++;
}

/* Whether the page has needs; leaves e->need, which holds those of the page being fetched. */
static int has_need(struct hyd_hlrc *e, uint32_t page) {
  return e->c.versions && hyd_hlrc_need_has(&e->needs, page);
}

/* The number of pages behind this one, e->ahead at most, that can be fetched with it. */
static __attribute__((noinline)) uint32_t count_ahead(struct hyd_hlrc *e, uint32_t page) {
  uint32_t n = 0;
  while (n < e->ahead && page + n + 1 < e->c.pages &&
         hyd_hlrc_state(e, page + n + 1) == HYD_HLRC_INVALID &&
         e->home[page + n + 1] == e->home[page] && !has_need(e, page + n + 1))
    n++;
  return n;
}

/* The number of pages that a fetch of this one reads ahead. */
static inline uint32_t plan_ahead(struct hyd_hlrc *e, uint32_t page) {
  uint32_t n, more = e->ahead ? 2 * e->ahead : 1;
  if (page != e->expected) more = 0;
  e->ahead = more < e->c.ahead ? more : e->c.ahead;
  n = e->ahead ? count_ahead(e, page) : 0;
  e->expected = page + n + 1;
  return n;
}

/* Gives read access to pages [first, first + n), which have been fetched. */
static void make_readable(struct hyd_hlrc *e, uint32_t first, uint32_t n) {
  if (n == 0) return;
  for (uint32_t i = 0; i < n; i++) hyd_hlrc_set(e, first + i, HYD_HLRC_CLEAN);
  e->ops->protect(e->ctx, first, n, HYD_HLRC_NONE, HYD_HLRC_READ);
}

static void fetch_versioned(struct hyd_hlrc *e, uint32_t page, uint32_t n) {
  for (;; e->counts.retries++) {
    e->ops->version(e->ctx, e->home[page], page, e->version);
    e->ops->page(e->ctx, e->home[page], page, 1);
    if (is_new_enough(e, page, n)) return;
  }
}

static void fetch_one_sided(struct hyd_hlrc *e, uint32_t page) {
  uint32_t n = find_need(e, page);
  if (n) {
    fetch_versioned(e, page, n);
    return;
  }
  n = plan_ahead(e, page);
  e->ops->page(e->ctx, e->home[page], page, 1 + n);
  make_readable(e, page + 1, n);
  for (uint32_t i = 1; i <= n; i++) count_fetch(e, page + i);
  e->counts.ahead += n;
}

/* Asks the default home first if this rank does not know the home; then asks the home until it
 * sends the page. */
static void fetch_by_message(struct hyd_hlrc *e, uint32_t page) {
  int unknown = hyd_hlrc_state(e, page) == HYD_HLRC_UNKNOWN, known = !unknown;
  uint32_t home = unknown ? page % e->c.ranks : e->home[page];
  uint32_t n = find_need(e, page);
  enum hyd_hlrc_answer answer;
  do {
    answer = e->ops->ask(e->ctx, &home, page, known, e->need, n);
    if (answer == HYD_HLRC_NOT_YET) e->counts.retries++;
    if (answer == HYD_HLRC_ELSEWHERE) known = 1;
  } while (answer != HYD_HLRC_GOT && answer != HYD_HLRC_MINE);
  if (unknown) set_home(e, page, home);
}

void hyd_hlrc_learn_home(struct hyd_hlrc *e, uint32_t page) {
  uint32_t home = e->ops->find_home(e->ctx, page);
  set_home(e, page, home);
  if (home != e->c.rank) e->ops->mark(e->ctx, home, page);
}

/* Fetches a page: afterwards it is in this rank's copy, or this rank is the home. */
static void fetch_page(struct hyd_hlrc *e, uint32_t page) {
  if (hyd_hlrc_state(e, page) == HYD_HLRC_UNKNOWN && !e->c.homes_by_message)
    hyd_hlrc_learn_home(e, page);
  if (hyd_hlrc_is_home(hyd_hlrc_state(e, page))) return;
  if (e->c.by_message || hyd_hlrc_state(e, page) == HYD_HLRC_UNKNOWN)
    fetch_by_message(e, page);
  else
    fetch_one_sided(e, page);
  if (!hyd_hlrc_is_home(hyd_hlrc_state(e, page))) count_fetch(e, page);
}

/* Whether the neighbour's copy satisfies the needs of the page. */
static __attribute__((noinline)) int is_neighbour_new_enough(struct hyd_hlrc *e, uint32_t page) {
  uint32_t home = e->home[page], n = find_need(e, page);
  for (uint32_t i = 0; i < n; i++) {
    size_t at = (size_t)page * e->c.ranks + e->need[i].writer;
    e->version[e->need[i].writer] =
        atomic_load_explicit(&e->neighbour_versions[home][at], memory_order_relaxed);
  }
  atomic_thread_fence(memory_order_acquire); /* V2, as V1: the page is read after its version */
  return is_new_enough(e, page, n);
}

/* Copies the page from a neighbour's memory, which takes no operation. 0: the home's memory is not
 * mapped, or is not new enough. */
static inline int fetch_in_place(struct hyd_hlrc *e, uint32_t page) {
  uint32_t home = e->home[page];
  if (e->neighbour[home] == NULL) return 0;
  if (e->c.versions && !is_neighbour_new_enough(e, page)) return 0;
  memcpy(hyd_hlrc_at(e, page), e->neighbour[home] + (size_t)page * e->c.page_bytes,
         e->c.page_bytes);
  count_fetch(e, page);
  return 1;
}

/* --- writing -------------------------------------------------------------- */

static void make_twin(struct hyd_hlrc *e, uint32_t page, uint32_t twin, enum hyd_hlrc_access was) {
  memcpy(e->twins + (size_t)twin * e->c.page_bytes, hyd_hlrc_at(e, page), e->c.page_bytes);
  e->twin_of[page] = twin;
  hyd_hlrc_note_written(e, page);
  hyd_hlrc_set(e, page, HYD_HLRC_DIRTY);
  e->ops->protect(e->ctx, page, 1, was, HYD_HLRC_WRITE);
}

static void open_home_page(struct hyd_hlrc *e, uint32_t page) {
  hyd_hlrc_note_written(e, page);
  hyd_hlrc_set(e, page, HYD_HLRC_HOME_DIRTY);
  e->counts.opened++;
  e->ops->protect(e->ctx, page, 1, HYD_HLRC_READ, HYD_HLRC_WRITE);
}

/* Gives access to a page that has just been fetched, or is CLEAN. 0: no twin is left for a
 * write. */
static int allow_access(struct hyd_hlrc *e, uint32_t page, int write, enum hyd_hlrc_access was) {
  uint32_t twin = write ? hyd_hlrc_twin_take(e) : HYD_HLRC_NO_TWIN;
  if (twin != HYD_HLRC_NO_TWIN) {
    make_twin(e, page, twin, was);
    return 1;
  }
  if (was == HYD_HLRC_NONE) make_readable(e, page, 1);
  return !write;
}

/* Copies the page from a neighbour's memory, and gives access for a write. */
static __attribute__((noinline)) int write_in_place(struct hyd_hlrc *e, uint32_t page) {
  return fetch_in_place(e, page) && allow_access(e, page, 1, HYD_HLRC_NONE);
}

/* Copies the page from a neighbour's memory, and reads ahead. */
static __attribute__((noinline)) int read_in_place(struct hyd_hlrc *e, uint32_t page) {
  uint32_t n, got = 1;
  if (!fetch_in_place(e, page)) return 0;
  n = plan_ahead(e, page);
  while (got <= n && fetch_in_place(e, page + got)) got++;
  make_readable(e, page, got);
  e->counts.ahead += got - 1;
  return 1;
}

/* --- faults --------------------------------------------------------------- */

int hyd_hlrc_fault_here(struct hyd_hlrc *e, uint32_t page, int write) {
  switch (hyd_hlrc_state(e, page)) {
  case HYD_HLRC_UNKNOWN: return 0;
  case HYD_HLRC_INVALID: return write ? write_in_place(e, page) : read_in_place(e, page);
  case HYD_HLRC_CLEAN: return !write || allow_access(e, page, 1, HYD_HLRC_READ);
  case HYD_HLRC_HOME_CLEAN:
    if (write) open_home_page(e, page);
    return 1;
  default: return 1; /* another thread has handled the fault meanwhile */
  }
}

void hyd_hlrc_fault(struct hyd_hlrc *e, uint32_t page, int write) {
  while (!hyd_hlrc_fault_here(e, page, write)) {
    if (hyd_hlrc_state(e, page) == HYD_HLRC_CLEAN) {
      hyd_hlrc_flush_all(e); /* no twin is left */
      continue;
    }
    fetch_page(e, page);
    if (!hyd_hlrc_is_home(hyd_hlrc_state(e, page)) && allow_access(e, page, write, HYD_HLRC_NONE))
      return;
  }
}
