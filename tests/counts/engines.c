/* SPDX-License-Identifier: BSD-3-Clause
 *
 * engines.c: the engines that do no input or output: a packet through udp's, with a tag and
 * without; hits of firehose; faults of distributed shared memory.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/layers/dsm/engine/hlrc.h"
#include "firehose/firehose.h"
#include "tests/counts/count.h"
#include "tests/sim/pair.h"

static void need(int is_there, const char *what) {
  if (is_there) return;
  fprintf(stderr, "counts-engines: no %s\n", what);
  exit(1);
}

/* --- udp --------------------------------------------------------------------- */

enum { SMALL = 8 };
static struct pair pair;
static struct udp_datagram datagram;
static unsigned char room[PAIR_MTU] __attribute__((aligned(64)));
static unsigned char arrived[PAIR_MTU + 64] __attribute__((aligned(64)));
static size_t arrived_bytes;

static void packet_out(void) {
  static const unsigned char payload[SMALL];
  static const struct udp_msg m = {.kind = UDP_MEDIUM,
                                   .class = UDP_REQUESTS,
                                   .nbytes = SMALL,
                                   .payload = payload};
  hyd_udp_proto_send(pair.end[0].proto, pair.now, 1, &m, 0, NULL);
  hyd_udp_proto_output(pair.end[0].proto, pair.now, &datagram, room);
}

static void packet_in(void) {
  hyd_udp_proto_input(pair.end[1].proto, pair.now, arrived, arrived_bytes, 1);
}

static void carry(void) {
  arrived_bytes = 0;
  for (int i = 0; i < datagram.parts; i++) {
    memcpy(arrived + arrived_bytes, datagram.part[i].iov_base, datagram.part[i].iov_len);
    arrived_bytes += datagram.part[i].iov_len;
  }
}

static void run_step(void (*step)(void), int counts) {
  if (counts)
    count_step(step);
  else
    step();
}

/* One packet there, and whatever the engines say of it afterwards. */
static void send_packet(int counts_out, int counts_in) {
  run_step(packet_out, counts_out);
  carry();
  run_step(packet_in, counts_in);
  pair.n = 0;
  pair_settle(&pair);
}

static void count_packets(const char *name, int out) {
  for (int i = 0; i < COUNT_WARM; i++) send_packet(0, 0);
  count_begin();
  for (int i = 0; i < COUNT_RUNS; i++) send_packet(out, !out);
  count_end(name);
}

/* A train: the datagrams of a long put, of which those in the middle are counted. */
enum { PUT = 65536, TRAINS = 4, COUNTED = COUNT_RUNS / TRAINS };

static void train_out(void) { hyd_udp_proto_output(pair.end[0].proto, pair.now, &datagram, room); }

static void send_train(int counts_out, int counts_in) {
  static unsigned char payload[PUT];
  struct udp_msg m = {.kind = UDP_PUT, .class = UDP_TRANSFERS, .nbytes = PUT, .payload = payload};
  m.addr[0] = (uintptr_t)pair.landing;
  hyd_udp_proto_send(pair.end[0].proto, pair.now, 1, &m, UDP_BY_REFERENCE, NULL);
  for (int i = 0; i < COUNTED + 1; i++) {
    run_step(train_out, counts_out && i);
    need(datagram.size > PAIR_MTU - UDP_QUANTUM, "room for a train");
    carry();
    run_step(packet_in, counts_in && i);
  }
  pair.n = 0;
  pair_settle(&pair);
}

static void count_trains(const char *name, int out) {
  for (int i = 0; i < COUNT_WARM; i++) send_train(0, 0);
  count_begin();
  for (int i = 0; i < TRAINS; i++) send_train(out, !out);
  count_end(name);
}

struct udp_rows {
  const char *out, *in, *train_out, *train_in;
};

static void count_udp(enum udp_security security, const struct udp_rows *row) {
  need(pair_open(&pair, security, 1) == 0, "udp engine");
  count_packets(row->out, 1);
  count_packets(row->in, 0);
  count_trains(row->train_out, 1);
  count_trains(row->train_in, 0);
  need(pair_refused(&pair, 1) == 0, "packet without a fault");
  pair_close(&pair);
}

/* --- firehose ---------------------------------------------------------------- */

enum { BUCKET = 8192, BUCKETS = 16, MESSAGES = 64 };
static struct fh *firehose[2];
static char *memory;

static struct {
  char bytes[MESSAGES][4096];
  size_t size[MESSAGES];
  uint32_t to[MESSAGES];
  int n;
} mails;

static int pin(void *ctx, uintptr_t addr, size_t len, struct fh_pinned *out) {
  (void)ctx, (void)addr, (void)len;
  *out = (struct fh_pinned){NULL, 1};
  return 0;
}
static void unpin(void *ctx, uintptr_t addr, size_t len, const struct fh_pinned *pinned) {
  (void)ctx, (void)addr, (void)len, (void)pinned;
}
static void keep_message(void *ctx, uint32_t node, const void *message, size_t len) {
  (void)ctx;
  need(mails.n < MESSAGES && len <= sizeof mails.bytes[0], "room for firehose's messages");
  memcpy(mails.bytes[mails.n], message, len);
  mails.size[mails.n] = len;
  mails.to[mails.n++] = node;
}
static void deliver_messages(void *ctx) {
  (void)ctx;
  for (int i = 0; i < mails.n; i++)
    fh_input(firehose[mails.to[i]], !mails.to[i], mails.bytes[i], mails.size[i]);
  mails.n = 0;
}

