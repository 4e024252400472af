/* SPDX-License-Identifier: BSD-3-Clause
 *
 * torture.c: the engine and the watch together, on real memory: threads of a few nodes transfer,
 * while others replace memory in every way that there is. Nothing may be read from or written to a
 * page that was replaced.
 *
 * How that is detected. The interfaces pin pages for good and access what they pinned (dma.h), as
 * hardware does. So a transfer through a stale registration goes to the old page, and a program
 * that looks at its memory misses the number that must be there, which has never been anywhere
 * before. Which memory is behind an address is thus not kept in a table beside, which could be
 * wrong for an instant, or wrong altogether on what the kernel does: fork, moves, and discards are
 * the kernel's.
 *
 *   torture [--seed S] [--seconds T] [--threads N] [--verbose]
 *
 * T is for all plans together; each goes on until it has seen enough, or PATIENCE_S. N threads of
 * each node transfer, one changes.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "core/sys/clock.h"
#include "tests/sim/firehose/torture.h"
#include "tests/sim/firehose/torture_kinds.h"

#define TOO_LONG_S 300
#define MOST_THREADS 32
#define ENOUGH_TRANSFERS 50
#define ENOUGH_CHANGES 5
#define PATIENCE_S 3
#define LOOK_US 2000
#define MEMLOCK (8u << 20) /* for all that is pinned here and, meanwhile, by other programs */

struct options {
  uint64_t seed;
  double seconds;
  unsigned threads;
  int verbose;
};

/* --- a plan --------------------------------------------------------------- */

static void describe(const struct plan *p, char *text, size_t size) {
  const char *what = p->anywhere ? "anywhere" : p->kind ? p->kind->name : "everything";
  snprintf(text, size, "%s, %s, %s", what, p->racing ? "racing" : "ordered",
           p->regions ? "regions" : "pages");
}

static void sum_up(struct torture *t, struct fh_stats *sum) {
  *sum = (struct fh_stats){0};
  for (uint32_t i = 0; i < NODES; i++) {
    struct fh_stats st;
    fh_get_stats(t->node[i].fh, &st);
    sum->local_misses += st.local_misses, sum->remote_misses += st.remote_misses;
    sum->stale += st.stale, sum->unwatched += st.unwatched, sum->pins += st.pins;
  }
}

/* Whether what the plan is about has happened; where the machine has no time for it, the next run
 * will see it. */
static int is_enough(struct torture *t, uint64_t until) {
  const struct kind *k = t->plan->kind;
  uint64_t now = hyd_now_ns();
  struct fh_stats sum;
  if (now < until || now > until + PATIENCE_S * UINT64_C(1000000000)) return now > until;
  sum_up(t, &sum);
  return t->exact >= ENOUGH_TRANSFERS && t->changes >= ENOUGH_CHANGES &&
         (sum.stale > 0 || (k && (k->harmless || k->unwatched)));
}

static int start(struct worker *w, struct node *n, unsigned who, const struct options *o,
                 void *(*act)(void *)) {
  *w = (struct worker){.n = n, .lane = who, .rng = sim_stream(o->seed, who)};
  return pipe2(w->pipe, O_CLOEXEC | O_NONBLOCK) || pthread_create(&w->thread, NULL, act, w);
}

static void end(struct worker *w) {
  pthread_join(w->thread, NULL);
  close(w->pipe[0]);
  close(w->pipe[1]);
}

static void let_them_work(struct torture *t, const struct options *o, double seconds) {
  static struct worker w[NODES * (MOST_THREADS + 1)];
  void *(*transfer)(void *) = t->plan->anywhere ? torture_wander : torture_transfer;
  unsigned each = o->threads + 1, n = NODES * each;
  uint64_t until = hyd_now_ns() + (uint64_t)(seconds * 1e9);
  atomic_store(&t->working, (int)n);
  for (unsigned i = 0; i < n; i++)
    if (start(&w[i], &t->node[i / each], i, o, i % each ? transfer : torture_change)) abort();
  while (!atomic_load(&t->stop) && !is_enough(t, until)) usleep(LOOK_US);
  atomic_store(&t->stop, 1);
  for (unsigned i = 0; i < n; i++) end(&w[i]);
}

