/* SPDX-License-Identifier: BSD-3-Clause
 *
 * message_fuzz.c: fuzz target for the messages of the ofi, mpi and ibv conduits, ibv's hellos, and
 * the addresses that hosts offer each other, as a peer of the job sends them that is broken. A
 * message that is taken for one lies in the bytes that came: arguments, payload, and what a kind of
 * message has besides; and what a peer says of credits never gives more of them than were used.
 *
 * Built with clang: -fsanitize=fuzzer,address,undefined. Without libFuzzer, fasta_replay.c runs it.
 */
#include "conduits/ibv/wire.h"
#include "conduits/ip/offer.h"
#include "conduits/mpi/wire.h"
#include "conduits/ofi/wire.h"
#include "core/am/credits.h"
#include "core/base/err.h"
#include "tests/fuzz/grammar.h"

#define RANKS 3u
#define WINDOW 16u
#define MOST_PAYLOAD 600u

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum format { OFI, MPI, IBV, HELLO, OFFER, FORMATS };
static const unsigned char key[HYD_IBV_TOKEN] = "the job's key";

/* No message of a peer may lead here. Only builds without optimization refer to it. */
void hyd_fatal_at(const char *file, int line, const char *call, const char *fmt, ...) {
  (void)file, (void)line, (void)call, (void)fmt;
  abort();
}

/* --- the grammar ------------------------------------------------------------------- */

static struct hyd_packet packet(struct fuzz_choices *c, unsigned kinds) {
  struct hyd_packet p = {.src = fuzz_below(c, RANKS),
                         .taken = fuzz_below(c, WINDOW),
                         .kind = (uint8_t)fuzz_below(c, kinds),
                         .is_request = (uint8_t)fuzz_below(c, 2),
                         .handler = (uint8_t)fuzz_below(c, 256),
                         .nargs = (uint8_t)fuzz_below(c, HYD_AM_WIRE_ARGS + 1)};
  if (p.kind == HYD_AM_MEDIUM || p.kind == HYD_AM_LONG) p.nbytes = fuzz_below(c, MOST_PAYLOAD);
  return p;
}

static struct hyd_ibv_hello hello(struct fuzz_choices *c) {
  struct hyd_ibv_hello h = {.magic = HYD_IBV_HELLO_MAGIC,
                            .src = fuzz_below(c, RANKS),
                            .dst = 1,
                            .reads = (uint8_t)fuzz_below(c, 17),
                            .mtu = (uint8_t)(fuzz_below(c, 4) ? 1 + fuzz_below(c, 5)
                                                              : fuzz_extreme(c)),
                            .cells = fuzz_extreme(c)};
  memcpy(h.token, key, sizeof h.token);
  return h;
}

static struct hyd_ip_offer offer(struct fuzz_choices *c) {
  struct hyd_ip_places p = {.n = 1 + fuzz_below(c, HYD_IP_PLACES)};
  struct hyd_ip_offer o;
  for (unsigned i = 0; i < p.n; i++) {
    p.at[i].family = fuzz_below(c, 2) ? AF_INET6 : AF_INET;
    p.at[i].port = 7;
    p.at[i].ip[3] = (unsigned char)i;
  }
  hyd_ip_offer_cut(&p);
  hyd_ip_offer_write(&o, &p);
  return o;
}

static void say(struct fuzz_choices *c, struct fuzz_messages *all) {
  static unsigned char bytes[HYD_IBV_BUFFER + 1024];
  enum format f = (enum format)fuzz_below(c, FORMATS);
  struct hyd_ofi_header o = {.secret = 5, .am = packet(c, HYD_OFI_KINDS)};
  struct hyd_packet m = packet(c, HYD_MPI_KINDS);
  struct hyd_ibv_header i = {.src = 1};
  size_t n;
  memset(bytes, 0, sizeof bytes);
  if (f == OFI) {
    memcpy(bytes, &o, sizeof o);
    n = hyd_ofi_message_size(&o.am);
  } else if (f == MPI) {
    memcpy(bytes, &m, sizeof m);
    n = hyd_mpi_message_size(&m);
  } else if (f == HELLO) {
    struct hyd_ibv_hello h = hello(c);
    memcpy(bytes, &h, n = sizeof h);
  } else if (f == OFFER) {
    struct hyd_ip_offer a = offer(c);
    memcpy(bytes, &a, n = sizeof a);
  } else {
    i.kind = (uint8_t)fuzz_below(c, HYD_IBV_KINDS);
    i.nargs = m.nargs;
    i.nbytes = i.kind == HYD_IBV_SHORT ? 0 : fuzz_below(c, MOST_PAYLOAD);
    i.credit[0].taken = m.taken;
    memcpy(bytes, &i, sizeof i);
    n = hyd_ibv_message_size(&i);
  }
  fuzz_add(all, f, bytes, n);
}

/* --- as the conduits take them ------------------------------------------------------- */

/* Reads n bytes, with nothing behind them. */
static void read_all(const void *p, size_t n) {
  static volatile unsigned char sum;
  for (size_t i = 0; i < n; i++) sum = (unsigned char)(sum + ((const unsigned char *)p)[i]);
}

