/* SPDX-License-Identifier: BSD-3-Clause
 *
 * connect_ud.c: connects two ranks by datagrams, which may be lost. Each rank repeats a hello with
 * its queue pair until it knows that the peer's end can receive (h->ready), and answers a hello
 * that asks for it. All ranks' datagram addresses are known from the start. An end can receive once
 * its rank knows the peer's end; it sends once its rank knows that the peer's end can receive.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>

#include "conduits/ibv/send_queue.h"

#define GRH 40u /* bytes of the header before a received datagram */
#define EACH 128u
#define IN_FLIGHT 32u
#define QKEY 0x48594449u

_Static_assert(GRH + sizeof(struct hyd_ibv_hello) <= EACH, "fits");

static void post_receive(struct hyd_ibv *s, uint32_t buffer) {
  struct ibv_sge at = {(uintptr_t)hyd_ibv_pool_at(&s->ud.hellos, buffer), EACH,
                       hyd_ibv_pool_lkey(&s->ud.hellos)};
  struct ibv_recv_wr wr = {.wr_id = hyd_ibv_id(HYD_IBV_ID_HELLO, 0, buffer),
                           .sg_list = &at,
                           .num_sge = 1},
                     *bad;
  int err = ibv_post_recv(s->ud.qp, &wr, &bad);
  if (err)
    hyd_fatal("ibv conduit", "%s refuses a receive buffer: %s" HYD_IBV_WORKING, s->dev.name,
              strerror(err));
}

static int raise_qp(struct hyd_ibv *s) {
  struct ibv_qp_attr a = {.qp_state = IBV_QPS_INIT,
                          .pkey_index = s->dev.pkey_index,
                          .port_num = s->dev.port,
                          .qkey = QKEY};
  if (ibv_modify_qp(s->ud.qp, &a, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_QKEY))
    return -1;
  a.qp_state = IBV_QPS_RTR;
  if (ibv_modify_qp(s->ud.qp, &a, IBV_QP_STATE)) return -1;
  a.qp_state = IBV_QPS_RTS;
  return ibv_modify_qp(s->ud.qp, &a, IBV_QP_STATE | IBV_QP_SQ_PSN) ? -1 : 0;
}

static int open_ud(struct hyd_ibv *s, char *why, size_t size) {
  struct ibv_qp_init_attr a = {.send_cq = s->dev.cq,
                               .recv_cq = s->dev.cq,
                               .qp_type = IBV_QPT_UD,
                               .sq_sig_all = 1,
                               .cap = {.max_send_wr = IN_FLIGHT,
                                       .max_recv_wr = HYD_IBV_HELLOS,
                                       .max_send_sge = 1,
                                       .max_recv_sge = 1}};
  int err = hyd_ibv_pool_make(&s->ud.hellos, s->dev.pd, EACH, HYD_IBV_HELLOS + IN_FLIGHT, 1, 0);
  if (err == 0) s->ud.qp = ibv_create_qp(s->dev.pd, &a);
  if (s->ud.qp == NULL || raise_qp(s)) {
    snprintf(why, size, "%s: cannot make a queue pair for datagrams: %s (ulimit -l)", s->dev.name,
             strerror(err ? err : errno));
    return -1;
  }
  for (uint32_t i = 0; i < HYD_IBV_HELLOS; i++) post_receive(s, hyd_ibv_pool_get(&s->ud.hellos));
  memcpy(s->peers.address.gid, s->dev.gid.raw, sizeof s->peers.address.gid);
  s->peers.address.qpn = s->ud.qp->qp_num;
  s->peers.address.lid = s->dev.port_attr.lid;
  return 0;
}

