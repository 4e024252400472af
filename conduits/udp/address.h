/* SPDX-License-Identifier: BSD-3-Clause
 *
 * address.h: addresses of IP with a port.
 */
#ifndef HYD_UDP_ADDRESS_H
#define HYD_UDP_ADDRESS_H

#include <netinet/in.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>

/* Where a rank is: small, because there is one for every rank of the job. */
struct udp_address {
  uint16_t family, port; /* port in network order */
  unsigned char ip[16];
  uint32_t scope; /* the interface of this host by which an IPv6 address of the link is reached */
};

/* Addresses of a host, the best first. */
#define UDP_PLACES 7u
struct udp_places {
  unsigned n;
  struct udp_address at[UDP_PLACES];
  char interface[UDP_PLACES][16];
};

/* The kernel's form. */
union udp_kernel_address {
  struct sockaddr any;
  struct sockaddr_in v4;
  struct sockaddr_in6 v6;
};

static inline socklen_t udp_to_kernel(const struct udp_address *a, union udp_kernel_address *k) {
  memset(k, 0, sizeof *k);
  k->any.sa_family = a->family;
  if (a->family == AF_INET6) {
    memcpy(&k->v6.sin6_addr, a->ip, 16);
    k->v6.sin6_port = a->port;
    k->v6.sin6_scope_id = a->scope;
    return sizeof k->v6;
  }
  memcpy(&k->v4.sin_addr, a->ip, 4);
  k->v4.sin_port = a->port;
  return sizeof k->v4;
}

static inline void udp_from_kernel(const union udp_kernel_address *k, struct udp_address *a) {
  memset(a, 0, sizeof *a);
  a->family = k->any.sa_family;
  a->port = a->family == AF_INET6 ? k->v6.sin6_port : k->v4.sin_port;
  if (a->family == AF_INET6) {
    memcpy(a->ip, &k->v6.sin6_addr, 16);
    a->scope = k->v6.sin6_scope_id;
  } else {
    memcpy(a->ip, &k->v4.sin_addr, 4);
  }
}

/* Reads "192.168.0.1", "fe80::1"; 0, or -1. */
int hyd_udp_address_parse(const char *text, struct udp_address *a);
/* "192.168.0.1:80", "[fe80::1%eth0]:80"; how long it is. */
int hyd_udp_address_text(const struct udp_address *a, char *text, size_t size);

/* Whether they are the same address, whatever their ports. */
static inline int udp_address_is(const struct udp_address *a, const struct udp_address *b) {
  return a->family == b->family && memcmp(a->ip, b->ip, a->family == AF_INET6 ? 16 : 4) == 0;
}
/* Whether it is of one link only. */
static inline int udp_is_link_local(const struct udp_address *a) {
  return a->family == AF_INET6 ? a->ip[0] == 0xfe && (a->ip[1] & 0xc0) == 0x80
                               : a->ip[0] == 169 && a->ip[1] == 254;
}

#endif
