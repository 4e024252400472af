/* SPDX-License-Identifier: BSD-3-Clause
 *
 * receive.c: receives messages. A buffer takes many messages if the provider can do that
 * (multi-recv), else one. All messages are taken out of the queue at once, so that replies never
 * wait behind requests; a message that may not be delivered now is parked as a copy. Credits bound
 * the number of copies.
 *
 * A buffer that the provider gives back is reused only after the queue was found empty, as the
 * queue may still report messages in it, and after the delivery of those has ended.
 */
#include "conduits/ofi/messages.h"
#include "conduits/ofi/setup.h"
#include "conduits/ofi/transfers.h"

#include <stdio.h>

#include "core/am/deferred.h"
#include "core/oob/host_leaders.h"
#include "core/sys/clock.h"

#define SINGLES_LEAST 256u
#define SINGLES_MOST 8192u

/* --- buffers -------------------------------------------------------------- */

/* Most messages of a peer that may be on the way here: its requests, its replies, and some of the
 * conduit itself. */
static uint32_t messages_most(const struct hyd_ofi *s) { return 2 * s->set.window + 4; }

/* Most messages that may be on the way here. */
size_t hyd_ofi_arrivals_most(const struct hyd_ofi *s) {
  size_t each = s->net.in_parts ? HYD_OFI_PARTS_MOST : 1;
  return each * hyd_job_size(s->job) * messages_most(s) + s->set.recvs + SINGLES_LEAST;
}

static int post_buffer(struct hyd_ofi *s, struct hyd_ofi_recv *r) {
  struct iovec v = {r->base, r->size};
  void *desc = s->in.buffers.desc;
  struct fi_msg msg = {.msg_iov = &v,
                       .desc = desc ? &desc : NULL,
                       .iov_count = 1,
                       .addr = FI_ADDR_UNSPEC,
                       .context = &r->context};
  ssize_t rc = fi_recvmsg(s->net.ep, &msg, FI_COMPLETION | (s->net.multi_recv ? FI_MULTI_RECV : 0));
  if (rc == 0) return 0;
  if (rc == -FI_EAGAIN || rc == -FI_ENOMEM || s->closing) return HYD_NO_ROOM;
  hyd_fatal(HYD_OFI_WHERE, "cannot post a buffer to receive into: %s" HYD_OFI_WORKING,
            fi_strerror((int)-rc));
}

static void post_ready(struct hyd_ofi *s) {
  struct hyd_ofi_recv *r;
  while ((r = s->in.ready) != NULL && post_buffer(s, r) == 0) s->in.ready = r->next;
}

static void push_buffer(struct hyd_ofi_recv **list, struct hyd_ofi_recv *r) {
  r->next = *list;
  *list = r;
}

/* The queue was found empty: buffers that rest are ready, unless messages in them are held. */
static void end_rests(struct hyd_ofi *s) {
  struct hyd_ofi_recv *r = s->in.rests, *next;
  s->in.rests = NULL;
  for (; r; r = next) {
    next = r->next;
    push_buffer(r->held ? &s->in.rests : &s->in.ready, r);
  }
  post_ready(s);
}

static uint32_t buffers_needed(const struct hyd_ofi *s) {
  size_t n = hyd_ofi_arrivals_most(s);
  if (s->net.multi_recv) return s->set.recvs;
  return (uint32_t)(n < SINGLES_LEAST ? SINGLES_LEAST : n > SINGLES_MOST ? SINGLES_MOST : n);
}

int hyd_ofi_receive_open(struct hyd_ofi *s, char *why, size_t size) {
  size_t most = hyd_ofi_message_most(s), each = most;
  s->in.requests.last = &s->in.requests.first;
  s->in.replies.last = &s->in.replies.first;
  if (s->net.multi_recv) each = s->set.recv_size > 2 * most ? s->set.recv_size : 2 * most;
  s->in.nrecv = buffers_needed(s);
  s->in.recv = calloc(s->in.nrecv, sizeof *s->in.recv);
  s->in.scratch = aligned_alloc(64, (most + 63) & ~(size_t)63);
  if (s->in.recv == NULL || s->in.scratch == NULL) {
    snprintf(why, size, "out of memory for %u buffers to receive into", s->in.nrecv);
    return -1;
  }
  if (hyd_ofi_pool_open(s, &s->in.buffers, s->in.nrecv, each, HYD_OFI_LOCAL, why, size)) return -1;
  for (uint32_t i = s->in.nrecv; i-- > 0;) {
    s->in.recv[i].base = hyd_ofi_pool_get(&s->in.buffers, HYD_OFI_FIRST);
    s->in.recv[i].size = each;
    push_buffer(&s->in.ready, &s->in.recv[i]);
  }
  post_ready(s);
  return 0;
}

