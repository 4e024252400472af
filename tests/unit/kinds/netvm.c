/* SPDX-License-Identifier: BSD-3-Clause
 *
 * netvm.c: paged segments (netvm(7)) from the client's side: put, get, long messages, vectors and
 * values between all ranks, with a quarter of each segment resident, against what every rank knows
 * it wrote. Every page of a segment has a word for each rank, which that rank alone writes: with
 * `number of writes` and rank in it, a stale page shows.
 *
 *   netvm course N [pair]      all of it, N rounds of torture; by TM-pairs of a second endpoint
 *   netvm refused              the kind or segment cannot be made: the error, and no more
 *   netvm misuse               wrong settings and addresses
 *   netvm keep FILE WORD       writes WORD into every page of FILE by puts, and destroys nothing
 *   netvm kept FILE WORD       finds it again
 *   netvm cut FILE WHAT        another process shortens FILE; then a page is read, or written back,
 *                              or the segment ends with all pages in memory
 *   netvm slow GATE HELD       another rank's puts to present pages, while a page-in takes long
 */
#include <gasnet_vis.h>

#include <sys/mman.h>

#include "netvm_frame.h"

/* Words lie in the first half of a segment, longer transfers go to the second. */
enum { WORDS = PAGES / 2, MAX_RANKS = 16, LONG = 200, BIG = 3 * PAGE + 100 };

static gex_EP_t ep0; /* ep: the way to the segments, as tm */
static gex_TM_t tm;
static char *base[MAX_RANKS];
static unsigned longs_came;

/* --- making --------------------------------------------------------------- */

static int make_kind(const struct hyd_paged_settings *s) {
  gex_MK_Create_args_t a;
  memset(&a, 0, sizeof a);
  a.gex_class = HYD_MK_CLASS_PAGED;
  a.gex_args.hyd_class_paged.hyd_settings = s;
  return gex_MK_Create(&kind, client, &a, 0);
}

static void publish(int by_pair) {
  ep = ep0;
  if (by_pair) CHECK(gex_EP_Create(&ep, client, GEX_EP_CAPABILITY_RMA, 0) == GASNET_OK);
  CHECK(gex_EP_BindSegment(ep, segment, 0) == GASNET_OK);
  CHECK(gex_EP_PublishBoundSegment(world, &ep, 1, 0) == GASNET_OK);
  tm = by_pair ? gex_TM_Pair(ep0, gex_EP_QueryIndex(ep)) : world;
  for (gex_Rank_t r = 0; r < ranks; r++) {
    void *owner = NULL, *local = &local;
    uintptr_t size = 0;
    gex_Event_Wait(gex_EP_QueryBoundSegmentNB(tm, r, &owner, &local, &size, 0));
    CHECK(size == (uintptr_t)PAGES * PAGE);
    CHECK(local == (r == me ? owner : NULL)); /* nothing is mapped */
    base[r] = owner;
  }
  barrier();
}

static void set_up(const char *file, int by_pair) {
  struct hyd_paged_settings s = {.file = file, .bytes_resident = (uint64_t)RESIDENT * PAGE};
  CHECK(make_kind(&s) == GASNET_OK);
  CHECK(gex_Segment_Create(&segment, client, NULL, (uintptr_t)PAGES * PAGE, kind, 0) == GASNET_OK);
  if (failures) gasnet_exit(1);
  publish(by_pair);
}

static struct hyd_paged_counts counts(void) {
  struct hyd_paged_counts c = {0};
  CHECK(hyd_paged_query(segment, &c) == GASNET_OK);
  CHECK(c.strangers == 0);
  CHECK(c.resident <= RESIDENT);
  return c;
}

static void tear_down(void) {
  barrier();
  counts();
  gex_Segment_Destroy(segment, 0);
  gex_MK_Destroy(kind, 0);
}

/* This process has no locked memory, so none of the segment is locked. */
static void check_nothing_locked(void) {
  char line[200];
  unsigned long kb = 1;
  FILE *f = fopen("/proc/self/status", "r");
  while (f && fgets(line, sizeof line, f)) sscanf(line, "VmLck: %lu", &kb);
  if (f) fclose(f);
  CHECK(kb == 0);
}

