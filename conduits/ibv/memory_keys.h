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
int hyd_ibv_attach(struct hyd_job *job, void *state);
void hyd_ibv_detach(struct hyd_job *job, void *state);

/* Memory for a transfer; lock held, in all that follows. */
enum hyd_ibv_answer {
  HYD_IBV_HAS,     /* the transfer has it */
  HYD_IBV_FULL,    /* no buffer now: ask again */
  HYD_IBV_WILL_BE, /* hyd_ibv_keys_granted will have the transfer; or its step is HYD_IBV_REFUSED */
  HYD_IBV_TOO_LONG /* only in parts of hyd_ibv_copied_most bytes */
};
/* Bytes that go through one buffer. */
static inline size_t hyd_ibv_copied_most(const struct hyd_ibv *s) {
  return s->bufs.bounce.n ? HYD_IBV_BOUNCE : s->bufs.send.each;
}
/* Memory of the peer, where the range has no key of it; memory of this rank. */
enum hyd_ibv_answer hyd_ibv_keys_remote(struct hyd_ibv *s, struct hyd_ibv_xfer *x);
enum hyd_ibv_answer hyd_ibv_keys_local(struct hyd_ibv *s, struct hyd_ibv_xfer *x);
/* 1: all memory of the transfer is registered already, and the transfer holds its keys. */
int hyd_ibv_keys_now(struct hyd_ibv *s, struct hyd_ibv_xfer *x);
/* Makes the keys those for the rail that the transfer is to go by; 1 = it cannot. */
int hyd_ibv_keys_rail(struct hyd_ibv *s, struct hyd_ibv_xfer *x);
/* Takes a registered buffer, with the bytes of a put: HYD_IBV_HAS or HYD_IBV_FULL; takes this one,
 * of those for the transfer's size. */
enum hyd_ibv_answer hyd_ibv_keys_buffer(struct hyd_ibv *s, struct hyd_ibv_xfer *x);
void hyd_ibv_keys_set_buffer(struct hyd_ibv *s, struct hyd_ibv_xfer *x, uint32_t buffer);
char *hyd_ibv_keys_buffer_at(const struct hyd_ibv *s, const struct hyd_ibv_xfer *x);
/* Releases the memory. */
void hyd_ibv_keys_release(struct hyd_ibv *s, struct hyd_ibv_xfer *x);
/* The next transfer that firehose has granted, or failed, since; NULL: none. */
struct hyd_ibv_xfer *hyd_ibv_keys_granted(struct hyd_ibv *s);

/* --- fh_client.c ---------------------------------------------------------- */

void hyd_ibv_fh_init(struct hyd_ibv *s);
/* Opens firehose, with so many bytes, the same at all ranks. */
void hyd_ibv_fh_open(struct hyd_ibv *s, uint64_t bytes);
void hyd_ibv_fh_close(struct hyd_ibv *s);
/* Bytes that this process may pin beside its buffers. */
uint64_t hyd_ibv_fh_pinnable(struct hyd_ibv *s);
/* A message of firehose's; not 0: it cannot be dealt with. */
int hyd_ibv_fh_take(struct hyd_ibv *s, struct hyd_ibv_conn *c, const struct hyd_ibv_header *h);
/* The registration with a device for rails of what firehose has pinned; NULL: none. */
const struct ibv_mr *hyd_ibv_fh_of(const struct hyd_ibv *s, const struct fh_request *r,
                                   const struct hyd_ibv_device *d);
/* Before this rank sends anything: peers stop using memory that this rank has unmapped. No lock
 * held. */
static inline void hyd_ibv_settle(struct hyd_ibv *s) {
  if (hyd_unlikely(s->memory.fh_remote && s->memory.client.fh &&
                   !fh_is_settled(s->memory.client.fh)))
    fh_settle(s->memory.client.fh);
}

#endif
