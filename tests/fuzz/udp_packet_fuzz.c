/* SPDX-License-Identifier: BSD-3-Clause
 *
 * udp_packet_fuzz.c: libFuzzer target for the datagrams of the udp conduit (conduits/udp). The
 * input is a byte of choices and datagrams, each behind its length (two bytes). Bit 0 of the
 * choices: without tags, so that the parser reads what the input says; else the tag is made here,
 * under the right key, as by a peer that lies. Bit 1: requests are not taken at first. Bit 2:
 * magic, ranks, job, number and length are put right, so that what is behind them is reached. Bit
 * 3: with encryption. Bit 4: with tags of GMAC.
 *
 * The engine has messages of its own on the way, and time passes. Whatever comes, it writes to no
 * place but those that it is given, delivers no message that is not within them, and tells no
 * completion twice.
 *
 * Built with clang: -fsanitize=fuzzer,address,undefined. Without libFuzzer, fasta_replay.c runs it.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "conduits/udp/proto.h"

#define MTU 2048u /* larger than what is sent before it is tried */
#define PLACE 65536u
#define MOST_BYTES (1u << 20) /* longer messages find no place */
#define COOKIES 8

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct target {
  struct udp_proto *proto;
  struct udp_seal *seal;
  size_t tag; /* bytes */
  unsigned char told[COOKIES];
  uint64_t now, number;
  unsigned choices;
  uint32_t stops;
};

static void must(int condition) {
  if (!condition) abort();
}

/* --- events --------------------------------------------------------------- */

static int has_place(unsigned kind) {
  return kind == UDP_LONG || kind == UDP_PUT || kind == UDP_DATA;
}

static enum udp_taken on_message(void *arg, uint32_t src, const struct udp_msg *m) {
  struct target *t = arg;
  static volatile unsigned char sum;
  must(src == 1 && m->kind < UDP_KINDS && m->class < UDP_CLASSES && m->nargs <= UDP_MAX_ARGS);
  for (unsigned i = 0; i < m->nargs; i++) sum = (unsigned char)(sum + (unsigned)m->args[i]);
  if (has_place(m->kind)) must(m->nbytes == 0 || m->nbytes <= MOST_BYTES);
  if (m->kind == UDP_MEDIUM)
    for (uint32_t i = 0; i < m->nbytes; i++)
      sum = (unsigned char)(sum + ((const unsigned char *)m->payload)[i]);
  if (m->class == UDP_REQUESTS && ++t->stops % 5 == 0) return UDP_NOT_TAKEN;
  return t->stops % 3 ? UDP_TAKEN : UDP_TAKEN_STOP;
}

/* Exactly as long as the message, so that a byte more is seen. A long message keeps its place until
 * its end, and others come between: the old ones are freed by the end of the input. */
struct room {
  struct room *next;
  unsigned char *bytes;
};
static struct room *rooms;

static void *on_place(void *arg, uint32_t src, const struct udp_msg *m) {
  struct room *r;
  (void)arg;
  must(src == 1 && has_place(m->kind));
  if (m->nbytes > MOST_BYTES) return NULL;
  r = malloc(sizeof *r);
  must(r != NULL);
  r->bytes = malloc(m->nbytes ? m->nbytes : 1);
  must(r->bytes != NULL);
  r->next = rooms;
  rooms = r;
  return r->bytes;
}

static void free_rooms(void) {
  for (struct room *next; rooms; rooms = next) {
    next = rooms->next;
    free(rooms->bytes);
    free(rooms);
  }
}

static void on_done(void *arg, void *cookie) {
  struct target *t = arg;
  must((unsigned char *)cookie >= t->told && (unsigned char *)cookie < t->told + COOKIES);
  must(++*(unsigned char *)cookie == 1);
}

static void on_dead(void *arg, uint32_t peer, uint64_t silent_ns, uint32_t size) {
  (void)arg;
  must(peer == 1 && silent_ns > 0 && size <= MTU);
}

/* --- the engine ----------------------------------------------------------- */

