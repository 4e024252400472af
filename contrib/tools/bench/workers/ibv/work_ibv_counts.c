/* SPDX-License-Identifier: BSD-3-Clause
 *
 * work_ibv_counts.c: what one operation costs in work requests, completions, messages, system calls
 * and instructions, counted by count_verbs.so, which the job preloads. Operations are looked at one
 * by one: what is not the same for all shows in the percentiles. No copy was made by a get whose
 * work request names the memory it is for.
 */
#include <dirent.h>
#include <dlfcn.h>
#include <string.h>

#include "contrib/tools/bench/count_verbs/count_verbs.h"
#include "work_ibv.h"

#define WARM_UP 20 /* they connect, and come by all ways that a call has */
#define TRIPS 200  /* round trips whose messages are counted together */

static const struct count_verbs *find_counts(void) {
  typedef const struct count_verbs *(*find_t)(void);
  find_t find = (find_t)(uintptr_t)dlsym(RTLD_DEFAULT, "count_verbs");
  hyd_bw_need(find != NULL, "finding count_verbs.so, which this job preloads,");
  return find();
}

static void put_8_direct(struct ibv_run *r) {
  gex_RMA_PutBlocking(r->w->tm, 1, r->theirs, r->inside, 8, 0);
}
static void get_8_direct(struct ibv_run *r) {
  gex_RMA_GetBlocking(r->w->tm, r->inside, 1, r->theirs, 8, 0);
}

static void raw_write(struct ibv_run *r) { hyd_bn_verbs_write(&r->verbs); }
static void raw_read(struct ibv_run *r) { hyd_bn_verbs_read(&r->verbs); }

/* The raw ones show what the counting itself sees. */
static const struct kind {
  const char *name;
  void (*once)(struct ibv_run *r);
  bool raw;
} kinds[] = {{"put", put_8_direct, false},
             {"get", get_8_direct, false},
             {"get to elsewhere", hyd_bi_get_8, false},
             {"fetch-add", hyd_bi_add, false},
             {"Short round trip", hyd_bi_short_trip, false},
             {"raw write", raw_write, true},
             {"raw read", raw_read, true}};
#define KINDS (sizeof kinds / sizeof *kinds)

enum { REQUESTS, COMPLETIONS, MESSAGES, COPIES, CALLS, STEPS, COUNTS };
static const char *const count_name[COUNTS] = {"work requests", "completions",  "messages",
                                               "copies",        "system calls", "instructions"};

static uint64_t requests(const struct verbs_counts *c) {
  return c->messages + c->writes + c->reads + c->atomics + c->others;
}

/* Instructions and system calls are counted in operations of their own: each is in the other's
 * way. */
static void one(struct ibv_run *r, const struct count_verbs *cv, const struct kind *k,
                struct hyd_bn_set *out) {
  struct verbs_counts *c = cv->counts;
  uint64_t before = requests(c), completions = c->completions, messages = c->messages,
           direct = c->from_watched;
  k->once(r);
  hyd_bn_add(&out[REQUESTS], (double)(requests(c) - before));
  hyd_bn_add(&out[COMPLETIONS], (double)(c->completions - completions));
  hyd_bn_add(&out[MESSAGES], (double)(c->messages - messages));
  hyd_bn_add(&out[COPIES], c->from_watched > direct ? 0 : 1);
  uint64_t calls = c->calls;
  if (cv->count_calls(1) == 0) {
    k->once(r);
    cv->count_calls(0);
    hyd_bn_add(&out[CALLS], (double)(c->calls - calls));
  }
  uint64_t steps = c->steps;
  if (cv->count_steps(1) == 0) {
    k->once(r);
    cv->count_steps(0);
    hyd_bn_add(&out[STEPS], (double)(c->steps - steps));
  }
}

static void report_counts(struct ibv_run *r, const char *kind, const char *what, long bytes,
                          const struct hyd_bn_set *s) {
  char name[64];
  snprintf(name, sizeof name, "%s: %s", kind, what);
  if (s->n) hyd_bw_report(r->w, name, bytes, "", s, NULL, NULL);
}

