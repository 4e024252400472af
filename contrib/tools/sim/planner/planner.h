/* SPDX-License-Identifier: BSD-3-Clause
 *
 * planner.h: gasnet-sim, which predicts what operations of the library take on a network that one
 * describes.
 *
 *   main.c     command line
 *   numbers.c  times, sizes and lists of ranks, as people write them
 *   ops.c      the operations, run on virtual time
 *   report.c   table, JSON
 *   draw.c     plot
 */
#ifndef HYD_SIM_PLANNER_H
#define HYD_SIM_PLANNER_H

#include <stdio.h>

#include "contrib/tools/sim/many.h"

#define PLAN_MOST_RANKS 65536u
#define PLAN_SIZES 32u
#define PLAN_ROWS 512u

struct plan_row { /* one operation of so many ranks */
  const struct plan_op *op;
  uint32_t ranks;
  uint64_t latency_ps, messages, bytes;
  uint32_t rounds, limit; /* longest chain of messages; what it may be, 0: no limit */
  uint64_t memory, table; /* of the engine at each rank; of the whole table; 0: unknown, none */
};

struct plan {
  struct many_loggp net;
  struct many_cores cores;
  uint64_t jitter, seed;
  size_t bytes, record, mtu;
  uint32_t ranks[PLAN_SIZES], nranks;
  struct plan_row row[PLAN_ROWS];
  uint32_t rows;
};

struct plan_op {
  const char *name, *what;
  int pair; /* two ranks, whatever is said */
  void (*run)(const struct plan *p, struct sim_many *m, struct plan_row *row);
};
extern const struct plan_op plan_ops[]; /* ended by a NULL name */
const struct plan_op *plan_op_find(const char *name, size_t n);
/* Runs it for all numbers of ranks; 0, or -1: something is wrong with an engine, and has been
 * said. */
int plan_run(struct plan *p, const struct plan_op *op);

/* numbers.c; 0, or -1: it is none. Without a unit times are microseconds; bytes are bytes. */
int plan_time(const char *text, uint64_t *ps);
int plan_time_of_byte(const char *text,
                      uint64_t *ps); /* "0.1ns/B", "0.1ns", "80Gbit/s", "10GB/s" */
int plan_size(const char *text, size_t *bytes);
int plan_ranks(const char *text,
               struct plan *p); /* "64", "2..65536" in powers of two, "3,5,2..16" */

/* report.c */
void plan_table(const struct plan *p, FILE *to);
void plan_json(const struct plan *p, FILE *to);
/* draw.c: 0, or -1 after having said why. */
int plan_draw(const struct plan *p, const char *file);
void plan_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
