/* SPDX-License-Identifier: BSD-3-Clause
 *
 * record.c: writes this rank's file of a trace (trace_format.h). Each thread writes events to its
 * own ring, so recording takes no lock. If a rank dies, only the event that it was writing is lost.
 */
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "conduits/conduit.h"
#include "core/base/err.h"
#include "core/env/env.h"
#include "core/sys/clock.h"
#include "core/sys/file_limit.h"
#include "core/sys/memory_file.h"
#include "core/tools/tools_int.h"
#include "core/watch/perf_table.h"
#include "core/watch/trace_join.h"
#include "core/watch/watch.h"

#define ANCHOR_EVERY 1024u /* events between readings of CLOCK_MONOTONIC */
#define CHUNK 8192u        /* events for which the file is extended at a time */
#define GROUPS_ALL 0x3ffffffu

uint64_t hyd_watch_ticks(void) {
  uint64_t t = gasnett_ticks_now();
  return t ? t : 1;
}

/* --- the file ------------------------------------------------------------- */

/* Parses GASNET_TRACEMASK: letters of groups, or ^ and letters of groups to exclude. */
static uint32_t groups_of(const char *mask) {
  int without = *mask == '^';
  uint32_t groups = 0;
  for (const char *p = mask + without; *p; p++) {
    if (*p < 'A' || *p > 'Z')
      hyd_refuse("environment",
                 "GASNET_TRACEMASK=%.40s; expected letters from A to Z, perhaps after ^", mask);
    groups |= 1u << (*p - 'A');
  }
  return *mask == '\0' ? GROUPS_ALL : without ? GROUPS_ALL & ~groups : groups;
}

/* The number of events of a ring, a power of two. */
static uint32_t events_of(struct hyd_env *env) {
  uint64_t bytes = hyd_env_size(env, HYD_ENV_TRACESIZE), n = 128;
  if (bytes < 4096 || bytes > UINT64_C(1) << 30)
    hyd_refuse("environment", "GASNET_TRACESIZE=%.40s; expected 4KB to 1GB",
               hyd_env_str(env, HYD_ENV_TRACESIZE));
  while (2 * n * sizeof(struct hyd_event) <= bytes) n *= 2;
  return (uint32_t)n;
}

static void fill_head(struct hyd_job *job, struct hyd_trace_head *h) {
  h->version = HYD_TRACE_VERSION;
  h->rank = job->rank;
  h->size = job->size;
  h->host_first = job->place.host_first;
  h->events = events_of(job->env);
  h->pid = (int32_t)job->pid;
  h->first_tick = hyd_watch_ticks();
  h->first_ns = hyd_now_ns();
  h->rate = hyd_ticks_rate();
  atomic_store_explicit(&h->last_tick, h->first_tick, memory_order_relaxed);
  atomic_store_explicit(&h->last_ns, h->first_ns, memory_order_relaxed);
  h->error_ns = UINT64_MAX;
  if (gethostname(h->host, sizeof h->host - 1)) h->host[0] = '\0';
  snprintf(h->conduit, sizeof h->conduit, "%s", hyd_conduit_of(job)->name);
  snprintf(h->program, sizeof h->program, "%s", program_invocation_short_name);
  memcpy(h->magic, HYD_TRACE_MAGIC, sizeof h->magic);
}

/* Maps a part of the file, with room in the file for its first `used` bytes. */
static void *map_part(int fd, size_t at, size_t bytes, size_t used) {
  void *p;
  if (hyd_file_resize(fd, at + bytes) || (errno = hyd_file_reserve(fd, at, used)) != 0) return NULL;
  p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, (off_t)at);
  return p == MAP_FAILED ? NULL : p;
}

