/* SPDX-License-Identifier: BSD-3-Clause
 *
 * udp_peer_fuzz.c: fuzz target for the udp conduit's engine: two of them send each other messages
 * of all kinds, and something on the way breaks datagrams of one side (grammar.h).
 *
 *   without the key   what is broken changes nothing: every message comes once, in the order of its
 *                     channel, with its bytes, and in the end all of them
 *   with the key      the datagrams are opened, broken, and sealed again, as a broken peer would
 *                     send them: nothing is written outside of the places that were given
 *
 * Built with clang: -fsanitize=fuzzer,address,undefined. Without libFuzzer, fasta_replay.c runs it.
 */
#include "conduits/udp/proto.h"
#include "tests/fuzz/grammar.h"

#define MTU 2048u
#define LONGEST 20000u
#define SENT 24u /* messages of an end */
#define ROUNDS 3000
#define ROUND_NS 1000000u
#define MOST_PLACED (1u << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct place {
  struct place *next;
  unsigned char bytes[];
};

struct end {
  struct udp_proto *proto;
  struct fuzz_choices *choices;
  int trusts; /* what comes is what was sent */
  uint32_t sent[UDP_CHANNELS], came[UDP_CHANNELS];
  unsigned char told[SENT]; /* cookies of its messages */
  uint32_t cookies, completions;
  struct place *places;
};

static struct end end[2];
static unsigned char pattern[LONGEST + 256];

/* --- events --------------------------------------------------------------------- */

static void check_message(struct end *e, const struct udp_msg *m) {
  unsigned channel = udp_channel_of(m);
  must(m->nargs == 2 && (uint32_t)m->args[0] == e->came[channel]++);
  must((uint32_t)m->args[1] == m->nbytes);
  if (udp_has_payload(m->kind) && m->nbytes)
    must(memcmp(m->payload, pattern + (uint32_t)m->args[0] % 256, m->nbytes) == 0);
}

static enum udp_taken on_message(void *arg, uint32_t src, const struct udp_msg *m) {
  static volatile unsigned char sum;
  struct end *e = arg;
  must(src == (uint32_t)(e == &end[0]) && m->kind < UDP_KINDS && m->class < UDP_CLASSES);
  must(m->nargs <= UDP_MAX_ARGS);
  if (m->class == UDP_REQUESTS && fuzz_below(e->choices, 8) == 1) return UDP_NOT_TAKEN;
  for (unsigned i = 0; i < m->nargs; i++) sum = (unsigned char)(sum + (unsigned)m->args[i]);
  if (m->kind == UDP_MEDIUM)
    for (uint32_t i = 0; i < m->nbytes; i++)
      sum = (unsigned char)(sum + ((const unsigned char *)m->payload)[i]);
  if (e->trusts) check_message(e, m);
  return fuzz_below(e->choices, 8) == 1 ? UDP_TAKEN_STOP : UDP_TAKEN;
}

static void *on_place(void *arg, uint32_t src, const struct udp_msg *m) {
  struct end *e = arg;
  struct place *p;
  (void)src;
  must(m->kind == UDP_LONG || m->kind == UDP_PUT || m->kind == UDP_DATA);
  if (m->nbytes > MOST_PLACED) return NULL;
  must((p = malloc(sizeof *p + m->nbytes)) != NULL); /* nothing is behind the message */
  p->next = e->places;
  e->places = p;
  return p->bytes;
}

static void on_done(void *arg, void *cookie) {
  struct end *e = arg;
  unsigned char *told = cookie;
  must(told >= e->told && told < e->told + e->cookies && ++*told == 1);
  e->completions++;
}

static void on_dead(void *arg, uint32_t peer, uint64_t silent_ns, uint32_t size) {
  (void)arg, (void)peer, (void)silent_ns, (void)size;
}

/* --- messages ------------------------------------------------------------------- */

static void send_one(struct end *e, uint64_t now, uint32_t to) {
  static const uint8_t class_of[UDP_KINDS] = {UDP_REQUESTS,  UDP_REQUESTS,  UDP_REQUESTS,
                                              UDP_TRANSFERS, UDP_TRANSFERS, UDP_ANSWERS};
  static const uint32_t sizes[] = {8, 0, 16, 100, 1000, 5000, LONGEST};
  struct fuzz_choices *c = e->choices;
  struct udp_msg m = {.kind = (uint8_t)fuzz_below(c, UDP_KINDS), .nargs = 2};
  int32_t args[2];
  unsigned channel;
  m.class = class_of[m.kind];
  if (m.class == UDP_REQUESTS && fuzz_below(c, 2)) m.class = UDP_REPLIES;
  m.nbytes = m.kind == UDP_SHORT ? 0 : sizes[fuzz_below(c, sizeof sizes / sizeof sizes[0])];
  channel = udp_channel_of(&m);
  args[0] = (int32_t)e->sent[channel];
  args[1] = (int32_t)m.nbytes;
  m.args = args;
  m.payload = pattern + e->sent[channel] % 256;
  if (e->cookies == SENT ||
      hyd_udp_proto_send(e->proto, now, to, &m, fuzz_below(c, 2), &e->told[e->cookies]))
    return;
  e->cookies++;
  e->sent[channel]++;
}

/* --- datagrams ------------------------------------------------------------------- */

struct way {
  struct udp_seal *seal; /* NULL: what breaks datagrams has no key */
  enum udp_security security;
  uint64_t now;
};

