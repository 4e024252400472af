/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_am_lc.c: payloads of active messages: sizes, places, local completion in each of its forms,
 * zero bytes, immediate mode (gex-core 12.1, 15, 20).
 *
 * A source is overwritten as soon as the contract gives it back; the target compares what arrived
 * with the pattern that the source held at the call.
 */
#include "gex_support.h"

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

static const size_t sizes[] = {0,   1,   2,   3,    7,    8,    9,    63,   64,   65,
                               255, 511, 512, 1000, 4095, 4096, 4097, 8192, 12345};
enum { SIZES = sizeof sizes / sizeof *sizes };

static size_t medium_limit(gex_Rank_t to) {
  return least(gex_AM_MaxRequestMedium(conform_tm(), to, GEX_EVENT_NOW, 0, 4),
               gex_AM_MaxReplyMedium(conform_tm(), to, GEX_EVENT_NOW, 0, 2));
}

static size_t long_limit(gex_Rank_t to) {
  size_t n = least(gex_AM_MaxRequestLong(conform_tm(), to, GEX_EVENT_NOW, 0, 4),
                   gex_AM_MaxReplyLong(conform_tm(), to, GEX_EVENT_NOW, 0, 2));
  return least(n, AREA_BYTES / 2);
}

static void echo_medium(gex_Rank_t to, char *buf, size_t n, uint32_t seed) {
  conform_fill(buf, n, seed);
  CHECK_EQ(gex_AM_RequestMedium4(conform_tm(), to, H_ECHO, buf, n, GEX_EVENT_NOW, 0,
                                 (gex_AM_Arg_t)seed, C_LC, 0, 0),
           0);
  memset(buf, 0xee, n);
  GEX_TAKE(C_LC, 1);
}

/* There from buf to the first half of the target's area, back to the first half of mine. */
static void echo_long(gex_Rank_t to, char *buf, size_t n, size_t offset, uint32_t seed) {
  size_t area = to == conform_rank() ? AREA_SELF : AREA_PREV;
  char *dest = gex_at(to, area + offset);
  char *back = gex_at(conform_rank(), AREA_SELF + AREA_BYTES / 2 + 64 + offset);
  conform_fill(buf, n, seed);
  CHECK_EQ(gex_AM_RequestLong4(conform_tm(), to, H_ECHO, buf, n, dest, GEX_EVENT_NOW, 0,
                               (gex_AM_Arg_t)seed, C_LC, gex_hi(back), gex_lo(back)),
           0);
  memset(buf, 0xee, n);
  GEX_TAKE(C_LC, 1);
  CHECK_EQ(conform_differs(back, n, seed), -1);
}

static void test_sizes(void) {
  gex_Rank_t targets[2] = {conform_next(), conform_rank()};
  char *buf = malloc(AREA_BYTES);
  int t, i;
  for (t = 0; t < 2; t++) {
    size_t max_medium = medium_limit(targets[t]), max_long = long_limit(targets[t]);
    for (i = 0; i < SIZES; i++) {
      size_t n = sizes[i];
      if (n <= max_medium) echo_medium(targets[t], buf + i % 3, n, (uint32_t)conform_rand());
      if (n <= max_long)
        echo_long(targets[t], buf + i % 5, n, (size_t)i % 7, (uint32_t)conform_rand());
    }
    for (i = 0; i < 3; i++) {
      echo_medium(targets[t], buf, max_medium - (size_t)i, (uint32_t)conform_rand());
      echo_long(targets[t], buf, max_long - (size_t)i - 64, (size_t)i, (uint32_t)conform_rand());
    }
  }
  free(buf);
  gex_check_settled(C_LC);
}

/* AML-1: the limit of each number of arguments can be sent. */
static void test_limits(void) {
  size_t most = gex_AM_MaxRequestMedium(conform_tm(), conform_next(), GEX_EVENT_NOW, 0, 0);
  char *buf = malloc(most);
  size_t n;
  conform_fill(buf, most, 5);
  n = gex_AM_MaxRequestMedium(conform_tm(), conform_next(), GEX_EVENT_NOW, 0, 2);
  CHECK_EQ(gex_AM_RequestMedium2(conform_tm(), conform_next(), H_DATA, buf, n, GEX_EVENT_NOW, 0, 5,
                                 C_LC),
           0);
  n = gex_AM_LUBRequestMedium();
  CHECK_EQ(gex_AM_RequestMedium2(conform_tm(), conform_next(), H_DATA, buf, n, GEX_EVENT_NOW, 0, 5,
                                 C_LC),
           0);
  GEX_TAKE(C_LC, 2);
  free(buf);
  gex_check_settled(C_LC);
}

