/* SPDX-License-Identifier: BSD-3-Clause
 *
 * stencil_main.c: start the job, take the steps, let rank 0 report.
 *
 * A step computes the outermost layer of the block first, starts to send it, computes the inside
 * while it travels, and ends with a barrier.
 */
#include "example.h"
#include "stencil_dist.h"
#include "stencil_options.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct times {
  double total, ending; /* of all steps, and of their ends: waiting for puts and for others */
};

/* ---- steps --------------------------------------------------------------- */

/* From array `which` to the other. */
static void step(struct stencil_dist *d, int which, struct times *t) {
  double *from = d->array[which], *to = d->array[!which];
  struct stencil_box rest = stencil_box_all(&d->block), layer;
  for (int i = 0; stencil_box_peel(&rest, i, &layer); i++)
    stencil_sweep(&d->block, &layer, to, from);
  stencil_dist_exchange_begin(d, !which);
  stencil_sweep(&d->block, &rest, to, from);
  double before = example_now();
  stencil_dist_exchange_end(d);
  t->ending += example_now() - before;
}

/* Runs the steps; returns the index of the array with the result. */
static int run(struct stencil_dist *d, unsigned steps, struct times *t) {
  int which = 0;
  stencil_dist_exchange_begin(d, which);
  stencil_dist_exchange_end(d);
  double start = example_now();
  for (unsigned i = 0; i < steps; i++, which = !which) step(d, which, t);
  t->total = example_now() - start;
  return which;
}

/* ---- the serial run ------------------------------------------------------ */

/* The same on one block, without GASNet. The result, with its layer around; NULL: no memory. */
static double *run_serially(const struct stencil_grid *grid, const struct stencil_block *block,
                            unsigned steps) {
  double *from = malloc(block->bytes), *to = malloc(block->bytes);
  struct stencil_box all = stencil_box_all(block);
  if (from && to) {
    stencil_fill(grid, block, from);
    stencil_fill(grid, block, to);
    for (unsigned i = 0; i < steps; i++) {
      double *was = from;
      stencil_sweep(block, &all, to, from);
      from = to;
      to = was;
    }
  }
  if (!to) {
    free(from);
    from = NULL;
  }
  free(to);
  return from;
}

/* Ends the job if a bit of a cell is not as in the serial run. */
static void compare(const struct stencil_grid *g, const struct stencil_block *b,
                    const double *whole, const double *serial) {
  for (size_t z = 0; z < g->n[2]; z++)
    for (size_t y = 0; y < g->n[1]; y++)
      for (size_t x = 0; x < g->n[0]; x++) {
        char text[EXAMPLE_ERROR_TEXT];
        double got = whole[(z * g->n[1] + y) * g->n[0] + x];
        double wanted = serial[stencil_block_offset(b, x + 1, y + 1, z + 1) / sizeof(double)];
        if (memcmp(&got, &wanted, sizeof got) == 0) continue;
        snprintf(text, sizeof text,
                 "--check: cell (%zu,%zu,%zu) is %.17g; the serial run has %.17g", x, y, z, got,
                 wanted);
        stencil_dist_fail(1, text);
      }
}

static void check(struct stencil_dist *d, int which, unsigned steps) {
  struct stencil_grid one = d->grid;
  one.ranks[0] = one.ranks[1] = one.ranks[2] = 1;
  struct stencil_block block = stencil_grid_block(&one, 0);
  double *whole = stencil_dist_gather(d, which), *serial = NULL;
  if (whole) serial = run_serially(&one, &block, steps);
  if (!serial) stencil_dist_fail(1, "--check: no memory for the serial run on rank 0");
  compare(&one, &block, whole, serial);
  free(whole);
  free(serial);
}

/* ---- report -------------------------------------------------------------- */

static void report(const struct stencil_dist *d, unsigned steps, const struct times *t,
                   const struct stencil_summary *s) {
  const struct stencil_grid *g = &d->grid;
  size_t single, bytes = stencil_grid_traffic(g, &single);
  printf("%zu x %zu x %zu cells, %u steps, %u %s as %u x %u x %u\n", g->n[0], g->n[1], g->n[2],
         steps, d->ranks, d->ranks == 1 ? "rank" : "ranks", g->ranks[0], g->ranks[1], g->ranks[2]);
  if (steps)
    printf("a step takes %.1f us; %.1f us of it rank 0 waits for puts and others\n",
           t->total / steps * 1e6, t->ending / steps * 1e6);
  printf("a step exchanges %zu bytes, %zu of them cell by cell\n", bytes, single);
  printf("coolest %.6f, hottest %.6f, all cells %016" PRIx64 "\n", s->coolest, s->hottest, s->sum);
}

/* ---- command line -------------------------------------------------------- */

static void choose_grid(struct stencil_grid *grid, const struct stencil_options *o, gex_Rank_t rank,
                        gex_Rank_t ranks) {
  char text[EXAMPLE_ERROR_TEXT];
  memcpy(grid->n, o->n, sizeof grid->n);
  memcpy(grid->ranks, o->ranks, sizeof grid->ranks);
  const unsigned *p = grid->ranks;
  if (p[0] && (uint64_t)p[0] * p[1] * p[2] != ranks) {
    snprintf(text, sizeof text, "--grid %ux%ux%u: expected as many ranks as the job has, %u", p[0],
             p[1], p[2], ranks);
    stencil_dist_fail_all(rank, 2, text);
  }
  int fits = p[0] ? p[0] <= o->n[0] && p[1] <= o->n[1] && p[2] <= o->n[2]
                  : stencil_grid_choose(grid, ranks) == 0;
  if (fits) return;
  snprintf(text, sizeof text,
           "-n: %zu x %zu x %zu cells are too few for %u ranks: each needs at least one", o->n[0],
           o->n[1], o->n[2], ranks);
  stencil_dist_fail_all(rank, 2, text);
}

static void prepare(struct stencil_options *o, gex_TM_t tm, int argc, char **argv) {
  gex_Rank_t rank = gex_TM_QueryRank(tm);
  char error[EXAMPLE_ERROR_TEXT];
  if (stencil_options_parse(o, argc, argv, error) != 0) stencil_dist_fail_all(rank, 2, error);
  if (!o->help) return;
  if (rank == 0) stencil_options_usage(stdout);
  gex_Event_Wait(gex_Coll_BarrierNB(tm, 0));
  gasnet_exit(0);
}

int main(int argc, char **argv) {
  struct stencil_options options;
  struct stencil_grid grid;
  struct stencil_summary summary;
  struct times times = {0, 0};
  static struct stencil_dist dist;
  gex_Client_t client;
  gex_EP_t ep;
  gex_TM_t tm;
  int code = gex_Client_Init(&client, &ep, &tm, "STENCIL3D", &argc, &argv, 0);
  if (code != GASNET_OK) {
    fprintf(stderr, "stencil3d: the job cannot start: %s\n", gasnet_ErrorDesc(code));
    return 1;
  }
  prepare(&options, tm, argc, argv);
  choose_grid(&grid, &options, gex_TM_QueryRank(tm), gex_TM_QuerySize(tm));
  stencil_dist_open(&dist, tm, &grid);
  int which = run(&dist, options.steps, &times);
  stencil_dist_summarise(&dist, which, &summary);
  if (dist.rank == 0) {
    report(&dist, options.steps, &times, &summary);
    if (options.check) check(&dist, which, options.steps);
    if (options.check) printf("agrees with the serial run\n");
    if (fflush(stdout) != 0 || ferror(stdout))
      stencil_dist_fail(1, "the result could not be written to standard output");
  }
  stencil_dist_close(&dist);
}
