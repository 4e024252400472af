/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_ep_vis.c: vectors, indexed and strided transfers between endpoints of which one is not the
 * primordial one, or neither is (gex-core PAIR-3, gex-vis VIS-1, VIS-2), and peer completion there.
 * The target's bytes between the pieces stay.
 */
#include "gex_ep.h"

#include <gasnet_vis.h>

enum { ROWS = 300, MOST_LEN = 400, PITCH = 512, AREA = ROWS * PITCH, SEGMENT = 2 * AREA };
enum { VECTOR, INDEXED, STRIDED, KINDS };
static gex_EP_t eps[2];
static char near[AREA], whole[AREA];
static conform_count_t told, told_wrong;

/* The target of a put. */
static void on_told(gex_Token_t token, void *buf, size_t n) {
  gex_Token_Info_t info;
  gex_Token_Info(token, &info, GEX_TI_SRCRANK | GEX_TI_EP);
  if (info.gex_ep != eps[1] || info.gex_srcrank != conform_prev() || n != 3 ||
      memcmp(buf, "abc", 3))
    conform_add(&told_wrong, 1);
  conform_add(&told, 1);
}

static int set_up(void) {
  gex_AM_Entry_t entry = CONFORM_ENTRY(200, on_told, GEX_FLAG_AM_MEDIUM, 0);
  if (eps[1] != GEX_EP_INVALID) return 1;
  eps[0] = conform_ep();
  eps[1] = gex_ep_capable(GEX_EP_CAPABILITY_RMA | GEX_EP_CAPABILITY_AM | GEX_EP_CAPABILITY_VIS,
                          SEGMENT, &entry, 1);
  conform_barrier();
  return eps[1] != GEX_EP_INVALID;
}

static char *place(int ep, gex_Rank_t rank) {
  if (ep == 0) return gex_area(rank);
  return gex_ep_base(eps[1], rank) + (rank == conform_rank() ? AREA : 0);
}

struct transfer {
  gex_TM_t tm;
  gex_Rank_t rank;
  char *there;
  size_t len;
  int kind, is_put, how;
};

