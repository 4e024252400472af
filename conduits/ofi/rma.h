/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rma.h: put, get and atomics (rma.c). conduit.h says what they do.
 */
#ifndef HYD_OFI_RMA_H
#define HYD_OFI_RMA_H

#include "conduits/ofi/work.h"

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
