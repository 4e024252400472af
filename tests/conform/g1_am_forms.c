/* SPDX-License-Identifier: BSD-3-Clause
 *
 * g1_am_forms.c: limits, payload sizes and alignment, odd sources, conversions of arguments, what a
 * handler may call, progress of a rank that blocks elsewhere.
 *
 * A medium request to H_ECHO is answered with the very buffer it came in; a long one to H_LONG by a
 * long reply from the place it was put. The requester compares with what it sent.
 */
#include "conform.h"

enum {
  H_ECHO = 166,   /* medium: (seed) -> H_ECHOED */
  H_ECHOED = 167, /* medium: (seed) */
  H_LONG = 168,   /* long: (seed, reply offset) -> H_LONG_BACK */
  H_LONG_BACK = 169,
  H_NOTE = 170,     /* short: (what, value); no reply */
  H_NOTE_TOO = 171, /* the same function at a second index */
  H_CALLS = 172,    /* short: () -> H_NOTE; makes every call that a handler may */
  H_ZERO = 173,     /* medium or long: (is_long), zero bytes */
  H_PING = 174,     /* short: () -> H_NOTE(NOTE_PONG) */
  H_ONCE = 175      /* short: (rank, id) */
};
enum { NOTE_PLAIN, NOTE_PONG, NOTE_CALLS, NOTE_LIMITS, NOTE_ARG, NOTE_READ, NOTES };

static conform_count_t echoed, long_back, zero_seen, notes[NOTES], limit_notes;
static gasnet_handlerarg_t last_args[8];
static volatile uint64_t once_seen[64][64];
static void *zero_dest;

static void echo_handler(gasnet_token_t token, void *buf, size_t n, gasnet_handlerarg_t seed) {
  CHECK_EQ((uintptr_t)buf % 16, 0);
  CHECK_EQ(conform_differs(buf, n, (uint32_t)seed), -1);
  if (n) { /* C10.7: the buffer is writable, and may be the source of the reply */
    ((unsigned char *)buf)[0] ^= 0xff;
    ((unsigned char *)buf)[n - 1] ^= 0xff;
  }
  CHECK_EQ(gasnet_AMReplyMedium1(token, H_ECHOED, buf, n, seed), GASNET_OK);
}

static void echoed_handler(gasnet_token_t token, void *buf, size_t n, gasnet_handlerarg_t seed) {
  unsigned char *p = buf;
  (void)token;
  CHECK_EQ((uintptr_t)buf % 16, 0);
  if (n) {
    p[0] ^= 0xff;
    p[n - 1] ^= 0xff;
  }
  CHECK_EQ(conform_differs(p, n, (uint32_t)seed), -1);
  conform_add(&echoed, 1);
}

static void long_handler(gasnet_token_t token, void *buf, size_t n, gasnet_handlerarg_t seed,
                         gasnet_handlerarg_t reply_offset) {
  gasnet_node_t from;
  gasnet_AMGetMsgSource(token, &from);
  CHECK_EQ(conform_differs(buf, n, (uint32_t)seed), -1);
  CHECK_EQ(gasnet_AMReplyLong2(token, H_LONG_BACK, buf, n, (char *)conform_seg(from) + reply_offset,
                               seed, reply_offset),
           GASNET_OK);
}

static void long_back_handler(gasnet_token_t token, void *buf, size_t n, gasnet_handlerarg_t seed,
                              gasnet_handlerarg_t reply_offset) {
  (void)token;
  CHECK(buf == (char *)conform_seg(gasnet_mynode()) + reply_offset);
  CHECK_EQ(conform_differs(buf, n, (uint32_t)seed), -1);
  conform_add(&long_back, 1);
}

static void note_handler(gasnet_token_t token, gasnet_handlerarg_t what,
                         gasnet_handlerarg_t value) {
  (void)token;
  if (what == NOTE_LIMITS) conform_add(&limit_notes, value);
  conform_add(&notes[what], 1);
}

static void ping_handler(gasnet_token_t token) {
  gasnet_AMReplyShort2(token, H_NOTE, NOTE_PONG, 0);
}

