/* SPDX-License-Identifier: BSD-3-Clause
 *
 * where.c: the addresses by which other hosts may reach a rank. The kernel tells which addresses
 * the host has, and by which it would send; which of them are a way is found out by trying
 * (reach.h).
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

#include "core/sys/interfaces.h"

static size_t length(const struct udp_address *a) { return a->family == AF_INET6 ? 16 : 4; }

/* Without a port. */
static int address_of(const struct sockaddr *s, struct udp_address *a) {
  union udp_kernel_address k;
  memset(a, 0, sizeof *a);
  if (s == NULL || (s->sa_family != AF_INET && s->sa_family != AF_INET6)) return -1;
  memcpy(&k, s, s->sa_family == AF_INET6 ? sizeof k.v6 : sizeof k.v4);
  udp_from_kernel(&k, a);
  a->port = 0;
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
  ours[strcspn(ours, "%")] = '\0'; /* the interface of an address of the link */
  return hyd_udp_address_parse(ours, a);
}

int hyd_udp_source(const struct udp_address *to, struct udp_address *a) {
  union udp_kernel_address far, near;
  socklen_t size = udp_to_kernel(to, &far), n = sizeof near;
  int fd = socket(to->family, SOCK_DGRAM | SOCK_CLOEXEC, 0), rc = -1;
  if (fd < 0) return -1;
  if (connect(fd, &far.any, size) == 0 && getsockname(fd, &near.any, &n) == 0)
    rc = address_of(&near.any, a);
  close(fd);
  return rc;
}

/* The address that a packet to the world at large would have; none is sent. */
static int routed_address(struct udp_address *a) {
  struct udp_address far = {.family = AF_INET, .port = htons(9)};
  inet_pton(AF_INET, "203.0.113.1", far.ip); /* of documentation (RFC 5737) */
  return hyd_udp_source(&far, a);
}

/* --- the host's interfaces ------------------------------------------------ */

#define MOST 64 /* addresses of a host that are looked at */

struct found {
  unsigned n;
  struct one {
    struct udp_address at;
    const char *interface;
    unsigned loops, runs, likely; /* likely: 1: the default route's, 2: ssh's */
  } one[MOST];
};

/* The more, the likelier other hosts reach it. The loopback's is one if there is no other, as all
 * ranks are here then, though they may share no memory. */
static unsigned worth(const struct one *o) {
  return (o->loops ? 0 : 32) + o->likely * 8 + (o->runs ? 4 : 0) +
         (udp_is_link_local(&o->at) ? 0 : 2) + (o->at.family == AF_INET);
}

/* The addresses of this host that are wanted (NULL: any), the likeliest first. */
static void find(struct found *f, const struct ifaddrs *list, const struct wish *w) {
  struct udp_address ssh = {0}, routed = {0};
  int has_ssh = ssh_address(&ssh) == 0, has_route = routed_address(&routed) == 0;
  f->n = 0;
  for (const struct ifaddrs *i = list; i && f->n < MOST; i = i->ifa_next) {
    struct one o = {.interface = i->ifa_name};
    unsigned at = f->n;
    if (!(i->ifa_flags & IFF_UP) || address_of(i->ifa_addr, &o.at) || (w && !grants(w, i, &o.at)))
      continue;
    o.loops = (i->ifa_flags & IFF_LOOPBACK) != 0;
    o.runs = hyd_interface_runs(i) != 0;
    o.likely = has_ssh && udp_address_is(&o.at, &ssh)        ? 2
               : has_route && udp_address_is(&o.at, &routed) ? 1
                                                             : 0;
    for (; at && worth(&f->one[at - 1]) < worth(&o); at--) f->one[at] = f->one[at - 1];
    f->one[at] = o;
    f->n++;
  }
}

static void take(struct udp_places *p, const struct one *o) {
  p->at[p->n] = o->at;
  snprintf(p->interface[p->n++], sizeof p->interface[0], "%s", o->interface);
}

/* The loopback's, where all ranks are on this host. */
static int take_loopback(struct udp_places *p, const struct found *f) {
  for (unsigned i = f->n; i-- > 0;)
    if (f->one[i].loops && f->one[i].at.family == AF_INET && p->n == 0) take(p, &f->one[i]);
  for (unsigned i = f->n; i-- > 0;)
    if (f->one[i].loops && p->n == 0) take(p, &f->one[i]);
  return p->n ? 0 : -1;
}

/* All that may do. An address of the link is one where an interface that runs has no other. */
static void take_all(struct udp_places *p, const struct found *f) {
  unsigned best = f->n ? worth(&f->one[0]) : 0, only_links = 1;
  for (unsigned i = 0; i < f->n; i++)
    only_links &= f->one[i].loops || !f->one[i].runs || udp_is_link_local(&f->one[i].at);
  for (unsigned i = 0; i < f->n && p->n < UDP_PLACES; i++) {
    const struct one *o = &f->one[i];
    if (o->loops && best >= 32) continue;
    if (!udp_is_link_local(&o->at) || only_links) take(p, o);
  }
}

int hyd_udp_where(const char *wanted, int alone, struct udp_places *p, char *why, size_t size) {
  struct ifaddrs *list = NULL;
  struct found f;
  struct wish w;
  memset(p, 0, sizeof *p);
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
  find(&f, list, *wanted ? &w : NULL);
  if (*wanted && f.n) take(p, &f.one[0]);
  if (!*wanted && (!alone || take_loopback(p, &f))) take_all(p, &f);
  freeifaddrs(list);
  if (p->n) return 0;
  if (*wanted)
    snprintf(why, size,
             "GASNET_WORKERIP=%.60s: this host has no such address, and none in that network",
             wanted);
  else
    snprintf(why, size,
             "this host has no network interface that is up; expected one, or GASNET_WORKERIP");
  return -1;
}
