/* SPDX-License-Identifier: BSD-3-Clause
 *
 * barnes_tree.h: bodies, and the octree over them, without shared memory: used by a worker for its
 * own tree, and by the serial run.
 *
 * A leaf is one body, so the tree depends only on the places of the bodies, and sums over the
 * children of a cell are taken in their order: results do not depend on which worker inserted a
 * body.
 */
#ifndef BARNES_TREE_H
#define BARNES_TREE_H

#include <stddef.h>
#include <stdint.h>

struct body {
  double mass, at[3], speed[3], pull[3]; /* pull: acceleration */
  uint64_t cost, work; /* bodies and cells that pulled it in the step before, and in this */
};
/* A child is 0, or the number of a cell, or of a body as body_child() gives it. */
struct cell {
  double mass, centre[3];
  uint64_t cost; /* sum of its bodies' costs */
  int32_t child[8];
};
struct cube {
  double middle[3], half; /* half: half the side */
};
struct tree {
  struct body *body;
  struct cell *cell; /* number 0 is none */
};
/* Numbers of unused cells; refill() gets more or ends the program. */
struct supply {
  int32_t next, end;
  void (*refill)(struct supply *supply);
};

static inline int32_t body_child(size_t body) { return -1 - (int32_t)body; }
static inline size_t child_body(int32_t child) { return (size_t)(-1 - child); }

/* Makes bodies as in a cluster in equilibrium. */
void bodies_make(struct body *body, size_t n, uint64_t seed);
/* A cube around the box [low, high], with some room. */
struct cube cube_around(const double low[3], const double high[3]);
/* Widens the box [low, high] to hold a body. */
void box_add(const struct body *body, double low[3], double high[3]);
/* The octant of a cube in which a place lies; the cube of an octant. */
int cube_octant(const struct cube *cube, const double at[3]);
struct cube cube_child(const struct cube *cube, int octant);

/* A new cell without children. */
int32_t tree_cell(struct tree *tree, struct supply *supply);
/* Puts a body below a cell, whose cube is given. */
void tree_insert(struct tree *tree, struct supply *supply, int32_t cell, struct cube cube,
                 int32_t body);
/* Computes mass, centre and cost of a cell, after those of the cells below, down to `levels`
 * levels. */
void tree_sum(struct tree *tree, int32_t cell, int levels);
/* Computes the pull of all other bodies on a body, and its work. `cube`: the root's cube. */
void tree_pull(const struct tree *tree, int32_t root, const struct cube *cube, struct body *body);
void body_move(struct body *body);

/* Computes the pull directly, from each body. */
void direct_pull(const struct body *body, size_t n, const struct body *on, double pull[3]);

#endif
