/* SPDX-License-Identifier: BSD-3-Clause
 *
 * g1_coll.c: the five movements of GASNet-1's collectives in all their forms (gasnet1-coll section
 * 4).
 */
#include "g1_coll.h"

enum { BROADCAST, SCATTER, GATHER, GATHER_ALL, EXCHANGE, OPS };
enum { UNTOUCHED = 0x5a };

struct way {
  int flags, lists, nb, in_place;
};

/* One operation, as one image sees it. */
struct operation {
  const struct g1_image *me;
  int op, flags, round;
  gasnet_image_t root;
  size_t n;
  char *dst, *src;
};

static uint64_t seed(const struct operation *o, gasnet_image_t from, gasnet_image_t block) {
  return (uint64_t)o->round * 7919 + (uint64_t)o->op * 1000003 + (uint64_t)from * 131 + block;
}

static int is_root(const struct operation *o) { return o->me->me == o->root; }

static int has_src(const struct operation *o) { return o->op >= GATHER || is_root(o); }
static gasnet_image_t src_blocks(const struct operation *o) {
  return o->op == SCATTER || o->op == EXCHANGE ? o->me->total : 1;
}
static gasnet_image_t dst_blocks(const struct operation *o) {
  if (o->op == GATHER) return is_root(o) ? o->me->total : 0;
  return o->op >= GATHER_ALL ? o->me->total : 1;
}

static void fill_src(const struct operation *o) {
  gasnet_image_t j;
  for (j = 0; has_src(o) && j < src_blocks(o); j++)
    conform_fill(o->src + j * o->n, o->n, seed(o, o->me->me, j));
}

static void check_dst(const struct operation *o) {
  gasnet_image_t i, from, block;
  for (i = 0; i < dst_blocks(o); i++) {
    from = o->op <= SCATTER ? o->root : i;
    block = o->op == SCATTER || o->op == EXCHANGE ? o->me->me : 0;
    CHECK_EQ(conform_differs(o->dst + i * o->n, o->n, seed(o, from, block)), -1);
  }
}

/* --- calls ---------------------------------------------------------------- */

/* The addresses of an image's own area on its node, for lists. */
static void make_list(void **list, struct g1_area *areas, const struct g1_image *me, int flags) {
  gasnet_image_t i;
  int local;
  if (flags & GASNET_COLL_LOCAL) {
    for (local = 0; local < me->count; local++) list[local] = areas[local].bytes;
    return;
  }
  for (i = 0; i < me->total; i++) {
    g1_node_of(i, &local);
    list[i] = areas[local].bytes;
  }
}

static gasnet_coll_handle_t call_lists(const struct operation *o) {
  void **dsts = malloc(2 * o->me->total * sizeof *dsts), **srcs = dsts + o->me->total;
  gasnet_team_handle_t all = GASNET_TEAM_ALL;
  gasnet_coll_handle_t h;
  make_list(dsts, g1_dst, o->me, o->flags);
  make_list(srcs, g1_src, o->me, o->flags);
  switch (o->op) {
  case BROADCAST: h = gasnet_coll_broadcastM_nb(all, dsts, o->root, o->src, o->n, o->flags); break;
  case SCATTER: h = gasnet_coll_scatterM_nb(all, dsts, o->root, o->src, o->n, o->flags); break;
  case GATHER: h = gasnet_coll_gatherM_nb(all, o->root, o->dst, srcs, o->n, o->flags); break;
  case GATHER_ALL: h = gasnet_coll_gather_allM_nb(all, dsts, srcs, o->n, o->flags); break;
  default: h = gasnet_coll_exchangeM_nb(all, dsts, srcs, o->n, o->flags);
  }
  gasnet_coll_wait_sync(h); /* K13: the lists stay until then */
  free(dsts);
  return GASNET_COLL_INVALID_HANDLE;
}

