/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hlrc_sync.c: release and acquire.
 */
#include <stdlib.h>

#include "contrib/layers/dsm/engine/hlrc_int.h"

/* --- release -------------------------------------------------------------- */

/* Handles the mark of a page at its home: a peer has fetched the page. It may have been written
 * without a fault, so it counts as written; from now on its writes fault. */
static void take_mark(struct hyd_hlrc *e, struct hyd_hlrc_span *s, uint32_t page) {
  enum hyd_hlrc_state state = hyd_hlrc_state(e, page);
  if (!hyd_hlrc_is_home(state))
    return; /* not touched yet: hyd_hlrc_become_home reads the mark again */
  e->handled[page / 64] |= (uint64_t)1 << page % 64;
  if (state != HYD_HLRC_HOME_OPEN) return;
  hyd_hlrc_note_written(e, page);
  hyd_hlrc_set(e, page, HYD_HLRC_HOME_CLEAN);
  hyd_hlrc_span_add(e, s, page, HYD_HLRC_WRITE, HYD_HLRC_READ);
}

/* H1: either this load sees the mark that a peer set before it read the page, or the peer reads
 * after this fence and gets everything that this rank has written. Pairs with the order of `mark`
 * and the fetch. */
static void take_marks(struct hyd_hlrc *e) {
  struct hyd_hlrc_span s = {0};
  uint64_t set;
  atomic_thread_fence(memory_order_seq_cst);
  set = atomic_load_explicit(&e->shared.log->marks_set, memory_order_acquire);
  if (set == e->marks_seen) return;
  e->marks_seen = set;
  for (uint32_t w = 0; w < (e->used + 63) / 64; w++) {
    uint64_t fresh =
        atomic_load_explicit(&e->shared.marks[w], memory_order_relaxed) & ~e->handled[w];
    for (; fresh; fresh &= fresh - 1) take_mark(e, &s, w * 64 + (uint32_t)__builtin_ctzll(fresh));
  }
  hyd_hlrc_span_end(e, &s);
}

