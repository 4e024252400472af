/* SPDX-License-Identifier: BSD-3-Clause
 *
 * water_model.c: see water_model.h.
 */
#include "water_model.h"

#include "app.h"

#include <math.h>
#include <string.h>

#define DENSITY 33.33 /* molecules per nm^3 */
#define LONGEST 0.85  /* nm: `off` in boxes that are large enough */
#define TIME_STEP 0.0005
#define TEMPERATURE 2.494 /* kJ/mol: 300 K times the gas constant */
#define SPRING_OH 443153.0
#define LENGTH_OH 0.1012
#define SPRING_HH 102300.0
#define LENGTH_HH 0.1690
#define EPSILON 0.6503
#define SIGMA 0.31655
#define COULOMB 138.935458

static const double mass[3] = {15.9994, 1.008, 1.008}, charge[3] = {-0.82, 0.41, 0.41};

/* ---- the box -------------------------------------------------------------- */

void water_size(struct water *water, size_t molecules) {
  memset(water, 0, sizeof *water);
  water->molecules = molecules;
  water->side = cbrt((double)molecules / DENSITY);
  water->off = fmin(LONGEST, water->side / 3);
  water->on = 0.9 * water->off;
  water->across = (int)fmax(3, floor(water->side / water->off));
}

static double gauss(uint64_t seed, uint64_t i) {
  return sqrt(-2 * log(1 - app_uniform(seed, 2 * i))) *
         cos(2 * M_PI * app_uniform(seed, 2 * i + 1));
}

/* A molecule with its oxygen at a place, turned by two random angles. */
static void make_molecule(struct molecule *m, const double at[3], uint64_t seed, uint64_t i) {
  double half = asin(LENGTH_HH / 2 / LENGTH_OH);
  double turn = 2 * M_PI * app_uniform(seed, 32 * i),
         tilt = 2 * M_PI * app_uniform(seed, 32 * i + 1);
  memset(m, 0, sizeof *m);
  for (int a = 0; a < 3; a++) {
    double angle = turn + (a == 1 ? half : -half), arm = a ? LENGTH_OH : 0;
    double flat[3] = {arm * cos(angle), arm * sin(angle), 0};
    m->at[a][0] = at[0] + flat[0];
    m->at[a][1] = at[1] + flat[1] * cos(tilt);
    m->at[a][2] = at[2] + flat[1] * sin(tilt);
    for (int d = 0; d < 3; d++)
      m->speed[a][d] =
          sqrt(TEMPERATURE / mass[a]) * gauss(seed, 16 * i + 1 + (uint64_t)(3 * a + d));
  }
}

void water_make(struct water *water, uint64_t seed, size_t first, size_t end) {
  size_t edge = (size_t)ceil(cbrt((double)water->molecules) - 1e-9);
  for (size_t i = first; i < end; i++) {
    size_t site = i * edge * edge * edge / water->molecules;
    double step = water->side / (double)edge;
    double at[3] = {step * (double)(site % edge), step * (double)(site / edge % edge),
                    step * (double)(site / edge / edge)};
    make_molecule(&water->molecule[i], at, seed, i);
  }
}

/* ---- cells ---------------------------------------------------------------- */

size_t water_cell(const struct water *water, int64_t molecule) {
  const double *at = water->molecule[molecule].at[0];
  int cell = 0;
  for (int d = 2; d >= 0; d--) {
    int along = (int)(at[d] / water->side * water->across);
    cell = cell * water->across + (along < water->across ? along : water->across - 1);
  }
  return (size_t)cell;
}

void water_insert(struct water *water, size_t cell, int64_t molecule) {
  int64_t *place = &water->first[cell];
  while (*place != NO_MOLECULE && *place < molecule) place = &water->molecule[*place].next;
  water->molecule[molecule].next = *place;
  *place = molecule;
}

/* ---- forces --------------------------------------------------------------- */

/* The spring between two points of a molecule. */
static void spring(struct molecule *m, int a, int b, double stiffness, double length) {
  double r[3], square = 0;
  for (int d = 0; d < 3; d++) {
    r[d] = m->at[b][d] - m->at[a][d];
    square += r[d] * r[d];
  }
  double distance = sqrt(square), longer = distance - length;
  for (int d = 0; d < 3; d++) {
    double f = stiffness * longer * r[d] / distance;
    m->force[a][d] += f;
    m->force[b][d] -= f;
  }
  m->potential += stiffness * longer * longer / 2;
}

/* The factor that fades forces: 1 at `on`, 0 at `off`, with two continuous derivatives. */
static double fading(const struct water *water, double distance, double *slope) {
  double width = water->off - water->on, x = (distance - water->on) / width;
  *slope = 0;
  if (x <= 0) return 1;
  *slope = -30 * x * x * (1 - x) * (1 - x) / width;
  return 1 - x * x * x * (10 - 15 * x + 6 * x * x);
}

