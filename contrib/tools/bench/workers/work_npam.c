/* SPDX-License-Identifier: BSD-3-Clause
 *
 * work_npam.c: messages whose payload the sender computes: into a buffer of its own, sent by a
 * fixed-payload call, and into the buffer of a negotiated one. One way, rank 0 to rank 1.
 */
#include "worker.h"

enum { H_TAKE = GEX_AM_INDEX_BASE, H_READ, H_DONE };

static volatile uint64_t taken, sink;
static volatile int over;
static void on_take(gex_Token_t token, void *buf, size_t n) {
  (void)token;
  (void)buf;
  taken += n;
}
/* The receiver looks at every line of the payload, which has to come to its core then. */
static void on_read(gex_Token_t token, void *buf, size_t n) {
  const uint64_t *p = buf;
  uint64_t sum = 0;
  (void)token;
  for (size_t i = 0; i < n / 8; i += 8) sum += p[i];
  sink = sum;
}
static void on_done(gex_Token_t token) {
  (void)token;
  over = 1;
}
static gex_AM_Entry_t handlers[] = {
    {H_TAKE, (gex_AM_Fn_t)on_take, GEX_FLAG_AM_MEDLONG | GEX_FLAG_AM_REQUEST, 0, NULL, "take"},
    {H_READ, (gex_AM_Fn_t)on_read, GEX_FLAG_AM_MEDLONG | GEX_FLAG_AM_REQUEST, 0, NULL, "read"},
    {H_DONE, (gex_AM_Fn_t)on_done, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST, 0, NULL, "done"},
};

static uint64_t *own;
static void *place; /* of longs */
static gex_AM_Index_t handler;

/* What a client does: puts words together. */
static void compute(uint64_t *p, size_t n, uint64_t seed) {
  for (size_t i = 0; i < n / 8; i++) p[i] = seed + i;
}

static void fixed_medium(struct hyd_bw *w, size_t n, uint64_t seed) {
  compute(own, n, seed);
  gex_AM_RequestMedium0(w->tm, 1, handler, own, n, GEX_EVENT_NOW, 0);
}
static void negotiated_medium(struct hyd_bw *w, size_t n, uint64_t seed) {
  gex_AM_SrcDesc_t sd = gex_AM_PrepareRequestMedium(w->tm, 1, NULL, n, n, NULL, 0, 0);
  compute(gex_AM_SrcDescAddr(sd), n, seed);
  gex_AM_CommitRequestMedium0(sd, handler, n);
}
static void fixed_long(struct hyd_bw *w, size_t n, uint64_t seed) {
  compute(own, n, seed);
  gex_AM_RequestLong0(w->tm, 1, handler, own, n, place, GEX_EVENT_NOW, 0);
}
static void negotiated_long(struct hyd_bw *w, size_t n, uint64_t seed) {
  gex_AM_SrcDesc_t sd = gex_AM_PrepareRequestLong(w->tm, 1, NULL, n, n, place, NULL, 0, 0);
  compute(gex_AM_SrcDescAddr(sd), n, seed);
  gex_AM_CommitRequestLong0(sd, handler, n, place);
}

typedef void (*message)(struct hyd_bw *w, size_t n, uint64_t seed);

static double time_window(struct hyd_bw *w, message send, size_t n) {
  int count = (int)(((size_t)4 << 20) / n);
  over = 0;
  hyd_bw_sync();
  double start = hyd_bn_now();
  if (w->rank == 0) {
    for (int i = 0; i < count; i++) send(w, n, (uint64_t)i);
    gex_AM_RequestShort0(w->tm, 1, H_DONE, 0);
  } else {
    GASNET_BLOCKUNTIL(over);
  }
  hyd_bw_sync();
  return (hyd_bn_now() - start) / count;
}

static const struct {
  const char *name;
  message fixed, negotiated;
  gex_AM_Index_t handler;
} kinds[] = {{"negotiated Medium bandwidth", fixed_medium, negotiated_medium, H_TAKE},
             {"negotiated Long bandwidth", fixed_long, negotiated_long, H_TAKE},
             {"negotiated Medium, read", fixed_medium, negotiated_medium, H_READ},
             {"negotiated Long, read", fixed_long, negotiated_long, H_READ}};
#define KINDS (int)(sizeof kinds / sizeof *kinds)

static void one_size(struct hyd_bw *w, int k, size_t n) {
  struct hyd_bw_series s = {0};
  handler = kinds[k].handler;
  for (int round = -3; round < w->amount; round++) {
    double first = time_window(w, kinds[k].fixed, n), t = time_window(w, kinds[k].negotiated, n);
    double after = time_window(w, kinds[k].fixed, n);
    if (round < 0) continue;
    hyd_bw_add(&s, (double)n / t * 1e3, (first + after) / 2 / t);
  }
  if (w->rank == 0) hyd_bw_report(w, kinds[k].name, (long)n, "MB/s", &s.value, "fixed", &s.ratio);
  hyd_bw_clear(&s);
}

/* amount = rounds. */
void hyd_bw_npam(struct hyd_bw *w, int argc, char **argv) {
  size_t most;
  hyd_bw_init(w, argc, argv);
  hyd_bw_register(w, handlers, 3);
  hyd_bw_attach(w, HYD_BW_HEAD + 65536);
  hyd_bw_pin(w);
  own = malloc(65536);
  hyd_bw_need(own != NULL, "memory for a payload");
  memset(own, 0, 65536);
  place = hyd_bw_owner(w, 1) + HYD_BW_HEAD;
  most = gex_AM_MaxRequestMedium(w->tm, 1, NULL, 0, 0);
  for (int k = 0; k < KINDS; k++)
    for (size_t n = 4096; n <= 65536; n *= 2)
      if (k % 2 || n <= most) one_size(w, k, n);
}
