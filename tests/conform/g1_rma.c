/* SPDX-License-Identifier: BSD-3-Clause
 *
 * g1_rma.c: every form of put and get, to self and to both neighbours, in sizes from 0 to 1 MiB, at
 * odd offsets, between guard bytes; and where the local side may lie.
 *
 * Test memory of each rank is cut into slots of 2 MiB: slot 0 is written by the rank itself, slot 1
 * by the rank before it, slot 2 by the rank after it; slot 3 holds data that is read. A put is
 * checked by reading it back with its surroundings and, by message, by the target's own loads.
 */
#include "conform.h"

enum { H_VERIFY = 191, H_VERIFIED = 190 };
enum { GUARD = 64, GUARD_BYTE = 0xa7, SLOT = 2 << 20, MAX_OFFSET = 24 };
enum { F_BLOCKING, F_BULK, F_NB, F_NB_BULK, F_NBI, F_NBI_BULK, FORMS };

static const size_t sizes[] = {0,    1,    2,    3,    4,     5,     7,      8,      9,   15,
                               16,   17,   31,   32,   33,    63,    64,     65,     127, 128,
                               1000, 4095, 4096, 4097, 16385, 65536, 100003, 1 << 20};
enum { SIZES = sizeof sizes / sizeof *sizes };

static conform_count_t verified;

static void verify_handler(gasnet_token_t token, gasnet_handlerarg_t slot, gasnet_handlerarg_t at,
                           gasnet_handlerarg_t n, gasnet_handlerarg_t seed) {
  const char *p = (char *)conform_seg(gasnet_mynode()) + (size_t)slot * SLOT + at;
  CHECK_EQ(conform_differs(p, (size_t)n, (uint32_t)seed), -1);
  CHECK_EQ(conform_not_all(p - GUARD / 2, GUARD / 2, GUARD_BYTE), -1);
  CHECK_EQ(conform_not_all(p + n, GUARD / 2, GUARD_BYTE), -1);
  gasnet_AMReplyShort0(token, H_VERIFIED);
}

static void verified_handler(gasnet_token_t token) {
  (void)token;
  conform_add(&verified, 1);
}

struct peer {
  gasnet_node_t node;
  int slot; /* of the target's memory, mine to write */
};

static int peers_of(struct peer *p) {
  p[0].node = gasnet_mynode();
  p[0].slot = 0;
  p[1].node = conform_next();
  p[1].slot = 1;
  p[2].node = conform_prev();
  p[2].slot = 2;
  return gasnet_nodes() == 1 ? 1 : 3;
}

/* Starts and completes one put in the given form; `scribble`: the source is overwritten as soon as
 * the form allows. */
static void put_by(int form, gasnet_node_t node, void *dest, unsigned char *src, size_t n) {
  gasnet_handle_t h;
  switch (form) {
  case F_BLOCKING: gasnet_put(node, dest, src, n); break;
  case F_BULK: gasnet_put_bulk(node, dest, src, n); break;
  case F_NB:
    h = gasnet_put_nb(node, dest, src, n);
    memset(src, 0xee, n);                          /* X1.13 */
    if (n == 0) CHECK(h == GASNET_INVALID_HANDLE); /* X1.4 */
    gasnet_wait_syncnb(h);
    break;
  case F_NB_BULK:
    h = gasnet_put_nb_bulk(node, dest, src, n);
    if (n == 0) CHECK(h == GASNET_INVALID_HANDLE);
    while (gasnet_try_syncnb(h) == GASNET_ERR_NOT_READY) {
    }
    break;
  case F_NBI:
    gasnet_put_nbi(node, dest, src, n);
    memset(src, 0xee, n);
    gasnet_wait_syncnbi_puts();
    break;
  default:
    gasnet_put_nbi_bulk(node, dest, src, n);
    gasnet_wait_syncnbi_all();
    break;
  }
  memset(src, 0xdd, n);
}

