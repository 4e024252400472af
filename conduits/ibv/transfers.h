/* SPDX-License-Identifier: BSD-3-Clause
 *
 * transfers.h: a transfer between memory here and at a peer: one work request, and what has to be done
 * before and after it.
 *
 *   remote memory   the peer's registered segment, or a firehose
 *   local memory    this rank's registered segment; memory that firehose pins; or a registered
 * buffer, and a copy room            in the send queue of the connection
 *
 * Each in turn may have to be waited for. Memory of the peer first: whoever has memory here waits
 * for nobody.
 */
#ifndef HYD_IBV_XFER_H
#define HYD_IBV_XFER_H

#include "conduits/ibv/ibv_int.h"

enum vb_step { VB_WANTS_REMOTE, VB_WANTS_LOCAL, VB_WANTS_ROOM, VB_UNDER_WAY, VB_REFUSED };
enum vb_local {
  VB_LOCAL_OUTSIDE, /* of the segment, and no memory of firehose's nor a buffer yet */
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
  struct hyd_op *op;   /* one part of the operation; NULL: no thread waits for an operation */
  uint32_t lkey, rkey; /* rkey 0: firehose has to be asked for the peer's memory */
  uint8_t is_get, how; /* how: enum vb_local */
};

/* The only look at where `local` is: neither a transfer nor its parts look again. `rkey`: of the
 * peer's segment, or 0. */
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
  struct vb_conn *conn, *via; /* via: of the same peer, whose queue pair the transfer goes by */
  struct vb_range r;
  uint32_t buffer;
  uint8_t step;       /* enum vb_step */
  uint8_t has_remote; /* `there` is to be released */
  uint8_t no_pin;     /* its memory here cannot be pinned */
  struct fh_request here, there;
};

/* transfers.c */
struct vb_xfer *vb_xfer_of(struct vb_state *s, struct vb_conn *c, const struct vb_range *r);
/* The transfer has its keys, and there is room. */
void vb_xfer_post(struct vb_state *s, struct vb_xfer *x);
/* Whether it can be one work request, and at once. */
#define VB_DIRECT_MOST 8191u /* bytes; more may go by several queue pairs */
static inline int vb_is_direct(const struct vb_state *s, int is_get, size_t n) {
  return n <= VB_DIRECT_MOST && !s->dev.is_siw && (!is_get || n <= s->dev.read_max);
}
/* A transfer at once, without a struct: inline data, or memory that is registered as a whole on
 * both sides. 1 = not so. */
int vb_start_direct(struct vb_state *s, struct vb_conn *c, const struct vb_range *r,
                    enum vb_after after);
/* The transfer is not needed any more, whatever it has. */
void vb_xfer_drop(struct vb_state *s, struct vb_xfer *x);
/* The payload of a long, which a message will follow: as hyd_conduit_ops.am_send has it. There is
 * room. */
int vb_write_long(struct vb_state *s, struct vb_conn *c, void *dest, const void *src, size_t n,
                  struct hyd_op *local);

/* fallback_am.c: the peer has no room to pin its memory. */
void vb_refuse(struct vb_state *s, struct vb_xfer *x);
void vb_refused_open(struct vb_state *s);

/* memory_keys.c: memory of the peer, of this rank, for a transfer. */
enum vb_answer {
  VB_HAS,     /* the transfer has it */
  VB_FULL,    /* no buffer now: ask again */
  VB_WILL_BE, /* vb_reg_granted will have the transfer; or its step is VB_REFUSED */
  VB_TOO_LONG /* only in parts of vb_copied_most bytes */
};
/* Bytes that go through one buffer. */
static inline size_t vb_copied_most(const struct vb_state *s) {
  return s->bounce.n ? VB_BOUNCE : s->send.each;
}
enum vb_answer vb_reg_remote(struct vb_state *s, struct vb_xfer *x);
enum vb_answer vb_reg_local(struct vb_state *s, struct vb_xfer *x);
/* All that the transfer needs is registered already; 1 = it is not. */
int vb_reg_now(struct vb_state *s, struct vb_xfer *x);
/* The keys of its memory, which it has, at both ends of the rail that it is to go by, where they
 * are others; 1 = it cannot. */
int vb_reg_rail(struct vb_state *s, struct vb_xfer *x);
/* fh_client.c: the registration with a device for rails of what firehose has pinned; NULL: none. */
const struct ibv_mr *vb_pin_of(const struct vb_state *s, const struct fh_request *r,
                               const struct vb_dev *d);
/* A registered buffer for it; VB_HAS or VB_FULL. */
enum vb_answer vb_reg_buffer(struct vb_state *s, struct vb_xfer *x);
/* It has this one, of those for its size. */
void vb_reg_has_buffer(struct vb_state *s, struct vb_xfer *x, uint32_t buffer);
char *vb_reg_buffer_at(const struct vb_state *s, const struct vb_xfer *x);
/* It is not needed any more. */
void vb_reg_release(struct vb_state *s, struct vb_xfer *x);
/* Transfers that firehose has granted, or failed, since; NULL: none. */
struct vb_xfer *vb_reg_granted(struct vb_state *s);

#endif
