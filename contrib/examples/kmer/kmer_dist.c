/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kmer_dist.c: handlers are short: counting a batch, an increment, a copy of a text. They find
 * their state through the endpoint's client data. The table is grown only here in the main line,
 * before the barrier that ends a round, so large that this round's rest and the whole next one fit:
 * one that is through the barrier first may send before this rank has left it.
 */
#include "kmer_dist.h"

#include "example_job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEADER_BYTES 4096 /* of a segment: the summary, then the table */
#define PROBE 8           /* slots read by one get when a k-mer is looked up */
#define CHUNK 32768       /* slots read by one get when a table is read */

_Static_assert(sizeof(struct kmer_summary) <= HEADER_BYTES, "the summary fits its page");

enum { H_BATCH = GEX_AM_INDEX_BASE, H_FAILURE, H_ACK };

/* ---- handlers ------------------------------------------------------------ */

static struct kmer_dist *receiver(gex_Token_t token, gex_Rank_t *from) {
  gex_Token_Info_t info;
  gex_Token_Info(token, &info, GEX_TI_EP | GEX_TI_SRCRANK);
  if (from) *from = info.gex_srcrank;
  return gex_EP_QueryCData(info.gex_ep);
}

static void count_batch(struct kmer_dist *d, const uint64_t *kmer, size_t n) {
  gex_HSL_Lock(&d->lock);
  kmer_table_add(&d->table, kmer, n);
  gex_HSL_Unlock(&d->lock);
}

static void on_batch(gex_Token_t token, void *buf, size_t nbytes) {
  count_batch(receiver(token, NULL), buf, nbytes / sizeof(uint64_t));
  gex_AM_ReplyShort0(token, H_ACK, 0);
}

/* Kept: the earliest round's, and of that the lowest rank's. */
static void on_failure(gex_Token_t token, void *buf, size_t nbytes, gex_AM_Arg_t round) {
  gex_Rank_t from;
  struct kmer_dist *d = receiver(token, &from);
  int first = round != d->failed_round ? round < d->failed_round : from < d->failed_rank;
  if (first && nbytes <= sizeof d->failed_text) {
    d->failed_rank = from;
    d->failed_round = round;
    memcpy(d->failed_text, buf, nbytes);
  }
  gex_AM_ReplyShort0(token, H_ACK, 0);
}

static void on_ack(gex_Token_t token) { atomic_fetch_add(&receiver(token, NULL)->acknowledged, 1); }

/* ---- failure ------------------------------------------------------------- */

static void wait_for_the_end(void) {
  for (;;) gasnet_barrier(0, GASNET_BARRIERFLAG_ANONYMOUS);
}

void kmer_dist_fail_all(gex_Rank_t rank, int status, const char *text) {
  example_fail_all("kmer", rank, status, text);
}

static void wait_for_acks(struct kmer_dist *d) {
  GASNET_BLOCKUNTIL(atomic_load(&d->acknowledged) == d->requests);
}

/* Rank 0 prints; another sends it the text and waits in the barrier where rank 0 will come to. */
void kmer_dist_fail(struct kmer_dist *d, const char *text) {
  char line[KMER_ERROR_TEXT], host[64] = "";
  if (d->rank == 0) example_fail("kmer", 1, text);
  gethostname(host, sizeof host - 1);
  snprintf(line, sizeof line, "rank %u on %s: %.400s", d->rank, host, text);
  d->requests++;
  gex_AM_RequestMedium1(d->tm, 0, H_FAILURE, line, strlen(line) + 1, GEX_EVENT_NOW, 0, d->round);
  wait_for_acks(d);
  wait_for_the_end();
  abort();
}

/* The only barrier there is while counting. It is named, so that ranks whose input ended in
 * different rounds notice; a rank that has failed waits in it without a name, after its text has
 * arrived. A text from a rank that is a round ahead waits: this rank may see the same and then says
 * it itself. */