static void once_handler(gasnet_token_t token, gasnet_handlerarg_t rank, gasnet_handlerarg_t id) {
  uint64_t bit = (uint64_t)1 << (id % 64);
  (void)token;
  CHECK(!(once_seen[rank % 64][id / 64] & bit));
  once_seen[rank % 64][id / 64] |= bit;
  conform_add(&notes[NOTE_PLAIN], 1);
}

static void zero_handler(gasnet_token_t token, void *buf, size_t n, gasnet_handlerarg_t is_long) {
  (void)token;
  CHECK_EQ(n, 0);
  if (is_long) CHECK(buf == zero_dest); /* C10.6 */
  conform_add(&zero_seen, 1);
}

static gasnet_hsl_t calls_lock = GASNET_HSL_INITIALIZER;

static void calls_handler(gasnet_token_t token) {
  gasnet_node_t from = GEX_RANK_INVALID;
  char text[64];
  void *p = malloc(1000);
  CHECK(p);
  free(p);
  CHECK(gasnet_mynode() < gasnet_nodes());
  CHECK_EQ(gasnet_AMGetMsgSource(token, &from), GASNET_OK);
  CHECK_EQ(gasnet_AMMaxArgs(), 16);
  CHECK(gasnet_AMMaxMedium() >= 512);
  CHECK(gasnet_AMMaxLongRequest() >= 512);
  CHECK(gasnet_AMMaxLongReply() >= 512);
  CHECK_STR(gasnet_ErrorName(GASNET_ERR_RESOURCE), "GASNET_ERR_RESOURCE");
  CHECK(gasnet_getenv("PATH"));
  snprintf(text, sizeof text, "%d", (int)from);
  gasnet_hold_interrupts(); /* ignored in a handler */
  gasnet_hsl_lock(&calls_lock);
  CHECK_EQ(gasnet_AMGetMsgSource(token, &from), GASNET_OK); /* with a lock held */
  CHECK(gasnet_mynode() < gasnet_nodes());
  gasnet_hsl_unlock(&calls_lock);
  CHECK_EQ(gasnet_hsl_trylock(&calls_lock), GASNET_OK);
  gasnet_hsl_unlock(&calls_lock);
  gasnet_resume_interrupts();
  gasnet_AMReplyShort2(token, H_NOTE, NOTE_CALLS, 0);
}

/* ---- tests --------------------------------------------------------------- */

/* C10.1: the limits, and that every rank has the same. */
static void limits(void) {
  size_t m = gasnet_AMMaxMedium(), r = gasnet_AMMaxLongRequest(), y = gasnet_AMMaxLongReply();
  gasnet_handlerarg_t sum = (gasnet_handlerarg_t)((m * 31 + r * 17 + y) & 0xfffff);
  gasnet_node_t i;
  CHECK_EQ(gasnet_AMMaxArgs(), 16);
  CHECK(gasnet_AMMaxArgs() >= 2 * sizeof(void *));
  CHECK(m >= 4000);
  CHECK(r >= 65536);
  CHECK(y >= 65536);
  conform_set(&notes[NOTE_LIMITS], 0);
  conform_set(&limit_notes, 0);
  conform_barrier();
  for (i = 0; i < gasnet_nodes(); i++) gasnet_AMRequestShort2(i, H_NOTE, NOTE_LIMITS, sum);
  conform_wait_until(conform_get(&notes[NOTE_LIMITS]) == (int)gasnet_nodes());
  CHECK_EQ(conform_get(&limit_notes), sum * (int)gasnet_nodes());
}

static size_t medium_sizes(size_t *sizes) {
  static const size_t fixed[] = {0,   1,    3,    7,    8,    9,    15,   16,   17,   31,
                                 32,  33,   47,   48,   49,   55,   56,   57,   63,   64,
                                 65,  100,  127,  128,  129,  255,  256,  257,  511,  512,
                                 513, 1000, 1023, 1024, 1025, 2047, 2048, 2049, 3999, 4000};
  size_t n = 0, i, max = gasnet_AMMaxMedium();
  for (i = 0; i < sizeof fixed / sizeof *fixed; i++) sizes[n++] = fixed[i];
  for (i = 4095; i + 1 < max; i = 2 * i + 1) {
    sizes[n++] = i;
    sizes[n++] = i + 1;
  }
  sizes[n++] = max - 1;
  sizes[n++] = max;
  return n;
}

