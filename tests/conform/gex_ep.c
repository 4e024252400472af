/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_ep.c: making and querying endpoints and segments; binding (gex-core 9.2, 10; gex-memkinds 4).
 */
#include <dirent.h>
#include <sys/mman.h>

#include "gex_ep.h"

static int made; /* endpoints, besides the primordial one */

/* The result of gex_EP_Create. COMPAT of EP-1: indices are exactly 1, 2, 3, ... */
static int create(gex_EP_t *ep, gex_EP_Capabilities_t capabilities) {
  int rc = gex_EP_Create(ep, conform_client(), capabilities, 0);
  CHECK_EQ(rc == GASNET_OK, *ep != GEX_EP_INVALID);
  if (rc == GASNET_OK) CHECK_EQ(gex_EP_QueryIndex(*ep), ++made);
  return rc;
}

gex_EP_t gex_ep_new(void) {
  gex_EP_t ep = GEX_EP_INVALID;
  if (made + 1 >= GASNET_MAXEPS)
    conform_skip("no more endpoints");
  else
    CHECK_EQ(create(&ep, GEX_EP_CAPABILITY_RMA), GASNET_OK);
  return ep;
}

static gex_EP_t bind_new(gex_EP_t ep, void *address, size_t length) {
  gex_Segment_t seg = GEX_SEGMENT_INVALID;
  if (ep == GEX_EP_INVALID) return ep;
  CHECK_EQ(gex_Segment_Create(&seg, conform_client(), address, length, GEX_MK_HOST, 0), GASNET_OK);
  CHECK_EQ(gex_EP_BindSegment(ep, seg, 0), GASNET_OK);
  CHECK(gex_EP_QuerySegment(ep) == seg);
  return ep;
}

gex_EP_t gex_ep_bound(void *address, size_t length) {
  return bind_new(gex_ep_new(), address, length);
}

/* gex_EP_Create may give the capability or refuse it (EP-2, minimum of 10.1). */
static gex_EP_t try_capable(gex_EP_Capabilities_t capabilities) {
  gex_EP_t ep = GEX_EP_INVALID;
  int rc;
  gex_System_SetVerboseErrors(0);
  rc = create(&ep, capabilities);
  gex_System_SetVerboseErrors(1);
  CHECK(rc == GASNET_OK || rc == GASNET_ERR_BAD_ARG || rc == GASNET_ERR_RESOURCE);
  return ep;
}

gex_EP_t gex_ep_capable(gex_EP_Capabilities_t capabilities, size_t length, gex_AM_Entry_t *table,
                        size_t entries) {
  gex_EP_t ep = try_capable(capabilities);
  if (ep == GEX_EP_INVALID) {
    conform_skip("no endpoints with these capabilities");
    return ep;
  }
  bind_new(ep, conform_rank() % 2 ? malloc(length) : 0, length);
  CHECK_EQ(gex_EP_RegisterHandlers(ep, table, entries), GASNET_OK);
  CHECK_EQ(gex_EP_PublishBoundSegment(conform_tm(), &ep, 1, 0), GASNET_OK);
  return ep;
}

char *gex_ep_base(gex_EP_t ep, gex_Rank_t rank) {
  gex_TM_t pair = gex_TM_Pair(conform_ep(), gex_EP_QueryIndex(ep));
  void *base = 0;
  gex_Event_Wait(gex_EP_QueryBoundSegmentNB(pair, rank, &base, 0, 0, 0));
  CHECK(base != 0);
  return base;
}

/* --- endpoints ------------------------------------------------------------ */

