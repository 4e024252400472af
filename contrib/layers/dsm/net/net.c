/* SPDX-License-Identifier: BSD-3-Clause
 *
 * net.c: the engine's operations, except those by message (ask.c, diffs.c), by one-sided operations
 * of GASNet-EX: no handler runs at the target (ARDMAR). A 64-bit word names a page's home: 0, or
 * the home + 1.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "contrib/layers/dsm/dsm.h"

uint64_t hyd_dsm_op(struct hyd_dsm *d, uint32_t rank, void *word, gex_OP_t op, uint64_t a,
                    uint64_t b) {
  uint64_t old = 0;
  hyd_dsm_await_event(d, gex_AD_OpNB_U64(d->u64, &old, rank, word, op, a, b,
                                         GEX_FLAG_AD_REL | GEX_FLAG_AD_ACQ));
  return old;
}

void hyd_dsm_get(struct hyd_dsm *d, void *to, uint32_t rank, void *from, size_t bytes) {
  hyd_dsm_await_event(d, gex_RMA_GetNB(d->tm, to, rank, from, bytes, 0));
}

uint64_t hyd_dsm_get_word(struct hyd_dsm *d, uint32_t rank, void *from) {
  uint64_t word;
  hyd_dsm_get(d, &word, rank, from, sizeof word);
  return word;
}

/* --- access ---------------------------------------------------------------- */

static void no_protection(struct hyd_dsm *d, int err) {
  if (err == ENOMEM)
    hyd_dsm_fatal("the access of pages alternates more often than the kernel allows; expected "
                  "HYD_DSM_FAULTS=uffd, a larger HYD_DSM_BLOCK, or more than vm.max_map_count");
  hyd_dsm_fatal("the access of pages cannot be changed (%s): error %d", d->faults->name, err);
}

static void protect_pages(void *ctx, uint32_t first, uint32_t n, enum hyd_hlrc_access was,
                          enum hyd_hlrc_access now) {
  struct hyd_dsm *d = ctx;
  size_t at = (size_t)first * d->options.block, bytes = (size_t)n * d->options.block;
  int err = d->faults->protect(d->view + at, d->mine + at, bytes, was, now);
  if (err) no_protection(d, err);
}

static void noted(void *ctx, char *at, size_t bytes) {
  struct hyd_dsm *d = ctx;
  size_t first = (size_t)(at - d->view) / d->options.block;
  size_t end = ((size_t)(at - d->view) + bytes - 1) / d->options.block + 1;
  hyd_hlrc_noted(&d->engine, (uint32_t)first, (uint32_t)(end - first));
}

static void written(void *ctx, uint32_t first, uint32_t n, int stop) {
  struct hyd_dsm *d = ctx;
  int err = d->faults->written(d->view + (size_t)first * d->options.block,
                               (size_t)n * d->options.block, stop, noted, d);
  if (err) no_protection(d, err);
}

/* --- homes ----------------------------------------------------------------- */

/* Compare and swap returns the old word, so no separate read is needed. */
static uint32_t find_home(void *ctx, uint32_t page) {
  struct hyd_dsm *d = ctx;
  uint32_t at = page % d->ranks;
  uint64_t old = hyd_dsm_op(d, at, hyd_dsm_word_of(d, at, d->at.homes, page / d->ranks),
                            GEX_OP_FCAS, 0, d->rank + 1);
  return old ? (uint32_t)old - 1 : d->rank;
}

static void mark(void *ctx, uint32_t home, uint32_t page) {
  struct hyd_dsm *d = ctx;
  char *log = d->peer[home] + d->at.log;
  hyd_dsm_op(d, home, hyd_dsm_word_of(d, home, d->at.marks, page / 64), GEX_OP_OR,
             (uint64_t)1 << page % 64, 0);
  hyd_dsm_op(d, home, log + offsetof(struct hyd_hlrc_log, marks_set), GEX_OP_INC, 0, 0);
}

/* --- fetching -------------------------------------------------------------- */

static void version(void *ctx, uint32_t home, uint32_t page, uint32_t *to) {
  struct hyd_dsm *d = ctx;
  size_t bytes = d->ranks * sizeof *to;
  hyd_dsm_get(d, to, home, d->peer[home] + d->at.versions + page * bytes, bytes);
}

static void page(void *ctx, uint32_t home, uint32_t page, uint32_t n) {
  struct hyd_dsm *d = ctx;
  size_t at = (size_t)page * d->options.block;
  hyd_dsm_note_wait(d, HYD_DSM_W_PAGE, page, home);
  hyd_dsm_get(d, d->mine + at, home, d->peer[home] + at, (size_t)n * d->options.block);
  hyd_dsm_note_page_got(d);
}