static gasnet_coll_handle_t call_nb(const struct operation *o) {
  gasnet_team_handle_t all = GASNET_TEAM_ALL;
  switch (o->op) {
  case BROADCAST: return gasnet_coll_broadcast_nb(all, o->dst, o->root, o->src, o->n, o->flags);
  case SCATTER: return gasnet_coll_scatter_nb(all, o->dst, o->root, o->src, o->n, o->flags);
  case GATHER: return gasnet_coll_gather_nb(all, o->root, o->dst, o->src, o->n, o->flags);
  case GATHER_ALL: return gasnet_coll_gather_all_nb(all, o->dst, o->src, o->n, o->flags);
  default: return gasnet_coll_exchange_nb(all, o->dst, o->src, o->n, o->flags);
  }
}

static void call_blocking(const struct operation *o) {
  gasnet_team_handle_t all = GASNET_TEAM_ALL;
  switch (o->op) {
  case BROADCAST: gasnet_coll_broadcast(all, o->dst, o->root, o->src, o->n, o->flags); break;
  case SCATTER: gasnet_coll_scatter(all, o->dst, o->root, o->src, o->n, o->flags); break;
  case GATHER: gasnet_coll_gather(all, o->root, o->dst, o->src, o->n, o->flags); break;
  case GATHER_ALL: gasnet_coll_gather_all(all, o->dst, o->src, o->n, o->flags); break;
  default: gasnet_coll_exchange(all, o->dst, o->src, o->n, o->flags);
  }
}

static void call_blocking_lists(const struct operation *o) {
  void **dsts = malloc(2 * o->me->total * sizeof *dsts), **srcs = dsts + o->me->total;
  gasnet_team_handle_t all = GASNET_TEAM_ALL;
  make_list(dsts, g1_dst, o->me, o->flags);
  make_list(srcs, g1_src, o->me, o->flags);
  switch (o->op) {
  case BROADCAST: gasnet_coll_broadcastM(all, dsts, o->root, o->src, o->n, o->flags); break;
  case SCATTER: gasnet_coll_scatterM(all, dsts, o->root, o->src, o->n, o->flags); break;
  case GATHER: gasnet_coll_gatherM(all, o->root, o->dst, srcs, o->n, o->flags); break;
  case GATHER_ALL: gasnet_coll_gather_allM(all, dsts, srcs, o->n, o->flags); break;
  default: gasnet_coll_exchangeM(all, dsts, srcs, o->n, o->flags);
  }
  free(dsts);
}

/* Waits by one of the ways there are. */
static void finish(gasnet_coll_handle_t h, int round) {
  switch (round % 3) {
  case 0: gasnet_coll_wait_sync(h); break;
  case 1: conform_wait_until(gasnet_coll_try_sync(h) == GASNET_OK); break;
  default: gasnet_coll_wait_sync_all(&h, 1); CHECK(h == GASNET_COLL_INVALID_HANDLE);
  }
}

static void call(const struct operation *o, const struct way *w) {
  if (w->lists && w->nb)
    finish(call_lists(o), o->round);
  else if (w->lists)
    call_blocking_lists(o);
  else if (w->nb)
    finish(call_nb(o), o->round);
  else
    call_blocking(o);
}

/* --- one operation, checked ----------------------------------------------- */

static void check_around(const struct operation *o, const struct g1_area *dst) {
  size_t used = dst_blocks(o) * o->n;
  CHECK_EQ(conform_not_all(dst->before, G1_GUARD, UNTOUCHED), -1);
  CHECK_EQ(conform_not_all(dst->bytes + used, G1_GUARD, UNTOUCHED), -1);
}

/* In the images' areas. In NOSYNC all must know that memory is ready, and that the operation is
 * over. */
static void operate(const struct g1_image *me, int op, gasnet_image_t root, size_t n, int round,
                    const struct way *w) {
  struct g1_area *dst = &g1_dst[me->local], *src = &g1_src[me->local];
  struct operation o = {me, op, w->flags, round, root, n, dst->bytes, src->bytes};
  size_t room = (size_t)me->total * n + G1_GUARD;
  memset(dst, UNTOUCHED, G1_GUARD + room);
  memset(src, UNTOUCHED, G1_GUARD + room);
  fill_src(&o);
  if (w->flags & GASNET_COLL_IN_NOSYNC) g1_meet();
  call(&o, w);
  if (w->flags & GASNET_COLL_OUT_NOSYNC) g1_meet();
  check_dst(&o);
  check_around(&o, dst);
}

