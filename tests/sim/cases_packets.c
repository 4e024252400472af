/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cases_packets.c: packets of every kind, of which each bit is turned over in its turn, which are
 * cut short, made longer, come again, or come from elsewhere: nothing happens, and a counter says
 * so.
 */
#include "conduits/udp/proto_int.h"
#include "tests/sim/cases.h"
#include "contrib/tools/sim/events.h"
#include "tests/sim/pair.h"

#include <stdlib.h>
#include <string.h>

#define SAMPLES 40

/* Packets from rank 0 to rank 1, none of which has been given to it. */
struct samples {
  int n;
  const char *name[SAMPLES];
  struct pair_packet packet[SAMPLES];
};

static void collect(struct samples *s, struct pair *p, const char *name) {
  for (int i = pair_output(p, 0); i < p->n && s->n < SAMPLES; i++) {
    s->name[s->n] = name;
    s->packet[s->n++] = p->kept[i];
  }
}

static void pass_time(struct pair *p, uint64_t ns) {
  p->now += ns;
  for (int i = 0; i < 2; i++) hyd_udp_proto_tick(p->end[i].proto, p->now);
}

/* Rank 1 sends data of which the first is lost, so rank 0 acknowledges the others selectively. */
static void provoke_acks(struct samples *s, struct pair *p) {
  int first;
  pair_send(p, 1, UDP_PUT, 20, p);
  first = pair_output(p, 1);
  pair_input(p, &p->kept[first]);
  collect(s, p, "an acknowledgement");
  pair_send(p, 1, UDP_PUT, 3000, p);
  first = pair_output(p, 1);
  for (int i = first + 1; i < p->n; i++) pair_input(p, &p->kept[i]);
  collect(s, p, "an acknowledgement of parts");
}

static void provoke_all(struct samples *s, struct pair *p) {
  static const struct {
    unsigned kind;
    uint32_t nbytes;
    const char *name;
  } what[] = {{UDP_SHORT, 0, "SHORT"}, {UDP_MEDIUM, 100, "MEDIUM"}, {UDP_LONG, 33, "LONG"},
              {UDP_PUT, 8, "PUT"},     {UDP_GET, 8, "GET"},         {UDP_DATA, 8, "DATA"}};
  for (unsigned i = 0; i < sizeof what / sizeof *what; i++) {
    pair_send(p, 0, what[i].kind, what[i].nbytes, NULL);
    pass_time(p, 1000000);
    collect(s, p, what[i].name);
  }
  provoke_acks(s, p);
  pass_time(p, 300000000);
  collect(s, p, "a probe");
}

static void provoke_bulk(struct samples *s, struct pair *p) {
  pair_send(p, 0, UDP_LONG, 4000, NULL);
  collect(s, p, "a part of a long message");
}

/* What the engine knows of its peer, and has done. */
struct snapshot {
  struct udp_session session;
  struct udp_counts n;
  int events;
};

static void take_snapshot(struct snapshot *s, const struct pair *p, int end) {
  const struct udp_session *of = p->end[end].proto->session[!end];
  memset(s, 0, sizeof *s);
  if (of) s->session = *of;
  s->n = *hyd_udp_proto_counts(p->end[end].proto);
  s->events = p->end[end].events;
  s->n.forged = s->n.malformed = s->n.not_ours = s->n.replayed = 0;
}

/* Whether the packet is refused: one of the counters goes up, and nothing else is different. */
static int is_refused(struct pair *p, const struct pair_packet *k) {
  struct snapshot before, after;
  uint64_t refused = pair_refused(p, 1);
  take_snapshot(&before, p, 1);
  pair_input(p, k);
  take_snapshot(&after, p, 1);
  return memcmp(&before, &after, sizeof before) == 0 && pair_refused(p, 1) == refused + 1;
}

static int all_bits(struct pair *p, const struct pair_packet *k) {
  struct pair_packet copy = *k;
  for (size_t bit = 0; bit < 8 * k->size; bit++) {
    copy.bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
    if (!is_refused(p, &copy)) return 0;
    copy.bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
  }
  return 1;
}

static int all_lengths(struct pair *p, const struct pair_packet *k) {
  struct pair_packet copy = *k;
  for (copy.size = 0; copy.size < k->size + 48; copy.size++)
    if (copy.size != k->size && !is_refused(p, &copy)) return 0;
  return 1;
}

static void spoiled(struct pair *p, const struct samples *s, const char *mode) {
  for (int i = 0; i < s->n; i++) {
    case_verdict(all_bits(p, &s->packet[i]), "%s: %s, %zu bytes: each bit", mode, s->name[i],
                 s->packet[i].size);
    case_verdict(all_lengths(p, &s->packet[i]), "%s: %s, %zu bytes: each length", mode, s->name[i],
                 s->packet[i].size);
  }
}

/* They are good: the same packets, as they were, are taken. */
static void unspoiled(struct pair *p, const struct samples *s, const char *mode) {
  uint64_t refused = pair_refused(p, 1);
  for (int i = 0; i < s->n; i++) pair_input(p, &s->packet[i]);
  case_verdict(pair_refused(p, 1) == refused, "%s: as they were, they are taken", mode);
}

static void other_job(struct pair *p, enum udp_security security, const char *mode) {
  struct pair *other = sim_alloc(sizeof *other);
  struct samples *theirs = sim_alloc(sizeof *theirs);
  int good = 1;
  memset(theirs, 0, sizeof *theirs);
  if (pair_open(other, security, 2)) abort();
  provoke_bulk(theirs, other);
  for (int i = 0; i < theirs->n; i++) good &= is_refused(p, &theirs->packet[i]);
  case_verdict(good && theirs->n, "%s: packets of another job", mode);
  pair_close(other);
  free(other);
  free(theirs);
}

