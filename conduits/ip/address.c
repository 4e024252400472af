/* SPDX-License-Identifier: BSD-3-Clause
 *
 * address.c: see address.h.
 */
#include "conduits/ip/address.h"

#include <arpa/inet.h>
#include <net/if.h>
#include <stdio.h>

int hyd_ip_of(const struct sockaddr *s, struct hyd_ip *a) {
  union hyd_ip_kernel k;
  memset(a, 0, sizeof *a);
  if (s == NULL || (s->sa_family != AF_INET && s->sa_family != AF_INET6)) return -1;
  memcpy(&k, s, s->sa_family == AF_INET6 ? sizeof k.v6 : sizeof k.v4);
  hyd_ip_from_kernel(&k, a);
  a->port = 0;
  return 0;
}

int hyd_ip_parse(const char *text, struct hyd_ip *a) {
  memset(a, 0, sizeof *a);
  if (inet_pton(AF_INET, text, a->ip) == 1)
    a->family = AF_INET;
  else if (inet_pton(AF_INET6, text, a->ip) == 1)
    a->family = AF_INET6;
  else
    return -1;
  return 0;
}

int hyd_ip_text(const struct hyd_ip *a, char *text, size_t size) {
  char ip[INET6_ADDRSTRLEN] = "?", name[IF_NAMESIZE + 1] = "";
  inet_ntop(a->family, a->ip, ip, sizeof ip);
  if (a->scope && if_indextoname(a->scope, name + 1)) name[0] = '%';
  return snprintf(text, size, a->family == AF_INET6 ? "[%s%s]:%u" : "%s%s:%u", ip, name,
                  ntohs(a->port));
}

unsigned hyd_ip_families(const struct hyd_ip_places *p) {
  unsigned bits = 0;
  for (unsigned i = 0; i < p->n; i++) bits |= 1u << hyd_ip_family_of(&p->at[i]);
  return bits;
}

void hyd_ip_list(const struct hyd_ip_places *p, char *text, size_t size) {
  size_t n = 0;
  text[0] = '\0';
  for (unsigned i = 0; i < p->n && n < size; i++) {
    char at[80];
    hyd_ip_text(&p->at[i], at, sizeof at);
    *strrchr(at, ':') = '\0';
    n += (size_t)snprintf(text + n, size - n, "%s%s%s%s%s", i ? ", " : "", at,
                          p->interface[i][0] ? " (" : "", p->interface[i],
                          p->interface[i][0] ? ")" : "");
  }
}
