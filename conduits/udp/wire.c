/* SPDX-License-Identifier: BSD-3-Clause
 *
 * wire.c: everything that is read from a datagram is checked here, once; what passes is within
 * bounds.
 */
#include "conduits/udp/wire.h"

size_t hyd_udp_write_record(const struct udp_msg *m, unsigned char *to) {
  struct udp_record r = {m->kind, m->handler, m->nargs, 0, m->nbytes};
  size_t addresses = 8 * udp_addresses(m->kind), whole = udp_record_head(m->kind, m->nargs);
  memset(to + whole - UDP_QUANTUM, 0, UDP_QUANTUM);
  memcpy(to, &r, sizeof r);
  if (addresses) memcpy(to + sizeof r, m->addr, addresses);
  if (m->nargs) memcpy(to + sizeof r + addresses, m->args, 4u * m->nargs);
  return whole;
}

/* Whether messages of that kind travel in that class. */
static int belongs(unsigned kind, unsigned class) {
  if (class == UDP_TRANSFERS) return kind == UDP_PUT || kind == UDP_GET;
  return class == UDP_ANSWERS ? kind == UDP_DATA : kind <= UDP_LONG;
}

size_t hyd_udp_record_begins(const unsigned char *at, unsigned channel) {
  struct udp_record r;
  size_t head, whole;
  memcpy(&r, at, sizeof r);
  if (r.kind >= UDP_KINDS || r.nargs > UDP_MAX_ARGS || r.nbytes > UDP_MAX_PAYLOAD || r.reserved)
    return 0;
  if (!belongs(r.kind, udp_class_of(channel)) || (r.kind == UDP_SHORT && r.nbytes)) return 0;
  head = udp_record_head(r.kind, r.nargs);
  whole = head + (udp_has_payload(r.kind) ? udp_pad(r.nbytes) : 0);
  return (whole > UDP_SMALL) == udp_is_bulk(channel) ? head : 0;
}

void hyd_udp_read_record(struct udp_msg *m, const unsigned char *at) {
  struct udp_record r;
  size_t addresses;
  memcpy(&r, at, sizeof r);
  addresses = 8 * udp_addresses(r.kind);
  m->kind = r.kind;
  m->handler = r.handler;
  m->nargs = r.nargs;
  m->nbytes = r.nbytes;
  memcpy(m->addr, at + sizeof r, addresses);
  m->args = (const int32_t *)(const void *)(at + sizeof r + addresses);
  m->payload = at + udp_record_head(r.kind, r.nargs);
}

/* Whether the flags of a datagram contradict its sequence number, its channel or its body's size.
 */
static int is_odd(const struct udp_head *h, size_t body) {
  if (h->flags & UDP_F_PAD) return (h->flags & UDP_F_DATA) || h->seq;
  if (!(h->flags & UDP_F_DATA)) return body || h->seq || h->channel;
  return body == 0 || body % UDP_QUANTUM || h->seq % UDP_QUANTUM || h->channel >= UDP_CHANNELS;
}

const struct udp_head *hyd_udp_read_head(const void *datagram, size_t n, size_t tag) {
  const struct udp_head *h = datagram;
  if (n < sizeof *h + tag) return NULL;
  if (h->magic != UDP_MAGIC || h->reserved || h->reserved1 || sizeof *h + h->size + tag != n)
    return NULL;
  if ((h->flags & ~UDP_F_KNOWN) || h->nranges > UDP_MAX_RANGES) return NULL;
  if (udp_range_bytes(h) > h->size) return NULL;
  return is_odd(h, h->size - udp_range_bytes(h)) ? NULL : h;
}
