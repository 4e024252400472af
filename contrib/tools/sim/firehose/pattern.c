/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pattern.c: the exponent of Zipf's law is that of the Yahoo cloud serving benchmark; a face is 512
 * KB of the usual buckets.
 */
#include "contrib/tools/sim/firehose/pattern.h"

#include <math.h>
#include <stdlib.h>

#include "contrib/tools/sim/events.h"

#define HOT_PPM 900000u /* requests to hot nodes */
#define HOT_ONE_OF 128u /* nodes */
#define ZIPF 0.99
#define NEIGHBOURS 4u
#define FACE 32u /* buckets; all four must have room in memory */

static double *zipf(uint32_t n) {
  double *sum = sim_alloc(n * sizeof *sum), all = 0;
  for (uint32_t i = 0; i < n; i++) sum[i] = all += pow(i + 1, -ZIPF);
  for (uint32_t i = 0; i < n; i++) sum[i] /= all;
  return sum;
}

static uint32_t widest(uint32_t nodes) {
  uint32_t w = (uint32_t)sqrt(nodes);
  while (nodes % w) w--;
  return w;
}

void pattern_open(struct pattern *p, enum pattern_kind kind, uint32_t nodes, uint32_t memory) {
  *p = (struct pattern){.kind = kind, .nodes = nodes, .memory = memory, .width = widest(nodes)};
  p->hot = nodes / HOT_ONE_OF ? nodes / HOT_ONE_OF : 1;
  if (kind == PATTERN_HOT_SPOT) p->zipf = zipf(memory);
}

void pattern_close(struct pattern *p) { free(p->zipf); }

const char *pattern_name(enum pattern_kind kind) {
  static const char *const name[PATTERN_KINDS] = {"uniform", "nearest neighbour", "hot-spot"};
  return name[kind];
}

static uint32_t other_node(struct sim_rng *g, uint32_t node, uint32_t of) {
  uint32_t to = (uint32_t)sim_below(g, node < of ? of - 1 : of);
  return node < of && to >= node ? to + 1 : to;
}

static struct pattern_place uniform(const struct pattern *p, struct sim_rng *g, uint32_t node) {
  uint32_t to = other_node(g, node, p->nodes);
  return (struct pattern_place){to, (uint32_t)sim_below(g, p->memory)};
}

/* The first bucket before which, and in which, all that likelihood lies. */
static uint32_t by_zipf(const struct pattern *p, struct sim_rng *g) {
  double x = (double)(sim_next(g) >> 11) * 0x1p-53;
  uint32_t from = 0, to = p->memory - 1;
  while (from < to) {
    uint32_t mid = (from + to) / 2;
    if (p->zipf[mid] > x)
      to = mid;
    else
      from = mid + 1;
  }
  return from;
}

static struct pattern_place hot_spot(const struct pattern *p, struct sim_rng *g, uint32_t node) {
  uint32_t to;
  if ((p->hot == 1 && node == 0) || !sim_chance(g, HOT_PPM)) return uniform(p, g, node);
  to = other_node(g, node, p->hot);
  return (struct pattern_place){to, by_zipf(p, g)};
}

/* Each of the four that put to a node has a part of its memory. */
static struct pattern_place neighbour(const struct pattern *p, uint32_t node, uint32_t i) {
  uint32_t side = i / FACE % NEIGHBOURS, height = p->nodes / p->width;
  uint32_t x = node % p->width, y = node / p->width;
  if (side == 0) x = (x + 1) % p->width;
  if (side == 1) x = (x + p->width - 1) % p->width;
  if (side == 2) y = (y + 1) % height;
  if (side == 3) y = (y + height - 1) % height;
  return (struct pattern_place){y * p->width + x, side * FACE + i % FACE};
}

struct pattern_place pattern_next(const struct pattern *p, struct sim_rng *g, uint32_t node,
                                  uint32_t i) {
  if (p->kind == PATTERN_UNIFORM) return uniform(p, g, node);
  return p->kind == PATTERN_HOT_SPOT ? hot_spot(p, g, node) : neighbour(p, node, i);
}
