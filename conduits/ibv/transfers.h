/* SPDX-License-Identifier: BSD-3-Clause
 *
 * transfers.h: a transfer between memory here and at a peer is one work request, and what has to be
 * done before and after it. It needs, in this order:
 *
 *   memory of the peer   the peer's registered segment, or a firehose
 *   memory here          inline data, this rank's registered segment, memory that firehose pins, or
 *                        a registered buffer and a copy
 *   room                 in the send queue of the connection
 *
 * Each may have to be waited for. Memory of the peer comes first, because a transfer that holds
 * memory here must not wait for other ranks.
 */
#ifndef HYD_IBV_TRANSFERS_H
#define HYD_IBV_TRANSFERS_H

#include "conduits/ibv/send_queue.h"

enum hyd_ibv_step {
  HYD_IBV_WANTS_REMOTE,
  HYD_IBV_WANTS_LOCAL,
  HYD_IBV_WANTS_ROOM,
  HYD_IBV_UNDER_WAY,
  HYD_IBV_REFUSED
};
enum hyd_ibv_local {
  HYD_IBV_LOCAL_OUTSIDE, /* of the segment: neither firehose's memory nor a buffer yet */
  HYD_IBV_LOCAL_INLINE,
  HYD_IBV_LOCAL_SEGMENT,
  HYD_IBV_LOCAL_PINNED,
  HYD_IBV_LOCAL_SMALL,
  HYD_IBV_LOCAL_BOUNCE
};

/* The bytes of a transfer, or of a part of one, and the keys of their memory. */
struct hyd_ibv_range {
  char *local; /* where the bytes are, or go to in the end */
  uintptr_t remote;
  size_t n;
  struct hyd_op *op;   /* one part of the operation; NULL: there is none */
  uint32_t lkey, rkey; /* rkey 0: firehose has to be asked for the peer's memory */
  uint8_t is_get, how; /* how: enum hyd_ibv_local */
};

/* The only look-up of where `local` is: neither the transfer nor its parts look again. `rkey`: of
 * the peer's segment, or 0. */
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
  struct hyd_ibv_conn *conn, *via; /* via: conn, or the rail that the transfer goes by */
  struct hyd_ibv_range r;
  uint32_t buffer;
  uint8_t step;       /* enum hyd_ibv_step */
  uint8_t has_remote; /* `there` is to be released */
  uint8_t no_pin;     /* the memory here cannot be pinned */
  struct fh_request here, there;
};

/* --- transfers.c: lock held ----------------------------------------------- */

struct hyd_ibv_xfer *hyd_ibv_xfer_of(struct hyd_ibv *s, struct hyd_ibv_conn *c,
                                     const struct hyd_ibv_range *r);
/* The transfer has its keys, and there is room. */
void hyd_ibv_xfer_post(struct hyd_ibv *s, struct hyd_ibv_xfer *x);
/* The transfer is not needed any more, whatever it holds. */
void hyd_ibv_xfer_drop(struct hyd_ibv *s, struct hyd_ibv_xfer *x);
/* Its work request has ended; hyd_ibv_calls.ended. */
void hyd_ibv_xfer_done(struct hyd_ibv *s, void *xfer, uint32_t unused);
/* Whether so many bytes may be one work request at once. */
#define HYD_IBV_DIRECT_MOST 8191u /* more may go by several queue pairs */
static inline int hyd_ibv_is_direct(const struct hyd_ibv *s, int is_get, size_t n) {
  return n <= HYD_IBV_DIRECT_MOST && !s->dev.is_siw && (!is_get || n <= s->dev.read_max);
}
/* Starts a transfer that needs no struct: inline data, or memory that is registered as a whole on
 * both sides. 1 = it is not such. */
int hyd_ibv_start_direct(struct hyd_ibv *s, struct hyd_ibv_conn *c, const struct hyd_ibv_range *r,
                         enum hyd_ibv_after after);
/* The payload of a long, which a message will follow: as hyd_conduit_ops.am_send has it. There is
 * room. 1 = no buffer. */
int hyd_ibv_write_long(struct hyd_ibv *s, struct hyd_ibv_conn *c, void *dest, const void *src,
                       size_t n, struct hyd_op *local);

/* --- rma.c ---------------------------------------------------------------- */

int hyd_ibv_put(struct hyd_job *job, void *state, uint32_t peer, void *dest, const void *src,
                size_t n, struct hyd_op *op, int stable);
int hyd_ibv_get(struct hyd_job *job, void *state, uint32_t peer, void *dest, const void *src,
                size_t n, struct hyd_op *op);
/* Makes polls carry on with transfers that peers cannot pin the memory for. */
void hyd_ibv_fallback_open(struct hyd_ibv *s);
/* Goes on with transfers that waited for room, or for memory. Lock held. */
void hyd_ibv_xfers_go(struct hyd_ibv *s);

/* --- blocking.c ----------------------------------------------------------- */

struct hyd_op *hyd_ibv_at_once(void *state, uint32_t peer, int is_put, void *remote, void *local,
                               size_t n);
int hyd_ibv_ends(void *state, const _Atomic uint32_t *pending);

/* --- atomic.c ------------------------------------------------------------- */

int hyd_ibv_has_atomics(struct hyd_job *job, void *state);
int hyd_ibv_atomic(struct hyd_job *job, void *state, uint32_t peer, void *addr,
                   const struct hyd_atomic *a, struct hyd_op *op);
/* The old value is in that cell. */
void hyd_ibv_atomic_done(struct hyd_ibv *s, void *op, uint32_t cell);

#endif
