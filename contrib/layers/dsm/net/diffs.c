/* SPDX-License-Identifier: BSD-3-Clause
 *
 * diffs.c: sends diffs to the pages' homes. To a neighbour, by puts, which are copies; to other
 * ranks, in messages, each with as many pages of one home as fit. Over udp that took half to three
 * quarters of the time of scattered puts (VIS), or of gets by the home, for 1 run and for 52
 * (dsm-bench --diffs); in shared memory single puts took less time than scattered ones. A record is
 *
 *      page, version, runs, bytes | at, length of each run | the runs' bytes, to a multiple of 8
 */
#include <string.h>

#include "contrib/layers/dsm/dsm.h"

struct record {
  uint32_t page, version, runs, bytes;
};

static size_t whole_words(size_t n) { return (n + 7) & ~(size_t)7; }

/* --- at the home ----------------------------------------------------------- */

static void set_version(struct hyd_dsm *d, uint32_t page, uint32_t writer, uint32_t version) {
  _Atomic uint32_t *all = (_Atomic uint32_t *)(d->mine + d->at.versions);
  /* V4: set after the diff's bytes; pairs with V1 to V3 */
  atomic_store_explicit(&all[(size_t)page * d->ranks + writer], version, memory_order_release);
}

/* Stores the record at p; returns the address of the next one. */
static const char *store(struct hyd_dsm *d, const char *p, uint32_t writer) {
  const struct record *r = (const void *)p;
  const struct hyd_dsm_run *run = (const void *)(r + 1);
  const char *bytes = (const char *)(run + r->runs);
  char *to = d->mine + (size_t)r->page * d->options.block;
  for (uint32_t i = 0; i < r->runs; bytes += run[i].bytes, i++)
    memcpy(to + run[i].at, bytes, run[i].bytes);
  if (r->version) set_version(d, r->page, writer, r->version);
  return p + sizeof *r + whole_words(r->runs * sizeof *run + r->bytes);
}

void hyd_dsm_h_diffs(gex_Token_t token, const void *buf, size_t bytes) {
  struct hyd_dsm *d = hyd_dsm_the;
  gex_Token_Info_t info;
  gex_Token_Info(token, &info, GEX_TI_SRCRANK);
  for (const char *p = buf, *end = p + bytes; p < end;) p = store(d, p, info.gex_srcrank);
  gex_AM_ReplyShort0(token, d->handler[HYD_DSM_H_STORED], 0);
}

/* --- at the writer --------------------------------------------------------- */

void hyd_dsm_h_stored(gex_Token_t token) {
  (void)token;
  atomic_fetch_add_explicit(&hyd_dsm_the->diffs.stored, 1, memory_order_release); /* D1 */
}

static void send_buffer(struct hyd_dsm *d) {
  if (d->diffs.used == 0) return;
  d->diffs.sent++;
  gex_AM_RequestMedium0(d->tm, d->diffs.home, d->handler[HYD_DSM_H_DIFFS], d->diffs.buffer,
                        d->diffs.used, GEX_EVENT_NOW, 0);
  d->diffs.used = 0;
}

/* The number of runs that fit, with their bytes, into `room` bytes of a message. */
static uint32_t that_fit(const struct hyd_dsm_run *runs, uint32_t n, size_t room, uint32_t *bytes) {
  uint32_t i = 0;
  *bytes = 0;
  for (; i < n; *bytes += runs[i++].bytes)
    if (sizeof(struct record) + whole_words((i + 1) * sizeof *runs + *bytes + runs[i].bytes) > room)
      break;
  return i;
}

static void append_record(struct hyd_dsm *d, const struct record *r,
                          const struct hyd_dsm_run *runs) {
  char *to = d->diffs.buffer + d->diffs.used;
  const char *from = d->mine + (size_t)r->page * d->options.block;
  memcpy(to, r, sizeof *r);
  to += sizeof *r;
  if (r->runs) memcpy(to, runs, r->runs * sizeof *runs);
  to += r->runs * sizeof *runs;
  for (uint32_t i = 0; i < r->runs; to += runs[i].bytes, i++)
    memcpy(to, from + runs[i].at, runs[i].bytes);
  d->diffs.used += (uint32_t)(sizeof *r + whole_words(r->runs * sizeof *runs + r->bytes));
}

