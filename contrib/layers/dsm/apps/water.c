/* SPDX-License-Identifier: BSD-3-Clause
 *
 * water.c: moves molecules of water, sorted into cells of space (water_model.h has the physics).
 *
 * Shared: molecules, in an array by their numbers; the list of each cell. A worker has a range of
 * cells. In each step it moves their molecules and removes from the lists those that have left
 * their cell; after a barrier it puts these into their new cells, whose lists change under locks;
 * after another barrier it computes forces, for which it reads the molecules of the cells around.
 */
#include "anl.h"
#include "app.h"
#include "water_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

MAIN_ENV

#define LOCKS 64 /* locks of all cells */

#define ENERGY_TOLERANCE 0.1 /* of the change of energy, relative to the kinetic energy */
#define FORCE_TOLERANCE 1e-4 /* of a force against the potential, relative to it or 1 kJ/mol/nm */
#define SHORT 2e-6           /* nm, to compare these */

struct shared {
  LOCKDEC(lock)
  BARDEC(barrier)
  ALOCKDEC(cell_lock, LOCKS)
  int workers; /* workers that have their number */
  unsigned long begin, end;
};

/* Set before CREATE. */
static struct {
  int workers, steps;
  uint64_t seed;
  size_t cells;
  struct water water; /* its arrays are shared */
} job;
static struct shared *shared;

static const struct app_size sizes[] = {
    {'n', "molecules", "molecules", 1, 1u << 26, 512, 4096, 8192},
    {'i', "steps", "steps of time", 1, 1000000, 3, 3, 3},
    {0},
};

/* ---- workers -------------------------------------------------------------- */

struct part {        /* a worker's own */
  size_t first, end; /* cells */
  int64_t *leaving;  /* molecules that have left their cells; not linked by `next` */
  size_t count;
};

/* No other worker reads or changes the lists of this worker's cells now. */
static void take_leaving(struct part *part, size_t cell) {
  int64_t *place = &job.water.first[cell];
  while (*place != NO_MOLECULE) {
    int64_t molecule = *place;
    if (water_cell(&job.water, molecule) == cell) {
      place = &job.water.molecule[molecule].next;
    } else {
      *place = job.water.molecule[molecule].next;
      part->leaving[part->count++] = molecule;
    }
  }
}

static void put_molecule(int64_t molecule) {
  size_t cell = water_cell(&job.water, molecule);
  ALOCK(shared->cell_lock, cell % LOCKS)
  water_insert(&job.water, cell, molecule);
  AULOCK(shared->cell_lock, cell % LOCKS)
}

static void put_leaving(struct part *part) {
  for (; part->count > 0; part->count--) put_molecule(part->leaving[part->count - 1]);
}

static void run_step(struct part *part) {
  for (size_t c = part->first; c < part->end; c++) {
    water_drift(&job.water, c);
    take_leaving(part, c);
  }
  BARRIER(shared->barrier, job.workers)
  put_leaving(part);
  BARRIER(shared->barrier, job.workers)
  for (size_t c = part->first; c < part->end; c++) {
    water_forces(&job.water, c);
    water_kick(&job.water, c);
  }
  BARRIER(shared->barrier, job.workers)
}

/* Makes this worker's molecules. At first most of them are in its cells, so it touches their pages
 * first. */
static void make_molecules(const struct part *part, int me) {
  size_t n = job.water.molecules, first = app_first(n, me, job.workers);
  size_t end = app_first(n, me + 1, job.workers);
  water_make(&job.water, job.seed, first, end);
  for (size_t c = part->first; c < part->end; c++) job.water.first[c] = NO_MOLECULE;
  BARRIER(shared->barrier, job.workers)
  for (size_t i = first; i < end; i++) put_molecule((int64_t)i);
  BARRIER(shared->barrier, job.workers)
}

static void run_worker(void) {
  struct part part = {.leaving = app_private(job.water.molecules * sizeof *part.leaving)};
  LOCK(shared->lock)
  int me = shared->workers++;
  UNLOCK(shared->lock)
  part.first = app_first(job.cells, me, job.workers);
  part.end = app_first(job.cells, me + 1, job.workers);
  make_molecules(&part, me);
  for (size_t c = part.first; c < part.end; c++) water_forces(&job.water, c);
  BARRIER(shared->barrier, job.workers)
  if (me == 0) CLOCK(shared->begin)
  for (int i = 0; i < job.steps; i++) run_step(&part);
  if (me == 0) CLOCK(shared->end)
  free(part.leaving);
}