/* --- torture: words -------------------------------------------------------- */

static uint64_t *slot(gex_Rank_t of, unsigned page, gex_Rank_t writer) {
  return (uint64_t *)(base[of] + (size_t)page * PAGE + 64 + 16 * writer);
}
static uint64_t wrote[MAX_RANKS][WORDS]; /* this rank's words */

static void put_word(gex_Rank_t to, unsigned page, unsigned how) {
  uint64_t v =
      ((uint64_t)me + 1) << 56 | (uint64_t)page << 40 | ((wrote[to][page] & 0xffffffffff) + 1);
  uint64_t *at = slot(to, page, me);
  wrote[to][page] = v;
  switch (how % 4) {
  case 0: gex_RMA_PutBlocking(tm, to, at, &v, 8, 0); break;
  case 1: gex_RMA_PutBlockingVal(tm, to, at, v, 8, 0); break;
  case 2: gex_Event_Wait(gex_RMA_PutNB(tm, to, at, &v, 8, GEX_EVENT_NOW, 0)); break;
  default:
    if (to == me)
      *(volatile uint64_t *)at = v; /* the owner's program */
    else
      gex_RMA_PutBlocking(tm, to, at, &v, 8, 0);
  }
}

static void get_word(gex_Rank_t from, unsigned page, unsigned how) {
  uint64_t v = 0, *at = slot(from, page, me);
  switch (how % 4) {
  case 0: gex_RMA_GetBlocking(tm, &v, from, at, 8, 0); break;
  case 1: v = gex_RMA_GetBlockingVal(tm, from, at, 8, 0); break;
  case 2: gex_Event_Wait(gex_RMA_GetNB(tm, &v, from, at, 8, 0)); break;
  default:
    if (from == me)
      v = *(volatile uint64_t *)at;
    else
      gex_RMA_GetBlocking(tm, &v, from, at, 8, 0);
  }
  CHECK(v == wrote[from][page]);
}

static void torture(unsigned rounds) {
  for (unsigned i = 0; i < rounds; i++) {
    gex_Rank_t r = dice(ranks);
    unsigned page = dice(4) ? dice(WORDS) : dice(RESIDENT / 2);
    if (dice(2))
      put_word(r, page, dice(4));
    else
      get_word(r, page, dice(4));
  }
  barrier();
  for (gex_Rank_t r = 0; r < ranks; r++)
    for (unsigned page = 0; page < WORDS; page++) get_word(r, page, page);
  barrier();
}

/* --- many at a time: NBI over page boundaries ------------------------------ */

/* A rank's part of a segment, for what it alone puts there. */
static char *part(gex_Rank_t of, gex_Rank_t writer) {
  size_t each = (size_t)PAGES * PAGE / 2 / ranks;
  return base[of] + (size_t)PAGES * PAGE / 2 + each * writer;
}

static void fill(char *p, size_t n, unsigned seed) {
  for (size_t i = 0; i < n; i++) p[i] = (char)(seed * 31 + i * 7 + i / 256);
}
static int filled(const char *p, size_t n, unsigned seed) {
  for (size_t i = 0; i < n; i++)
    if (p[i] != (char)(seed * 31 + i * 7 + i / 256)) return 0;
  return 1;
}

