/* SPDX-License-Identifier: BSD-3-Clause
 *
 * g1_val.c: put and get by value in all sizes from 1 to 8, split-phase value gets, memset, and the
 * atomicity of small aligned transfers.
 */
#include "conform.h"

#include <stddef.h>

enum { GUARD_BYTE = 0x3c };
enum { V_BLOCKING, V_NB, V_NBI, VAL_FORMS };

/* Memory of `node` that only this rank writes in this file. */
static unsigned char *area(gasnet_node_t node) {
  return (unsigned char *)conform_seg(node) + (size_t)gasnet_mynode() * 8192;
}

static void put_val_by(int form, gasnet_node_t node, void *dest, uint64_t v, size_t n) {
  if (form == V_BLOCKING) gasnet_put_val(node, dest, v, n);
  if (form == V_NB) gasnet_wait_syncnb(gasnet_put_nb_val(node, dest, v, n));
  if (form == V_NBI) {
    gasnet_put_nbi_val(node, dest, v, n);
    gasnet_wait_syncnbi_puts();
  }
}

/* The number of the low n bytes of v. */
static uint64_t low_bytes(uint64_t v, size_t n) {
  return n == 8 ? v : v & (((uint64_t)1 << (8 * n)) - 1);
}

static void values_at(gasnet_node_t node, int form) {
  unsigned char *base = area(node), back[40], guard[40];
  size_t n, offset;
  memset(guard, GUARD_BYTE, sizeof guard);
  for (n = 1; n <= 8; n++)
    for (offset = 0; offset < 9; offset++) {
      uint64_t v = conform_rand() | (n % 2 ? (uint64_t)0x80 << (8 * (n - 1)) : 0), got = 0;
      gasnet_put(node, base, guard, sizeof guard);
      put_val_by(form, node, base + 8 + offset, v, n);
      gasnet_get(back, node, base, sizeof back);
      got = conform_number_at(back + 8 + offset, n);
      CHECK_EQ(got, low_bytes(v, n)); /* X2.5 */
      CHECK_EQ(conform_not_all(back, 8 + offset, GUARD_BYTE), -1);
      CHECK_EQ(conform_not_all(back + 8 + offset + n, 32 - offset - n, GUARD_BYTE), -1);
      CHECK_EQ(gasnet_get_val(node, base + 8 + offset, n), low_bytes(v, n)); /* X2.6 */
      CHECK_EQ(gasnet_wait_syncnb_valget(gasnet_get_nb_val(node, base + 8 + offset, n)),
               low_bytes(v, n));
    }
}

static void put_values(void) {
  gasnet_node_t node;
  int form;
  for (node = 0; node < gasnet_nodes(); node++)
    for (form = 0; form < VAL_FORMS; form++) values_at(node, form);
  conform_barrier();
}

/* Constant sizes take another path through the inline code. */
static void constant_values(void) {
  gasnet_node_t node = conform_next();
  unsigned char *p = area(node);
  gasnet_put_val(node, p, 0xfffffffffffffff1u, 1);
  CHECK_EQ(gasnet_get_val(node, p, 1), 0xf1);
  gasnet_put_val(node, p, 0xfffffffffffff172u, 2);
  CHECK_EQ(gasnet_get_val(node, p, 2), 0xf172);
  gasnet_put_val(node, p, 0xffffffff81234567u, 4);
  CHECK_EQ(gasnet_get_val(node, p, 4), 0x81234567u);
  gasnet_put_val(node, p, 0x8123456789abcdefu, 8);
  CHECK_EQ(gasnet_get_val(node, p, 8), (int64_t)0x8123456789abcdefu);
  CHECK_EQ(SIZEOF_GASNET_REGISTER_VALUE_T, sizeof(gasnet_register_value_t));
  conform_barrier();
}

/* X2.8: many value gets outstanding, waited for in another order, each once. */
static void value_gets(void) {
  enum { COUNT = 500 };
  static gasnet_valget_handle_t handles[COUNT];
  static int order[COUNT];
  unsigned char *mine = conform_seg(gasnet_mynode());
  gasnet_node_t node = conform_next();
  int i;
  conform_fill(mine, COUNT * 8, gasnet_mynode());
  conform_barrier();
  for (i = 0; i < COUNT; i++) {
    handles[i] = gasnet_get_nb_val(node, (char *)conform_seg(node) + i * 8, (size_t)(i % 8) + 1);
    order[i] = i;
  }
  for (i = COUNT - 1; i > 0; i--) {
    int j = (int)(conform_rand() % (uint64_t)(i + 1)), t = order[i];
    order[i] = order[j];
    order[j] = t;
  }
  for (i = 0; i < COUNT; i++) {
    int k = order[i], b;
    unsigned char bytes[8];
    for (b = 0; b <= k % 8; b++) bytes[b] = conform_byte(node, (size_t)(k * 8 + b));
    CHECK_EQ(gasnet_wait_syncnb_valget(handles[k]), conform_number_at(bytes, (size_t)b));
  }
  conform_barrier();
}

