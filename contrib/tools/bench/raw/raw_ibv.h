/* SPDX-License-Identifier: BSD-3-Clause
 *
 * raw_ibv.h: what verbs do without any library: write and poll, read and poll, add and poll, a
 * ping-pong of sends, and streams with several transfers under way, over a reliable connection
 * between two processes. Ranks run these in the same processes, on the same cores and in the same
 * moments as what they measure.
 */
#ifndef HYD_BENCH_RAW_IBV_H
#define HYD_BENCH_RAW_IBV_H

#include <infiniband/verbs.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What one side must know of the other; sent as it is. */
struct hyd_bn_verbs_at {
  uint32_t qpn, rkey;
  uint64_t memory;
  uint16_t lid;
  union ibv_gid gid;
};

/* One side's end, with memory of its own that the other side may write to and read. */
struct hyd_bn_verbs {
  struct ibv_context *context;
  struct ibv_pd *pd;
  struct ibv_cq *cq;
  struct ibv_qp *qp;
  struct ibv_mr *mr;
  unsigned char *memory;
  size_t bytes;
  int gid_index;
  uint8_t port;
  enum ibv_mtu mtu;
  unsigned depth;     /* reads and atomics that may be under way at once */
  unsigned took;      /* receives taken since some were posted */
  unsigned patience;  /* looks in vain before another process may have the core */
  uint64_t sends;     /* posted by the ping-pong */
  unsigned signalled; /* of these, whose completion is still to come */
  struct hyd_bn_verbs_at peer;
  void (*idle)(void); /* called after long waits: the other side may need the library to get here */
};

/* Opens the first device with an active port. NULL, or what failed (errno says why). */
const char *hyd_bn_verbs_open(struct hyd_bn_verbs *v, size_t bytes, struct hyd_bn_verbs_at *mine);
const char *hyd_bn_verbs_connect(struct hyd_bn_verbs *v, const struct hyd_bn_verbs_at *theirs);

/* One operation of 8 bytes, posted and polled for until it is complete; the other side does
 * nothing. */
void hyd_bn_verbs_write(struct hyd_bn_verbs *v);
void hyd_bn_verbs_read(struct hyd_bn_verbs *v);
void hyd_bn_verbs_add(struct hyd_bn_verbs *v);
/* `count` messages there and back; side 0 begins. Both sides call it. */
void hyd_bn_verbs_trips(struct hyd_bn_verbs *v, int side, int count);
/* `count` transfers of all the memory but for its first page, all posted before the first is waited
 * for, by IBV_WR_RDMA_WRITE or _READ. */
void hyd_bn_verbs_stream(struct hyd_bn_verbs *v, enum ibv_wr_opcode op, int count);
/* Registers and deregisters memory as a conduit would for a peer's puts. */
void hyd_bn_verbs_register(struct hyd_bn_verbs *v, void *at, size_t bytes);

#endif