static void check_bulk(void) {
  size_t each = (size_t)PAGES * PAGE / 2 / ranks, step = 1500;
  char *out = malloc(each), *in = calloc(1, each);
  for (gex_Rank_t r = 0; r < ranks; r++) {
    fill(out, each, me * 17 + r);
    for (size_t at = 0; at < each; at += step)
      gex_RMA_PutNBI(tm, r, part(r, me) + at, out + at, each - at < step ? each - at : step,
                     at / step % 2 ? GEX_EVENT_NOW : GEX_EVENT_DEFER, 0);
    gex_NBI_Wait(GEX_EC_PUT, 0);
  }
  barrier();
  for (gex_Rank_t r = 0; r < ranks; r++) {
    memset(in, 0, each);
    for (size_t at = 0; at < each; at += step)
      gex_RMA_GetNBI(tm, in + at, r, part(r, me) + at, each - at < step ? each - at : step, 0);
    gex_NBI_Wait(GEX_EC_GET, 0);
    CHECK(filled(in, each, me * 17 + r));
  }
  barrier();
  for (gex_Rank_t w = 0; w < ranks; w++) CHECK(filled(part(me, w), each, w * 17 + me));
  barrier();
  /* F14: over a page's end at every few offsets; paged to paged */
  for (size_t at = 0; at < 2 * PAGE && at + PAGE < each; at += 61) {
    gex_Rank_t r = (me + 1) % ranks;
    fill(out, PAGE, (unsigned)at);
    gex_RMA_PutBlocking(tm, r, part(r, me) + at, out, PAGE, 0);
    memcpy(part(me, me), out, 0);
    gex_RMA_GetBlocking(tm, part(me, me) + PAGE, r, part(r, me) + at, PAGE / 2, 0);
    CHECK(r == me || filled(part(me, me) + PAGE, PAGE / 2, (unsigned)at));
  }
  barrier();
  free(out);
  free(in);
}

/* In the owner's page 0: a rank is done. */
static volatile uint64_t *flag(gex_Rank_t r) {
  return (volatile uint64_t *)(base[0] + PAGE) - 1 - r;
}
static int others_are_done(void) {
  for (gex_Rank_t r = 1; r < ranks; r++)
    if (*flag(r) == 0) return 0;
  return 1;
}

/* The owner stores to its words without a pause, the others put whole pages to it and get them
 * back, so that evictions meet both all the time. */
static void hammer(unsigned rounds) {
  static uint64_t last[WORDS];
  size_t mine = (size_t)PAGES * PAGE / 2 / ranks / PAGE;
  char out[PAGE], in[PAGE];
  for (unsigned page = 0; page < WORDS; page++)
    last[page] = *(volatile uint64_t *)(base[me] + page * PAGE);
  barrier();
  while (me == 0 && !others_are_done()) {
    unsigned page = dice(8) ? dice(RESIDENT / 4) : dice(WORDS);
    volatile uint64_t *at = (volatile uint64_t *)(base[0] + page * PAGE);
    CHECK(*at == last[page]);
    *at = ++last[page];
    if (dice(64) == 0) gasnet_AMPoll(); /* where messages are the way */
  }
  for (unsigned i = 0; me && i < rounds; i++) {
    char *there = part(0, me) + dice((uint32_t)mine) * PAGE;
    fill(out, PAGE, i);
    gex_RMA_PutBlocking(tm, 0, there, out, PAGE, 0);
    gex_RMA_GetBlocking(tm, in, 0, there, PAGE, 0);
    CHECK(memcmp(out, in, PAGE) == 0);
  }
  if (me) gex_RMA_PutBlockingVal(tm, 0, (void *)(uintptr_t)flag(me), 1, 8, 0);
  barrier();
  if (me == 0) memset((void *)(uintptr_t)flag(ranks), 0, 8 * ranks);
  for (unsigned page = 0; page < WORDS; page++)
    CHECK(*(volatile uint64_t *)(base[me] + page * PAGE) == last[page]);
  barrier();
}

/* --- longs, vectors ---------------------------------------------------------- */

static void on_reply(gex_Token_t token, void *buf, size_t n, gex_AM_Arg_t seed) {
  (void)token;
  CHECK(filled(buf, n, (unsigned)seed));
  longs_came++;
}
static void on_long(gex_Token_t token, void *buf, size_t n, gex_AM_Arg_t seed, gex_AM_Arg_t hi,
                    gex_AM_Arg_t lo) {
  void *back = (void *)((uintptr_t)(uint32_t)hi << 32 | (uint32_t)lo);
  CHECK(filled(buf, n, (unsigned)seed));
  gex_AM_ReplyLong1(token, LONG + 1, buf, n, back, GEX_EVENT_NOW, 0, seed);
}
static gex_AM_Entry_t handlers[] = {{LONG, (gex_AM_Fn_t)on_long,
                                     GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_LONG, 3, NULL, "long"},
                                    {LONG + 1, (gex_AM_Fn_t)on_reply,
                                     GEX_FLAG_AM_REPLY | GEX_FLAG_AM_LONG, 1, NULL, "reply"}};

