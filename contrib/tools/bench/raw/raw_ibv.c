/* SPDX-License-Identifier: BSD-3-Clause
 *
 * raw_ibv.c: the loops. Small writes and sends are inline; every request is signalled, but for the
 * ping-pong's sends, of which one in SIGNAL is. Receives are posted RECEIVES at first, and half as
 * many whenever half are used up.
 */
#include "raw_ibv.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORD 8
#define PAGE 4096
#define SIGNAL 16
#define RECEIVES 32
#define PATIENCE 20000 /* looks in vain: another process has the other side's core */
/* looks in vain in an emulated machine, where what moves the data needs one of the cores */
#define EMULATED 64

static void check_success(bool ok, const char *what, const struct ibv_wc *wc) {
  if (ok) return;
  fprintf(stderr, "gasnet-bench: raw verbs: %s: %s\n", what,
          wc ? ibv_wc_status_str(wc->status) : "failed");
  exit(3);
}

static void post_request(struct hyd_bn_verbs *v, struct ibv_send_wr *wr) {
  struct ibv_send_wr *bad;
  check_success(ibv_post_send(v->qp, wr, &bad) == 0, "ibv_post_send", NULL);
}

/* The next completion. */
static void take_completion(struct hyd_bn_verbs *v, struct ibv_wc *wc) {
  unsigned looks = 0;
  int n;
  while ((n = ibv_poll_cq(v->cq, 1, wc)) == 0)
    if (++looks % v->patience == 0) {
      if (v->idle && looks >= PATIENCE) v->idle();
      sched_yield();
    }
  check_success(n == 1 && wc->status == IBV_WC_SUCCESS, "a completion", n == 1 ? wc : NULL);
}

static void rdma(struct hyd_bn_verbs *v, enum ibv_wr_opcode op, size_t at, size_t n) {
  struct ibv_sge part = {(uintptr_t)v->memory + at, (uint32_t)n, v->mr->lkey};
  bool small = op == IBV_WR_RDMA_WRITE && n <= WORD;
  struct ibv_send_wr wr = {.sg_list = &part,
                           .num_sge = 1,
                           .opcode = op,
                           .send_flags = IBV_SEND_SIGNALED | (small ? IBV_SEND_INLINE : 0),
                           .wr.rdma = {v->peer.memory + at, v->peer.rkey}};
  post_request(v, &wr);
}

void hyd_bn_verbs_write(struct hyd_bn_verbs *v) {
  struct ibv_wc wc;
  rdma(v, IBV_WR_RDMA_WRITE, 0, WORD);
  take_completion(v, &wc);
}

void hyd_bn_verbs_read(struct hyd_bn_verbs *v) {
  struct ibv_wc wc;
  rdma(v, IBV_WR_RDMA_READ, 0, WORD);
  take_completion(v, &wc);
}

void hyd_bn_verbs_add(struct hyd_bn_verbs *v) {
  struct ibv_sge part = {(uintptr_t)v->memory, WORD, v->mr->lkey};
  struct ibv_send_wr wr = {.sg_list = &part,
                           .num_sge = 1,
                           .opcode = IBV_WR_ATOMIC_FETCH_AND_ADD,
                           .send_flags = IBV_SEND_SIGNALED,
                           .wr.atomic = {.remote_addr = v->peer.memory,
                                         .compare_add = 1,
                                         .rkey = v->peer.rkey}};
  struct ibv_wc wc;
  post_request(v, &wr);
  take_completion(v, &wc);
}

void hyd_bn_verbs_stream(struct hyd_bn_verbs *v, enum ibv_wr_opcode op, int count) {
  struct ibv_wc wc;
  for (int i = 0; i < count; i++) rdma(v, op, PAGE, v->bytes - PAGE);
  for (int i = 0; i < count; i++) take_completion(v, &wc);
}

void hyd_bn_verbs_register(struct hyd_bn_verbs *v, void *at, size_t bytes) {
  int access = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ;
  struct ibv_mr *mr = ibv_reg_mr(v->pd, at, bytes, access);
  check_success(mr && ibv_dereg_mr(mr) == 0, "ibv_reg_mr", NULL);
}