static int ascending(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

/* Sorts the interval's pages, so that adjacent pages are protected by one call, here and at the
 * ranks that get the notices. */
static void sort_written(struct hyd_hlrc *e) {
  for (uint32_t i = 1; i < e->nwritten; i++)
    if (e->written[i - 1] > e->written[i]) {
      qsort(e->written, e->nwritten, sizeof *e->written, ascending);
      return;
    }
}

/* Takes write access to the interval's pages away. */
static void close_pages(struct hyd_hlrc *e) {
  struct hyd_hlrc_span s = {0};
  enum hyd_hlrc_access of_home = e->c.watched ? HYD_HLRC_WATCHED : HYD_HLRC_READ;
  sort_written(e);
  for (uint32_t i = 0; i < e->nwritten; i++) {
    enum hyd_hlrc_state state = hyd_hlrc_state(e, e->written[i]);
    if (state == HYD_HLRC_DIRTY || state == HYD_HLRC_HOME_DIRTY)
      hyd_hlrc_span_add(e, &s, e->written[i], HYD_HLRC_WRITE,
                        state == HYD_HLRC_DIRTY ? HYD_HLRC_READ : of_home);
  }
  hyd_hlrc_span_end(e, &s);
}

/* Records the need of this rank's own write: a fetched copy without it is too old. */
static void need_own(struct hyd_hlrc *e, uint32_t page, uint64_t position) {
  if (hyd_hlrc_is_home(hyd_hlrc_state(e, page))) return;
  if (!hyd_hlrc_need_add(&e->needs, page, e->c.rank, position)) e->has_no_room = 1;
}

static void end_page(struct hyd_hlrc *e, uint32_t page, uint64_t position) {
  enum hyd_hlrc_state state = hyd_hlrc_state(e, page);
  uint32_t version = e->c.versions ? hyd_hlrc_version(position) : 0;
  if (version) need_own(e, page, position);
  e->shared.notices[position & (e->c.log_room - 1)] = page;
  e->state[page] &= (uint8_t)~HYD_HLRC_WRITTEN;
  if (e->writes) {
    e->writes[page]++;
    e->last_write[page] = e->release + 1;
  }
  if (state == HYD_HLRC_HOME_DIRTY) {
    hyd_hlrc_set(e, page, HYD_HLRC_HOME_CLEAN);
  } else if (state == HYD_HLRC_DIRTY) {
    hyd_hlrc_set(e, page, HYD_HLRC_CLEAN);
    hyd_hlrc_send_diff(e, page, version);
  } else if (version &&
             !hyd_hlrc_is_home(state)) { /* the diff was sent early: only the version is left */
    e->ops->diff(e->ctx, e->home[page], page, NULL, 0, version);
    e->unsettled = 1;
  }
}

/* Whether the release need not wait for its diffs: with versions they may be stored until the next
 * release. It must wait if its notices fill the log, because a reader that has missed a notice
 * knows no version for it, and if a need of this rank's own was not recorded. */
static int may_go_on(const struct hyd_hlrc *e) {
  return e->c.versions && e->nwritten <= e->c.log_room && !e->has_no_room;
}

void hyd_hlrc_release(struct hyd_hlrc *e) {
  uint64_t from = e->vector[e->c.rank];
  hyd_hlrc_take_writes(e);
  take_marks(e);
  if (e->nwritten == 0) return;
  hyd_hlrc_settle(e);
  e->has_no_room = 0;
  if (e->c.versions) hyd_hlrc_need_since(&e->needs, e->c.rank, from);
  close_pages(e);
  /* N1: before notices are overwritten. Pairs with a reader's load of `claimed` after it has read
   * notices. */
  atomic_store_explicit(&e->shared.log->claimed, from + e->nwritten, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  for (uint32_t i = 0; i < e->nwritten; i++) end_page(e, e->written[i], from + i);
  if (may_go_on(e))
    e->ops->settle(e->ctx, 0);
  else
    hyd_hlrc_settle(e);
  e->counts.notices_sent += e->nwritten;
  e->release++;
  e->vector[e->c.rank] = from + e->nwritten;
  e->nwritten = 0;
  /* N2: the notices are visible before this word and before any message that this rank sends from
   * now on. Pairs with the get of `released`, and with the receipt of a message. */
  atomic_store_explicit(&e->shared.log->released, e->vector[e->c.rank], memory_order_release);
}

/* --- acquire -------------------------------------------------------------- */

static void invalidate_all(struct hyd_hlrc *e, struct hyd_hlrc_span *s) {
  e->counts.overflows++;
  for (uint32_t page = 0; page < e->used; page++) hyd_hlrc_drop(e, s, page);
}

/* Whether this rank wrote the page concurrently with a writer whose notice it has just received. */
static int was_written_too(const struct hyd_hlrc *e, uint32_t page) {
  enum hyd_hlrc_state state = hyd_hlrc_state(e, page);
  return state == HYD_HLRC_DIRTY || state == HYD_HLRC_HOME_DIRTY ||
         (e->at_barrier && e->last_write[page] && e->last_write[page] == e->release);
}

/* Records that this rank needs the diff of a notice; waits for it if this rank is the home. */
static void require_diff(struct hyd_hlrc *e, uint32_t page, uint32_t writer, uint64_t position) {
  if (hyd_hlrc_is_home(hyd_hlrc_state(e, page)) ||
      !hyd_hlrc_need_add(&e->needs, page, writer, position))
    hyd_hlrc_await_version(e, page, (struct hyd_hlrc_need){writer, hyd_hlrc_version(position)});
}

static void take_notice(struct hyd_hlrc *e, struct hyd_hlrc_span *s, uint32_t writer, uint32_t page,
                        uint64_t position) {
  if (e->together && was_written_too(e, page)) e->together[page]++;
  if (e->c.versions) require_diff(e, page, writer, position);
  hyd_hlrc_drop(e, s, page);
}

/* Finds the notices that the vector has and this rank does not know; returns from how many logs. */
static uint32_t plan_news(struct hyd_hlrc *e, const uint64_t *vector) {
  uint32_t n = 0;
  for (uint32_t q = 0; q < e->c.ranks; q++) {
    if (q == e->c.rank || vector[q] <= e->vector[q]) continue;
    if (e->c.versions) hyd_hlrc_need_since(&e->needs, q, e->vector[q]);
    e->counts.notices_seen += vector[q] - e->vector[q];
    e->news[n] = (struct hyd_hlrc_news){.from = e->vector[q], .to = vector[q], .rank = q};
    e->news[n].into = e->chunk + (size_t)n * HYD_HLRC_CHUNK;
    n++;
  }
  return n;
}

static void size_news(struct hyd_hlrc_news *news, uint32_t n) {
  for (struct hyd_hlrc_news *w = news; w < news + n; w++)
    w->n = w->to - w->from < HYD_HLRC_CHUNK ? (uint32_t)(w->to - w->from) : HYD_HLRC_CHUNK;
}

/* Handles the notices read. If some were overwritten before the read, invalidates all pages. */
static void take_news(struct hyd_hlrc *e, struct hyd_hlrc_span *s, struct hyd_hlrc_news *w) {
  if (w->claimed - w->from > e->c.log_room) {
    invalidate_all(e, s);
    w->from = w->claimed - e->c.log_room;
    if (w->from > w->to) w->from = w->to;
    return;
  }
  for (uint32_t i = 0; i < w->n; i++) take_notice(e, s, w->rank, w->into[i], w->from + i);
  w->from += w->n;
}

void hyd_hlrc_acquire(struct hyd_hlrc *e, const uint64_t *vector) {
  struct hyd_hlrc_span s = {0};
  uint32_t n = plan_news(e, vector);
  while (n) {
    uint32_t left = 0;
    size_news(e->news, n);
    e->ops->notices(e->ctx, e->news, n);
    for (uint32_t i = 0; i < n; i++) {
      struct hyd_hlrc_news *w = &e->news[i];
      take_news(e, &s, w);
      e->vector[w->rank] = w->from;
      if (w->from == w->to) continue;
      w->into = e->chunk + (size_t)left * HYD_HLRC_CHUNK;
      e->news[left++] = *w;
    }
    n = left;
  }
  hyd_hlrc_span_end(e, &s);
}

uint32_t hyd_hlrc_bypass(struct hyd_hlrc *e, uint32_t page, int changes) {
  struct hyd_hlrc_span s = {0};
  if (hyd_hlrc_state(e, page) == HYD_HLRC_UNKNOWN) hyd_hlrc_fault(e, page, 0);
  if (!changes) return e->home[page];
  hyd_hlrc_drop(e, &s, page);
  hyd_hlrc_span_end(e, &s);
  hyd_hlrc_note_written(e, page);
  return e->home[page];
}
