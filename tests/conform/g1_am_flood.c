/* SPDX-License-Identifier: BSD-3-Clause
 *
 * g1_am_flood.c: more messages than any queue holds, from all ranks to all, in both directions, so
 * that requests and replies of all ranks compete for space: the job must neither hang nor lose one.
 */
#include "conform.h"

#include <unistd.h>

enum {
  H_SHORT = 180,  /* (a, b) -> H_BACK */
  H_BACK = 181,   /* (a, b) */
  H_MEDIUM = 182, /* payload -> H_MEDIUM_BACK */
  H_MEDIUM_BACK = 183,
  H_LONG = 184, /* payload -> H_LONG_BACK */
  H_LONG_BACK = 185,
  H_SILENT = 186 /* short, medium size in payload; no reply */
};

static conform_count_t served, answered;
static int64_t sum_sent, sum_back;

static void short_handler(gasnet_token_t t, gasnet_handlerarg_t a, gasnet_handlerarg_t b) {
  conform_add(&served, 1);
  gasnet_AMReplyShort2(t, H_BACK, b, a);
}

static void back_handler(gasnet_token_t t, gasnet_handlerarg_t a, gasnet_handlerarg_t b) {
  (void)t;
  __atomic_add_fetch(&sum_back, (int64_t)a * 3 + b, __ATOMIC_RELAXED);
  conform_add(&answered, 1);
}

static void medium_handler(gasnet_token_t t, void *buf, size_t n, gasnet_handlerarg_t seed) {
  const unsigned char *p = buf;
  CHECK(n == 0 || (p[0] == (unsigned char)seed && p[n - 1] == (unsigned char)(seed >> 8)));
  conform_add(&served, 1);
  gasnet_AMReplyMedium1(t, H_MEDIUM_BACK, buf, n, seed);
}

static void medium_back_handler(gasnet_token_t t, void *buf, size_t n, gasnet_handlerarg_t seed) {
  const unsigned char *p = buf;
  (void)t;
  CHECK(n == 0 || (p[0] == (unsigned char)seed && p[n - 1] == (unsigned char)(seed >> 8)));
  conform_add(&answered, 1);
}

/* Long requests from rank r lie in slot r; replies in slot r of the second half. */
static size_t long_slot(void) {
  size_t n = conform_seg_size() / 2 / gasnet_nodes() & ~(size_t)63;
  if (n > gasnet_AMMaxLongRequest()) n = gasnet_AMMaxLongRequest();
  return n > gasnet_AMMaxLongReply() ? gasnet_AMMaxLongReply() : n;
}

static void long_handler(gasnet_token_t t, void *buf, size_t n, gasnet_handlerarg_t seed) {
  gasnet_node_t from;
  gasnet_AMGetMsgSource(t, &from);
  CHECK(buf == (char *)conform_seg(gasnet_mynode()) + from * long_slot());
  conform_add(&served, 1);
  gasnet_AMReplyLong1(t, H_LONG_BACK, buf, n,
                      (char *)conform_seg(from) + conform_seg_size() / 2 +
                          gasnet_mynode() * long_slot(),
                      seed);
}

static void long_back_handler(gasnet_token_t t, void *buf, size_t n, gasnet_handlerarg_t seed) {
  (void)t;
  (void)buf;
  (void)n;
  (void)seed;
  conform_add(&answered, 1);
}

static void silent_handler(gasnet_token_t t, void *buf, size_t n, gasnet_handlerarg_t seed) {
  const unsigned char *p = buf;
  (void)t;
  CHECK(n == 0 || (p[0] == (unsigned char)seed && p[n - 1] == (unsigned char)(seed >> 8)));
  conform_add(&served, 1);
}

static void reset(void) {
  conform_set(&served, 0);
  conform_set(&answered, 0);
  sum_sent = sum_back = 0;
  conform_barrier();
}

static void expect(int each_way) {
  int total = each_way * (int)gasnet_nodes();
  conform_wait_until(conform_get(&answered) >= total && conform_get(&served) >= total);
  conform_barrier();
  gasnet_AMPoll();
  conform_barrier();
  CHECK_EQ(conform_get(&answered), total);
  CHECK_EQ(conform_get(&served), total);
}

static void flood_short(void) {
  enum { EACH = 5000 };
  int i;
  gasnet_node_t to;
  reset();
  for (i = 0; i < EACH; i++)
    for (to = 0; to < gasnet_nodes(); to++) {
      gasnet_handlerarg_t a = (gasnet_handlerarg_t)conform_rand(), b = i;
      sum_sent += (int64_t)b * 3 + a;
      CHECK_EQ(gasnet_AMRequestShort2(to, H_SHORT, a, b), GASNET_OK);
    }
  expect(EACH);
  CHECK_EQ(sum_back, sum_sent);
}

static void mark(unsigned char *p, size_t n, uint32_t seed) {
  if (!n) return;
  p[0] = (unsigned char)seed;
  p[n - 1] = n == 1 ? p[0] : (unsigned char)(seed >> 8);
}

