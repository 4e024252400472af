/* SPDX-License-Identifier: BSD-3-Clause
 *
 * work_netvm.h: the ranks' side of `gasnet-bench netvm`.
 */
#ifndef HYD_NETVM_BENCH_H
#define HYD_NETVM_BENCH_H

#include "contrib/tools/bench/work.h"
#include "contrib/layers/netvm/netvm.h"

/* What each rank has: its arena, some of which is resident, all ranks' exports of it (name 1), and
 * as much pinned memory, which the same calls reach by a TM-pair. */
struct nvb {
  struct hyd_bw *w;
  size_t resident; /* bytes */
  hyd_nv_seg_t seg[2];
  unsigned char *arena, *theirs; /* of this rank; of the other, in its addresses */
  gex_TM_t pair;
  unsigned char *pinned; /* of the other rank, in its addresses */
  int batches, count;    /* of samples; operations in one */
};

/* One operation; `i`: which of the batch. */
typedef void nvb_operation(struct nvb *b, size_t n, int i);
/* ns of an operation, by rank 0, while rank 1 waits in a barrier. */
void nvb_row(struct nvb *b, const char *name, nvb_operation *op, size_t n);
/* The same in turns with another, which it is set against. */
void nvb_against(struct nvb *b, const char *name, nvb_operation *op, const char *ref,
                 nvb_operation *other, size_t n);
/* A batch, without a report. */
double nvb_batch(struct nvb *b, nvb_operation *op, size_t n);

void nvb_memory(struct nvb *b);  /* work_netvm_memory.c: R1, R2, R5 */
void nvb_absent(struct nvb *b);  /* work_netvm_absent.c: R9 */
void nvb_control(struct nvb *b); /* work_netvm_control.c: R6, R7, R8 */

#define NVB_ARENA ((size_t)8 << 20)
#define NVB_RESIDENT ((size_t)2 << 20)
#define NVB_ABSENT ((size_t)1 << 20) /* that is absent, from its beginning on, after this: */
void nvb_evict(const struct nvb *b);

/* The job of work_netvm_disk.c. */
#define NVB_PERCENT "HYDRANT_BENCH_RESIDENT" /* of its segment */
#define NVB_GROUP "HYDRANT_BENCH_CGROUP"     /* the memory cgroup that its ranks enter, or "" */
#define NVB_DISK_MB 256                      /* the segment */
#define NVB_SLACK_MB 64                      /* that it may use besides what is resident */

#endif
