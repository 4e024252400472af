/* SPDX-License-Identifier: BSD-3-Clause
 *
 * path.c: how large a datagram the way to a peer takes, found out by trying (RFC 8899). A trial is
 * a datagram of its own without data, padded to the size in question; nothing of the client's is
 * ever larger than what has been seen to arrive. What the kernel and other hosts say of sizes is
 * believed as an upper limit only: hosts behind a switch that drops large frames without a word are
 * common.
 *
 * The largest size that seems possible is tried first, then sizes that are usual, then what is
 * between. When large datagrams stop arriving, while the peer is heard, small ones are sent from
 * then on, and the search begins anew: what was on the way is cut again (send.c). A false alarm
 * costs a round trip.
 */
#include "conduits/udp/proto_int.h"

#define TRIES 3u
/* a trial's time beside round trips: hosts may be slow, and nothing waits for it */
#define WAIT_NS 5000000u
#define MOST_WAITS 6u    /* for a peer that says nothing at all, each twice as long */
#define CLOSE_ENOUGH 64u /* bytes */
#define ALARM 3u         /* large datagrams lost in a row */
#define STUBBORN 10u     /* lost datagrams after which a size is given up */

/* Sizes that networks take, without the headers of UDP and IP. */
static const uint16_t usual[] = {65507, 16356, 8972, 8952, 4324, 2020,
                                 1472,  1452,  1422, 1372, 1252, 0};

static uint32_t least_of(uint32_t a, uint32_t b) { return a < b ? a : b; }

static void set_size(struct udp_session *s, uint32_t size) {
  if (size != s->path.size) s->path.stuck = 0;
  s->path.size = size;
  s->path.lost = 0;
}

/* --- the search ----------------------------------------------------------- */

static uint32_t next_size(const struct udp_path *t) {
  for (const uint16_t *u = usual; *u > t->size; u++)
    if (*u + CLOSE_ENOUGH <= t->above) return *u;
  return t->above - t->size > CLOSE_ENOUGH ? t->size + (t->above - t->size) / 2 : 0;
}

static void try_size(struct udp_proto *p, struct udp_session *s, uint64_t now, uint32_t size) {
  struct udp_path *t = &s->path;
  t->trial = size;
  t->tries = 0;
  t->number = 0;
  t->at = size ? 0 : now + p->c.raise_ns;
  if (size) hyd_udp_make_ready(p, s);
}

/* Begins with the largest. There may be nothing to look for. */
static void start_search(struct udp_proto *p, struct udp_session *s, uint64_t now) {
  uint32_t most = p->e.path ? least_of(p->e.path(p->arg, s->peer), p->c.mtu) : p->c.mtu;
  s->path.above = most + 1;
  try_size(p, s, now, most > s->path.size ? most : 0);
}

void hyd_udp_path_want(struct udp_proto *p, struct udp_session *s, uint64_t now) {
  struct udp_path *t = &s->path;
  if (t->trial || (t->above && now < t->at)) return;
  if (t->above == 0 || t->size < p->c.mtu) start_search(p, s, now);
}

void hyd_udp_path_sent(struct udp_proto *p, struct udp_session *s, uint64_t now) {
  struct udp_path *t = &s->path;
  t->number = s->number;
  t->tries++;
  t->waits = 0;
  t->at = now + WAIT_NS + 4 * s->cc.min_rtt;
  hyd_udp_set_alarm(p, s, t->at);
  p->n.padded++;
}

void hyd_udp_path_heard(struct udp_proto *p, struct udp_session *s, uint64_t now, uint32_t padded) {
  struct udp_path *t = &s->path;
  if (t->trial == 0 || t->number == 0 || padded != (uint32_t)t->number) return;
  set_size(s, t->trial);
  hyd_udp_cc_resized(p, s);
  try_size(p, s, now, next_size(t));
}

