/* SPDX-License-Identifier: BSD-3-Clause
 *
 * take.c: messages in. Handlers run on the receive buffer. Requests that may not be taken now are
 * put aside in their buffers, of which credits have made sure that there are enough; replies and
 * control messages are always taken.
 */
#include "conduits/ibv/ibv_int.h"
#include "conduits/ibv/xfer.h"
#include "core/team/team.h"

/* --- receive buffers ------------------------------------------------------ */

void vb_receive_flush(struct vb_state *s) {
  struct ibv_sge at[VB_BATCH];
  struct ibv_recv_wr wr[VB_BATCH], *bad;
  int err;
  if (s->nrepost == 0) return;
  for (int i = 0; i < s->nrepost; i++) {
    at[i] = (struct ibv_sge){(uintptr_t)vb_pool_at(&s->receive, s->repost[i]),
                             (uint32_t)s->receive.each,
                             s->receive.mr[s->repost[i] / s->receive.step]->lkey};
    wr[i] = (struct ibv_recv_wr){.wr_id = vb_id(VB_ID_RECEIVE, 0, s->repost[i]),
                                 .sg_list = &at[i],
                                 .num_sge = 1,
                                 .next = i + 1 < s->nrepost ? &wr[i + 1] : NULL};
  }
  err = ibv_post_srq_recv(s->dev.srq, wr, &bad);
  if (err) hyd_fatal("ibv conduit", "%s refuses receive buffers: %s", s->dev.name, strerror(err));
  s->nrepost = 0;
}

void vb_receive_post(struct vb_state *s, uint32_t buffer) {
  s->repost[s->nrepost++] = buffer;
  if (s->nrepost == VB_BATCH) vb_receive_flush(s);
}

/* --- messages ------------------------------------------------------------- */

/* A long's place in this process. */
static void *place(struct vb_state *s, const struct vb_header *h) {
  void *to = (void *)(uintptr_t)h->dest;
  if (!hyd_everything(s->job) && h->nbytes &&
      (to = hyd_local(s->job, s->job->rank, to, h->nbytes)) == NULL)
    hyd_fatal("ibv conduit", "rank %u sends %u bytes to %p, which is outside of the segment",
              h->src, h->nbytes, (void *)(uintptr_t)h->dest);
  return to;
}

static void deliver(struct vb_state *s, struct vb_header *h) {
  static const uint8_t category[VB_KINDS] = {[VB_SHORT] = HYD_AM_SHORT,
                                             [VB_MEDIUM] = HYD_AM_MEDIUM,
                                             [VB_LONG] = HYD_AM_LONG,
                                             [VB_LONG_PLACED] = HYD_AM_LONG};
  char *payload = (char *)h + vb_payload_at(h->nargs);
  struct hyd_am m = {.category = category[h->kind],
                     .is_request = h->is_request,
                     .handler = h->handler,
                     .nargs = h->nargs,
                     .args = (gex_AM_Arg_t *)(h + 1),
                     .nbytes = h->nbytes,
                     .payload = payload};
  if (m.category == HYD_AM_LONG) {
    m.payload = m.dest = place(s, h);
    if (h->kind == VB_LONG && h->nbytes) memcpy(m.dest, payload, h->nbytes);
  }
  vb_unlock(s);
  hyd_am_deliver(s->job, hyd_self(s->job), h->src, &m, 0);
  vb_lock(s);
}

/* It counts as dealt with before its handler replies, so that the reply says so. */
static void take_request(struct vb_state *s, struct vb_conn *c, uint32_t buffer) {
  struct vb_header *h = vb_pool_at(&s->receive, buffer);
  vb_flow_take(s, c, h);
  deliver(s, h);
  vb_receive_post(s, buffer);
}

static int may_take_requests(const struct vb_state *s) {
  return s->take_requests && !s->nested && !hyd_am_parked(s->job);
}

static void put_aside(struct vb_stash *q, uint32_t buffer) {
  q->buffer[(q->first + q->n++) % q->room] = buffer;
}

static uint32_t take_back(struct vb_stash *q) {
  uint32_t buffer = q->buffer[q->first];
  q->first = (q->first + 1) % q->room;
  q->n--;
  return buffer;
}

static void take_reply(struct vb_state *s, uint32_t buffer) {
  deliver(s, vb_pool_at(&s->receive, buffer));
  vb_receive_post(s, buffer);
}

