/* SPDX-License-Identifier: BSD-3-Clause
 *
 * packets.c: records of packets, and lists of them. A packet is in at most one such list, beside
 * its channel's.
 */
#include "conduits/udp/proto_int.h"

#include <stdlib.h>

struct udp_packet *hyd_udp_packet_new(struct udp_proto *p) {
  struct udp_packet *k = p->spare_packets;
  if (k)
    p->spare_packets = k->next;
  else if ((k = malloc(sizeof *k)) == NULL)
    return NULL;
  memset(k, 0, sizeof *k);
  return k;
}

void hyd_udp_packet_free(struct udp_proto *p, struct udp_packet *k) {
  k->next = p->spare_packets;
  p->spare_packets = k;
}

void hyd_udp_packets_add(struct udp_packets *l, struct udp_packet *k) {
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

void hyd_udp_packets_remove(struct udp_packets *l, struct udp_packet *k) {
  if (k->other_before)
    k->other_before->other_next = k->other_next;
  else
    l->first = k->other_next;
  if (k->other_next)
    k->other_next->other_before = k->other_before;
  else
    l->last = k->other_before;
}
