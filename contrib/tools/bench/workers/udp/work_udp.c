/* SPDX-License-Identifier: BSD-3-Clause
 *
 * work_udp.c: two ranks of a job by datagrams, on a core each. Rank 0 acts and times, rank 1
 * answers from GASNET_BLOCKUNTIL until it is told that the window is over. Windows are short, and
 * each lies between two windows in which the same two processes do the like with sockets of their
 * own, with datagrams of the sizes that the conduit sends (raw_udp.h); it is compared with the mean
 * of these.
 */
#include "conduits/udp/tag_speed.h"
#include "conduits/udp/wire.h"
#include "contrib/tools/bench/raw/raw_udp.h"
#include "work_udp.h"

enum { H_PING = GEX_AM_INDEX_BASE, H_PONG, H_DROP, H_LONG_DROP, H_END };

#define MB ((size_t)1 << 20)
#define WINDOW 16      /* transfers of 1 MB in a window */
#define ENOUGH_NS 25e9 /* no further round after so long: other work has the cores */
#define FULL 8912      /* bytes of a full datagram on the loopback: what fits into a jumbo frame */

static volatile uint32_t pongs, ends;
static uint32_t sent;
static struct hyd_bn_raw raw;
static struct udp_seal *sealer; /* in `mac` */
static unsigned char *theirs;   /* payload area of rank 1 */
static uint64_t word;

static void on_ping(gex_Token_t token) { gex_AM_ReplyShort0(token, H_PONG, 0); }
static void on_pong(gex_Token_t token) {
  (void)token;
  pongs++;
}
static void on_drop(gex_Token_t token) { (void)token; }
static void on_long_drop(gex_Token_t token, void *buf, size_t n) {
  (void)token, (void)buf, (void)n;
}
static void on_end(gex_Token_t token) {
  (void)token;
  ends++;
}

#define SHORT_REQUEST (GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST)
static gex_AM_Entry_t handlers[] = {
    {H_PING, (gex_AM_Fn_t)on_ping, SHORT_REQUEST, 0, NULL, "ping"},
    {H_PONG, (gex_AM_Fn_t)on_pong, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REPLY, 0, NULL, "pong"},
    {H_DROP, (gex_AM_Fn_t)on_drop, SHORT_REQUEST, 0, NULL, "drop"},
    {H_LONG_DROP, (gex_AM_Fn_t)on_long_drop, GEX_FLAG_AM_LONG | GEX_FLAG_AM_REQUEST, 0, NULL,
     "long_drop"},
    {H_END, (gex_AM_Fn_t)on_end, SHORT_REQUEST, 0, NULL, "end"},
};

/* ---- operations ---------------------------------------------------------- */

static void short_trip(struct hyd_bw *w) {
  gex_AM_RequestShort0(w->tm, 1, H_PING, 0);
  sent++;
  GASNET_BLOCKUNTIL(pongs == sent);
}
static void put_8(struct hyd_bw *w) { gex_RMA_PutBlocking(w->tm, 1, theirs, &word, 8, 0); }
static void get_8(struct hyd_bw *w) { gex_RMA_GetBlocking(w->tm, &word, 1, theirs, 8, 0); }
static void short_one_way(struct hyd_bw *w) { gex_AM_RequestShort0(w->tm, 1, H_DROP, 0); }
static void put_mb(struct hyd_bw *w) {
  gex_RMA_PutNBI(w->tm, 1, theirs, w->mine + HYD_BW_HEAD, MB, GEX_EVENT_DEFER, 0);
}
static void get_mb(struct hyd_bw *w) {
  gex_RMA_GetNBI(w->tm, w->mine + HYD_BW_HEAD, 1, theirs, MB, 0);
}
/* In as few messages as there may be. */
static void long_mb(struct hyd_bw *w) {
  size_t most = gex_AM_MaxRequestLong(w->tm, 1, GEX_EVENT_GROUP, 0, 0);
  for (size_t at = 0, n; at < MB; at += n) {
    n = MB - at < most ? MB - at : most;
    gex_AM_RequestLong0(w->tm, 1, H_LONG_DROP, w->mine + HYD_BW_HEAD + at, n, theirs + at,
                        GEX_EVENT_GROUP, 0);
  }
}

