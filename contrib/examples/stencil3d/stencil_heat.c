/* SPDX-License-Identifier: BSD-3-Clause
 *
 * stencil_heat.c: every cell is computed by the same expression wherever the block's border runs,
 * and this file is compiled without contraction of multiply and add; so the result does not
 * depend on the number of ranks, not even in the last bit.
 */
#include "stencil_heat.h"

#include <math.h>
#include <string.h>

#define CONDUCTIVITY 0.15 /* stable below 1/6 */

static double *cell(const struct stencil_block *b, double *array, size_t x, size_t y, size_t z) {
  return (double *)(void *)((char *)array + stencil_block_offset(b, x, y, z));
}

static uint64_t mix(uint64_t z) { /* of splitmix64 */
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return z ^ z >> 31;
}

/* ---- boxes --------------------------------------------------------------- */

struct stencil_box stencil_box_all(const struct stencil_block *b) {
  struct stencil_box all = {{0, 0, 0}, {b->n[0], b->n[1], b->n[2]}};
  return all;
}

/* Layers 0 and 1 are those of z, then come those of y and x. */
int stencil_box_peel(struct stencil_box *box, int next, struct stencil_box *layer) {
  int d = 2 - next / 2;
  if (next > 5) return 0;
  *layer = *box;
  if (box->lo[d] == box->hi[d]) return 1; /* nothing is left: an empty layer */
  if (next % 2)
    layer->lo[d] = --box->hi[d];
  else
    layer->hi[d] = ++box->lo[d];
  return 1;
}

/* ---- temperatures -------------------------------------------------------- */

/* A warm plate below, a cool one above, and a domain that is different in every cell, so that one
 * which came to a wrong place would be noticed. Coordinates count the layer around the domain. */
static double initial(const struct stencil_grid *g, size_t x, size_t y, size_t z) {
  if (z == 0) return 90;
  if (z == g->n[2] + 1) return 10;
  if (x == 0 || x == g->n[0] + 1 || y == 0 || y == g->n[1] + 1) return 20;
  uint64_t noise = mix(((uint64_t)z * (g->n[1] + 2) + y) * (g->n[0] + 2) + x);
  return 20 + (double)(noise >> 11) / (double)(UINT64_C(1) << 53);
}

static int outside(size_t at, size_t n) { return at == 0 || at == n + 1; }

void stencil_fill(const struct stencil_grid *g, const struct stencil_block *b, double *array) {
  for (size_t z = 0; z < b->n[2] + 2; z++)
    for (size_t y = 0; y < b->n[1] + 2; y++)
      for (size_t x = 0; x < b->n[0] + 2; x++) {
        size_t gx = b->first[0] + x, gy = b->first[1] + y, gz = b->first[2] + z;
        int ghost = outside(x, b->n[0]) || outside(y, b->n[1]) || outside(z, b->n[2]);
        int border = outside(gx, g->n[0]) || outside(gy, g->n[1]) || outside(gz, g->n[2]);
        *cell(b, array, x, y, z) = ghost && !border ? (double)NAN : initial(g, gx, gy, gz);
      }
}

static void sweep_row(double *restrict to, const double *restrict from, size_t n, ptrdiff_t y,
                      ptrdiff_t z) {
  for (size_t i = 0; i < n; i++) {
    const double *c = from + i;
    double around = (c[-1] + c[1]) + (c[-y] + c[y]) + (c[-z] + c[z]);
    to[i] = c[0] + CONDUCTIVITY * (around - 6 * c[0]);
  }
}

void stencil_sweep(const struct stencil_block *b, const struct stencil_box *box, double *to,
                   const double *from) {
  ptrdiff_t dy = b->stride[1] / b->stride[0], dz = b->stride[2] / b->stride[0];
  if (box->lo[0] >= box->hi[0]) return;
  for (size_t z = box->lo[2]; z < box->hi[2]; z++)
    for (size_t y = box->lo[1]; y < box->hi[1]; y++) {
      size_t row = stencil_block_offset(b, box->lo[0] + 1, y + 1, z + 1) / sizeof(double);
      sweep_row(to + row, from + row, box->hi[0] - box->lo[0], dy, dz);
    }
}

/* ---- summary ------------------------------------------------------------- */

static void summarise_cell(struct stencil_summary *s, double t, uint64_t place) {
  uint64_t bits;
  memcpy(&bits, &t, sizeof bits);
  s->sum += mix(bits ^ mix(place));
  if (t < s->coolest) s->coolest = t;
  if (t > s->hottest) s->hottest = t;
}

void stencil_summarise(const struct stencil_grid *g, const struct stencil_block *b,
                       const double *array, struct stencil_summary *s) {
  s->coolest = INFINITY;
  s->hottest = -INFINITY;
  s->sum = 0;
  for (size_t z = 0; z < b->n[2]; z++)
    for (size_t y = 0; y < b->n[1]; y++)
      for (size_t x = 0; x < b->n[0]; x++) {
        size_t place = ((b->first[2] + z) * g->n[1] + b->first[1] + y) * g->n[0] + b->first[0] + x;
        summarise_cell(s, *cell(b, (double *)array, x + 1, y + 1, z + 1), place);
      }
}

void stencil_summary_merge(struct stencil_summary *all, const struct stencil_summary *part) {
  if (part->coolest < all->coolest) all->coolest = part->coolest;
  if (part->hottest > all->hottest) all->hottest = part->hottest;
  all->sum += part->sum;
}
