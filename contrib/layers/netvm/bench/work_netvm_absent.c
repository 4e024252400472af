/* SPDX-License-Identifier: BSD-3-Clause
 *
 * work_netvm_absent.c: puts of a page to absent pages, by strategy (R9): by the bounce buffer;
 * after a get that pages the page in; after a request to the owner to page it in (rendezvous);
 * after the owner has also pinned it and unpinned another page (a firehose miss). Rank 1 serves the
 * requests.
 */
#include <string.h>
#include <sys/mman.h>

#include "work_netvm.h"

enum { ASK = 60, ANSWER = 61, PAGE = 4096, ASKED = NVB_ARENA - PAGE };
enum ask { BRING, BRING_AND_PIN, LEAVE }; /* the word at ASKED */

static unsigned char buffer[PAGE] __attribute__((aligned(PAGE)));

/* Touches more pages than may be resident, so that all others are evicted; twice, so that no second
 * chance is left. */
void nvb_evict(const struct nvb *b) {
  for (int round = 0; round < 2; round++)
    for (size_t at = NVB_ABSENT; at < NVB_ABSENT + 3 * b->resident / 2; at += PAGE)
      *(volatile unsigned char *)(b->arena + at);
}

/* --- rank 0 ---------------------------------------------------------------------------------- */

static void bounce(struct nvb *b, size_t n, int i) {
  gex_RMA_PutBlocking(b->w->tm, 1, b->theirs + (size_t)i * PAGE, buffer, n, 0);
}
static void page_in(struct nvb *b, size_t n, int i) {
  uint64_t word;
  gex_RMA_GetBlocking(b->w->tm, &word, 1, b->theirs + (size_t)i * PAGE, sizeof word, 0);
  bounce(b, n, i);
}
static void ask_owner(struct nvb *b, enum ask what, int i) {
  uint32_t words[2] = {(uint32_t)what, (uint32_t)i};
  hyd_nv_writeFN(b->seg[1], ASKED, words, sizeof words, ASK);
  hyd_nv_notfSpin(ANSWER, HYD_NV_FOREVER);
}
static void rendezvous(struct nvb *b, size_t n, int i) {
  ask_owner(b, BRING, i);
  bounce(b, n, i);
}
static void firehose_miss(struct nvb *b, size_t n, int i) {
  ask_owner(b, BRING_AND_PIN, i);
  bounce(b, n, i);
}

/* --- rank 1 ---------------------------------------------------------------------------------- */

static void serve_requests(struct nvb *b) {
  unsigned char *pinned = NULL;
  for (;;) {
    const volatile uint32_t *words = (volatile uint32_t *)(b->arena + ASKED);
    unsigned char *page;
    enum ask what;
    hyd_nv_notfSpin(ASK, HYD_NV_FOREVER);
    what = (enum ask)words[0];
    page = b->arena + (size_t)words[1] * PAGE;
    if (what != LEAVE) hyd_paged_touch(hyd_nv_arena_segment(), page, PAGE);
    if (what != BRING && pinned) munlock(pinned, PAGE);
    if (what == BRING_AND_PIN) {
      hyd_bw_need(mlock(page, PAGE) == 0, "mlock of a page");
      pinned = page;
    }
    hyd_nv_writeFN(b->seg[0], ASKED, NULL, 0, ANSWER);
    if (what == LEAVE) return;
  }
}

/* --- rows ------------------------------------------------------------------------------------ */

static const struct {
  const char *name;
  nvb_operation *op;
} strategy[] = {{"absent page: bounce", bounce},
                {"absent page: page-in, then put", page_in},
                {"absent page: rendezvous", rendezvous},
                {"absent page: firehose's miss", firehose_miss}};
enum { STRATEGIES = sizeof strategy / sizeof *strategy };

static double run_batch(struct nvb *b, nvb_operation *op) {
  double ns = 0;
  if (b->w->rank == 1) nvb_evict(b);
  hyd_bw_sync();
  if (b->w->rank == 0) {
    ns = nvb_batch(b, op, PAGE);
    ask_owner(b, LEAVE, 0);
  } else {
    serve_requests(b);
  }
  hyd_bw_sync();
  return ns;
}

static double copy_ns(struct nvb *b) {
  static unsigned char to[64 * PAGE] __attribute__((aligned(PAGE)));
  double start = hyd_bn_now();
  for (int i = 0; i < b->count; i++) memcpy(to + (size_t)(i % 64) * PAGE, buffer, PAGE);
  return (hyd_bn_now() - start) / b->count;
}

/* Compares the bounce buffer with the best of the others and one more copy. */
void nvb_absent(struct nvb *b) {
  struct hyd_bn_set ns[STRATEGIES] = {{0}}, ratio = {0};
  int batches = b->batches < 5 ? b->batches : 5;
  for (int round = -1; round < batches; round++) {
    double t[STRATEGIES], best = 0;
    for (int i = 0; i < STRATEGIES; i++) {
      t[i] = run_batch(b, strategy[i].op);
      if (i == 1 || (i && t[i] < best)) best = t[i];
    }
    if (round < 0 || b->w->rank) continue;
    for (int i = 0; i < STRATEGIES; i++) hyd_bn_add(&ns[i], t[i]);
    hyd_bn_add(&ratio, t[0] / (best + copy_ns(b)));
  }
  for (int i = 0; i < STRATEGIES; i++) {
    if (b->w->rank == 0)
      hyd_bw_report(b->w, strategy[i].name, PAGE, "ns", &ns[i], i ? NULL : "best + copy",
                    i ? NULL : &ratio);
    hyd_bn_clear(&ns[i]);
  }
  hyd_bn_clear(&ratio);
  hyd_bw_sync();
}