/* AMH-1: aligned, writable, and usable as the source of the reply after writing. */
static void lc_handler(gex_Token_t token, void *buf, size_t n, gex_AM_Arg_t seed) {
  unsigned char *p = buf;
  size_t i;
  if (n && !gex_is_long(token)) CHECK_EQ((uintptr_t)buf % 8, 0);
  CHECK_EQ(conform_differs(buf, n, (uint32_t)seed), -1);
  for (i = 0; i < n; i++) p[i] = conform_byte((uint32_t)seed + 1, i);
  CHECK_EQ(gex_AM_ReplyMedium2(token, H_DATA, buf, n, GEX_EVENT_NOW, 0, seed + 1, C_LC), 0);
}

static void test_writable(void) {
  static char buf[4096];
  int i;
  for (i = 0; i < 64; i++) {
    size_t n = (size_t)(i * 63 % 4000);
    conform_fill(buf, n, (uint64_t)i);
    CHECK_EQ(gex_AM_RequestMedium1(conform_tm(), conform_next(), H_LC, buf, n, GEX_EVENT_NOW, 0, i),
             0);
  }
  GEX_TAKE(C_LC, 64);
  gex_check_settled(C_LC);
}

enum { MANY = 32, MANY_BYTES = 3000, BIG = 512 * KB };

/* FP-2, event pointer: each has its own event, synced in several ways, before the source goes. */
static void test_event(void) {
  static char bufs[MANY][MANY_BYTES];
  gex_Event_t events[MANY];
  char *dest = gex_at(conform_next(), AREA_PREV);
  int i;
  for (i = 0; i < MANY; i++) {
    conform_fill(bufs[i], MANY_BYTES, (uint64_t)i);
    events[i] = GEX_EVENT_NO_OP;
    if (i % 2)
      CHECK_EQ(gex_AM_RequestMedium2(conform_tm(), conform_next(), H_DATA, bufs[i], MANY_BYTES,
                                     &events[i], 0, i, C_LC),
               0);
    else
      CHECK_EQ(gex_AM_RequestLong2(conform_tm(), conform_next(), H_DATA, bufs[i], MANY_BYTES,
                                   dest + (size_t)i * MANY_BYTES, &events[i], 0, i, C_LC),
               0);
    CHECK(events[i] != GEX_EVENT_NO_OP);
  }
  for (i = 0; i < MANY / 2; i++) {
    if (i % 3 == 0)
      conform_wait_until(gex_Event_Test(events[i]) == GASNET_OK);
    else
      gex_Event_Wait(events[i]);
    memset(bufs[i], 0xee, MANY_BYTES);
  }
  gex_Event_WaitAll(events + MANY / 2, MANY - MANY / 2, 0);
  memset(bufs[MANY / 2], 0xee, (size_t)(MANY - MANY / 2) * MANY_BYTES);
  GEX_TAKE(C_LC, MANY);
  gex_check_settled(C_LC);
}

/* A source too large to be held by the library: really given back late. */
static void test_event_big(void) {
  size_t n = least(BIG, long_limit(conform_next()));
  char *buf = malloc(n), *dest = gex_at(conform_next(), AREA_PREV);
  gex_Event_t event = GEX_EVENT_NO_OP;
  int i;
  for (i = 0; i < 4; i++) {
    conform_fill(buf, n, (uint64_t)i);
    CHECK_EQ(gex_AM_RequestLong2(conform_tm(), conform_next(), H_DATA, buf, n, dest, &event, 0, i,
                                 C_LC),
             0);
    gex_Event_Wait(event);
    memset(buf, 0xee, n);
    GEX_TAKE(C_LC, 1);
    conform_barrier();
  }
  free(buf);
  gex_check_settled(C_LC);
}

