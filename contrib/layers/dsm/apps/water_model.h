/* SPDX-License-Identifier: BSD-3-Clause
 *
 * water_model.h: the physics of water.c, without shared memory.
 *
 * A molecule is three points: an oxygen O and two hydrogens H. Springs hold O-H and H-H at their
 * lengths, so that a molecule vibrates. Molecules act on each other by a Lennard-Jones potential
 * between oxygens, and by Coulomb's law between all points; both are faded to nothing, by a smooth
 * factor, as the distance R of the oxygens goes from `on` to `off`. The box repeats in all
 * directions. Masses, charges, O-H spring and Lennard-Jones numbers are those of the model SPC/Fw
 * (Wu, Tepper, Voth, "Flexible simple point-charge water model with improved liquid-state
 * properties", 2006); in place of its spring of the angle is the H-H spring of equal stiffness.
 * Motion: velocity Verlet. Units: nm, ps, atomic mass units, kJ/mol.
 *
 * Cells are cubes of the box at least `off` wide, so that only molecules in the 27 cells around act
 * on each other. The list of a cell is ordered by number, and all sums go by that order: results do
 * not depend on which worker has which cell.
 */
#ifndef WATER_MODEL_H
#define WATER_MODEL_H

#include <stddef.h>
#include <stdint.h>

#define NO_MOLECULE (-1) /* the end of a cell's list */

struct molecule {
  double at[3][3], speed[3][3], force[3][3]; /* of O, H, H */
  double potential; /* of its springs, and half of that with each other molecule */
  int64_t next;     /* the next molecule in the list of its cell */
};
struct water {
  size_t molecules;
  int across; /* cells along an edge */
  double side, on, off;
  struct molecule *molecule;
  int64_t *first; /* the first molecule of each cell */
};

/* Sets all members but the arrays. There are across^3 cells. */
void water_size(struct water *water, size_t molecules);
/* Makes molecules first to end - 1, in a lattice, with the density and temperature of a liquid.
 * Does not fill the lists. */
void water_make(struct water *water, uint64_t seed, size_t first, size_t end);
/* The cell of a molecule, by the place of its oxygen; adds it to the cell's list. */
size_t water_cell(const struct water *water, int64_t molecule);
void water_insert(struct water *water, size_t cell, int64_t molecule);

/* The next functions move the molecules of one cell. */
/* Advances speeds by half a step, then places by a step. */
void water_drift(struct water *water, size_t cell);
/* Computes forces and potentials from the molecules of the cells around. */
void water_forces(struct water *water, size_t cell);
/* Advances speeds by half a step. */
void water_kick(struct water *water, size_t cell);

/* The energy of all molecules, potential and kinetic; *kinetic: the kinetic part. */
double water_energy(const struct water *water, double *kinetic);

#endif
