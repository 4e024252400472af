/* SPDX-License-Identifier: BSD-3-Clause
 *
 * wire.h: a message of the ofi conduit: the job's secret, and a packet (core/am/packet.h) with
 * padding behind it: messages have multiples of 16 bytes, so that a provider which packs them
 * leaves the next one aligned.
 */
#ifndef HYD_OFI_WIRE_H
#define HYD_OFI_WIRE_H

#include "core/am/packet.h"

/* Kinds of messages beside active messages with their payloads. */
enum hyd_ofi_kind {
  HYD_OFI_LONG_PLACED = HYD_AM_LONG + 1, /* whose payload was written before */
  HYD_OFI_LONG_SOURCE,                   /* whose payload is to be read: struct hyd_ofi_source */
  HYD_OFI_CREDIT,                        /* the header alone: from here on of the library's own */
  HYD_OFI_PING,                          /* to be answered by */
  HYD_OFI_PONG,
  HYD_OFI_FETCHED,  /* the buffer at `dest` is not needed any more */
  HYD_OFI_FIREHOSE, /* with a payload */
  HYD_OFI_FAREWELL, /* the last one: what was sent before it has gone, too */
  HYD_OFI_KINDS
};

struct hyd_ofi_header {
  uint64_t secret; /* the job's; messages of other processes, which may reach the port, lack it */
  struct hyd_packet am;
};

struct hyd_ofi_source {
  uint64_t addr, key; /* as RMA has them */
  uint64_t buffer;    /* as the sender has it */
};

/* The offset of the payload. */
static inline size_t hyd_ofi_payload_at(unsigned nargs) {
  return hyd_packet_payload_at(sizeof(struct hyd_ofi_header), nargs);
}

#define HYD_OFI_BEFORE_PAYLOAD                                                                     \
  ((sizeof(struct hyd_ofi_header) + 4u * HYD_AM_WIRE_ARGS + HYD_PACKET_ALIGN - 1) &                \
   ~(size_t)(HYD_PACKET_ALIGN - 1))
#define HYD_OFI_MEDIUM_LEAST 512u
#define HYD_OFI_LEAST (HYD_OFI_BEFORE_PAYLOAD + HYD_OFI_MEDIUM_LEAST) /* bytes of a message */

/* Bytes of a message that begins so. */
static inline size_t hyd_ofi_message_size(const struct hyd_packet *p) {
  size_t before = hyd_ofi_payload_at(p->nargs);
  if (p->kind == HYD_OFI_LONG_PLACED) return before;
  return before + hyd_packet_round(p->kind == HYD_OFI_LONG_SOURCE ? sizeof(struct hyd_ofi_source)
                                                                  : p->nbytes);
}

/* are a message, as far as its header says. */
static inline int hyd_ofi_plausible(const struct hyd_packet *p, size_t size, uint32_t ranks) {
  return hyd_packet_is_plausible(p, ranks, UINT32_MAX / 2) && p->kind < HYD_OFI_KINDS &&
         (p->kind < HYD_OFI_CREDIT || p->kind == HYD_OFI_FIREHOSE || p->nbytes == 0) &&
         size == hyd_ofi_message_size(p);
}

#endif