/* Sends a hello; if there is no room, that counts as a lost datagram. */
static void send_hello(struct hyd_ibv *s, struct hyd_ibv_conn *c) {
  struct hyd_ibv_hello h = hyd_ibv_hello_to(s, c->peer);
  uint32_t buffer = hyd_ibv_pool_get(&s->ud.hellos);
  struct ibv_send_wr *bad;
  if (buffer == HYD_IBV_NONE) return;
  if (c->ah == NULL && (c->ah = hyd_ibv_device_address(&s->dev, &s->peers.table[c->peer])) == NULL)
    hyd_fatal("ibv conduit", "rank %u cannot be reached from %s: %s" HYD_IBV_WORKING, c->peer,
              s->dev.name, strerror(errno));
  h.qpn = c->qp->qp_num;
  h.psn = c->psn;
  h.ready = c->answers;
  h.asks = c->state != HYD_IBV_READY;
  memcpy(hyd_ibv_pool_at(&s->ud.hellos, buffer), &h, sizeof h);
  struct ibv_sge at = {(uintptr_t)hyd_ibv_pool_at(&s->ud.hellos, buffer), sizeof h,
                       hyd_ibv_pool_lkey(&s->ud.hellos)};
  struct ibv_send_wr wr = {.wr_id = hyd_ibv_id(HYD_IBV_ID_HELLO_SENT, 0, buffer),
                           .sg_list = &at,
                           .num_sge = 1,
                           .opcode = IBV_WR_SEND,
                           .wr.ud = {.ah = c->ah,
                                     .remote_qpn = s->peers.table[c->peer].qpn,
                                     .remote_qkey = QKEY}};
  if (ibv_post_send(s->ud.qp, &wr, &bad)) hyd_ibv_pool_put(&s->ud.hellos, buffer);
}

static void begin_hellos(struct hyd_ibv *s, struct hyd_ibv_conn *c) {
  hyd_ibv_qp_make(s, c);
  send_hello(s, c);
}

/* Whether a datagram, which any host may send, is a hello of this job. */
static int is_hello(const struct hyd_ibv *s, const struct ibv_wc *wc,
                    const struct hyd_ibv_hello *h) {
  return wc->byte_len == GRH + sizeof *h && hyd_ibv_hello_is_ours(s, h);
}

static void learn_peer(struct hyd_ibv *s, struct hyd_ibv_conn *c, const struct hyd_ibv_hello *h) {
  if (c->answers) return;
  hyd_ibv_conn_learn(s, c, h);
  hyd_ibv_qp_connect(s, c, h, &s->peers.table[c->peer]);
  c->answers = 1;
}

static void take_hello(struct hyd_ibv *s, const struct hyd_ibv_hello *h) {
  struct hyd_ibv_conn *c = hyd_ibv_conn_asked(s, h->src);
  learn_peer(s, c, h);
  if (h->ready) c->state = HYD_IBV_READY;
  if (h->asks) send_hello(s, c);
}

static void take_completion(struct hyd_ibv *s, const struct ibv_wc *wc) {
  uint32_t buffer = (uint32_t)wc->wr_id;
  struct hyd_ibv_hello h;
  if (hyd_ibv_id_kind(wc->wr_id) == HYD_IBV_ID_HELLO_SENT) {
    hyd_ibv_pool_put(&s->ud.hellos, buffer);
    return;
  }
  memcpy(&h, (char *)hyd_ibv_pool_at(&s->ud.hellos, buffer) + GRH, sizeof h);
  if (s->closing || wc->status != IBV_WC_SUCCESS) return;
  post_receive(s, buffer);
  if (is_hello(s, wc, &h)) take_hello(s, &h);
}

/* --- the table ------------------------------------------------------------ */

static void write_address(const struct hyd_ibv *s, uint32_t peer, char *text, size_t size) {
  const struct hyd_ibv_address *at = &s->peers.table[peer];
  char gid[INET6_ADDRSTRLEN] = "";
  if (at->net == HYD_IBV_NET_IB)
    snprintf(text, size, "LID %u", at->lid);
  else
    snprintf(text, size, "GID %s", inet_ntop(AF_INET6, at->gid, gid, sizeof gid));
}

const struct hyd_ibv_way hyd_ibv_way_ud = {.name = "ud",
                                           .by_port = 1,
                                           .open = open_ud,
                                           .begin = begin_hellos,
                                           .again = send_hello,
                                           .completed = take_completion,
                                           .address = write_address};