static void learn(struct hyd_credits *credits, uint32_t taken) {
  (void)hyd_credits_learn(credits, taken);
  must(hyd_credits_out(credits) <= WINDOW);
}

static void take_ofi(const char *at, size_t size, struct hyd_credits *credits) {
  struct hyd_ofi_header h;
  if (size < sizeof h) return;
  memcpy(&h, at, sizeof h);
  if (!hyd_ofi_is_plausible(&h.am, size, RANKS)) return;
  must(h.am.src < RANKS && h.am.kind < HYD_OFI_KINDS);
  learn(&credits[h.am.src], h.am.taken);
  read_all(at + sizeof h, 4u * h.am.nargs);
  if (h.am.kind == HYD_OFI_LONG_SOURCE)
    read_all(at + hyd_ofi_payload_at(h.am.nargs), sizeof(struct hyd_ofi_source));
  else if (h.am.kind == HYD_OFI_FIREHOSE)
    read_all(at + hyd_ofi_payload_at(0), h.am.nbytes);
  else if (h.am.kind != HYD_OFI_LONG_PLACED)
    read_all(at + hyd_ofi_payload_at(h.am.nargs), h.am.nbytes);
}

static void take_mpi(const char *at, size_t size, struct hyd_credits *credits) {
  struct hyd_packet p;
  if (size < sizeof p) return;
  memcpy(&p, at, sizeof p);
  if (!hyd_packet_is_plausible(&p, RANKS, HYD_MPI_MAX_MEDIUM) || p.kind >= HYD_MPI_KINDS ||
      size != hyd_mpi_message_size(&p))
    return;
  must(size <= HYD_MPI_MESSAGE_MOST);
  learn(&credits[p.src], p.taken);
  read_all(at + sizeof p, 4u * p.nargs);
  read_all(at + hyd_packet_payload_at(sizeof p, p.nargs), p.nbytes);
}

static void take_ibv(const char *at, size_t size) {
  struct hyd_ibv_header *h = (struct hyd_ibv_header *)(void *)(uintptr_t)at;
  if (size > HYD_IBV_BUFFER || !hyd_ibv_is_plausible(h, size)) return;
  must((unsigned)hyd_ibv_class_of(h) <= HYD_IBV_CLASSES);
  read_all(h + 1, 4u * h->nargs);
  if (h->kind != HYD_IBV_LONG_PLACED && h->nbytes) read_all(hyd_ibv_payload_of(h), h->nbytes);
}

/* As hyd_ibv_conn_learn and limit_reads. */
static void take_hello(const char *at, size_t size) {
  struct hyd_ibv_hello h;
  if (size != sizeof h) return;
  memcpy(&h, at, sizeof h);
  if (!hyd_ibv_hello_is_plausible(&h, 1, RANKS, key)) return;
  must(h.src < RANKS && memcmp(h.token, key, sizeof key) == 0);
  must((size_t)128 << h.mtu <= 4096);
}

/* What was read is as many addresses as an offer has room for, and is written again. */
static void take_offer(const char *at, size_t size) {
  struct hyd_ip_places p, again;
  struct hyd_ip_offer o;
  if (size != sizeof o) return;
  memcpy(&o, at, sizeof o);
  hyd_ip_offer_read(&o, &p);
  must(p.n <= HYD_IP_PLACES);
  for (unsigned i = 0; i < p.n; i++)
    must(p.at[i].port == o.port && (p.at[i].family == AF_INET6) == (i >= o.v4));
  if (p.n == 0) return;
  hyd_ip_offer_write(&o, &p);
  hyd_ip_offer_read(&o, &again);
  must(memcmp(&p, &again, sizeof p) == 0);
}

static void take_partners(struct fuzz_choices *c) {
  uint32_t partner[HYD_IP_PARTNERS], n = 1 + (uint32_t)(fuzz_extreme(c) % UINT32_MAX),
                                     me = fuzz_below(c, n), count = hyd_ip_partners(me, n, partner);
  must(count <= HYD_IP_PARTNERS);
  for (uint32_t i = 0; i < count; i++) must(partner[i] < n && partner[i] != me);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct fuzz_choices c = fuzz_choices_of(data, size);
  struct fuzz_messages all = {0};
  struct hyd_credits credits[RANKS];
  for (uint32_t r = 0; r < RANKS; r++) credits[r] = (struct hyd_credits){.sent = WINDOW};
  for (uint32_t n = 1 + fuzz_below(&c, 16); n > 0; n--) say(&c, &all);
  fuzz_break(&c, &all);
  for (unsigned i = 0; i < all.n; i++) {
    char *exact = malloc(all.at[i].n ? all.at[i].n : 1);
    must(exact != NULL);
    memcpy(exact, all.at[i].p, all.at[i].n);
    if (all.at[i].tag == OFI) take_ofi(exact, all.at[i].n, credits);
    if (all.at[i].tag == MPI) take_mpi(exact, all.at[i].n, credits);
    if (all.at[i].tag == IBV) take_ibv(exact, all.at[i].n);
    if (all.at[i].tag == HELLO) take_hello(exact, all.at[i].n);
    if (all.at[i].tag == OFFER) take_offer(exact, all.at[i].n);
    free(exact);
  }
  take_partners(&c);
  fuzz_free(&all);
  return 0;
}
