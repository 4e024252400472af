/* SPDX-License-Identifier: BSD-3-Clause
 *
 * contend.c: real threads over cluster.h, which has the library's messages, and an emulated link:
 * it carries one transfer after another, each at the rate of a Myrinet 2000, and a node that has
 * put a transfer on it sleeps until its end. Threads that wait for firehoses sleep, too, and poll
 * now and then only: each node has one thread that takes its messages as they come, as an interrupt
 * would, and the library's word that a request is granted wakes the thread whose it is. So a put is
 * mostly sleep, however many threads there are, and the number of processors does not decide.
 */
#include "contrib/tools/sim/firehose/contend.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <time.h>

#include "core/sys/clock.h"
#include "core/sys/futex.h"
#include "contrib/tools/sim/firehose/cluster.h"
#include "contrib/tools/sim/rng.h"

#define PAGE 4096u
#define PAGES (CONTEND_PUT / PAGE) /* of a put: f, too */
#define MEMORY 16384u              /* pages of each node: 64 MB */
#define WIRE_NS 6000u              /* of a control message, one way */
#define LINK_NS 142000u            /* of 32 KB at 230 MB/s */
#define IDLE_NS 1000000u           /* between polls of a node, if no message comes */
#define POLL_NS 200000u            /* between those of a thread that waits */
#define ROUNDS 5
#define ROUND_S 0.5 /* of each point */
#define QUICK_ROUNDS 1
#define QUICK_ROUND_S 0.05

static const uint32_t threads_of[CONTEND_POINTS] = {1, 2, 4, 8, 16};
#define THREADS_MOST 16

struct round {
  struct cluster c;
  pthread_mutex_t link_lock;
  uint64_t link_free; /* when the link has carried all that was put on it */
  _Atomic int stop, end;
};

struct worker {
  struct round *in;
  struct sim_rng rng;
  pthread_t thread;
  _Atomic uint32_t granted;
  uint64_t puts;
};

struct server {
  struct round *in;
  struct cluster_node *of;
  pthread_t thread;
};

/* --- one put -------------------------------------------------------------- */

static void copy_page(struct round *in) {
  uint64_t now = hyd_now_ns(), end;
  pthread_mutex_lock(&in->link_lock);
  end = in->link_free = (in->link_free > now ? in->link_free : now) + LINK_NS;
  pthread_mutex_unlock(&in->link_lock);
  cluster_sleep(end);
}

static void check_page(struct round *in, uint64_t page, const char *wrong) {
  if (!cluster_reaches(&in->c.node[1], page, PAGES)) cluster_wrong(&in->c, wrong);
}

static void granted(struct fh_request *r, void *arg) {
  (void)r;
  atomic_store_explicit((_Atomic uint32_t *)arg, 1, memory_order_release); /* G1 */
  hyd_futex_wake(arg, 1);
}

static int is_granted_soon(struct worker *w) {
  hyd_futex_wait(&w->granted, 0, POLL_NS);
  return (int)atomic_exchange_explicit(&w->granted, 0, memory_order_acquire); /* with G1 */
}

static int wait_for(struct worker *w, const struct fh_request *r, int rc) {
  if (rc != EINPROGRESS) return rc;
  while (!is_granted_soon(w)) cluster_poll(&w->in->c.node[0]);
  return r->status;
}

static int pin_remote(struct worker *w, uint64_t page, struct fh_request *r) {
  struct cluster *c = &w->in->c;
  uintptr_t addr = cluster_addr(c, 1, page);
  return wait_for(w, r,
                  fh_remote_pin_nb(c->node[0].fh, 1, addr, CONTEND_PUT, r, NULL, 0, granted,
                                   &w->granted));
}

static int pin_local(struct worker *w, struct fh_request *r) {
  struct cluster *c = &w->in->c;
  uintptr_t addr = cluster_addr(c, 0, 0);
  return wait_for(w, r, fh_local_pin_nb(c->node[0].fh, addr, CONTEND_PUT, r, granted, &w->granted));
}

/* From the same place always, to anywhere. */
static void put_page(struct worker *w) {
  struct cluster *c = &w->in->c;
  struct fh *fh = c->node[0].fh;
  uint64_t page = sim_below(&w->rng, MEMORY - PAGES + 1);
  struct fh_request there, here;
  if (pin_remote(w, page, &there)) {
    cluster_wrong(c, "a remote request fails");
    return;
  }
  check_page(w->in, page, "remote memory is granted that is not pinned");
  if (pin_local(w, &here)) {
    cluster_wrong(c, "a local request fails");
  } else {
    copy_page(w->in);
    fh_release(fh, &here);
  }
  check_page(w->in, page, "remote memory is unpinned during a transfer");
  fh_release(fh, &there);
}

/* --- a round of one point ------------------------------------------------- */

/* A sleep of 50 us more than was asked for is usual otherwise. */
static void sleep_exactly(void) { prctl(PR_SET_TIMERSLACK, 1000ul); }

static void *run_worker(void *arg) {
  struct worker *w = arg;
  sleep_exactly();
  while (!atomic_load(&w->in->stop) && !atomic_load(&w->in->c.wrong)) {
    put_page(w);
    w->puts += !atomic_load(&w->in->stop);
  }
  return NULL;
}

static void *serve_node(void *arg) {
  struct server *s = arg;
  sleep_exactly();
  while (!atomic_load(&s->in->end)) {
    cluster_wait(s->of, hyd_now_ns() + IDLE_NS);
    cluster_poll(s->of);
  }
  return NULL;
}