static void end_nothing(struct hyd_bw *w) { (void)w; }
static void end_all(struct hyd_bw *w) { /* a reply to the last message, and all transfers */
  gex_NBI_Wait(GEX_EC_ALL, 0);
  short_trip(w);
}
static void end_transfers(struct hyd_bw *w) {
  (void)w;
  gex_NBI_Wait(GEX_EC_ALL, 0);
}

/* `there`, `back`: bytes of records in the datagrams of a round trip; back < 0: acknowledgement. */
static const struct op {
  const char *name;
  enum { TRIP, RATE, STREAM } kind;
  long bytes;
  int count, there, back;
  void (*once)(struct hyd_bw *w);
  void (*end)(struct hyd_bw *w);
} ops[] = {
    {"Short round trip", TRIP, -1, 200, 8, 8, short_trip, end_nothing},
    {"put, blocking", TRIP, 8, 200, 24, 0, put_8, end_nothing},
    {"get, blocking", TRIP, 8, 200, 32, 32, get_8, end_nothing},
    {"Short flood", RATE, -1, 5000, 8, 0, short_one_way, end_all},
    {"put stream", STREAM, MB, WINDOW, 0, 0, put_mb, end_transfers},
    {"get stream", STREAM, MB, WINDOW, 0, 0, get_mb, end_transfers},
    {"Long stream", STREAM, MB, WINDOW, 0, 0, long_mb, end_all},
};
static const struct op stream = {"B, MACs made and checked", STREAM, -1, WINDOW, 0, 0, NULL, NULL};
#define OPS (sizeof ops / sizeof *ops)
static const char *const unit[] = {"us", "M/s", "MB/s"}, *const ref[] = {"U", "sendto", "B"};
static const char *const raw_name[] = {"U: round trip of datagrams", "sendto", "B: stream"};

/* One window; ns per operation (STREAM: per byte) at rank 0. */
static double time_window(struct hyd_bw *w, const struct op *op) {
  if (!hyd_bw_begin_window(w, &ends)) return 0;
  double start = hyd_bn_now();
  for (int i = 0; i < op->count; i++) op->once(w);
  op->end(w);
  double t = hyd_bn_now() - start;
  gex_AM_RequestShort0(w->tm, 1, H_END, 0);
  return t / op->count / (op->kind == STREAM ? (double)MB : 1);
}

/* The like with raw sockets. */
static double reference(struct hyd_bw *w, const struct op *op) {
  size_t rest = sizeof(struct udp_head) + UDP_MAX_TAG;
  hyd_bw_sync();
  if (op->kind == TRIP)
    return hyd_bn_raw_trips(&raw, rest + (size_t)op->there, rest + (size_t)op->back, op->count);
  if (op->kind == RATE) return hyd_bn_raw_sends(&raw, rest + (size_t)op->there, op->count);
  return hyd_bn_raw_stream(&raw, w->mine + HYD_BW_HEAD, MB, FULL, WINDOW * MB);
}

/* What a MAC costs, in the conditions of a stream: no stream whose datagrams have one is faster. */
static void seal_each(const struct hyd_bn_raw *r, const unsigned char *datagram, size_t n) {
  static struct udp_head h;
  static unsigned char tag[UDP_MAX_TAG];
  struct iovec all = {(void *)(uintptr_t)datagram, n};
  h.number++;
  hyd_bw_need(hyd_udp_seal_make(sealer, &h, &all, 1, NULL, tag) == 0 && r, "a MAC");
}

/* Measures the kind of tags that a job of this machine would agree on. */
static enum udp_security faster_kind(void) {
  return hyd_udp_time_tags(UDP_GMAC) <= hyd_udp_time_tags(UDP_UMAC) ? UDP_GMAC : UDP_UMAC;
}

static double sealed_stream(struct hyd_bw *w) {
  raw.each = seal_each;
  double t = reference(w, &stream);
  raw.each = NULL;
  return t;
}

/* ns as the row shows it: us, millions a second, MB/s. */
static double shown_unit(int kind, double ns) { return kind == TRIP ? ns / 1e3 : 1e3 / ns; }

static void keep_figure(const struct op *op, struct hyd_bw_series *s, double t, double reference) {
  hyd_bw_add(s, shown_unit(op->kind, t), op->kind == TRIP ? t / reference : reference / t);
}

/* ---- the job ------------------------------------------------------------- */

