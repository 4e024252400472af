/* SPDX-License-Identifier: BSD-3-Clause
 *
 * memory_keys.h: gets the keys of registered memory for transfers: of segments, by firehose, of
 * buffers (memory_keys.c); and firehose's client (fh_client.c).
 */
#ifndef HYD_IBV_MEMORY_KEYS_H
#define HYD_IBV_MEMORY_KEYS_H

#include "conduits/ibv/transfers.h"

/* --- memory_keys.c -------------------------------------------------------- */

/* hyd_conduit.attach and detach. */
int hyd_ibv_attach(struct hyd_job *job, void *state);
void hyd_ibv_detach(struct hyd_job *job, void *state);

/* The result of a call that gets memory for a transfer. Callers hold the lock, from here on. */
enum hyd_ibv_answer {
  HYD_IBV_HAS,     /* the transfer has the key */
  HYD_IBV_FULL,    /* no buffer is free: call again */
  HYD_IBV_WILL_BE, /* hyd_ibv_keys_granted will return the transfer; or its step is HYD_IBV_REFUSED
                    */
  HYD_IBV_TOO_LONG /* divide the transfer into parts of hyd_ibv_copied_most bytes */
};
/* Most bytes that one buffer holds. */
static inline size_t hyd_ibv_copied_most(const struct hyd_ibv *s) {
  return s->bufs.bounce.n ? HYD_IBV_BOUNCE : s->bufs.send.each;
}
/* Gets a key of the peer's memory from firehose. */
enum hyd_ibv_answer hyd_ibv_keys_remote(struct hyd_ibv *s, struct hyd_ibv_xfer *x);
/* Gets a key of the local memory: the segment's, firehose's, or a buffer's. */
enum hyd_ibv_answer hyd_ibv_keys_local(struct hyd_ibv *s, struct hyd_ibv_xfer *x);
/* 1: all memory of the transfer is registered already, and the transfer holds its keys. */
int hyd_ibv_keys_now(struct hyd_ibv *s, struct hyd_ibv_xfer *x);
/* Replaces the keys by those for the transfer's rail. 1: the rail has no key of the memory. */
int hyd_ibv_keys_rail(struct hyd_ibv *s, struct hyd_ibv_xfer *x);
/* Gets a registered buffer, with a copy of a put's bytes: HYD_IBV_HAS or HYD_IBV_FULL. */
enum hyd_ibv_answer hyd_ibv_keys_buffer(struct hyd_ibv *s, struct hyd_ibv_xfer *x);
/* Has the transfer use a buffer that the caller got from the pool for its size. */
void hyd_ibv_keys_set_buffer(struct hyd_ibv *s, struct hyd_ibv_xfer *x, uint32_t buffer);
/* The address of the transfer's buffer. */
char *hyd_ibv_keys_buffer_at(const struct hyd_ibv *s, const struct hyd_ibv_xfer *x);
/* Releases the keys and the buffer. */
void hyd_ibv_keys_release(struct hyd_ibv *s, struct hyd_ibv_xfer *x);
/* The next transfer that firehose has granted or refused; NULL: none. */
struct hyd_ibv_xfer *hyd_ibv_keys_granted(struct hyd_ibv *s);

/* --- fh_client.c ---------------------------------------------------------- */

/* Chooses the strategy. */
void hyd_ibv_fh_init(struct hyd_ibv *s);
/* Opens firehose; `bytes`: most bytes that it may pin, the same at all ranks. */
void hyd_ibv_fh_open(struct hyd_ibv *s, uint64_t bytes);
void hyd_ibv_fh_close(struct hyd_ibv *s);
/* Bytes that this process may pin beside its buffers. */
uint64_t hyd_ibv_fh_pinnable(struct hyd_ibv *s);
/* Gives a received message to firehose. Not 0: firehose refuses it. */
int hyd_ibv_fh_take(struct hyd_ibv *s, struct hyd_ibv_conn *c, const struct hyd_ibv_header *h);
/* The registration of pinned memory with a device for rails; NULL: none. */
const struct ibv_mr *hyd_ibv_fh_of(const struct hyd_ibv *s, const struct fh_request *r,
                                   const struct hyd_ibv_device *d);
/* To be called before this rank sends anything: waits until peers have stopped using memory that
 * this rank has unmapped. No lock held. */
static inline void hyd_ibv_settle(struct hyd_ibv *s) {
  if (hyd_unlikely(s->memory.fh_remote && s->memory.client.fh &&
                   !fh_is_settled(s->memory.client.fh)))
    fh_settle(s->memory.client.fh);
}

#endif