static void get_by(int form, void *dest, gasnet_node_t node, void *src, size_t n) {
  gasnet_handle_t h;
  switch (form) {
  case F_BLOCKING: gasnet_get(dest, node, src, n); break;
  case F_BULK: gasnet_get_bulk(dest, node, src, n); break;
  case F_NB:
    h = gasnet_get_nb(dest, node, src, n);
    if (n == 0) CHECK(h == GASNET_INVALID_HANDLE);
    gasnet_wait_syncnb(h);
    break;
  case F_NB_BULK:
    h = gasnet_get_nb_bulk(dest, node, src, n);
    if (n == 0) CHECK(h == GASNET_INVALID_HANDLE);
    gasnet_wait_syncnb_all(&h, 1);
    CHECK(h == GASNET_INVALID_HANDLE);
    break;
  case F_NBI:
    gasnet_get_nbi(dest, node, src, n);
    gasnet_wait_syncnbi_gets();
    break;
  default:
    gasnet_get_nbi_bulk(dest, node, src, n);
    while (gasnet_try_syncnbi_gets() == GASNET_ERR_NOT_READY) {
    }
    break;
  }
}

/* Puts n bytes at an odd place between guards, reads all of it back, lets the target look too. */
static void one_put(int form, const struct peer *p, size_t n, unsigned char *local,
                    unsigned char *back) {
  size_t at = GUARD + conform_rand() % MAX_OFFSET, from = conform_rand() % MAX_OFFSET;
  size_t whole = GUARD + MAX_OFFSET + n + GUARD;
  char *slot = (char *)conform_seg(p->node) + (size_t)p->slot * SLOT;
  uint32_t seed = (uint32_t)conform_rand();
  memset(back, GUARD_BYTE, whole);
  gasnet_put_bulk(p->node, slot, back, whole);
  conform_fill(local + from, n, seed);
  put_by(form, p->node, slot + at, local + from, n);
  memset(back, 0, whole);
  gasnet_get_bulk(back, p->node, slot, whole);
  CHECK_EQ(conform_differs(back + at, n, seed), -1);
  CHECK_EQ(conform_not_all(back, at, GUARD_BYTE), -1);
  CHECK_EQ(conform_not_all(back + at + n, whole - at - n, GUARD_BYTE), -1);
  if (n <= 65536) {
    int before = conform_get(&verified);
    gasnet_AMRequestShort4(p->node, H_VERIFY, p->slot, at, n, seed);
    conform_wait_until(conform_get(&verified) > before);
  }
}

static void puts_of(int form) {
  unsigned char *local = malloc((1 << 20) + 256), *back = malloc((1 << 20) + 256);
  struct peer peers[3];
  int count = peers_of(peers), i, p, times;
  for (i = 0; i < SIZES; i++)
    for (p = 0; p < count; p++)
      for (times = sizes[i] > 65536 ? 1 : 3; times > 0; times--)
        one_put(form, &peers[p], sizes[i], local, back);
  conform_barrier();
  free(back);
  free(local);
}

static void gets_of(int form) {
  size_t room = (1 << 20) + 2 * GUARD + 2 * MAX_OFFSET;
  unsigned char *local = malloc(room), *mine = conform_seg(gasnet_mynode());
  struct peer peers[3];
  int count = peers_of(peers), i, p, times;
  conform_fill(mine + 3 * SLOT, SLOT, gasnet_mynode());
  conform_barrier();
  for (i = 0; i < SIZES; i++)
    for (p = 0; p < count; p++)
      for (times = sizes[i] > 65536 ? 1 : 3; times > 0; times--) {
        size_t n = sizes[i], at = GUARD + conform_rand() % MAX_OFFSET;
        size_t from = conform_rand() % (SLOT - n);
        unsigned char *src = (unsigned char *)conform_seg(peers[p].node) + 3 * SLOT + from;
        size_t k, wrong = 0;
        memset(local, GUARD_BYTE, at + n + GUARD);
        get_by(form, local + at, peers[p].node, src, n);
        for (k = 0; k < n; k++) wrong += local[at + k] != conform_byte(peers[p].node, from + k);
        CHECK_EQ(wrong, 0);
        CHECK_EQ(conform_not_all(local, at, GUARD_BYTE), -1);
        CHECK_EQ(conform_not_all(local + at + n, GUARD, GUARD_BYTE), -1);
      }
  conform_barrier();
  free(local);
}

