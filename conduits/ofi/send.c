/* SPDX-License-Identifier: BSD-3-Clause
 *
 * send.c: messages out. Short ones are injected, others go from a buffer. The payload of a long
 * that does not fit into a message is written, and its message follows: at once where the network
 * keeps that order, else when the payload has been delivered (contrib/spec/ofi.md 2.4: ways B and
 * C). What can be neither is read by its target (fetch.c).
 *
 * Credits (core/am/credits.h) bound what comes, so that it can always be put aside. The ends of
 * longs are bounded by requests, as replies are.
 */
#include "conduits/ofi/messages.h"
#include "conduits/ofi/pins.h"

#define INJECT_MOST 4096u

size_t hyd_ofi_message_most(const struct hyd_ofi *s) {
  return HYD_OFI_BEFORE_PAYLOAD + hyd_packet_round(s->set.medium);
}

/* --- one message ---------------------------------------------------------- */

static void stamp(struct hyd_ofi *s, uint32_t peer, struct hyd_ofi_header *h) {
  h->secret = s->secret;
  h->am.src = hyd_job_rank(s->job);
  h->am.taken = s->peer[peer].credits.taken;
}

static void told(struct hyd_ofi *s, uint32_t peer, const struct hyd_ofi_header *h) {
  s->peer[peer].credits.told = h->am.taken;
  s->counts.messages++;
}

static int inject(struct hyd_ofi *s, uint32_t peer, const struct hyd_ofi_header *h, size_t size) {
  struct hyd_ofi_peer *p = &s->peer[peer];
  if (hyd_ofi_started(s, peer, fi_inject(s->net.ep, h, size, p->addr), "a message to"))
    return HYD_NO_ROOM;
  p->injected = 1;
  told(s, peer, h);
  return 0;
}

/* From the buffer that the work has. Where later messages may overtake it, and with the last one,
 * the end is the delivery: this rank may leave then. */
static int post(struct hyd_ofi *s, struct hyd_ofi_work *w, size_t size) {
  struct hyd_ofi_header *h = w->buffer;
  w->here = (struct iovec){h, size};
  struct fi_msg msg = {.msg_iov = &w->here,
                       .desc = w->pool->desc ? &w->desc : NULL,
                       .iov_count = 1,
                       .addr = s->peer[w->peer].addr,
                       .context = &w->context};
  uint64_t how = FI_COMPLETION;
  if (!s->net.injects || h->am.kind == HYD_OFI_FAREWELL) how |= FI_DELIVERY_COMPLETE;
  w->desc = w->pool->desc;
  if (hyd_ofi_started(s, w->peer, fi_sendmsg(s->net.ep, &msg, how), "a message to"))
    return HYD_NO_ROOM;
  s->counts.by_buffer++;
  told(s, w->peer, h);
  return 0;
}

static int may_inject(const struct hyd_ofi *s, size_t size) {
  return s->net.injects && size <= s->net.inject && size <= s->set.inject_am && size <= INJECT_MOST;
}

void *hyd_ofi_buffer_for(struct hyd_ofi *s, struct hyd_ofi_pool *pool, enum hyd_ofi_class class) {
  uint32_t kept = pool == &s->memory.sends ? pool->n - s->set.requests : pool->n / 4;
  return class == HYD_OFI_LAST && pool->nfree <= kept ? NULL : hyd_ofi_pool_get(pool);
}

/* A work with a buffer; NULL: no room. */
static struct hyd_ofi_work *work_with_buffer(struct hyd_ofi *s, uint32_t peer,
                                             enum hyd_ofi_class class) {
  struct hyd_ofi_work *w = hyd_ofi_work_get(s, peer, class);
  if (w == NULL) return NULL;
  w->pool = &s->memory.sends;
  w->buffer = hyd_ofi_buffer_for(s, w->pool, class);
  if (w->buffer) return w;
  hyd_ofi_work_put(s, w);
  return NULL;
}