uint64_t hyd_dsm_now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void choose_way(struct hyd_dsm *d, uint64_t took) {
  d->engine.c.by_message = hyd_dsm_next_way(&d->ways, d->engine.c.by_message, took);
}

/* Only single pages are timed: a read with read-ahead does not compare with a fetch by message. */
static void page_timed(void *ctx, uint32_t home, uint32_t p, uint32_t n) {
  uint64_t start = hyd_dsm_now_ns();
  page(ctx, home, p, n);
  if (n == 1) choose_way(ctx, hyd_dsm_now_ns() - start);
}

static enum hyd_hlrc_answer ask_timed(void *ctx, uint32_t *home, uint32_t p, int known,
                                      const struct hyd_hlrc_need *need, uint32_t n) {
  uint64_t start = hyd_dsm_now_ns();
  enum hyd_hlrc_answer answer = hyd_dsm_ask(ctx, home, p, known, need, n);
  if (answer == HYD_HLRC_GOT) choose_way(ctx, hyd_dsm_now_ns() - start);
  return answer;
}

/* --- notices --------------------------------------------------------------- */

static void get_notices(struct hyd_dsm *d, uint32_t rank, uint32_t at, uint32_t n, uint32_t *into) {
  char *from = d->peer[rank] + d->at.notices + at * sizeof *into;
  if (n) gex_RMA_GetNBI(d->tm, into, rank, from, n * sizeof *into, 0);
}

static void get_news(struct hyd_dsm *d, const struct hyd_hlrc_news *w) {
  uint32_t at = (uint32_t)(w->from % HYD_DSM_LOG_ROOM);
  uint32_t first = w->n < HYD_DSM_LOG_ROOM - at ? w->n : HYD_DSM_LOG_ROOM - at;
  get_notices(d, w->rank, at, first, w->into);
  get_notices(d, w->rank, 0, w->n - first, w->into + first);
}

static void notices(void *ctx, struct hyd_hlrc_news *news, uint32_t n) {
  struct hyd_dsm *d = ctx;
  gex_NBI_BeginAccessRegion(0);
  for (uint32_t i = 0; i < n; i++) get_news(d, &news[i]);
  /* N3: the gets of notices complete before `claimed` is read; pairs with N1 of the engine. */
  hyd_dsm_await_event(d, gex_NBI_EndAccessRegion(0));
  gex_NBI_BeginAccessRegion(0);
  for (uint32_t i = 0; i < n; i++)
    gex_RMA_GetNBI(d->tm, &news[i].claimed, news[i].rank,
                   d->peer[news[i].rank] + d->at.log + offsetof(struct hyd_hlrc_log, claimed),
                   sizeof news[i].claimed, 0);
  hyd_dsm_await_event(d, gex_NBI_EndAccessRegion(0));
}

static void pause_here(void *ctx) {
  (void)ctx;
  gasnet_AMPoll();
}

/* --- the tables ------------------------------------------------------------ */

const struct hyd_hlrc_ops hyd_dsm_net = {protect_pages,
                                         written,
                                         find_home,
                                         mark,
                                         version,
                                         page,
                                         hyd_dsm_ask,
                                         hyd_dsm_diff_send,
                                         hyd_dsm_diffs_settle,
                                         pause_here,
                                         notices};
static const struct hyd_hlrc_ops timed = {protect_pages,
                                          written,
                                          find_home,
                                          mark,
                                          version,
                                          page_timed,
                                          ask_timed,
                                          hyd_dsm_diff_send,
                                          hyd_dsm_diffs_settle,
                                          pause_here,
                                          notices};

void hyd_dsm_net_open(struct hyd_dsm *d) {
  size_t medium = gex_AM_MaxRequestMedium(d->tm, GEX_RANK_INVALID, GEX_EVENT_NOW, 0, 4);
  size_t reply = gex_AM_MaxReplyLong(d->tm, GEX_RANK_INVALID, GEX_EVENT_NOW, 0, 0);
  if (d->options.protocol == HYD_DSM_AUTO) d->engine.ops = &timed;
  if (d->options.protocol != HYD_DSM_ARDMAR && reply < d->options.block)
    hyd_dsm_refuse("HYD_DSM_BLOCK=%u: a message to a peer carries %zu bytes; expected a block that "
                   "fits, or HYD_DSM_PROTOCOL=ardmar",
                   d->options.block, reply);
  if (medium < d->ranks * sizeof(uint64_t))
    hyd_dsm_refuse("%u ranks; expected at most %zu, whose time stamps a message carries", d->ranks,
                   medium / sizeof(uint64_t));
  d->diffs.room = (uint32_t)(medium < 65536 ? medium : 65536) & ~7u;
  d->diffs.buffer = hyd_dsm_memory(d->diffs.room);
}
