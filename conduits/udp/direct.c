/* SPDX-License-Identifier: BSD-3-Clause
 *
 * direct.c: payload that is received where it goes, without a copy (proto.h). The next datagrams of
 * a long message are expected to be as long as its last one.
 */
#include "conduits/udp/proto_int.h"

void hyd_udp_direct_note(struct udp_proto *p, struct udp_session *s, unsigned channel, uint32_t n) {
  if (n >= p->c.direct && s->in[channel].bulk.active)
    p->direct = (struct udp_direct){s, channel, n};
}

/* Where the next `stride` bytes of the message go; NULL: they are not payload alone, or it is not
 * their turn. */
static unsigned char *next_place(const struct udp_direct *d) {
  const struct udp_in *in = &d->session->in[d->channel];
  const struct udp_bulk_in *b = &in->bulk;
  if (!b->active || b->place == NULL || in->held || in->blocked) return NULL;
  return b->m.nbytes < b->got + d->stride ? NULL : b->place + b->got;
}

/* What `aead` encrypts has to be decrypted on the way. */
int hyd_udp_proto_expected(const struct udp_proto *p, struct udp_expected *x) {
  const struct udp_direct *d = &p->direct;
  if (d->session == NULL || p->c.security == UDP_AEAD || (x->place = next_place(d)) == NULL)
    return 0;
  x->stride = d->stride;
  x->bytes = d->session->in[d->channel].bulk.m.nbytes - d->session->in[d->channel].bulk.got;
  return 1;
}

size_t hyd_udp_away(const struct udp_expected *x, size_t n) {
  size_t head = sizeof(struct udp_head);
  return n <= head ? 0 : n - head < x->stride ? n - head : x->stride;
}

void hyd_udp_come_back(struct udp_came *c) {
  if (c->naway) memcpy(c->bytes + sizeof(struct udp_head), c->away, c->naway);
  c->naway = 0;
}

int hyd_udp_direct_fits(const struct udp_proto *p, const struct udp_head *h,
                        const struct udp_came *c) {
  const struct udp_direct *d = &p->direct;
  if (d->session == NULL || h->src != d->session->peer || !(h->flags & UDP_F_DATA)) return 0;
  if (h->channel != d->channel || h->seq != d->session->in[d->channel].next) return 0;
  return h->size - udp_range_bytes(h) == c->naway && next_place(d) == c->away;
}
