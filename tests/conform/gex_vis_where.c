/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_vis_where.c: VIS operations with local memory of every kind, at the very ends of segments,
 * between all ranks, by several ranks whose pieces interleave, and anywhere in EVERYTHING mode
 * (gex-vis VIS-2, STR-3, 7; checklist 2, 8).
 */
#include "gex_vis.h"

/* Every third element of an array of n into one packed, and back; the local side is `local`. */
static char static_memory[3 * 512];
static void check_local(char *local, size_t n) {
  static const ptrdiff_t wide[1] = {12}, dense[1] = {4};
  size_t count[1] = {n / 4};
  gex_Rank_t to = conform_next();
  char *area = gex_area(to);
  conform_fill(local, n, 77);
  CHECK_EQ(gex_VIS_StridedPutBlocking(conform_tm(), to, area, wide, local, dense, 4, count, 1, 0),
           0);
  memset(local, 0, n);
  CHECK_EQ(gex_VIS_StridedGetBlocking(conform_tm(), local, dense, to, area, wide, 4, count, 1, 0),
           0);
  CHECK_EQ(conform_differs(local, n, 77), -1);
}

/* VIS-2: each local piece by the local rule: stack, static, heap, segment, read-only. */
static void test_local(void) {
  static const char constant[] = "a source in read-only memory, of some length";
  static const size_t length = sizeof constant;
  char stack[512], back[sizeof constant], *heap = malloc(512), *area = gex_area(conform_next());
  gex_Memvec_t to = {area, sizeof constant}, from = {(void *)(uintptr_t)constant, length};
  gex_Memvec_t in = {back, sizeof constant};
  check_local(stack, sizeof stack);
  check_local(static_memory, sizeof static_memory);
  check_local(heap, 512);
  check_local(gex_at(conform_rank(), AREA_SLOTS + 4096 * (conform_rank() % 64)), 512);
  gex_Event_Wait(gex_VIS_VectorPutNB(conform_tm(), conform_next(), 1, &to, 1, &from, 0));
  gex_Event_Wait(gex_VIS_VectorGetNB(conform_tm(), 1, &in, conform_next(), 1, &to, 0));
  CHECK_STR(back, constant);
  free(heap);
  conform_barrier();
}

/* VIS-2: pieces of one list in several kinds of memory. */
static void test_mixed_local(void) {
  char stack[100], *heap = malloc(100), *area = gex_area(conform_next());
  void *from[3] = {stack, heap, static_memory}, *to[1] = {area};
  gex_TM_t tm = conform_tm();
  gex_Rank_t peer = conform_next();
  int i;
  conform_fill(stack, 100, 1);
  conform_fill(heap, 100, 2);
  conform_fill(static_memory, 100, 3);
  CHECK_EQ(gex_VIS_IndexedPutBlocking(tm, peer, 1, to, 300, 3, from, 100, 0), 0);
  for (i = 0; i < 3; i++) memset(from[i], 0, 100);
  CHECK_EQ(gex_VIS_IndexedGetBlocking(tm, 3, from, 100, peer, 1, to, 300, 0), 0);
  for (i = 0; i < 3; i++) CHECK_EQ(conform_differs(from[i], 100, (uint64_t)i + 1), -1);
  free(heap);
}

/* STR-3, RMA-2: the first and last bytes of the test memory, whose neighbours belong to no
 * transfer. Only bytes that are touched must lie in it. */