static void send_group(char (*bufs)[MANY_BYTES], int seed) {
  char *dest = gex_at(conform_next(), AREA_PREV);
  int i;
  for (i = 0; i < MANY; i++) {
    conform_fill(bufs[i], MANY_BYTES, (uint64_t)(seed + i));
    if (i % 2)
      CHECK_EQ(gex_AM_RequestMedium2(conform_tm(), conform_next(), H_DATA, bufs[i], MANY_BYTES,
                                     GEX_EVENT_GROUP, 0, seed + i, C_LC),
               0);
    else
      CHECK_EQ(gex_AM_RequestLong2(conform_tm(), conform_next(), H_DATA, bufs[i], MANY_BYTES,
                                   dest + (size_t)i * MANY_BYTES, GEX_EVENT_GROUP, 0, seed + i,
                                   C_LC),
               0);
  }
}

/* FP-2, GROUP; EC-5: the AM category, its alias, ALL, a poll loop over Test, and a region. */
static void test_group(void) {
  static char bufs[MANY][MANY_BYTES];
  int form;
  for (form = 0; form < 5; form++) {
    if (form == 4) gex_NBI_BeginAccessRegion(0);
    send_group(bufs, form * 100);
    if (form == 0) gex_NBI_Wait(GEX_EC_AM, 0);
    if (form == 1) gex_NBI_Wait(GEX_EC_LC, 0);
    if (form == 2) gex_NBI_Wait(GEX_EC_ALL, 0);
    if (form == 3) conform_wait_until(gex_NBI_Test(GEX_EC_AM, 0) == GASNET_OK);
    if (form == 4) gex_Event_Wait(gex_NBI_EndAccessRegion(0));
    memset(bufs, 0xee, sizeof bufs);
    GEX_TAKE(C_LC, MANY);
    CHECK_EQ(gex_NBI_Test(GEX_EC_ALL, 0), GASNET_OK);
    conform_barrier();
  }
  gex_check_settled(C_LC);
}

enum { FEW = 4 };

/* FP-1, FP-2: large longs, every second one with IMMEDIATE until it goes. */
static void send_big_group(char *bufs, size_t n, int seed) {
  char *dest = gex_at(conform_next(), AREA_PREV);
  int i;
  for (i = 0; i < FEW; i++) {
    gex_Flags_t flags = i % 2 ? GEX_FLAG_IMMEDIATE : 0;
    conform_fill(bufs + (size_t)i * n, n, (uint64_t)(seed + i));
    conform_wait_until(gex_AM_RequestLong2(conform_tm(), conform_next(), H_DATA,
                                           bufs + (size_t)i * n, n, dest + (size_t)i * n,
                                           GEX_EVENT_GROUP, flags, seed + i, C_LC) == 0);
  }
}

/* Syncs what was started outside of a region in one of several ways. */
static void sync_group(int form) {
  if (form == 0) gex_NBI_Wait(GEX_EC_AM, 0);
  if (form == 1) conform_wait_until(gex_NBI_Test(GEX_EC_LC, 0) == GASNET_OK);
  if (form == 2) gex_NBI_Wait(GEX_EC_PUT, 0);
  if (form == 3) gex_NBI_Wait(GEX_EC_ALL, 0);
}

static void sync_region(int leaf) {
  gex_Event_t root = gex_NBI_EndAccessRegion(0);
  if (leaf)
    gex_Event_Wait(gex_Event_QueryLeaf(root, GEX_EC_LC));
  else
    gex_Event_Wait(root);
  if (leaf) gex_Event_Wait(root);
}

/* Sources that a conduit may rather send from where they are: given back at the sync, not
 * before. */
static void test_group_big(void) {
  size_t n = least(BIG, long_limit(conform_next()));
  char *bufs = malloc(FEW * n);
  int form;
  for (form = 0; form < 6; form++) {
    if (form >= 4) gex_NBI_BeginAccessRegion(0);
    send_big_group(bufs, n, form * 10);
    if (form >= 4)
      sync_region(form == 5);
    else
      sync_group(form);
    memset(bufs, 0xee, FEW * n);
    GEX_TAKE(C_LC, FEW);
    conform_barrier();
  }
  free(bufs);
  gex_check_settled(C_LC);
}