static int note(struct hyd_ofi *s, uint32_t peer, struct hyd_ofi_header *h, const void *bytes) {
  struct hyd_ofi_work *w;
  size_t size = hyd_ofi_message_size(&h->am);
  stamp(s, peer, h);
  if (h->am.kind != HYD_OFI_FAREWELL && size == sizeof *h && may_inject(s, size))
    return inject(s, peer, h, size);
  if ((w = work_with_buffer(s, peer, HYD_OFI_FIRST)) == NULL) return HYD_NO_ROOM;
  memset(w->buffer, 0, size);
  memcpy(w->buffer, h, sizeof *h);
  if (h->am.nbytes) memcpy((char *)w->buffer + hyd_ofi_payload_at(0), bytes, h->am.nbytes);
  if (post(s, w, size) == 0) return 0;
  hyd_ofi_work_put(s, w);
  return HYD_NO_ROOM;
}

int hyd_ofi_note(struct hyd_ofi *s, uint32_t peer, enum hyd_ofi_kind kind) {
  struct hyd_ofi_header h = {.am.kind = (uint8_t)kind};
  return note(s, peer, &h, NULL);
}

int hyd_ofi_note_fetched(struct hyd_ofi *s, uint32_t peer, uint64_t buffer) {
  struct hyd_ofi_header h = {.am = {.kind = HYD_OFI_FETCHED, .dest = buffer}};
  return note(s, peer, &h, NULL);
}

int hyd_ofi_note_with(struct hyd_ofi *s, uint32_t peer, enum hyd_ofi_kind kind, const void *bytes,
                      size_t n) {
  struct hyd_ofi_header h = {.am = {.kind = (uint8_t)kind, .nbytes = (uint32_t)n}};
  return note(s, peer, &h, bytes);
}

static int pay(void *state, uint32_t peer) {
  struct hyd_ofi *s = state;
  return hyd_credits_are_urgent(&s->peer[peer].credits, s->set.window) &&
         hyd_ofi_note(s, peer, HYD_OFI_CREDIT);
}

void hyd_ofi_credits_pay(struct hyd_ofi *s) { hyd_owed_pay(&s->owing, pay, s); }

/* --- messages that wait --------------------------------------------------- */

static void hold(struct hyd_ofi *s, struct hyd_ofi_held *m) {
  m->next = NULL;
  *s->last_held = m;
  s->last_held = &m->next;
}

/* 0, or HYD_NO_ROOM. The buffer is the work's from here on. */
static int send_one_held(struct hyd_ofi *s, struct hyd_ofi_held *m) {
  struct hyd_ofi_work *w = hyd_ofi_work_get(s, m->peer, HYD_OFI_FIRST);
  if (w == NULL) return HYD_NO_ROOM;
  w->pool = &s->memory.sends;
  w->buffer = m->message;
  stamp(s, m->peer, m->message);
  if (post(s, w, m->size)) {
    w->buffer = NULL;
    hyd_ofi_work_put(s, w);
    return HYD_NO_ROOM;
  }
  free(m);
  return 0;
}

void hyd_ofi_send_held(struct hyd_ofi *s) {
  struct hyd_ofi_held *m = s->held, *next;
  s->held = NULL;
  s->last_held = &s->held;
  for (; m; m = next) {
    next = m->next;
    if (send_one_held(s, m)) hold(s, m);
  }
}

/* --- active messages ------------------------------------------------------ */

struct out {
  struct hyd_ofi_header h;
  enum hyd_ofi_class class;
};

static struct out out_of(struct hyd_ofi *s, uint32_t peer, const struct hyd_am *m) {
  struct out o = {.h.am = hyd_packet_of(s->job, m),
                  .class = m->is_request ? HYD_OFI_LAST : HYD_OFI_FIRST};
  if (m->category == HYD_AM_LONG && m->placed) o.h.am.kind = HYD_OFI_LONG_PLACED;
  stamp(s, peer, &o.h);
  return o;
}

/* Whole words, also where there is padding. */
static void write_message(char *to, const struct hyd_ofi_header *h, const struct hyd_am *m) {
  char *payload;
  memset(to + hyd_ofi_message_size(&h->am) - HYD_PACKET_ALIGN, 0, HYD_PACKET_ALIGN);
  payload = hyd_packet_write(to, h, sizeof *h, m);
  if (h->am.nbytes && h->am.kind != HYD_OFI_LONG_PLACED) hyd_am_copy_payload(m, payload);
}

