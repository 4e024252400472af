/* SPDX-License-Identifier: BSD-3-Clause
 *
 * worker.h: what a rank of a measured job has at hand. A worker uses the public API only. Samples
 * go back through a descriptor that the launcher left open (number in HYDRANT_BENCH_FD; else
 * standard output), one JSON object a line, from any rank.
 */
#ifndef HYD_BENCH_WORK_H
#define HYD_BENCH_WORK_H

#include <gasnetex.h>

#include "contrib/tools/bench/base/samples.h"
#include "contrib/tools/bench/raw/pingpong.h"

#define HYD_BN_LIMIT_S 60 /* a rank that lives longer is killed by its own alarm */

struct hyd_bw {
  gex_Client_t client;
  gex_EP_t ep;
  gex_TM_t tm;
  gex_Segment_t segment;
  int rank, size;
  int amount;          /* from the command line: rounds, or milliseconds */
  unsigned char *mine; /* this rank's segment */
  uintptr_t bytes;
};

/* Joins the job. */
void hyd_bw_init(struct hyd_bw *w, int argc, char **argv);
/* Makes the segment: at least `least` bytes, or, when 0, as much as can be had. */
void hyd_bw_attach(struct hyd_bw *w, uintptr_t least);
void hyd_bw_register(struct hyd_bw *w, gex_AM_Entry_t *handlers, size_t n);
/* Owner's and own address of `rank`'s segment; ends the job if it is not mapped. */
unsigned char *hyd_bw_owner(const struct hyd_bw *w, int rank);
unsigned char *hyd_bw_local(const struct hyd_bw *w, int rank);
/* All ranks. */
void hyd_bw_sync(void);
/* Begins a window of operations of rank 0 towards rank 1, after a barrier. Rank 1 returns false
 * once the window is over: then the message that ends it has counted `ends` up. */
bool hyd_bw_begin_window(const struct hyd_bw *w, const volatile uint32_t *ends);
/* Ends the job with a message if `ok` is false. */
void hyd_bw_need(bool ok, const char *what);
/* Pins rank r to the r-th core it may use, if there is one for each rank. */
void hyd_bw_pin(const struct hyd_bw *w);
/* Sends one row's samples to the launcher; ratio may be NULL. */
void hyd_bw_report(const struct hyd_bw *w, const char *name, long bytes, const char *unit,
                   const struct hyd_bn_set *value, const char *ref, const struct hyd_bn_set *ratio);
/* One figure without a reference. */
void hyd_bw_report_one(const struct hyd_bw *w, const char *name, const char *unit, double value);
/* Reports a row with a ratio and the samples of `ref`, what it was measured against. */
void hyd_bw_report_against(const struct hyd_bw *w, const char *name, long bytes, const char *unit,
                           const struct hyd_bn_set *value, const char *ref,
                           const struct hyd_bn_set *ratio, const struct hyd_bn_set *against);
/* Whether to do another batch; all ranks call it and get rank 0's answer. */
bool hyd_bw_again(const struct hyd_bw *w, double end);
/* L of this moment between ranks 0 and 1, at rank 0 (0 at others; every rank must call). */
double hyd_bw_line(const struct hyd_bw *w);
struct hyd_bn_pair *hyd_bw_pair(const struct hyd_bw *w);

/* The head of each segment is ours; payload begins here. */
#define HYD_BW_HEAD 16384

/* An operation measured in windows: its figures, and their ratios to what was measured just before
 * and just after. */
struct hyd_bw_series {
  struct hyd_bn_set value, ratio;
};
void hyd_bw_add(struct hyd_bw_series *s, double value, double ratio);
void hyd_bw_clear(struct hyd_bw_series *s);

struct hyd_bn_worker {
  const char *name;
  void (*run)(struct hyd_bw *w, int argc, char **argv);
  int (*alone)(struct hyd_bw *w); /* instead of `run`: not a rank of a job; its exit status */
};
/* Entry of a process that a launcher started, argv: program "--worker" name amount. `workers` are
 * this program's; a NULL name ends them. */
int hyd_bn_worker_main(const struct hyd_bn_worker *workers, int argc, char **argv);

void hyd_bw_am(struct hyd_bw *w, int argc, char **argv);
void hyd_bw_rma(struct hyd_bw *w, int argc, char **argv);
void hyd_bw_vis(struct hyd_bw *w, int argc, char **argv);
void hyd_bw_vis_am(struct hyd_bw *w, int argc, char **argv);
void hyd_bw_ad(struct hyd_bw *w, int argc, char **argv);
void hyd_bw_npam(struct hyd_bw *w, int argc, char **argv);
void hyd_bw_coll(struct hyd_bw *w, int argc, char **argv);
void hyd_bw_crowd_coll(struct hyd_bw *w, int argc, char **argv);
void hyd_bw_broadcast(struct hyd_bw *w, int argc, char **argv);
void hyd_bw_teams(struct hyd_bw *w, int argc, char **argv);
void hyd_bw_barrier(struct hyd_bw *w, int argc, char **argv);
void hyd_bw_crowd_barrier(struct hyd_bw *w, int argc, char **argv);
void hyd_bw_crowd_am(struct hyd_bw *w, int argc, char **argv);
/* Not a rank: forks `amount` plain processes, reports how long that took. */
int hyd_bw_forks(struct hyd_bw *w);
void hyd_bw_hello(struct hyd_bw *w, int argc, char **argv);
void hyd_bw_idle(struct hyd_bw *w, int argc, char **argv);
void hyd_bw_waits(struct hyd_bw *w, int argc, char **argv);
void hyd_bw_reserve(struct hyd_bw *w, int argc, char **argv);
void hyd_bw_memory(struct hyd_bw *w, int argc, char **argv);

#endif
