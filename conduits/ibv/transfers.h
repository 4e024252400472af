/* SPDX-License-Identifier: BSD-3-Clause
 *
 * transfers.h: a transfer between local memory and memory of a peer: one RDMA work request, with
 * the steps before and after it. A transfer needs, in this order:
 *
 *   a key of the peer's memory   of the peer's registered segment, or by a firehose
 *   a key of local memory        none (inline data), of this rank's registered segment, of memory
 *                                that firehose pins, or of a registered buffer, with a copy
 *   room                         in the send queue of the connection
 *
 * It may have to wait for each of them. The peer's memory comes first, because a transfer that
 * holds local memory must not wait for other ranks.
 */
#ifndef HYD_IBV_TRANSFERS_H
#define HYD_IBV_TRANSFERS_H

#include "conduits/ibv/send_queue.h"

/* The next step of a transfer. */
enum hyd_ibv_step {
  HYD_IBV_WANTS_REMOTE,
  HYD_IBV_WANTS_LOCAL,
  HYD_IBV_WANTS_ROOM,
  HYD_IBV_UNDER_WAY,
  HYD_IBV_REFUSED
};
/* Where the local memory of a transfer is. */
enum hyd_ibv_local {
  HYD_IBV_LOCAL_OUTSIDE, /* outside of the segment, without a key yet */
  HYD_IBV_LOCAL_INLINE,
  HYD_IBV_LOCAL_SEGMENT,
  HYD_IBV_LOCAL_PINNED,
  HYD_IBV_LOCAL_SMALL, /* a send buffer */
  HYD_IBV_LOCAL_BOUNCE /* a bounce buffer */
};

/* The memory of a transfer, or of a part of one, and its keys. */
struct hyd_ibv_range {
  char *local; /* the source of a put; the destination of a get */
  uintptr_t remote;
  size_t n;
  struct hyd_op *op;   /* the client's operation, one part of which this is; NULL: none */
  uint32_t lkey, rkey; /* rkey 0: firehose is to give the key */
  uint8_t is_get, how; /* how: enum hyd_ibv_local */
};

/* Makes a range: the only place that looks up where `local` is. `rkey`: the key of the peer's
 * segment, or 0. */
static inline struct hyd_ibv_range hyd_ibv_range_of(const struct hyd_ibv *s, uint32_t rkey,
                                                    int is_get, char *local, uintptr_t remote,
                                                    size_t n, struct hyd_op *op) {
  struct hyd_ibv_range r = {local, remote, n, op, 0, rkey, (uint8_t)is_get, HYD_IBV_LOCAL_OUTSIDE};
  if (!is_get && n <= s->dev.inline_max) {
    r.how = HYD_IBV_LOCAL_INLINE;
  } else if (hyd_ibv_in_segment(s, local, n)) {
    r.how = HYD_IBV_LOCAL_SEGMENT;
    r.lkey = s->dev.segment_mr->lkey;
  }
  return r;
}

struct hyd_ibv_xfer {
  struct hyd_ibv_xfer *next;
  struct hyd_pin_granted granted;
  struct hyd_ibv_conn *conn, *via; /* via: conn, or the rail that carries the transfer */
  struct hyd_ibv_range r;
  uint32_t buffer;               /* HYD_IBV_LOCAL_SMALL, _BOUNCE: in which the bytes are */
  uint8_t step;                  /* enum hyd_ibv_step */
  uint8_t has_remote;            /* `there` is granted, and is to be released */
  uint8_t no_pin;                /* local memory cannot be pinned */
  struct fh_request here, there; /* firehose's requests for local memory and the peer's */
};

/* --- transfers.c: lock held ----------------------------------------------- */

/* Makes a transfer. */
struct hyd_ibv_xfer *hyd_ibv_xfer_of(struct hyd_ibv *s, struct hyd_ibv_conn *c,
                                     const struct hyd_ibv_range *r);
/* Posts a transfer that has its keys, and for which there is room. */
void hyd_ibv_xfer_post(struct hyd_ibv *s, struct hyd_ibv_xfer *x);
/* Frees a transfer, with the keys and the buffer that it holds. */
void hyd_ibv_xfer_drop(struct hyd_ibv *s, struct hyd_ibv_xfer *x);
/* hyd_ibv_calls.ended: the transfer's work request has ended. */
void hyd_ibv_xfer_done(struct hyd_ibv *s, void *xfer, uint32_t unused);
#define HYD_IBV_DIRECT_MOST 8191u /* longer transfers may be striped over queue pairs */
/* Whether n bytes may be transferred by one work request without further checks. */
static inline int hyd_ibv_is_direct(const struct hyd_ibv *s, int is_get, size_t n) {
  return n <= HYD_IBV_DIRECT_MOST && !s->dev.is_siw && (!is_get || n <= s->dev.read_max);
}
/* Posts a transfer without a struct, if its keys are known: inline data, or segments that are
 * registered on both sides. 1: the transfer needs a struct. */
int hyd_ibv_start_direct(struct hyd_ibv *s, struct hyd_ibv_conn *c, const struct hyd_ibv_range *r,
                         enum hyd_ibv_after after);
/* Writes the payload of a long, which its message will follow; `local`: as m->local in
 * hyd_conduit_ops.am_send. There is room. HYD_NO_ROOM: no buffer is free. */
int hyd_ibv_write_long(struct hyd_ibv *s, struct hyd_ibv_conn *c, void *dest, const void *src,
                       size_t n, struct hyd_op *local);

/* --- rma.c ---------------------------------------------------------------- */

/* hyd_conduit_ops.put and get. */
int hyd_ibv_put(struct hyd_job *job, void *state, uint32_t peer, void *dest, const void *src,
                size_t n, struct hyd_op *op, int stable);
int hyd_ibv_get(struct hyd_job *job, void *state, uint32_t peer, void *dest, const void *src,
                size_t n, struct hyd_op *op);
/* Has polls send refused transfers by active messages (carry_on). */
void hyd_ibv_fallback_open(struct hyd_ibv *s);
/* Continues transfers that waited for room or keys, and queued messages. Lock held. */
void hyd_ibv_xfers_go(struct hyd_ibv *s);

/* --- blocking.c ----------------------------------------------------------- */

/* hyd_conduit_ops.at_once and ends. */
struct hyd_op *hyd_ibv_at_once(void *state, uint32_t peer, int is_put, void *remote, void *local,
                               size_t n);
int hyd_ibv_ends(void *state, const _Atomic uint32_t *pending);

/* --- atomic.c ------------------------------------------------------------- */

/* hyd_conduit_ops.has_atomics and atomic. */
int hyd_ibv_has_atomics(struct hyd_job *job, void *state);
int hyd_ibv_atomic(struct hyd_job *job, void *state, uint32_t peer, void *addr,
                   const struct hyd_atomic *a, struct hyd_op *op);
/* hyd_ibv_calls.ended: the old value is in the cell. */
void hyd_ibv_atomic_done(struct hyd_ibv *s, void *op, uint32_t cell);

#endif
