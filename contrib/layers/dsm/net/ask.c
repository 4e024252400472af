/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ask.c: fetches by message (ASYNC): the handler at the home replies with the page, which is
 * written directly into the requester's copy. A GASNet-EX handler can reply only to the requester,
 * so a default home that is not the home replies with the home's rank, and the requester asks
 * there. That runs as many handlers as the paper's forwarding, with one message more.
 */
#include <string.h>

#include "contrib/layers/dsm/dsm.h"

/* --- at the home ----------------------------------------------------------- */

static uint32_t requester(gex_Token_t token) {
  gex_Token_Info_t info;
  gex_Token_Info(token, &info, GEX_TI_SRCRANK);
  return info.gex_srcrank;
}

/* The home of a page whose default home is this rank. If the page has none, the requester becomes
 * its home. */
static uint32_t home_for(struct hyd_dsm *d, uint32_t page, uint32_t from) {
  uint64_t home = 0;
  /* Relaxed: no other data depend on this word. */
  atomic_compare_exchange_strong_explicit(hyd_dsm_word(d, d->at.homes, page / d->ranks), &home,
                                          (uint64_t)from + 1, memory_order_relaxed,
                                          memory_order_relaxed);
  return home ? (uint32_t)home - 1 : from;
}

static int has_version(struct hyd_dsm *d, uint32_t page, const struct hyd_hlrc_need *need,
                       size_t n) {
  _Atomic uint32_t *have = (_Atomic uint32_t *)(d->mine + d->at.versions) + (size_t)page * d->ranks;
  for (const struct hyd_hlrc_need *end = need + n; need < end; need++)
    if (need->writer != d->rank && /* V3, as V1 of the engine */
        (int32_t)(atomic_load_explicit(&have[need->writer], memory_order_acquire) - need->version) <
            0)
      return 0;
  return 1;
}

/* Marks a page before it is read; pairs with H1 of the engine. */
static void mark_here(struct hyd_dsm *d, uint32_t page) {
  struct hyd_hlrc_log *log = (struct hyd_hlrc_log *)(d->mine + d->at.log);
  uint64_t bit = (uint64_t)1 << page % 64;
  if (atomic_fetch_or_explicit(hyd_dsm_word(d, d->at.marks, page / 64), bit, memory_order_seq_cst) &
      bit)
    return;
  atomic_fetch_add_explicit(&log->marks_set, 1, memory_order_seq_cst);
}

static void send_answer(struct hyd_dsm *d, gex_Token_t token, enum hyd_hlrc_answer what,
                        uint32_t home) {
  gex_AM_ReplyShort2(token, d->handler[HYD_DSM_H_ANSWER], 0, (gex_AM_Arg_t)what,
                     (gex_AM_Arg_t)home);
}

/* A request for a page. Payload: the versions needed. known: the requester knows that this rank is
 * the home. */
void hyd_dsm_h_ask(gex_Token_t token, const void *need, size_t bytes, gex_AM_Arg_t page_arg,
                   gex_AM_Arg_t known) {
  struct hyd_dsm *d = hyd_dsm_the;
  uint32_t page = (uint32_t)page_arg, from = requester(token);
  uint32_t home = known ? d->rank : home_for(d, page, from);
  size_t at = (size_t)page * d->options.block;
  atomic_fetch_add_explicit(&d->handled, 1, memory_order_relaxed);
  if (home != d->rank || home == from) {
    send_answer(d, token, home == from ? HYD_HLRC_MINE : HYD_HLRC_ELSEWHERE, home);
    return;
  }
  if (!has_version(d, page, need, bytes / sizeof(struct hyd_hlrc_need))) {
    send_answer(d, token, HYD_HLRC_NOT_YET, home);
    return;
  }
  if (d->engine.c.homes_by_message) mark_here(d, page);
  gex_AM_ReplyLong0(token, d->handler[HYD_DSM_H_PAGE], d->mine + at, d->options.block,
                    d->peer[from] + at, GEX_EVENT_NOW, 0);
}

/* --- at the requester ------------------------------------------------------ */