static void synchronise(struct kmer_dist *d, int last) {
  int differ = gasnet_barrier(2 * d->round + last, 0) != GASNET_OK;
  if (d->failed_round <= d->round) kmer_dist_fail_all(d->rank, 1, d->failed_text);
  if (differ)
    kmer_dist_fail_all(d->rank, 1,
                       "the ranks read different input: are the files the same on "
                       "every host, and did they not change meanwhile?");
  d->round++;
}

static void check(gex_Rank_t rank, int code, const char *what) {
  char text[KMER_ERROR_TEXT];
  if (code == GASNET_OK) return;
  snprintf(text, sizeof text, "%s: %s (%s)", what, gasnet_ErrorDesc(code), gasnet_ErrorName(code));
  if (rank) fprintf(stderr, "kmer: rank %u: %s\n", rank, text);
  if (rank) gasnet_exit(1);
  example_fail("kmer", 1, text);
}

/* ---- set-up -------------------------------------------------------------- */

static uintptr_t segment_size(uint64_t memory_mb) {
  uintptr_t size = gasnet_getMaxLocalSegmentSize();
  uintptr_t table = HEADER_BYTES + ((uintptr_t)memory_mb << 20);
  if (memory_mb && table < size) size = table + GASNET_PAGESIZE - 1;
  return size / GASNET_PAGESIZE * GASNET_PAGESIZE;
}

static void attach(struct kmer_dist *d, uint64_t memory_mb) {
  gex_Segment_t segment;
  char *base;
  uintptr_t size;
  check(d->rank, gex_Segment_Attach(&segment, d->tm, segment_size(memory_mb)), "segment");
  if (segment == GEX_SEGMENT_INVALID)
    kmer_dist_fail_all(d->rank, 1, "needs a segment: not for the segment model EVERYTHING");
  base = gex_Segment_QueryAddr(segment);
  size = gex_Segment_QuerySize(segment);
  d->summary = (struct kmer_summary *)base;
  if (size < HEADER_BYTES ||
      kmer_table_init(&d->table, base + HEADER_BYTES, size - HEADER_BYTES) != 0)
    kmer_dist_fail_all(d->rank, 1,
                       "the segments are too small for a table: see GASNET_MAX_SEGSIZE");
}

static void batches(struct kmer_dist *d) {
  size_t most = gex_AM_MaxRequestMedium(d->tm, GEX_RANK_INVALID, GEX_EVENT_NOW, 0, 0) / 8;
  d->batch_room = most < KMER_BATCH ? most : KMER_BATCH;
  d->batch = malloc(d->ranks * d->batch_room * sizeof *d->batch);
  d->filled = calloc(d->ranks, sizeof *d->filled);
  if (!d->batch || !d->filled) kmer_dist_fail(d, "out of memory for the batches");
}

static void make_room(struct kmer_dist *d) {
  char text[KMER_ERROR_TEXT];
  gex_HSL_Lock(&d->lock);
  kmer_table_reserve(&d->table, 2 * kmer_round_letters(d->ranks));
  gex_HSL_Unlock(&d->lock);
  if (!d->table.dropped) return;
  snprintf(text, sizeof text,
           "the table of rank %u is full: %" PRIu64 " distinct k-mers in %" PRIu64
           " MB; allow more (--memory, GASNET_MAX_SEGSIZE) or run more ranks on more hosts",
           d->rank, d->table.used, sizeof(struct kmer_slot) << d->table.bits >> 20);
  kmer_dist_fail(d, text);
}