static void put_blocking(void) { puts_of(F_BLOCKING); }
static void put_bulk(void) { puts_of(F_BULK); }
static void put_nb(void) { puts_of(F_NB); }
static void put_nb_bulk(void) { puts_of(F_NB_BULK); }
static void put_nbi(void) { puts_of(F_NBI); }
static void put_nbi_bulk(void) { puts_of(F_NBI_BULK); }
static void get_blocking(void) { gets_of(F_BLOCKING); }
static void get_bulk(void) { gets_of(F_BULK); }
static void get_nb(void) { gets_of(F_NB); }
static void get_nb_bulk(void) { gets_of(F_NB_BULK); }
static void get_nbi(void) { gets_of(F_NBI); }
static void get_nbi_bulk(void) { gets_of(F_NBI_BULK); }

/* Sizes known to the compiler, as the inline path treats them apart (section 7). */
#define CONSTANT_SIZE(N)                                                                           \
  do {                                                                                             \
    struct {                                                                                       \
      unsigned char before[8], data[N], after[8];                                                  \
    } in, out;                                                                                     \
    char *dest = slot + 100 + (N) % 7;                                                             \
    conform_fill(out.data, N, seed + (N));                                                         \
    memset(&in, GUARD_BYTE, sizeof in);                                                            \
    gasnet_put_bulk(node, dest - 8, &in, (N) + 16);                                                \
    gasnet_put(node, dest, out.data, N);                                                           \
    gasnet_get(in.data, node, dest, N);                                                            \
    CHECK_EQ(conform_differs(in.data, N, seed + (N)), -1);                                         \
    CHECK_EQ(conform_not_all(in.before, 8, GUARD_BYTE), -1);                                       \
    CHECK_EQ(conform_not_all(in.after, 8, GUARD_BYTE), -1);                                        \
    gasnet_get_bulk(&in, node, dest - 8, (N) + 16);                                                \
    CHECK_EQ(conform_differs(in.data, N, seed + (N)), -1);                                         \
    CHECK_EQ(conform_not_all(in.before, 8, GUARD_BYTE), -1);                                       \
    CHECK_EQ(conform_not_all(in.after, 8, GUARD_BYTE), -1);                                        \
  } while (0)

static void constant_sizes_at(gasnet_node_t node, int slot_number) {
  char *slot = (char *)conform_seg(node) + (size_t)slot_number * SLOT;
  uint64_t seed = conform_rand();
  CONSTANT_SIZE(1);
  CONSTANT_SIZE(2);
  CONSTANT_SIZE(3);
  CONSTANT_SIZE(4);
  CONSTANT_SIZE(7);
  CONSTANT_SIZE(8);
  CONSTANT_SIZE(12);
  CONSTANT_SIZE(16);
  CONSTANT_SIZE(32);
  CONSTANT_SIZE(63);
  CONSTANT_SIZE(64);
  CONSTANT_SIZE(4096);
  CONSTANT_SIZE(8192);
}

static void constant_sizes(void) {
  struct peer peers[3];
  int count = peers_of(peers), p;
  for (p = 0; p < count; p++) constant_sizes_at(peers[p].node, peers[p].slot);
  conform_barrier();
}

/* The first and the last bytes of the segment are legal targets (X1.2). */
static void segment_ends(void) {
  gasnet_node_t next = conform_next();
  char *base = conform_seg(next), *end = base + conform_seg_size();
  char first = 'f', last = 'l', seen = 0;
  conform_barrier();
  gasnet_put(next, base, &first, 1);
  gasnet_put(next, end - 1, &last, 1);
  gasnet_get(&seen, next, base, 1);
  CHECK_EQ(seen, first);
  gasnet_get(&seen, next, end - 1, 1);
  CHECK_EQ(seen, last);
  conform_barrier();
  CHECK_EQ(*(char *)conform_seg(gasnet_mynode()), first);
  conform_barrier();
}