static void medium_payloads(void) {
  size_t sizes[128], n = medium_sizes(sizes), i;
  char *src = malloc(gasnet_AMMaxMedium() + 64);
  gasnet_node_t to;
  conform_set(&echoed, 0);
  conform_barrier();
  for (i = 0; i < n; i++) {
    uint32_t seed = (uint32_t)conform_rand();
    int expected = conform_get(&echoed) + (int)gasnet_nodes();
    size_t offset = conform_rand() % 17;
    for (to = 0; to < gasnet_nodes(); to++) {
      conform_fill(src + offset, sizes[i], seed);
      CHECK_EQ(gasnet_AMRequestMedium1(to, H_ECHO, src + offset, sizes[i], seed), GASNET_OK);
      memset(src, 0x11, sizes[i] + 64); /* C10.4 */
    }
    conform_wait_until(conform_get(&echoed) >= expected);
  }
  conform_barrier();
  CHECK_EQ(conform_get(&echoed), n * gasnet_nodes());
  free(src);
}

static void long_payloads(void) {
  static const size_t sizes[] = {0,    1,    3,    7,     8,     63,    64,    65,     511,   512,
                                 4095, 4096, 4097, 16384, 65535, 65536, 65537, 200001, 262144};
  size_t max = gasnet_AMMaxLongRequest(), i, count = sizeof sizes / sizeof *sizes;
  char *src = malloc((512 << 10) + 64);
  gasnet_node_t me = gasnet_mynode(), peers[3];
  int p;
  if (gasnet_AMMaxLongReply() < max) max = gasnet_AMMaxLongReply();
  peers[0] = me;
  peers[1] = conform_next();
  peers[2] = conform_prev();
  conform_set(&long_back, 0);
  conform_barrier();
  for (i = 0; i < count; i++)
    for (p = 0; p < 3; p++) {
      /* Slots of 1 MiB: requests from the peer at distance p, then replies. */
      size_t n = sizes[i] < max ? sizes[i] : max, off = conform_rand() % 33;
      char *to = (char *)conform_seg(peers[p]) + ((size_t)p << 20) + off;
      gasnet_handlerarg_t back = (gasnet_handlerarg_t)(((size_t)(4 + p) << 20) + 3 * off);
      uint32_t seed = (uint32_t)conform_rand();
      int expected = conform_get(&long_back) + 1;
      conform_fill(src + off, n, seed);
      CHECK_EQ(gasnet_AMRequestLong2(peers[p], H_LONG, src + off, n, to, seed, back), GASNET_OK);
      memset(src, 0x22, n + 64);
      conform_wait_until(conform_get(&long_back) >= expected);
    }
  free(src);
}

/* A long as large as the limit allows, if it fits the test memory. */
static void long_max(void) {
  size_t max = gasnet_AMMaxLongRequest(), room = conform_seg_size() / 2 - 4096;
  size_t n = max < room ? max : room;
  char *src = malloc(n);
  uint32_t seed = (uint32_t)conform_rand();
  if (gasnet_AMMaxLongReply() < n) n = gasnet_AMMaxLongReply();
  conform_set(&long_back, 0);
  conform_fill(src, n, seed);
  conform_barrier();
  CHECK_EQ(gasnet_AMRequestLongAsync2(conform_next(), H_LONG, src, n, conform_seg(conform_next()),
                                      seed, (gasnet_handlerarg_t)(conform_seg_size() / 2)),
           GASNET_OK);
  conform_wait_until(conform_get(&long_back) == 1);
  free(src);
}