static void check_longs(void) {
  static char out[BIG];
  size_t each = (size_t)PAGES * PAGE / 2 / ranks;
  unsigned sent = 0, before = longs_came;
  for (unsigned i = 0; i < 60; i++) {
    gex_Rank_t r = i % ranks;
    size_t n = i % 3 == 0 ? 100 : i % 3 == 1 ? PAGE : BIG, at = dice((uint32_t)(each / 2 - BIG));
    char *back = part(me, me) + each / 2 + dice((uint32_t)(each / 2 - BIG));
    fill(out, n, i);
    CHECK(gex_AM_RequestLong3(world, r, LONG, out, n, part(r, me) + at, GEX_EVENT_NOW, 0, (int)i,
                              (gex_AM_Arg_t)((uintptr_t)back >> 32),
                              (gex_AM_Arg_t)(uintptr_t)back) == 0);
    sent++;
    GASNET_BLOCKUNTIL(longs_came == before + sent);
  }
  barrier();
}

static void check_vectors(void) {
  enum { PIECES = 40, PIECE = 300 };
  gex_Memvec_t here[PIECES], there[PIECES];
  char *out = malloc(PIECES * PIECE), *in = calloc(1, PIECES * PIECE);
  ptrdiff_t far = PAGE / 2, near = PIECE;
  size_t count[1] = {PIECES / 4};
  gex_Rank_t r = (me + 1) % ranks;
  for (int i = 0; i < PIECES; i++) {
    there[i] = (gex_Memvec_t){part(r, me) + (size_t)i * 777, PIECE};
    here[i] = (gex_Memvec_t){out + i * PIECE, PIECE};
  }
  fill(out, PIECES * PIECE, me + 5);
  gex_VIS_VectorPutBlocking(world, r, PIECES, there, PIECES, here, 0);
  for (int i = 0; i < PIECES; i++) here[i].gex_addr = in + i * PIECE;
  gex_VIS_VectorGetBlocking(world, PIECES, here, r, PIECES, there, 0);
  CHECK(filled(in, PIECES * PIECE, me + 5));
  memset(in, 0, PIECES * PIECE);
  gex_VIS_StridedPutBlocking(world, r, part(r, me), &far, out, &near, PIECE, count, 1, 0);
  gex_VIS_StridedGetBlocking(world, in, &near, r, part(r, me), &far, PIECE, count, 1, 0);
  CHECK(filled(in, (size_t)PIECE * count[0], me + 5));
  free(out);
  free(in);
  barrier();
}

static void course(unsigned rounds, int by_pair) {
  struct hyd_paged_counts c;
  set_up(NULL, by_pair);
  check_nothing_locked();
  torture(rounds);
  hammer(rounds);
  if (ranks <= 4) check_bulk();
  if (!by_pair && ranks <= 4) {
    check_longs();
    check_vectors();
    torture(rounds / 4);
  }
  c = counts();
  CHECK(c.evictions > WORDS - RESIDENT && c.page_ins > WORDS && c.write_backs > 0);
  CHECK(c.pages == PAGES && c.page_size == PAGE);
  tear_down();
}

/* --- errors, files, slow files ------------------------------------------------ */

static void expect(int rc, int expected, const char *what) {
  if (rc != expected) fprintf(stderr, "%s: %s\n", what, gasnet_ErrorName(rc));
  CHECK(rc == expected);
}

static int kind_of(struct hyd_paged_settings s) {
  int rc = make_kind(&s);
  if (rc == GASNET_OK) gex_MK_Destroy(kind, 0);
  return rc;
}