static int open_round(struct round *in) {
  struct fh_config config = fh_config_default;
  config.bucket = PAGE;
  config.m = config.maxvictim = CONTEND_PUT;
  pthread_mutex_init(&in->link_lock, NULL);
  return cluster_open(&in->c, &config, 2, MEMORY, WIRE_NS);
}

static void count_puts(const struct round *in, const struct worker *w, double seconds,
                       struct contend_point *out) {
  struct fh_stats st;
  uint64_t sum = 0, least = UINT64_MAX, most = 1;
  fh_get_stats(in->c.node[0].fh, &st);
  for (uint32_t i = 0; i < out->threads; i++) {
    sum += w[i].puts;
    if (w[i].puts < least) least = w[i].puts;
    if (w[i].puts > most) most = w[i].puts;
  }
  out->mb_s = (double)sum * CONTEND_PUT / seconds / 1e6;
  out->slowest = (double)least * CONTEND_PUT / seconds / 1e6;
  out->fastest = (double)most * CONTEND_PUT / seconds / 1e6;
  out->fairness = (double)least / (double)most;
  out->contended = sum ? (double)st.put_off / (double)sum : 0;
  out->precedence = sum ? (double)st.won / (double)sum : 0;
}

static double run_threads(struct round *in, struct worker *w, uint32_t threads, double seconds) {
  uint64_t start = hyd_now_ns();
  for (uint32_t i = 0; i < threads; i++) pthread_create(&w[i].thread, NULL, run_worker, &w[i]);
  cluster_sleep(start + (uint64_t)(seconds * 1e9));
  atomic_store(&in->stop, 1);
  seconds = (double)(hyd_now_ns() - start) / 1e9;
  for (uint32_t i = 0; i < threads; i++) pthread_join(w[i].thread, NULL);
  return seconds;
}

static double run_nodes(struct round *in, struct worker *w, uint32_t threads, double seconds) {
  struct server server[2];
  for (int i = 0; i < 2; i++) {
    server[i] = (struct server){.in = in, .of = &in->c.node[i]};
    pthread_create(&server[i].thread, NULL, serve_node, &server[i]);
  }
  seconds = run_threads(in, w, threads, seconds);
  atomic_store(&in->end, 1);
  for (int i = 0; i < 2; i++) pthread_join(server[i].thread, NULL);
  return seconds;
}

static const char *run_round(uint64_t seed, double seconds, struct contend_point *out,
                             uint64_t *puts) {
  struct worker w[THREADS_MOST];
  struct round in = {.link_free = 0};
  if (open_round(&in)) return "no memory";
  for (uint32_t i = 0; i < out->threads; i++)
    w[i] = (struct worker){.in = &in, .rng = sim_stream(seed, i)};
  count_puts(&in, w, run_nodes(&in, w, out->threads, seconds), out);
  for (uint32_t i = 0; i < out->threads; i++) *puts += w[i].puts;
  cluster_close(&in.c);
  pthread_mutex_destroy(&in.link_lock);
  return atomic_load(&in.c.wrong);
}

/* --- all ------------------------------------------------------------------ */

static int compare_doubles(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median_point(const struct contend_point *of, uint32_t n,
                           double (*what)(const struct contend_point *)) {
  double v[ROUNDS];
  for (uint32_t i = 0; i < n; i++) v[i] = what(&of[i]);
  qsort(v, n, sizeof *v, compare_doubles);
  return (v[(n - 1) / 2] + v[n / 2]) / 2;
}

static double mb_s(const struct contend_point *p) { return p->mb_s; }
static double slowest(const struct contend_point *p) { return p->slowest; }
static double fastest(const struct contend_point *p) { return p->fastest; }
static double fairness(const struct contend_point *p) { return p->fairness; }
static double contended(const struct contend_point *p) { return p->contended; }
static double precedence(const struct contend_point *p) { return p->precedence; }

static struct contend_point medians(const struct contend_point *of, uint32_t n) {
  return (struct contend_point){of->threads,
                                median_point(of, n, mb_s),
                                median_point(of, n, slowest),
                                median_point(of, n, fastest),
                                median_point(of, n, fairness),
                                median_point(of, n, contended),
                                median_point(of, n, precedence)};
}

int contend_run(int quick, struct contend_result *out) {
  struct contend_point got[CONTEND_POINTS][ROUNDS];
  uint32_t rounds = quick ? QUICK_ROUNDS : ROUNDS;
  *out = (struct contend_result){.wrong = NULL};
  for (uint32_t r = 0; r < rounds && !out->wrong; r++)
    for (uint32_t k = 0; k < CONTEND_POINTS && !out->wrong; k++) {
      got[k][r] = (struct contend_point){.threads = threads_of[k]};
      out->wrong = run_round(r + 1, quick ? QUICK_ROUND_S : ROUND_S, &got[k][r], &out->puts);
    }
  for (uint32_t k = 0; k < CONTEND_POINTS && !out->wrong; k++)
    out->point[k] = medians(got[k], rounds);
  if (!out->wrong && out->puts == 0) out->wrong = "no node has put anything";
  return out->wrong != NULL;
}

double contend_least_rate(const struct contend_result *r) {
  double least = 1;
  for (int k = 1; k < CONTEND_POINTS; k++) {
    double part = r->point[0].mb_s > 0 ? r->point[k].mb_s / r->point[0].mb_s : 0;
    if (part < least) least = part;
  }
  return least;
}

double contend_least_fairness(const struct contend_result *r) {
  double least = 1;
  for (int k = 0; k < CONTEND_POINTS; k++)
    if (r->point[k].fairness < least) least = r->point[k].fairness;
  return least;
}