static void report(struct torture *t) {
  struct fh_stats sum;
  sum_up(t, &sum);
  printf("#   %llu changes, %llu pages exact, %llu doubtful, %llu requests refused, %llu local and "
         "%llu remote misses, "
         "%llu pins, %llu stale, %llu unwatched\n",
         (unsigned long long)t->changes, (unsigned long long)t->exact,
         (unsigned long long)t->doubtful, (unsigned long long)t->refused,
         (unsigned long long)sum.local_misses, (unsigned long long)sum.remote_misses,
         (unsigned long long)sum.pins, (unsigned long long)sum.stale,
         (unsigned long long)sum.unwatched);
}

/* 0: passed; 1: failed; 77: not here. */
static int run(const struct plan *plan, const struct options *o, double seconds) {
  static struct torture t;
  char name[80];
  const char *why = "?";
  int rc = torture_open(&t, plan, &why);
  describe(plan, name, sizeof name);
  if (rc) {
    printf("%s %s: %s\n", rc == 77 ? "# SKIP" : "not ok", name, why);
    return rc == 77 ? 77 : 1;
  }
  if (o->verbose) printf("# %s\n", name);
  fflush(stdout);
  let_them_work(&t, o, seconds);
  if (o->verbose) report(&t);
  torture_close(&t);
  if (!t.wrong) return 0;
  printf("not ok %s (--seed %llu): %s%s%s\n", name, (unsigned long long)o->seed, t.wrong,
         t.status ? ": " : "", t.status ? strerror(t.status) : "");
  return 1;
}

/* --- all of them ---------------------------------------------------------- */

#define MOST_PLANS 64

static unsigned make_plans(struct plan *plans) {
  unsigned n = 0;
  for (unsigned k = 0; k <= nkinds; k++)
    for (int way = 0; way < 4; way++)
      plans[n++] = (struct plan){.kind = k < nkinds ? &kinds[k] : NULL,
                                 .racing = way & 1,
                                 .regions = way >> 1};
  for (int regions = 0; regions < 2; regions++)
    plans[n++] = (struct plan){.racing = 1, .regions = regions, .anywhere = 1};
  return n;
}

static int run_all(const struct options *o) {
  struct plan plans[MOST_PLANS];
  unsigned n = make_plans(plans), failed = 0;
  printf("# --seed %llu\n", (unsigned long long)o->seed);
  for (unsigned i = 0; i < n; i++) {
    int rc = run(&plans[i], o, o->seconds / n);
    if (rc == 77) return rc;
    failed += (unsigned)rc;
  }
  printf("%u passed, %u failed\n", n - failed, failed);
  return failed != 0;
}

static int may_pin_enough(void) {
  struct rlimit limit;
  return geteuid() == 0 || (getrlimit(RLIMIT_MEMLOCK, &limit) == 0 && limit.rlim_cur >= MEMLOCK);
}

int main(int argc, char **argv) {
  struct options o = {.seed = (uint64_t)getpid(), .seconds = 3, .threads = 2};
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--verbose") == 0)
      o.verbose = 1;
    else if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc)
      o.seed = strtoull(argv[++i], NULL, 10);
    else if (strcmp(argv[i], "--seconds") == 0 && i + 1 < argc)
      o.seconds = strtod(argv[++i], NULL);
    else if (strcmp(argv[i], "--threads") == 0 && i + 1 < argc)
      o.threads = (unsigned)strtoul(argv[++i], NULL, 10);
    else
      return fprintf(stderr, "usage: %s [--seed S] [--seconds T] [--threads N] [--verbose]\n",
                     argv[0]),
             2;
  }
  if (o.threads < 1 || o.threads > MOST_THREADS)
    return fprintf(stderr, "1 to %d threads\n", MOST_THREADS), 2;
  alarm(TOO_LONG_S + (unsigned)o.seconds);
  if (!may_pin_enough()) {
    printf("1..0 # SKIP less than 8 MB may be pinned (RLIMIT_MEMLOCK)\n");
    return 77;
  }
  return run_all(&o);
}
