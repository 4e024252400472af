/* SPDX-License-Identifier: BSD-3-Clause
 *
 * address.c: addresses as text.
 */
#include "conduits/udp/address.h"

#include <arpa/inet.h>
#include <net/if.h>
#include <stdio.h>

int hyd_udp_address_parse(const char *text, struct udp_address *a) {
  memset(a, 0, sizeof *a);
  if (inet_pton(AF_INET, text, a->ip) == 1)
    a->family = AF_INET;
  else if (inet_pton(AF_INET6, text, a->ip) == 1)
    a->family = AF_INET6;
  else
    return -1;
  return 0;
}

int hyd_udp_address_text(const struct udp_address *a, char *text, size_t size) {
  char ip[INET6_ADDRSTRLEN] = "?", name[IF_NAMESIZE + 1] = "";
  inet_ntop(a->family, a->ip, ip, sizeof ip);
  if (a->scope && if_indextoname(a->scope, name + 1)) name[0] = '%';
  return snprintf(text, size, a->family == AF_INET6 ? "[%s%s]:%u" : "%s%s:%u", ip, name,
                  ntohs(a->port));
}
