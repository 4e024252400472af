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

enum vb_step { VB_WANTS_REMOTE, VB_WANTS_LOCAL, VB_WANTS_ROOM, VB_UNDER_WAY, VB_REFUSED };
enum vb_local {
  VB_LOCAL_OUTSIDE, /* of the segment: neither firehose's memory nor a buffer yet */
  VB_LOCAL_INLINE,
  VB_LOCAL_SEGMENT,
  VB_LOCAL_PINNED,
  VB_LOCAL_SMALL,
  VB_LOCAL_BOUNCE
};

/* The bytes of a transfer, or of a part of one, and the keys of their memory. */
struct vb_range {
  char *local; /* where the bytes are, or go to in the end */
  uintptr_t remote;
  size_t n;
  struct hyd_op *op;   /* one part of the operation; NULL: there is none */
  uint32_t lkey, rkey; /* rkey 0: firehose has to be asked for the peer's memory */
  uint8_t is_get, how; /* how: enum vb_local */
};

/* The only look-up of where `local` is: neither the transfer nor its parts look again. `rkey`: of
 * the peer's segment, or 0. */
static inline struct vb_range vb_range_of(const struct vb_state *s, uint32_t rkey, int is_get,
                                          char *local, uintptr_t remote, size_t n,
                                          struct hyd_op *op) {
  struct vb_range r = {local, remote, n, op, 0, rkey, (uint8_t)is_get, VB_LOCAL_OUTSIDE};
  if (!is_get && n <= s->dev.inline_max) {
    r.how = VB_LOCAL_INLINE;
  } else if (vb_in_segment(s, local, n)) {
    r.how = VB_LOCAL_SEGMENT;
    r.lkey = s->dev.segment_mr->lkey;
  }
  return r;
}

/* n of its bytes, from `at` on. */
static inline struct vb_range vb_range_part(const struct vb_state *s, const struct vb_range *whole,
                                            size_t at, size_t n) {
  struct vb_range r = *whole;
  r.local += at;
  r.remote += at;
  r.n = n;
  if (!r.is_get && n <= s->dev.inline_max) r.how = VB_LOCAL_INLINE;
  return r;
}

struct vb_xfer {
  struct vb_xfer *next;
  struct vb_state *state;
  struct vb_conn *conn, *via; /* via: conn, or the rail that the transfer goes by */
  struct vb_range r;
  uint32_t buffer;
  uint8_t step;       /* enum vb_step */
  uint8_t has_remote; /* `there` is to be released */
  uint8_t no_pin;     /* the memory here cannot be pinned */
  struct fh_request here, there;
};

/* --- transfers.c: lock held ----------------------------------------------- */

struct vb_xfer *vb_xfer_of(struct vb_state *s, struct vb_conn *c, const struct vb_range *r);
/* The transfer has its keys, and there is room. */
void vb_xfer_post(struct vb_state *s, struct vb_xfer *x);
/* The transfer is not needed any more, whatever it holds. */
void vb_xfer_drop(struct vb_state *s, struct vb_xfer *x);
/* vb_calls.ended */
void vb_xfer_done(struct vb_state *s, void *xfer, uint32_t unused);
/* Whether so many bytes may be one work request at once. */
#define VB_DIRECT_MOST 8191u /* more may go by several queue pairs */
static inline int vb_is_direct(const struct vb_state *s, int is_get, size_t n) {
  return n <= VB_DIRECT_MOST && !s->dev.is_siw && (!is_get || n <= s->dev.read_max);
}
/* Starts a transfer that needs no struct: inline data, or memory that is registered as a whole on
 * both sides. 1 = it is not such. */
int vb_start_direct(struct vb_state *s, struct vb_conn *c, const struct vb_range *r,
                    enum vb_after after);
/* The payload of a long, which a message will follow: as hyd_conduit_ops.am_send has it. There is
 * room. 1 = no buffer. */
int vb_write_long(struct vb_state *s, struct vb_conn *c, void *dest, const void *src, size_t n,
                  struct hyd_op *local);

/* --- fallback_am.c -------------------------------------------------------- */

/* The peer has no room to pin the transfer's memory. Lock held. */
void vb_refuse(struct vb_state *s, struct vb_xfer *x);
void vb_refused_open(struct vb_state *s);

/* --- rma.c ---------------------------------------------------------------- */

int vb_put(struct hyd_job *job, void *state, uint32_t peer, void *dest, const void *src, size_t n,
           struct hyd_op *op, int stable);
int vb_get(struct hyd_job *job, void *state, uint32_t peer, void *dest, const void *src, size_t n,
           struct hyd_op *op);
/* Goes on with transfers that waited for room, or for memory. Lock held. */
void vb_xfers_go(struct vb_state *s);

/* --- blocking.c ----------------------------------------------------------- */

struct hyd_op *vb_at_once(void *state, uint32_t peer, int is_put, void *remote, void *local,
                          size_t n);
int vb_ends(void *state, const _Atomic uint32_t *pending);

/* --- atomic.c ------------------------------------------------------------- */

int vb_has_atomics(struct hyd_job *job, void *state);
int vb_atomic(struct hyd_job *job, void *state, uint32_t peer, void *addr,
              const struct hyd_atomic *a, struct hyd_op *op);
/* vb_calls.ended */
void vb_atomic_done(struct vb_state *s, void *op, uint32_t cell);

#endif