/* The energy between oxygens r apart; its force on the first, along r, is added. */
static double lennard_jones(const double r[3], double square, double force[3]) {
  double s2 = SIGMA * SIGMA / square, s6 = s2 * s2 * s2;
  for (int d = 0; d < 3; d++) force[d] -= 24 * EPSILON * (2 * s6 * s6 - s6) / square * r[d];
  return 4 * EPSILON * (s6 * s6 - s6);
}

/* The energy between all points of two molecules, the second moved by `shift`. */
static double coulomb(const struct molecule *m, const struct molecule *other, const double shift[3],
                      double force[3][3]) {
  double energy = 0;
  for (int a = 0; a < 3; a++)
    for (int b = 0; b < 3; b++) {
      double r[3], square = 0;
      for (int d = 0; d < 3; d++) {
        r[d] = other->at[b][d] + shift[d] - m->at[a][d];
        square += r[d] * r[d];
      }
      double e = COULOMB * charge[a] * charge[b] / sqrt(square);
      for (int d = 0; d < 3; d++) force[a][d] -= e / square * r[d];
      energy += e;
    }
  return energy;
}

/* The force of another molecule on this one. */
static void pair(const struct water *water, struct molecule *m, const struct molecule *other) {
  double shift[3], r[3], square = 0, force[3][3] = {{0}}, slope;
  for (int d = 0; d < 3; d++) {
    r[d] = other->at[0][d] - m->at[0][d];
    shift[d] = -water->side * round(r[d] / water->side);
    r[d] += shift[d];
    square += r[d] * r[d];
  }
  if (square >= water->off * water->off) return;
  double distance = sqrt(square), factor = fading(water, distance, &slope);
  double energy = coulomb(m, other, shift, force) + lennard_jones(r, square, force[0]);
  for (int a = 0; a < 3; a++)
    for (int d = 0; d < 3; d++) m->force[a][d] += factor * force[a][d];
  for (int d = 0; d < 3; d++) m->force[0][d] += slope * energy * r[d] / distance;
  m->potential += factor * energy / 2;
}

/* The forces of all molecules of one cell on a molecule. */
static void pairs(const struct water *water, int64_t molecule, int x, int y, int z) {
  int n = water->across, cell = ((z + n) % n * n + (y + n) % n) * n + (x + n) % n;
  for (int64_t i = water->first[cell]; i != NO_MOLECULE; i = water->molecule[i].next)
    if (i != molecule) pair(water, &water->molecule[molecule], &water->molecule[i]);
}

void water_forces(struct water *water, size_t cell) {
  int n = water->across, x = (int)cell % n, y = (int)cell / n % n, z = (int)cell / n / n;
  for (int64_t i = water->first[cell]; i != NO_MOLECULE; i = water->molecule[i].next) {
    struct molecule *m = &water->molecule[i];
    memset(m->force, 0, sizeof m->force);
    m->potential = 0;
    spring(m, 0, 1, SPRING_OH, LENGTH_OH);
    spring(m, 0, 2, SPRING_OH, LENGTH_OH);
    spring(m, 1, 2, SPRING_HH, LENGTH_HH);
    for (int k = 0; k < 27; k++) pairs(water, i, x + k % 3 - 1, y + k / 3 % 3 - 1, z + k / 9 - 1);
  }
}

/* ---- motion --------------------------------------------------------------- */

static void kick(struct molecule *m) {
  for (int a = 0; a < 3; a++)
    for (int d = 0; d < 3; d++) m->speed[a][d] += TIME_STEP / 2 / mass[a] * m->force[a][d];
}

void water_kick(struct water *water, size_t cell) {
  for (int64_t i = water->first[cell]; i != NO_MOLECULE; i = water->molecule[i].next)
    kick(&water->molecule[i]);
}

/* The whole molecule enters the box at the other side when its oxygen leaves it. */
void water_drift(struct water *water, size_t cell) {
  for (int64_t i = water->first[cell]; i != NO_MOLECULE; i = water->molecule[i].next) {
    struct molecule *m = &water->molecule[i];
    kick(m);
    for (int a = 0; a < 3; a++)
      for (int d = 0; d < 3; d++) m->at[a][d] += TIME_STEP * m->speed[a][d];
    for (int d = 0; d < 3; d++) {
      double shift = -water->side * floor(m->at[0][d] / water->side);
      for (int a = 0; a < 3; a++) m->at[a][d] += shift;
    }
  }
}

double water_energy(const struct water *water, double *kinetic) {
  double potential = 0;
  *kinetic = 0;
  for (size_t i = 0; i < water->molecules; i++) {
    const struct molecule *m = &water->molecule[i];
    potential += m->potential;
    for (int a = 0; a < 3; a++)
      for (int d = 0; d < 3; d++) *kinetic += mass[a] * m->speed[a][d] * m->speed[a][d] / 2;
  }
  return potential + *kinetic;
}
