/* SPDX-License-Identifier: BSD-3-Clause
 *
 * wire.h: what ranks of the ibv conduit send each other, in the byte order of the machine (all
 * hosts of a job have the same):
 *
 *   messages   on reliable connections, one in a receive buffer: struct hyd_ibv_header, arguments,
 *              padding, payload
 *   hellos     by which two ranks connect: struct hyd_ibv_hello
 *   cells      credits, written into the peer's memory where no message carries them: struct
 *              hyd_ibv_cell
 *
 * A connection has two classes of messages that need credits: the client's requests, and messages
 * of the library itself (control). Replies need none: the sender of a request keeps a buffer for
 * the reply.
 */
#ifndef HYD_IBV_WIRE_H
#define HYD_IBV_WIRE_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/core.h"

#define HYD_IBV_BUFFER 8320u      /* bytes of a message */
#define HYD_IBV_SMALL_BUFFER 640u /* the same if little memory may be pinned */

enum hyd_ibv_kind {
  HYD_IBV_SHORT,
  HYD_IBV_MEDIUM,
  HYD_IBV_LONG,        /* a long with its payload */
  HYD_IBV_LONG_PLACED, /* a long whose payload was written before */
  HYD_IBV_CONTROL,     /* a message of firehose */
  HYD_IBV_PART,        /* a part of a long's payload, for `dest` */
  HYD_IBV_RAILS,       /* the sender's ends of rails (rails.c) */
  HYD_IBV_KINDS
};
enum hyd_ibv_class { HYD_IBV_REQUESTS, HYD_IBV_CONTROLS, HYD_IBV_CLASSES };

/* Credits of a class, as the low halves of counts over the life of a connection. `limit`: how many
 * messages the receiver may send in all. `taken`: how many of them the sender has handled. */
struct hyd_ibv_credit {
  uint32_t limit, taken;
};

struct hyd_ibv_header {
  uint8_t kind, is_request, handler, nargs;
  uint32_t src;     /* the sender's rank */
  uint32_t nbytes;  /* bytes of the payload; HYD_IBV_LONG_PLACED: of the payload that was written */
  uint32_t starved; /* the message took the last credit of its class */
  uint64_t dest;    /* of a long */
  struct hyd_ibv_credit credit[HYD_IBV_CLASSES];
};
_Static_assert(sizeof(struct hyd_ibv_header) == 40, "no padding");

/* The offset of the payload in a message. */
static inline size_t hyd_ibv_payload_at(unsigned nargs) {
  return (sizeof(struct hyd_ibv_header) + 4u * nargs + 7u) & ~(size_t)7;
}

static inline void *hyd_ibv_payload_of(const struct hyd_ibv_header *h) {
  return (char *)(uintptr_t)h + hyd_ibv_payload_at(h->nargs);
}

/* The offset of the payload after the most arguments. */
#define HYD_IBV_BEFORE_PAYLOAD                                                                     \
  ((sizeof(struct hyd_ibv_header) + 4u * HYD_AM_WIRE_ARGS + 7u) & ~(size_t)7)
#define HYD_IBV_MAX_PAYLOAD (HYD_IBV_BUFFER - HYD_IBV_BEFORE_PAYLOAD)
_Static_assert(HYD_IBV_SMALL_BUFFER - HYD_IBV_BEFORE_PAYLOAD >= 512,
               "the least medium that clients may expect");

/* The class whose credit the message takes; HYD_IBV_CLASSES: it takes none. */
static inline enum hyd_ibv_class hyd_ibv_class_of(const struct hyd_ibv_header *h) {
  if (h->kind >= HYD_IBV_CONTROL) return HYD_IBV_CONTROLS;
  return h->is_request ? HYD_IBV_REQUESTS : HYD_IBV_CLASSES;
}

/* Bytes of a message with this header. */
static inline size_t hyd_ibv_message_size(const struct hyd_ibv_header *h) {
  if (h->nbytes == 0 || h->kind == HYD_IBV_LONG_PLACED) return sizeof *h + 4u * h->nargs;
  return hyd_ibv_payload_at(h->nargs) + h->nbytes;
}

/* Whether `size` bytes that begin with this header can be a message. */
static inline int hyd_ibv_is_plausible(const struct hyd_ibv_header *h, size_t size) {
  if (size < sizeof *h || h->kind >= HYD_IBV_KINDS || h->nargs > HYD_AM_WIRE_ARGS ||
      h->is_request > 1)
    return 0;
  if (h->kind == HYD_IBV_SHORT && h->nbytes) return 0;
  return size == hyd_ibv_message_size(h);
}

/* Memory into which a peer writes credits (struct hyd_ibv_credit, whole counts). */
struct hyd_ibv_cell {
  struct {
    _Atomic uint64_t limit, taken; /* the device writes each word atomically */
  } credit[HYD_IBV_CLASSES];
};
_Static_assert(sizeof(struct hyd_ibv_cell) == 32, "one inline write");

#define HYD_IBV_HELLO_MAGIC 0x49424859u
#define HYD_IBV_TOKEN 16 /* bytes of the job's key */

struct hyd_ibv_hello {
  uint32_t magic;
  uint32_t src, dst; /* ranks */
  uint32_t qpn, psn; /* the sender's queue pair and its first packet number */
  uint8_t ready;     /* the sender's end can receive from the peer's */
  uint8_t asks;      /* the receiver is to answer */
  uint8_t reads;     /* most RDMA reads that the sender's end can answer at a time */
  uint8_t mtu;       /* enum ibv_mtu */
  uint32_t cells_key;
  uint64_t cells; /* address of the sender's cells, by rank */
  unsigned char token[HYD_IBV_TOKEN];
};
_Static_assert(sizeof(struct hyd_ibv_hello) == 56, "no padding");

/* Whether a hello is of the job with this key, for this rank of so many, and can be right: mtu is
 * IBV_MTU_256 to IBV_MTU_4096. */
static inline int hyd_ibv_hello_is_plausible(const struct hyd_ibv_hello *h, uint32_t rank,
                                             uint32_t ranks, const unsigned char *key) {
  return h->magic == HYD_IBV_HELLO_MAGIC && h->dst == rank && h->src < ranks && h->mtu >= 1 &&
         h->mtu <= 5 && memcmp(h->token, key, HYD_IBV_TOKEN) == 0;
}

#endif
