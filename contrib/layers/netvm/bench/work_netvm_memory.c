/* SPDX-License-Identifier: BSD-3-Clause
 *
 * work_netvm_memory.c: writes and reads compared with pinned memory, and across page boundaries:
 * table 26, figures 22 to 24 of the thesis; R1, R2, R5.
 */
#include "work_netvm.h"

static unsigned char buffer[64 * 65536] __attribute__((aligned(4096)));

static void put_once(struct nvb *b, size_t n, int i) {
  (void)i;
  gex_RMA_PutBlocking(b->w->tm, 1, b->theirs, buffer, n, 0);
}
static void put_pair(struct nvb *b, size_t n, int i) {
  (void)i;
  gex_RMA_PutBlocking(b->pair, 1, b->pinned, buffer, n, 0);
}
static void get_once(struct nvb *b, size_t n, int i) {
  (void)i;
  gex_RMA_GetBlocking(b->w->tm, buffer, 1, b->theirs, n, 0);
}
static void get_pair(struct nvb *b, size_t n, int i) {
  (void)i;
  gex_RMA_GetBlocking(b->pair, buffer, 1, b->pinned, n, 0);
}
static void keyed(struct nvb *b, size_t n, int i) {
  (void)i;
  hyd_nv_writeF(b->seg[1], 0, buffer, n);
  hyd_nv_flushRemote();
}
static void stream_puts(struct nvb *b, size_t n, int i) {
  gex_RMA_PutNBI(b->w->tm, 1, b->theirs + (size_t)(i % 16) * 65536,
                 buffer + (size_t)(i % 16) * 65536, n, GEX_EVENT_DEFER, 0);
  if (i == b->count - 1) gex_NBI_Wait(GEX_EC_PUT, 0);
}
static void stream_over(struct nvb *b, size_t n, int i) { /* crosses the end of a page by 4 bytes */
  stream_puts(b, n + 4, i);
}
static void stream_pair(struct nvb *b, size_t n, int i) {
  gex_RMA_PutNBI(b->pair, 1, b->pinned + (size_t)(i % 16) * 65536,
                 buffer + (size_t)(i % 16) * 65536, n, GEX_EVENT_DEFER, 0);
  if (i == b->count - 1) gex_NBI_Wait(GEX_EC_PUT, 0);
}
static void straddle(struct nvb *b, size_t n, int i) { /* in the middle of a page */
  (void)i;
  gex_RMA_PutBlocking(b->w->tm, 1, b->theirs + 2048, buffer, n, 0);
}

static void put_at(struct nvb *b, size_t n, int i) { /* 4 KB, n bytes after a page's beginning */
  (void)i;
  gex_RMA_PutBlocking(b->w->tm, 1, b->theirs + n, buffer, 4096, 0);
}

/* The time that lock, check and unlock add, in units of a pair of locked additions. */
static void added_row(struct nvb *b) {
  struct hyd_bn_set s = {0}, ratio = {0};
  for (int round = -1; b->w->rank == 0 && round < b->batches; round++) {
    _Atomic uint64_t word = 0;
    double pinned = nvb_batch(b, put_pair, 8), paged = nvb_batch(b, put_once, 8), start;
    double more = paged - (pinned + nvb_batch(b, put_pair, 8)) / 2;
    start = hyd_bn_now();
    for (int i = 0; i < 2 * b->count; i++) atomic_fetch_add(&word, 1);
    start = (hyd_bn_now() - start) / b->count;
    if (round < 0) continue;
    hyd_bn_add(&s, more);
    hyd_bn_add(&ratio, more / start);
  }
  if (b->w->rank == 0)
    hyd_bw_report(b->w, "put: lock, check, unlock", 8, "ns", &s, "2 adds", &ratio);
  hyd_bn_clear(&s), hyd_bn_clear(&ratio);
  hyd_bw_sync();
}

void nvb_memory(struct nvb *b) {
  static const size_t sizes[] = {8, 64, 512, 4096};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    nvb_against(b, "put", put_once, "pinned", put_pair, sizes[i]);
    nvb_against(b, "get", get_once, "pinned", get_pair, sizes[i]);
    nvb_row(b, "write, all in place", keyed, sizes[i]);
  }
  added_row(b);
  nvb_against(b, "put, in the middle", straddle, "put", put_once, 4096);
  for (size_t at = 0; at < 4096; at += 512) nvb_row(b, "put at offset", put_at, at);
  for (size_t i = 0; i < 3; i++) nvb_row(b, "stream", stream_puts, sizes[i]);
  nvb_against(b, "stream", stream_puts, "pinned", stream_pair, 4096);
  nvb_against(b, "stream, 4 bytes over", stream_over, "stream", stream_puts, 4096);
  nvb_against(b, "stream", stream_puts, "pinned", stream_pair, 65536);
}
