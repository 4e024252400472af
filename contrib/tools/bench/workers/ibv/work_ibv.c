/* SPDX-License-Identifier: BSD-3-Clause
 *
 * work_ibv.c: windows of two ranks, and what goes on between them. Nothing here needs a segment, so
 * that jobs in mode EVERYTHING use it too; the ranks tell each other what they must by messages.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "work_ibv.h"

enum { H_PING = GEX_AM_INDEX_BASE, H_PONG, H_END, H_AGAIN, H_BLOB };

#define LIMIT_S 300 /* emulated machines are slow */

static volatile uint32_t pongs, ends, agains, blobs, blobs_used;
static volatile bool go_on;
static unsigned char blob[512];

static void on_ping(gex_Token_t token) { gex_AM_ReplyShort0(token, H_PONG, 0); }
static void on_pong(gex_Token_t token) {
  (void)token;
  pongs++;
}
static void on_end(gex_Token_t token) {
  (void)token;
  ends++;
}
static void on_again(gex_Token_t token, gex_AM_Arg_t go) {
  (void)token;
  go_on = go;
  agains++;
}
static void on_blob(gex_Token_t token, void *bytes, size_t n) {
  (void)token;
  memcpy(blob, bytes, n < sizeof blob ? n : sizeof blob);
  blobs++;
}

#define SHORT_REQUEST (GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST)
static gex_AM_Entry_t handlers[] = {
    {H_PING, (gex_AM_Fn_t)on_ping, SHORT_REQUEST, 0, NULL, "ping"},
    {H_PONG, (gex_AM_Fn_t)on_pong, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REPLY, 0, NULL, "pong"},
    {H_END, (gex_AM_Fn_t)on_end, SHORT_REQUEST, 0, NULL, "end"},
    {H_AGAIN, (gex_AM_Fn_t)on_again, SHORT_REQUEST, 1, NULL, "again"},
    {H_BLOB, (gex_AM_Fn_t)on_blob, GEX_FLAG_AM_MEDIUM | GEX_FLAG_AM_REQUEST, 0, NULL, "blob"},
};

/* ---- start --------------------------------------------------------------- */

void hyd_bi_join(struct ibv_run *r, struct hyd_bw *w, int argc, char **argv) {
  *r = (struct ibv_run){.w = w};
  hyd_bw_init(w, argc, argv);
  alarm(LIMIT_S);
  hyd_bw_register(w, handlers, sizeof handlers / sizeof *handlers);
}

static unsigned char *new_buffer(void) {
  unsigned char *p = aligned_alloc(4096, IBV_MB);
  hyd_bw_need(p != NULL, "aligned_alloc");
  memset(p, 1, IBV_MB);
  return p;
}

#ifdef GASNET_SEGMENT_EVERYTHING
static unsigned char *attach_segment(struct hyd_bw *w) {
  hyd_bw_need(gex_Segment_Attach(&w->segment, w->tm, 0) == GASNET_OK, "gex_Segment_Attach");
  return new_buffer();
}
#else
static unsigned char *attach_segment(struct hyd_bw *w) {
  hyd_bw_attach(w, HYD_BW_HEAD + IBV_MB);
  memset(w->mine, 1, w->bytes);
  return w->mine + HYD_BW_HEAD;
}
#endif

void hyd_bi_memory(struct ibv_run *r) {
  r->inside = attach_segment(r->w);
  r->outside = new_buffer();
  hyd_bw_pin(r->w);
  hyd_bw_sync();
  hyd_bi_exchange(r, &r->inside, &r->theirs, sizeof r->theirs);
}

/* The last message of a barrier may still wait for its turn. */
static void poll_library(void) { gasnet_AMPoll(); }

void hyd_bi_verbs(struct ibv_run *r) {
  struct hyd_bn_verbs_at mine, theirs;
  const char *failed = hyd_bn_verbs_open(&r->verbs, IBV_MB + 4096, &mine);
  if (failed) fprintf(stderr, "gasnet-bench: raw verbs: %s failed: %s\n", failed, strerror(errno));
  hyd_bw_need(!failed, "verbs without the library");
  hyd_bi_exchange(r, &mine, &theirs, sizeof mine);
  failed = hyd_bn_verbs_connect(&r->verbs, &theirs);
  hyd_bw_need(!failed, failed ? failed : "");
  r->verbs.idle = poll_library;
  hyd_bw_sync();
}

void hyd_bi_domain(struct ibv_run *r) {
  gex_AD_Create(&r->ad, r->w->tm, GEX_DT_U64, GEX_OP_FADD, 0);
}