static void zero_bytes(void) {
  gasnet_node_t next = conform_next();
  char *dest = (char *)conform_seg(next) + 12345;
  zero_dest = (char *)conform_seg(gasnet_mynode()) + 12345;
  conform_set(&zero_seen, 0);
  conform_barrier();
  gasnet_AMRequestMedium1(next, H_ZERO, NULL, 0, 0);
  gasnet_AMRequestMedium1(next, H_ZERO, (void *)(uintptr_t)1, 0, 0);
  gasnet_AMRequestLong1(next, H_ZERO, NULL, 0, dest, 1);
  gasnet_AMRequestLong1(next, H_ZERO, (void *)(uintptr_t)8, 0, dest, 1);
  gasnet_AMRequestLongAsync1(next, H_ZERO, NULL, 0, dest, 1);
  conform_wait_until(conform_get(&zero_seen) == 5);
}

static const char read_only[64] = "a source in read-only memory, sixty-four bytes of it, exactly.";

/* C10.5: sources in read-only memory, the segment, the stack, static memory. */
static void sources(void) {
  static char in_bss[512];
  char on_stack[512];
  char *in_segment = (char *)conform_seg(gasnet_mynode()) + conform_seg_size() - 1024;
  char *places[3];
  uint32_t seed = 77;
  gasnet_node_t to;
  int i;
  places[0] = in_bss;
  places[1] = on_stack;
  places[2] = in_segment;
  conform_set(&echoed, 0);
  conform_set(&long_back, 0);
  conform_barrier();
  for (to = 0; to < gasnet_nodes(); to++)
    for (i = 0; i < 3; i++) {
      conform_fill(places[i], 512, seed);
      gasnet_AMRequestMedium1(to, H_ECHO, places[i], 500, seed);
    }
  conform_wait_until(conform_get(&echoed) == 3 * (int)gasnet_nodes());
  conform_barrier();
  gasnet_put(conform_next(), conform_seg(conform_next()), read_only, sizeof read_only);
  conform_barrier();
  CHECK(!memcmp(conform_seg(gasnet_mynode()), read_only, sizeof read_only));
}

enum colour { GREEN = -5 };

static void args_handler(gasnet_token_t token, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1,
                         gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4,
                         gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7) {
  (void)token;
  last_args[0] = a0;
  last_args[1] = a1;
  last_args[2] = a2;
  last_args[3] = a3;
  last_args[4] = a4;
  last_args[5] = a5;
  last_args[6] = a6;
  last_args[7] = a7;
  conform_add(&notes[NOTE_ARG], 1);
}
enum { H_ARGS = 176 };

/* Any integer type is accepted for an argument and cut to 32 bits; a pointer travels in two. */
static void conversions(void) {
  uint64_t pointer = (uintptr_t)&last_args;
  size_t big = ((size_t)3 << 32) | 0x80000001u;
  unsigned char small = 200;
  short negative = -7;
  int handler = H_ARGS;
  conform_set(&notes[NOTE_ARG], 0);
  conform_barrier();
  gasnet_AMRequestShort8(conform_next(), handler, 0xffffffffu, big, GREEN, small, negative,
                         (uint32_t)(pointer >> 32), (uint32_t)pointer, INT32_MIN);
  conform_wait_until(conform_get(&notes[NOTE_ARG]) == 1);
  CHECK_EQ(last_args[0], -1);
  CHECK_EQ(last_args[1], (int32_t)0x80000001u);
  CHECK_EQ(last_args[2], -5);
  CHECK_EQ(last_args[3], 200);
  CHECK_EQ(last_args[4], -7);
  CHECK_EQ(last_args[7], INT32_MIN);
  if (gasnet_nodes() == 1)
    CHECK_EQ(((uint64_t)(uint32_t)last_args[5] << 32) | (uint32_t)last_args[6], pointer);
}

/* X1.2: arguments of a macro are evaluated once. */
static void evaluated_once(void) {
  int h = H_NOTE_TOO - 1, a = NOTE_PLAIN - 1, n = 0;
  gasnet_node_t to = conform_next();
  conform_set(&notes[NOTE_PLAIN], 0);
  conform_barrier();
  gasnet_AMRequestShort2((n++, to), ++h, ++a, 5);
  conform_wait_until(conform_get(&notes[NOTE_PLAIN]) == 1);
  CHECK_EQ(h, H_NOTE_TOO);
  CHECK_EQ(a, NOTE_PLAIN);
  CHECK_EQ(n, 1);
}

