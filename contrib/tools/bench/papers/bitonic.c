/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bitonic.c: bitonic sort of blocks: each node sorts its keys; then in each step nodes in pairs
 * exchange all their keys, and one keeps the lower, the other the upper half. New keys are sorted
 * again and again in the same memory.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/tools/bench/papers/kernel.h"

#define NODES 4u
#define KEYS 8192u /* of a node */
#define BYTES (KEYS * sizeof(uint32_t))
#define PIECE 256 /* bytes of a put */

/* A node's memory: its keys, and its partner's. */
enum { OWN = 0, OTHER = BYTES, MEMORY = 2 * BYTES };

/* --- of one node ---------------------------------------------------------- */

static void radix_pass(uint32_t *to, const uint32_t *from, uint32_t shift) {
  uint32_t at[257] = {0};
  for (uint32_t i = 0; i < KEYS; i++) at[(from[i] >> shift & 255) + 1]++;
  for (uint32_t d = 0; d < 256; d++) at[d + 1] += at[d];
  for (uint32_t i = 0; i < KEYS; i++) to[at[from[i] >> shift & 255]++] = from[i];
}

static void sort_own(uint32_t *keys) {
  static uint32_t spare[KEYS];
  for (uint32_t shift = 0; shift < 32; shift += 16) {
    radix_pass(spare, keys, shift);
    radix_pass(keys, spare, shift + 8);
  }
}

static void keep_lower(uint32_t *own, const uint32_t *other) {
  static uint32_t spare[KEYS];
  for (uint32_t i = 0, a = 0, b = 0; i < KEYS; i++)
    spare[i] = own[a] <= other[b] ? own[a++] : other[b++];
  memcpy(own, spare, BYTES);
}

static void keep_upper(uint32_t *own, const uint32_t *other) {
  static uint32_t spare[KEYS];
  for (uint32_t i = KEYS, a = KEYS, b = KEYS; i-- > 0;)
    spare[i] = own[a - 1] > other[b - 1] ? own[--a] : other[--b];
  memcpy(own, spare, BYTES);
}

/* --- phases --------------------------------------------------------------- */

static void sort_nodes(struct kernel *k) {
  for (uint32_t i = 0; i < NODES; i++) {
    sort_own(kernel_at(k, i, OWN));
    net_work(&k->net.node[i], (uint64_t)(k->net.c.cost->compare * KEYS * 13)); /* log2 KEYS */
  }
}

static int exchange_step(struct kernel *k, uint32_t stage, uint32_t distance) {
  int rc;
  for (uint32_t i = 0; i < NODES; i++)
    kernel_send(k, i, i ^ distance, &(struct kernel_block){0, OWN, OTHER, BYTES, PIECE});
  rc = kernel_exchange(k);
  for (uint32_t i = 0; i < NODES && rc == 0; i++) {
    int ascending = (i & stage) == 0, low = (i & distance) == 0;
    (ascending == low ? keep_lower : keep_upper)(kernel_at(k, i, OWN), kernel_at(k, i, OTHER));
    net_work(&k->net.node[i], (uint64_t)(k->net.c.cost->compare * KEYS));
  }
  return rc;
}

static int sort_all(struct kernel *k) {
  int rc = 0;
  sort_nodes(k);
  for (uint32_t stage = 2; stage <= NODES; stage *= 2)
    for (uint32_t distance = stage / 2; distance > 0 && rc == 0; distance /= 2)
      rc = exchange_step(k, stage, distance);
  return rc;
}

/* --- the whole ------------------------------------------------------------ */

static int compare_words(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

static void fill_words(struct kernel *k, struct sim_rng *g, uint32_t *all) {
  for (uint32_t i = 0; i < NODES * KEYS; i++) all[i] = (uint32_t)sim_next(g);
  for (uint32_t i = 0; i < NODES; i++) memcpy(kernel_at(k, i, OWN), all + i * KEYS, BYTES);
}

/* All keys as the C library sorts them. */
static int is_right(struct kernel *k, uint32_t *all) {
  qsort(all, NODES * KEYS, sizeof *all, compare_words);
  for (uint32_t i = 0; i < NODES; i++)
    if (memcmp(kernel_at(k, i, OWN), all + i * KEYS, BYTES)) return 0;
  return 1;
}

static int run_rounds(struct kernel *k, uint32_t rounds) {
  uint32_t *all = sim_alloc(NODES * BYTES);
  struct sim_rng g = sim_stream(1, 5);
  int rc = 0;
  for (uint32_t i = 0; i < rounds && rc == 0; i++) {
    fill_words(k, &g, all);
    rc = sort_all(k);
    if (rc == 0 && !is_right(k, all)) rc = EDOM;
  }
  free(all);
  return rc;
}

int papers_bitonic(struct papers_kernel *out, const struct cost *cost, int quick) {
  struct kernel_program p = {NODES, MEMORY, quick ? 10 : 300, run_rounds};
  return kernel_compare(out, &p, cost);
}
