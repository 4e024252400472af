/* SPDX-License-Identifier: BSD-3-Clause
 *
 * reach.c: see reach.h. A probe is the head of a datagram (wire.h) with a magic number and a range
 * of numbers of its own, so that its seal is of no use elsewhere. In it `seq` says to which of the
 * receiver's addresses it was sent, and `seen` at which of the sender's the receiver was heard.
 * Probes are sent again until each side knows that the other has heard it.
 */
#include "conduits/udp/reach.h"

#define MS UINT64_C(1000000)
#define PROBE_MAGIC 0x3f555948u          /* "HYU?" */
#define PROBE_NUMBER (UINT64_C(1) << 47) /* and more: no session comes so far */
#define FIRST_PAUSE (5 * MS)
#define LONGEST_PAUSE (200 * MS)
/* How long is waited when some address is known to be reached: for the best one, for one of the
 * other family, for a peer's answer. */
#define BEST_NS (100 * MS)
#define FAMILY_NS (20 * MS)
#define ANSWER_NS (1000 * MS)

/* --- probes --------------------------------------------------------------- */

static void send_probes(struct udp_reach *r, struct udp_reach_peer *p, udp_reach_send *send,
                        void *arg) {
  unsigned char datagram[sizeof(struct udp_head) + UDP_MAX_TAG];
  struct udp_head h = {.magic = PROBE_MAGIC, .job = r->job, .src = r->rank, .dst = p->rank};
  h.seen = p->heard;
  for (unsigned i = 0; i < p->there.n; i++) {
    h.number = PROBE_NUMBER | ++r->number;
    h.seq = i;
    memcpy(datagram, &h, sizeof h);
    if (r->seal &&
        hyd_udp_seal_make(r->seal, &h, NULL, 0, datagram + sizeof h, datagram + sizeof h))
      return;
    send(arg, &p->there.at[i], datagram, sizeof h + udp_tag(r->security));
  }
  p->due = 0;
}

uint64_t hyd_udp_reach_output(struct udp_reach *r, uint64_t now, udp_reach_send *send, void *arg) {
  int round = now >= r->next_ns;
  for (uint32_t i = 0; i < r->peers; i++)
    if (round || r->peer[i].due) send_probes(r, &r->peer[i], send, arg);
  if (!round) return r->next_ns;
  r->pause_ns = r->pause_ns == 0 ? FIRST_PAUSE : 2 * r->pause_ns;
  if (r->pause_ns > LONGEST_PAUSE) r->pause_ns = LONGEST_PAUSE;
  return r->next_ns = now + r->pause_ns;
}

static struct udp_reach_peer *find_peer(struct udp_reach *r, uint32_t rank) {
  for (uint32_t i = 0; i < r->peers; i++)
    if (r->peer[i].rank == rank) return &r->peer[i];
  return NULL;
}

void hyd_udp_reach_input(struct udp_reach *r, unsigned char *datagram, size_t n) {
  struct udp_head h;
  struct udp_reach_peer *p;
  uint32_t before;
  if (n != sizeof h + udp_tag(r->security)) return;
  memcpy(&h, datagram, sizeof h);
  if (h.magic != PROBE_MAGIC || h.job != r->job || h.dst != r->rank || h.size ||
      h.seq >= r->here.n || (p = find_peer(r, h.src)) == NULL)
    return;
  if (r->seal && hyd_udp_seal_open(r->seal, &h, datagram, NULL, 0)) return;
  before = p->heard;
  p->heard |= 1u << h.seq;
  p->reached |= h.seen & ((1u << p->there.n) - 1);
  p->due |= p->heard != before;
}

/* --- what is known -------------------------------------------------------- */

static uint32_t places_of(const struct hyd_ip_places *p, enum hyd_ip_family family) {
  uint32_t bits = 0;
  for (unsigned i = 0; i < p->n; i++)
    if (hyd_ip_family_of(&p->at[i]) == family) bits |= 1u << i;
  return bits;
}

/* Peers that have reached one of these addresses. */
static uint32_t reach_one_of(const struct udp_reach *r, uint32_t places) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < r->peers; i++) n += (r->peer[i].heard & places) != 0;
  return n;
}

int hyd_udp_reach_best(const struct udp_reach *r, enum hyd_ip_family family) {
  uint32_t all = places_of(&r->here, family), most = 0;
  int best = -1;
  if (all == 0 || reach_one_of(r, all) < r->peers) return -1;
  for (unsigned i = 0; i < r->here.n; i++) {
    uint32_t bit = all & 1u << r->order[i], n = bit ? reach_one_of(r, bit) : 0;
    if (!bit || (best >= 0 && n <= most)) continue;
    best = (int)r->order[i];
    most = n;
  }
  return best;
}

/* Whether all peers reach the address that is the first choice of its family. */
static int has_first_choice(const struct udp_reach *r, enum hyd_ip_family family) {
  uint32_t all = places_of(&r->here, family);
  for (unsigned i = 0; i < r->here.n; i++)
    if (all & 1u << r->order[i]) return reach_one_of(r, 1u << r->order[i]) == r->peers;
  return 0;
}

/* Whether it is so, and has been for `ns`. *since: since when; 0 at first. */
static int check_lasting(uint64_t *since, int is_so, uint64_t now, uint64_t ns) {
  if (!is_so) return 0;
  if (*since == 0) *since = now;
  return now - *since >= ns;
}

static int check_known(struct udp_reach *r, uint64_t now) {
  int first = 0, any = 0, all = 1;
  for (enum hyd_ip_family f = HYD_IP_V4; f < HYD_IP_FAMILIES; f++) {
    int wanted = (r->families >> f) & 1, one = wanted && hyd_udp_reach_best(r, f) >= 0;
    first |= one && has_first_choice(r, f);
    any |= one;
    all &= one || !wanted;
  }
  return (first && all) || check_lasting(&r->best_ns, first, now, FAMILY_NS) ||
         check_lasting(&r->any_ns, any, now, BEST_NS);
}

int hyd_udp_reach_ends(struct udp_reach *r, uint64_t now) {
  int enough = check_known(r, now), told = 1;
  for (uint32_t i = 0; i < r->peers; i++) told &= r->peer[i].reached != 0;
  return enough && (told || check_lasting(&r->any_ns, 1, now, ANSWER_NS));
}
