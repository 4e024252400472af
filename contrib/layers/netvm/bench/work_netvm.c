/* SPDX-License-Identifier: BSD-3-Clause
 *
 * work_netvm.c: two ranks with arenas; the start of a job with 64 GB arenas; the shadow table by
 * itself (tables 24 and 25 of the thesis, R3, R4).
 */
#include "work_netvm.h"

#include <stdlib.h>
#include <sys/mman.h>

#include "extended/paged/module/table.h"

double nvb_batch(struct nvb *b, nvb_operation *op, size_t n) {
  double start = hyd_bn_now();
  for (int i = 0; i < b->count; i++) op(b, n, i);
  return (hyd_bn_now() - start) / b->count;
}

void nvb_row(struct nvb *b, const char *name, nvb_operation *op, size_t n) {
  struct hyd_bn_set s = {0};
  for (int round = -1; b->w->rank == 0 && round < b->batches; round++) {
    double ns = nvb_batch(b, op, n);
    if (round >= 0) hyd_bn_add(&s, ns);
  }
  if (b->w->rank == 0) hyd_bw_report(b->w, name, (long)n, "ns", &s, NULL, NULL);
  hyd_bn_clear(&s);
  hyd_bw_sync();
}

void nvb_against(struct nvb *b, const char *name, nvb_operation *op, const char *ref,
                 nvb_operation *other, size_t n) {
  struct hyd_bn_set s = {0}, ratio = {0}, against = {0};
  for (int round = -1; b->w->rank == 0 && round < b->batches; round++) {
    double before = nvb_batch(b, other, n), ns = nvb_batch(b, op, n),
           after = nvb_batch(b, other, n);
    if (round < 0) continue;
    hyd_bn_add(&s, ns);
    hyd_bn_add(&ratio, ns / ((before + after) / 2));
    hyd_bn_add(&against, (before + after) / 2);
  }
  if (b->w->rank == 0) hyd_bw_report_against(b->w, name, (long)n, "ns", &s, ref, &ratio, &against);
  hyd_bn_clear(&s), hyd_bn_clear(&ratio), hyd_bn_clear(&against);
  hyd_bw_sync();
}

/* --- the job --------------------------------------------------------------------------------- */

static void make_pinned(struct nvb *b) {
  gex_Segment_t segment = GEX_SEGMENT_INVALID;
  gex_EP_t ep;
  void *owner;
  uintptr_t size;
  hyd_bw_need(gex_EP_Create(&ep, b->w->client, GEX_EP_CAPABILITY_RMA, 0) == GASNET_OK &&
                  gex_Segment_Create(&segment, b->w->client, NULL, NVB_ARENA, GEX_MK_HOST, 0) ==
                      GASNET_OK &&
                  gex_EP_BindSegment(ep, segment, 0) == GASNET_OK &&
                  gex_EP_PublishBoundSegment(b->w->tm, &ep, 1, 0) == GASNET_OK,
              "a pinned segment");
  memset(gex_Segment_QueryAddr(segment), 1, NVB_ARENA);
  b->pair = gex_TM_Pair(b->w->ep, gex_EP_QueryIndex(ep));
  gex_Event_Wait(
      gex_EP_QueryBoundSegmentNB(b->pair, (gex_Rank_t)(1 - b->w->rank), &owner, NULL, &size, 0));
  b->pinned = owner;
}

static void open_all(struct nvb *b, size_t written) {
  int me = b->w->rank;
  struct hyd_nv_settings s = {.arena = NVB_ARENA, .paged.bytes_resident = b->resident};
  hyd_bw_need(hyd_nv_register(b->w->client, b->w->ep, b->w->tm, &s) == GASNET_OK,
              "hyd_nv_register");
  b->arena = hyd_nv_arena(NULL);
  memset(b->arena, 0, written);
  hyd_bw_need(hyd_nv_export(1, b->arena, NVB_ARENA, &b->seg[me]) == GASNET_OK, "hyd_nv_export");
  hyd_bw_sync();
  hyd_bw_need(hyd_nv_import((gex_Rank_t)(1 - me), 1, &b->seg[1 - me]) == GASNET_OK,
              "hyd_nv_import");
  b->theirs = hyd_bw_owner(b->w, 1 - me) + GASNET_PAGESIZE;
  make_pinned(b);
  hyd_bw_sync();
}

void hyd_bw_netvm(struct hyd_bw *w, int argc, char **argv) {
  struct nvb b = {.w = w, .resident = NVB_RESIDENT, .batches = w->amount, .count = 200};
  hyd_bw_init(w, argc, argv);
  hyd_bw_pin(w);
  open_all(&b, NVB_ARENA);
  nvb_memory(&b);
  nvb_absent(&b);
  nvb_control(&b);
}