int hyd_ofi_send_whole(struct hyd_ofi *s, uint32_t peer, const struct hyd_ofi_header *h,
                       enum hyd_ofi_class class, const struct hyd_am *m) {
  _Alignas(HYD_PACKET_ALIGN) char small[INJECT_MOST];
  size_t size = hyd_ofi_message_size(&h->am);
  struct hyd_ofi_work *w;
  if (may_inject(s, size)) {
    write_message(small, h, m);
    if (inject(s, peer, (struct hyd_ofi_header *)(void *)small, size)) return HYD_NO_ROOM;
  } else {
    if ((w = work_with_buffer(s, peer, class)) == NULL) return HYD_NO_ROOM;
    write_message(w->buffer, h, m);
    if (post(s, w, size)) {
      hyd_ofi_work_put(s, w);
      return HYD_NO_ROOM;
    }
  }
  if (m->local) hyd_ofi_op_done(s, m->local);
  return 0;
}

static struct hyd_ofi_source source_of(const struct hyd_ofi *s, void *buffer) {
  const struct fid_mr *mr = s->memory.all ? s->memory.all : s->memory.bounces.mr;
  uintptr_t origin = s->net.info->domain_attr->mr_mode & FI_MR_VIRT_ADDR || s->memory.all
                         ? 0
                         : (uintptr_t)s->memory.bounces.base;
  return (struct hyd_ofi_source){(uintptr_t)buffer - origin, mr->key, (uintptr_t)buffer};
}

/* A long that its target reads. 0 or HYD_NO_ROOM. */
static int send_source(struct hyd_ofi *s, uint32_t peer, const struct hyd_ofi_header *h,
                       enum hyd_ofi_class class, const struct hyd_am *m) {
  char *buffer = hyd_ofi_buffer_for(s, &s->memory.bounces, class);
  struct hyd_ofi_source from;
  struct hyd_am note = {.args = m->args, .nargs = m->nargs};
  struct hyd_ofi_header head = *h;
  if (buffer == NULL) return HYD_NO_ROOM;
  hyd_am_copy_payload(m, buffer);
  from = source_of(s, buffer);
  note.payload = &from;
  note.nbytes = sizeof from;
  head.am.kind = HYD_OFI_LONG_SOURCE;
  if (hyd_ofi_send_whole(s, peer, &head, class, &note)) {
    hyd_ofi_pool_put(&s->memory.bounces, buffer);
    return HYD_NO_ROOM;
  }
  if (m->local) hyd_ofi_op_done(s, m->local);
  return 0;
}

/* Where the payload is read from: the client's memory if it stays as it is, or a buffer. 0, or
 * HYD_NO_ROOM. */
static int take_source(struct hyd_ofi *s, struct hyd_ofi_work *w, const struct hyd_am *m,
                       enum hyd_ofi_class class) {
  w->here = (struct iovec){m->payload, m->nbytes};
  if (m->local && hyd_ofi_usable(s, m->payload, m->nbytes, &w->desc)) return 0;
  w->pool = &s->memory.bounces;
  if ((w->buffer = hyd_ofi_buffer_for(s, w->pool, class)) == NULL) return HYD_NO_ROOM;
  memcpy(w->buffer, m->payload, m->nbytes);
  w->here.iov_base = w->buffer;
  w->desc = w->pool->desc;
  return 0;
}

static int post_payload(struct hyd_ofi *s, struct hyd_ofi_work *w, const struct hyd_am *m,
                        int waits) {
  const struct hyd_ofi_peer *p = &s->peer[w->peer];
  w->there = (struct fi_rma_iov){(uintptr_t)m->dest - p->origin, m->nbytes, p->key};
  struct fi_msg_rma msg = {.msg_iov = &w->here,
                           .desc = w->desc ? &w->desc : NULL,
                           .iov_count = 1,
                           .addr = p->addr,
                           .rma_iov = &w->there,
                           .rma_iov_count = 1,
                           .context = &w->context};
  uint64_t how = FI_COMPLETION | (waits ? FI_DELIVERY_COMPLETE : 0);
  s->counts.puts++;
  return hyd_ofi_started(s, w->peer, fi_writemsg(s->net.ep, &msg, how), "a long to");
}

