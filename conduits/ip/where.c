/* SPDX-License-Identifier: BSD-3-Clause
 *
 * where.c: see where.h. The kernel tells which addresses the host has, and by which it would send;
 * whether one is a way indeed only a trial tells (conduits/udp/reach.h).
 */
#include "conduits/ip/where.h"

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

static size_t length(const struct hyd_ip *a) { return a->family == AF_INET6 ? 16 : 4; }

/* --- what is wanted ------------------------------------------------------- */

struct wish {
  const char *name; /* of an interface; NULL: by address */
  struct hyd_ip net;
  unsigned bits; /* of it that count; 0: those up to its last byte that is not 0 */
};

static unsigned bits_of(const struct hyd_ip *a) {
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
  if (hyd_ip_parse(address, &w->net)) {
    w->name = text;
    return slash ? -1 : 0;
  }
  if (slash && (end == slash + 1 || *end || bits < 1 || bits > (long)length(&w->net) * 8))
    return -1;
  w->bits = slash ? (unsigned)bits : bits_of(&w->net);
  return 0;
}

static int grants(const struct wish *w, const struct ifaddrs *i, const struct hyd_ip *a) {
  if (w->name) return strcmp(w->name, i->ifa_name) == 0;
  return hyd_ip_has_prefix(a, &w->net, w->bits);
}

/* --- without a wish ------------------------------------------------------- */

/* SSH_CONNECTION: the other side's address and port, then ours. */
static int ssh_address(struct hyd_ip *a) {
  const char *text = getenv("SSH_CONNECTION");
  char ours[64];
  if (text == NULL || sscanf(text, "%*s %*s %63s", ours) != 1) return -1;
  ours[strcspn(ours, "%")] = '\0'; /* the interface of an address of the link */
  return hyd_ip_parse(ours, a);
}

int hyd_ip_source(const struct hyd_ip *to, struct hyd_ip *a) {
  union hyd_ip_kernel remote, local;
  socklen_t size = hyd_ip_to_kernel(to, &remote), n = sizeof local;
  int fd = socket(to->family, SOCK_DGRAM | SOCK_CLOEXEC, 0), rc = -1;
  if (fd < 0) return -1;
  if (connect(fd, &remote.any, size) == 0 && getsockname(fd, &local.any, &n) == 0)
    rc = hyd_ip_of(&local.any, a);
  close(fd);
  return rc;
}

/* The address that a packet to the world at large would have; none is sent. */
static int routed_address(struct hyd_ip *a) {
  struct hyd_ip world = {.family = AF_INET, .port = htons(9)};
  inet_pton(AF_INET, "203.0.113.1", world.ip); /* of documentation (RFC 5737) */
  return hyd_ip_source(&world, a);
}

/* --- the host's interfaces ------------------------------------------------ */

#define MOST 64 /* addresses of a host that are looked at */

struct found {
  unsigned n;
  struct one {
    struct hyd_ip at;
    const char *interface;
    unsigned bits;                /* prefix length of its network */
    unsigned loops, runs, likely; /* likely: 1: the default route's, 2: ssh's */
  } one[MOST];
};

/* The more, the likelier other hosts reach it. The loopback's is one if there is no other, as all
 * ranks are here then, though they may share no memory. */
static unsigned worth(const struct one *o) {
  return (o->loops ? 0 : 32) + o->likely * 8 + (o->runs ? 4 : 0) +
         (hyd_ip_is_link_local(&o->at) ? 0 : 2) + (o->at.family == AF_INET);
}

static unsigned bits_of_mask(const struct sockaddr *s) {
  struct hyd_ip mask;
  unsigned bits = 0;
  if (hyd_ip_of(s, &mask)) return 0;
  while (bits < length(&mask) * 8 && mask.ip[bits / 8] & (0x80 >> bits % 8)) bits++;
  return bits;
}

