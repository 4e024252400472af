/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hello.c: two ranks connect by datagrams, which may be lost. Each says its end's number until it knows that the other's
 * end can receive (h->ready), and answers whoever asks. All ranks' datagram addresses are known from the start.
 */
#include <errno.h>

#include "conduits/ibv/ibv_int.h"
#include "core/sys/clock.h"

#define GRH 40u /* bytes before a received datagram */
#define EACH 128u
#define IN_FLIGHT 32u
#define QKEY 0x48594449u

_Static_assert(GRH + sizeof(struct vb_hello) <= EACH, "fits");

static void receive(struct vb_state *s, uint32_t buffer) {
  struct ibv_sge at = {(uintptr_t)vb_pool_at(&s->hellos, buffer), EACH, s->hellos.mr->lkey};
  struct ibv_recv_wr wr = {.wr_id = vb_id(VB_ID_HELLO, 0, buffer), .sg_list = &at, .num_sge = 1}, *bad;
  int err = ibv_post_recv(s->ud, &wr, &bad);
  if (err) hyd_fatal("ibv conduit", "%s refuses a receive buffer: %s", s->dev.name, strerror(err));
}

static int raise_qp(struct vb_state *s) {
  struct ibv_qp_attr a = {.qp_state = IBV_QPS_INIT, .pkey_index = s->dev.pkey_index, .port_num = s->dev.port, .qkey = QKEY};
  if (ibv_modify_qp(s->ud, &a, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_QKEY)) return -1;
  a.qp_state = IBV_QPS_RTR;
  if (ibv_modify_qp(s->ud, &a, IBV_QP_STATE)) return -1;
  a.qp_state = IBV_QPS_RTS;
  return ibv_modify_qp(s->ud, &a, IBV_QP_STATE | IBV_QP_SQ_PSN) ? -1 : 0;
}

int vb_hello_open(struct vb_state *s, char *why, size_t size) {
  struct ibv_qp_init_attr a = {.send_cq = s->dev.cq, .recv_cq = s->dev.cq, .qp_type = IBV_QPT_UD, .sq_sig_all = 1,
                               .cap = {.max_send_wr = IN_FLIGHT, .max_recv_wr = VB_HELLOS, .max_send_sge = 1,
                                       .max_recv_sge = 1}};
  int err = vb_pool_make(&s->hellos, s->dev.pd, EACH, VB_HELLOS + IN_FLIGHT, 0);
  if (err == 0) s->ud = ibv_create_qp(s->dev.pd, &a);
  if (s->ud == NULL || raise_qp(s)) {
    snprintf(why, size, "%s: cannot make a queue pair for datagrams: %s (ulimit -l)", s->dev.name,
             strerror(err ? err : errno));
    return -1;
  }
  for (uint32_t i = 0; i < VB_HELLOS; i++) receive(s, vb_pool_get(&s->hellos));
  return 0;
}

/* A datagram that finds no room is one that was lost. */
static void say(struct vb_state *s, struct vb_conn *c) {
  struct vb_hello h = {.magic = VB_HELLO_MAGIC, .src = s->job->rank, .dst = c->peer, .qpn = c->qp->qp_num, .psn = c->psn,
                        .ready = c->answers, .asks = c->state != VB_READY, .mtu = s->dev.port_attr.active_mtu,
                        .reads = (uint8_t)(s->dev.attr.max_qp_rd_atom < 16 ? s->dev.attr.max_qp_rd_atom : 16),
                        .cells = (uintptr_t)s->cells.base, .cells_key = s->cells.mr->rkey};
  uint32_t buffer = vb_pool_get(&s->hellos);
  struct ibv_send_wr *bad;
  if (buffer == VB_NONE) return;
  if (c->ah == NULL && (c->ah = vb_dev_address(&s->dev, &s->table[c->peer])) == NULL)
    hyd_fatal("ibv conduit", "rank %u cannot be reached from %s: %s", c->peer, s->dev.name, strerror(errno));
  memcpy(h.token, s->job->boot->key, VB_TOKEN);
  memcpy(vb_pool_at(&s->hellos, buffer), &h, sizeof h);
  struct ibv_sge at = {(uintptr_t)vb_pool_at(&s->hellos, buffer), sizeof h, s->hellos.mr->lkey};
  struct ibv_send_wr wr = {.wr_id = vb_id(VB_ID_HELLO_SENT, 0, buffer), .sg_list = &at, .num_sge = 1,
                           .opcode = IBV_WR_SEND,
                           .wr.ud = {.ah = c->ah, .remote_qpn = s->table[c->peer].qpn, .remote_qkey = QKEY}};
  if (ibv_post_send(s->ud, &wr, &bad)) vb_pool_put(&s->hellos, buffer);
}

