/* SPDX-License-Identifier: BSD-3-Clause
 *
 * receive.c: handles completions, and receives messages. A handler runs on the receive buffer.
 * Requests that may not be delivered now are stashed in their buffers; credits ensure that there
 * are enough. Replies and control messages are always handled.
 */
#include "conduits/ibv/credits.h"
#include "conduits/ibv/messages.h"
#include "conduits/ibv/send_queue.h"
#include "core/am/packet.h"

/* --- messages ------------------------------------------------------------- */

static void deliver_message(struct hyd_ibv *s, struct hyd_ibv_header *h) {
  int placed = h->kind == HYD_IBV_LONG_PLACED;
  struct hyd_am m = {.category = placed ? HYD_AM_LONG : h->kind,
                     .is_request = h->is_request,
                     .handler = h->handler,
                     .nargs = h->nargs,
                     .args = (gex_AM_Arg_t *)(h + 1),
                     .nbytes = h->nbytes,
                     .payload = placed ? NULL : hyd_ibv_payload_of(h)};
  if (m.category == HYD_AM_LONG) hyd_packet_land(s->job, "ibv conduit", h->src, h->dest, &m);
  hyd_ibv_unlock(s);
  hyd_am_receive(s->job, hyd_self(s->job), h->src, &m);
  hyd_ibv_lock(s);
}

/* A request counts as handled before its handler runs, so that the reply carries the credit. */
static void take_request(struct hyd_ibv *s, struct hyd_ibv_conn *c, uint32_t buffer) {
  struct hyd_ibv_header *h = hyd_ibv_pool_at(&s->bufs.receive, buffer);
  hyd_ibv_credits_take(s, c, h);
  deliver_message(s, h);
  hyd_ibv_receive_post(s, buffer);
}

static int may_take_requests(const struct hyd_ibv *s) {
  return s->in.take_requests && !s->progress.nested && !hyd_am_parked(s->job);
}

static void put_aside(struct hyd_ibv_stash *q, uint32_t buffer) {
  q->buffer[(q->first + q->n++) % q->room] = buffer;
}

static uint32_t take_back(struct hyd_ibv_stash *q) {
  uint32_t buffer = q->buffer[q->first];
  q->first = (q->first + 1) % q->room;
  q->n--;
  return buffer;
}

static void take_reply(struct hyd_ibv *s, uint32_t buffer) {
  deliver_message(s, hyd_ibv_pool_at(&s->bufs.receive, buffer));
  hyd_ibv_receive_post(s, buffer);
}

void hyd_ibv_receive_stash(struct hyd_ibv *s) {
  while (s->in.replies.n) {
    s->progress.events++;
    take_reply(s, take_back(&s->in.replies));
  }
  while (s->in.requests.n && may_take_requests(s)) {
    uint32_t buffer = take_back(&s->in.requests);
    const struct hyd_ibv_header *h = hyd_ibv_pool_at(&s->bufs.receive, buffer);
    s->progress.events++;
    take_request(s, s->peers.conn[h->src], buffer);
  }
}

/* Handles a message of the conduit itself. */
static void take_control(struct hyd_ibv *s, struct hyd_ibv_conn *c, struct hyd_ibv_header *h,
                         uint32_t buffer) {
  if (h->kind == HYD_IBV_PART)
    hyd_job_copy_in(s->job, hyd_packet_place(s->job, "ibv conduit", h->src, h->dest, h->nbytes),
                    hyd_ibv_payload_of(h), h->nbytes);
  else if (s->calls->arrived[h->kind](s, c, h))
    hyd_fatal("ibv conduit", "rank %u sent a control message of %u bytes that cannot be handled",
              h->src, h->nbytes);
  hyd_ibv_credits_take(s, c, h);
  hyd_ibv_receive_post(s, buffer);
}

/* Frees the buffer of a message that the attending thread has handled. */
static void drop_message(struct hyd_ibv *s, struct hyd_ibv_conn *c, const struct hyd_ibv_header *h,
                         uint32_t buffer) {
  if (h->is_request) hyd_ibv_credits_take(s, c, h);
  hyd_ibv_receive_post(s, buffer);
}

