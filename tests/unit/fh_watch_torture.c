/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fh_watch_torture.c: several threads change memory at random while it is pinned and used.
 *
 *   fh_watch_torture [seed [seconds]]
 *
 * Whenever a page may have become another one its owner writes a number never used before into it.
 * A device that reads another number through a registration has read a replaced page: a stale use,
 * which must not happen. Four parts:
 *
 *   ordered   each thread owns a page of every bucket, changes it, and uses it when its call has
 *             returned, asking only whether the watch is settled. Its neighbours in the bucket
 *             change meanwhile.
 *   silent    the same with nothing but unmapping and mapping anew, in few buckets: much of that
 *             happens before the memory is watched, while a neighbour is about to have the bucket
 *             watched
 *   discards  the same with discards alone. Hardly anything is kept then, and so it must be: a
 *             bucket is about to be kept while a neighbour discards a page of it
 *   racing    threads map and unmap without waiting for anything, so that one gets the address
 *             that another is unmapping, and use it after fh_watch_check. Uses that would have
 *             been stale with fh_watch_settled alone are counted: they show what the check is for.
 */
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/sys/clock.h"
#include "contrib/tools/sim/rng.h"
#include "tests/unit/fh_watch_cache.h"

#define THREADS BUCKET_PAGES
#define BUCKETS 16u /* of each kind: private, shared */
#define PAGES (2 * BUCKETS * BUCKET_PAGES)
#define TOO_LONG_S 100
#define MAP_PRIVATE_ANON (MAP_PRIVATE | MAP_ANONYMOUS)

struct actor {
  pthread_t thread;
  struct sim_rng rng;
  unsigned who;
  int scratch[2];
  char *parking; /* a page's place of its own, to move to and from */
  uint64_t number;
  uint64_t ops, hits, misses, unsure, stale, unordered;
};

static struct cache cache;
static char *arena;
static int memfd;
static uint64_t end_ns;
static struct plan {
  const char *name;
  enum { ANY = -1, UNMAP = 1, DISCARD = 2 } way; /* of changing */
  unsigned buckets, uses;                        /* that many uses for one change */
} plan;
static _Atomic int changing[PAGES];    /* its owner's call is under way, or not told yet */
static int lost[2 * BUCKETS][THREADS]; /* pages whose place another thread's mmap was given */

static unsigned index_of(uintptr_t at) { return (unsigned)((at - (uintptr_t)arena) / cache.page); }

static int is_changing(uintptr_t at) {
  return at < (uintptr_t)arena || index_of(at) >= PAGES ||
         atomic_load_explicit(&changing[index_of(at)], memory_order_relaxed);
}

/* A number for the page that is now at p, and remembered by its owner alone. */
static uint64_t sign(struct actor *a, char *p) {
  uint64_t number = ++a->number * THREADS + a->who;
  atomic_store_explicit((_Atomic uint64_t *)(void *)p, number, memory_order_relaxed);
  return number;
}

static uint64_t number_at(char *p) {
  return atomic_load_explicit((_Atomic uint64_t *)(void *)p, memory_order_relaxed);
}

/* --- ordered -------------------------------------------------------------- */

static int is_shared(unsigned bucket) { return bucket >= BUCKETS; }

static void *map_at(char *p, unsigned bucket, int how) {
  int shared = is_shared(bucket);
  return mmap(p, cache.page, PROT_READ | PROT_WRITE, how | (shared ? MAP_SHARED : MAP_PRIVATE_ANON),
              shared ? memfd : -1, shared ? p - arena : 0);
}

static void fresh_parking(struct actor *a) {
  mmap(a->parking, cache.page, PROT_READ | PROT_WRITE, MAP_FIXED | MAP_PRIVATE_ANON, -1, 0);
}

static void move_page(char *from, char *to, int how) {
  if (mremap(from, cache.page, cache.page, how | MREMAP_MAYMOVE | MREMAP_FIXED, to) == MAP_FAILED)
    abort();
}

/* Changes the page at p in one of the ways there are; 0 if its place is lost. Discards are rare,
 * for what was discarded isn't kept for a while. */
