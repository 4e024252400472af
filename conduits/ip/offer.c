/* SPDX-License-Identifier: BSD-3-Clause
 *
 * offer.c: see offer.h.
 */
#include "conduits/ip/offer.h"

#define FEW_HOSTS 16u

/* --- offers --------------------------------------------------------------- */

#define BYTES(family) ((family) == HYD_IP_V6 ? 16u : 4u)

void hyd_ip_offer_cut(struct hyd_ip_places *p) {
  const struct hyd_ip_places all = *p;
  size_t used = 0;
  int kept[HYD_IP_PLACES];
  for (unsigned i = 0; i < all.n; i++) {
    size_t size = BYTES(hyd_ip_family_of(&all.at[i]));
    kept[i] = used + size <= sizeof((struct hyd_ip_offer *)0)->ip;
    if (kept[i]) used += size;
  }
  p->n = 0;
  for (enum hyd_ip_family f = HYD_IP_V4; f < HYD_IP_FAMILIES; f++)
    for (unsigned i = 0; i < all.n; i++) {
      if (!kept[i] || hyd_ip_family_of(&all.at[i]) != f) continue;
      p->at[p->n] = all.at[i];
      p->bits[p->n] = all.bits[i];
      memcpy(p->interface[p->n++], all.interface[i], sizeof all.interface[i]);
    }
}

void hyd_ip_offer_write(struct hyd_ip_offer *o, const struct hyd_ip_places *p) {
  unsigned char *to = o->ip;
  memset(o, 0, sizeof *o);
  o->port = p->at[0].port;
  for (unsigned i = 0; i < p->n; i++) {
    enum hyd_ip_family f = hyd_ip_family_of(&p->at[i]);
    memcpy(to, p->at[i].ip, BYTES(f));
    to += BYTES(f);
    ++*(f == HYD_IP_V4 ? &o->v4 : &o->v6);
  }
}

void hyd_ip_offer_read(const struct hyd_ip_offer *o, struct hyd_ip_places *p) {
  const unsigned char *from = o->ip, *end = o->ip + sizeof o->ip;
  memset(p, 0, sizeof *p);
  for (unsigned i = 0; i < (unsigned)o->v4 + o->v6 && p->n < HYD_IP_PLACES; i++) {
    size_t size = BYTES(i < o->v4 ? HYD_IP_V4 : HYD_IP_V6);
    struct hyd_ip *a = &p->at[p->n];
    if (size > (size_t)(end - from)) return;
    a->family = i < o->v4 ? AF_INET : AF_INET6;
    a->port = o->port;
    memcpy(a->ip, from, size);
    from += size;
    p->n++;
  }
}

/* --- which hosts try which ------------------------------------------------- */

static void add_host(uint32_t *partner, uint32_t *count, uint32_t host) {
  for (uint32_t i = 0; i < *count; i++)
    if (partner[i] == host) return;
  partner[(*count)++] = host;
}

uint32_t hyd_ip_partners(uint32_t me, uint32_t n, uint32_t partner[HYD_IP_PARTNERS]) {
  uint32_t count = 0;
  for (uint64_t d = 1; d < n && count + 2 <= HYD_IP_PARTNERS; d = n <= FEW_HOSTS ? d + 1 : 2 * d) {
    add_host(partner, &count, (uint32_t)((me + d) % n));
    add_host(partner, &count, (uint32_t)((me + n - d) % n));
  }
  return count;
}
