/* SPDX-License-Identifier: BSD-3-Clause
 *
 * work_am.c: active messages between two ranks on two cores. Rank 0 acts and times, rank 1 answers
 * from GASNET_BLOCKUNTIL until it is told that the window is over. Windows are short and each lies
 * between two windows of L, to whose mean it is compared.
 */
#include "worker.h"

enum {
  H_PING = GEX_AM_INDEX_BASE,
  H_PONG,
  H_MED_PING,
  H_MED_PONG,
  H_LONG_PING,
  H_LONG_PONG,
  H_READ_PING,
  H_READ_PONG,
  H_DROP,
  H_MED_DROP,
  H_LONG_DROP,
  H_END
};

#define BUFFER ((size_t)4 << 20)

static volatile uint32_t pongs, ends;
static unsigned char payload[1 << 20] __attribute__((aligned(64)));
static unsigned char readout[1 << 20] __attribute__((aligned(64)));
static unsigned char *home[2]; /* payload area of each rank, at its owner */

static void on_ping(gex_Token_t token) { gex_AM_ReplyShort0(token, H_PONG, 0); }
static void on_pong(gex_Token_t token) {
  (void)token;
  pongs++;
}
static void on_med_ping(gex_Token_t token, void *buf, size_t n) {
  (void)buf;
  gex_AM_ReplyMedium0(token, H_MED_PONG, payload, n, GEX_EVENT_NOW, 0);
}
static void on_med_pong(gex_Token_t token, void *buf, size_t n) {
  (void)token, (void)buf, (void)n;
  pongs++;
}
static void on_read_ping(gex_Token_t token, void *buf, size_t n) {
  memcpy(readout, buf, n);
  gex_AM_ReplyMedium0(token, H_READ_PONG, payload, n, GEX_EVENT_NOW, 0);
}
static void on_read_pong(gex_Token_t token, void *buf, size_t n) {
  (void)token;
  memcpy(readout, buf, n);
  pongs++;
}
static void on_long_ping(gex_Token_t token, void *buf, size_t n) {
  (void)buf;
  gex_AM_ReplyLong0(token, H_LONG_PONG, payload, n, home[0], GEX_EVENT_NOW, 0);
}
static void on_drop(gex_Token_t token) { (void)token; }
static void on_data_drop(gex_Token_t token, void *buf, size_t n) {
  (void)token, (void)buf, (void)n;
}
static void on_end(gex_Token_t token) {
  (void)token;
  ends++;
}

#define SHORT GEX_FLAG_AM_SHORT
#define MEDIUM GEX_FLAG_AM_MEDIUM
#define LONG GEX_FLAG_AM_LONG
#define REQ GEX_FLAG_AM_REQUEST
#define REP GEX_FLAG_AM_REPLY
static gex_AM_Entry_t handlers[] = {
    {H_PING, (gex_AM_Fn_t)on_ping, SHORT | REQ, 0, NULL, "ping"},
    {H_PONG, (gex_AM_Fn_t)on_pong, SHORT | REP, 0, NULL, "pong"},
    {H_MED_PING, (gex_AM_Fn_t)on_med_ping, MEDIUM | REQ, 0, NULL, "medium ping"},
    {H_MED_PONG, (gex_AM_Fn_t)on_med_pong, MEDIUM | REP, 0, NULL, "medium pong"},
    {H_READ_PING, (gex_AM_Fn_t)on_read_ping, MEDIUM | REQ, 0, NULL, "read ping"},
    {H_READ_PONG, (gex_AM_Fn_t)on_read_pong, MEDIUM | REP, 0, NULL, "read pong"},
    {H_LONG_PING, (gex_AM_Fn_t)on_long_ping, LONG | REQ, 0, NULL, "long ping"},
    {H_LONG_PONG, (gex_AM_Fn_t)on_med_pong, LONG | REP, 0, NULL, "long pong"},
    {H_DROP, (gex_AM_Fn_t)on_drop, SHORT | REQ, 0, NULL, "drop"},
    {H_MED_DROP, (gex_AM_Fn_t)on_data_drop, MEDIUM | REQ, 0, NULL, "medium drop"},
    {H_LONG_DROP, (gex_AM_Fn_t)on_data_drop, LONG | REQ, 0, NULL, "long drop"},
    {H_END, (gex_AM_Fn_t)on_end, SHORT | REQ, 0, NULL, "end of window"},
};

/* ---- one operation each; `sent` counts the replies that are due ---------- */

