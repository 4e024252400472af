/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_vis_edges.c: calls that move nothing, whose other arguments are then anything; empty pieces;
 * very many pieces and levels; local memory of every kind; the ends of a segment; writers whose
 * pieces interleave (gex-vis 3; checklist 1, 2, 3, 6).
 */
#include "gex_vis.h"

#include <sys/mman.h>

/* Makes one family's six calls, which must return success; PUT and GET are argument lists. */
#define SIX(family, PUT, GET)                                                                      \
  do {                                                                                             \
    CHECK_EQ(family##PutBlocking PUT, 0);                                                          \
    CHECK_EQ(family##GetBlocking GET, 0);                                                          \
    CHECK_EQ(family##PutNBI PUT, 0);                                                               \
    gex_NBI_Wait(GEX_EC_PUT, 0);                                                                   \
    CHECK_EQ(family##GetNBI GET, 0);                                                               \
    gex_NBI_Wait(GEX_EC_GET, 0);                                                                   \
    gex_Event_Wait(family##PutNB PUT);                                                             \
    gex_Event_Wait(family##GetNB GET);                                                             \
  } while (0)

/* The compiler must not see what they are. */
static char *volatile garbage = (char *)(uintptr_t)8;
static void *volatile nothing;

/* VEC-1: no pieces, and lists that are then not looked at. */
static void test_vector_nothing(void) {
  gex_Memvec_t *bad = (gex_Memvec_t *)garbage, *null = nothing;
  gex_Memvec_t empty[3] = {{garbage, 0}, {nothing, 0}, {(void *)~(uintptr_t)0, 0}};
  gex_TM_t tm = conform_tm();
  gex_Rank_t to = conform_next();
  SIX(gex_VIS_Vector, (tm, to, 0, null, 0, null, 0), (tm, 0, null, to, 0, null, 0));
  SIX(gex_VIS_Vector, (tm, to, 0, bad, 0, bad, 0), (tm, 0, bad, to, 0, bad, 0));
  SIX(gex_VIS_Vector, (tm, to, 3, empty, 0, null, 0), (tm, 3, empty, to, 0, bad, 0));
  SIX(gex_VIS_Vector, (tm, to, 0, bad, 2, empty, 0), (tm, 0, null, to, 2, empty, 0));
  SIX(gex_VIS_Vector, (tm, to, 3, empty, 1, empty, 0), (tm, 1, empty, to, 3, empty, 0));
}

/* IDX-1: either a count or a length of 0; lists may be NULL. */
static void test_indexed_nothing(void) {
  void **bad = (void **)garbage, **null = nothing;
  gex_TM_t tm = conform_tm();
  gex_Rank_t to = conform_next();
  SIX(gex_VIS_Indexed, (tm, to, 0, null, 8, 0, null, 16, 0), (tm, 0, null, 8, to, 0, null, 16, 0));
  SIX(gex_VIS_Indexed, (tm, to, 0, bad, 0, 0, bad, 0, 0), (tm, 0, bad, 0, to, 0, bad, 0, 0));
  SIX(gex_VIS_Indexed, (tm, to, 5, null, 0, 7, null, 0, 0), (tm, 5, null, 0, to, 7, null, 0, 0));
  SIX(gex_VIS_Indexed, (tm, to, 5, null, 0, 0, bad, 9, 0), (tm, 0, bad, 9, to, 7, null, 0, 0));
}

/* STR-2: elemsz 0: all else ignored. A count of 0: strides readable, all else ignored. */
static void test_strided_nothing(void) {
  static const size_t count[4][3] = {{0, 5, 5}, {5, 0, 5}, {5, 5, 0}, {0, 0, 0}};
  static const ptrdiff_t odd[3] = {PTRDIFF_MAX, 0, PTRDIFF_MIN};
  const ptrdiff_t *bad = (ptrdiff_t *)garbage;
  const size_t *worse = (size_t *)garbage;
  gex_TM_t tm = conform_tm(), none = GEX_TM_INVALID;
  gex_Rank_t to = conform_next(), invalid = (gex_Rank_t)-2;
  char *p = garbage, *q = nothing;
  int i;
  SIX(gex_VIS_Strided, (tm, to, p, bad, q, bad, 0, worse, 3, 0),
      (tm, q, bad, to, p, bad, 0, worse, 3, 0));
  SIX(gex_VIS_Strided, (none, invalid, p, 0, q, bad, 0, 0, ~(size_t)0, 0),
      (none, q, 0, invalid, p, bad, 0, worse, ~(size_t)0, 0));
  SIX(gex_VIS_Strided, (tm, to, p, 0, q, 0, 0, 0, 0, 0), (tm, q, 0, to, p, 0, 0, 0, 0, 0));
  for (i = 0; i < 4; i++) {
    SIX(gex_VIS_Strided, (none, invalid, p, odd, q, odd, 8, count[i], 3, 0),
        (none, q, odd, invalid, p, odd, 8, count[i], 3, 0));
    SIX(gex_VIS_Strided, (tm, to, q, odd, p, odd, ~(size_t)0, count[i], 3, 0),
        (tm, q, odd, to, p, odd, ~(size_t)0, count[i], 3, 0));
  }
}

/* STR-2: no levels: one copy, and arrays that are not looked at. */
static void test_no_levels(void) {
  static const size_t sizes[] = {1, 3, 8, 100, 5000, 100000};
  const ptrdiff_t *arrays[2] = {nothing, (ptrdiff_t *)garbage};
  gex_Rank_t to = conform_next();
  char *area = gex_area(to), *buf = malloc(100000);
  size_t i;
  for (i = 0; i < 2 * sizeof sizes / sizeof *sizes; i++) {
    const ptrdiff_t *a = arrays[i % 2];
    size_t n = sizes[i / 2];
    conform_fill(buf, n, i);
    SIX(gex_VIS_Strided, (conform_tm(), to, area, a, buf, a, n, (const size_t *)a, 0, 0),
        (conform_tm(), buf, a, to, area, a, n, (const size_t *)a, 0, 0));
    CHECK_EQ(conform_differs(buf, n, i), -1);
    memset(buf, 0, n);
    CHECK_EQ(gex_RMA_GetBlocking(conform_tm(), buf, to, area, n, 0), 0);
    CHECK_EQ(conform_differs(buf, n, i), -1);
  }
  free(buf);
}

/* VEC-1: pieces without bytes anywhere in a list (their addresses: vis_ops.c). */
static void test_empty_pieces(void) {
  static const size_t to[] = {0, 0, 5, 0, 11, 84, 0}, from[] = {100, 0, 0};
  static const size_t one[] = {0, 0, 0, 1, 0}, same[] = {1};
  const size_t *lists[4] = {to, from, one, same}, counts[4] = {7, 3, 5, 1};
  int i;
  for (i = 0; i < 4; i++) {
    const size_t *d = lists[i], *f = lists[i ^ 1];
    struct vis_shape s;
    size_t k;
    vis_begin(&s, VIS_VECTOR);
    for (k = 0; k < counts[i]; k++) vis_add(&s.dst, 100 * k, d[k]);
    for (k = 0; k < counts[i ^ 1]; k++) vis_add(&s.src, 110 * k, f[k]);
    vis_seal(&s);
    vis_check(&s);
    vis_free(&s);
  }
}

/* Checklist 1: 10^5 pieces; both sides alike, and one in few pieces. */
enum { MANY = 100000 };
static void test_many_pieces(void) {
  static const size_t others[] = {MANY, 10, MANY / 2};
  int i;
  for (i = 0; i < 3; i++) {
    struct vis_shape s;
    size_t n = others[i], len = (size_t)8 * MANY / n;
    vis_begin(&s, i % 2 ? VIS_INDEXED : VIS_VECTOR);
    vis_add_many(i < 2 ? &s.dst : &s.src, MANY, 0, 8, 24);
    vis_add_many(i < 2 ? &s.src : &s.dst, n, 0, len, len + 3);
    vis_seal(&s);
    if (i != 1) vis_check_one(&s, VIS_NBI_LEAF, 1, conform_tm(), conform_next(), 1);
    if (i != 0) vis_check_one(&s, VIS_NB, 0, conform_tm(), conform_next(), 1);
    vis_free(&s);
  }
}

/* STR-4: more levels than any language has; most of one index, with strides that are never used. */
static void test_many_levels(void) {
  enum { MOST = 200 };
  size_t count[MOST], levels, k;
  ptrdiff_t to[MOST], from[MOST];
  for (levels = 9; levels <= MOST; levels += levels < 20 ? 1 : 60) {
    struct vis_shape s;
    ptrdiff_t extent = 3;
    for (k = 0; k < levels; k++) {
      int used = k % ((levels + 9) / 10) == 0;
      count[k] = used ? 2 : 1;
      to[k] = used ? extent : k % 2 ? PTRDIFF_MAX : PTRDIFF_MIN;
      from[k] = used ? (k % 4 ? extent : -extent) : 0;
      if (used) extent = 2 * extent + (ptrdiff_t)(k % 3);
    }
    vis_section(&s, 3, levels, count, to, from);
    vis_check_in_turn(&s);
    vis_free(&s);
  }
}

/* 2.1: strided metadata is the client's again when the call returns, also while the operation is
 * pending: the page is taken away. */
static void body_metadata(void) {
  enum { BYTES = 65536 };
  static const size_t count[2] = {500, 4};
  static const ptrdiff_t to[2] = {24, 12100}, from[2] = {32, 16};
  char *area = gex_area(conform_next());
  int i;
  for (i = 0; i < 8; i++) {
    char *page = mmap(0, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    size_t *c = (size_t *)(void *)page;
    ptrdiff_t *d = (ptrdiff_t *)(void *)(page + 64), *s = d + 2;
    char *here = malloc(BYTES);
    gex_Event_t event = GEX_EVENT_INVALID;
    memcpy(c, count, sizeof count);
    memcpy(d, to, sizeof to);
    memcpy(s, from, sizeof from);
    if (i % 4 == 0)
      event = gex_VIS_StridedPutNB(conform_tm(), conform_next(), area, d, here, s, 8, c, 2, 0);
    if (i % 4 == 1)
      gex_VIS_StridedPutNBI(conform_tm(), conform_next(), area, d, here, s, 8, c, 2, 0);
    if (i % 4 == 2)
      event = gex_VIS_StridedGetNB(conform_tm(), here, d, conform_next(), area, s, 8, c, 2, 0);
    if (i % 4 == 3)
      gex_VIS_StridedGetNBI(conform_tm(), here, d, conform_next(), area, s, 8, c, 2, 0);
    munmap(page, BYTES);
    gex_Event_Wait(event);
    gex_NBI_Wait(GEX_EC_ALL, 0);
    free(here);
  }
}
static void test_metadata(void) { vis_in_turns(body_metadata); }

const struct conform_test conform_gex_vis_edges[] = {
    {"gex_vis_vector_nothing", "gex-vis VEC-1", test_vector_nothing, 0},
    {"gex_vis_indexed_nothing", "gex-vis IDX-1", test_indexed_nothing, 0},
    {"gex_vis_strided_nothing", "gex-vis STR-2", test_strided_nothing, 0},
    {"gex_vis_no_levels", "gex-vis STR-2", test_no_levels, 0},
    {"gex_vis_empty_pieces", "gex-vis VEC-1", test_empty_pieces, 0},
    {"gex_vis_many_pieces", "gex-vis VIS-1, VEC-1, IDX-1", test_many_pieces, 0},
    {"gex_vis_many_levels", "gex-vis STR-4, STR-5", test_many_levels, 0},
    {"gex_vis_metadata", "gex-vis 2.1", test_metadata, 0},
    {0, 0, 0, 0}};
