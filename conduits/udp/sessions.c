/* SPDX-License-Identifier: BSD-3-Clause
 *
 * sessions.c: the table of sessions, one for each peer that was ever talked with, and the lists of
 * those with something to do: `ready`, which may have a packet to send and are served in turns;
 * `active`, which have a timer; `soon`, whose acknowledgement the client's next message may carry;
 * `blocked`, with messages that were not taken. A session is in each of them once at most, and none
 * is longer than the number of peers talked with.
 */
#include "conduits/udp/proto_int.h"

#include <stdlib.h>

#define MEMORY ((uint64_t)64 << 20) /* bytes that all peers together may let this rank keep */
#define LEAST_ROOM 4096u            /* bytes of datagrams that any peer may always send */

/* Half the size of the socket: the kernel's accounting. */
void hyd_udp_share_out(struct udp_proto *p) {
  uint32_t sessions = (uint32_t)p->n.sessions, room = p->c.room / 2 / sessions;
  uint64_t window = MEMORY / sessions;
  if (window > p->c.window) window = p->c.window;
  if (window < UDP_FIRST_WINDOW) window = UDP_FIRST_WINDOW;
  p->share.room = room < LEAST_ROOM ? LEAST_ROOM : room;
  p->share.window = (uint32_t)(window / UDP_WINDOW_UNIT * UDP_WINDOW_UNIT);
}

struct udp_session *hyd_udp_session_new(struct udp_proto *p, uint32_t peer) {
  struct udp_session *s = calloc(1, sizeof *s);
  if (s == NULL) return NULL;
  s->peer = peer;
  s->head = (struct udp_head){.magic = UDP_MAGIC, .job = p->c.job, .src = p->c.rank, .dst = peer};
  s->moved = (1u << UDP_CHANNELS) - 1;
  for (int i = 0; i < UDP_CHANNELS; i++) {
    s->out[i].limit = s->in[i].limit = UDP_FIRST_WINDOW;
    s->out[i].wait_end = &s->out[i].wait;
    s->out[i].ask = UINT32_MAX;
  }
  s->room = UDP_FIRST_ROOM;
  s->turn = 1;
  s->path.size = p->c.mtu < UDP_BASE_DATAGRAM ? p->c.mtu : UDP_BASE_DATAGRAM;
  hyd_udp_cc_init(p, s);
  p->n.sessions++;
  hyd_udp_share_out(p);
  return p->session[peer] = s;
}

int hyd_udp_queued(const struct udp_session *s) {
  for (unsigned open = s->open; open;) {
    const struct udp_out *o = &s->out[udp_next_of(&open)];
    if (o->next != o->end) return 1;
  }
  return 0;
}

/* --- lists ---------------------------------------------------------------- */

void hyd_udp_make_ready(struct udp_proto *p, struct udp_session *s) {
  if (s->on.is_ready) return;
  s->on.is_ready = 1;
  s->on.next_ready = NULL;
  *p->ready_end = s;
  p->ready_end = &s->on.next_ready;
}

void hyd_udp_end_turn(struct udp_proto *p, int again) {
  struct udp_session *s = p->ready;
  p->turn = 0;
  p->ready = s->on.next_ready;
  if (p->ready == NULL) p->ready_end = &p->ready;
  s->on.is_ready = 0;
  if (again) hyd_udp_make_ready(p, s);
}

void hyd_udp_set_alarm(struct udp_proto *p, struct udp_session *s, uint64_t at) {
  if (at < p->timer) p->timer = at;
  if (s->on.is_active) return;
  s->on.is_active = 1;
  s->on.next_active = p->active;
  p->active = s;
}

void hyd_udp_add_soon(struct udp_proto *p, struct udp_session *s) {
  if (s->on.is_soon) return;
  s->on.is_soon = 1;
  s->on.next_soon = p->soon;
  p->soon = s;
}

void hyd_udp_add_blocked(struct udp_proto *p, struct udp_session *s) {
  if (s->on.is_blocked) return;
  s->on.is_blocked = 1;
  s->on.next_blocked = p->blocked;
  p->blocked = s;
}
