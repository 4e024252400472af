/* SPDX-License-Identifier: BSD-3-Clause
 *
 * messages.h: messages out (send.c) and in (receive.c), and what is sent to see whether peers live
 * (life.c). Lock held.
 */
#ifndef HYD_OFI_MESSAGES_H
#define HYD_OFI_MESSAGES_H

#include "conduits/ofi/work.h"

/* --- send.c --------------------------------------------------------------- */

/* Bytes of the longest message that this rank takes: mediums, and longs where their payloads cannot
 * be written. */
size_t hyd_ofi_message_most(const struct hyd_ofi *s);
int hyd_ofi_am_send(struct hyd_job *job, void *state, uint32_t peer, const struct hyd_am *m);
/* The same, lock held. */
int hyd_ofi_am_start(struct hyd_ofi *s, uint32_t peer, const struct hyd_am *m);
/* A message of the library's own: what the packet says, with its bytes. 0 or HYD_NO_ROOM. */
int hyd_ofi_note(struct hyd_ofi *s, uint32_t peer, const struct hyd_packet *p, void *bytes);
static inline int hyd_ofi_note_kind(struct hyd_ofi *s, uint32_t peer, enum hyd_ofi_kind kind) {
  return hyd_ofi_note(s, peer, &(struct hyd_packet){.kind = (uint8_t)kind}, NULL);
}
/* Sends what waits for room. */
void hyd_ofi_send_held(struct hyd_ofi *s);
/* The payload of a long has been written; hyd_ofi_calls.ended. */
void hyd_ofi_long_done(struct hyd_ofi *s, struct hyd_ofi_work *w);
/* A request of the peer's is dealt with; tells peers that may be about to wait. */
static inline void hyd_ofi_credits_take(struct hyd_ofi *s, uint32_t peer) {
  hyd_credits_take(&s->peer[peer].credits, s->set.slack, &s->owing, peer);
}
void hyd_ofi_credits_pay(struct hyd_ofi *s);

/* --- fetch.c -------------------------------------------------------------- */

/* Reads what a message says; hyd_ofi_calls. */
void hyd_ofi_fetch(struct hyd_ofi *s, const struct hyd_packet *h, const char *at, void *dest);

/* --- life.c --------------------------------------------------------------- */

/* Asks peers for signs of life, when it is time. */
void hyd_ofi_look_after_peers(struct hyd_ofi *s);

/* --- receive.c ------------------------------------------------------------ */

/* Makes the buffers and posts them. 0, or -1: see `why`. */
int hyd_ofi_receive_open(struct hyd_ofi *s, char *why, size_t size);
/* When the endpoint is closed. */
void hyd_ofi_receive_free(struct hyd_ofi *s);
/* Entries that the queue of arrivals must have. */
size_t hyd_ofi_arrivals_most(const struct hyd_ofi *s);
/* Takes what has arrived, as far as it is a batch; how many. */
int hyd_ofi_receive(struct hyd_ofi *s);
/* Delivers messages that were put aside and may be taken now. */
void hyd_ofi_receive_parked(struct hyd_ofi *s);
/* Puts a message behind those that are to be delivered. */
void hyd_ofi_park(struct hyd_ofi *s, struct hyd_ofi_parked *p);
static inline int hyd_ofi_may_take_requests(const struct hyd_ofi *s) {
  return s->in.take_requests && !hyd_am_parked(s->job);
}

#endif
