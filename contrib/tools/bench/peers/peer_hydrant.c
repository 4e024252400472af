/* SPDX-License-Identifier: BSD-3-Clause
 *
 * peer_hydrant.c: Hydrant, by its GASNet-EX interface. A round trip is Medium messages, which the
 * handler copies to their place, up to SMALL bytes, and Long ones above.
 */
#include <gasnet_coll.h>
#include <gasnet_ratomic.h>
#include <gasnet_vis.h>
#include <gasnetex.h>
#include <stdlib.h>
#include <string.h>

#include "peer.h"

#define SMALL 512

enum { H_MEDIUM = GEX_AM_INDEX_BASE, H_LONG };

static gex_TM_t tm;
static gex_AD_t domain;
static char *memory, *theirs; /* of this rank, of the other one; each at its owner's address */
static char **of_rank;
static char *local;
static unsigned rank, size;
static volatile unsigned arrived;

static void on_medium(gex_Token_t token, void *buf, size_t n, gex_AM_Arg_t at_end) {
  (void)token;
  memcpy(memory + PEER_BYTES, buf, n);
  arrived += (unsigned)at_end;
}

static void on_long(gex_Token_t token, void *buf, size_t n, gex_AM_Arg_t at_end) {
  (void)token, (void)buf, (void)n;
  arrived += (unsigned)at_end;
}

static char *block_of(unsigned at, unsigned from, size_t bytes) {
  return of_rank[at] + 2 * PEER_BYTES + from * bytes;
}

#define MEDIUM_REQUEST (GEX_FLAG_AM_MEDIUM | GEX_FLAG_AM_REQUEST)
#define LONG_REQUEST (GEX_FLAG_AM_LONG | GEX_FLAG_AM_REQUEST)
static gex_AM_Entry_t handlers[] = {{H_MEDIUM, (gex_AM_Fn_t)on_medium, MEDIUM_REQUEST, 1, NULL,
                                     "medium"},
                                    {H_LONG, (gex_AM_Fn_t)on_long, LONG_REQUEST, 1, NULL, "long"}};

static void run_barrier(size_t bytes) {
  (void)bytes;
  gex_Event_Wait(gex_Coll_BarrierNB(tm, 0));
}

static void sync_ranks(void) { run_barrier(0); }

static void share_bytes(void *p, size_t bytes) {
  gex_Event_Wait(gex_Coll_BroadcastNB(tm, 0, p, p, bytes, 0));
}

static void put_bytes(size_t bytes) { gex_RMA_PutBlocking(tm, 1, theirs, local, bytes, 0); }
static void get_bytes(size_t bytes) { gex_RMA_GetBlocking(tm, local, 1, theirs, bytes, 0); }

static void put_stream(size_t bytes) {
  for (int i = 0; i < peer_window(bytes); i++)
    gex_RMA_PutNBI(tm, 1, theirs, local, bytes, GEX_EVENT_DEFER, 0);
  gex_NBI_Wait(GEX_EC_PUT, 0);
}

static void get_stream(size_t bytes) {
  for (int i = 0; i < peer_window(bytes); i++) gex_RMA_GetNBI(tm, local, 1, theirs, bytes, 0);
  gex_NBI_Wait(GEX_EC_GET, 0);
}

static void fetch_add(size_t bytes) {
  static int64_t before;
  (void)bytes;
  gex_Event_Wait(gex_AD_OpNB_I64(domain, &before, 1, theirs, GEX_OP_FADD, 1, 0, 0));
}

static void add_words(size_t bytes) {
  (void)bytes;
  gex_Event_Wait(gex_AD_OpNB_I64(domain, NULL, 1, theirs, GEX_OP_ADD, 1, 0, 0));
}

static void put_strided(size_t bytes) {
  static const ptrdiff_t stride[] = {16};
  static const size_t count[] = {PEER_PIECES};
  (void)bytes;
  gex_VIS_StridedPutBlocking(tm, 1, theirs, stride, local, stride, 8, count, 1, 0);
}