static uint32_t sent;
static void short_trip(struct hyd_bw *w, size_t n) {
  (void)n;
  gex_AM_RequestShort0(w->tm, 1, H_PING, 0);
  sent++;
  GASNET_BLOCKUNTIL(pongs == sent);
}
static void short_trip_poll(struct hyd_bw *w, size_t n) {
  (void)n;
  gex_AM_RequestShort0(w->tm, 1, H_PING, 0);
  sent++;
  while (pongs != sent) gasnet_AMPoll();
}
static void medium_trip(struct hyd_bw *w, size_t n) {
  gex_AM_RequestMedium0(w->tm, 1, H_MED_PING, payload, n, GEX_EVENT_NOW, 0);
  sent++;
  GASNET_BLOCKUNTIL(pongs == sent);
}
static void read_trip(struct hyd_bw *w, size_t n) {
  gex_AM_RequestMedium0(w->tm, 1, H_READ_PING, payload, n, GEX_EVENT_NOW, 0);
  sent++;
  GASNET_BLOCKUNTIL(pongs == sent);
}
static void long_trip(struct hyd_bw *w, size_t n) {
  gex_AM_RequestLong0(w->tm, 1, H_LONG_PING, payload, n, home[1], GEX_EVENT_NOW, 0);
  sent++;
  GASNET_BLOCKUNTIL(pongs == sent);
}
static void short_one_way(struct hyd_bw *w, size_t n) {
  (void)n;
  gex_AM_RequestShort0(w->tm, 1, H_DROP, 0);
}
static void medium_one_way(struct hyd_bw *w, size_t n) {
  gex_AM_RequestMedium0(w->tm, 1, H_MED_DROP, payload, n, GEX_EVENT_NOW, 0);
}
static void long_one_way(struct hyd_bw *w, size_t n) {
  gex_AM_RequestLong0(w->tm, 1, H_LONG_DROP, w->mine + HYD_BW_HEAD, n, home[1], GEX_EVENT_NOW, 0);
}

struct op {
  const char *name;
  long bytes;
  void (*once)(struct hyd_bw *w, size_t n);
  int count; /* operations in a window */
  int every; /* measured in every so many-th round */
  enum { TRIP, RATE, BAND, COPY } kind;
};

static const struct op ops[] = {
    {"Short round trip", 0, short_trip, 200, 1, TRIP},
    {"Short round trip, AMPoll loop", 0, short_trip_poll, 200, 1, TRIP},
    {"Medium round trip", 8, medium_trip, 200, 1, TRIP},
    {"Medium round trip", 64, medium_trip, 200, 4, TRIP},
    {"Medium round trip", 512, medium_trip, 100, 4, TRIP},
    {"Medium round trip", 4096, medium_trip, 50, 1, TRIP},
    {"Medium, handlers read", 4096, read_trip, 50, 1, TRIP},
    {"Long round trip", 8, long_trip, 100, 4, TRIP},
    {"Long round trip", 4096, long_trip, 50, 4, TRIP},
    {"Long round trip", 65536, long_trip, 10, 4, TRIP},
    {"Short flood", 0, short_one_way, 2000, 1, RATE},
    {"Medium flood", 8, medium_one_way, 2000, 4, RATE},
    {"Medium bandwidth", 512, medium_one_way, 500, 4, BAND},
    {"Medium bandwidth", 4096, medium_one_way, 200, 4, BAND},
    {"Long bandwidth", 4096, long_one_way, 200, 4, BAND},
    {"Long bandwidth", 65536, long_one_way, 20, 4, BAND},
    {"Long bandwidth", 1 << 20, long_one_way, 64, 8, COPY},
    {"Long bandwidth", 4 << 20, long_one_way, 8, 8, COPY},
};
#define OPS (sizeof ops / sizeof *ops)

static bool possible(const struct hyd_bw *w, const struct op *op) {
  size_t n = (size_t)op->bytes;
  if (op->once == medium_trip || op->once == read_trip || op->once == medium_one_way)
    return n <= gex_AM_MaxRequestMedium(w->tm, 1, GEX_EVENT_NOW, 0, 0) &&
           n <= gex_AM_MaxReplyMedium(w->tm, 0, GEX_EVENT_NOW, 0, 0);
  if (op->once == long_trip || op->once == long_one_way)
    return n <= gex_AM_MaxRequestLong(w->tm, 1, GEX_EVENT_NOW, 0, 0) &&
           n <= gex_AM_MaxReplyLong(w->tm, 0, GEX_EVENT_NOW, 0, 0);
  return true;
}

/* One window; ns per operation at rank 0. A flood ends with the reply to its last message. */
static double time_window(struct hyd_bw *w, const struct op *op, int count) {
  if (!hyd_bw_begin_window(w, &ends)) return 0;
  double start = hyd_bn_now();
  for (int i = 0; i < count; i++) op->once(w, (size_t)op->bytes);
  if (op->kind != TRIP) short_trip(w, 0);
  double t = (hyd_bn_now() - start) / count;
  gex_AM_RequestShort0(w->tm, 1, H_END, 0);
  return t;
}

