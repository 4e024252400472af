/* SPDX-License-Identifier: BSD-3-Clause
 *
 * g1_vis.c: the 18 vector, indexed and strided calls of GASNet-1 (gasnet1-vis; points of its
 * section 9).
 */
#include "gex_vis.h"

/* --- what moves ----------------------------------------------------------- */

/* V3.1, V4.3, V4.8: every entry point, with lists cut differently, empty elements, repeated
 * sources; to the next rank and to itself (V3.2). */
static void vectors(void) {
  struct rng r = vis_test_rng();
  struct vis_shape s;
  int i;
  for (i = 0; i < 40; i++) {
    vis_make_vector(&s, &r, i % 20 ? 8192 : 200000);
    vis_check_g1(&s);
    vis_free(&s);
  }
}

static void indexed(void) {
  struct rng r = vis_test_rng();
  struct vis_shape s;
  int i;
  for (i = 0; i < 40; i++) {
    vis_make_indexed(&s, &r, i % 20 ? 8192 : 200000);
    vis_check_g1(&s);
    vis_free(&s);
  }
}

/* V3.3, V3.6, V3.7: sections with strides as V4.5 has them, 0 to 20 levels. */
static void sections(void) {
  struct rng r = vis_test_rng();
  struct vis_shape s;
  size_t levels;
  for (levels = 0; levels <= 20; levels++) {
    vis_make_legacy_strided(&s, &r, levels % 7 ? 16384 : 200000, levels);
    CHECK(vis_legacy_legal(&s));
    vis_check_g1(&s);
    vis_free(&s);
  }
}

/* Sections with exactly L levels of 1 or 2 each, and rows of an odd length. */
static void all_levels(void) {
  size_t count[20], levels, k;
  ptrdiff_t to[20], from[20];
  for (levels = 0; levels <= 20; levels++) {
    struct vis_shape s;
    ptrdiff_t wide = 3, narrow = 3;
    for (k = 0; k < levels; k++) {
      count[k] = k % 2 && levels > 10 ? 1 : 2;
      to[k] = wide += k % 3 == 0;
      from[k] = narrow;
      wide *= (ptrdiff_t)count[k];
      narrow *= (ptrdiff_t)count[k];
    }
    vis_section(&s, 3, levels, count, to, from);
    vis_check_g1(&s);
    vis_free(&s);
  }
}

/* V4.5: the rule is for dimensions of more than one. */
static void null_dimensions(void) {
  static const size_t count[4] = {5, 1, 3, 1};
  static const ptrdiff_t to[4] = {8, 0, 48, 7}, from[4] = {10, 3, 50, 0};
  struct vis_shape s;
  vis_section(&s, 8, 4, count, to, from);
  vis_check_g1(&s);
  vis_free(&s);
}

/* Elements of several MiB (section 9, point 2). */
static void large(void) {
  enum { BYTES = 1300000 };
  struct vis_shape s;
  vis_begin(&s, VIS_VECTOR);
  vis_add(&s.dst, 0, BYTES);
  vis_add(&s.dst, BYTES + 5, 10);
  vis_add(&s.src, 0, 7);
  vis_add(&s.src, 100, BYTES + 3);
  vis_seal(&s);
  vis_check_one(&s, VIS_G1_NB, 1, conform_tm(), conform_next(), 0);
  vis_check_one(&s, VIS_G1_NBI, 0, conform_tm(), conform_next(), 0);
  vis_free(&s);
}

/* --- what does not move --------------------------------------------------- */