/* how: 0 blocking, 1 event, 2 implicit. */
#define START(call, args)                                                                          \
  do {                                                                                             \
    if (x->how == 0) gex_VIS_##call##Blocking args;                                                \
    if (x->how == 1) gex_Event_Wait(gex_VIS_##call##NB args);                                      \
    if (x->how == 2) gex_VIS_##call##NBI args;                                                     \
    if (x->how == 2) gex_NBI_Wait(GEX_EC_ALL, 0);                                                  \
  } while (0)

/* Pieces at every PITCH bytes there, and one after another here. */
static void move(const struct transfer *x) {
  static gex_Memvec_t here[ROWS], there[ROWS];
  static void *here_at[ROWS], *there_at[ROWS];
  const ptrdiff_t here_stride = (ptrdiff_t)x->len, there_stride = PITCH;
  const size_t rows = ROWS;
  size_t i;
  for (i = 0; i < ROWS; i++) {
    here_at[i] = here[i].gex_addr = near + i * x->len;
    there_at[i] = there[i].gex_addr = x->there + i * PITCH;
    here[i].gex_len = there[i].gex_len = x->len;
  }
  switch (x->kind * 2 + x->is_put) {
  case VECTOR * 2 + 1: START(VectorPut, (x->tm, x->rank, ROWS, there, ROWS, here, 0)); break;
  case VECTOR * 2: START(VectorGet, (x->tm, ROWS, here, x->rank, ROWS, there, 0)); break;
  case INDEXED * 2 + 1:
    START(IndexedPut, (x->tm, x->rank, ROWS, there_at, x->len, ROWS, here_at, x->len, 0));
    break;
  case INDEXED * 2:
    START(IndexedGet, (x->tm, ROWS, here_at, x->len, x->rank, ROWS, there_at, x->len, 0));
    break;
  case STRIDED * 2 + 1:
    START(StridedPut,
          (x->tm, x->rank, x->there, &there_stride, near, &here_stride, x->len, &rows, 1, 0));
    break;
  default:
    START(StridedGet,
          (x->tm, near, &here_stride, x->rank, x->there, &there_stride, x->len, &rows, 1, 0));
  }
}

static void there_and_back(struct transfer *x) {
  uint64_t seed = conform_rand();
  size_t i, n = x->len * ROWS;
  memset(whole, 0x5a, AREA);
  gex_RMA_PutBlocking(x->tm, x->rank, x->there, whole, AREA, 0);
  conform_fill(near, n, seed);
  x->is_put = 1;
  move(x);
  memset(near, 0, n);
  gex_RMA_GetBlocking(x->tm, whole, x->rank, x->there, AREA, 0);
  for (i = 0; i < ROWS; i++) {
    memcpy(near + i * x->len, whole + i * PITCH, x->len);
    CHECK_EQ(conform_not_all(whole + i * PITCH + x->len, PITCH - x->len, 0x5a), -1);
  }
  CHECK_EQ(conform_differs(near, n, seed), -1);
  memset(near, 0, n);
  x->is_put = 0;
  move(x);
  CHECK_EQ(conform_differs(near, n, seed), -1);
}

static void test_moves(void) {
  static const size_t lens[] = {1, 8, 60, MOST_LEN};
  struct transfer x;
  int ends, i;
  if (!set_up()) return;
  for (ends = 1; ends < 4; ends++)
    for (i = 0; i < 2 * 4 * KINDS; i++) {
      x.rank = i % 2 ? conform_rank() : conform_next();
      x.tm = gex_TM_Pair(eps[ends / 2], gex_EP_QueryIndex(eps[ends % 2]));
      x.there = place(ends % 2, x.rank);
      x.len = lens[i / 2 % 4];
      x.kind = i / 8;
      x.how = i % 3;
      there_and_back(&x);
    }
  conform_barrier();
}

/* One piece on both sides, and none. */
static void test_small(void) {
  gex_TM_t tm;
  char *there;
  gex_Memvec_t here = {near, 100}, far;
  if (!set_up()) return;
  tm = gex_TM_Pair(eps[0], gex_EP_QueryIndex(eps[1]));
  there = place(1, conform_next());
  far.gex_addr = there;
  far.gex_len = 100;
  conform_fill(near, 100, 3);
  gex_VIS_VectorPutBlocking(tm, conform_next(), 1, &far, 1, &here, 0);
  memset(near, 0, 100);
  gex_VIS_VectorGetBlocking(tm, 1, &here, conform_next(), 1, &far, 0);
  CHECK_EQ(conform_differs(near, 100, 3), -1);
  gex_VIS_VectorPutBlocking(tm, conform_next(), 0, 0, 0, 0, 0);
  conform_barrier();
}

/* gex-vis 4: the handler is the target endpoint's, with the index that the other one uses for
 * something else. */
static void test_peer(void) {
  struct transfer x = {0};
  int i;
  if (!set_up()) return;
  x.rank = conform_next();
  x.tm = gex_TM_Pair(eps[1], gex_EP_QueryIndex(eps[1]));
  x.there = place(1, x.rank);
  x.len = 60;
  x.is_put = 1;
  for (i = 0; i < KINDS; i++) {
    x.kind = i;
    gex_VIS_SetPeerCompletionHandler(200, "abc", 3, 0);
    move(&x);
    conform_wait_until(conform_get(&told) >= 1);
    conform_add(&told, -1);
  }
  CHECK_EQ(conform_get(&told_wrong), 0);
  conform_barrier();
}

const struct conform_test conform_gex_ep_vis[] = {
    {"gex_ep_vis_moves", "gex-core PAIR-3, gex-vis VIS-1, VIS-2", test_moves, 0},
    {"gex_ep_vis_small", "gex-vis VIS-2", test_small, 0},
    {"gex_ep_vis_peer", "gex-vis PC-1, PC-5", test_peer, 0},
    {0, 0, 0, 0}};
