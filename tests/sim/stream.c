/* SPDX-License-Identifier: BSD-3-Clause
 *
 * stream.c: senders offer the next message until the engine has no room.
 */
#include "tests/sim/stream.h"

#include <stdlib.h>
#include <string.h>

static struct stream *stream_of(void *rank) { return ((struct sim_rank *)rank)->w->shared; }

static const struct udp_msg small = {.kind = UDP_SHORT};
static const struct udp_msg answer = {.kind = UDP_SHORT, .class = UDP_REPLIES};

static uint64_t step(struct sim_rank *r) {
  struct stream *s = stream_of(r);
  if (r->id == s->to) {
    for (; s->owed; s->owed--) hyd_udp_proto_send(r->proto, r->now, 0, &answer, 0, NULL);
    return hyd_udp_proto_blocked(r->proto) ? s->closed_until : UDP_NEVER;
  }
  s->dry += s->sent[r->id] && s->sent[r->id] < s->count && hyd_udp_proto_idle(r->proto);
  while (s->sent[r->id] < s->count &&
         hyd_udp_proto_send(r->proto, r->now, s->to, &s->m, s->copied ? 0 : UDP_BY_REFERENCE,
                            NULL) == 0) {
    s->sent[r->id]++;
    if (s->small) hyd_udp_proto_send(r->proto, r->now, s->to, &small, 0, NULL);
  }
  return UDP_NEVER;
}

static int takes(struct sim_rank *r) { return r->now >= stream_of(r)->closed_until; }

static enum udp_taken on_message(void *arg, uint32_t src, const struct udp_msg *m) {
  struct sim_rank *r = arg;
  struct stream *s = stream_of(r);
  s->ended = r->now;
  if (m->class == UDP_REPLIES)
    s->answers++;
  else if (m->kind == s->m.kind)
    s->came[src]++;
  if (m->class == UDP_REPLIES || !s->answer) return UDP_TAKEN;
  if (s->later)
    s->owed++;
  else
    hyd_udp_proto_send(r->proto, r->now, src, &answer, 0, NULL);
  return UDP_TAKEN;
}

static void *on_place(void *arg, uint32_t src, const struct udp_msg *m) {
  (void)src, (void)m;
  return stream_of(arg)->place;
}

static void on_done(void *arg, void *cookie) { (void)arg, (void)cookie; }
static void on_dead(void *arg, uint32_t peer, uint64_t silent_ns, uint32_t size) {
  (void)arg, (void)peer, (void)silent_ns, (void)size;
}

static const struct sim_app app = {{on_message, on_place, on_done, on_dead, NULL, NULL},
                                   step,
                                   takes};

static int finished(struct sim_world *w) {
  const struct stream *s = w->shared;
  uint64_t all = 0, senders = w->ranks - 1;
  for (uint32_t i = 0; i < w->ranks; i++) {
    all += s->came[i];
    if (s->enough && s->came[i] == s->count) return 1; /* only what comes until then is looked at */
  }
  return all == senders * s->count && (!s->answer || s->answers == all);
}

struct udp_config stream_config(uint32_t mtu) {
  struct udp_config c = hyd_udp_config_default;
  c.mtu = mtu;
  c.room = 4u << 20;
  return c;
}

struct sim_world *stream_world(struct stream *s, uint32_t ranks, uint32_t mtu) {
  struct sim_world *w = sim_alloc(sizeof *w);
  memset(w, 0, sizeof *w);
  w->seed = 1;
  w->ranks = ranks;
  w->link = (struct sim_link){.latency_ns = 20000,
                              .ps_per_byte = 800,
                              .send_ns = 300,
                              .receive_ns = 300,
                              .switch_bytes = 1u << 20,
                              .socket_bytes = 4u << 20};
  w->app = &app;
  w->shared = s;
  s->place = sim_alloc(s->m.nbytes + mtu);
  memset(s->place, 0, s->m.nbytes + mtu);
  s->m.payload = s->place;
  return w;
}

int stream_run(struct sim_world *w, const struct udp_config *c, uint64_t seconds) {
  if (sim_world_open(w, c, 1000000000)) return -1;
  sim_world_run(w, (1 + seconds) * 1000000000, finished);
  return w->failed || !finished(w) ? -1 : 0;
}

void stream_close(struct sim_world *w) {
  struct stream *s = w->shared;
  sim_world_close(w);
  free(s->place);
  free(w);
}