/* FP-2, replies with an event: the handler leaves it to the main thread, which syncs it. */
enum { REPLIES = 8 };
static char reply_buf[REPLIES][2 * MANY_BYTES];
static gex_Event_t reply_event[REPLIES];
static conform_count_t reply_sent;
static void lc_reply_handler(gex_Token_t token, gex_AM_Arg_t i, gex_AM_Arg_t hi, gex_AM_Arg_t lo) {
  conform_fill(reply_buf[i], MANY_BYTES, (uint64_t)i);
  reply_event[i] = GEX_EVENT_NO_OP;
  if (hi || lo)
    CHECK_EQ(gex_AM_ReplyLong2(token, H_DATA, reply_buf[i], MANY_BYTES, gex_ptr(hi, lo),
                               &reply_event[i], 0, i, C_LC_REPLY),
             0);
  else
    CHECK_EQ(gex_AM_ReplyMedium2(token, H_DATA, reply_buf[i], MANY_BYTES, &reply_event[i], 0, i,
                                 C_LC_REPLY),
             0);
  CHECK(reply_event[i] != GEX_EVENT_NO_OP);
  conform_add(&reply_sent, 1);
}

static void test_reply_event(void) {
  char *back = gex_at(conform_rank(), AREA_SELF);
  int i;
  for (i = 0; i < REPLIES; i++) {
    char *dest = i % 2 ? back + (size_t)i * MANY_BYTES : 0;
    CHECK_EQ(gex_AM_RequestShort3(conform_tm(), conform_next(), H_LC_REPLY, 0, i, gex_hi(dest),
                                  gex_lo(dest)),
             0);
  }
  conform_wait_until(conform_get(&reply_sent) >= REPLIES);
  conform_add(&reply_sent, -REPLIES);
  gex_Event_WaitAll(reply_event, REPLIES, 0);
  for (i = 0; i < REPLIES; i++) CHECK(reply_event[i] == GEX_EVENT_INVALID);
  memset(reply_buf, 0xee, sizeof reply_buf);
  GEX_TAKE(C_LC_REPLY, REPLIES);
  gex_check_settled(C_LC_REPLY);
}

/* FP-6: where a source may lie. Byte i of the pattern `0` is written out for read-only memory. */
static const char read_only[16] = {0};
static char in_data[300] = {1};
static void zero_handler(gex_Token_t token, void *buf, size_t n, gex_AM_Arg_t counter,
                         gex_AM_Arg_t hi, gex_AM_Arg_t lo) {
  CHECK_EQ(conform_not_all(buf, n, 0), -1);
  if (gex_is_long(token)) CHECK(buf == gex_ptr(hi, lo)); /* AMH-2 */
  conform_add(&gex_count[counter], 1);
}

static void send_from(const void *src, size_t n) {
  char *dest = gex_at(conform_next(), AREA_PREV + 3);
  CHECK_EQ(gex_AM_RequestMedium3(conform_tm(), conform_next(), H_ZERO, src, n, GEX_EVENT_NOW, 0,
                                 C_ZERO, 0, 0),
           0);
  CHECK_EQ(gex_AM_RequestLong3(conform_tm(), conform_next(), H_ZERO, src, n, dest, GEX_EVENT_NOW, 0,
                               C_ZERO, gex_hi(dest), gex_lo(dest)),
           0);
}

static void test_sources(void) {
  char stack[77];
  char *heap = calloc(1, 1000), *own = gex_at(conform_rank(), AREA_SELF);
  memset(stack, 0, sizeof stack);
  memset(in_data, 0, sizeof in_data);
  memset(own, 0, 1000);
  send_from(read_only, sizeof read_only);
  send_from("\0\0\0\0\0", 5);
  send_from(stack, sizeof stack);
  send_from(in_data + 1, sizeof in_data - 1);
  send_from(heap + 3, 900);
  send_from(own + 5, 900);
  GEX_TAKE(C_ZERO, 12);
  free(heap);
  gex_check_settled(C_ZERO);
}

