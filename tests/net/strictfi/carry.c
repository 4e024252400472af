/* SPDX-License-Identifier: BSD-3-Clause
 *
 * carry.c: packets between endpoints, by datagrams of UNIX sockets: none is lost, and those of one
 * sender stay in order. What order operations see is made in operation.c.
 */
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "strictfi.h"

#define TAKEN_AT_A_TIME 32
#define ARRIVED_MOST 64 /* messages that no receive is there for, before nothing more is taken */

static _Thread_local char incoming[sizeof(struct sfi_packet) + 65536];

static int is_same(const struct sockaddr_un *a, socklen_t n, const struct sockaddr_un *b,
                   socklen_t m) {
  return n == m && memcmp(a->sun_path, b->sun_path, n - sizeof a->sun_family) == 0;
}

struct sfi_peer *sfi_peer_of(struct sfi_ep *ep, const struct sockaddr_un *a, socklen_t len) {
  for (size_t i = 0; i < ep->av->n; i++)
    if (is_same(a, len, &ep->av->peer[i].addr, ep->av->peer[i].len)) return &ep->av->peer[i];
  return NULL;
}

/* --- out ------------------------------------------------------------------ */

void sfi_packet_send(struct sfi_ep *ep, const struct sockaddr_un *to, socklen_t len,
                     const struct sfi_packet *p, const void *bytes) {
  struct sfi_out *o = malloc(sizeof *o + sizeof *p + p->len);
  if (o == NULL) abort();
  *o = (struct sfi_out){.to = *to, .to_len = len, .len = sizeof *p + (bytes ? p->len : 0)};
  memcpy(o->bytes, p, sizeof *p);
  if (bytes) memcpy(o->bytes + sizeof *p, bytes, p->len);
  *ep->last_out = o;
  ep->last_out = &o->next;
  ep->nout++;
}

static void lose(struct sfi_ep *ep, const struct sfi_out *o) {
  struct sfi_peer *p = sfi_peer_of(ep, &o->to, o->to_len);
  if (p == NULL || p->state == SFI_DEAD) return;
  p->state = SFI_DEAD;
  sfi_ops_lost(ep, (fi_addr_t)(p - ep->av->peer));
}

/* 1: gone, or its receiver is. 0: there is no room. */
static int try_out(struct sfi_ep *ep, const struct sfi_out *o) {
  if (sendto(ep->fd, o->bytes, o->len, MSG_DONTWAIT | MSG_NOSIGNAL, (const void *)&o->to,
             o->to_len) >= 0)
    return 1;
  if (errno == EAGAIN || errno == ENOBUFS || errno == EINTR || errno == ENOMEM) return 0;
  if (errno == EMSGSIZE) abort();
  lose(ep, o);
  return 1;
}

/* What goes to one place stays in order. */
void sfi_flush(struct sfi_ep *ep) {
  struct sfi_out **at = &ep->out, *o, *full[8];
  size_t nfull = 0;
  while ((o = *at) != NULL) {
    size_t i = 0;
    while (i < nfull && !is_same(&full[i]->to, full[i]->to_len, &o->to, o->to_len)) i++;
    if (i == nfull && try_out(ep, o)) {
      *at = o->next;
      ep->nout--;
      free(o);
      continue;
    }
    if (i == nfull && nfull < 8) full[nfull++] = o;
    if (nfull == 8) {
      while (*at) at = &(*at)->next;
      break;
    }
    at = &o->next;
  }
  ep->last_out = at;
}

/* --- in ------------------------------------------------------------------- */

static void take_packet(struct sfi_ep *ep, const struct sockaddr_un *from, socklen_t len,
                        const char *bytes) {
  struct sfi_peer *peer = sfi_peer_of(ep, from, len);
  struct sfi_packet p;
  memcpy(&p, bytes, sizeof p);
  if (peer == NULL && ep->domain->like->knows_peers)
    sfi_broken(SFI_PEER, "an endpoint that is not in the address vector here sends to this one");
  if (p.kind == SFI_HELLO) {
    p.kind = SFI_WELCOME;
    sfi_packet_send(ep, from, len, &p, NULL);
  } else if (p.kind == SFI_WELCOME) {
    if (peer && peer->state == SFI_GREETED) peer->state = SFI_KNOWN;
  } else
    sfi_op_packet(ep, from, len, &p, bytes + sizeof p);
}

void sfi_take_packets(struct sfi_ep *ep) {
  for (int i = 0; i < TAKEN_AT_A_TIME && ep->narrived < ARRIVED_MOST; i++) {
    struct sockaddr_un from;
    socklen_t len = sizeof from;
    ssize_t n = recvfrom(ep->fd, incoming, sizeof incoming, MSG_DONTWAIT, (void *)&from, &len);
    if (n < (ssize_t)sizeof(struct sfi_packet)) return;
    take_packet(ep, &from, len, incoming);
  }
}