/* The addresses of this host that are wanted (NULL: any), the likeliest first. */
static void find_addresses(struct found *f, const struct ifaddrs *list, const struct wish *w) {
  struct hyd_ip ssh = {0}, routed = {0};
  int has_ssh = ssh_address(&ssh) == 0, has_route = routed_address(&routed) == 0;
  f->n = 0;
  for (const struct ifaddrs *i = list; i && f->n < MOST; i = i->ifa_next) {
    struct one o = {.interface = i->ifa_name};
    unsigned at = f->n;
    if (!(i->ifa_flags & IFF_UP) || hyd_ip_of(i->ifa_addr, &o.at) || (w && !grants(w, i, &o.at)))
      continue;
    o.bits = bits_of_mask(i->ifa_netmask);
    o.loops = (i->ifa_flags & IFF_LOOPBACK) != 0;
    o.runs = hyd_interface_runs(i) != 0;
    o.likely = has_ssh && hyd_ip_is_equal(&o.at, &ssh)        ? 2
               : has_route && hyd_ip_is_equal(&o.at, &routed) ? 1
                                                              : 0;
    for (; at && worth(&f->one[at - 1]) < worth(&o); at--) f->one[at] = f->one[at - 1];
    f->one[at] = o;
    f->n++;
  }
}

static void add_place(struct hyd_ip_places *p, const struct one *o) {
  p->at[p->n] = o->at;
  p->bits[p->n] = (unsigned char)o->bits;
  snprintf(p->interface[p->n++], sizeof p->interface[0], "%s", o->interface);
}

/* The loopback's, where all ranks are on this host. */
static int take_loopback(struct hyd_ip_places *p, const struct found *f) {
  for (unsigned i = f->n; i-- > 0;)
    if (f->one[i].loops && f->one[i].at.family == AF_INET && p->n == 0) add_place(p, &f->one[i]);
  for (unsigned i = f->n; i-- > 0;)
    if (f->one[i].loops && p->n == 0) add_place(p, &f->one[i]);
  return p->n ? 0 : -1;
}

/* All that may do. An address of the link is one where an interface that runs has no other. */
static void take_all(struct hyd_ip_places *p, const struct found *f) {
  unsigned best = f->n ? worth(&f->one[0]) : 0, only_links = 1;
  for (unsigned i = 0; i < f->n; i++)
    only_links &= f->one[i].loops || !f->one[i].runs || hyd_ip_is_link_local(&f->one[i].at);
  for (unsigned i = 0; i < f->n && p->n < HYD_IP_PLACES; i++) {
    const struct one *o = &f->one[i];
    if (o->loops && best >= 32) continue;
    if (!hyd_ip_is_link_local(&o->at) || only_links) add_place(p, o);
  }
}

int hyd_ip_where(const char *wanted, int alone, struct hyd_ip_places *p, char *why, size_t size) {
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
    snprintf(why, size,
             "cannot list the network interfaces: getifaddrs: %s; expected netlink to answer (a "
             "seccomp filter, ulimit -n)",
             strerror(errno));
    return -1;
  }
  find_addresses(&f, list, *wanted ? &w : NULL);
  if (*wanted && f.n) add_place(p, &f.one[0]);
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

/* --- ways to another host ------------------------------------------------- */

uint32_t hyd_ip_ways(const struct hyd_ip_places *here, const struct hyd_ip_places *there) {
  uint32_t ways = 0;
  for (unsigned i = 0; i < there->n; i++) {
    const struct hyd_ip *to = &there->at[i];
    struct hyd_ip from;
    int is_own = 0, has_way;
    for (unsigned k = 0; k < here->n; k++) is_own |= hyd_ip_is_equal(to, &here->at[k]);
    if (is_own) continue;
    has_way = hyd_ip_source(to, &from) == 0;
    for (unsigned k = 0; k < here->n; k++)
      if ((has_way && hyd_ip_is_equal(&from, &here->at[k])) ||
          (here->bits[k] && hyd_ip_has_prefix(to, &here->at[k], here->bits[k])))
        ways |= 1u << k;
  }
  return ways;
}
