/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cc.c: round trips and the congestion window, in bytes. The aim is a delay: as long as a round
 * trip is no longer than the shortest one seen lately plus delay_ns, the window grows (twice in a
 * round trip at first, by one datagram later); when it is longer, the window shrinks in proportion,
 * once a round trip, as in Swift (SIGCOMM 2020, algorithm 1). Delay counts only if both hosts had
 * looked at their sockets just before (prompt_ns): otherwise it is a host that is slow, which flow
 * control sees to, and not the network.
 *
 * A loss without delay is taken for noise on the wire, as on a LAN it mostly is, until an eighth of
 * the packets is lost: then it is a policer, or a full buffer that is too short to show as delay.
 * What was lost in a silence in which several questions were not answered halves the window for
 * each.
 */
#include "conduits/udp/proto_int.h"

#define FIRST_WINDOW 16.0         /* datagrams */
#define MIN_WINDOW 4.0            /* of an Ethernet's size, and two of any */
#define MOST_FIRST (256.0 * 1024) /* bytes */
#define FIRST_RTO 20000000u
#define FORGET_NS 10000000000u /* the shortest round trip is looked for anew */
#define EPOCH 64u              /* packets over which losses are counted */

void hyd_udp_cc_init(struct udp_proto *p, struct udp_session *s) {
  s->cc.cwnd = FIRST_WINDOW * s->path.size;
  s->cc.slow_start = 1;
  s->due.rto_ns = FIRST_RTO > p->c.rto_min_ns ? FIRST_RTO : p->c.rto_min_ns;
}

static void set_cwnd(const struct udp_proto *p, struct udp_session *s, double cwnd) {
  double max = 2.0 * p->c.window, min = MIN_WINDOW * 1472;
  if (min < 2.0 * s->path.size) min = 2.0 * s->path.size;
  s->cc.cwnd = cwnd > max ? max : cwnd < min ? min : cwnd;
}

void hyd_udp_cc_resized(const struct udp_proto *p, struct udp_session *s) {
  double first = FIRST_WINDOW * s->path.size;
  if (first > MOST_FIRST) first = MOST_FIRST;
  if (s->cc.slow_start && s->cc.cwnd < first) s->cc.cwnd = first;
  set_cwnd(p, s, s->cc.cwnd);
}

static void take_delay(struct udp_session *s, uint64_t now, uint64_t rtt) {
  s->cc.last_rtt = rtt;
  s->cc.last_rtt_at = now;
  if (s->cc.min_rtt && rtt > s->cc.min_rtt && now - s->cc.min_rtt_at <= FORGET_NS) return;
  s->cc.min_rtt = rtt;
  s->cc.min_rtt_at = now;
}

/* RFC 6298. */
void hyd_udp_cc_rtt(struct udp_proto *p, struct udp_session *s, uint64_t now, uint64_t rtt,
                    int prompt) {
  uint64_t deviation = s->cc.srtt > rtt ? s->cc.srtt - rtt : rtt - s->cc.srtt, rto;
  if (s->cc.srtt == 0) {
    s->cc.srtt = rtt;
    s->cc.rttvar = rtt / 2;
  } else {
    s->cc.rttvar += deviation / 4 - s->cc.rttvar / 4;
    s->cc.srtt = s->cc.srtt - s->cc.srtt / 8 + rtt / 8;
  }
  if (prompt) take_delay(s, now, rtt);
  rto = s->cc.srtt + 4 * s->cc.rttvar;
  s->due.rto_ns = rto < p->c.rto_min_ns   ? p->c.rto_min_ns
                  : rto > p->c.rto_max_ns ? p->c.rto_max_ns
                                          : rto;
}

/* Whether the delay on the wire is known just now. */
static int is_known(const struct udp_session *s, uint64_t now) {
  return s->cc.last_rtt_at && now - s->cc.last_rtt_at <= s->cc.srtt;
}

/* By how much the last round trip was longer than it should have been; 0: not, or not known. */
static uint64_t too_long(const struct udp_session *s, uint64_t now, uint64_t delay_ns) {
  if (!is_known(s, now) || s->cc.last_rtt <= s->cc.min_rtt + delay_ns) return 0;
  return s->cc.last_rtt - s->cc.min_rtt - delay_ns;
}

static void cut_window(const struct udp_proto *p, struct udp_session *s, uint64_t now,
                       double factor) {
  if (now - s->cc.cut_at <= s->cc.srtt) return;
  s->cc.cut_at = now;
  s->cc.slow_start = 0;
  set_cwnd(p, s, s->cc.cwnd * factor);
}

/* Where only a host is slow, most of what is on the way lies in its socket: the window grows by a
 * quarter in a round trip, until flow control limits it. */
static void grow_window(const struct udp_proto *p, struct udp_session *s, uint64_t now,
                        double bytes) {
  double by = is_known(s, now) ? bytes * s->path.size / s->cc.cwnd : bytes / 4;
  if ((double)s->flying_bytes + bytes < s->cc.cwnd / 2) return; /* what is not used need not grow */
  set_cwnd(p, s, s->cc.cwnd + (s->cc.slow_start ? bytes : by));
}

void hyd_udp_cc_arrived(struct udp_proto *p, struct udp_session *s, uint64_t now, uint32_t packets,
                        uint64_t bytes) {
  uint64_t by = too_long(s, now, p->c.delay_ns);
  double factor = by ? 1 - 0.8 * (double)by / (double)s->cc.last_rtt : 1;
  if (by)
    cut_window(p, s, now, factor < 0.5 ? 0.5 : factor);
  else
    grow_window(p, s, now, (double)bytes);
  s->cc.epoch_sent += packets;
  if (s->cc.epoch_sent < EPOCH) return;
  s->cc.epoch_sent = s->cc.epoch_lost = 0;
}

void hyd_udp_cc_lost(struct udp_proto *p, struct udp_session *s, uint64_t now, uint32_t packets) {
  s->cc.epoch_lost += packets;
  if (s->due.backoff > 1)
    cut_window(p, s, now, 1.0 / (double)(1u << (s->due.backoff < 8 ? s->due.backoff - 1 : 7)));
  else if (too_long(s, now, p->c.delay_ns / 2))
    cut_window(p, s, now, 0.7);
  else if (s->cc.epoch_lost > EPOCH / 8)
    cut_window(p, s, now, 0.85);
}