/* Mediums of `n` bytes, or of changing size if n is 0, `each` from every rank to every rank. */
static void flood_medium_of(size_t n, int each, int handler) {
  size_t max = gasnet_AMMaxMedium();
  unsigned char *src = calloc(1, max);
  gasnet_node_t to;
  int i;
  reset();
  for (i = 0; i < each; i++)
    for (to = 0; to < gasnet_nodes(); to++) {
      size_t size = n ? n : 2 + conform_rand() % (max - 2);
      uint32_t seed = (uint32_t)conform_rand();
      mark(src, size, seed);
      CHECK_EQ(gasnet_AMRequestMedium1(to, handler, src, size, seed), GASNET_OK);
    }
  free(src);
}

static void flood_medium_max(void) {
  flood_medium_of(gasnet_AMMaxMedium(), 40, H_MEDIUM);
  expect(40);
}
static void flood_medium_small(void) {
  flood_medium_of(9, 3000, H_MEDIUM);
  expect(3000);
}
static void flood_medium_mixed(void) {
  flood_medium_of(0, 200, H_MEDIUM);
  expect(200);
}

static void flood_long(void) {
  enum { EACH = 60 };
  size_t n = long_slot() < 65536 ? long_slot() : 65536;
  char *src = calloc(1, n);
  gasnet_node_t to;
  int i;
  reset();
  for (i = 0; i < EACH; i++)
    for (to = 0; to < gasnet_nodes(); to++)
      CHECK_EQ(gasnet_AMRequestLong1(to, H_LONG, src, n - (size_t)i * 8,
                                     (char *)conform_seg(to) + gasnet_mynode() * long_slot(), i),
               GASNET_OK);
  expect(EACH);
  free(src);
}

/* All send to rank 0 at once without answer, while rank 0 stays away for a while. */
static void flood_one_sleeper(void) {
  enum { EACH = 3000 };
  unsigned char src[64];
  int i;
  reset();
  if (gasnet_mynode() == 0) usleep(200000);
  for (i = 0; i < EACH; i++) {
    mark(src, sizeof src, (uint32_t)i);
    gasnet_AMRequestMedium1(0, H_SILENT, src, sizeof src, i);
  }
  if (gasnet_mynode() == 0) conform_wait_until(conform_get(&served) == EACH * (int)gasnet_nodes());
  conform_barrier();
}

/* Short, medium and long together; some ranks never poll explicitly before the end. */
static void flood_mixed(void) {
  enum { EACH = 900 };
  size_t slot = long_slot();
  unsigned char src[4000];
  int i;
  reset();
  memset(src, 0, sizeof src);
  for (i = 0; i < EACH; i++) {
    gasnet_node_t to;
    for (to = 0; to < gasnet_nodes(); to++) {
      uint32_t seed = (uint32_t)conform_rand();
      size_t n = 2 + seed % 3900;
      if (i % 3 == 0) gasnet_AMRequestShort2(to, H_SHORT, seed, i);
      mark(src, n, seed);
      if (i % 3 == 1) gasnet_AMRequestMedium1(to, H_MEDIUM, src, n, seed);
      if (i % 3 == 2)
        gasnet_AMRequestLong1(to, H_LONG, src, n < slot ? n : slot,
                              (char *)conform_seg(to) + gasnet_mynode() * slot, seed);
    }
    if (gasnet_mynode() % 2 && i % 16 == 0) gasnet_AMPoll();
  }
  expect(EACH);
}

gex_AM_Entry_t conform_g1_am_flood_handlers[] = {
    CONFORM_ENTRY(H_SHORT, short_handler, GEX_FLAG_AM_SHORT, 2),
    CONFORM_ENTRY(H_BACK, back_handler, GEX_FLAG_AM_SHORT, 2),
    CONFORM_ENTRY(H_MEDIUM, medium_handler, GEX_FLAG_AM_MEDIUM, 1),
    CONFORM_ENTRY(H_MEDIUM_BACK, medium_back_handler, GEX_FLAG_AM_MEDIUM, 1),
    CONFORM_ENTRY(H_LONG, long_handler, GEX_FLAG_AM_LONG, 1),
    CONFORM_ENTRY(H_LONG_BACK, long_back_handler, GEX_FLAG_AM_LONG, 1),
    CONFORM_ENTRY(H_SILENT, silent_handler, GEX_FLAG_AM_MEDIUM, 1),
    {0, 0, 0, 0, 0, 0}};

const struct conform_test conform_g1_am_flood[] = {
    {"g1_flood_short", "gasnet1-core C10.3, C10.13", flood_short, 0},
    {"g1_flood_medium_max", "gasnet1-core C10.2, C10.3, C10.13", flood_medium_max, 0},
    {"g1_flood_medium_small", "gasnet1-core C10.3, C10.13", flood_medium_small, 0},
    {"g1_flood_medium_mixed", "gasnet1-core C10.3, C10.13", flood_medium_mixed, 0},
    {"g1_flood_long", "gasnet1-core C10.3, C10.8, C10.13", flood_long, 0},
    {"g1_flood_one_sleeper", "gasnet1-core C10.3, C10.13", flood_one_sleeper, 0},
    {"g1_flood_mixed", "gasnet1-core C10.3, C10.13", flood_mixed, 0},
    {0, 0, 0, 0}};