void hyd_ofi_receive_free(struct hyd_ofi *s) {
  hyd_ofi_pool_free(&s->in.buffers);
  free(s->in.recv);
  free(s->in.scratch);
  s->in.recv = s->in.ready = s->in.rests = NULL;
  s->in.scratch = NULL;
}

/* --- delivery ------------------------------------------------------------- */

/* Runs the message's handler without the lock. `at` is aligned. */
static void run_handler(struct hyd_ofi *s, const struct hyd_packet *h, char *at) {
  char *payload = h->kind == HYD_OFI_LONG_PLACED ? NULL : at + hyd_ofi_payload_at(h->nargs);
  struct hyd_am m =
      hyd_packet_unpack(s->job, HYD_OFI_WHERE, h, at + sizeof(struct hyd_ofi_header), payload);
  s->events++;
  hyd_ofi_unlock(s);
  hyd_am_receive(s->job, hyd_self(s->job), h->src, &m);
  hyd_ofi_lock(s);
}

/* A request counts as handled before its handler runs, so that the reply carries the credit. */
static void deliver_message(struct hyd_ofi *s, const struct hyd_packet *h, char *at, size_t size) {
  if (h->is_request) hyd_ofi_credits_take(s, h->src);
  if ((uintptr_t)at % HYD_PACKET_ALIGN) at = memcpy(s->in.scratch, at, size);
  run_handler(s, h, at);
}

void hyd_ofi_park(struct hyd_ofi *s, struct hyd_ofi_parked *p) {
  const struct hyd_ofi_header *h = (const void *)p->message;
  uint32_t most = messages_most(s);
  struct hyd_ofi_queue *q = h->am.is_request ? &s->in.requests : &s->in.replies;
  if (++s->peer[h->am.src].parked > most)
    hyd_fatal(HYD_OFI_WHERE, "rank %u has sent more than the %u messages that it had credits for",
              h->am.src, most);
  p->next = NULL;
  *q->last = p;
  q->last = &p->next;
}

static void park(struct hyd_ofi *s, const char *at, size_t size) {
  struct hyd_ofi_parked *p = malloc(sizeof *p + size);
  if (p == NULL) hyd_fatal(HYD_OFI_WHERE, "out of memory for a message of %zu bytes", size);
  p->size = size;
  memcpy(p->message, at, size);
  hyd_ofi_park(s, p);
}

static void deliver_first(struct hyd_ofi *s, struct hyd_ofi_queue *q) {
  struct hyd_ofi_parked *p = q->first;
  struct hyd_ofi_header h;
  q->first = p->next;
  if (q->first == NULL) q->last = &q->first;
  memcpy(&h, p->message, sizeof h);
  s->peer[h.am.src].parked--;
  deliver_message(s, &h.am, p->message, p->size);
  free(p);
}

void hyd_ofi_receive_parked(struct hyd_ofi *s) {
  while (s->in.replies.first) deliver_first(s, &s->in.replies);
  while (s->in.requests.first && hyd_ofi_may_take_requests(s)) deliver_first(s, &s->in.requests);
}

/* --- arrivals ------------------------------------------------------------- */

static HYD_COLD void count_stranger(struct hyd_ofi *s, size_t size) {
  if (s->counts.strangers++) return;
  fprintf(stderr,
          "ofi conduit: rank %u: a message of %zu bytes without the job's secret was dropped, and "
          "others will be\n",
          hyd_job_rank(s->job), size);
}

static int learn_credits(struct hyd_ofi_peer *p, uint32_t taken) {
  p->silent = 0;
  return hyd_credits_learn(&p->credits, taken);
}

static void take_note(struct hyd_ofi *s, const struct hyd_packet *h, const char *at) {
  if (h->kind == HYD_OFI_PING) (void)hyd_ofi_note_kind(s, h->src, HYD_OFI_PONG);
  if (h->kind == HYD_OFI_TRAFFIC) s->traffic_until_ns = hyd_now_ns() + HYD_OFI_TRAFFIC_NS;
  if (h->kind == HYD_OFI_FETCHED) hyd_ofi_buffer_read(s, h->src, h->dest);
  if (h->kind == HYD_OFI_FIREHOSE)
    hyd_ofi_pins_take(s, h->src, at + hyd_ofi_payload_at(0), h->nbytes);
}

static void send_answer(void *arg, gex_Rank_t peer, const struct hyd_am *m) {
  (void)hyd_ofi_am_start(arg, peer, m);
}

/* In the attending thread: handles a message of one host's leader to another, which needs no thread
 * of the client. 0: it is no such message. */
