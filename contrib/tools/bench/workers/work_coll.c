/* SPDX-License-Identifier: BSD-3-Clause
 *
 * work_coll.c: collectives and teams. Two ranks with a core each, in windows between windows of L;
 * eight on two cores, each operation timed by itself; a large broadcast to three ranks, between the
 * same copies made by hand; teams made and destroyed, against barriers.
 */
#include "worker.h"

#include <gasnet_coll.h>
#include <sched.h>
#include <stdio.h>
#include <unistd.h>

#define MOST 16384
#define LARGE ((size_t)1 << 20)

static void begin_job(struct hyd_bw *w, int argc, char **argv, size_t bytes) {
  hyd_bw_init(w, argc, argv);
  hyd_bw_attach(w, HYD_BW_HEAD + bytes);
  memset(w->mine, 0, w->bytes);
  hyd_bw_sync();
}

static gex_TM_t all_again(struct hyd_bw *w) {
  gex_TM_t tm;
  gex_TM_Split(&tm, w->tm, 0, w->rank, NULL, 0, GEX_FLAG_TM_NO_SCRATCH);
  return tm;
}

/* --- what is measured ----------------------------------------------------- */

static int32_t in[MOST / 4], out[MOST / 4];

static void to_all(gex_TM_t tm, size_t bytes) {
  gex_Event_Wait(
      gex_Coll_ReduceToAllNB(tm, out, in, GEX_DT_I32, 4, bytes / 4, GEX_OP_ADD, NULL, NULL, 0));
}
static void to_one_and_back(gex_TM_t tm, size_t bytes) {
  gex_Event_Wait(
      gex_Coll_ReduceToOneNB(tm, 0, out, in, GEX_DT_I32, 4, bytes / 4, GEX_OP_ADD, NULL, NULL, 0));
  gex_Event_Wait(gex_Coll_BroadcastNB(tm, 0, out, out, bytes, 0));
}
static void run_broadcast(gex_TM_t tm, size_t bytes) {
  gex_Event_Wait(gex_Coll_BroadcastNB(tm, 0, out, in, bytes, 0));
}
static void run_barrier(gex_TM_t tm, size_t bytes) {
  (void)bytes;
  gex_Event_Wait(gex_Coll_BarrierNB(tm, 0));
}

typedef void (*collective)(gex_TM_t tm, size_t bytes);

static double time_window(gex_TM_t tm, collective once, size_t bytes, int count) {
  hyd_bw_sync();
  double start = hyd_bn_now();
  for (int i = 0; i < count; i++) once(tm, bytes);
  return (hyd_bn_now() - start) / count;
}

/* --- two ranks ------------------------------------------------------------ */

static const struct {
  const char *name;
  collective once;
  long bytes;
} kinds[] = {{"barrier of a team", run_barrier, -1}, {"reduce-to-all", to_all, 8},
             {"reduce-to-all", to_all, 2048},        {"reduce-to-all", to_all, MOST},
             {"broadcast", run_broadcast, 8},        {"broadcast", run_broadcast, MOST}};
#define KINDS (sizeof kinds / sizeof *kinds)

static void in_lines(struct hyd_bw *w, gex_TM_t tm) {
  static struct hyd_bw_series s[KINDS];
  for (int round = -5; round < w->amount; round++)
    for (size_t k = 0; k < KINDS; k++) {
      double first = hyd_bw_line(w);
      double t =
          time_window(tm, kinds[k].once, kinds[k].bytes > 0 ? (size_t)kinds[k].bytes : 0, 100);
      double after = hyd_bw_line(w);
      if (round < 0 || w->rank) continue;
      hyd_bw_add(&s[k], t, t / ((first + after) / 2));
    }
  for (size_t k = 0; k < KINDS && w->rank == 0; k++)
    hyd_bw_report(w, kinds[k].name, kinds[k].bytes, "ns", &s[k].value, "L", &s[k].ratio);
}

static void against_two_calls(struct hyd_bw *w, gex_TM_t tm, size_t bytes) {
  struct hyd_bw_series s = {0};
  for (int round = -5; round < w->amount; round++) {
    double first = time_window(tm, to_one_and_back, bytes, 50);
    double t = time_window(tm, to_all, bytes, 50);
    double after = time_window(tm, to_one_and_back, bytes, 50);
    if (round < 0) continue;
    hyd_bw_add(&s, t, t / ((first + after) / 2));
  }
  if (w->rank == 0)
    hyd_bw_report(w, "reduce-to-all, or two calls", (long)bytes, "ns", &s.value, "one+bcast",
                  &s.ratio);
  hyd_bw_clear(&s);
}

/* amount = rounds. */
void hyd_bw_coll(struct hyd_bw *w, int argc, char **argv) {
  begin_job(w, argc, argv, 0);
  hyd_bw_pin(w);
  gex_TM_t tm = all_again(w);
  in_lines(w, tm);
  against_two_calls(w, tm, 2048);
  against_two_calls(w, tm, MOST);
}

/* --- more ranks than cores: amount = milliseconds ------------------------- */