static void send_medium(size_t bytes) {
  size_t most = gex_AM_LUBRequestLong();
  if (bytes <= SMALL) {
    gex_AM_RequestMedium1(tm, 1 - rank, H_MEDIUM, local, bytes, GEX_EVENT_GROUP, 0, 1);
    return;
  }
  for (size_t at = 0; at < bytes; at += most) {
    size_t n = bytes - at < most ? bytes - at : most;
    gex_AM_RequestLong1(tm, 1 - rank, H_LONG, local + at, n, theirs + PEER_BYTES + at,
                        GEX_EVENT_GROUP, 0, at + n == bytes);
  }
}

static void round_trip(size_t bytes) {
  static unsigned turn; /* the other rank's message may have arrived before this call */
  turn++;
  if (rank == 0) send_medium(bytes);
  GASNET_BLOCKUNTIL(arrived == turn);
  if (rank == 1) send_medium(bytes);
  gex_NBI_Wait(GEX_EC_AM, 0);
}

static void reduce_to_all(size_t bytes) {
  gex_Event_Wait(gex_Coll_ReduceToAllNB(tm, local + PEER_BYTES, local, GEX_DT_DBL, 8, bytes / 8,
                                        GEX_OP_ADD, NULL, NULL, 0));
}

static void run_broadcast(size_t bytes) {
  gex_Event_Wait(gex_Coll_BroadcastNB(tm, 0, local, local, bytes, 0));
}

static void by_puts(size_t bytes) {
  for (unsigned i = 0; i < size; i++) {
    unsigned to = (rank + i) % size;
    gex_RMA_PutNBI(tm, to, block_of(to, rank, bytes), local + to * bytes, bytes, GEX_EVENT_DEFER,
                   0);
  }
  gex_NBI_Wait(GEX_EC_PUT, 0);
  run_barrier(0);
}

/* Where all share memory, clients make it of puts and a barrier; else GASNet-1's interface has it.
 */
static void all_to_all(size_t bytes) {
  static gex_Rank_t together;
  if (together == 0) gex_System_QueryNbrhdInfo(NULL, &together, NULL);
  if (together == size)
    by_puts(bytes);
  else
    gasnet_coll_exchange(GASNET_TEAM_ALL, block_of(rank, 0, bytes), local, bytes,
                         GASNET_COLL_IN_MYSYNC | GASNET_COLL_OUT_MYSYNC | GASNET_COLL_LOCAL);
}

static void find_memory(void) {
  if ((of_rank = calloc(size, sizeof *of_rank)) == NULL) peer_fail("memory", "none left");
  for (unsigned i = 0; i < size; i++)
    gex_Event_Wait(gex_EP_QueryBoundSegmentNB(tm, i, (void **)&of_rank[i], NULL, NULL, 0));
  memory = of_rank[rank];
  theirs = of_rank[rank == 0 && size > 1];
}

void peer_open(struct peer *p, int *argc, char ***argv) {
  gex_Client_t client;
  gex_EP_t ep;
  gex_Segment_t segment;
  gex_Client_Init(&client, &ep, &tm, "peers", argc, argv, GEX_FLAG_USES_GASNET1);
  gex_EP_RegisterHandlers(ep, handlers, sizeof handlers / sizeof *handlers);
  gex_Segment_Attach(&segment, tm, PEER_MEMORY);
  rank = gex_TM_QueryRank(tm);
  size = gex_TM_QuerySize(tm);
  gex_AD_Create(&domain, tm, GEX_DT_I64, GEX_OP_ADD | GEX_OP_FADD, 0);
  find_memory();
  memset(memory, 1, PEER_MEMORY);
  local = peer_memory();
  gasnet_coll_init(NULL, 0, NULL, 0, 0);
  run_barrier(0);
  *p = (struct peer){.rank = (int)rank,
                     .size = (int)size,
                     .local = local,
                     .sync = sync_ranks,
                     .barrier = run_barrier,
                     .share = share_bytes,
                     .put = put_bytes,
                     .get = get_bytes,
                     .put_stream = put_stream,
                     .get_stream = get_stream,
                     .fetch_add = fetch_add,
                     .accumulate = add_words,
                     .put_strided = put_strided,
                     .round_trip = round_trip,
                     .reduce_to_all = reduce_to_all,
                     .broadcast = run_broadcast,
                     .all_to_all = all_to_all};
}

void peer_close(struct peer *p) {
  (void)p;
  run_barrier(0);
  gasnet_exit(0);
}