/* X1.4: nothing happens, and the addresses are not looked at. */
static void empty_ranges(void) {
  gasnet_node_t next = conform_next();
  char here = 1;
  gasnet_put(next, NULL, &here, 0);
  gasnet_put_bulk(next, (void *)(uintptr_t)-8, NULL, 0);
  gasnet_get(NULL, next, NULL, 0);
  gasnet_get_bulk(&here, next, (void *)(uintptr_t)16, 0);
  CHECK(gasnet_put_nb(next, NULL, NULL, 0) == GASNET_INVALID_HANDLE);
  CHECK(gasnet_put_nb_bulk(next, NULL, NULL, 0) == GASNET_INVALID_HANDLE);
  CHECK(gasnet_get_nb(NULL, next, NULL, 0) == GASNET_INVALID_HANDLE);
  CHECK(gasnet_get_nb_bulk(NULL, next, NULL, 0) == GASNET_INVALID_HANDLE);
  gasnet_put_nbi(next, NULL, NULL, 0);
  gasnet_put_nbi_bulk(next, NULL, NULL, 0);
  gasnet_get_nbi(NULL, next, NULL, 0);
  gasnet_get_nbi_bulk(NULL, next, NULL, 0);
  gasnet_memset(next, NULL, 1, 0);
  CHECK(gasnet_memset_nb(next, NULL, 1, 0) == GASNET_INVALID_HANDLE);
  gasnet_memset_nbi(next, NULL, 1, 0);
  CHECK_EQ(gasnet_try_syncnbi_all(), GASNET_OK);
  CHECK_EQ(here, 1);
}

static unsigned char in_bss[5000];
static const unsigned char in_rodata[32] = "thirty-one bytes of read-only.";

/* X1.3: the local side in the segment, on the heap, on the stack, static, read-only. */
static void local_sides(void) {
  unsigned char on_stack[5000], *heap = malloc(5000);
  unsigned char *in_segment = (unsigned char *)conform_seg(gasnet_mynode()) + 3 * SLOT;
  unsigned char *places[4];
  struct peer peers[3];
  int count = peers_of(peers), p, i, form;
  places[0] = in_bss;
  places[1] = on_stack;
  places[2] = in_segment;
  places[3] = heap;
  for (p = 0; p < count; p++) {
    char *slot = (char *)conform_seg(peers[p].node) + (size_t)peers[p].slot * SLOT;
    for (i = 0; i < 4; i++)
      for (form = 0; form < FORMS; form++) {
        uint32_t seed = (uint32_t)conform_rand();
        conform_fill(places[i], 4999, seed);
        put_by(form, peers[p].node, slot + 3, places[i], 4999);
        get_by(form, places[i], peers[p].node, slot + 3, 4999);
        CHECK_EQ(conform_differs(places[i], 4999, seed), -1);
      }
    gasnet_put(peers[p].node, slot, in_rodata, sizeof in_rodata);
    gasnet_get(on_stack, peers[p].node, slot, sizeof in_rodata);
    CHECK(!memcmp(on_stack, in_rodata, sizeof in_rodata));
  }
  conform_barrier();
  free(heap);
}

static unsigned char everything_static[10000];
static conform_count_t everything_known;
static void *everything_addr[3];
enum { H_WHERE = 189 };
static void where_handler(gasnet_token_t token, gasnet_handlerarg_t which, gasnet_handlerarg_t hi,
                          gasnet_handlerarg_t lo) {
  (void)token;
  everything_addr[which] = (void *)(uintptr_t)(((uint64_t)(uint32_t)hi << 32) | (uint32_t)lo);
  conform_add(&everything_known, 1);
}

/* EVERYTHING (3.3): static data, the heap and the stack of the peer are legal targets. */
static void everything(void) {
  unsigned char on_stack[10000], *heap = malloc(10000), local[10000];
  unsigned char *mine[3];
  gasnet_node_t prev = conform_prev(), next = conform_next();
  int i;
  mine[0] = everything_static;
  mine[1] = on_stack;
  mine[2] = heap;
  conform_set(&everything_known, 0);
  conform_barrier();
  for (i = 0; i < 3; i++) {
    uint64_t a = (uintptr_t)mine[i];
    memset(mine[i], GUARD_BYTE, 10000);
    gasnet_AMRequestShort3(prev, H_WHERE, i, a >> 32, a);
  }
  conform_wait_until(conform_get(&everything_known) == 3);
  conform_barrier();
  for (i = 0; i < 3; i++) {
    unsigned char *to = everything_addr[i];
    conform_fill(local, 8191, i);
    gasnet_put(next, to + 7, local, 8191);
    memset(local, 0, sizeof local);
    gasnet_get(local, next, to, 10000);
    CHECK_EQ(conform_differs(local + 7, 8191, i), -1);
    CHECK_EQ(gasnet_get_val(next, to + 8198, 1), GUARD_BYTE);
  }
  conform_barrier();
  for (i = 0; i < 3; i++) {
    CHECK_EQ(conform_differs(mine[i] + 7, 8191, i), -1);
    CHECK_EQ(conform_not_all(mine[i], 7, GUARD_BYTE), -1);
    CHECK_EQ(conform_not_all(mine[i] + 8198, 10000 - 8198, GUARD_BYTE), -1);
  }
  conform_barrier();
  free(heap);
}

