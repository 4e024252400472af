/* SPDX-License-Identifier: BSD-3-Clause
 *
 * work_netvm.h: the measuring ranks of `gasnet-bench netvm`.
 */
#ifndef HYD_NETVM_BENCH_H
#define HYD_NETVM_BENCH_H

#include "contrib/tools/bench/workers/worker.h"
#include "contrib/layers/netvm/netvm.h"

/* A rank's memory: its arena, partly resident, all ranks' exports of their arenas (name 1), and as
 * much pinned memory, which is addressed by a TM-pair. */
struct nvb {
  struct hyd_bw *w;
  size_t resident; /* bytes */
  hyd_nv_seg_t seg[2];
  unsigned char *arena, *theirs; /* this rank's; the other's, as an address there */
  gex_TM_t pair;
  unsigned char *pinned; /* the other rank's, as an address there */
  int batches, count;    /* number of batches; operations in one */
};

/* One operation; `i`: its index in the batch. */
typedef void nvb_operation(struct nvb *b, size_t n, int i);
/* Measures an operation in ns, by rank 0, while rank 1 waits in a barrier. */
void nvb_row(struct nvb *b, const char *name, nvb_operation *op, size_t n);
/* Measures it in turns with another one, as a ratio. */
void nvb_against(struct nvb *b, const char *name, nvb_operation *op, const char *ref,
                 nvb_operation *other, size_t n);
/* Runs a batch without a report. */
double nvb_batch(struct nvb *b, nvb_operation *op, size_t n);

/* The workers, for gasnet-bench's list. */
void hyd_bw_netvm(struct hyd_bw *w, int argc, char **argv);
void hyd_bw_netvm_pinned(struct hyd_bw *w, int argc, char **argv);
void hyd_bw_netvm_disk(struct hyd_bw *w, int argc, char **argv);
void hyd_bw_netvm_absent(struct hyd_bw *w, int argc, char **argv);
void hyd_bw_netvm_slow(struct hyd_bw *w, int argc, char **argv);
void hyd_bw_netvm_start(struct hyd_bw *w, int argc, char **argv);
int hyd_bw_netvm_table(struct hyd_bw *w); /* not a rank */

void nvb_memory(struct nvb *b);  /* work_netvm_memory.c: R1, R2, R5 */
void nvb_absent(struct nvb *b);  /* work_netvm_absent.c: R9 */
void nvb_control(struct nvb *b); /* work_netvm_control.c: R6, R7, R8 */

#define NVB_ARENA ((size_t)8 << 20)
#define NVB_RESIDENT ((size_t)2 << 20)
#define NVB_ABSENT ((size_t)1 << 20) /* bytes from its beginning that nvb_evict makes absent */
void nvb_evict(const struct nvb *b);

/* The job of work_netvm_disk.c. */
#define NVB_PERCENT "HYDRANT_BENCH_RESIDENT" /* resident part of the segment, in percent */
#define NVB_GROUP "HYDRANT_BENCH_CGROUP"     /* the memory cgroup that its ranks enter, or "" */
#define NVB_DISK_MB 256                      /* the segment */
#define NVB_SLACK_MB 64 /* memory that the job may use besides the resident part */

#endif
