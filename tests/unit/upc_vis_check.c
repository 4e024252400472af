/* SPDX-License-Identifier: BSD-3-Clause
 *
 * upc_vis_check.c: random lists and sections over several threads through hyd_upc_vis.h, against a
 * byte-wise copy. Every thread acts in turn while the others wait in a barrier. The lower half of
 * every segment holds sources, the upper half destinations; afterwards all upper halves are
 * compared, so bytes that nothing should touch are seen too. Private memory is one more such area.
 *
 *   upc_vis_check ROUNDS [SEED]
 */
#include <gasnetex.h>

#include "hyd_upc_vis.h"

#define HALF 65536
#define PIECES 600
#define MAX_THREADS 16
#define LEVELS 4

enum operation { PUT, GET, COPY, OPERATIONS };
enum form { VECTOR, INDEXED, STRIDED, FORMS };
static const char *const names[FORMS][OPERATIONS] = {
    {"memput_list, vector", "memget_list, vector", "memcpy_list, vector"},
    {"memput_list, indexed", "memget_list, indexed", "memcpy_list, indexed"},
    {"memput_strided", "memget_strided", "memcpy_strided"}};

static gex_TM_t team;
static gex_Rank_t me, threads;
static char *base[MAX_THREADS];                 /* of the segments, in their owners */
static unsigned char source[MAX_THREADS][HALF]; /* what every lower half holds */
static unsigned char wanted[MAX_THREADS][HALF], found[HALF];
static unsigned char own_source[HALF], own_wanted[HALF], own_found[HALF]; /* private */
static uint64_t state;

static uint64_t random64(void) { /* splitmix64 */
  uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return z ^ z >> 31;
}
static size_t below(size_t n) { return (size_t)(random64() % n); }

static void meet(void) { gex_Event_Wait(gex_Coll_BarrierNB(team, 0)); }

/* ---- lists: offsets in the areas, before they become pointers ------------ */

struct pieces {
  size_t n, len[PIECES], offset[PIECES], total;
  gex_Rank_t thread[PIECES];
};

/* Pieces anywhere in the lower halves; they may overlap. */
static void choose_sources(struct pieces *p) {
  for (size_t i = 0; i < p->n; i++) {
    p->thread[i] = (gex_Rank_t)below(threads);
    p->offset[i] = below(HALF - p->len[i] + 1);
  }
}

/* Pieces of the upper halves that do not overlap. False if there is no room. */
static int choose_destinations(struct pieces *p, int private) {
  size_t used[MAX_THREADS] = {0};
  for (size_t i = 0; i < p->n; i++) {
    gex_Rank_t t = private ? 0 : (gex_Rank_t)below(threads);
    size_t at = used[t] + below(4);
    if (at + p->len[i] > HALF) return 0;
    p->thread[i] = t;
    p->offset[i] = at;
    used[t] = at + p->len[i];
  }
  return 1;
}

static void choose_vector(struct pieces *src, struct pieces *dst) {
  size_t longest = below(8) ? 40 : 2000;
  src->n = below(200);
  src->total = dst->n = 0;
  for (size_t i = 0; i < src->n; i++) src->total += src->len[i] = below(longest);
  dst->total = src->total;
  for (size_t left = dst->total; left; dst->n++) {
    size_t len = dst->n == PIECES - 1 ? left : below(longest);
    left -= dst->len[dst->n] = len < left ? len : left;
  }
}

static void choose_lengths(struct pieces *p, size_t n, size_t len) {
  p->n = n;
  for (size_t i = 0; i < n; i++) p->len[i] = len;
  p->total = n * len;
}

static void choose_indexed(struct pieces *src, struct pieces *dst) {
  size_t unit = 1 + below(30), a = 1 + below(3), b = 1 + below(3), k = below(PIECES / 3);
  choose_lengths(src, b * k, unit * a);
  choose_lengths(dst, a * k, unit * b);
}

/* ---- the expected result ------------------------------------------------- */