static int change(struct actor *a, char *p, unsigned bucket) {
  int way = plan.way == ANY ? (int)sim_below(&a->rng, 7) : (int)plan.way;
  if (plan.way == ANY && (way == DISCARD || way == 3) && sim_below(&a->rng, 32)) way = 0;
  switch (way) {
  case 0: map_at(p, bucket, MAP_FIXED); break;
  case UNMAP: munmap(p, cache.page); return map_at(p, bucket, MAP_FIXED_NOREPLACE) == p;
  case DISCARD: madvise(p, cache.page, MADV_DONTNEED); break;
  case 3: madvise(p, cache.page, is_shared(bucket) ? MADV_REMOVE : MADV_FREE); break;
  case 4: /* away and back */
    move_page(p, a->parking, 0);
    move_page(a->parking, p, 0);
    fresh_parking(a);
    break;
  case 5: /* something else in its place */
    fresh_parking(a);
    if (!is_shared(bucket)) move_page(a->parking, p, 0);
    fresh_parking(a);
    break;
  default: /* its page away, its place stays */
    if (!is_shared(bucket)) move_page(p, a->parking, MREMAP_DONTUNMAP);
    break;
  }
  return 1;
}

static void use_in_order(struct actor *a, char *p) {
  uint64_t word;
  if (!fh_watch_settled(cache.watch)) fh_watch_settle(cache.watch);
  if (cache_read(&cache, (uintptr_t)p, a->scratch, &word)) {
    a->hits++;
    a->stale += word != number_at(p);
  } else {
    a->misses++;
    cache_fill(&cache, (uintptr_t)p);
  }
}

static void change_and_use(struct actor *a, unsigned bucket) {
  char *p = arena + (bucket * BUCKET_PAGES + a->who) * cache.page;
  if (lost[bucket][a->who]) return;
  if (sim_below(&a->rng, plan.uses) == 0) {
    a->ops++;
    atomic_store_explicit(&changing[index_of((uintptr_t)p)], 1, memory_order_relaxed);
    if (!change(a, p, bucket)) {
      lost[bucket][a->who] = 1;
      return;
    }
    sign(a, p);
    fh_watch_settle(cache.watch);
    atomic_store_explicit(&changing[index_of((uintptr_t)p)], 0, memory_order_relaxed);
  }
  use_in_order(a, p);
}

static void *act_in_order(void *arg) {
  struct actor *a = arg;
  while (hyd_now_ns() < end_ns) change_and_use(a, (unsigned)sim_below(&a->rng, plan.buckets));
  return NULL;
}

static int open_arena(void) {
  size_t half = BUCKETS * cache.bucket;
  char *p = mmap(NULL, 2 * half + cache.bucket, PROT_NONE, MAP_PRIVATE_ANON, -1, 0);
  if (p == MAP_FAILED) return -1;
  arena = p + (cache.bucket - (uintptr_t)p % cache.bucket) % cache.bucket;
  memfd = memfd_create("fh_watch_torture", MFD_CLOEXEC);
  if (memfd < 0 || ftruncate(memfd, (off_t)(2 * half))) return -1;
  for (unsigned i = 0; i < 2 * BUCKETS * BUCKET_PAGES; i++)
    if (map_at(arena + i * cache.page, i / BUCKET_PAGES, MAP_FIXED) == MAP_FAILED) return -1;
  return 0;
}

/* --- racing --------------------------------------------------------------- */

static void use_if_checked(struct actor *a, char *p) {
  uint64_t word;
  int settled = fh_watch_settled(cache.watch);
  if (settled && cache_read(&cache, (uintptr_t)p, a->scratch, &word))
    a->unordered += word != number_at(p);
  if (fh_watch_check(cache.watch)) {
    a->unsure++;
  } else if (cache_read(&cache, (uintptr_t)p, a->scratch, &word)) {
    a->hits++;
    a->stale += word != number_at(p);
  } else {
    a->misses++;
    cache_fill(&cache, (uintptr_t)p);
  }
}

