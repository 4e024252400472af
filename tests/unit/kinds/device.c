/* SPDX-License-Identifier: BSD-3-Clause
 *
 * device.c: device segments (gex-memkinds 2 to 4, 7). Talks to whatever driver (driver.h) the
 * loader finds: the fake one of this directory, or a real one. Exit status 77: there is no device.
 *
 *   PROGRAM unavailable RC   only check that making a kind fails with that code
 *   PROGRAM live 0           destroy a kind that has a segment, which is fatal (MK-4)
 *   PROGRAM outside 0        put from outside of the device segment of the local endpoint: fatal
 *   PROGRAM threads FOLDER   copy by the module in FOLDER from several threads at a time
 */
#include <gasnet_coll.h>

#include "driver.h"

#define CHECK(cond)                                                                                \
  do {                                                                                             \
    if (!(cond)) {                                                                                 \
      fprintf(stderr, "rank %u: %s:%d: %s\n", me, __FILE__, __LINE__, #cond);                      \
      failures++;                                                                                  \
    }                                                                                              \
  } while (0)

enum { LIBRARY, CLIENT, HOST, KINDS, SLOT = 200000 };
static gex_Client_t client;
static gex_EP_t ep0, eps[KINDS];
static gex_TM_t world;
static gex_Rank_t me, ranks;
static gex_MK_t kind;
static int devices, failures;
static char *own[KINDS];

static void barrier(void) { gex_Event_Wait(gex_Coll_BarrierNB(world, 0)); }

static void fill(unsigned char *p, size_t n, unsigned seed) {
  for (size_t i = 0; i < n; i++) p[i] = (unsigned char)(seed * 31 + i * 7 + i / 256);
}
static int filled(const unsigned char *p, size_t n, unsigned seed) {
  for (size_t i = 0; i < n; i++)
    if (p[i] != (unsigned char)(seed * 31 + i * 7 + i / 256)) return 0;
  return 1;
}

/* Copies by the driver, behind the library's back. */
static void by_driver(void *to, const void *from, size_t n) { CHECK(driver_copy(to, from, n)); }

static void *allocated(size_t n, int managed) {
  void *at = driver_allocate(n, managed);
  CHECK(at != NULL);
  return at;
}

/* --- kinds and segments --------------------------------------------------- */

static int make_kind(gex_MK_t *kind_p, int ordinal) {
  gex_MK_Create_args_t a;
  memset(&a, 0, sizeof a);
  driver_set_args(&a, ordinal);
  return gex_MK_Create(kind_p, client, &a, 0);
}

static int create(gex_Segment_t *seg, void *at, size_t n, gex_MK_t k) {
  return gex_Segment_Create(seg, client, at, n, k, 0);
}

/* MK-3: each wrong argument; then every device, also parts of one. */
static void check_arguments(void) {
  gex_MK_Create_args_t a;
  gex_MK_t none = GEX_MK_INVALID;
  gex_System_SetVerboseErrors(0);
  memset(&a, 0, sizeof a);
  for (int i = 0; driver_set_wrong_args(&a, i); i++)
    CHECK(gex_MK_Create(&none, client, &a, 0) == GASNET_ERR_BAD_ARG && none == GEX_MK_INVALID);
  gex_System_SetVerboseErrors(1);
  for (int i = 0; i < devices; i++) {
    gex_MK_t one = GEX_MK_INVALID;
    CHECK(make_kind(&one, i) == GASNET_OK);
    if (one != GEX_MK_INVALID) gex_MK_Destroy(one, 0);
  }
}

/* MK-1..4: independent kinds of a device, queries, errors. */
static void check_kinds(void) {
  gex_MK_t second = GEX_MK_INVALID;
  gex_MK_Create_args_t a;
  driver_set_args(&a, 0);
  CHECK(make_kind(&second, 0) == GASNET_OK && second != kind && second != GEX_MK_HOST);
  CHECK(gex_MK_QueryClass(second) == a.gex_class);
  CHECK(gex_MK_QueryClient(second) == client && gex_MK_QueryFlags(second) == 0);
  CHECK(gex_MK_QueryCData(second) == NULL);
  gex_MK_SetCData(second, &second);
  CHECK(gex_MK_QueryCData(second) == &second && gex_MK_QueryCData(kind) == NULL);
  gex_MK_Destroy(second, 0);
  gex_System_SetVerboseErrors(0);
  CHECK(create(&(gex_Segment_t){0}, NULL, 64, second) == GASNET_ERR_BAD_ARG); /* gone */
  gex_System_SetVerboseErrors(1);
  CHECK(driver_is_untouched());
}

/* MKS-1, MKS-2 */
static void check_segments(void) {
  static char host[1000];
  const size_t all = (size_t)2 << 20; /* what drivers round to at most */
  char *device = allocated(all, 0), *managed = allocated(4096, 1);
  void *elsewhere = driver_allocate_elsewhere(4096);
  gex_Segment_t seg = GEX_SEGMENT_INVALID, bad = GEX_SEGMENT_INVALID;
  gex_MK_t other = GEX_MK_INVALID;
  size_t sizes[] = {1, 255, 4096, (size_t)1 << 20};
  for (int i = 0; i < 4; i++) {
    CHECK(create(&seg, NULL, sizes[i], kind) == GASNET_OK);
    CHECK(gex_Segment_QueryAddr(seg) != NULL && gex_Segment_QuerySize(seg) >= sizes[i]);
    gex_Segment_Destroy(seg, 0);
  }
  CHECK(create(&seg, device + 16, 9000, kind) == GASNET_OK);
  CHECK(gex_Segment_QueryAddr(seg) == device + 16 && gex_Segment_QuerySize(seg) == 9000);
  gex_System_SetVerboseErrors(0);
  CHECK(gex_EP_BindSegment(ep0, seg, 0) == GASNET_ERR_BAD_ARG);
  CHECK(create(&bad, host, sizeof host, kind) == GASNET_ERR_BAD_ARG);
  CHECK(create(&bad, managed, 4096, kind) == GASNET_ERR_BAD_ARG);
  if (elsewhere) CHECK(create(&bad, elsewhere, 4096, kind) == GASNET_ERR_BAD_ARG);
  CHECK(create(&bad, device, (size_t)1 << 30, kind) == GASNET_ERR_BAD_ARG);
  CHECK(create(&bad, device + all - 8, all, kind) == GASNET_ERR_BAD_ARG);
  CHECK(create(&bad, device, 0, kind) == GASNET_ERR_BAD_ARG);
  CHECK(create(&bad, NULL, (size_t)1 << 60, kind) == GASNET_ERR_RESOURCE);
  CHECK(create(&bad, NULL, (size_t)-1, kind) == GASNET_ERR_RESOURCE);
  if (devices > 1 && make_kind(&other, 1) == GASNET_OK) {
    CHECK(create(&bad, device, 100, other) == GASNET_ERR_BAD_ARG);
    gex_MK_Destroy(other, 0);
  }
  gex_System_SetVerboseErrors(1);
  CHECK(bad == GEX_SEGMENT_INVALID);
  gex_Segment_Destroy(seg, 0);
  by_driver(device, host, 100); /* still the client's */
  CHECK(driver_is_untouched());
}

static gex_EP_t bound(void *at, size_t n, gex_MK_t k, char **base) {
  gex_Segment_t seg = GEX_SEGMENT_INVALID;
  gex_EP_t ep = GEX_EP_INVALID;
  CHECK(create(&seg, at, n, k) == GASNET_OK);
  CHECK(gex_EP_Create(&ep, client, GEX_EP_CAPABILITY_RMA, 0) == GASNET_OK);
  CHECK(gex_EP_BindSegment(ep, seg, 0) == GASNET_OK);
  *base = gex_Segment_QueryAddr(seg);
  return ep;
}

/* --- transfers: every row of the table, all forms ------------------------- */

static void put(int form, gex_TM_t tm, gex_Rank_t rank, void *to, const void *from, size_t n) {
  gex_Event_t leaf;
  if (form == 0) gex_RMA_PutBlocking(tm, rank, to, from, n, 0);
  if (form == 1) {
    gex_Event_t ev = gex_RMA_PutNB(tm, rank, to, from, n, &leaf, 0);
    gex_Event_Wait(leaf);
    gex_Event_Wait(ev);
  }
  if (form == 2) {
    gex_RMA_PutNBI(tm, rank, to, from, n, GEX_EVENT_DEFER, 0);
    gex_NBI_Wait(GEX_EC_ALL, 0);
  }
}
static void get(int form, gex_TM_t tm, void *to, gex_Rank_t rank, void *from, size_t n) {
  if (form == 0) gex_RMA_GetBlocking(tm, to, rank, from, n, 0);
  if (form == 1) gex_Event_Wait(gex_RMA_GetNB(tm, to, rank, from, n, 0));
  if (form == 2) {
    gex_RMA_GetNBI(tm, to, rank, from, n, 0);
    gex_NBI_Wait(GEX_EC_ALL, 0);
  }
}

/* From local memory `here` of endpoint `from` to `rank` and back to elsewhere in it. */
static void transfer(int from, int to, gex_Rank_t rank, size_t n, int form) {
  static unsigned char buf[SLOT];
  gex_EP_t local = from < 0 ? ep0 : eps[from];
  gex_TM_t tm = gex_TM_Pair(local, gex_EP_QueryIndex(eps[to]));
  char *there = NULL, *here = from < 0 ? malloc(2 * SLOT) : own[from] + (size_t)SLOT * ranks;
  void *mapped = &mapped;
  gex_Event_Wait(gex_EP_QueryBoundSegmentNB(tm, rank, (void **)&there, &mapped, NULL, 0));
  if (to != HOST) CHECK(mapped == NULL); /* MKR-4 */
  there += (size_t)SLOT * me;
  fill(buf, n, me * 10 + (unsigned)form);
  by_driver(here, buf, n);
  put(form, tm, rank, there, here, n);
  get(form, tm, here + SLOT, rank, there, n);
  memset(buf, 0, n);
  by_driver(buf, here + SLOT, n);
  CHECK(filled(buf, n, me * 10 + (unsigned)form));
  gex_RMA_PutBlockingVal(tm, rank, there, 0x0102030405060708, 8, 0);
  CHECK(gex_RMA_GetBlockingVal(tm, rank, there, 8, 0) == 0x0102030405060708);
  if (from < 0) free(here);
}

static void check_transfers(void) {
  static const size_t sizes[] = {8, 1000, 65000, SLOT};
  unsigned char *buf = malloc(SLOT);
  for (int from = -1; from < KINDS; from++)
    for (int to = 0; to < KINDS; to++)
      for (gex_Rank_t r = 0; r < ranks; r++)
        for (int form = 0; form < 3; form++)
          transfer(from, to, r, sizes[(form + from + 2) % 4], form);
  barrier();
  for (int to = 0; to < KINDS; to++) { /* what others put is there, for the driver too */
    gex_TM_t tm = gex_TM_Pair(ep0, gex_EP_QueryIndex(eps[to]));
    char *there = NULL;
    gex_Rank_t next = (me + 1) % ranks;
    gex_Segment_QueryBound(tm, next, (void **)&there, NULL, NULL);
    fill(buf, SLOT, me);
    put(1, tm, next, there + (size_t)SLOT * me, buf, SLOT);
    barrier();
    by_driver(buf, own[to] + (size_t)SLOT * ((me + ranks - 1) % ranks), SLOT);
    CHECK(filled(buf, SLOT, (me + ranks - 1) % ranks));
    barrier();
  }
  free(buf);
  CHECK(driver_is_untouched());
}

/* --- the course ----------------------------------------------------------- */

static void unavailable(int expected) {
  gex_MK_t none = GEX_MK_INVALID;
  int rc = make_kind(&none, 0);
  CHECK(rc == expected && none == GEX_MK_INVALID);
  if (rc != expected) fprintf(stderr, "gex_MK_Create returned %d, expected %d\n", rc, expected);
}

static void with_device(void) {
  size_t bytes = (size_t)SLOT * (ranks + 2);
  CHECK(make_kind(&kind, 0) == GASNET_OK);
  check_arguments();
  check_kinds();
  check_segments();
  eps[LIBRARY] = bound(NULL, bytes, kind, &own[LIBRARY]);
  eps[CLIENT] = bound(allocated(bytes, 0), bytes, kind, &own[CLIENT]);
  eps[HOST] = bound(NULL, bytes, GEX_MK_HOST, &own[HOST]);
  CHECK(gex_EP_PublishBoundSegment(world, eps, KINDS, 0) == GASNET_OK);
  check_transfers();
  barrier();
  for (int i = 0; i < KINDS; i++) gex_Segment_Destroy(gex_EP_QuerySegment(eps[i]), 0);
  gex_MK_Destroy(kind, 0);
}

static void misuse(const char *what) {
  char *base;
  if (!devices || make_kind(&kind, 0)) gasnet_exit(77);
  eps[0] = bound(NULL, 4096, kind, &base);
  if (strcmp(what, "live") == 0)
    gex_MK_Destroy(kind, 0);
  else
    gex_RMA_PutBlocking(gex_TM_Pair(eps[0], 1), me, base, base + 4090, 8, 0);
}

int main(int argc, char **argv) {
  gex_Segment_t seg;
  gex_Client_Init(&client, &ep0, &world, "KINDS", &argc, &argv, 0);
  if (gex_Segment_Attach(&seg, world, 1 << 20)) gasnet_exit(1);
  me = gex_TM_QueryRank(world);
  ranks = gex_TM_QuerySize(world);
  devices = driver_find();
  if (argc > 2 && strcmp(argv[1], "unavailable") == 0)
    unavailable(atoi(argv[2]));
  else if (devices && argc > 2 && strcmp(argv[1], "threads") == 0)
    failures += copy_by_threads(argv[2]);
  else if (argc > 2)
    misuse(argv[1]);
  else if (devices)
    with_device();
  else
    gasnet_exit(77);
  barrier();
  if (me == 0 && !failures) printf("ok\n");
  gasnet_exit(failures != 0);
}