/* EP-1, EP-3, 10.2, 7.3: what a new endpoint is like. */
static void test_new(void) {
  gex_EP_t a = gex_ep_new(), b = GEX_EP_INVALID;
  int mark = 0;
  if (a == GEX_EP_INVALID) return;
  CHECK(a != conform_ep());
  CHECK(gex_EP_QueryClient(a) == conform_client());
  CHECK(gex_EP_QuerySegment(a) == GEX_SEGMENT_INVALID);
  CHECK_EQ(gex_EP_QueryFlags(a), 0);
  CHECK(gex_EP_QueryCData(a) == 0);
  gex_EP_SetCData(a, &mark);
  CHECK(gex_EP_QueryCData(a) == &mark);
  CHECK_EQ(gex_EP_Create(&b, conform_client(), GEX_EP_CAPABILITY_RMA, GEX_FLAG_HINT_ACCEL_ALL),
           GASNET_OK);
  CHECK_EQ(gex_EP_QueryIndex(b), ++made);
  CHECK(b != a && gex_EP_QueryCData(b) == 0);
  CHECK(gex_EP_QueryCData(conform_ep()) != &mark);
  CHECK_EQ(gex_EP_QueryFlags(b), GEX_FLAG_HINT_ACCEL_ALL);
  CHECK_EQ(gex_EP_QueryIndex(conform_ep()), 0);
}

/* EP-2: what fails takes no index and writes nothing; Realm relies on it. */
static void test_failed(void) {
  const gex_EP_t before = (gex_EP_t)(void *)&made;
  gex_EP_t ep = before;
  gex_System_SetVerboseErrors(0);
  CHECK_EQ(gex_EP_Create(&ep, conform_client(), 0, 0), GASNET_ERR_BAD_ARG);
  CHECK_EQ(gex_EP_Create(&ep, conform_client(), 1u << 30, 0), GASNET_ERR_BAD_ARG);
  CHECK_EQ(gex_EP_Create(&ep, conform_client(), GEX_EP_CAPABILITY_RMA | 1u << 5, 0),
           GASNET_ERR_BAD_ARG);
  gex_System_SetVerboseErrors(1);
  CHECK(ep == before);
  gex_ep_new(); /* checks its index */
}

static void test_capabilities(void) {
  gex_EP_Capabilities_t bit;
  for (bit = GEX_EP_CAPABILITY_AM; bit < GEX_EP_CAPABILITY_ALL; bit <<= 1)
    try_capable(GEX_EP_CAPABILITY_RMA | bit);
}

/* The capabilities that the groups gex_ep_am and gex_ep_vis need. */
static void test_full(void) {
  gex_EP_t ep = GEX_EP_INVALID;
  CHECK_EQ(create(&ep, GEX_EP_CAPABILITY_RMA | GEX_EP_CAPABILITY_AM | GEX_EP_CAPABILITY_VIS),
           GASNET_OK);
}

static void handler(gex_Token_t token) { (void)token; }

/* An endpoint without the capability takes no handlers. */
static void test_handlers(void) {
  gex_AM_Entry_t e = {0, (gex_AM_Fn_t)handler, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST, 0, 0, 0};
  gex_EP_t ep = gex_ep_new();
  if (ep == GEX_EP_INVALID) return;
  CHECK_EQ(gex_EP_RegisterHandlers(ep, 0, 0), GASNET_OK);
  gex_System_SetVerboseErrors(0);
  CHECK_EQ(gex_EP_RegisterHandlers(ep, &e, 1), GASNET_ERR_BAD_ARG);
  gex_System_SetVerboseErrors(1);
  CHECK_EQ(e.gex_index, 0);
}

/* EP-2: when all are taken, RESOURCE, as often as one asks. Last of the group: takes them all. */
static void test_exhaustion(void) {
  const gex_EP_t before = (gex_EP_t)(void *)&made;
  gex_EP_t ep = before;
  int i;
  while (made + 1 < GASNET_MAXEPS) gex_ep_new();
  gex_System_SetVerboseErrors(0);
  for (i = 0; i < 3; i++) {
    CHECK_EQ(gex_EP_Create(&ep, conform_client(), GEX_EP_CAPABILITY_RMA, 0), GASNET_ERR_RESOURCE);
    CHECK(ep == before);
  }
  CHECK_EQ(gex_EP_Create(&ep, conform_client(), 0, 0), GASNET_ERR_BAD_ARG);
  gex_System_SetVerboseErrors(1);
}