static void memset_by(int form, gasnet_node_t node, void *dest, int v, size_t n) {
  if (form == V_BLOCKING) gasnet_memset(node, dest, v, n);
  if (form == V_NB) gasnet_wait_syncnb(gasnet_memset_nb(node, dest, v, n));
  if (form == V_NBI) {
    gasnet_memset_nbi(node, dest, v, n);
    gasnet_wait_syncnbi_puts(); /* X4.1: counts as a put */
  }
}

static void memsets(void) {
  static const size_t sizes[] = {0, 1, 3, 7, 8, 63, 64, 4095, 4096, 65536, 300001};
  unsigned char *back = malloc(300200), *base;
  gasnet_node_t peers[3];
  size_t i, p, at;
  int form;
  peers[0] = gasnet_mynode();
  peers[1] = conform_next();
  peers[2] = conform_prev();
  for (p = 0; p < 3; p++)
    for (i = 0; i < sizeof sizes / sizeof *sizes; i++)
      for (form = 0; form < VAL_FORMS; form++) {
        size_t n = sizes[i], whole = n + 100;
        int v = (int)conform_rand(); /* only its low byte counts (X2.2) */
        if ((v & 255) == GUARD_BYTE) v ^= 1;
        base = (unsigned char *)conform_seg(peers[p]) + (p << 19);
        at = conform_rand() % 40;
        memset(back, GUARD_BYTE, whole);
        gasnet_put_bulk(peers[p], base, back, whole);
        memset_by(form, peers[p], base + at, v, n);
        gasnet_get_bulk(back, peers[p], base, whole);
        CHECK_EQ(conform_not_all(back + at, n, v & 255), -1);
        CHECK_EQ(conform_not_all(back, at, GUARD_BYTE), -1);
        CHECK_EQ(conform_not_all(back + at + n, whole - at - n, GUARD_BYTE), -1);
      }
  conform_barrier();
  free(back);
}

static int shares_memory(gasnet_node_t a, gasnet_node_t b) {
  gasnet_nodeinfo_t info[256];
  if (gasnet_getNodeInfo(info, 256) != GASNET_OK || a >= 256 || b >= 256) return 0;
  return info[a].supernode == info[b].supernode;
}

/* X1.9: an aligned 2, 4 or 8 byte value is never seen half written, by the owner or by a get. */
static void atomic_values(void) {
  enum { ROUNDS = 20000 };
  gasnet_node_t next = conform_next();
  uint64_t *target = (uint64_t *)conform_seg(next) + 64;
  volatile uint64_t *mine = (volatile uint64_t *)conform_seg(gasnet_mynode()) + 64;
  int i, torn = 0;
  if (!shares_memory(gasnet_mynode(), next) || !shares_memory(gasnet_mynode(), conform_prev()) ||
      CONFORM_EVERYTHING) {
    conform_barrier();
    conform_skip("no shared memory between the ranks");
    return;
  }
  mine[0] = mine[1] = mine[2] = 0;
  conform_barrier();
  for (i = 0; i < ROUNDS; i++) {
    uint64_t v = i & 1 ? ~(uint64_t)0 : 0, s8 = mine[0];
    uint32_t s4 = *(volatile uint32_t *)&mine[1];
    uint16_t s2 = *(volatile uint16_t *)&mine[2];
    gasnet_put_val(next, target, v, 8);
    gasnet_put_val(next, target + 1, v, 4);
    gasnet_put_val(next, target + 2, v, 2);
    torn += s8 != 0 && s8 != ~(uint64_t)0;
    torn += s4 != 0 && s4 != 0xffffffffu;
    torn += s2 != 0 && s2 != 0xffffu;
    s8 = gasnet_get_val(next, target, 8);
    torn += s8 != 0 && s8 != ~(uint64_t)0;
  }
  CHECK_EQ(torn, 0);
  conform_barrier();
}

const struct conform_test conform_g1_val[] = {
    {"g1_val_sizes", "gasnet1-extended X2.4, X2.5, X2.6, X2.7, X2.9", put_values, 0},
    {"g1_val_constant", "gasnet1-extended X2.4, X2.6, gasnet1-core 6", constant_values, 0},
    {"g1_valget_many", "gasnet1-extended X2.8", value_gets, 0},
    {"g1_memset", "gasnet1-extended X2.2, X4.1", memsets, 0},
    {"g1_val_atomic", "gasnet1-extended X1.9", atomic_values, CONFORM_NEEDS_2},
    {0, 0, 0, 0}};