/* The same bytes by memcpy between the same mappings; ns for one copy. */
static double copies(struct hyd_bw *w, size_t bytes, int count) {
  unsigned char *to = hyd_bw_local(w, 1) + HYD_BW_HEAD, *from = w->mine + HYD_BW_HEAD;
  double start = hyd_bn_now();
  for (int i = 0; i < count; i++) {
    memcpy(to, from, bytes);
    __asm__ volatile("" ::"r"(to) : "memory");
  }
  return (hyd_bn_now() - start) / count;
}

static void keep_figure(const struct op *op, struct hyd_bw_series *s, double t, double line) {
  if (op->kind == TRIP) {
    hyd_bw_add(s, t, t / line);
  } else if (op->kind == RATE) {
    hyd_bw_add(s, 1e3 / t, line / t);
  } else {
    hyd_bn_add(&s->value, (double)op->bytes / t * 1e3);
    if (op->kind == COPY) hyd_bn_add(&s->ratio, line / t);
  }
}

/* A large transfer lies between two windows of memcpy, anything else between two of L. */
static double reference(struct hyd_bw *w, const struct op *op) {
  if (op->kind != COPY) return hyd_bw_line(w);
  hyd_bw_sync();
  if (w->rank) return 0;
  copies(w, (size_t)op->bytes, 1); /* not timed: other operations have used the caches since */
  return copies(w, (size_t)op->bytes, op->count);
}

/* 4 KB each way may take 2.2 L and two copies of what the other core has just written: the trip
 * relative to that bound. */
static void against_bound(struct hyd_bw *w, struct hyd_bw_series *out, double trip, double line) {
  double c[20];
  struct hyd_bn_set set = {0};
  hyd_bw_sync();
  hyd_bn_copy_window(hyd_bw_pair(w), w->rank, 20, c);
  if (w->rank) return;
  hyd_bn_add_all(&set, c, 20);
  double copy = hyd_bn_median(&set);
  hyd_bw_add(out, trip, trip / (2.2 * line + 2 * copy));
  hyd_bn_clear(&set);
}

static void report_rows(struct hyd_bw *w, struct hyd_bw_series *s) {
  static const char *unit[] = {"ns", "M/s", "MB/s", "MB/s"};
  static const char *ref[] = {"L", "per L", NULL, "memcpy"};
  for (size_t i = 0; i < OPS; i++) {
    if (!s[i].value.n) continue;
    hyd_bw_report(w, ops[i].name, ops[i].bytes ? ops[i].bytes : -1, unit[ops[i].kind], &s[i].value,
                  ref[ops[i].kind], ref[ops[i].kind] ? &s[i].ratio : NULL);
  }
}

void hyd_bw_am(struct hyd_bw *w, int argc, char **argv) {
  static struct hyd_bw_series s[OPS], bound[2];
  hyd_bw_init(w, argc, argv);
  hyd_bw_register(w, handlers, sizeof handlers / sizeof *handlers);
  hyd_bw_attach(w, HYD_BW_HEAD + BUFFER);
  hyd_bw_pin(w);
  for (int r = 0; r < 2; r++) home[r] = hyd_bw_owner(w, r) + HYD_BW_HEAD;
  memset(w->mine, 0, HYD_BW_HEAD);
  memset(w->mine + HYD_BW_HEAD, 1, BUFFER);
  memset(payload, 2, sizeof payload);
  hyd_bw_sync();
  if (w->rank == 0) copies(w, BUFFER, 1);
  for (int round = -2; round < w->amount; round++) { /* the first two warm up */
    for (size_t i = 0; i < OPS; i++) {
      const struct op *op = &ops[i];
      if ((round >= 0 && round % op->every) || !possible(w, op)) continue;
      double before = reference(w, op);
      double t = time_window(w, op, op->count);
      double after = reference(w, op);
      double ref = (before + after) / 2;
      bool both = op->kind == TRIP && op->bytes == 4096 && op->once != long_trip;
      static struct hyd_bw_series unused;
      if (both) against_bound(w, round < 0 ? &unused : &bound[op->once == read_trip], t, ref);
      if (round >= 0 && w->rank == 0) keep_figure(op, &s[i], t, ref);
    }
  }
  if (w->rank) return;
  report_rows(w, s);
  hyd_bw_report(w, "Medium round trip, bounded", 4096, "ns", &bound[0].value, "2.2 L + 2 C",
                &bound[0].ratio);
  hyd_bw_report(w, "Medium, read, bounded", 4096, "ns", &bound[1].value, "2.2 L + 2 C",
                &bound[1].ratio);
}