void hyd_bw_crowd_coll(struct hyd_bw *w, int argc, char **argv) {
  begin_job(w, argc, argv, 0);
  gex_TM_t tm = all_again(w);
  struct hyd_bn_set s = {0};
  double end = hyd_bn_now() + w->amount * 1e6;
  for (int i = 0; i < 20; i++) to_all(tm, 8);
  do {
    for (int i = 0; i < 20; i++) {
      double start = hyd_bn_now();
      to_all(tm, 8);
      hyd_bn_add(&s, hyd_bn_now() - start);
    }
  } while (hyd_bw_again(w, end));
  hyd_bw_report(w, "reduce-to-all", 8, "ns", &s, NULL, NULL);
  hyd_bn_clear(&s);
}

/* --- a large broadcast ---------------------------------------------------- */

struct hand { /* at rank 0, below the payload: which ranks have come, and which have copied */
  struct {
    _Alignas(HYD_BN_LINE_GAP) _Atomic uint32_t here, done;
  } of[16];
};

static void wait_for(struct hyd_bw *w, const struct hand *h, bool done, uint32_t phase) {
  for (int i = 0; i < w->size; i++)
    while ((int32_t)(atomic_load_explicit(done ? &h->of[i].done : &h->of[i].here,
                                          memory_order_acquire) -
                     phase) < 0)
      sched_yield();
}

/* The same by hand: each rank copies from the root's mapping, and all meet before and after. */
static void copy_by_hand(struct hyd_bw *w, void *to) {
  static uint32_t phase;
  struct hand *h = (struct hand *)(void *)hyd_bw_local(w, 0);
  phase++;
  atomic_store_explicit(&h->of[w->rank].here, phase, memory_order_release);
  wait_for(w, h, false, phase);
  if (w->rank) memcpy(to, hyd_bw_local(w, 0) + HYD_BW_HEAD, LARGE);
  atomic_store_explicit(&h->of[w->rank].done, phase, memory_order_release);
  wait_for(w, h, true, phase);
}

static double large_window(struct hyd_bw *w, void *to, bool by_hand) {
  enum { COUNT = 10 };
  unsigned char *root = w->mine + HYD_BW_HEAD;
  hyd_bw_sync();
  double start = hyd_bn_now();
  for (int i = 0; i < COUNT; i++) {
    if (by_hand)
      copy_by_hand(w, to);
    else
      gex_Event_Wait(gex_Coll_BroadcastNB(w->tm, 0, w->rank ? to : root, root, LARGE, 0));
  }
  hyd_bw_sync();
  return (hyd_bn_now() - start) / COUNT;
}

/* amount = rounds. The ratio is of bandwidths: by hand takes so much of the time. */
void hyd_bw_broadcast(struct hyd_bw *w, int argc, char **argv) {
  struct hyd_bw_series s = {0};
  begin_job(w, argc, argv, LARGE);
  void *to = malloc(LARGE);
  hyd_bw_need(to != NULL, "memory for a broadcast");
  memset(to, 1, LARGE);
  for (int round = -3; round < w->amount; round++) {
    double first = large_window(w, to, true), t = large_window(w, to, false);
    double after = large_window(w, to, true);
    if (round < 0) continue;
    hyd_bw_add(&s, (double)LARGE / t * 1e3, (first + after) / 2 / t);
  }
  if (w->rank == 0)
    hyd_bw_report(w, "broadcast bandwidth per receiver", LARGE, "MB/s", &s.value, "memcpy",
                  &s.ratio);
  free(to);
}

/* --- teams ---------------------------------------------------------------- */

static double resident_kb(void) {
  long pages = 0, total = 0;
  FILE *f = fopen("/proc/self/statm", "r");
  hyd_bw_need(f && fscanf(f, "%ld %ld", &total, &pages) == 2, "/proc/self/statm");
  fclose(f);
  return (double)pages * (double)sysconf(_SC_PAGESIZE) / 1024;
}

static double team_window(struct hyd_bw *w, int count) {
  hyd_bw_sync();
  double start = hyd_bn_now();
  for (int i = 0; i < count; i++) gex_TM_Destroy(all_again(w), NULL, 0);
  return (hyd_bn_now() - start) / count;
}

/* amount = windows of 100 teams each. */
void hyd_bw_teams(struct hyd_bw *w, int argc, char **argv) {
  struct hyd_bw_series s = {0};
  double begun = 0;
  begin_job(w, argc, argv, 0);
  for (int i = 0; i < w->amount; i++) {
    double first = time_window(w->tm, run_barrier, 0, 200), t = team_window(w, 100);
    double after = time_window(w->tm, run_barrier, 0, 200);
    hyd_bw_add(&s, t, t / ((first + after) / 2));
    if (i == w->amount / 10) begun = resident_kb();
  }
  double growth = resident_kb() - begun;
  if (w->rank == 0) {
    hyd_bw_report(w, "team made and destroyed", -1, "ns", &s.value, "barriers", &s.ratio);
    hyd_bw_report_one(w, "growth by teams after the first tenth", "KB", growth);
  }
}
