/* SPDX-License-Identifier: BSD-3-Clause
 *
 * work_udp_coll.c: collectives of ranks that share no memory, from segments and from elsewhere,
 * each from a barrier to the end of the next; relative to a blocking put of so many bytes, measured
 * just before.
 */
#include <gasnet_coll.h>

#include "work_udp.h"

#define MOST ((size_t)1 << 20)
#define ENOUGH_NS 20e9

static const size_t sizes[] = {8 << 10, 64 << 10, 256 << 10, MOST};
enum { SIZES = sizeof sizes / sizeof *sizes };

struct place {
  const char *name;
  void *src, *dst;
};

static void run_barrier(struct hyd_bw *w) { gex_Event_Wait(gex_Coll_BarrierNB(w->tm, 0)); }

static void run_broadcast(struct hyd_bw *w, const struct place *p, size_t n) {
  gex_Event_Wait(gex_Coll_BroadcastNB(w->tm, 0, p->dst, p->src, n, 0));
}
static void reduce_to_one(struct hyd_bw *w, const struct place *p, size_t n) {
  gex_Event_Wait(gex_Coll_ReduceToOneNB(w->tm, 0, p->dst, p->src, GEX_DT_I32, 4, n / 4, GEX_OP_ADD,
                                        NULL, NULL, 0));
}
static void reduce_to_all(struct hyd_bw *w, const struct place *p, size_t n) {
  gex_Event_Wait(gex_Coll_ReduceToAllNB(w->tm, p->dst, p->src, GEX_DT_I32, 4, n / 4, GEX_OP_ADD,
                                        NULL, NULL, 0));
}

static const struct {
  const char *name;
  void (*run)(struct hyd_bw *w, const struct place *p, size_t n);
} kinds[] = {{"broadcast", run_broadcast},
             {"reduce to one", reduce_to_one},
             {"reduce to all", reduce_to_all}};
enum { KINDS = sizeof kinds / sizeof *kinds, PLACES = 2 };

/* us at rank 0 until all have what is theirs. */
static double timed(struct hyd_bw *w,
                    void (*run)(struct hyd_bw *w, const struct place *p, size_t n),
                    const struct place *p, size_t n) {
  run_barrier(w);
  double start = hyd_bn_now();
  run(w, p, n);
  run_barrier(w);
  return (hyd_bn_now() - start) / 1e3;
}

static double put_us(struct hyd_bw *w, const struct place *p, size_t n) {
  run_barrier(w);
  double start = hyd_bn_now();
  if (w->rank == 0)
    gex_RMA_PutBlocking(w->tm, 1, hyd_bw_owner(w, 1) + HYD_BW_HEAD + MOST, p->src, n, 0);
  return (hyd_bn_now() - start) / 1e3;
}

static void one_of_each(struct hyd_bw *w, const struct place *p, size_t n,
                        struct hyd_bw_series s[KINDS]) {
  double put = put_us(w, p, n);
  for (int k = 0; k < KINDS; k++) {
    double us = timed(w, kinds[k].run, p, n);
    hyd_bw_add(&s[k], us, us / put);
  }
}

void hyd_bw_udp_coll(struct hyd_bw *w, int argc, char **argv) {
  static struct hyd_bw_series s[PLACES][SIZES][KINDS];
  char name[64];
  hyd_bw_init(w, argc, argv);
  hyd_bw_attach(w, HYD_BW_HEAD + 2 * MOST);
  hyd_bw_pin(w);
  const struct place places[PLACES] = {{"segments", w->mine + HYD_BW_HEAD,
                                        w->mine + HYD_BW_HEAD + MOST},
                                       {"heap", calloc(1, MOST), calloc(1, MOST)}};
  hyd_bw_need(places[1].src && places[1].dst, "memory");
  double end = hyd_bn_now() + ENOUGH_NS;
  for (int round = 0; round < w->amount && hyd_bw_again(w, end); round++)
    for (int i = 0; i < PLACES * SIZES; i++)
      one_of_each(w, &places[i / SIZES], sizes[i % SIZES], s[i / SIZES][i % SIZES]);
  for (int i = 0; w->rank == 0 && i < PLACES * SIZES * KINDS; i++) {
    struct hyd_bw_series *one = &s[i / SIZES / KINDS][i / KINDS % SIZES][i % KINDS];
    snprintf(name, sizeof name, "%s, %s", kinds[i % KINDS].name, places[i / SIZES / KINDS].name);
    hyd_bw_report(w, name, (long)sizes[i / KINDS % SIZES], "us", &one->value, "put", &one->ratio);
  }
  free(places[1].src);
  free(places[1].dst);
}
