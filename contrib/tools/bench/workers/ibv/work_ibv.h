/* SPDX-License-Identifier: BSD-3-Clause
 *
 * work_ibv.h: two ranks of a job by verbs, on a core each. Rank 0 acts and times; rank 1 answers
 * from GASNET_BLOCKUNTIL until it is told that the window is over. What is measured and what it is
 * compared with take turns, window by window.
 */
#ifndef HYD_BENCH_WORK_IBV_H
#define HYD_BENCH_WORK_IBV_H

#include <gasnet_ratomic.h>

#include "contrib/tools/bench/raw/raw_ibv.h"
#include "contrib/tools/bench/workers/worker.h"

#define IBV_MB ((size_t)1 << 20)
#define IBV_KB64 ((size_t)64 << 10)

struct ibv_run {
  struct hyd_bw *w;
  struct hyd_bn_verbs verbs;
  unsigned char *theirs;  /* 1 MB at rank 1: in its segment, or anywhere */
  unsigned char *inside;  /* 1 MB here, likewise */
  unsigned char *outside; /* 1 MB here, in no segment */
  uint64_t word;          /* what blocking operations of 8 bytes move */
  gex_AD_t ad;
  uint32_t pings, windows;
};

struct ibv_op {
  const char *name;
  long bytes;
  int count; /* in a window */
  void (*once)(struct ibv_run *r);
  void (*end)(struct ibv_run *r);             /* of a window; may be NULL */
  void (*both)(struct ibv_run *r, int count); /* instead of `once` and `end`: by both ranks */
};

/* What an operation is compared with. */
struct ibv_pair {
  struct ibv_op op, ref;
  enum { IBV_US, IBV_MBS } unit;
};

/* Joins the job, of two ranks or more; its handlers. */
void hyd_bi_join(struct ibv_run *r, struct hyd_bw *w, int argc, char **argv);
/* Makes the memory: of the segment if the ranks have one, else from the heap; and says rank 1's to
 * rank 0. */
void hyd_bi_memory(struct ibv_run *r);
/* A connection by verbs alone, beside the library's. */
void hyd_bi_verbs(struct ibv_run *r);
/* Ranks 0 and 1 give each other `n` bytes, at most a Medium. */
void hyd_bi_exchange(struct ibv_run *r, const void *mine, void *theirs, size_t n);
/* Rank 0's answer, for ranks 0 and 1: whether that moment lies ahead. */
bool hyd_bi_again(struct ibv_run *r, double end);
/* One window; ns per operation at rank 0, else 0. */
double hyd_bi_window(struct ibv_run *r, const struct ibv_op *op);
/* Windows of all pairs in turn, w->amount rounds after two that warm up; reports the rows at rank
 * 0. Not longer than `seconds`. */
void hyd_bi_compare(struct ibv_run *r, const struct ibv_pair *pair, size_t n, double seconds);

/* Operations of several jobs. */
void hyd_bi_put_8(struct ibv_run *r); /* blocking, to `theirs` */
void hyd_bi_get_8(struct ibv_run *r);
void hyd_bi_short_trip(struct ibv_run *r);
void hyd_bi_add(struct ibv_run *r); /* hyd_bi_domain first */
void hyd_bi_domain(struct ibv_run *r);

void hyd_bw_ibv(struct hyd_bw *w, int argc, char **argv);
void hyd_bw_ibv_bulk(struct hyd_bw *w, int argc, char **argv);
void hyd_bw_ibv_any(struct hyd_bw *w, int argc, char **argv);
void hyd_bw_ibv_miss(struct hyd_bw *w, int argc, char **argv);
void hyd_bw_ibv_counts(struct hyd_bw *w, int argc, char **argv);
void hyd_bw_ibv_memory(struct hyd_bw *w, int argc, char **argv);
void hyd_bw_ibv_pinning(struct hyd_bw *w, int argc, char **argv);

#endif