static void misuse(void) {
  const uint64_t enough = 16 * PAGE;
  struct hyd_paged_settings s = {.bytes_resident = enough};
  struct hyd_paged_counts c;
  gex_Segment_t other = GEX_SEGMENT_INVALID;
  char own[PAGE];
  gex_System_SetVerboseErrors(0);
  expect(make_kind(NULL), GASNET_ERR_BAD_ARG, "no settings");
  expect(kind_of((struct hyd_paged_settings){.bytes_resident = enough - 1}), GASNET_ERR_BAD_ARG,
         "too few pages");
  expect(kind_of((struct hyd_paged_settings){.bytes_resident = enough, .flags = 1}),
         GASNET_ERR_BAD_ARG, "flags");
  for (uint32_t page = 1; page < 1u << 31; page = page * 2 + 1)
    if (page != 1u)
      expect(kind_of((struct hyd_paged_settings){.bytes_resident = 1ull << 40, .page_size = page}),
             GASNET_ERR_BAD_ARG, "page size no power of two");
  expect(kind_of((struct hyd_paged_settings){.bytes_resident = 1ull << 40, .page_size = 2048}),
         GASNET_ERR_BAD_ARG, "small pages");
  expect(kind_of((struct hyd_paged_settings){.bytes_resident = 1ull << 40, .page_size = 2 << 20}),
         GASNET_ERR_BAD_ARG, "large pages");
  expect(make_kind(&s), GASNET_OK, "a kind");
  expect(gex_Segment_Create(&other, client, own, sizeof own, kind, 0), GASNET_ERR_BAD_ARG,
         "memory of the client");
  expect(gex_Segment_Create(&segment, client, NULL, 20 * PAGE + 1, kind, 0), GASNET_OK,
         "a segment");
  CHECK(gex_Segment_QuerySize(segment) == 21 * PAGE);
  expect(hyd_paged_query(other, &c), GASNET_ERR_BAD_ARG, "query of nothing");
  expect(hyd_paged_query(segment, NULL), GASNET_ERR_BAD_ARG, "query to nowhere");
  base[me] = gex_Segment_QueryAddr(segment);
  expect(hyd_paged_will_need(segment, base[me] + PAGE, 21 * PAGE), GASNET_ERR_BAD_ARG, "beyond");
  expect(hyd_paged_will_need(segment, base[me] - 1, 2), GASNET_ERR_BAD_ARG, "before");
  expect(hyd_paged_will_need(segment, base[me] + PAGE, 3 * PAGE), GASNET_OK, "will need");
  do expect(hyd_paged_query(segment, &c), GASNET_OK, "query");
  while (c.page_ins < 3);
  CHECK(c.faults == 0);
  gex_Segment_Destroy(segment, 0);
  gex_MK_Destroy(kind, 0);
  s.file = "/nonexistent/file";
  expect(make_kind(&s), GASNET_OK, "a kind");
  expect(gex_Segment_Create(&other, client, NULL, PAGE, kind, 0), GASNET_ERR_RESOURCE,
         "no directory");
  gex_MK_Destroy(kind, 0);
  s.file = "/dev/null";
  expect(make_kind(&s), GASNET_OK, "a kind");
  expect(gex_Segment_Create(&other, client, NULL, PAGE, kind, 0), GASNET_ERR_RESOURCE,
         "no plain file");
  gex_MK_Destroy(kind, 0);
}

static void refused(void) {
  struct hyd_paged_settings s = {.bytes_resident = 16 * PAGE};
  int rc = make_kind(&s);
  if (rc == GASNET_OK) rc = gex_Segment_Create(&segment, client, NULL, PAGE, kind, 0);
  expect(rc, GASNET_ERR_RESOURCE, "a segment");
}

static char *own_file(const char *name) {
  static char path[300];
  snprintf(path, sizeof path, "%s.%u", name, me);
  return path;
}