/* Makes one family's six calls; nothing may be left to wait for. */
#define SIX(put, get, PUT, GET)                                                                    \
  do {                                                                                             \
    put##_bulk PUT;                                                                                \
    get##_bulk GET;                                                                                \
    put##_nbi_bulk PUT;                                                                            \
    get##_nbi_bulk GET;                                                                            \
    CHECK(put##_nb_bulk PUT == GASNET_INVALID_HANDLE);                                             \
    CHECK(get##_nb_bulk GET == GASNET_INVALID_HANDLE);                                             \
    CHECK_EQ(gasnet_try_syncnbi_all(), GASNET_OK);                                                 \
  } while (0)

static char *volatile garbage = (char *)(uintptr_t)8;
static void *volatile nothing;

/* V4.2, V4.3, V4.4: transfers of nothing; lists may be NULL, addresses and strides anything. */
static void empty_transfers(void) {
  static const size_t counts[4][4] = {{0, 3, 3, 3}, {8, 0, 3, 3}, {8, 3, 3, 0}, {0, 0, 0, 0}};
  static const size_t odd[3] = {1, 0, SIZE_MAX};
  gasnet_memvec_t *no_vectors = nothing, empty[2] = {{garbage, 0}, {nothing, 0}};
  void **no_list = nothing, *list[2] = {garbage, nothing};
  char *p = garbage, *q = nothing;
  gasnet_node_t to = conform_next();
  int i;
  SIX(gasnet_putv, gasnet_getv, (to, 0, no_vectors, 0, no_vectors),
      (0, no_vectors, to, 0, no_vectors));
  SIX(gasnet_putv, gasnet_getv, (to, 2, empty, 0, no_vectors), (0, no_vectors, to, 2, empty));
  SIX(gasnet_putv, gasnet_getv, (to, 2, empty, 1, empty), (2, empty, to, 1, empty));
  SIX(gasnet_puti, gasnet_geti, (to, 0, no_list, 8, 0, no_list, 4),
      (0, no_list, 8, to, 0, no_list, 4));
  SIX(gasnet_puti, gasnet_geti, (to, 2, list, 0, 1, list, 0), (2, list, 0, to, 1, list, 0));
  SIX(gasnet_puti, gasnet_geti, (to, 2, list, 0, 0, no_list, 9), (0, no_list, 9, to, 2, list, 0));
  for (i = 0; i < 4; i++) {
    SIX(gasnet_puts, gasnet_gets, (to, p, odd, q, odd, counts[i], 3),
        (q, odd, to, p, odd, counts[i], 3));
  }
  SIX(gasnet_puts, gasnet_gets, (to, p, 0, q, 0, counts[0], 0), (p, 0, to, q, 0, counts[0], 0));
}

/* V3.5: no levels: one copy; stride arrays may be NULL. */
static void no_levels(void) {
  static const size_t count[1] = {1001};
  const size_t *null = nothing;
  char out[1001], in[1001], *area = gex_area(conform_next());
  conform_fill(out, sizeof out, 4);
  gasnet_puts_bulk(conform_next(), area, null, out, null, count, 0);
  gasnet_wait_syncnb(gasnet_gets_nb_bulk(in, null, conform_next(), area, null, count, 0));
  CHECK_EQ(conform_differs(in, sizeof in, 4), -1);
}

/* V3.4: a section whose extent is the whole test memory. */
static void whole_extent(void) {
  size_t size = conform_seg_size(), count[3] = {16, 2, 2};
  size_t far[2] = {size / 4, size - size / 4 - 16}, near[2] = {16, 32};
  char out[64], in[64], *first = gex_at(conform_next(), 0);
  conform_fill(out, sizeof out, 9);
  gasnet_puts_nbi_bulk(conform_next(), first, far, out, near, count, 2);
  gasnet_wait_syncnbi_puts();
  gasnet_gets_bulk(in, near, conform_next(), first, far, count, 2);
  CHECK_EQ(conform_differs(in, sizeof in, 9), -1);
  gasnet_get(in, conform_next(), first + size - 16, 16);
  CHECK(!memcmp(in, out + 48, 16));
  conform_barrier();
}

/* --- many at once --------------------------------------------------------- */

enum { SLOTS = 48, ROOM = 8192 };

/* Slot i of thread `thread`: a random operation of this rank at the next one. */
static void fill(struct vis_slot *s, struct rng *r, int thread, int i, enum vis_form form) {
  memset(s, 0, sizeof *s);
  do {
    vis_free(&s->shape);
    vis_make(&s->shape, r, ROOM);
  } while (!vis_legacy_legal(&s->shape));
  s->op.form = form;
  s->op.put = (int)rng_below(r, 2);
  s->op.tm = conform_tm();
  s->op.peer = conform_next();
  vis_fill(s, gex_area(conform_next()) + (size_t)(thread * SLOTS + i) * ROOM);
}

static void end_slots(struct vis_slot *s, int n) {
  int i;
  for (i = 0; i < n; i++) {
    s[i].op.outside = 1; /* has been waited for */
    vis_op_finish(&s[i].op);
    vis_verify(&s[i]);
    vis_free(&s[i].shape);
  }
}

/* V6.1, V6.3, section 9 point 5: mixed kinds, synced out of order. */
static struct vis_slot slots[SLOTS];
static void body_outstanding(void) {
  gasnet_handle_t handles[SLOTS];
  struct rng r = vis_test_rng();
  double limit = conform_deadline();
  int i, left;
  for (i = 0; i < SLOTS; i++) fill(&slots[i], &r, 0, i, i % 3 ? VIS_G1_NB : VIS_G1_NBI);
  for (i = 0; i < SLOTS; i++) {
    vis_op_start(&slots[i].op);
    handles[i] = slots[i].op.root;
  }
  do {
    int from = (int)(conform_rand() % SLOTS);
    (void)gasnet_try_syncnb_some(handles + from, (size_t)(SLOTS - from));
    for (i = left = 0; i < SLOTS; i++) left += handles[i] != GASNET_INVALID_HANDLE;
    if (conform_now() > limit) conform_die(__FILE__, __LINE__, "operations never completed");
  } while (left);
  conform_wait_until(gasnet_try_syncnbi_all() == GASNET_OK);
  end_slots(slots, SLOTS);
}
static void outstanding(void) {
  vis_in_turns(body_outstanding);
  body_outstanding();
  conform_barrier();
}

/* V6.2 and section 11 point 4: implicit operations, plain ones among them, belong to the region;
 * blocking ones do not. */
static void body_regions(void) {
  uint64_t out[SLOTS], in[SLOTS];
  uint64_t *plain = (uint64_t *)(void *)(gex_area(conform_next()) + SLOTS * ROOM);
  struct rng r = vis_test_rng();
  gasnet_handle_t region;
  int i;
  for (i = 0; i < SLOTS; i++) fill(&slots[i], &r, 0, i, i % 6 == 5 ? VIS_G1_BLOCKING : VIS_G1_NBI);
  gasnet_begin_nbi_accessregion();
  for (i = 0; i < SLOTS; i++) {
    out[i] = conform_rand();
    gasnet_put_nbi(conform_next(), plain + i, &out[i], 8);
    vis_op_start(&slots[i].op);
  }
  region = gasnet_end_nbi_accessregion();
  CHECK_EQ(gasnet_try_syncnbi_all(), GASNET_OK);
  gasnet_wait_syncnb(region);
  gasnet_get(in, conform_next(), plain, sizeof in);
  CHECK(!memcmp(in, out, sizeof in));
  end_slots(slots, SLOTS);
}
static void regions(void) { vis_in_turns(body_regions); }

/* V6.1, X4.1: puts and gets are separate scopes. */
static void body_scopes(void) {
  struct rng r = vis_test_rng();
  int i;
  for (i = 0; i < SLOTS; i++) fill(&slots[i], &r, 0, i, VIS_G1_NBI);
  for (i = 0; i < SLOTS; i++)
    if (slots[i].op.put) vis_op_start(&slots[i].op);
  CHECK_EQ(gasnet_try_syncnbi_gets(), GASNET_OK);
  for (i = 0; i < SLOTS; i++)
    if (!slots[i].op.put) vis_op_start(&slots[i].op);
  gasnet_wait_syncnbi_puts();
  CHECK_EQ(gasnet_try_syncnbi_puts(), GASNET_OK);
  gasnet_wait_syncnbi_gets();
  CHECK_EQ(gasnet_try_syncnbi_all(), GASNET_OK);
  end_slots(slots, SLOTS);
}
static void scopes(void) { vis_in_turns(body_scopes); }

/* Section 9 point 9: puts and gets in one loop, from several threads. */
enum { THREADS = 4, EACH = 12 };
static void threaded(int thread, void *arg) {
  struct rng r = vis_test_rng();
  struct vis_slot *mine = vis_alloc(EACH * sizeof *mine);
  int round, i;
  (void)arg;
  for (round = 0; round < 6; round++) {
    for (i = 0; i < EACH; i++)
      fill(&mine[i], &r, thread, i, (enum vis_form)(VIS_G1_BLOCKING + (i + round) % 4));
    for (i = 0; i < EACH; i++) vis_op_start(&mine[i].op);
    for (i = EACH - 1; i >= 0; i--) gasnet_wait_syncnb(mine[i].op.root);
    gasnet_wait_syncnbi_all();
    end_slots(mine, EACH);
  }
  free(mine);
}
static void threads(void) {
  conform_threads(THREADS, threaded, 0);
  conform_barrier();
}

const struct conform_test conform_g1_vis[] = {
    {"g1_vis_vectors", "gasnet1-vis V3.1, V3.2, V4.3, V4.8, 9.1, 9.2, 9.3, 9.7", vectors, 0},
    {"g1_vis_indexed", "gasnet1-vis V3.1, V3.2, V4.8, 9.1, 9.2, 9.3, 9.7", indexed, 0},
    {"g1_vis_sections", "gasnet1-vis V3.3, V3.6, V3.7, 9.1, 9.2, 9.3", sections, 0},
    {"g1_vis_all_levels", "gasnet1-vis V3.3, V3.6", all_levels, 0},
    {"g1_vis_null_dimensions", "gasnet1-vis V4.5", null_dimensions, 0},
    {"g1_vis_large", "gasnet1-vis V3.6, 9.2", large, 0},
    {"g1_vis_empty", "gasnet1-vis V4.2, V4.3, V4.4, 9.4", empty_transfers, 0},
    {"g1_vis_no_levels", "gasnet1-vis V3.5", no_levels, 0},
    {"g1_vis_whole_extent", "gasnet1-vis V3.4", whole_extent, 0},
    {"g1_vis_outstanding", "gasnet1-vis V6.1, V6.3, 9.5", outstanding, 0},
    {"g1_vis_regions", "gasnet1-vis V6.2, 9.6, 11.4", regions, 0},
    {"g1_vis_scopes", "gasnet1-vis V6.1, gasnet1-extended X4.1", scopes, 0},
    {"g1_vis_threads", "gasnet1-vis V3.8, 9.9", threads, CONFORM_PAR_ONLY},
    {0, 0, 0, 0}};
