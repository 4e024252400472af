/* SPDX-License-Identifier: BSD-3-Clause
 *
 * send_queue.c: the send queue of a connection. Its work requests end in order, so one completion
 * means that all before it have ended, too: completions of work requests that no thread waits for
 * are reported only now and then. On iWARP an RDMA read may end after work requests that were
 * posted behind it: a read always has its own completion there.
 */
#include "conduits/ibv/send_queue.h"

static void release_slot(struct hyd_ibv *s, const struct hyd_ibv_slot *slot) {
  switch (slot->after) {
  case HYD_IBV_OP_DONE:
    s->progress.events++;
    hyd_attend_op_done(&s->progress.attend, s->job, slot->what);
    break;
  case HYD_IBV_FREE_BUFFER: hyd_ibv_pool_put(&s->bufs.send, slot->buffer); break;
  default: s->calls->ended[slot->after](s, slot->what, slot->buffer);
  }
}

void hyd_ibv_post(struct hyd_ibv *s, struct hyd_ibv_conn *c, struct ibv_send_wr *wr,
                  enum hyd_ibv_after after, void *what, uint32_t buffer) {
  struct hyd_ibv_slot *slot = hyd_ibv_slot_of(s, c, c->posted++);
  struct ibv_send_wr *bad;
  int err;
  *slot = (struct hyd_ibv_slot){.what = what, .buffer = buffer, .after = (uint8_t)after};
  slot->is_read = wr->opcode == IBV_WR_RDMA_READ;
  slot->signaled = after != HYD_IBV_NOTHING || c->posted - c->signaled >= s->set.signal_every;
  if (slot->signaled) {
    wr->send_flags |= IBV_SEND_SIGNALED;
    c->signaled = c->posted;
    s->signals++;
  }
  wr->wr_id = hyd_ibv_id(HYD_IBV_ID_SEND, hyd_ibv_id_of(c), c->posted);
  err = ibv_post_send(c->qp, wr, &bad);
  if (err && !hyd_ibv_conn_take_failure(s, c, IBV_WC_WR_FLUSH_ERR))
    hyd_fatal("ibv conduit", "%s refuses a work request for rank %u: %s" HYD_IBV_WORKING,
              c->dev->name, c->peer, strerror(err));
}

static const char *work_name(const struct ibv_wc *wc) {
  return hyd_ibv_id_kind(wc->wr_id) == HYD_IBV_ID_SEND ? "what was sent or written" : "a receive";
}

static const char *expected(const struct hyd_ibv *s, const struct hyd_ibv_conn *c,
                            const struct ibv_wc *wc) {
  if (wc->status != IBV_WC_RETRY_EXC_ERR) return "expected success";
  if (s->rail_ports.nports > 1 && c->rail && c->rail < s->set.rails && c->done == 0)
    return "expected lists of ports of which the first reaches the first of other hosts, the "
           "second the second (GASNET_IBV_PORTS; GASNET_NUM_QPS=1 does without)";
  return "the rank, its host or the network is gone (GASNET_QP_TIMEOUT, GASNET_QP_RETRY_COUNT)";
}

static HYD_COLD void report_failure(const struct hyd_ibv *s, const struct hyd_ibv_conn *c,
                                    const struct ibv_wc *wc) {
  hyd_fatal("ibv conduit",
            "rank %u: %s failed: %s (status %d, vendor's code %#x) at %s port %d; %s", c->peer,
            work_name(wc), ibv_wc_status_str(wc->status), wc->status, wc->vendor_err, c->dev->name,
            c->dev->port, expected(s, c, wc));
}

static void release_next(struct hyd_ibv *s, struct hyd_ibv_conn *c) {
  const struct hyd_ibv_slot *at = hyd_ibv_slot_of(s, c, c->done++);
  struct hyd_ibv_slot slot;
  s->signals -= at->signaled;
  if (at->after <= HYD_IBV_WAITED) return;
  slot = *at; /* a copy: the calls below may post */
  release_slot(s, &slot);
}

/* On iWARP: this work request, and all before it that are no reads, have ended. Slots are released
 * in order all the same. */
static void one_ended(struct hyd_ibv *s, struct hyd_ibv_conn *c, uint32_t until) {
  hyd_ibv_slot_of(s, c, until - 1)->ended = 1;
  for (uint32_t i = c->done; i != until; i++)
    if (!hyd_ibv_slot_of(s, c, i)->is_read) hyd_ibv_slot_of(s, c, i)->ended = 1;
  while (c->done != c->posted && hyd_ibv_slot_of(s, c, c->done)->ended) release_next(s, c);
}

/* The general case: several work requests have ended, or one has failed. */
static __attribute__((noinline)) void some_done(struct hyd_ibv *s, struct hyd_ibv_conn *c,
                                                const struct ibv_wc *wc) {
  uint32_t until = (uint32_t)wc->wr_id;
  if (hyd_unlikely(wc->status != IBV_WC_SUCCESS)) {
    if (s->closing || hyd_ibv_conn_take_failure(s, c, wc->status)) return;
    hyd_ibv_events_take(s); /* an event of the device may say more */
    report_failure(s, c, wc);
  }
  if (until - c->done - 1 >= s->set.depth) return; /* released already */
  if (s->dev.is_iwarp)
    one_ended(s, c, until);
  else
    while (c->done != until) release_next(s, c);
}

static struct hyd_ibv_conn *conn_of(const struct hyd_ibv *s, uint64_t id) {
  uint32_t high = (uint32_t)(id >> 32 & 0x3fffffff), rail = high >> 26;
  struct hyd_ibv_conn *c = s->peers.conn[high & 0x3ffffff];
  return hyd_likely(rail == 0) ? c : c->rails[rail - 1];
}

void hyd_ibv_posted_done(struct hyd_ibv *s, const struct ibv_wc *wc) {
  struct hyd_ibv_conn *c = conn_of(s, wc->wr_id);
  if (hyd_likely(wc->status == IBV_WC_SUCCESS && (uint32_t)wc->wr_id - c->done == 1 &&
                 !s->dev.is_iwarp))
    release_next(s, c);
  else
    some_done(s, c, wc);
}

int hyd_ibv_posted_all(struct hyd_ibv *s, struct hyd_ibv_conn *c) {
  struct ibv_send_wr wr;
  if (c->posted == c->done || c->state != HYD_IBV_READY) return 1;
  if (c->signaled == c->posted || !hyd_ibv_room(s, c, 1)) return 0;
  c->signaled = c->posted + 1 - s->set.signal_every; /* the next work request is reported */
  hyd_ibv_work_rdma(&wr, IBV_WR_RDMA_WRITE, NULL, 0, c->there.cell, c->there.key);
  hyd_ibv_post(s, c, &wr, HYD_IBV_NOTHING, NULL, HYD_IBV_NONE);
  return 0;
}