/* ---- the ping-pong ------------------------------------------------------- */

static void post_receives(struct hyd_bn_verbs *v, int count) {
  struct ibv_sge part = {(uintptr_t)v->memory, WORD, v->mr->lkey};
  struct ibv_recv_wr wr = {.sg_list = &part, .num_sge = 1}, *bad;
  for (int i = 0; i < count; i++)
    check_success(ibv_post_recv(v->qp, &wr, &bad) == 0, "ibv_post_recv", NULL);
}

static void send_word(struct hyd_bn_verbs *v) {
  struct ibv_sge part = {(uintptr_t)v->memory, WORD, v->mr->lkey};
  struct ibv_send_wr wr = {.sg_list = &part,
                           .num_sge = 1,
                           .opcode = IBV_WR_SEND,
                           .send_flags = IBV_SEND_INLINE};
  if (++v->sends % SIGNAL == 0) {
    wr.send_flags |= IBV_SEND_SIGNALED;
    v->signalled++;
  }
  post_request(v, &wr);
}

/* Whether a receive is complete, not a send. */
static bool take_word(struct hyd_bn_verbs *v) {
  struct ibv_wc wc;
  take_completion(v, &wc);
  if (wc.opcode == IBV_WC_SEND) v->signalled--;
  return wc.opcode == IBV_WC_RECV;
}

static void await_word(struct hyd_bn_verbs *v) {
  while (!take_word(v)) continue;
  if (++v->took < RECEIVES / 2) return;
  post_receives(v, RECEIVES / 2);
  v->took = 0;
}

void hyd_bn_verbs_trips(struct hyd_bn_verbs *v, int side, int count) {
  for (int i = 0; i < count; i++) {
    if (side) await_word(v);
    send_word(v);
    if (!side) await_word(v);
  }
  while (v->signalled) take_word(v); /* no other loop must find what is left */
}

/* ---- the connection ------------------------------------------------------ */

static bool usable(struct hyd_bn_verbs *v, struct ibv_port_attr *port) {
  struct ibv_device_attr device;
  if (ibv_query_device(v->context, &device)) return false;
  v->depth = device.max_qp_rd_atom < 16 ? (unsigned)device.max_qp_rd_atom : 16;
  for (v->port = 1; v->port <= device.phys_port_cnt; v->port++)
    if (ibv_query_port(v->context, v->port, port) == 0 && port->state == IBV_PORT_ACTIVE)
      return true;
  return false;
}

static bool find_device(struct hyd_bn_verbs *v, struct ibv_port_attr *port) {
  int n = 0;
  struct ibv_device **all = ibv_get_device_list(&n);
  for (int i = 0; i < n; i++) {
    v->context = ibv_open_device(all[i]);
    if (v->context && usable(v, port)) break;
    if (v->context) ibv_close_device(v->context);
    v->context = NULL;
  }
  if (all) ibv_free_device_list(all);
  return v->context != NULL;
}

static bool is_ipv4(const union ibv_gid *gid) {
  static const unsigned char mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
  return memcmp(gid->raw, mapped, sizeof mapped) == 0;
}

/* On Ethernet a GID of RoCE v2, of an IPv4 address if there is one; on InfiniBand the first. */
static bool choose_gid(struct hyd_bn_verbs *v, const struct ibv_port_attr *port,
                       union ibv_gid *gid) {
  struct ibv_gid_entry e;
  v->gid_index = port->link_layer == IBV_LINK_LAYER_ETHERNET ? -1 : 0;
  for (int i = 0; v->gid_index < 0 && i < port->gid_tbl_len; i++)
    if (ibv_query_gid_ex(v->context, v->port, (uint32_t)i, &e, 0) == 0 &&
        e.gid_type == IBV_GID_TYPE_ROCE_V2 && is_ipv4(&e.gid))
      v->gid_index = i;
  for (int i = 0; v->gid_index < 0 && i < port->gid_tbl_len; i++)
    if (ibv_query_gid_ex(v->context, v->port, (uint32_t)i, &e, 0) == 0 &&
        e.gid_type == IBV_GID_TYPE_ROCE_V2)
      v->gid_index = i;
  return v->gid_index >= 0 && ibv_query_gid(v->context, v->port, v->gid_index, gid) == 0;
}