static void collect(struct end *e, uint64_t now, struct fuzz_messages *all) {
  _Alignas(16) unsigned char room[MTU], whole[MTU];
  struct udp_datagram d;
  while (all->n < FUZZ_MOST && hyd_udp_proto_output(e->proto, now, &d, room)) {
    size_t n = 0;
    for (int i = 0; i < d.parts; i++) {
      must(n + d.part[i].iov_len <= sizeof whole);
      memcpy(whole + n, d.part[i].iov_base, d.part[i].iov_len);
      n += d.part[i].iov_len;
    }
    fuzz_add(all, 0, whole, n);
  }
}

/* The tag is checked, and the body decrypted. */
static void open_seal(const struct way *w, struct fuzz_message *m) {
  struct udp_head h;
  if (w->seal == NULL || m->n < sizeof h) return;
  memcpy(&h, m->p, sizeof h);
  must(hyd_udp_seal_open(w->seal, &h, m->p, NULL, 0) == 0);
}

/* Sealed as it is now, for what its head says. */
static void seal_again(const struct way *w, struct fuzz_message *m) {
  size_t tag = udp_tag(w->security);
  unsigned char made[UDP_MAX_TAG], *cipher;
  struct udp_head h;
  struct iovec body;
  if (w->seal == NULL || m->n < sizeof h + tag) return;
  memcpy(&h, m->p, sizeof h);
  body = (struct iovec){m->p + sizeof h, m->n - sizeof h - tag};
  must((cipher = malloc(body.iov_len + 16)) != NULL);
  must(hyd_udp_seal_make(w->seal, &h, &body, 1, cipher, made) == 0);
  if (w->security == UDP_AEAD) memcpy(m->p + sizeof h, cipher, body.iov_len);
  memcpy(m->p + sizeof h + body.iov_len, made, tag);
  free(cipher);
}

/* `from`'s datagrams go to the other end, broken or not. */
static void carry(struct way *w, struct end *from, int broken) {
  struct end *to = from == end ? end + 1 : end;
  struct fuzz_messages all = {0};
  collect(from, w->now, &all);
  for (unsigned i = 0; broken && i < all.n; i++) open_seal(w, &all.at[i]);
  if (broken) fuzz_break(from->choices, &all);
  for (unsigned i = 0; i < all.n; i++) {
    struct fuzz_message *m = &all.at[i];
    unsigned char *exact;
    if (broken) seal_again(w, m);
    must((exact = malloc(m->n ? m->n : 1)) != NULL);
    memcpy(exact, m->p, m->n);
    hyd_udp_proto_input(to->proto, w->now, exact, m->n, fuzz_below(to->choices, 8) != 1);
    free(exact);
  }
  fuzz_free(&all);
}

/* --- the whole --------------------------------------------------------------------- */

static void open_ends(struct fuzz_choices *c, enum udp_security security, int trusts) {
  static const struct udp_events events = {on_message, on_place, on_done, on_dead, NULL, NULL};
  struct udp_config config = hyd_udp_config_default;
  config.size = 2;
  config.job = 5;
  config.mtu = MTU;
  config.room = 1u << 18;
  config.security = security;
  memset(config.key, 7, sizeof config.key);
  for (uint32_t i = 0; i < 2; i++) {
    end[i] = (struct end){.choices = c, .trusts = trusts};
    config.rank = i;
    must((end[i].proto = hyd_udp_proto_new(&config, &events, &end[i])) != NULL);
  }
}

static void close_ends(void) {
  for (int i = 0; i < 2; i++) {
    hyd_udp_proto_free(end[i].proto);
    for (struct place *p = end[i].places, *next; p; p = next) {
      next = p->next;
      free(p);
    }
  }
}

static int all_came(void) {
  for (int i = 0; i < 2; i++)
    if (memcmp(end[i].sent, end[1 - i].came, sizeof end[i].sent) ||
        end[i].completions != end[i].cookies)
      return 0;
  return 1;
}

static void pass(struct way *w, int broken) {
  carry(w, &end[1], broken);
  carry(w, &end[0], 0);
  for (int i = 0; i < 2; i++) {
    hyd_udp_proto_resume(end[i].proto, w->now, 1);
    hyd_udp_proto_tick(end[i].proto, w->now);
  }
  w->now += ROUND_NS;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const enum udp_security kinds[] = {UDP_UMAC, UDP_GMAC_OPENSSL, UDP_AEAD, UDP_NONE};
  struct fuzz_choices c = fuzz_choices_of(data, size);
  struct way w = {.security = kinds[fuzz_below(&c, 4)], .now = 1000000000};
  unsigned char key[UDP_KEY];
  int has_key = w.security == UDP_NONE || fuzz_below(&c, 2), i;
  for (size_t b = 0; b < sizeof pattern; b++) pattern[b] = (unsigned char)(b * 7 + b / 251);
  memset(key, 7, sizeof key);
  if (has_key && w.security != UDP_NONE) must((w.seal = hyd_udp_seal_new(w.security, key)) != NULL);
  open_ends(&c, w.security, !has_key);
  for (i = 0; i < 12; i++) {
    uint32_t from = fuzz_below(&c, 2);
    send_one(&end[from], w.now, 1 - from);
    pass(&w, 1);
  }
  for (i = 0; !has_key && i < ROUNDS && !all_came(); i++) pass(&w, 0);
  must(has_key || all_came());
  close_ends();
  hyd_udp_seal_free(w.seal);
  return 0;
}
