/* SPDX-License-Identifier: BSD-3-Clause
 *
 * udp_bytes.h: how many bytes the udp conduit sends for a message that travels alone: its record,
 * in as many datagrams as it needs (wire.h). Above UDP: not the headers of UDP and IP.
 */
#ifndef HYD_SIM_UDP_BYTES_H
#define HYD_SIM_UDP_BYTES_H

#include "conduits/udp/wire.h"

static inline size_t udp_bytes_datagrams(size_t mtu, size_t record) {
  size_t body = udp_max_body(mtu, UDP_UMAC_TAG);
  return record ? (record + body - 1) / body : 1;
}
static inline size_t udp_bytes_of_record(size_t mtu, size_t record) {
  return record + udp_bytes_datagrams(mtu, record) * (sizeof(struct udp_head) + UDP_UMAC_TAG);
}
static inline size_t udp_bytes(size_t mtu, unsigned kind, unsigned nargs, size_t payload) {
  return udp_bytes_of_record(mtu, udp_record_head(kind, nargs) +
                                      (udp_has_payload(kind) ? udp_pad(payload) : 0));
}

#endif