static void hit_here(void) {
  struct fh_request r;
  if (fh_try_local_pin(firehose[0], (uintptr_t)memory, 64, &r) == 0) fh_release(firehose[0], &r);
}
static void hit_there(void) {
  struct fh_request r;
  if (fh_try_remote_pin(firehose[0], 1, (uintptr_t)memory, 64, &r) == 0)
    fh_release(firehose[0], &r);
}

static void open_firehose(uint32_t node) {
  static const struct fh_ops ops = {.pin = pin,
                                    .unpin = unpin,
                                    .send = keep_message,
                                    .poll = deliver_messages};
  struct fh_config c = fh_config_default;
  c.node = node;
  c.nodes = 2;
  c.m = c.maxvictim = BUCKETS * BUCKET;
  c.ahead = 0;
  c.ops = &ops;
  need((firehose[node] = fh_open(&c, NULL)) != NULL, "firehose");
}

static void count_firehose(void) {
  struct fh_request r;
  memory = aligned_alloc(BUCKET, BUCKETS * BUCKET);
  need(memory != NULL, "memory");
  for (uint32_t node = 0; node < 2; node++) open_firehose(node);
  need(fh_local_pin(firehose[0], (uintptr_t)memory, 64, &r) == 0, "pinned memory");
  fh_release(firehose[0], &r);
  need(fh_remote_pin(firehose[0], 1, (uintptr_t)memory, 64, &r, NULL, 0) == 0, "firehose there");
  fh_release(firehose[0], &r);
  count_row("firehose: local hit, release", hit_here);
  count_row("firehose: remote hit, release", hit_there);
  for (uint32_t node = 0; node < 2; node++) fh_close(firehose[node]);
  free(memory);
}

/* --- distributed shared memory ------------------------------------------------- */

enum { PAGES = 4 * (COUNT_WARM + COUNT_RUNS), PAGE = 4096 };
static struct hyd_hlrc dsm;
static uint32_t page;

static void protect(void *ctx, uint32_t first, uint32_t n, enum hyd_hlrc_access was,
                    enum hyd_hlrc_access now) {
  (void)ctx, (void)first, (void)n, (void)was, (void)now;
}

static void read_fault(void) { hyd_hlrc_fault_here(&dsm, page++, 0); }
static void write_fault(void) { hyd_hlrc_fault_here(&dsm, page++, 1); }

static void *get_pages(size_t bytes) {
  void *p = aligned_alloc(PAGE, (bytes + PAGE - 1) & ~(size_t)(PAGE - 1));
  need(p != NULL, "memory");
  memset(p, 0, bytes);
  return p;
}

/* All pages have their home at rank 1, whose memory is mapped. */
static void count_dsm(void) {
  static const struct hyd_hlrc_ops ops = {.protect = protect};
  static struct hyd_hlrc_log log;
  struct hyd_hlrc_config c = {.ranks = 2,
                              .pages = PAGES,
                              .page_bytes = PAGE,
                              .twins = PAGES,
                              .log_room = 2 * PAGES,
                              .homes_by_message = 1};
  struct hyd_hlrc_shared shared = {.log = &log,
                                   .notices = get_pages(2 * PAGES * sizeof *shared.notices),
                                   .marks = get_pages(PAGES)};
  char *mine = get_pages((size_t)PAGES * PAGE), *home = get_pages((size_t)PAGES * PAGE);
  hyd_hlrc_init(&dsm, &c, &ops, NULL, mine, &shared, get_pages(hyd_hlrc_bytes(&c)));
  dsm.neighbour[1] = home;
  for (uint32_t i = 0; i < PAGES; i++) {
    dsm.home[i] = 1;
    dsm.state[i] = HYD_HLRC_INVALID;
  }
  count_row("dsm: fault of a read, a neighbour's page", read_fault);
  page = 0;
  count_row("dsm: fault of a write to a page that was read", write_fault);
  count_row("dsm: fault of a write, a neighbour's page", write_fault);
}

static void do_nothing(void) {}

int main(void) {
  count_row("nothing", do_nothing);
  count_udp(UDP_NONE,
            &(struct udp_rows){"udp: packet out", "udp: packet in", "udp: datagram of a train, out",
                               "udp: datagram of a train, in"});
  count_udp(UDP_GMAC_OPENSSL,
            &(struct udp_rows){"udp: packet out, with a tag", "udp: packet in, with a tag",
                               "udp: datagram of a train, out, with a tag",
                               "udp: datagram of a train, in, with a tag"});
  count_firehose();
  count_dsm();
}
