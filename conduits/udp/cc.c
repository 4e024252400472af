/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cc.c: round trips and the congestion window, in packets. The aim is a delay: as long as a round trip is
 * no longer than the shortest one seen lately plus delay_ns, the window grows (twice in a round trip at
 * first, by one later); when it is longer, the window shrinks in proportion, once a round trip, as in
 * Swift (SIGCOMM 2020, algorithm 1). A loss without delay is taken for noise on the wire, as on a LAN it
 * mostly is, until a tenth of the packets are lost: then it is a policer, or a full buffer that is too
 * short to show as delay. Silence halves the window from the second probe on.
 */
#include "conduits/udp/proto_int.h"

#define MIN_WINDOW 4.0
#define FIRST_WINDOW 16.0
#define FIRST_RTO 20000000u
#define FORGET_NS 10000000000u /* the shortest round trip is looked for anew */
#define EPOCH 64u              /* packets over which losses are counted */

void udp_cc_init(struct udp_proto *p, struct udp_session *s) {
  s->cwnd = FIRST_WINDOW;
  s->slow_start = 1;
  s->rto_ns = FIRST_RTO > p->c.rto_min_ns ? FIRST_RTO : p->c.rto_min_ns;
}

static void set_cwnd(struct udp_session *s, double cwnd) {
  double max = 2.0 * UDP_WINDOW;
  s->cwnd = cwnd < MIN_WINDOW ? MIN_WINDOW : cwnd > max ? max : cwnd;
}

/* RFC 6298. */
void udp_cc_rtt(struct udp_proto *p, struct udp_session *s, uint64_t now, uint64_t rtt) {
  uint64_t deviation = s->srtt > rtt ? s->srtt - rtt : rtt - s->srtt, rto;
  if (s->srtt == 0) {
    s->srtt = rtt;
    s->rttvar = rtt / 2;
  } else {
    s->rttvar += deviation / 4 - s->rttvar / 4;
    s->srtt = s->srtt - s->srtt / 8 + rtt / 8;
  }
  s->last_rtt = rtt;
  if (s->min_rtt == 0 || rtt <= s->min_rtt || now - s->min_rtt_at > FORGET_NS) {
    s->min_rtt = rtt;
    s->min_rtt_at = now;
  }
  rto = s->srtt + 4 * s->rttvar;
  s->rto_ns = rto < p->c.rto_min_ns ? p->c.rto_min_ns : rto > p->c.rto_max_ns ? p->c.rto_max_ns : rto;
}

static int late(const struct udp_proto *p, const struct udp_session *s) {
  return s->last_rtt > s->min_rtt + p->c.delay_ns;
}

static int may_cut(const struct udp_session *s, uint64_t now) { return now - s->cut_at > s->srtt; }

static void cut(struct udp_session *s, uint64_t now, double factor) {
  if (!may_cut(s, now)) return;
  s->cut_at = now;
  s->slow_start = 0;
  set_cwnd(s, s->cwnd * factor);
}

void udp_cc_arrived(struct udp_proto *p, struct udp_session *s, uint64_t now, uint32_t packets) {
  if (late(p, s)) {
    double too_long = (double)(s->last_rtt - s->min_rtt - p->c.delay_ns) / (double)s->last_rtt;
    double factor = 1 - 0.8 * too_long;
    cut(s, now, factor < 0.5 ? 0.5 : factor);
  } else if (s->flying + packets >= s->cwnd / 2) { /* what is not used need not grow */
    set_cwnd(s, s->cwnd + (s->slow_start ? packets : packets / s->cwnd));
  }
  s->epoch_sent += packets;
  if (s->epoch_sent < EPOCH) return;
  s->epoch_sent = s->epoch_lost = 0;
}

void udp_cc_lost(struct udp_proto *p, struct udp_session *s, uint64_t now, uint32_t packets) {
  s->epoch_lost += packets;
  if (s->last_rtt > s->min_rtt + p->c.delay_ns / 2)
    cut(s, now, 0.7);
  else if (s->epoch_lost > EPOCH / 8)
    cut(s, now, 0.85);
}

void udp_cc_silence(struct udp_proto *p, struct udp_session *s) {
  (void)p;
  if (s->probes < 2) return;
  s->slow_start = 0;
  set_cwnd(s, s->cwnd / 2);
}