void kmer_dist_open(struct kmer_dist *d, gex_EP_t ep, gex_TM_t tm, unsigned k, uint64_t memory_mb) {
  gex_AM_Entry_t entry[] = {
      {H_BATCH, on_batch, GEX_FLAG_AM_MEDIUM | GEX_FLAG_AM_REQUEST, 0, NULL, "kmer batch"},
      {H_FAILURE, on_failure, GEX_FLAG_AM_MEDIUM | GEX_FLAG_AM_REQUEST, 1, NULL, "kmer failure"},
      {H_ACK, on_ack, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REPLY, 0, NULL, "kmer ack"},
  };
  memset(d, 0, sizeof *d);
  d->ep = ep;
  d->tm = tm;
  d->rank = gex_TM_QueryRank(tm);
  d->ranks = gex_TM_QuerySize(tm);
  d->split = (struct kmer_split){d->rank, d->ranks, k, 0};
  d->failed_rank = GEX_RANK_INVALID;
  d->failed_round = INT_MAX;
  kmer_window_init(&d->window, k);
  gex_HSL_Init(&d->lock);
  atomic_init(&d->acknowledged, 0);
  gex_EP_SetCData(ep, d);
  check(d->rank, gex_EP_RegisterHandlers(ep, entry, sizeof entry / sizeof entry[0]), "handlers");
  attach(d, memory_mb);
  batches(d);
  make_room(d);
  synchronise(d, 0);
}

/* ---- counting ------------------------------------------------------------ */

static void flush(struct kmer_dist *d, gex_Rank_t owner) {
  uint64_t *kmer = d->batch + owner * d->batch_room;
  size_t n = d->filled[owner];
  if (!n) return;
  d->filled[owner] = 0;
  d->sent += n;
  if (owner == d->rank) {
    count_batch(d, kmer, n);
    return;
  }
  d->messages++;
  d->requests++;
  gex_AM_RequestMedium0(d->tm, owner, H_BATCH, kmer, n * sizeof *kmer, GEX_EVENT_NOW, 0);
}

static void count(struct kmer_dist *d, uint64_t kmer) {
  gex_Rank_t owner = kmer_owner(kmer_hash(kmer), d->ranks);
  d->batch[owner * d->batch_room + d->filled[owner]] = kmer;
  if (++d->filled[owner] == d->batch_room) flush(d, owner);
}

/* After this every k-mer that any rank has found in the round is in its owner's table. */
static void end_round(struct kmer_dist *d, int last) {
  for (gex_Rank_t r = 0; r < d->ranks; r++) flush(d, (d->rank + r) % d->ranks);
  wait_for_acks(d);
  make_room(d);
  synchronise(d, last);
}

void kmer_dist_record(struct kmer_dist *d) { kmer_window_break(&d->window); }

void kmer_dist_bases(struct kmer_dist *d, const unsigned char *text, size_t n) {
  const uint64_t round = kmer_round_letters(d->ranks);
  while (n) {
    enum kmer_share share;
    int fresh;
    size_t part = kmer_split_next(&d->split, n, &share, &fresh);
    uint64_t kmer;
    if (fresh) kmer_window_break(&d->window);
    for (size_t i = 0; share != KMER_SKIP && i < part; i++)
      if (kmer_window_push(&d->window, text[i], &kmer) && share == KMER_MINE) count(d, kmer);
    text += part;
    n -= part;
    if (d->split.at % KMER_STRIPE == 0) gasnet_AMPoll();
    if (d->split.at % round == 0) end_round(d, 0);
  }
}

/* ---- reading back -------------------------------------------------------- */

static char *segment_of(struct kmer_dist *d, gex_Rank_t rank) {
  void *base = NULL;
  uintptr_t size = 0;
  gex_Event_Wait(gex_EP_QueryBoundSegmentNB(d->tm, rank, &base, NULL, &size, 0));
  return base;
}

static void get_summary(struct kmer_dist *d, gex_Rank_t rank, struct kmer_summary *s) {
  gex_RMA_GetBlocking(d->tm, s, rank, segment_of(d, rank), sizeof *s, 0);
}