static void take_message(struct hyd_ibv *s, struct hyd_ibv_conn *c, struct hyd_ibv_header *h,
                         uint32_t buffer) {
  hyd_ibv_credits_learn(s, c, h);
  if (h->kind >= HYD_IBV_CONTROL)
    take_control(s, c, h, buffer);
  else if (hyd_unlikely(s->progress.attend.attending) && h->kind == HYD_IBV_SHORT &&
           !s->calls->arrived[HYD_IBV_SHORT](s, c, h))
    drop_message(s, c, h, buffer);
  else if (!h->is_request && s->progress.nested)
    put_aside(&s->in.replies, buffer);
  else if (!h->is_request)
    take_reply(s, buffer);
  else if (s->in.requests.n || !may_take_requests(s))
    put_aside(&s->in.requests, buffer);
  else
    take_request(s, c, buffer);
}

/* Handles the completion of a receive. A message makes its connection ready, as the peer sends only
 * when this end can. */
static void take_receive(struct hyd_ibv *s, const struct ibv_wc *wc) {
  uint32_t buffer = (uint32_t)wc->wr_id;
  struct hyd_ibv_header *h = hyd_ibv_pool_at(&s->bufs.receive, buffer);
  struct hyd_ibv_conn *c;
  if (s->closing) return;
  if (wc->status == IBV_WC_WR_FLUSH_ERR &&
      s->dev.way->take_failure) { /* a connection is closed, and librdmacm reports which */
    hyd_ibv_receive_post(s, buffer);
    return;
  }
  if (wc->status != IBV_WC_SUCCESS) hyd_ibv_events_take(s);
  if (wc->status != IBV_WC_SUCCESS)
    hyd_fatal("ibv conduit", "a receive failed: %s (status %d, vendor's code %#x) at %s",
              ibv_wc_status_str(wc->status), wc->status, wc->vendor_err, s->dev.name);
  c = wc->byte_len >= sizeof *h && h->src < hyd_job_size(s->job) ? s->peers.conn[h->src] : NULL;
  if (c == NULL || c->qp == NULL || c->qp->qp_num != wc->qp_num ||
      !hyd_ibv_is_plausible(h, wc->byte_len))
    hyd_fatal("ibv conduit", "received %u bytes that are not a message", wc->byte_len);
  if (c->state == HYD_IBV_HALF) c->state = HYD_IBV_READY;
  s->progress.events++;
  take_message(s, c, h, buffer);
}

/* --- completions ---------------------------------------------------------- */

int hyd_ibv_fetch(struct hyd_ibv *s) {
  if (s->in.at_wc < s->in.nwc) return 1;
  s->in.at_wc = s->in.nwc = 0;
  for (uint32_t i = 0; i < s->rail_ports.ndevices && s->in.nwc < HYD_IBV_BATCH; i++) {
    const struct hyd_ibv_device *d = s->rail_ports.device[i];
    int n = ibv_poll_cq(d->cq, HYD_IBV_BATCH - s->in.nwc, s->in.wc + s->in.nwc);
    if (n < 0) hyd_fatal("ibv conduit", "%s: the completion queue does not work any more", d->name);
    s->in.nwc += n;
  }
  return s->in.nwc > 0;
}

void hyd_ibv_receive_all(struct hyd_ibv *s) {
  while (s->in.at_wc < s->in.nwc) {
    const struct ibv_wc *wc =
        &s->in.wc[s->in.at_wc++]; /* a handler may poll, which overwrites it */
    switch (hyd_ibv_id_kind(wc->wr_id)) {
    case HYD_IBV_ID_SEND: hyd_ibv_posted_done(s, wc); break;
    case HYD_IBV_ID_RECEIVE: take_receive(s, wc); break;
    default: s->dev.way->completed(s, wc);
    }
  }
}
