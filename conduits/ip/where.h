/* SPDX-License-Identifier: BSD-3-Clause
 *
 * where.h: by which addresses of this host the other ranks may reach this one, as far as this
 * host's kernel knows. No packet is sent.
 */
#ifndef HYD_IP_WHERE_H
#define HYD_IP_WHERE_H

#include "conduits/ip/address.h"

/* Finds the addresses (with port 0). `wanted`: an address of this host; the network of one, as
 * 192.168.0.0 or 10.1.0.0/16 or fd00::/64; or the name of an interface: one address then. Empty: if
 * `alone`, all ranks being here, the loopback's. Else all others: first that by which ssh came,
 * then that of the default route's interface, then the rest; the loopback's if there are none. 0,
 * or -1 with a line in `why`. */
int hyd_ip_where(const char *wanted, int alone, struct hyd_ip_places *p, char *why, size_t size);
/* The address that a packet to `to` would be sent from; none is sent. 0, or -1: there is no
 * route. */
int hyd_ip_source(const struct hyd_ip *to, struct hyd_ip *a);
/* The addresses of `here` by which the other host may be reached, a bit for each: the kernel would
 * send from the address to one of that host, or both are in one network. Addresses that both hosts
 * have, as those of containers' bridges, are none. */
uint32_t hyd_ip_ways(const struct hyd_ip_places *here, const struct hyd_ip_places *there);

#endif