/* Only R9, for an emulated machine: few operations, and little memory to evict. */
void hyd_bw_netvm_absent(struct hyd_bw *w, int argc, char **argv) {
  struct nvb b = {.w = w, .resident = NVB_RESIDENT / 32, .batches = w->amount, .count = 32};
  hyd_bw_init(w, argc, argv);
  alarm(600);
  open_all(&b, NVB_ABSENT);
  nvb_absent(&b);
}

/* Puts to an attached segment in place of the arena: the conduit's path for pinned memory. */
static void put_pinned(struct nvb *b, size_t n, int i) {
  (void)i;
  gex_RMA_PutBlocking(b->w->tm, 1, b->theirs, b->arena, n, 0);
}
static void stream_pinned(struct nvb *b, size_t n, int i) {
  gex_RMA_PutNBI(b->w->tm, 1, b->theirs + (size_t)(i % 64) * n, b->arena + (size_t)(i % 64) * n, n,
                 GEX_EVENT_DEFER, 0);
  if (i == b->count - 1) gex_NBI_Wait(GEX_EC_PUT, 0);
}
void hyd_bw_netvm_pinned(struct hyd_bw *w, int argc, char **argv) {
  struct nvb b = {.w = w, .batches = w->amount, .count = 200};
  hyd_bw_init(w, argc, argv);
  hyd_bw_pin(w);
  hyd_bw_attach(w, NVB_ARENA);
  memset(w->mine, 1, NVB_ARENA);
  b.arena = malloc(64 * 65536);
  hyd_bw_need(b.arena != NULL, "malloc");
  memset(b.arena, 1, 64 * 65536);
  b.theirs = hyd_bw_owner(w, 1 - w->rank);
  hyd_bw_sync();
  nvb_row(&b, "pinned put", put_pinned, 8);
  nvb_row(&b, "pinned put", put_pinned, 4096);
  nvb_row(&b, "pinned stream", stream_pinned, 4096);
}

/* --- 64 GB at start -------------------------------------------------------------------------- */

static double locked_kb(void) {
  char line[200];
  unsigned long kb = 1;
  FILE *f = fopen("/proc/self/status", "r");
  while (f && fgets(line, sizeof line, f)) sscanf(line, "VmLck: %lu", &kb);
  if (f) fclose(f);
  return (double)kb;
}

void hyd_bw_netvm_start(struct hyd_bw *w, int argc, char **argv) {
  struct hyd_bn_set s = {0};
  uint64_t mb = (uint64_t)w->amount;
  struct hyd_nv_settings set = {.arena = mb << 20, .paged.bytes_resident = 32 << 20};
  hyd_bw_init(w, argc, argv);
  hyd_bw_need(hyd_nv_register(w->client, w->ep, w->tm, &set) == GASNET_OK, "hyd_nv_register");
  hyd_bn_add(&s, locked_kb());
  if (w->rank == 0) hyd_bw_report(w, "locked after start", (long)mb, "KB", &s, NULL, NULL);
}

/* --- the shadow table ------------------------------------------------------------------------ */

enum { PAGES = 4096, ROUNDS = 400 };

static int quiet(void *arg, uint64_t page) { return (void)arg, (void)page, 0; }
static int quiet_show(void *arg, uint64_t page, int writable) {
  return (void)arg, (void)page, (void)writable, 0;
}
static int quiet_fill(void *arg, uint64_t page, enum netvm_want want) {
  return (void)arg, (void)page, (void)want, 0;
}
static int start_now(void *arg, const struct netvm_job *job) {
  return hyd_netvm_run(arg, job, arg);
}
static const struct netvm_calls calls = {.protect = quiet,
                                         .show = quiet_show,
                                         .ready = quiet,
                                         .start = start_now,
                                         .write_back = quiet,
                                         .punch = quiet,
                                         .fill = quiet_fill};

static struct netvm_table *new_table(void) {
  struct netvm_table *t = aligned_alloc(64, (netvm_table_size(PAGES) + 63) & ~(size_t)63);
  if (t == NULL) exit(3);
  memset(t, 0, netvm_table_size(PAGES));
  hyd_netvm_table_init(t, (uint64_t)PAGES << 12, 12);
  return t;
}

static double hold_ns(struct netvm_table *t, uint64_t first, uint64_t n, int write) {
  uint32_t hold = 0;
  double start = hyd_bn_now();
  for (int i = 0; i < ROUNDS; i++)
    if (netvm_hold(t, &hold, first, n, write)) netvm_unhold(t, hold);
  return (hyd_bn_now() - start) / ROUNDS;
}