/* Two segments at a time cannot have one file. */
static void keep(const char *name, uint64_t word) {
  gex_Segment_t other;
  gex_Rank_t to = (me + 1) % ranks;
  set_up(own_file(name), 0);
  gex_System_SetVerboseErrors(0);
  expect(gex_Segment_Create(&other, client, NULL, PAGE, kind, 0), GASNET_ERR_BAD_ARG,
         "its file twice");
  gex_System_SetVerboseErrors(1);
  for (unsigned page = 0; page < PAGES; page++) {
    uint64_t v = word + page;
    gex_RMA_PutBlocking(tm, to, base[to] + page * PAGE + 8, &v, 8, 0);
    *(volatile uint64_t *)(base[me] + page * PAGE + 16) = v;
  }
  barrier();
}

static void kept(const char *name, uint64_t word) {
  set_up(own_file(name), 1);
  for (unsigned page = 0; page < PAGES; page++) {
    uint64_t *at = (uint64_t *)(base[me] + page * PAGE);
    CHECK(at[1] == word + page && at[2] == word + page);
  }
  tear_down();
}

/* The other process is this one, by another descriptor. read: pages that have left memory; write:
 * one that is there, and changed; end: all that are there are as in the file. */
static void cut(const char *name, const char *when) {
  volatile char *p;
  set_up(own_file(name), 1);
  p = base[me];
  CHECK(p[0] == 0);
  for (unsigned page = 0; strcmp(when, "read") == 0 && page < PAGES; page++) p[page * PAGE] = 1;
  CHECK(truncate(own_file(name), PAGES / 2 * PAGE) == 0);
  if (strcmp(when, "read") == 0) CHECK(p[PAGES / 2 * PAGE] == 1);
  if (strcmp(when, "write") == 0) p[0] = 2;
  tear_down();
}

/* netvm_file.so holds page 0 back until the gate is there. */
static void slow(const char *gate, const char *file) {
  gex_Event_t held = GEX_EVENT_INVALID;
  uint64_t v = 77, w = 0;
  set_up(own_file(file), 0);
  for (unsigned page = 1; page < 20; page++) *(volatile uint64_t *)(base[me] + page * PAGE) = page;
  barrier();
  if (me == 1 || (me == 0 && ranks == 1))
    held = gex_RMA_PutNB(tm, 0, base[0], &v, 8, GEX_EVENT_NOW, 0);
  barrier();
  if (me)
    for (unsigned i = 0; i < (me == 1 ? 10 : 200); i++) { /* rank 1 has credits for a few */
      unsigned page = 1 + i % 19;
      gex_RMA_PutBlocking(tm, 0, base[0] + page * PAGE + 8 * me, &v, 8, 0);
      gex_RMA_GetBlocking(tm, &w, 0, base[0] + page * PAGE, 8, 0);
      CHECK(w == page);
    }
  barrier();
  if (held != GEX_EVENT_INVALID) {
    CHECK(gex_Event_Test(held) == GASNET_ERR_NOT_READY);
    CHECK(close(creat(gate, 0600)) == 0);
    gex_Event_Wait(held);
  }
  barrier();
  CHECK(me || *(volatile uint64_t *)base[0] == v);
  tear_down();
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  gex_Client_Init(&client, &ep0, &world, "NETVM", &argc, &argv, 0);
  me = gex_TM_QueryRank(world);
  ranks = gex_TM_QuerySize(world);
  state = me * 7919 + 1;
  CHECK(gex_EP_RegisterHandlers(ep0, handlers, 2) == GASNET_OK);
  if (strcmp(what, "course") == 0) course((unsigned)atoi(argv[2]), argc > 3);
  if (strcmp(what, "misuse") == 0) misuse();
  if (strcmp(what, "refused") == 0) refused();
  if (strcmp(what, "keep") == 0) keep(argv[2], strtoull(argv[3], NULL, 0));
  if (strcmp(what, "cut") == 0) cut(argv[2], argv[3]);
  if (strcmp(what, "kept") == 0) kept(argv[2], strtoull(argv[3], NULL, 0));
  if (strcmp(what, "slow") == 0) slow(argv[2], argv[3]);
  barrier();
  if (me == 0 && !failures) printf("ok\n");
  gasnet_exit(failures != 0);
}