/* --- segments ------------------------------------------------------------- */

static int is_mapped(void *page) {
  unsigned char resident;
  return mincore(page, 1, &resident) == 0;
}

/* Open files of this process; 0 where the kernel does not say. */
static int files(void) {
  DIR *d = opendir("/proc/self/fd");
  int n = 0;
  while (d && readdir(d)) n++;
  if (d) closedir(d);
  return n;
}

/* SEG-9, 9.3, 7.3: of library memory, of all sizes, in whole pages at most; it can be used to its
 * end. SEG-12: the memory goes with the segment, and
 * what else it took of the system. */
static void test_library_memory(void) {
  static const size_t sizes[] = {1, 63, 64, 65, 4095, 4096, 4097, 1 << 20};
  gex_Segment_t seg[8];
  void *at;
  size_t i;
  int mark = 0, before = files();
  for (i = 0; i < 8; i++) {
    CHECK_EQ(gex_Segment_Create(&seg[i], conform_client(), 0, sizes[i], GEX_MK_HOST, 0), GASNET_OK);
    CHECK(seg[i] != GEX_SEGMENT_INVALID && seg[i] != conform_segment());
    CHECK(gex_Segment_QuerySize(seg[i]) >= sizes[i]);
    CHECK(gex_Segment_QuerySize(seg[i]) < sizes[i] + GASNET_PAGESIZE);
    CHECK(gex_Segment_QueryAddr(seg[i]) != 0);
    CHECK(gex_Segment_QueryClient(seg[i]) == conform_client());
    CHECK_EQ(gex_Segment_QueryFlags(seg[i]), 0);
    CHECK(gex_Segment_QueryCData(seg[i]) == 0);
    gex_Segment_SetCData(seg[i], &mark);
    memset(gex_Segment_QueryAddr(seg[i]), (int)i + 1, gex_Segment_QuerySize(seg[i]));
  }
  for (i = 0; i < 8; i++) {
    CHECK_EQ(conform_not_all(gex_Segment_QueryAddr(seg[i]), sizes[i], (int)i + 1), -1);
    CHECK(gex_Segment_QueryCData(seg[i]) == &mark);
    at = gex_Segment_QueryAddr(seg[i]);
    CHECK(is_mapped(at));
    gex_Segment_Destroy(seg[i], 0);
    CHECK(!is_mapped(at));
  }
  CHECK(files() <= before);
}

/* SEG-9, SEG-12: client memory is taken as it is, anywhere, and left alone. */
static void test_client_memory(void) {
  char *memory = malloc(10000);
  gex_Segment_t seg = GEX_SEGMENT_INVALID, same = GEX_SEGMENT_INVALID;
  conform_fill(memory, 10000, 77);
  CHECK_EQ(gex_Segment_Create(&seg, conform_client(), memory + 13, 9001, GEX_MK_HOST, 0),
           GASNET_OK);
  CHECK(gex_Segment_QueryAddr(seg) == memory + 13);
  CHECK_EQ(gex_Segment_QuerySize(seg), 9001);
  CHECK_EQ(gex_Segment_Create(&same, conform_client(), memory, 10000, GEX_MK_HOST, 0), GASNET_OK);
  CHECK(same != seg);
  gex_Segment_Destroy(seg, 0);
  gex_Segment_Destroy(same, 0);
  CHECK_EQ(conform_differs(memory, 10000, 77), -1);
  free(memory);
}