/* The message that follows the payload; NULL: no room. */
static struct hyd_ofi_held *message_behind(struct hyd_ofi *s, uint32_t peer, struct out *o,
                                           const struct hyd_am *m) {
  struct hyd_ofi_held *held = malloc(sizeof *held);
  if (held == NULL) hyd_fatal(HYD_OFI_WHERE, "out of memory for a message");
  o->h.am.kind = HYD_OFI_LONG_PLACED;
  *held = (struct hyd_ofi_held){.peer = peer, .local = m->local};
  held->size = hyd_ofi_message_size(&o->h.am);
  if ((held->message = hyd_ofi_buffer_for(s, &s->memory.sends, o->class)) == NULL) {
    free(held);
    return NULL;
  }
  write_message(held->message, &o->h, m);
  return held;
}

static void drop_message(struct hyd_ofi *s, struct hyd_ofi_held *held) {
  hyd_ofi_pool_put(&s->memory.sends, held->message);
  free(held);
}

/* Writes the payload, and sends the message behind it now, or when the payload is delivered. */
static int send_written(struct hyd_ofi *s, uint32_t peer, struct out *o, const struct hyd_am *m) {
  int waits = s->set.way == HYD_OFI_WAY_WAIT || !s->peer[peer].ordered;
  struct hyd_ofi_work *w = hyd_ofi_work_get(s, peer, o->class);
  struct hyd_ofi_held *held;
  if (w == NULL) return HYD_NO_ROOM;
  if (take_source(s, w, m, o->class) || (held = message_behind(s, peer, o, m)) == NULL) {
    hyd_ofi_work_put(s, w);
    return HYD_NO_ROOM;
  }
  if (w->buffer && m->local) held->local = NULL;
  w->after = HYD_OFI_LONG_DONE;
  w->what = waits ? (void *)held : (void *)held->local;
  if (!waits) w->after = held->local ? HYD_OFI_OP_DONE : HYD_OFI_NOTHING;
  if (post_payload(s, w, m, waits)) {
    drop_message(s, held);
    hyd_ofi_work_put(s, w);
    return HYD_NO_ROOM;
  }
  if (w->buffer && m->local) hyd_ofi_op_done(s, m->local);
  if (!waits && send_one_held(s, held)) hold(s, held);
  return 0;
}

void hyd_ofi_long_done(struct hyd_ofi *s, struct hyd_ofi_work *w) {
  struct hyd_ofi_held *m = w->what;
  if (m->local) hyd_ofi_op_done(s, m->local);
  m->local = NULL;
  hold(s, m);
}

static int is_too_long(const struct hyd_ofi *s, const struct out *o) {
  return o->h.am.kind == HYD_AM_LONG && o->h.am.nbytes > s->set.medium;
}

static int can_be_written(const struct hyd_ofi *s, uint32_t peer, const struct hyd_am *m) {
  return s->set.way != HYD_OFI_WAY_FETCH && m->nbytes <= s->net.rma_most &&
         hyd_ofi_reaches(&s->peer[peer], m->dest, m->nbytes);
}

int hyd_ofi_am_start(struct hyd_ofi *s, uint32_t peer, const struct hyd_am *m) {
  struct hyd_credits *c = &s->peer[peer].credits;
  struct out o = out_of(s, peer, m);
  struct hyd_am copy;
  int full;
  if (s->closing || (m->is_request && !hyd_credits_may(c, s->set.window))) return HYD_NO_ROOM;
  if (!is_too_long(s, &o))
    full = hyd_ofi_send_whole(s, peer, &o.h, o.class, m);
  else if (can_be_written(s, peer, m))
    full = send_written(s, peer, &o, hyd_am_filled(s->job, m, &copy));
  else
    full = send_source(s, peer, &o.h, o.class, m);
  if (!full && m->is_request) c->sent++;
  return full;
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
