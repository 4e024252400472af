/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_start.c: a program of its own for what the suite's programs cannot show, as they attach at
 * once and use GASNet-1: a client without it, without command line, with deferred threads, before
 * and after it attaches segments of unequal sizes (gex-core 8.1, 9.1, 18.4, 22.2).
 *
 * Runs itself on 3 ranks unless told otherwise. The first failure ends the job.
 */
#include <gasnetex.h>

#include <gasnet_coll.h>
#include <gasnet_tools.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(cond)                                                                                \
  do {                                                                                             \
    if (!(cond)) fail(__LINE__, #cond);                                                            \
  } while (0)

static gex_Client_t client;
static gex_EP_t ep;
static gex_TM_t tm;
static gex_Segment_t segment;
static gex_Rank_t me, size;

static void fail(int line, const char *what) {
  fprintf(stderr, "%s:%d: rank %u: failed: %s\n", __FILE__, line, (unsigned)me, what);
  fflush(stderr);
  abort();
}

enum { H_SHORT = 200, H_MEDIUM, H_LONG, H_DONE };
static volatile int done;

static void short_handler(gex_Token_t token, gex_AM_Arg_t a) {
  CHECK(a == 17);
  gex_AM_ReplyShort0(token, H_DONE, 0);
}
static void medium_handler(gex_Token_t token, void *buf, size_t n) {
  CHECK(n == 6 && !strcmp(buf, "hello"));
  gex_AM_ReplyShort0(token, H_DONE, 0);
}
static void long_handler(gex_Token_t token, void *buf, size_t n, gex_AM_Arg_t empty) {
  if (empty)
    CHECK(n == 0 && buf == (void *)0x40);
  else
    CHECK(n == 6 && !strcmp(buf, "hello"));
  gex_AM_ReplyShort0(token, H_DONE, 0);
}
static void done_handler(gex_Token_t token) {
  (void)token;
  done++;
}

static gex_AM_Entry_t handlers[] = {
    {H_SHORT, (gex_AM_Fn_t)short_handler, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST, 1, 0, "short"},
    {H_MEDIUM, (gex_AM_Fn_t)medium_handler, GEX_FLAG_AM_MEDIUM | GEX_FLAG_AM_REQUEST, 0, 0, 0},
    {H_LONG, (gex_AM_Fn_t)long_handler, GEX_FLAG_AM_LONG | GEX_FLAG_AM_REQUEST, 1, 0, "long"},
    {H_DONE, (gex_AM_Fn_t)done_handler, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REPLY, 0, 0, "done"}};

static void barrier(void) { gex_Event_Wait(gex_Coll_BarrierNB(tm, 0)); }
static gex_Rank_t next(void) { return (me + 1) % size; }
static uintptr_t size_of(gex_Rank_t rank) { return (uintptr_t)(rank + 1) * 3 * GASNET_PAGESIZE; }

/* INIT-2..5: the name is copied, argc and argv may be NULL, the flags are kept. */
static void start(void) {
  char name[] = "a lower-case name";
  setenv("GASNET_PSHM_NODES", "3", 0);
  CHECK(!strcmp(gasnet_ErrorName(GASNET_ERR_RESOURCE), "GASNET_ERR_RESOURCE"));
  CHECK(gex_Client_Init(&client, &ep, &tm, name, 0, 0, GEX_FLAG_DEFER_THREADS) == GASNET_OK);
  memset(name, 'x', sizeof name - 1);
  me = gex_System_QueryJobRank();
  size = gex_System_QueryJobSize();
  CHECK(!strcmp(gex_Client_QueryName(client), "a lower-case name"));
  CHECK(gex_Client_QueryFlags(client) & GEX_FLAG_DEFER_THREADS);
  CHECK(!(gex_Client_QueryFlags(client) & GEX_FLAG_USES_GASNET1));
}

/* 22.2: without GASNet-1 the legacy objects are invalid. */
static void no_legacy_objects(void) {
  gex_Client_t c = client;
  gex_EP_t e = ep;
  gex_TM_t t = tm;
  gex_Segment_t s = (gex_Segment_t)(void *)&c;
  gasnet_QueryGexObjects(&c, &e, &t, &s);
  CHECK(c == GEX_CLIENT_INVALID && e == GEX_EP_INVALID);
  CHECK(t == GEX_TM_INVALID && s == GEX_SEGMENT_INVALID);
}

/* QBS-1..3, 22.5: no segment yet. */
static void nothing_bound(void) {
  void *owner = &owner, *local = &local, *const o = owner, *const l = local;
  uintptr_t n = 99;
  gasnet_seginfo_t info[2];
  CHECK(gex_EP_QuerySegment(ep) == GEX_SEGMENT_INVALID);
  CHECK(gex_Segment_QueryBound(tm, next(), &owner, &local, &n) != 0);
  CHECK(owner == o && local == l && n == 99);
  gex_Event_Wait(gex_EP_QueryBoundSegmentNB(tm, me, &owner, &local, &n, 0));
  CHECK(n == 0);
  memset(info, 0x5a, sizeof info);
  CHECK(gasnet_getSegmentInfo(info, 1) == GASNET_OK);
  CHECK(info[0].addr == 0 && info[0].size == 0);
}

static void wait_done(int n) {
  GASNET_BLOCKUNTIL(done >= n);
  CHECK(done == n);
  done = 0;
  barrier();
}

/* INIT-7: messages without and with payload, a long one of no bytes. */
static void messages(void) {
  gex_Event_t event;
  CHECK(gex_AM_RequestShort1(tm, next(), H_SHORT, 0, 17) == 0);
  CHECK(gex_AM_RequestMedium0(tm, next(), H_MEDIUM, "hello", 6, GEX_EVENT_NOW, 0) == 0);
  CHECK(gex_AM_RequestLong1(tm, next(), H_LONG, 0, 0, (void *)0x40, &event, 0, 1) == 0);
  gex_Event_Wait(event);
  CHECK(gex_AM_RequestMedium0(tm, me, H_MEDIUM, "hello", 6, GEX_EVENT_GROUP, 0) == 0);
  gex_NBI_Wait(GEX_EC_AM, 0);
  wait_done(4);
}

/* gasnet1-coll K0: gasnet_coll_init was not called; each process is one image, its handles are
 * events. */
static void collectives(void) {
  const int flags = GASNET_COLL_IN_MYSYNC | GASNET_COLL_OUT_MYSYNC | GASNET_COLL_LOCAL;
  uint32_t mine = me + 1, root = 0, all[2][64] = {{0}};
  gasnet_coll_handle_t h[2];
  gasnet_team_handle_t half;
  gex_Event_t event;
  gex_Rank_t r;
  CHECK(size <= 64);
  gasnet_coll_broadcast(GASNET_TEAM_ALL, &root, size - 1, &mine, sizeof mine, flags);
  CHECK(root == size);
  (void)gasnet_coll_gather_all_nb(gasnete_coll_team_all, all[0], &mine, sizeof mine,
                                  flags | GASNET_COLL_AGGREGATE);
  event = gasnet_coll_broadcast_nb(GASNET_TEAM_ALL, &root, 0, &mine, sizeof mine, flags);
  gex_Event_Wait(event);
  CHECK(root == 1);
  for (r = 0; r < size; r++) CHECK(all[0][r] == r + 1);
  h[0] = gasnet_coll_gather_nb(GASNET_TEAM_ALL, 0, all[1], &mine, sizeof mine, flags);
  h[1] = gasnet_coll_broadcast_nb(GASNET_TEAM_ALL, &root, 0, &mine, sizeof mine, flags);
  while (gex_Event_TestAll(h, 2, 0) != GASNET_OK) gasnet_AMPoll();
  CHECK(root == 1 && h[0] == GASNET_COLL_INVALID_HANDLE && h[1] == GEX_EVENT_INVALID);
  for (r = 0; me == 0 && r < size; r++) CHECK(all[1][r] == r + 1);
  half = gasnet_coll_team_split(GASNET_TEAM_ALL, me % 2, me / 2, 0);
  CHECK(gasnet_coll_barrier(half, 7, GASNET_BARRIERFLAG_IMAGES) == GASNET_OK);
  gasnet_coll_team_free(half);
  CHECK(!strcmp(gasneti_gethostname(), gasnett_gethostname()));
}

static void before_attach(void) {
  int i;
  no_legacy_objects();
  nothing_bound();
  barrier();
  collectives();
  CHECK(gex_EP_RegisterHandlers(ep, handlers, 4) == GASNET_OK);
  barrier();
  for (i = 0; i < 10; i++) messages();
  CHECK(gex_AM_MaxRequestLong(tm, next(), GEX_EVENT_NOW, 0, 3) >= 512);
  CHECK(gasnet_AMPoll() == GASNET_OK);
  CHECK(gex_TM_TranslateJobrankToRank(tm, next()) == next());
  CHECK(gex_TM_QueryCData(tm) == 0);
}

/* PT-1..3: the one call; there may be nothing to start. */
static void progress_threads(void) {
  const gex_ProgressThreadInfo_t *info = (const gex_ProgressThreadInfo_t *)(void *)&info;
  unsigned count = 4711;
  CHECK(gex_System_QueryProgressThreads(client, &count, &info, 0) == GASNET_OK);
  CHECK(count != 4711);
  if (count == 0) CHECK(info == 0);
}

/* SEG-1, SEG-2, SEG-5: sizes differ from rank to rank; each is as asked for. */
static int hook_calls;
static void *hook_base;
static void hook(void *base, uintptr_t n) {
  hook_calls++;
  hook_base = base;
  CHECK(n == size_of(me));
}

static void attach(void) {
  CHECK(gasnet_getMaxLocalSegmentSize() >= size_of(me));
  CHECK(gasnet_getMaxGlobalSegmentSize() <= gasnet_getMaxLocalSegmentSize());
  CHECK(gasnet_client_attach_hook == 0);
  gasnet_client_attach_hook = hook;
  CHECK(gex_Segment_Attach(&segment, tm, size_of(me)) == GASNET_OK);
  CHECK(hook_calls == 1 && hook_base == gex_Segment_QueryAddr(segment));
  CHECK(gex_EP_QuerySegment(ep) == segment);
  CHECK(gex_Segment_QuerySize(segment) == size_of(me));
  CHECK((uintptr_t)gex_Segment_QueryAddr(segment) % GASNET_PAGESIZE == 0);
}

/* RMA-2: every byte of every segment, to its two ends. */
static void transfers(void) {
  gex_Rank_t r, k;
  for (r = 0; r < size; r++) {
    char *base, value = (char)(1 + me), back = 0, *place;
    uintptr_t n;
    CHECK(gex_Segment_QueryBound(tm, r, (void **)&base, 0, &n) == 0);
    CHECK(n == size_of(r));
    for (k = 0; k < 2; k++) {
      place = k ? base + n - 1 - me : base + me;
      CHECK(gex_RMA_PutBlocking(tm, r, place, &value, 1, 0) == 0);
      CHECK(gex_RMA_GetBlocking(tm, &back, r, place, 1, 0) == 0);
      CHECK(back == value);
    }
  }
  barrier();
  for (k = 0; k < size; k++) {
    const char *base = gex_Segment_QueryAddr(segment);
    CHECK(base[k] == (char)(1 + k));
    CHECK(base[size_of(me) - 1 - k] == (char)(1 + k));
  }
  barrier();
}

static void long_message(void) {
  void *base;
  CHECK(gex_Segment_QueryBound(tm, next(), &base, 0, 0) == 0);
  CHECK(gex_AM_RequestLong1(tm, next(), H_LONG, "hello", 6, (char *)base + 100, GEX_EVENT_NOW, 0,
                            0) == 0);
  wait_done(1);
}

int main(void) {
  start();
  before_attach();
  progress_threads();
  messages();
  attach();
  collectives();
  transfers();
  long_message();
  messages();
  no_legacy_objects();
  barrier();
  if (me == 0) printf("ok gex_start on %u ranks\n", (unsigned)size);
  gasnet_exit(0);
}