/* C1.2: each argument is evaluated once. */
static void evaluated_once(void) {
  gasnet_node_t next = conform_next();
  char *base = conform_seg(next), *dest = base, buf[64], *src = buf;
  size_t n = 7;
  memset(buf, 1, sizeof buf);
  gasnet_put(next, ++dest, ++src, ++n);
  gasnet_get(++src, next, ++dest, ++n);
  gasnet_wait_syncnb(gasnet_put_nb(next, ++dest, ++src, ++n));
  gasnet_put_nbi_bulk(next, ++dest, ++src, ++n);
  gasnet_wait_syncnbi_puts(); /* the get is to where it reads */
  gasnet_get_nbi(++src, next, ++dest, ++n);
  gasnet_put_val(next, ++dest, 0, (n++, (size_t)8));
  gasnet_wait_syncnbi_all();
  CHECK_EQ(dest - base, 6);
  CHECK_EQ(src - buf, 5);
  CHECK_EQ(n, 13);
  conform_barrier();
}

gex_AM_Entry_t conform_g1_rma_handlers[] = {
    CONFORM_ENTRY(H_VERIFY, verify_handler, GEX_FLAG_AM_SHORT, 4),
    CONFORM_ENTRY(H_VERIFIED, verified_handler, GEX_FLAG_AM_SHORT, 0),
    CONFORM_ENTRY(H_WHERE, where_handler, GEX_FLAG_AM_SHORT, 3),
    {0, 0, 0, 0, 0, 0}};

const struct conform_test conform_g1_rma[] = {
    {"g1_put", "gasnet1-extended 2.1, X1.1, X1.6, X1.11", put_blocking, 0},
    {"g1_put_bulk", "gasnet1-extended 2.1, X1.6, X1.11", put_bulk, 0},
    {"g1_put_nb", "gasnet1-extended 2.1, X1.4, X1.13", put_nb, 0},
    {"g1_put_nb_bulk", "gasnet1-extended 2.1, X1.4, X1.13", put_nb_bulk, 0},
    {"g1_put_nbi", "gasnet1-extended 2.1, X1.13", put_nbi, 0},
    {"g1_put_nbi_bulk", "gasnet1-extended 2.1, X1.13", put_nbi_bulk, 0},
    {"g1_get", "gasnet1-extended 2.1, X1.10", get_blocking, 0},
    {"g1_get_bulk", "gasnet1-extended 2.1, X1.10", get_bulk, 0},
    {"g1_get_nb", "gasnet1-extended 2.1, X1.4, X1.10", get_nb, 0},
    {"g1_get_nb_bulk", "gasnet1-extended 2.1, X1.4, X1.10", get_nb_bulk, 0},
    {"g1_get_nbi", "gasnet1-extended 2.1, X1.10", get_nbi, 0},
    {"g1_get_nbi_bulk", "gasnet1-extended 2.1, X1.10", get_nbi_bulk, 0},
    {"g1_rma_constant_sizes", "gasnet1-extended 7", constant_sizes, 0},
    {"g1_rma_segment_ends", "gasnet1-extended X1.2", segment_ends, 0},
    {"g1_rma_empty_ranges", "gasnet1-extended X1.2, X1.4", empty_ranges, 0},
    {"g1_rma_local_sides", "gasnet1-extended X1.3", local_sides, 0},
    {"g1_rma_everything", "gasnet1-core 3.3, gasnet1-extended X1.2", everything,
     CONFORM_EVERYTHING_ONLY},
    {"g1_rma_evaluated_once", "gasnet1-core C1.2, gasnet1-extended X2.3", evaluated_once, 0},
    {0, 0, 0, 0}};
