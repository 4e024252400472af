/* SPDX-License-Identifier: BSD-3-Clause
 *
 * send.c: sends messages. A short message is injected, others are sent from a buffer. The payload
 * of a long that does not fit into a message is written by RMA, and its message follows: at once if
 * the network keeps that order, else when the write has been delivered (contrib/spec/ofi.md 2.4:
 * ways B and C). Otherwise the target reads the payload (fetch.c).
 *
 * Credits (core/am/credits.h) bound the requests that a peer may have to park. HYD_OFI_FETCHED
 * messages are bounded by the requests that they acknowledge, as replies are.
 */
#include "conduits/ofi/messages.h"
#include "conduits/ofi/transfers.h"

#define INJECT_MOST 4096u

/* --- one message ---------------------------------------------------------- */

static int inject_message(struct hyd_ofi *s, uint32_t peer, struct hyd_ofi_header *h, size_t size) {
  struct hyd_ofi_peer *p = &s->peer[peer];
  hyd_ofi_stamp(s, peer, h);
  if (hyd_ofi_started(s, peer, fi_inject(s->net.ep, h, size, p->addr), "a message to"))
    return HYD_NO_ROOM;
  p->injected = 1;
  hyd_ofi_told(s, peer, h);
  return 0;
}

/* Posts the message at w->here. It completes at delivery if later messages may overtake it, and if
 * it is the last one, so that this rank may leave after that. */
static int post_message(struct hyd_ofi *s, struct hyd_ofi_work *w) {
  struct hyd_ofi_header *h = w->buffer;
  struct fi_msg msg = {.msg_iov = w->here,
                       .desc = w->desc[0] ? w->desc : NULL,
                       .iov_count = 1,
                       .addr = s->peer[w->peer].addr,
                       .context = &w->context};
  uint64_t how = FI_COMPLETION;
  hyd_ofi_stamp(s, w->peer, h);
  if (!s->net.injects || h->am.kind == HYD_OFI_FAREWELL) how |= FI_DELIVERY_COMPLETE;
  if (hyd_ofi_started(s, w->peer, fi_sendmsg(s->net.ep, &msg, how), "a message to"))
    return HYD_NO_ROOM;
  s->counts.by_buffer++;
  hyd_ofi_told(s, w->peer, h);
  return 0;
}

/* Writes the message, with zeros for padding. */
static void write_message(char *to, const struct hyd_ofi_header *h, const struct hyd_am *m) {
  char *payload;
  memset(to + hyd_ofi_message_size(&h->am) - HYD_PACKET_ALIGN, 0, HYD_PACKET_ALIGN);
  payload = hyd_packet_write(to, h, sizeof *h, m);
  if (h->am.nbytes && h->am.kind != HYD_OFI_LONG_PLACED) hyd_am_copy_payload(m, payload);
}

/* A work object with the message in a buffer; NULL: no room. */
static struct hyd_ofi_work *message_in_buffer(struct hyd_ofi *s, uint32_t peer,
                                              const struct hyd_ofi_header *h,
                                              enum hyd_ofi_class class, const struct hyd_am *m) {
  struct hyd_ofi_work *w = hyd_ofi_work_get(s, peer, class);
  if (w == NULL || hyd_ofi_work_buffer(w, &s->memory.sends, class)) {
    hyd_ofi_work_put(s, w);
    return NULL;
  }
  w->here->iov_len = hyd_ofi_message_size(&h->am);
  write_message(w->buffer, h, m);
  return w;
}

static int may_inject(const struct hyd_ofi *s, const struct hyd_packet *p, size_t size) {
  return s->net.injects && size <= s->net.inject && size <= s->set.inject_am &&
         size <= INJECT_MOST && p->kind != HYD_OFI_FAREWELL;
}

static int send_now(struct hyd_ofi *s, struct hyd_ofi_work *w) {
  const struct hyd_ofi_header *h = w->buffer;
  return hyd_ofi_goes_in_parts(s, &h->am, hyd_ofi_message_size(&h->am)) ? hyd_ofi_send_parts(s, w)
                                                                        : post_message(s, w);
}

static void hold(struct hyd_ofi *s, struct hyd_ofi_work *m) {
  m->next = NULL;
  *s->last_held = m;
  s->last_held = &m->next;
}

/* Sends a message, injected or from a buffer; what is left of one that goes in parts waits for
 * room. 0 or HYD_NO_ROOM. */
