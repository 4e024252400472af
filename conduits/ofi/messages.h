/* SPDX-License-Identifier: BSD-3-Clause
 *
 * messages.h: sends messages (send.c), receives them (receive.c), and checks that peers are alive
 * (life.c). Callers hold the lock.
 */
#ifndef HYD_OFI_MESSAGES_H
#define HYD_OFI_MESSAGES_H

#include "conduits/ofi/work.h"

/* Without a descriptor, peers' puts and gets are assumed for so long after a message. */
#define HYD_OFI_TRAFFIC_NS 5000000u

/* Bytes of the longest message that arrives here. */
static inline size_t hyd_ofi_message_most(const struct hyd_ofi *s) {
  return HYD_OFI_BEFORE_PAYLOAD + hyd_packet_round(s->set.medium);
}
/* Completes the header: secret, and the latest count of credits. */
static inline void hyd_ofi_stamp(struct hyd_ofi *s, uint32_t peer, struct hyd_ofi_header *h) {
  h->secret = s->secret;
  h->am.src = hyd_job_rank(s->job);
  h->am.taken = s->peer[peer].credits.taken;
}
/* A message with this header has been sent. */
static inline void hyd_ofi_told(struct hyd_ofi *s, uint32_t peer, const struct hyd_ofi_header *h) {
  s->peer[peer].credits.told = h->am.taken;
  s->counts.messages++;
}

#define HYD_OFI_PARTS_MOST 4u /* of a message */
/* --- parts.c -------------------------------------------------------------- */

int hyd_ofi_goes_in_parts(const struct hyd_ofi *s, const struct hyd_packet *p, size_t size);
/* Sends what is left of the message w->here in parts, and gives the work object back at the end. 0,
 * or HYD_NO_ROOM: later, also if w->here is less than before. */
int hyd_ofi_send_parts(struct hyd_ofi *s, struct hyd_ofi_work *w);
/* Takes a part; returns the message when all parts have come, to be freed; else NULL. */
struct hyd_ofi_parked *hyd_ofi_take_part(struct hyd_ofi *s, uint32_t peer, const char *part,
                                         size_t n);

/* --- send.c --------------------------------------------------------------- */

/* hyd_conduit_ops.am_send. */
int hyd_ofi_am_send(struct hyd_job *job, void *state, uint32_t peer, const struct hyd_am *m);
/* hyd_ofi_am_send with the lock held. */
int hyd_ofi_am_start(struct hyd_ofi *s, uint32_t peer, const struct hyd_am *m);
/* Sends a message of the conduit itself: *p and its p->nbytes bytes. 0 or HYD_NO_ROOM. */
int hyd_ofi_note(struct hyd_ofi *s, uint32_t peer, const struct hyd_packet *p, void *bytes);
static inline int hyd_ofi_note_kind(struct hyd_ofi *s, uint32_t peer, enum hyd_ofi_kind kind) {
  return hyd_ofi_note(s, peer, &(struct hyd_packet){.kind = (uint8_t)kind}, NULL);
}
/* The peer says that it has read the payload in that buffer (fetch.c). */
void hyd_ofi_buffer_read(struct hyd_ofi *s, uint32_t peer, uint64_t buffer);
/* Sends messages that have waited for room. */
void hyd_ofi_send_held(struct hyd_ofi *s);
/* hyd_ofi_calls.ended: the payload of a long has been written; its message follows. */
void hyd_ofi_long_done(struct hyd_ofi *s, struct hyd_ofi_work *w);
/* A request of the peer has been handled; lists the peer if it needs to know. */
static inline void hyd_ofi_credits_take(struct hyd_ofi *s, uint32_t peer) {
  hyd_credits_take(&s->peer[peer].credits, s->set.slack, &s->owing, peer);
}
/* Sends the listed peers their credits. */
void hyd_ofi_credits_pay(struct hyd_ofi *s);

/* --- fetch.c -------------------------------------------------------------- */

/* hyd_ofi_calls.fetch: reads the payload of the long at `at`, which names the sender's buffer, to
 * `dest`. */
void hyd_ofi_fetch(struct hyd_ofi *s, const struct hyd_packet *h, const char *at, void *dest);

/* --- life.c --------------------------------------------------------------- */

/* Once a second: sends pings; ends the job if a peer is silent for too long. */
void hyd_ofi_look_after_peers(struct hyd_ofi *s);

/* --- receive.c ------------------------------------------------------------ */

/* Makes the buffers and posts them. 0, or -1: see `why`. */
int hyd_ofi_receive_open(struct hyd_ofi *s, char *why, size_t size);
/* To be called after the endpoint is closed. */
void hyd_ofi_receive_free(struct hyd_ofi *s);
/* Entries that the receive completion queue needs. */
size_t hyd_ofi_arrivals_most(const struct hyd_ofi *s);
/* Takes one batch of arrived messages; how many. */
int hyd_ofi_receive(struct hyd_ofi *s);
/* Delivers parked messages, requests only if they may be taken now. */
void hyd_ofi_receive_parked(struct hyd_ofi *s);
/* Parks a message behind the others of its kind. */
void hyd_ofi_park(struct hyd_ofi *s, struct hyd_ofi_parked *p);
static inline int hyd_ofi_may_take_requests(const struct hyd_ofi *s) {
  return s->in.take_requests && !hyd_am_parked(s->job);
}

#endif