static void note_answer(struct hyd_dsm *d, enum hyd_hlrc_answer what) {
  atomic_store_explicit(&d->ask.answer, (uint32_t)what + 1, memory_order_release); /* A1 */
}

void hyd_dsm_h_page(gex_Token_t token, void *buf, size_t bytes) {
  (void)token;
  (void)buf;
  (void)bytes;
  note_answer(hyd_dsm_the, HYD_HLRC_GOT);
}

void hyd_dsm_h_answer(gex_Token_t token, gex_AM_Arg_t what, gex_AM_Arg_t home) {
  (void)token;
  /* A3 pairs with A4: sees the request that this message answers. */
  if (atomic_load_explicit(&hyd_dsm_the->ask.answer, memory_order_acquire)) return;
  hyd_dsm_the->ask.home = (uint32_t)home;
  note_answer(hyd_dsm_the, (enum hyd_hlrc_answer)what);
}

enum hyd_hlrc_answer hyd_dsm_ask(void *ctx, uint32_t *home, uint32_t page, int known,
                                 const struct hyd_hlrc_need *need, uint32_t n) {
  struct hyd_dsm *d = ctx;
  uint32_t got;
  d->ask.home = *home;
  atomic_store_explicit(&d->ask.answer, 0, memory_order_release); /* A4 */
  gex_AM_RequestMedium2(d->tm, *home, d->handler[HYD_DSM_H_ASK], need, n * sizeof *need,
                        GEX_EVENT_NOW, 0, (gex_AM_Arg_t)page, (gex_AM_Arg_t)known);
  /* A2 pairs with A1 */
  hyd_dsm_note_wait(d, HYD_DSM_W_PAGE, page, *home);
  HYD_DSM_AWAIT(d, (got = atomic_load_explicit(&d->ask.answer, memory_order_acquire)) != 0);
  hyd_dsm_note_page_got(d);
  *home = d->ask.home;
  return (enum hyd_hlrc_answer)(got - 1);
}

/* --- homes that the allocation chooses ------------------------------------- */

static uint32_t chosen_home(struct hyd_dsm *d, uint32_t page, uint32_t first, uint32_t n,
                            enum hyd_dsm_home where, uint32_t rank) {
  if (where == HYD_DSM_ROUND_ROBIN) return page % d->ranks;
  if (where == HYD_DSM_BLOCKED) return (uint32_t)((uint64_t)(page - first) * d->ranks / n);
  return rank;
}

/* Sets the home words that lie at this rank. No rank knows of these pages yet. */
void hyd_dsm_h_set_homes(gex_Token_t token, gex_AM_Arg_t first_arg, gex_AM_Arg_t n_arg,
                         gex_AM_Arg_t where, gex_AM_Arg_t rank) {
  struct hyd_dsm *d = hyd_dsm_the;
  uint32_t first = (uint32_t)first_arg, n = (uint32_t)n_arg;
  uint32_t page = first + (d->rank + d->ranks - first % d->ranks) % d->ranks;
  for (; page < first + n; page += d->ranks)
    atomic_store_explicit(
        hyd_dsm_word(d, d->at.homes, page / d->ranks),
        (uint64_t)chosen_home(d, page, first, n, (enum hyd_dsm_home)where, (uint32_t)rank) + 1,
        memory_order_relaxed); /* relaxed: ranks learn of the pages later, by other messages */
  gex_AM_ReplyShort0(token, d->handler[HYD_DSM_H_DONE], 0);
}

void hyd_dsm_set_homes(struct hyd_dsm *d, uint32_t first, uint32_t n, enum hyd_dsm_home where,
                       uint32_t rank) {
  for (uint32_t i = 0; i < d->ranks; i++) {
    d->calls.sent++;
    gex_AM_RequestShort4(d->tm, i, d->handler[HYD_DSM_H_SET_HOMES], 0, (gex_AM_Arg_t)first,
                         (gex_AM_Arg_t)n, (gex_AM_Arg_t)where, (gex_AM_Arg_t)rank);
  }
  hyd_dsm_calls_settle(d);
}
