/* SPDX-License-Identifier: BSD-3-Clause
 *
 * work_udp_seldom.c: bulk to and from a rank that looks at the network only now and then, because
 * it sleeps or computes so many microseconds between its polls. Rank 0 acts and times; each rate is
 * compared with that to a rank that polls all the time, measured just before, and so is the rate of
 * a TCP connection between the same two processes.
 *
 * By itself, on any hosts: gasnetrun -c udp -n 2 -H a,b gasnet-bench --worker udp-seldom ROUNDS
 * prints records; HYDRANT_BENCH_AT is rank 1's address for TCP.
 */
#include "contrib/tools/bench/raw/raw_tcp.h"
#include "contrib/tools/bench/raw/socket_buffers.h"
#include "work_udp.h"

enum { H_DROP = GEX_AM_INDEX_BASE, H_LONG_DROP, H_PING, H_PONG, H_END };

#define COUNT 200 /* transfers in a window, unless it takes too long */
#define BYTES 65000
#define WINDOW_NS 4e8  /* no further transfer after so long */
#define LIMIT_S 300    /* by hand; a job of gasnet-bench is ended by that */
#define ENOUGH_NS 30e9 /* no further round after so long */

static volatile uint32_t pongs, ends;
static uint32_t pings;
static unsigned char *theirs;

static void on_drop(gex_Token_t token, void *buf, size_t n) { (void)token, (void)buf, (void)n; }
static void on_ping(gex_Token_t token) { gex_AM_ReplyShort0(token, H_PONG, 0); }
static void on_pong(gex_Token_t token) { (void)token, pongs++; }
static void on_end(gex_Token_t token) { (void)token, ends++; }

#define REQUEST(name) (GEX_FLAG_AM_##name | GEX_FLAG_AM_REQUEST)
static gex_AM_Entry_t handlers[] = {
    {H_DROP, (gex_AM_Fn_t)on_drop, REQUEST(MEDIUM), 0, NULL, "drop"},
    {H_LONG_DROP, (gex_AM_Fn_t)on_drop, REQUEST(LONG), 0, NULL, "long_drop"},
    {H_PING, (gex_AM_Fn_t)on_ping, REQUEST(SHORT), 0, NULL, "ping"},
    {H_PONG, (gex_AM_Fn_t)on_pong, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REPLY, 0, NULL, "pong"},
    {H_END, (gex_AM_Fn_t)on_end, REQUEST(SHORT), 0, NULL, "end"},
};

/* ---- what rank 1 does between its looks ---------------------------------- */

static const struct way {
  const char *name;
  int us, computes;
} ways[] = {{"receiver polls", 0, 0},
            {"receiver sleeps 100 us", 100, 0},
            {"receiver sleeps 500 us", 500, 0},
            {"receiver sleeps 2000 us", 2000, 0},
            {"receiver computes 100 us", 100, 1},
            {"receiver computes 500 us", 500, 1},
            {"receiver computes 2000 us", 2000, 1}};
#define WAYS (sizeof ways / sizeof *ways)
static const struct way *way;

static void between(void) {
  double end = hyd_bn_now() + way->us * 1e3;
  if (way->us && !way->computes) usleep((useconds_t)way->us);
  while (way->computes && hyd_bn_now() < end) continue;
}

/* ---- operations ---------------------------------------------------------- */

static void put_bytes(struct hyd_bw *w) {
  gex_RMA_PutNBI(w->tm, 1, theirs, w->mine + HYD_BW_HEAD, BYTES, GEX_EVENT_DEFER, 0);
}
static void get_bytes(struct hyd_bw *w) {
  gex_RMA_GetNBI(w->tm, w->mine + HYD_BW_HEAD, 1, theirs, BYTES, 0);
}
static void medium(struct hyd_bw *w) {
  gex_AM_RequestMedium0(w->tm, 1, H_DROP, w->mine + HYD_BW_HEAD, BYTES, GEX_EVENT_GROUP, 0);
}
static void send_long(struct hyd_bw *w) {
  gex_AM_RequestLong0(w->tm, 1, H_LONG_DROP, w->mine + HYD_BW_HEAD, BYTES, theirs, GEX_EVENT_GROUP,
                      0);
}

static void end_transfers(struct hyd_bw *w) {
  (void)w;
  gex_NBI_Wait(GEX_EC_ALL, 0);
}
static void end_messages(struct hyd_bw *w) { /* a reply to the last */
  gex_AM_RequestShort0(w->tm, 1, H_PING, 0);
  pings++;
  GASNET_BLOCKUNTIL(pongs == pings);
  gex_NBI_Wait(GEX_EC_ALL, 0);
}

static const struct op {
  const char *name;
  void (*once)(struct hyd_bw *w);
  void (*end)(struct hyd_bw *w);
} ops[] = {{"put", put_bytes, end_transfers},
           {"get", get_bytes, end_transfers},
           {"Medium", medium, end_messages},
           {"Long", send_long, end_messages},
           {"TCP", NULL, NULL}};