static void test_ends(void) {
  size_t size = conform_seg_size(), half = size / 2;
  ptrdiff_t far[2] = {(ptrdiff_t)(size - 4), -PTRDIFF_MAX}, back[2] = {-(ptrdiff_t)(size - 4), 1};
  ptrdiff_t near[2] = {4, PTRDIFF_MAX};
  size_t count[2] = {2, 1}, three[1] = {3};
  ptrdiff_t middle[1] = {(ptrdiff_t)(half - 2)}, dense[1] = {4};
  gex_Rank_t to = conform_next();
  char *first = gex_at(to, 0), *last = gex_at(to, size - 4), in[12];
  void *ends[2] = {last, first}, *here[2] = {in, in + 4};
  gex_TM_t tm = conform_tm();
  CHECK_EQ(gex_VIS_StridedPutBlocking(tm, to, first, far, "12345678", near, 4, count, 2, 0), 0);
  CHECK_EQ(gex_VIS_IndexedGetBlocking(tm, 2, here, 4, to, 2, ends, 4, 0), 0);
  CHECK(!memcmp(in, "56781234", 8));
  CHECK_EQ(gex_VIS_StridedPutBlocking(tm, to, last, back, "abcdefgh", near, 4, count, 2, 0), 0);
  CHECK_EQ(gex_VIS_StridedGetBlocking(tm, in, near, to, first, far, 4, count, 2, 0), 0);
  CHECK(!memcmp(in, "efghabcd", 8));
  CHECK_EQ(gex_VIS_StridedGetBlocking(tm, in, dense, to, first, middle, 4, three, 1, 0), 0);
  CHECK(!memcmp(in, "efgh", 4) && !memcmp(in + 8, "abcd", 4));
  conform_barrier();
}

/* All ranks write their own columns of one array of each rank, at once: no other bytes are touched
 * by another's put. Then all read all columns. */
static void test_columns(void) {
  enum { ROWS = 200, MOST_WIDTH = 13 };
  gex_Rank_t r, me = conform_rank(), n = conform_size();
  size_t width, count[1] = {ROWS};
  unsigned char column[ROWS * MOST_WIDTH];
  for (width = 1; width <= MOST_WIDTH; width += 2) {
    ptrdiff_t row[1] = {(ptrdiff_t)(width * n)}, packed[1] = {(ptrdiff_t)width};
    conform_fill(column, ROWS * width, 50 + me);
    for (r = 0; r < n; r++)
      CHECK_EQ(gex_VIS_StridedPutNBI(conform_tm(), r, gex_at(r, AREA_SLOTS + me * width), row,
                                     column, packed, width, count, 1, 0),
               0);
    gex_NBI_Wait(GEX_EC_PUT, 0);
    conform_barrier();
    for (r = 0; r < n; r++) { /* column r of the next rank */
      CHECK_EQ(gex_VIS_StridedGetBlocking(conform_tm(), column, packed, conform_next(),
                                          gex_at(conform_next(), AREA_SLOTS + r * width), row,
                                          width, count, 1, 0),
               0);
      CHECK_EQ(conform_differs(column, ROWS * width, 50 + r), -1);
    }
    conform_barrier();
  }
}

/* To and from every rank, by list, all in flight at once. */
static void test_all_ranks(void) {
  enum { PIECES = 20, BYTES = 50, ROUNDS = 20 };
  gex_Rank_t r, me = conform_rank(), n = conform_size();
  char *in = malloc((size_t)n * PIECES * BYTES), out[PIECES * BYTES];
  gex_Memvec_t *lists = malloc((size_t)n * (PIECES + 2) * sizeof *lists);
  gex_Event_t *events = malloc(n * sizeof *events);
  int round, k;
  for (round = 0; round < ROUNDS; round++) {
    conform_fill(out, sizeof out, me);
    for (r = 0; r < n; r++) {
      gex_Memvec_t *far = lists + (size_t)r * (PIECES + 2), *near = far + PIECES;
      for (k = 0; k < PIECES; k++)
        far[k] = (gex_Memvec_t){gex_slot(r, me) + k * (BYTES + 3), BYTES};
      near[0] = (gex_Memvec_t){out, sizeof out};
      near[1] = (gex_Memvec_t){in + r * sizeof out, sizeof out};
      events[r] = gex_VIS_VectorPutNB(conform_tm(), r, PIECES, far, 1, near, 0);
    }
    gex_Event_WaitAll(events, n, 0);
    for (r = 0; r < n; r++) {
      gex_Memvec_t *far = lists + (size_t)r * (PIECES + 2), *near = far + PIECES;
      events[r] = gex_VIS_VectorGetNB(conform_tm(), 1, near + 1, r, PIECES, far, 0);
    }
    gex_Event_WaitAll(events, n, 0);
    for (r = 0; r < n; r++) CHECK_EQ(conform_differs(in + r * sizeof out, sizeof out, me), -1);
  }
  free(events);
  free(lists);
  free(in);
  conform_barrier();
}

