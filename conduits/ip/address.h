/* SPDX-License-Identifier: BSD-3-Clause
 *
 * address.h: addresses of IP with a port, those of a host, and their text.
 */
#ifndef HYD_IP_ADDRESS_H
#define HYD_IP_ADDRESS_H

#include <netinet/in.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>

/* Where a rank is: small, because there is one for every rank of the job. */
struct hyd_ip {
  uint8_t family, note; /* note: the conduit's, none at first */
  uint16_t port;        /* in network order */
  unsigned char ip[16];
  uint32_t scope; /* the interface of this host by which an IPv6 address of the link is reached */
};

/* Addresses of a host, the best first. */
#define HYD_IP_PLACES 7u
struct hyd_ip_places {
  unsigned n;
  struct hyd_ip at[HYD_IP_PLACES];
  char interface[HYD_IP_PLACES][16]; /* names; known on this host alone, as are `bits` */
  unsigned char bits[HYD_IP_PLACES]; /* prefix length of the address's network; 0: not known */
};

enum hyd_ip_family { HYD_IP_V4, HYD_IP_V6, HYD_IP_FAMILIES };
static inline enum hyd_ip_family hyd_ip_family_of(const struct hyd_ip *a) {
  return a->family == AF_INET6 ? HYD_IP_V6 : HYD_IP_V4;
}
/* The families of the host's addresses: a bit for each. */
unsigned hyd_ip_families(const struct hyd_ip_places *p);

/* The kernel's form. */
union hyd_ip_kernel {
  struct sockaddr any;
  struct sockaddr_in v4;
  struct sockaddr_in6 v6;
};

static inline socklen_t hyd_ip_to_kernel(const struct hyd_ip *a, union hyd_ip_kernel *k) {
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

static inline void hyd_ip_from_kernel(const union hyd_ip_kernel *k, struct hyd_ip *a) {
  memset(a, 0, sizeof *a);
  a->family = (uint8_t)k->any.sa_family;
  a->port = a->family == AF_INET6 ? k->v6.sin6_port : k->v4.sin_port;
  if (a->family == AF_INET6) {
    memcpy(a->ip, &k->v6.sin6_addr, 16);
    a->scope = k->v6.sin6_scope_id;
  } else {
    memcpy(a->ip, &k->v4.sin_addr, 4);
  }
}

/* Reads the kernel's form, without its port; 0, or -1: it is no address of IP. */
int hyd_ip_of(const struct sockaddr *s, struct hyd_ip *a);
/* Reads "192.168.0.1", "fe80::1"; 0, or -1. */
int hyd_ip_parse(const char *text, struct hyd_ip *a);
/* Writes "192.168.0.1:80", "[fe80::1%eth0]:80"; returns its length. */
int hyd_ip_text(const struct hyd_ip *a, char *text, size_t size);
/* Writes "10.1.0.1 (eth0), 10.2.0.1 (eth1)", for messages. */
void hyd_ip_list(const struct hyd_ip_places *p, char *text, size_t size);

/* Whether they are the same address, whatever their ports. */
static inline int hyd_ip_is_equal(const struct hyd_ip *a, const struct hyd_ip *b) {
  return a->family == b->family && memcmp(a->ip, b->ip, a->family == AF_INET6 ? 16 : 4) == 0;
}
/* Whether the first bits of both are the same. */
static inline int hyd_ip_has_prefix(const struct hyd_ip *a, const struct hyd_ip *net,
                                    unsigned bits) {
  unsigned rest = bits % 8;
  if (a->family != net->family || memcmp(a->ip, net->ip, bits / 8)) return 0;
  return rest == 0 || (a->ip[bits / 8] ^ net->ip[bits / 8]) >> (8 - rest) == 0;
}
/* Whether the address is valid on one link only. */
static inline int hyd_ip_is_link_local(const struct hyd_ip *a) {
  return a->family == AF_INET6 ? a->ip[0] == 0xfe && (a->ip[1] & 0xc0) == 0x80
                               : a->ip[0] == 169 && a->ip[1] == 254;
}

#endif
