/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pins.h: memory outside of segments, registered by firehose when transfers need it (pins.c), where
 * the provider wants that. Lock held, unless a call says otherwise.
 */
#ifndef HYD_OFI_PINS_H
#define HYD_OFI_PINS_H

#include "conduits/ofi/memory.h"

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

#endif
