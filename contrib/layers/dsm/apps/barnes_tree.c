/* SPDX-License-Identifier: BSD-3-Clause
 *
 * barnes_tree.c: see barnes_tree.h.
 */
#include "barnes_tree.h"

#include "app.h"

#include <math.h>
#include <string.h>

#define OPENING 0.8 /* a cell counts as one body if its side is less than this of its distance */
#define SOFTENING 0.05
#define TIME_STEP 0.025

/* ---- bodies --------------------------------------------------------------- */

static void random_direction(double length, double u, double v, double to[3]) {
  double z = 2 * u - 1, across = sqrt(1 - z * z);
  to[0] = length * across * cos(2 * M_PI * v);
  to[1] = length * across * sin(2 * M_PI * v);
  to[2] = length * z;
}

/* Plummer's sphere of mass 1 and energy -1/4, with a gravitational constant of 1. (Aarseth, Henon,
 * Wielen, "A comparison of numerical methods for the study of star cluster dynamics", 1974,
 * appendix.) */
void bodies_make(struct body *body, size_t n, uint64_t seed) {
  const double scale = 3 * M_PI / 16;
  for (size_t i = 0; i < n; i++) {
    uint64_t next = 64 * i;
    struct body *b = &body[i];
    memset(b, 0, sizeof *b);
    b->mass = 1 / (double)n;
    b->cost = 1;
    double inside = 0.999 * app_uniform(seed, next++) + 1e-9, q, g;
    double r = 1 / sqrt(pow(inside, -2.0 / 3) - 1);
    random_direction(r * scale, app_uniform(seed, next), app_uniform(seed, next + 1), b->at);
    next += 2;
    do { /* the speed, relative to the escape speed */
      q = app_uniform(seed, next++);
      g = app_uniform(seed, next++) / 10;
    } while (g > q * q * pow(1 - q * q, 3.5));
    random_direction(q * sqrt(2 / sqrt(1 + r * r) / scale), app_uniform(seed, next),
                     app_uniform(seed, next + 1), b->speed);
  }
}

/* Leapfrog: speeds are those between two steps. */
void body_move(struct body *body) {
  body->cost = body->work;
  for (int d = 0; d < 3; d++) {
    body->speed[d] += TIME_STEP * body->pull[d];
    body->at[d] += TIME_STEP * body->speed[d];
  }
}

/* Adds the acceleration that a mass causes at a place to `pull`. */
static void add_pull(double mass, const double from[3], double square, const double at[3],
                     double pull[3]) {
  double soft = square + SOFTENING * SOFTENING, factor = mass / (soft * sqrt(soft));
  for (int d = 0; d < 3; d++) pull[d] += factor * (from[d] - at[d]);
}
static double square_distance(const double a[3], const double b[3]) {
  double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
  return x * x + y * y + z * z;
}

void direct_pull(const struct body *body, size_t n, const struct body *on, double pull[3]) {
  memset(pull, 0, 3 * sizeof *pull);
  for (size_t i = 0; i < n; i++)
    add_pull(body[i].mass, body[i].at, square_distance(body[i].at, on->at), on->at, pull);
}

/* ---- cubes ---------------------------------------------------------------- */

void box_add(const struct body *body, double low[3], double high[3]) {
  for (int d = 0; d < 3; d++) {
    low[d] = fmin(low[d], body->at[d]);
    high[d] = fmax(high[d], body->at[d]);
  }
}

struct cube cube_around(const double low[3], const double high[3]) {
  struct cube cube = {.half = 1e-6};
  for (int d = 0; d < 3; d++) {
    cube.middle[d] = (low[d] + high[d]) / 2;
    cube.half = fmax(cube.half, 0.501 * (high[d] - low[d]));
  }
  return cube;
}

int cube_octant(const struct cube *cube, const double at[3]) {
  return (at[0] >= cube->middle[0]) + 2 * (at[1] >= cube->middle[1]) +
         4 * (at[2] >= cube->middle[2]);
}

struct cube cube_child(const struct cube *cube, int octant) {
  struct cube child = {.half = cube->half / 2};
  for (int d = 0; d < 3; d++)
    child.middle[d] = cube->middle[d] + (octant >> d & 1 ? child.half : -child.half);
  return child;
}

/* ---- tree ----------------------------------------------------------------- */

int32_t tree_cell(struct tree *tree, struct supply *supply) {
  if (supply->next == supply->end) supply->refill(supply);
  memset(&tree->cell[supply->next], 0, sizeof(struct cell));
  return supply->next++;
}

/* Inserts a body. Where it would share a child with another body, a new cell takes that child and
 * the older body. */
void tree_insert(struct tree *tree, struct supply *supply, int32_t cell, struct cube cube,
                 int32_t body) {
  for (;;) {
    int octant = cube_octant(&cube, tree->body[child_body(body)].at);
    int32_t *child = &tree->cell[cell].child[octant], older = *child;
    if (!older) {
      *child = body;
      return;
    }
    cube = cube_child(&cube, octant);
    if (older < 0) {
      int32_t both = tree_cell(tree, supply);
      tree->cell[both].child[cube_octant(&cube, tree->body[child_body(older)].at)] = older;
      *child = both;
    }
    cell = *child;
  }
}

static void add_child(struct cell *sum, double mass, const double at[3], uint64_t cost) {
  sum->mass += mass;
  sum->cost += cost;
  for (int d = 0; d < 3; d++) sum->centre[d] += mass * at[d];
}

void tree_sum(struct tree *tree, int32_t number, int levels) {
  struct cell *cell = &tree->cell[number], sum = {0};
  for (int o = 0; o < 8; o++) {
    int32_t child = cell->child[o];
    if (child > 0) {
      const struct cell *c = &tree->cell[child];
      if (levels > 1) tree_sum(tree, child, levels - 1);
      add_child(&sum, c->mass, c->centre, c->cost);
    } else if (child < 0) {
      const struct body *b = &tree->body[child_body(child)];
      add_child(&sum, b->mass, b->at, b->cost);
    }
  }
  cell->mass = sum.mass;
  cell->cost = sum.cost;
  for (int d = 0; d < 3; d++) cell->centre[d] = sum.mass > 0 ? sum.centre[d] / sum.mass : 0;
}

/* Adds the pull of a cell whose squared side is `side`. */
static void pull_of(const struct tree *tree, int32_t cell, double side, struct body *on) {
  for (int o = 0; o < 8; o++) {
    int32_t child = tree->cell[cell].child[o];
    if (!child || child == body_child((size_t)(on - tree->body))) continue;
    int is_body = child < 0;
    const struct body *b = is_body ? &tree->body[child_body(child)] : NULL;
    const struct cell *c = is_body ? NULL : &tree->cell[child];
    const double *from = is_body ? b->at : c->centre;
    double square = square_distance(from, on->at);
    if (is_body || side / 4 < OPENING * OPENING * square) {
      add_pull(is_body ? b->mass : c->mass, from, square, on->at, on->pull);
      on->work++;
    } else {
      pull_of(tree, child, side / 4, on);
    }
  }
}

void tree_pull(const struct tree *tree, int32_t root, const struct cube *cube, struct body *body) {
  memset(body->pull, 0, sizeof body->pull);
  body->work = 1;
  pull_of(tree, root, 4 * cube->half * cube->half, body);
}
