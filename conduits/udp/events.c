/* SPDX-License-Identifier: BSD-3-Clause
 *
 * events.c: what the engine reports: messages that have come, places for their bytes, completions,
 * peers that are dead.
 *
 * A put needs no handler here: its bytes are in place when it comes. A get is answered with data
 * that goes straight to its destination.
 */
#include <stdio.h>
#include <string.h>

#include "conduits/udp/udp_int.h"
#include "core/am/packet.h"
#include "core/base/err.h"
#include "core/oob/host_leaders.h"

_Static_assert((int)UDP_SHORT == HYD_AM_SHORT && (int)UDP_MEDIUM == HYD_AM_MEDIUM &&
                   (int)UDP_LONG == HYD_AM_LONG && UDP_MAX_ARGS == HYD_AM_WIRE_ARGS,
               "a message's kind is its category");

static int on_aside(void *arg, const void *to, size_t n) {
  struct udp_state *s = arg;
  return hyd_job_is_guarded(s->job, to, n);
}

static void send_answer(void *state, gex_Rank_t peer, const struct hyd_am *m) {
  struct udp_state *s = state;
  struct udp_msg u = udp_message_of(m);
  (void)hyd_udp_proto_send(s->proto, s->now, peer, &u, 0, NULL);
  hyd_udp_flush(s);
}

/* The attending thread runs no handlers of the client, but those that leaders of hosts have for
 * each other, such as the end of the job. */
static enum udp_taken put_off(struct udp_state *s, uint32_t src, const struct udp_msg *m) {
  if (m->kind != UDP_SHORT) return UDP_NOT_TAKEN;
  return hyd_leaders_receive(s->job, src, m->handler, m->args, m->nargs, send_answer, s)
             ? UDP_TAKEN
             : UDP_NOT_TAKEN;
}

static enum udp_taken run_handler(struct udp_state *s, uint32_t src, const struct udp_msg *m) {
  struct hyd_am am = {.category = m->kind,
                      .is_request = m->class == UDP_REQUESTS,
                      .handler = m->handler,
                      .nargs = m->nargs,
                      .args = m->args,
                      .payload = (void *)(uintptr_t)m->payload,
                      .nbytes = m->nbytes,
                      .dest = (void *)(uintptr_t)m->addr[0]};
  if (s->attend.attending) return put_off(s, src, m);
  if (am.category == HYD_AM_LONG && !(am.nbytes && on_aside(s, am.dest, am.nbytes)))
    am.payload = am.dest;
  else if (am.category == HYD_AM_LONG && !am.is_request && hyd_deferred_is_crowded(s->job))
    return UDP_NOT_TAKEN;
  s->in_handler = 1;
  udp_unlock(s);
  hyd_am_receive(s->job, hyd_self(s->job), src, &am);
  udp_lock(s);
  s->in_handler = 0;
  return hyd_am_parked(s->job) ? UDP_TAKEN_STOP : UDP_TAKEN;
}

static enum udp_taken answer_get(struct udp_state *s, uint32_t src, const struct udp_msg *m) {
  const void *from = (const void *)(uintptr_t)m->addr[0];
  struct udp_msg data = {.kind = UDP_DATA,
                         .class = UDP_ANSWERS,
                         .nbytes = m->nbytes,
                         .payload = from,
                         .addr = {m->addr[1], m->addr[2]}};
  unsigned how;
  if (!hyd_everything(s->job) && hyd_local(s->job, hyd_job_rank(s->job), from, m->nbytes) == NULL)
    hyd_fatal("udp conduit", "rank %u wants %u bytes at %p, which are outside of the segment", src,
              m->nbytes, from);
  how = udp_how_to_keep(s->job, from, m->nbytes);
  return hyd_udp_proto_send(s->proto, s->now, src, &data, how, NULL) ? UDP_NOT_TAKEN : UDP_TAKEN;
}

static void on_done(void *arg, void *op) {
  struct udp_state *s = arg;
  s->events++;
  hyd_attend_op_done(&s->attend, s->job, op);
}