/* VIS-2: a team's ranks are not the job's. Every form, to and from all members of a team of half
 * the ranks in reverse order. */
static void test_team(void) {
  struct rng rng = vis_test_rng();
  gex_Rank_t me = conform_rank(), r;
  gex_TM_t tm;
  int form, put;
  gex_TM_Split(&tm, conform_tm(), (int)me % 2, -(int)me, 0, 0, GEX_FLAG_TM_NO_SCRATCH);
  for (r = 0; r < gex_TM_QuerySize(tm); r++)
    for (form = 0; form < 2 * VIS_PUT_FORMS; form++) {
      struct vis_slot slot = {.op = {.tm = tm, .peer = r, .put = put = form % 2}};
      slot.op.form = (enum vis_form)(form / 2 % (put ? VIS_PUT_FORMS : VIS_GET_FORMS));
      vis_make(&slot.shape, &rng, SLOT_BYTES / 2);
      vis_fill(&slot, gex_slot(gex_TM_TranslateRankToJobrank(tm, r), me));
      vis_op_start(&slot.op);
      if (vis_op_local(&slot.op)) vis_spoil(&slot);
      vis_op_finish(&slot.op);
      vis_verify(&slot);
      vis_free(&slot.shape);
    }
  CHECK_EQ(gex_TM_Destroy(tm, 0, 0), 0);
  conform_barrier();
}

/* VIS-2, SEG-7: in EVERYTHING mode a list names pieces in any memory of the peer. */
static void test_anywhere(void) {
  char stack[100], *heap = malloc(100), *mine = malloc(300);
  char *places[3] = {stack, heap, static_memory};
  gex_Rank_t to = conform_next();
  gex_Memvec_t far[3], near[1] = {{mine, 300}};
  int i;
  for (i = 0; i < 3; i++) {
    memset(places[i], 0, 100);
    gex_tell(conform_prev(), C_RMA, 4 * i, gex_hi(places[i]), gex_lo(places[i]), 0, 0);
  }
  GEX_TAKE(C_RMA, 3);
  for (i = 0; i < 3; i++) {
    far[i].gex_addr = gex_ptr(gex_told[to][4 * i], gex_told[to][4 * i + 1]);
    far[i].gex_len = 100;
  }
  conform_barrier();
  conform_fill(mine, 300, 900 + conform_rank());
  CHECK_EQ(gex_VIS_VectorPutBlocking(conform_tm(), to, 3, far, 1, near, 0), 0);
  memset(mine, 0, 300);
  CHECK_EQ(gex_VIS_VectorGetBlocking(conform_tm(), 1, near, to, 3, far, 0), 0);
  CHECK_EQ(conform_differs(mine, 300, 900 + conform_rank()), -1);
  conform_barrier();
  conform_fill(mine, 300, 900 + conform_prev());
  for (i = 0; i < 3; i++) CHECK(!memcmp(places[i], mine + 100 * i, 100));
  free(mine);
  free(heap);
}

const struct conform_test conform_gex_vis_where[] = {
    {"gex_vis_local", "gex-vis VIS-2, gex-rma RMA-3", test_local, 0},
    {"gex_vis_mixed_local", "gex-vis VIS-2", test_mixed_local, 0},
    {"gex_vis_ends", "gex-vis VIS-2, STR-3", test_ends, 0},
    {"gex_vis_columns", "gex-vis VIS-1, VIS-3", test_columns, 0},
    {"gex_vis_all_ranks", "gex-vis VIS-1, VIS-2, 2.1", test_all_ranks, 0},
    {"gex_vis_team", "gex-vis VIS-2, checklist 8", test_team, 0},
    {"gex_vis_anywhere", "gex-vis VIS-2, gex-core SEG-7", test_anywhere, CONFORM_EVERYTHING_ONLY},
    {0, 0, 0, 0}};