/* Maps two buckets' size, in which a bucket lies. */
static void map_and_use(struct actor *a) {
  size_t n = 2 * cache.bucket;
  char *p = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE_ANON, -1, 0), *b;
  if (p == MAP_FAILED) abort();
  b = p + (cache.bucket - (uintptr_t)p % cache.bucket) % cache.bucket;
  for (unsigned i = 0; i < BUCKET_PAGES; i++) sign(a, b + i * cache.page);
  for (unsigned i = 0; i < 4; i++)
    use_if_checked(a, b + sim_below(&a->rng, BUCKET_PAGES) * cache.page);
  a->ops++;
  munmap(p, n);
}

static void *act_in_a_race(void *arg) {
  while (hyd_now_ns() < end_ns) map_and_use(arg);
  return NULL;
}

/* --- both ----------------------------------------------------------------- */

/* All before the first thread starts: what is mapped later may get a place that a thread has left
 * for a moment. */
static int prepare_actor(struct actor *a, unsigned who, uint64_t seed) {
  a->who = who;
  a->rng = sim_stream(seed, who);
  a->parking = mmap(NULL, cache.page, PROT_READ | PROT_WRITE, MAP_PRIVATE_ANON, -1, 0);
  return a->parking == MAP_FAILED || pipe2(a->scratch, O_CLOEXEC | O_NONBLOCK);
}

static void end_actor(struct actor *a, struct actor *sum) {
  pthread_join(a->thread, NULL);
  close(a->scratch[0]);
  close(a->scratch[1]);
  munmap(a->parking, cache.page);
  sum->ops += a->ops;
  sum->hits += a->hits;
  sum->misses += a->misses;
  sum->unsure += a->unsure;
  sum->stale += a->stale;
  sum->unordered += a->unordered;
}

/* 0 if nothing was stale, and there was something that could have been. */
static int judge(const struct actor *sum) {
  uint64_t killed, needless;
  int bad;
  cache_counts(&cache, &killed, &needless);
  bad = sum->stale || (sum->hits == 0 && plan.way != DISCARD) || needless * 20 > killed;
  printf("%sok - %s: %" PRIu64 " changes, %" PRIu64 " hits, %" PRIu64 " misses, %" PRIu64
         " unsure, %" PRIu64 " stale, %" PRIu64 " would have been without the check, %" PRIu64
         " entries ended, %" PRIu64 " needlessly\n",
         bad ? "not " : "", plan.name, sum->ops, sum->hits, sum->misses, sum->unsure, sum->stale,
         sum->unordered, killed, needless);
  return bad;
}

static int part(uint64_t seed, double seconds, void *(*act)(void *)) {
  struct actor actors[THREADS], sum = {0};
  memset(actors, 0, sizeof actors);
  cache_begin(&cache, plan.buckets ? is_changing : NULL);
  end_ns = hyd_now_ns() + (uint64_t)(seconds * 1e9);
  for (unsigned i = 0; i < THREADS; i++)
    if (prepare_actor(&actors[i], i, seed)) abort();
  for (unsigned i = 0; i < THREADS; i++)
    if (pthread_create(&actors[i].thread, NULL, act, &actors[i])) abort();
  for (unsigned i = 0; i < THREADS; i++) end_actor(&actors[i], &sum);
  fh_watch_settle(cache.watch);
  return judge(&sum);
}

int main(int argc, char **argv) {
  static const struct plan plans[] = {{"ordered", ANY, 2 * BUCKETS, 16},
                                      {"silent", UNMAP, 2, 2},
                                      {"discards", DISCARD, 4, 8},
                                      {"racing", ANY, 0, 0}};
  enum { PARTS = sizeof plans / sizeof *plans };
  uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : hyd_now_ns();
  double seconds = argc > 2 ? strtod(argv[2], NULL) : 4;
  const char *why = "?";
  int failed = 0;
  alarm(TOO_LONG_S + (unsigned)seconds);
  if (cache_open(&cache, (uintptr_t)sysconf(_SC_PAGESIZE), &why)) {
    printf("1..0 # SKIP %s\n", why);
    return 77;
  }
  if (open_arena()) return 99;
  printf("# seed %llu\n", (unsigned long long)seed);
  for (unsigned i = 0; i < PARTS; i++) {
    plan = plans[i];
    failed += part(seed, seconds / PARTS, plan.buckets ? act_in_order : act_in_a_race);
  }
  cache_close(&cache);
  printf("%d passed, %d failed\n", (int)PARTS - failed, failed);
  return failed != 0;
}