static void trial_failed(struct udp_proto *p, struct udp_session *s, uint64_t now) {
  struct udp_path *t = &s->path;
  if (t->tries < TRIES) {
    t->number = t->at = 0; /* once more */
    hyd_udp_make_ready(p, s);
    return;
  }
  t->above = t->trial;
  try_size(p, s, now, next_size(t));
}

/* Nothing is learned of the path from a peer that says nothing at all: the peer is asked. */
static void wait_for_answer(struct udp_proto *p, struct udp_session *s, uint64_t now) {
  struct udp_path *t = &s->path;
  if (++t->waits > MOST_WAITS) {
    try_size(p, s, now, 0);
    return;
  }
  t->at = now + ((uint64_t)WAIT_NS << t->waits);
  s->due.ask = 1;
  hyd_udp_make_ready(p, s);
}

void hyd_udp_path_tick(struct udp_proto *p, struct udp_session *s, uint64_t now) {
  struct udp_path *t = &s->path;
  if (t->trial == 0 || t->at == 0 || now < t->at) return;
  if (s->seen > t->number)
    trial_failed(p, s, now);
  else
    wait_for_answer(p, s, now);
}

/* --- the watch ------------------------------------------------------------ */

/* The least of datagrams say nothing of the path: there are no smaller ones. */
void hyd_udp_path_arrived(struct udp_session *s, const struct udp_packet *k) {
  struct udp_path *t = &s->path;
  if (k->bytes >= t->stuck_least) t->stuck = 0;
  if (k->bytes <= UDP_MIN_DATAGRAM || k->number < t->passed) return;
  t->passed = k->number;
  t->passed_bytes = k->bytes;
  if (k->bytes >= t->least) t->lost = 0;
}

static void count_stuck(struct udp_path *t, uint32_t bytes, uint64_t now) {
  if (t->stuck == 0) t->stuck_ns = now;
  if (t->stuck++ == 0 || bytes < t->stuck_least) t->stuck_least = bytes;
  t->stuck_last = bytes;
}

void hyd_udp_path_lost(struct udp_session *s, const struct udp_packet *k, uint64_t now) {
  struct udp_path *t = &s->path;
  count_stuck(t, k->bytes, now);
  if (k->bytes <= UDP_MIN_DATAGRAM || (k->number < t->passed && k->bytes <= t->passed_bytes))
    return;
  if (t->lost++ == 0 || k->bytes < t->least) t->least = k->bytes;
}

/* From now on datagrams are smaller than that; what is on the way in larger ones is lost. */
static void make_smaller(struct udp_proto *p, struct udp_session *s, uint64_t now, uint32_t than) {
  uint32_t size = than > UDP_BASE_DATAGRAM ? UDP_BASE_DATAGRAM : UDP_MIN_DATAGRAM;
  p->n.too_large++;
  set_size(s, least_of(size, p->c.mtu));
  for (struct udp_packet *k = s->flying.first, *next; k; k = next) {
    next = k->other_next;
    if (k->bytes > s->path.size) hyd_udp_packet_lost(s, k);
  }
  start_search(p, s, now);
  hyd_udp_make_ready(p, s);
}

void hyd_udp_path_check(struct udp_proto *p, struct udp_session *s, uint64_t now) {
  if (s->path.lost >= ALARM) make_smaller(p, s, now, s->path.least);
}

uint32_t hyd_udp_path_stuck(const struct udp_session *s, uint64_t now, uint64_t ns) {
  const struct udp_path *t = &s->path;
  return t->stuck >= STUBBORN && now - t->stuck_ns >= ns ? t->stuck_last : 0;
}

void hyd_udp_path_refused(struct udp_proto *p, struct udp_session *s, uint64_t now, uint32_t size) {
  struct udp_path *t = &s->path;
  if (t->trial && size >= t->trial && t->number) {
    t->tries = TRIES;
    trial_failed(p, s, now);
  }
  if (size <= t->size && size > UDP_MIN_DATAGRAM) make_smaller(p, s, now, size);
}