static int take_urgent(struct hyd_ofi *s, const struct hyd_packet *h, const char *at) {
  gex_AM_Arg_t args[HYD_AM_WIRE_ARGS];
  if (h->kind != HYD_AM_SHORT) return 0;
  memcpy(args, at + sizeof(struct hyd_ofi_header), sizeof args[0] * h->nargs);
  if (!hyd_leaders_receive(s->job, h->src, h->handler, args, h->nargs, send_answer, s)) return 0;
  if (h->is_request) hyd_ofi_credits_take(s, h->src);
  return 1;
}

static void take_message(struct hyd_ofi *s, char *at, size_t size);

static void take_part(struct hyd_ofi *s, const struct hyd_packet *h, const char *at) {
  struct hyd_ofi_parked *m =
      hyd_ofi_take_part(s, h->src, at + hyd_ofi_payload_at(0), hyd_packet_round(h->nbytes));
  if (m == NULL) return;
  take_message(s, m->message, m->size);
  free(m);
}

static void take_packet(struct hyd_ofi *s, const struct hyd_packet *h, char *at, size_t size) {
  if (h->kind == HYD_OFI_PART)
    take_part(s, h, at);
  else if (h->kind >= HYD_OFI_CREDIT)
    take_note(s, h, at);
  else if (h->kind == HYD_OFI_LONG_SOURCE)
    s->calls->fetch(s, h, at, hyd_packet_place(s->job, HYD_OFI_WHERE, h->src, h->dest, h->nbytes));
  else if (hyd_unlikely(s->attend.attending)) {
    if (!take_urgent(s, h, at)) park(s, at, size);
  } else if (!h->is_request)
    deliver_message(s, h, at, size);
  else if (s->in.requests.first || !hyd_ofi_may_take_requests(s))
    park(s, at, size);
  else
    deliver_message(s, h, at, size);
}

/* Checks the message, the secret first. */
static void take_message(struct hyd_ofi *s, char *at, size_t size) {
  struct hyd_ofi_header h = {.secret = ~s->secret};
  if (size >= sizeof h) memcpy(&h, at, sizeof h);
  if (hyd_unlikely(h.secret != s->secret)) {
    count_stranger(s, size);
    return;
  }
  if (hyd_unlikely(!hyd_ofi_is_plausible(&h.am, size, hyd_job_size(s->job)) ||
                   learn_credits(&s->peer[h.am.src], h.am.taken)))
    hyd_fatal(HYD_OFI_WHERE, "received %zu bytes that are not a message", size);
  if (!s->closing) take_packet(s, &h.am, at, size);
}

/* --- the queue ------------------------------------------------------------ */

static void take_error(struct hyd_ofi *s, const struct fi_cq_err_entry *e) {
  struct hyd_ofi_recv *r = e->op_context;
  if (e->err == FI_ETRUNC)
    hyd_fatal(HYD_OFI_WHERE, "a message was longer than the %zu bytes that were expected at most",
              hyd_ofi_message_most(s));
  hyd_ofi_lose(s, hyd_job_rank(s->job), e->err, "a receive of");
  if (r >= s->in.recv && r < s->in.recv + s->in.nrecv &&
      (e->flags & FI_MULTI_RECV || !s->net.multi_recv))
    push_buffer(&s->in.rests, r);
}

/* Reads a batch, unless entries are left. 0: the queue is empty. */
static int fetch_entries(struct hyd_ofi *s) {
  struct fi_cq_err_entry e;
  int n;
  if (s->in.at < s->in.n) return 1;
  n = hyd_ofi_net_read(s->net.rx, s->in.entry, &e);
  s->in.at = 0;
  s->in.n = n > 0 ? n : 0;
  if (n < 0) take_error(s, &e);
  if (n == 0 && (s->in.rests || s->in.ready)) end_rests(s);
  return n > 0;
}

/* A handler may poll, which reads other entries into this array: so the entry is copied first. */
int hyd_ofi_receive(struct hyd_ofi *s) {
  int n = 0;
  if (!fetch_entries(s)) return 0;
  while (s->in.at < s->in.n) {
    struct fi_cq_data_entry e = s->in.entry[s->in.at++];
    struct hyd_ofi_recv *r = e.op_context;
    int given_back = !s->net.multi_recv || (e.flags & FI_MULTI_RECV);
    r->held++;
    if (e.flags & FI_RECV) {
      take_message(s, s->net.multi_recv ? e.buf : r->base, e.len);
      n++;
    }
    r->held--;
    if (given_back) push_buffer(s->net.multi_recv ? &s->in.rests : &s->in.ready, r);
  }
  if (!s->net.multi_recv) post_ready(s);
  return n;
}