/* SEG-10, AMBIG-3 */
static void test_segment_errors(void) {
  const gex_Segment_t before = (gex_Segment_t)(void *)&made;
  gex_Segment_t seg = before;
  char memory[64];
  gex_System_SetVerboseErrors(0);
  CHECK_EQ(gex_Segment_Create(&seg, conform_client(), 0, 0, GEX_MK_HOST, 0), GASNET_ERR_BAD_ARG);
  CHECK_EQ(gex_Segment_Create(&seg, conform_client(), memory, 0, GEX_MK_HOST, 0),
           GASNET_ERR_BAD_ARG);
  CHECK_EQ(gex_Segment_Create(&seg, conform_client(), 0, 64, GEX_MK_INVALID, 0),
           GASNET_ERR_BAD_ARG);
  CHECK_EQ(gex_Segment_Create(&seg, conform_client(), memory, 64, (gex_MK_t)(void *)memory, 0),
           GASNET_ERR_BAD_ARG);
  CHECK_EQ(gex_Segment_Create(&seg, conform_client(), memory, (uintptr_t)-1, GEX_MK_HOST, 0),
           GASNET_ERR_BAD_ARG);
  CHECK_EQ(gex_Segment_Create(&seg, conform_client(), 0, (uintptr_t)-1, GEX_MK_HOST, 0),
           GASNET_ERR_BAD_ARG);
  CHECK(gex_Segment_Create(&seg, conform_client(), 0, (uintptr_t)1 << 60, GEX_MK_HOST, 0) !=
        GASNET_OK);
  gex_System_SetVerboseErrors(1);
  CHECK(seg == before);
}

/* MKS-5, gex-memkinds 6: many that are never bound; Realm leaks them. */
static void test_many(void) {
  enum { MANY = 500 };
  static gex_Segment_t seg[MANY];
  static char memory[MANY];
  int i;
  for (i = 0; i < MANY; i++)
    CHECK_EQ(gex_Segment_Create(&seg[i], conform_client(), i % 5 ? &memory[i] : 0, 1, GEX_MK_HOST,
                                0),
             GASNET_OK);
  for (i = 0; i < MANY; i += 2) gex_Segment_Destroy(seg[i], 0);
  for (i = 1; i < MANY; i += 2) CHECK(gex_Segment_QuerySize(seg[i]) >= 1);
  for (i = 1; i < MANY; i += 2) gex_Segment_Destroy(seg[i], 0);
}

/* --- binding -------------------------------------------------------------- */

/* EP-5, EP-6, EP-8, AMBIG-M8 */
static void test_bind(void) {
  static char memory[100];
  gex_EP_t a = gex_ep_bound(memory, sizeof memory), b = gex_ep_new();
  gex_Segment_t seg, other = GEX_SEGMENT_INVALID;
  if (b == GEX_EP_INVALID) return;
  seg = gex_EP_QuerySegment(a);
  CHECK_EQ(gex_Segment_Create(&other, conform_client(), memory, 10, GEX_MK_HOST, 0), GASNET_OK);
  gex_System_SetVerboseErrors(0);
  CHECK_EQ(gex_EP_BindSegment(a, other, 0), GASNET_ERR_BAD_ARG); /* bound already */
  CHECK(gex_EP_QuerySegment(a) == seg);
  CHECK_EQ(gex_EP_BindSegment(b, other, 1), GASNET_ERR_BAD_ARG);
  CHECK_EQ(gex_EP_BindSegment(b, GEX_SEGMENT_INVALID, 0), GASNET_ERR_BAD_ARG);
  CHECK_EQ(gex_EP_BindSegment(GEX_EP_INVALID, other, 0), GASNET_ERR_BAD_ARG);
  CHECK_EQ(gex_EP_BindSegment(conform_ep(), other, 0), GASNET_ERR_BAD_ARG);
  gex_System_SetVerboseErrors(1);
  CHECK(gex_EP_QuerySegment(b) == GEX_SEGMENT_INVALID);
  CHECK(gex_EP_QuerySegment(conform_ep()) == conform_segment());
  CHECK_EQ(gex_EP_BindSegment(b, seg, 0), GASNET_OK); /* one segment, two endpoints */
  CHECK(gex_EP_QuerySegment(b) == seg);
  gex_Segment_Destroy(other, 0);
}

