/* SPDX-License-Identifier: BSD-3-Clause
 *
 * transfers.h: put, get and atomics (rma.c; conduit.h says what they do), and memory outside of
 * segments, which firehose registers when they need it (pins.c), where the provider wants that.
 * Lock held, but for the conduit's calls and unless a call says otherwise.
 */
#ifndef HYD_OFI_TRANSFERS_H
#define HYD_OFI_TRANSFERS_H

#include "conduits/ofi/work.h"

/* --- pins.c --------------------------------------------------------------- */

/* Opens firehose, if there is memory that must be registered, with so many bytes, the same at all
 * ranks. */
void hyd_ofi_pins_open(struct hyd_ofi *s, uint64_t bytes);
/* No callbacks after this. */
void hyd_ofi_pins_close(struct hyd_ofi *s);
/* The next keys for the transfer. 0: it has what it needs; HYD_NO_ROOM: hyd_ofi_pins_granted will
 * have it, or it goes by messages. */
int hyd_ofi_pins_want(struct hyd_ofi *s, struct hyd_ofi_xfer *x);
void hyd_ofi_pins_release(struct hyd_ofi *s, struct hyd_ofi_xfer *x);
/* The next transfer that has got what it waited for; NULL: none. */
struct hyd_ofi_xfer *hyd_ofi_pins_granted(struct hyd_ofi *s);
/* Sends what firehose has to say. */
void hyd_ofi_pins_send(struct hyd_ofi *s);
void hyd_ofi_pins_take(struct hyd_ofi *s, uint32_t peer, const char *bytes, size_t n);

static inline int hyd_ofi_pins_busy(const struct hyd_ofi *s) {
  return s->pins.asked || hyd_pin_has_left(&s->pins.client);
}
/* Before this rank sends anything: peers stop using memory that this rank has unmapped. No lock
 * held. */
static inline void hyd_ofi_settle(struct hyd_ofi *s) {
  if (hyd_unlikely(s->pins.serves && !fh_is_settled(s->pins.client.fh)))
    fh_settle(s->pins.client.fh);
}

/* --- rma.c ---------------------------------------------------------------- */

int hyd_ofi_put(struct hyd_job *job, void *state, uint32_t peer, void *dest, const void *src,
                size_t n, struct hyd_op *op, int stable);
int hyd_ofi_get(struct hyd_job *job, void *state, uint32_t peer, void *dest, const void *src,
                size_t n, struct hyd_op *op);
int hyd_ofi_has_atomics(struct hyd_job *job, void *state);
int hyd_ofi_atomic(struct hyd_job *job, void *state, uint32_t peer, void *addr,
                   const struct hyd_atomic *a, struct hyd_op *op);
/* Whether the endpoint has the two atomics that are needed, and they are worth it. */
int hyd_ofi_atomics_are_real(struct hyd_ofi *s);
/* Goes on with transfers that wait for room. Lock held. */
void hyd_ofi_xfers_go(struct hyd_ofi *s);
/* Reads behind puts that wait for that. Lock held. */
void hyd_ofi_flush(struct hyd_ofi *s);
/* Starts a copy of it. */
void hyd_ofi_xfer_start(struct hyd_ofi *s, const struct hyd_ofi_xfer *of);
/* It has ended; hyd_ofi_calls. */
void hyd_ofi_xfer_done(struct hyd_ofi *s, struct hyd_ofi_xfer *x);
/* hyd_ofi_calls.ended */
void hyd_ofi_piece_done(struct hyd_ofi *s, struct hyd_ofi_work *w);
void hyd_ofi_flushed(struct hyd_ofi *s, struct hyd_ofi_work *w);
void hyd_ofi_atomic_done(struct hyd_ofi *s, struct hyd_ofi_work *w);

#endif
