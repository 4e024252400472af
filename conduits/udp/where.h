/* SPDX-License-Identifier: BSD-3-Clause
 *
 * where.h: by which address of this host the other ranks shall reach this one.
 */
#ifndef HYD_UDP_WHERE_H
#define HYD_UDP_WHERE_H

#include "conduits/udp/socket.h"

/* Chooses an address (port 0). `wanted`: an address of this host; the network of one, as
 * 192.168.0.0 or 10.1.0.0/16 or fd00::/64; or the name of an interface. Empty: the loopback's if
 * `alone`, all ranks being here; else that by which ssh came; else that of the interface that the
 * default route takes, or any. 0, or -1 with a line in `why`. */
int hyd_udp_where(const char *wanted, int alone, struct udp_address *at, char *why, size_t size);

#endif
