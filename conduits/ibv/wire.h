/* SPDX-License-Identifier: BSD-3-Clause
 *
 * wire.h: what ranks of the ibv conduit send each other, in the byte order of the machine (all
 * hosts of a job have the same):
 *
 *   messages   by reliable connections, one in a receive buffer: struct vb_header, arguments,
 * padding, payload hellos     datagrams by which two ranks connect: struct vb_hello cells credits,
 * written into the peer's memory when there is no message to carry them: struct vb_cell
 *
 * A connection has two classes of messages that need credits: the client's requests, and the
 * library's own (control). Replies need none: whoever sends a request keeps a buffer for its reply.
 */
#ifndef HYD_IBV_WIRE_H
#define HYD_IBV_WIRE_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/core.h"

#define VB_BUFFER 8320u      /* bytes of a message with all that belongs to it */
#define VB_SMALL_BUFFER 640u /* where little may be pinned */

enum vb_kind {
  VB_SHORT,
  VB_MEDIUM,
  VB_LONG,        /* its payload comes with it */
  VB_LONG_PLACED, /* its payload was written before */
  VB_CONTROL,     /* of firehose */
  VB_PART,        /* of a long's payload, to its place */
  VB_RAILS,       /* of further queue pairs */
  VB_KINDS
};
enum vb_class { VB_REQUESTS, VB_CONTROLS, VB_CLASSES };

/* Counts are of the whole life of a connection; here the low half of them. `limit`: messages of the
 * class that the receiver may have sent in all; `taken`: that the sender has dealt with, of those
 * that the receiver sent. */
struct vb_credit {
  uint32_t limit, taken;
};

struct vb_header {
  uint8_t kind, is_request, handler, nargs;
  uint32_t src;     /* rank */
  uint32_t nbytes;  /* of the payload that is here; VB_LONG_PLACED: that was written */
  uint32_t starved; /* it took the last credit of its class */
  uint64_t dest;    /* longs */
  struct vb_credit credit[VB_CLASSES];
};
_Static_assert(sizeof(struct vb_header) == 40, "no padding");

/* Where the payload is. */
static inline size_t vb_payload_at(unsigned nargs) {
  return (sizeof(struct vb_header) + 4u * nargs + 7u) & ~(size_t)7;
}

/* at most */
#define VB_BEFORE_PAYLOAD ((sizeof(struct vb_header) + 4u * HYD_AM_MAX_ARGS + 7u) & ~(size_t)7)
#define VB_MAX_PAYLOAD (VB_BUFFER - VB_BEFORE_PAYLOAD)
_Static_assert(VB_SMALL_BUFFER - VB_BEFORE_PAYLOAD >= 512,
               "the least medium that clients may expect");

/* The class whose credit it takes; VB_CLASSES: none. */
static inline enum vb_class vb_class_of(const struct vb_header *h) {
  if (h->kind >= VB_CONTROL) return VB_CONTROLS;
  return h->is_request ? VB_REQUESTS : VB_CLASSES;
}

/* Whether `size` bytes that have arrived are a message, by themselves. */
static inline int vb_plausible(const struct vb_header *h, size_t size) {
  size_t at;
  if (size < sizeof *h || h->kind >= VB_KINDS || h->nargs > HYD_AM_MAX_ARGS || h->is_request > 1)
    return 0;
  at = h->nbytes && h->kind != VB_LONG_PLACED ? vb_payload_at(h->nargs) : sizeof *h + 4u * h->nargs;
  if (h->kind == VB_LONG_PLACED) return size == at;
  if (h->kind == VB_SHORT && h->nbytes) return 0;
  return h->nbytes <= size && size == at + h->nbytes;
}

struct vb_cell {
  struct {
    _Atomic uint64_t limit, taken; /* written by the network, each at once */
  } credit[VB_CLASSES];
};
_Static_assert(sizeof(struct vb_cell) == 32, "one inline write");

#define VB_HELLO_MAGIC 0x49424859u
#define VB_TOKEN 16 /* bytes of the job's key */

struct vb_hello {
  uint32_t magic;
  uint32_t src, dst; /* ranks */
  uint32_t qpn, psn; /* of the sender's end of the connection */
  uint8_t ready;     /* the sender's end can receive from the peer's */
  uint8_t asks;      /* an answer is wanted */
  uint8_t reads;     /* RDMA reads that the sender's end can answer at a time */
  uint8_t mtu;       /* enum ibv_mtu */
  uint32_t cells_key;
  uint64_t cells; /* of the sender's credit, by rank */
  unsigned char token[VB_TOKEN];
};
_Static_assert(sizeof(struct vb_hello) == 56, "no padding");

#endif
