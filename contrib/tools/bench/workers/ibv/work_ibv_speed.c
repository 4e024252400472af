/* SPDX-License-Identifier: BSD-3-Clause
 *
 * work_ibv_speed.c: put, get, round trip, fetch-add and streams against the same by verbs alone;
 * and puts from memory outside the segment against puts from within. FAST: rank 1's segment is
 * registered before anything is measured.
 */
#include "work_ibv.h"

#define TRIPS 10 /* in a window: that some windows lie between two ticks of the scheduler */
#define STREAM 4 /* transfers of 1 MB in a window */
#define ENOUGH_S 120

static void put_8_inside(struct ibv_run *r) {
  gex_RMA_PutBlocking(r->w->tm, 1, r->theirs, r->inside, 8, 0);
}
static void put_8_outside(struct ibv_run *r) {
  gex_RMA_PutBlocking(r->w->tm, 1, r->theirs, r->outside, 8, 0);
}
static void put_mb_inside(struct ibv_run *r) {
  gex_RMA_PutBlocking(r->w->tm, 1, r->theirs, r->inside, IBV_MB, 0);
}
static void put_mb_outside(struct ibv_run *r) {
  gex_RMA_PutBlocking(r->w->tm, 1, r->theirs, r->outside, IBV_MB, 0);
}
static void put_mb(struct ibv_run *r) {
  gex_RMA_PutNBI(r->w->tm, 1, r->theirs, r->inside, IBV_MB, GEX_EVENT_DEFER, 0);
}
static void get_mb(struct ibv_run *r) {
  gex_RMA_GetNBI(r->w->tm, r->inside, 1, r->theirs, IBV_MB, 0);
}
static void wait_all(struct ibv_run *r) {
  (void)r;
  gex_NBI_Wait(GEX_EC_ALL, 0);
}

static void raw_write(struct ibv_run *r) { hyd_bn_verbs_write(&r->verbs); }
static void raw_read(struct ibv_run *r) { hyd_bn_verbs_read(&r->verbs); }
static void raw_add(struct ibv_run *r) { hyd_bn_verbs_add(&r->verbs); }
static void raw_trips(struct ibv_run *r, int count) {
  hyd_bn_verbs_trips(&r->verbs, r->w->rank, count);
}
static void raw_writes(struct ibv_run *r, int count) {
  if (r->w->rank == 0) hyd_bn_verbs_stream(&r->verbs, IBV_WR_RDMA_WRITE, count);
}
static void raw_reads(struct ibv_run *r, int count) {
  if (r->w->rank == 0) hyd_bn_verbs_stream(&r->verbs, IBV_WR_RDMA_READ, count);
}

#define TRIP(name, once)                                                                           \
  { name, 8, TRIPS, once, NULL, NULL }
static const struct ibv_pair small[] = {
    {TRIP("put, blocking", hyd_bi_put_8), TRIP("raw write", raw_write), IBV_US},
    {TRIP("get, blocking", hyd_bi_get_8), TRIP("raw read", raw_read), IBV_US},
    {{"Short round trip", -1, TRIPS, hyd_bi_short_trip, NULL, NULL},
     {"raw ping-pong", -1, TRIPS, NULL, NULL, raw_trips},
     IBV_US},
    {TRIP("fetch-add", hyd_bi_add), TRIP("raw add", raw_add), IBV_US},
    {TRIP("put from outside", put_8_outside), TRIP("from segment", put_8_inside), IBV_US},
};
static const struct ibv_pair bulk[] = {
    {{"put from outside", IBV_MB, 1, put_mb_outside, NULL, NULL},
     {"from segment", IBV_MB, 1, put_mb_inside, NULL, NULL},
     IBV_US},
    {{"put stream", IBV_MB, STREAM, put_mb, wait_all, NULL},
     {"raw writes", IBV_MB, STREAM, NULL, NULL, raw_writes},
     IBV_MBS},
    {{"get stream", IBV_MB, STREAM, get_mb, wait_all, NULL},
     {"raw reads", IBV_MB, STREAM, NULL, NULL, raw_reads},
     IBV_MBS},
};

static void start_run(struct ibv_run *r, struct hyd_bw *w, int argc, char **argv) {
  hyd_bi_join(r, w, argc, argv);
  hyd_bi_memory(r);
  hyd_bi_verbs(r);
  hyd_bi_domain(r);
}

void hyd_bw_ibv(struct hyd_bw *w, int argc, char **argv) {
  struct ibv_run r;
  start_run(&r, w, argc, argv);
  hyd_bi_compare(&r, small, sizeof small / sizeof *small, ENOUGH_S);
}

void hyd_bw_ibv_bulk(struct hyd_bw *w, int argc, char **argv) {
  struct ibv_run r;
  start_run(&r, w, argc, argv);
  hyd_bi_compare(&r, bulk, sizeof bulk / sizeof *bulk, ENOUGH_S);
}