#define OPS (sizeof ops / sizeof *ops)

/* ---- windows: MB/s at rank 0 --------------------------------------------- */

static double act(struct hyd_bw *w, const struct op *op) {
  double start = hyd_bn_now();
  int n = 0;
  for (; n < COUNT && hyd_bn_now() - start < WINDOW_NS; n++) op->once(w);
  op->end(w);
  double ns = hyd_bn_now() - start;
  gex_AM_RequestShort0(w->tm, 1, H_END, 0);
  return (double)n * BYTES * 1e3 / ns;
}

static double time_window(struct hyd_bw *w, const struct op *op) {
  static uint32_t windows;
  windows++;
  hyd_bw_sync();
  if (w->rank == 0) return act(w, op);
  while (ends != windows) {
    between();
    gasnet_AMPoll();
  }
  return 0;
}

static double tcp_window(struct hyd_bw *w, int fd) {
  double ns = 1;
  hyd_bw_sync();
  hyd_bw_need(w->rank
                  ? hyd_bn_tcp_take(fd, (size_t)COUNT * BYTES, between)
                  : hyd_bn_tcp_send(fd, w->mine + HYD_BW_HEAD, BYTES, (size_t)COUNT * BYTES, &ns),
              "a TCP connection");
  return (double)COUNT * BYTES * 1e3 / ns;
}

/* ---- the job ------------------------------------------------------------- */

static void start_job(struct hyd_bw *w, int argc, char **argv) {
  hyd_bw_init(w, argc, argv);
  alarm(LIMIT_S);
  hyd_bw_register(w, handlers, sizeof handlers / sizeof *handlers);
  hyd_bw_attach(w, HYD_BW_HEAD + BYTES);
  hyd_bw_pin(w);
  memset(w->mine, 1, w->bytes);
  theirs = hyd_bw_owner(w, 1) + HYD_BW_HEAD;
  hyd_bw_need(w->size == 2 && gex_AM_MaxRequestMedium(w->tm, 1, GEX_EVENT_GROUP, 0, 0) >= BYTES,
              "a job of 2 ranks with Mediums of 65,000 bytes");
  hyd_bw_sync();
}

/* Rank 1 puts its port into rank 0's segment. */
static int connect_tcp(struct hyd_bw *w) {
  const char *at = getenv("HYDRANT_BENCH_AT");
  uint16_t port = 0;
  int listening = w->rank ? hyd_bn_tcp_listen(&port) : -1, fd;
  if (w->rank) gex_RMA_PutBlocking(w->tm, 0, hyd_bw_owner(w, 0), &port, sizeof port, 0);
  hyd_bw_sync();
  memcpy(&port, w->mine, sizeof port);
  fd = w->rank ? hyd_bn_tcp_accept(listening) : hyd_bn_tcp_connect(at ? at : "127.0.0.1", port);
  hyd_bw_need(fd >= 0, "a TCP connection (HYDRANT_BENCH_AT)");
  hyd_bw_sync();
  return fd;
}

static void all_ways(struct hyd_bw *w, int fd, const struct op *op, struct hyd_bw_series s[WAYS],
                     bool counts) {
  double often = 1;
  for (size_t i = 0; i < WAYS; i++) {
    way = &ways[i];
    double rate = op->once ? time_window(w, op) : tcp_window(w, fd);
    if (i == 0) often = rate;
    if (!counts) continue;
    hyd_bw_add(&s[i], rate, rate / often);
  }
}

static void measure_all(struct hyd_bw *w, int argc, char **argv, const char *with) {
  static struct hyd_bw_series s[OPS][WAYS];
  char name[64];
  start_job(w, argc, argv);
  int fd = connect_tcp(w);
  double end = hyd_bn_now() + ENOUGH_NS;
  for (int round = w->amount > 1 ? -1 : 0; round < w->amount && hyd_bw_again(w, end);
       round++) /* one warms up */
    for (size_t i = 0; i < OPS; i++) all_ways(w, fd, &ops[i], s[i], round >= 0);
  for (size_t i = 0; w->rank == 0 && i < OPS * WAYS; i++) {
    const struct hyd_bw_series *one = &s[i / WAYS][i % WAYS];
    snprintf(name, sizeof name, "%s, %s%s", ops[i / WAYS].name, ways[i % WAYS].name, with);
    hyd_bw_report(w, name, BYTES, "MB/s", &one->value, "0 us", i % WAYS ? &one->ratio : NULL);
  }
}

void hyd_bw_udp_seldom(struct hyd_bw *w, int argc, char **argv) { measure_all(w, argc, argv, ""); }

/* ---- as on a host whose administrator has changed nothing ---------------- */

void hyd_bw_udp_seldom_usual(struct hyd_bw *w, int argc, char **argv) {
  hyd_bn_usual_buffers();
  measure_all(w, argc, argv, ", 208K");
}