static void small(struct ibv_run *r, const struct count_verbs *cv) {
  for (size_t i = 0; i < KINDS; i++) {
    struct hyd_bn_set s[COUNTS] = {{0}};
    cv->watch(kinds[i].raw ? r->verbs.memory : r->inside, IBV_MB);
    for (int n = -WARM_UP; n < r->w->amount; n++) {
      if (n == 0)
        for (int k = 0; k < COUNTS; k++) hyd_bn_clear(&s[k]);
      one(r, cv, &kinds[i], s);
    }
    cv->write_steps(kinds[i].name);
    for (int k = 0; k < COUNTS; k++) report_counts(r, kinds[i].name, count_name[k], 8, &s[k]);
    for (int k = 0; k < COUNTS; k++) hyd_bn_clear(&s[k]);
  }
}

/* ---- active messages ----------------------------------------------------- */

/* The sum of the device's counters whose name says that a receiver was not ready. */
static double rnr_retries(const struct ibv_run *r) {
  char place[160];
  double sum = 0, value;
  char path[500];
  snprintf(place, sizeof place, "/sys/class/infiniband/%s/ports/%d/hw_counters",
           ibv_get_device_name(r->verbs.context->device), r->verbs.port);
  DIR *d = opendir(place);
  struct dirent *e;
  while (d && (e = readdir(d))) {
    if (!strstr(e->d_name, "rnr")) continue;
    snprintf(path, sizeof path, "%s/%s", place, e->d_name);
    FILE *f = fopen(path, "re");
    if (f && fscanf(f, "%lf", &value) == 1) sum += value;
    if (f) fclose(f);
  }
  if (d) closedir(d);
  return sum;
}

enum { SENT, POSTED, RNR, TOLD };

/* What a window takes of both ranks: each counts what it does itself, and tells the other. */
static void count_window(struct ibv_run *r, const struct verbs_counts *c, const struct ibv_op *op,
                         double total[TOLD]) {
  double mine[2] = {(double)c->messages, (double)c->receive_calls}, theirs[2], rnr = rnr_retries(r);
  hyd_bi_window(r, op);
  mine[SENT] = (double)c->messages - mine[SENT];
  mine[POSTED] = (double)c->receive_calls - mine[POSTED];
  total[RNR] = rnr_retries(r) - rnr;
  hyd_bi_exchange(r, mine, theirs, sizeof mine);
  total[SENT] = mine[SENT] + theirs[SENT];
  total[POSTED] = mine[POSTED] + theirs[POSTED];
}

static void do_nothing(struct ibv_run *r) { (void)r; }

/* The barrier before a window, and the message that ends it, are those of a window of nothing. */
static void count_trips(struct ibv_run *r, const struct count_verbs *cv) {
  static const char *const what[TOLD] = {"messages", "calls to post receives", "RNR retries"};
  const struct ibv_op op = {"", -1, TRIPS, hyd_bi_short_trip, NULL, NULL},
                      no_op = {"", -1, 1, do_nothing, NULL, NULL};
  struct hyd_bn_set s[TOLD] = {{0}};
  double with[TOLD], without[TOLD];
  count_window(r, cv->counts, &op, with); /* warms up */
  for (int n = 0; n < 5; n++) {
    count_window(r, cv->counts, &no_op, without);
    count_window(r, cv->counts, &op, with);
    for (int i = 0; i < TOLD; i++)
      hyd_bn_add(&s[i], (with[i] - (i == RNR ? 0 : without[i])) / TRIPS);
  }
  for (int i = 0; i < TOLD && r->w->rank == 0; i++) report_counts(r, "Short", what[i], -1, &s[i]);
}

void hyd_bw_ibv_counts(struct hyd_bw *w, int argc, char **argv) {
  struct ibv_run r;
  const struct count_verbs *cv = find_counts();
  hyd_bi_join(&r, w, argc, argv);
  hyd_bi_memory(&r);
  hyd_bi_verbs(&r);
  hyd_bi_domain(&r);
  hyd_bw_sync();
  if (w->rank == 0) small(&r, cv);
  hyd_bw_sync();
  count_trips(&r, cv);
}
