/* SPDX-License-Identifier: BSD-3-Clause
 *
 * wire.c: everything that is read from a datagram is checked here, once; what passes is within bounds.
 */
#include "conduits/udp/wire.h"

size_t udp_write_record(const struct udp_msg *m, unsigned char *body, size_t at) {
  struct udp_record r = {m->kind, m->handler, m->nargs, 0, m->nbytes};
  size_t addresses = 8 * udp_addresses(m->kind), whole = udp_record_head(m->kind, m->nargs, at);
  unsigned char *to = body + at;
  memset(to, 0, whole);
  memcpy(to, &r, sizeof r);
  memcpy(to + sizeof r, m->addr, addresses);
  if (m->nargs) memcpy(to + sizeof r + addresses, m->args, 4u * m->nargs);
  return whole;
}

size_t udp_read_record(struct udp_msg *m, const unsigned char *body, size_t at, size_t n) {
  struct udp_record r;
  const unsigned char *from = body + at;
  size_t head;
  if (n - at < sizeof r) return 0;
  memcpy(&r, from, sizeof r);
  if (r.kind >= UDP_KINDS || r.nargs > UDP_MAX_ARGS || r.reserved) return 0;
  head = udp_record_head(r.kind, r.nargs, at);
  if (head > n - at || (r.kind == UDP_SHORT && r.nbytes)) return 0;
  m->kind = r.kind;
  m->handler = r.handler;
  m->nargs = r.nargs;
  m->nbytes = r.nbytes;
  memcpy(m->addr, from + sizeof r, 8 * udp_addresses(r.kind));
  m->args = (const int32_t *)(const void *)(from + sizeof r + 8 * udp_addresses(r.kind));
  m->payload = from + head;
  return head;
}

int udp_read_head(struct udp_head *h, const void *datagram, size_t n, size_t tag) {
  if (n < sizeof *h + tag) return -1;
  memcpy(h, datagram, sizeof *h);
  if (h->magic != UDP_MAGIC || h->reserved || sizeof *h + h->size + tag != n) return -1;
  if ((h->flags & ~UDP_F_KNOWN) || h->nsack > UDP_MAX_SACK || 8u * h->nsack > h->size) return -1;
  if (!(h->flags & UDP_F_DATA) && (h->size != 8u * h->nsack || (h->flags & (UDP_F_BULK | UDP_F_FIRST))))
    return -1;
  if ((h->flags & UDP_F_FIRST) && !(h->flags & UDP_F_BULK)) return -1;
  return (h->flags & UDP_F_DATA) && h->size == 8u * h->nsack ? -1 : 0;
}
