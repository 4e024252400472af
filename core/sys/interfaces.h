/* SPDX-License-Identifier: BSD-3-Clause
 *
 * interfaces.h: queries about network interfaces in the list of getifaddrs.
 */
#ifndef HYD_SYS_INTERFACES_H
#define HYD_SYS_INTERFACES_H

#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

/* Whether the interface is up and has a carrier. */
static inline int hyd_interface_runs(const struct ifaddrs *i) {
  return (i->ifa_flags & (IFF_UP | IFF_RUNNING)) == (IFF_UP | IFF_RUNNING);
}

/* Whether both have the same IP address; ports do not count. */
static inline int hyd_ip_is_same(const struct sockaddr *a, const struct sockaddr *b) {
  const struct sockaddr_in *a4 = (const void *)a, *b4 = (const void *)b;
  const struct sockaddr_in6 *a6 = (const void *)a, *b6 = (const void *)b;
  if (a == NULL || b == NULL || a->sa_family != b->sa_family) return 0;
  return a->sa_family == AF_INET    ? a4->sin_addr.s_addr == b4->sin_addr.s_addr
         : a->sa_family == AF_INET6 ? IN6_ARE_ADDR_EQUAL(&a6->sin6_addr, &b6->sin6_addr)
                                    : 0;
}

/* Whether a running interface has the address. */
static inline int hyd_ip_is_up(const struct ifaddrs *list, const struct sockaddr *a) {
  for (; list; list = list->ifa_next)
    if (hyd_ip_is_same(list->ifa_addr, a) && hyd_interface_runs(list)) return 1;
  return 0;
}

/* Whether an interface of that name exists and does not run. */
static inline int hyd_interface_is_down(const struct ifaddrs *list, const char *name) {
  while (list && strcmp(list->ifa_name, name)) list = list->ifa_next;
  return list && !hyd_interface_runs(list);
}

#endif
