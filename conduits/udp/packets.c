/* SPDX-License-Identifier: BSD-3-Clause
 *
 * packets.c: records of packets, and the lists they are in. Beside its channel's, a packet is in
 * the list of what is on the way or in that of what is lost, until it has arrived.
 */
#include "conduits/udp/proto_int.h"

#include <stdlib.h>

struct udp_packet *hyd_udp_packet_new(struct udp_proto *p) {
  struct udp_packet *k = p->spare_packets;
  if (k)
    p->spare_packets = k->next;
  else if ((k = malloc(sizeof *k)) == NULL)
    return NULL;
  return k;
}

void hyd_udp_packets_free(struct udp_proto *p, struct udp_out *o) {
  struct udp_packet *k;
  while ((k = o->packet) && !udp_before(o->una, k->to)) {
    o->packet = k->next;
    if (o->packet == NULL) o->last_packet = NULL;
    k->next = p->spare_packets;
    p->spare_packets = k;
  }
}

/* --- lists ---------------------------------------------------------------- */

static void append_packet(struct udp_packets *l, struct udp_packet *k) {
  k->other_next = NULL;
  k->other_before = l->last;
  if (l->last)
    l->last->other_next = k;
  else
    l->first = k;
  l->last = k;
}

void hyd_udp_packets_add_first(struct udp_packets *l, struct udp_packet *k) {
  k->other_before = NULL;
  k->other_next = l->first;
  if (l->first)
    l->first->other_before = k;
  else
    l->last = k;
  l->first = k;
}

static void remove_from(struct udp_packets *l, struct udp_packet *k) {
  if (k->other_before)
    k->other_before->other_next = k->other_next;
  else
    l->first = k->other_next;
  if (k->other_next)
    k->other_next->other_before = k->other_before;
  else
    l->last = k->other_before;
}

/* --- what becomes of a packet --------------------------------------------- */

void hyd_udp_packet_sent(struct udp_session *s, struct udp_packet *k, uint32_t bytes) {
  k->number = s->number;
  k->bytes = bytes;
  k->state = UDP_FLYING;
  append_packet(&s->flying, k);
  s->nflying++;
  s->flying_bytes += udp_cost(bytes);
}

void hyd_udp_packet_unlist(struct udp_session *s, struct udp_packet *k) {
  int flies = k->state == UDP_FLYING;
  remove_from(flies ? &s->flying : &s->out[k->channel].lost, k);
  if (!flies) return;
  s->nflying--;
  s->flying_bytes -= udp_cost(k->bytes);
}

void hyd_udp_packet_lost(struct udp_session *s, struct udp_packet *k) {
  hyd_udp_packet_unlist(s, k);
  k->state = UDP_LOST;
  append_packet(&s->out[k->channel].lost, k);
}
