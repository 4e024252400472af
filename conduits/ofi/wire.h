/* SPDX-License-Identifier: BSD-3-Clause
 *
 * wire.h: a message of the ofi conduit: the job's secret, then a packet (core/am/packet.h), padded
 * to a multiple of 16 bytes, so that a provider which packs messages into one buffer leaves the
 * next one aligned.
 */
#ifndef HYD_OFI_WIRE_H
#define HYD_OFI_WIRE_H

#include "core/am/packet.h"

/* Kinds of messages beside those of active messages. From HYD_OFI_CREDIT on they belong to the
 * conduit itself and run no handler. */
enum hyd_ofi_kind {
  HYD_OFI_LONG_PLACED = HYD_AM_LONG + 1, /* a long whose payload was written before */
  HYD_OFI_LONG_SOURCE, /* a long whose payload the target reads: struct hyd_ofi_source */
  HYD_OFI_CREDIT,      /* the header alone, which carries credits */
  HYD_OFI_PING,        /* the receiver answers with HYD_OFI_PONG */
  HYD_OFI_PONG,
  HYD_OFI_FETCHED,  /* the sender's buffer at `dest` has been read */
  HYD_OFI_FIREHOSE, /* the payload is a message of firehose */
  HYD_OFI_PART,     /* bytes of a message that is sent in parts */
  HYD_OFI_TRAFFIC,  /* the sender's puts and gets need the receiver's polls */
  HYD_OFI_FAREWELL, /* the last message: its completion covers injected ones before it */
  HYD_OFI_KINDS
};

struct hyd_ofi_header {
  uint64_t secret; /* the job's: messages of processes outside the job lack it */
  struct hyd_packet am;
};

struct hyd_ofi_source {
  uint64_t addr, key; /* for the RMA read */
  uint64_t buffer;    /* the buffer's address at the sender */
};

/* The offset of the payload in a message. */
static inline size_t hyd_ofi_payload_at(unsigned nargs) {
  return hyd_packet_payload_at(sizeof(struct hyd_ofi_header), nargs);
}

#define HYD_OFI_BEFORE_PAYLOAD                                                                     \
  ((sizeof(struct hyd_ofi_header) + 4u * HYD_AM_WIRE_ARGS + HYD_PACKET_ALIGN - 1) &                \
   ~(size_t)(HYD_PACKET_ALIGN - 1))
#define HYD_OFI_MEDIUM_LEAST 512u
/* Least bytes of a message. */
#define HYD_OFI_LEAST (HYD_OFI_BEFORE_PAYLOAD + HYD_OFI_MEDIUM_LEAST)

/* Bytes of the message that begins with this packet. */
static inline size_t hyd_ofi_message_size(const struct hyd_packet *p) {
  size_t before = hyd_ofi_payload_at(p->nargs);
  if (p->kind == HYD_OFI_LONG_PLACED) return before;
  return before + hyd_packet_round(p->kind == HYD_OFI_LONG_SOURCE ? sizeof(struct hyd_ofi_source)
                                                                  : p->nbytes);
}

/* Whether `size` bytes that begin with this packet can be a message. */
static inline int hyd_ofi_is_plausible(const struct hyd_packet *p, size_t size, uint32_t ranks) {
  return hyd_packet_is_plausible(p, ranks, UINT32_MAX / 2) && p->kind < HYD_OFI_KINDS &&
         (p->kind < HYD_OFI_CREDIT || p->kind == HYD_OFI_FIREHOSE || p->kind == HYD_OFI_PART ||
          p->nbytes == 0) &&
         size == hyd_ofi_message_size(p);
}

#endif
