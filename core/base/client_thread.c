/* SPDX-License-Identifier: BSD-3-Clause
 *
 * client_thread.c: the state of each client thread: made on its first call, given back when it
 * ends.
 */
#include "core/base/err.h"
#include "core/base/job.h"

/* --- implicit sets --------------------------------------------------------- */

/* Operations count their completion in the set of the thread that started them, which may have
 * ended before. So sets are kept, as operations are, and one in which all has completed serves the
 * next thread. */
struct hyd_kept_set {
  struct hyd_nbi set; /* first: the thread and its operations point to this */
  struct hyd_kept_set *next;
};

static uint64_t count_incomplete(const struct hyd_nbi *set) {
  uint64_t n = 0;
  for (int i = 0; i < HYD_NBI_CATS; i++) /* O2: pairs with the release increment in hyd_op_done */
    n += set->started[i] - atomic_load_explicit(&set->done[i], memory_order_acquire);
  return n;
}

/* Under threads.lock. */
static struct hyd_nbi *take_idle_set(struct hyd_threads *threads) {
  struct hyd_kept_set **p = &threads->sets, *kept;
  while (*p && count_incomplete(&(*p)->set)) p = &(*p)->next;
  if ((kept = *p) == NULL) return NULL;
  *p = kept->next;
  return &kept->set;
}

static struct hyd_nbi *make_set(void) {
  struct hyd_kept_set *made = calloc(1, sizeof *made);
  if (made == NULL) hyd_fatal("thread start", "out of memory");
  return &made->set;
}

/* Under threads.lock. */
static void keep_set(struct hyd_threads *threads, struct hyd_nbi *set) {
  struct hyd_kept_set *kept = (struct hyd_kept_set *)set;
  kept->next = threads->sets;
  threads->sets = kept;
}

/* Warns, in the checking library, of what a thread leaves behind. */
static void check_end(const struct hyd_job *job, const struct hyd_thread *t) {
  uint64_t n = count_incomplete(t->nbi);
  if (job->client.quiet) return;
  if (n)
    fprintf(stderr,
            "WARNING: rank %u: a thread has ended with %llu implicit operations that are not "
            "complete; expected gex_NBI_Wait before\n",
            job->rank, (unsigned long long)n);
  if (t->region)
    fprintf(stderr,
            "WARNING: rank %u: a thread has ended inside an access region; expected "
            "gex_NBI_EndAccessRegion, and a wait for its event, before\n",
            job->rank);
}

/* --- the thread's state ---------------------------------------------------- */

static void add_stat(struct hyd_value_stat *sum, const struct hyd_value_stat *of) {
  uint64_t count = HYD_RELAXED(of->count), min = HYD_RELAXED(of->min), max = HYD_RELAXED(of->max);
  if (count == 0) return;
  if (sum->count == 0 || min < sum->min) sum->min = min;
  if (max > sum->max) sum->max = max;
  sum->count += count;
  sum->total += HYD_RELAXED(of->total);
}

static void add_thread(struct hyd_sums *sums, const struct hyd_thread *t) {
  for (int i = 0; i < HYD_COUNTS; i++) add_stat(&sums->stat[i], &t->stat[i]);
  for (int i = 0; i < HYD_TIMES; i++) sums->ticks[i] += HYD_RELAXED(t->watch.ticks[i]);
}

void hyd_sums_take(const struct hyd_job *job, struct hyd_sums *sums) {
  *sums = job->stats.ended;
  for (const struct hyd_thread *t = job->threads.list; t; t = t->next) add_thread(sums, t);
}

/* Under threads.lock, as others may begin or end at the same time. */
static void weigh(struct hyd_job *job) {
  int yield = job->wait.oversubscribed || job->threads.count > job->wait.cores;
  atomic_store_explicit(&job->wait.polls_yield, yield, memory_order_relaxed);
}

void hyd_threads_weigh(struct hyd_job *job) {
  pthread_mutex_lock(&job->threads.lock);
  weigh(job);
  pthread_mutex_unlock(&job->threads.lock);
}

static void thread_gone(void *arg) {
  struct hyd_thread *t = arg, **p;
  struct hyd_job *job = t->job;
  if (HYD_DEBUG) check_end(job, t);
  pthread_mutex_lock(&job->threads.lock);
  for (p = &job->threads.list; *p && *p != t; p = &(*p)->next) continue;
  if (*p) *p = t->next;
  job->threads.count--;
  weigh(job);
  if (hyd_watched(job)) add_thread(&job->stats.ended, t); /* so that none are lost */
  atomic_fetch_add_explicit(&job->threads.guard_hits,
                            atomic_load_explicit(&t->guard_hits, memory_order_relaxed),
                            memory_order_relaxed);
  keep_set(&job->threads, t->nbi);
  pthread_mutex_unlock(&job->threads.lock);
  job->hooks.on_thread_end(job, t);
  free(t->loop_buf[0]);
  free(t->loop_buf[1]);
  free(t->fill_buf);
  for (int i = 0; i < 2; i++) {
    free(t->srcdesc[i]);
    free(t->bounce[i]);
  }
  free(t);
  hyd_the_thread = NULL;
  if (gettid() == getpid()) job->hooks.on_main_end(job);
}

struct hyd_thread *hyd_thread_self(struct hyd_job *job) {
  return hyd_self(job);
}

void hyd_threads_init(struct hyd_job *job) {
  if (pthread_key_create(&job->threads.key, thread_gone))
    hyd_fatal("gex_Client_Init", "no thread key left (pthread_key_create)");
  pthread_mutex_init(&job->threads.lock, NULL);
}

HYD_COLD struct hyd_thread *hyd_thread_enter(struct hyd_job *job) {
  struct hyd_thread *t = calloc(1, sizeof *t);
  unsigned live;
  if (t == NULL) hyd_fatal("thread start", "out of memory");
  t->job = job;
  pthread_mutex_lock(&job->threads.lock);
  t->next = job->threads.list;
  job->threads.list = t;
  live = ++job->threads.count;
  weigh(job);
  t->nbi = take_idle_set(&job->threads);
  pthread_mutex_unlock(&job->threads.lock);
  if (t->nbi == NULL) t->nbi = make_set();
  if (live > job->threads.max)
    hyd_fatal("thread start", "%u client threads; expected at most %u (GASNET_MAX_THREADS)", live,
              job->threads.max);
  pthread_setspecific(job->threads.key, t);
  return hyd_the_thread = t;
}