/* FP-4: with zero bytes the source is ignored and the destination delivered as it is. */
static void test_zero(void) {
  void *dests[] = {0, (void *)0x1234567, (void *)~(uintptr_t)0, &dests};
  gex_Rank_t targets[2] = {conform_next(), conform_rank()};
  gex_Event_t event = GEX_EVENT_NO_OP;
  int i, t;
  for (t = 0; t < 2; t++)
    for (i = 0; i < 4; i++) {
      void *src = i % 2 ? (void *)0x10 : 0;
      CHECK_EQ(gex_AM_RequestMedium3(conform_tm(), targets[t], H_ZERO, src, 0, GEX_EVENT_NOW, 0,
                                     C_ZERO, 0, 0),
               0);
      CHECK_EQ(gex_AM_RequestLong3(conform_tm(), targets[t], H_ZERO, src, 0, dests[i], &event, 0,
                                   C_ZERO, gex_hi(dests[i]), gex_lo(dests[i])),
               0);
      CHECK(event != GEX_EVENT_NO_OP);
      gex_Event_Wait(event);
      CHECK_EQ(gex_AM_RequestLong3(conform_tm(), targets[t], H_ZERO, src, 0, dests[i],
                                   GEX_EVENT_GROUP, 0, C_ZERO, gex_hi(dests[i]), gex_lo(dests[i])),
               0);
    }
  gex_NBI_Wait(GEX_EC_AM, 0);
  GEX_TAKE(C_ZERO, 24);
  gex_check_settled(C_ZERO);
}

/* FP-1, IMM-1..4: each success is delivered once, each failure not at all. */
static void test_immediate(void) {
  enum { TRIES = 2000 };
  char buf[1500];
  int i, sent = 0, failed = 0, extra;
  conform_fill(buf, sizeof buf, 9);
  for (i = 0; i < TRIES; i++) {
    int result;
    if (i % 3 == 0)
      result = gex_AM_RequestShort1(conform_tm(), conform_next(), H_BUMP, GEX_FLAG_IMMEDIATE, C_LC);
    else if (i % 3 == 1)
      result = gex_AM_RequestMedium2(conform_tm(), conform_next(), H_DATA, buf, sizeof buf,
                                     GEX_EVENT_NOW, GEX_FLAG_IMMEDIATE, 9, C_LC);
    else
      result = gex_AM_RequestLong2(conform_tm(), conform_next(), H_DATA, buf, sizeof buf,
                                   gex_at(conform_next(), AREA_PREV + (size_t)i * sizeof buf),
                                   GEX_EVENT_NOW, GEX_FLAG_IMMEDIATE, 9, C_LC);
    if (result)
      failed++;
    else
      sent++;
    if (result && failed % 8 == 0) gasnet_AMPoll();
  }
  CHECK(sent > 0);
  gex_tell(conform_next(), C_LC_REPLY, 0, sent, 0, 0, 0);
  GEX_TAKE(C_LC_REPLY, 1);
  extra = gex_told[conform_prev()][0];
  GEX_TAKE(C_LC, extra);
  gex_check_settled(C_LC);
}

gex_AM_Entry_t conform_gex_am_lc_handlers[] = {
    {H_LC, (gex_AM_Fn_t)lc_handler, GEX_FLAG_AM_MEDIUM | GEX_FLAG_AM_REQUEST, 1, 0, "lc_handler"},
    {H_LC_REPLY, (gex_AM_Fn_t)lc_reply_handler, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST, 3, 0, 0},
    CONFORM_ENTRY(H_ZERO, zero_handler, GEX_FLAG_AM_MEDLONG, 3),
    {0, 0, 0, 0, 0, 0}};

const struct conform_test conform_gex_am_lc[] = {
    {"gex_am_sizes", "gex-core FP-4, FP-5, AMH-2, AMV-2", test_sizes, 0},
    {"gex_am_limits", "gex-core AML-1, AML-6", test_limits, 0},
    {"gex_am_writable", "gex-core AMH-1", test_writable, 0},
    {"gex_am_lc_event", "gex-core FP-2", test_event, 0},
    {"gex_am_lc_big", "gex-core FP-2", test_event_big, 0},
    {"gex_am_lc_group", "gex-core FP-2, gex-rma EC-2, EC-5, AR-1", test_group, 0},
    {"gex_am_lc_group_big", "gex-core FP-1, FP-2, gex-rma EC-2, AR-1", test_group_big, 0},
    {"gex_am_lc_reply", "gex-core FP-2, FP-10", test_reply_event, 0},
    {"gex_am_sources", "gex-core FP-6", test_sources, 0},
    {"gex_am_zero", "gex-core FP-4, AMH-2", test_zero, 0},
    {"gex_am_immediate", "gex-core FP-1, IMM-1, IMM-2, IMM-3", test_immediate, 0},
    {0, 0, 0, 0}};
