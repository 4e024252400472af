/* SPDX-License-Identifier: BSD-3-Clause
 *
 * offer.h: the addresses of a host as it tells them to all others before any is known to work, and
 * which of the others look at them.
 */
#ifndef HYD_IP_OFFER_H
#define HYD_IP_OFFER_H

#include "conduits/ip/address.h"

struct hyd_ip_offer {
  uint16_t port;        /* in network order */
  uint8_t v4, v6;       /* how many addresses of IPv4 and of IPv6 */
  unsigned char ip[28]; /* the addresses, IPv4 first */
};
/* Keeps the first of the addresses, as many as an offer has room for, and puts those of IPv4 first,
 * so that an address has the same number on all hosts. */
void hyd_ip_offer_cut(struct hyd_ip_places *p);
void hyd_ip_offer_write(struct hyd_ip_offer *o, const struct hyd_ip_places *p);
/* The places have no interfaces and networks. */
void hyd_ip_offer_read(const struct hyd_ip_offer *o, struct hyd_ip_places *p);

/* The numbers of the hosts that host `me` of n tries to reach, at most HYD_IP_PARTNERS; returns how
 * many. All if they are few, else those at distances of powers of two: each tries `me`, too. */
#define HYD_IP_PARTNERS 64u
uint32_t hyd_ip_partners(uint32_t me, uint32_t n, uint32_t partner[HYD_IP_PARTNERS]);

#endif