static const int ins[] = {GASNET_COLL_IN_NOSYNC, GASNET_COLL_IN_MYSYNC, GASNET_COLL_IN_ALLSYNC};
static const int outs[] = {GASNET_COLL_OUT_NOSYNC, GASNET_COLL_OUT_MYSYNC, GASNET_COLL_OUT_ALLSYNC};

static void every_way(const struct g1_image *me, int op) {
  static const size_t sizes[] = {1, 7, 64, 333, 2048};
  int k, round = 0;
  for (k = 0; k < 9 * 8; k++) {
    struct way w = {ins[k % 3] | outs[k / 3 % 3], k / 9 & 1, k / 18 & 1, 0};
    int single = k / 36;
    if (single && (!g1_same_addresses || (!w.lists && me->total != gasnet_nodes()))) continue;
    w.flags |= single ? GASNET_COLL_SINGLE : GASNET_COLL_LOCAL;
    operate(me, op, (gasnet_image_t)(round % (int)me->total), sizes[(round * 3 + k) % 5], round,
            &w);
    round++;
  }
  g1_meet();
}
static void ways_broadcast(const struct g1_image *me) { every_way(me, BROADCAST); }
static void ways_scatter(const struct g1_image *me) { every_way(me, SCATTER); }
static void ways_gather(const struct g1_image *me) { every_way(me, GATHER); }
static void ways_gather_all(const struct g1_image *me) { every_way(me, GATHER_ALL); }
static void ways_exchange(const struct g1_image *me) { every_way(me, EXCHANGE); }
static void test_broadcast(void) { g1_images(ways_broadcast); }
static void test_scatter(void) { g1_images(ways_scatter); }
static void test_gather(void) { g1_images(ways_gather); }
static void test_gather_all(void) { g1_images(ways_gather_all); }
static void test_exchange(void) { g1_images(ways_exchange); }

/* --- in place, and large -------------------------------------------------- */

static const struct way ordinary = {GASNET_COLL_IN_MYSYNC | GASNET_COLL_OUT_MYSYNC |
                                        GASNET_COLL_LOCAL,
                                    0, 0, 0};

/* K14: the one block that may be both. */
static void in_place(const struct g1_image *me, int op, gasnet_image_t root, size_t n, int round) {
  struct g1_area *area = &g1_dst[me->local];
  struct operation o = {me,   op, ordinary.flags, round,
                        root, n,  area->bytes,    g1_src[me->local].bytes};
  memset(area, UNTOUCHED, G1_GUARD + me->total * n + G1_GUARD);
  if (op == BROADCAST && is_root(&o)) o.src = o.dst;
  if (op == SCATTER && is_root(&o)) {
    o.src = area->bytes;
    o.dst = o.src + root * n;
  }
  if ((op == GATHER && is_root(&o)) || op == GATHER_ALL) o.src = o.dst + me->me * n;
  fill_src(&o);
  call(&o, &ordinary);
  check_dst(&o);
  if (op == SCATTER && is_root(&o)) /* the other blocks are as they were */
    CHECK_EQ(conform_differs(o.src + (root ? 0 : (me->total - 1) * n), n,
                             seed(&o, root, root ? 0 : me->total - 1)),
             -1);
  CHECK_EQ(conform_not_all(area->before, G1_GUARD, UNTOUCHED), -1);
}

static void in_place_of(const struct g1_image *me) {
  gasnet_image_t root;
  int op, round = 0;
  for (root = 0; root < me->total; root++)
    for (op = BROADCAST; op <= GATHER_ALL; op++) in_place(me, op, root, 100, round++);
  g1_meet();
}
static void test_in_place(void) { g1_images(in_place_of); }

/* Above a medium message, and above what is sent without being called for. */
static void large_of(const struct g1_image *me) {
  static const size_t sizes[] = {100000, 300000};
  int op, k;
  for (k = 0; k < 2; k++)
    for (op = 0; op < OPS; op++) {
      size_t n = op >= GATHER_ALL && me->total > 4 ? sizes[k] / me->total : sizes[k];
      struct operation o = {me, op, ordinary.flags, k, me->total / 2, n, 0, 0};
      o.dst = malloc(me->total * n);
      o.src = malloc(me->total * n);
      fill_src(&o);
      call(&o, &ordinary);
      check_dst(&o);
      free(o.src);
      free(o.dst);
    }
  g1_meet();
}
static void test_large(void) { g1_images(large_of); }