void vb_take_stash(struct vb_state *s) {
  while (s->replies.n) {
    s->events++;
    take_reply(s, take_back(&s->replies));
  }
  while (s->requests.n && may_take_requests(s)) {
    uint32_t buffer = take_back(&s->requests);
    const struct vb_header *h = vb_pool_at(&s->receive, buffer);
    s->events++;
    take_request(s, s->conn[h->src], buffer);
  }
}

/* Of the library's own: needs no handler. */
static void take_control(struct vb_state *s, struct vb_conn *c, struct vb_header *h,
                         uint32_t buffer) {
  char *payload = (char *)h + vb_payload_at(0);
  if (h->kind == VB_PART)
    memcpy(place(s, h), payload, h->nbytes);
  else if (h->kind == VB_RAILS)
    vb_rails_hear(s, c, payload, h->nbytes);
  else if (s->fh == NULL || fh_input(s->fh, h->src, payload, h->nbytes))
    hyd_fatal("ibv conduit", "rank %u sent a control message of %u bytes that cannot be dealt with",
              h->src, h->nbytes);
  vb_flow_take(s, c, h);
  vb_receive_post(s, buffer);
}

/* It has been dealt with. */
static void drop(struct vb_state *s, struct vb_conn *c, const struct vb_header *h,
                 uint32_t buffer) {
  if (h->is_request) vb_flow_take(s, c, h);
  vb_receive_post(s, buffer);
}

static void take_message(struct vb_state *s, struct vb_conn *c, struct vb_header *h,
                         uint32_t buffer) {
  vb_flow_hear(s, c, h);
  if (h->kind >= VB_CONTROL)
    take_control(s, c, h, buffer);
  else if (hyd_unlikely(s->attending) && vb_attend_message(s, h))
    drop(s, c, h, buffer);
  else if (!h->is_request && s->nested)
    put_aside(&s->replies, buffer);
  else if (!h->is_request)
    take_reply(s, buffer);
  else if (s->requests.n || !may_take_requests(s))
    put_aside(&s->requests, buffer);
  else
    take_request(s, c, buffer);
}

/* What has come by a connection that is not known to be ready: the peer knew it first. */
static void take_receive(struct vb_state *s, const struct ibv_wc *wc) {
  uint32_t buffer = (uint32_t)wc->wr_id;
  struct vb_header *h = vb_pool_at(&s->receive, buffer);
  struct vb_conn *c;
  if (s->closing) return;
  if (wc->status == IBV_WC_WR_FLUSH_ERR &&
      s->cm) { /* its connection is gone, and librdmacm tells of which */
    vb_receive_post(s, buffer);
    return;
  }
  if (wc->status != IBV_WC_SUCCESS) vb_events_take(s);
  if (wc->status != IBV_WC_SUCCESS)
    hyd_fatal("ibv conduit", "a receive failed: %s (status %d, vendor's code %#x) at %s",
              ibv_wc_status_str(wc->status), wc->status, wc->vendor_err, s->dev.name);
  c = wc->byte_len >= sizeof *h && h->src < s->job->size ? s->conn[h->src] : NULL;
  if (c == NULL || c->qp == NULL || c->qp->qp_num != wc->qp_num || !vb_plausible(h, wc->byte_len))
    hyd_fatal("ibv conduit", "received %u bytes that are not a message", wc->byte_len);
  if (c->state == VB_HALF) c->state = VB_READY;
  s->events++;
  take_message(s, c, h, buffer);
}

/* --- completions ---------------------------------------------------------- */

int vb_fetch(struct vb_state *s) {
  if (s->at_wc < s->nwc) return 1;
  s->at_wc = 0;
  s->nwc = ibv_poll_cq(s->dev.cq, VB_BATCH, s->wc);
  if (hyd_unlikely(s->nmore && s->nwc >= 0))
    s->nwc += vb_rail_ports_fetch(s, s->wc + s->nwc, VB_BATCH - s->nwc);
  if (s->nwc < 0) hyd_fatal("ibv conduit", "%s: the completion queue is gone", s->dev.name);
  return s->nwc > 0;
}

void vb_take_all(struct vb_state *s) {
  while (s->at_wc < s->nwc) {
    const struct ibv_wc *wc = &s->wc[s->at_wc++]; /* handlers may fetch others in its place */
    switch (vb_id_kind(wc->wr_id)) {
    case VB_ID_SEND: vb_posted_done(s, wc); break;
    case VB_ID_RECEIVE: take_receive(s, wc); break;
    default: vb_hello_taken(s, wc);
    }
  }
}