static double map_ns(struct netvm_engine *e) {
  double start = hyd_bn_now();
  for (uint64_t i = 0; i < ROUNDS; i++) hyd_netvm_serve(e, PAGES / 2 + i, NETVM_BY_TRANSFER);
  return (hyd_bn_now() - start) / ROUNDS;
}

static double unmap_ns(struct netvm_engine *e) {
  double start = hyd_bn_now();
  uint32_t was;
  for (uint64_t i = 0; i < ROUNDS; i++) hyd_netvm_claim(e, e->count - 1 - i, &was);
  return (hyd_bn_now() - start) / ROUNDS;
}

static double lock_ns(char *at, size_t pages) {
  double start = hyd_bn_now();
  for (int i = 0; i < ROUNDS; i++) {
    if (mlock(at, pages << 12)) exit(3);
    munlock(at, pages << 12);
  }
  return (hyd_bn_now() - start) / ROUNDS;
}

static double zero_fill_ns(void) {
  size_t bytes = (size_t)ROUNDS << 12;
  char *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  double start;
  if (at == MAP_FAILED) exit(3);
  madvise(at, bytes, MADV_NOHUGEPAGE);
  start = hyd_bn_now();
  for (size_t i = 0; i < ROUNDS; i++) *(volatile char *)(at + (i << 12)) = 1;
  start = hyd_bn_now() - start;
  munmap(at, bytes);
  return start / ROUNDS;
}

static double adds_ns(void) {
  _Atomic uint64_t word = 0;
  double start = hyd_bn_now();
  for (int i = 0; i < ROUNDS; i++) {
    atomic_fetch_add(&word, 1);
    atomic_fetch_add(&word, 1);
  }
  return (hyd_bn_now() - start) / ROUNDS;
}

/* Measures the table's own code: the engine's input and output do nothing. */
static void table_rows(struct hyd_bn_set *s, char *memory) {
  struct netvm_table *t = new_table();
  uint64_t resident[PAGES];
  struct netvm_engine e = {.table = t, .call = &calls, .resident = resident, .capacity = PAGES};
  e.arg = &e;
  for (uint64_t i = 0; i < 64; i++) hyd_netvm_serve(&e, i, NETVM_BY_TRANSFER);
  hyd_bn_add(&s[0], map_ns(&e));
  hyd_bn_add(&s[1], hold_ns(t, 5, 1, 1));
  hyd_bn_add(&s[2], hold_ns(t, 8, 8, 1));
  hyd_bn_add(&s[3], hold_ns(t, 3000, 1, 1));
  hyd_bn_add(&s[4], unmap_ns(&e));
  hyd_bn_add(&s[5], lock_ns(memory, 1));
  hyd_bn_add(&s[6], lock_ns(memory, 8));
  hyd_bn_add(&s[7], zero_fill_ns());
  hyd_bn_add(&s[8], adds_ns());
  free(t);
}

static void report_ratio(struct hyd_bw *w, const char *name, struct hyd_bn_set *of, const char *ref,
                         struct hyd_bn_set *to) {
  struct hyd_bn_set ratio = {0};
  double by = hyd_bn_median(to);
  for (size_t i = 0; i < of->n; i++) hyd_bn_add(&ratio, of->v[i] / by);
  hyd_bw_report(w, name, -1, "ns", of, ref, &ratio);
  hyd_bn_clear(&ratio);
}

int hyd_bw_netvm_table(struct hyd_bw *w) {
  struct hyd_bn_set s[9] = {{0}};
  char *memory = aligned_alloc(4096, 8 * 4096);
  if (memory == NULL) return 3;
  memset(memory, 1, 8 * 4096);
  for (int i = 0; i < w->amount; i++) table_rows(s, memory);
  report_ratio(w, "shadow map update", &s[0], "zero-fill", &s[7]);
  report_ratio(w, "lock + unlock, 1 page", &s[1], "mlock", &s[5]);
  report_ratio(w, "lock + unlock, 8 pages", &s[2], "mlock", &s[6]);
  hyd_bw_report(w, "lock, absent", -1, "ns", &s[3], NULL, NULL);
  hyd_bw_report(w, "unmap", -1, "ns", &s[4], NULL, NULL);
  hyd_bw_report(w, "mlock + munlock, 1 page", -1, "ns", &s[5], NULL, NULL);
  hyd_bw_report(w, "mlock + munlock, 8 pages", -1, "ns", &s[6], NULL, NULL);
  hyd_bw_report(w, "zero-fill fault", -1, "ns", &s[7], NULL, NULL);
  hyd_bw_report(w, "two locked additions", -1, "ns", &s[8], NULL, NULL);
  return 0;
}