/* K8: 0 bytes are for checking builds to refuse, and else nothing. */
static void nothing_of(const struct g1_image *me) {
  int op;
  for (op = 0; op < OPS; op++) operate(me, op, 0, 0, 0, &ordinary);
  g1_meet();
}
static void test_nothing(void) {
  if (CONFORM_DEBUG)
    conform_skip("fatal in debug");
  else
    g1_images(nothing_of);
}

/* GASNET_COLL_NO_IMAGES: roots and blocks are nodes; among the images' own operations. */
static void nodes_of(const struct g1_image *me) {
  int flags = ordinary.flags | GASNET_COLL_NO_IMAGES;
  gasnet_node_t nodes = gasnet_nodes(), n;
  uint32_t *got = malloc(nodes * sizeof *got), mine;
  int round;
  for (round = 0; round < 12; round++) {
    operate(me, round % OPS, 0, 40, round, &ordinary);
    mine = gasnet_mynode() * 100 + (uint32_t)round;
    if (me->local == 0) {
      gasnet_coll_gather_all(GASNET_TEAM_ALL, got, &mine, sizeof mine, flags);
      for (n = 0; n < nodes; n++) CHECK_EQ(got[n], n * 100 + (uint32_t)round);
      gasnet_coll_broadcast(GASNET_TEAM_ALL, &mine, nodes - 1, &mine, sizeof mine, flags);
      CHECK_EQ(mine, (nodes - 1) * 100 + (uint32_t)round);
    }
  }
  free(got);
  g1_meet();
}

/* K16: behind one of the images, that another image of the node has not begun yet. */
static void order_of(const struct g1_image *me) {
  int round, flags = ordinary.flags;
  for (round = 0; round < 3; round++) {
    uint32_t a = me->me == 0 ? 50 + (uint32_t)round : 0, b = gasnet_mynode() ? 0 : 90;
    gasnet_coll_handle_t h[2] = {0, 0};
    if (me->local) g1_sleep_ms(2);
    h[0] = gasnet_coll_broadcast_nb(GASNET_TEAM_ALL, &a, 0, &a, sizeof a, flags);
    if (me->local == 0)
      h[1] = gasnet_coll_broadcast_nb(GASNET_TEAM_ALL, &b, 0, &b, sizeof b,
                                      flags | GASNET_COLL_NO_IMAGES);
    gasnet_coll_wait_sync_all(h, 2);
    CHECK_EQ(a, 50 + round);
    if (me->local == 0) CHECK_EQ(b, 90);
    g1_meet();
  }
}
static void test_order(void) { g1_images(order_of); }

static void test_nodes(void) { g1_images(nodes_of); }

const struct conform_test conform_g1_coll[] = {
    {"g1_coll_broadcast", "gasnet1-coll 4, K8 to K13", test_broadcast, 0},
    {"g1_coll_scatter", "gasnet1-coll 4, K8 to K13", test_scatter, 0},
    {"g1_coll_gather", "gasnet1-coll 4, K8 to K13", test_gather, 0},
    {"g1_coll_gather_all", "gasnet1-coll 4, K8 to K13", test_gather_all, 0},
    {"g1_coll_exchange", "gasnet1-coll 4, K8 to K13", test_exchange, 0},
    {"g1_coll_in_place", "gasnet1-coll K14", test_in_place, 0},
    {"g1_coll_large", "gasnet1-coll K9, 11.1", test_large, 0},
    {"g1_coll_zero", "gasnet1-coll K8", test_nothing, 0},
    {"g1_coll_no_images", "gasnet1-coll 2.1 NO_IMAGES, K16, K17", test_nodes, 0},
    {"g1_coll_no_images_order", "gasnet1-coll K16, K17", test_order, 0},
    {0, 0, 0, 0}};