/* What a get has asked for: in place, unless that is guarded. */
static enum udp_taken take_data(struct udp_state *s, uint32_t src, const struct udp_msg *m) {
  struct hyd_op *op = (struct hyd_op *)(uintptr_t)m->addr[1];
  void *to = (void *)(uintptr_t)m->addr[0];
  int guarded = on_aside(s, to, m->nbytes);
  if (guarded && (s->attend.attending || hyd_deferred_is_crowded(s->job))) return UDP_NOT_TAKEN;
  hyd_op_written(op);
  if (!guarded || hyd_land_for(s->job, to, m->payload, m->nbytes, src, op)) on_done(s, op);
  return UDP_TAKEN;
}

static enum udp_taken on_message(void *arg, uint32_t src, const struct udp_msg *m) {
  struct udp_state *s = arg;
  if (s->closing) return UDP_TAKEN;
  s->events++;
  switch (m->kind) {
  case UDP_GET: return answer_get(s, src, m);
  case UDP_DATA: return take_data(s, src, m);
  case UDP_PUT:
    if (m->nbytes && on_aside(s, (void *)(uintptr_t)m->addr[0], m->nbytes))
      hyd_fatal("udp conduit", "rank %u puts past the guard of a segment", src);
    hyd_put_done();
    return UDP_TAKEN;
  default: return run_handler(s, src, m);
  }
}

static void *on_place(void *arg, uint32_t src, const struct udp_msg *m) {
  struct udp_state *s = arg;
  if (m->kind == UDP_DATA) return (void *)(uintptr_t)m->addr[0];
  return hyd_packet_place(s->job, "udp conduit", src, m->addr[0], m->nbytes);
}

/* What the user may do about it. */
static const char *advice(const struct udp_state *s, uint32_t peer, char *text, size_t size) {
  int err = hyd_udp_socket_error(s->socket, peer);
  char here[400];
  text[0] = '\0';
  if (err)
    snprintf(text, size,
             "; this host could not send to it: %s (see `ip route get', the firewall, and the MTU)",
             strerror(err));
  else if (hyd_udp_proto_heard(s->proto, peer) == 0) {
    hyd_ip_list(&s->here, here, sizeof here);
    snprintf(text, size,
             "; nothing has ever come from it: does a firewall drop UDP, or does GASNET_WORKERIP "
             "name another network than there? This host has %s",
             here);
  }
  return text;
}

static void on_dead(void *arg, uint32_t peer, uint64_t ns, uint32_t size) {
  struct udp_state *s = arg;
  char line[800], at[80], more[600];
  if (s->closing) return;
  hyd_udp_proto_describe(s->proto, peer, s->now, line, sizeof line);
  hyd_ip_text(&s->table[peer], at, sizeof at);
  if (size)
    hyd_fatal("udp conduit",
              "rank %u at %s answers, but a datagram of %u bytes has not reached it in %.1f s "
              "(GASNET_REQUESTTIMEOUT_MAX): something on the way drops datagrams of this size; "
              "expected a path "
              "that takes them, or GASNET_UDP_MTU set to fewer bytes, %u at least%s; %s",
              peer, at, size, (double)ns / 1e9, UDP_LEAST_DATAGRAM,
              advice(s, peer, more, sizeof more), line);
  hyd_fatal("udp conduit",
            "no answer from rank %u at %s for %.1f s (GASNET_REQUESTTIMEOUT_MAX): it is stopped "
            "(SIGSTOP, a debugger), or cannot be reached%s; %s",
            peer, at, (double)ns / 1e9, advice(s, peer, more, sizeof more), line);
}

static uint32_t on_path(void *arg, uint32_t peer) {
  struct udp_state *s = arg;
  return hyd_udp_socket_path(s->socket, peer);
}

const struct udp_events hyd_udp_events = {on_message, on_place, on_done,
                                          on_dead,    on_path,  on_aside};