/* Every message arrives exactly once (C10.13), and need not be answered (C10.12). */
static void exactly_once(void) {
  enum { EACH = 4096 };
  gasnet_node_t to;
  int i, total = EACH * (int)gasnet_nodes();
  memset((void *)once_seen, 0, sizeof once_seen);
  conform_set(&notes[NOTE_PLAIN], 0);
  conform_barrier();
  for (i = 0; i < EACH; i++)
    for (to = 0; to < gasnet_nodes(); to++) gasnet_AMRequestShort2(to, H_ONCE, gasnet_mynode(), i);
  conform_wait_until(conform_get(&notes[NOTE_PLAIN]) >= total);
  conform_barrier();
  gasnet_AMPoll();
  CHECK_EQ(conform_get(&notes[NOTE_PLAIN]), total);
  for (to = 0; to < gasnet_nodes() && to < 64; to++)
    for (i = 0; i < EACH / 64; i++) CHECK_EQ(once_seen[to][i], ~(uint64_t)0);
  conform_barrier();
}

static void handler_calls(void) {
  gasnet_node_t to;
  conform_set(&notes[NOTE_CALLS], 0);
  conform_barrier();
  for (to = 0; to < gasnet_nodes(); to++) gasnet_AMRequestShort0(to, H_CALLS);
  conform_wait_until(conform_get(&notes[NOTE_CALLS]) == (int)gasnet_nodes());
}

/* C10.19: a rank blocked in a barrier serves messages. */
static void progress_in_barrier(void) {
  int i;
  conform_set(&notes[NOTE_PONG], 0);
  conform_barrier();
  if (gasnet_mynode() == 0) {
    gasnet_barrier_notify(0, GASNET_BARRIERFLAG_ANONYMOUS);
  } else {
    for (i = 1; i <= 50; i++) {
      gasnet_AMRequestShort0(0, H_PING);
      conform_wait_until(conform_get(&notes[NOTE_PONG]) == i);
    }
    gasnet_barrier_notify(0, GASNET_BARRIERFLAG_ANONYMOUS);
  }
  CHECK_EQ(gasnet_barrier_wait(0, GASNET_BARRIERFLAG_ANONYMOUS), GASNET_OK);
}

enum { H_READ = 177 };
static void read_handler(gasnet_token_t token, gasnet_handlerarg_t slot, gasnet_handlerarg_t v) {
  const int32_t *p = conform_seg(gasnet_mynode());
  CHECK_EQ(p[slot], v);
  gasnet_AMReplyShort2(token, H_NOTE, NOTE_READ, 0);
}

/* X1.11: a put that completed before a message was sent is seen by its handler. */
static void put_then_message(void) {
  int i;
  gasnet_node_t to;
  conform_set(&notes[NOTE_READ], 0);
  conform_barrier();
  for (i = 1; i <= 200; i++) {
    for (to = 0; to < gasnet_nodes(); to++) {
      int32_t *p = (int32_t *)conform_seg(to) + gasnet_mynode();
      int32_t value = i * 1000 + (int32_t)gasnet_mynode();
      gasnet_put(to, p, &value, sizeof value);
      gasnet_AMRequestShort2(to, H_READ, gasnet_mynode(), value);
    }
    conform_wait_until(conform_get(&notes[NOTE_READ]) >= i * (int)gasnet_nodes());
  }
}

static conform_count_t bad_arg_done;
enum { H_BADSRC = 178 };
static void badsrc_handler(gasnet_token_t token) {
  CHECK_EQ(gasnet_AMGetMsgSource(token, NULL), GASNET_ERR_BAD_ARG);
  conform_add(&bad_arg_done, 1);
}
static void source_of_nothing(void) {
  conform_set(&bad_arg_done, 0);
  gasnet_AMRequestShort0(gasnet_mynode(), H_BADSRC);
  conform_wait_until(conform_get(&bad_arg_done));
}