static void open_target(struct target *t, unsigned choices) {
  static const struct udp_events events = {on_message, on_place, on_done, on_dead, NULL, NULL};
  struct udp_config c = hyd_udp_config_default;
  memset(t, 0, sizeof *t);
  c.size = 2;
  c.job = 5;
  c.mtu = MTU;
  c.room = 1u << 18;
  c.security = choices & 1 ? UDP_NONE : choices & 8 ? UDP_AEAD : choices & 16 ? UDP_GMAC : UDP_UMAC;
  t->choices = choices;
  t->now = 1000000000;
  must((t->proto = hyd_udp_proto_new(&c, &events, t)) != NULL);
  t->tag = udp_tag(c.security);
  if (c.security != UDP_NONE) must((t->seal = hyd_udp_seal_new(c.security, c.key)) != NULL);
}

static void send_some(struct target *t) {
  static unsigned char payload[20000];
  for (int i = 0; i < COOKIES; i++) {
    struct udp_msg m = {.kind = UDP_PUT,
                        .class = UDP_TRANSFERS,
                        .payload = payload,
                        .nbytes = i % 2 ? 10000 : 100};
    hyd_udp_proto_send(t->proto, t->now, 1, &m, UDP_BY_REFERENCE, &t->told[i]);
  }
}

static void output(struct target *t) {
  struct udp_datagram d;
  unsigned char room[MTU] __attribute__((aligned(8)));
  for (int i = 0; i < 300 && hyd_udp_proto_output(t->proto, t->now, &d, room); i++)
    must(d.size <= MTU);
}

/* What a peer would have written there, so that the rest is looked at. */
static void put_right(struct target *t, unsigned char *datagram, size_t n) {
  struct udp_head h;
  if (n < sizeof h + t->tag) return;
  memcpy(&h, datagram, sizeof h);
  h.magic = UDP_MAGIC;
  h.job = 5;
  h.src = 1;
  h.dst = 0;
  h.number = ++t->number;
  h.size = (uint16_t)(n - sizeof h - t->tag);
  h.reserved = 0;
  memcpy(datagram, &h, sizeof h);
}

static void seal(struct target *t, unsigned char *datagram, size_t n) {
  struct udp_head h;
  struct iovec body = {datagram + sizeof h, n - sizeof h - t->tag};
  unsigned char tag[UDP_MAX_TAG], cipher[PLACE];
  if (t->seal == NULL || n < sizeof h + t->tag) return;
  memcpy(&h, datagram, sizeof h);
  must(hyd_udp_seal_make(t->seal, &h, &body, 1, cipher, tag) == 0);
  if (t->choices & 8) memcpy(datagram + sizeof h, cipher, body.iov_len);
  memcpy(datagram + sizeof h + body.iov_len, tag, t->tag);
}

static void take(struct target *t, const uint8_t *bytes, size_t n, int take_requests) {
  unsigned char *datagram = aligned_alloc(16, n / 16 * 16 + 16), *exact;
  must(datagram != NULL);
  memcpy(datagram, bytes, n);
  if (t->choices & 4) put_right(t, datagram, n);
  seal(t, datagram, n);
  exact = malloc(n ? n : 1); /* malloc's alignment is enough, and nothing is behind it */
  must(exact != NULL);
  memcpy(exact, datagram, n);
  hyd_udp_proto_input(t->proto, t->now, exact, n, take_requests);
  free(exact);
  free(datagram);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct target t;
  if (size < 1 || size > PLACE) return 0;
  open_target(&t, data[0]);
  send_some(&t);
  for (size_t at = 1, n; at + 2 <= size; at += n) {
    n = (size_t)data[at] | (size_t)data[at + 1] << 8;
    at += 2;
    if (n > size - at) n = size - at;
    output(&t);
    take(&t, data + at, n, !(t.choices & 2));
    t.now += 700000;
    hyd_udp_proto_tick(t.proto, t.now);
  }
  hyd_udp_proto_resume(t.proto, t.now, t.now % 3 != 0);
  output(&t);
  hyd_udp_proto_free(t.proto);
  hyd_udp_seal_free(t.seal);
  free_rooms();
  return 0;
}
