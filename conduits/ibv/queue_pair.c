/* SPDX-License-Identifier: BSD-3-Clause
 *
 * queue_pair.c: makes the queue pair of a connection and changes its states, without librdmacm.
 */
#include <errno.h>

#include "conduits/ibv/connections.h"
#include "core/sys/clock.h"

static HYD_COLD void refused(const struct hyd_ibv_conn *c, const char *what, int err) {
  hyd_fatal("ibv conduit", "%s refuses to %s for rank %u: %s" HYD_IBV_WORKING, c->dev->name, what,
            c->peer, strerror(err));
}

struct ibv_qp_init_attr hyd_ibv_qp_attr(const struct hyd_ibv *s, const struct hyd_ibv_device *d) {
  uint32_t receives = d->srq == NULL; /* no messages arrive there: one entry, unused */
  return (struct ibv_qp_init_attr){.send_cq = d->cq,
                                   .recv_cq = d->cq,
                                   .srq = d->srq,
                                   .qp_type = IBV_QPT_RC,
                                   .cap = {.max_send_wr = s->set.depth,
                                           .max_send_sge = 1,
                                           .max_recv_wr = receives,
                                           .max_recv_sge = receives,
                                           .max_inline_data = d->inline_max}};
}

static void to_init(struct hyd_ibv_conn *c) {
  struct ibv_qp_attr a = {.qp_state = IBV_QPS_INIT,
                          .pkey_index = c->dev->pkey_index,
                          .port_num = c->dev->port,
                          .qp_access_flags = (unsigned)c->dev->access};
  int err = ibv_modify_qp(c->qp, &a,
                          IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS);
  if (err) refused(c, "prepare a connection", err);
}

static void to_receive(struct hyd_ibv *s, struct hyd_ibv_conn *c, const struct hyd_ibv_hello *h,
                       const struct hyd_ibv_address *there) {
  enum ibv_mtu mtu = c->dev->port_attr.active_mtu;
  struct ibv_qp_attr a = {.qp_state = IBV_QPS_RTR,
                          .path_mtu = h->mtu < mtu ? h->mtu : mtu,
                          .dest_qp_num = h->qpn,
                          .rq_psn = h->psn,
                          .max_dest_rd_atomic = s->set.reads,
                          .min_rnr_timer = 12,
                          .ah_attr = hyd_ibv_device_path(c->dev, there)};
  int err = ibv_modify_qp(c->qp, &a,
                          IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN |
                              IBV_QP_RQ_PSN | IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER);
  if (err) refused(c, "receive", err);
}

static void to_send(struct hyd_ibv *s, struct hyd_ibv_conn *c, const struct hyd_ibv_hello *h) {
  struct ibv_qp_attr a = {.qp_state = IBV_QPS_RTS,
                          .sq_psn = c->psn,
                          .rnr_retry = 7,
                          .timeout = s->set.timeout,
                          .retry_cnt = s->set.retries,
                          .max_rd_atomic = h->reads < s->set.reads ? h->reads : s->set.reads};
  int err = ibv_modify_qp(c->qp, &a,
                          IBV_QP_STATE | IBV_QP_SQ_PSN | IBV_QP_RNR_RETRY | IBV_QP_TIMEOUT |
                              IBV_QP_RETRY_CNT | IBV_QP_MAX_QP_RD_ATOMIC);
  if (err) refused(c, "send", err);
}

void hyd_ibv_qp_make(struct hyd_ibv *s, struct hyd_ibv_conn *c) {
  struct ibv_qp_init_attr a = hyd_ibv_qp_attr(s, c->dev);
  if ((c->qp = ibv_create_qp(c->dev->pd, &a)) == NULL)
    refused(c, "make a queue pair (ulimit -l)", errno);
  c->psn = (uint32_t)(hyd_now_ns() * 0x9e3779b97f4a7c15u >> 40);
  to_init(c);
}

void hyd_ibv_qp_connect(struct hyd_ibv *s, struct hyd_ibv_conn *c, const struct hyd_ibv_hello *h,
                        const struct hyd_ibv_address *there) {
  to_receive(s, c, h, there);
  to_send(s, c, h);
}
