/* SPDX-License-Identifier: BSD-3-Clause
 *
 * transfers.h: put, get and atomics (rma.c), and memory outside of segments, which firehose
 * registers on demand if the provider needs registered memory (pins.c). Callers hold the lock,
 * except where a call says otherwise and in the functions of hyd_conduit_ops.
 */
#ifndef HYD_OFI_TRANSFERS_H
#define HYD_OFI_TRANSFERS_H

#include "conduits/ofi/work.h"

/* --- pins.c --------------------------------------------------------------- */

/* Opens firehose, if any memory must be registered on demand; `bytes`: most bytes that it may pin,
 * the same at all ranks. */
void hyd_ofi_pins_open(struct hyd_ofi *s, uint64_t bytes);
/* Closes firehose: no callbacks after this. */
void hyd_ofi_pins_close(struct hyd_ofi *s);
/* Gets the keys that the transfer needs next. 0: the transfer has all its keys. HYD_NO_ROOM:
 * hyd_ofi_pins_granted will return the transfer, or active messages carry it. */
int hyd_ofi_pins_want(struct hyd_ofi *s, struct hyd_ofi_xfer *x);
/* Releases the keys. */
void hyd_ofi_pins_release(struct hyd_ofi *s, struct hyd_ofi_xfer *x);
/* The next transfer whose keys firehose has granted; NULL: none. */
struct hyd_ofi_xfer *hyd_ofi_pins_granted(struct hyd_ofi *s);
/* Sends firehose's queued messages. */
void hyd_ofi_pins_send(struct hyd_ofi *s);
/* Gives a received message to firehose. */
void hyd_ofi_pins_take(struct hyd_ofi *s, uint32_t peer, const char *bytes, size_t n);

static inline int hyd_ofi_pins_busy(const struct hyd_ofi *s) {
  return s->pins.asked || hyd_pin_has_left(&s->pins.client);
}
/* To be called before this rank sends anything: waits until peers have stopped using memory that
 * this rank has unmapped. No lock held. */
static inline void hyd_ofi_settle(struct hyd_ofi *s) {
  if (hyd_unlikely(s->pins.serves && !fh_is_settled(s->pins.client.fh)))
    fh_settle(s->pins.client.fh);
}

/* --- rma.c ---------------------------------------------------------------- */

/* hyd_conduit_ops.put, get, move_pieces, has_atomics, atomic. */
int hyd_ofi_put(struct hyd_job *job, void *state, uint32_t peer, void *dest, const void *src,
                size_t n, struct hyd_op *op, int stable);
int hyd_ofi_get(struct hyd_job *job, void *state, uint32_t peer, void *dest, const void *src,
                size_t n, struct hyd_op *op);
int hyd_ofi_move_pieces(struct hyd_job *job, void *state, uint32_t peer, int is_put,
                        const struct hyd_piece *piece, unsigned n, struct hyd_op *op);
int hyd_ofi_has_atomics(struct hyd_job *job, void *state);
int hyd_ofi_atomic(struct hyd_job *job, void *state, uint32_t peer, void *addr,
                   const struct hyd_atomic *a, struct hyd_op *op);
/* Whether the endpoint has both atomics, and the user or the policy wants the network's. */
int hyd_ofi_atomics_are_real(struct hyd_ofi *s);
/* Continues transfers that wait for room or keys. */
void hyd_ofi_xfers_go(struct hyd_ofi *s);
/* Posts the reads by which outstanding puts learn of their delivery. */
void hyd_ofi_flush(struct hyd_ofi *s);
/* Starts a copy of *of. */
void hyd_ofi_xfer_start(struct hyd_ofi *s, const struct hyd_ofi_xfer *of);
/* hyd_ofi_calls.xfer_done: frees a transfer that has ended. */
void hyd_ofi_xfer_done(struct hyd_ofi *s, struct hyd_ofi_xfer *x);
/* hyd_ofi_calls.ended */
void hyd_ofi_piece_done(struct hyd_ofi *s, struct hyd_ofi_work *w);
void hyd_ofi_flushed(struct hyd_ofi *s, struct hyd_ofi_work *w);
void hyd_ofi_atomic_done(struct hyd_ofi *s, struct hyd_ofi_work *w);

#endif