/* 0, or an errno value. */
static int open_file(struct hyd_job *job, const char *name) {
  int fd = open(name, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  struct hyd_trace_head *h =
      fd < 0 ? NULL : map_part(fd, 0, hyd_trace_head_size(), hyd_trace_head_size());
  int err = errno;
  if (h == NULL) {
    if (fd >= 0) close(fd);
    return err ? err : EIO;
  }
  fill_head(job, h);
  job->watch.fd = fd;
  job->watch.head = h;
  return 0;
}

static void start_watching(struct hyd_job *job) {
  atomic_store_explicit(&job->watched, 1, memory_order_relaxed);
}

static void start_trace(struct hyd_job *job, const char *file) {
  char *name = hyd_trace_part_name(file, job->rank);
  int err = name ? open_file(job, name) : ENOMEM;
  if (err)
    fprintf(stderr, "WARNING: rank %u: cannot write a trace to GASNET_TRACEFILE %s: %s\n",
            job->rank, name ? name : file, strerror(err));
  else
    start_watching(job);
  free(name);
}

void hyd_watch_init(struct hyd_job *job) {
  const char *file = hyd_env_str(job->env, HYD_ENV_TRACEFILE);
  job->watch.since_ns = hyd_now_ns();
  if (*hyd_env_str(job->env, HYD_ENV_PERF)) start_watching(job);
  job->watch.groups = groups_of(hyd_env_str(job->env, HYD_ENV_TRACEMASK));
  if (hyd_trace_is_name(file))
    start_trace(job, file);
  else if (*file)
    hyd_warn(job,
             "GASNET_TRACEFILE=%.80s: this library writes no traces of that kind; expected a name "
             "that ends in "
             ".json, without %%",
             file);
  if (hyd_watched(job))
    atomic_store_explicit(&job->me->rec.counts, HYD_COUNTS_NOW, memory_order_relaxed);
}

void hyd_watch_clock(struct hyd_job *job, int64_t offset_ns, uint64_t error_ns) {
  if (job->watch.head == NULL) return;
  job->watch.head->offset_ns = offset_ns;
  job->watch.head->error_ns = error_ns;
}

static void anchor(struct hyd_trace_head *h) {
  uint64_t tick = hyd_watch_ticks(), ns = hyd_now_ns();
  atomic_store_explicit(&h->last_tick, tick, memory_order_relaxed);
  atomic_store_explicit(&h->last_ns, ns, memory_order_relaxed);
}

void hyd_watch_close(struct hyd_job *job) {
  struct hyd_trace_head *h = job->watch.head;
  hyd_perf_write(job);
  if (h == NULL) return;
  anchor(h);
  atomic_store_explicit(&h->ended, 1, memory_order_relaxed);
}

/* --- threads -------------------------------------------------------------- */

/* Ends recording, as the disk is full, and reports that once. Recorded events stay. */
static HYD_COLD void stop_recording(struct hyd_job *job, struct hyd_thread *t, int err) {
  struct hyd_trace_area *a = t->watch.area;
  if (a) atomic_store_explicit(&a->wait_since, 0, memory_order_relaxed);
  t->watch.area = NULL;
  t->watch.refused = 1;
  if (atomic_fetch_add_explicit(&job->watch.head->refused, 1, memory_order_relaxed) == 0)
    fprintf(stderr,
            "WARNING: rank %u: GASNET_TRACEFILE %s: %s: the trace has no more of what this rank "
            "does\n",
            job->rank, hyd_env_str(job->env, HYD_ENV_TRACEFILE), strerror(err));
}

static uint32_t chunk_of(const struct hyd_trace_head *h) {
  return h->events < CHUNK ? h->events : CHUNK;
}

/* Extends the file for the next events of an area, until the area is full once. 0, or an errno
 * value. */
static HYD_COLD int reserve_chunk(struct hyd_job *job, const struct hyd_thread *t, uint64_t n) {
  uint32_t chunk = chunk_of(job->watch.head);
  return hyd_file_reserve(job->watch.fd,
                          t->watch.at + HYD_TRACE_PAGE + n * sizeof(struct hyd_event),
                          chunk * sizeof(struct hyd_event));
}

/* Opens an area for the thread. NULL: all areas are in use. */
static HYD_COLD struct hyd_trace_area *open_area(struct hyd_job *job, struct hyd_thread *t) {
  struct hyd_trace_head *h = job->watch.head;
  size_t bytes = hyd_trace_area_size(h->events);
  struct hyd_trace_area *a = NULL;
  uint32_t i;
  t->watch.refused = 1;
  pthread_mutex_lock(&job->threads.lock);
  i = atomic_load_explicit(&h->areas, memory_order_relaxed);
  t->watch.at = hyd_trace_head_size() + i * bytes;
  if (i < HYD_TRACE_AREAS)
    a = map_part(job->watch.fd, t->watch.at, bytes,
                 HYD_TRACE_PAGE + chunk_of(h) * sizeof(struct hyd_event));
  if (a) {
    a->tid = (int32_t)syscall(SYS_gettid);
    atomic_store_explicit(&h->areas, i + 1,
                          memory_order_release); /* TR2: pairs with the reader's acquire */
  } else if (i < HYD_TRACE_AREAS) {
    stop_recording(job, t, errno);
  } else {
    atomic_fetch_add_explicit(&h->refused, 1, memory_order_relaxed);
  }
  pthread_mutex_unlock(&job->threads.lock);
  t->watch.area = a;
  t->watch.refused = a == NULL;
  return a;
}

static void put_event(struct hyd_job *job, struct hyd_thread *t, const struct hyd_event *e) {
  struct hyd_trace_area *a = t->watch.area;
  uint64_t n;
  int err;
  if (hyd_unlikely(a == NULL) && (t->watch.refused || (a = open_area(job, t)) == NULL)) return;
  n = atomic_load_explicit(&a->n, memory_order_relaxed);
  if (hyd_unlikely(n % CHUNK == 0) && n && n < job->watch.head->events &&
      (err = reserve_chunk(job, t, n)) != 0) {
    stop_recording(job, t, err);
    return;
  }
  hyd_trace_events(a)[n & (job->watch.head->events - 1)] = *e;
  atomic_store_explicit(&a->n, n + 1, memory_order_release); /* TR1 */
  if (n % ANCHOR_EVERY == 0) anchor(job->watch.head);
}

static int is_wanted(const struct hyd_job *job, char group) {
  return job->watch.head != NULL && (job->watch.groups >> (group - 'A') & 1);
}

/* --- events --------------------------------------------------------------- */

/* Removes the recorded spans that lie inside [begin, now); returns their time. */
static uint64_t take_inside(struct hyd_watch_thread *w, uint64_t begin) {
  uint64_t ticks = 0;
  while (w->ninside && w->inside[w->ninside - 1].begin >= begin)
    ticks += w->inside[--w->ninside].ticks;
  return ticks;
}

/* Records a span for take_inside. If there is no room the two oldest spans are joined, as most
 * likely the same span contains both. */
static void add_inside(struct hyd_watch_thread *w, uint64_t begin, uint64_t ticks) {
  if (w->ninside == HYD_WATCH_INSIDE) {
    w->inside[0].ticks += w->inside[1].ticks;
    memmove(&w->inside[1], &w->inside[2], (HYD_WATCH_INSIDE - 2) * sizeof w->inside[0]);
    w->ninside--;
  }
  w->inside[w->ninside].begin = begin;
  w->inside[w->ninside++].ticks = ticks;
}

static void add_time(struct hyd_thread *t, enum hyd_event_kind kind, uint64_t begin, uint64_t end) {
  uint64_t inside = take_inside(&t->watch, begin),
           ticks = end - begin > inside ? end - begin - inside : 0;
  uint64_t *sum = &t->watch.ticks[kind == HYD_EV_HANDLER ? HYD_TIME_HANDLERS
                                  : kind == HYD_EV_WAIT  ? HYD_TIME_WAITS
                                                         : HYD_TIME_CALLS];
  add_inside(&t->watch, begin, end - begin);
  HYD_RELAXED_SET(*sum, *sum + ticks);
}

/* Adds an operation to the counts in shared memory, for gasnetrun top. */
static void publish_counts(struct hyd_job *job, enum hyd_event_kind kind, uint64_t bytes) {
  struct hyd_recorder *rec = &job->me->rec;
  uint64_t moves = atomic_load_explicit(&rec->moves, memory_order_relaxed);
  uint64_t sum = atomic_load_explicit(&rec->bytes, memory_order_relaxed);
  if (kind > HYD_EV_SEND || kind == HYD_EV_COLL || kind == HYD_EV_BARRIER) return;
  if (job->threads.many) {
    atomic_fetch_add_explicit(&rec->moves, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&rec->bytes, bytes, memory_order_relaxed);
  } else {
    atomic_store_explicit(&rec->moves, moves + 1, memory_order_relaxed);
    atomic_store_explicit(&rec->bytes, sum + bytes, memory_order_relaxed);
  }
}

void hyd_watch_ask(struct hyd_job *job) {
  uint32_t not = HYD_COUNTS_NOT;
  atomic_compare_exchange_strong_explicit(&job->me->rec.counts, &not, HYD_COUNTS_SOON,
                                          memory_order_relaxed, memory_order_relaxed);
  atomic_store_explicit(&job->watch.asked, 1, memory_order_relaxed);
  atomic_fetch_or_explicit(&job->rx.todo, HYD_TODO_NOW,
                           memory_order_release); /* T1, pairs with T2 in poll.c */
}

static int is_over(struct hyd_job *job) {
  return atomic_load_explicit(&job->watch.for_now, memory_order_relaxed) &&
         hyd_tick_ns() > atomic_load_explicit(&job->shared->count_until_ns, memory_order_relaxed);
}

void hyd_watch_span(struct hyd_job *job, uint64_t begin, enum hyd_event_kind kind, gex_Rank_t peer,
                    uint64_t bytes, uint32_t sub, uint32_t id) {
  struct hyd_thread *t = hyd_self(job);
  struct hyd_event e = {begin, hyd_watch_ticks(), hyd_event_what(kind, sub, bytes), peer, id};
  add_time(t, kind, begin, e.end);
  publish_counts(job, kind, bytes);
  if (hyd_unlikely(is_over(job))) hyd_watch_ask(job);
  if (is_wanted(job, hyd_event_group(kind))) put_event(job, t, &e);
}

/* A wait within a wait, for example of a poll that sends, counts as part of the outer one. */
void hyd_watch_wait_begin(struct hyd_job *job, uint32_t reason, gex_Rank_t peer) {
  struct hyd_thread *t = hyd_self(job);
  struct hyd_trace_area *a = t->watch.area;
  if (t->watch.wait_depth++) return;
  t->watch.wait_since = hyd_watch_ticks();
  t->watch.wait_reason = reason;
  t->watch.wait_peer = peer;
  if (a == NULL && job->watch.head && !t->watch.refused) a = open_area(job, t);
  if (a == NULL) return;
  atomic_store_explicit(&a->wait_reason, reason, memory_order_relaxed);
  atomic_store_explicit(&a->wait_peer, peer, memory_order_relaxed);
  atomic_store_explicit(&a->wait_since, t->watch.wait_since, memory_order_relaxed);
}

void hyd_watch_wait_end(struct hyd_job *job) {
  struct hyd_thread *t = hyd_self(job);
  struct hyd_event e = {t->watch.wait_since, 0,
                        hyd_event_what(HYD_EV_WAIT, t->watch.wait_reason, 0), t->watch.wait_peer,
                        0};
  if (--t->watch.wait_depth) return;
  e.end = hyd_watch_ticks();
  add_time(t, HYD_EV_WAIT, e.begin, e.end);
  if (t->watch.area) atomic_store_explicit(&t->watch.area->wait_since, 0, memory_order_relaxed);
  if (is_wanted(job, hyd_trace_wait_group(t->watch.wait_reason))) put_event(job, t, &e);
}

/* The number of an operation: each has a cache line of its own. */
static uint32_t id_of(const void *op) { return (uint32_t)((uintptr_t)op / HYD_LINE); }

void hyd_watch_op_begin(struct hyd_job *job, const void *op, enum hyd_event_kind kind,
                        gex_Rank_t peer, uint64_t bytes) {
  uint64_t now = hyd_watch_ticks();
  struct hyd_event e = {now, now, hyd_event_what(HYD_EV_OP_BEGIN, kind, bytes), peer, id_of(op)};
  if (is_wanted(job, hyd_event_group(kind))) put_event(job, hyd_self(job), &e);
}

void hyd_watch_op_end(struct hyd_job *job, const void *op) {
  uint64_t now = hyd_watch_ticks();
  struct hyd_event e = {now, now, hyd_event_what(HYD_EV_OP_END, 0, 0), HYD_TRACE_NO_PEER,
                        id_of(op)};
  if (job->watch.head) put_event(job, hyd_self(job), &e);
}

/* --- one file of all ------------------------------------------------------ */

void hyd_watch_join(struct hyd_env *env) {
  const char *file = hyd_env_str(env, HYD_ENV_TRACEFILE);
  char why[256];
  if (*file && hyd_trace_is_name(file) && hyd_trace_join(file, why, sizeof why) < 0)
    fprintf(stderr, "WARNING: GASNET_TRACEFILE %s: %s\n", file, why);
  hyd_perf_print(hyd_env_str(env, HYD_ENV_PERF), stderr);
}