static void other_rank(struct pair *p, const struct samples *s, const char *mode) {
  struct udp_msg m = {.kind = UDP_SHORT};
  struct pair_packet back = s->packet[0];
  uint64_t refused = pair_refused(p, 0);
  int first;
  hyd_udp_proto_send(p->end[0].proto, p->now, 2, &m, 0, NULL);
  first = pair_output(p, 0);
  p->kept[first].dst = 1;
  case_verdict(is_refused(p, &p->kept[first]), "%s: a packet for another rank", mode);
  back.dst = 0;
  pair_input(p, &back);
  case_verdict(pair_refused(p, 0) == refused + 1, "%s: a packet that comes back", mode);
}

/* Every packet of a whole conversation comes again, at its end, and a long time later. */
static void replays(enum udp_security security, const char *mode) {
  struct pair *p = sim_alloc(sizeof *p);
  struct snapshot before, after;
  int good = 1, n;
  if (pair_open(p, security, 1)) abort();
  for (unsigned kind = 0; kind < UDP_KINDS; kind++)
    for (uint32_t size = 0; size < 6000; size += 2900) pair_send(p, (int)(kind % 2), kind, size, p);
  pair_settle(p);
  good = hyd_udp_proto_idle(p->end[0].proto) && hyd_udp_proto_idle(p->end[1].proto) &&
         p->n < PAIR_KEPT;
  n = p->n;
  for (int round = 0; round < 2; round++, p->now += 3600000000000u)
    for (int i = 0; i < n; i++) {
      const struct udp_counts *c = hyd_udp_proto_counts(p->end[p->kept[i].dst].proto);
      uint64_t replayed = c->replayed;
      take_snapshot(&before, p, (int)p->kept[i].dst);
      pair_input(p, &p->kept[i]);
      take_snapshot(&after, p, (int)p->kept[i].dst);
      good &= memcmp(&before, &after, sizeof before) == 0 && c->replayed == replayed + 1;
    }
  case_verdict(good, "%s: %d packets of a conversation come again", mode, n);
  pair_close(p);
  free(p);
}

static int compare_nonces(const void *a, const void *b) {
  const uint64_t *x = a, *y = b;
  for (int i = 0; i < 2; i++)
    if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
  return 0;
}

/* Puts each end's packets among the nonces that were used: direction and number, of 48 bits. */
static size_t note_nonces(const struct pair *p, uint64_t (*nonce)[2], size_t n) {
  for (int i = 0; i < p->n; i++) {
    struct udp_head h;
    memcpy(&h, p->kept[i].bytes, sizeof h);
    nonce[n][0] = (uint64_t)h.src << 32 | h.dst;
    nonce[n++][1] = h.number & ((UINT64_C(1) << 48) - 1);
  }
  return n;
}

/* Both ends send, of which every third packet is lost; what follows are questions, trials of the
 * path and the same data again. Returns how many packets there were. */
static size_t lose_a_third(struct pair *p, uint64_t (*nonce)[2], size_t most) {
  size_t n = 0, passed = 0;
  for (int round = 0; round < 400 && n + PAIR_KEPT <= most; round++) {
    p->n = 0;
    for (int end = 0; end < 2; end++) {
      if (round < 40) pair_send(p, end, round % 2 ? UDP_PUT : UDP_MEDIUM, 3000, NULL);
      for (int i = pair_output(p, end); i < p->n; i++)
        if (passed++ % 3) pair_input(p, &p->kept[i]);
    }
    n = note_nonces(p, nonce, n);
    pass_time(p, 700000);
  }
  return n;
}

/* GMAC would give its key away. */
static void nonces(enum udp_security security, const char *mode) {
  static uint64_t nonce[20000][2];
  struct pair *p = sim_alloc(sizeof *p);
  const struct udp_counts *c;
  size_t n, twice = 0;
  if (pair_open(p, security, 1)) abort();
  n = lose_a_third(p, nonce, sizeof nonce / sizeof nonce[0]);
  qsort(nonce, n, sizeof nonce[0], compare_nonces);
  for (size_t i = 1; i < n; i++) twice += compare_nonces(nonce[i - 1], nonce[i]) == 0;
  c = hyd_udp_proto_counts(p->end[0].proto);
  case_verdict(twice == 0 && n > 300 && c->sent_again > 20 && c->questions && c->acks,
               "%s: none of %zu packets has the nonce of another", mode, n);
  pair_close(p);
  free(p);
}

static void with(enum udp_security security, const char *mode,
                 void (*provoke)(struct samples *, struct pair *)) {
  struct pair *p = sim_alloc(sizeof *p);
  struct samples *s = sim_alloc(sizeof *s);
  memset(s, 0, sizeof *s);
  if (pair_open(p, security, 1)) abort();
  provoke(s, p);
  spoiled(p, s, mode);
  other_job(p, security, mode);
  other_rank(p, s, mode);
  unspoiled(p, s, mode);
  pair_close(p);
  free(p);
  free(s);
}

void cases_packets(void) {
  static const char *const mode[] = {"none", "umac", "gmac", "gmac of OpenSSL", "aead"};
  for (unsigned i = UDP_UMAC; i <= UDP_AEAD; i++) {
    with((enum udp_security)i, mode[i], provoke_all);
    with((enum udp_security)i, mode[i], provoke_bulk);
  }
  for (unsigned i = UDP_NONE; i <= UDP_AEAD; i++) replays((enum udp_security)i, mode[i]);
  nonces(UDP_GMAC, mode[UDP_GMAC]);
}