/* QBS-1, QBS-2: endpoints of the calling process need no publication. */
static void test_own(void) {
  gex_EP_t ep = gex_ep_bound(0, 5000);
  gex_TM_t pair;
  void *owner = 0, *local = 0;
  uintptr_t size = 0;
  if (ep == GEX_EP_INVALID) return;
  pair = gex_TM_Pair(conform_ep(), gex_EP_QueryIndex(ep));
  CHECK(gex_EP_QueryBoundSegmentNB(pair, conform_rank(), &owner, &local, &size,
                                   GEX_FLAG_IMMEDIATE) == GEX_EVENT_INVALID);
  CHECK(owner == gex_Segment_QueryAddr(gex_EP_QuerySegment(ep)));
  CHECK(local == owner);
  CHECK_EQ(size, gex_Segment_QuerySize(gex_EP_QuerySegment(ep)));
  gex_RMA_PutBlockingVal(pair, conform_rank(), (char *)owner + size - 4, 0x01020304, 4, 0);
  CHECK_EQ(gex_RMA_GetBlockingVal(pair, conform_rank(), (char *)owner + size - 4, 4, 0),
           0x01020304);
  size = 1;
  pair = gex_TM_Pair(ep, gex_EP_QueryIndex(gex_ep_new())); /* not bound */
  gex_Event_Wait(gex_EP_QueryBoundSegmentNB(pair, conform_rank(), 0, 0, &size, 0));
  CHECK_EQ(size, 0);
  CHECK(gex_Segment_QueryBound(pair, conform_rank(), &owner, 0, &size) != 0);
}

/* PAIR-1, PAIR-2: with local endpoints too. */
static void test_pairs(void) {
  gex_EP_t eps[3] = {conform_ep(), gex_ep_new(), gex_ep_new()};
  gex_TM_t seen[3][8];
  int i, k;
  if (eps[2] == GEX_EP_INVALID) return;
  for (i = 0; i < 24; i++) seen[i / 8][i % 8] = gex_TM_Pair(eps[i / 8], (gex_EP_Index_t)(i % 8));
  for (i = 0; i < 24; i++) {
    CHECK(seen[i / 8][i % 8] == gex_TM_Pair(eps[i / 8], (gex_EP_Index_t)(i % 8)));
    CHECK(seen[i / 8][i % 8] != GEX_TM_INVALID && seen[i / 8][i % 8] != conform_tm());
    for (k = 0; k < i; k++) CHECK(seen[i / 8][i % 8] != seen[k / 8][k % 8]);
  }
}

const struct conform_test conform_gex_ep[] = {
    {"gex_ep_new", "gex-core EP-1, EP-3, 10.2, 7.3", test_new, 0},
    {"gex_ep_failed", "gex-core EP-2", test_failed, 0},
    {"gex_ep_capabilities", "gex-core EP-2, 10.1", test_capabilities, 0},
    {"gex_ep_full", "gex-core EP-2, 10.1", test_full, 0},
    {"gex_ep_handlers", "gex-core AMREG-1", test_handlers, 0},
    {"gex_ep_library_memory", "gex-core SEG-9, SEG-11, SEG-12, 9.3", test_library_memory, 0},
    {"gex_ep_client_memory", "gex-core SEG-9, SEG-12", test_client_memory, 0},
    {"gex_ep_segment_errors", "gex-core SEG-10", test_segment_errors, 0},
    {"gex_ep_many", "gex-memkinds MKS-5", test_many, 0},
    {"gex_ep_bind", "gex-core EP-5, EP-6, EP-8", test_bind, 0},
    {"gex_ep_own", "gex-core QBS-1, QBS-2, gex-rma RMA-2", test_own, 0},
    {"gex_ep_pairs", "gex-core PAIR-1, PAIR-2", test_pairs, 0},
    {0, 0, 0, 0}};

const struct conform_test conform_gex_ep_last[] = {
    {"gex_ep_exhaustion", "gex-core EP-2, gex-memkinds 7.7", test_exhaustion, 0}, {0, 0, 0, 0}};
