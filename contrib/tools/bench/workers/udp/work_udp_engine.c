/* SPDX-License-Identifier: BSD-3-Clause
 *
 * work_udp_engine.c: the protocol engine of the udp conduit by itself: what it keeps for a peer
 * that says nothing, and what the tag of a packet costs.
 */
#include "conduits/udp/proto.h"
#include "work_udp.h"

#define MANY 65536u
#define WINDOW 100 /* packets in a window */
#define SMALL 24   /* bytes of messages in a small one */

static enum udp_taken take_message(void *arg, uint32_t src, const struct udp_msg *m) {
  (void)arg, (void)src, (void)m;
  return UDP_TAKEN;
}
static void *place_nowhere(void *arg, uint32_t src, const struct udp_msg *m) {
  (void)arg, (void)src, (void)m;
  return NULL;
}
static void ignore_end(void *arg, void *cookie) { (void)arg, (void)cookie; }
static void dead(void *arg, uint32_t peer, uint64_t ns, uint32_t size) {
  (void)arg, (void)peer, (void)ns, (void)size;
}

/* Bytes that an engine for so many ranks has allocated. */
static double engine_bytes(uint32_t size) {
  static const struct udp_events events = {take_message, place_nowhere, ignore_end,
                                           dead,         NULL,          NULL};
  struct udp_config c = hyd_udp_config_default;
  c.size = size;
  c.mtu = 8952;
  c.room = 8 << 20;
  double before = hyd_bw_allocated();
  struct udp_proto *p = hyd_udp_proto_new(&c, &events, NULL);
  double bytes = hyd_bw_allocated() - before;
  if (!p) exit(3);
  hyd_udp_proto_free(p);
  return bytes;
}

static void silent_peer(struct hyd_bw *w) {
  engine_bytes(2); /* what the first use of OpenSSL allocates stays */
  hyd_bw_report_one(w, "engine, per silent peer of 65536", "B",
                    (engine_bytes(MANY) - engine_bytes(2)) / (MANY - 2));
}

/* Packets whose tags are made and checked: the body lies elsewhere, or right behind the head. */
struct tagged {
  unsigned char datagram[UDP_MAX_DATAGRAM] __attribute__((aligned(64)));
  unsigned char elsewhere[UDP_MAX_DATAGRAM] __attribute__((aligned(64)));
};

/* ns to make the tag of a packet, in two pieces and in one, and to check it. */
struct tag_times {
  struct hyd_bn_set two, one, check;
};

static double make_window(struct udp_seal *seal, struct tagged *t, unsigned char *body) {
  struct udp_head *h = (struct udp_head *)(void *)t->datagram;
  struct iovec part = {body, h->size};
  double start = hyd_bn_now();
  for (int i = 0; i < WINDOW; i++) {
    h->number++;
    if (hyd_udp_seal_make(seal, h, &part, 1, NULL, t->datagram + sizeof *h + h->size)) exit(3);
  }
  return (hyd_bn_now() - start) / WINDOW;
}

static double check_window(struct udp_seal *seal, struct tagged *t) {
  struct udp_head *h = (struct udp_head *)(void *)t->datagram;
  double start = hyd_bn_now();
  for (int i = 0; i < WINDOW; i++)
    if (hyd_udp_seal_open(seal, h, t->datagram, NULL, 0)) exit(3);
  return (hyd_bn_now() - start) / WINDOW;
}

/* bytes: of the packet without its tag. */
static void time_kind(struct hyd_bw *w, enum udp_security kind, const char *name, long bytes) {
  static struct tagged t;
  const unsigned char key[UDP_KEY] = {1};
  struct udp_seal *seal = hyd_udp_seal_new(kind, key);
  struct udp_head h = {.magic = UDP_MAGIC, .src = 1, .size = (uint16_t)(bytes - (long)sizeof h)};
  struct tag_times n = {0};
  char row[80];
  if (!seal) exit(3);
  memcpy(t.datagram, &h, sizeof h);
  for (int i = 0; i < w->amount; i++) {
    hyd_bn_add(&n.two, make_window(seal, &t, t.elsewhere));
    hyd_bn_add(&n.one, make_window(seal, &t, t.datagram + sizeof h));
    hyd_bn_add(&n.check, check_window(seal, &t));
  }
  snprintf(row, sizeof row, "%s, made of two pieces", name);
  hyd_bw_report(w, row, bytes, "ns", &n.two, NULL, NULL);
  snprintf(row, sizeof row, "%s, made of one", name);
  hyd_bw_report(w, row, bytes, "ns", &n.one, NULL, NULL);
  snprintf(row, sizeof row, "%s, checked", name);
  hyd_bw_report(w, row, bytes, "ns", &n.check, NULL, NULL);
  hyd_udp_seal_free(seal);
}

/* GMAC is OpenSSL's twice where libipsec-mb is not installed. */
static void time_tags(struct hyd_bw *w) {
  static const struct {
    enum udp_security kind;
    const char *name;
  } kinds[] = {{UDP_UMAC, "tag of UMAC"},
               {UDP_GMAC, "tag of GMAC"},
               {UDP_GMAC_OPENSSL, "tag of GMAC by OpenSSL"}};
  static const long bytes[] = {sizeof(struct udp_head) + SMALL, 1400, 65472};
  for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
    for (size_t i = 0; i < sizeof bytes / sizeof bytes[0]; i++)
      time_kind(w, kinds[k].kind, kinds[k].name, bytes[i]);
}

int hyd_bw_udp_engine(struct hyd_bw *w) {
  silent_peer(w);
  time_tags(w);
  return 0;
}