static const char *make_queue_pair(struct hyd_bn_verbs *v) {
  int access = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ |
               IBV_ACCESS_REMOTE_ATOMIC;
  struct ibv_qp_init_attr want = {.qp_type = IBV_QPT_RC,
                                  .cap = {.max_send_wr = 4 * RECEIVES,
                                          .max_recv_wr = 2 * RECEIVES,
                                          .max_send_sge = 1,
                                          .max_recv_sge = 1,
                                          .max_inline_data = WORD}};
  v->memory = aligned_alloc(PAGE, v->bytes);
  if (!v->memory) return "memory";
  memset(v->memory, 1, v->bytes);
  if (!(v->pd = ibv_alloc_pd(v->context))) return "ibv_alloc_pd";
  if (!(v->mr = ibv_reg_mr(v->pd, v->memory, v->bytes, access))) return "ibv_reg_mr";
  if (!(v->cq = ibv_create_cq(v->context, 16 * RECEIVES, NULL, NULL, 0))) return "ibv_create_cq";
  want.send_cq = want.recv_cq = v->cq;
  if (!(v->qp = ibv_create_qp(v->pd, &want))) return "ibv_create_qp";
  struct ibv_qp_attr a = {.qp_state = IBV_QPS_INIT,
                          .port_num = v->port,
                          .qp_access_flags = (unsigned)access};
  if (ibv_modify_qp(v->qp, &a,
                    IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS))
    return "ibv_modify_qp to INIT";
  post_receives(v, RECEIVES);
  return NULL;
}

const char *hyd_bn_verbs_open(struct hyd_bn_verbs *v, size_t bytes, struct hyd_bn_verbs_at *mine) {
  struct ibv_port_attr port = {0};
  *v = (struct hyd_bn_verbs){.bytes = bytes,
                             .patience = getenv("RDMA_VM_NODE") ? EMULATED : PATIENCE};
  *mine = (struct hyd_bn_verbs_at){0};
  if (!find_device(v, &port)) return "finding a device with an active port";
  v->mtu = port.active_mtu;
  if (!choose_gid(v, &port, &mine->gid)) return "finding a GID of RoCE v2";
  const char *failed = make_queue_pair(v);
  if (failed) return failed;
  mine->qpn = v->qp->qp_num;
  mine->rkey = v->mr->rkey;
  mine->memory = (uintptr_t)v->memory;
  mine->lid = port.lid;
  return NULL;
}

const char *hyd_bn_verbs_connect(struct hyd_bn_verbs *v, const struct hyd_bn_verbs_at *theirs) {
  struct ibv_qp_attr a = {.qp_state = IBV_QPS_RTR,
                          .path_mtu = v->mtu,
                          .dest_qp_num = theirs->qpn,
                          .max_dest_rd_atomic = (uint8_t)v->depth,
                          .min_rnr_timer = 12,
                          .ah_attr = {.dlid = theirs->lid, .port_num = v->port, .is_global = 1}};
  a.ah_attr.grh = (struct ibv_global_route){.dgid = theirs->gid,
                                            .sgid_index = (uint8_t)v->gid_index,
                                            .hop_limit = 64};
  v->peer = *theirs;
  if (ibv_modify_qp(v->qp, &a,
                    IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN |
                        IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER))
    return "ibv_modify_qp to RTR";
  a = (struct ibv_qp_attr){.qp_state = IBV_QPS_RTS,
                           .timeout = 18,
                           .retry_cnt = 7,
                           .rnr_retry = 7,
                           .max_rd_atomic = (uint8_t)v->depth};
  if (ibv_modify_qp(v->qp, &a,
                    IBV_QP_STATE | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY |
                        IBV_QP_SQ_PSN | IBV_QP_MAX_QP_RD_ATOMIC))
    return "ibv_modify_qp to RTS";
  return NULL;
}