void kmer_dist_finish(struct kmer_dist *d, struct kmer_summary *all) {
  char text[KMER_ERROR_TEXT];
  end_round(d, 1);
  make_room(d);
  kmer_summary_of(&d->table, d->summary);
  d->summary->sent = d->sent;
  d->summary->messages = d->messages;
  synchronise(d, 0);
  if (d->rank) return;
  memset(all, 0, sizeof *all);
  for (gex_Rank_t r = 0; r < d->ranks; r++) {
    struct kmer_summary part;
    get_summary(d, r, &part);
    kmer_summary_merge(all, &part);
  }
  if (all->total + all->dropped == all->sent && !all->dropped) return;
  snprintf(text, sizeof text,
           "%" PRIu64 " k-mers were sent, %" PRIu64 " counted, %" PRIu64
           " did not fit a table (see --memory)",
           all->sent, all->total, all->dropped);
  kmer_dist_fail(d, text);
}

uint64_t kmer_dist_count(struct kmer_dist *d, uint64_t kmer) {
  uint64_t hash = kmer_hash(kmer), slots, at;
  gex_Rank_t owner = kmer_owner(hash, d->ranks);
  char *table = segment_of(d, owner) + HEADER_BYTES;
  struct kmer_slot slot[PROBE];
  struct kmer_summary s;
  get_summary(d, owner, &s);
  slots = (uint64_t)1 << s.bits;
  at = hash & (slots - 1);
  for (;;) { /* ends: a table is never full */
    uint64_t n = slots - at < PROBE ? slots - at : PROBE;
    gex_RMA_GetBlocking(d->tm, slot, owner, table + at * sizeof *slot, n * sizeof *slot, 0);
    for (uint64_t i = 0; i < n; i++) {
      if (!slot[i].key) return 0;
      if (slot[i].key == kmer + 1) return slot[i].count;
    }
    at = (at + n) & (slots - 1);
  }
}

/* Appends the entries of a chunk to list, which has room for `room` in all. */
static uint64_t keep_entries(const struct kmer_slot *chunk, uint64_t n, struct kmer_slot *list,
                             uint64_t kept, uint64_t room) {
  for (uint64_t i = 0; i < n; i++)
    if (chunk[i].key && kept < room) list[kept++] = chunk[i];
  return kept;
}

/* One rank's table, in chunks; the next is under way while one is looked through. */
static uint64_t read_table(struct kmer_dist *d, gex_Rank_t rank, struct kmer_slot (*chunk)[CHUNK],
                           struct kmer_slot *list, uint64_t kept, uint64_t room) {
  struct kmer_summary s;
  char *table = segment_of(d, rank) + HEADER_BYTES;
  gex_Event_t under_way[2] = {GEX_EVENT_INVALID, GEX_EVENT_INVALID};
  uint64_t slots, n;
  get_summary(d, rank, &s);
  slots = (uint64_t)1 << s.bits;
  n = slots < CHUNK ? slots : CHUNK;
  for (uint64_t i = 0; i <= slots / n; i++) {
    if (i < slots / n)
      under_way[i % 2] = gex_RMA_GetNB(d->tm, chunk[i % 2], rank, table + i * n * sizeof **chunk,
                                       n * sizeof **chunk, 0);
    if (i == 0) continue;
    gex_Event_Wait(under_way[(i - 1) % 2]);
    kept = keep_entries(chunk[(i - 1) % 2], n, list, kept, room);
  }
  return kept;
}

struct kmer_slot *kmer_dist_read_all(struct kmer_dist *d, uint64_t n) {
  struct kmer_slot *list = malloc((n + 1) * sizeof *list);
  struct kmer_slot(*chunk)[CHUNK] = malloc(2 * sizeof *chunk);
  uint64_t kept = 0;
  if (list && chunk)
    for (gex_Rank_t r = 0; r < d->ranks; r++) kept = read_table(d, r, chunk, list, kept, n);
  if (!chunk || kept != n) {
    free(list);
    list = NULL;
  }
  free(chunk);
  kmer_list_sort(list, kept);
  return list;
}

void kmer_dist_close(struct kmer_dist *d) {
  synchronise(d, 0);
  gasnet_exit(0);
}