static int send_whole(struct hyd_ofi *s, uint32_t peer, const struct hyd_ofi_header *h,
                      enum hyd_ofi_class class, const struct hyd_am *m) {
  _Alignas(HYD_PACKET_ALIGN) char small[INJECT_MOST];
  size_t size = hyd_ofi_message_size(&h->am);
  struct hyd_ofi_work *w;
  if (may_inject(s, &h->am, size)) {
    write_message(small, h, m);
    return inject_message(s, peer, (struct hyd_ofi_header *)(void *)small, size);
  }
  if ((w = message_in_buffer(s, peer, h, class, m)) == NULL) return HYD_NO_ROOM;
  if (send_now(s, w) == 0) return 0;
  if (s->peer[peer].cut == w) {
    hold(s, w);
    return 0;
  }
  hyd_ofi_work_put(s, w);
  return HYD_NO_ROOM;
}

int hyd_ofi_note(struct hyd_ofi *s, uint32_t peer, const struct hyd_packet *p, void *bytes) {
  struct hyd_ofi_header h = {.am = *p};
  struct hyd_am m = {.payload = bytes, .nbytes = p->nbytes};
  return send_whole(s, peer, &h, HYD_OFI_FIRST, &m);
}

static int pay_peer(void *state, uint32_t peer) {
  struct hyd_ofi *s = state;
  return hyd_credits_are_urgent(&s->peer[peer].credits, s->set.slack) &&
         hyd_ofi_note_kind(s, peer, HYD_OFI_CREDIT);
}

void hyd_ofi_credits_pay(struct hyd_ofi *s) { hyd_owed_pay(&s->owing, pay_peer, s); }

/* --- messages that wait --------------------------------------------------- */

static void send_or_hold(struct hyd_ofi *s, struct hyd_ofi_work *m) {
  if (send_now(s, m)) hold(s, m);
}

void hyd_ofi_send_held(struct hyd_ofi *s) {
  struct hyd_ofi_work *m = s->held, *next;
  s->held = NULL;
  s->last_held = &s->held;
  for (; m; m = next) {
    next = m->next;
    send_or_hold(s, m);
  }
}

/* --- longs that are read by their targets --------------------------------- */

static struct hyd_ofi_source source_of(const struct hyd_ofi *s, void *buffer) {
  const struct fid_mr *mr = s->memory.all ? s->memory.all : s->memory.bounces.mr;
  uintptr_t origin = s->net.info->domain_attr->mr_mode & FI_MR_VIRT_ADDR || s->memory.all
                         ? 0
                         : (uintptr_t)s->memory.bounces.base;
  return (struct hyd_ofi_source){(uintptr_t)buffer - origin, mr->key, (uintptr_t)buffer};
}

void hyd_ofi_buffer_read(struct hyd_ofi *s, uint32_t peer, uint64_t buffer) {
  const struct hyd_ofi_pool *p = &s->memory.bounces;
  uint64_t at = buffer - (uintptr_t)p->base, i = at / p->each;
  if (at % p->each || i >= p->n || s->memory.lent[i] != peer + 1)
    hyd_fatal(HYD_OFI_WHERE,
              "rank %u says that it has read the buffer at %#llx, which it was not lent", peer,
              (unsigned long long)buffer);
  s->memory.lent[i] = 0;
  hyd_ofi_pool_put(&s->memory.bounces, p->base + at);
}

/* Copies the payload to a buffer, and sends a message that names the buffer. 0 or HYD_NO_ROOM. */
static int send_source(struct hyd_ofi *s, uint32_t peer, struct hyd_ofi_header *h,
                       enum hyd_ofi_class class, const struct hyd_am *m) {
  char *buffer = hyd_ofi_pool_get(&s->memory.bounces, class);
  struct hyd_ofi_source from;
  struct hyd_am note = {.args = m->args, .nargs = m->nargs, .payload = &from};
  uint32_t *lent;
  if (buffer == NULL) return HYD_NO_ROOM;
  lent = &s->memory.lent[(size_t)(buffer - s->memory.bounces.base) / s->memory.bounces.each];
  hyd_am_copy_payload(m, buffer);
  from = source_of(s, buffer);
  note.nbytes = sizeof from;
  h->am.kind = HYD_OFI_LONG_SOURCE;
  *lent = peer + 1;
  if (send_whole(s, peer, h, class, &note) == 0) return 0;
  *lent = 0;
  hyd_ofi_pool_put(&s->memory.bounces, buffer);
  return HYD_NO_ROOM;
}

/* --- longs that are written ----------------------------------------------- */

/* Sets the source of the payload: the client's memory if it is stable, or a buffer. 0, or
 * HYD_NO_ROOM. */
