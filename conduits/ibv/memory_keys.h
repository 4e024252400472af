/* SPDX-License-Identifier: BSD-3-Clause
 *
 * memory_keys.h: keys of registered memory: segments, firehose, buffers (memory_keys.c), and
 * firehose's client (fh_client.c).
 */
#ifndef HYD_IBV_MEMORY_KEYS_H
#define HYD_IBV_MEMORY_KEYS_H

#include "conduits/ibv/transfers.h"

/* --- memory_keys.c -------------------------------------------------------- */

/* hyd_conduit.attach and detach. */
int vb_attach(struct hyd_job *job, void *state);
void vb_detach(struct hyd_job *job, void *state);

/* Memory for a transfer; lock held, in all that follows. */
enum vb_answer {
  VB_HAS,     /* the transfer has it */
  VB_FULL,    /* no buffer now: ask again */
  VB_WILL_BE, /* vb_reg_granted will have the transfer; or its step is VB_REFUSED */
  VB_TOO_LONG /* only in parts of vb_copied_most bytes */
};
/* Bytes that go through one buffer. */
static inline size_t vb_copied_most(const struct vb_state *s) {
  return s->bufs.bounce.n ? VB_BOUNCE : s->bufs.send.each;
}
/* Memory of the peer, where the range has no key of it; memory of this rank. */
enum vb_answer vb_reg_remote(struct vb_state *s, struct vb_xfer *x);
enum vb_answer vb_reg_local(struct vb_state *s, struct vb_xfer *x);
/* Takes what is registered already; 1 = that is not all the transfer needs. */
int vb_reg_now(struct vb_state *s, struct vb_xfer *x);
/* Makes the keys those for the rail that the transfer is to go by; 1 = it cannot. */
int vb_reg_rail(struct vb_state *s, struct vb_xfer *x);
/* Takes a registered buffer, with the bytes of a put: VB_HAS or VB_FULL; takes this one, of those
 * for the transfer's size. */
enum vb_answer vb_reg_buffer(struct vb_state *s, struct vb_xfer *x);
void vb_reg_has_buffer(struct vb_state *s, struct vb_xfer *x, uint32_t buffer);
char *vb_reg_buffer_at(const struct vb_state *s, const struct vb_xfer *x);
/* Releases the memory. */
void vb_reg_release(struct vb_state *s, struct vb_xfer *x);
/* The next transfer that firehose has granted, or failed, since; NULL: none. */
struct vb_xfer *vb_reg_granted(struct vb_state *s);

/* --- fh_client.c ---------------------------------------------------------- */

void vb_pin_init(struct vb_state *s);
/* Opens firehose, with so many bytes, the same at all ranks. */
void vb_pin_open(struct vb_state *s, uint64_t bytes);
void vb_pin_close(struct vb_state *s);
/* Bytes that this process may pin beside its buffers. */
uint64_t vb_pinnable(struct vb_state *s);
/* fh_done: any thread. */
void vb_pin_granted(struct fh_request *r, void *xfer);
/* vb_calls.arrived */
int vb_pin_hear(struct vb_state *s, struct vb_conn *c, const struct vb_header *h);
/* The registration with a device for rails of what firehose has pinned; NULL: none. */
const struct ibv_mr *vb_pin_of(const struct vb_state *s, const struct fh_request *r,
                               const struct vb_dev *d);
/* Before this rank sends anything: peers stop using memory that is gone here. No lock held. */
static inline void vb_settle(struct vb_state *s) {
  if (hyd_unlikely(s->memory.fh_remote && s->memory.fh && !fh_is_settled(s->memory.fh)))
    fh_settle(s->memory.fh);
}

#endif