/* ---- between windows ----------------------------------------------------- */

void hyd_bi_exchange(struct ibv_run *r, const void *mine, void *theirs, size_t n) {
  if (r->w->rank > 1) return;
  hyd_bw_need(n <= sizeof blob, "an exchange of so many bytes");
  gex_AM_RequestMedium0(r->w->tm, (gex_Rank_t)!r->w->rank, H_BLOB, (void *)(uintptr_t)mine, n,
                        GEX_EVENT_NOW, 0);
  GASNET_BLOCKUNTIL(blobs != blobs_used);
  memcpy(theirs, blob, n);
  blobs_used++;
  hyd_bi_short_trip(r); /* each has the other's before the next is sent */
}

bool hyd_bi_again(struct ibv_run *r, double end) {
  static uint32_t turn;
  turn++;
  if (r->w->rank == 0) {
    bool go = hyd_bn_now() < end;
    gex_AM_RequestShort1(r->w->tm, 1, H_AGAIN, 0, go);
    return go;
  }
  GASNET_BLOCKUNTIL(agains == turn);
  return go_on;
}

/* ---- windows ------------------------------------------------------------- */

double hyd_bi_window(struct ibv_run *r, const struct ibv_op *op) {
  r->windows++;
  hyd_bw_sync();
  double start = hyd_bn_now();
  if (op->both) op->both(r, op->count);
  if (r->w->rank == 1) {
    GASNET_BLOCKUNTIL(ends == r->windows);
    return 0;
  }
  for (int i = 0; i < op->count && op->once; i++) op->once(r);
  if (op->end) op->end(r);
  double t = hyd_bn_now() - start;
  gex_AM_RequestShort0(r->w->tm, 1, H_END, 0);
  return t / op->count;
}

/* ns per operation, as the row shows it. */
static double shown_unit(const struct ibv_pair *p, double ns) {
  return p->unit == IBV_US ? ns / 1e3 : (double)p->op.bytes * 1e3 / ns;
}

struct series {
  struct hyd_bn_set value, ratio, against;
};

/* Each is first in every other round. */
static void compare_once(struct ibv_run *r, const struct ibv_pair *p, struct series *s, int round) {
  double before = round & 1 ? 0 : hyd_bi_window(r, &p->ref);
  double t = hyd_bi_window(r, &p->op);
  double reference = round & 1 ? hyd_bi_window(r, &p->ref) : before;
  if (round < 0 || r->w->rank) return;
  double value = shown_unit(p, t), against = shown_unit(p, reference);
  hyd_bn_add(&s->value, value);
  hyd_bn_add(&s->against, against);
  hyd_bn_add(&s->ratio, value / against);
}

void hyd_bi_compare(struct ibv_run *r, const struct ibv_pair *pair, size_t n, double seconds) {
  struct series *s = calloc(n, sizeof *s);
  double end = hyd_bn_now() + seconds * 1e9;
  hyd_bw_need(s != NULL, "calloc");
  for (int round = -2; round < r->w->amount && hyd_bi_again(r, end); round++)
    for (size_t i = 0; i < n; i++) compare_once(r, &pair[i], &s[i], round);
  for (size_t i = 0; i < n && r->w->rank == 0; i++) {
    const char *unit = pair[i].unit == IBV_US ? "us" : "MB/s";
    hyd_bw_report_against(r->w, pair[i].op.name, pair[i].op.bytes, unit, &s[i].value,
                          pair[i].ref.name, &s[i].ratio, &s[i].against);
    hyd_bw_report(r->w, pair[i].ref.name, pair[i].ref.bytes, unit, &s[i].against, NULL, NULL);
  }
  free(s);
}

/* ---- operations ---------------------------------------------------------- */

void hyd_bi_put_8(struct ibv_run *r) {
  gex_RMA_PutBlocking(r->w->tm, 1, r->theirs, &r->word, 8, 0);
}
void hyd_bi_get_8(struct ibv_run *r) {
  gex_RMA_GetBlocking(r->w->tm, &r->word, 1, r->theirs, 8, 0);
}
void hyd_bi_add(struct ibv_run *r) {
  gex_Event_Wait(gex_AD_OpNB_U64(r->ad, &r->word, 1, r->theirs, GEX_OP_FADD, 1, 0, 0));
}
void hyd_bi_short_trip(struct ibv_run *r) {
  gex_AM_RequestShort0(r->w->tm, (gex_Rank_t)!r->w->rank, H_PING, 0);
  r->pings++;
  GASNET_BLOCKUNTIL(pongs == r->pings);
}