/* C7.9: the indices that don't-care entries were given are distinct, free, and work. */
#include "start.h"
static void dont_care(void) {
  int i, j;
  const gasnet_handler_t *given = conform_startup.dontcare;
  conform_set(&conform_dontcare_calls, 0);
  for (i = 0; i < START_DONTCARE; i++) {
    CHECK(given[i] >= 128);
    for (j = 0; j < i; j++) CHECK(given[i] != given[j]);
    for (j = 0; j < conform_startup.taken_count; j++)
      CHECK(given[i] != conform_startup.taken[j].gex_index);
  }
  conform_barrier();
  for (i = 0; i < START_DONTCARE; i++) gasnet_AMRequestShort1(conform_next(), given[i], 1 << i);
  conform_wait_until(conform_get(&conform_dontcare_calls) == (1 << START_DONTCARE) - 1);
}

gex_AM_Entry_t conform_g1_am_forms_handlers[] = {
    CONFORM_ENTRY(H_ECHO, echo_handler, GEX_FLAG_AM_MEDIUM, 1),
    CONFORM_ENTRY(H_ECHOED, echoed_handler, GEX_FLAG_AM_MEDIUM, 1),
    CONFORM_ENTRY(H_LONG, long_handler, GEX_FLAG_AM_LONG, 2),
    CONFORM_ENTRY(H_LONG_BACK, long_back_handler, GEX_FLAG_AM_LONG, 2),
    CONFORM_ENTRY(H_NOTE, note_handler, GEX_FLAG_AM_SHORT, 2),
    CONFORM_ENTRY(H_NOTE_TOO, note_handler, GEX_FLAG_AM_SHORT, 2),
    CONFORM_ENTRY(H_CALLS, calls_handler, GEX_FLAG_AM_SHORT, 0),
    CONFORM_ENTRY(H_ZERO, zero_handler, GEX_FLAG_AM_MEDLONG, 1),
    CONFORM_ENTRY(H_PING, ping_handler, GEX_FLAG_AM_SHORT, 0),
    CONFORM_ENTRY(H_ONCE, once_handler, GEX_FLAG_AM_SHORT, 2),
    CONFORM_ENTRY(H_ARGS, args_handler, GEX_FLAG_AM_SHORT, 8),
    CONFORM_ENTRY(H_READ, read_handler, GEX_FLAG_AM_SHORT, 2),
    CONFORM_ENTRY(H_BADSRC, badsrc_handler, GEX_FLAG_AM_SHORT, 0),
    {0, 0, 0, 0, 0, 0}};

const struct conform_test conform_g1_am_forms[] = {
    {"g1_am_limits", "gasnet1-core C10.1", limits, 0},
    {"g1_am_medium_payloads", "gasnet1-core C10.4, C10.7", medium_payloads, 0},
    {"g1_am_long_payloads", "gasnet1-core C10.4, C10.8, C10.12", long_payloads, 0},
    {"g1_am_long_max", "gasnet1-core C10.8, C10.10, C10.1", long_max, 0},
    {"g1_am_zero_bytes", "gasnet1-core C10.6", zero_bytes, 0},
    {"g1_am_sources", "gasnet1-core C10.5", sources, 0},
    {"g1_am_conversions", "gasnet1-core 10.3, C10.16", conversions, 0},
    {"g1_am_evaluated_once", "gasnet1-core C1.2", evaluated_once, 0},
    {"g1_am_exactly_once", "gasnet1-core C10.12, C10.13", exactly_once, 0},
    {"g1_am_handler_calls", "gasnet1-core C11.3, C11.5, C7.24", handler_calls, 0},
    {"g1_am_progress_in_barrier", "gasnet1-core C10.19", progress_in_barrier, CONFORM_NEEDS_2},
    {"g1_am_put_then_message", "gasnet1-extended X1.11, gasnet1-core C11.6", put_then_message, 0},
    {"g1_am_source_of_nothing", "gasnet1-core 10.3 token", source_of_nothing, CONFORM_DEBUG_ONLY},
    {"g1_am_dont_care", "gasnet1-core C7.8, C7.9", dont_care, 0},
    {0, 0, 0, 0}};