static void start_job(struct hyd_bw *w, int argc, char **argv) {
  hyd_bw_init(w, argc, argv);
  hyd_bw_register(w, handlers, sizeof handlers / sizeof *handlers);
  hyd_bw_attach(w, HYD_BW_HEAD + MB);
  hyd_bw_pin(w);
  memset(w->mine, 1, w->bytes);
  theirs = hyd_bw_owner(w, 1) + HYD_BW_HEAD;
  hyd_bw_sync();
}

/* The barrier's last message to the other rank may have been lost, or still wait for its turn. */
static void poll(void) { gasnet_AMPoll(); }

/* Each rank puts its raw socket's port into the other's segment. */
static void connect_sockets(struct hyd_bw *w) {
  gex_Rank_t other = (gex_Rank_t)!w->rank;
  uint16_t port = 0;
  hyd_bw_need(hyd_bn_raw_open(&raw, w->rank, &port), "a raw socket");
  gex_RMA_PutBlocking(w->tm, other, hyd_bw_owner(w, !w->rank), &port, sizeof port, 0);
  hyd_bw_sync();
  memcpy(&port, w->mine, sizeof port);
  hyd_bn_raw_connect(&raw, port);
  raw.idle = poll;
}

static void report_row(struct hyd_bw *w, const char *what, const struct op *op,
                       struct hyd_bw_series *s) {
  char name[64];
  snprintf(name, sizeof name, "%s, %s", op->name, what);
  hyd_bw_report(w, name, op->bytes, unit[op->kind], &s->value, ref[op->kind],
                s->ratio.n ? &s->ratio : NULL);
}

static void compare_sealed(struct hyd_bw *w, struct hyd_bw_series *s, bool warms_up) {
  double before = reference(w, &stream), t = sealed_stream(w), after = reference(w, &stream);
  if (!warms_up && w->rank == 0) keep_figure(&stream, s, t, (before + after) / 2);
}

/* All operations, in the mode that GASNET_UDP_SECURITY says. */
void hyd_bw_udp(struct hyd_bw *w, int argc, char **argv) {
  static struct hyd_bw_series s[OPS];
  static struct hyd_bw_series sealed;
  static struct hyd_bn_set refs[3];
  const char *mode = getenv("GASNET_UDP_SECURITY");
  start_job(w, argc, argv);
  connect_sockets(w);
  if (mode && strcmp(mode, "mac") == 0)
    sealer = hyd_udp_seal_new(faster_kind(), (const unsigned char[UDP_KEY]){1});
  double end = hyd_bn_now() + ENOUGH_NS;
  for (int round = -2; round < w->amount && hyd_bw_again(w, end); round++) { /* two warm up */
    for (size_t i = 0; i < OPS; i++) {
      double before = reference(w, &ops[i]);
      double t = time_window(w, &ops[i]);
      double after = reference(w, &ops[i]);
      if (round < 0 || w->rank) continue;
      keep_figure(&ops[i], &s[i], t, (before + after) / 2);
      hyd_bn_add(&refs[ops[i].kind], shown_unit(ops[i].kind, before));
    }
    if (sealer) compare_sealed(w, &sealed, round < 0);
  }
  if (w->rank) return;
  for (int k = TRIP; k <= STREAM; k++)
    hyd_bw_report(w, raw_name[k], -1, unit[k], &refs[k], NULL, NULL);
  for (size_t i = 0; i < OPS; i++) report_row(w, mode ? mode : "mac", &ops[i], &s[i]);
  if (sealer)
    hyd_bw_report(w, stream.name, -1, unit[STREAM], &sealed.value, ref[STREAM], &sealed.ratio);
}

/* The put stream alone, with the losses that GASNET_UDP_FAULTS says. */
void hyd_bw_udp_loss(struct hyd_bw *w, int argc, char **argv) {
  const struct op *put = &ops[4];
  const char *faults = getenv("GASNET_UDP_FAULTS");
  struct hyd_bw_series s = {0};
  start_job(w, argc, argv);
  double end = hyd_bn_now() + ENOUGH_NS;
  for (int round = -2; round < w->amount && hyd_bw_again(w, end); round++) {
    double t = time_window(w, put);
    if (round >= 0) hyd_bn_add(&s.value, shown_unit(STREAM, t));
  }
  if (w->rank == 0) report_row(w, faults && *faults ? faults : "lossless", put, &s);
}
