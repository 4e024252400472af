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
#define TOGETHER 64     /* packets in a datagram */
#define ARRIVED_MOST 64 /* messages that no receive is there for, before nothing more is taken */

static _Thread_local char incoming[sizeof(struct sfi_packet) + 65536];

static int is_same(const struct sockaddr_un *a, socklen_t n, const struct sockaddr_un *b,
                   socklen_t m) {
  return n == m && memcmp(a->sun_path, b->sun_path, n - sizeof a->sun_family) == 0;
}

struct sfi_peer *sfi_peer_of(struct sfi_ep *ep, const struct sockaddr_un *a, socklen_t len) {
  struct sfi_peer *removed = NULL; /* something of its may still be under way */
  for (size_t i = 0; i < ep->av->n; i++) {
    struct sfi_peer *p = &ep->av->peer[i];
    if (!is_same(a, len, &p->addr, p->len)) continue;
    if (!p->is_removed) return p;
    removed = p;
  }
  return removed;
}

/* --- out ------------------------------------------------------------------ */

struct sfi_out *sfi_packet_copy(const struct sockaddr_un *to, socklen_t len,
                                const struct sfi_packet *p, const void *bytes) {
  struct sfi_out *o = malloc(sizeof *o + sizeof *p + p->len);
  if (o == NULL) abort();
  *o = (struct sfi_out){.to = *to, .to_len = len, .len = sizeof *p + (bytes ? p->len : 0)};
  memcpy(o->bytes, p, sizeof *p);
  ((struct sfi_packet *)(void *)o->bytes)->size = (uint32_t)o->len;
  if (bytes) memcpy(o->bytes + sizeof *p, bytes, p->len);
  return o;
}

void sfi_packet_send(struct sfi_ep *ep, const struct sockaddr_un *to, socklen_t len,
                     const struct sfi_packet *p, const void *bytes) {
  struct sfi_out *o = sfi_packet_copy(to, len, p, bytes);
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

/* Packets that follow each other to one place make one datagram. How many are gone, or their
 * receiver is; 0: there is no room. */
static size_t try_out(struct sfi_ep *ep, struct sfi_out *first) {
  struct iovec v[TOGETHER];
  struct msghdr m = {.msg_name = &first->to, .msg_namelen = first->to_len, .msg_iov = v};
  size_t bytes = 0;
  for (struct sfi_out *o = first; o && m.msg_iovlen < TOGETHER; o = o->next) {
    if (!is_same(&o->to, o->to_len, &first->to, first->to_len)) break;
    if ((bytes += o->len) > sizeof incoming) break;
    v[m.msg_iovlen++] = (struct iovec){o->bytes, o->len};
  }
  if (sendmsg(ep->fd, &m, MSG_DONTWAIT | MSG_NOSIGNAL) >= 0) return m.msg_iovlen;
  if (errno == EAGAIN || errno == ENOBUFS || errno == EINTR || errno == ENOMEM) return 0;
  if (errno == EMSGSIZE) abort();
  lose(ep, first);
  return 1;
}

/* What goes to one place stays in order. Another place does not wait for it, but for a second one.
 */
void sfi_flush(struct sfi_ep *ep) {
  struct sfi_out **at = &ep->out, *o, *full = NULL;
  while ((o = *at) != NULL) {
    size_t gone = full && is_same(&full->to, full->to_len, &o->to, o->to_len) ? 0 : try_out(ep, o);
    if (gone == 0 && full == NULL)
      full = o;
    else if (gone == 0 && !is_same(&full->to, full->to_len, &o->to, o->to_len))
      return;
    if (gone == 0) at = &o->next;
    for (; gone > 0; gone--) {
      o = *at;
      if ((*at = o->next) == NULL) ep->last_out = at;
      ep->nout--;
      free(o);
    }
  }
}

/* --- in ------------------------------------------------------------------- */

static size_t take_packet(struct sfi_ep *ep, const struct sockaddr_un *from, socklen_t len,
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
  return p.size;
}

void sfi_take_packets(struct sfi_ep *ep) {
  for (int i = 0; i < TAKEN_AT_A_TIME && ep->narrived < ARRIVED_MOST; i++) {
    struct sockaddr_un from;
    socklen_t len = sizeof from;
    ssize_t n = recvfrom(ep->fd, incoming, sizeof incoming, MSG_DONTWAIT, (void *)&from, &len);
    if (n < (ssize_t)sizeof(struct sfi_packet)) return;
    for (ssize_t at = 0; at < n;) at += (ssize_t)take_packet(ep, &from, len, incoming + at);
  }
}
