/* SPDX-License-Identifier: BSD-3-Clause
 *
 * papers.h: the figures of the papers on Firehose, measured on this project's library and virtual
 * time. One function each, which fills a struct of results: 0, or an errno value, when a result was
 * wrong or a limit was exceeded (papers_wrong says what). Another function prints the table and
 * draws the plot. What is measured for figure 8, whose threads and time are real, and for the
 * traces of many nodes is in tests/sim/firehose: contend.h, traces.h.
 *
 * SMP paper: Bell and Nishtala, "Firehose: An Algorithm for Distributed Page Registration on
 * Clusters of SMPs", 2004. Slides: Bonachea, Bell, Hargrove, Nishtala, on GASNet, Firehose and VIS.
 */
#ifndef HYD_PAPERS_PAPERS_H
#define HYD_PAPERS_PAPERS_H

#include "firehose/firehose.h"
#include "contrib/tools/bench/papers/cost.h"

#define PAPERS_MB (UINT64_C(1) << 20)
#define PAPERS_STRATEGIES (FH_STRATEGY_BOUNCE + 1)

/* What the last failure was. */
extern const char *papers_wrong;

/* --- figure 3: puts to random places of a growing working set ------------- */

struct papers_series { /* of one size of put; < 0: the strategy cannot have so much memory */
  size_t bytes;
  uint32_t n;
  double mb[16];                       /* working set */
  double value[16][PAPERS_STRATEGIES]; /* of blocking puts us, otherwise MB/s */
  double hits[16];                     /* firehose's, of 1 */
};

struct papers_fig3 {
  double m, maxvictim;            /* MB */
  struct papers_series bandwidth; /* 64 KB, several puts at once */
  struct papers_series latency;   /* 8 B, blocking: a figure of the slides */
};

int papers_fig3(struct papers_fig3 *out, const struct cost *cost, int quick);
/* MB/s of 64 KB puts with unpin, which pins and unpins pages or regions; < 0: papers_wrong. */
double papers_fig3_unpin(const struct cost *cost, int regions);
/* Firehose at a working set of M, of pin-everything's bandwidth; hits there. */
double papers_fig3_full(const struct papers_fig3 *f, double *hits);
/* With-unpin's bandwidth of firehose's, at the largest working set. */
double papers_fig3_meets(const struct papers_fig3 *f);

/* --- the slides' table: applications -------------------------------------- */

struct papers_run {
  double seconds, put_us, hit_us, miss_us; /* averages of a put */
  double hits;                             /* of 1 */
  uint64_t puts;
  int status; /* an errno value: the strategy cannot */
};

struct papers_kernel {
  uint32_t nodes;
  struct papers_run run[PAPERS_STRATEGIES];
  /* firehose that asks ahead for what follows, as the library does by default */
  struct papers_run ahead;
};

int papers_cannon(struct papers_kernel *out, const struct cost *cost, int quick);
int papers_bitonic(struct papers_kernel *out, const struct cost *cost, int quick);
/* How much longer than firehose's a run takes, for each put of a node. */
double papers_more_us(const struct papers_kernel *k, enum fh_strategy of);

/* --- figure 7: misses of threads that share a node's firehoses ------------ */

#define PAPERS_TABLES 5

struct papers_gups {
  double m; /* MB of a node */
  uint32_t n;
  double mb[PAPERS_TABLES]; /* the table */
  /* Nodes of two threads, with one instance for both, or one for each with half of M; and nodes of
   * one thread, twice as many, as the paper has it. */
  double shared[PAPERS_TABLES], separate[PAPERS_TABLES], single[PAPERS_TABLES];
};

int papers_gups(struct papers_gups *out, double m, int quick);

/* --- one setting for all traces ------------------------------------------- */

#define PAPERS_BUCKETS 5
#define PAPERS_TRACES 4
extern const size_t papers_buckets[PAPERS_BUCKETS];
extern const char *const papers_traces[PAPERS_TRACES];

struct papers_adapt {
  double m;                                                             /* MB */
  double fixed[PAPERS_TRACES][PAPERS_BUCKETS], adaptive[PAPERS_TRACES]; /* seconds */
};

int papers_adapt(struct papers_adapt *out, const struct cost *cost, int quick);
/* The default's time of the best fixed size's. */
double papers_adapt_ratio(const struct papers_adapt *a, int trace);

/* --- the program's -------------------------------------------------------- */

struct papers_options {
  const char *dir;
  int quick;
};

struct papers_figure {
  const char *name, *title;
  int (*show)(const struct papers_options *o); /* measures, prints, draws */
};

int papers_show_fig3(const struct papers_options *o);
int papers_show_verbs(const struct papers_options *o);
int papers_show_table(const struct papers_options *o);
int papers_show_adapt(const struct papers_options *o);
int papers_show_fig7(const struct papers_options *o);
int papers_show_fig8(const struct papers_options *o);
int papers_show_traces(const struct papers_options *o);

#endif
