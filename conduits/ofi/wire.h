/* SPDX-License-Identifier: BSD-3-Clause
 *
 * wire.h: a message of the ofi conduit, in the byte order of the machine (all hosts of a job have
 * the same): struct hyd_ofi_header, arguments, padding, payload, padding. Messages have multiples
 * of 8 bytes, so that a provider which packs them leaves the next one aligned.
 */
#ifndef HYD_OFI_WIRE_H
#define HYD_OFI_WIRE_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/core.h"

enum hyd_ofi_kind {
  HYD_OFI_SHORT,
  HYD_OFI_MEDIUM,
  HYD_OFI_LONG,        /* with its payload */
  HYD_OFI_LONG_PLACED, /* whose payload was written before */
  HYD_OFI_LONG_SOURCE, /* whose payload is to be read: struct hyd_ofi_source */
  HYD_OFI_CREDIT,      /* the header alone: from here on of the library's own */
  HYD_OFI_PING,        /* to be answered by */
  HYD_OFI_PONG,
  HYD_OFI_FETCHED,  /* the buffer at `dest` is not needed any more */
  HYD_OFI_FIREHOSE, /* with a payload */
  HYD_OFI_FAREWELL, /* the last one: what was sent before it has gone, too */
  HYD_OFI_KINDS
};

struct hyd_ofi_header {
  uint64_t secret; /* the job's; messages of other processes, which may reach the port, lack it */
  uint64_t dest;   /* longs */
  uint32_t src;    /* rank */
  uint32_t taken;  /* requests of the receiver that the sender has dealt with: the low half */
  uint32_t nbytes;
  uint8_t kind, is_request, handler, nargs;
};
_Static_assert(sizeof(struct hyd_ofi_header) == 32, "no padding");

struct hyd_ofi_source {
  uint64_t addr, key; /* as RMA has them */
  uint64_t buffer;    /* as the sender has it */
};

#define HYD_OFI_ALIGN 16u
static inline size_t hyd_ofi_round(size_t n) {
  return (n + HYD_OFI_ALIGN - 1) & ~(size_t)(HYD_OFI_ALIGN - 1);
}

/* The offset of the payload. */
static inline size_t hyd_ofi_payload_at(unsigned nargs) {
  return hyd_ofi_round(sizeof(struct hyd_ofi_header) + 4u * nargs);
}

#define HYD_OFI_BEFORE_PAYLOAD (sizeof(struct hyd_ofi_header) + 4u * HYD_AM_MAX_ARGS)

/* Bytes of a message with this header. */
static inline size_t hyd_ofi_message_size(const struct hyd_ofi_header *h) {
  size_t before = hyd_ofi_payload_at(h->nargs);
  if (h->kind == HYD_OFI_LONG_PLACED) return before;
  return before +
         hyd_ofi_round(h->kind == HYD_OFI_LONG_SOURCE ? sizeof(struct hyd_ofi_source) : h->nbytes);
}

/* are a message, as far as its header says. */
static inline int hyd_ofi_plausible(const struct hyd_ofi_header *h, size_t size, uint32_t ranks) {
  if (h->kind >= HYD_OFI_KINDS || h->nargs > HYD_AM_MAX_ARGS || h->is_request > 1 ||
      h->src >= ranks || h->nbytes > UINT32_MAX / 2)
    return 0;
  if ((h->kind == HYD_OFI_SHORT || h->kind >= HYD_OFI_CREDIT) && h->kind != HYD_OFI_FIREHOSE &&
      h->nbytes)
    return 0;
  return size == hyd_ofi_message_size(h);
}

#endif
