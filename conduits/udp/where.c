/* SPDX-License-Identifier: BSD-3-Clause
 *
 * where.c: the address of a rank. The kernel tells which addresses the host has, and by which it
 * would send.
 */
#include "conduits/udp/socket.h"

#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static size_t length(const struct udp_address *a) { return a->family == AF_INET6 ? 16 : 4; }

static int address_of(const struct sockaddr *s, struct udp_address *a) {
  memset(a, 0, sizeof *a);
  if (s == NULL || (s->sa_family != AF_INET && s->sa_family != AF_INET6)) return -1;
  a->family = s->sa_family;
  if (s->sa_family == AF_INET)
    memcpy(a->ip, &((const struct sockaddr_in *)(const void *)s)->sin_addr, 4);
  else
    memcpy(a->ip, &((const struct sockaddr_in6 *)(const void *)s)->sin6_addr, 16);
  return 0;
}

/* --- what is wanted ------------------------------------------------------- */

struct wish {
  const char *name; /* of an interface; NULL: by address */
  struct udp_address net;
  unsigned bits; /* of it that count; 0: those up to its last byte that is not 0 */
};

static unsigned bits_of(const struct udp_address *a) {
  size_t n = length(a);
  while (n && a->ip[n - 1] == 0) n--;
  return (unsigned)n * 8;
}

static int read_wish(const char *text, struct wish *w) {
  char address[64];
  const char *slash = strchr(text, '/');
  size_t n = slash ? (size_t)(slash - text) : strlen(text);
  char *end = NULL;
  long bits = slash ? strtol(slash + 1, &end, 10) : 0;
  memset(w, 0, sizeof *w);
  if (n >= sizeof address) return -1;
  memcpy(address, text, n);
  address[n] = '\0';
  if (hyd_udp_address_parse(address, &w->net)) {
    w->name = text;
    return slash ? -1 : 0;
  }
  if (slash && (end == slash + 1 || *end || bits < 1 || bits > (long)length(&w->net) * 8))
    return -1;
  w->bits = slash ? (unsigned)bits : bits_of(&w->net);
  return 0;
}

static int same_bits(const unsigned char *a, const unsigned char *b, unsigned bits) {
  unsigned rest = bits % 8;
  if (memcmp(a, b, bits / 8)) return 0;
  return rest == 0 || (a[bits / 8] ^ b[bits / 8]) >> (8 - rest) == 0;
}

static int grants(const struct wish *w, const struct ifaddrs *i, const struct udp_address *a) {
  if (w->name) return strcmp(w->name, i->ifa_name) == 0;
  return a->family == w->net.family && same_bits(a->ip, w->net.ip, w->bits);
}

/* --- without a wish ------------------------------------------------------- */

/* SSH_CONNECTION: the other side's address and port, then ours. */
static int ssh_address(struct udp_address *a) {
  const char *text = getenv("SSH_CONNECTION");
  char ours[64];
  if (text == NULL || sscanf(text, "%*s %*s %63s", ours) != 1) return -1;
  return hyd_udp_address_parse(ours, a);
}

/* The address that a packet to the world at large would have; none is sent. */
static int routed_address(struct udp_address *a) {
  struct sockaddr_in far = {.sin_family = AF_INET, .sin_port = htons(9)};
  struct sockaddr_storage near;
  socklen_t n = sizeof near;
  int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0), rc = -1;
  inet_pton(AF_INET, "203.0.113.1", &far.sin_addr); /* of documentation (RFC 5737) */
  if (fd < 0) return -1;
  if (connect(fd, (struct sockaddr *)&far, sizeof far) == 0 &&
      getsockname(fd, (struct sockaddr *)&near, &n) == 0)
    rc = address_of((struct sockaddr *)&near, a);
  close(fd);
  return rc;
}

static int is_link_local(const struct udp_address *a) {
  return a->family == AF_INET6 ? a->ip[0] == 0xfe && (a->ip[1] & 0xc0) == 0x80
                               : a->ip[0] == 169 && a->ip[1] == 254;
}

/* --- the host's interfaces ------------------------------------------------ */

/* The better of two: not of the loopback; IPv4; not link-local. */
static int rank_of(const struct ifaddrs *i, const struct udp_address *a) {
  return (i->ifa_flags & IFF_LOOPBACK ? 0 : 4) + (is_link_local(a) ? 0 : 2) +
         (a->family == AF_INET);
}

/* The address of this host that is wanted (NULL: any; the loopback's if there is no other, as all
 * ranks are here then, though they may share no memory). */
static int find(const struct ifaddrs *list, const struct wish *w, struct udp_address *at) {
  struct udp_address a;
  int best = -1, found = -1;
  for (const struct ifaddrs *i = list; i; i = i->ifa_next) {
    if (!(i->ifa_flags & IFF_UP) || address_of(i->ifa_addr, &a) || (w && !grants(w, i, &a)))
      continue;
    if (rank_of(i, &a) <= best) continue;
    best = rank_of(i, &a);
    *at = a;
    found = 0;
  }
  return found;
}

static int find_address(const struct ifaddrs *list, const struct udp_address *exact,
                        struct udp_address *at) {
  struct wish w = {.net = *exact, .bits = (unsigned)length(exact) * 8};
  return find(list, &w, at);
}

static int choose(const struct ifaddrs *list, int alone, struct udp_address *at) {
  struct udp_address a;
  if (alone && hyd_udp_address_parse("127.0.0.1", &a) == 0 && find_address(list, &a, at) == 0)
    return 0;
  if (alone && hyd_udp_address_parse("::1", &a) == 0 && find_address(list, &a, at) == 0) return 0;
  if (ssh_address(&a) == 0 && find_address(list, &a, at) == 0) return 0;
  if (routed_address(&a) == 0 && find_address(list, &a, at) == 0) return 0;
  return find(list, NULL, at);
}

int hyd_udp_where(const char *wanted, int alone, struct udp_address *at, char *why, size_t size) {
  struct ifaddrs *list = NULL;
  struct wish w;
  int rc;
  if (*wanted && read_wish(wanted, &w)) {
    snprintf(why, size,
             "GASNET_WORKERIP=%.60s; expected an address, a network (10.1.0.0/16) or an interface",
             wanted);
    return -1;
  }
  if (getifaddrs(&list)) {
    snprintf(why, size, "cannot list the network interfaces: %s", strerror(errno));
    return -1;
  }
  rc = *wanted ? find(list, &w, at) : choose(list, alone, at);
  freeifaddrs(list);
  if (rc && *wanted)
    snprintf(why, size,
             "GASNET_WORKERIP=%.60s: this host has no such address, and none in that network",
             wanted);
  else if (rc)
    snprintf(why, size,
             "this host has no network interface that is up; expected one, or GASNET_WORKERIP");
  return rc;
}