/* Copies byte by byte; `private` says which side is in this thread's private memory. */
static void copy_lists(const struct pieces *dst, int dst_private, const struct pieces *src,
                       int src_private) {
  size_t s = 0, at = 0;
  for (size_t d = 0; d < dst->n; d++) {
    unsigned char *to = (dst_private ? own_wanted : wanted[dst->thread[d]]) + dst->offset[d];
    for (size_t i = 0; i < dst->len[d]; i++, at++) {
      while (at == src->len[s]) s++, at = 0;
      to[i] = (src_private ? own_source : source[src->thread[s]])[src->offset[s] + at];
    }
  }
}

static void fill(unsigned char *area) {
  for (size_t i = 0; i < HALF; i++) area[i] = (unsigned char)random64();
}

static void prepare(void) {
  for (gex_Rank_t t = 0; t < threads; t++) {
    fill(source[t]);
    memset(wanted[t], 0x80 + (int)t, HALF);
    gex_RMA_PutBlocking(team, t, base[t], source[t], HALF, 0);
    gex_RMA_PutBlocking(team, t, base[t] + HALF, wanted[t], HALF, 0);
  }
  fill(own_source);
  memset(own_wanted, 0x7f, HALF);
  memcpy(own_found, own_wanted, HALF);
}

static int compare(const char *what, uint64_t seed) {
  int same = memcmp(own_found, own_wanted, HALF) == 0;
  for (gex_Rank_t t = 0; t < threads; t++) {
    gex_RMA_GetBlocking(team, found, t, base[t] + HALF, HALF, 0);
    same &= memcmp(found, wanted[t], HALF) == 0;
  }
  if (!same)
    fprintf(stderr, "upc_vis_check: thread %u of %u, %s, seed %" PRIu64 ": wrong bytes\n", me,
            threads, what, seed);
  return same;
}

/* ---- the calls ----------------------------------------------------------- */

static upc_smemvec_t smem[2][PIECES];
static upc_pmemvec_t pmem[PIECES];
static hyd_upc_shared_t shared[2][PIECES];
static void *private[PIECES];

static void make_shared(int side, const struct pieces *p, size_t half) {
  for (size_t i = 0; i < p->n; i++) {
    shared[side][i] = hyd_upc_shared(p->thread[i], base[p->thread[i]] + half + p->offset[i]);
    smem[side][i].addr = shared[side][i];
    smem[side][i].len = p->len[i];
  }
}

static void make_private(const struct pieces *p, unsigned char *area) {
  for (size_t i = 0; i < p->n; i++) {
    private[i] = pmem[i].addr = area + p->offset[i];
    pmem[i].len = p->len[i];
  }
}

static void call_vector(enum operation o, size_t dst, size_t src) {
  if (o == PUT)
    upc_memput_list(dst, smem[1], src, pmem);
  else if (o == GET)
    upc_memget_list(dst, pmem, src, smem[0]);
  else
    upc_memcpy_list(dst, smem[1], src, smem[0]);
}

static void call_indexed(enum operation o, size_t dst, size_t dstlen, size_t src, size_t srclen) {
  const void *const *from = (const void *const *)private;
  if (o == PUT)
    upc_memput_list(dst, shared[1], dstlen, src, from, srclen);
  else if (o == GET)
    upc_memget_list(dst, private, dstlen, src, shared[0], srclen);
  else
    upc_memcpy_list(dst, shared[1], dstlen, src, shared[0], srclen);
}

static void try_lists(enum form f, enum operation o) {
  static struct pieces dst, src;
  do {
    if (f == VECTOR)
      choose_vector(&src, &dst);
    else
      choose_indexed(&src, &dst);
    choose_sources(&src);
  } while (!choose_destinations(&dst, o == GET));
  if (o == PUT)
    make_private(&src, own_source);
  else
    make_shared(0, &src, 0);
  if (o == GET)
    make_private(&dst, own_found);
  else
    make_shared(1, &dst, HALF);
  copy_lists(&dst, o == GET, &src, o == PUT);
  if (f == VECTOR)
    call_vector(o, dst.n, src.n);
  else
    call_indexed(o, dst.n, dst.n ? dst.len[0] : 0, src.n, src.n ? src.len[0] : 0);
}