static int take_source(struct hyd_ofi *s, struct hyd_ofi_work *w, const struct hyd_am *m,
                       enum hyd_ofi_class class) {
  w->here->iov_base = m->payload;
  if (m->local && hyd_ofi_usable(s, m->payload, m->nbytes, w->desc)) return 0;
  if (hyd_ofi_work_buffer(w, &s->memory.bounces, class)) return HYD_NO_ROOM;
  memcpy(w->buffer, m->payload, m->nbytes);
  return 0;
}

/* Posts the write of the payload. 0 or HYD_NO_ROOM. */
static int post_payload(struct hyd_ofi *s, struct hyd_ofi_work *w, const struct hyd_am *m,
                        enum hyd_ofi_class class, int waits) {
  const struct hyd_ofi_peer *p = &s->peer[w->peer];
  if (take_source(s, w, m, class)) return HYD_NO_ROOM;
  hyd_ofi_aim(w, w->here->iov_base, m->nbytes, (uintptr_t)m->dest - p->origin, p->key);
  return hyd_ofi_post_rma(s, w, 0, waits ? FI_DELIVERY_COMPLETE : 0);
}

/* Writes the payload, and sends the message now, or when the write has been delivered. Both have
 * their room before the first is posted. Sets *kept if the client's source is still in use. */
static int send_written(struct hyd_ofi *s, uint32_t peer, struct hyd_ofi_header *h,
                        enum hyd_ofi_class class, const struct hyd_am *m, int *kept) {
  int waits = s->set.way == HYD_OFI_WAY_WAIT || !s->peer[peer].ordered;
  struct hyd_ofi_work *w = hyd_ofi_work_get(s, peer, class), *behind = NULL;
  h->am.kind = HYD_OFI_LONG_PLACED;
  if (w) behind = message_in_buffer(s, peer, h, class, m);
  if (behind == NULL || post_payload(s, w, m, class, waits)) {
    hyd_ofi_work_put(s, behind);
    hyd_ofi_work_put(s, w);
    return HYD_NO_ROOM;
  }
  *kept = m->local && w->buffer == NULL;
  w->after = waits ? HYD_OFI_LONG_DONE : *kept ? HYD_OFI_OP_DONE : HYD_OFI_NOTHING;
  w->what = waits ? (void *)behind : (void *)m->local;
  behind->what = *kept ? m->local : NULL;
  if (!waits) send_or_hold(s, behind);
  return 0;
}

void hyd_ofi_long_done(struct hyd_ofi *s, struct hyd_ofi_work *w) {
  struct hyd_ofi_work *behind = w->what;
  if (behind->what) hyd_ofi_op_done(s, behind->what);
  send_or_hold(s, behind);
}

static int can_be_written(const struct hyd_ofi *s, uint32_t peer, const struct hyd_am *m) {
  return s->set.way != HYD_OFI_WAY_FETCH && m->nbytes <= s->net.rma_most &&
         hyd_ofi_reaches(&s->peer[peer], m->dest, m->nbytes) &&
         !hyd_job_peer_is_guarded(s->job, peer, m->dest);
}

/* --- active messages ------------------------------------------------------ */

int hyd_ofi_am_start(struct hyd_ofi *s, uint32_t peer, const struct hyd_am *m) {
  struct hyd_credits *c = &s->peer[peer].credits;
  enum hyd_ofi_class class = m->is_request ? HYD_OFI_LAST : HYD_OFI_FIRST;
  struct hyd_ofi_header h = {.am = hyd_packet_of(s->job, m)};
  struct hyd_am copy;
  int full, kept = 0;
  if (s->closing || (m->is_request && !hyd_credits_may(c, s->set.window))) return HYD_NO_ROOM;
  if (m->category == HYD_AM_LONG && m->placed) h.am.kind = HYD_OFI_LONG_PLACED;
  if (h.am.kind != HYD_AM_LONG || h.am.nbytes <= s->set.medium)
    full = send_whole(s, peer, &h, class, m);
  else if (can_be_written(s, peer, m))
    full = send_written(s, peer, &h, class, hyd_am_filled(s->job, m, &copy), &kept);
  else
    full = send_source(s, peer, &h, class, m);
  if (full) return HYD_NO_ROOM;
  if (m->is_request) c->sent++;
  if (m->local && !kept) hyd_ofi_op_done(s, m->local);
  return 0;
}

int hyd_ofi_am_send(struct hyd_job *job, void *state, uint32_t peer, const struct hyd_am *m) {
  struct hyd_ofi *s = state;
  int full;
  (void)job;
  hyd_ofi_settle(s);
  hyd_ofi_lock(s);
  full = hyd_ofi_am_start(s, peer, m);
  hyd_ofi_unlock(s);
  return full;
}