static uint64_t wait_ns(const struct vb_state *s, enum hyd_env_id id) {
  return (uint64_t)hyd_env_int(s->job->env, id, 1, INT32_MAX) * 1000;
}

void vb_hello_begin(struct vb_state *s, struct vb_conn *c) {
  c->began_ns = hyd_now_ns();
  c->wait_ns = wait_ns(s, HYD_ENV_CONNECT_RETRANS_MIN);
  c->next_ns = c->began_ns + c->wait_ns;
  c->next_open = s->opening;
  s->opening = c;
  say(s, c);
}

/* What comes from outside is checked here. */
static int is_hello(const struct vb_state *s, const struct ibv_wc *wc, const struct vb_hello *h) {
  return wc->byte_len == GRH + sizeof *h && h->magic == VB_HELLO_MAGIC && h->dst == s->job->rank &&
         h->src < s->job->size && h->mtu >= IBV_MTU_256 && h->mtu <= IBV_MTU_4096 &&
         memcmp(h->token, s->job->boot->key, VB_TOKEN) == 0;
}

static void hear(struct vb_state *s, const struct vb_hello *h) {
  struct vb_conn *c = vb_conn_asked(s, h->src);
  vb_conn_meet(s, c, h);
  if (h->ready) c->state = VB_READY;
  if (h->asks) say(s, c);
}

void vb_hello_taken(struct vb_state *s, const struct ibv_wc *wc) {
  uint32_t buffer = (uint32_t)wc->wr_id;
  struct vb_hello h;
  if (vb_id_kind(wc->wr_id) == VB_ID_HELLO_SENT) {
    vb_pool_put(&s->hellos, buffer);
    return;
  }
  memcpy(&h, (char *)vb_pool_at(&s->hellos, buffer) + GRH, sizeof h);
  if (s->closing || wc->status != IBV_WC_SUCCESS) return;
  receive(s, buffer);
  if (is_hello(s, wc, &h)) hear(s, &h);
}

static void give_up_late(const struct vb_state *s, const struct vb_conn *c) {
  uint64_t limit = (uint64_t)hyd_env_int(s->job->env, HYD_ENV_REQUESTTIMEOUT_MAX, 0, INT64_MAX / 1000) * 1000;
  if (limit && s->now - c->began_ns > limit)
    hyd_fatal("ibv conduit", "no answer from rank %u for %.1f s, while connecting by %s; expected it to poll, and the "
              "network to carry RDMA between the hosts (GASNET_REQUESTTIMEOUT_MAX)", c->peer,
              (double)(s->now - c->began_ns) / 1e9, s->dev.name);
}

void vb_hello_tick(struct vb_state *s) {
  struct vb_conn **at = &s->opening, *c;
  while ((c = *at) != NULL) {
    if (c->state == VB_READY) {
      *at = c->next_open;
      continue;
    }
    at = &c->next_open;
    if (s->now < c->next_ns) continue;
    give_up_late(s, c);
    if (c->wait_ns < wait_ns(s, HYD_ENV_CONNECT_RETRANS_MAX)) c->wait_ns *= 2;
    c->next_ns = s->now + c->wait_ns;
    say(s, c);
  }
}
