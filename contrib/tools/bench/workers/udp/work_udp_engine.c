/* SPDX-License-Identifier: BSD-3-Clause
 *
 * work_udp_engine.c: the protocol engine of the udp conduit by itself: what it keeps for a peer
 * that says nothing, and what the MAC of a packet costs.
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

/* ns to make the tag of a packet, and to check it, for each of a window's packets. */
static void mac_window(struct udp_seal *seal, unsigned char *datagram, uint16_t body,
                       struct hyd_bn_set *make, struct hyd_bn_set *check) {
  struct udp_head h = {.magic = UDP_MAGIC, .src = 1, .size = body};
  struct iovec part = {datagram + sizeof h, body};
  bool ok = true;
  double start = hyd_bn_now();
  for (int i = 0; i < WINDOW; i++) {
    h.number++;
    ok &= !hyd_udp_seal_make(seal, &h, &part, 1, NULL, datagram + sizeof h + body);
  }
  double made = hyd_bn_now();
  memcpy(datagram, &h, sizeof h);
  for (int i = 0; i < WINDOW; i++) ok &= !hyd_udp_seal_open(seal, &h, datagram, NULL, 0);
  double end = hyd_bn_now();
  if (!ok) exit(3);
  hyd_bn_add(make, (made - start) / WINDOW);
  hyd_bn_add(check, (end - made) / WINDOW);
}

static void mac(struct hyd_bw *w, long bytes) {
  static unsigned char datagram[9216] __attribute__((aligned(64)));
  const unsigned char key[UDP_KEY] = {1};
  struct udp_seal *seal = hyd_udp_seal_new(UDP_UMAC, key);
  struct hyd_bn_set make = {0}, check = {0};
  uint16_t body = (uint16_t)(bytes - (long)sizeof(struct udp_head) - (long)UDP_UMAC_TAG);
  if (!seal) exit(3);
  for (int i = 0; i < w->amount; i++) mac_window(seal, datagram, body, &make, &check);
  hyd_bw_report(w, "MAC of a packet, made", bytes, "ns", &make, NULL, NULL);
  hyd_bw_report(w, "MAC of a packet, checked", bytes, "ns", &check, NULL, NULL);
  hyd_udp_seal_free(seal);
}

int hyd_bw_udp_engine(struct hyd_bw *w) {
  silent_peer(w);
  mac(w, (long)(sizeof(struct udp_head) + UDP_UMAC_TAG) + SMALL);
  mac(w, 8912);
  return 0;
}