static void settle_messages(struct hyd_dsm *d) {
  send_buffer(d);
  /* D2 pairs with D1 */
  hyd_dsm_note_wait(d, HYD_DSM_W_DIFFS, 0, d->diffs.home);
  HYD_DSM_AWAIT(d, atomic_load_explicit(&d->diffs.stored, memory_order_acquire) == d->diffs.sent);
  hyd_dsm_note_page_got(d);
}

/* Sends a run that is longer than a message in pieces, each like a run. */
static void send_long_run(struct hyd_dsm *d, uint32_t page, struct hyd_dsm_run run) {
  uint32_t most = (d->diffs.room - (uint32_t)sizeof(struct record) - 16) & ~7u;
  for (; run.bytes > most; run.at += most, run.bytes -= most) {
    struct hyd_dsm_run piece = {run.at, most};
    struct record r = {page, 0, 1, most};
    send_buffer(d);
    append_record(d, &r, &piece);
  }
  send_buffer(d);
  append_record(d, &(struct record){page, 0, 1, run.bytes}, &run);
}

/* Sends a diff in messages. Messages may overtake each other, so if a diff takes several, its
 * version is sent when they are stored. */
static void send_in_messages(struct hyd_dsm *d, uint32_t page, const struct hyd_dsm_run *runs,
                             uint32_t n, uint32_t version) {
  int several = 0;
  for (;;) {
    uint32_t bytes, fit = that_fit(runs, n, d->diffs.room - d->diffs.used, &bytes);
    if (fit == n && d->diffs.used + sizeof(struct record) <= d->diffs.room) {
      if (several && version) settle_messages(d);
      append_record(d, &(struct record){page, version, n, bytes}, runs);
      return;
    }
    if (d->diffs.used) {
      send_buffer(d); /* more runs fit into an empty buffer */
      continue;
    }
    several = 1;
    if (fit == 0) {
      send_long_run(d, page, runs[0]);
      fit = 1;
    } else {
      append_record(d, &(struct record){page, 0, fit, bytes}, runs);
    }
    runs += fit;
    n -= fit;
  }
}

static void put_runs(struct hyd_dsm *d, uint32_t home, uint32_t page,
                     const struct hyd_dsm_run *runs, uint32_t n) {
  size_t at = (size_t)page * d->options.block;
  for (uint32_t i = 0; i < n; i++)
    gex_RMA_PutNBI(d->tm, home, d->peer[home] + at + runs[i].at, d->mine + at + runs[i].at,
                   runs[i].bytes, GEX_EVENT_DEFER, 0);
}

/* Puts the version; waits first until the diff's bytes are stored. */
static void put_version(struct hyd_dsm *d, uint32_t home, uint32_t page, uint32_t version) {
  size_t i = (size_t)page * d->ranks + d->rank;
  gex_NBI_Wait(GEX_EC_PUT, 0);
  gex_RMA_PutBlockingVal(d->tm, home, d->peer[home] + d->at.versions + i * sizeof version, version,
                         sizeof version, 0);
}

void hyd_dsm_diff_send(void *ctx, uint32_t home, uint32_t page, const struct hyd_dsm_run *runs,
                       uint32_t n, uint32_t version) {
  struct hyd_dsm *d = ctx;
  if (d->engine.neighbour[home]) {
    put_runs(d, home, page, runs, n);
    if (version) put_version(d, home, page, version);
    return;
  }
  if (d->diffs.home != home) send_buffer(d);
  d->diffs.home = home;
  send_in_messages(d, page, runs, n, version);
}

void hyd_dsm_diffs_settle(void *ctx, int wait) {
  gex_NBI_Wait(GEX_EC_PUT, 0);
  if (wait)
    settle_messages(ctx);
  else
    send_buffer(ctx);
}