/* ---- main: the serial run ------------------------------------------------- */

/* Fills all lists anew. */
static void sort_molecules(struct water *water) {
  for (size_t c = 0; c < job.cells; c++) water->first[c] = NO_MOLECULE;
  for (int64_t i = (int64_t)water->molecules - 1; i >= 0; i--)
    water_insert(water, water_cell(water, i), i);
}

static void step_serially(struct water *water) {
  for (size_t c = 0; c < job.cells; c++) water_drift(water, c);
  sort_molecules(water);
  for (size_t c = 0; c < job.cells; c++) water_forces(water, c);
  for (size_t c = 0; c < job.cells; c++) water_kick(water, c);
}

/* The potential if a coordinate were larger by `by`. */
static double potential(struct water *water, double *coordinate, double by) {
  double old = *coordinate, kinetic;
  *coordinate += by;
  for (size_t c = 0; c < job.cells; c++) water_forces(water, c);
  *coordinate = old;
  double energy = water_energy(water, &kinetic);
  return energy - kinetic;
}

/* Whether some forces equal the slopes of the potential. */
static int are_slopes(const struct app *app, struct water *water) {
  for (size_t k = 0; k < 9; k++) {
    struct molecule *m = &water->molecule[k * water->molecules / 9];
    double *coordinate = &m->at[k % 3][k / 3], force = m->force[k % 3][k / 3];
    double slope =
        (potential(water, coordinate, SHORT) - potential(water, coordinate, -SHORT)) / (2 * SHORT);
    potential(water, coordinate, 0);
    if (!(fabs(force + slope) <= FORCE_TOLERANCE * (1 + fabs(force))))
      return app_differs(app, "force %zu is %.10g; by the potential %.10g", k, force, -slope);
  }
  return 1;
}

static int result_agrees(const struct app *app) {
  struct water water = job.water;
  double energy, kinetic;
  size_t n = water.molecules, i = 0;
  water.molecule = app_private(n * sizeof *water.molecule);
  water.first = app_private(job.cells * sizeof *water.first);
  water_make(&water, job.seed, 0, n);
  sort_molecules(&water);
  for (size_t c = 0; c < job.cells; c++) water_forces(&water, c);
  energy = water_energy(&water, &kinetic);
  for (int s = 0; s < job.steps; s++) step_serially(&water);
  while (i < n && memcmp(&water.molecule[i], &job.water.molecule[i], sizeof *water.molecule) == 0)
    i++;
  if (i < n)
    app_differs(app, "molecule %zu is at %.17g; in the serial run at %.17g", i,
                job.water.molecule[i].at[0][0], water.molecule[i].at[0][0]);
  double change = water_energy(&water, &kinetic) - energy;
  int kept = fabs(change) <= ENERGY_TOLERANCE * kinetic;
  if (!kept) app_differs(app, "the energy has changed by %g of %g kJ/mol", change, kinetic);
  int good = i == n && kept && are_slopes(app, &water);
  free(water.molecule);
  free(water.first);
  return good;
}

static void allocate_shared(void) {
  shared = G_MALLOC(sizeof *shared);
  job.water.molecule = G_MALLOC(job.water.molecules * sizeof(struct molecule));
  job.water.first = G_MALLOC(job.cells * sizeof *job.water.first);
  LOCKINIT(shared->lock)
  BARINIT(shared->barrier, job.workers)
  ALOCKINIT(shared->cell_lock, LOCKS)
}

int main(int argc, char **argv) {
  struct app app = {.name = "water",
                    .about = "Moves molecules of water, sorted into cells of space.",
                    .sizes = sizes};
  app_parse(&app, argc, argv);
  water_size(&job.water, app.value[0]);
  job.cells = (size_t)job.water.across * (size_t)job.water.across * (size_t)job.water.across;
  job.steps = (int)app.value[1];
  job.seed = app.seed;
  MAIN_INITENV(, job.water.molecules * sizeof(struct molecule) + 8 * job.cells + (1 << 20))
  app_begin(&app, ANL_WORKERS());
  job.workers = app.workers;
  allocate_shared();
  CREATE(run_worker, job.workers)
  WAIT_FOR_END(job.workers - 1)
  app_end(&app, app_checksum(job.water.molecule, job.water.molecules * sizeof(struct molecule) / 8),
          shared->end - shared->begin, !app.check || result_agrees(&app));
  MAIN_END
}