/* Strides that do not let rows overlap, of a section that fits a half. */
static void choose_strides(const size_t *count, size_t levels, size_t *stride) {
  size_t extent = count[0];
  for (size_t k = 0; k < levels; k++) {
    stride[k] = extent + below(9);
    extent = stride[k] * count[k + 1];
  }
}

static void copy_section(unsigned char *to, const size_t *dststride, const unsigned char *from,
                         const size_t *srcstride, const size_t *count, size_t levels) {
  if (levels == 0) {
    memcpy(to, from, count[0]);
    return;
  }
  for (size_t i = 0; i < count[levels]; i++)
    copy_section(to + i * dststride[levels - 1], dststride, from + i * srcstride[levels - 1],
                 srcstride, count, levels - 1);
}

static void try_strided(enum operation o) {
  size_t levels = below(LEVELS + 1), count[LEVELS + 1], ds[LEVELS], ss[LEVELS];
  gex_Rank_t to = (gex_Rank_t)below(threads), from = (gex_Rank_t)below(threads);
  count[0] = 1 + below(20);
  for (size_t k = 1; k <= levels; k++) count[k] = below(20) ? 1 + below(6) : 0;
  choose_strides(count, levels, ds);
  choose_strides(count, levels, ss);
  copy_section(o == GET ? own_wanted : wanted[to], ds, o == PUT ? own_source : source[from], ss,
               count, levels);
  hyd_upc_shared_t dst = hyd_upc_shared(to, base[to] + HALF);
  hyd_upc_shared_t src = hyd_upc_shared(from, base[from]);
  if (o == PUT)
    upc_memput_strided(dst, ds, own_source, ss, count, levels);
  else if (o == GET)
    upc_memget_strided(own_found, ds, src, ss, count, levels);
  else
    upc_memcpy_strided(dst, ds, src, ss, count, levels);
}

static int act(int rounds, uint64_t seed) {
  int right = 0;
  for (int i = 0; i < rounds; i++) {
    enum form f = (enum form)(i % FORMS);
    enum operation o = (enum operation)(i / FORMS % OPERATIONS);
    state = seed + (uint64_t)i * 1000003 + me;
    prepare();
    if (f == STRIDED)
      try_strided(o);
    else
      try_lists(f, o);
    right += compare(names[f][o], seed);
  }
  return right;
}

int main(int argc, char **argv) {
  gex_Client_t client;
  gex_EP_t ep;
  gex_Segment_t segment;
  int rc = gex_Client_Init(&client, &ep, &team, "UPC_VIS", &argc, &argv, GEX_FLAG_USES_GASNET1);
  if (rc == GASNET_OK) rc = gex_Segment_Attach(&segment, team, 2 * HALF);
  if (rc != GASNET_OK) return 1;
  me = gex_TM_QueryRank(team);
  threads = gex_TM_QuerySize(team);
  if (threads > MAX_THREADS) gasnet_exit(2);
  for (gex_Rank_t t = 0; t < threads; t++) {
    void *owner;
    uintptr_t size;
    gex_Event_Wait(gex_EP_QueryBoundSegmentNB(team, t, &owner, NULL, &size, 0));
    base[t] = owner;
  }
  int rounds = argc > 1 ? atoi(argv[1]) : 90, right = 0;
  uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  meet();
  for (gex_Rank_t t = 0; t < threads; t++) {
    if (t == me) right = act(rounds, seed);
    meet();
  }
  if (right != rounds) gasnet_exit(1);
  meet();
  if (me == 0) printf("%d calls on each of %u threads: as expected\n", rounds, threads);
  meet();
  gasnet_exit(0);
}
